//! Forms: only from pages of ours, only so large.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::extract::{FromRef, FromRequest, FromRequestParts as _, Request};
use http::HeaderMap;
use http::header::{HOST, ORIGIN};
use http::request::Parts;
use kofa_core::codes::{BODY_TOO_LARGE, FORBIDDEN, MALFORMED_REQUEST};
use kofa_core::form_nonce::FormNonce;
use kofa_domain::{Error, Fault, Kobo, Result, Sensitive, codes};
use subtle::ConstantTimeEq as _;

use super::refusal::Refusal;
use crate::kit::signed_in::{SignedInMember, SignedInOperator};
use crate::kit::web_state::WebState;

/// Largest form, in bytes.
pub(super) const FORM_BYTES_MAX: usize = 64 * 1024;
/// Longest a browser may take to send it.
const FORM_SECONDS_MAX: u64 = 10;
/// The hidden field that carries the form token.
const TOKEN_FIELD: &str = "form_token";
/// The hidden field by which a form that is sent twice is known.
const ONCE_FIELD: &str = "once";

/// The fields of a form, decoded. Shows nobody what was typed.
#[derive(Clone, Default)]
pub struct Form {
    fields: Vec<(String, String)>,
    /// The path that a form of somebody who is signed in was sent to.
    sent_to: String,
}

impl std::fmt::Debug for Form {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Form({} fields)", self.fields.len())
    }
}

/// An amount of naira as people type it: `2500`, `2,500.50`, `₦2 500`. `None` for anything else: a
/// comma that parts no thousands may be meant for a decimal point.
pub fn read_naira(text: &str) -> Option<Kobo> {
    let text = text.trim().trim_start_matches('\u{20a6}').trim_start();
    if text.contains(',') {
        return Kobo::parse_naira(text);
    }
    Kobo::parse_naira(&text.replace([' ', '\u{a0}', '\u{202f}'], ","))
}

/// The refusal of a form that lacks `name`: 422.
pub fn missing(name: &'static str) -> Error {
    Error::faults(vec![Fault::missing(name)])
}

impl Form {
    /// Reads `application/x-www-form-urlencoded`.
    pub fn parse(text: &[u8]) -> Self {
        Self {
            fields: form_urlencoded::parse(text).into_owned().collect(),
            sent_to: String::new(),
        }
    }

    pub(crate) fn add(&mut self, name: String, value: String) {
        self.fields.push((name, value));
    }

    /// What stands in `name`, without space around it; empty if nothing does.
    pub fn text(&self, name: &str) -> &str {
        self.raw(name).trim()
    }

    /// What stands in `name` as it was typed.
    pub fn raw(&self, name: &str) -> &str {
        let found = self.fields.iter().find(|(key, _)| key == name);
        found.map_or("", |(_, value)| value)
    }

    /// A password: as it was typed, and shown to nobody.
    pub fn secret(&self, name: &str) -> Sensitive<String> {
        Sensitive::new(self.raw(name).to_owned())
    }

    /// Whether a box is ticked.
    pub fn is_ticked(&self, name: &str) -> bool {
        !self.raw(name).is_empty()
    }

    /// Whether `value` is among those of `name`.
    pub fn has(&self, name: &str, value: &str) -> bool {
        self.all(name).contains(&value)
    }

    /// Refuses a form whose box of certainty, `sure`, is not ticked.
    ///
    /// # Errors
    /// 422 on `sure`.
    pub fn confirmed(&self) -> Result<()> {
        if self.is_ticked("sure") {
            return Ok(());
        }
        let message = "Tick the box to confirm.";
        Err(Error::on("sure", &codes::INVALID_FIELD, message))
    }

    /// Refuses a form with nothing in `name`, which only its page asks for.
    ///
    /// # Errors
    /// 422 on `name`.
    pub fn holds(&self, name: &'static str) -> Result<()> {
        match self.text(name) {
            "" => Err(missing(name)),
            _ => Ok(()),
        }
    }

