//! Four eyes: what one operator proposed waits for another, who confirms or rejects it. It is a
//! command by its name and its fields; who carries it out knows what that means.

use kofa_core::audit::{self, Change};
use kofa_core::codes::FORBIDDEN;
use kofa_core::{Actor, ActorAt, Listed, Page};
use kofa_domain::{Error, Id, IdKind, Ids, OperatorId, Result, Timestamp, codes};
use kofa_store::{Op, Row, Tx, Value};
use serde_json::{Map, json};

use super::codes::{OWN_PROPOSAL, PROPOSAL_LIMIT_REACHED, PROPOSAL_NOT_PENDING};

/// How long a proposal can be confirmed, in seconds.
pub const PROPOSAL_SECONDS: i64 = 72 * 3_600;
/// Most that wait at a time.
pub const PROPOSALS_MAX: i64 = 200;

const INSERT: &str = "insert into proposal \
     (id, concern, command, input, proposed_by, created_at, expires_at, state) \
     values ($1, $2, $3, $4, $5, $6, $7, 'pending')";
const COUNT: &str = "select count(*) as n from proposal where state = 'pending' \
     and expires_at > $1";
const FIND: &str = "select p.*, o.name as proposer from proposal p \
     join operator o on o.id = p.proposed_by where p.id = $1";
const LIST: &str = "select p.*, o.name as proposer from proposal p \
     join operator o on o.id = p.proposed_by where p.id < $1 order by p.id desc limit $2";
const END: &str = "update proposal set state = $2, ended_by = $3, ended_at = $4 \
     where id = $1 and state = 'pending' and expires_at > $4 \
     and ($2 = 'rejected' or exists (select 1 from operator o where o.id = proposed_by \
       and o.disabled_at is null))";
const REOPEN: &str = "update proposal set state = 'pending', ended_by = null, ended_at = null \
     where id = $1 and state = 'confirmed'";

/// What a [`ProposalId`] names.
#[derive(Debug)]
pub enum ProposalKind {}

impl IdKind for ProposalKind {
    const PREFIX: &'static str = "prp_";
}

/// A proposal's id, `prp_…`.
pub type ProposalId = Id<ProposalKind>;

/// What became of a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProposalState {
    /// It waits for another operator.
    Pending,
    /// Nobody confirmed it in time.
    Expired,
    Confirmed,
    Rejected,
}

impl ProposalState {
    /// `pending`, `expired`, `confirmed` or `rejected`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Expired => "expired",
            Self::Confirmed => "confirmed",
            Self::Rejected => "rejected",
        }
    }
}

/// What somebody proposed.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// `prp_…`
    pub id: ProposalId,
    /// `money`, `prices` or `live`.
    pub concern: String,
    /// The name of the command.
    pub command: String,
    /// Its fields.
    pub input: Map<String, serde_json::Value>,
    pub proposed_by: OperatorId,
    /// Their name.
    pub proposer: String,
    pub created_at: Timestamp,
    /// Until when it can be confirmed.
    pub expires_at: Timestamp,
    pub ended_at: Option<Timestamp>,
    pub ended_by: Option<OperatorId>,
    is_confirmed: bool,
}

impl Proposal {
    pub fn state(&self, now: Timestamp) -> ProposalState {
        match self.ended_at {
            Some(_) if self.is_confirmed => ProposalState::Confirmed,
            Some(_) => ProposalState::Rejected,
            None if self.expires_at <= now => ProposalState::Expired,
            None => ProposalState::Pending,
        }
    }

    fn from_row(row: &Row) -> Result<Self> {
        let input: String = row.get("input")?;
        let state: String = row.get("state")?;
        Ok(Self {
            id: row.get("id")?,
            concern: row.get("concern")?,
            command: row.get("command")?,
            input: serde_json::from_str(&input).map_err(Error::internal)?,
            proposed_by: row.get("proposed_by")?,
            proposer: row.get("proposer")?,
            created_at: row.get("created_at")?,
            expires_at: row.get("expires_at")?,
            ended_at: row.get("ended_at")?,
            ended_by: row.get("ended_by")?,
            is_confirmed: state == "confirmed",
        })
    }
}

async fn find(tx: &mut Tx<'_>, id: &ProposalId) -> Result<Proposal> {
    match tx.opt(FIND, &[id.into()]).await? {
        Some(row) => Proposal::from_row(&row),
        None => Err(Error::new(&codes::NOT_FOUND, "There is no such proposal.")),
    }
}

