//! What the local register knows of an entity beyond its row: read as a [`Profile`], written
//! part by part.

mod read;
mod write;

pub use crate::register::profile::read::ProfileOf;
pub use crate::register::profile::write::{
    PutCapitals, PutCharges, PutDetails, PutRoles, RemoveCapitals, RemoveCharges, RemoveRoles,
};

use crate::names::search::fold_into;
use crate::profile::{Party, Role};

/// Between the items of a list that is stored as one text. Stored texts are tidied on the way
/// in, and hold no line break.
const LIST_SEPARATOR: &str = "\n";

/// What makes two rows of one entity the same role of the same party: a second row with the
/// same replaces the first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct RoleKey {
    pub(crate) kind: &'static str,
    pub(crate) party: String,
    pub(crate) share_type: String,
    pub(crate) appointed_on: String,
}

impl RoleKey {
    pub(crate) fn of(role: &Role) -> Self {
        let shares = role.shares.as_ref();
        Self {
            kind: role.kind.as_str(),
            party: party_key(&role.party),
            share_type: shares.map_or_else(String::new, |shares| shares.share_type.clone()),
            appointed_on: role.appointed_on.clone().unwrap_or_default(),
        }
    }
}

/// The register's own number of the party if there is one; else its number as a body, or its
/// folded name and month of birth.
pub(crate) fn party_key(party: &Party) -> String {
    if let Some(id) = &party.id {
        return format!("id:{id}");
    }
    let mut key = String::with_capacity(64);
    if let Some(body) = &party.corporation {
        key.push_str("body:");
        match &body.rc_number {
            Some(number) => key.push_str(number),
            None => fold_into(&mut key, &body.name),
        }
        return key;
    }
    key.push_str("name:");
    for name in [&party.surname, &party.first_name, &party.other_name] {
        fold_into(&mut key, name);
        key.push('/');
    }
    key.push_str(party.born.as_deref().unwrap_or_default());
    key
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Corporation;

    fn person(surname: &str, first: &str, born: Option<&str>) -> Party {
        Party {
            surname: surname.to_owned(),
            first_name: first.to_owned(),
            born: born.map(str::to_owned),
            ..Party::default()
        }
    }

    #[test]
    fn a_party_is_known_again_by_its_number_or_its_folded_name() {
        let key = |surname, first, born| party_key(&person(surname, first, born));
        assert_eq!(key("Adé-Ọ̀jọ́", " bola ", None), "name:ADE OJO/BOLA//");
        assert_eq!(key("ADE OJO", "Bola", None), "name:ADE OJO/BOLA//");
        assert_ne!(key("A", "B", Some("1970-01")), key("A", "B", None));
        // A part of a name never slips into the next one.
        assert_ne!(key("A B", "C", None), key("A", "B C", None));
        let numbered = Party {
            id: Some("77".to_owned()),
            ..person("A", "B", None)
        };
        assert_eq!(party_key(&numbered), "id:77");
        let body = |rc_number: Option<&str>| Party {
            corporation: Some(Corporation {
                name: "Okun Mills (Nig.) Ltd".to_owned(),
                rc_number: rc_number.map(str::to_owned),
            }),
            ..Party::default()
        };
        assert_eq!(party_key(&body(Some("7"))), "body:7");
        assert_eq!(party_key(&body(None)), "body:OKUN MILLS NIG LTD");
    }
}
