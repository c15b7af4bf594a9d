//! The people who operate the platform.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, RawQuery, State};
use axum::routing::{get, post};
use http::StatusCode;
use kofa_commands::Entry;
use kofa_commands::platform::operators::{
    CreateOperator, DisableOperator, EnableOperator, OperatorView,
};
use kofa_core::{OperatorRole, Right};
use kofa_domain::{OperatorId, Sensitive};
use kofa_identity::operators::{FindOperator, ListOperators, Operator};
use kofa_portal::auth::must_confirm;
use kofa_portal::kit::{
    CommandForm, Faults, Form, Layout, OperatorForm, Page, SignedInOperator, WebState, answer_once,
    go, must_be_fresh, respond, show,
};

use crate::ask::{Question, must_be_sure};
use crate::read::{self, Pager};

const HERE: &str = "/console/operators";

/// `GET /console/operators`
#[derive(Debug, Template)]
#[template(path = "console/operators.html")]
struct Operators<'a> {
    layout: &'a Layout,
    faults: Faults,
    may: bool,
    own: Option<OperatorId>,
    operators: Vec<Operator>,
    pager: Pager,
    /// What stands in the form: name, e-mail address, role.
    typed: [String; 3],
}

/// What `POST /console/operators` answers: the token, once.
#[derive(Debug, Template)]
#[template(path = "console/operator-made.html")]
struct Made<'a> {
    layout: &'a Layout,
    operator: OperatorView,
    token: Sensitive<String>,
}

/// What each role may do, for the table.
const ROLES: [(OperatorRole, &str); 4] = [
    (
        OperatorRole::Owner,
        "Full access, including creating and disabling operators.",
    ),
    (
        OperatorRole::Ops,
        "Manages tenants with their services, limits, keys and members; money and prices; \
         offers, banks and brokers; and outbox tasks. Cannot manage operators.",
    ),
    (
        OperatorRole::Finance,
        "Manages wallets and prices. Read-only for everything else.",
    ),
    (
        OperatorRole::Support,
        "Read-only, including access to tenants' portals.",
    ),
];

pub(crate) fn routes() -> Router<Arc<WebState>> {
    Router::new()
        .route("/console/operators", get(page).post(create))
        .route("/console/operators/{operator}/disable", post(disable))
        .route("/console/operators/{operator}/enable", post(enable))
}

async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    RawQuery(query): RawQuery,
) -> Page {
    let query = read::query(query);
    show_page(
        &web,
        &signed_in,
        &query,
        &Form::default(),
        Faults::default(),
    )
    .await
}

async fn show_page(
    web: &WebState,
    signed_in: &SignedInOperator,
    query: &Form,
    form: &Form,
    faults: Faults,
) -> Page {
    let layout = Layout::console(web, signed_in, "operators", "Operators");
    let page = read::page(query);
    let listed = web.admin.store.read(ListOperators { page }).await?;
    let page = Operators {
        layout: &layout,
        may: signed_in.may(Right::Operators),
        own: own(signed_in),
        pager: read::pager(HERE, &[], query, &listed),
        operators: listed.items,
        typed: ["name", "email", "role"].map(|name| form.text(name).to_owned()),
        faults,
    };
    Ok(respond(web, &layout, page.faults.status(), &page))
}

fn own(signed_in: &SignedInOperator) -> Option<OperatorId> {
    match &signed_in.by.actor {
        kofa_core::Actor::Operator { id, .. } => Some(id.clone()),
        _ => None,
    }
}

async fn create(State(web): State<Arc<WebState>>, sent: OperatorForm) -> Page {
    let OperatorForm { signed_in, form } = sent;
    signed_in.by.actor.needs(Right::Operators)?;
    // A form with a password in it does not wait in a page: it is typed again.
    match form.raw("password") {
        "" => must_confirm(&web, &signed_in, &form, HERE).await?,
        _ => must_be_fresh(&signed_in, HERE)?,
    }
    let (here, by, typed) = (Arc::clone(&web), signed_in.clone(), form.clone());
    let make = async move { make(&here, &by, &typed).await };
    answer_once(&web, &signed_in, &form, make).await
}

async fn make(web: &WebState, signed_in: &SignedInOperator, form: &Form) -> Page {
    let create = CommandForm::new(Entry::of::<CreateOperator>())
        .with_secret("password", form)
        .filled(form);
    match create
        .run_as::<CreateOperator>(&web.admin, signed_in.by.clone())
        .await
    {
        Ok(made) => {
            let layout = Layout::console(web, signed_in, "operators", "Operator created");
            let page = Made {
                layout: &layout,
                operator: made.operator,
                token: made.admin_token,
            };
            Ok(respond(web, &layout, StatusCode::CREATED, &page))
        }
        Err(error) => {
            let faults = Faults::of(error)?;
            show_page(web, signed_in, &Form::default(), form, faults).await
        }
    }
}

/// What is asked before an operator is disabled.
fn disabling(one: &Operator) -> Question {
    let text = "They are signed out, and their admin tokens and reset links end immediately.";
    Question::new(format!("Disable {}?", one.name), text, "Disable operator")
}

async fn disable(
    State(web): State<Arc<WebState>>,
    Path(operator): Path<String>,
    sent: OperatorForm,
) -> Page {
    let OperatorForm { signed_in, form } = sent;
    signed_in.by.actor.needs(Right::Operators)?;
    let operator: OperatorId = read::id(&operator, "operator")?;
    let one = web
        .admin
        .store
        .read(FindOperator {
            operator: operator.clone(),
        })
        .await?;
    must_be_sure(
        &web,
        &signed_in,
        ("operators", HERE),
        &form,
        &disabling(&one),
    )?;
    let disable = DisableOperator { operator };
    let done = web.admin.run(signed_in.by.clone(), disable).await;
    match done {
        Ok(()) => Ok(go(&web, HERE, "Operator disabled and signed out.")),
        Err(error) => {
            let faults = Faults::of(error)?;
            show_page(&web, &signed_in, &Form::default(), &Form::default(), faults).await
        }
    }
}

async fn enable(
    State(web): State<Arc<WebState>>,
    Path(operator): Path<String>,
    sent: OperatorForm,
) -> Page {
    let OperatorForm { signed_in, .. } = sent;
    signed_in.by.actor.needs(Right::Operators)?;
    let operator: OperatorId = read::id(&operator, "operator")?;
    let enable = EnableOperator { operator };
    web.admin.run(signed_in.by.clone(), enable).await?;
    Ok(go(&web, HERE, "Operator enabled. They can sign in again."))
}
