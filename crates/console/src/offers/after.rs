//! After the close: rehearsal, allotment, refunds, credit.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use kofa_commands::{Command, Entry, number};
use kofa_core::Right;
use kofa_domain::{Environment, Error, Kobo, Result};
use kofa_investment::allotment::{Band, Basis};
use kofa_investment::commands::{AllotOffer, CreditOffer, MovedView, RefundOffer};
use kofa_investment::offer::OfferStatus;
use kofa_investment::ops::{FindAllotment, LookUpOffer, StoredAllotment};
use kofa_portal::kit::show::{Html, count, moment, naira};
use kofa_portal::kit::{
    Faults, Layout, OperatorForm, Page, SignedInOperator, WebState, go, labelled, respond,
};

use super::compare::{Comparison, seeds};
use super::{Which, picture, plain, tone};
use crate::ask::{Question, must_be_sure};
use crate::asked::words;
use crate::inputs::Input;
use crate::names::Names;

/// `GET /console/offers/{environment}/{offer}/allotment`
#[derive(Debug, Template)]
#[template(path = "console/offers/allotment.html")]
struct Allotment<'a> {
    layout: &'a Layout,
    environment: Environment,
    name: String,
    base: String,
    status: String,
    tone: &'static str,
    /// Rehearsing is possible until it is allotted.
    may_rehearse: bool,
    may_allot: bool,
    may_refund: bool,
    may_credit: bool,
    may_list: bool,
    facts: Vec<(&'static str, Html)>,
    basis: Option<Shown>,
    rehearsed: bool,
    comparison: Option<Comparison>,
    seed: Vec<Input>,
    /// What the form of the allotment has: one seed.
    allot_seed: String,
    refund: Vec<Input>,
    credit: Vec<Input>,
    faults: Faults,
}

