//! Offers: made, edited, imported, and moved through their life.

use std::sync::Arc;

use axum::extract::State;
use http::StatusCode;
use kofa_domain::{Error, Fault, Result, Timestamp};
use kofa_platform::admin::{AdminCall, AdminUpload, Desk, PageOf, Reply, json, page};
use kofa_platform::codes::UNSUPPORTED_MEDIA_TYPE;
use kofa_platform::directory::{Right, is_hidden};
use kofa_platform::http::Fields;
use kofa_platform::rows::Format;
use serde::Serialize;
use utoipa::ToSchema;

use super::shape::{OfferDetailsView, OfferView};
use super::{environment_of, offer_id};
use crate::market::{Action, FILE_BYTES_MAX, Planned, flat, read_file, read_offer, refuse_past};
use crate::ops::{CreateOffers, EditOffer, FindOffer, ListMarket, MarketOffer, MoveOffer};

/// Longest reason, in characters.
const REASON_CHARS_MAX: usize = 200;
/// Longest text of a moment, in characters.
const MOMENT_CHARS_MAX: usize = 64;

/// List offers
///
/// Those that everyone has, by id.
#[utoipa::path(
    get, path = "/admin/v1/offers", operation_id = "listMarketOffers", tag = "Offers",
    params(
        ("environment" = String, Query),
        ("cursor" = inline(Option<String>), Query), ("limit" = inline(Option<u32>), Query),
    ),
    responses((status = 200, body = PageOf<OfferView>, description = "A page of offers.")),
)]
pub(super) async fn list_market_offers(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let environment = environment_of(&call.request.query())?;
    let list = ListMarket {
        environment,
        tenant: None,
        page: call.page()?,
    };
    let listed = desk.store.read(list).await?;
    let now = call.by.at;
    Ok(page(listed, |one| OfferView::new(environment, one, now)))
}

/// What an offer is made of.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the body; `read_offer` reads it")]
pub(super) struct NewOffer {
    /// Absent: made from the symbol, `OFR-BAOBAB`.
    #[schema(pattern = "^[A-Z0-9][A-Z0-9-]{2,39}$", nullable)]
    id: Option<String>,
    #[schema(min_length = 1, max_length = 200)]
    name: String,
    #[schema(inline)]
    offer_type: crate::http::shape::OfferTypeWord,
    #[schema(min_length = 1, max_length = 200)]
    issuer_name: String,
    #[schema(pattern = "^[A-Z0-9]{2,12}$")]
    symbol: String,
    /// ISO 6166, with the check digit that fits.
    #[schema(pattern = "^[A-Z]{2}[A-Z0-9]{9}[0-9]$", example = "NG0BAOBAB004")]
    isin: String,
    #[schema(min_length = 1, max_length = 200)]
    sector: String,
    #[schema(minimum = 1, maximum = 1_000_000_000)]
    price_kobo: i64,
    /// Ends of a book-build; its upper end is `priceKobo`.
    #[schema(nullable, inline)]
    price_range_kobo: Option<NewRange>,
    #[schema(minimum = 1)]
    minimum_shares: i64,
    #[schema(minimum = 1)]
    multiple: i64,
    #[schema(minimum = 1, nullable)]
    maximum_shares: Option<i64>,
    #[schema(minimum = 1)]
    shares_on_offer: i64,
    /// 15 if absent; 0 for a rights issue.
    #[schema(minimum = 0, maximum = 100, nullable)]
    oversubscription_limit_pct: Option<i64>,
    #[schema(minimum = 0, maximum = 1_000_000, nullable)]
    total_subscription_pct: Option<i64>,
    #[schema(format = "date-time")]
    open_at: String,
    /// After `openAt`, not in the past.
    #[schema(format = "date-time")]
    close_at: String,
    /// Lagos time; 17:00 if absent.
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$", nullable)]
    daily_cutoff: Option<String>,
    #[schema(nullable, inline)]
    timeline: Option<NewTimeline>,
    /// Of a rights issue, which needs it.
    #[schema(nullable, inline)]
    rights: Option<NewRights>,
    /// Everyone if absent.
    #[schema(nullable, min_items = 1)]
    eligible_profile_types: Option<Vec<String>>,
    /// Both if absent.
    #[schema(nullable, min_items = 1)]
    payment_methods: Option<Vec<String>>,
    /// All supported banks if absent.
    #[schema(nullable, min_items = 1, max_items = 200)]
    eligible_banks: Option<Vec<i64>>,
    #[schema(inline)]
    registrar: NewRegistrar,
    #[schema(nullable, max_items = 30)]
    issuing_houses: Option<Vec<String>>,
    #[schema(nullable, max_length = 200)]
    prospectus_url: Option<String>,
}

