//! The fields of an offer that an operator decides on: listed once, read, changed, written and
//! described by that list.

use kofa_commands::rules::{Flag, KoboAmount, List, Whole, Word};
use kofa_commands::{Fields, Need, Rule};
use kofa_domain::{Kobo, Timestamp};
use serde_json::{Map, Value, json};

use super::field::{EMAIL, LINE, MOMENT, OneOf, PAGE, PHONE, SupportedBank, shaped};
use crate::offer::{Offer, OfferType, Rights};
use crate::subscription::ProfileType;

/// Highest price of a share: ten million naira.
const PRICE: KoboAmount = KoboAmount {
    most: 1_000_000_000,
};
/// Shares of any kind.
const SHARES: Whole = Whole::at_least(1, 1_000_000_000_000);
/// One side of a ratio of a rights issue.
const RATIO: Whole = Whole::within(1, 10_000);
/// Names in a list at most.
const NAMES_MAX: usize = 30;
/// Banks in a list at most.
const BANKS_MAX: usize = 200;
/// Words of `profileType`.
pub(super) const PROFILES: [&str; ProfileType::ALL.len()] = {
    let mut words = [""; ProfileType::ALL.len()];
    let mut at = 0;
    while at < words.len() {
        words[at] = ProfileType::ALL[at].as_str();
        at += 1;
    }
    words
};
pub(super) const METHODS: [&str; 2] = ["BANK_TRANSFER", "CARD"];

/// The fields as they were read, each by its own rule; what they are together is
/// [`Draft::check`]'s matter.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub(super) name: Option<String>,
    pub(super) offer_type: Option<OfferType>,
    pub(super) issuer_name: Option<String>,
    pub(super) symbol: Option<String>,
    pub(super) isin: Option<String>,
    pub(super) sector: Option<String>,
    pub(super) price: Option<Kobo>,
    pub(super) lowest_price: Option<Kobo>,
    pub(super) highest_price: Option<Kobo>,
    pub(super) minimum_shares: Option<i64>,
    pub(super) multiple: Option<i64>,
    pub(super) maximum_shares: Option<i64>,
    pub(super) shares_on_offer: Option<i64>,
    pub(super) limit_pct: Option<i64>,
    pub(super) total_pct: Option<i64>,
    pub(super) open_at: Option<Timestamp>,
    pub(super) close_at: Option<Timestamp>,
    pub(super) daily_cutoff: Option<String>,
    pub(super) allotment_at: Option<Timestamp>,
    pub(super) refund_initiation_at: Option<Timestamp>,
    pub(super) refund_deadline_at: Option<Timestamp>,
    pub(super) cscs_credit_at: Option<Timestamp>,
    pub(super) listing_at: Option<Timestamp>,
    pub(super) ratio_new: Option<i64>,
    pub(super) ratio_held: Option<i64>,
    pub(super) qualification_at: Option<Timestamp>,
    pub(super) rights_symbol: Option<String>,
    pub(super) rights_trading_end_at: Option<Timestamp>,
    pub(super) additional_allowed: Option<bool>,
    pub(super) profiles: Option<Vec<String>>,
    pub(super) methods: Option<Vec<String>>,
    pub(super) banks: Option<Vec<i64>>,
    pub(super) registrar_name: Option<String>,
    pub(super) registrar_email: Option<String>,
    pub(super) registrar_phone: Option<String>,
    pub(super) registrar_website: Option<String>,
    pub(super) issuing_houses: Option<Vec<String>>,
    pub(super) prospectus_url: Option<String>,
}

/// Where a draft keeps a field.
pub(super) type Slot<T> = fn(&mut Draft) -> &mut Option<T>;