/// A basis of allotment.
#[derive(Debug)]
struct Shown {
    facts: Vec<(&'static str, Html)>,
    plot: Html,
    bands: Vec<Row>,
}

/// Applications of one size.
#[derive(Debug)]
struct Row {
    size: String,
    applications: String,
    requested: String,
    allotted: String,
    full: String,
    partial: String,
    none: String,
}

/// What a form came to.
#[derive(Default)]
struct Outcome {
    faults: Faults,
    rehearsals: Vec<Basis>,
    seed: String,
    reference: String,
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    path: Path<(String, String)>,
) -> Page {
    let which = Which::read(path)?;
    show(&web, &signed_in, &which, Outcome::default()).await
}

async fn show(
    web: &WebState,
    signed_in: &SignedInOperator,
    which: &Which,
    outcome: Outcome,
) -> Page {
    let (environment, id) = (which.environment, which.id.clone());
    let find = FindAllotment {
        environment,
        offer_id: id.clone(),
    };
    let stored = web.admin.store.read(find).await?;
    let look_up = LookUpOffer { environment, id };
    let offer = web.admin.store.read(look_up).await?.offer;
    let status = offer.status(signed_in.by.at);
    let mut layout = Layout::console(
        web,
        signed_in,
        "offers",
        format!("Allotment of {}", offer.name),
    );
    layout.world = environment.as_str();
    let (may_market, may_money) = (signed_in.may(Right::Market), signed_in.may(Right::Money));
    let done = matches!(status, OfferStatus::Allotted | OfferStatus::Listed);
    let is_open_ended = matches!(
        status,
        OfferStatus::Closed | OfferStatus::AllotmentInProgress
    );
    let by = stored.iter().map(|one| one.started_by.as_str());
    let names = Names::of(web, by.collect()).await?;
    let kept = stored.as_ref().and_then(|one| one.basis.clone());
    let comparison = Comparison::of(&outcome.rehearsals);
    let rehearsal = outcome.rehearsals.into_iter().next();
    let rehearsed = rehearsal.is_some();
    let code = outcome.faults.status();
    let page = Allotment {
        layout: &layout,
        environment,
        name: offer.name.clone(),
        base: which.path(""),
        status: words(status.as_str()),
        tone: tone(status),
        may_rehearse: may_market && !done && status != OfferStatus::Cancelled,
        may_allot: may_market && is_open_ended,
        may_refund: may_money && (done || status == OfferStatus::Cancelled),
        may_credit: may_money && done,
        may_list: may_market && status == OfferStatus::Allotted,
        facts: stored
            .as_ref()
            .map(|one| facts(one, &names))
            .unwrap_or_default(),
        allot_seed: match &rehearsal {
            Some(basis) => basis.seed.to_string(),
            None => "1".to_owned(),
        },
        basis: rehearsal.or(kept).map(|basis| shown(&basis)),
        rehearsed,
        comparison,
        seed: seed_inputs(&outcome.seed),
        refund: vec![
            Input::line("reference", "Reference", outcome.reference.clone())
                .id("refund-reference")
                .hint("Only for refunds that were made outside this platform."),
        ],
        credit: vec![
            Input::line("reference", "Registrar's reference", outcome.reference)
                .id("credit-reference")
                .hint("The registrar's reference for the credit of the depository accounts."),
        ],
        faults: outcome.faults,
    };
    Ok(respond(web, &layout, code, &page))
}

fn seed_inputs(seed: &str) -> Vec<Input> {
    let seed = if seed.is_empty() { "1" } else { seed };
    vec![Input::line("seed", "Seed", seed).hint(
        "Decides the ballot if one is needed. Announce it before the offer closes. Up to 4 \
             seeds with commas between are compared.",
    )]
}

fn facts(one: &StoredAllotment, names: &Names) -> Vec<(&'static str, Html)> {
    let state = if one.done { "stands" } else { "in progress" };
    let mut all = vec![
        ("Allotment", plain(state)),
        ("Seed", plain(&one.seed.to_string())),
        ("Started by", names.shown(&one.started_by)),
        ("Started", moment(one.started_at)),
    ];
    if let Some(at) = one.done_at {
        all.push(("Completed", moment(at)));
    }
    all
}

/// Hundredths of a per cent: 13947 is 139.47 %.
fn per_cent(hundredths: i64) -> String {
    format!(
        "{}.{:02} %",
        count(hundredths / 100),
        hundredths.abs() % 100
    )
}

fn shown(basis: &Basis) -> Shown {
    let shares = |number: i64| plain(&count(number));
    let money = |amount: Kobo| plain(&naira(amount));
    let demand = format!(
        "{} in {} applications, {} of the offer",
        count(basis.demand),
        count(basis.applications),
        per_cent(basis.subscription_pct)
    );
    let outcome = format!(
        "{} in full, {} in part, {} none",
        count(basis.full),
        count(basis.partial),
        count(basis.none)
    );
    let mut facts = vec![
        ("Shares on offer", shares(basis.offered)),
        ("Over-allotment used", shares(basis.absorbed)),
        ("Shares requested", plain(&demand)),
        ("Shares allotted", shares(basis.allotted)),
        ("Applications", plain(&outcome)),
        ("Not subscribed", shares(basis.unsubscribed)),
        ("Left over below one multiple", shares(basis.left_over)),
        ("Allotted as minimums", shares(basis.minimums)),
    ];
    if basis.rights {
        facts.push(("Allotted to rights holders", shares(basis.entitlements)));
    }
    if let Some(ratio) = basis.pro_rata {
        let text = format!(
            "{} for {} still requested, {} applications",
            count(ratio.numerator),
            count(ratio.denominator),
            count(basis.pro_rata_applications)
        );
        facts.push(("Pro rata", plain(&text)));
    }
    if basis.ballot {
        let drawn = format!("{} drawn with seed {}", count(basis.winners), basis.seed);
        facts.push(("Ballot", plain(&drawn)));
    }
    facts.push(("Payment for allotted shares", money(basis.collected_total)));
    facts.push(("Refund due", money(basis.refunds_total)));
    Shown {
        facts,
        plot: picture::outcome(basis),
        bands: basis.bands.iter().map(row).collect(),
    }
}

fn row(band: &Band) -> Row {
    Row {
        size: picture::size(band),
        applications: count(band.applications),
        requested: count(band.requested),
        allotted: count(band.allotted),
        full: count(band.full),
        partial: count(band.partial),
        none: count(band.none),
    }
}

fn label(name: &str) -> Option<&'static str> {
    match name {
        "seed" => Some("Seed"),
        "reference" => Some("Reference"),
        _ => None,
    }
}

/// An allotment with a seed, which must be there.
fn read(web: &WebState, which: &Which, seed: &str, dry_run: bool) -> Result<AllotOffer> {
    which
        .form(Entry::of::<AllotOffer>())
        .with_value("seed", number(seed))
        .with_value("dryRun", dry_run.into())
        .read(web.admin.clock.now(), &web.admin.products)
}

/// Runs a command in a task of its own: a browser that is closed does not cut it off.
pub(super) async fn run<C: Command>(
    web: &WebState,
    signed_in: &SignedInOperator,
    command: C,
) -> Result<C::Output> {
    let (services, by) = (web.admin.services(), signed_in.by.clone());
    let task = async move { services.run(by, command).await };
    tokio::spawn(task).await.map_err(Error::internal)?
}

/// Computes and changes nothing; the answer is the page with the basis on it.
pub(super) async fn rehearse(
    State(web): State<Arc<WebState>>,
    path: Path<(String, String)>,
    sent: OperatorForm,
) -> Page {
    let which = Which::read(path)?;
    let (signed_in, form) = (sent.signed_in, sent.form);
    signed_in.by.actor.needs(Right::Market)?;
    let mut outcome = Outcome {
        seed: form.text("seed").to_owned(),
        ..Outcome::default()
    };
    match rehearsals(&web, &signed_in, &which, &outcome.seed).await {
        Ok(all) => outcome.rehearsals = all,
        Err(error) => outcome.faults = Faults::of(labelled(error, label))?,
    }
    show(&web, &signed_in, &which, outcome).await
}

