//! What pages ask of passkeys. The browser's answer comes as a field of a form, which our script
//! fills in; without script these forms are not shown.

use data_encoding::BASE64URL_NOPAD;
use kofa_domain::{Error, Result, codes};
use kofa_identity::passkeys::{Passkey, Purpose, UsePasskey};
use kofa_identity::sessions::{Door, Person};

use crate::kit::WebState;

/// The field with the browser's answer.
pub(super) const FIELD: &str = "passkey";

/// What is said of an answer that is not theirs.
pub(super) const WRONG: &str = "The passkey was not accepted, or this page was open for too \
                                long. Try again.";

/// What our script asks the browser.
#[derive(Debug)]
pub(super) struct Asks {
    /// The host name that passkeys are for.
    pub(super) party: String,
    pub(super) challenge: String,
    /// Authenticators' ids of those that will do, or are there already; any if there is none.
    pub(super) credentials: String,
}

impl Asks {
    fn new(web: &WebState, purpose: Purpose<'_>, passkeys: &[Passkey]) -> Option<Self> {
        let (admin, party) = (&web.admin, web.passkeys.as_ref()?);
        let ids = passkeys
            .iter()
            .map(|one| BASE64URL_NOPAD.encode(&one.credential));
        let ids: Vec<String> = ids.collect();
        Some(Self {
            party: party.id().to_owned(),
            challenge: purpose.challenge(&admin.vault, admin.ids, web.now()),
            credentials: ids.join(" "),
        })
    }

    /// For whoever comes to a door.
    pub(super) fn anybody(web: &WebState, door: Door) -> Option<Self> {
        Self::new(web, Purpose::Prove(door), &[])
    }

    /// For somebody who has these; `None` for who has none.
    pub(super) fn one_of(web: &WebState, door: Door, passkeys: &[Passkey]) -> Option<Self> {
        match passkeys {
            [] => None,
            _ => Self::new(web, Purpose::Prove(door), passkeys),
        }
    }

    /// For another passkey of somebody who has these.
    pub(super) fn another(web: &WebState, person: &Person, passkeys: &[Passkey]) -> Option<Self> {
        Self::new(web, Purpose::Add(person), passkeys)
    }
}

/// Whose passkey the answer is of.
///
/// # Errors
/// 422 `wrong_passkey` if it is nobody's.
pub(super) async fn whose(web: &WebState, door: Door, said: &str) -> Result<Person> {
    let party = web.passkeys.clone().ok_or_else(has_no_name)?;
    let using = UsePasskey::new(&web.admin.vault, party, (door, said), web.now())?;
    web.admin.store.write(using).await
}

pub(super) fn has_no_name() -> Error {
    let message = "Passkeys need a host name. The operator of this server can set `base_url`.";
    Error::new(&codes::CONFLICT, message)
}
