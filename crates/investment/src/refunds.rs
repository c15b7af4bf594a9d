//! Refunds that the operator's bank pays, gathered in batches: what is known of them. Pure.
//!
//! [`crate::refund_batches`] makes batches and their files, [`crate::ops`] stores them.

use kofa_domain::{Environment, Kobo, Sensitive, Timestamp};

/// Where a batch is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum BatchState {
    /// Not everything that is due is in it yet.
    Making,
    /// Whole, and to be sent to the bank.
    Open,
    Sent,
    /// The bank paid nothing of what was left of it: that is due again.
    Returned,
}

impl BatchState {
    pub const ALL: [Self; 4] = kofa_domain::all();

    /// The word of the API.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Reads the word; `None` for any other.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }
}

/// Where a refund of a batch is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum RefundState {
    /// The bank has not answered.
    Waiting,
    Paid,
    /// The bank sent it back, or did not take it: it is due again.
    Returned,
}

impl RefundState {
    pub const ALL: [Self; 3] = kofa_domain::all();

    /// The word of the API.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Reads the word; `None` for any other.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }
}

/// Refunds for one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefundBatch {
    pub no: i64,
    /// `KFB-…`: what it is called towards the bank.
    pub id: String,
    pub environment: Environment,
    /// Of one offer alone.
    pub offer_id: Option<String>,
    pub state: BatchState,
    /// How many refunds are in it.
    pub refunds: i64,
    /// What they are together.
    pub sum: Kobo,
    pub made_by: String,
    pub made_at: Timestamp,
    pub sent_at: Option<Timestamp>,
}

/// One refund of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefundPayment {
    /// From 0, in the order of the file.
    pub position: i64,
    /// `KFR-…`: what it is called towards the bank.
    pub reference: String,
    /// `localSubscriptionId`
    pub subscription_id: String,
    pub amount: Kobo,
    pub state: RefundState,
    /// The bank's name of the payment, or of its return.
    pub bank_reference: Option<String>,
    /// Why the bank returned it.
    pub reason: Option<String>,
    pub settled_at: Option<Timestamp>,
}

/// The account that refunds are paid from.
#[derive(Clone, Debug)]
pub struct RefundAccount {
    pub name: String,
    /// Ten digits.
    pub number: Sensitive<String>,
    /// As NIP has the bank: six digits; or the Central Bank, three.
    pub bank_code: String,
}
