//! Admin tokens: by them operators' programs act at the admin API. Each belongs to one operator
//! and allows what its role does, never more than its operator's does at that moment. Whoever
//! acts by a token cannot make one that reaches further.

use std::borrow::Cow;

use ipnet::IpNet;
use kofa_core::audit::{self, Change};
use kofa_core::codes::FORBIDDEN;
use kofa_core::config_version::bump;
use kofa_core::text::spaced;
use kofa_core::{Actor, ActorAt, Listed, OperatorRole, Page, Right, Via};
use kofa_domain::{Error, Ids, OperatorId, Result, Sensitive, Timestamp, TokenId, codes};
use kofa_store::{Op, Row, Store, Tx, Value, Vault};
use serde_json::json;

use super::codes::TOKEN_LIMIT_REACHED;
use super::key_life::{KeyStatus, Rotation, must_be_active, not_active};
use super::key_plan::cidrs_of;
use super::secret::{ADMIN, Token};

/// Most tokens of an operator that are neither revoked nor expired, and ever.
pub const TOKENS_MAX: i64 = 50;
pub const TOKENS_EVER_MAX: i64 = 5_000;

const INSERT: &str = "insert into admin_token (id, operator_id, name, digest, created_at, role, \
     allowed_cidrs, last_four, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
const COUNT: &str = "select count(*) as made, \
     count(case when revoked_at is null and (expires_at is null or expires_at > $2) \
       then 1 end) as working from admin_token where operator_id = $1";
const FIND: &str = "select t.*, o.role as operator_role from admin_token t \
     join operator o on o.id = t.operator_id where t.id = $1";
const LIST: &str = "select t.*, o.role as operator_role from admin_token t \
     join operator o on o.id = t.operator_id \
     where t.operator_id = $1 and t.id < $2 order by t.id desc limit $3";
const OPERATOR: &str = "select role, disabled_at from operator where id = $1";
const REVOKE: &str = "update admin_token set revoked_at = $2 \
     where id = $1 and revoked_at is null";
const REVOKE_ALL: &str = "update admin_token set revoked_at = $2 \
     where operator_id = $1 and revoked_at is null";
const REPLACE: &str = "update admin_token set rotated_to = $2, expires_at = $3, revoked_at = $4 \
     where id = $1 and revoked_at is null and rotated_to is null";

/// What a token allows, from where and until when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenPlan {
    pub name: String,
    pub role: OperatorRole,
    /// From which networks; empty for all.
    pub allowed_cidrs: Vec<IpNet>,
    /// Until when; `None` for ever.
    pub expires_at: Option<Timestamp>,
}

/// The last call by a token, to the minute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenUse {
    pub at: Timestamp,
    pub ip: String,
}

/// The record of a token, without its secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdminToken {
    /// `tok_…`
    pub id: TokenId,
    pub operator_id: OperatorId,
    /// With the role that it has now: the narrower of its own and its operator's.
    pub plan: TokenPlan,
    /// Its last four characters; empty for one of an earlier version.
    pub last_four: String,
    pub created_at: Timestamp,
    pub revoked_at: Option<Timestamp>,
    /// What took its place.
    pub rotated_to: Option<TokenId>,
    pub last_used: Option<TokenUse>,
}

impl AdminToken {
    /// Whether it works at `now`, if its operator is not disabled.
    pub fn status(&self, now: Timestamp) -> KeyStatus {
        let (expires_at, is_rotated) = (self.plan.expires_at, self.rotated_to.is_some());
        KeyStatus::of(self.revoked_at, expires_at, is_rotated, now)
    }

    pub(crate) fn from_row(row: &Row) -> Result<Self> {
        let of_operator = role_of(row.get("operator_role")?)?;
        let role = match row.get::<Option<String>>("role")? {
            Some(role) => role_of(role)?.narrower(of_operator),
            None => of_operator,
        };
        let plan = TokenPlan {
            name: row.get("name")?,
            role,
            allowed_cidrs: cidrs_of(row)?,
            expires_at: row.get("expires_at")?,
        };
        let last_used = match row.get::<Option<Timestamp>>("used_at")? {
            Some(at) => {
                let ip: Option<String> = row.get("used_ip")?;
                let ip = ip.unwrap_or_default();
                Some(TokenUse { at, ip })
            }
            None => None,
        };
        Ok(Self {
            id: row.get("id")?,
            operator_id: row.get("operator_id")?,
            plan,
            last_four: row.get("last_four")?,
            created_at: row.get("created_at")?,
            revoked_at: row.get("revoked_at")?,
            rotated_to: row.get("rotated_to")?,
            last_used,
        })
    }
}

