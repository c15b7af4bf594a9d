//! A product in a running server.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use kofa_domain::Result;
use kofa_gate::{Answer, ProductRoutes};
use kofa_insight::status::probe::Probe;
use kofa_ledger::OpenHold;
use kofa_store::{Store, Vault};
use kofa_tasks::TaskHandler;
use tokio::sync::watch;

use crate::extension::Extension;

/// Work in the background.
pub type Work = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Work in the background that ends soon after it hears `true`.
pub struct StoppableWork(Box<dyn FnOnce(watch::Receiver<bool>) -> Work + Send>);

impl StoppableWork {
    /// That which `begin` begins.
    pub fn new(begin: impl FnOnce(watch::Receiver<bool>) -> Work + Send + 'static) -> Self {
        Self(Box::new(begin))
    }

    pub fn begin(self, stop: watch::Receiver<bool>) -> Work {
        (self.0)(stop)
    }
}

impl fmt::Debug for StoppableWork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StoppableWork")
    }
}

/// What a call that an earlier process began and did not settle ends in, where something outside
/// may have been done for it; `None` for one that is to be undone.
pub type Recover = for<'a> fn(&'a Store, &'a Vault, &'a OpenHold) -> Recovering<'a>;
/// A call that is being recovered.
pub type Recovering<'a> = Pin<Box<dyn Future<Output = Result<Option<Answer>>> + Send + 'a>>;

/// What a product runs in a server: what [`kofa_core::product::Product`] says of it, with a
/// store, a clock and the outside behind it.
pub struct RunningProduct {
    pub routes: ProductRoutes,
    /// What it adds to the admin API.
    pub admin: Extension,
    /// Does its tasks, those of [`kofa_core::product::Product::task_kinds`].
    pub task_handler: Option<Arc<dyn TaskHandler>>,
    /// Says what an interrupted call ends in; without it, all of them are undone.
    pub recover: Option<Recover>,
    /// What is tried once a minute, for the status page.
    pub probes: Vec<Probe>,
    /// What runs as long as the server does, and is dropped with it.
    pub workers: Vec<Work>,
    /// What is told to stop first when the server stops, and is waited for.
    pub stoppable: Vec<StoppableWork>,
}

impl RunningProduct {
    /// A product that only answers.
    pub fn new(routes: ProductRoutes) -> Self {
        Self {
            routes,
            admin: Extension::default(),
            task_handler: None,
            recover: None,
            probes: Vec::new(),
            workers: Vec::new(),
            stoppable: Vec::new(),
        }
    }
}

impl fmt::Debug for RunningProduct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunningProduct")
            .field("routes", &self.routes)
            .finish_non_exhaustive()
    }
}