/// Something that is done with every field.
pub(super) trait Each {
    /// Fields of a group follow.
    fn group(&mut self, _name: &'static str, _docs: &'static str, _about: &'static str) {}

    fn field<R: Rule<Out: Clone>>(
        &mut self,
        need: Need,
        name: &'static str,
        docs: &'static str,
        rule: R,
        slot: Slot<R::Out>,
    );
}

use Need::{InGroup, Optional, Required};

/// Every field, in order.
pub(super) fn each(it: &mut impl Each) {
    what(it);
    terms(it);
    dates(it);
    rights(it);
    reach(it);
    contacts(it);
}

fn what(it: &mut impl Each) {
    let offer_type = Word {
        all: &OfferType::ALL,
        as_str: OfferType::as_str,
        parse: OfferType::parse,
        must: "",
    };
    let must = "must be an ISIN: two letters, nine letters or digits, and the check digit that \
                fits them";
    let isin = shaped(is_isin, must, "").told(|| {
        json!({
            "type": "string", "pattern": "^[A-Z]{2}[A-Z0-9]{9}[0-9]$", "example": "NG0BAOBAB004",
        })
    });
    let about_isin = "ISO 6166, with the check digit that fits.";
    it.field(Required, "name", "", LINE, |it| &mut it.name);
    it.field(Required, "offerType", "", offer_type, |it| {
        &mut it.offer_type
    });
    it.field(Required, "issuerName", "", LINE, |it| &mut it.issuer_name);
    it.field(Required, "symbol", "", SYMBOL, |it| &mut it.symbol);
    it.field(Required, "isin", about_isin, isin, |it| &mut it.isin);
    it.field(Required, "sector", "", LINE, |it| &mut it.sector);
}

const SYMBOL: kofa_commands::rules::Shaped = shaped(
    is_symbol,
    "must have 2 to 12 capital letters and digits",
    "^[A-Z0-9]{2,12}$",
);

fn terms(it: &mut impl Each) {
    it.field(Required, "priceKobo", "", PRICE, |it| &mut it.price);
    it.group(
        "priceRangeKobo",
        "Ends of a price range, in kobo.",
        "Ends of a book-build; its upper end is `priceKobo`.",
    );
    it.field(InGroup, "priceRangeKobo.min", "", PRICE, |it| {
        &mut it.lowest_price
    });
    it.field(InGroup, "priceRangeKobo.max", "", PRICE, |it| {
        &mut it.highest_price
    });
    it.field(Required, "minimumShares", "", SHARES, |it| {
        &mut it.minimum_shares
    });
    it.field(Required, "multiple", "", SHARES, |it| &mut it.multiple);
    it.field(Optional, "maximumShares", "", SHARES, |it| {
        &mut it.maximum_shares
    });
    it.field(Required, "sharesOnOffer", "", SHARES, |it| {
        &mut it.shares_on_offer
    });
    it.field(
        Optional,
        "oversubscriptionLimitPct",
        "15 if absent; 0 for a rights issue.",
        Whole::within(0, 100),
        |it| &mut it.limit_pct,
    );
    let pct = Whole::within(0, 1_000_000);
    it.field(Optional, "totalSubscriptionPct", "", pct, |it| {
        &mut it.total_pct
    });
}

fn dates(it: &mut impl Each) {
    let hour = shaped(
        is_hour,
        "must be an hour of the day, such as 17:00",
        "^([01][0-9]|2[0-3]):[0-5][0-9]$",
    );
    let about_close = "After `openAt`, not in the past.";
    let about_hour = "Lagos time; 17:00 if absent.";
    it.field(Required, "openAt", "", MOMENT, |it| &mut it.open_at);
    it.field(Required, "closeAt", about_close, MOMENT, |it| {
        &mut it.close_at
    });
    it.field(Optional, "dailyCutoff", about_hour, hour, |it| {
        &mut it.daily_cutoff
    });
    let docs = "What is expected after the close, in this order.";
    it.group("timeline", docs, "");
    it.field(Optional, "timeline.allotmentAt", "", MOMENT, |it| {
        &mut it.allotment_at
    });
    it.field(Optional, "timeline.refundInitiationAt", "", MOMENT, |it| {
        &mut it.refund_initiation_at
    });
    it.field(Optional, "timeline.refundDeadlineAt", "", MOMENT, |it| {
        &mut it.refund_deadline_at
    });
    it.field(Optional, "timeline.cscsCreditAt", "", MOMENT, |it| {
        &mut it.cscs_credit_at
    });
    it.field(Optional, "timeline.listingAt", "", MOMENT, |it| {
        &mut it.listing_at
    });
}

fn rights(it: &mut impl Each) {
    it.group(
        "rights",
        "Terms of a rights issue: `ratioNew` shares for `ratioHeld` held.",
        "Of a rights issue, which needs it.",
    );
    it.field(InGroup, "rights.ratioNew", "", RATIO, |it| {
        &mut it.ratio_new
    });
    it.field(InGroup, "rights.ratioHeld", "", RATIO, |it| {
        &mut it.ratio_held
    });
    let before = "Before `openAt`.";
    it.field(InGroup, "rights.qualificationAt", before, MOMENT, |it| {
        &mut it.qualification_at
    });
    it.field(InGroup, "rights.rightsSymbol", "", SYMBOL, |it| {
        &mut it.rights_symbol
    });
    let after = "After `openAt`, not after `closeAt`.";
    it.field(InGroup, "rights.rightsTradingEndAt", after, MOMENT, |it| {
        &mut it.rights_trading_end_at
    });
    let docs = "Whether holders may ask for more than their rights; true if absent.";
    it.field(Optional, "rights.additionalAllowed", docs, Flag, |it| {
        &mut it.additional_allowed
    });
}

/// Who may apply, how and until when of a day.
fn reach(it: &mut impl Each) {
    let some_of = |all: &'static [&'static str]| List {
        item: OneOf(all),
        most: 10,
        may_be_empty: false,
        must: format!("must be a list of some of: {}", all.join(", ")).into(),
    };
    let banks = List {
        item: SupportedBank,
        most: BANKS_MAX,
        may_be_empty: false,
        must: format!("must be a list of at most {BANKS_MAX} ids of supported banks, none twice")
            .into(),
    };
    let banks = banks.told(|| {
        json!({
            "type": "array", "items": SupportedBank.schema(), "minItems": 1,
            "maxItems": BANKS_MAX,
        })
    });
    let (all, both) = ("Everyone if absent.", "Both if absent.");
    it.field(
        Optional,
        "eligibleProfileTypes",
        all,
        some_of(&PROFILES),
        |it| &mut it.profiles,
    );
    it.field(Optional, "paymentMethods", both, some_of(&METHODS), |it| {
        &mut it.methods
    });
    let docs = "All supported banks if absent.";
    it.field(Optional, "eligibleBanks", docs, banks, |it| &mut it.banks);
}

