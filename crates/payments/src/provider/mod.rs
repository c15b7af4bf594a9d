//! Payment providers: what is asked of them, and what they say of their own accord.
//!
//! A [`Provider`] collects money on a page of its own and knows each payment by our reference. It
//! is asked outside of any transaction. What it sends of its own accord is believed to be its word
//! only under its signature, and even then only as a hint to ask it.

mod client;
pub mod hmac;
pub mod paystack;

use std::fmt;
use std::pin::Pin;

use http::HeaderMap;
use kofa_domain::{Environment, Kobo, Timestamp};
use serde_json::Value;

pub use client::{ANSWER_BYTES_MAX, Upstream};

/// Longest reference of a payment, in characters.
pub(crate) const REFERENCE_CHARS_MAX: usize = 100;
/// Longest word for what happened, in characters.
const EVENT_CHARS_MAX: usize = 60;
/// The only currency of wallets.
pub(crate) const NAIRA: &str = "NGN";

/// The kinds of providers that there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum ProviderName {
    /// Kofa's own, for play money.
    Sandbox,
    /// Paystack, or whoever speaks as it does.
    Paystack,
    /// Anybody who speaks the contract of `docs/payments.md`.
    Hmac,
}

impl ProviderName {
    /// All kinds.
    pub const ALL: [Self; 3] = kofa_domain::all();

    /// `sandbox`, `paystack` or `hmac`.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Reads the word; `None` for any other.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }

    /// Whose money it moves.
    pub const fn environment(self) -> Environment {
        match self {
            Self::Sandbox => Environment::Sandbox,
            Self::Paystack | Self::Hmac => Environment::Live,
        }
    }
}

/// A payment to begin.
#[derive(Clone)]
pub struct Order {
    /// What the provider is to call it.
    pub reference: String,
    pub amount: Kobo,
    /// Where the provider sends its receipt.
    pub email: String,
    /// Where the payer's browser goes afterwards; `None` leaves it to the provider.
    pub return_url: Option<String>,
    /// How it is to be paid, if that is not left to the payer.
    pub channel: Option<Channel>,
}

/// How a payment is to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum Channel {
    Card,
    /// From a bank account: a debit or a transfer.
    Bank,
}

impl Channel {
    /// `card` or `bank`
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }
}

impl fmt::Debug for Order {
    /// Without the payer.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Order({})", self.reference)
    }
}

/// Where a payment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It may still be paid.
    Open,
    /// The last try failed; another may not.
    Failed,
    Paid,
    /// The money went back to the payer.
    Reversed,
}

/// A payment as the provider knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payment {
    pub reference: String,
    pub stage: Stage,
    pub amount: Kobo,
    /// `NGN`
    pub currency: String,
}

/// Money that is to go back to who paid it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefundOrder {
    /// The payment's.
    pub payment: String,
    /// The refund's own: asking for the same twice has the effect of once.
    pub reference: String,
    pub amount: Kobo,
}

/// Where a refund is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefundStage {
    /// The provider has it, and the payer does not have the money yet.
    Pending,
    Paid,
    /// The provider could not send it.
    Failed,
}

/// A refund as the provider knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refund {
    pub stage: RefundStage,
    pub amount: Kobo,
    pub currency: String,
    /// The provider's own name of it.
    pub name: String,
}

/// What a provider sent of its own accord, under its signature.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notice {
    /// The payment that it names; empty if it names none.
    pub reference: String,
    /// What happened, in the provider's word; empty if it says nothing.
    pub event: String,
    /// Whether it says that the payment is paid.
    pub says_paid: bool,
}

/// Why a provider gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// Surely nothing was done.
    NotDone(String),
    /// It was looked at and refused.
    Refused,
    /// Done or not: to be looked up, never repeated.
    Unknown(String),
}

impl fmt::Display for NoAnswer {
    /// For operators; says nothing of what was sent or received.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotDone(why) | Self::Unknown(why) => f.write_str(why),
            Self::Refused => f.write_str("it refused the request"),
        }
    }
}

/// A question to a provider, under way.
pub type Asked<'a, T> = Pin<Box<dyn Future<Output = Result<T, NoAnswer>> + Send + 'a>>;

/// Who collects money.
pub trait Provider: fmt::Debug + Send + Sync + 'static {
    /// Begins a payment; the address of the page where it is paid.
    fn start<'a>(&'a self, order: &'a Order) -> Asked<'a, String>;

    /// What became of a payment; `None` if the provider does not know it.
    fn look_up<'a>(&'a self, reference: &'a str) -> Asked<'a, Option<Payment>>;

    /// Sends money back, once for each reference.
    fn refund<'a>(&'a self, _: &'a RefundOrder) -> Asked<'a, Refund> {
        Box::pin(std::future::ready(Err(NoAnswer::Refused)))
    }

    /// What became of a refund; `None` if the provider does not know it.
    fn find_refund<'a>(&'a self, _: &'a RefundOrder) -> Asked<'a, Option<Refund>> {
        Box::pin(std::future::ready(Ok(None)))
    }

    /// Reads what was sent in its name at `now`; `None` if the signature is wrong.
    fn read(&self, headers: &HeaderMap, body: &[u8], now: Timestamp) -> Option<Notice>;
}

impl Notice {
    /// Of texts that somebody else chose: what cannot be a reference or a word is none.
    fn new(reference: Option<&Value>, event: Option<&Value>, says_paid: bool) -> Self {
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.=".contains(&byte);
        let word = |value: Option<&Value>, most: usize| {
            let text = value.and_then(Value::as_str).unwrap_or_default();
            let fits = text.len() <= most && text.bytes().all(is_word);
            if fits { text.to_owned() } else { String::new() }
        };
        Self {
            reference: word(reference, REFERENCE_CHARS_MAX),
            event: word(event, EVENT_CHARS_MAX),
            says_paid,
        }
    }
}

/// A member of an object within objects.
fn member<'v>(value: &'v Value, path: &[&str]) -> Option<&'v Value> {
    path.iter().try_fold(value, |at, name| at.get(name))
}

/// An amount of whole kobo that is no less than none.
fn kobo(value: Option<&Value>) -> Option<Kobo> {
    let kobo = value?.as_i64()?;
    (kobo >= 0).then(|| Kobo::new(kobo))
}

/// The code of a currency.
fn currency(value: Option<&Value>) -> Option<String> {
    let text = value?.as_str()?;
    let is_code = text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_code.then(|| text.to_owned())
}

/// An address of a page to which a browser can be led.
fn page_url(value: Option<&Value>) -> Option<String> {
    const CHARS_MAX: usize = 2_000;
    let text = value?.as_str()?;
    let is_web = text.starts_with("https://") || text.starts_with("http://");
    let is_plain = text.bytes().all(|byte| byte.is_ascii_graphic());
    (is_web && is_plain && text.len() <= CHARS_MAX).then(|| text.to_owned())
}

fn nonsense() -> NoAnswer {
    NoAnswer::Unknown("its answer lacks what it must have".to_owned())
}
