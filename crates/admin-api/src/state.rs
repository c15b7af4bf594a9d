//! What the admin API works with.

use std::sync::Arc;

use http::Extensions;
use kofa_commands::{Command, House, Memory, Services};
use kofa_core::ActorAt;
use kofa_core::product::Products;
use kofa_domain::{Clock, Ids, Result};
use kofa_gate::Snapshot;
use kofa_ledger::Wallets;
use kofa_mail::Mailer;
use kofa_store::{Store, Vault};
use kofa_tasks::TaskHandlers;

use crate::addresses::Addresses;

/// What the admin API works with. One per process.
#[derive(Debug)]
pub struct AdminState {
    /// Where everything is kept.
    pub store: Store,
    /// For digests of tokens and keys.
    pub vault: Vault,
    pub clock: Arc<dyn Clock>,
    pub ids: Ids,
    /// Told of each change, so that it holds here at once.
    pub snapshot: Arc<Snapshot>,
    /// What may be spent.
    pub wallets: Arc<Wallets>,
    /// What can be called and priced.
    pub products: Products,
    /// Who does which kind of task, and what an operator needs to have one retried.
    pub tasks: TaskHandlers,
    /// What only commands of one product work with, by its type.
    pub parts: Extensions,
    /// Tells where a request comes from.
    pub addresses: Addresses,
    /// What is asked of operators.
    pub house: House,
    /// `None` where no mail server is configured.
    pub mailer: Option<Mailer>,
    /// Where the platform is reached, without a slash at the end: begins every link.
    pub base_url: String,
}

impl AdminState {
    /// What commands work with.
    pub fn services(&self) -> Services {
        let mut parts = self.parts.clone();
        parts.insert(self.tasks.clone());
        Services {
            store: self.store.clone(),
            clock: Arc::clone(&self.clock),
            ids: self.ids,
            products: self.products.clone(),
            vault: Ok(self.vault.clone()),
            base_url: self.base_url.clone(),
            house: self.house.clone(),
            mailer: self.mailer.clone(),
            parts,
            memory: Some(Memory {
                snapshot: Arc::clone(&self.snapshot),
                wallets: Arc::clone(&self.wallets),
            }),
        }
    }

    /// Runs a command as `by`.
    ///
    /// # Errors
    /// As [`Services::run`].
    pub async fn run<C: Command>(&self, by: ActorAt, command: C) -> Result<C::Output> {
        self.services().run(by, command).await
    }
}
