//! Passkeys of members and operators: in place of password and code, or of the code alone. Each
//! makes sure that it is used by its person (user verification), so it is two factors in one.
//!
//! * `webauthn`: what authenticators say. `challenge`: what they are asked.

mod challenge;
mod webauthn;

use kofa_core::ActorAt;
use kofa_domain::{Error, Id, IdKind, Ids, Result, Timestamp, codes};
use kofa_store::{OnUnique as _, Op, Row, Tx, Value, Vault};

pub use crate::passkeys::challenge::{CHALLENGE_SECONDS, Purpose};
pub use crate::passkeys::webauthn::RelyingParty;

use crate::passkeys::challenge::Taken;
use crate::passkeys::webauthn::{Asserted, Created, wrong};
use crate::recovery::{Digests, RecoveryCodes, forget_codes_if_last, has_factor, note};
use crate::sessions::{Door, Person};

/// Most passkeys of a person.
pub const PASSKEYS_MAX: i64 = 20;
/// Longest name of one, in characters.
pub const NAME_CHARS_MAX: usize = 60;

const INSERT: &str = "insert into passkey (id, person, credential, public_key, name, sign_count, \
     is_synced, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)";
const COUNT: &str = "select count(*) as n from passkey where person = $1";
const LIST: &str = "select id, credential, name, is_synced, created_at, used_at from passkey \
     where person = $1 order by id limit $2";
const FIND: &str = "select p.id, p.person, p.public_key from passkey p \
     left join member m on m.id = p.person and m.disabled_at is null \
       and m.password_hash is not null \
     left join operator o on o.id = p.person and o.disabled_at is null \
     where p.credential = $1 and coalesce(m.id, o.id) is not null";
/// A counter that does not go up tells of a copy (section 6.1.1).
const USED: &str = "update passkey set sign_count = $2, used_at = $3 \
     where id = $1 and (sign_count < $2 or (sign_count = 0 and $2 = 0))";
const REMOVE: &str = "delete from passkey where id = $1 and person = $2";

/// What a [`PasskeyId`] names.
#[derive(Debug)]
pub enum PasskeyKind {}

impl IdKind for PasskeyKind {
    const PREFIX: &'static str = "pky_";
}

/// A passkey's id, `pky_…`; not the authenticator's.
pub type PasskeyId = Id<PasskeyKind>;

/// A passkey in the list of a person's own.
#[derive(Clone, Debug)]
pub struct Passkey {
    /// `pky_…`
    pub id: PasskeyId,
    /// The authenticator's id of it.
    pub credential: Vec<u8>,
    pub name: String,
    /// Whether a password manager keeps it, on several devices.
    pub is_synced: bool,
    pub created_at: Timestamp,
    /// When somebody last signed in with it.
    pub used_at: Option<Timestamp>,
}

impl Passkey {
    fn from_row(row: &Row) -> Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            credential: row.get("credential")?,
            name: row.get("name")?,
            is_synced: row.get("is_synced")?,
            created_at: row.get("created_at")?,
            used_at: row.get("used_at")?,
        })
    }
}

/// The passkeys of a person, the oldest first.
#[derive(Debug)]
pub struct ListPasskeys {
    pub person: Person,
}

impl Op for ListPasskeys {
    type Out = Vec<Passkey>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let params: [Value<'_>; 2] = [self.person.as_str().into(), PASSKEYS_MAX.into()];
        let rows = tx.rows(LIST, &params).await?;
        rows.iter().map(Passkey::from_row).collect()
    }
}

/// Keeps a new passkey of the person who asks.
#[derive(Debug)]
pub struct AddPasskey {
    id: PasskeyId,
    by: ActorAt,
    person: Person,
    name: String,
    created: Created,
    taken: Taken,
    digests: Digests,
}

impl AddPasskey {
    /// By what the browser `said`. Also gives recovery codes, to be shown if it is the person's
    /// first second factor.
    ///
    /// # Errors
    /// 422 `wrong_passkey`, or `invalid_field` on `name`; 403 `forbidden` for the shell.
    pub fn new(
        (vault, ids): (&Vault, Ids),
        party: &RelyingParty,
        by: ActorAt,
        (name, said): (&str, &str),
    ) -> Result<(Self, RecoveryCodes)> {
        let person = Person::of(&by.actor)?;
        let name = match name.trim() {
            "" => "Passkey".to_owned(),
            name => name.to_owned(),
        };
        if name.chars().count() > NAME_CHARS_MAX {
            let message = format!("The name must have at most {NAME_CHARS_MAX} characters.");
            return Err(Error::on("name", &codes::INVALID_FIELD, message));
        }
        let created = Created::read(party, said)?;
        let taken = Purpose::Add(&person).take(vault, &created.challenge, by.at)?;
        let (digests, shown) = Digests::mint(vault, ids, &person);
        let op = Self {
            id: ids.id(by.at),
            by,
            person,
            name,
            created,
            taken,
            digests,
        };
        Ok((op, shown))
    }
}

