//! What operators are alerted of: conditions that are looked at again and again, of which only the
//! crossing is written, once, until it is well again.

use std::collections::BTreeMap;

use kofa_core::event::{self, EventType, NewEvent};
use kofa_core::{Listed, Page};
use kofa_domain::{Environment, Error, Result, TenantId, Timestamp};
use kofa_store::{Op, Row, Store, Tx, Value};
use serde_json::json;

const DAY_SECONDS: i64 = 86_400;
/// Warnings before something ends, in days, the nearest first.
const WARNED_DAYS: [i64; 3] = [1, 7, 30];
/// Open alerts that are looked at; conditions beyond wait.
const OPEN_MAX: i64 = 1_000;

const OPEN: &str = "select id, kind, subject from operator_alert where cleared_at is null \
     order by id limit $1";
const RAISE: &str = "insert into operator_alert \
     (kind, subject, says, tenant_id, environment, raised_at) values ($1, $2, $3, $4, $5, $6) \
     on conflict (kind, subject) where cleared_at is null do nothing";
const CLEAR: &str = "update operator_alert set cleared_at = $2 \
     where id = $1 and cleared_at is null";
const STUCK: &str = "select kind, count(*) as n from outbox where state = 'stuck' \
     group by kind order by kind";
const TOKENS: &str = "select t.id, t.name, t.expires_at, o.name as operator from admin_token t \
     join operator o on o.id = t.operator_id and o.disabled_at is null \
     where t.revoked_at is null and t.rotated_to is null \
     and t.expires_at > $1 and t.expires_at <= $2 order by t.expires_at, t.id limit 500";
const LIST: &str = "select * from operator_alert where id < $1 order by id desc limit $2";
const LIST_OPEN: &str = "select * from operator_alert where id < $1 and cleared_at is null \
     order by id desc limit $2";

/// What an alert is about.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr, strum::VariantArray,
)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum AlertKind {
    /// An upstream refuses our account.
    UpstreamAccount,
    /// Our account at an upstream has little money left.
    UpstreamLow,
    /// Work outside failed too often.
    TasksStuck,
    /// An admin token or a certificate expires soon.
    Expiry,
    /// Many extraction jobs of a tenant fail.
    JobsFailing,
}

impl AlertKind {
    pub const ALL: [Self; 5] = kofa_domain::all();

    /// `upstream_account`, `upstream_low`, `tasks_stuck`, `expiry` or `jobs_failing`.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    fn parse(text: &str) -> Result<Self> {
        let found = Self::ALL.into_iter().find(|one| one.as_str() == text);
        found.ok_or_else(|| Error::internal("an alert is of no known kind"))
    }
}

/// How a condition is. Between the two it stays as it was: what swings around one value is not
/// told again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    Bad,
    Between,
    Well,
}

/// How many jobs of a tenant failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailingJobs {
    pub tenant: TenantId,
    pub environment: Environment,
    pub failed: i64,
    /// Of so many that ended.
    pub ended: i64,
}

/// Something that is watched, as it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    pub kind: AlertKind,
    /// What of that kind.
    pub subject: String,
    pub standing: Standing,
    /// What is wrong, in words; never a secret or a number of a person.
    pub says: String,
    /// Whom it is told to, too.
    pub jobs: Option<FailingJobs>,
}

impl Condition {
    /// Of nobody in particular.
    pub const fn new(kind: AlertKind, subject: String, standing: Standing, says: String) -> Self {
        Self {
            kind,
            subject,
            standing,
            says,
            jobs: None,
        }
    }

    /// That something ends: a condition once 30, 7 or 1 days are left.
    pub fn ending(
        (subject, says): (&str, &str),
        ends_at: Timestamp,
        now: Timestamp,
    ) -> Option<Self> {
        let left = ends_at.micros_since(now);
        let within = |days: &i64| left <= days * DAY_SECONDS * 1_000_000;
        let days = WARNED_DAYS.into_iter().find(within)?;
        let says = format!("{says} expires on {ends_at}.");
        let subject = format!("{subject}/{days}");
        Some(Self::new(AlertKind::Expiry, subject, Standing::Bad, says))
    }
}

