//! Who proves who they are at a sign-in provider, and not by a password.

use kofa_domain::{Error, Result};
use kofa_identity::SINGLE_SIGN_ON_REQUIRED;
use kofa_identity::sessions::{Door, Person};
use kofa_identity::single_sign_on::{FindMustUse, FindProviderOf};

use super::at::At;
use crate::kit::WebState;

/// Where a person proves anew who they are at the provider that vouches for them, on the way to
/// `next`; `None` if none does.
pub(super) async fn again(
    web: &WebState,
    person: &Person,
    (email, next): (&str, &str),
) -> Result<Option<String>> {
    let at = At::of(next);
    let word = match person.door() {
        Door::Console => web
            .single_sign_on
            .operators
            .as_ref()
            .map(|_| "sso".to_owned()),
        Door::Portal => {
            let email = email.to_owned();
            let tenant = web.admin.store.read(FindProviderOf { email }).await?;
            tenant.map(|tenant| format!("sso/{tenant}"))
        }
    };
    Ok(word.map(|word| format!("{}&again=yes", at.leading(&word, next))))
}

/// Refuses a password where somebody must come by their company's provider.
///
/// # Errors
/// 403 `single_sign_on_required`.
pub(super) async fn must_take_password(web: &WebState, person: &Person) -> Result<()> {
    let person = person.clone();
    match web.admin.store.read(FindMustUse { person }).await? {
        None => Ok(()),
        Some(_) => Err(Error::plain(&SINGLE_SIGN_ON_REQUIRED)),
    }
}
