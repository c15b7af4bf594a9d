//! What members see of readings and jobs, and what they say of one.

use kofa_core::{Actor, ActorAt, MemberRole, Page};
use kofa_documents::feedback::{CountToReview, ListReadings, open_reading, review};
use kofa_documents::jobs::{ListTenantJobs, Status, open_job};
use kofa_domain::{Clock as _, Environment, Id, Ids, RequestId, TenantId};
use serde_json::{Map, Value, json};

use crate::feedback::{read, say};
use crate::world::{World, both};

const SANDBOX: Environment = Environment::Sandbox;

fn id_of(text: &str) -> RequestId {
    RequestId::parse_str(text).unwrap()
}

/// Lists by pages of two to the end.
async fn readings(
    world: &World,
    (tenant, environment): (&TenantId, Environment),
    to_review: bool,
) -> Vec<RequestId> {
    let (mut all, mut cursor) = (Vec::new(), None::<String>);
    loop {
        let list = ListReadings {
            tenant_id: tenant.clone(),
            environment,
            to_review,
            page: Page::read(cursor.as_deref(), Some("2")).unwrap(),
        };
        let listed = world.store.read(list).await.unwrap();
        all.extend(listed.items.iter().map(|one| one.request_id));
        cursor = listed.next_cursor;
        if cursor.is_none() {
            return all;
        }
    }
}

fn member(world: &World, role: MemberRole) -> ActorAt {
    let (tenant, at) = (world.tenant.clone(), world.clock.now());
    let id = Id::from_uuid(Ids.uuid(at));
    let actor = Actor::Member { id, tenant, role };
    ActorAt { actor, at }
}

async fn say_as(world: &World, role: MemberRole, id: RequestId, body: Value) -> Result<usize, u16> {
    let whose = (world.tenant.clone(), SANDBOX);
    let Value::Object(body): Value = body else {
        unreachable!("a body is an object");
    };
    let body: Map<String, Value> = body;
    let said = review(
        (&world.store, &world.vault),
        member(world, role),
        whose,
        id,
        &body,
    )
    .await;
    match said {
        Ok(wrong) => Ok(wrong.len()),
        Err(error) => Err(match error.code().name {
            "forbidden" => 403,
            "reading_not_found" => 404,
            _ => 422,
        }),
    }
}

#[tokio::test]
async fn readings_are_listed_opened_and_reviewed_by_their_own_people() {
    for world in both().await {
        let mut all = Vec::new();
        for _ in 0..3 {
            all.insert(0, id_of(&read(&world).await.0));
            world.clock.advance_seconds(1);
        }
        // One at the same moment as another: the id decides.
        let own = (&world.tenant, SANDBOX);
        assert_eq!(readings(&world, own, false).await, all);
        let other = world.other("other").await;
        assert!(
            readings(&world, (&other.tenant, SANDBOX), false)
                .await
                .is_empty()
        );
        assert!(
            readings(&world, (&world.tenant, Environment::Live), false)
                .await
                .is_empty()
        );
        let (_, data) = read(&world).await;
        let open = async |tenant: &TenantId, environment| {
            let whose = (tenant.clone(), environment);
            let opened = open_reading(&world.store, &world.vault, whose, all[0]).await;
            opened
                .unwrap()
                .map(|(line, answer)| (line, answer.expose().clone()))
        };
        let (line, answer) = open(&world.tenant, SANDBOX).await.unwrap();
        assert_eq!(answer["full_address"], data["full_address"]);
        assert_eq!(answer["field_metadata"]["city"]["source"], "extracted");
        assert!(
            answer["regions"]["street"][0]["polygon"].is_array(),
            "{answer}"
        );
        assert!(answer["checks"].is_array() && answer.get("document").is_none());
        assert_eq!(answer["requires_review"], data["requires_review"]);
        let least = data["confidence"].as_f64().unwrap() * 100.0;
        assert_eq!(line.confidence, Some(least.round() as i64));
        assert!(open(&other.tenant, SANDBOX).await.is_none());
        assert!(open(&world.tenant, Environment::Live).await.is_none());
        let right = || json!({"correct": true});
        use MemberRole::{Finance, Owner, SandboxDeveloper, Viewer};
        assert_eq!(say_as(&world, Viewer, all[0], right()).await, Err(403));
        assert_eq!(say_as(&world, Finance, all[0], right()).await, Err(403));
        assert_eq!(say_as(&world, Owner, all[0], json!({})).await, Err(422));
        let unknown = id_of("01890000-0000-7000-8000-000000000000");
        assert_eq!(say_as(&world, Owner, unknown, right()).await, Err(404));
        let wrong = json!({"city": "Elsewhere", "state": data["state"]});
        assert_eq!(say_as(&world, SandboxDeveloper, all[0], wrong).await, Ok(1));
        assert!(open(&world.tenant, SANDBOX).await.unwrap().0.is_reviewed);
    }
}

