//! `GET /api/exchange-invest/offers`

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use kofa_core::codes::UPSTREAM_NOT_CONFIGURED;
use kofa_core::endpoint::{Billable, Endpoint};
use kofa_core::schema::choice;
use kofa_domain::{Environment, Error, Fault, Kobo, Result, Timestamp, codes};
use kofa_gate::call::Call;
use kofa_gate::{Answer, Paging, ProductEndpoint, Reference, Refusal, Request};
use serde::Serialize;
use utoipa::ToSchema;

use crate::catalogue::Catalogue;
use crate::endpoint::BASE;
use crate::offer::{Offer, OfferStatus, OfferType, lagos_day, lagos_rfc3339};
use crate::ops::Freshness;
use crate::ports::{Ports, Upstreams};
use crate::words::{Age, Naira, NoErrors, OfferStatusWord, OfferTypeWord, Word};

/// Lists the offers of an environment.
#[derive(Debug)]
pub struct ListOffers {
    /// The offers in memory.
    pub catalogue: Arc<Catalogue>,
    /// Whether there is an exchange.
    pub ports: Ports,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "listOffers",
    path: "/api/exchange-invest/offers",
    default_price: Kobo::new(500),
    billable: &[Billable {
        status: 200,
        when: "the list is returned",
    }],
    shown: super::PUBLIC,
    ..BASE
};

/// Why nobody can apply for an open offer of an environment without an exchange.
const NO_EXCHANGE: &str = "No exchange is connected: applications are refused with \
     `upstream_not_configured`.";
/// Why nobody can apply for an offer that operators made beside those of the exchange.
pub(super) const NOT_OF_EXCHANGE: &str = "The connected exchange does not have this offer.";

/// What stands behind the offers of an environment.
#[derive(Clone, Copy)]
struct Behind<'a> {
    upstreams: &'a Upstreams,
    /// How old the offers of an exchange outside are.
    freshness: &'a BTreeMap<String, Freshness>,
}

impl Behind<'_> {
    /// Why an offer that is open takes no applications.
    fn refuses(&self, offer: &Offer) -> Option<String> {
        let exchange = offer.exchange.as_ref();
        let freshness = exchange.and_then(|name| self.freshness.get(name));
        let failing = freshness.and_then(|one| one.failing_since);
        match (self.upstreams.exchange_of(offer), failing) {
            (None, _) if !offer.is_of_exchange() && !self.upstreams.contracts.is_empty() => {
                Some(NOT_OF_EXCHANGE.to_owned())
            }
            (None, _) => Some(NO_EXCHANGE.to_owned()),
            (Some(_), Some(since)) if offer.is_of_exchange() => Some(format!(
                "The exchange has not responded since {}.",
                lagos_rfc3339(since)
            )),
            _ => None,
        }
    }
}

#[derive(Debug, Default)]
pub struct OffersInput {
    filter: Option<OffersFilter>,
}

#[derive(Clone, Copy, Debug, Default)]
struct OffersFilter {
    status: Option<OfferStatus>,
    offer_type: Option<OfferType>,
    paging: Paging,
}

impl ProductEndpoint for ListOffers {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = OffersInput;

    async fn read(&self, call: &Call, request: &Request) -> Result<OffersInput> {
        let input = read(request)?;
        if call.environment() == Environment::Live {
            // Where nothing offers anything there is no list: not to be paid for either.
            let view = self.catalogue.view(call.environment(), call.now()).await?;
            if view.offers_for(call.tenant_id()).is_empty() {
                return Err(Error::plain(&UPSTREAM_NOT_CONFIGURED));
            }
        }
        Ok(input)
    }

    async fn run(&self, call: &Call, input: OffersInput) -> Result<Answer, Refusal> {
        let view = self.catalogue.view(call.environment(), call.now()).await?;
        let tenant = call.tenant_id();
        let upstreams = self.ports.of(call.environment());
        let behind = Behind {
            upstreams,
            freshness: view.freshness(),
        };
        let body = match input.filter {
            None => {
                let render = |offers: &[Offer], now| offers_page(offers, &behind, now);
                view.first_page_for(tenant, render)?
            }
            Some(filter) => {
                let shown = (&behind, call.now());
                render(view.offers_for(tenant), filter, shown)?
            }
        };
        Ok(Answer::bytes(200, "application/json", body))
    }

    fn reference() -> Reference {
        Paging::described(Reference::new(
            "List offers",
            "The offers in the environment: open ones first, by closing date, then upcoming ones, \
             then the rest, latest first. A page beyond the end is empty.",
        ))
        .query(
            "status",
            false,
            choice(&OfferStatus::ALL.map(OfferStatus::as_str)),
            "Only offers with this status.",
        )
        .query(
            "offerType",
            false,
            choice(&OfferType::ALL.map(OfferType::as_str)),
            "Only offers of this type.",
        )
        .answers::<OffersAnswer>(200, "The offers.")
        .codes(&[&codes::INVALID_FIELD, &UPSTREAM_NOT_CONFIGURED])
    }
}

