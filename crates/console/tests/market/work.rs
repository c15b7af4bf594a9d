//! Jobs, tasks and holds: few and many.

use kofa_core::Page;
use kofa_documents::jobs::{CountQueues, CountTroubled, FindFailing, ListJobs, Status, Troubled};
use kofa_domain::{Clock as _, Environment, Ids};
use kofa_insight::operator_alerts::Standing;
use kofa_ledger::ListOldHolds;
use kofa_store::{Op, Tx, Type, Value};
use kofa_testkit::Left;

use crate::world::{World, both};

async fn jobs(world: &World, status: &'static str, many: usize) {
    let tenant = world.tenant(&format!("jobs-{status}")).await.id;
    let now = world.clock.now();
    let over = status != "queued";
    let row = |_| -> [Value<'static>; 15] {
        [
            Ids.uuid(now).as_bytes().to_vec().into(),
            "live".into(),
            tenant.to_string().into(),
            status.into(),
            vec![1_u8].into(),
            1_000_i64.into(),
            1_i64.into(),
            0_i64.into(),
            now.into(),
            "received".into(),
            0_i64.into(),
            now.into(),
            now.into(),
            over.then_some(now).into(),
            over.then(|| "document_too_complex".to_owned()).into(),
        ]
    };
    let columns = [
        ("request_id", Type::Bytes),
        ("environment", Type::Text),
        ("tenant_id", Type::Text),
        ("status", Type::Text),
        ("request_sealed", Type::Bytes),
        ("size_bytes", Type::Int),
        ("attempts", Type::Int),
        ("interruptions", Type::Int),
        ("due_at", Type::Int),
        ("stage", Type::Text),
        ("pages_done", Type::Int),
        ("created_at", Type::Int),
        ("updated_at", Type::Int),
        ("completed_at", Type::Int),
        ("error_code", Type::Text),
    ];
    world
        .fill("poa_job", columns, (0..many).map(row).collect())
        .await;
}

async fn tasks(world: &World, state: &'static str, many: usize) {
    let now = world.clock.now();
    let row = |at: usize| -> [Value<'static>; 8] {
        [
            "collect_payment".into(),
            format!("{state}-{at}").into(),
            "live".into(),
            now.plus_seconds(3_000).into(),
            3_i64.into(),
            state.into(),
            "the bank is <away>".to_owned().into(),
            now.into(),
        ]
    };
    let columns = [
        ("kind", Type::Text),
        ("subject", Type::Text),
        ("environment", Type::Text),
        ("due_at", Type::Int),
        ("attempts", Type::Int),
        ("state", Type::Text),
        ("last_error", Type::Text),
        ("created_at", Type::Int),
    ];
    world
        .fill("outbox", columns, (0..many).map(row).collect())
        .await;
}

/// Follows the pages of a list to its end; how many there were.
async fn pages(world: &World, path: &str, most: usize) -> usize {
    let (mut path, mut seen) = (path.to_owned(), 1);
    loop {
        let answer = world.get(&path).await.is(200);
        let next = answer
            .text
            .split("<a class=\"button plain\" href=\"")
            .find(|part| part.contains("rel=\"next\""))
            .map(|part| part.split('"').next().unwrap().replace("&#38;", "&"));
        match next {
            Some(next) if seen < most => {
                path = next.replace("&amp;", "&");
                seen += 1;
            }
            _ => return seen,
        }
    }
}

#[tokio::test]
async fn jobs_are_listed_by_status_and_queues_by_tenant() {
    for world in both().await {
        world
            .get("/console/work")
            .await
            .is(200)
            .has("No jobs are waiting in either environment.");
        jobs(&world, "queued", 3).await;
        jobs(&world, "failed", 101).await;
        world.get("/console/work").await.has("jobs-queued");
        world
            .get("/console/work?status=failed")
            .await
            .has("/docs/errors/document_too_complex");
        assert_eq!(pages(&world, "/console/work?status=failed", 9).await, 3);
        let sandbox = "/console/work?environment=sandbox&status=failed";
        world.get(sandbox).await.has("No jobs with this status");
        let queues = world.store.read(CountQueues).await.unwrap();
        assert_eq!((queues.len(), queues[0].jobs), (1, 3));
        let list = ListJobs {
            environment: Environment::Live,
            status: Status::Failed,
            page: Page::first(),
        };
        let listed = world.store.read(list).await.unwrap();
        let newest_first = listed
            .items
            .is_sorted_by(|a, b| a.request_id > b.request_id);
        assert!(newest_first && listed.items.len() == 20);
    }
}

/// Lets jobs that failed have failed for a reason of the server's.
struct GiveUp;