impl Op for AddPasskey {
    /// Whether the recovery codes hold.
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        self.taken.spend(tx).await?;
        let person = [self.person.as_str().into()];
        let count: i64 = tx.one(COUNT, &person).await?.get("n")?;
        if count >= PASSKEYS_MAX {
            let message = format!("You have {PASSKEYS_MAX} passkeys. Remove one first.");
            return Err(Error::new(&codes::CONFLICT, message));
        }
        let is_first = !has_factor(tx, &self.person).await?;
        let params: [Value<'_>; 8] = [
            (&self.id).into(),
            self.person.as_str().into(),
            (&self.created.credential).into(),
            (&self.created.public_key).into(),
            self.name.as_str().into(),
            i64::from(self.created.sign_count).into(),
            self.created.is_synced.into(),
            self.by.at.into(),
        ];
        let inserted = tx.exec_one(INSERT, &params).await;
        inserted.on_unique("passkey.credential", || {
            Error::new(&codes::CONFLICT, "This passkey is here already.")
        })?;
        if is_first {
            self.digests.replace(tx, &self.person).await?;
        }
        note(tx, &self.by, "passkey.add", &self.person).await?;
        Ok(is_first)
    }
}

/// Removes a passkey of the person who asks.
#[derive(Debug)]
pub struct RemovePasskey {
    pub by: ActorAt,
    pub id: PasskeyId,
}

impl Op for RemovePasskey {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let person = Person::of(&self.by.actor)?;
        let params: [Value<'_>; 2] = [(&self.id).into(), person.as_str().into()];
        if tx.exec(REMOVE, &params).await? == 0 {
            let message = "There is no such passkey.";
            return Err(Error::new(&codes::NOT_FOUND, message));
        }
        forget_codes_if_last(tx, &person).await?;
        note(tx, &self.by, "passkey.remove", &person).await
    }
}

/// Takes what a passkey signed, and tells whose it is.
#[derive(Debug)]
pub struct UsePasskey {
    party: RelyingParty,
    door: Door,
    asserted: Asserted,
    taken: Taken,
    now: Timestamp,
}

impl UsePasskey {
    /// By what the browser `said` at a door.
    ///
    /// # Errors
    /// 422 `wrong_passkey`.
    pub fn new(
        vault: &Vault,
        party: RelyingParty,
        (door, said): (Door, &str),
        now: Timestamp,
    ) -> Result<Self> {
        let asserted = Asserted::read(&party, said)?;
        let taken = Purpose::Prove(door).take(vault, &asserted.challenge, now)?;
        Ok(Self {
            party,
            door,
            asserted,
            taken,
            now,
        })
    }
}

impl Op for UsePasskey {
    type Out = Person;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Person> {
        let unknown = || wrong("Unknown passkey. It may have been removed.");
        let credential = [(&self.asserted.credential).into()];
        let row = tx.opt(FIND, &credential).await?.ok_or_else(unknown)?;
        let id: String = row.get("person")?;
        let person = Person::parse(&id).ok_or_else(unknown)?;
        let is_theirs = self.asserted.person.as_deref();
        let is_theirs = is_theirs.is_none_or(|handle| handle == id.as_bytes());
        if person.door() != self.door || !is_theirs {
            return Err(unknown());
        }
        let public_key: Vec<u8> = row.get("public_key")?;
        let sign_count = self.asserted.verify(&self.party, &public_key)?;
        self.taken.spend(tx).await?;
        let passkey: PasskeyId = row.get("id")?;
        let params: [Value<'_>; 3] = [
            (&passkey).into(),
            i64::from(sign_count).into(),
            self.now.into(),
        ];
        if tx.exec(USED, &params).await? == 0 {
            let message = "This passkey may have been copied. Remove it and create a new one.";
            return Err(wrong(message));
        }
        Ok(person)
    }
}
