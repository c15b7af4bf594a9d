//! One subscription: where it is, how it got there, and why this many shares.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use kofa_domain::{Error, Fault, Result, codes};
use kofa_investment::ops::{
    CancelSubscription, Event, FindSubscription, Past, Resolution, ResolveSubscription,
    SubscriptionView,
};
use kofa_investment::sealing::open_name;
use kofa_investment::subscription::Status;
use kofa_platform::directory::Right;
use kofa_portal::kit::show::{Html, count, moment, naira};
use kofa_portal::kit::{Faults, Form, House, OperatorForm, OperatorSeat, Page, Shell, go, respond};

use super::one::plain;
use super::tone_of;
use crate::asked::words;
use crate::inputs::{Input, Kind, Pick};

/// Longest name that an exchange gives, in characters.
const NAME_CHARS_MAX: usize = 100;

/// `GET /console/offers/subscription/{name}`
#[derive(Debug, Template)]
#[template(path = "console/offers/subscription.html")]
struct One<'a> {
    shell: &'a Shell,
    base: String,
    status: String,
    tone: &'static str,
    facts: Vec<(&'static str, Html)>,
    explanation: Option<String>,
    history: Vec<Row>,
    resolve: Option<Vec<Input>>,
    cancel: Option<Vec<Input>>,
    faults: Faults,
}

#[derive(Debug)]
struct Row {
    at: Html,
    step: String,
    status: String,
    payment: String,
    allotment: String,
    reason: String,
    actor: String,
}

impl From<Event> for Row {
    fn from(event: Event) -> Self {
        Self {
            at: moment(event.at),
            step: words(&event.step),
            status: words(event.state.status.as_str()),
            payment: words(event.state.payment.as_str()),
            allotment: words(event.state.allotment.as_str()),
            reason: event.reason().unwrap_or_default().to_owned(),
            actor: event.actor,
        }
    }
}

pub(super) async fn page(
    State(house): State<Arc<House>>,
    seat: OperatorSeat,
    Path(name): Path<String>,
) -> Page {
    show(&house, &seat, &name, Faults::default()).await
}

/// What cannot be stored as a text names nothing.
async fn find(house: &House, name: &str) -> Result<(SubscriptionView, Past)> {
    if name.is_empty() || name.chars().any(char::is_control) {
        let message = "There is no such subscription.";
        return Err(Error::new(&codes::NOT_FOUND, message));
    }
    let name = name.to_owned();
    house.desk.store.read(FindSubscription { name }).await
}

async fn show(house: &House, seat: &OperatorSeat, name: &str, faults: Faults) -> Page {
    let (one, past) = find(house, name).await?;
    let mut shell = Shell::console(house, seat, "offers", "Subscription");
    shell.world = one.environment.as_str();
    let status = one.state.status;
    let may = seat.may(Right::Market);
    let may_cancel = matches!(status, Status::PaymentPending | Status::Paid);
    let code = faults.status();
    let page = One {
        shell: &shell,
        base: format!("/console/offers/subscription/{}", one.id),
        status: words(status.as_str()),
        tone: tone_of(status.as_str()),
        resolve: (may && status == Status::Received).then(resolutions),
        cancel: (may && may_cancel).then(|| {
            let hint = "The tenant sees it.";
            vec![
                Input::line("reason", "Reason", "")
                    .hint(hint)
                    .id("cancel-reason"),
            ]
        }),
        facts: facts(house, one)?,
        explanation: past.explanation,
        history: past.history.into_iter().map(Row::from).collect(),
        faults,
    };
    Ok(respond(house, &shell, code, &page))
}

fn resolutions() -> Vec<Input> {
    let outcomes = vec![
        Pick::new("", "Choose", true),
        Pick::new("registered", "It has the subscription", false),
        Pick::new("refused", "It does not have it, or refused it", false),
    ];
    vec![
        Input::line("outcome", "The exchange", "").kind(Kind::Choice(outcomes)),
        Input::line("exchangeReferenceNumber", "Its reference number", "")
            .hint("Where it has the subscription."),
        Input::line("exchangeSubscriptionId", "Its id", "").hint("Where it has the subscription."),
        Input::line("reason", "Why not", "")
            .hint("Where it does not. The tenant sees it.")
            .id("resolve-reason"),
    ]
}

