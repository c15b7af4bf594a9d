//! The people who operate the platform.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, RawQuery, State};
use axum::routing::{get, post};
use http::StatusCode;
use kofa_commands::Entry;
use kofa_commands::platform::operators::{CreateOperator, DisableOperator, OperatorView};
use kofa_core::{OperatorRole, Right};
use kofa_domain::{OperatorId, Sensitive};
use kofa_identity::operators::{ListOperators, Operator};
use kofa_portal::enter::must_confirm;
use kofa_portal::kit::{
    CommandForm, Faults, Form, House, OperatorForm, OperatorSeat, Page, Shell, answer_once, go,
    must_be_fresh, respond, show,
};

use crate::read::{self, Pager};

const HERE: &str = "/console/operators";

/// `GET /console/operators`
#[derive(Debug, Template)]
#[template(path = "console/operators.html")]
struct Operators<'a> {
    shell: &'a Shell,
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
    shell: &'a Shell,
    operator: OperatorView,
    token: Sensitive<String>,
}

/// What each role may do, for the table.
const ROLES: [(OperatorRole, &str); 4] = [
    (
        OperatorRole::Owner,
        "Everything, also making and disabling operators.",
    ),
    (
        OperatorRole::Ops,
        "Tenants, their services, limits, keys and people; money and prices; offers, banks and \
         brokers; work outside. Not operators.",
    ),
    (
        OperatorRole::Finance,
        "Wallets and prices. Looks at everything else.",
    ),
    (
        OperatorRole::Support,
        "Looks at everything, also at a tenant's portal. Changes nothing.",
    ),
];

pub(crate) fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/console/operators", get(page).post(create))
        .route("/console/operators/{operator}/disable", post(disable))
}

async fn page(
    State(house): State<Arc<House>>,
    seat: OperatorSeat,
    RawQuery(query): RawQuery,
) -> Page {
    let query = read::query(query);
    show_page(&house, &seat, &query, &Form::default(), Faults::default()).await
}

async fn show_page(
    house: &House,
    seat: &OperatorSeat,
    query: &Form,
    form: &Form,
    faults: Faults,
) -> Page {
    let shell = Shell::console(house, seat, "operators", "Operators");
    let page = read::page(query);
    let listed = house.desk.store.read(ListOperators { page }).await?;
    let page = Operators {
        shell: &shell,
        may: seat.may(Right::Operators),
        own: own(seat),
        pager: read::pager(HERE, &[], query, &listed),
        operators: listed.items,
        typed: ["name", "email", "role"].map(|name| form.text(name).to_owned()),
        faults,
    };
    Ok(respond(house, &shell, page.faults.status(), &page))
}

fn own(seat: &OperatorSeat) -> Option<OperatorId> {
    match &seat.by.actor {
        kofa_core::Actor::Operator { id, .. } => Some(id.clone()),
        _ => None,
    }
}

async fn create(State(house): State<Arc<House>>, sent: OperatorForm) -> Page {
    let OperatorForm { seat, form } = sent;
    seat.by.actor.needs(Right::Operators)?;
    // A form with a password in it does not wait in a page: it is typed again.
    match form.raw("password") {
        "" => must_confirm(&house, &seat, &form, HERE).await?,
        _ => must_be_fresh(&seat, HERE)?,
    }
    let (here, by, typed) = (Arc::clone(&house), seat.clone(), form.clone());
    let make = async move { make(&here, &by, &typed).await };
    answer_once(&house, &seat, &form, make).await
}

async fn make(house: &House, seat: &OperatorSeat, form: &Form) -> Page {
    let create = CommandForm::new(Entry::of::<CreateOperator>())
        .with_secret("password", form)
        .filled(form);
    match create
        .run_as::<CreateOperator>(&house.desk, seat.by.clone())
        .await
    {
        Ok(made) => {
            let shell = Shell::console(house, seat, "operators", "Operator made");
            let page = Made {
                shell: &shell,
                operator: made.operator,
                token: made.admin_token,
            };
            Ok(respond(house, &shell, StatusCode::CREATED, &page))
        }
        Err(error) => {
            let faults = Faults::of(error)?;
            show_page(house, seat, &Form::default(), form, faults).await
        }
    }
}

async fn disable(
    State(house): State<Arc<House>>,
    Path(operator): Path<String>,
    sent: OperatorForm,
) -> Page {
    let OperatorForm { seat, form } = sent;
    seat.by.actor.needs(Right::Operators)?;
    let operator: OperatorId = read::id(&operator, "operator")?;
    must_confirm(&house, &seat, &form, HERE).await?;
    let disable = DisableOperator { operator };
    let done = house.desk.run(seat.by.clone(), disable).await;
    match done {
        Ok(()) => Ok(go(&house, HERE, "The operator is disabled and signed out.")),
        Err(error) => {
            let faults = Faults::of(error)?;
            show_page(&house, &seat, &Form::default(), &Form::default(), faults).await
        }
    }
}