#[tokio::test]
async fn what_a_person_should_look_at_waits_until_somebody_says_something() {
    for world in both().await {
        let form = |name: &str| {
            let head =
                format!("Content-Disposition: form-data; name=\"file\"; filename=\"{name}\"");
            format!("--x\r\n{head}\r\n\r\n%PDF-1.7\r\n--x--\r\n")
        };
        let mut all = Vec::new();
        for _ in 0..3 {
            let body = form("poa_two_addresses.pdf");
            let media_type = "multipart/form-data; boundary=x";
            let reply = world.post_raw("extract", media_type, body.as_bytes()).await;
            assert_eq!(reply.charged()["requires_review"], true);
            all.insert(0, id_of(reply.header("x-request-id")));
            world.clock.advance_seconds(1);
        }
        let own = (&world.tenant, SANDBOX);
        assert_eq!(readings(&world, own, true).await, all);
        let count = async |tenant: &TenantId, counted_max| {
            let count = CountToReview {
                tenant_id: tenant.clone(),
                environment: SANDBOX,
                counted_max,
            };
            world.store.read(count).await.unwrap()
        };
        assert_eq!(
            (
                count(&world.tenant, 100).await,
                count(&world.tenant, 2).await
            ),
            (3, 2)
        );
        let other = world.other("other").await;
        assert_eq!(count(&other.tenant, 100).await, 0);
        // By the API, and by a member: either way it waits no longer.
        say(&world, &all[1].to_string(), &json!({"correct": true})).await;
        let right = json!({"correct": true});
        assert_eq!(
            say_as(&world, MemberRole::Owner, all[0], right).await,
            Ok(0)
        );
        assert_eq!(readings(&world, own, true).await, all[2..]);
        assert_eq!(count(&world.tenant, 100).await, 1);
    }
}

#[tokio::test]
async fn jobs_are_seen_by_their_own_tenant() {
    for world in both().await {
        let file = "JVBERi0xLjcK";
        let mut ids = Vec::new();
        for at in 0..3 {
            let reference = format!("ref-{at}");
            let body = json!({
                "base64_content": file, "file_name": "poa_slow.pdf", "client_reference": reference,
            });
            ids.insert(0, id_of(&world.job(&body).await));
            world.clock.advance_seconds(1);
        }
        let list = async |tenant: &TenantId, environment, cursor: Option<&str>| {
            let list = ListTenantJobs {
                tenant_id: tenant.clone(),
                environment,
                page: Page::read(cursor, Some("2")).unwrap(),
            };
            world.store.read(list).await.unwrap()
        };
        let first = list(&world.tenant, SANDBOX, None).await;
        let second = list(&world.tenant, SANDBOX, first.next_cursor.as_deref()).await;
        let both = first.items.iter().chain(&second.items);
        assert_eq!(both.map(|one| one.request_id).collect::<Vec<_>>(), ids);
        assert_eq!((first.items.len(), second.next_cursor), (2, None));
        let other = world.other("other").await;
        assert!(list(&other.tenant, SANDBOX, None).await.items.is_empty());
        assert!(
            list(&world.tenant, Environment::Live, None)
                .await
                .items
                .is_empty()
        );
        let open = async |tenant: &TenantId, environment| {
            let whose = (tenant.clone(), environment);
            open_job(&world.store, &world.vault, whose, ids[2])
                .await
                .unwrap()
        };
        let job = open(&world.tenant, SANDBOX).await.unwrap();
        assert_eq!(job.status, Status::Queued);
        assert_eq!(job.client_reference.expose().as_deref(), Some("ref-0"));
        assert!(job.result.is_none());
        assert!(open(&other.tenant, SANDBOX).await.is_none());
        assert!(open(&world.tenant, Environment::Live).await.is_none());
        for id in &ids {
            world.cancel(&world.key, &id.to_string()).await;
        }
    }
}
