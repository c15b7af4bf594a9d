//! An offer from flat fields and back.

use kofa_domain::{Error, Fault, Kobo, Result, Timestamp, codes};
use kofa_platform::http::whole;
use serde_json::{Map, Value, json};

use super::reader::{EMAIL, PAGE, PHONE, Reader, is_email, is_page, is_phone, line_of};
use crate::offer::{Offer, OfferDetails, OfferType, Registrar, Rights, Timeline};
use crate::subscription::ProfileType;

/// What an offer's id looks like.
pub const OFFER_ID_PATTERN: &str = "^[A-Z0-9][A-Z0-9-]{2,39}$";
/// Highest price of a share: ten million naira.
const PRICE_KOBO_MAX: i64 = 1_000_000_000;
/// Most shares of any kind.
const SHARES_MAX: i64 = 1_000_000_000_000;
/// Names in a list at most.
const NAMES_MAX: usize = 30;
/// Banks in a list at most.
const BANKS_MAX: usize = 200;
/// Ways to pay.
const METHODS: [&str; 2] = ["BANK_TRANSFER", "CARD"];
/// What the regulator usually allows to be absorbed, in per cent.
const ABSORPTION_PCT: i64 = 15;

/// Groups of fields, and the fields of each: `registrar` with `name` is `registrar.name`.
const GROUPS: [(&str, &[&str]); 4] = [
    ("registrar", &["name", "email", "phone", "website"]),
    (
        "timeline",
        &[
            "allotmentAt",
            "refundInitiationAt",
            "refundDeadlineAt",
            "cscsCreditAt",
            "listingAt",
        ],
    ),
    (
        "rights",
        &[
            "ratioNew",
            "ratioHeld",
            "qualificationAt",
            "rightsSymbol",
            "rightsTradingEndAt",
            "additionalAllowed",
        ],
    ),
    ("priceRangeKobo", &["min", "max"]),
];

/// Lays the groups of a JSON object flat. A group that is null empties all its fields.
///
/// # Errors
/// 422 `invalid_field` for a group that is no object.
pub fn flat(object: &Map<String, Value>) -> Result<Map<String, Value>> {
    let (mut all, mut faults) = (Map::new(), Vec::new());
    for (name, value) in object {
        let Some((group, members)) = GROUPS.iter().find(|(group, _)| group == name) else {
            all.insert(name.clone(), value.clone());
            continue;
        };
        match value {
            Value::Object(inner) => {
                for (name, value) in inner {
                    all.insert(format!("{group}.{name}"), value.clone());
                }
            }
            Value::Null => {
                for name in *members {
                    all.insert(format!("{group}.{name}"), Value::Null);
                }
            }
            _ => {
                let message = format!("`{group}` must be an object.");
                faults.push(Fault::on(*group, &codes::INVALID_FIELD, message));
            }
        }
    }
    Error::check(faults)?;
    Ok(all)
}