/// Ends of a price range, in kobo.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the body; `read_offer` reads it")]
struct NewRange {
    #[schema(minimum = 1, maximum = 1_000_000_000)]
    min: i64,
    #[schema(minimum = 1, maximum = 1_000_000_000)]
    max: i64,
}

/// What is expected after the close, in this order.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the body; `read_offer` reads it")]
struct NewTimeline {
    #[schema(format = "date-time", nullable)]
    allotment_at: Option<String>,
    #[schema(format = "date-time", nullable)]
    refund_initiation_at: Option<String>,
    #[schema(format = "date-time", nullable)]
    refund_deadline_at: Option<String>,
    #[schema(format = "date-time", nullable)]
    cscs_credit_at: Option<String>,
    #[schema(format = "date-time", nullable)]
    listing_at: Option<String>,
}

/// Terms of a rights issue: `ratioNew` shares for `ratioHeld` held.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the body; `read_offer` reads it")]
struct NewRights {
    #[schema(minimum = 1, maximum = 10_000)]
    ratio_new: i64,
    #[schema(minimum = 1, maximum = 10_000)]
    ratio_held: i64,
    /// Before `openAt`.
    #[schema(format = "date-time")]
    qualification_at: String,
    #[schema(pattern = "^[A-Z0-9]{2,12}$")]
    rights_symbol: String,
    /// After `openAt`, not after `closeAt`.
    #[schema(format = "date-time")]
    rights_trading_end_at: String,
    /// Whether holders may ask for more than their rights; true if absent.
    #[schema(nullable)]
    additional_allowed: Option<bool>,
}

/// Who keeps the register of holders.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the body; `read_offer` reads it")]
struct NewRegistrar {
    #[schema(min_length = 1, max_length = 200)]
    name: String,
    #[schema(nullable)]
    email: Option<String>,
    #[schema(nullable)]
    phone: Option<String>,
    #[schema(nullable)]
    website: Option<String>,
}

/// Make an offer
///
/// For everyone in the environment. Its dates decide when it opens and closes. The same offer
/// made again is answered 200 and changes nothing.
#[utoipa::path(
    post, path = "/admin/v1/offers", operation_id = "createOffer", tag = "Offers",
    params(("environment" = String, Query)), request_body = NewOffer,
    responses(
        (status = 200, body = OfferDetailsView, description = "It was there already."),
        (status = 201, body = OfferDetailsView, description = "The new offer."),
    ),
)]
pub(super) async fn create_offer(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    call.needs(Right::Market)?;
    let environment = environment_of(&call.request.query())?;
    let offer = read_offer(&flat(&call.object()?)?)?;
    refuse_past(&offer, call.by.at)?;
    let (id, now) = (offer.id.clone(), call.by.at);
    let create = CreateOffers {
        by: call.by,
        environment,
        offers: vec![Planned { line: 1, offer }],
    };
    let made = desk.store.write(create).await?;
    let status = match made.offers.is_empty() {
        true => StatusCode::OK,
        false => StatusCode::CREATED,
    };
    let found = desk.store.read(FindOffer { environment, id }).await?;
    Ok(json(
        status,
        &OfferDetailsView::new(environment, found, now),
    ))
}

/// What an import did.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OffersImported {
    /// Ids of the new offers, in order of the file.
    created: Vec<String>,
    /// Offers that were there already, saying the same.
    #[schema(minimum = 0)]
    unchanged: usize,
}

/// Import offers
///
/// From JSON Lines (`application/x-ndjson`, one offer as for `createOffer` a line) or separated
/// values with a header (`text/csv`; `registrar.name` is a column, lists are parted by `|`).
/// All or none: every fault is answered with its line. At most 1,000 offers and 4 MiB. The
/// same file can be imported again.
#[utoipa::path(
    post, path = "/admin/v1/offers/import", operation_id = "importOffers", tag = "Offers",
    params(("environment" = String, Query)),
    request_body(content((String = "application/x-ndjson"), (String = "text/csv"))),
    responses((status = 200, body = OffersImported, description = "What was done.")),
)]
pub(super) async fn import_offers(
    State(desk): State<Arc<Desk>>,
    upload: AdminUpload<FILE_BYTES_MAX>,
) -> Reply {
    let call = upload.0;
    call.needs(Right::Market)?;
    let environment = environment_of(&call.request.query())?;
    let format = if call.request.is_media_type("text/csv") {
        Format::Csv
    } else if call.request.is_media_type("application/x-ndjson") {
        Format::JsonLines
    } else {
        let message = "Send the file with `Content-Type: text/csv` or `application/x-ndjson`.";
        return Err(Error::new(&UNSUPPORTED_MEDIA_TYPE, message).into());
    };
    let offers = read_file(&call.request.body, format, call.by.at)?;
    let create = CreateOffers {
        by: call.by,
        environment,
        offers,
    };
    let made = desk.store.write(create).await?;
    let body = OffersImported {
        created: made.offers.into_iter().map(|offer| offer.id).collect(),
        unchanged: made.unchanged,
    };
    Ok(json(StatusCode::OK, &body))
}

