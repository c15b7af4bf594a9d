//! Checks of BVN, NIN and account with those who issue them, before anything is stored.
//!
//! The sandbox's issuers know everybody but the reserved values.

use std::time::Duration;

use kofa_domain::{Code, Error, Fault, Result};

use crate::codes;
use crate::sandbox::Reserved;
use crate::subscription::Person;

/// How long a slow answer takes, in milliseconds.
const SLOW_MS: u64 = 3_000;

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

/// Asks the sandbox's issuers about `person`.
///
/// # Errors
/// All faults they find at once (422), else `identity_unavailable` or `identity_timeout`.
pub async fn verify(person: &Person) -> Result<()> {
    let digit =
        |kind: Reserved, value: &Option<String>| value.as_deref().and_then(|v| kind.digit(v));
    let bvn = digit(Reserved::Bvn, &person.bvn);
    let nin = digit(Reserved::Nin, &person.nin);
    let account = Reserved::Account.digit(&person.account_number);
    if [bvn, nin, account].contains(&Some(4)) {
        tokio::time::sleep(Duration::from_millis(SLOW_MS)).await;
    }
    let mut faults: Vec<Fault> = [(bvn, BVN), (nin, NIN)]
        .into_iter()
        .filter_map(|(digit, meanings)| fault(digit?, &meanings))
        .collect();
    if account == Some(1) {
        let code = &codes::ACCOUNT_NOT_FOUND;
        let message = "The bank has no account of this number.";
        faults.push(Fault::on("bankAccountNumber", code, message));
    }
    Error::check(faults)?;
    if [bvn, nin].contains(&Some(3)) {
        return Err(Error::plain(&codes::IDENTITY_UNAVAILABLE).with_retry_after(5));
    }
    if [bvn, nin].contains(&Some(5)) {
        return Err(Error::plain(&codes::IDENTITY_TIMEOUT));
    }
    Ok(())
}

fn fault(digit: u8, meanings: &Meanings) -> Option<Fault> {
    let code = match digit {
        1 => meanings.not_found,
        6 => meanings.name_mismatch,
        7 => meanings.watchlisted,
        _ => return None,
    };
    Some(Fault::on(meanings.field, code, format!("{}.", code.title)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(bvn: &str, nin: &str, account: &str) -> Person {
        let text = str::to_owned;
        Person {
            first_name: text("Ada"),
            last_name: text("Obi"),
            date_of_birth: text("1990-01-01"),
            gender: text("Female"),
            email: text("ada@example.com"),
            phone: text("+2348031234567"),
            bvn: Some(text(bvn)),
            nin: Some(text(nin)),
            chn: None,
            address: text("1 Close"),
            nationality: text("NG"),
            state: None,
            lga: None,
            marital_status: 0,
            next_of_kin_name: text("Chi Obi"),
            next_of_kin_phone: text("+2348057654321"),
            account_number: text(account),
        }
    }

    async fn check(bvn: &str, nin: &str, account: &str, expected: &[&str]) {
        let said = verify(&person(bvn, nin, account)).await;
        let codes: Vec<_> = match &said {
            Ok(()) => Vec::new(),
            Err(error) => error.all().iter().map(|fault| fault.code.name).collect(),
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
        check(bvn, "70123456785", account, &["identity_timeout"]).await;
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
