//! What an upstream of this contract sends, read as far as it is needed. Pure.

use kofa_domain::{Kobo, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::approval::Clearance;
use crate::brokers::Broker;
use crate::lifecycle::State;
use crate::offer::{Offer, OfferDetails, OfferStatus, OfferType, Registrar, Rights, Timeline};
use crate::rights::Position;
use crate::subscription::{AllotmentStatus, PaymentStatus, Status};

/// Longest text that is taken over, in characters.
const TEXT_CHARS_MAX: usize = 500;
/// Longest id that is taken over, in characters: callers cannot name a longer one.
const ID_CHARS_MAX: usize = 64;
/// Digits in a word from which on it may be a personal number.
const NUMBER_DIGITS_MIN: usize = 5;

/// An object, whose members are read without caring which other ones it has.
pub(super) struct Record<'a>(&'a Map<String, Value>);

impl<'a> Record<'a> {
    pub(super) fn of(value: &'a Value) -> Option<Self> {
        value.as_object().map(Self)
    }

    pub(super) fn object(&self, name: &str) -> Option<Self> {
        Self::of(self.0.get(name)?)
    }

    /// A text that is not empty.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        let text = self.0.get(name)?.as_str()?.trim();
        let is_fit = !text.is_empty() && !text.chars().any(char::is_control);
        is_fit.then(|| text.chars().take(TEXT_CHARS_MAX).collect())
    }

    fn id(&self, name: &str) -> Option<String> {
        self.text(name)
            .filter(|id| id.chars().count() <= ID_CHARS_MAX)
    }

    pub(super) fn flag(&self, name: &str) -> Option<bool> {
        self.0.get(name)?.as_bool()
    }

    pub(super) fn count(&self, name: &str) -> Option<i64> {
        self.0.get(name)?.as_i64().filter(|count| *count >= 0)
    }

    pub(super) fn kobo(&self, name: &str) -> Option<Kobo> {
        kobo(self.0.get(name)?)
    }

    fn moment(&self, name: &str) -> Option<Timestamp> {
        Timestamp::parse_rfc3339(self.0.get(name)?.as_str()?)
    }

    /// The beginning of a day in Lagos.
    fn day(&self, name: &str) -> Option<Timestamp> {
        let day = self.0.get(name)?.as_str()?;
        Timestamp::parse_rfc3339(&format!("{day}T00:00:00+01:00"))
    }

    pub(super) fn list(&self, name: &str) -> Option<&'a Vec<Value>> {
        self.0.get(name)?.as_array()
    }

    fn texts(&self, name: &str) -> Vec<String> {
        let texts = self.list(name).into_iter().flatten();
        let texts = texts.filter_map(Value::as_str);
        texts.take(50).map(str::to_owned).collect()
    }
}

/// Naira as a JSON number, to the kobo: its digits are read as they are written.
fn kobo(value: &Value) -> Option<Kobo> {
    let text = value.as_number()?.to_string();
    // A whole number that was written with a fraction.
    Kobo::parse_naira(text.strip_suffix(".0").unwrap_or(&text))
}

/// `text` without what may be a personal number or an address.
pub(crate) fn without_numbers(text: &str) -> String {
    let is_number = |word: &str| {
        let digits = word.chars().filter(char::is_ascii_digit).count();
        digits >= NUMBER_DIGITS_MIN || word.contains('@')
    };
    let words = text.split_whitespace();
    let words: Vec<&str> = words
        .map(|word| if is_number(word) { "…" } else { word })
        .collect();
    words.join(" ").chars().take(TEXT_CHARS_MAX).collect()
}

/// An offer that an upstream has; `None` if it lacks what an application needs.
///
/// Its dates decide its status where they agree with the upstream's word, else that word does.
/// One that takes no applications although it is open is suspended, for the upstream's reason.
pub(super) fn offer(
    exchange: &str,
    value: &Value,
    now: Timestamp,
    our_bank: impl Fn(i64) -> Option<i64>,
) -> Option<Offer> {
    let record = Record::of(value)?;
    let (open_at, close_at) = (record.moment("openDate")?, record.moment("closeDate")?);
    let price = record.kobo("pricePerShare")?;
    let shares = |name| record.count(name).filter(|count| *count > 0);
    let minimum_shares = shares("minimumShares")?;
    let maximum_shares = shares("maximumShares");
    let is_sound = price > Kobo::ZERO
        && open_at < close_at
        && maximum_shares.is_none_or(|most| most >= minimum_shares);
    let said = OfferStatus::parse(&record.text("status")?)?;
    let (operator_status, status_reason) = status(&record, said, (open_at, close_at), now);
    let offer = Offer {
        id: record.id("id")?,
        tenant: None,
        name: record.text("name")?,
        offer_type: OfferType::parse(&record.text("offerType")?)?,
        price,
        minimum_shares,
        multiple: shares("multiple")?,
        maximum_shares,
        shares_on_offer: shares("sharesOnOffer")?,
        open_at,
        close_at,
        original_close_at: record.moment("originalCloseDate"),
        operator_status,
        updated_at: Timestamp::default(),
        exchange: Some(exchange.to_owned()),
        clearance: Clearance::NotAsked,
        details: details(&record, status_reason, our_bank),
    };
    is_sound.then_some(offer)
}

