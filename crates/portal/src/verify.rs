//! The page on which anyone who holds a document sees what was drawn under its code. Needs no
//! key; tells in short what the copy itself says, and whether it still holds.
//!
//! Codes cannot be guessed, and trying is slow: each address has a small allowance, and what
//! is no code, an unknown code and a mistyped one look the same.

use std::collections::HashMap;
use std::fmt;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

use askama::Template;
use axum::Router;
use axum::extract::{Path, Query, Request, State};
use axum::middleware::map_response;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use http::request::Parts;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use kofa_core::codes::{NOT_FOUND, RATE_LIMIT_EXCEEDED};
use kofa_domain::{Clock, Error, GcraCell, Rate, Result, Timestamp, network_of};
use serde_json::{Value, json};

use crate::assets;
use crate::page::{Frame, POLICY, Part, render, secure};

/// What an address may ask: one code a second on average, twenty at once.
const ALLOWANCE: Rate = Rate {
    per_second: 1,
    burst: 20,
};
/// Addresses remembered. When there are more, all are forgotten: someone with that many
/// addresses gains a few tries, and nobody can fill the memory.
const ADDRESSES_MAX: usize = 20_000;

/// What was drawn under a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// As it is printed.
    pub code: String,
    /// `certificate` or `status-report`.
    pub document: &'static str,
    /// Whether it is of the sandbox.
    pub is_specimen: bool,
    /// `RC 1885308`
    pub number: String,
    /// `COMPANY`
    pub entity_type: &'static str,
    /// The name on the document.
    pub company_name: String,
    /// The status on the document, as a word: `STRUCK_OFF`.
    pub registration_status: &'static str,
    /// `YYYY-MM-DD`
    pub registration_date: Option<String>,
    /// When the register was read.
    pub retrieved_at: Timestamp,
    /// When the document was drawn.
    pub issued_at: Timestamp,
    /// Of the file, in hexadecimal.
    pub sha256: String,
    /// Whether it still holds.
    pub standing: Standing,
}

/// Whether a document still holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The register says the same.
    Holds,
    /// It says something else.
    Changed {
        /// The name by now, if it is another.
        company_name: Option<String>,
        /// The status by now, if it is another.
        registration_status: Option<&'static str>,
    },
    /// The register at hand cannot tell.
    Unknown,
}

/// An answer that is waited for.
pub type Answering = Pin<Box<dyn Future<Output = Result<Option<Verified>>> + Send>>;
/// Looks a code up, as it was typed.
pub type LookUp = Arc<dyn Fn(String) -> Answering + Send + Sync>;

/// The address of whoever sent a request.
pub type Address = Arc<dyn Fn(&Parts) -> IpAddr + Send + Sync>;
/// The answer of a failure.
pub type Refuse = Arc<dyn Fn(&Error) -> Response + Send + Sync>;

/// What the verify pages are made of.
#[derive(Clone)]
pub struct Verify {
    pub address: Address,
    /// Tells what time it is.
    pub clock: Arc<dyn Clock>,
    /// Says what failed, as the main host says it.
    pub refuse: Refuse,
    /// Finds what was drawn.
    pub look_up: LookUp,
    /// Shown at the foot of each page.
    pub version: &'static str,
}

impl fmt::Debug for Verify {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Verify")
            .field("version", &self.version)
            .finish_non_exhaustive()
    }
}

struct Room {
    verify: Verify,
    allowances: Allowances,
}

/// `/verify` and `/verify/{code}`.
pub fn verify_routes(verify: Verify) -> Router {
    let room = Room {
        verify,
        allowances: Allowances::default(),
    };
    Router::new()
        .route("/verify", get(ask))
        .route("/verify/{code}", get(tell))
        .route_layer(map_response(private))
        .with_state(Arc::new(room))
}

/// The security headers, with a form that leads here; kept and listed by nobody.
async fn private(response: Response) -> Response {
    let mut response = secure(response).await;
    let headers = response.headers_mut();
    let policy = POLICY.replace("form-action 'none'", "form-action 'self'");
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    let no_store = HeaderValue::from_static("private, no-store");
    headers.insert(header::CACHE_CONTROL, no_store);
    headers.insert(
        "x-robots-tag",
        HeaderValue::from_static("noindex, nofollow"),
    );
    response
}

/// `GET /verify`
async fn ask(
    State(room): State<Arc<Room>>,
    Query(query): Query<HashMap<String, String>>,
) -> Response {
    let typed = query.get("code").map(|code| code.trim());
    if let Some(code) = typed.filter(|code| !code.is_empty()) {
        let letters = code.chars().filter(char::is_ascii_alphanumeric).take(40);
        let place = format!("/verify/{}", letters.collect::<String>());
        return (StatusCode::SEE_OTHER, [(header::LOCATION, place)]).into_response();
    }
    page(&room, StatusCode::OK, Said::Nothing)
}

/// `GET /verify/{code}`
async fn tell(
    State(room): State<Arc<Room>>,
    Path(code): Path<String>,
    request: Request,
) -> Response {
    let (parts, _) = request.into_parts();
    let refuse = &room.verify.refuse;
    let wants_json = prefers_json(&parts.headers);
    let address = (room.verify.address)(&parts);
    let wait = room.allowances.wait(address, room.verify.clock.now());
    if let Some(seconds) = wait {
        let error = Error::plain(&RATE_LIMIT_EXCEEDED);
        let mut response = refuse(&error);
        let wait = HeaderValue::from(seconds);
        response.headers_mut().insert(header::RETRY_AFTER, wait);
        return response;
    }
    match (room.verify.look_up)(code).await {
        Err(error) => refuse(&error),
        Ok(Some(verified)) if wants_json => axum::Json(wire(&verified)).into_response(),
        Ok(Some(verified)) => page(&room, StatusCode::OK, Said::Drawn(Box::new(verified))),
        Ok(None) if wants_json => {
            let error = Error::new(&NOT_FOUND, NOTHING_DRAWN);
            refuse(&error)
        }
        Ok(None) => page(&room, StatusCode::NOT_FOUND, Said::Unknown),
    }
}

