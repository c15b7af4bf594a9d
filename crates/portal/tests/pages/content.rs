//! What the pages say, and what they must never hold.

use std::collections::BTreeSet;

use http::StatusCode;
use kofa_domain::Kind;
use kofa_gate::status;

use crate::{BASE_URL, PAGE_BYTES_MAX, codes, get, paths, site};

#[tokio::test]
async fn every_code_has_a_page_that_says_what_the_code_says() {
    let site = site();
    for code in codes() {
        let page = get(&site, &format!("/docs/errors/{}", code.name)).await;
        assert_eq!(page.status, StatusCode::OK, "{}", code.name);
        assert!(page.text.contains(&format!("<code>{}</code>", code.name)));
        let shown = format!(
            "<span class=\"status bad\">{}</span>",
            status(code.kind).as_u16()
        );
        assert!(page.text.contains(&shown), "{}", code.name);
        // The first words of both texts, up to what is marked up.
        for text in [code.meaning, code.remedy] {
            let plain = |c: char| c.is_alphanumeric() || c == ' ' || c == ',';
            let words: String = text.chars().take_while(|c| plain(*c)).collect();
            assert!(page.text.contains(&words), "{}: {words}", code.name);
        }
        assert!(page.text.contains("Error response body"), "{}", code.name);
    }
}

#[tokio::test]
async fn only_what_is_in_doubt_may_have_been_charged() {
    let site = site();
    for code in codes() {
        let page = get(&site, &format!("/docs/errors/{}", code.name)).await;
        let is_never = page.text.contains("<dt>Charged</dt><dd>Never</dd>");
        assert_eq!(is_never, code.kind != Kind::InDoubt, "{}", code.name);
        // What its text says, too: another code must not leave it open.
        let is_open = code.meaning.contains("charged, or neither");
        assert_eq!(is_open, code.kind == Kind::InDoubt, "{}", code.name);
    }
}

#[tokio::test]
async fn a_page_shows_the_shapes_that_occur() {
    const PRODUCTS: [&str; 3] = ["IPO", "Proof of address", "Business registry"];
    let site = site();
    let check = async |code: &str, products: &[&str], others: bool| {
        let page = get(&site, &format!("/docs/errors/{code}")).await;
        for shape in PRODUCTS {
            let title = format!("Error response body, {shape}");
            assert_eq!(
                page.text.contains(&title),
                products.contains(&shape),
                "{code}"
            );
        }
        let title = "Error response body, Account and admin API";
        assert_eq!(page.text.contains(title), others, "{code}");
    };
    check("company_not_found", &["Business registry"], false).await;
    check("invalid_field", &PRODUCTS, true).await;
    check("not_found", &PRODUCTS, true).await;
    check("method_not_allowed", &PRODUCTS, true).await;
    check("unauthorized", &[], true).await;
    check("offer_not_in_state", &[], true).await;
    check("invalid_register_file", &[], true).await;
}

#[tokio::test]
async fn what_does_not_exist_is_a_404_page() {
    let site = site();
    let check = async |path: &str| {
        let page = get(&site, path).await;
        assert_eq!(page.status, StatusCode::NOT_FOUND, "{path}");
        assert!(page.text.contains("Page not found"), "{path}");
        assert!(!page.text.contains("<script>alert"), "{path}");
    };
    check("/docs/errors/no_such_code").await;
    check("/docs/errors/%3Cscript%3Ealert(1)%3C%2Fscript%3E").await;
    check("/docs/errors/..%2F..%2Fetc%2Fpasswd").await;
    check("/docs/api/noSuchOperation").await;
    check("/docs/admin/noSuchOperation").await;
    let file = get(&site, "/assets/..%2FCargo.toml").await;
    assert_eq!(file.status, StatusCode::NOT_FOUND);
}

/// The values of an attribute.
fn values<'a>(html: &'a str, attribute: &str) -> Vec<&'a str> {
    let start = format!(" {attribute}=\"");
    let ends = html.split(start.as_str()).skip(1);
    ends.filter_map(|rest| rest.split('"').next()).collect()
}

#[tokio::test]
async fn nothing_comes_from_another_origin_and_nothing_stands_inline() {
    let site = site();
    for path in paths() {
        let page = get(&site, &path).await.text;
        // Examples in seven languages are much the same: a sixth of them travels.
        let most = PAGE_BYTES_MAX + 8 * 1024;
        assert!(page.len() <= most, "{path}: {} bytes", page.len());
        for attribute in ["href", "src", "action", "srcset", "data"] {
            for target in values(&page, attribute) {
                let ours = target.starts_with('/') && !target.starts_with("//");
                assert!(ours || target.starts_with('#'), "{path}: {target}");
            }
        }
        let others = page.replace(BASE_URL, "");
        assert!(!others.contains("://"), "{path}");
        assert!(values(&page, "style").is_empty(), "{path}");
        assert!(
            !page.contains("<style") && !page.contains("<script>"),
            "{path}"
        );
        assert!(
            !page.contains(" onclick") && !page.contains(" onload"),
            "{path}"
        );
    }
    for path in ["/assets/kofa.css", "/assets/kofa.js"] {
        let file = get(&site, path).await.text;
        let count = |brace| file.matches(brace).count();
        assert_eq!(count('{'), count('}'), "{path} is cut off or half of two");
        for word in ["://", "@import", "url(", "eval(", "innerHTML"] {
            assert!(!file.contains(word), "{path}: {word}");
        }
    }
}

