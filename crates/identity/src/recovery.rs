//! What a person with a second factor has for the day on which it is lost: ten codes, each good
//! once, of which only digests are kept.

use kofa_core::ActorAt;
use kofa_core::audit::{self, Change};
use kofa_domain::{Error, Ids, Result, Sensitive, Timestamp, codes};
use kofa_store::{Op, Tx, Type, Value, Vault};
use serde_json::json;

use super::sessions::{Person, actor_of};

/// Recovery codes of a person.
pub const RECOVERY_CODES: usize = 10;
/// Letters and digits of one: 50 bits.
const RECOVERY_CHARS: usize = 10;
/// Without those that look alike.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

const FACTORS: &str = "select (select count(*) from second_factor \
     where person = $1 and confirmed_at is not null) \
     + (select count(*) from passkey where person = $1) as n";
const USE: &str = "update recovery_code set used_at = $3 \
     where person = $1 and digest = $2 and used_at is null";
/// Changes nothing: whoever else renews, or turns it off, waits until this is done.
const HOLD: &str = "update second_factor set last_step = last_step \
     where person = $1 and confirmed_at is not null";
const HOLD_PASSKEYS: &str = "update passkey set sign_count = sign_count where person = $1";
const FORGET_CODES: &str = "delete from recovery_code where person = $1";

pub(crate) async fn has_factor(tx: &mut Tx<'_>, person: &Person) -> Result<bool> {
    let row = tx.one(FACTORS, &[person.as_str().into()]).await?;
    Ok(row.get::<i64>("n")? > 0)
}

/// Recovery codes recover nothing once there is no second factor.
pub(crate) async fn forget_codes_if_last(tx: &mut Tx<'_>, person: &Person) -> Result<()> {
    if !has_factor(tx, person).await? {
        tx.exec(FORGET_CODES, &[person.as_str().into()]).await?;
    }
    Ok(())
}

/// Whether a person has a second factor: an app or a passkey.
#[derive(Debug)]
pub struct HasFactor {
    pub person: Person,
}

impl Op for HasFactor {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        has_factor(tx, &self.person).await
    }
}

pub(crate) async fn note(
    tx: &mut Tx<'_>,
    by: &ActorAt,
    action: &'static str,
    person: &Person,
) -> Result<()> {
    let whose = actor_of(tx, person).await?;
    let change = Change {
        by,
        action,
        subject: person.as_str(),
        tenant: whose.tenant(),
        details: json!({}),
    };
    audit::append(tx, change).await
}

/// Recovery codes, to be shown once.
pub type RecoveryCodes = Vec<Sensitive<String>>;

/// What is kept of them.
#[derive(Debug)]
pub(crate) struct Digests(Vec<[u8; 32]>);

fn recovery_digest(vault: &Vault, person: &Person, letters: &str) -> [u8; 32] {
    vault.secret_digest(&format!("recovery:{}:{letters}", person.as_str()))
}

impl Digests {
    pub(crate) fn mint(vault: &Vault, ids: Ids, person: &Person) -> (Self, RecoveryCodes) {
        let mut digests = Vec::with_capacity(RECOVERY_CODES);
        let mut shown = Vec::with_capacity(RECOVERY_CODES);
        for _ in 0..RECOVERY_CODES {
            let random: [u8; RECOVERY_CHARS] = ids.secret();
            let letter = |byte: &u8| char::from(LETTERS[usize::from(byte % 32)]);
            let letters: String = random.iter().map(letter).collect();
            digests.push(recovery_digest(vault, person, &letters));
            let (first, second) = letters.split_at(RECOVERY_CHARS / 2);
            shown.push(Sensitive::new(format!("{first}-{second}")));
        }
        (Self(digests), shown)
    }

    pub(crate) async fn replace(&self, tx: &mut Tx<'_>, person: &Person) -> Result<()> {
        tx.exec(FORGET_CODES, &[person.as_str().into()]).await?;
        let row =
            |digest: &'_ [u8; 32]| [Value::from(person.as_str()), Value::from(digest.to_vec())];
        let rows: Vec<[Value<'_>; 2]> = self.0.iter().map(row).collect();
        let columns = [("person", Type::Text), ("digest", Type::Bytes)];
        tx.insert_rows("recovery_code", &columns, "", &rows).await?;
        Ok(())
    }
}

/// Uses a recovery code.
pub(crate) struct UseRecovery<'a> {
    pub(crate) person: &'a Person,
    /// As it was typed.
    pub(crate) typed: &'a str,
    pub(crate) at: Timestamp,
    pub(crate) vault: &'a Vault,
}

impl UseRecovery<'_> {
    /// Whether it was right.
    pub(crate) async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        let kept = |c: &char| !c.is_whitespace() && *c != '-';
        let letters: String = self.typed.chars().filter(kept).collect();
        if letters.len() != RECOVERY_CHARS {
            return Ok(false);
        }
        let letters = letters.to_ascii_lowercase();
        let digest = recovery_digest(self.vault, self.person, &letters);
        let params: [Value<'_>; 3] = [
            self.person.as_str().into(),
            (&digest).into(),
            self.at.into(),
        ];
        if tx.exec(USE, &params).await? == 0 {
            return Ok(false);
        }
        let by = ActorAt {
            actor: actor_of(tx, self.person).await?,
            at: self.at,
        };
        note(tx, &by, "second_factor.recovery", self.person).await?;
        Ok(true)
    }
}

/// Makes new recovery codes for the person who asks; the old ones are no longer good.
#[derive(Debug)]
pub struct RenewRecoveryCodes {
    by: ActorAt,
    person: Person,
    digests: Digests,
}

impl RenewRecoveryCodes {
    /// Also gives them, to be shown once.
    ///
    /// # Errors
    /// 403 `forbidden` for the shell.
    pub fn new(vault: &Vault, ids: Ids, by: ActorAt) -> Result<(Self, RecoveryCodes)> {
        let person = Person::of(&by.actor)?;
        let (digests, shown) = Digests::mint(vault, ids, &person);
        let op = Self {
            by,
            person,
            digests,
        };
        Ok((op, shown))
    }
}

impl Op for RenewRecoveryCodes {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let person = [self.person.as_str().into()];
        if tx.exec(HOLD, &person).await? + tx.exec(HOLD_PASSKEYS, &person).await? == 0 {
            let message = "Two-factor authentication is off, so there are no recovery codes.";
            return Err(Error::new(&codes::CONFLICT, message));
        }
        self.digests.replace(tx, &self.person).await?;
        note(tx, &self.by, "second_factor.codes", &self.person).await
    }
}