fn role_of(text: String) -> Result<OperatorRole> {
    OperatorRole::parse(&text)
        .ok_or_else(|| Error::internal("an operator's role is of no known kind"))
}

async fn stored(tx: &mut Tx<'_>, id: &TokenId) -> Result<AdminToken> {
    match tx.opt(FIND, &[id.into()]).await? {
        Some(row) => AdminToken::from_row(&row),
        None => Err(nothing()),
    }
}

fn nothing() -> Error {
    Error::new(&codes::NOT_FOUND, "There is no such token.")
}

/// Reads the token for an actor: only owners see those of others.
async fn find(tx: &mut Tx<'_>, actor: &Actor, id: &TokenId) -> Result<AdminToken> {
    let token = stored(tx, id).await?;
    match may_manage(actor, &token.operator_id) {
        Ok(()) => Ok(token),
        Err(_) => Err(nothing()),
    }
}

/// Everybody manages their own tokens; owners manage those of others too.
fn may_manage(actor: &Actor, operator: &OperatorId) -> Result<()> {
    match actor {
        Actor::Operator { id, .. } if id == operator => Ok(()),
        _ => actor.needs(Right::Operators),
    }
}

fn too_far(message: impl Into<Cow<'static, str>>) -> Error {
    Error::new(&FORBIDDEN, message)
}

fn must_have_role(actor: &Actor, plan: &TokenPlan) -> Result<()> {
    match actor {
        Actor::Operator { role, .. } if !plan.role.is_within(*role) => {
            let (wide, own) = (plan.role.as_str(), role.as_str());
            let message = format!("The role `{wide}` of the token is wider than yours, `{own}`.");
            Err(too_far(message))
        }
        _ => Ok(()),
    }
}

/// Refuses a token that would allow more than the one by which the actor acts.
async fn must_be_within(tx: &mut Tx<'_>, actor: &Actor, plan: &TokenPlan) -> Result<()> {
    must_have_role(actor, plan)?;
    let Some(own) = acting(tx, actor).await? else {
        return Ok(());
    };
    let (own, new) = (&own.plan, &plan.allowed_cidrs);
    let reached = |net: &IpNet| own.allowed_cidrs.iter().any(|own| own.contains(net));
    if !own.allowed_cidrs.is_empty() && (new.is_empty() || !new.iter().all(reached)) {
        let message = "The token that you use is bound to networks: a new one must be bound to \
                       the same, or to parts of them.";
        return Err(too_far(message));
    }
    let outlives = |end| plan.expires_at.is_none_or(|at| at > end);
    if own.expires_at.is_some_and(outlives) {
        let message = "The token that you use expires: a new one must not outlive it.";
        return Err(too_far(message));
    }
    Ok(())
}

/// The token by which an actor acts.
async fn acting(tx: &mut Tx<'_>, actor: &Actor) -> Result<Option<AdminToken>> {
    match actor {
        Actor::Operator {
            via: Via::Token(token),
            ..
        } => Ok(Some(stored(tx, token).await?)),
        _ => Ok(None),
    }
}

/// Refuses who acts by a token that is bound to networks or a time: what they would make, a way
/// to sign in, is bound to neither.
pub(crate) async fn must_be_unbound(tx: &mut Tx<'_>, actor: &Actor) -> Result<()> {
    let own = acting(tx, actor).await?;
    let is_bound = |plan: &TokenPlan| !plan.allowed_cidrs.is_empty() || plan.expires_at.is_some();
    if own.is_some_and(|own| is_bound(&own.plan)) {
        let message = "A token with networks or an expiry lets nobody in who is bound to neither: \
                       sign in to the console for this.";
        return Err(too_far(message));
    }
    Ok(())
}

/// A token that is about to be stored: its record but for the role, and its digest.
#[derive(Clone, Debug)]
pub(crate) struct MintedToken {
    pub(crate) id: TokenId,
    digest: [u8; 32],
    last_four: String,
}

impl MintedToken {
    /// Also gives the text, to be shown once.
    pub(crate) fn mint(vault: &Vault, ids: Ids, at: Timestamp) -> (Self, Sensitive<String>) {
        let token = Token::mint(ADMIN, vault, ids);
        let text = token.text.expose();
        let minted = Self {
            id: ids.id(at),
            digest: token.digest,
            // A token's text is ASCII, so that bytes are characters.
            last_four: text[text.len() - 4..].to_owned(),
        };
        (minted, token.text)
    }

