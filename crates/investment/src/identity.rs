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