fn operator(actor: &Actor) -> Result<&OperatorId> {
    match actor {
        Actor::Operator { id, .. } => Ok(id),
        _ => Err(Error::new(
            &FORBIDDEN,
            "Only operators propose and confirm.",
        )),
    }
}

/// Proposes a command that the actor may use.
#[derive(Debug)]
pub struct Propose {
    pub by: ActorAt,
    pub id: ProposalId,
    /// `money`, `prices` or `live`.
    pub concern: &'static str,
    /// The name of the command.
    pub command: &'static str,
    /// Its fields: none of a watched command is a secret.
    pub input: Map<String, serde_json::Value>,
}

impl Propose {
    pub fn new(
        ids: Ids,
        by: ActorAt,
        (concern, command): (&'static str, &'static str),
        input: Map<String, serde_json::Value>,
    ) -> Self {
        Self {
            id: ids.id(by.at),
            by,
            concern,
            command,
            input,
        }
    }
}

impl Op for Propose {
    type Out = Proposal;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Proposal> {
        let proposer = operator(&self.by.actor)?;
        let at = self.by.at;
        if tx.one(COUNT, &[at.into()]).await?.get::<i64>("n")? >= PROPOSALS_MAX {
            return Err(Error::plain(&PROPOSAL_LIMIT_REACHED));
        }
        let input = serde_json::Value::Object(self.input.clone());
        let params: [Value<'_>; 7] = [
            (&self.id).into(),
            self.concern.into(),
            self.command.into(),
            input.to_string().into(),
            proposer.into(),
            at.into(),
            at.plus_seconds(PROPOSAL_SECONDS).into(),
        ];
        tx.exec_one(INSERT, &params).await?;
        let made = find(tx, &self.id).await?;
        note(tx, &self.by, "proposal.make", &made).await?;
        Ok(made)
    }
}

async fn note(
    tx: &mut Tx<'_>,
    by: &ActorAt,
    action: &'static str,
    proposal: &Proposal,
) -> Result<()> {
    let change = Change {
        by,
        action,
        subject: proposal.id.as_str(),
        tenant: None,
        details: json!({
            "command": proposal.command,
            "fields": proposal.input,
            "proposedBy": proposal.proposed_by.as_str(),
        }),
    };
    audit::append(tx, change).await
}

/// Ends a proposal that waits: confirmed by another operator than the one who made it, or rejected
/// by anybody, as whoever carries it out says they may.
#[derive(Debug)]
pub struct EndProposal {
    pub by: ActorAt,
    pub id: ProposalId,
    /// Or rejected.
    pub is_confirmed: bool,
}

impl Op for EndProposal {
    type Out = Proposal;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Proposal> {
        let who = operator(&self.by.actor)?;
        let proposal = find(tx, &self.id).await?;
        if self.is_confirmed && proposal.proposed_by == *who {
            return Err(Error::plain(&OWN_PROPOSAL));
        }
        let (state, action) = match self.is_confirmed {
            true => ("confirmed", "proposal.confirm"),
            false => ("rejected", "proposal.reject"),
        };
        let params: [Value<'_>; 4] = [
            (&self.id).into(),
            state.into(),
            who.into(),
            self.by.at.into(),
        ];
        // Two at once on PostgreSQL: the second waits for the first and finds it ended.
        if tx.exec(END, &params).await? == 0 {
            return Err(Error::plain(&PROPOSAL_NOT_PENDING));
        }
        note(tx, &self.by, action, &proposal).await?;
        find(tx, &self.id).await
    }
}

/// Lets a proposal wait again whose command could not be carried out.
#[derive(Debug)]
pub struct ReopenProposal {
    pub by: ActorAt,
    pub id: ProposalId,
}

impl Op for ReopenProposal {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        operator(&self.by.actor)?;
        tx.exec_one(REOPEN, &[(&self.id).into()]).await?;
        let proposal = find(tx, &self.id).await?;
        note(tx, &self.by, "proposal.reopen", &proposal).await
    }
}

#[derive(Debug)]
pub struct FindProposal {
    pub id: ProposalId,
}

impl Op for FindProposal {
    type Out = Proposal;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Proposal> {
        find(tx, &self.id).await
    }
}

/// The newest proposals first, those that ended too.
#[derive(Debug)]
pub struct ListProposals {
    pub page: Page,
}

impl Op for ListProposals {
    type Out = Listed<Proposal>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let params = [self.page.before_id().into(), self.page.rows().into()];
        let rows = tx.rows(LIST, &params).await?;
        let all: Result<Vec<Proposal>> = rows.iter().map(Proposal::from_row).collect();
        Ok(self.page.cut(all?, |one| one.id.to_string()))
    }
}