/// The fields of `offer` that an operator decides on, flat, as [`read_offer`] reads them.
pub fn fields_of(offer: &Offer) -> Map<String, Value> {
    let details = &offer.details;
    let at = |moment: Option<Timestamp>| moment.map(exact);
    let (timeline, rights) = (&details.timeline, details.rights.as_ref());
    let value = json!({
        "id": offer.id, "name": offer.name, "offerType": offer.offer_type.as_str(),
        "issuerName": details.issuer_name, "symbol": details.symbol, "isin": details.isin,
        "sector": details.sector,
        "priceKobo": offer.price.get(),
        "priceRangeKobo.min": details.price_range.map(|(min, _)| min.get()),
        "priceRangeKobo.max": details.price_range.map(|(_, max)| max.get()),
        "minimumShares": offer.minimum_shares, "multiple": offer.multiple,
        "maximumShares": offer.maximum_shares, "sharesOnOffer": offer.shares_on_offer,
        "oversubscriptionLimitPct": details.oversubscription_limit_pct,
        "totalSubscriptionPct": details.total_subscription_pct,
        "openAt": exact(offer.open_at), "closeAt": exact(offer.close_at),
        "dailyCutoff": details.daily_cutoff,
        "timeline.allotmentAt": at(timeline.allotment_at),
        "timeline.refundInitiationAt": at(timeline.refund_initiation_at),
        "timeline.refundDeadlineAt": at(timeline.refund_deadline_at),
        "timeline.cscsCreditAt": at(timeline.cscs_credit_at),
        "timeline.listingAt": at(timeline.listing_at),
        "rights.ratioNew": rights.map(|rights| rights.ratio_new),
        "rights.ratioHeld": rights.map(|rights| rights.ratio_held),
        "rights.qualificationAt": at(rights.map(|rights| rights.qualification_at)),
        "rights.rightsSymbol": rights.map(|rights| &rights.rights_symbol),
        "rights.rightsTradingEndAt": at(rights.map(|rights| rights.rights_trading_end_at)),
        "rights.additionalAllowed": rights.map(|rights| rights.additional_allowed),
        "eligibleProfileTypes": details.eligible_profile_types,
        "paymentMethods": details.payment_methods,
        "eligibleBanks": details.eligible_banks,
        "registrar.name": details.registrar.name, "registrar.email": details.registrar.email,
        "registrar.phone": details.registrar.phone,
        "registrar.website": details.registrar.website,
        "issuingHouses": details.issuing_houses, "prospectusUrl": details.prospectus_url,
    });
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// A moment in RFC 3339 to the microsecond, so that an edit moves no date that it does not
/// name.
fn exact(at: Timestamp) -> String {
    let text = at.rfc3339();
    match (at.micros().rem_euclid(1_000), text.strip_suffix('Z')) {
        (micros @ 1.., Some(millis)) => format!("{millis}{micros:03}Z"),
        _ => text,
    }
}

/// Whether `text` can name an offer: [`OFFER_ID_PATTERN`].
pub fn is_offer_id(text: &str) -> bool {
    let plain = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit();
    (3..=40).contains(&text.len())
        && text.bytes().all(|b| plain(b) || b == b'-')
        && text.bytes().next().is_some_and(plain)
}

/// An offer from flat fields. Without an `id` it is named after its symbol. No operator's word
/// on its status: the dates decide.
///
/// # Errors
/// 422: every fault, each with its field.
pub fn read_offer(flat: &Map<String, Value>) -> Result<Offer> {
    let mut reader = Reader::over(flat);
    let identity = identity(&mut reader);
    let terms = terms(&mut reader);
    let dates = dates(&mut reader);
    let offer_type = identity.as_ref().map(|identity| identity.offer_type);
    let rights = rights(&mut reader, offer_type, dates);
    let timeline = timeline(&mut reader, dates);
    let reach = reach(&mut reader);
    let (registrar, houses, prospectus_url) = contacts(&mut reader);
    reader.fields.finish()?;
    let whole = || Error::internal("an offer without faults lacks a part");
    let (identity, terms) = (identity.ok_or_else(whole)?, terms.ok_or_else(whole)?);
    let ((open_at, close_at), reach) = (dates.ok_or_else(whole)?, reach.ok_or_else(whole)?);
    let is_rights = identity.offer_type == OfferType::RightsIssue;
    let usual_pct = if is_rights { 0 } else { ABSORPTION_PCT };
    Ok(Offer {
        id: identity.id,
        tenant: None,
        name: identity.name,
        offer_type: identity.offer_type,
        price: terms.price,
        minimum_shares: terms.minimum,
        multiple: terms.multiple,
        maximum_shares: terms.maximum,
        shares_on_offer: terms.on_offer,
        open_at,
        close_at,
        original_close_at: None,
        operator_status: None,
        updated_at: Timestamp::default(),
        details: OfferDetails {
            issuer_name: identity.issuer_name,
            symbol: identity.symbol,
            isin: identity.isin,
            sector: identity.sector,
            price_range: terms.range,
            oversubscription_limit_pct: u32::try_from(terms.limit_pct.unwrap_or(usual_pct))
                .map_err(Error::internal)?,
            total_subscription_pct: terms
                .total_pct
                .map(u32::try_from)
                .transpose()
                .map_err(Error::internal)?,
            daily_cutoff: reach.cutoff,
            timeline,
            rights,
            eligible_profile_types: reach.profiles,
            payment_methods: reach.methods,
            eligible_banks: reach.banks,
            registrar: registrar.ok_or_else(whole)?,
            issuing_houses: houses,
            prospectus_url,
            status_reason: None,
        },
    })
}

struct Identity {
    id: String,
    name: String,
    offer_type: OfferType,
    issuer_name: String,
    symbol: String,
    isin: String,
    sector: String,
}

fn identity(reader: &mut Reader<'_>) -> Option<Identity> {
    let must = "must have 3 to 40 capital letters, digits and hyphens, such as OFR-BAOBAB";
    let id = reader.optional_shaped("id", is_offer_id, must);
    let name = reader.line("name");
    let offer_type = reader.word("offerType", &OfferType::ALL, OfferType::as_str);
    let issuer_name = reader.line("issuerName");
    let must = "must have 2 to 12 capital letters and digits";
    let symbol = reader.shaped("symbol", is_symbol, must);
    let must = "must be an ISIN: two letters, nine letters or digits, and the check digit \
                that fits them";
    let isin = reader.shaped("isin", is_isin, must);
    let sector = reader.line("sector");
    let symbol = symbol?;
    Some(Identity {
        id: id.unwrap_or_else(|| format!("OFR-{symbol}")),
        name: name?,
        offer_type: offer_type?,
        issuer_name: issuer_name?,
        symbol,
        isin: isin?,
        sector: sector?,
    })
}

fn is_symbol(text: &str) -> bool {
    let plain = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit();
    (2..=12).contains(&text.len()) && text.bytes().all(plain)
}

/// ISO 6166: letters count as two digits (A is 10), then every second digit from the right
/// counts double, and the sum of all digits ends in 0.
fn is_isin(text: &str) -> bool {
    let bytes = text.as_bytes();
    let shaped = bytes.len() == 12
        && bytes[..2].iter().all(u8::is_ascii_uppercase)
        && bytes
            .iter()
            .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
        && bytes[11].is_ascii_digit();
    if !shaped {
        return false;
    }
    let digits: Vec<u32> = text
        .chars()
        .filter_map(|c| c.to_digit(36))
        .flat_map(|value| {
            [value / 10, value % 10]
                .into_iter()
                .skip(usize::from(value < 10))
        })
        .collect();
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(at, digit)| {
            let value = digit * (1 + u32::from(at % 2 == 1));
            value / 10 + value % 10
        })
        .sum();
    sum.is_multiple_of(10)
}

