//! What handlers answer: a page, a way to another one, or what was wrong.

use askama::Template;
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use kofa_core::codes::CONFIRMATION_NEEDED;
use kofa_domain::{Error, Kind};
use kofa_gate::status;

use super::cookies::SAID_COOKIE;
use super::undo::{Said, Undo};
use crate::assets;
use crate::kit::web_state::WebState;
use crate::text::plain;

/// What a handler of a page answers.
pub type Page = Result<Response, Refusal>;

/// Why there is no page.
#[derive(Debug)]
pub enum Refusal {
    /// Somebody has to sign in first: where they do.
    Enter(String),
    /// Something has to be done on this page first.
    Page(Box<Response>),
    Error(Error),
}

impl Refusal {
    /// Leads to the door.
    pub fn enter(to: String) -> Self {
        Self::Enter(to)
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

/// A failure in words.
#[derive(Clone, Debug)]
pub(super) struct Refused {
    pub(super) status: u16,
    pub(super) code: &'static str,
    pub(super) title: &'static str,
    pub(super) messages: Vec<String>,
}

/// A failure as a page of its own.
#[derive(Debug, Template)]
#[template(path = "refusal.html")]
struct RefusalPage<'a> {
    refused: &'a Refused,
    style: String,
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let error = match self {
            Self::Enter(to) => return see_other(&to),
            Self::Page(page) => return *page,
            Self::Error(error) => error,
        };
        let asks_again = error.code() == &CONFIRMATION_NEEDED;
        if let Some(context) = error.context() {
            tracing::error!(
                code = error.code().name,
                context,
                "a page could not be made"
            );
        }
        let refused = Refused {
            status: status(error.kind()).as_u16(),
            code: error.code().name,
            title: error.code().title,
            // The title says what a failure without a message of its own would.
            messages: error
                .all()
                .iter()
                .map(|one| plain(&one.message))
                .filter(|message| message.trim_end_matches('.') != error.code().title)
                .collect(),
        };
        let page = RefusalPage {
            refused: &refused,
            style: assets::STYLE.path(),
        };
        let mut response = html(status(error.kind()), &page);
        response.extensions_mut().insert(refused);
        if let Some(seconds) = error.retry_after_seconds() {
            let headers = response.headers_mut();
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if asks_again {
            response.extensions_mut().insert(AsksAgain);
        }
        response
    }
}

/// Marks the answer of a handler that asks for the password again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AsksAgain;

/// A page that nobody keeps.
pub(crate) fn html(code: StatusCode, page: &impl Template) -> Response {
    let text = page
        .render()
        .expect("a template of ours writes to memory and calls nothing that fails");
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (code, headers, text).into_response()
}

fn see_other(to: &str) -> Response {
    let to = HeaderValue::from_str(to).unwrap_or(HeaderValue::from_static("/"));
    (StatusCode::SEE_OTHER, [(header::LOCATION, to)]).into_response()
}

/// Leads to another page after a change, which says what was done. An empty `said` says
/// nothing.
pub fn go(web: &WebState, to: &str, said: &str) -> Response {
    leads(web, to, said, None)
}

/// The same after a change that can be undone: the page offers that.
pub fn go_undoable(web: &WebState, to: &str, said: &str, undo: &Undo) -> Response {
    leads(web, to, said, Some(undo))
}

fn leads(web: &WebState, to: &str, said: &str, undo: Option<&Undo>) -> Response {
    let mut response = see_other(to);
    if !said.is_empty() {
        let set = web.cookies.set(SAID_COOKIE, &Said::written(said, undo), 60);
        response.headers_mut().append(header::SET_COOKIE, set);
    }
    response
}

/// What was wrong with a form, to be shown beside its fields.
#[derive(Debug, Default)]
pub struct Faults(Vec<(Option<String>, String)>);

impl Faults {
    /// The faults of a refused form. What is not the form's fault is no page with a form:
    /// it is given back.
    ///
    /// # Errors
    /// The error, if it is none that another try could mend.
    pub fn of(error: Error) -> Result<Self, Error> {
        let mends = matches!(
            error.kind(),
            Kind::Unprocessable | Kind::Conflict | Kind::Malformed | Kind::Unauthenticated
        );
        if !mends {
            return Err(error);
        }
        let fault = |fault: &kofa_domain::Fault| {
            let field = fault.field.as_ref().map(ToString::to_string);
            (field, plain(&fault.message))
        };
        Ok(Self(error.all().iter().map(fault).collect()))
    }

    /// One fault of the whole form.
    pub fn general(message: impl Into<String>) -> Self {
        Self(vec![(None, plain(&message.into()))])
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What is wrong with `field`, or with an entry of its list; empty if nothing is.
    pub fn on(&self, field: &str) -> String {
        let of_field = |(name, _): &&(Option<String>, String)| {
            let rest = name.as_deref().and_then(|name| name.strip_prefix(field));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('['))
        };
        let texts: Vec<&str> = self
            .0
            .iter()
            .filter(of_field)
            .map(|(_, it)| it.as_str())
            .collect();
        texts.join(" ")
    }

    /// Everything, in order: for the box above the form.
    pub fn all(&self) -> Vec<&str> {
        self.0.iter().map(|(_, text)| text.as_str()).collect()
    }

    /// 422 with faults, 200 without.
    pub fn status(&self) -> StatusCode {
        if self.is_empty() {
            StatusCode::OK
        } else {
            StatusCode::UNPROCESSABLE_ENTITY
        }
    }
}

#[cfg(test)]
mod tests {
    use kofa_domain::{Fault, codes};

    use super::*;

    #[test]
    fn a_field_has_the_faults_of_its_entries_too() {
        let fault = |field: &'static str| Fault::on(field, &codes::INVALID_FIELD, field);
        let faults = ["name", "list[2]", "list[7]", "listing"].map(fault);
        let faults = Faults::of(Error::faults(faults.to_vec())).unwrap();
        assert_eq!(faults.on("list"), "List[2] List[7]");
        assert_eq!(faults.on("name"), "Name");
        assert_eq!(faults.on("nam"), "");
    }
}