fn read(request: &Request) -> Result<OffersInput> {
    if request.query.as_deref().unwrap_or_default().is_empty() {
        return Ok(OffersInput::default());
    }
    let query = request.query();
    let mut faults = Vec::new();
    let paging = Paging::from_query(&query, &mut faults);
    let filter = OffersFilter {
        status: word(
            query.get("status"),
            "status",
            &OfferStatus::ALL,
            OfferStatus::as_str,
            &mut faults,
        ),
        offer_type: word(
            query.get("offerType"),
            "offerType",
            &OfferType::ALL,
            OfferType::as_str,
            &mut faults,
        ),
        paging,
    };
    Error::check(faults)?;
    Ok(OffersInput {
        filter: Some(filter),
    })
}

/// The one of `all` that `text` names; a fault that lists them if there is none.
fn word<T: Copy>(
    text: Option<&str>,
    name: &'static str,
    all: &[T],
    as_str: impl Fn(T) -> &'static str,
    faults: &mut Vec<Fault>,
) -> Option<T> {
    let text = text?;
    let found = all.iter().copied().find(|one| as_str(*one) == text);
    if found.is_none() {
        let words: Vec<_> = all.iter().map(|one| as_str(*one)).collect();
        let message = format!("`{name}` must be one of: {}.", words.join(", "));
        faults.push(Fault::on(name, &codes::INVALID_FIELD, message));
    }
    found
}

/// The answer to a query without parameters, over `offers` in the order of the list.
///
/// # Errors
/// `internal_error` if it cannot be written as JSON.
fn offers_page(offers: &[Offer], behind: &Behind<'_>, now: Timestamp) -> Result<Bytes> {
    render(offers, OffersFilter::default(), (behind, now))
}

fn render(
    offers: &[Offer],
    filter: OffersFilter,
    (behind, now): (&Behind<'_>, Timestamp),
) -> Result<Bytes> {
    let chosen: Vec<&Offer> = offers
        .iter()
        .filter(|offer| filter.status.is_none_or(|one| offer.status(now) == one))
        .filter(|offer| filter.offer_type.is_none_or(|one| offer.offer_type == one))
        .collect();
    let Paging { page, size } = filter.paging;
    let total_count = i64::try_from(chosen.len()).map_err(Error::internal)?;
    let shown = filter.paging.cut(chosen).into_iter();
    let answer = OffersAnswer {
        success: true,
        message: "Offers retrieved.",
        data: OfferPage {
            offers: shown.map(|offer| wire(offer, behind, now)).collect(),
            page,
            size,
            total_pages: filter.paging.pages(total_count),
            total_count,
            source: Age::kept(Freshness::oldest(behind.freshness.values().copied())),
        },
        errors: NoErrors,
    };
    let bytes = serde_json::to_vec(&answer).map_err(Error::internal)?;
    Ok(bytes.into())
}

/// The list of offers.
#[derive(Debug, Serialize, ToSchema)]
struct OffersAnswer<'a> {
    /// Always true.
    success: bool,
    message: &'static str,
    data: OfferPage<'a>,
    errors: NoErrors,
}

/// One page of offers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OfferPage<'a> {
    #[schema(max_items = 100)]
    offers: Vec<OfferRecord<'a>>,
    #[schema(minimum = 1)]
    page: i64,
    #[schema(minimum = 1, maximum = 100)]
    size: i64,
    #[schema(minimum = 0)]
    total_pages: i64,
    #[schema(minimum = 0)]
    total_count: i64,
    source: Age,
}

