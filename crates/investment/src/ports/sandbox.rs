//! The sandbox's upstreams: their answers follow from the application alone, and asking them
//! changes nothing outside. Nearly everything is registered, paid and known; reserved values
//! are not ([`crate::sandbox`]).

use std::future::ready;
use std::time::Duration;

use kofa_domain::{Code, Fault, Kobo};
use kofa_store::Vault;

use super::own::names;
use super::{
    Asked, Collected, Exchange, IdentityEnquiry, Payments, PortError, Refunded, Registration,
};
use crate::codes;
use crate::offer::Offer;
use crate::sandbox::{REFUSED_MULTIPLE_OF_MINIMUM, Reserved};
use crate::subscription::{Application, Person, Subscription};

/// How long a slow answer takes, in milliseconds.
const SLOW_MS: u64 = 3_000;
/// How long banks take to debit an account, in seconds.
const DEBIT_SECONDS: i64 = 1;

#[derive(Debug)]
pub struct SandboxExchange {
    vault: Vault,
}

impl SandboxExchange {
    /// Its names follow from the key of `vault`.
    pub fn new(vault: Vault) -> Self {
        Self { vault }
    }

    fn answer(
        &self,
        subscription: &Subscription,
        offer: &Offer,
    ) -> Result<Registration, PortError> {
        let application = &subscription.application;
        let refused = offer
            .minimum_shares
            .checked_mul(REFUSED_MULTIPLE_OF_MINIMUM);
        if refused == Some(application.number_of_shares) {
            let why = "The sandbox exchange refuses 13 times the minimum.";
            return Err(PortError::Refused(why.to_owned()));
        }
        match Reserved::Account.digit(&application.person.expose().account_number) {
            Some(3) => Err(PortError::NotDone(&codes::BANK_UNAVAILABLE)),
            Some(5) => Err(PortError::Unknown("the sandbox does not answer".to_owned())),
            _ => Ok(self.register(&subscription.id)),
        }
    }

    fn register(&self, id: &str) -> Registration {
        names((&self.vault, "sandbox.exchange"), "NGX", id)
    }
}

impl Exchange for SandboxExchange {
    fn changes_outside(&self) -> bool {
        false
    }

    fn submit<'a>(
        &'a self,
        subscription: &'a Subscription,
        offer: &'a Offer,
    ) -> Asked<'a, Registration> {
        Box::pin(ready(self.answer(subscription, offer)))
    }

    fn find<'a>(&'a self, subscription: &'a Subscription) -> Asked<'a, Option<Registration>> {
        Box::pin(ready(Ok(Some(self.register(&subscription.id)))))
    }

    fn confirm_paid<'a>(&'a self, _: &'a Subscription) -> Asked<'a, ()> {
        Box::pin(ready(Ok(())))
    }
}

/// Moves play money: card payments arrive at once, the debit of a bank account when it is asked
/// about again.
#[derive(Debug)]
pub struct SandboxPayments {
    vault: Vault,
}

impl SandboxPayments {
    /// Its references follow from the key of `vault`.
    pub fn new(vault: Vault) -> Self {
        Self { vault }
    }
}

fn collected(subscription: &Subscription) -> Result<Collected, PortError> {
    let person = subscription.application.person.expose();
    match Reserved::Account.digit(&person.account_number) {
        Some(2) => Err(PortError::Refused("insufficient_funds".to_owned())),
        _ => Ok(Collected::Paid { by: None }),
    }
}

impl Payments for SandboxPayments {
    fn begin<'a>(&'a self, subscription: &'a Subscription) -> Asked<'a, Collected> {
        let begun = match subscription.application.is_card_payment {
            true => collected(subscription),
            false => Ok(Collected::Awaited {
                again_after_seconds: DEBIT_SECONDS,
                page_url: None,
            }),
        };
        Box::pin(ready(begun))
    }

    fn outcome<'a>(&'a self, subscription: &'a Subscription) -> Asked<'a, Option<Collected>> {
        Box::pin(ready(collected(subscription).map(Some)))
    }

    fn refund<'a>(&'a self, subscription: &'a Subscription, amount: Kobo) -> Asked<'a, Refunded> {
        let of = format!("{}/{}", subscription.transaction_reference, amount.get());
        let digest = self.vault.blind_index("sandbox.refund", &of);
        let digits: String = digest.iter().take(6).map(|b| format!("{b:02X}")).collect();
        Box::pin(ready(Ok(Refunded::Done(format!("RFD-{digits}")))))
    }
}

/// Knows everybody but the reserved values.
#[derive(Debug)]
pub struct SandboxIdentity;

impl IdentityEnquiry for SandboxIdentity {
    fn check<'a>(&'a self, application: &'a Application) -> Asked<'a, Vec<Fault>> {
        Box::pin(check(application.person.expose()))
    }
}

/// What the digits 1, 6 and 7 of a number mean.
struct Meanings {
    field: &'static str,
    not_found: &'static Code,
    name_mismatch: &'static Code,
    watchlisted: &'static Code,
}