/// Get an offer
///
/// With its subscriptions by status, and what can be done with it now.
#[utoipa::path(
    get, path = "/admin/v1/offers/{environment}/{offerId}", operation_id = "getOffer",
    tag = "Offers",
    params(
        ("environment" = String, Path),
        ("offerId" = String, Path, pattern = "^[A-Z0-9][A-Z0-9-]{2,39}$"),
    ),
    responses((status = 200, body = OfferDetailsView, description = "The offer.")),
)]
pub(super) async fn get_offer(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let (environment, id) = (call.environment()?, offer_id(&call)?);
    let found = desk.store.read(FindOffer { environment, id }).await?;
    let body = OfferDetailsView::new(environment, found, call.by.at);
    Ok(json(StatusCode::OK, &body))
}

/// Edit an offer
///
/// Only the fields that are sent change; null empties one. Price, minimum, multiple, shares,
/// rights and the opening are fixed once the offer has opened or has a subscription; the
/// close of an open offer is moved by `extendOffer` and `closeOffer`.
#[utoipa::path(
    patch, path = "/admin/v1/offers/{environment}/{offerId}", operation_id = "editOffer",
    tag = "Offers",
    params(
        ("environment" = String, Path),
        ("offerId" = String, Path, pattern = "^[A-Z0-9][A-Z0-9-]{2,39}$"),
    ),
    request_body(content = Object, description = "Some of the fields of `createOffer`."),
    responses((status = 200, body = OfferDetailsView, description = "The offer.")),
)]
pub(super) async fn edit_offer(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let (environment, id) = (call.environment()?, offer_id(&call)?);
    call.needs(Right::Market)?;
    let change = flat(&call.object()?)?;
    let now = call.by.at;
    let edit = EditOffer {
        by: call.by,
        environment,
        id,
        change,
    };
    let found = desk.store.write(edit).await?;
    let body = OfferDetailsView::new(environment, found, now);
    Ok(json(StatusCode::OK, &body))
}

async fn moved(desk: &Desk, call: AdminCall, action: Action) -> Reply {
    let (environment, id) = (call.environment()?, offer_id(&call)?);
    let now = call.by.at;
    let act = MoveOffer {
        by: call.by,
        environment,
        id,
        action,
    };
    let found: MarketOffer = desk.store.write(act).await?;
    let body = OfferDetailsView::new(environment, found, now);
    Ok(json(StatusCode::OK, &body))
}

/// A later close.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the body; `Fields` reads it")]
pub(super) struct Extension {
    /// Later than the close of now.
    #[schema(format = "date-time")]
    close_at: String,
}

/// Extend an offer
///
/// Moves its close back; what is expected after it moves along. The first close stays known
/// as `originalCloseAt`.
#[utoipa::path(
    post, path = "/admin/v1/offers/{environment}/{offerId}/extend", operation_id = "extendOffer",
    tag = "Offers",
    params(
        ("environment" = String, Path),
        ("offerId" = String, Path, pattern = "^[A-Z0-9][A-Z0-9-]{2,39}$"),
    ),
    request_body = Extension,
    responses((status = 200, body = OfferDetailsView, description = "The offer.")),
)]
pub(super) async fn extend_offer(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    call.needs(Right::Market)?;
    let close_at = read_close(&call)?;
    moved(&desk, call, Action::Extend { close_at }).await
}

fn read_close(call: &AdminCall) -> Result<Timestamp> {
    let object = call.object()?;
    let mut fields = Fields::new(&object);
    let text = fields.text("closeAt", MOMENT_CHARS_MAX);
    // As far as the dates of an offer go.
    let century = Timestamp::from_micros(4_102_444_800_000_000);
    let at = text.and_then(Timestamp::parse_rfc3339);
    if let Some(at) = at.filter(|at| *at < century) {
        return Ok(at);
    }
    if text.is_some() {
        let must = "must be a moment in RFC 3339, such as 2027-01-31T17:00:00+01:00";
        fields.wrong("closeAt", must);
    }
    fields.finish()?;
    Err(Error::faults(vec![Fault::missing("closeAt")]))
}

