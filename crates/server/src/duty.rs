//! Work that one node does for all.

use std::time::Duration;

use kofa_cluster::Membership;
use kofa_store::Store;

/// How often is looked whether this node does it.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// Runs `work` as long as this node is the one that does `duty`: stopped where it is once it is
/// another's, begun anew once it is this one's again. It must leave its place in the store.
pub(crate) async fn on_duty<F: Future<Output = ()>>(
    (members, store): (Membership, Store),
    duty: &'static str,
    work: impl Fn() -> F,
) {
    let is_ours = || members.is_on_duty(&store, duty);
    loop {
        while !is_ours().await {
            tokio::time::sleep(LOOK_EVERY).await;
        }
        let others = async {
            while is_ours().await {
                tokio::time::sleep(LOOK_EVERY).await;
            }
        };
        tokio::select! {
            () = work() => return,
            () = others => tracing::info!(duty, "another node does this now"),
        }
    }
}

/// The name of this machine.
pub(crate) fn host_name() -> String {
    let system = rustix::system::uname();
    system.nodename().to_string_lossy().into_owned()
}
