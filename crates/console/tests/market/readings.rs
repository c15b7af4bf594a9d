//! How right readings are, of all tenants.

use kofa_domain::{Clock as _, Ids};
use kofa_store::{Type, Value};

use crate::world::{World, both};

async fn said(world: &World, outcome: &'static str) {
    let tenant = world.tenant("readings").await.id.to_string();
    let now = world.clock.now();
    let id = Ids.uuid(now).as_bytes().to_vec();
    let reading: [Value<'static>; 10] = [
        id.clone().into(),
        "live".into(),
        tenant.clone().into(),
        now.into(),
        now.into(),
        "".into(),
        "utility_bill".into(),
        "scan".into(),
        "built-in".into(),
        vec![1_u8].into(),
    ];
    let columns = [
        ("request_id", Type::Bytes),
        ("environment", Type::Text),
        ("tenant_id", Type::Text),
        ("read_at", Type::Int),
        ("expires_at", Type::Int),
        ("issuer", Type::Text),
        ("kind", Type::Text),
        ("capture", Type::Text),
        ("model", Type::Text),
        ("sealed", Type::Bytes),
    ];
    world.fill("poa_reading", columns, vec![reading]).await;
    let feedback: [Value<'static>; 7] = [
        id.into(),
        "live".into(),
        tenant.into(),
        now.into(),
        1_i64.into(),
        outcome.into(),
        vec![1_u8].into(),
    ];
    let columns = [
        ("request_id", Type::Bytes),
        ("environment", Type::Text),
        ("tenant_id", Type::Text),
        ("said_at", Type::Int),
        ("times", Type::Int),
        ("outcome", Type::Text),
        ("sealed", Type::Bytes),
    ];
    world.fill("poa_feedback", columns, vec![feedback]).await;
}

#[tokio::test]
async fn the_page_shows_shares_with_their_intervals() {
    for world in both().await {
        let empty = world.get("/console/readings").await.is(200);
        empty.has("No feedback yet").has("{request_id}/feedback");
        said(&world, r#"{"city":[91,false],"lga":[null,true]}"#).await;
        let page = world.get("/console/readings").await.is(200);
        page.has("All documents")
            .has("0–79 %, 0 of 1")
            .has("utility bill")
            .has("Other issuers")
            .has("90 to 100 %");
        let sandbox = world.get("/console/readings?environment=sandbox").await;
        sandbox.has("No feedback yet");
    }
}