fn status(
    record: &Record<'_>,
    said: OfferStatus,
    dates: (Timestamp, Timestamp),
    now: Timestamp,
) -> (Option<OfferStatus>, Option<String>) {
    let reason = || record.text("notSubscribableReason");
    match said {
        OfferStatus::Open if record.flag("isSubscribable") == Some(false) => {
            (Some(OfferStatus::Suspended), reason())
        }
        OfferStatus::Cancelled | OfferStatus::Suspended => {
            // The upstream's own sentence begins as ours will.
            let words = reason().map(|words| match words.split_once(": ") {
                Some((_, why)) => why.to_owned(),
                None => words,
            });
            (Some(said), words)
        }
        said if OfferStatus::of(None, dates, now) == said => (None, None),
        // Clocks differ by moments: the dates decide when it opens.
        OfferStatus::Upcoming | OfferStatus::Open => (None, None),
        said => (Some(said), None),
    }
}

fn details(
    record: &Record<'_>,
    status_reason: Option<String>,
    our_bank: impl Fn(i64) -> Option<i64>,
) -> OfferDetails {
    let text = |name: &str| record.text(name).unwrap_or_default();
    let range = record.object("priceRange");
    let range = range.and_then(|range| Some((range.kobo("min")?, range.kobo("max")?)));
    let banks = record.list("eligibleBanks").map(|ids| {
        let ours = ids.iter().filter_map(Value::as_i64);
        ours.filter_map(our_bank).collect()
    });
    let timeline = record.object("timeline");
    let day = |name: &str| timeline.as_ref().and_then(|dates| dates.day(name));
    let demand = record.text("totalSubscription");
    let demand = demand.and_then(|text| Kobo::parse_naira(text.strip_suffix('x')?));
    let pct = |number: i64| u32::try_from(number).ok();
    OfferDetails {
        issuer_name: text("issuerName"),
        symbol: text("symbol"),
        isin: text("isin"),
        sector: text("sector"),
        price_range: range,
        oversubscription_limit_pct: record
            .count("oversubscriptionLimitPct")
            .and_then(pct)
            .unwrap_or_default(),
        total_subscription_pct: demand.and_then(|hundredths| pct(hundredths.get())),
        daily_cutoff: text("dailyCutoff"),
        timeline: Timeline {
            allotment_at: day("allotmentDate"),
            refund_initiation_at: day("refundInitiationDate"),
            refund_deadline_at: day("refundDeadline"),
            cscs_credit_at: day("cscsCreditDate"),
            listing_at: day("listingDate"),
        },
        rights: record
            .object("rights")
            .and_then(|terms| rights_terms(&terms)),
        eligible_profile_types: record.texts("eligibleProfileTypes"),
        payment_methods: record.texts("paymentMethods"),
        eligible_banks: banks,
        registrar: registrar(record.object("registrar")),
        issuing_houses: record.texts("issuingHouses"),
        prospectus_url: record.text("prospectusUrl"),
        status_reason,
    }
}

fn rights_terms(terms: &Record<'_>) -> Option<Rights> {
    Some(Rights {
        ratio_new: terms.count("ratioNew").filter(|count| *count > 0)?,
        ratio_held: terms.count("ratioHeld").filter(|count| *count > 0)?,
        qualification_at: terms.day("qualificationDate")?,
        rights_symbol: terms.text("rightsSymbol").unwrap_or_default(),
        rights_trading_end_at: terms.moment("rightsTradingEnd")?,
        additional_allowed: true,
    })
}

fn registrar(record: Option<Record<'_>>) -> Registrar {
    let text = |name: &str| record.as_ref().and_then(|one| one.text(name));
    Registrar {
        name: text("name").unwrap_or_default(),
        email: text("email"),
        phone: text("phone"),
        website: text("website"),
    }
}

/// A bank as the exchange knows it. Tenants name banks by our ids, which are the same in both
/// environments; its code says which of the exchange's it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExchangeBank {
    /// The exchange's `bankId`.
    pub id: i64,
    /// Its `bankCode`, as applications carry it.
    pub code: String,
    pub nip_code: Option<String>,
    pub active: bool,
    pub supports_direct_debit: bool,
}

impl ExchangeBank {
    pub(super) fn read(value: &Value) -> Option<Self> {
        let record = Record::of(value)?;
        let code = record.id("bankCode").or_else(|| record.id("nipCode"))?;
        Some(Self {
            id: record.count("bankId")?,
            code,
            nip_code: record.id("nipCode"),
            active: record.flag("active").unwrap_or(true),
            supports_direct_debit: record.flag("supportsDirectDebit").unwrap_or(false),
        })
    }