const NOTHING_DRAWN: &str = "No document has this code. Check it against the document, letter by \
     letter: it has sixteen letters and digits, never 0, 1, I or O.";

fn prefers_json(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|it| it.to_str().ok());
    accept.is_some_and(|accept| accept.contains("json") && !accept.contains("text/html"))
}

fn page(room: &Room, status: StatusCode, said: Said) -> Response {
    let (title, summary) = match &said {
        Said::Drawn(_) => (
            "Document verified",
            "The document that was issued under a verification code.",
        ),
        _ => (
            "Verify a document",
            "Check a document by its verification code.",
        ),
    };
    let frame = Frame {
        title: title.to_owned(),
        summary: summary.to_owned(),
        part: Part::Verify,
        here: "/verify".to_owned(),
        contents: Vec::new(),
        version: room.verify.version.to_owned(),
        style: assets::STYLE.path(),
        script: assets::SCRIPT.path(),
    };
    render(status, &VerifyPage { frame, said })
}

/// What a page says.
#[derive(Debug)]
enum Said {
    Nothing,
    Unknown,
    Drawn(Box<Verified>),
}

#[derive(Debug, Template)]
#[template(path = "verify.html")]
struct VerifyPage {
    frame: Frame,
    said: Said,
}

impl Verified {
    fn document_name(&self) -> &'static str {
        match self.document {
            "certificate" => "Certificate of registration",
            _ => "Status report",
        }
    }

    fn status(&self) -> String {
        in_words(self.registration_status)
    }
}

/// `Struck off`, from `STRUCK_OFF`.
fn in_words(word: &str) -> String {
    let lower = word.replace('_', " ").to_lowercase();
    let mut letters = lower.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// `2026-11-21 10:30 (Lagos)`
fn moment(at: &Timestamp) -> String {
    let (year, month, day) = at.lagos_date();
    let minutes = at.plus_seconds(3_600).millis().div_euclid(60_000);
    let (hour, minute) = (
        minutes.div_euclid(60).rem_euclid(24),
        minutes.rem_euclid(60),
    );
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02} (Lagos)")
}

fn wire(verified: &Verified) -> Value {
    let (standing, now) = match &verified.standing {
        Standing::Holds => ("HOLDS", Value::Null),
        Standing::Unknown => ("UNKNOWN", Value::Null),
        Standing::Changed {
            company_name,
            registration_status,
        } => {
            let now = json!({
                "companyName": company_name, "registrationStatus": registration_status,
            });
            ("CHANGED", now)
        }
    };
    json!({
        "verificationCode": verified.code,
        "document": verified.document,
        "specimen": verified.is_specimen,
        "registrationNumber": verified.number,
        "entityType": verified.entity_type,
        "companyName": verified.company_name,
        "registrationStatus": verified.registration_status,
        "registrationDate": verified.registration_date,
        "retrievedAt": verified.retrieved_at.rfc3339(),
        "issuedAt": verified.issued_at.rfc3339(),
        "sha256": verified.sha256,
        "standing": standing,
        "now": now,
    })
}

/// How much each address has asked.
#[derive(Debug, Default)]
struct Allowances(Mutex<HashMap<IpAddr, GcraCell>>);

impl Allowances {
    /// Takes one from the allowance of `ip`; the seconds to wait if there is none left.
    fn wait(&self, ip: IpAddr, now: Timestamp) -> Option<u32> {
        let mut cells = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if cells.len() >= ADDRESSES_MAX {
            cells.clear();
        }
        let cell = cells.entry(network_of(ip)).or_default();
        let verdict = cell.take(ALLOWANCE, now);
        (!verdict.allowed).then_some(verdict.retry_after_seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_micros(1_795_253_400_000_000);

    #[test]
    fn an_address_has_an_allowance_that_comes_back() {
        let allowances = Allowances::default();
        let one: IpAddr = "2001:db8::1".parse().unwrap();
        let neighbour: IpAddr = "2001:db8::2".parse().unwrap();
        let other: IpAddr = "192.0.2.1".parse().unwrap();
        for _ in 0..ALLOWANCE.burst {
            assert_eq!(allowances.wait(one, NOW), None);
        }
        assert_eq!(allowances.wait(neighbour, NOW), Some(1));
        assert_eq!(allowances.wait(other, NOW), None);
        assert_eq!(allowances.wait(one, NOW.plus_seconds(1)), None);
    }

    #[test]
    fn addresses_do_not_fill_the_memory() {
        let allowances = Allowances::default();
        for number in 0..30_000_u32 {
            allowances.wait(IpAddr::V4(number.into()), NOW);
        }
        assert!(allowances.0.lock().unwrap().len() <= ADDRESSES_MAX);
    }

    #[test]
    fn words_and_moments_are_for_people() {
        assert_eq!(in_words("STRUCK_OFF"), "Struck off");
        assert_eq!(in_words(""), "");
        assert_eq!(moment(&NOW), "2026-11-21 10:30 (Lagos)");
    }
}