    /// Stores it, if the operator may have one more.
    pub(crate) async fn insert(
        &self,
        tx: &mut Tx<'_>,
        operator_id: OperatorId,
        plan: TokenPlan,
        at: Timestamp,
    ) -> Result<AdminToken> {
        let row = tx.one(COUNT, &[(&operator_id).into(), at.into()]).await?;
        for (count, most) in [("working", TOKENS_MAX), ("made", TOKENS_EVER_MAX)] {
            if row.get::<i64>(count)? >= most {
                return Err(Error::plain(&TOKEN_LIMIT_REACHED));
            }
        }
        let params: [Value<'_>; 9] = [
            (&self.id).into(),
            (&operator_id).into(),
            (&plan.name).into(),
            (&self.digest).into(),
            at.into(),
            plan.role.as_str().into(),
            spaced(&plan.allowed_cidrs).into(),
            (&self.last_four).into(),
            plan.expires_at.into(),
        ];
        tx.exec_one(INSERT, &params).await?;
        Ok(AdminToken {
            id: self.id.clone(),
            operator_id,
            plan,
            last_four: self.last_four.clone(),
            created_at: at,
            revoked_at: None,
            rotated_to: None,
            last_used: None,
        })
    }
}

/// What a new token is to allow.
#[derive(Clone, Debug)]
pub struct NewToken {
    pub name: String,
    /// `None` for as much as its operator and its maker may.
    pub role: Option<OperatorRole>,
    /// From which networks; empty for all.
    pub allowed_cidrs: Vec<IpNet>,
    /// Until when; `None` for ever.
    pub expires_at: Option<Timestamp>,
}

/// Makes one more token of an operator.
#[derive(Debug)]
pub struct IssueToken {
    by: ActorAt,
    operator: OperatorId,
    new: NewToken,
    minted: MintedToken,
}

impl IssueToken {
    /// Also gives the text of the token, to be shown once.
    pub fn new(
        vault: &Vault,
        ids: Ids,
        by: ActorAt,
        operator: OperatorId,
        new: NewToken,
    ) -> (Self, Sensitive<String>) {
        let (minted, text) = MintedToken::mint(vault, ids, by.at);
        let op = Self {
            by,
            operator,
            new,
            minted,
        };
        (op, text)
    }

    /// What is made, if the operator can have it.
    fn plan(&self, of_operator: OperatorRole) -> Result<TokenPlan> {
        let most = match &self.by.actor {
            Actor::Operator { role, .. } => role.narrower(of_operator),
            _ => of_operator,
        };
        let new = self.new.clone();
        let role = new.role.unwrap_or(most);
        if !role.is_within(of_operator) {
            let of = of_operator.as_str();
            let message = format!("`role` is wider than the operator's own, `{of}`.");
            return Err(Error::on("role", &codes::INVALID_FIELD, message));
        }
        Ok(TokenPlan {
            name: new.name,
            role,
            allowed_cidrs: new.allowed_cidrs,
            expires_at: new.expires_at,
        })
    }
}

impl Op for IssueToken {
    type Out = AdminToken;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<AdminToken> {
        may_manage(&self.by.actor, &self.operator)?;
        // One at a time, for the count; nor does an operator end meanwhile.
        bump(tx).await?;
        let nobody = || Error::new(&codes::NOT_FOUND, "There is no such operator.");
        let row = tx.opt(OPERATOR, &[(&self.operator).into()]).await?;
        let row = row.ok_or_else(nobody)?;
        if row.get::<Option<Timestamp>>("disabled_at")?.is_some() {
            let message = "They are disabled: a token would not work.";
            return Err(Error::new(&codes::CONFLICT, message));
        }
        let plan = self.plan(role_of(row.get("role")?)?)?;
        must_be_within(tx, &self.by.actor, &plan).await?;
        let operator = self.operator.clone();
        let token = self.minted.insert(tx, operator, plan, self.by.at).await?;
        let plan = &token.plan;
        let change = Change {
            by: &self.by,
            action: "token.issue",
            subject: token.id.as_str(),
            tenant: None,
            details: json!({
                "operator": self.operator.as_str(),
                "name": plan.name,
                "role": plan.role.as_str(),
                "allowedCidrs": plan.allowed_cidrs,
                "expiresAt": plan.expires_at.map(Timestamp::rfc3339),
            }),
        };
        audit::append(tx, change).await?;
        Ok(token)
    }
}

