//! The page of a verification code, and what stands on it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops here")]

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::response::{IntoResponse as _, Response};
use http::{Request, StatusCode};
use kofa_core::endpoint::Envelope;
use kofa_domain::{Clock as _, Error, ManualClock, RequestId, Timestamp};
use kofa_gate::{failure, status};
use kofa_portal::{LookUp, Standing, Verified, Verify, verify_routes};
use serde_json::Value;

use crate::{Reply, get, send};

/// The one code that something was drawn under.
const KNOWN: &str = "7KQM-X2RD-9WTF-H4VB";
/// The code of a specimen.
const SPECIMEN: &str = "9KQM-X2RD-9WTF-H4VD";
/// A code that makes the store fail.
const BROKEN: &str = "BROKEN";

fn verified(standing: Standing) -> Verified {
    let at = Timestamp::parse_rfc3339("2026-11-21T09:30:00Z").unwrap();
    Verified {
        code: KNOWN.to_owned(),
        document: "certificate",
        is_specimen: false,
        number: "RC 1885308".to_owned(),
        entity_type: "COMPANY",
        company_name: "<b>Ẹbùn</b> & Sons Limited".to_owned(),
        registration_status: "STRUCK_OFF",
        registration_date: Some("2021-06-14".to_owned()),
        retrieved_at: at.plus_seconds(-60),
        issued_at: at,
        sha256: "ab".repeat(32),
        standing,
    }
}

/// As [`verified`], of the sandbox.
fn specimen() -> Verified {
    Verified {
        is_specimen: true,
        ..verified(Standing::Holds)
    }
}

struct Room {
    site: Router,
    clock: ManualClock,
    asked: Arc<Mutex<Vec<String>>>,
}

fn refused(error: &Error) -> Response {
    let id: RequestId = "0198f3a2-7c41-7d3e-9b52-4f6a1c0e8d27".parse().unwrap();
    let (media_type, body) = failure(Envelope::PROBLEM, error, id);
    (status(error.kind()), [("content-type", media_type)], body).into_response()
}

async fn room(standing: Standing) -> Room {
    let now = Timestamp::parse_rfc3339("2026-11-21T09:30:00Z").unwrap();
    let clock = ManualClock::new(now);
    let asked = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&asked);
    let look_up: LookUp = Arc::new(move |code| {
        heard.lock().unwrap().push(code.clone());
        let found = match code.as_str() {
            KNOWN => Ok(Some(verified(standing.clone()))),
            SPECIMEN => Ok(Some(specimen())),
            BROKEN => Err(Error::unavailable("the store is away")),
            _ => Ok(None),
        };
        Box::pin(std::future::ready(found))
    });
    let verify = Verify {
        address: Arc::new(|_| [192, 0, 2, 1].into()),
        clock: Arc::new(clock.clone()),
        refuse: Arc::new(refused),
        look_up,
        version: "0.0.0-test",
    };
    Room {
        site: verify_routes(verify),
        clock,
        asked,
    }
}

async fn json(room: &Room, code: &str) -> Reply {
    let request = Request::get(format!("/verify/{code}")).header("accept", "application/json");
    send(&room.site, request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn the_page_says_what_was_drawn_and_whether_it_holds() {
    let changed = Standing::Changed {
        company_name: Some("Ebun Limited".to_owned()),
        registration_status: Some("DISSOLVED"),
    };
    for (standing, words, word) in [
        (Standing::Holds, "Matches the register", "HOLDS"),
        (changed, "The register has changed since", "CHANGED"),
        (
            Standing::Unknown,
            "not checked against the register",
            "UNKNOWN",
        ),
    ] {
        let room = room(standing).await;
        let page = get(&room.site, &format!("/verify/{KNOWN}")).await;
        assert_eq!(page.status, StatusCode::OK);
        for text in [words, "RC 1885308", "Struck off", "2026-11-21 10:30", KNOWN] {
            assert!(page.text.contains(text), "{text} in {}", page.text);
        }
        assert!(!page.text.contains("<b>Ẹbùn"), "names are escaped");
        assert!(
            page.header("content-security-policy")
                .contains("form-action 'self'")
        );
        assert_eq!(page.header("cache-control"), "private, no-store");
        let body: Value = serde_json::from_str(&json(&room, KNOWN).await.text).unwrap();
        assert_eq!(body["standing"], word);
        assert_eq!(body["sha256"], "ab".repeat(32));
        assert_eq!(body["now"].is_null(), word != "CHANGED");
        assert_eq!(room.asked.lock().unwrap().len(), 2);
    }
}

#[tokio::test]
async fn a_specimen_is_no_extract_of_the_register() {
    let room = room(Standing::Holds).await;
    let extract = "extract of the register of the Corporate Affairs Commission";
    let page = get(&room.site, &format!("/verify/{SPECIMEN}")).await;
    assert!(page.text.contains("a specimen made from sandbox test data"));
    assert!(
        page.text
            .contains("not issued by the Corporate Affairs Commission")
    );
    assert!(!page.text.contains(extract), "{}", page.text);
    let live = get(&room.site, &format!("/verify/{KNOWN}")).await;
    assert!(live.text.contains(extract) && !live.text.contains("specimen"));
}

#[tokio::test]
async fn what_was_never_drawn_is_not_found_and_what_fails_says_so() {
    let room = room(Standing::Holds).await;
    let page = get(&room.site, "/verify/AAAA").await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
    assert!(page.text.contains("No document has this code"));
    let body: Value = serde_json::from_str(&json(&room, "AAAA").await.text).unwrap();
    assert_eq!(body["code"], "not_found");
    let failed = get(&room.site, &format!("/verify/{BROKEN}")).await;
    assert_eq!(failed.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(!failed.text.contains("the store is away"));
}

#[tokio::test]
async fn a_typed_code_leads_to_its_page_and_nowhere_else() {
    let room = room(Standing::Holds).await;
    let form = get(&room.site, "/verify").await;
    assert_eq!(form.status, StatusCode::OK);
    for (typed, place) in [
        ("7kqm+x2rd-9wtf-h4vb", "/verify/7kqmx2rd9wtfh4vb"),
        ("%2F%2Fevil.example%2F", "/verify/evilexample"),
        ("%0D%0Aset-cookie:1", "/verify/setcookie1"),
    ] {
        let answer = get(&room.site, &format!("/verify?code={typed}")).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{typed}");
        assert_eq!(answer.header("location"), place);
    }
    assert!(room.asked.lock().unwrap().is_empty());
}

#[tokio::test]
async fn trying_codes_is_slow() {
    let room = room(Standing::Holds).await;
    let mut refused = None;
    for _ in 0..30 {
        let answer = get(&room.site, "/verify/AAAA").await;
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            refused = Some(answer);
        }
    }
    let refused = refused.expect("an address has twenty tries at once");
    assert_eq!(refused.header("retry-after"), "1");
    assert_eq!(room.asked.lock().unwrap().len(), 20);
    room.clock.advance_seconds(1);
    assert_eq!(room.clock.now().millis() % 1_000, 0);
    assert_eq!(
        get(&room.site, "/verify/AAAA").await.status,
        StatusCode::NOT_FOUND
    );
}
