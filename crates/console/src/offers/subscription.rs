//! One subscription: where it is, how it got there, and why this many shares.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use kofa_commands::{Command as _, Entry};
use kofa_core::Right;
use kofa_domain::{Environment, Result};
use kofa_investment::commands::{CancelSubscription, ResolveSubscription};
use kofa_investment::identity::outcome::{IdentityCheck, IdentityChecks, Party};
use kofa_investment::ops::{Event, FindSubscription, Past, RecordLook, SubscriptionView};
use kofa_investment::sealing::open_name;
use kofa_investment::subscription::Status;
use kofa_portal::kit::show::{Html, count, moment, naira};
use kofa_portal::kit::{
    CommandForm, Faults, Layout, OperatorForm, Page, SignedInOperator, WebState, go, labelled,
    respond,
};

use super::plain;
use super::tone_of;
use crate::ask::{Question, must_be_sure};
use crate::asked::words;
use crate::inputs::{Input, Kind, Pick};
use crate::names::Names;

/// `GET /console/offers/subscription/{name}`
#[derive(Debug, Template)]
#[template(path = "console/offers/subscription.html")]
struct One<'a> {
    layout: &'a Layout,
    names: Names,
    environment: Environment,
    base: String,
    status: String,
    tone: &'static str,
    facts: Vec<(&'static str, Html)>,
    explanation: Option<String>,
    checked: Option<Checked>,
    history: Vec<Row>,
    resolve: Option<Vec<Input>>,
    cancel: Option<Vec<Input>>,
    faults: Faults,
}

/// What came of looking the applicants up.
#[derive(Debug)]
struct Checked {
    at: Html,
    policy: &'static str,
    /// Who, by what, and what came of it.
    rows: Vec<[String; 3]>,
}

impl From<&IdentityChecks> for Checked {
    fn from(of: &IdentityChecks) -> Self {
        let row = |one: &IdentityCheck| {
            let person = match one.person {
                Party::Applicant => "applicant",
                Party::SecondApplicant => "second applicant",
                Party::Guardian => "guardian",
            };
            let outcome = words(one.outcome.as_str());
            [person.to_owned(), one.kind.in_words().to_owned(), outcome]
        };
        Self {
            at: moment(of.at),
            policy: of.policy.as_str(),
            rows: of.checks.iter().map(row).collect(),
        }
    }
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
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    Path(name): Path<String>,
) -> Page {
    show(&web, &signed_in, &name, Faults::default()).await
}

async fn find(
    web: &WebState,
    signed_in: &SignedInOperator,
    name: &str,
) -> Result<(SubscriptionView, Past)> {
    let find = CommandForm::new(Entry::of::<FindSubscription>()).with("subscriptionId", name);
    let find: FindSubscription = find.read(signed_in.by.at, &web.admin.products)?;
    web.admin.store.read(find).await
}

async fn show(web: &WebState, signed_in: &SignedInOperator, name: &str, faults: Faults) -> Page {
    let (one, past) = find(web, signed_in, name).await?;
    let look = RecordLook {
        by: signed_in.by.clone(),
        subject: one.id.clone(),
        tenant: Some(one.tenant_id.clone()),
        names: 1,
    };
    web.admin.store.write(look).await?;
    let mut layout = Layout::console(web, signed_in, "offers", "Subscription");
    layout.world = one.environment.as_str();
    let status = one.state.status;
    let may = signed_in.may(Right::Market);
    let may_cancel = matches!(status, Status::PaymentPending | Status::Paid);
    let code = faults.status();
    let ids = past.history.iter().map(|event| event.actor.as_str());
    let ids = ids.map(|id| (id, Some(&one.tenant_id)));
    let names = Names::read(web, ids.chain([(one.tenant_id.as_str(), None)]).collect()).await?;
    let page = One {
        layout: &layout,
        environment: one.environment,
        base: format!("/console/offers/subscription/{}", one.id),
        status: words(status.as_str()),
        tone: tone_of(status.as_str()),
        resolve: (may && status == Status::Received).then(resolutions),
        cancel: (may && may_cancel).then(|| {
            let hint = "The tenant can see this.";
            vec![
                Input::line("reason", "Reason", "")
                    .hint(hint)
                    .id("cancel-reason"),
            ]
        }),
        facts: facts(web, one, &names)?,
        explanation: past.explanation,
        checked: past.identity.as_ref().map(Checked::from),
        history: past.history.into_iter().map(Row::from).collect(),
        names,
        faults,
    };
    Ok(respond(web, &layout, code, &page))
}

