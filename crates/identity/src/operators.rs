//! The operators of the platform. Their tokens are `tokens`.

use kofa_core::audit::{self, Change};
use kofa_core::config_version::bump;
use kofa_core::{Actor, ActorAt, Listed, OperatorRole, Page, Right, Via};
use kofa_domain::{Error, Ids, OperatorId, Result, Sensitive, Timestamp, codes};
use kofa_store::{OnUnique as _, Op, Row, Tx, Value, Vault};
use serde_json::json;

use super::codes::{EMAIL_TAKEN, INVITE_EXPIRED, INVITE_NOT_FOUND, INVITE_USED};
use super::resets;
use super::secret::{self, SETUP, Token};
use super::sessions::{Person, end_all};
use super::tokens::{self, MintedToken, TokenPlan};

/// How long the link that makes the first operator works, in seconds.
pub const SETUP_SECONDS: i64 = 72 * 3_600;

const INSERT: &str = "insert into operator \
     (id, email, name, role, password_hash, created_at) values ($1, $2, $3, $4, $5, $6)";
const LIST: &str = "select id, email, name, role, created_at, disabled_at, \
     (select min(l.created_at) from sign_in_link l where l.person = operator.id) as linked_at \
     from operator where id < $1 order by id desc limit $2";
const FIND: &str = "select id, email, name, role, created_at, disabled_at, \
     (select min(l.created_at) from sign_in_link l where l.person = operator.id) as linked_at \
     from operator where id = $1";
const COUNT: &str = "select count(*) as n from operator";
const DISABLE: &str = "update operator set disabled_at = $2 where id = $1 \
     and disabled_at is null returning role";
const ENABLE: &str = "update operator set disabled_at = null \
     where id = $1 and disabled_at is not null";
const EXISTS: &str = "select id from operator where id = $1";
const OWNERS: &str = "select count(*) as n from operator \
     where role = 'owner' and disabled_at is null";
const CLOSE_SETUPS: &str = "update operator_setup set used_at = $1 where used_at is null";
const INSERT_SETUP: &str = "insert into operator_setup (digest, created_at, expires_at) \
     values ($1, $2, $3)";
const FIND_SETUP: &str = "select expires_at, used_at from operator_setup where digest = $1";
const USE_SETUP: &str = "update operator_setup set used_at = $2 \
     where digest = $1 and used_at is null";

/// A person who operates the platform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operator {
    /// `opr_…`
    pub id: OperatorId,
    /// Also the name to sign in with.
    pub email: String,
    pub name: String,
    /// What they may do.
    pub role: OperatorRole,
    /// When they were made.
    pub created_at: Timestamp,
    /// Since when they cannot act any more.
    pub disabled_at: Option<Timestamp>,
    /// Since when an account of the sign-in provider lets them in, if one does.
    pub linked_at: Option<Timestamp>,
}

impl Operator {
    fn from_row(row: &Row) -> Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            email: row.get("email")?,
            name: row.get("name")?,
            role: role_of(row)?,
            created_at: row.get("created_at")?,
            disabled_at: row.get("disabled_at")?,
            linked_at: row.get("linked_at")?,
        })
    }
}

fn role_of(row: &Row) -> Result<OperatorRole> {
    let role: String = row.get("role")?;
    OperatorRole::parse(&role)
        .ok_or_else(|| Error::internal("an operator's role is of no known kind"))
}

/// What a new operator is made of: name and address as `read_name` and `read_email` give
/// them.
#[derive(Clone, Debug)]
pub struct NewOperator {
    /// Also the name to sign in with.
    pub email: String,
    pub name: String,
    /// What they may do.
    pub role: OperatorRole,
    /// As `password::hash` gives it; without one they have their token only.
    pub password_hash: Option<Sensitive<String>>,
}

/// Makes an operator and their first token.
#[derive(Debug)]
pub struct CreateOperator {
    by: ActorAt,
    id: OperatorId,
    new: NewOperator,
    token: MintedToken,
}

impl CreateOperator {
    /// Also gives the token, to be shown once.
    pub fn new(
        vault: &Vault,
        ids: Ids,
        by: ActorAt,
        new: NewOperator,
    ) -> (Self, Sensitive<String>) {
        let (token, text) = MintedToken::mint(vault, ids, by.at);
        let op = Self {
            id: ids.id(by.at),
            token,
            by,
            new,
        };
        (op, text)
    }

