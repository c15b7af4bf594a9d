//! What operators left in the audit log.

use kofa_core::Page;
use kofa_core::audit::{Entry, ListAudit, VerifyAudit};

use crate::world::World;

/// What was audited, the newest first; the chain is whole.
pub(crate) async fn audited(world: &World, most: usize) -> Vec<String> {
    let proof = world.store.read(VerifyAudit).await.unwrap();
    assert_eq!(proof.problems, Vec::<String>::new());
    let page = Page::first();
    let list = ListAudit { tenant: None, page };
    let listed = world.store.read(list).await.unwrap();
    let name = |entry: Entry| format!("{} {}", entry.action, entry.subject);
    listed.items.into_iter().take(most).map(name).collect()
}