fn resolutions() -> Vec<Input> {
    let outcomes = vec![
        Pick::new("", "Choose", true),
        Pick::new("registered", "Registered the subscription", false),
        Pick::new("refused", "Refused, or has no record of it", false),
    ];
    vec![
        Input::line("outcome", "Exchange's decision", "").kind(Kind::Choice(outcomes)),
        Input::line("exchangeReferenceNumber", "Exchange reference number", "")
            .hint("Required if registered."),
        Input::line("exchangeSubscriptionId", "Exchange subscription ID", "")
            .hint("Required if registered."),
        Input::line("reason", "Reason for refusal", "")
            .hint("Required if refused. The tenant can see this.")
            .id("resolve-reason"),
    ]
}

fn facts(
    web: &WebState,
    one: SubscriptionView,
    names: &Names,
) -> Result<Vec<(&'static str, Html)>> {
    let name = open_name(&web.admin.vault, &one.id, &one.investor_name)?;
    let offer = format!(
        "<a href=\"/console/offers/{}/{}\">{}</a>",
        one.environment, one.offer_id, one.offer_id
    );
    let paid = if one.is_card_payment {
        "by card"
    } else {
        "by bank transfer"
    };
    let mut all = vec![
        ("Investor", plain(name.expose())),
        ("Profile", plain(one.profile_type.as_str())),
        ("Id", plain(&one.id)),
        ("Transaction reference", plain(&one.transaction_reference)),
        // Ids of offers are capitals, digits and hyphens.
        ("Offer", Html(offer)),
        ("Tenant", names.tenant(one.tenant_id.as_str())),
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
        all.push(("Refund due", plain(&naira(refund))));
    }
    if let Some(reason) = &one.reason {
        all.push(("Reason", plain(reason)));
    }
    if let Some(at) = one.settled_at {
        all.push(("Paid", moment(at)));
    }
    all.push(("Received", moment(one.created_at)));
    all.push(("Last updated", moment(one.updated_at)));
    Ok(all)
}

fn label(name: &str) -> Option<&'static str> {
    match name {
        "outcome" => Some("Exchange's decision"),
        "exchangeReferenceNumber" => Some("Exchange reference number"),
        "exchangeSubscriptionId" => Some("Exchange subscription ID"),
        "reason" => Some("Reason"),
        _ => None,
    }
}

pub(super) async fn resolve(
    State(web): State<Arc<WebState>>,
    Path(name): Path<String>,
    sent: OperatorForm,
) -> Page {
    let resolve = Entry::of::<ResolveSubscription>();
    act(&web, sent, &name, (resolve, "Outcome saved.")).await
}

pub(super) async fn cancel(
    State(web): State<Arc<WebState>>,
    Path(name): Path<String>,
    sent: OperatorForm,
) -> Page {
    let cancel = Entry::of::<CancelSubscription>();
    act(&web, sent, &name, (cancel, "Subscription withdrawn.")).await
}

/// What is asked before a subscription is withdrawn.
fn withdrawing(environment: Environment) -> Question {
    let text = "The subscription is cancelled and any payment is refunded. This cannot be undone.";
    Question::new("Withdraw this subscription?", text, "Withdraw subscription")
        .in_world(environment)
}

async fn act(
    web: &WebState,
    sent: OperatorForm,
    name: &str,
    (command, said): (Entry, &str),
) -> Page {
    let (signed_in, form) = (sent.signed_in, sent.form);
    signed_in.by.actor.needs(Right::Market)?;
    let one = find(web, &signed_in, name).await?.0;
    let (id, environment) = (one.id, one.environment);
    if command.spec.name == CancelSubscription::SPEC.name {
        let back = format!("/console/offers/subscription/{id}");
        must_be_sure(
            web,
            &signed_in,
            ("offers", &back),
            &form,
            &withdrawing(environment),
        )?;
    }
    let command = CommandForm::new(command).with("subscriptionId", &id);
    let services = web.admin.services();
    let command = command.filled(&form);
    let done = command.run(&services, signed_in.by.clone()).await;
    match done {
        Ok(_) => {
            let path = format!("/console/offers/subscription/{id}");
            Ok(go(web, &path, said))
        }
        Err(error) => {
            let faults = Faults::of(labelled(error, label))?;
            show(web, &signed_in, &id, faults).await
        }
    }
}