/// Looks at conditions: raises what has crossed, and clears what is well or not there any more.
/// `conditions` are all there are, but for what the store itself knows.
#[derive(Clone, Debug)]
pub struct ObserveConditions {
    pub conditions: Vec<Condition>,
    pub now: Timestamp,
}

/// What an observation changes.
#[derive(Debug, Default)]
struct Crossed {
    raised: Vec<Condition>,
    cleared: Vec<i64>,
}

impl Crossed {
    fn is_empty(&self) -> bool {
        self.raised.is_empty() && self.cleared.is_empty()
    }
}

impl ObserveConditions {
    async fn crossed(&self, tx: &mut Tx<'_>) -> Result<Crossed> {
        let mut all: BTreeMap<(&'static str, String), Condition> = BTreeMap::new();
        let of_store = of_store(tx, self.now).await?;
        for one in self.conditions.iter().cloned().chain(of_store) {
            all.insert((one.kind.as_str(), one.subject.clone()), one);
        }
        let mut crossed = Crossed::default();
        for row in tx.rows(OPEN, &[OPEN_MAX.into()]).await? {
            let kind = AlertKind::parse(&row.get::<String>("kind")?)?;
            let now = all.remove(&(kind.as_str(), row.get("subject")?));
            if now.is_none_or(|it| it.standing == Standing::Well) {
                crossed.cleared.push(row.get("id")?);
            }
        }
        let bad = all.into_values().filter(|it| it.standing == Standing::Bad);
        crossed.raised = bad.collect();
        Ok(crossed)
    }

    async fn raise(&self, tx: &mut Tx<'_>, one: &Condition) -> Result<()> {
        let jobs = one.jobs.as_ref();
        let params: [Value<'_>; 6] = [
            one.kind.as_str().into(),
            (&one.subject).into(),
            (&one.says).into(),
            jobs.map(|it| it.tenant.as_str()).into(),
            jobs.map(|it| it.environment.as_str()).into(),
            self.now.into(),
        ];
        let is_new = tx.exec(RAISE, &params).await? > 0;
        let Some(jobs) = jobs.filter(|_| is_new) else {
            return Ok(());
        };
        let event = NewEvent {
            tenant: &jobs.tenant,
            environment: jobs.environment,
            of: EventType::JobsFailing,
            at: self.now,
            data: json!({"failed": jobs.failed, "ended": jobs.ended}),
        };
        event::append(tx, &[event]).await
    }
}

/// What the store knows: work that is stuck, and tokens that end.
async fn of_store(tx: &mut Tx<'_>, now: Timestamp) -> Result<Vec<Condition>> {
    let mut all = Vec::new();
    for row in tx.rows(STUCK, &[]).await? {
        let (kind, count): (String, i64) = (row.get("kind")?, row.get("n")?);
        let says = match count {
            1 => format!("A task of the kind {kind} is stuck."),
            count => format!("{count} tasks of the kind {kind} are stuck."),
        };
        let stuck = AlertKind::TasksStuck;
        all.push(Condition::new(stuck, kind, Standing::Bad, says));
    }
    let latest = now.plus_seconds(WARNED_DAYS[2] * DAY_SECONDS);
    for row in tx.rows(TOKENS, &[now.into(), latest.into()]).await? {
        let (id, name): (String, String) = (row.get("id")?, row.get("name")?);
        let operator: String = row.get("operator")?;
        let says = format!("The admin token \u{201c}{name}\u{201d} of {operator}");
        let ends_at: Timestamp = row.get("expires_at")?;
        all.extend(Condition::ending((&id, &says), ends_at, now));
    }
    Ok(all)
}

impl Op for ObserveConditions {
    /// How many alerts were raised or cleared.
    type Out = usize;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<usize> {
        let crossed = self.crossed(tx).await?;
        for one in &crossed.raised {
            self.raise(tx, one).await?;
        }
        for id in &crossed.cleared {
            tx.exec(CLEAR, &[(*id).into(), self.now.into()]).await?;
        }
        Ok(crossed.raised.len() + crossed.cleared.len())
    }
}

/// Whether an observation changes anything: as a rule it does not, and who writes waits for nobody
/// who only looks.
#[derive(Debug)]
struct HasCrossed(ObserveConditions);

impl Op for HasCrossed {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        Ok(!self.0.crossed(tx).await?.is_empty())
    }
}

