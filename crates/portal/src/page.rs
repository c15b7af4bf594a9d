//! What every page has in common: the frame around it and the headers on it.

use askama::Template;
use axum::response::{IntoResponse as _, Response};
use http::{HeaderName, HeaderValue, StatusCode, header};

use crate::assets;
use crate::reference::{Api, Group};

/// No inline script, no inline style, nothing from elsewhere, no frame; forms of this site only.
pub(crate) const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; \
    img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'";
/// None of the browser's powers is needed to read.
const PERMISSIONS: &str = "accelerometer=(), camera=(), display-capture=(), geolocation=(), \
    gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()";

const SECURITY: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("permissions-policy"), PERMISSIONS),
    (header::X_FRAME_OPTIONS, "DENY"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// What pages behind a sign-in need more: forms to this site, and its live tail. Without the
/// origin as referrer, browsers would not name the origin of a form either.
const ROOM: [(HeaderName, &str); 2] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; \
         connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (header::REFERRER_POLICY, "same-origin"),
];

/// The same for a page that shows a picture which its reader chooses, without sending it anywhere.
const ROOM_WITH_PICTURE: &str = "default-src 'none'; style-src 'self'; script-src 'self'; \
    img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'";

/// Marks the answer of a page that shows a picture of its reader's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShowsPicture;

/// Puts the security headers of pages behind a sign-in on an answer.
pub async fn secure_room(response: Response) -> Response {
    let mut response = secure(response).await;
    let shows_picture = response.extensions().get::<ShowsPicture>().is_some();
    let headers = response.headers_mut();
    for (name, value) in ROOM {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if shows_picture {
        let policy = HeaderValue::from_static(ROOM_WITH_PICTURE);
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// Puts the security headers on an answer, page or file.
pub(crate) async fn secure(mut response: Response) -> Response {
    for (name, value) in SECURITY {
        let value = HeaderValue::from_static(value);
        response.headers_mut().insert(name, value);
    }
    response
}

/// Renders a page. Prices change at the operator's will, so it is asked for each time.
pub(crate) fn render(status: StatusCode, page: &impl Template) -> Response {
    let html = page
        .render()
        .expect("a template of ours writes to memory and calls nothing that fails");
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (status, headers, html).into_response()
}

/// Which part of the site a page belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Home,
    Api,
    Admin,
    Errors,
    Sandbox,
    Verify,
    Status,
}

/// The frame around a page.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) title: String,
    pub(crate) summary: String,
    pub(crate) part: Part,
    /// The path of the page, to mark it in the contents.
    pub(crate) here: String,
    pub(crate) contents: Vec<Group>,
    pub(crate) version: String,
    pub(crate) style: String,
    pub(crate) script: String,
}

impl Frame {
    /// A page of `part` at `here`, with the operations of `api` beside it.
    pub(crate) fn new(
        version: &str,
        part: Part,
        here: String,
        title: impl Into<String>,
        summary: impl Into<String>,
        api: &Api,
    ) -> Self {
        Self {
            title: title.into(),
            summary: summary.into(),
            part,
            here,
            contents: api.groups.clone(),
            version: version.to_owned(),
            style: assets::STYLE.path(),
            script: assets::SCRIPT.path(),
        }
    }

    /// Whether this is the guide called `name`.
    pub(crate) fn is_guide(&self, name: &str) -> bool {
        self.here.strip_prefix("/docs/guides/") == Some(name)
    }

    /// `page` on the link to where the reader is, for `aria-current`.
    pub(crate) fn is(&self, part: Part) -> bool {
        self.part == part
    }
}

/// There is no such page.
#[derive(Debug, Template)]
#[template(path = "missing.html")]
pub(crate) struct Missing {
    pub(crate) frame: Frame,
    pub(crate) what: String,
}
