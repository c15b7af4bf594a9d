//! Personal data on its way into the store and back: sealed under the subscription's id, and
//! found again by blind indexes.

use kofa_domain::{Environment, Error, Ids, Result, Sensitive};
use kofa_store::Vault;

use crate::identity::outcome::CheckKind;
use crate::subscription::{Identity, IdentityKind, Person};

/// What a number is found by: the first half of its blind index, which tells all numbers apart.
pub type Digest = [u8; 16];

/// An applicant's number, as far as it is stored in the open: enough to find it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    pub kind: IdentityKind,
    /// The field of the API.
    pub field: &'static str,
    /// What it is found by.
    pub digest: Digest,
}

/// The sealed parts of a subscription.
#[derive(Clone, Debug)]
pub struct Sealed {
    pub applicant: Vec<u8>,
    /// Whose it is, for lists.
    pub investor_name: Vec<u8>,
}

/// Seals `person` for the subscription `id`.
///
/// # Errors
/// `internal_error` if the cipher refuses.
pub fn seal(vault: &Vault, id: &str, person: &Person) -> Result<Sealed> {
    let json = serde_json::to_vec(person).map_err(|_| unreadable())?;
    Ok(Sealed {
        applicant: vault.seal(&applicant_context(id), &json, Ids)?,
        investor_name: vault.seal(&name_context(id), person.name().as_bytes(), Ids)?,
    })
}

/// Opens the applicant of the subscription `id`.
///
/// # Errors
/// `internal_error` if it was not sealed for it with this key.
pub fn open_person(vault: &Vault, id: &str, sealed: &[u8]) -> Result<Sensitive<Person>> {
    let json = vault.open(&applicant_context(id), sealed)?;
    // The parser's words could repeat what it read.
    let person = serde_json::from_slice(json.expose()).map_err(|_| unreadable())?;
    Ok(Sensitive::new(person))
}

/// Opens the investor's name of the subscription `id`.
///
/// # Errors
/// `internal_error` if it was not sealed for it with this key.
pub fn open_name(vault: &Vault, id: &str, sealed: &[u8]) -> Result<Sensitive<String>> {
    let name = vault.open(&name_context(id), sealed)?;
    let name = String::from_utf8(name.expose().clone()).map_err(|_| unreadable())?;
    Ok(Sensitive::new(name))
}

/// The claims of `person`, one for each number that the applicants are known by.
pub fn claims(vault: &Vault, environment: Environment, person: &Person) -> Vec<Claim> {
    let claim = |one: Identity<'_>| Claim {
        kind: one.kind,
        field: one.field,
        digest: digest(&number_index(vault, environment, one.kind, &one.number)),
    };
    person.identities().into_iter().map(claim).collect()
}

/// The blind index of a person's number.
pub fn number_index(
    vault: &Vault,
    environment: Environment,
    kind: IdentityKind,
    number: &str,
) -> [u8; 32] {
    vault.blind_index(&format!("{}/{environment}", kind.as_str()), number)
}

/// By which it shows later that a record of BVN, NIN or account was this one.
pub fn record_digest(
    vault: &Vault,
    environment: Environment,
    kind: CheckKind,
    record: &str,
) -> Digest {
    let context = format!("identity-record/{}/{environment}", kind.as_str());
    digest(&vault.blind_index(&context, record))
}

/// What a number of this blind index is claimed by.
pub fn digest(index: &[u8; 32]) -> Digest {
    let mut half = Digest::default();
    let length = half.len();
    half.copy_from_slice(&index[..length]);
    half
}

pub(crate) fn applicant_context(id: &str) -> String {
    format!("subscription.applicant/{id}")
}

pub(crate) fn name_context(id: &str) -> String {
    format!("subscription.investor-name/{id}")
}

fn unreadable() -> Error {
    Error::internal("a sealed applicant cannot be read")
}