    /// Whether one of `codes` names it.
    pub fn is_one_of(&self, codes: &[Option<&str>]) -> bool {
        codes.contains(&Some(&self.code))
            || (self.nip_code.is_some() && codes.contains(&self.nip_code.as_deref()))
    }
}

/// A broker of the exchange, under its own id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExchangeBroker {
    pub(super) id: String,
    name: String,
    code: Option<String>,
    active: bool,
    accepts_new_clients: bool,
    email: Option<String>,
    phone: Option<String>,
    website: Option<String>,
    address: Option<String>,
    /// Words of `offerType`; all if the exchange does not say.
    offer_types: Option<Vec<String>>,
}

impl ExchangeBroker {
    pub(super) fn read(value: &Value) -> Option<Self> {
        let record = Record::of(value)?;
        let active = record.flag("active").unwrap_or(true);
        Some(Self {
            id: record.id("id")?,
            name: record.text("name")?,
            code: record.id("code"),
            active,
            accepts_new_clients: record.flag("acceptsNewClients").unwrap_or(active),
            email: record.text("email"),
            phone: record.text("phone"),
            website: record.text("website"),
            address: record.text("address"),
            offer_types: record
                .list("offerTypes")
                .map(|_| record.texts("offerTypes")),
        })
    }

    /// As tenants see it.
    pub fn broker(self) -> Broker {
        let types = |words: Vec<String>| {
            let known = words.iter().filter_map(|word| OfferType::parse(word));
            known.collect()
        };
        Broker {
            code: self.code.map(Into::into),
            active: self.active,
            accepts_new_clients: self.accepts_new_clients,
            email: self.email,
            phone: self.phone,
            website: self.website,
            address: self.address,
            offer_types: self
                .offer_types
                .map_or_else(|| OfferType::ALL.to_vec(), types),
            added: true,
            ..Broker::named(self.id, self.name)
        }
    }
}

/// What the exchange says of a holder in a rights issue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExchangeHolding {
    /// `None` if the CHN is not on the register.
    pub position: Option<Position>,
    /// Masked by the exchange.
    pub holder_name: Option<String>,
    /// Taken up by live applications of ours.
    pub exercised: i64,
}

impl ExchangeHolding {
    pub(super) fn read(data: &Value) -> Option<Self> {
        let record = Record::of(data)?;
        let is_there = record.text("reason")? != "NOT_ON_REGISTER";
        let position = Position {
            shares_held: record.count("sharesHeld")?,
            rights_in: record.count("rightsTradedIn")?,
            rights_out: record.count("rightsTradedOut")?,
        };
        Some(Self {
            position: is_there.then_some(position),
            holder_name: record.text("holderName"),
            exercised: record.count("rightsExercised")?,
        })
    }
}

/// A subscription as the exchange tells it in a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Our `transactionReference`, which the exchange has as its `clientReference`.
    pub our_reference: String,
    pub offer_id: String,
    pub number_of_shares: i64,
    pub amount: Kobo,
    /// Its name of the registration: `exchangeReferenceNumber`.
    pub reference: String,
    pub subscription_id: String,
    pub state: State,
    pub shares_allotted: Option<i64>,
    pub refund: Option<Kobo>,
    /// Why it ended.
    pub reason: Option<String>,
}

impl Told {
    /// `None` if it is no application of ours, or cannot be read.
    pub(super) fn read(value: &Value) -> Option<Self> {
        let record = Record::of(value)?;
        let subscription = record.object("subscription")?;
        // The exchange's own names, or where it tells none here those of its transaction.
        let name = |of: &str, else_name: Option<String>| {
            let own = subscription.text(of).filter(|name| !name.is_empty());
            own.or(else_name)
        };
        Some(Self {
            our_reference: record.id("clientReference")?,
            offer_id: subscription.id("offerId")?,
            number_of_shares: record.count("numberOfShares")?,
            amount: record.kobo("amount")?,
            reference: name(
                "exchangeReferenceNumber",
                record.text("transactionReference"),
            )?,
            subscription_id: name("exchangeSubscriptionId", subscription.text("id"))?,
            state: state(&record)?,
            shares_allotted: record.count("sharesAllotted"),
            refund: record.kobo("refundAmount"),
            reason: record.text("reason").map(|text| without_numbers(&text)),
        })
    }
}

/// The three statuses. One who tells only whether it is paid tells that much.
fn state(record: &Record<'_>) -> Option<State> {
    let words = ["status", "paymentStatus", "allotmentStatus"].map(|name| record.text(name));
    let [Some(status), Some(payment), Some(allotment)] = words else {
        let (status, payment) = match record.flag("isSettledPayment")? {
            true => (Status::Accepted, PaymentStatus::Successful),
            false => (Status::PaymentPending, PaymentStatus::Pending),
        };
        return Some(State {
            status,
            payment,
            allotment: AllotmentStatus::Pending,
        });
    };
    Some(State {
        status: Status::parse(&status)?,
        payment: PaymentStatus::parse(&payment)?,
        allotment: AllotmentStatus::parse(&allotment)?,
    })
}