struct Terms {
    price: Kobo,
    range: Option<(Kobo, Kobo)>,
    minimum: i64,
    multiple: i64,
    maximum: Option<i64>,
    on_offer: i64,
    limit_pct: Option<i64>,
    total_pct: Option<i64>,
}

fn terms(reader: &mut Reader<'_>) -> Option<Terms> {
    let price = reader.kobo("priceKobo", PRICE_KOBO_MAX);
    let range = range(reader, price);
    let minimum = reader.number("minimumShares", 1, SHARES_MAX);
    let multiple = reader.number("multiple", 1, SHARES_MAX);
    let maximum = reader.optional_number("maximumShares", 1, SHARES_MAX);
    let on_offer = reader.number("sharesOnOffer", 1, SHARES_MAX);
    let limit_pct = reader.optional_number("oversubscriptionLimitPct", 0, 100);
    let total_pct = reader.optional_number("totalSubscriptionPct", 0, 1_000_000);
    let (price, minimum, multiple, on_offer) = (price?, minimum?, multiple?, on_offer?);
    if on_offer < minimum {
        let must = format!("must be at least `minimumShares`, {minimum}");
        reader.fields.wrong("sharesOnOffer", &must);
    }
    // The offer with all that may be absorbed must be money that can be counted.
    if price.checked_mul(on_offer.saturating_mul(2)).is_none() {
        let must = "times `priceKobo` is more money than can be counted";
        reader.fields.wrong("sharesOnOffer", must);
    }
    if let Some(most) = maximum {
        if most < minimum || most > on_offer {
            let must =
                format!("must be from `minimumShares` to `sharesOnOffer`: {minimum} to {on_offer}");
            reader.fields.wrong("maximumShares", &must);
        } else if (most - minimum) % multiple != 0 {
            let below = most - (most - minimum) % multiple;
            let must = format!("must be {minimum} plus a multiple of {multiple}, such as {below}");
            reader.fields.wrong("maximumShares", &must);
        }
    }
    Some(Terms {
        price,
        range,
        minimum,
        multiple,
        maximum,
        on_offer,
        limit_pct,
        total_pct,
    })
}

