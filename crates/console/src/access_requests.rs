//! Businesses that asked for access: accepted with one press, or declined with a reason.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::routing::{get, post};
use kofa_commands::Entry;
use kofa_commands::platform::access_requests::{
    AcceptAccessRequest, AccessRequestView, DeclineAccessRequest, ListAccessRequests,
};
use kofa_core::Right;
use kofa_domain::{Error, Result, Timestamp};
use kofa_identity::access_requests::{RequestId, SignUp};
use kofa_portal::kit::{
    CommandForm, Faults, Form, Layout, OperatorForm, Page, SignedInOperator, WebState, answer_once,
    go, respond, show,
};

use crate::asked::Asked;
use crate::read;
use crate::tenants::tell_made;

const HERE: &str = "/console/access-requests";

/// `GET /console/access-requests`
#[derive(Debug, Template)]
#[template(path = "console/access-requests.html")]
struct AccessRequests<'a> {
    layout: &'a Layout,
    faults: Faults,
    may: bool,
    /// Whether decisions are mailed.
    is_mailed: bool,
    sign_up: SignUp,
    rows: Vec<AccessRequestView>,
    first: String,
    next: String,
    /// Whose reason was refused, and what stands in it.
    typed: (String, String),
    now: Timestamp,
}

impl AccessRequests<'_> {
    fn tone(row: &AccessRequestView) -> &'static str {
        match row.state {
            "requested" => "warn",
            "accepted" => "ok",
            _ => "plain",
        }
    }
}

pub(crate) fn routes() -> Router<Arc<WebState>> {
    Router::new()
        .route("/console/access-requests", get(page))
        .route("/console/access-requests/{request}/accept", post(accept))
        .route("/console/access-requests/{request}/decline", post(decline))
}

async fn page(State(web): State<Arc<WebState>>, signed_in: SignedInOperator, asked: Asked) -> Page {
    let nothing = (String::new(), String::new());
    show_page(&web, &signed_in, &asked, (nothing, Faults::default())).await
}

async fn show_page(
    web: &WebState,
    signed_in: &SignedInOperator,
    asked: &Asked,
    (typed, faults): ((String, String), Faults),
) -> Page {
    let layout = Layout::console(web, signed_in, "access-requests", "Access requests");
    let list: ListAccessRequests = asked.command(&web.admin, &[])?;
    let listed = web.admin.run(signed_in.by.clone(), list).await?;
    let page = AccessRequests {
        layout: &layout,
        may: signed_in.may(Right::Tenants),
        is_mailed: web.admin.mailer.is_some(),
        sign_up: web.admin.house.sign_up,
        first: asked.first(HERE),
        next: asked.next(HERE, listed.next_cursor.as_ref()),
        rows: listed.items,
        typed,
        now: signed_in.by.at,
        faults,
    };
    Ok(respond(web, &layout, page.faults.status(), &page))
}

/// The list, with what was wrong with a form about one of them.
async fn refused(
    web: &WebState,
    signed_in: &SignedInOperator,
    (request, form): (&str, &Form),
    error: Error,
) -> Page {
    let typed = (request.to_owned(), form.text("reason").to_owned());
    let faults = (typed, Faults::of(error)?);
    show_page(web, signed_in, &Asked::default(), faults).await
}

fn known(request: &str) -> Result<RequestId> {
    read::id(request, "request for access")
}

/// Shows the invite, once; to a form that is sent twice as well.
async fn accept(
    State(web): State<Arc<WebState>>,
    Path(request): Path<String>,
    OperatorForm { signed_in, form }: OperatorForm,
) -> Page {
    let id = known(&request)?;
    let (here, by, typed) = (Arc::clone(&web), signed_in.clone(), form.clone());
    let make = async move {
        let accept = AcceptAccessRequest { id };
        match here.admin.run(by.by.clone(), accept).await {
            Ok(made) => Ok(tell_made(&here, &by, made)),
            Err(error) => refused(&here, &by, (&request, &typed), error).await,
        }
    };
    answer_once(&web, &signed_in, &form, make).await
}

async fn decline(
    State(web): State<Arc<WebState>>,
    Path(request): Path<String>,
    OperatorForm { signed_in, form }: OperatorForm,
) -> Page {
    let id = known(&request)?;
    let decline = CommandForm::new(Entry::of::<DeclineAccessRequest>())
        .with("requestId", id.as_str())
        .filled(&form);
    let by = signed_in.by.clone();
    match decline.run_as::<DeclineAccessRequest>(&web.admin, by).await {
        Ok(_) => Ok(go(&web, HERE, "Request declined.")),
        Err(error) => refused(&web, &signed_in, (&request, &form), error).await,
    }
}
