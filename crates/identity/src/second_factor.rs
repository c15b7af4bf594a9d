//! The second factor of members and operators: an authenticator app, [passkeys](crate::passkeys),
//! and recovery codes for when they are lost.
//!
//! The app's secret is sealed; it is told once, while it waits for its first code. A code of
//! the app is good once, as is a recovery code, of which only a digest is kept.

use data_encoding::BASE32_NOPAD;
use kofa_core::codes::FORBIDDEN;
use kofa_core::{Actor, ActorAt};
use kofa_domain::{Error, Ids, Result, Sensitive, Timestamp, codes};
use kofa_store::{Op, Tx, Value, Vault};

use super::codes::WRONG_CODE;
use super::passkeys::{ListPasskeys, Passkey};
use super::recovery::{Digests, RecoveryCodes, UseRecovery, forget_codes_if_last, note};
use super::sessions::Person;
use super::totp::{self, SECRET_BYTES};

const START: &str = "insert into second_factor \
     (person, secret, created_at, confirmed_at, last_step) values ($1, $2, $3, null, 0) \
     on conflict (person) do update set secret = excluded.secret, \
     created_at = excluded.created_at, last_step = 0 \
     where second_factor.confirmed_at is null";
const FIND: &str = "select secret, confirmed_at from second_factor where person = $1";
const CODES_LEFT: &str = "select count(*) as n from recovery_code \
     where person = $1 and used_at is null";
const CONFIRM: &str = "update second_factor set confirmed_at = $2, last_step = $3 \
     where person = $1 and confirmed_at is null";
const USE_STEP: &str = "update second_factor set last_step = $2 \
     where person = $1 and last_step < $2 and confirmed_at is not null";
const FORGET: &str = "delete from second_factor where person = $1";
const FORGET_PASSKEYS: &str = "delete from passkey where person = $1";

/// What the secret of a person is sealed with.
pub(crate) fn context(person: &str) -> String {
    format!("second_factor/{person}")
}

/// A person's authenticator app.
#[derive(Clone, Debug)]
pub struct Factor {
    /// Whether it is asked for; otherwise it waits for its first code.
    pub is_on: bool,
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
        person: person.clone(),
        sealed: row.get("secret")?,
    }))
}

/// What a person has beside their password.
#[derive(Clone, Debug)]
pub struct Factors {
    /// The app, if they have one or are about to.
    pub app: Option<Factor>,
    pub passkeys: Vec<Passkey>,
    /// Recovery codes that were not used.
    pub codes_left: i64,
}

impl Factors {
    /// Whether a second factor is asked for.
    pub fn is_on(&self) -> bool {
        self.has_app() || !self.passkeys.is_empty()
    }

    /// Whether codes of an app are taken.
    pub fn has_app(&self) -> bool {
        self.app.as_ref().is_some_and(|app| app.is_on)
    }
}

/// The second factors of a person.
#[derive(Debug)]
pub struct FindFactors {
    pub person: Person,
}

impl Op for FindFactors {
    type Out = Factors;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Factors> {
        let person = self.person.clone();
        let params = [self.person.as_str().into()];
        Ok(Factors {
            app: find(tx, &person).await?,
            codes_left: tx.one(CODES_LEFT, &params).await?.get("n")?,
            passkeys: tx.run(&ListPasskeys { person }).await?,
        })
    }
}

fn is_on_already() -> Error {
    let message = "The authenticator app is already on. Turn it off first.";
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
            let message = "There is no setup to confirm. Start again.";
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

    fn recovery(&self) -> UseRecovery<'_> {
        UseRecovery {
            person: &self.person,
            typed: self.typed.expose(),
            at: self.at,
            vault: &self.vault,
        }
    }
}

impl Op for UseFactor {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        let Some(factor) = find(tx, &self.person).await?.filter(|it| it.is_on) else {
            return self.recovery().run(tx).await;
        };
        let secret = factor.secret(&self.vault)?;
        let Some(step) = totp::step_of(secret.expose(), self.typed.expose(), self.at) else {
            return self.recovery().run(tx).await;
        };
        let params: [Value<'_>; 2] = [self.person.as_str().into(), step.into()];
        Ok(tx.exec(USE_STEP, &params).await? == 1)
    }
}

/// Turns the app of a second factor off: one's own. By the shell anybody's who lost it, with all
/// passkeys. Idempotent.
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
        let mut gone = tx.exec(FORGET, &person).await?;
        if by_shell {
            gone += tx.exec(FORGET_PASSKEYS, &person).await?;
        }
        if gone == 0 {
            return Ok(());
        }
        forget_codes_if_last(tx, &self.person).await?;
        note(tx, &self.by, "second_factor.off", &self.person).await
    }
}
