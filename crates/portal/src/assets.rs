//! The style sheet, the script and the mark, inside the binary.
//!
//! Pages name them with a piece of their hash in the query, so that a browser may keep them
//! for ever and still gets the new ones after an upgrade.

use std::io::Write as _;
use std::sync::LazyLock;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use data_encoding::HEXLOWER;
use flate2::Compression;
use flate2::write::GzEncoder;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use sha2::{Digest as _, Sha256};

const ACCEPT_ENCODING: HeaderValue = HeaderValue::from_static("accept-encoding");

#[derive(Debug)]
pub(crate) struct Asset {
    name: &'static str,
    media_type: &'static str,
    text: &'static str,
    version: LazyLock<String>,
    /// The same, packed once.
    packed: LazyLock<Vec<u8>>,
}

/// One sheet: every page, then those behind a sign-in.
const SHEET: &str = concat!(
    include_str!("../assets/kofa.css"),
    include_str!("../assets/room.css")
);

pub(crate) static STYLE: Asset = Asset {
    name: "kofa.css",
    media_type: "text/css; charset=utf-8",
    text: SHEET,
    version: LazyLock::new(|| version(SHEET)),
    packed: LazyLock::new(|| pack(SHEET)),
};
/// Copy buttons and the filter of the error list.
pub(crate) static SCRIPT: Asset = Asset {
    name: "kofa.js",
    media_type: "text/javascript; charset=utf-8",
    text: include_str!("../assets/kofa.js"),
    version: LazyLock::new(|| version(include_str!("../assets/kofa.js"))),
    packed: LazyLock::new(|| pack(include_str!("../assets/kofa.js"))),
};
/// The reader's choice of light or dark: before the sheet, so that nothing flashes.
pub(crate) static THEME: Asset = Asset {
    name: "theme.js",
    media_type: "text/javascript; charset=utf-8",
    text: include_str!("../assets/theme.js"),
    version: LazyLock::new(|| version(include_str!("../assets/theme.js"))),
    packed: LazyLock::new(|| pack(include_str!("../assets/theme.js"))),
};
/// The mark in the browser's tab.
static MARK: Asset = Asset {
    name: "kofa.svg",
    media_type: "image/svg+xml",
    text: include_str!("../assets/kofa.svg"),
    version: LazyLock::new(|| version(include_str!("../assets/kofa.svg"))),
    packed: LazyLock::new(|| pack(include_str!("../assets/kofa.svg"))),
};
static ALL: [&Asset; 4] = [&STYLE, &SCRIPT, &THEME, &MARK];

impl Asset {
    /// Where it is, with its version.
    pub(crate) fn path(&self) -> String {
        format!("/assets/{}?v={}", self.name, *self.version)
    }
}

fn version(text: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(text.as_bytes())[..6])
}

fn pack(text: &str) -> Vec<u8> {
    gzip(text.as_bytes(), Compression::best())
}

fn gzip(bytes: &[u8], level: Compression) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), level);
    let packed = encoder.write_all(bytes).and_then(|()| encoder.finish());
    packed.expect("writing to memory does not fail")
}

/// Whether the reader takes gzip (RFC 9110, 12.5.3); a weight of 0 says no.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).iter();
    let accepted = accepted.filter_map(|value| value.to_str().ok());
    accepted.flat_map(|text| text.split(',')).any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, "q=1"));
        let none = matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000");
        name.trim().eq_ignore_ascii_case("gzip") && !none
    })
}

/// Packs what a page of the reference says for whoever takes gzip. Not for pages behind a sign-in:
/// how well they pack would tell of the secrets that they hold.
pub(crate) async fn compress(request: Request, next: Next) -> Response {
    let packs = takes_gzip(request.headers());
    let response = next.run(request).await;
    let (mut parts, body) = response.into_parts();
    parts.headers.append(header::VARY, ACCEPT_ENCODING);
    if !packs || parts.headers.contains_key(header::CONTENT_ENCODING) {
        return Response::from_parts(parts, body);
    }
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    let encoding = HeaderValue::from_static("gzip");
    parts.headers.insert(header::CONTENT_ENCODING, encoding);
    let packed = gzip(&bytes, Compression::fast());
    Response::from_parts(parts, Body::from(packed))
}

