//! The public form that asks for access, as strangers use and abuse it.

use std::sync::Arc;

use axum::Router;
use http::StatusCode;
use kofa_core::Page;
use kofa_identity::access_requests::{AccessRequest, ListAccessRequests, SignUp};
use kofa_portal::kit::WebState;
use kofa_testkit::{Browser, NOW, TestApp};

use crate::world::products;

const PATH: &str = "/request-access";
const FINE: [(&str, &str); 5] = [
    ("business", "Eko Foods"),
    ("name", "Bola Ade"),
    ("email", "bola@example.com"),
    ("rcNumber", "RC 123456"),
    ("purpose", "A shop"),
];

async fn router(app: &TestApp, sign_up: SignUp) -> Router {
    let mut admin = app.admin_state(products(), Default::default()).await;
    admin.house.sign_up = sign_up;
    let web = Arc::new(WebState::new(Arc::new(admin), "0.0.0-test"));
    kofa_portal::auth::routes(web)
}

async fn asked(app: &TestApp) -> Vec<AccessRequest> {
    let list = ListAccessRequests {
        vault: app.vault.clone(),
        now: NOW,
        page: Page::first(),
    };
    app.store.read(list).await.unwrap().items
}

/// The form with something else in one of its fields.
fn but<'a>(field: &'a str, text: &'a str) -> Vec<(&'a str, &'a str)> {
    let others = FINE.into_iter().filter(|(name, _)| *name != field);
    others.chain([(field, text)]).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_is_kept_and_the_answer_tells_nothing() {
    let app = TestApp::on_sqlite(NOW).await;
    let stranger = Browser::nobody(&router(&app, SignUp::Request).await);
    let known = app.tenant("ada").await.email;
    let form = stranger.page(PATH).await;
    assert!(form.contains("Business name") && form.contains("(optional)"));
    assert!(stranger.page("/portal/sign-in").await.contains(PATH));
    let led = stranger.get("/portal/sign-up").await;
    assert_eq!(led.location(), PATH);
    let new = stranger.post(PATH, &FINE).await;
    assert_eq!(new.status, StatusCode::OK);
    assert!(new.text.contains("Your request is with the operator"));
    for email in [known.as_str(), "bola@example.com"] {
        let again = stranger.post(PATH, &but("email", email)).await;
        assert_eq!((again.status, &again.text), (new.status, &new.text));
    }
    assert_eq!(asked(&app).await.len(), 2);
    // A field that nobody sees is filled in by programs.
    let trapped = [&but("email", "bot@example.com")[..], &[("website", "x")]].concat();
    let bot = stranger.post(PATH, &trapped).await;
    assert_eq!(bot.text, new.text);
    assert_eq!(asked(&app).await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_forms_are_refused_with_the_field_named() {
    let app = TestApp::on_sqlite(NOW).await;
    let stranger = Browser::nobody(&router(&app, SignUp::Request).await);
    let long = "x".repeat(60_000);
    for (field, text, said) in [
        ("business", "", "Business is required"),
        ("business", long.as_str(), "at most 100 characters"),
        ("name", "<b>Bola</b>", "Name must be plain text"),
        ("name", "Bola\u{202e}", "Name must have"),
        ("email", "a@x.ng, b@x.ng", "Email must be"),
        ("email", "bola", "Email must be"),
        (
            "rcNumber",
            "' or 1=1 --;",
            "\u{201c}RC number\u{201d} must have",
        ),
        ("purpose", "a\u{7}b", "Purpose must be plain text"),
    ] {
        let refused = stranger.post(PATH, &but(field, text)).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{field}");
        assert!(refused.text.contains(said), "{field}: {}", refused.text);
        let marked = format!("id=\"{field}-hint\"");
        assert!(refused.text.contains(&marked), "{field} is marked");
        assert!(!refused.text.contains("<b>Bola"), "nothing is markup");
        assert!(refused.text.contains("Eko Foods") || field == "business");
    }
    let huge = "x".repeat(70_000);
    let refused = stranger.post(PATH, &but("purpose", &huge)).await;
    assert_eq!(refused.status, StatusCode::PAYLOAD_TOO_LARGE);
    let foreign = stranger.post_from(PATH, &FINE, "http://evil.test").await;
    assert_eq!(foreign.status, StatusCode::FORBIDDEN);
    assert!(asked(&app).await.is_empty());
    let unknown = stranger.get("/request-access/kofa_sign_up_1").await;
    assert_eq!(unknown.status, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_asks_too_often_has_to_wait() {
    let app = TestApp::on_sqlite(NOW).await;
    let stranger = Browser::nobody(&router(&app, SignUp::Request).await);
    for _ in 0..20 {
        let asked = stranger.post(PATH, &FINE).await;
        assert_eq!(asked.status, StatusCode::OK);
    }
    let waits = stranger.post(PATH, &FINE).await;
    assert_eq!(waits.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(waits.text.contains("Try again in"), "{}", waits.text);
    assert!(waits.text.contains("Bola Ade"), "what was typed stays");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_setting_opens_and_shuts_the_form() {
    let app = TestApp::on_sqlite(NOW).await;
    let off = Browser::nobody(&router(&app, SignUp::Off).await);
    for answer in [off.get(PATH).await, off.post(PATH, &FINE).await] {
        assert_eq!(answer.status, StatusCode::NOT_FOUND);
        assert!(!answer.text.contains("<form"));
    }
    assert!(!off.page("/portal/sign-in").await.contains(PATH));
    assert!(asked(&app).await.is_empty());
    // Without a mail server no link can be sent: an operator decides.
    let open = Browser::nobody(&router(&app, SignUp::Open).await);
    let answer = open.post(PATH, &FINE).await;
    assert!(answer.text.contains("Your request is with the operator"));
    assert_eq!(asked(&app).await.len(), 1);
}
