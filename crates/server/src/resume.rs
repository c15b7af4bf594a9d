//! What a starting server does with what an earlier process left, before anyone is served.

use std::collections::BTreeMap;

use anyhow::Context as _;
use kofa_admin_api::running::Recover;
use kofa_core::endpoint::Endpoint;
use kofa_core::product::Products;
use kofa_domain::Scope;
use kofa_gate::Gate;
use kofa_identity::tenant_search::IndexTenants;
use kofa_ledger::ListHolds;
use kofa_tasks::ReleaseTasks;

/// How products settle what an earlier process began, by their scopes.
pub(crate) type Recoveries = BTreeMap<Scope, Recover>;

/// Settles or undoes calls that were cut off, and makes work due that was taken.
pub(crate) async fn resume_after_crash(
    gate: &Gate,
    products: &Products,
    recoveries: &Recoveries,
) -> anyhow::Result<()> {
    let ended = end_holds(gate, products, recoveries).await;
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

/// Ends the holds of calls that began and were not settled, as their products say; undoes them
/// where those say nothing.
async fn end_holds(
    gate: &Gate,
    products: &Products,
    recoveries: &Recoveries,
) -> anyhow::Result<()> {
    for hold in gate.store.read(ListHolds).await? {
        let endpoints = products.endpoints();
        let known = |one: &&&Endpoint| one.operation_id == hold.operation_id;
        let Some(endpoint) = endpoints.iter().find(known) else {
            // Of a later version, or of a product that is gone: its money stays set aside.
            let operation_id = hold.operation_id;
            tracing::error!(
                request_id = %hold.request_id,
                operation_id,
                "an interrupted call is of an endpoint that this version does not have"
            );
            continue;
        };
        let recover = endpoint.scope.and_then(|scope| recoveries.get(&scope));
        let answer = match recover {
            Some(recover) => recover(&gate.store, &gate.vault, &hold).await?,
            None => None,
        };
        let is_undone = answer.is_none();
        gate.recover(&hold, endpoint, answer.map(Ok)).await?;
        tracing::info!(request_id = %hold.request_id, is_undone, "an interrupted call was ended");
    }
    Ok(())
}