/// An offer. Dates and times carry the offset of Lagos.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OfferRecord<'a> {
    /// The `offerId` of a subscription.
    #[schema(example = "OFR-BAOBAB")]
    id: &'a str,
    #[schema(example = "Baobab Foods Plc Public Offer")]
    name: &'a str,
    issuer_name: &'a str,
    symbol: &'a str,
    /// ISO 6166.
    isin: &'a str,
    sector: &'a str,
    #[schema(inline)]
    offer_type: OfferTypeWord,
    #[schema(inline)]
    status: OfferStatusWord,
    #[schema(example = "NGN")]
    currency: &'static str,
    /// The price of a share; of a book-build, its upper end.
    price_per_share: Naira,
    /// The ends of a book-build.
    #[schema(required, inline)]
    price_range: Option<PriceRange>,
    /// The minimum number of shares of an application.
    #[schema(minimum = 1)]
    minimum_shares: i64,
    /// Above the minimum, the number of shares rises in steps of this.
    #[schema(minimum = 1)]
    multiple: i64,
    /// The maximum number of shares of an application; null if limited only by the shares on offer.
    #[schema(required, minimum = 1)]
    maximum_shares: Option<i64>,
    #[schema(minimum = 1)]
    shares_on_offer: i64,
    /// How much demand beyond the offer may be absorbed, in per cent.
    #[schema(minimum = 0)]
    oversubscription_limit_pct: u32,
    /// Demand as a multiple of the supply, once it is known.
    #[schema(required, example = "1.39x")]
    total_subscription: Option<String>,
    #[schema(format = DateTime)]
    open_date: String,
    #[schema(format = DateTime)]
    close_date: String,
    /// Applications after this hour count for the next day.
    #[schema(example = "17:00")]
    daily_cutoff: &'a str,
    #[schema(example = "Africa/Lagos")]
    time_zone: &'static str,
    /// Whether the closing date has been extended.
    extended: bool,
    /// The closing date before the extension.
    #[schema(required, format = DateTime)]
    original_close_date: Option<String>,
    timeline: OfferTimeline,
    /// Terms of a rights issue; null for other types.
    #[schema(required, inline)]
    rights: Option<OfferRights<'a>>,
    /// Values of `profileType` that can apply.
    eligible_profile_types: &'a [String],
    payment_methods: &'a [String],
    eligible_banks: EligibleBanks<'a>,
    registrar: OfferRegistrar<'a>,
    issuing_houses: &'a [String],
    #[schema(required)]
    prospectus_url: Option<&'a str>,
    /// Whether the offer accepts applications now.
    is_subscribable: bool,
    /// The reason if it does not; null while it does.
    #[schema(required)]
    not_subscribable_reason: Option<String>,
}

/// The ends of a book-build.
#[derive(Debug, Serialize, ToSchema)]
struct PriceRange {
    min: Naira,
    max: Naira,
}

/// The dates of the offer, as far as they are known.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OfferTimeline {
    #[schema(format = Date)]
    application_start: String,
    /// The last day on which applications are taken: an offer that closes at midnight ends the
    /// day before.
    #[schema(format = Date)]
    application_end: String,
    #[schema(required, format = Date)]
    allotment_date: Option<String>,
    #[schema(required, format = Date)]
    refund_initiation_date: Option<String>,
    #[schema(required, format = Date)]
    refund_deadline: Option<String>,
    #[schema(required, format = Date)]
    cscs_credit_date: Option<String>,
    #[schema(required, format = Date)]
    listing_date: Option<String>,
}

/// Terms of a rights issue: `ratioNew` shares for `ratioHeld` held.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OfferRights<'a> {
    #[schema(minimum = 1)]
    ratio_new: i64,
    #[schema(minimum = 1)]
    ratio_held: i64,
    #[schema(format = Date)]
    qualification_date: String,
    rights_symbol: &'a str,
    #[schema(format = DateTime)]
    rights_trading_end: String,
}

/// The registrar.
#[derive(Debug, Serialize, ToSchema)]
struct OfferRegistrar<'a> {
    name: &'a str,
    #[schema(required)]
    email: Option<&'a str>,
    #[schema(required)]
    phone: Option<&'a str>,
    #[schema(required)]
    website: Option<&'a str>,
}

/// `ALL` supported banks, or the ids of some.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
enum EligibleBanks<'a> {
    All(AllBanks),
    Ids(&'a [i64]),
}

/// The word for all supported banks.
#[derive(Debug, Serialize, ToSchema)]
enum AllBanks {
    #[serde(rename = "ALL")]
    All,
}

/// Why nobody can apply for an offer now; `None` if one can.
fn not_subscribable_reason(offer: &Offer, behind: &Behind<'_>, now: Timestamp) -> Option<String> {
    let reason = offer.not_subscribable_reason(now);
    match offer.status(now) {
        // An approval is of no use before there is an exchange.
        OfferStatus::Open => behind.refuses(offer).or(reason),
        _ => reason,
    }
}

