//! How nodes are stored: the tables `node` and `duty`.

use std::collections::BTreeMap;

use kofa_domain::{Error, Result, Timestamp};
use kofa_store::{Dialect, Op, Row, Tx, Value};

use crate::{About, NodeNo};

/// A node as another sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeRow {
    pub(crate) no: NodeNo,
    pub(crate) beat: i64,
    pub(crate) open: bool,
}

impl NodeRow {
    fn from_row(row: &Row) -> Result<Self> {
        Ok(Self {
            no: NodeNo(row.get("no")?),
            beat: row.get("beat")?,
            open: row.get("open")?,
        })
    }
}

const NODES: &str = "select n.no, b.beat, n.open from node n join node_beat b on b.node_no = n.no \
     order by n.no";

async fn nodes(tx: &mut Tx<'_>) -> Result<Vec<NodeRow>> {
    tx.rows(NODES, &[])
        .await?
        .iter()
        .map(NodeRow::from_row)
        .collect()
}

pub(crate) struct JoinNode {
    name: String,
    version: &'static str,
    at: Timestamp,
    /// Whether others may live.
    is_shared: bool,
}

impl JoinNode {
    pub(crate) fn of(about: &About, is_shared: bool) -> Self {
        Self {
            name: about.name.clone(),
            version: about.version,
            at: about.at,
            is_shared,
        }
    }
}

pub(crate) struct Joined {
    pub(crate) me: NodeNo,
    nodes: Vec<NodeRow>,
}

impl Joined {
    /// Open nodes beside this one.
    pub(crate) fn others(&self) -> impl Iterator<Item = &NodeRow> {
        self.nodes
            .iter()
            .filter(|row| row.open && row.no != self.me)
    }

    pub(crate) fn closed(&self) -> impl Iterator<Item = NodeNo> {
        self.nodes.iter().filter(|row| !row.open).map(|row| row.no)
    }
}

const JOIN: &str = "insert into node (name, version, joined_at, open) \
     values ($1, $2, $3, $4) returning no";
const FIRST_BEAT: &str = "insert into node_beat (node_no, beat) values ($1, 0)";
const CLOSE_ALL: &str = "update node set open = $1 where open = $2";

impl Op for JoinNode {
    type Out = Joined;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Joined> {
        if !self.is_shared {
            tx.exec(CLOSE_ALL, &[false.into(), true.into()]).await?;
        }
        let params: [Value<'_>; 4] = [
            (&self.name).into(),
            self.version.into(),
            self.at.into(),
            true.into(),
        ];
        let me = NodeNo(tx.one(JOIN, &params).await?.get("no")?);
        tx.exec_one(FIRST_BEAT, &[me.0.into()]).await?;
        let nodes = nodes(tx).await?;
        Ok(Joined { me, nodes })
    }
}

/// Shows that this node lives, and looks at the others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beat {
    pub(crate) me: NodeNo,
}

pub(crate) struct Seen {
    /// Whether this node is still one of them.
    pub(crate) is_open: bool,
    pub(crate) nodes: Vec<NodeRow>,
    pub(crate) duties: BTreeMap<String, NodeNo>,
}

const BEAT: &str = "update node_beat set beat = beat + 1 where node_no = $1";
const DUTIES: &str = "select name, node_no from duty";

impl Op for Beat {
    type Out = Seen;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Seen> {
        tx.exec(BEAT, &[self.me.0.into()]).await?;
        let duty = |row: &Row| Ok((row.get("name")?, NodeNo(row.get("node_no")?)));
        let duties = tx
            .rows(DUTIES, &[])
            .await?
            .iter()
            .map(duty)
            .collect::<Result<_>>()?;
        let nodes = nodes(tx).await?;
        Ok(Seen {
            is_open: nodes.iter().any(|row| row.no == self.me && row.open),
            nodes,
            duties,
        })
    }
}

/// Closes a node, if its beat still stands where it stood; whether it did.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CloseNode {
    pub(crate) no: NodeNo,
    /// `None`: wherever it stands.
    pub(crate) beat: Option<i64>,
}

const CLOSE: &str = "update node set open = $2 where no = $1 and open = $3 \
     and ($4 or $5 = (select beat from node_beat where node_no = no))";

impl Op for CloseNode {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        let params: [Value<'_>; 5] = [
            self.no.0.into(),
            false.into(),
            true.into(),
            self.beat.is_none().into(),
            self.beat.unwrap_or_default().into(),
        ];
        Ok(tx.exec(CLOSE, &params).await? == 1)
    }
}

/// Forgets a closed node that has nothing under way any more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ForgetNode {
    pub(crate) no: NodeNo,
}

