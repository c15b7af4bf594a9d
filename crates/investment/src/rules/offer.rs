//! Rules about the vendor, the offer, the shares, the broker and the rights.

use kofa_domain::{Environment, Kobo};
use serde_json::{Map, Value};

use super::{Reader, WORD_CHARS};
use crate::brokers::is_sandbox_broker;
use crate::codes;
use crate::offer::{Offer, OfferType};
use crate::rights::{read_chn, within_rights};
use crate::sandbox::Reserved;
use crate::subscription::ProfileType;

/// The vendor must be the caller's own.
pub(super) fn vendor(reader: &mut Reader<'_>) -> Option<String> {
    let text = reader.fields.text("vendorId", WORD_CHARS)?;
    let Ok(id) = uuid::Uuid::try_parse(text) else {
        reader.fields.wrong("vendorId", "must be a UUID");
        return None;
    };
    let id = id.to_string();
    if !id.eq_ignore_ascii_case(reader.context.vendor_id) {
        let message = "`vendorId` must be the vendor id of your own business.";
        reader.fault("vendorId", &codes::VENDOR_NOT_FOUND, message);
        return None;
    }
    Some(id)
}

/// The offer must exist, be of the type that is said, and be open.
pub(super) fn offer<'a>(reader: &mut Reader<'a>) -> Option<&'a Offer> {
    let id = reader.fields.text("offerId", WORD_CHARS);
    let said = reader.word(
        "offerType",
        &OfferType::ALL,
        OfferType::as_str,
        |word, text| word == text,
    );
    let id = id?;
    let context = reader.context;
    let Some(offer) = context.offers.iter().find(|offer| offer.id == id) else {
        // Where nothing offers anything, no id can be right: the caller says so at the end.
        if context.environment == Environment::Sandbox || !context.offers.is_empty() {
            let message = format!(
                "Offer not found in the {} environment.",
                context.environment
            );
            reader.fault("offerId", &codes::OFFER_NOT_FOUND, message);
        }
        return None;
    };
    if said.is_some_and(|said| said != offer.offer_type) {
        let message = format!(
            "`offerType` of this offer is {}.",
            offer.offer_type.as_str()
        );
        reader.fault("offerType", &codes::OFFER_TYPE_MISMATCH, message);
    }
    if let Some(reason) = offer.not_open_reason(context.now) {
        let code = offer.status(context.now).refusal();
        let message = format!("This offer takes no applications. {reason}");
        reader.fault("offerId", code, message);
    }
    Some(offer)
}

/// The number of shares and what they cost.
pub(super) fn shares(reader: &mut Reader<'_>, offer: Option<&Offer>) -> Option<(i64, Kobo)> {
    let number = reader.fields.integer("numberOfShares")?;
    let Some(offer) = offer else {
        if number < 1 {
            reader.fields.wrong("numberOfShares", "must be at least 1");
        }
        return None;
    };
    match price_of(number, offer) {
        Ok(amount) => Some((number, amount)),
        Err((code, message)) => {
            reader.fault("numberOfShares", code, message);
            None
        }
    }
}

fn price_of(number: i64, offer: &Offer) -> Result<Kobo, (&'static kofa_domain::Code, String)> {
    let (least, most, step) = (offer.minimum_shares, offer.most_shares(), offer.multiple);
    if number < least {
        let message = format!("`numberOfShares` must be at least {least}.");
        return Err((&codes::BELOW_MINIMUM, message));
    }
    let above = || {
        let message = format!("`numberOfShares` must be at most {most}.");
        (&codes::ABOVE_MAXIMUM, message)
    };
    if number > most {
        return Err(above());
    }
    let over = (number - least) % step;
    if over != 0 {
        let below = number - over;
        let message = format!(
            "`numberOfShares` must be {least} plus a multiple of {step}: {below} or {}.",
            below.saturating_add(step)
        );
        return Err((&codes::NOT_A_MULTIPLE, message));
    }
    offer.price.checked_mul(number).ok_or_else(above)
}

/// The broker must exist, be active, take offers of this type and, for applicants without a
/// CHN, new clients.
pub(super) fn broker<'a>(
    reader: &mut Reader<'a>,
    offer: Option<&Offer>,
    has_chn: Option<bool>,
) -> Option<&'a str> {
    let id = reader.fields.text("brokerId", WORD_CHARS)?;
    let Some(broker) = reader.context.parties.find_broker(id) else {
        if is_sandbox_broker(id) {
            reader.refuse_in_live("brokerId", true);
        } else {
            let message = "There is no such broker.";
            reader.fault("brokerId", &codes::BROKER_NOT_FOUND, message);
        }
        return None;
    };
    let parties = reader.context.parties;
    let broker = match offer {
        None => broker,
        Some(offer) => match parties.broker_for(offer, id) {
            Some(broker) => broker,
            None => {
                let message = "This broker cannot accept applications for this offer: it belongs \
                               to another exchange.";
                reader.fault("brokerId", &codes::BROKER_NOT_ACCEPTING, message);
                return None;
            }
        },
    };
    let takes = |offer: &Offer| broker.offer_types.contains(&offer.offer_type);
    if !broker.active {
        let message = "This broker is inactive.";
        reader.fault("brokerId", &codes::BROKER_NOT_ACCEPTING, message);
    } else if !offer.is_none_or(takes) {
        let message = "This broker does not accept applications for this type of offer.";
        reader.fault("brokerId", &codes::BROKER_NOT_ACCEPTING, message);
    } else if has_chn == Some(false) && !broker.accepts_new_clients {
        let message = "This broker does not accept new clients. Choose one that does, or send a \
                       CHN.";
        reader.fault("brokerId", &codes::BROKER_NOT_ACCEPTING, message);
    }
    Some(id)
}