impl Op for GiveUp {
    type Out = ();
    async fn run(&self, tx: &mut Tx<'_>) -> kofa_domain::Result<()> {
        let sql = "update poa_job set error_code = 'processing_timeout' where status = 'failed'";
        tx.exec(sql, &[]).await?;
        Ok(())
    }
}

#[tokio::test]
async fn what_is_wrong_with_jobs_is_counted_on_the_overview() {
    for world in both().await {
        jobs(&world, "queued", 3).await;
        jobs(&world, "failed", 2).await;
        let count = |seconds| CountTroubled {
            now: world.clock.now().plus_seconds(seconds),
            counted_max: 2,
        };
        let mut expected = Troubled {
            waiting: 2,
            ..Troubled::default()
        };
        let found = world.store.read(count(0)).await.unwrap();
        assert_eq!(
            found, expected,
            "a document that is too complex is no trouble of ours"
        );
        world.store.write(GiveUp).await.unwrap();
        (expected.late, expected.given_up) = (2, 2);
        let found = world.store.read(count(7_200)).await.unwrap();
        assert_eq!(found, expected);
        expected.given_up = 0;
        let found = world.store.read(count(2 * 86_400)).await.unwrap();
        assert_eq!(found, expected);
        world
            .get("/console")
            .await
            .has("extraction jobs that failed in the last day");
    }
}

#[tokio::test]
async fn jobs_of_a_tenant_that_fail_are_a_condition_for_an_hour() {
    for world in both().await {
        let find = |seconds| FindFailing {
            now: world.clock.now().plus_seconds(seconds),
        };
        jobs(&world, "failed", 12).await;
        let found = world.store.read(find(0)).await.unwrap();
        assert_eq!((found.len(), found[0].standing), (1, Standing::Bad));
        let jobs = found[0].jobs.as_ref().unwrap();
        assert_eq!((jobs.failed, jobs.ended), (12, 12));
        assert_eq!(jobs.environment, Environment::Live);
        assert!(world.store.read(find(2 * 3_600)).await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn a_stuck_task_is_found_among_a_hundred_thousand_and_tried_again() {
    for world in both().await {
        world.leaves(Left::Tasks);
        world
            .get("/console/work/outbox")
            .await
            .has("No stuck tasks");
        tasks(&world, "due", 100_000).await;
        tasks(&world, "stuck", 1).await;
        let page = world.get("/console/work/outbox").await;
        let page = page.has("stuck-0").has("the bank is &#60;away&#62;");
        let id = page.text.split("/console/work/outbox/").nth(1).unwrap();
        let id = id.split('/').next().unwrap().to_owned();
        let retry = format!("/console/work/outbox/{id}/retry");
        let done = world.post(&retry, &[]).await.is(303);
        assert_eq!(done.said(), "The task is being retried.");
        // Sent twice.
        world.post(&retry, &[]).await.is(303);
        world
            .get("/console/work/outbox")
            .await
            .has("No stuck tasks");
        world
            .post("/console/work/outbox/x/retry", &[])
            .await
            .is(404);
        assert_eq!(pages(&world, "/console/work/outbox?of=all", 3).await, 3);
    }
}

#[tokio::test]
async fn a_hundred_thousand_jobs_are_paged() {
    for world in both().await {
        jobs(&world, "failed", 100_000).await;
        assert_eq!(pages(&world, "/console/work?status=failed", 3).await, 3);
    }
}

#[tokio::test]
async fn old_holds_are_told_from_young_ones() {
    for world in both().await {
        // Rows of calls that nobody made.
        world.leaves(Left::Books);
        world.leaves(Left::Holds);
        world.get("/console/work/holds").await.has("No old holds");
        let now = world.clock.now();
        let tenant = world.tenant("holder").await.id;
        let wallet = world.wallet_of(&tenant, Environment::Live).await.wallet;
        let row = |seconds: i64| -> [Value<'static>; 6] {
            let at = now.plus_seconds(-seconds);
            [
                Ids.uuid(at).as_bytes().to_vec().into(),
                wallet.0.into(),
                12_345_i64.into(),
                "createExtractionJob".into(),
                "key".into(),
                at.into(),
            ]
        };
        let columns = [
            ("request_id", Type::Bytes),
            ("wallet_no", Type::Int),
            ("amount_kobo", Type::Int),
            ("operation_id", Type::Text),
            ("key_id", Type::Text),
            ("at", Type::Int),
        ];
        world.fill("hold", columns, vec![row(7_200), row(60)]).await;
        let page = world.get("/console/work/holds").await.has("123.45");
        assert_eq!(page.text.matches("createExtractionJob").count(), 1);
        let all = ListOldHolds {
            before: now,
            page: Page::first(),
        };
        let listed = world.store.read(all).await.unwrap();
        assert_eq!(listed.items.len(), 2);
        assert!(!listed.items[0].is_answered);
    }
}