/// Answers for the file called `name`; `query` is the raw query of the request.
pub(crate) fn serve(name: &str, query: Option<&str>, headers: &HeaderMap) -> Response {
    let Some(asset) = ALL.into_iter().find(|asset| asset.name == name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let tag = format!("\"{}\"", *asset.version);
    let named = query.and_then(|query| query.strip_prefix("v="));
    let caching = if named == Some(asset.version.as_str()) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let common = [
        (header::ETAG, tag.clone()),
        (header::CACHE_CONTROL, caching.to_owned()),
    ];
    let known = headers
        .get(header::IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|tags| holds(tags, &tag));
    if known {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let media_type = [(header::CONTENT_TYPE, asset.media_type)];
    if takes_gzip(headers) {
        let packed = [(header::CONTENT_ENCODING, "gzip")];
        return (common, media_type, packed, asset.packed.as_slice()).into_response();
    }
    (common, media_type, asset.text).into_response()
}

/// Whether an `If-None-Match` names `tag` (compared weakly, as for any GET).
fn holds(tags: &str, tag: &str) -> bool {
    tags.split(',').any(|one| {
        let one = one.trim();
        one == "*" || one.strip_prefix("W/").unwrap_or(one) == tag
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use http::HeaderValue;

    use super::*;

    #[test]
    fn a_reader_who_takes_gzip_gets_the_same_packed() {
        let check = |accepted: &'static str, expected: bool| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(accepted));
            assert_eq!(takes_gzip(&headers), expected, "{accepted}");
        };
        check("gzip, deflate, br", true);
        check("br;q=1.0, GZIP;q=0.8", true);
        check("gzip;q=0", false);
        check("identity", false);
        let mut text = String::new();
        let mut decoder = flate2::read::GzDecoder::new(STYLE.packed.as_slice());
        std::io::Read::read_to_string(&mut decoder, &mut text).unwrap();
        assert_eq!(text, SHEET);
    }

    /// The classes that stand first in a sheet's selectors: the components it styles.
    fn components(sheet: &str) -> BTreeSet<&str> {
        let rules = sheet
            .split('{')
            .map(|it| it.rsplit(['}', '/']).next().unwrap_or(it));
        let selectors = rules.flat_map(|it| it.split(','));
        let first = selectors.filter_map(|it| it.trim().split([' ', ':', '>', '[']).next());
        let classes = first.filter_map(|it| it.split('.').nth(1));
        classes.filter(|it| !it.is_empty()).collect()
    }

    #[test]
    fn each_component_is_styled_by_one_sheet() {
        let public = components(include_str!("../assets/kofa.css"));
        let signed_in = components(include_str!("../assets/room.css"));
        assert!(public.contains("params") && signed_in.contains("field"));
        let both: Vec<_> = public.intersection(&signed_in).collect();
        assert!(both.is_empty(), "in both sheets: {both:?}");
    }

    #[test]
    fn dark_is_the_same_by_the_system_and_by_choice() {
        let sheet = include_str!("../assets/kofa.css");
        let colours = |selector: &str| -> Vec<&str> {
            let rule = sheet.split_once(selector).unwrap().1;
            let rule = rule.split('}').next().unwrap();
            let lines = rule.lines().map(str::trim);
            lines.filter(|line| line.starts_with("--")).collect()
        };
        let system = colours(":root:not([data-theme=light]) {");
        assert!(system.len() > 15);
        assert_eq!(system, colours(":root[data-theme=dark] {"));
    }

    #[test]
    fn a_known_tag_is_recognised() {
        let check = |tags: &str, expected: bool| assert_eq!(holds(tags, "\"ab\""), expected);
        check("\"ab\"", true);
        check("W/\"ab\"", true);
        check("\"xy\", \"ab\"", true);
        check("*", true);
        check("ab", false);
        check("\"abc\"", false);
        check("", false);
    }
}