/// Observes conditions.
///
/// # Errors
/// If the store cannot serve.
pub async fn observe(store: &Store, conditions: Vec<Condition>, now: Timestamp) -> Result<usize> {
    let observe = ObserveConditions { conditions, now };
    if !store.read(HasCrossed(observe.clone())).await? {
        return Ok(0);
    }
    store.write(observe).await
}

/// An alert.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperatorAlert {
    pub id: i64,
    pub kind: AlertKind,
    pub subject: String,
    pub says: String,
    pub tenant: Option<TenantId>,
    pub environment: Option<Environment>,
    pub raised_at: Timestamp,
    /// Since when it is well again.
    pub cleared_at: Option<Timestamp>,
}

impl OperatorAlert {
    fn from_row(row: &Row) -> Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            kind: AlertKind::parse(&row.get::<String>("kind")?)?,
            subject: row.get("subject")?,
            says: row.get("says")?,
            tenant: row.get("tenant_id")?,
            environment: row.get("environment")?,
            raised_at: row.get("raised_at")?,
            cleared_at: row.get("cleared_at")?,
        })
    }
}

/// The newest alerts first.
#[derive(Debug)]
pub struct ListOperatorAlerts {
    /// Only what is not cleared.
    pub open: bool,
    pub page: Page,
}

impl Op for ListOperatorAlerts {
    type Out = Listed<OperatorAlert>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let sql = if self.open { LIST_OPEN } else { LIST };
        let params = [self.page.before_seq()?.into(), self.page.rows().into()];
        let rows = tx.rows(sql, &params).await?;
        let all: Result<Vec<OperatorAlert>> = rows.iter().map(OperatorAlert::from_row).collect();
        Ok(self.page.cut(all?, |one| one.id.to_string()))
    }
}

const COUNT: &str = "select kind, count(*) as n from operator_alert where cleared_at is null \
     group by kind";

/// How many alerts of each kind are open.
#[derive(Debug)]
pub struct CountOpenAlerts;

impl Op for CountOpenAlerts {
    type Out = Vec<(AlertKind, i64)>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let rows = tx.rows(COUNT, &[]).await?;
        let one = |row: &Row| {
            Ok((
                AlertKind::parse(&row.get::<String>("kind")?)?,
                row.get("n")?,
            ))
        };
        rows.iter().map(one).collect()
    }
}

const OF_TENANT: &str = "select says from operator_alert where tenant_id = $1 \
     and environment = $2 and cleared_at is null order by id limit 5";
const KEYS: &str = "select name, last_four, expires_at from api_key where tenant_id = $1 \
     and ' ' || environments || ' ' like '% ' || $2 || ' %' and revoked_at is null \
     and rotated_to is null and expires_at > $3 and expires_at <= $4 \
     order by expires_at, id limit 5";
/// Keys that end within so many days are named above every page.
const NAMED_DAYS: i64 = 7;

/// What the members of a tenant read above every page of an environment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TenantNotices {
    /// Jobs that fail.
    pub jobs: Vec<String>,
    /// Keys that end soon.
    pub keys: Vec<String>,
}

#[derive(Debug)]
pub struct ReadTenantNotices {
    pub tenant: TenantId,
    pub environment: Environment,
    pub now: Timestamp,
}

impl Op for ReadTenantNotices {
    type Out = TenantNotices;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<TenantNotices> {
        let here = || [(&self.tenant).into(), self.environment.into()];
        let rows = tx.rows(OF_TENANT, &here()).await?;
        let jobs: Result<Vec<String>> = rows.iter().map(|row| Ok(row.get("says")?)).collect();
        let [tenant, environment] = here();
        let latest = self.now.plus_seconds(NAMED_DAYS * DAY_SECONDS);
        let params = [tenant, environment, self.now.into(), latest.into()];
        let key = |row: &Row| -> Result<String> {
            let (name, last_four): (String, String) = (row.get("name")?, row.get("last_four")?);
            let ends_at: Timestamp = row.get("expires_at")?;
            let key = format!("\u{201c}{name}\u{201d} (\u{2026}{last_four})");
            Ok(format!("The API key {key} expires on {ends_at}."))
        };
        let keys: Result<Vec<String>> = tx.rows(KEYS, &params).await?.iter().map(key).collect();
        Ok(TenantNotices {
            jobs: jobs?,
            keys: keys?,
        })
    }
}
