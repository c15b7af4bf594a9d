//! The payment behind a subscription: money comes from the investor's bank account or card,
//! and what is not allotted goes back.
//!
//! A provider is asked by the transaction's reference, and the same question twice has the
//! effect of once. Live has no provider until the operator connects one: payments are settled
//! there by what the bank reports (`docs/settlement.md`).

use kofa_domain::{Environment, Kobo};
use kofa_store::Vault;

use crate::sandbox::Reserved;

/// Who moves the money of an environment.
#[derive(Clone, Debug)]
pub enum Payments<'a> {
    /// Deterministic, in this process.
    Sandbox(SandboxPayments<'a>),
    /// None is connected.
    NotConfigured,
}

impl<'a> Payments<'a> {
    /// The provider of `environment`.
    pub fn of(environment: Environment, vault: &'a Vault) -> Self {
        match environment {
            Environment::Sandbox => Self::Sandbox(SandboxPayments { vault }),
            Environment::Live => Self::NotConfigured,
        }
    }
}

/// What is to be paid.
#[derive(Clone, Copy, Debug)]
pub struct Charge<'a> {
    /// What the payment is called towards people.
    pub transaction_reference: &'a str,
    /// How much, in kobo.
    pub amount: Kobo,
    /// By card, else from the bank account.
    pub is_card_payment: bool,
}

/// Where a payment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collected {
    /// The money arrived.
    Paid,
    /// The investor's bank has still to answer; ask again after so many seconds.
    Awaited(i64),
    /// It failed, with the bank's reason.
    Failed(&'static str),
}

/// A provider whose answers follow from the account alone: card payments settle at once, a
/// debit of a bank account when it is asked about again.
#[derive(Clone, Debug)]
pub struct SandboxPayments<'a> {
    vault: &'a Vault,
}

/// How long the sandbox's banks take to debit an account, in seconds.
const DEBIT_SECONDS: i64 = 1;

impl SandboxPayments<'_> {
    /// Begins to collect `charge` from `account_number`.
    pub fn begin(&self, charge: &Charge<'_>, account_number: &str) -> Collected {
        if charge.is_card_payment {
            self.outcome(charge, account_number)
        } else {
            Collected::Awaited(DEBIT_SECONDS)
        }
    }

    /// What became of the payment of `charge`; begins it, if a crash came before that.
    pub fn outcome(&self, _charge: &Charge<'_>, account_number: &str) -> Collected {
        match Reserved::Account.digit(account_number) {
            Some(2) => Collected::Failed("insufficient_funds"),
            _ => Collected::Paid,
        }
    }

    /// Sends `amount` of a payment back; the provider's reference of the refund.
    pub fn refund(&self, transaction_reference: &str, amount: Kobo) -> String {
        let of = format!("{transaction_reference}/{}", amount.get());
        let digest = self.vault.blind_index("sandbox.refund", &of);
        let digits: String = digest.iter().take(6).map(|b| format!("{b:02X}")).collect();
        format!("RFD-{digits}")
    }
}
