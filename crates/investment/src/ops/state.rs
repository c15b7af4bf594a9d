//! What is stored of a subscription as words: its profile and its three statuses.

use kofa_domain::{Error, Result};
use kofa_store::Row;

use crate::lifecycle::State;
use crate::subscription::{AllotmentStatus, PaymentStatus, ProfileType, Status};

/// Reads the profile of a row.
///
/// # Errors
/// `internal_error` if it is none.
pub(super) fn profile_of(row: &Row) -> Result<ProfileType> {
    let word: String = row.get("profile_type")?;
    let wrong = || Error::internal("a subscription has a wrong profile type");
    ProfileType::parse(&word).ok_or_else(wrong)
}

/// Reads the three statuses of a row.
///
/// # Errors
/// `internal_error` if one of them is no status.
pub(crate) fn state_of(row: &Row) -> Result<State> {
    let unknown = || Error::internal("a stored subscription has an unknown status");
    let word = |column: &str| -> Result<String> { Ok(row.get(column)?) };
    Ok(State {
        status: Status::parse(&word("status")?).ok_or_else(unknown)?,
        payment: PaymentStatus::parse(&word("payment_status")?).ok_or_else(unknown)?,
        allotment: AllotmentStatus::parse(&word("allotment_status")?).ok_or_else(unknown)?,
    })
}