const FORGET: &str = "delete from node where no = $1 and open = $2";
const FORGET_BEAT: &str = "delete from node_beat where node_no = $1";

impl Op for ForgetNode {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        if tx.exec(FORGET, &[self.no.0.into(), false.into()]).await? == 1 {
            tx.exec(FORGET_BEAT, &[self.no.0.into()]).await?;
        }
        Ok(())
    }
}

/// What PostgreSQL knows of sessions; nothing where one process has the file.
async fn of_sessions(tx: &mut Tx<'_>, sql: &'static str, params: &[Value<'_>]) -> Result<Vec<Row>> {
    match tx.dialect() {
        Dialect::Sqlite => Ok(Vec::new()),
        Dialect::Postgres => Ok(tx.rows(sql, params).await?),
    }
}

/// Open nodes whose session with the database is away (`kofa_store::NodeLock::hold`).
#[derive(Clone, Copy, Debug)]
pub(crate) struct FindUnheld;

const UNHELD: &str = "select no from node where open and not exists (select 1 from pg_locks \
     where locktype = 'advisory' and granted and objsubid = 2 and classid::bigint = $1 \
     and objid::bigint = no \
     and database = (select oid from pg_database where datname = current_database()))";

impl Op for FindUnheld {
    type Out = Vec<NodeNo>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<NodeNo>> {
        let rows = of_sessions(tx, UNHELD, &[kofa_store::NODE_CLASS.into()]).await?;
        rows.iter().map(|row| Ok(NodeNo(row.get("no")?))).collect()
    }
}

/// Ends the sessions of a process whose node is gone: its transactions are undone, and their locks
/// given up. They are called as the one that holds the node's own lock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EndSessions {
    pub(crate) no: NodeNo,
}

const END_SESSIONS: &str = "select pg_terminate_backend(a.pid)::text as ended \
     from pg_locks l join pg_stat_activity h on h.pid = l.pid \
     join pg_stat_activity a on a.application_name = h.application_name \
     and a.datname = h.datname where l.locktype = 'advisory' and l.granted and l.objsubid = 2 \
     and l.classid::bigint = $1 and l.objid::bigint = $2 and h.datname = current_database()";

impl Op for EndSessions {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let params = [kofa_store::NODE_CLASS.into(), self.no.0.into()];
        of_sessions(tx, END_SESSIONS, &params).await.map(drop)
    }
}

/// Takes a duty that no open node has; whether `me` has it now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClaimDuty {
    pub(crate) duty: &'static str,
    pub(crate) me: NodeNo,
}

const CLAIM: &str = "insert into duty (name, node_no) values ($1, $2) \
     on conflict (name) do update set node_no = excluded.node_no \
     where duty.node_no = excluded.node_no \
     or not exists (select 1 from node where no = duty.node_no and open = $3)";

impl Op for ClaimDuty {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        let params: [Value<'_>; 3] = [self.duty.into(), self.me.0.into(), true.into()];
        Ok(tx.exec(CLAIM, &params).await? == 1)
    }
}

const IS_OPEN: &str = "select 1 as one from node where no = $1 and open = $2";
const STAYS_OPEN: &str = "select 1 as one from node where no = $1 and open = $2 for share";

/// Makes sure, in the transaction `tx`, that a node is open and stays so until it ends.
///
/// # Errors
/// `service_unavailable` if the node was closed.
pub async fn hold_open(tx: &mut Tx<'_>, node: NodeNo) -> Result<()> {
    // 0 is of a process that serves alone.
    if node.0 == 0 {
        return Ok(());
    }
    let sql = match tx.dialect() {
        Dialect::Sqlite => IS_OPEN,
        Dialect::Postgres => STAYS_OPEN,
    };
    match tx.opt(sql, &[node.0.into(), true.into()]).await? {
        Some(_) => Ok(()),
        None => Err(Error::unavailable(GONE)),
    }
}

const OTHER: &str = "select 1 as one from node where no <> $1 and open = $2 limit 1";

/// Whether no other node is open: as it is now, and not as of the last beat. A node that joins
/// later has asked for nothing yet.
///
/// # Errors
/// If the store cannot be read.
pub async fn is_only(tx: &mut Tx<'_>, node: NodeNo) -> Result<bool> {
    // 0 is of a process that serves alone.
    Ok(node.0 == 0
        || tx
            .opt(OTHER, &[node.0.into(), true.into()])
            .await?
            .is_none())
}

/// In the context of an error of a node that was closed.
const GONE: &str = "this node was taken for gone";

/// Whether something failed because the node in whose name it was done was closed.
pub fn is_gone(error: &Error) -> bool {
    error.context() == Some(GONE)
}