/// Ends a token at once and for ever. Idempotent.
#[derive(Debug)]
pub struct RevokeToken {
    pub by: ActorAt,
    pub token: TokenId,
}

impl Op for RevokeToken {
    type Out = AdminToken;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<AdminToken> {
        let token = find(tx, &self.by.actor, &self.token).await?;
        must_have_role(&self.by.actor, &token.plan)?;
        let params = [(&self.token).into(), self.by.at.into()];
        if token.revoked_at.is_some() || tx.exec(REVOKE, &params).await? == 0 {
            return stored(tx, &self.token).await;
        }
        let change = Change {
            by: &self.by,
            action: "token.revoke",
            subject: token.id.as_str(),
            tenant: None,
            details: json!({"operator": token.operator_id.as_str(), "name": token.plan.name}),
        };
        audit::append(tx, change).await?;
        Ok(AdminToken {
            revoked_at: Some(self.by.at),
            ..token
        })
    }
}

/// Ends all tokens of an operator, as part of another operation. Answers how many.
pub(crate) async fn revoke_all(
    tx: &mut Tx<'_>,
    operator: &OperatorId,
    at: Timestamp,
) -> Result<u64> {
    Ok(tx.exec(REVOKE_ALL, &[operator.into(), at.into()]).await?)
}

/// Puts a new token in the place of an old one, with the same plan.
#[derive(Debug)]
pub struct RotateToken {
    by: ActorAt,
    old: TokenId,
    how: Rotation,
    minted: MintedToken,
}

/// Rotates a token. The text of the new one is to be shown once.
///
/// # Errors
/// 404 `not_found`, 403 `forbidden`, 409 `key_not_active`.
pub async fn rotate(
    store: &Store,
    vault: &Vault,
    ids: Ids,
    by: ActorAt,
    old: TokenId,
    how: Rotation,
) -> Result<(AdminToken, Sensitive<String>)> {
    let (minted, text) = MintedToken::mint(vault, ids, by.at);
    let op = RotateToken {
        by,
        old,
        how,
        minted,
    };
    Ok((store.write(op).await?, text))
}

impl Op for RotateToken {
    type Out = AdminToken;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<AdminToken> {
        let now = self.by.at;
        bump(tx).await?;
        let old = find(tx, &self.by.actor, &self.old).await?;
        must_be_within(tx, &self.by.actor, &old.plan).await?;
        must_be_active("token", old.status(now))?;
        let end = self.how.grace.end(now, old.plan.expires_at);
        let params: [Value<'_>; 4] = [
            (&self.old).into(),
            (&self.minted.id).into(),
            end.into(),
            (end <= now).then_some(now).into(),
        ];
        if tx.exec(REPLACE, &params).await? == 0 {
            return Err(not_active(
                "token",
                "was revoked or rotated at the same moment",
            ));
        }
        let (operator, plan) = (old.operator_id.clone(), old.plan.clone());
        let new = self.minted.insert(tx, operator, plan, now).await?;
        let mut details = json!({
            "operator": old.operator_id.as_str(),
            "to": new.id.as_str(),
            "graceSeconds": self.how.grace.seconds(),
            "oldTokenEndsAt": end.rfc3339(),
        });
        if !self.how.reason.is_empty() {
            details["reason"] = self.how.reason.as_str().into();
        }
        let change = Change {
            by: &self.by,
            action: "token.rotate",
            subject: old.id.as_str(),
            tenant: None,
            details,
        };
        audit::append(tx, change).await?;
        Ok(new)
    }
}

/// An operator's tokens, the newest first: one's own, or for an owner anybody's.
#[derive(Debug)]
pub struct ListTokens {
    pub actor: Actor,
    pub operator: OperatorId,
    pub page: Page,
}

impl Op for ListTokens {
    type Out = Listed<AdminToken>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        may_manage(&self.actor, &self.operator)?;
        let page = &self.page;
        let params = [
            (&self.operator).into(),
            page.before_id().into(),
            page.rows().into(),
        ];
        let rows = tx.rows(LIST, &params).await?;
        let tokens: Result<Vec<AdminToken>> = rows.iter().map(AdminToken::from_row).collect();
        Ok(page.cut(tokens?, |token| token.id.to_string()))
    }
}