/// Why an offer is halted.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the body; `read_reason` reads it")]
pub(super) struct Halt {
    /// Shown to everyone.
    #[schema(max_length = 200, nullable)]
    reason: Option<String>,
}

/// Why an offer is called off.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the body; `read_reason` reads it")]
pub(super) struct CallOff {
    /// Shown to everyone.
    #[schema(schema_with = reason_schema)]
    reason: String,
}

fn reason_schema() -> utoipa::openapi::schema::Schema {
    kofa_platform::admin::line_schema(REASON_CHARS_MAX)
}

/// The `reason` of the body, one line; `None` if there is none.
fn read_reason(call: &AdminCall) -> Result<Option<String>> {
    if call.request.body.is_empty() {
        return Ok(None);
    }
    let object = call.object()?;
    let mut fields = Fields::new(&object);
    let reason = fields.optional_text("reason", REASON_CHARS_MAX);
    if reason.is_some_and(|text| text.chars().any(is_hidden)) {
        fields.wrong(
            "reason",
            "must be one line of text without marks of direction",
        );
    }
    let reason = reason.map(str::to_owned);
    fields.finish()?;
    Ok(reason)
}

/// Suspend an offer
///
/// It takes no applications until it is resumed. Holds on every node within a second.
#[utoipa::path(
    post, path = "/admin/v1/offers/{environment}/{offerId}/suspend",
    operation_id = "suspendOffer", tag = "Offers",
    params(
        ("environment" = String, Path),
        ("offerId" = String, Path, pattern = "^[A-Z0-9][A-Z0-9-]{2,39}$"),
    ),
    request_body = Option<Halt>,
    responses((status = 200, body = OfferDetailsView, description = "The offer.")),
)]
pub(super) async fn suspend_offer(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    call.needs(Right::Market)?;
    let reason = read_reason(&call)?;
    moved(&desk, call, Action::Suspend { reason }).await
}

/// Resume an offer
///
/// Ends a suspension: its dates decide again whether it is open.
#[utoipa::path(
    post, path = "/admin/v1/offers/{environment}/{offerId}/resume", operation_id = "resumeOffer",
    tag = "Offers",
    params(
        ("environment" = String, Path),
        ("offerId" = String, Path, pattern = "^[A-Z0-9][A-Z0-9-]{2,39}$"),
    ),
    responses((status = 200, body = OfferDetailsView, description = "The offer.")),
)]
pub(super) async fn resume_offer(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    call.needs(Right::Market)?;
    moved(&desk, call, Action::Resume).await
}

/// Close an offer now
///
/// Earlier than announced. What is unpaid expires.
#[utoipa::path(
    post, path = "/admin/v1/offers/{environment}/{offerId}/close", operation_id = "closeOffer",
    tag = "Offers",
    params(
        ("environment" = String, Path),
        ("offerId" = String, Path, pattern = "^[A-Z0-9][A-Z0-9-]{2,39}$"),
    ),
    responses((status = 200, body = OfferDetailsView, description = "The offer.")),
)]
pub(super) async fn close_offer(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    call.needs(Right::Market)?;
    moved(&desk, call, Action::Close).await
}

/// Mark the shares as listed
///
/// After the allotment, once they trade on the exchange.
#[utoipa::path(
    post, path = "/admin/v1/offers/{environment}/{offerId}/list",
    operation_id = "listOfferShares", tag = "Offers",
    params(
        ("environment" = String, Path),
        ("offerId" = String, Path, pattern = "^[A-Z0-9][A-Z0-9-]{2,39}$"),
    ),
    responses((status = 200, body = OfferDetailsView, description = "The offer.")),
)]
pub(super) async fn list_offer_shares(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    call.needs(Right::Market)?;
    moved(&desk, call, Action::List).await
}

/// Cancel an offer
///
/// For good, before anything is allotted: what was paid is refunded.
#[utoipa::path(
    post, path = "/admin/v1/offers/{environment}/{offerId}/cancel", operation_id = "cancelOffer",
    tag = "Offers",
    params(
        ("environment" = String, Path),
        ("offerId" = String, Path, pattern = "^[A-Z0-9][A-Z0-9-]{2,39}$"),
    ),
    request_body = CallOff,
    responses((status = 200, body = OfferDetailsView, description = "The offer.")),
)]
pub(super) async fn cancel_offer(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    call.needs(Right::Market)?;
    let missing = || Error::faults(vec![Fault::missing("reason")]);
    let reason = read_reason(&call)?.ok_or_else(missing)?;
    moved(&desk, call, Action::Cancel { reason }).await
}
