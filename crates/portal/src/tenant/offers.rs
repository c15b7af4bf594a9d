//! Offers that the tenant's investors can apply to, and what came of its own applications.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, RawQuery, State};
use axum::routing::get;
use http::StatusCode;
use kofa_domain::{Environment, Error, Kobo, Result, Timestamp, codes};
use kofa_investment::offer::{Offer, OfferStatus, OfferType};
use kofa_investment::ops::{BookLine, FindSeenOffer, ListSeenOffers, SeenOffer, SumBook};

use super::asked::Asked;
use crate::kit::show::{self, Html, count, moment, naira, sentence, text};
use crate::kit::{Layout, Page, SignedInMember, WebState, respond};

/// Applications of an offer that are added up without being asked to.
const SUMMED_MAX: i64 = 5_000;

/// The pages of offers.
pub(super) fn routes() -> Router<Arc<WebState>> {
    Router::new()
        .route("/portal/{environment}/offers", get(list))
        .route("/portal/{environment}/offers/{offer}", get(one))
}

/// Where an offer's page is.
pub(super) fn place(environment: Environment, offer_id: &str) -> String {
    format!("/portal/{environment}/offers/{offer_id}")
}

/// `GET /portal/{environment}/offers`
#[derive(Debug, Template)]
#[template(path = "tenant/offers/list.html")]
struct List<'a> {
    layout: &'a Layout,
    rows: Vec<Row>,
    first: String,
    next: String,
}

#[derive(Debug)]
struct Row {
    href: String,
    id: String,
    name: String,
    status: String,
    tone: &'static str,
    price: String,
    minimum: String,
    opens: Html,
    closes: Html,
    applications: String,
    /// What they ask for; empty where there are too many to be added up in passing.
    amount: String,
}

fn tone(status: OfferStatus) -> &'static str {
    match status {
        OfferStatus::Open | OfferStatus::Allotted | OfferStatus::Listed => "ok",
        OfferStatus::Upcoming => "plain",
        OfferStatus::AllotmentInProgress | OfferStatus::Suspended => "warn",
        OfferStatus::Cancelled => "bad",
        OfferStatus::Closed => "",
    }
}

fn kind(of: OfferType) -> &'static str {
    match of {
        OfferType::PrimaryOffer => "Primary offer",
        OfferType::RightsIssue => "Rights issue",
        OfferType::OfferForSale => "Offer for sale",
        OfferType::PrivatePlacement => "Private placement",
        OfferType::BondOffer => "Bond offer",
    }
}

/// `₦20.00`, or `₦18.00 to ₦20.00` of a book-build.
fn price(offer: &Offer) -> String {
    match offer.details.price_range {
        Some((low, high)) => format!("{} to {}", naira(low), naira(high)),
        None => naira(offer.price),
    }
}

/// `40 shares (₦800.00)`
fn minimum(offer: &Offer) -> String {
    let shares = format!("{} shares", count(offer.minimum_shares));
    match offer.price.checked_mul(offer.minimum_shares) {
        Some(amount) => format!("{shares} ({})", naira(amount)),
        None => shares,
    }
}

impl Row {
    fn new(
        environment: Environment,
        one: &SeenOffer,
        amount: Option<Kobo>,
        now: Timestamp,
    ) -> Self {
        let offer = &one.offer;
        let status = offer.status(now);
        Self {
            href: place(environment, &offer.id),
            id: offer.id.clone(),
            name: offer.name.clone(),
            status: sentence(status.as_str()),
            tone: tone(status),
            price: price(offer),
            minimum: minimum(offer),
            opens: text(&show::day(offer.open_at)),
            closes: moment(offer.close_at),
            applications: count(one.applications),
            amount: amount.map_or_else(String::new, naira),
        }
    }
}

/// The tenant's applications to an offer, by status.
async fn book(web: &WebState, signed_in: &SignedInMember, offer_id: &str) -> Result<Vec<BookLine>> {
    let sum = SumBook {
        environment: signed_in.environment,
        offer_id: offer_id.to_owned(),
        tenant_id: Some(signed_in.of.tenant.clone()),
    };
    web.admin.store.read(sum).await
}

fn total(lines: &[BookLine]) -> BookLine {
    let mut all = BookLine::default();
    lines.iter().for_each(|line| all.add(line));
    all
}