    /// All values of `name`: boxes ticked, lines chosen.
    pub fn all(&self, name: &str) -> Vec<&str> {
        let of_name = self.fields.iter().filter(|(key, _)| key == name);
        of_name.map(|(_, value)| value.as_str()).collect()
    }

    /// The path that it was sent to.
    pub fn sent_to(&self) -> &str {
        &self.sent_to
    }

    /// Every field but the form token, in order, as it was typed.
    pub fn typed(&self) -> impl Iterator<Item = (&str, &str)> {
        let all = self.fields.iter();
        all.filter(|(name, _)| name != TOKEN_FIELD)
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The form's own mark, by which it is known when it is sent again; `None` for a form of
    /// another session, or without one.
    pub fn once(&self, web: &WebState, form_token: &str) -> Option<FormNonce> {
        FormNonce::read(&web.admin.vault, form_token, self.text(ONCE_FIELD))
    }

    /// As a JSON object of texts, for what reads flat fields. Empty fields
    /// are left out, as are the form's own.
    pub fn object(&self) -> serde_json::Map<String, serde_json::Value> {
        let own = |name: &str| [TOKEN_FIELD, ONCE_FIELD].contains(&name);
        let filled = |(name, value): &&(String, String)| !value.is_empty() && !own(name);
        let text = |(name, value): &(String, String)| (name.clone(), value.as_str().into());
        self.fields.iter().filter(filled).map(text).collect()
    }
}

/// A form of a member who is signed in. An operator who looks changes nothing: theirs is
/// refused.
#[derive(Debug)]
pub struct MemberForm {
    pub signed_in: SignedInMember,
    pub form: Form,
}

/// A form of an operator who is signed in.
#[derive(Debug)]
pub struct OperatorForm {
    pub signed_in: SignedInOperator,
    pub form: Form,
}

/// The member who sends a form from a page of ours. An operator who looks changes nothing: theirs
/// is refused.
pub(super) async fn sending_member<S>(
    parts: &mut Parts,
    state: &S,
) -> Result<SignedInMember, Refusal>
where
    S: Send + Sync,
    Arc<WebState>: FromRef<S>,
{
    same_origin(&parts.headers)?;
    let signed_in = SignedInMember::from_request_parts(parts, state).await?;
    if signed_in.of.is_operator {
        let message = "You are viewing this portal as an operator: you cannot change anything.";
        return Err(Error::new(&FORBIDDEN, message).into());
    }
    Ok(signed_in)
}

impl<S> FromRequest<S> for MemberForm
where
    S: Send + Sync,
    Arc<WebState>: FromRef<S>,
{
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let (mut parts, body) = request.into_parts();
        let signed_in = sending_member(&mut parts, state).await?;
        let form = read_ours(&parts, body, &signed_in.form_token).await?;
        Ok(Self { signed_in, form })
    }
}

impl<S> FromRequest<S> for OperatorForm
where
    S: Send + Sync,
    Arc<WebState>: FromRef<S>,
{
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let (mut parts, body) = request.into_parts();
        same_origin(&parts.headers)?;
        let signed_in = SignedInOperator::from_request_parts(&mut parts, state).await?;
        let form = read_ours(&parts, body, &signed_in.form_token).await?;
        if let Some(Sent(sent)) = parts.extensions.get() {
            drop(sent.set((signed_in.clone(), form.clone())));
        }
        Ok(Self { signed_in, form })
    }
}

/// Where a form of an operator is left for [`asks_again`](crate::auth::asks_again).
#[derive(Clone, Debug, Default)]
pub(crate) struct Sent(pub(crate) Arc<OnceLock<(SignedInOperator, Form)>>);

/// A form of somebody who is not signed in yet: only its origin can be checked.
impl<S: Send + Sync> FromRequest<S> for Form {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &S) -> Result<Self, Refusal> {
        let (parts, body) = request.into_parts();
        same_origin(&parts.headers)?;
        Ok(read(body).await?)
    }
}

