//! What becomes of what a node had under way that is gone: of an earlier process at a start, and of
//! any other at any time.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;

use anyhow::Context as _;
use kofa_admin_api::running::Recover;
use kofa_cluster::{NodeNo, TakeOver};
use kofa_core::endpoint::Endpoint;
use kofa_core::product::Products;
use kofa_domain::{Result, Scope};
use kofa_gate::Gate;
use kofa_identity::tenant_search::IndexTenants;
use kofa_ledger::{CloseLeases, ListHolds};
use kofa_store::Store;
use kofa_tasks::ReleaseTasks;

/// How products settle what a node began, by their scopes.
pub(crate) type Recoveries = BTreeMap<Scope, Recover>;

/// Gives back a node's money, settles or undoes calls that were cut off, and makes work due that
/// was taken.
pub(crate) struct Resume {
    pub(crate) gate: Arc<Gate>,
    pub(crate) products: Products,
    pub(crate) recoveries: Recoveries,
}

impl std::fmt::Debug for Resume {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Resume")
    }
}

impl TakeOver for Resume {
    fn take_over(&self, gone: NodeNo) -> Pin<Box<dyn Future<Output = Result<()>> + Send + '_>> {
        Box::pin(async move {
            let store = &self.gate.store;
            store.write(CloseLeases { node: gone }).await?;
            let now = self.gate.clock.now();
            store.write(ReleaseTasks { now, gone }).await?;
            self.end_holds().await
        })
    }
}

impl Resume {
    /// Ends what earlier processes left, before anyone is served.
    pub(crate) async fn begin(&self, gone: Vec<NodeNo>) -> anyhow::Result<()> {
        let store = &self.gate.store;
        // 0 is of a version that served alone.
        for gone in gone.into_iter().chain([NodeNo(0)]) {
            let taken = kofa_cluster::finish(store, self, gone).await;
            taken.context("ending interrupted calls")?;
        }
        index_tenants(store).await.context("indexing tenants")
    }

    /// Ends the holds of calls whose nodes are gone, as their products say; undoes them where those
    /// say nothing.
    async fn end_holds(&self) -> Result<()> {
        let gate = &self.gate;
        for hold in gate.store.read(ListHolds).await? {
            let endpoints = self.products.endpoints();
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
            let recover = endpoint.scope.and_then(|scope| self.recoveries.get(&scope));
            let answer = match recover {
                Some(recover) => recover(&gate.store, &gate.vault, &hold).await?,
                None => None,
            };
            let is_undone = answer.is_none();
            gate.recover(&hold, endpoint, answer.map(Ok)).await?;
            let request_id = hold.request_id;
            tracing::info!(%request_id, is_undone, "an interrupted call was ended");
        }
        Ok(())
    }
}

/// Makes tenants of earlier versions findable.
async fn index_tenants(store: &Store) -> Result<()> {
    let mut after = None;
    loop {
        after = store.write(IndexTenants { after }).await?;
        if after.is_none() {
            return Ok(());
        }
    }
}
