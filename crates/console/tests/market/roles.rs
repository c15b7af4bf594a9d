//! Who may what: every page and form of these rooms, for every role.

use kofa_core::OperatorRole;
use kofa_core::OperatorRole::{Finance, Ops, Owner, Support};
use kofa_testkit::send;

use crate::world::both;

/// Pages that everyone who is signed in may look at.
const OPEN: &[&str] = &[
    "/console/offers",
    "/console/offers?environment=sandbox",
    "/console/offers/reconciliation",
    "/console/offers/payments",
    "/console/offers/statements",
    "/console/offers/refunds",
    "/console/offers/sandbox/OFR-BAOBAB",
    "/console/offers/sandbox/OFR-BAOBAB/subscriptions",
    "/console/offers/sandbox/OFR-BAOBAB/allotment",
    "/console/reference",
    "/console/reference/brokers",
    "/console/register",
    "/console/register/imports",
    "/console/register/sources",
    "/console/top-ups",
    "/console/top-ups?environment=sandbox&state=kept",
    "/console/top-ups/notices",
    "/console/top-ups/transfers",
    "/console/work",
    "/console/work/outbox",
    "/console/work/holds",
];

/// Pages of forms that need the right to the market.
const OF_MARKET: &[&str] = &[
    "/console/offers/live/new",
    "/console/offers/live/import",
    "/console/offers/sandbox/OFR-BAOBAB/edit",
    "/console/reference/import",
    "/console/reference/new-broker",
    "/console/reference/banks/1",
    "/console/reference/brokers/meristem-stockbrokers",
    "/console/register/source/live/getCompany",
];

/// Forms, and whether they need the right to money rather than the one to the market.
const FORMS: &[(&str, bool)] = &[
    ("/console/offers/live/new", false),
    ("/console/offers/sandbox/OFR-BAOBAB/edit", false),
    ("/console/offers/sandbox/OFR-BAOBAB/do/suspend", false),
    ("/console/offers/sandbox/OFR-BAOBAB/do/cancel", false),
    ("/console/offers/sandbox/OFR-BAOBAB/approval/record", false),
    ("/console/offers/sandbox/OFR-BAOBAB/approval/confirm", false),
    (
        "/console/offers/sandbox/OFR-BAOBAB/approval/withdraw",
        false,
    ),
    ("/console/offers/sandbox/OFR-BAOBAB/allotment", false),
    (
        "/console/offers/sandbox/OFR-BAOBAB/allotment/rehearsal",
        false,
    ),
    ("/console/offers/sandbox/OFR-BAOBAB/refunds", true),
    ("/console/offers/sandbox/OFR-BAOBAB/credits", true),
    ("/console/offers/payments", true),
    ("/console/offers/refunds", true),
    ("/console/offers/refunds/none/file", true),
    ("/console/offers/refunds/none/sent", true),
    ("/console/offers/refunds/none/settle", true),
    ("/console/offers/refunds/none/return", true),
    ("/console/offers/subscription/none/cancel", false),
    ("/console/offers/subscription/none/resolve", false),
    ("/console/reference/banks/1", false),
    ("/console/reference/new-broker", false),
    ("/console/reference/brokers/meristem-stockbrokers", false),
    ("/console/imports/none", true),
    ("/console/imports/none/discard", true),
    ("/console/register/imports/none/check", false),
    ("/console/register/imports/none/discard", false),
    ("/console/register/imports/none/resume", false),
    ("/console/register/source/live/getCompany", false),
    ("/console/register/sandbox/company/1/consent", false),
    ("/console/top-ups/none/look-up", true),
    ("/console/top-ups/none/settle", true),
    ("/console/top-ups/transfers", true),
    ("/console/work/outbox/1/retry", false),
];

/// Forms with a file, likewise.
const UPLOADS: &[(&str, bool)] = &[
    ("/console/offers/live/import", false),
    ("/console/offers/sandbox/OFR-BAOBAB/holders", false),
    ("/console/offers/payments/import", true),
    ("/console/offers/statements", true),
    ("/console/reference/import", false),
    ("/console/register/imports", false),
];

fn may(role: OperatorRole, money: bool) -> bool {
    match role {
        Owner | Ops => true,
        Finance => money,
        Support => false,
    }
}

