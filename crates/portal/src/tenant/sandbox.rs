//! The sandbox: values that make it answer as one needs it, its clock, and its play money.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use http::StatusCode;
use kofa_commands::Entry;
use kofa_commands::platform::sandbox::SetSandboxBalance;
use kofa_core::{Page as Part, Right};
use kofa_domain::{Environment, Error, Result, codes};
use kofa_investment::commands::{AdvanceSandboxOffer, CopySandboxOffer};
use kofa_investment::offer::OfferStatus;
use kofa_investment::ops::{FindOffer, ListMarket, MarketOffer};
use kofa_investment::test_clock::Stage;
use kofa_ledger::money::find_wallet;

use crate::kit::ask::{Question, must_be_sure};
use crate::kit::{
    CommandForm, Faults, Layout, MemberForm, Page, SignedInMember, WebState, answer_once, go,
    respond, show, told_in_naira,
};
use crate::sandbox::{Table, tables};
use crate::text::Html;

/// Offers of each list; a tenant has at most 20 of its own.
const OFFERS: &str = "50";

/// `GET /portal/{environment}/sandbox`
#[derive(Debug, Template)]
#[template(path = "tenant/sandbox.html")]
struct SandboxPage<'a> {
    layout: &'a Layout,
    base: &'static str,
    may: bool,
    faults: Faults,
    typed: String,
    balance: String,
    own: Vec<OfferView>,
    /// Offers to copy: id and name.
    others: Vec<(String, String)>,
    tables: Vec<Table>,
}

/// `GET /portal/live/sandbox`
#[derive(Debug, Template)]
#[template(path = "tenant/sandbox-live.html")]
struct LivePage<'a> {
    layout: &'a Layout,
}

#[derive(Debug)]
struct OfferView {
    id: String,
    name: String,
    status: String,
    /// Until when it takes applications.
    closes: Html,
    applications: String,
    /// Stages that are still to come: word and what happens.
    stages: Vec<(&'static str, &'static str)>,
}

const BASE: &str = "/portal/sandbox/sandbox";

/// What the clock does on the way to a stage.
const fn told(stage: Stage) -> &'static str {
    match stage {
        Stage::Open => "Open: accepts applications for 30 days",
        Stage::Closed => "Closed: unpaid applications expire",
        Stage::Allotted => "Allotted: shares are allotted, with seed 1",
        Stage::Refunded => "Refunded: money for unallotted shares is returned",
        Stage::Credited => "Credited: shares are in the depository accounts",
        Stage::Listed => "Listed: the shares can be traded",
    }
}

fn to_come(status: OfferStatus) -> Vec<(&'static str, &'static str)> {
    let after = match status {
        OfferStatus::Upcoming | OfferStatus::Suspended => None,
        OfferStatus::Open => Some(Stage::Open),
        OfferStatus::Closed | OfferStatus::AllotmentInProgress => Some(Stage::Closed),
        OfferStatus::Allotted => Some(Stage::Allotted),
        OfferStatus::Listed | OfferStatus::Cancelled => Some(Stage::Listed),
    };
    let later = Stage::ALL
        .into_iter()
        .filter(|stage| after.is_none_or(|after| *stage > after));
    later.map(|stage| (stage.as_str(), told(stage))).collect()
}

/// `3 allotted, 1 refunded`
fn counted(one: &MarketOffer) -> String {
    let word =
        |(word, n): &(String, i64)| format!("{} {}", show::count(*n), word.replace('_', " "));
    let words: Vec<String> = one.counts.by_status.iter().map(word).collect();
    if words.is_empty() {
        "none".to_owned()
    } else {
        words.join(", ")
    }
}

impl OfferView {
    fn new(one: &MarketOffer, now: kofa_domain::Timestamp) -> Self {
        let status = one.offer.status(now);
        Self {
            id: one.offer.id.clone(),
            name: one.offer.name.clone(),
            status: status.as_str().to_lowercase().replace('_', " "),
            closes: show::moment(one.offer.close_at),
            applications: counted(one),
            stages: to_come(status),
        }
    }
}

async fn offers(web: &WebState, signed_in: &SignedInMember, own: bool) -> Result<Vec<MarketOffer>> {
    let list = ListMarket {
        environment: Environment::Sandbox,
        tenant: own.then(|| signed_in.of.tenant.clone()),
        page: Part::read(None, Some(OFFERS))?,
    };
    Ok(web.admin.store.read(list).await?.items)
}

async fn sandbox_page(
    web: &WebState,
    signed_in: &SignedInMember,
    (typed, faults): (String, Faults),
) -> Result<Response> {
    let (store, now) = (&web.admin.store, web.now());
    let mut own = Vec::new();
    for one in offers(web, signed_in, true).await? {
        // With its applications by status; a tenant has few offers.
        let find = FindOffer {
            environment: Environment::Sandbox,
            id: one.offer.id,
        };
        own.push(OfferView::new(&store.read(find).await?, now));
    }
    let others = offers(web, signed_in, false).await?;
    let others = others.into_iter().map(|one| {
        let name = one.offer.name.clone();
        (one.offer.id, name)
    });
    let wallet = find_wallet(store, signed_in.of.tenant.clone(), Environment::Sandbox).await?;
    let layout = Layout::portal(web, signed_in, "sandbox", "Sandbox");
    let page = SandboxPage {
        layout: &layout,
        base: BASE,
        may: signed_in.may(Right::Sandbox(&signed_in.of.tenant)),
        typed,
        balance: show::naira(wallet.balance),
        own,
        others: others.collect(),
        tables: tables(&web.admin.products),
        faults,
    };
    Ok(respond(web, &layout, page.faults.status(), &page))
}

