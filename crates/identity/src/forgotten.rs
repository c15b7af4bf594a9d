//! Whoever forgot their password and asks for a link to set another one.

use kofa_core::audit::{self, Change};
use kofa_core::{Actor, ActorAt};
use kofa_domain::{Ids, Kind, Result, Sensitive, Timestamp};
use kofa_mail::Mailer;
use kofa_store::{Op, Tx, Value, Vault};
use serde_json::json;

use super::resets::{Account, FindAccount, Opening};
use super::secret::{RESET, Token};
use super::sessions::Door;
use super::single_sign_on::FindMustUse;

/// How soon after a link another one is mailed to who asks, in seconds.
const ASK_AGAIN_SECONDS: i64 = 5 * 60;

const NEWER: &str = "select created_at from password_reset where person = $1 and created_at > $2";

/// Mails a reset link to whoever forgot their password and asks for one. Does nothing for an
/// address that nobody signs in with, for who must use a sign-in provider, and for who was sent
/// one within five minutes; which of them it was, nobody learns.
#[derive(Debug)]
pub struct AskReset {
    find: FindAccount,
    digest: [u8; 32],
    letter: (Mailer, Sensitive<String>),
    at: Timestamp,
}

impl AskReset {
    /// With the address as `read_email` gives it; `path` leads to the link's page, whose last part
    /// is its token.
    pub fn new(
        (vault, ids): (&Vault, Ids),
        (mailer, path): (&Mailer, &str),
        (door, email): (Door, String),
        at: Timestamp,
    ) -> Self {
        let token = Token::mint(RESET, vault, ids);
        let link = mailer.link(&format!("{path}/{}", token.text.expose()));
        Self {
            letter: (mailer.clone(), link),
            find: FindAccount { door, email },
            digest: token.digest,
            at,
        }
    }
}

/// What is there; `None` in the place of a refusal.
fn if_any<T>(found: Result<T>) -> Result<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) if matches!(error.kind(), Kind::NotFound | Kind::Conflict) => Ok(None),
        Err(error) => Err(error),
    }
}

impl Op for AskReset {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let Some(account) = if_any(self.find.run(tx).await)? else {
            return Ok(());
        };
        let Some(email) = if_any(account.email(tx).await)? else {
            return Ok(());
        };
        let person = account.person();
        let must_use = FindMustUse {
            person: person.clone(),
        };
        let since = self.at.plus_seconds(-ASK_AGAIN_SECONDS);
        let params: [Value<'_>; 2] = [person.as_str().into(), since.into()];
        if must_use.run(tx).await?.is_some() || tx.opt(NEWER, &params).await?.is_some() {
            return Ok(());
        }
        let opening = Opening {
            account: &account,
            email: &email,
            digest: &self.digest,
            letter: Some(&self.letter),
            is_asked: true,
            at: self.at,
        };
        opening.store(tx).await?;
        let by = ActorAt {
            actor: Actor::Stranger,
            at: self.at,
        };
        let change = Change {
            by: &by,
            action: match account {
                Account::Member(..) => "member.ask_reset",
                Account::Operator(_) => "operator.ask_reset",
            },
            subject: person.as_str(),
            tenant: account.tenant(),
            details: json!({}),
        };
        audit::append(tx, change).await
    }
}
