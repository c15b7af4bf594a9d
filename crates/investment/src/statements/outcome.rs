//! What came of an entry of a statement.

use crate::settlement::Outcome;

/// What came of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum BankOutcome {
    /// It paid the subscription.
    Applied,
    /// It is the refund that was due.
    Refunded,
    /// It is all refunds of a batch together.
    BatchPaid,
    /// A refund came back, and is due again.
    Returned,
    /// The bank's words name nothing of ours.
    Unnamed,
    /// They name several things.
    Ambiguous,
    /// What they name does not exist here.
    UnknownTransaction,
    AmountMismatch,
    /// It was paid before.
    AlreadyPaid,
    /// The subscription does not wait for a payment.
    NotPayable,
    /// The refund was returned before, and is due in another batch.
    AlreadyReturned,
    /// A payment of an investor went back.
    PaymentReversed,
    OtherCurrency,
    /// The bank does not say what it is, in whole kobo.
    NoAmount,
    /// The bank's name was entered before for another payment.
    ReferenceReused,
}

impl BankOutcome {
    pub const ALL: [Self; 15] = kofa_domain::all();

    /// The word of the API.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Reads the word; `None` for any other.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }

    /// Whether an operator has to look at it.
    pub const fn is_difference(self) -> bool {
        !matches!(
            self,
            Self::Applied | Self::Refunded | Self::BatchPaid | Self::Returned
        )
    }

    /// The same in a sentence for an operator.
    pub const fn explanation(self) -> &'static str {
        match self {
            Self::Applied => "The subscription was paid by it.",
            Self::Refunded => "It is the refund that was due.",
            Self::BatchPaid => "It is all refunds of a batch, booked as one.",
            Self::Returned => "The refund came back, and is due again.",
            Self::Unnamed => "The bank's words hold no reference of this platform.",
            Self::Ambiguous => "The bank's words hold several references.",
            Self::UnknownTransaction => "Nothing of this environment has the reference it holds.",
            Self::AmountMismatch => "Another amount was expected; nothing was applied.",
            Self::AlreadyPaid => "It was paid before: money moved twice.",
            Self::NotPayable => "The subscription did not wait for a payment.",
            Self::AlreadyReturned => "The refund had been returned, and is due in another batch.",
            Self::PaymentReversed => "The bank took an investor's payment back.",
            Self::OtherCurrency => "It is not in naira.",
            Self::NoAmount => "The bank does not say, in whole kobo, what this payment is.",
            Self::ReferenceReused => {
                "The bank's own reference was entered before for another payment."
            }
        }
    }
}

impl From<Outcome> for BankOutcome {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Applied => Self::Applied,
            Outcome::UnknownTransaction => Self::UnknownTransaction,
            Outcome::AmountMismatch => Self::AmountMismatch,
            Outcome::AlreadyPaid => Self::AlreadyPaid,
            Outcome::NotPayable => Self::NotPayable,
        }
    }
}
