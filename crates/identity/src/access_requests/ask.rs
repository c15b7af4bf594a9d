//! A stranger asks for access.

use kofa_domain::{Ids, Result, Sensitive, Timestamp};
use kofa_mail::{MailKind, Mailer, NewMail};
use kofa_store::{Op, Tx, Value, Vault};

use super::{
    KEPT_SECONDS, LINK_SECONDS, RequestId, RequestState, TypedRequest, WAITING_MAX, context,
    email_digest,
};
use crate::letters;
use crate::secret::{SIGN_UP, Token};

/// How soon after a link another one is mailed to an address, in seconds.
const MAIL_AGAIN_SECONDS: i64 = 15 * 60;

const TOUCH: &str = "update access_request set asked_at = $2 \
     where email_digest = $1 and state = 'requested' and expires_at > $2";
const COUNT: &str = "select count(*) as n from (select 1 as one from access_request \
     where state = 'requested' and expires_at > $1 limit $2) as waiting";
const MAILED: &str = "select id from access_request \
     where email_digest = $1 and state = 'unconfirmed' and asked_at > $2 limit 1";
const REPLACE: &str = "delete from access_request \
     where email_digest = $1 and state = 'unconfirmed'";
const INSERT: &str = "insert into access_request \
     (id, state, sealed, email_digest, digest, reason, asked_at, expires_at) \
     values ($1, $2, $3, $4, $5, '', $6, $7)";

/// What became of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// It is stored, or one of the same address was already.
    Taken,
    /// Too many wait already: it is not stored.
    Full,
}

/// Asks for access. One request of an address waits at a time: what was asked first stays. Where
/// sign-up is open a link is mailed instead, whose newest wins: only the owner of the address can
/// use it. Whether the address has an account is not looked at.
#[derive(Debug)]
pub struct AskAccess {
    id: RequestId,
    vault: Vault,
    ids: Ids,
    typed: TypedRequest,
    digest: [u8; 32],
    letter: Option<(Mailer, Sensitive<String>)>,
    at: Timestamp,
}

impl AskAccess {
    /// With a `mailer` where sign-up is open; `path` leads to the link's page, whose last part is
    /// its token.
    pub fn new(
        (vault, ids): (&Vault, Ids),
        typed: TypedRequest,
        (mailer, path): (Option<&Mailer>, &str),
        at: Timestamp,
    ) -> Self {
        let token = Token::mint(SIGN_UP, vault, ids);
        let link = |mailer: &Mailer| mailer.link(&format!("{path}/{}", token.text.expose()));
        Self {
            id: ids.id(at),
            letter: mailer.map(|mailer| (mailer.clone(), link(mailer))),
            vault: vault.clone(),
            ids,
            typed,
            digest: token.digest,
            at,
        }
    }

    async fn insert(&self, tx: &mut Tx<'_>, state: RequestState, seconds: i64) -> Result<()> {
        let plain = self.typed.written();
        let sealed = self
            .vault
            .seal(&context(&self.id), plain.expose(), self.ids)?;
        let email = email_digest(&self.vault, &self.typed.email);
        let params: [Value<'_>; 7] = [
            (&self.id).into(),
            state.as_str().into(),
            (&sealed).into(),
            (&email).into(),
            (&self.digest).into(),
            self.at.into(),
            self.at.plus_seconds(seconds).into(),
        ];
        Ok(tx.exec_one(INSERT, &params).await?)
    }

    async fn mail(
        &self,
        tx: &mut Tx<'_>,
        (mailer, link): &(Mailer, Sensitive<String>),
    ) -> Result<()> {
        let email = email_digest(&self.vault, &self.typed.email);
        let since = self.at.plus_seconds(-MAIL_AGAIN_SECONDS);
        let recent = [(&email).into(), since.into()];
        if tx.opt(MAILED, &recent).await?.is_some() {
            return Ok(());
        }
        tx.exec(REPLACE, &[(&email).into()]).await?;
        self.insert(tx, RequestState::Unconfirmed, LINK_SECONDS)
            .await?;
        let letter = letters::sign_up(link.clone());
        let mail = NewMail {
            kind: MailKind::Access,
            person: self.id.as_str(),
            to: &self.typed.email,
            tenant: None,
            letter: &letter,
            at: self.at,
            expires_at: self.at.plus_seconds(LINK_SECONDS),
            once: None,
        };
        mailer.queue(tx, &mail).await
    }
}

impl Op for AskAccess {
    type Out = Asked;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Asked> {
        if let Some(letter) = &self.letter {
            self.mail(tx, letter).await?;
            return Ok(Asked::Taken);
        }
        let email = email_digest(&self.vault, &self.typed.email);
        let own: [Value<'_>; 2] = [(&email).into(), self.at.into()];
        if tx.exec(TOUCH, &own).await? > 0 {
            return Ok(Asked::Taken);
        }
        let waiting = tx.one(COUNT, &[self.at.into(), WAITING_MAX.into()]).await?;
        if waiting.get::<i64>("n")? >= WAITING_MAX {
            return Ok(Asked::Full);
        }
        self.insert(tx, RequestState::Requested, KEPT_SECONDS)
            .await?;
        Ok(Asked::Taken)
    }
}