fn contacts(it: &mut impl Each) {
    let houses = List {
        item: LINE,
        most: NAMES_MAX,
        may_be_empty: true,
        must: format!("must be a list of at most {NAMES_MAX} names, none twice").into(),
    };
    let houses = houses
        .told(|| json!({"type": "array", "items": {"type": "string"}, "maxItems": NAMES_MAX}));
    it.group("registrar", "Who keeps the register of holders.", "");
    it.field(Required, "registrar.name", "", LINE, |it| {
        &mut it.registrar_name
    });
    it.field(Optional, "registrar.email", "", EMAIL, |it| {
        &mut it.registrar_email
    });
    it.field(Optional, "registrar.phone", "", PHONE, |it| {
        &mut it.registrar_phone
    });
    it.field(Optional, "registrar.website", "", PAGE, |it| {
        &mut it.registrar_website
    });
    it.field(Optional, "issuingHouses", "", houses, |it| {
        &mut it.issuing_houses
    });
    let page = PAGE.told(|| json!({"type": "string", "maxLength": 200}));
    it.field(Optional, "prospectusUrl", "", page, |it| {
        &mut it.prospectus_url
    });
}

/// Reads every field of a new offer.
pub(super) struct Reading<'a, 'b> {
    pub(super) fields: &'a mut Fields<'b>,
    pub(super) draft: Draft,
}

impl Each for Reading<'_, '_> {
    fn group(&mut self, name: &'static str, docs: &'static str, about: &'static str) {
        self.fields.group(name, docs, about);
    }

    fn field<R: Rule<Out: Clone>>(
        &mut self,
        need: Need,
        name: &'static str,
        docs: &'static str,
        rule: R,
        slot: Slot<R::Out>,
    ) {
        *slot(&mut self.draft) = self.fields.needed(need, name, docs, &rule);
    }
}

/// Some fields of an offer, each with its new value or none.
#[derive(Clone, Debug, Default)]
pub struct OfferChange {
    values: Draft,
    named: Vec<&'static str>,
}

struct Changing<'a, 'b> {
    fields: &'a mut Fields<'b>,
    change: OfferChange,
}

impl Each for Changing<'_, '_> {
    fn group(&mut self, name: &'static str, docs: &'static str, about: &'static str) {
        self.fields.group(name, docs, about);
    }

    fn field<R: Rule<Out: Clone>>(
        &mut self,
        _: Need,
        name: &'static str,
        docs: &'static str,
        rule: R,
        slot: Slot<R::Out>,
    ) {
        if let Some(value) = self.fields.change(name, docs, &rule) {
            *slot(&mut self.change.values) = value;
            self.change.named.push(name);
        }
    }
}

struct Applying {
    change: OfferChange,
    draft: Draft,
}

impl Each for Applying {
    fn field<R: Rule<Out: Clone>>(
        &mut self,
        _: Need,
        name: &'static str,
        _: &'static str,
        _: R,
        slot: Slot<R::Out>,
    ) {
        if self.change.named.contains(&name) {
            *slot(&mut self.draft) = slot(&mut self.change.values).take();
        }
    }
}

