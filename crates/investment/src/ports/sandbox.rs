//! The sandbox's upstreams: their answers follow from the application alone, and asking them
//! changes nothing outside. Nearly everything is registered, paid and known; reserved values
//! are not ([`crate::sandbox`]).

use std::future::ready;
use std::time::Duration;

use kofa_domain::Kobo;
use kofa_store::Vault;

use super::own::names;
use super::{
    AccountQuestion, AccountRecord, Asked, Collected, Exchange, IdentityEnquiry, Payments,
    PersonQuestion, PersonRecord, PortError, Refunded, Registration,
};
use crate::codes;
use crate::identity::outcome::CheckKind;
use crate::offer::Offer;
use crate::sandbox::{REFUSED_MULTIPLE_OF_MINIMUM, Reserved};
use crate::subscription::Subscription;

/// How long a slow answer takes, in milliseconds.
const SLOW_MS: u64 = 3_000;
/// Who has the BVN or NIN of others.
const STRANGER: [&str; 2] = ["Sandbox", "Stranger"];
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

/// Knows everybody by what they say of themselves, but for the reserved values.
#[derive(Debug)]
pub struct SandboxIdentity;

impl IdentityEnquiry for SandboxIdentity {
    fn person<'a>(&'a self, question: PersonQuestion<'a>) -> Asked<'a, Option<PersonRecord>> {
        Box::pin(person(question))
    }

    fn account<'a>(&'a self, question: AccountQuestion<'a>) -> Asked<'a, Option<AccountRecord>> {
        Box::pin(account(question))
    }
}

async fn slow() {
    tokio::time::sleep(Duration::from_millis(SLOW_MS)).await;
}

async fn person(question: PersonQuestion<'_>) -> Result<Option<PersonRecord>, PortError> {
    let said = question.said;
    let kind = match question.kind {
        CheckKind::Bvn => Reserved::Bvn,
        _ => Reserved::Nin,
    };
    let digit = kind.digit(question.number);
    let (first_name, last_name, date_of_birth) = match digit {
        // Nobody's birthday makes them alike.
        Some(6) => (STRANGER[0], STRANGER[1], None),
        _ => (said.first_name, said.last_name, said.date_of_birth),
    };
    let record = PersonRecord {
        first_name: first_name.to_owned(),
        middle_name: String::new(),
        last_name: last_name.to_owned(),
        date_of_birth: date_of_birth.map(str::to_owned),
        is_watchlisted: digit == Some(7),
    };
    match digit {
        Some(1) => return Ok(None),
        Some(3) => return Err(PortError::NotDone(&codes::IDENTITY_UNAVAILABLE)),
        Some(4) => slow().await,
        Some(5) => return Err(PortError::Unknown("the sandbox does not answer".to_owned())),
        _ => {}
    }
    Ok(Some(record))
}

/// Banks write the last name first, in capitals.
async fn account(question: AccountQuestion<'_>) -> Result<Option<AccountRecord>, PortError> {
    let said = question.said;
    let name = |first: &str| format!("{} {first}", said.last_name).trim().to_uppercase();
    match Reserved::Account.digit(question.number) {
        Some(1) => return Ok(None),
        Some(4) => slow().await,
        Some(6) => {
            let initial: String = said.first_name.chars().take(1).collect();
            let name = match said.last_name {
                "" => name(said.first_name),
                _ => name(&initial),
            };
            return Ok(Some(AccountRecord { name }));
        }
        _ => {}
    }
    Ok(Some(AccountRecord {
        name: name(said.first_name),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::Said;

    const SAID: Said<'static> = Said {
        first_name: "Ada",
        last_name: "Obi",
        date_of_birth: Some("1990-01-01"),
    };

    async fn check(kind: CheckKind, number: &str, expected: &str) {
        let said = SAID;
        let asked = match kind {
            CheckKind::Account => {
                let (bank_id, identity) = (1, &SandboxIdentity);
                let asked = identity.account(AccountQuestion {
                    bank_id,
                    number,
                    said,
                });
                asked.await.map(|one| one.map(|one| one.name))
            }
            _ => {
                let asked = SandboxIdentity
                    .person(PersonQuestion { kind, number, said })
                    .await;
                asked.map(|one| {
                    one.map(|one| {
                        let mark = if one.is_watchlisted { "!" } else { "" };
                        format!("{} {}{mark}", one.first_name, one.last_name)
                    })
                })
            }
        };
        let found = match asked {
            Ok(Some(name)) => name,
            Ok(None) => "none".to_owned(),
            Err(PortError::NotDone(code)) => code.name.to_owned(),
            Err(PortError::Unknown(_)) => "unknown".to_owned(),
            Err(other) => panic!("{other:?}"),
        };
        assert_eq!(found, expected, "{kind:?} {number}");
    }

    #[tokio::test]
    async fn reserved_values_decide_whom_the_sandbox_knows() {
        let numbers = [
            (CheckKind::Bvn, "2222222222"),
            (CheckKind::Nin, "7012345678"),
        ];
        for (kind, start) in numbers {
            for (digit, expected) in [
                (0, "Ada Obi"),
                (1, "none"),
                (2, "Ada Obi"),
                (3, "identity_unavailable"),
                (5, "unknown"),
                (6, "Sandbox Stranger"),
                (7, "Ada Obi!"),
                (8, "Ada Obi"),
                (9, "Ada Obi"),
            ] {
                check(kind, &format!("{start}{digit}"), expected).await;
            }
            check(kind, "12345678901", "Ada Obi").await;
        }
        // A reserved NIN is nothing special as a BVN.
        check(CheckKind::Bvn, "70123456781", "Ada Obi").await;
        check(CheckKind::Account, "0000000001", "none").await;
        check(CheckKind::Account, "0000000006", "OBI A").await;
        for passes in ["0123456789", "0000000000", "0000000003", "0000000005"] {
            check(CheckKind::Account, passes, "OBI ADA").await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_issuer_answers_after_a_while() {
        let start = tokio::time::Instant::now();
        check(CheckKind::Bvn, "22222222220", "Ada Obi").await;
        assert_eq!(start.elapsed().as_millis(), 0);
        check(CheckKind::Bvn, "22222222224", "Ada Obi").await;
        assert_eq!(start.elapsed(), Duration::from_millis(SLOW_MS));
        check(CheckKind::Account, "0000000004", "OBI ADA").await;
        assert_eq!(start.elapsed(), 2 * Duration::from_millis(SLOW_MS));
    }
}
