//! One application: where it is, how it got there, and why so many shares were allotted.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use http::StatusCode;
use kofa_domain::{Error, codes};
use kofa_investment::identity::outcome::{IdentityCheck, IdentityChecks, Party};
use kofa_investment::ops::{Event, FindTransaction, TransactionRow};
use kofa_investment::subscription::AllotmentStatus;

use super::{investor, tone};
use crate::kit::show::{Html, count, moment, naira, sentence, text};
use crate::kit::{Layout, Page, SignedInMember, WebState, respond};
use crate::tenant::offers;

/// `GET /portal/{environment}/applications/{application}`
#[derive(Debug, Template)]
#[template(path = "tenant/applications/one.html")]
struct One<'a> {
    layout: &'a Layout,
    base: String,
    reference: String,
    status: String,
    tone: &'static str,
    /// Why it was refused, failed or ended; empty if it was not.
    reason: String,
    asked: String,
    amount: String,
    /// Empty until the allotment.
    allotted: String,
    /// Empty where nothing goes back.
    refund: String,
    refunded: bool,
    facts: Vec<(&'static str, Html)>,
    /// Why this many shares were allotted; empty until they are.
    why: String,
    steps: Vec<Step>,
    checked: Option<Checked>,
}

/// A step of its life.
#[derive(Debug)]
struct Step {
    at: Html,
    what: String,
    reason: String,
}

impl From<Event> for Step {
    fn from(event: Event) -> Self {
        Self {
            at: moment(event.at),
            what: told(&event.step),
            reason: event.reason().unwrap_or_default().to_owned(),
        }
    }
}

/// What a step of a history says to people.
fn told(step: &str) -> String {
    let words = match step {
        "receive" => "Application received",
        "register" => "Registered with the exchange",
        "refuse" => "Refused",
        "await_payment" => "Payment started",
        "pay" => "Paid",
        "fail_payment" => "Payment failed",
        "expire" => "Expired: not paid in time",
        "submit" => "Sent to the exchange with its payment",
        "accept" => "Accepted by the exchange",
        "refuse_paid" => "Refused by the exchange; the payment is refunded",
        "cancel" => "Cancelled",
        "allot_all" => "Allotted in full",
        "allot_some" => "Allotted in part",
        "allot_none" => "Not allotted",
        "begin_refund" => "Refund started",
        "refund" => "Refunded",
        "return_refund" => "Refund returned by the bank",
        "credit" => "Shares credited to the depository account",
        other => return sentence(other),
    };
    words.to_owned()
}

/// What came of looking the applicants up. The records themselves are not kept.
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
                Party::Applicant => "Applicant",
                Party::SecondApplicant => "Second applicant",
                Party::Guardian => "Guardian",
            };
            let outcome = sentence(one.outcome.as_str());
            [person.to_owned(), one.kind.in_words().to_owned(), outcome]
        };
        Self {
            at: moment(of.at),
            policy: of.policy.as_str(),
            rows: of.checks.iter().map(row).collect(),
        }
    }
}

fn facts(
    one: &TransactionRow,
    signed_in: &SignedInMember,
    investor: &str,
) -> Vec<(&'static str, Html)> {
    let mut offer = format!(
        "<a href=\"{}\">",
        offers::place(signed_in.environment, &one.offer_id)
    );
    offer += &text(&one.offer_name).0;
    offer += "</a>";
    let mut all = vec![
        ("Investor", text(investor)),
        (
            "Profile",
            text(&sentence(&one.profile_type.as_str().to_lowercase())),
        ),
        ("Offer", Html(offer)),
        ("Subscription id", text(&one.subscription_id)),
        ("Transaction reference", text(&one.reference)),
    ];
    if let Some(reference) = &one.client_reference {
        all.push(("Your reference", text(reference)));
    }
    if !one.exchange_reference.is_empty() {
        all.push(("Exchange reference number", text(&one.exchange_reference)));
    }
    if !one.exchange_subscription_id.is_empty() {
        let id = text(&one.exchange_subscription_id);
        all.push(("Exchange subscription id", id));
    }
    all.push(("Payment", text(&sentence(one.state.payment.as_str()))));
    if let Some(url) = &one.payment_url {
        all.push(("Payment page", text(url)));
    }
    if let Some(at) = one.settled_at {
        all.push(("Paid", moment(at)));
    }
    all.push(("Received", moment(one.created_at)));
    all
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInMember,
    Path((_, name)): Path<(String, String)>,
) -> Page {
    let find = FindTransaction {
        tenant_id: signed_in.of.tenant.clone(),
        environment: signed_in.environment,
        name,
    };
    let missing = || Error::new(&codes::NOT_FOUND, "Application not found.");
    let mut one = web.admin.store.read(find).await?.ok_or_else(missing)?;
    let name = investor(&web, &signed_in, &one.subscription_id, &one.investor_name)?;
    let past = one.past.take();
    let layout = Layout::portal(&web, &signed_in, "applications", "Application");
    let refund = one.refund.filter(|refund| refund.get() > 0);
    let allotment = one.state.allotment;
    let page = One {
        layout: &layout,
        base: super::base(signed_in.environment),
        status: sentence(one.state.status.as_str()),
        tone: tone(one.state.status),
        reason: one.reason.clone().unwrap_or_default(),
        asked: count(one.number_of_shares),
        amount: naira(one.amount),
        allotted: match allotment {
            AllotmentStatus::Pending => String::new(),
            _ => count(one.shares_allotted.unwrap_or_default()),
        },
        refund: refund.map_or_else(String::new, naira),
        refunded: one.state.payment.as_str() == "refunded",
        facts: facts(&one, &signed_in, &name),
        why: past
            .as_ref()
            .and_then(|past| past.explanation.clone())
            .unwrap_or_default(),
        checked: past
            .as_ref()
            .and_then(|past| past.identity.as_ref())
            .map(Checked::from),
        steps: past.map_or_else(Vec::new, |past| {
            past.history.into_iter().map(Step::from).collect()
        }),
        reference: one.reference,
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

#[cfg(test)]
mod tests {
    use kofa_investment::lifecycle::Move;

    use super::*;

    #[test]
    fn every_step_has_words_of_its_own() {
        let words = Move::ALL.map(|one| told(one.as_str()));
        for (at, one) in words.iter().enumerate() {
            assert!(!words[..at].contains(one), "{one}");
            assert_ne!(*one, told("receive"));
        }
        assert_eq!(told("some_other"), "Some other");
    }
}