fn range(reader: &mut Reader<'_>, price: Option<Kobo>) -> Option<(Kobo, Kobo)> {
    if !reader.has("priceRangeKobo.min") && !reader.has("priceRangeKobo.max") {
        return None;
    }
    let min = reader.kobo("priceRangeKobo.min", PRICE_KOBO_MAX);
    let max = reader.kobo("priceRangeKobo.max", PRICE_KOBO_MAX);
    let (min, max) = (min?, max?);
    if min > max {
        let must = format!("must be at most `priceRangeKobo.max`, {}", max.get());
        reader.fields.wrong("priceRangeKobo.min", &must);
    }
    if let Some(price) = price.filter(|price| *price != max) {
        let must = format!(
            "must be `priceKobo`, {}: applications pay the upper end",
            price.get()
        );
        reader.fields.wrong("priceRangeKobo.max", &must);
    }
    Some((min, max))
}

fn dates(reader: &mut Reader<'_>) -> Option<(Timestamp, Timestamp)> {
    let open = reader.moment("openAt");
    let close = reader.moment("closeAt");
    let (open, close) = (open?, close?);
    if close <= open {
        reader
            .fields
            .wrong("closeAt", "must be later than `openAt`");
    }
    Some((open, close))
}

fn rights(
    reader: &mut Reader<'_>,
    offer_type: Option<OfferType>,
    dates: Option<(Timestamp, Timestamp)>,
) -> Option<Rights> {
    const NAMES: [&str; 6] = [
        "rights.ratioNew",
        "rights.ratioHeld",
        "rights.qualificationAt",
        "rights.rightsSymbol",
        "rights.rightsTradingEndAt",
        "rights.additionalAllowed",
    ];
    if offer_type != Some(OfferType::RightsIssue) {
        if offer_type.is_some() && NAMES.iter().any(|name| reader.has(name)) {
            let must = "goes with `offerType` RightsIssue only";
            reader.fields.wrong("rights", must);
        }
        return None;
    }
    let ratio_new = reader.number("rights.ratioNew", 1, 10_000);
    let ratio_held = reader.number("rights.ratioHeld", 1, 10_000);
    let qualification_at = reader.moment("rights.qualificationAt");
    let must = "must have 2 to 12 capital letters and digits";
    let rights_symbol = reader.shaped("rights.rightsSymbol", is_symbol, must);
    let end = reader.moment("rights.rightsTradingEndAt");
    let additional_allowed = match reader.has("rights.additionalAllowed") {
        true => reader.fields.boolean("rights.additionalAllowed"),
        false => Some(true),
    };
    if let Some((open, close)) = dates {
        if qualification_at.is_some_and(|at| at >= open) {
            let must = "must be before `openAt`";
            reader.fields.wrong("rights.qualificationAt", must);
        }
        if end.is_some_and(|end| end <= open || end > close) {
            let must = "must be after `openAt` and not after `closeAt`";
            reader.fields.wrong("rights.rightsTradingEndAt", must);
        }
    }
    Some(Rights {
        ratio_new: ratio_new?,
        ratio_held: ratio_held?,
        qualification_at: qualification_at?,
        rights_symbol: rights_symbol?,
        rights_trading_end_at: end?,
        additional_allowed: additional_allowed?,
    })
}

