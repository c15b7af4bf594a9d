//! How offers look to operators: money in kobo, moments in RFC 3339 (UTC).

use std::collections::BTreeMap;

use kofa_commands::wire::{environment_schema, moment};
use kofa_domain::{Environment, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use super::approval_view::{ApprovalView, state_schema};
use crate::offer::{Offer, Registrar, Rights, Timeline};
use crate::ops::MarketOffer;
use crate::words::{OfferStatusWord, OfferTypeWord, Word};

/// An offer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketOffer)]
pub struct OfferView {
    /// The offer's ID, unique in its environment.
    #[schema(pattern = "^[A-Z0-9][A-Z0-9-]{2,39}$", example = "OFR-BAOBAB")]
    pub id: String,
    /// The environment.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// The tenant whose sandbox it belongs to; null for all tenants.
    #[schema(required, pattern = "^ten_[0-9a-f]{32}$")]
    tenant_id: Option<String>,
    /// The tenant's name.
    name: String,
    #[schema(inline)]
    offer_type: OfferTypeWord,
    #[schema(inline)]
    status: OfferStatusWord,
    /// The public reason for its suspension or cancellation.
    #[schema(required)]
    status_reason: Option<String>,
    /// The actions available now, such as `extend`.
    possible: Vec<&'static str>,
    issuer_name: String,
    symbol: String,
    /// ISO 6166.
    isin: String,
    sector: String,
    /// Price per share, in kobo; for a book-build, the upper end of the range.
    #[schema(minimum = 1)]
    price_kobo: i64,
    /// The price range of a book-build, in kobo.
    #[schema(required, inline)]
    price_range_kobo: Option<RangeView>,
    #[schema(minimum = 1)]
    minimum_shares: i64,
    #[schema(minimum = 1)]
    multiple: i64,
    #[schema(required, minimum = 1)]
    maximum_shares: Option<i64>,
    #[schema(minimum = 1)]
    shares_on_offer: i64,
    /// The over-allotment limit, in percent.
    #[schema(maximum = 100)]
    oversubscription_limit_pct: u32,
    /// The subscription level in percent, once known.
    #[schema(required)]
    total_subscription_pct: Option<u32>,
    #[schema(format = "date-time")]
    open_at: String,
    #[schema(format = "date-time")]
    close_at: String,
    /// The first announced close, if it was moved.
    #[schema(required, format = "date-time")]
    original_close_at: Option<String>,
    /// Lagos time.
    #[schema(example = "17:00")]
    daily_cutoff: String,
    timeline: TimelineView,
    /// The terms of a rights issue.
    #[schema(required, inline)]
    rights: Option<RightsView>,
    eligible_profile_types: Vec<String>,
    payment_methods: Vec<String>,
    /// Bank IDs; null for all supported banks.
    #[schema(required)]
    eligible_banks: Option<Vec<i64>>,
    registrar: RegistrarView,
    issuing_houses: Vec<String>,
    #[schema(required)]
    prospectus_url: Option<String>,
    /// Whether the regulator's approval allows it to accept applications. Only Live offers run
    /// by the operator need one.
    #[schema(schema_with = state_schema)]
    approval_state: &'static str,
    /// The approval; null if none is recorded.
    #[schema(required)]
    approval: Option<ApprovalView>,
    /// When an operator last changed it; null if never.
    #[schema(required, format = "date-time")]
    updated_at: Option<String>,
    /// The total number of applications, in any status.
    #[schema(minimum = 0)]
    subscriptions: i64,
}

/// An offer with its subscriptions by status.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketOfferDetails)]
pub struct OfferDetailsView {
    /// The offer itself.
    #[serde(flatten)]
    pub offer: OfferView,
    /// The number of subscriptions in each status; statuses without any are omitted.
    subscriptions_by_status: BTreeMap<String, i64>,
}

/// A price range.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MarketPriceRange)]
struct RangeView {
    #[schema(minimum = 1)]
    min: i64,
    #[schema(minimum = 1)]
    max: i64,
}

/// Expected dates after the close.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketTimeline)]
struct TimelineView {
    #[schema(required, format = "date-time")]
    allotment_at: Option<String>,
    #[schema(required, format = "date-time")]
    refund_initiation_at: Option<String>,
    #[schema(required, format = "date-time")]
    refund_deadline_at: Option<String>,
    #[schema(required, format = "date-time")]
    cscs_credit_at: Option<String>,
    #[schema(required, format = "date-time")]
    listing_at: Option<String>,
}

/// Terms of a rights issue.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketRights)]
struct RightsView {
    #[schema(minimum = 1)]
    ratio_new: i64,
    #[schema(minimum = 1)]
    ratio_held: i64,
    #[schema(format = "date-time")]
    qualification_at: String,
    rights_symbol: String,
    #[schema(format = "date-time")]
    rights_trading_end_at: String,
    additional_allowed: bool,
}

/// The registrar.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MarketRegistrar)]
struct RegistrarView {
    name: String,
    #[schema(required)]
    email: Option<String>,
    #[schema(required)]
    phone: Option<String>,
    #[schema(required)]
    website: Option<String>,
}

impl OfferView {
    /// `one` as it is at `now`.
    pub(crate) fn new(environment: Environment, one: MarketOffer, now: Timestamp) -> Self {
        let MarketOffer { offer, counts } = one;
        let (status, possible) = (offer.status(now), offer.possible(now));
        let changed = offer.updated_at != Timestamp::default();
        let approval_state = offer.approval_state().as_str();
        let Offer { details, .. } = offer;
        Self {
            environment,
            tenant_id: offer.tenant.map(|tenant| tenant.to_string()),
            offer_type: Word(offer.offer_type),
            status: Word(status),
            status_reason: details.status_reason,
            possible,
            issuer_name: details.issuer_name,
            symbol: details.symbol,
            isin: details.isin,
            sector: details.sector,
            price_kobo: offer.price.get(),
            price_range_kobo: details.price_range.map(|(min, max)| RangeView {
                min: min.get(),
                max: max.get(),
            }),
            minimum_shares: offer.minimum_shares,
            multiple: offer.multiple,
            maximum_shares: offer.maximum_shares,
            shares_on_offer: offer.shares_on_offer,
            oversubscription_limit_pct: details.oversubscription_limit_pct,
            total_subscription_pct: details.total_subscription_pct,
            open_at: moment(offer.open_at),
            close_at: moment(offer.close_at),
            original_close_at: offer.original_close_at.map(moment),
            daily_cutoff: details.daily_cutoff,
            timeline: details.timeline.into(),
            rights: details.rights.map(RightsView::from),
            eligible_profile_types: details.eligible_profile_types,
            payment_methods: details.payment_methods,
            eligible_banks: details.eligible_banks,
            registrar: details.registrar.into(),
            issuing_houses: details.issuing_houses,
            prospectus_url: details.prospectus_url,
            approval_state,
            approval: offer.clearance.approval().cloned().map(ApprovalView::from),
            updated_at: changed.then(|| moment(offer.updated_at)),
            subscriptions: counts.all,
            id: offer.id,
            name: offer.name,
        }
    }
}

impl OfferDetailsView {
    /// `one` as it is at `now`.
    pub(crate) fn new(environment: Environment, one: MarketOffer, now: Timestamp) -> Self {
        Self {
            subscriptions_by_status: one.counts.by_status.iter().cloned().collect(),
            offer: OfferView::new(environment, one, now),
        }
    }
}

impl From<Timeline> for TimelineView {
    fn from(timeline: Timeline) -> Self {
        Self {
            allotment_at: timeline.allotment_at.map(moment),
            refund_initiation_at: timeline.refund_initiation_at.map(moment),
            refund_deadline_at: timeline.refund_deadline_at.map(moment),
            cscs_credit_at: timeline.cscs_credit_at.map(moment),
            listing_at: timeline.listing_at.map(moment),
        }
    }
}

impl From<Rights> for RightsView {
    fn from(rights: Rights) -> Self {
        Self {
            ratio_new: rights.ratio_new,
            ratio_held: rights.ratio_held,
            qualification_at: moment(rights.qualification_at),
            rights_symbol: rights.rights_symbol,
            rights_trading_end_at: moment(rights.rights_trading_end_at),
            additional_allowed: rights.additional_allowed,
        }
    }
}

impl From<Registrar> for RegistrarView {
    fn from(registrar: Registrar) -> Self {
        Self {
            name: registrar.name,
            email: registrar.email,
            phone: registrar.phone,
            website: registrar.website,
        }
    }
}
