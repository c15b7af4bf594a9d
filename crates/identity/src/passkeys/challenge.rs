//! What an authenticator is asked to sign. Nothing is stored when a page is shown: a challenge
//! carries its end and is keyed; once it was answered rightly it is kept until then.

use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use kofa_domain::{Ids, Result, Timestamp};
use kofa_store::{Tx, Value, Vault};
use subtle::ConstantTimeEq as _;

use super::webauthn::wrong;
use crate::sessions::{Door, Person};

/// How long a page with a challenge may stay open, in seconds.
pub const CHALLENGE_SECONDS: i64 = 15 * 60;
const NONCE_BYTES: usize = 16;
const BODY_BYTES: usize = NONCE_BYTES + 8;
/// Of the digest, to which it is cut.
const KEYED_BYTES: usize = 16;

const FORGET: &str = "delete from passkey_challenge where expires_at <= $1";
const USE: &str = "insert into passkey_challenge (challenge, expires_at) values ($1, $2) \
     on conflict (challenge) do nothing";

/// What the answer is for.
#[derive(Clone, Copy, Debug)]
pub enum Purpose<'a> {
    /// A new passkey of somebody who is signed in.
    Add(&'a Person),
    /// Proving who one is.
    Prove(Door),
}

impl Purpose<'_> {
    fn keyed(self, vault: &Vault, body: &[u8]) -> [u8; 32] {
        let body = HEXLOWER.encode(body);
        vault.secret_digest(&match self {
            Self::Add(person) => format!("passkey:add:{}:{body}", person.as_str()),
            Self::Prove(door) => format!("passkey:prove:{}:{body}", door.as_str()),
        })
    }

    /// A new challenge, in base64url.
    pub fn challenge(self, vault: &Vault, ids: Ids, now: Timestamp) -> String {
        let nonce: [u8; NONCE_BYTES] = ids.secret();
        let expires_at = now.plus_seconds(CHALLENGE_SECONDS);
        let mut all = nonce.to_vec();
        all.extend(expires_at.micros().to_be_bytes());
        let keyed = self.keyed(vault, &all);
        all.extend(&keyed[..KEYED_BYTES]);
        BASE64URL_NOPAD.encode(&all)
    }

    /// Takes a challenge that came back.
    ///
    /// # Errors
    /// 422 `wrong_passkey` if it is none of ours, for something else, or too old.
    pub(super) fn take(self, vault: &Vault, came: &[u8], now: Timestamp) -> Result<Taken> {
        let foreign = || wrong("The passkey response does not match this page. Reload the page.");
        let (body, keyed) = came.split_at_checked(BODY_BYTES).ok_or_else(foreign)?;
        if !bool::from(self.keyed(vault, body)[..KEYED_BYTES].ct_eq(keyed)) {
            return Err(foreign());
        }
        let (_, end) = body.split_last_chunk::<8>().ok_or_else(foreign)?;
        let expires_at = Timestamp::from_micros(i64::from_be_bytes(*end));
        if expires_at <= now {
            return Err(wrong("The page was open for too long. Try again."));
        }
        Ok(Taken {
            challenge: came.to_vec(),
            expires_at,
            now,
        })
    }
}

/// A challenge of ours that was not too old.
#[derive(Debug)]
pub(super) struct Taken {
    challenge: Vec<u8>,
    expires_at: Timestamp,
    now: Timestamp,
}

impl Taken {
    /// Notes that it was answered.
    ///
    /// # Errors
    /// 422 `wrong_passkey` if it was before.
    pub(super) async fn spend(&self, tx: &mut Tx<'_>) -> Result<()> {
        tx.exec(FORGET, &[self.now.into()]).await?;
        let params: [Value<'_>; 2] = [(&self.challenge).into(), self.expires_at.into()];
        match tx.exec(USE, &params).await? {
            0 => Err(wrong("This passkey response was already used.")),
            _ => Ok(()),
        }
    }
}
