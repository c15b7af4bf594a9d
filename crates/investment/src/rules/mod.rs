//! What a subscription request must be. Pure: the offers, the moment and the caller come in,
//! all faults or a valid application come out.

mod applicant;
mod bank;
mod offer;
mod related;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use kofa_core::codes::{SANDBOX_VALUE_IN_LIVE, UPSTREAM_NOT_CONFIGURED};
use kofa_domain::{Environment, Error, Fault, Result, Sensitive, Timestamp};
use kofa_input::Fields;
use serde_json::{Map, Value};

use crate::catalogue::Parties;
use crate::offer::Offer;
use crate::ops::{Holding, no_register};
use crate::subscription::Application;

pub use offer::holder_asked;

pub(crate) use applicant::{ADDRESS_CHARS, NAME_CHARS};
pub(crate) use related::COMPANY_NAME_CHARS;

/// What rules compare a request with.
#[derive(Debug)]
pub struct Context<'a> {
    pub environment: Environment,
    pub now: Timestamp,
    /// The caller's own vendor id.
    pub vendor_id: &'a str,
    /// The offers of the environment.
    pub offers: &'a [Offer],
    /// The banks and brokers of the environment.
    pub parties: &'a Parties,
    /// What the register says of the holder that [`holder_asked`] found in the body; `None`
    /// where nobody asked.
    pub holding: Option<&'a Holding>,
}

#[derive(Debug)]
pub struct Checked {
    /// What is applied for.
    pub application: Application,
    /// What may be wrong but is no reason to refuse.
    pub warnings: Vec<Warning>,
}

/// Something that may be wrong. Never repeats a personal number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The field as the caller spells it.
    pub field: Cow<'static, str>,
    pub message: Cow<'static, str>,
}

impl Warning {
    /// A warning on `field`.
    pub fn on(field: impl Into<Cow<'static, str>>, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            field: field.into(),
            message: message.into(),
        }
    }
}

/// Reads fields, gathers faults and warnings.
struct Reader<'a> {
    fields: Fields<'a>,
    warnings: Vec<Warning>,
    context: &'a Context<'a>,
}

impl Reader<'_> {
    fn fault(
        &mut self,
        field: &'static str,
        code: &'static kofa_domain::Code,
        message: impl Into<Cow<'static, str>>,
    ) {
        self.fields.fault(Fault::on(field, code, message));
    }

    fn warn(&mut self, field: &'static str, message: impl Into<Cow<'static, str>>) {
        self.warnings.push(Warning::on(field, message));
    }

    /// In live, values of the sandbox's reserved ranges are faults.
    fn refuse_in_live(&mut self, field: &'static str, reserved: bool) {
        if reserved && self.context.environment == Environment::Live {
            let message = format!("`{field}` is a sandbox value; live accepts real values only.");
            self.fault(field, &SANDBOX_VALUE_IN_LIVE, message);
        }
    }

    /// A required word out of `all`.
    fn word<T: Copy>(
        &mut self,
        field: &'static str,
        all: &[T],
        as_str: impl Fn(T) -> &'static str,
        matches: impl Fn(&str, &str) -> bool,
    ) -> Option<T> {
        let text = self.fields.text(field, WORD_CHARS)?;
        let found = all.iter().copied().find(|one| matches(as_str(*one), text));
        if found.is_none() {
            let words: Vec<_> = all.iter().map(|one| as_str(*one)).collect();
            self.fields
                .wrong(field, &format!("must be one of: {}", words.join(", ")));
        }
        found
    }
}

/// Longest word or id that is read, in characters.
const WORD_CHARS: usize = 64;

/// Checks the body of a subscription request: every rule, all faults at once.
///
/// # Errors
/// All faults (422); or `upstream_not_configured` (503) if the body is right and live has no
/// offers, because nothing is connected that could offer any, or the issue has no register.
pub fn check(body: &Map<String, Value>, context: &Context<'_>) -> Result<Checked> {
    let mut reader = Reader {
        fields: Fields::new(body),
        warnings: Vec::new(),
        context,
    };
    let vendor_id = offer::vendor(&mut reader);
    let offer = offer::offer(&mut reader);
    let shares = offer::shares(&mut reader, offer);
    let has_chn = reader.fields.boolean("hasExistingChnDepository");
    let broker_id = offer::broker(&mut reader, offer, has_chn);
    let profile = offer::profile(&mut reader, offer);
    let chn = offer::chn(&mut reader, has_chn, offer);
    offer::rights(&mut reader, offer, shares, chn.as_deref());
    let card = offer::payment(&mut reader, offer);
    let bank = bank::bank(&mut reader, offer);
    let account_number = bank::account(&mut reader, bank);
    let client_reference = offer::client_reference(&mut reader);
    let person = applicant::person(&mut reader, profile, chn, account_number);
    let person = related::add(&mut reader, profile, person);
    let Reader {
        fields, warnings, ..
    } = reader;
    let faults = fields.into_faults();
    if faults.is_empty() && offer.is_none() {
        return Err(Error::plain(&UPSTREAM_NOT_CONFIGURED));
    }
    Error::check(faults)?;
    if context.holding.is_some_and(|holding| !holding.has_register) {
        return Err(no_register());
    }
    let whole = || Error::internal("a body without faults lacks a part");
    let offer = offer.ok_or_else(whole)?;
    let (number_of_shares, amount) = shares.ok_or_else(whole)?;
    let application = Application {
        vendor_id: vendor_id.ok_or_else(whole)?,
        offer_id: offer.id.clone(),
        broker_id: broker_id.ok_or_else(whole)?.to_owned(),
        bank_id: bank.ok_or_else(whole)?.bank.bank_id,
        profile_type: profile.ok_or_else(whole)?,
        number_of_shares,
        rights_shares: rights_shares(offer, context, number_of_shares),
        price: offer.price,
        amount,
        is_card_payment: card.ok_or_else(whole)?,
        has_chn: has_chn.ok_or_else(whole)?,
        client_reference,
        person: Sensitive::new(person.ok_or_else(whole)?),
    };
    Ok(Checked {
        application,
        warnings,
    })
}

/// How many of `asked` shares the holder's rights cover.
fn rights_shares(offer: &Offer, context: &Context<'_>, asked: i64) -> i64 {
    let entitlement = context
        .holding
        .and_then(|holding| holding.entitlement.as_ref());
    match (&offer.details.rights, entitlement) {
        (Some(_), Some(entitlement)) => entitlement.available.min(asked),
        _ => 0,
    }
}

/// Whether `text` is `count` ASCII digits.
fn is_digits(text: &str, count: usize) -> bool {
    text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit())
}
