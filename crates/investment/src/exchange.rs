//! The exchange as this product sees it: it takes an application, refuses it, cannot be
//! reached, or leaves us not knowing.
//!
//! Submitting the same subscription twice must have the effect of once: the exchange tells
//! it by our id. Live has no exchange until the operator connects one.

use kofa_domain::{Code, Environment};
use kofa_store::Vault;

use crate::codes;
use crate::offer::Offer;
use crate::sandbox::{REFUSED_MULTIPLE_OF_MINIMUM, Reserved};
use crate::subscription::Subscription;

/// Where applications of an environment go.
#[derive(Clone, Debug)]
pub enum Exchange<'a> {
    /// Deterministic, in this process.
    Sandbox(SandboxExchange<'a>),
    /// None is connected.
    NotConfigured,
}

impl<'a> Exchange<'a> {
    /// The exchange of `environment`.
    pub fn of(environment: Environment, vault: &'a Vault) -> Self {
        match environment {
            Environment::Sandbox => Self::Sandbox(SandboxExchange { vault }),
            Environment::Live => Self::NotConfigured,
        }
    }
}

/// What came of a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Submission {
    /// Registered under these names.
    Accepted {
        /// `exchangeReferenceNumber`
        reference: String,
        /// `exchangeSubscriptionId`
        subscription_id: String,
    },
    /// Refused, with the exchange's reason.
    Refused(&'static str),
    /// Surely not registered: someone on the way could not be reached.
    Unavailable(&'static Code),
    /// No answer in time: it may be registered or not.
    Unknown,
}

/// What the exchange says of a paid application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// It takes part in the allotment.
    Accepted,
    /// Refused after all, with the exchange's reason: the money goes back.
    Refused(&'static str),
}

/// An exchange whose answers follow from the application alone. It changes nothing outside,
/// so asking before anything is kept is safe.
#[derive(Clone, Debug)]
pub struct SandboxExchange<'a> {
    vault: &'a Vault,
}

impl SandboxExchange<'_> {
    /// Submits `subscription` for `offer`.
    pub fn submit(&self, subscription: &Subscription, offer: &Offer) -> Submission {
        let application = &subscription.application;
        let refused = offer
            .minimum_shares
            .checked_mul(REFUSED_MULTIPLE_OF_MINIMUM);
        if refused == Some(application.number_of_shares) {
            return Submission::Refused("The sandbox exchange refuses 13 times the minimum.");
        }
        match Reserved::Account.digit(&application.person.expose().account_number) {
            Some(3) => Submission::Unavailable(&codes::BANK_UNAVAILABLE),
            Some(5) => Submission::Unknown,
            _ => self.accept(&subscription.id),
        }
    }

    /// What became of the subscription `id` whose submission was not answered: the sandbox
    /// took it.
    pub fn find(&self, id: &str) -> Submission {
        self.accept(id)
    }

    /// Tells that the subscription `id` is paid.
    pub fn confirm(&self, _id: &str) -> Confirmation {
        Confirmation::Accepted
    }

    /// Names derived from our id: the same at every submission.
    fn accept(&self, id: &str) -> Submission {
        let digest = self.vault.blind_index("sandbox.exchange", id);
        let number = |at: usize| {
            let bytes = digest[at..at + 8].try_into();
            u64::from_be_bytes(bytes.expect("eight of 32 bytes"))
        };
        Submission::Accepted {
            reference: format!("NGX{:012}", number(0) % 1_000_000_000_000),
            subscription_id: format!("SUB-{:016X}", number(8)),
        }
    }
}
