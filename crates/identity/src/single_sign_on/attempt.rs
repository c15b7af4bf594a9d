//! Somebody on their way to a provider and back: once, soon, and in the same browser.

use data_encoding::HEXLOWER;
use kofa_domain::{Ids, Result, Sensitive, TenantId, Timestamp};
use kofa_store::{Op, PIECE_ROWS, Tx, Value, Vault};

use crate::secret::{self, SIGN_IN_BROWSER, SIGN_IN_STATE, Token};

/// How long somebody may be on their way, in seconds.
pub const ATTEMPT_SECONDS: i64 = 10 * 60;

const INSERT: &str = "insert into sign_in_attempt \
     (digest, browser, tenant_id, next, again, expires_at) values ($1, $2, $3, $4, $5, $6)";
const TAKE: &str = "delete from sign_in_attempt where digest = $1 and browser = $2 \
     returning tenant_id, next, again, expires_at";
const FORGET: &str = "delete from sign_in_attempt where digest in \
     (select digest from sign_in_attempt where expires_at < $1 order by expires_at limit $2)";

/// What a sign-in is known by on its way. Nonce and verifier follow from the two tokens, of which
/// only digests are kept.
#[derive(Debug)]
pub struct Started {
    /// What the provider gives back.
    pub state: String,
    /// For the cookie of the browser.
    pub browser: Sensitive<String>,
    pub nonce: String,
    /// Of PKCE.
    pub verifier: Sensitive<String>,
}

impl Started {
    fn of(vault: &Vault, state: String, browser: String) -> Self {
        let derived = |what: &str| {
            let digest = vault.secret_digest(&format!("{what}:{state}:{browser}"));
            HEXLOWER.encode(&digest)
        };
        Self {
            nonce: derived("sign-in-nonce"),
            verifier: Sensitive::new(derived("sign-in-verifier")),
            state,
            browser: Sensitive::new(browser),
        }
    }
}

/// Sends somebody on their way to a tenant's provider, or to the operators' own.
#[derive(Debug)]
pub struct StartAttempt {
    digest: [u8; 32],
    browser: [u8; 32],
    tenant: Option<TenantId>,
    next: String,
    again: bool,
    at: Timestamp,
}

impl StartAttempt {
    /// `next` is where they are led afterwards; `again` if they must prove anew who they are.
    pub fn new(
        vault: &Vault,
        ids: Ids,
        tenant: Option<TenantId>,
        (next, again): (String, bool),
        at: Timestamp,
    ) -> (Self, Started) {
        let state = Token::mint(SIGN_IN_STATE, vault, ids);
        let browser = Token::mint(SIGN_IN_BROWSER, vault, ids);
        let op = Self {
            digest: state.digest,
            browser: browser.digest,
            tenant,
            next,
            again,
            at,
        };
        let (state, browser) = (state.text.expose().clone(), browser.text.expose().clone());
        (op, Started::of(vault, state, browser))
    }
}

impl Op for StartAttempt {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let params: [Value<'_>; 6] = [
            (&self.digest).into(),
            (&self.browser).into(),
            self.tenant.as_ref().map(TenantId::as_str).into(),
            self.next.as_str().into(),
            self.again.into(),
            self.at.plus_seconds(ATTEMPT_SECONDS).into(),
        ];
        Ok(tx.exec_one(INSERT, &params).await?)
    }
}

/// Somebody who came back.
#[derive(Debug)]
pub struct Attempt {
    pub started: Started,
    /// Whose provider they were sent to; `None` for the operators' own.
    pub tenant: Option<TenantId>,
    pub next: String,
    pub again: bool,
}

/// Takes up an attempt, which ends it; `None` if it is unknown, was taken up before, is too old,
/// or was started in another browser.
#[derive(Debug)]
pub struct TakeAttempt {
    digests: Option<([u8; 32], [u8; 32])>,
    vault: Vault,
    state: String,
    browser: String,
    now: Timestamp,
}

impl TakeAttempt {
    /// By what the provider gave back, and by the cookie.
    pub fn new(vault: &Vault, state: &str, browser: &str, now: Timestamp) -> Self {
        let digest = secret::presented(SIGN_IN_STATE, state, vault);
        Self {
            digests: digest.zip(secret::presented(SIGN_IN_BROWSER, browser, vault)),
            vault: vault.clone(),
            state: state.to_owned(),
            browser: browser.to_owned(),
            now,
        }
    }
}

impl Op for TakeAttempt {
    type Out = Option<Attempt>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let Some((digest, browser)) = &self.digests else {
            return Ok(None);
        };
        let Some(row) = tx.opt(TAKE, &[digest.into(), browser.into()]).await? else {
            return Ok(None);
        };
        if row.get::<Timestamp>("expires_at")? <= self.now {
            return Ok(None);
        }
        let (state, browser) = (self.state.clone(), self.browser.clone());
        Ok(Some(Attempt {
            started: Started::of(&self.vault, state, browser),
            tenant: row.get("tenant_id")?,
            next: row.get("next")?,
            again: row.get("again")?,
        }))
    }
}

/// Forgets some of those who never came back; tells how many. Repeat until it is none.
#[derive(Clone, Copy, Debug)]
pub struct PurgeAttempts {
    pub now: Timestamp,
}

impl Op for PurgeAttempts {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let params = [self.now.into(), PIECE_ROWS.into()];
        Ok(tx.exec(FORGET, &params).await?)
    }
}