/// Codes of the address engine: the documents endpoints answer with them, and only the server
/// may use that room to list them.
const ENGINE_CODES: [&str; 10] = [
    "document_password_wrong",
    "unsupported_document_type",
    "document_too_large",
    "encrypted_document",
    "corrupt_document",
    "too_many_pages",
    "unreadable_document",
    "image_too_small",
    "ocr_unavailable",
    "reader_busy",
];

#[tokio::test]
async fn every_link_leads_somewhere() {
    let site = site();
    let mut links = BTreeSet::new();
    let paths: BTreeSet<String> = paths().into_iter().collect();
    for path in &paths {
        let page = get(&site, path).await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
        for target in values(&page.text, "href") {
            match target.strip_prefix('#') {
                Some(id) => assert!(page.text.contains(&format!("id=\"{id}\"")), "{path}: {id}"),
                None => drop(links.insert(target.to_owned())),
            }
        }
    }
    // Served beside these routes.
    links.remove("/openapi.json");
    links.remove("/admin/openapi.json");
    // Served with the rooms: `tests/tenant`.
    links.remove("/status");
    links.remove("/portal/sign-in");
    links.remove("/console/sign-in");
    links.remove("/request-access");
    links.retain(|link| !link.starts_with("/portal/sandbox/try/"));
    for code in ENGINE_CODES {
        links.remove(&format!("/docs/errors/{code}"));
    }
    for link in links.difference(&paths) {
        assert_eq!(get(&site, link).await.status, StatusCode::OK, "{link}");
    }
}

#[tokio::test]
async fn pages_are_built_for_every_reader() {
    let site = site();
    for path in paths() {
        let page = get(&site, &path).await.text;
        let count = |what: &str| page.matches(what).count();
        assert_eq!(count("<h1"), 1, "{path}");
        assert_eq!(count("<main id=\"main\""), 1, "{path}");
        assert!(
            page.starts_with("<!doctype html>\n<html lang=\"en-NG\">"),
            "{path}"
        );
        assert!(page.contains("class=\"skip\" href=\"#main\""), "{path}");
        assert!(page.contains("name=\"viewport\""), "{path}");
        let mut ids = values(&page, "id");
        ids.sort_unstable();
        let all = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), all, "{path}: an id stands twice");
        for element in [
            "div", "ul", "li", "dl", "section", "article", "details", "p", "figure",
        ] {
            let opened = count(&format!("<{element}>")) + count(&format!("<{element} "));
            assert_eq!(opened, count(&format!("</{element}>")), "{path}: {element}");
        }
    }
}

#[tokio::test]
async fn an_operation_shows_price_fields_and_a_line_to_try() {
    let site = site();
    let check = async |path: &str, expected: &[&str]| {
        let page = get(&site, path).await.text;
        for text in expected {
            assert!(page.contains(text), "{path}: {text}");
        }
    };
    check(
        "/docs/api/getCompanyByRc",
        &[
            "₦50.00",
            "company/rc?rcNumber=0000010",
            "X-API-Key: $KOFA_API_KEY",
            "<code class=\"name\">registrationStatus</code>",
            "href=\"/docs/errors/company_not_found\"",
            "business_validation_registry",
        ],
    )
    .await;
    check(
        "/docs/api/subscribe",
        &[
            "₦100.00",
            "Idempotency-Key: ",
            "<code class=\"name\">nextOfKinFullName</code>",
            "validateOnly",
            "href=\"/docs/errors/duplicate_subscription\"",
        ],
    )
    .await;
    check("/docs/api/extractAddress", &["-F 'file=@utility-bill.pdf'"]).await;
    check(
        "/docs/admin",
        &["Bearer $KOFA_ADMIN_TOKEN", "/admin/v1/tenants"],
    )
    .await;
}

/// The table of reserved values names only codes that exist, with their status.
#[tokio::test]
async fn reserved_values_answer_with_codes_that_exist() {
    let page = get(&site(), "/docs/sandbox").await.text;
    let rows: Vec<&str> = page.split("<tr><th scope=\"row\">").skip(1).collect();
    assert!(rows.len() > 20);
    for row in rows {
        let row = row.split("</tr>").next().expect("a row ends");
        let Some((_, link)) = row.split_once("/docs/errors/") else {
            continue;
        };
        let name = link.split('"').next().expect("a link ends");
        if ENGINE_CODES.contains(&name) {
            continue;
        }
        let code = codes().into_iter().find(|code| code.name == name);
        let code = code.expect("the code exists");
        assert!(
            row.contains(&format!(">{}</span>", status(code.kind).as_u16())),
            "{row}"
        );
    }
}