    async fn insert(&self, tx: &mut Tx<'_>, by: &ActorAt) -> Result<Operator> {
        let new = &self.new;
        let password_hash = new.password_hash.as_ref().map(Sensitive::expose);
        let params: [Value<'_>; 6] = [
            (&self.id).into(),
            (&new.email).into(),
            (&new.name).into(),
            new.role.as_str().into(),
            password_hash.into(),
            by.at.into(),
        ];
        let taken = || {
            let message = "`email` already belongs to an operator.";
            Error::on("email", &EMAIL_TAKEN, message)
        };
        tx.exec_one(INSERT, &params)
            .await
            .on_unique("operator.email", taken)?;
        let plan = TokenPlan {
            name: "first".to_owned(),
            role: new.role,
            allowed_cidrs: Vec::new(),
            expires_at: None,
        };
        self.token.insert(tx, self.id.clone(), plan, by.at).await?;
        // It was for the first.
        tx.exec(CLOSE_SETUPS, &[by.at.into()]).await?;
        let change = Change {
            by,
            action: "operator.create",
            subject: self.id.as_str(),
            tenant: None,
            details: json!({"email": new.email, "role": new.role.as_str()}),
        };
        audit::append(tx, change).await?;
        Ok(Operator {
            id: self.id.clone(),
            email: new.email.clone(),
            name: new.name.clone(),
            role: new.role,
            created_at: by.at,
            disabled_at: None,
            linked_at: None,
        })
    }
}

impl Op for CreateOperator {
    type Out = Operator;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Operator> {
        self.by.actor.needs(Right::Operators)?;
        tokens::must_be_unbound(tx, &self.by.actor).await?;
        self.insert(tx, &self.by).await
    }
}

/// Takes all rights from an operator: ends their sessions, tokens and links. Idempotent; the last
/// owner stays.
#[derive(Debug)]
pub struct DisableOperator {
    pub by: ActorAt,
    pub operator: OperatorId,
}

impl Op for DisableOperator {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        self.by.actor.needs(Right::Operators)?;
        // One at a time: two owners who disable each other would both see the other.
        bump(tx).await?;
        let params = [(&self.operator).into(), self.by.at.into()];
        let Some(row) = tx.opt(DISABLE, &params).await? else {
            return match tx.opt(EXISTS, &[(&self.operator).into()]).await? {
                Some(_) => Ok(()),
                None => Err(Error::new(&codes::NOT_FOUND, "There is no such operator.")),
            };
        };
        let owners: i64 = tx.one(OWNERS, &[]).await?.get("n")?;
        if role_of(&row)? == OperatorRole::Owner && owners == 0 {
            let message = "This is the last owner. Add another owner first.";
            return Err(Error::new(&codes::CONFLICT, message));
        }
        let (sessions, tokens) = end_ways_in(tx, &self.operator, self.by.at).await?;
        let change = Change {
            by: &self.by,
            action: "operator.disable",
            subject: self.operator.as_str(),
            tenant: None,
            details: json!({"sessionsEnded": sessions, "tokensRevoked": tokens}),
        };
        audit::append(tx, change).await
    }
}

/// Ends how an operator comes in but for their password: sessions, tokens, reset links. How many
/// sessions and tokens ended.
async fn end_ways_in(tx: &mut Tx<'_>, operator: &OperatorId, at: Timestamp) -> Result<(u64, u64)> {
    let person = Person::Operator(operator.clone());
    resets::close(tx, &person, at).await?;
    let sessions = end_all(tx, &person, None, at).await?;
    Ok((sessions, tokens::revoke_all(tx, operator, at).await?))
}

/// Lets an operator act again, with the role they had. What was ended stays so: they sign in, and
/// their tokens are made anew. Idempotent.
#[derive(Debug)]
pub struct EnableOperator {
    pub by: ActorAt,
    pub operator: OperatorId,
}

impl Op for EnableOperator {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        self.by.actor.needs(Right::Operators)?;
        if tx.exec(ENABLE, &[(&self.operator).into()]).await? == 0 {
            return match tx.opt(EXISTS, &[(&self.operator).into()]).await? {
                Some(_) => Ok(()),
                None => Err(Error::new(&codes::NOT_FOUND, "There is no such operator.")),
            };
        }
        // Versions before ended no session of whom they disabled.
        end_ways_in(tx, &self.operator, self.by.at).await?;
        let change = Change {
            by: &self.by,
            action: "operator.enable",
            subject: self.operator.as_str(),
            tenant: None,
            details: json!({}),
        };
        audit::append(tx, change).await
    }
}

/// One operator.
#[derive(Debug)]
pub struct FindOperator {
    pub operator: OperatorId,
}

