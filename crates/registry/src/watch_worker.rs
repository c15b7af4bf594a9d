//! Who compares watched companies that an import wrote.

use std::sync::Arc;
use std::time::Duration;

use kofa_domain::{Clock, Environment, Result};
use kofa_store::Store;

use crate::ProfileOf;
use crate::profile::Part;
use crate::register::keys::{entity_of, keys_of};
use crate::register::watched::{EndCompared, ListTouched, WatchCompanies};
use crate::watch::marks::Marks;
use crate::watch::ops::{ListWatchedKeys, NoteMarks};

/// How often is looked, in milliseconds.
const EVERY_MS: u64 = 2_000;
/// Companies that are compared before it is noted that they were.
const PIECE: i64 = 100;

/// Compares watched companies for ever. What is watched is told to the register once more at the
/// beginning: it may have been brought back from another day than the watches.
pub(crate) async fn compare_watched(store: Store, clock: Arc<dyn Clock>) {
    let mut is_told = false;
    let mut tick = tokio::time::interval(Duration::from_millis(EVERY_MS));
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        let done = async {
            if !is_told {
                tell_register(&store).await?;
                is_told = true;
            }
            compare_touched(&store, &*clock).await
        };
        if let Err(error) = done.await {
            tracing::warn!(%error, "watched companies could not be compared");
        }
    }
}

/// Notes in the register what is watched.
///
/// # Errors
/// The store's.
pub async fn tell_register(store: &Store) -> Result<()> {
    let mut after = i64::MIN;
    loop {
        let limit = PIECE;
        let keys = store.read(ListWatchedKeys { after, limit }).await?;
        let Some(last) = keys.last() else {
            return Ok(());
        };
        after = *last;
        store.write(WatchCompanies { keys }).await?;
    }
}

/// Compares those that were written, until none is left.
///
/// # Errors
/// The store's; what was compared by then is done.
pub async fn compare_touched(store: &Store, clock: &dyn Clock) -> Result<()> {
    loop {
        let touched = store.read(ListTouched { limit: PIECE }).await?;
        if touched.is_empty() {
            return Ok(());
        }
        let mut companies = Vec::with_capacity(touched.len());
        for one in touched {
            companies.push((one, compare(store, clock, one.0).await?));
        }
        store.write(EndCompared { companies }).await?;
    }
}

/// Compares one; whether anybody watches it.
async fn compare(store: &Store, clock: &dyn Clock, key: i64) -> Result<bool> {
    let Some(entity) = entity_of(key) else {
        return Ok(false);
    };
    let (_, end) = keys_of(Environment::Sandbox);
    let environment = match key < end {
        true => Environment::Sandbox,
        false => Environment::Live,
    };
    let profile = ProfileOf {
        environment,
        entity: entity.clone(),
        part: Part::Affiliates,
    };
    // It waits for a company that is not imported yet.
    let marks = match store.read(profile).await? {
        Some(profile) => Marks::of_profile(&profile),
        None => Marks::default(),
    };
    let note = NoteMarks {
        environment,
        entity,
        marks,
        now: clock.now(),
    };
    store.write(note).await
}
