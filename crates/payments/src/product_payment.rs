//! A payment that a provider collects for a product, and what goes back of it.

use std::fmt;

use kofa_domain::{Environment, Error, Kobo, Result, Timestamp};
use kofa_store::Row;

use crate::provider::{Channel, ProviderName, RefundOrder};
use crate::top_up::Reason;

/// A payment to be collected.
#[derive(Clone)]
pub struct NewProductPayment {
    /// What it is for: the product's own id of it.
    pub subject: String,
    /// What it is called.
    pub reference: String,
    pub environment: Environment,
    pub amount: Kobo,
    /// Who pays: the provider sends its receipt there.
    pub email: String,
    pub channel: Channel,
}

impl fmt::Debug for NewProductPayment {
    /// Without the payer.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NewProductPayment({})", self.reference)
    }
}

/// Where a product's payment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum ProductPaymentState {
    Begun,
    /// The provider says so, and nothing has followed yet.
    Paid,
    /// What it is for is paid by it.
    Applied,
    /// It came when nothing was to be paid: it goes back.
    Late,
    /// Something else was paid: a person sees to it.
    Kept,
}

impl ProductPaymentState {
    /// All states.
    pub const ALL: [Self; 5] = kofa_domain::all();

    /// `begun`, `paid` …
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }
}

/// A product's payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductPayment {
    pub reference: String,
    pub subject: String,
    pub environment: Environment,
    pub provider: ProviderName,
    pub amount: Kobo,
    pub state: ProductPaymentState,
    /// Why it is kept.
    pub reason: Option<Reason>,
    /// Where it is paid, once the provider has said so.
    pub page_url: Option<String>,
    pub started_at: Timestamp,
}

impl ProductPayment {
    pub(crate) fn from_row(row: &Row) -> Result<Self> {
        let unknown = || Error::internal("a product's payment has an unknown word");
        let text = |name: &str| -> Result<String> { Ok(row.get(name)?) };
        let state = text("state")?;
        let mut states = ProductPaymentState::ALL.into_iter();
        Ok(Self {
            reference: row.get("reference")?,
            subject: row.get("subject")?,
            environment: row.get("environment")?,
            provider: ProviderName::parse(&text("provider")?).ok_or_else(unknown)?,
            amount: row.get("amount_kobo")?,
            state: states
                .find(|one| one.as_str() == state)
                .ok_or_else(unknown)?,
            reason: Reason::parse(&text("reason")?),
            page_url: row.get("page_url")?,
            started_at: row.get("started_at")?,
        })
    }
}

/// What became of the payment for something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaymentOutcome {
    /// Nothing was begun that somebody could pay.
    None,
    Awaited(ProductPayment),
    /// The provider says so, and nothing has followed yet.
    Paid(ProductPayment),
    /// Money moved, but not as it was asked for.
    Kept(Reason),
}

/// Where a refund through a provider is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum ProviderRefundState {
    /// The provider is asked, and nobody else sends it.
    Asked,
    Done,
    /// The provider refuses it: another way is free.
    Refused,
}

impl ProviderRefundState {
    /// All states.
    pub const ALL: [Self; 3] = kofa_domain::all();

    /// `asked`, `done`, `refused`
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }
}

/// Money that goes back through the provider that collected it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderRefund {
    pub reference: String,
    pub provider: ProviderName,
    /// The payment's reference.
    pub payment: String,
    pub amount: Kobo,
    pub state: ProviderRefundState,
    /// The provider's own name of it; empty until it is done.
    pub name: String,
    pub asked_at: Timestamp,
    pub sent_at: Option<Timestamp>,
}

impl ProviderRefund {
    /// Reads a row of `provider_refund` with the payment's `provider`.
    pub(crate) fn from_row(row: &Row) -> Result<Self> {
        let unknown = || Error::internal("a provider's refund has an unknown word");
        let (provider, state): (String, String) = (row.get("provider")?, row.get("state")?);
        let mut states = ProviderRefundState::ALL.into_iter();
        Ok(Self {
            reference: row.get("reference")?,
            provider: ProviderName::parse(&provider).ok_or_else(unknown)?,
            payment: row.get("payment")?,
            amount: row.get("amount_kobo")?,
            state: states
                .find(|one| one.as_str() == state)
                .ok_or_else(unknown)?,
            name: row.get("name")?,
            asked_at: row.get("asked_at")?,
            sent_at: row.get("sent_at")?,
        })
    }

    pub(crate) fn order(&self) -> RefundOrder {
        RefundOrder {
            payment: self.payment.clone(),
            reference: self.reference.clone(),
            amount: self.amount,
        }
    }
}

/// What became of a refund that is being sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefundSent {
    /// Who paid has it back, under this name of the provider's.
    Done(String),
    /// To be looked at again, after so many seconds.
    Awaited(i64),
    /// The provider surely does not send it, and another way is free.
    Refused,
    /// Something else went back: a person sees to it.
    Amiss,
}