/// What follows the close, in its order.
fn timeline(reader: &mut Reader<'_>, dates: Option<(Timestamp, Timestamp)>) -> Timeline {
    let mut after = |name, after: Option<(&str, Timestamp)>| {
        let at = reader.optional_moment(name)?;
        if let Some((what, _)) = after.filter(|(_, earliest)| at < *earliest) {
            let must = format!("must not be before `{what}`");
            reader.fields.wrong(name, &must);
        }
        Some(at)
    };
    let closed = dates.map(|(_, close)| ("closeAt", close));
    let allotment_at = after("timeline.allotmentAt", closed);
    let allotted = allotment_at
        .map(|at| ("timeline.allotmentAt", at))
        .or(closed);
    let refund_initiation_at = after("timeline.refundInitiationAt", allotted);
    let refunding = refund_initiation_at.map(|at| ("timeline.refundInitiationAt", at));
    let refund_deadline_at = after("timeline.refundDeadlineAt", refunding.or(allotted));
    let cscs_credit_at = after("timeline.cscsCreditAt", allotted);
    let listing_at = after("timeline.listingAt", allotted);
    Timeline {
        allotment_at,
        refund_initiation_at,
        refund_deadline_at,
        cscs_credit_at,
        listing_at,
    }
}

struct Reach {
    cutoff: String,
    profiles: Vec<String>,
    methods: Vec<String>,
    banks: Option<Vec<i64>>,
}

/// Who may apply, how and until when of a day.
fn reach(reader: &mut Reader<'_>) -> Option<Reach> {
    let is_hour = |text: &str| match text.as_bytes() {
        [
            h1 @ b'0'..=b'2',
            h2 @ b'0'..=b'9',
            b':',
            b'0'..=b'5',
            b'0'..=b'9',
        ] => *h1 < b'2' || *h2 < b'4',
        _ => false,
    };
    let must = "must be an hour of the day, such as 17:00";
    let cutoff = reader.optional_shaped("dailyCutoff", is_hour, must);
    let words = |all: &[&'static str]| {
        let all = all.to_vec();
        move |value: &Value| {
            let text = value.as_str()?;
            all.iter()
                .find(|word| **word == text)
                .map(|word| (*word).to_owned())
        }
    };
    let profiles = ProfileType::ALL.map(ProfileType::as_str);
    let must = format!("must be a list of some of: {}", profiles.join(", "));
    let profile_types = reader.list("eligibleProfileTypes", 10, words(&profiles), &must);
    let must = format!("must be a list of some of: {}", METHODS.join(", "));
    let methods = reader.list("paymentMethods", 10, words(&METHODS), &must);
    let supported = |value: &Value| {
        let bank = kofa_gazetteer::bank_by_id(whole(value)?)?;
        bank.supported.then_some(bank.bank_id)
    };
    let must = format!("must be a list of at most {BANKS_MAX} ids of supported banks, none twice");
    let banks = reader.list("eligibleBanks", BANKS_MAX, supported, &must);
    let every = |all: &[&str]| all.iter().map(|word| (*word).to_owned()).collect();
    Some(Reach {
        cutoff: cutoff.unwrap_or_else(|| "17:00".to_owned()),
        profiles: profile_types.unwrap_or_else(|| every(&profiles)),
        methods: methods.unwrap_or_else(|| every(&METHODS)),
        banks,
    })
}

fn contacts(reader: &mut Reader<'_>) -> (Option<Registrar>, Vec<String>, Option<String>) {
    let name = reader.line("registrar.name");
    let email = reader.optional_shaped("registrar.email", is_email, EMAIL);
    let phone = reader.optional_shaped("registrar.phone", is_phone, PHONE);
    let website = reader.optional_shaped("registrar.website", is_page, PAGE);
    let is_empty = |value: &Value| value.as_array().is_some_and(Vec::is_empty);
    let houses = match reader.fields.raw("issuingHouses") {
        Some(value) if is_empty(value) => None,
        _ => {
            let must = format!("must be a list of at most {NAMES_MAX} names, none twice");
            reader.list("issuingHouses", NAMES_MAX, line_of, &must)
        }
    };
    let prospectus_url = reader.optional_shaped("prospectusUrl", is_page, PAGE);
    let registrar = name.map(|name| Registrar {
        name,
        email,
        phone,
        website,
    });
    (registrar, houses.unwrap_or_default(), prospectus_url)
}
