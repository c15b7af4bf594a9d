//! The second factor of members and operators: an authenticator app, and recovery codes for
//! when it is lost.
//!
//! The app's secret is sealed; it is told once, while it waits for its first code. A code of
//! the app is good once, as is a recovery code, of which only a digest is kept.

use data_encoding::BASE32_NOPAD;
use kofa_core::audit::{self, Change};
use kofa_core::codes::FORBIDDEN;
use kofa_core::{Actor, ActorAt};
use kofa_domain::{Error, Ids, Result, Sensitive, Timestamp, codes};
use kofa_store::{Op, Tx, Type, Value, Vault};
use serde_json::json;

use super::codes::WRONG_CODE;
use super::sessions::{Person, actor_of};
use super::totp::{self, SECRET_BYTES};

/// Recovery codes of a person.
pub const RECOVERY_CODES: usize = 10;
/// Letters and digits of one: 50 bits.
const RECOVERY_CHARS: usize = 10;
/// Without those that look alike.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

const START: &str = "insert into second_factor \
     (person, secret, created_at, confirmed_at, last_step) values ($1, $2, $3, null, 0) \
     on conflict (person) do update set secret = excluded.secret, \
     created_at = excluded.created_at, last_step = 0 \
     where second_factor.confirmed_at is null";
const FIND: &str = "select secret, confirmed_at, \
     (select count(*) from recovery_code c where c.person = f.person and c.used_at is null) \
     as codes_left from second_factor f where f.person = $1";
const CONFIRM: &str = "update second_factor set confirmed_at = $2, last_step = $3 \
     where person = $1 and confirmed_at is null";
const USE_STEP: &str = "update second_factor set last_step = $2 \
     where person = $1 and last_step < $2 and confirmed_at is not null";
const USE_RECOVERY: &str = "update recovery_code set used_at = $3 \
     where person = $1 and digest = $2 and used_at is null";
/// Changes nothing: whoever else renews, or turns it off, waits until this is done.
const HOLD: &str = "update second_factor set last_step = last_step \
     where person = $1 and confirmed_at is not null";
const FORGET_CODES: &str = "delete from recovery_code where person = $1";
const FORGET: &str = "delete from second_factor where person = $1";

/// What the secret of a person is sealed with.
pub(crate) fn context(person: &str) -> String {
    format!("second_factor/{person}")
}

/// A person's second factor.
#[derive(Clone, Debug)]
pub struct Factor {
    /// Whether it is asked for; otherwise it waits for its first code.
    pub is_on: bool,
    /// Recovery codes that were not used.
    pub codes_left: i64,
    person: Person,
    sealed: Vec<u8>,
}

impl Factor {
    fn secret(&self, vault: &Vault) -> Result<Sensitive<Vec<u8>>> {
        Ok(vault.open(&context(self.person.as_str()), &self.sealed)?)
    }

    /// The secret for the app, in base32, while it waits for its first code; never after.
    ///
    /// # Errors
    /// `internal_error` if it does not open.
    pub fn secret_text(&self, vault: &Vault) -> Result<Option<Sensitive<String>>> {
        if self.is_on {
            return Ok(None);
        }
        let secret = self.secret(vault)?;
        Ok(Some(Sensitive::new(BASE32_NOPAD.encode(secret.expose()))))
    }
}

async fn find(tx: &mut Tx<'_>, person: &Person) -> Result<Option<Factor>> {
    let Some(row) = tx.opt(FIND, &[person.as_str().into()]).await? else {
        return Ok(None);
    };
    Ok(Some(Factor {
        is_on: row.get::<Option<Timestamp>>("confirmed_at")?.is_some(),
        codes_left: row.get("codes_left")?,
        person: person.clone(),
        sealed: row.get("secret")?,
    }))
}

/// The second factor of a person, if they have one or are about to.
#[derive(Debug)]
pub struct FindFactor {
    pub person: Person,
}

impl Op for FindFactor {
    type Out = Option<Factor>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        find(tx, &self.person).await
    }
}

async fn note(tx: &mut Tx<'_>, by: &ActorAt, action: &'static str, person: &Person) -> Result<()> {
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

fn is_on_already() -> Error {
    let message = "The second factor is on already. Turn it off first.";
    Error::new(&codes::CONFLICT, message)
}

/// Makes a new secret for the app of the person who asks; it waits for its first code.
#[derive(Debug)]
pub struct StartFactor {
    by: ActorAt,
    person: Person,
    sealed: Vec<u8>,
}

impl StartFactor {
    /// With a secret of chance.
    ///
    /// # Errors
    /// 403 `forbidden` for the shell.
    pub fn new(vault: &Vault, ids: Ids, by: ActorAt) -> Result<Self> {
        let person = Person::of(&by.actor)?;
        let secret: [u8; SECRET_BYTES] = ids.secret();
        let sealed = vault.seal(&context(person.as_str()), &secret, ids)?;
        Ok(Self { by, person, sealed })
    }
}

impl Op for StartFactor {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let params: [Value<'_>; 3] = [
            self.person.as_str().into(),
            (&self.sealed).into(),
            self.by.at.into(),
        ];
        if tx.exec(START, &params).await? == 0 {
            return Err(is_on_already());
        }
        note(tx, &self.by, "second_factor.start", &self.person).await
    }
}

/// Recovery codes, to be shown once.
pub type RecoveryCodes = Vec<Sensitive<String>>;

/// What is kept of them.
#[derive(Debug)]
struct Digests(Vec<[u8; 32]>);

fn recovery_digest(vault: &Vault, person: &Person, letters: &str) -> [u8; 32] {
    vault.secret_digest(&format!("recovery:{}:{letters}", person.as_str()))
}

