//! Analytics and the request log over calls that were laid into it.

use http::StatusCode;
use kofa_core::MemberRole;
use kofa_domain::{Environment, Ids, Result, TenantId};
use kofa_insight::calls::digest_all;
use kofa_store::{Column, Op, Tx, Type, Value};
use kofa_testkit::{Browser, Left};

use crate::world::{NOW, World, world};

const LOG: [Column; 11] = [
    ("id", Type::Int),
    ("request_id", Type::Bytes),
    ("at", Type::Int),
    ("operation_id", Type::Text),
    ("key_id", Type::Text),
    ("status", Type::Int),
    ("error_code", Type::Text),
    ("charge_kobo", Type::Int),
    ("balance_kobo", Type::Int),
    ("latency_us", Type::Int),
    ("epoch", Type::Int),
];
/// What a page may weigh beside the sheet and the script, in bytes.
const PAGE_BYTES_MAX: usize = 41_500;

/// A call: how long ago, endpoint, key, status, error, charge, latency in microseconds.
type Laid = (i64, String, String, i64, Option<&'static str>, i64, i64);

/// Writes calls into the log of a sandbox, the oldest first, as settlements would.
struct Lay(TenantId, Vec<Laid>);

impl Op for Lay {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let find = "select no, seq from wallet where tenant_id = $1 and environment = 'sandbox'";
        let wallet = tx.one(find, &[(&self.0).into()]).await?;
        let (no, mut seq): (i64, i64) = (wallet.get("no")?, wallet.get("seq")?);
        let ids: Vec<_> = self.1.iter().map(|_| Ids.uuid(NOW)).collect();
        let mut rows: Vec<[Value<'_>; 11]> = Vec::new();
        for (id, (ago, operation, key, status, error, charge, latency)) in ids.iter().zip(&self.1) {
            seq += 1;
            rows.push([
                ((no << 40) + seq).into(),
                id.as_bytes().into(),
                NOW.plus_seconds(-ago).into(),
                operation.into(),
                key.into(),
                (*status).into(),
                (*error).into(),
                (*charge).into(),
                0_i64.into(),
                (*latency).into(),
                1_i64.into(),
            ]);
        }
        tx.insert_rows("request_log", &LOG, "", &rows).await?;
        let moved = "update wallet set seq = $2 where no = $1";
        tx.exec_one(moved, &[no.into(), seq.into()]).await?;
        Ok(())
    }
}

/// A world in which a tenant has made calls.
async fn called(calls: impl Fn(&str) -> Vec<Laid>) -> World {
    let world = world().await;
    world.leaves(Left::Books);
    let key = world.key(&world.ada, &[Environment::Sandbox]).await;
    let mut calls = calls(key.id.as_str());
    calls.sort_by_key(|call| std::cmp::Reverse(call.0));
    world
        .store
        .write(Lay(world.ada.clone(), calls))
        .await
        .unwrap();
    digest_all(&world.store).await.unwrap();
    world
}

/// A page as it is read, not as it is escaped.
async fn seen(browser: &Browser, path: &str) -> String {
    let page = browser.page(path).await;
    let all = [
        ("&#38;", "&"),
        ("&amp;", "&"),
        ("&#60;", "<"),
        ("&#62;", ">"),
    ];
    all.iter()
        .fold(page, |page, (escaped, plain)| page.replace(escaped, plain))
}

fn call(ago: i64, key: &str, outcome: (i64, Option<&'static str>, i64), latency: i64) -> Laid {
    let (status, error, charge) = outcome;
    (
        ago,
        "getCompanyByRc".to_owned(),
        key.to_owned(),
        status,
        error,
        charge,
        latency,
    )
}

const HOUR: i64 = 3_600;
const DAY: i64 = 24 * HOUR;
const GOOD: (i64, Option<&str>, i64) = (200, None, 5_000);
const MISSING: (i64, Option<&str>, i64) = (404, Some("company_not_found"), 0);
const DOWN: (i64, Option<&str>, i64) = (503, Some("source_unavailable"), 0);

/// Ten calls of the last day, five of the day before, one of two months ago.
fn some(key: &str) -> Vec<Laid> {
    let mut calls: Vec<Laid> = (0..7).map(|_| call(2 * HOUR, key, GOOD, 20_000)).collect();
    calls.push(call(HOUR, key, DOWN, 900_000));
    calls.extend((0..2).map(|_| call(60, key, MISSING, 1_000)));
    calls.extend((0..5).map(|_| call(30 * HOUR, key, GOOD, 10_000)));
    calls.push(call(60 * DAY, key, GOOD, 10_000));
    calls
}

#[tokio::test(flavor = "multi_thread")]
async fn analytics_count_and_compare_what_was_called() {
    let world = called(some).await;
    let viewer = world.sign_in(&world.ada, MemberRole::Viewer).await;
    let page = seen(&viewer, "/portal/sandbox/analytics").await;
    for part in [
        "<dd>10</dd><dd class=\"beside\">up 100% from 5</dd>",
        "<dd>70%</dd><dd class=\"beside\">100% before</dd>",
        "<dd>\u{20a6}350.00</dd><dd class=\"beside\">up 40% from \u{20a6}250.00</dd>",
        "href=\"logs?endpoint=getCompanyByRc&period=24h\"",
        "Till <4></a>",
        "href=\"logs?error=company_not_found&period=24h\"",
        "66.6%",
        "aria-label=\"10 requests in 24 hours\"",
    ] {
        assert!(page.contains(part), "{part} {page}");
    }
    assert_eq!(page.matches("class=\"bar\"").count(), 3 * 24);
    assert!(page.contains("p50 19 ms") && page.contains("line before"));
    for (range, requests) in [
        ("1h", "2 requests"),
        ("7d", "15 requests"),
        ("90d", "16 requests"),
    ] {
        let page = seen(&viewer, &format!("/portal/sandbox/analytics?range={range}")).await;
        assert!(
            page.contains(&format!("aria-label=\"{requests} in ")),
            "{range} {page}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn analytics_are_a_file_and_of_nobody_else() {
    let world = called(some).await;
    let viewer = world.sign_in(&world.ada, MemberRole::Viewer).await;
    let csv = viewer
        .get("/portal/sandbox/analytics/export.csv?range=90d")
        .await;
    assert_eq!(csv.headers["content-type"], "text/csv; charset=utf-8");
    let lines: Vec<&str> = csv.text.lines().collect();
    assert!(lines[1].starts_with("all,,16,13,2,1,"), "{}", lines[1]);
    assert_eq!(
        lines
            .iter()
            .filter(|line| line.starts_with("time,"))
            .count(),
        30
    );
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("error,company_not_found,2,0,2,0,,,,0,"))
    );
    // Neither of the other environment nor of another tenant.
    let bob = world.sign_in(&world.bob, MemberRole::Owner).await;
    for page in [
        seen(&viewer, "/portal/live/analytics?range=90d").await,
        seen(&bob, "/portal/sandbox/analytics?range=90d").await,
    ] {
        assert!(page.contains("No requests in this period") && !page.contains("getCompanyByRc"));
    }
    let csv = bob
        .get("/portal/sandbox/analytics/export.csv?range=90d")
        .await
        .text;
    assert!(csv.contains("all,,0,0,0,0,,,,0,0,0") && !csv.contains("endpoint"));
    let looking = world.look(&world.ada).await;
    assert_eq!(
        looking
            .get("/portal/sandbox/analytics?range=x")
            .await
            .status,
        StatusCode::OK
    );
}

/// Every endpoint, many keys and errors, in every bar.
fn busy(key: &str) -> Vec<Laid> {
    const ERRORS: [&str; 14] = [
        "a_rather_long_error_code_1",
        "a_rather_long_error_code_2",
        "a_rather_long_error_code_3",
        "a_rather_long_error_code_4",
        "a_rather_long_error_code_5",
        "a_rather_long_error_code_6",
        "a_rather_long_error_code_7",
        "a_rather_long_error_code_8",
        "a_rather_long_error_code_9",
        "a_rather_long_error_code_a",
        "a_rather_long_error_code_b",
        "a_rather_long_error_code_c",
        "a_rather_long_error_code_d",
        "a_rather_long_error_code_e",
    ];
    let mut calls = Vec::new();
    for number in 0..6_000_i64 {
        let error = ERRORS[usize::try_from(number).unwrap() % ERRORS.len()];
        let outcome = match number % 3 {
            0 => (200, None, 5_000),
            1 => (422, Some(error), 0),
            _ => (503, Some(error), 0),
        };
        let key = match number % 12 {
            0 => key.to_owned(),
            other => format!("key_{other:032x}"),
        };
        let operation = format!("getSomethingOfACompany{}", number % 33);
        let (status, error, charge) = outcome;
        calls.push((
            number * 1_300,
            operation,
            key,
            status,
            error,
            charge,
            900 + number * 37,
        ));
    }
    calls
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_a_busy_tenant_stay_small() {
    let world = called(busy).await;
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    for path in [
        "analytics?range=1h",
        "analytics?range=24h",
        "analytics?range=7d",
        "analytics?range=30d",
        "analytics?range=90d",
        "logs",
        "logs?period=90d",
        "logs?status=errors&key=key_00000000000000000000000000000001&period=7d",
    ] {
        let page = owner.page(&format!("/portal/sandbox/{path}")).await;
        assert!(page.len() < PAGE_BYTES_MAX, "{path}: {}", page.len());
        assert!(page.contains("class=\"bar\""), "{path}");
    }
    let page = seen(&owner, "/portal/sandbox/analytics?range=90d").await;
    assert!(page.contains("27 more in the CSV file."), "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_typed_becomes_the_filter() {
    let world = called(some).await;
    let viewer = world.sign_in(&world.ada, MemberRole::Viewer).await;
    let logs = "/portal/sandbox/logs";
    let typed = viewer
        .get(&format!(
            "{logs}?charge=free&q=status%3A4xx+key%3A%22till+%3C4%3E%22+last%3A24h"
        ))
        .await;
    assert_eq!(typed.status, StatusCode::SEE_OTHER);
    let place = typed.location().to_owned();
    assert!(place.contains("?period=24h&status=4xx&key=key_"), "{place}");
    assert!(place.ends_with("&charge=free"), "{place}");
    let page = seen(&viewer, &place).await;
    assert!(page.contains("<h2 id=\"count\">2 requests</h2>"), "{page}");
    assert!(page.contains("charged and free requests together"));
    for chip in ["status:4xx", "key:Till <4>", "charge:free", "period:24h"] {
        assert!(
            page.contains(&format!("aria-label=\"Remove {chip}\"")),
            "{chip} {page}"
        );
    }
    let wrong = viewer.get(&format!("{logs}?q=colour%3Ared+404")).await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        wrong.text.contains("is not a search field"),
        "{}",
        wrong.text
    );
    assert!(wrong.text.contains("value=\"colour:red 404\""));
    let all = seen(&viewer, logs).await;
    assert!(all.contains("<h2 id=\"count\">16 requests</h2>"));
    let errors = seen(&viewer, &format!("{logs}?status=errors")).await;
    assert!(errors.contains("<h2 id=\"count\">3 requests</h2>") && errors.contains("data-choose"));
    let few = seen(&viewer, &format!("{logs}?cols=at&cols=error")).await;
    assert!(
        few.contains("rows calls no-charge no-latency no-key"),
        "{few}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_lead_there_and_back() {
    let many = |key: &str| (0..70).map(|at| call(at * 60, key, GOOD, 1_000)).collect();
    let world = called(many).await;
    let viewer = world.sign_in(&world.ada, MemberRole::Viewer).await;
    let rows = |page: &str| -> Vec<String> {
        let links = page.split("class=\"tight at\"><a href=\"").skip(1);
        links
            .map(|rest| rest.split('"').next().unwrap().to_owned())
            .collect()
    };
    let beside = |page: &str, rel: &str| {
        let link = page.split(&format!("\" rel=\"{rel}\"")).next().unwrap();
        let link = link.rsplit("href=\"").next().unwrap();
        link.to_owned()
    };
    let first = seen(&viewer, "/portal/sandbox/logs?period=24h").await;
    assert!(
        !first.contains("rel=\"prev\"") && first.contains("About 70 requests"),
        "{first}"
    );
    let second = seen(&viewer, &beside(&first, "next")).await;
    let third = seen(&viewer, &beside(&second, "next")).await;
    assert_eq!((rows(&first).len(), rows(&third).len()), (25, 20));
    assert!(!third.contains("rel=\"next\""));
    let back = seen(&viewer, &beside(&third, "prev")).await;
    assert_eq!(rows(&back), rows(&second));
    let start = seen(&viewer, &beside(&second, "prev")).await;
    assert_eq!(rows(&start), rows(&first));
    // From call to call.
    let links = rows(&first);
    let one = seen(&viewer, &links[1]).await;
    assert_eq!(beside(&one, "prev"), links[0]);
    assert_eq!(beside(&one, "next"), links[2]);
    assert!(
        one.contains("href=\"/portal/sandbox/logs?period=24h\""),
        "{one}"
    );
    let newest = seen(&viewer, &links[0]).await;
    assert!(!newest.contains("rel=\"prev\""));
}

#[tokio::test(flavor = "multi_thread")]
async fn members_keep_views_and_operators_none() {
    let world = world().await;
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    let viewer = world.sign_in(&world.ada, MemberRole::Viewer).await;
    let logs = "/portal/sandbox/logs";
    let views = format!("{logs}/views");
    let query = "?status=errors&period=7d&before=9&nonsense=1";
    let saved = viewer
        .post(&views, &[("name", "<b>Broken</b>"), ("query", query)])
        .await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.text);
    assert_eq!(saved.location(), format!("{logs}?period=7d&status=errors"));
    let page = seen(&viewer, logs).await;
    let link = "<a href=\"/portal/sandbox/logs?period=7d&status=errors\"><b>Broken";
    assert!(page.contains(link), "{page}");
    for other in [
        seen(&owner, logs).await,
        seen(&viewer, "/portal/live/logs").await,
    ] {
        assert!(!other.contains("Broken"));
    }
    let empty = viewer.post(&views, &[("name", "All"), ("query", "")]).await;
    assert_eq!(empty.status, StatusCode::UNPROCESSABLE_ENTITY);
    let gone = [("name", "<b>Broken</b>"), ("query", "?status=errors")];
    let theirs = owner.post(&format!("{views}/delete"), &gone).await;
    assert_eq!(theirs.status, StatusCode::NOT_FOUND);
    let deleted = viewer.post(&format!("{views}/delete"), &gone).await;
    assert_eq!(deleted.location(), format!("{logs}?status=errors"));
    assert!(!seen(&viewer, logs).await.contains("Broken"));
    let (action, fields) = deleted.undo();
    let fields = fields
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()));
    let again = viewer.post(&action, &fields.collect::<Vec<_>>()).await;
    assert_eq!(again.said(), "View saved.");
    assert!(seen(&viewer, logs).await.contains(link));
    let looking = world.look(&world.ada).await;
    assert!(!seen(&looking, logs).await.contains("Saved views"));
    let refused = looking
        .post(&views, &[("name", "x"), ("query", "status=errors")])
        .await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
}