/// Refuses what a page of another origin sent: browsers name the origin of every form.
///
/// # Errors
/// 403 `forbidden`.
pub fn same_origin(headers: &HeaderMap) -> Result<()> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text(http::HeaderName::from_static("sec-fetch-site"))
        && site != "same-origin"
    {
        return Err(foreign());
    }
    let host = text(HOST).unwrap_or_default();
    let own = text(ORIGIN)
        .and_then(|origin| origin.split_once("://"))
        .is_some_and(|(_, origin)| origin.eq_ignore_ascii_case(host));
    if own { Ok(()) } else { Err(foreign()) }
}

fn foreign() -> Error {
    let message = "This form was not submitted from a page of this site.";
    Error::new(&FORBIDDEN, message)
}

/// A form of the page that bears `token`.
async fn read_ours(parts: &Parts, body: axum::body::Body, token: &str) -> Result<Form> {
    let mut form = read(body).await?;
    of_our_page(&form, token)?;
    form.sent_to = parts.uri.path().to_owned();
    Ok(form)
}

pub(super) fn of_our_page(form: &Form, token: &str) -> Result<()> {
    let sent = form.raw(TOKEN_FIELD).as_bytes();
    if sent.len() == token.len() && bool::from(sent.ct_eq(token.as_bytes())) {
        return Ok(());
    }
    let message = "This page was opened before you signed in. Go back, reload it and submit \
                   the form again.";
    Err(Error::new(&FORBIDDEN, message))
}

async fn read(body: axum::body::Body) -> Result<Form> {
    let whole = axum::body::to_bytes(body, FORM_BYTES_MAX);
    match tokio::time::timeout(Duration::from_secs(FORM_SECONDS_MAX), whole).await {
        Ok(Ok(bytes)) => Ok(Form::parse(&bytes)),
        Ok(Err(_)) => Err(Error::new(&BODY_TOO_LARGE, "The form is too large.")),
        Err(_) => Err(Error::new(
            &MALFORMED_REQUEST,
            "The form did not arrive in time.",
        )),
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn a_form_of_another_origin_is_refused() {
        let check = |origin: Option<&'static str>, site: Option<&'static str>, ok: bool| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_static("kofa.test:8080"));
            if let Some(origin) = origin {
                headers.insert(ORIGIN, HeaderValue::from_static(origin));
            }
            if let Some(site) = site {
                headers.insert("sec-fetch-site", HeaderValue::from_static(site));
            }
            assert_eq!(same_origin(&headers).is_ok(), ok, "{origin:?} {site:?}");
        };
        check(Some("http://kofa.test:8080"), Some("same-origin"), true);
        check(Some("https://KOFA.test:8080"), None, true);
        check(Some("http://kofa.test:8080"), Some("cross-site"), false);
        check(Some("http://kofa.test"), None, false);
        check(Some("http://evil.test"), None, false);
        check(Some("null"), None, false);
        check(None, None, false);
    }

    #[test]
    fn fields_are_found_and_never_shown() {
        let form = Form::parse(b"a=1&b=+x+&box=on&box=two&password=+s3cret+");
        assert_eq!(form.text("b"), "x");
        assert_eq!(form.all("box"), ["on", "two"]);
        assert!(form.is_ticked("box") && !form.is_ticked("none"));
        assert_eq!(form.secret("password").expose(), " s3cret ");
        assert!(!format!("{form:?}").contains("s3cret"));
    }

    #[test]
    fn naira_are_read_as_people_type_them() {
        let check = |text: &str, expected: Option<i64>| {
            assert_eq!(read_naira(text).map(Kobo::get), expected, "{text}");
        };
        check("2500", Some(250_000));
        check(" \u{20a6} 2,500.5 ", Some(250_050));
        check("2 500", Some(250_000));
        check("1\u{a0}000\u{202f}000.01", Some(100_000_001));
        check("0.05", Some(5));
        check("0.1", Some(10));
        for wrong in [
            "",
            ".",
            ".5",
            "7.",
            "1.234",
            "ten",
            "NaN",
            "99999999999999999999",
            "100,05",
            "1,5",
            "1,,2",
            "1 5",
            "1,000 000",
            "\u{20a6}",
            "-1",
            "1e3",
        ] {
            check(wrong, None);
        }
    }
}