impl Digests {
    fn mint(vault: &Vault, ids: Ids, person: &Person) -> (Self, RecoveryCodes) {
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

    async fn replace(&self, tx: &mut Tx<'_>, person: &Person) -> Result<()> {
        tx.exec(FORGET_CODES, &[person.as_str().into()]).await?;
        let row =
            |digest: &'_ [u8; 32]| [Value::from(person.as_str()), Value::from(digest.to_vec())];
        let rows: Vec<[Value<'_>; 2]> = self.0.iter().map(row).collect();
        let columns = [("person", Type::Text), ("digest", Type::Bytes)];
        tx.insert_rows("recovery_code", &columns, "", &rows).await?;
        Ok(())
    }
}

/// Turns the second factor of the person who asks on, by the first code of their app.
#[derive(Debug)]
pub struct ConfirmFactor {
    by: ActorAt,
    person: Person,
    typed: Sensitive<String>,
    vault: Vault,
    digests: Digests,
}

impl ConfirmFactor {
    /// Also gives the recovery codes, to be shown once it is on.
    ///
    /// # Errors
    /// 403 `forbidden` for the shell.
    pub fn new(
        vault: &Vault,
        ids: Ids,
        by: ActorAt,
        typed: Sensitive<String>,
    ) -> Result<(Self, RecoveryCodes)> {
        let person = Person::of(&by.actor)?;
        let (digests, shown) = Digests::mint(vault, ids, &person);
        let op = Self {
            by,
            person,
            typed,
            vault: vault.clone(),
            digests,
        };
        Ok((op, shown))
    }
}

impl Op for ConfirmFactor {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let Some(factor) = find(tx, &self.person).await? else {
            let message = "There is no new app to confirm. Begin again.";
            return Err(Error::new(&codes::CONFLICT, message));
        };
        if factor.is_on {
            return Err(is_on_already());
        }
        let secret = factor.secret(&self.vault)?;
        let step = totp::step_of(secret.expose(), self.typed.expose(), self.by.at);
        let step = step.ok_or_else(|| {
            let message = "This is not the app's present code. Is the clock of the device right?";
            Error::on("code", &WRONG_CODE, message)
        })?;
        let params: [Value<'_>; 3] = [self.person.as_str().into(), self.by.at.into(), step.into()];
        if tx.exec(CONFIRM, &params).await? == 0 {
            return Err(is_on_already());
        }
        self.digests.replace(tx, &self.person).await?;
        note(tx, &self.by, "second_factor.on", &self.person).await
    }
}

/// Takes a code of the app, or a recovery code, from somebody who signs in or confirms who
/// they are. Answers whether it was right; each is right once.
#[derive(Debug)]
pub struct UseFactor {
    person: Person,
    typed: Sensitive<String>,
    at: Timestamp,
    vault: Vault,
}

impl UseFactor {
    /// Of `person`, as it was typed.
    pub fn new(vault: &Vault, person: Person, typed: Sensitive<String>, at: Timestamp) -> Self {
        Self {
            person,
            typed,
            at,
            vault: vault.clone(),
        }
    }

    async fn use_recovery(&self, tx: &mut Tx<'_>) -> Result<bool> {
        let kept = |c: &char| !c.is_whitespace() && *c != '-';
        let letters: String = self.typed.expose().chars().filter(kept).collect();
        if letters.len() != RECOVERY_CHARS {
            return Ok(false);
        }
        let letters = letters.to_ascii_lowercase();
        let digest = recovery_digest(&self.vault, &self.person, &letters);
        let params: [Value<'_>; 3] = [
            self.person.as_str().into(),
            (&digest).into(),
            self.at.into(),
        ];
        if tx.exec(USE_RECOVERY, &params).await? == 0 {
            return Ok(false);
        }
        let by = ActorAt {
            actor: actor_of(tx, &self.person).await?,
            at: self.at,
        };
        note(tx, &by, "second_factor.recovery", &self.person).await?;
        Ok(true)
    }
}

impl Op for UseFactor {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        let Some(factor) = find(tx, &self.person).await?.filter(|it| it.is_on) else {
            return Ok(false);
        };
        let secret = factor.secret(&self.vault)?;
        let Some(step) = totp::step_of(secret.expose(), self.typed.expose(), self.at) else {
            return self.use_recovery(tx).await;
        };
        let params: [Value<'_>; 2] = [self.person.as_str().into(), step.into()];
        Ok(tx.exec(USE_STEP, &params).await? == 1)
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
        if tx.exec(HOLD, &[self.person.as_str().into()]).await? == 0 {
            let message = "The second factor is off: there is nothing to recover.";
            return Err(Error::new(&codes::CONFLICT, message));
        }
        self.digests.replace(tx, &self.person).await?;
        note(tx, &self.by, "second_factor.codes", &self.person).await
    }
}

/// Turns a second factor off: one's own, or by the shell anybody's whose app and codes are
/// lost. Idempotent.
#[derive(Debug)]
pub struct TurnOffFactor {
    pub by: ActorAt,
    pub person: Person,
}

impl Op for TurnOffFactor {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let by_shell = matches!(self.by.actor, Actor::Cli);
        if !by_shell && Person::of(&self.by.actor)? != self.person {
            let message = "A second factor is turned off by whose it is.";
            return Err(Error::new(&FORBIDDEN, message));
        }
        let person = [self.person.as_str().into()];
        if tx.exec(FORGET, &person).await? == 0 {
            return Ok(());
        }
        tx.exec(FORGET_CODES, &person).await?;
        note(tx, &self.by, "second_factor.off", &self.person).await
    }
}