fn facts(house: &House, one: SubscriptionView) -> Result<Vec<(&'static str, Html)>> {
    let name = open_name(&house.desk.vault, &one.id, &one.investor_name)?;
    let offer = format!(
        "<a href=\"/console/offers/{}/{}\">{}</a>",
        one.environment, one.offer_id, one.offer_id
    );
    let paid = if one.is_card_payment {
        "by card"
    } else {
        "from a bank account"
    };
    let mut all = vec![
        ("Investor", plain(name.expose())),
        ("Id", plain(&one.id)),
        ("Transaction reference", plain(&one.transaction_reference)),
        // Ids of offers are capitals, digits and hyphens.
        ("Offer", Html(offer)),
        ("Tenant", plain(one.tenant_id.as_str())),
        ("Broker", plain(&one.broker_id)),
        ("Shares", plain(&count(one.number_of_shares))),
        ("Amount", plain(&format!("{}, {paid}", naira(one.amount)))),
        ("Payment", plain(&words(one.state.payment.as_str()))),
        ("Exchange", plain(&words(&one.exchange_state))),
    ];
    if !one.exchange_reference.is_empty() {
        all.push(("Exchange's reference", plain(&one.exchange_reference)));
    }
    if let Some(shares) = one.shares_allotted {
        all.push(("Allotted", plain(&count(shares))));
    }
    if let Some(refund) = one.refund {
        all.push(("Goes back", plain(&naira(refund))));
    }
    if let Some(reason) = &one.reason {
        all.push(("Reason", plain(reason)));
    }
    if let Some(at) = one.settled_at {
        all.push(("Paid", moment(at)));
    }
    all.push(("Received", moment(one.created_at)));
    all.push(("Last moved", moment(one.updated_at)));
    Ok(all)
}

/// Longest reason, in characters.
const REASON_CHARS_MAX: usize = 200;

/// A line of a form, if there is one.
fn line(form: &Form, name: &'static str) -> Result<Option<String>> {
    let text = form.text(name);
    let fits = text.chars().count() <= REASON_CHARS_MAX && !text.chars().any(char::is_control);
    if !fits {
        let message = format!("Write one line of at most {REASON_CHARS_MAX} characters.");
        return Err(Error::on(name, &codes::INVALID_FIELD, message));
    }
    Ok(Some(text.to_owned()).filter(|text| !text.is_empty()))
}

/// A line that must be there.
fn needed(form: &Form, name: &'static str, faults: &mut Vec<Fault>) -> String {
    match line(form, name) {
        Ok(Some(text)) if text.chars().count() <= NAME_CHARS_MAX || name == "reason" => text,
        Ok(None) => {
            faults.push(Fault::missing(name));
            String::new()
        }
        Ok(Some(_)) => {
            let message = format!("Write at most {NAME_CHARS_MAX} characters.");
            faults.push(Fault::on(name, &codes::INVALID_FIELD, message));
            String::new()
        }
        Err(error) => {
            faults.extend(error.all().iter().cloned());
            String::new()
        }
    }
}

fn read(form: &Form) -> Result<Resolution> {
    let mut faults = Vec::new();
    let outcome = match form.text("outcome") {
        "registered" => Some(Resolution::Registered {
            reference: needed(form, "exchangeReferenceNumber", &mut faults),
            subscription_id: needed(form, "exchangeSubscriptionId", &mut faults),
        }),
        "refused" => Some(Resolution::Refused {
            reason: needed(form, "reason", &mut faults),
        }),
        _ => {
            let message = "Say what the exchange did.";
            faults.push(Fault::on("outcome", &codes::INVALID_FIELD, message));
            None
        }
    };
    Error::check(faults)?;
    outcome.ok_or_else(|| Error::internal("an outcome without a fault is there"))
}

pub(super) async fn resolve(
    State(house): State<Arc<House>>,
    Path(name): Path<String>,
    sent: OperatorForm,
) -> Page {
    let (seat, form) = (sent.seat, sent.form);
    seat.by.actor.needs(Right::Market)?;
    let id = find(&house, &name).await?.0.id;
    let done = match read(&form) {
        Ok(outcome) => {
            let by = seat.by.clone();
            let id = id.clone();
            let resolve = ResolveSubscription { by, id, outcome };
            house.desk.store.write(resolve).await.map(|_| ())
        }
        Err(error) => Err(error),
    };
    answer(&house, &seat, &id, done, "The outcome was kept.").await
}

pub(super) async fn cancel(
    State(house): State<Arc<House>>,
    Path(name): Path<String>,
    sent: OperatorForm,
) -> Page {
    let (seat, form) = (sent.seat, sent.form);
    seat.by.actor.needs(Right::Market)?;
    let id = find(&house, &name).await?.0.id;
    let mut faults = Vec::new();
    let reason = needed(&form, "reason", &mut faults);
    let ready = Error::check(faults).and_then(|()| form.confirmed());
    let done = match ready {
        Ok(()) => {
            let by = seat.by.clone();
            let id = id.clone();
            let cancel = CancelSubscription { by, id, reason };
            house.desk.store.write(cancel).await.map(|_| ())
        }
        Err(error) => Err(error),
    };
    answer(&house, &seat, &id, done, "The subscription was withdrawn.").await
}

async fn answer(
    house: &House,
    seat: &OperatorSeat,
    id: &str,
    done: Result<()>,
    said: &str,
) -> Page {
    match done {
        Ok(()) => Ok(go(
            house,
            &format!("/console/offers/subscription/{id}"),
            said,
        )),
        Err(error) => show(house, seat, id, Faults::of(error)?).await,
    }
}