/// The profile must be one the offer is open to.
pub(super) fn profile(reader: &mut Reader<'_>, offer: Option<&Offer>) -> Option<ProfileType> {
    let profile = reader.word(
        "profileType",
        &ProfileType::ALL,
        ProfileType::as_str,
        |word, text| word == text,
    )?;
    let eligible = |offer: &Offer| {
        let words = &offer.details.eligible_profile_types;
        words.iter().any(|word| word == profile.as_str())
    };
    if let Some(offer) = offer.filter(|offer| !eligible(offer)) {
        let words = offer.details.eligible_profile_types.join(", ");
        let message = format!("This offer is open to: {words}.");
        reader.fault("profileType", &codes::PROFILE_NOT_ELIGIBLE, message);
    }
    Some(profile)
}

/// A CHN in capitals without spaces; required for rights, refused if the applicant says that
/// there is none.
pub(super) fn chn(
    reader: &mut Reader<'_>,
    has_chn: Option<bool>,
    offer: Option<&Offer>,
) -> Option<String> {
    let required = offer.is_some_and(|offer| offer.offer_type == OfferType::RightsIssue);
    let text = if required {
        reader.fields.text("chn", WORD_CHARS)
    } else {
        reader.fields.optional_text("chn", WORD_CHARS)
    };
    let Some(chn) = read_chn(text?) else {
        let message = "`chn` must have 6 to 14 letters and digits.";
        reader.fault("chn", &codes::INVALID_CHN, message);
        return None;
    };
    if has_chn == Some(false) {
        let message = "Send `chn` only when `hasExistingChnDepository` is true.";
        reader.fault("chn", &codes::INVALID_CHN, message);
    }
    reader.refuse_in_live("chn", Reserved::Chn.digit(&chn).is_some());
    if !chn.starts_with('C') {
        reader.warn("chn", "A CHN usually begins with C.");
    }
    Some(chn)
}

/// The rights issue and the holder that a body asks about, if it does: whoever checks it finds
/// the holding first.
pub fn holder_asked<'a>(
    body: &Map<String, Value>,
    offers: &'a [Offer],
) -> Option<(&'a Offer, String)> {
    let id = body.get("offerId")?.as_str()?.trim();
    let offer = offers.iter().find(|offer| offer.id == id)?;
    offer.details.rights.as_ref()?;
    let chn = read_chn(body.get("chn")?.as_str()?)?;
    Some((offer, chn))
}

/// In a rights issue the holder's rights are the limit, unless it takes additional
/// applications.
pub(super) fn rights(
    reader: &mut Reader<'_>,
    offer: Option<&Offer>,
    shares: Option<(i64, Kobo)>,
    chn: Option<&str>,
) {
    let terms = offer.and_then(|offer| offer.details.rights.as_ref());
    let (Some(terms), Some(holding), Some(_)) = (terms, reader.context.holding, chn) else {
        return;
    };
    // A second application is refused as such by its claim, and a missing register once
    // nothing else is wrong.
    if reader.fields.is_faulty("chn") || holding.is_subscribed || !holding.has_register {
        return;
    }
    // Without a valid number, one share shows whether there is any right at all.
    let number = shares.map_or(1, |(number, _)| number);
    if let Err(fault) = within_rights(holding.entitlement.as_ref(), terms, number) {
        reader.fault(fault.field, fault.code, fault.message);
    }
}

/// The caller's own word for the application.
pub(super) fn client_reference(reader: &mut Reader<'_>) -> Option<String> {
    let text = reader.fields.optional_text("clientReference", WORD_CHARS)?;
    let is_fit = |one: u8| one.is_ascii_alphanumeric() || b"._:-".contains(&one);
    if !text.bytes().all(is_fit) {
        let must = "must have letters, digits and `.`, `_`, `:`, `-` only";
        reader.fields.wrong("clientReference", must);
        return None;
    }
    Some(text.to_owned())
}

/// Card or bank, as the offer allows.
pub(super) fn payment(reader: &mut Reader<'_>, offer: Option<&Offer>) -> Option<bool> {
    let card = reader.fields.boolean("isCardPayment")?;
    let method = if card { "CARD" } else { "BANK_TRANSFER" };
    let taken = |offer: &Offer| offer.details.payment_methods.iter().any(|m| m == method);
    if let Some(offer) = offer.filter(|offer| !taken(offer)) {
        let methods = offer.details.payment_methods.join(", ");
        let message = format!("This offer is paid by: {methods}.");
        let code = &codes::PAYMENT_METHOD_NOT_ACCEPTED;
        reader.fault("isCardPayment", code, message);
    }
    Some(card)
}
