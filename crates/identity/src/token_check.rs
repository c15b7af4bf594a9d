//! Who calls the admin API, by the token that they present.

use std::net::IpAddr;

use kofa_core::codes::IP_NOT_ALLOWED;
use kofa_core::{Actor, Via};
use kofa_domain::{Error, Result, Timestamp, TokenId};
use kofa_store::{Op, Tx, Value, Vault};

use super::secret::{self, ADMIN};
use super::tokens::{AdminToken, TokenUse};

/// How exactly the last use of a token is known, in seconds.
const USED_SECONDS: i64 = 60;

const CHECK: &str = "select t.*, o.role as operator_role from admin_token t \
     join operator o on o.id = t.operator_id \
     where t.digest = $1 and t.revoked_at is null and o.disabled_at is null \
     and (t.expires_at is null or t.expires_at > $2)";
const USED: &str = "update admin_token set used_at = $2, used_ip = $3 \
     where id = $1 and (used_at is null or used_at < $2)";

/// Who presents a token that works.
#[derive(Debug)]
pub struct Presented {
    pub actor: Actor,
    /// To be written, where its last use is not known well enough.
    pub touch: Option<TouchToken>,
}

/// Who presents an admin token; `None` if it is unknown, revoked or expired, or its operator
/// disabled. 403 `ip_not_allowed` from outside its networks.
#[derive(Debug)]
pub struct CheckAdminToken {
    digest: Option<[u8; 32]>,
    ip: IpAddr,
    now: Timestamp,
}

impl CheckAdminToken {
    /// By the token's text, presented from `ip`.
    pub fn new(vault: &Vault, token: &str, ip: IpAddr, now: Timestamp) -> Self {
        let digest = secret::presented(ADMIN, token, vault);
        Self { digest, ip, now }
    }
}

impl Op for CheckAdminToken {
    type Out = Option<Presented>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let Some(digest) = &self.digest else {
            return Ok(None);
        };
        let Some(row) = tx.opt(CHECK, &[digest.into(), self.now.into()]).await? else {
            return Ok(None);
        };
        let token = AdminToken::from_row(&row)?;
        let nets = &token.plan.allowed_cidrs;
        if !nets.is_empty() && !nets.iter().any(|net| net.contains(&self.ip)) {
            return Err(Error::plain(&IP_NOT_ALLOWED));
        }
        let ip = self.ip.to_string();
        let is_known =
            |last: &TokenUse| self.now < last.at.plus_seconds(USED_SECONDS) && last.ip == ip;
        let is_due = !token.last_used.as_ref().is_some_and(is_known);
        let actor = Actor::Operator {
            id: token.operator_id,
            role: token.plan.role,
            via: Via::Token(token.id.clone()),
        };
        let touch = is_due.then_some(TouchToken {
            token: token.id,
            at: self.now,
            ip,
        });
        Ok(Some(Presented { actor, touch }))
    }
}

/// Notes that a token was used, where [`CheckAdminToken`] says that it is due.
#[derive(Debug)]
pub struct TouchToken {
    token: TokenId,
    at: Timestamp,
    ip: String,
}

impl Op for TouchToken {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let params: [Value<'_>; 3] = [
            (&self.token).into(),
            self.at.into(),
            self.ip.as_str().into(),
        ];
        tx.exec(USED, &params).await?;
        Ok(())
    }
}