pub(super) async fn page(State(web): State<Arc<WebState>>, signed_in: SignedInMember) -> Page {
    if signed_in.environment == Environment::Live {
        let layout = Layout::portal(&web, &signed_in, "sandbox", "Sandbox");
        return Ok(live_page(&web, &layout));
    }
    Ok(sandbox_page(&web, &signed_in, (String::new(), Faults::default())).await?)
}

/// The way from live to the sandbox.
pub(super) fn live_page(web: &WebState, layout: &Layout) -> Response {
    respond(web, layout, StatusCode::OK, &LivePage { layout })
}

fn must_be_sandbox(signed_in: &SignedInMember) -> Result<()> {
    if signed_in.environment == Environment::Sandbox {
        return Ok(());
    }
    let message = "The test clock, copied offers and test money are available in the sandbox only.";
    Err(Error::new(&codes::NOT_FOUND, message))
}

/// The same page with what was wrong.
async fn wrong(web: &WebState, signed_in: &SignedInMember, typed: &str, error: Error) -> Page {
    let faults = Faults::of(error)?;
    Ok(sandbox_page(web, signed_in, (typed.to_owned(), faults)).await?)
}

pub(super) async fn copy(
    State(web): State<Arc<WebState>>,
    MemberForm { signed_in, form }: MemberForm,
) -> Page {
    must_be_sandbox(&signed_in)?;
    signed_in
        .by
        .actor
        .needs(Right::Sandbox(&signed_in.of.tenant))?;
    let copy = CommandForm::new(Entry::of::<CopySandboxOffer>())
        .with("tenantId", signed_in.of.tenant.as_str())
        .filled(&form);
    let Ok(copy) = copy.read(signed_in.by.at, &web.admin.products) else {
        return wrong(&web, &signed_in, "", no_offer()).await;
    };
    let (here, by) = (Arc::clone(&web), signed_in.clone());
    let make = async move { copied(&here, &by, copy).await };
    answer_once(&web, &signed_in, &form, make).await
}

async fn copied(web: &WebState, signed_in: &SignedInMember, copy: CopySandboxOffer) -> Page {
    match web.admin.run(signed_in.by.clone(), copy).await {
        Ok(made) => Ok(go(web, BASE, &format!("Copied as {}.", made.offer.id))),
        // An offer that is not there was chosen from a list: not a missing page.
        Err(error) if *error.code() == kofa_investment::codes::OFFER_NOT_FOUND => {
            wrong(web, signed_in, "", no_offer()).await
        }
        Err(error) => wrong(web, signed_in, "", error).await,
    }
}

fn no_offer() -> Error {
    let message = "Choose a sandbox offer.";
    Error::on("copyOf", &codes::INVALID_FIELD, message)
}

/// What is asked before a clock is moved.
fn moving(id: &str) -> Question {
    let text = "Every stage in between happens: applications expire, shares are allotted, money \
                is refunded. The clock cannot be moved back.";
    Question::new(format!("Move the clock of {id}?"), text, "Move the clock")
}

pub(super) async fn advance(
    State(web): State<Arc<WebState>>,
    Path((_, id)): Path<(String, String)>,
    MemberForm { signed_in, form }: MemberForm,
) -> Page {
    must_be_sandbox(&signed_in)?;
    signed_in
        .by
        .actor
        .needs(Right::Sandbox(&signed_in.of.tenant))?;
    let advance = CommandForm::new(Entry::of::<AdvanceSandboxOffer>())
        .with("tenantId", signed_in.of.tenant.as_str())
        .with("offerId", &id)
        .filled(&form);
    let layout = |title: String| Layout::portal(&web, &signed_in, "sandbox", title);
    must_be_sure(&web, layout, BASE, &form, &moving(&id))?;
    let (services, by) = (web.admin.services(), signed_in.by.clone());
    // Goes to its end also where the browser does not wait for it.
    let moved = tokio::spawn(async move { advance.run(&services, by).await });
    match moved.await.map_err(Error::internal)? {
        Ok(_) => {
            let find = FindOffer {
                environment: Environment::Sandbox,
                id: id.clone(),
            };
            let one = web.admin.store.read(find).await?;
            let said = format!(
                "{id} is now {}. Applications: {}.",
                form.text("to"),
                counted(&one)
            );
            Ok(go(&web, BASE, &said))
        }
        Err(error) => wrong(&web, &signed_in, "", error).await,
    }
}

pub(super) async fn balance(
    State(web): State<Arc<WebState>>,
    MemberForm { signed_in, form }: MemberForm,
) -> Page {
    must_be_sandbox(&signed_in)?;
    let set = CommandForm::new(Entry::of::<SetSandboxBalance>())
        .with("tenantId", signed_in.of.tenant.as_str())
        .filled(&form)
        .run_as::<SetSandboxBalance>(&web.admin, signed_in.by.clone())
        .await;
    match set {
        Ok(set) => {
            let (before, after) = (show::naira(set.before_kobo), show::naira(set.balance_kobo));
            let said = format!("Sandbox balance changed from {before} to {after}.");
            Ok(go(&web, BASE, &said))
        }
        Err(error) => wrong(&web, &signed_in, form.text("balance"), told_in_naira(error)).await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_goes_forward_only() {
        let words = |status| to_come(status).iter().map(|one| one.0).collect::<Vec<_>>();
        assert_eq!(words(OfferStatus::Upcoming).len(), 6);
        assert_eq!(words(OfferStatus::Open)[0], "closed");
        assert_eq!(
            words(OfferStatus::Allotted),
            ["refunded", "credited", "listed"]
        );
        assert!(words(OfferStatus::Listed).is_empty());
    }
}