#[tokio::test]
async fn every_page_and_form_knows_its_roles() {
    for world in both().await {
        for role in OperatorRole::ALL {
            for path in OPEN {
                let answer = world.get_as(role, path).await;
                assert_eq!(answer.status, 200, "{role:?} {path}");
                let changes = answer.text.matches("method=\"post\"").count();
                // Signing out is a form, too.
                assert!(role != Support || changes == 1, "{role:?} {path}");
            }
            for path in OF_MARKET {
                let status = world.get_as(role, path).await.status.as_u16();
                let expected = if may(role, false) { 200 } else { 403 };
                assert_eq!(status, expected, "{role:?} {path}");
            }
            for (path, money) in FORMS {
                let status = world.post_as(role, path, &[]).await.status.as_u16();
                let refused = status == 403;
                assert_eq!(refused, !may(role, *money), "{role:?} {path} {status}");
                assert!(status < 500, "{role:?} {path} {status}");
            }
            for (path, money) in UPLOADS {
                let answer = world
                    .upload_as(role, path, &[], ("a.csv", "a,b\n1,2\n"))
                    .await;
                let status = answer.status.as_u16();
                let refused = status == 403;
                assert_eq!(refused, !may(role, *money), "{role:?} {path} {status}");
                assert!(status < 500, "{role:?} {path} {status}");
            }
        }
    }
}

#[tokio::test]
async fn strangers_are_sent_to_the_door_and_foreign_forms_refused() {
    use axum::body::Body;
    use http::{Request, header};
    let world = both().await.remove(0);
    for path in OPEN.iter().chain(OF_MARKET) {
        let request = Request::get(*path).body(Body::empty()).unwrap();
        let answer = send(&world.router, request).await;
        assert_eq!(answer.status, 303, "{path}");
        assert!(answer.location().starts_with("/console/sign-in"), "{path}");
    }
    let posts = FORMS.iter().chain(UPLOADS);
    for (path, _) in posts {
        let request = Request::post(*path)
            .header(header::HOST, "localhost:8080")
            .header(header::ORIGIN, "https://evil.example")
            .body(Body::from("form_token=x"))
            .unwrap();
        assert_eq!(send(&world.router, request).await.status, 403, "{path}");
    }
}

#[tokio::test]
async fn garbage_in_addresses_is_no_page_and_no_failure() {
    for world in both().await {
        for path in [
            "/console/offers?environment=moon",
            "/console/offers?environment=sandbox&tenant=ten_x",
            "/console/offers/moon/OFR-BAOBAB",
            "/console/offers/sandbox/nope",
            "/console/offers/sandbox/OFR-NOBODY",
            "/console/offers/sandbox/OFR-NOBODY/subscriptions",
            "/console/offers/sandbox/OFR-NOBODY/allotment",
            "/console/offers/sandbox/OFR-BAOBAB/holders",
            "/console/offers/subscription/%00",
            "/console/offers/subscription/none",
            "/console/reference/banks/99999",
            "/console/reference/brokers/nobody",
            "/console/register/moon/company/1",
            "/console/register/live/shoe/1",
            "/console/register/live/company/x",
            "/console/register/live/company/1",
            "/console/imports/none",
            "/console/register/imports/none",
            "/console/register/imports/none/check",
            "/console/register/imports/..%2f..%2fetc/rejects",
            "/console/register/source/moon/getCompany",
        ] {
            world.get(path).await.is(404);
        }
        for path in [
            "/console/offers?cursor=zz",
            "/console/offers/sandbox/OFR-BAOBAB/subscriptions?status=shoe",
            "/console/offers/sandbox/OFR-BAOBAB/subscriptions?tenant=shoe",
            "/console/offers/sandbox/OFR-BAOBAB/subscriptions?cursor=61",
            "/console/offers/payments?outcome=shoe",
            "/console/offers/payments?cursor=61",
            "/console/register?q=Ltd",
            "/console/register?q=okun&cursor=61",
            "/console/work?status=shoe",
            "/console/work?cursor=61",
            "/console/work/outbox?cursor=61",
            "/console/work/holds?cursor=61",
        ] {
            world.get(path).await.is(422);
        }
    }
}