/// One after the other, so that an offer's book is in memory once.
async fn rehearsals(
    web: &WebState,
    signed_in: &SignedInOperator,
    which: &Which,
    text: &str,
) -> Result<Vec<Basis>> {
    let mut all = Vec::new();
    for seed in seeds(text)? {
        let command = read(web, which, seed, true)?;
        all.extend(run(web, signed_in, command).await?.basis);
    }
    Ok(all)
}

/// What is asked before shares are allotted.
fn allotting(environment: Environment) -> Question {
    let text =
        "Every applicant's shares, refund and explanation are stored. This cannot be undone.";
    Question::new("Allot the shares?", text, "Allot shares").in_world(environment)
}

/// What is asked before refunds are sent.
fn refunding(environment: Environment) -> Question {
    let text = "Every refund that is due is sent to its investor, or recorded as sent.";
    Question::new("Refund all payments that are due?", text, "Refund").in_world(environment)
}

pub(super) async fn allot(
    State(web): State<Arc<WebState>>,
    path: Path<(String, String)>,
    sent: OperatorForm,
) -> Page {
    let which = Which::read(path)?;
    let (signed_in, form) = (sent.signed_in, sent.form);
    signed_in.by.actor.needs(Right::Market)?;
    let back = which.path("allotment");
    let question = allotting(which.environment);
    must_be_sure(&web, &signed_in, ("offers", &back), &form, &question)?;
    let command = form.confirmed();
    let command = command.and_then(|()| read(&web, &which, form.text("seed"), false));
    let done = match command {
        Ok(command) => run(&web, &signed_in, command).await,
        Err(error) => Err(error),
    };
    match done {
        Ok(allotment) => {
            let said = allotment.basis.map(|basis| {
                format!(
                    "Allotted {} shares to {} applications.",
                    count(basis.allotted),
                    count(basis.full + basis.partial)
                )
            });
            let path = which.path("allotment");
            Ok(go(&web, &path, &said.unwrap_or_default()))
        }
        Err(error) => {
            let outcome = Outcome {
                faults: Faults::of(labelled(error, label))?,
                seed: form.text("seed").to_owned(),
                ..Outcome::default()
            };
            show(&web, &signed_in, &which, outcome).await
        }
    }
}

pub(super) async fn refund(
    State(web): State<Arc<WebState>>,
    path: Path<(String, String)>,
    sent: OperatorForm,
) -> Page {
    let which = Which::read(path)?;
    sent.signed_in.by.actor.needs(Right::Money)?;
    let (back, question) = (which.path("allotment"), refunding(which.environment));
    must_be_sure(
        &web,
        &sent.signed_in,
        ("offers", &back),
        &sent.form,
        &question,
    )?;
    let what = match sent.form.text("reference") {
        "" => "refunds started",
        _ => "refunds recorded as made",
    };
    settle::<RefundOffer>(&web, which, sent, (Ok(()), what)).await
}

pub(super) async fn credit(
    State(web): State<Arc<WebState>>,
    path: Path<(String, String)>,
    sent: OperatorForm,
) -> Page {
    let which = Which::read(path)?;
    let ready = sent.form.confirmed();
    settle::<CreditOffer>(
        &web,
        which,
        sent,
        (ready, "subscriptions marked as credited"),
    )
    .await
}

/// Does what follows the allotment.
async fn settle<C: Command<Output = MovedView>>(
    web: &WebState,
    which: Which,
    sent: OperatorForm,
    (ready, what): (Result<()>, &str),
) -> Page {
    let (signed_in, form) = (sent.signed_in, sent.form);
    signed_in.by.actor.needs(Right::Money)?;
    let read = || {
        let form = which.form(Entry::of::<C>()).filled(&form);
        form.read::<C>(signed_in.by.at, &web.admin.products)
    };
    let done = match ready.and_then(|()| read()) {
        Ok(command) => run(web, &signed_in, command).await,
        Err(error) => Err(error),
    };
    match done {
        Ok(moved) => {
            let said = format!("{} {what}.", count(moved.subscriptions));
            Ok(go(web, &which.path("allotment"), &said))
        }
        Err(error) => {
            let outcome = Outcome {
                faults: Faults::of(labelled(error, label))?,
                reference: form.text("reference").to_owned(),
                ..Outcome::default()
            };
            show(web, &signed_in, &which, outcome).await
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn per_cents_have_two_decimals() {
        assert_eq!(per_cent(13_947), "139.47 %");
        assert_eq!(per_cent(5), "0.05 %");
    }
}
