//! How right readings are, of one tenant alone.

use kofa_core::MemberRole;

use crate::world::world;

const READ: &str = "insert into poa_reading (request_id, environment, tenant_id, read_at, \
     expires_at, issuer, kind, capture, model, sealed) select x'01', 'sandbox', min(id), 1, 2, \
     'Ikeja Electric', 'utility_bill', 'photo', 'built-in', x'01' from tenant";
const SAY: &str = "insert into poa_feedback (request_id, environment, tenant_id, said_at, times, \
     outcome, sealed) select request_id, environment, tenant_id, 1, 1, \
     '{\"city\":[91,true]}', x'01' from poa_reading";
const AGREE: &str = "insert into poa_training (tenant_id, keep_documents, document_days, \
     changed_at) select tenant_id, 1, 45, 1 from poa_reading";

#[tokio::test(flavor = "multi_thread")]
async fn a_tenant_sees_its_own_and_what_is_kept() {
    let world = world().await;
    // The first tenant is the one whose id is less.
    let (own, other) = match world.ada.as_str() < world.bob.as_str() {
        true => (&world.ada, &world.bob),
        false => (&world.bob, &world.ada),
    };
    let own = world.sign_in(own, MemberRole::Viewer).await;
    let other = world.sign_in(other, MemberRole::Viewer).await;
    let path = "/portal/sandbox/readings";
    let empty = own.get(path).await.is(200);
    empty
        .has("No feedback yet")
        .has("{request_id}/feedback")
        .has("Your documents are not stored.");
    for sql in [READ, SAY, AGREE] {
        world.tamper(sql).await;
    }
    let page = own.get(path).await.is(200);
    page.has("Ikeja Electric")
        .has("21–100 %, 1 of 1")
        .has("up to 45 days");
    let live = own.get("/portal/live/readings").await.is(200);
    live.has("No feedback yet");
    let theirs = other.get(path).await.is(200);
    theirs.has("No feedback yet").has("are not stored");
}
