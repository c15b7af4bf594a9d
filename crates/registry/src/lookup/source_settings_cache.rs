//! What operators chose, in memory: read again by whichever call comes by, at most twice a
//! second, so that a change holds everywhere within one.

use std::collections::HashMap;
use std::time::Duration;

use arc_swap::ArcSwapOption;
use kofa_domain::{Environment, Result};
use kofa_store::Store;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::lookup::ops::ListSourceSettings;
use crate::source_settings::{Operation, SourceSetting};

/// Age at which one call reads again.
const FRESH: Duration = Duration::from_millis(500);
/// Age from which on every call waits for that.
const STALE: Duration = Duration::from_millis(900);

#[derive(Debug)]
struct View {
    settings: HashMap<(Environment, Operation), SourceSetting>,
    read_at: Instant,
}

#[derive(Debug, Default)]
pub(crate) struct Choices {
    view: ArcSwapOption<View>,
    reading: Mutex<()>,
}

impl Choices {
    /// What holds for an endpoint.
    ///
    /// # Errors
    /// The store's.
    pub(crate) async fn of(
        &self,
        store: &Store,
        environment: Environment,
        operation: Operation,
    ) -> Result<SourceSetting> {
        if let Some(setting) = self.young(environment, operation, FRESH) {
            return Ok(setting);
        }
        let _reading = match self.reading.try_lock() {
            Ok(turn) => turn,
            Err(_) => {
                // Somebody else is at it.
                if let Some(setting) = self.young(environment, operation, STALE) {
                    return Ok(setting);
                }
                self.reading.lock().await
            }
        };
        if let Some(setting) = self.young(environment, operation, FRESH) {
            return Ok(setting);
        }
        let read_at = Instant::now();
        let settings = store.read(ListSourceSettings).await?.into_iter();
        let settings = settings.map(|one| ((one.environment, one.operation), one));
        let view = View {
            settings: settings.collect(),
            read_at,
        };
        let setting = view.of(environment, operation);
        self.view.store(Some(std::sync::Arc::new(view)));
        Ok(setting)
    }

    /// The next call reads again.
    pub(crate) fn forget(&self) {
        self.view.store(None);
    }

    fn young(
        &self,
        environment: Environment,
        operation: Operation,
        age: Duration,
    ) -> Option<SourceSetting> {
        let view = self.view.load();
        let view = view.as_ref().filter(|view| view.read_at.elapsed() < age)?;
        Some(view.of(environment, operation))
    }
}

impl View {
    fn of(&self, environment: Environment, operation: Operation) -> SourceSetting {
        let chosen = self.settings.get(&(environment, operation)).cloned();
        chosen.unwrap_or_else(|| SourceSetting::default_of(environment, operation))
    }
}