const BVN: Meanings = Meanings {
    field: "bvn",
    not_found: &codes::BVN_NOT_FOUND,
    name_mismatch: &codes::BVN_NAME_MISMATCH,
    watchlisted: &codes::BVN_WATCHLISTED,
};

const NIN: Meanings = Meanings {
    field: "nin",
    not_found: &codes::NIN_NOT_FOUND,
    name_mismatch: &codes::NIN_NAME_MISMATCH,
    watchlisted: &codes::NIN_WATCHLISTED,
};

async fn check(person: &Person) -> Result<Vec<Fault>, PortError> {
    let digit = |kind: Reserved, value: Option<&str>| value.and_then(|v| kind.digit(v));
    let account = Reserved::Account.digit(&person.account_number);
    let mut digits = vec![account];
    let mut faults: Vec<Fault> = Vec::new();
    for one in person.identified() {
        for (digit, meanings) in [
            (digit(Reserved::Bvn, one.bvn), BVN),
            (digit(Reserved::Nin, one.nin), NIN),
        ] {
            digits.push(digit);
            faults.extend(digit.and_then(|digit| fault(digit, one.prefix, &meanings)));
        }
    }
    if digits.contains(&Some(4)) {
        tokio::time::sleep(Duration::from_millis(SLOW_MS)).await;
    }
    if account == Some(1) {
        let code = &codes::ACCOUNT_NOT_FOUND;
        let message = "The bank has no account of this number.";
        faults.push(Fault::on("bankAccountNumber", code, message));
    }
    if !faults.is_empty() {
        return Ok(faults);
    }
    let numbers = &digits[1..];
    if numbers.contains(&Some(3)) {
        return Err(PortError::NotDone(&codes::IDENTITY_UNAVAILABLE));
    }
    if numbers.contains(&Some(5)) {
        return Err(PortError::Unknown("the sandbox does not answer".to_owned()));
    }
    Ok(faults)
}

fn fault(digit: u8, prefix: &str, meanings: &Meanings) -> Option<Fault> {
    let code = match digit {
        1 => meanings.not_found,
        6 => meanings.name_mismatch,
        7 => meanings.watchlisted,
        _ => return None,
    };
    let field = format!("{prefix}{}", meanings.field);
    Some(Fault::on(field, code, format!("{}.", code.title)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(bvn: &str, nin: &str, account: &str) -> Person {
        let text = str::to_owned;
        Person {
            first_name: text("Ada"),
            last_name: text("Obi"),
            date_of_birth: Some(text("1990-01-01")),
            gender: Some(text("Female")),
            email: text("ada@example.com"),
            phone: text("+2348031234567"),
            bvn: Some(text(bvn)),
            nin: Some(text(nin)),
            chn: None,
            address: text("1 Close"),
            nationality: text("NG"),
            state: None,
            lga: None,
            marital_status: Some(0),
            next_of_kin_name: Some(text("Chi Obi")),
            next_of_kin_phone: Some(text("+2348057654321")),
            account_number: text(account),
            second_applicant: None,
            guardian: None,
            company: None,
        }
    }

    async fn check(bvn: &str, nin: &str, account: &str, expected: &[&str]) {
        let codes: Vec<_> = match super::check(&person(bvn, nin, account)).await {
            Ok(faults) => faults.iter().map(|fault| fault.code.name).collect(),
            Err(PortError::NotDone(code)) => vec![code.name],
            Err(PortError::Unknown(_)) => vec!["unknown"],
            Err(other) => panic!("{other:?}"),
        };
        assert_eq!(codes, expected, "{bvn} {nin} {account}");
    }

    #[tokio::test]
    async fn faults_come_before_failures_and_all_at_once() {
        let (bvn, nin, account) = ("22212345678", "12345678901", "0123456789");
        check(bvn, nin, account, &[]).await;
        for passes in ["0", "2", "8", "9"] {
            let bvn = format!("2222222222{passes}");
            check(&bvn, nin, account, &[]).await;
        }
        let both = ["bvn_not_found", "nin_watchlisted"];
        check("22222222221", "70123456787", account, &both).await;
        let one = ["account_not_found"];
        check("22222222223", nin, "0000000001", &one).await;
        check(
            "22222222223",
            "70123456785",
            account,
            &["identity_unavailable"],
        )
        .await;
        check(bvn, "70123456785", account, &["unknown"]).await;
        // A reserved NIN is nothing special as a BVN.
        check("70123456781", nin, account, &[]).await;
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_issuer_answers_after_a_while() {
        let start = tokio::time::Instant::now();
        check("22222222220", "70123456780", "0000000000", &[]).await;
        assert_eq!(start.elapsed().as_millis(), 0);
        check("22222222224", "70123456780", "0000000000", &[]).await;
        assert_eq!(start.elapsed(), Duration::from_millis(SLOW_MS));
    }
}
