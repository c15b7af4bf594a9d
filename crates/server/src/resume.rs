//! What a starting server does with what an earlier process left, before anyone is served.

use anyhow::Context as _;
use kofa_platform::ListHolds;
use kofa_platform::directory::tenant_search::IndexTenants;
use kofa_platform::endpoint::Endpoint;
use kofa_platform::http::Gate;
use kofa_platform::tasks::ReleaseTasks;

/// Settles or undoes calls that were cut off, and makes work due that was taken.
pub(crate) async fn resume_after_crash(
    gate: &Gate,
    endpoints: &[&'static Endpoint],
) -> anyhow::Result<()> {
    let ended = end_holds(gate, endpoints).await;
    ended.context("ending interrupted calls")?;
    let now = gate.clock.now();
    gate.store.write(ReleaseTasks { now }).await?;
    let mut after = None;
    loop {
        after = gate.store.write(IndexTenants { after }).await?;
        if after.is_none() {
            return Ok(());
        }
    }
}

/// Ends the holds of calls that began and were not settled. What the exchange may have is
/// settled as an answer that is still awaited; everything else is undone.
async fn end_holds(gate: &Gate, endpoints: &[&'static Endpoint]) -> anyhow::Result<()> {
    for hold in gate.store.read(ListHolds).await? {
        let endpoint = endpoints
            .iter()
            .find(|one| one.operation_id == hold.operation_id)
            .with_context(|| format!("a hold of `{}`, an unknown endpoint", hold.operation_id))?;
        let answer = kofa_investment::http::recover(&gate.store, &gate.vault, &hold).await?;
        let is_undone = answer.is_none();
        gate.recover(&hold, endpoint, answer.map(Ok)).await?;
        tracing::info!(request_id = %hold.request_id, is_undone, "an interrupted call was ended");
    }
    Ok(())
}
