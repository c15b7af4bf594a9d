//! What stands on every answer, and how the files are kept.

use axum::body::Body;
use http::{Request, StatusCode};

use crate::{Reply, get, paths, send, site};

fn check_headers(path: &str, answer: &Reply) {
    let policy = answer.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'"), "{path}");
    assert!(
        !policy.contains("unsafe") && !policy.contains("http"),
        "{path}"
    );
    assert!(policy.contains("frame-ancestors 'none'"), "{path}");
    assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
    assert_eq!(answer.header("referrer-policy"), "no-referrer", "{path}");
    assert_eq!(answer.header("x-frame-options"), "DENY", "{path}");
    assert_eq!(
        answer.header("cross-origin-opener-policy"),
        "same-origin",
        "{path}"
    );
    assert!(answer.header("permissions-policy").contains("camera=()"));
}

#[tokio::test]
async fn every_answer_has_the_security_headers() {
    let site = site();
    let files = ["/assets/kofa.css", "/assets/kofa.js", "/assets/kofa.svg"].map(str::to_owned);
    let missing = [
        "/docs/errors/nothing",
        "/docs/api/nothing",
        "/assets/nothing",
    ];
    let missing = missing.map(str::to_owned);
    for path in paths().iter().chain(&files).chain(&missing) {
        let answer = get(&site, path).await;
        check_headers(path, &answer);
    }
}

/// The path of the style sheet as pages name it.
async fn style() -> String {
    let page = get(&site(), "/").await.text;
    let (_, after) = page
        .split_once("rel=\"stylesheet\" href=\"")
        .expect("a style sheet");
    after.split('"').next().expect("its path").to_owned()
}

#[tokio::test]
async fn a_named_version_is_kept_for_ever() {
    let site = site();
    let path = style().await;
    let check = async |path: &str, expected: &str| {
        let answer = get(&site, path).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert_eq!(answer.header("content-type"), "text/css; charset=utf-8");
        assert_eq!(answer.header("cache-control"), expected, "{path}");
    };
    check(&path, "public, max-age=31536000, immutable").await;
    check("/assets/kofa.css", "no-cache").await;
    check("/assets/kofa.css?v=old", "no-cache").await;
}

#[tokio::test]
async fn a_known_file_is_not_sent_again() {
    let site = site();
    let tag = get(&site, "/assets/kofa.css")
        .await
        .header("etag")
        .to_owned();
    let ask = async |tag: &str| {
        let request = Request::get("/assets/kofa.css").header("if-none-match", tag);
        send(&site, request.body(Body::empty()).expect("a request")).await
    };
    let known = ask(&tag).await;
    assert_eq!(known.status, StatusCode::NOT_MODIFIED);
    assert_eq!(known.header("etag"), tag);
    assert!(known.text.is_empty());
    assert_eq!(ask("\"other\"").await.status, StatusCode::OK);
}
