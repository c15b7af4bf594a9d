//! The id of an offer.

use kofa_commands::rules::Blank;
use kofa_commands::{Rule, Wrong};
use serde_json::{Value, json};

use super::field::shaped;

/// What an offer's id looks like.
pub(crate) const OFFER_ID_PATTERN: &str = "^[A-Z0-9][A-Z0-9-]{2,39}$";

/// Whether `text` can name an offer: 3 to 40 capitals, digits and hyphens, no hyphen first.
pub fn is_offer_id(text: &str) -> bool {
    let plain = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit();
    (3..=40).contains(&text.len())
        && text.bytes().all(|b| plain(b) || b == b'-')
        && text.bytes().next().is_some_and(plain)
}

/// A text that can name an offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferId(String);

impl OfferId {
    /// Reads an id; `None` for what no offer can be called.
    pub fn parse(text: &str) -> Option<Self> {
        is_offer_id(text).then(|| Self(text.to_owned()))
    }

    pub fn into_string(self) -> String {
        self.0
    }
}

/// The rule of [`OfferId`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfferIdRule {
    /// What is said of other texts.
    pub(crate) must: &'static str,
}

impl Rule for OfferIdRule {
    type Out = OfferId;
    const BLANK: Blank = Blank::Wrong;

    fn schema(&self) -> Value {
        json!({"type": "string", "pattern": OFFER_ID_PATTERN})
    }

    fn read(&self, value: &Value) -> Result<OfferId, Wrong> {
        let text = shaped(is_offer_id, self.must, "").read(value)?;
        Ok(OfferId(text))
    }

    fn write(&self, out: &OfferId) -> Value {
        out.0.as_str().into()
    }
}
