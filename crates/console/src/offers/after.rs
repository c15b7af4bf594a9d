//! After the close: rehearsal, allotment, refunds, credit.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use kofa_domain::{Error, Kobo, Result, codes};
use kofa_investment::allotment::{Band, Basis};
use kofa_investment::allotting::{self, Allot};
use kofa_investment::closing::After;
use kofa_investment::offer::OfferStatus;
use kofa_investment::ops::{FindAllotment, LookUpOffer, StoredAllotment};
use kofa_platform::directory::Right;
use kofa_portal::kit::show::{Html, count, moment, naira};
use kofa_portal::kit::{Faults, Form, House, OperatorForm, OperatorSeat, Page, Shell, go, respond};

use super::one::plain;
use super::{Which, tone};
use crate::asked::words;
use crate::inputs::Input;

/// Seeds up to here are read alike by every reader of JSON.
const SEED_MAX: u64 = (1 << 53) - 1;

/// `GET /console/offers/{environment}/{offer}/allotment`
#[derive(Debug, Template)]
#[template(path = "console/offers/allotment.html")]
struct Allotment<'a> {
    shell: &'a Shell,
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
    seed: Vec<Input>,
    refund: Vec<Input>,
    credit: Vec<Input>,
    faults: Faults,
}

/// A basis of allotment.
#[derive(Debug)]
struct Shown {
    facts: Vec<(&'static str, Html)>,
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
    rehearsal: Option<Basis>,
    seed: String,
    reference: String,
}

pub(super) async fn page(
    State(house): State<Arc<House>>,
    seat: OperatorSeat,
    path: Path<(String, String)>,
) -> Page {
    let which = Which::read(path)?;
    show(&house, &seat, &which, Outcome::default()).await
}

async fn show(house: &House, seat: &OperatorSeat, which: &Which, outcome: Outcome) -> Page {
    let (environment, id) = (which.environment, which.id.clone());
    let find = FindAllotment {
        environment,
        offer_id: id.clone(),
    };
    let stored = house.desk.store.read(find).await?;
    let look_up = LookUpOffer { environment, id };
    let offer = house.desk.store.read(look_up).await?.offer;
    let status = offer.status(seat.by.at);
    let mut shell = Shell::console(
        house,
        seat,
        "offers",
        format!("Allotment of {}", offer.name),
    );
    shell.world = environment.as_str();
    let (may_market, may_money) = (seat.may(Right::Market), seat.may(Right::Money));
    let done = matches!(status, OfferStatus::Allotted | OfferStatus::Listed);
    let is_open_ended = matches!(
        status,
        OfferStatus::Closed | OfferStatus::AllotmentInProgress
    );
    let kept = stored.as_ref().and_then(|one| one.basis.clone());
    let rehearsed = outcome.rehearsal.is_some();
    let code = outcome.faults.status();
    let page = Allotment {
        shell: &shell,
        name: offer.name.clone(),
        base: which.path(""),
        status: words(status.as_str()),
        tone: tone(status),
        may_rehearse: may_market && !done && status != OfferStatus::Cancelled,
        may_allot: may_market && is_open_ended,
        may_refund: may_money && (done || status == OfferStatus::Cancelled),
        may_credit: may_money && done,
        may_list: may_market && status == OfferStatus::Allotted,
        facts: stored.as_ref().map(facts).unwrap_or_default(),
        basis: outcome.rehearsal.or(kept).map(|basis| shown(&basis)),
        rehearsed,
        seed: seed_inputs(&outcome.seed),
        refund: vec![
            Input::line("reference", "Reference", outcome.reference.clone())
                .id("refund-reference")
                .hint("Only of refunds that were made outside of this platform."),
        ],
        credit: vec![
            Input::line("reference", "Registrar's reference", outcome.reference)
                .id("credit-reference")
                .hint("Of the credit of the depository accounts."),
        ],
        faults: outcome.faults,
    };
    Ok(respond(house, &shell, code, &page))
}

fn seed_inputs(seed: &str) -> Vec<Input> {
    let seed = if seed.is_empty() { "1" } else { seed };
    vec![
        Input::line("seed", "Seed", seed)
            .hint("Decides a ballot, where one is needed: announce it before the close."),
    ]
}

fn facts(one: &StoredAllotment) -> Vec<(&'static str, Html)> {
    let state = if one.done {
        "stands"
    } else {
        "is being written"
    };
    let mut all = vec![
        ("Allotment", plain(state)),
        ("Seed", plain(&one.seed.to_string())),
        ("Begun by", plain(&one.started_by)),
        ("Begun", moment(one.started_at)),
    ];
    if let Some(at) = one.done_at {
        all.push(("Every result written", moment(at)));
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
        "{} in full, {} in part, {} nothing",
        count(basis.full),
        count(basis.partial),
        count(basis.none)
    );
    let mut facts = vec![
        ("Shares on offer", shares(basis.offered)),
        ("Absorbed beyond the offer", shares(basis.absorbed)),
        ("Shares asked for", plain(&demand)),
        ("Shares allotted", shares(basis.allotted)),
        ("Applications", plain(&outcome)),
        ("Not asked for", shares(basis.unsubscribed)),
        ("Too few for another step", shares(basis.left_over)),
        ("As minimums", shares(basis.minimums)),
    ];
    if basis.rights {
        facts.push(("By right", shares(basis.entitlements)));
    }
    if let Some(ratio) = basis.pro_rata {
        let text = format!(
            "{} for {} still asked for, {} applications",
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
    facts.push(("Paid for what is allotted", money(basis.collected_total)));
    facts.push(("Goes back", money(basis.refunds_total)));
    Shown {
        facts,
        bands: basis.bands.iter().map(row).collect(),
    }
}

fn row(band: &Band) -> Row {
    let size = match band.to {
        to if to == band.from => count(to),
        i64::MAX => format!("{} and more", count(band.from)),
        to => format!("{} to {}", count(band.from), count(to)),
    };
    Row {
        size,
        applications: count(band.applications),
        requested: count(band.requested),
        allotted: count(band.allotted),
        full: count(band.full),
        partial: count(band.partial),
        none: count(band.none),
    }
}

fn read_seed(form: &Form) -> Result<u64> {
    let seed = form.text("seed").parse().ok();
    seed.filter(|seed| *seed <= SEED_MAX).ok_or_else(|| {
        let message = format!("The seed must be a whole number from 0 to {SEED_MAX}.");
        Error::on("seed", &codes::INVALID_FIELD, message)
    })
}

fn what(seat: &OperatorSeat, which: &Which, seed: u64) -> Allot {
    Allot {
        by: seat.by.clone(),
        environment: which.environment,
        offer_id: which.id.clone(),
        seed,
    }
}

/// Computes and changes nothing; the answer is the page with the basis on it.
pub(super) async fn rehearse(
    State(house): State<Arc<House>>,
    path: Path<(String, String)>,
    sent: OperatorForm,
) -> Page {
    let which = Which::read(path)?;
    let (seat, form) = (sent.seat, sent.form);
    seat.by.actor.needs(Right::Market)?;
    let computed = match read_seed(&form) {
        Ok(seed) => {
            let what = what(&seat, &which, seed);
            allotting::rehearse(&house.desk.store, &house.desk.vault, &what).await
        }
        Err(error) => Err(error),
    };
    let mut outcome = Outcome {
        seed: form.text("seed").to_owned(),
        ..Outcome::default()
    };
    match computed {
        Ok(basis) => outcome.rehearsal = Some(basis),
        Err(error) => outcome.faults = Faults::of(error)?,
    }
    show(&house, &seat, &which, outcome).await
}

pub(super) async fn allot(
    State(house): State<Arc<House>>,
    path: Path<(String, String)>,
    sent: OperatorForm,
) -> Page {
    let which = Which::read(path)?;
    let (seat, form) = (sent.seat, sent.form);
    seat.by.actor.needs(Right::Market)?;
    let seed = form.confirmed().and_then(|()| read_seed(&form));
    let done = match seed {
        Ok(seed) => run(Arc::clone(&house), what(&seat, &which, seed)).await,
        Err(error) => Err(error),
    };
    match done {
        Ok(basis) => {
            let said = format!(
                "{} shares were allotted to {} applications.",
                count(basis.allotted),
                count(basis.full + basis.partial)
            );
            Ok(go(&house, &which.path("allotment"), &said))
        }
        Err(error) => {
            let outcome = Outcome {
                faults: Faults::of(error)?,
                seed: form.text("seed").to_owned(),
                ..Outcome::default()
            };
            show(&house, &seat, &which, outcome).await
        }
    }
}

/// In a task of its own: a browser that is closed does not cut an allotment off.
async fn run(house: Arc<House>, what: Allot) -> Result<Basis> {
    let task = async move {
        let desk = &house.desk;
        allotting::run(&desk.store, &desk.vault, &*desk.clock, &what).await
    };
    tokio::spawn(task).await.map_err(Error::internal)?
}

pub(super) async fn refund(
    State(house): State<Arc<House>>,
    path: Path<(String, String)>,
    sent: OperatorForm,
) -> Page {
    let which = Which::read(path)?;
    sent.seat.by.actor.needs(Right::Money)?;
    let reference = sent.form.text("reference").to_owned();
    let task = move |house: Arc<House>, after: After| async move {
        let store = &house.desk.store;
        if reference.is_empty() {
            let begun = after.refund(store).await?;
            return Ok(format!("{} refunds were begun.", count(begun)));
        }
        let kept = after.record_refunds(store, &reference).await?;
        Ok(format!("{} refunds were kept as made.", count(kept)))
    };
    settle(house, which, sent, task).await
}

pub(super) async fn credit(
    State(house): State<Arc<House>>,
    path: Path<(String, String)>,
    sent: OperatorForm,
) -> Page {
    let which = Which::read(path)?;
    sent.seat.by.actor.needs(Right::Money)?;
    let reference = sent.form.text("reference").to_owned();
    let task = move |house: Arc<House>, after: After| async move {
        let credited = after.credit(&house.desk.store, &reference).await?;
        Ok(format!("{} subscriptions are credited.", count(credited)))
    };
    settle(house, which, sent, task).await
}

/// Does what follows the allotment, in a task of its own.
async fn settle<F>(
    house: Arc<House>,
    which: Which,
    sent: OperatorForm,
    task: impl FnOnce(Arc<House>, After) -> F,
) -> Page
where
    F: Future<Output = Result<String>> + Send + 'static,
{
    let (seat, form) = (sent.seat, sent.form);
    let after = After {
        by: seat.by.clone(),
        environment: which.environment,
        offer_id: which.id.clone(),
    };
    let done = match form.confirmed() {
        Ok(()) => tokio::spawn(task(Arc::clone(&house), after))
            .await
            .map_err(Error::internal)?,
        Err(error) => Err(error),
    };
    match done {
        Ok(said) => Ok(go(&house, &which.path("allotment"), &said)),
        Err(error) => {
            let outcome = Outcome {
                faults: Faults::of(error)?,
                reference: form.text("reference").to_owned(),
                ..Outcome::default()
            };
            show(&house, &seat, &which, outcome).await
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

    #[test]
    fn a_seed_is_a_number_that_every_reader_knows() {
        let read = |text: &str| read_seed(&Form::parse(format!("seed={text}").as_bytes()));
        assert_eq!(read("7").ok(), Some(7));
        for wrong in ["", "-1", "x", "9007199254740992"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