async fn list(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInMember,
    RawQuery(query): RawQuery,
) -> Page {
    let asked = Asked::read(query.as_deref());
    let environment = signed_in.environment;
    let list = ListSeenOffers {
        tenant_id: signed_in.of.tenant.clone(),
        environment,
        page: asked.page()?,
    };
    let listed = web.admin.store.read(list).await?;
    let mut rows = Vec::with_capacity(listed.items.len());
    for one in &listed.items {
        let amount = match one.applications {
            0 => Some(Kobo::new(0)),
            1..=SUMMED_MAX => Some(total(&book(&web, &signed_in, &one.offer.id).await?).amount),
            _ => None,
        };
        rows.push(Row::new(environment, one, amount, signed_in.by.at));
    }
    let layout = Layout::portal(&web, &signed_in, "offers", "Offers");
    let path = format!("/portal/{environment}/offers");
    let page = List {
        layout: &layout,
        rows,
        first: asked.first(&path),
        next: asked.next(&path, listed.next_cursor.as_deref()),
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

/// `GET /portal/{environment}/offers/{offer}`
#[derive(Debug, Template)]
#[template(path = "tenant/offers/one.html")]
struct One<'a> {
    layout: &'a Layout,
    status: String,
    tone: &'static str,
    /// Why nobody can apply now; empty while everybody can.
    closed: String,
    facts: Vec<(&'static str, Html)>,
    /// What follows the close, as far as it is announced.
    ahead: Vec<(&'static str, Html)>,
    /// The list of the tenant's applications to it.
    applications: String,
    made: String,
    /// `None` if they are added up only when asked to.
    book: Option<Book>,
}

#[derive(Debug)]
struct Book {
    amount: String,
    paid: String,
    allotted: String,
    refunds: String,
    lines: Vec<Line>,
}

#[derive(Debug)]
struct Line {
    href: String,
    status: String,
    applications: String,
    shares: String,
    amount: String,
    allotted: String,
    refunds: String,
}

impl Book {
    fn new(lines: &[BookLine], applications: &str) -> Self {
        let all = total(lines);
        let line = |one: &BookLine| Line {
            href: format!("{applications}&status={}", one.status),
            status: sentence(&one.status),
            applications: count(one.subscriptions),
            shares: count(one.shares),
            amount: naira(one.amount),
            allotted: count(one.allotted),
            refunds: naira(one.refunds),
        };
        Self {
            amount: naira(all.amount),
            paid: naira(all.paid),
            allotted: count(all.allotted),
            refunds: naira(all.refunds),
            lines: lines.iter().map(line).collect(),
        }
    }
}

fn facts(offer: &Offer) -> Vec<(&'static str, Html)> {
    let mut all = vec![
        ("Offer id", text(&offer.id)),
        ("Type", text(kind(offer.offer_type))),
        ("Issuer", text(&offer.details.issuer_name)),
        ("Price of a share", text(&price(offer))),
        ("Minimum", text(&minimum(offer))),
        (
            "Beyond the minimum",
            text(&format!("in multiples of {}", count(offer.multiple))),
        ),
        (
            "Maximum",
            text(&format!("{} shares", count(offer.most_shares()))),
        ),
        (
            "On offer",
            text(&format!("{} shares", count(offer.shares_on_offer))),
        ),
        ("Opens", moment(offer.open_at)),
        ("Closes", moment(offer.close_at)),
        ("Registrar", text(&offer.details.registrar.name)),
    ];
    if let Some(rights) = &offer.details.rights {
        let (new, held) = (count(rights.ratio_new), count(rights.ratio_held));
        all.push(("Rights", text(&format!("{new} new for {held} held"))));
    }
    all
}

fn ahead(offer: &Offer) -> Vec<(&'static str, Html)> {
    let of = &offer.details.timeline;
    let steps = [
        ("Allotment", of.allotment_at),
        ("Refunds begin", of.refund_initiation_at),
        ("Refunds done by", of.refund_deadline_at),
        ("Shares credited", of.cscs_credit_at),
        ("Listing", of.listing_at),
    ];
    let steps = steps.into_iter();
    steps
        .filter_map(|(name, at)| Some((name, moment(at?))))
        .collect()
}

async fn one(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInMember,
    Path((_, id)): Path<(String, String)>,
    RawQuery(query): RawQuery,
) -> Page {
    let environment = signed_in.environment;
    let find = FindSeenOffer {
        tenant_id: signed_in.of.tenant.clone(),
        environment,
        id,
    };
    let found = web.admin.store.read(find).await?;
    let SeenOffer {
        offer,
        applications: made,
    } = found.ok_or_else(|| Error::new(&codes::NOT_FOUND, "Offer not found."))?;
    let asked = Asked::read(query.as_deref());
    let sums = made <= SUMMED_MAX || asked.text("totals") == "yes";
    // Ids of offers are capitals, digits and hyphens.
    let applications = format!("/portal/{environment}/applications?offer={}", offer.id);
    let book = match sums {
        true => Some(Book::new(
            &book(&web, &signed_in, &offer.id).await?,
            &applications,
        )),
        false => None,
    };
    let now = signed_in.by.at;
    let layout = Layout::portal(&web, &signed_in, "offers", offer.name.clone());
    let status = offer.status(now);
    let page = One {
        layout: &layout,
        status: sentence(status.as_str()),
        tone: tone(status),
        closed: offer.not_subscribable_reason(now).unwrap_or_default(),
        facts: facts(&offer),
        ahead: ahead(&offer),
        applications,
        made: count(made),
        book,
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}
