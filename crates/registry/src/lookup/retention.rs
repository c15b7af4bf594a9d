//! Forgets what upstreams answered when its time is over.

use std::sync::Arc;
use std::time::Duration;

use kofa_domain::{Clock, Result};
use kofa_store::Store;

use crate::upstream::ops::PurgeAnswers;

/// How often, in seconds.
const EVERY_S: u64 = 600;

/// Removes answers older than `kept_days`, every ten minutes, for ever.
pub async fn forget_answers(store: Store, clock: Arc<dyn Clock>, kept_days: u32) {
    let mut tick = tokio::time::interval(Duration::from_secs(EVERY_S));
    loop {
        tick.tick().await;
        if let Err(error) = forget(&store, &*clock, kept_days).await {
            tracing::warn!(%error, "old answers of upstreams could not be forgotten");
        }
    }
}

async fn forget(store: &Store, clock: &dyn Clock, kept_days: u32) -> Result<()> {
    let before = clock.now().plus_seconds(-i64::from(kept_days) * 86_400);
    store.write_until_none(PurgeAnswers { before }).await?;
    Ok(())
}