fn wire<'a>(offer: &'a Offer, behind: &Behind<'_>, now: Timestamp) -> OfferRecord<'a> {
    let details = &offer.details;
    let reason = not_subscribable_reason(offer, behind, now);
    OfferRecord {
        id: &offer.id,
        name: &offer.name,
        issuer_name: &details.issuer_name,
        symbol: &details.symbol,
        isin: &details.isin,
        sector: &details.sector,
        offer_type: Word(offer.offer_type),
        status: Word(offer.status(now)),
        currency: "NGN",
        price_per_share: Naira(offer.price),
        price_range: details.price_range.map(|(min, max)| PriceRange {
            min: Naira(min),
            max: Naira(max),
        }),
        minimum_shares: offer.minimum_shares,
        multiple: offer.multiple,
        maximum_shares: offer.maximum_shares,
        shares_on_offer: offer.shares_on_offer,
        oversubscription_limit_pct: details.oversubscription_limit_pct,
        total_subscription: details
            .total_subscription_pct
            .map(|pct| format!("{}.{:02}x", pct / 100, pct % 100)),
        open_date: lagos_rfc3339(offer.open_at),
        close_date: lagos_rfc3339(offer.close_at),
        daily_cutoff: &details.daily_cutoff,
        time_zone: "Africa/Lagos",
        extended: offer.is_extended(),
        original_close_date: offer.original_close_at.map(lagos_rfc3339),
        timeline: timeline(offer),
        rights: details.rights.as_ref().map(|rights| OfferRights {
            ratio_new: rights.ratio_new,
            ratio_held: rights.ratio_held,
            qualification_date: lagos_day(rights.qualification_at),
            rights_symbol: &rights.rights_symbol,
            rights_trading_end: lagos_rfc3339(rights.rights_trading_end_at),
        }),
        eligible_profile_types: &details.eligible_profile_types,
        payment_methods: &details.payment_methods,
        eligible_banks: match &details.eligible_banks {
            None => EligibleBanks::All(AllBanks::All),
            Some(ids) => EligibleBanks::Ids(ids),
        },
        registrar: OfferRegistrar {
            name: &details.registrar.name,
            email: details.registrar.email.as_deref(),
            phone: details.registrar.phone.as_deref(),
            website: details.registrar.website.as_deref(),
        },
        issuing_houses: &details.issuing_houses,
        prospectus_url: details.prospectus_url.as_deref(),
        is_subscribable: reason.is_none(),
        not_subscribable_reason: reason,
    }
}

fn timeline(offer: &Offer) -> OfferTimeline {
    let known = &offer.details.timeline;
    OfferTimeline {
        application_start: lagos_day(offer.open_at),
        application_end: offer.last_day(),
        allotment_date: known.allotment_at.map(lagos_day),
        refund_initiation_date: known.refund_initiation_at.map(lagos_day),
        refund_deadline: known.refund_deadline_at.map(lagos_day),
        cscs_credit_date: known.cscs_credit_at.map(lagos_day),
        listing_date: known.listing_at.map(lagos_day),
    }
}

/// An offer as the list tells it.
#[cfg(test)]
pub(crate) fn offer_json(offer: &Offer, now: Timestamp) -> Vec<u8> {
    let upstreams = own_upstreams();
    let behind = Behind {
        upstreams: &upstreams,
        freshness: &NONE,
    };
    serde_json::to_vec(&wire(offer, &behind, now)).unwrap()
}

/// Of no exchange outside.
#[cfg(test)]
static NONE: BTreeMap<String, Freshness> = BTreeMap::new();

/// With an exchange for offers that are made here.
#[cfg(test)]
fn own_upstreams() -> Upstreams {
    let key = kofa_domain::Sensitive::new([1; 32]);
    Upstreams::own(&kofa_store::Vault::new(&key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::sandbox_offers;
    use crate::words::check_schema;

    #[test]
    fn an_offer_that_closes_at_midnight_ends_the_day_before() {
        let at = |text: &str| Timestamp::parse_rfc3339(text).unwrap();
        let mut offer = sandbox_offers(at("2026-07-03T10:00:00Z"))
            .swap_remove(0)
            .offer;
        let upstreams = own_upstreams();
        let behind = Behind {
            upstreams: &upstreams,
            freshness: &NONE,
        };
        for (close, day) in [
            ("2026-12-01T00:00:00+01:00", "2026-11-30"),
            ("2026-12-01T00:00:01+01:00", "2026-12-01"),
            ("2026-12-01T17:00:00+01:00", "2026-12-01"),
        ] {
            offer.close_at = at(close);
            assert_eq!(timeline(&offer).application_end, day);
            let record = wire(&offer, &behind, offer.open_at);
            assert_eq!(record.close_date, close);
        }
    }

    #[test]
    fn the_schema_says_what_the_answer_holds() {
        let now = Timestamp::parse_rfc3339("2026-07-03T10:00:00Z").unwrap();
        let upstreams = own_upstreams();
        let behind = Behind {
            upstreams: &upstreams,
            freshness: &NONE,
        };
        for one in sandbox_offers(now) {
            let record = wire(&one.offer, &behind, now);
            check_schema::<OfferRecord<'_>>(&record);
            check_schema::<OfferTimeline>(&record.timeline);
            check_schema::<OfferRegistrar<'_>>(&record.registrar);
        }
    }
}