impl Op for FindOperator {
    type Out = Operator;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Operator> {
        match tx.opt(FIND, &[(&self.operator).into()]).await? {
            Some(row) => Operator::from_row(&row),
            None => Err(Error::new(&codes::NOT_FOUND, "There is no such operator.")),
        }
    }
}

/// The newest operators first.
#[derive(Debug)]
pub struct ListOperators {
    pub page: Page,
}

impl Op for ListOperators {
    type Out = Listed<Operator>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let params = [self.page.before_id().into(), self.page.rows().into()];
        let rows = tx.rows(LIST, &params).await?;
        let operators: Result<Vec<Operator>> = rows.iter().map(Operator::from_row).collect();
        Ok(self.page.cut(operators?, |one| one.id.to_string()))
    }
}

/// Opens a one-time link for the first operator, if there is no operator yet; earlier links
/// stop working. Answers whether it did.
#[derive(Debug)]
pub struct OpenSetup {
    digest: [u8; 32],
    at: Timestamp,
}

impl OpenSetup {
    /// Also gives the token of the link, to be shown once.
    pub fn new(vault: &Vault, ids: Ids, at: Timestamp) -> (Self, Sensitive<String>) {
        let token = Token::mint(SETUP, vault, ids);
        let digest = token.digest;
        (Self { digest, at }, token.text)
    }
}

impl Op for OpenSetup {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        if tx.one(COUNT, &[]).await?.get::<i64>("n")? > 0 {
            return Ok(false);
        }
        tx.exec(CLOSE_SETUPS, &[self.at.into()]).await?;
        let params: [Value<'_>; 3] = [
            (&self.digest).into(),
            self.at.into(),
            self.at.plus_seconds(SETUP_SECONDS).into(),
        ];
        tx.exec_one(INSERT_SETUP, &params).await?;
        Ok(true)
    }
}

/// Refuses unless a presented set-up token can still be used.
#[derive(Debug)]
pub struct CheckSetup {
    digest: Option<[u8; 32]>,
    now: Timestamp,
}

impl CheckSetup {
    pub fn new(vault: &Vault, setup: &str, now: Timestamp) -> Self {
        let digest = secret::presented(SETUP, setup, vault);
        Self { digest, now }
    }
}

impl Op for CheckSetup {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let unknown = || Error::plain(&INVITE_NOT_FOUND);
        let digest = self.digest.as_ref().ok_or_else(unknown)?;
        let row = tx.opt(FIND_SETUP, &[digest.into()]).await?;
        let row = row.ok_or_else(unknown)?;
        let is_used = row.get::<Option<Timestamp>>("used_at")?.is_some();
        // Who made the first operator otherwise needs it no more.
        if is_used || tx.one(COUNT, &[]).await?.get::<i64>("n")? > 0 {
            return Err(Error::plain(&INVITE_USED));
        }
        if row.get::<Timestamp>("expires_at")? <= self.now {
            return Err(Error::plain(&INVITE_EXPIRED));
        }
        Ok(())
    }
}

/// Makes the first operator, an owner, by the one-time link.
#[derive(Debug)]
pub struct UseSetup {
    setup: CheckSetup,
    first: CreateOperator,
}

impl UseSetup {
    /// Also gives the first operator's token, to be shown once. `new.role` is owner whatever
    /// it says.
    pub fn new(
        vault: &Vault,
        ids: Ids,
        setup: &str,
        new: NewOperator,
        at: Timestamp,
    ) -> (Self, Sensitive<String>) {
        let role = OperatorRole::Owner;
        // Replaced by the operator themselves once their id is known.
        let by = ActorAt {
            actor: Actor::Cli,
            at,
        };
        let (mut first, token) = CreateOperator::new(vault, ids, by, NewOperator { role, ..new });
        first.by.actor = Actor::Operator {
            id: first.id.clone(),
            role,
            via: Via::FRESH,
        };
        let setup = CheckSetup::new(vault, setup, at);
        (Self { setup, first }, token)
    }
}

impl Op for UseSetup {
    type Out = Operator;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Operator> {
        self.setup.run(tx).await?;
        let params: [Value<'_>; 2] = [
            self.setup.digest.as_ref().map(<[u8; 32]>::as_slice).into(),
            self.setup.now.into(),
        ];
        if tx.exec(USE_SETUP, &params).await? == 0 {
            return Err(Error::plain(&INVITE_USED));
        }
        self.first.insert(tx, &self.first.by).await
    }
}