impl OfferChange {
    /// From named fields; null empties one.
    pub(crate) fn read(fields: &mut Fields<'_>) -> Self {
        let change = Self::default();
        let mut changing = Changing { fields, change };
        each(&mut changing);
        changing.change
    }

    /// From flat fields.
    ///
    /// # Errors
    /// 422: every fault.
    pub fn of_fields(fields: &Map<String, Value>) -> kofa_domain::Result<Self> {
        let mut fields = Fields::over(fields, Timestamp::default());
        let change = Self::read(&mut fields);
        fields.faults.finish(Some(change))
    }

    /// Whether it names no field.
    pub fn is_empty(&self) -> bool {
        self.named.is_empty()
    }

    /// `draft` with this change.
    pub(super) fn over(self, draft: Draft) -> Draft {
        let mut applying = Applying {
            change: self,
            draft,
        };
        each(&mut applying);
        applying.draft
    }
}

struct Writing {
    draft: Draft,
    written: Map<String, Value>,
}

impl Each for Writing {
    fn field<R: Rule<Out: Clone>>(
        &mut self,
        _: Need,
        name: &'static str,
        _: &'static str,
        rule: R,
        slot: Slot<R::Out>,
    ) {
        let value = slot(&mut self.draft).take();
        let value = value.map_or(Value::Null, |value| rule.write(&value));
        self.written.insert(name.to_owned(), value);
    }
}

/// The fields of `offer` that an operator decides on, flat, as an input has them.
pub fn fields_of(offer: &Offer) -> Map<String, Value> {
    let mut writing = Writing {
        draft: Draft::of(offer),
        written: Map::new(),
    };
    each(&mut writing);
    writing.written
}

impl Draft {
    /// The fields of an offer.
    pub(super) fn of(offer: &Offer) -> Self {
        let details = offer.details.clone();
        let (lowest_price, highest_price) = details.price_range.unzip();
        let (timeline, registrar) = (details.timeline, details.registrar);
        let rights = details.rights.as_ref();
        let right = |read: fn(&Rights) -> Timestamp| rights.map(read);
        Self {
            name: Some(offer.name.clone()),
            offer_type: Some(offer.offer_type),
            issuer_name: Some(details.issuer_name),
            symbol: Some(details.symbol),
            isin: Some(details.isin),
            sector: Some(details.sector),
            price: Some(offer.price),
            lowest_price,
            highest_price,
            minimum_shares: Some(offer.minimum_shares),
            multiple: Some(offer.multiple),
            maximum_shares: offer.maximum_shares,
            shares_on_offer: Some(offer.shares_on_offer),
            limit_pct: Some(details.oversubscription_limit_pct.into()),
            total_pct: details.total_subscription_pct.map(Into::into),
            open_at: Some(offer.open_at),
            close_at: Some(offer.close_at),
            daily_cutoff: Some(details.daily_cutoff),
            allotment_at: timeline.allotment_at,
            refund_initiation_at: timeline.refund_initiation_at,
            refund_deadline_at: timeline.refund_deadline_at,
            cscs_credit_at: timeline.cscs_credit_at,
            listing_at: timeline.listing_at,
            ratio_new: rights.map(|rights| rights.ratio_new),
            ratio_held: rights.map(|rights| rights.ratio_held),
            qualification_at: right(|rights| rights.qualification_at),
            rights_symbol: rights.map(|rights| rights.rights_symbol.clone()),
            rights_trading_end_at: right(|rights| rights.rights_trading_end_at),
            additional_allowed: rights.map(|rights| rights.additional_allowed),
            profiles: Some(details.eligible_profile_types),
            methods: Some(details.payment_methods),
            banks: details.eligible_banks,
            registrar_name: Some(registrar.name),
            registrar_email: registrar.email,
            registrar_phone: registrar.phone,
            registrar_website: registrar.website,
            issuing_houses: Some(details.issuing_houses),
            prospectus_url: details.prospectus_url,
        }
    }
}

fn is_symbol(text: &str) -> bool {
    let plain = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit();
    (2..=12).contains(&text.len()) && text.bytes().all(plain)
}

fn is_hour(text: &str) -> bool {
    match text.as_bytes() {
        [
            h1 @ b'0'..=b'2',
            h2 @ b'0'..=b'9',
            b':',
            b'0'..=b'5',
            b'0'..=b'9',
        ] => *h1 < b'2' || *h2 < b'4',
        _ => false,
    }
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
