//! What waits for an operator: read in one operation, each part bounded.

use crate::operator_alerts::{ListOperatorAlerts, OperatorAlert};
use kofa_core::Page;
use kofa_domain::{Environment, Kobo, Result, TenantId, Timestamp};
use kofa_identity::live_requests::{ListLiveRequests, LiveRequest};
use kofa_identity::members::address;
use kofa_ledger::proofs::{ListProofs, Proof};
use kofa_store::{Op, Row, Tx, Value};

/// Counts go no further; more is shown as "1,000 or more".
pub const COUNTED_MAX: i64 = 1_000;
/// Lines of each list.
const LISTED_MAX: i64 = 5;
/// A hold that is older was forgotten by whoever made it, in seconds.
const OLD_HOLD_SECONDS: i64 = 3_600;

const WAITING: &str = "select m.email, m.created_at, t.id, t.name from member m \
     join tenant t on t.id = m.tenant_id \
     where m.password_hash is null and m.disabled_at is null and m.role = 'owner' \
     and not exists (select 1 from member other where other.tenant_id = m.tenant_id \
       and (other.password_hash is not null or (other.id > m.id and other.role = 'owner' \
         and other.disabled_at is null))) \
     order by m.id desc limit $1";
const COUNT_WAITING: &str = "select count(*) as n from (select distinct m.tenant_id \
     from member m where m.password_hash is null and m.disabled_at is null and m.role = 'owner' \
     and not exists (select 1 from member joined where joined.tenant_id = m.tenant_id \
       and joined.password_hash is not null) limit $1) as waiting";
const LOW: &str = "select t.id, t.name, w.balance_kobo, min(a.at) as since \
     from wallet_alert a join wallet w on w.no = a.wallet_no join tenant t on t.id = w.tenant_id \
     where a.cleared_at is null and w.environment = 'live' and t.status = 'active' \
     group by w.no, w.balance_kobo, t.id, t.name order by w.balance_kobo, w.no limit $1";
const COUNT_TASKS: &str = "select count(*) as n from (select 1 as one from outbox \
     where state = $1 limit $2) as tasks";
const COUNT_HOLDS: &str = "select count(*) as n from (select 1 as one from hold \
     where at < $1 limit $2) as holds";
const COUNT_PROPOSALS: &str = "select count(*) as n from (select 1 as one from proposal \
     where state = 'pending' and expires_at > $1 limit $2) as proposals";
const COUNT_REQUESTS: &str = "select count(*) as n from (select 1 as one from access_request \
     where state = 'requested' and expires_at > $1 limit $2) as requests";
const ACCOUNTS: &str = "select environment, name, balance_kobo from system_account \
     order by environment desc, name limit 20";

/// A tenant that nobody has joined: no invite was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingTenant {
    pub id: TenantId,
    pub name: String,
    pub email: String,
    pub since: Timestamp,
}

/// A tenant whose live wallet is below what it is watched for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LowWallet {
    pub id: TenantId,
    pub name: String,
    pub balance: Kobo,
    pub since: Timestamp,
}

/// What waits for an operator.
#[derive(Clone, Debug, Default)]
pub struct Attention {
    /// The newest tenants that nobody has joined.
    pub waiting: Vec<WaitingTenant>,
    /// How many there are, up to [`COUNTED_MAX`].
    pub waiting_count: i64,
    /// The lowest live wallets with an open alert.
    pub low: Vec<LowWallet>,
    /// Alerts that are open, the newest first, at most a page.
    pub alerts: Vec<OperatorAlert>,
    /// Requests for live that wait.
    pub live: Vec<LiveRequest>,
    /// Work outside that failed too often, up to [`COUNTED_MAX`].
    pub tasks_stuck: i64,
    /// Work outside that is still to be done, up to [`COUNTED_MAX`].
    pub tasks_due: i64,
    /// Proposals that wait for another operator, up to [`COUNTED_MAX`].
    pub proposals: i64,
    /// Requests for access that wait, up to [`COUNTED_MAX`].
    pub access_requests: i64,
    /// Money set aside for longer than an hour, in holds, up to [`COUNTED_MAX`].
    pub holds_old: i64,
    /// The last proof of the ledger.
    pub proof: Option<Proof>,
}

/// Reads what waits for an operator.
#[derive(Debug)]
pub struct ReadAttention {
    pub now: Timestamp,
}

impl Op for ReadAttention {
    type Out = Attention;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Attention> {
        let waiting = tx.rows(WAITING, &[LISTED_MAX.into()]).await?;
        let waiting: Result<Vec<_>> = waiting.iter().map(waiting_tenant).collect();
        let low = tx.rows(LOW, &[LISTED_MAX.into()]).await?;
        let low: Result<Vec<_>> = low.iter().map(low_wallet).collect();
        let alerts = ListOperatorAlerts {
            open: true,
            page: Page::first(),
        };
        let old = self.now.plus_seconds(-OLD_HOLD_SECONDS);
        Ok(Attention {
            waiting: waiting?,
            waiting_count: count(tx, COUNT_WAITING, &[COUNTED_MAX.into()]).await?,
            low: low?,
            alerts: alerts.run(tx).await?.items,
            live: ListLiveRequests.run(tx).await?,
            tasks_stuck: count(tx, COUNT_TASKS, &["stuck".into(), COUNTED_MAX.into()]).await?,
            tasks_due: count(tx, COUNT_TASKS, &["due".into(), COUNTED_MAX.into()]).await?,
            proposals: count(tx, COUNT_PROPOSALS, &[self.now.into(), COUNTED_MAX.into()]).await?,
            access_requests: count(tx, COUNT_REQUESTS, &[self.now.into(), COUNTED_MAX.into()])
                .await?,
            holds_old: count(tx, COUNT_HOLDS, &[old.into(), COUNTED_MAX.into()]).await?,
            proof: ListProofs.run(tx).await?.into_iter().next(),
        })
    }
}

async fn count(tx: &mut Tx<'_>, sql: &'static str, of: &[Value<'_>]) -> Result<i64> {
    Ok(tx.one(sql, of).await?.get("n")?)
}

fn waiting_tenant(row: &Row) -> Result<WaitingTenant> {
    Ok(WaitingTenant {
        id: row.get("id")?,
        name: row.get("name")?,
        email: address(row.get("email")?),
        since: row.get("created_at")?,
    })
}

fn low_wallet(row: &Row) -> Result<LowWallet> {
    Ok(LowWallet {
        id: row.get("id")?,
        name: row.get("name")?,
        balance: row.get("balance_kobo")?,
        since: row.get("since")?,
    })
}

/// An account on the other side of the wallets' transfers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SystemAccount {
    pub environment: Environment,
    /// `funding` or `adjustment`.
    pub name: String,
    /// Negative: what wallets got from it.
    pub balance: Kobo,
}

/// The system accounts of both environments.
#[derive(Debug)]
pub struct ListAccounts;

impl Op for ListAccounts {
    type Out = Vec<SystemAccount>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let account = |row: &Row| {
            Ok(SystemAccount {
                environment: row.get("environment")?,
                name: row.get("name")?,
                balance: row.get("balance_kobo")?,
            })
        };
        tx.rows(ACCOUNTS, &[]).await?.iter().map(account).collect()
    }
}
