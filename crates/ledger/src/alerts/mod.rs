//! Who is told when a wallet runs low.
//!
//! A rule is a balance in kobo or a runway in days, which the pace of the last seven days turns
//! into kobo. A crossing is stored by the movement of money that crosses, in its transaction:
//! each one compares the new balance with one number that its wallet's own row carries
//! (`alert_kobo`), and only if there is less the rules are looked at. What a runway comes to
//! is worked out again by the first movement of each hour.
//!
//! A rule that fired is quiet until there is as much again; then its alert is cleared.

mod listed;

pub use crate::alerts::listed::{Alert, ListAlerts, ReadOpenAlerts};

use kofa_core::audit::{self, Change};
use kofa_core::endpoint::WalletNo;
use kofa_core::event::EventType;
use kofa_core::{ActorAt, MemberRole, Right};
use kofa_domain::{Environment, Error, Kobo, RequestId, Result, TenantId, Timestamp, codes};
use kofa_store::{Op, Row, Tx, Type, Value};
use serde_json::json;

use crate::row::{lock_wallet, tell};

/// Most balances that one wallet is watched for.
pub const BALANCES_MAX: usize = 3;
/// Longest runway that can be watched for, in days.
pub const RUNWAY_DAYS_MAX: i64 = 365;
/// Highest balance that can be watched for: ten trillion naira.
pub const BALANCE_MAX: Kobo = Kobo::new(1_000_000_000_000_000);
/// How far back the pace looks, in days.
pub const PACE_DAYS: i64 = 7;
/// What the live wallet of a new tenant is watched for, until somebody says otherwise.
pub const FIRST_BALANCE: Kobo = Kobo::new(100_000);
const HOUR_US: i64 = 3_600_000_000;
const DAY_US: i64 = 24 * HOUR_US;

const RULES: &str = "select kind, threshold, level_kobo, armed, roles from wallet_alert_rule \
     where wallet_no = $1 order by kind, threshold limit 100";
const PACE: &str = "select min(hour) as first, \
     cast(coalesce(sum(charge_kobo), 0) as bigint) as spent from usage_hour \
     where wallet_no = $1 and hour >= $2 and charge_kobo > 0";
const MARK: &str = "update wallet_alert_rule set level_kobo = $4, armed = $5 \
     where wallet_no = $1 and kind = $2 and threshold = $3";
const WATCH: &str = "update wallet set alert_kobo = $2, alert_until = $3 where no = $1";
const FIRE: &str = "insert into wallet_alert (wallet_no, kind, threshold, level_kobo, \
     balance_kobo, at, request_id, roles) values ($1, $2, $3, $4, $5, $6, $7, $8)";
const CLEAR: &str = "update wallet_alert set cleared_at = $4 \
     where wallet_no = $1 and kind = $2 and threshold = $3 and cleared_at is null";
const REMOVE: &str = "delete from wallet_alert_rule \
     where wallet_no = $1 and kind = $2 and threshold = $3";
const PUT: &str = "insert into wallet_alert_rule \
     (wallet_no, kind, threshold, level_kobo, armed, roles) values ($1, $2, $3, 0, $4, $5) \
     on conflict (wallet_no, kind, threshold) do update set roles = excluded.roles";
/// Who is told of what stands already: those who were left out would see it for ever.
const RETELL: &str = "update wallet_alert set roles = $2 \
     where wallet_no = $1 and cleared_at is null";
const FIRST: &str = "insert into wallet_alert_rule \
     (wallet_no, kind, threshold, level_kobo, armed, roles) \
     select no, 'balance', $2, $2, $3, 'owner finance' from wallet \
     where tenant_id = $1 and environment = 'live'";
const WALLET: &str = "select no from wallet where tenant_id = $1 and environment = $2";

/// Watches the live wallet of a new tenant. It is empty: the rule is armed by the first money
/// that is enough, so that nobody is told of a wallet that was never used.
pub async fn watch_new(tx: &mut Tx<'_>, tenant: &TenantId) -> Result<()> {
    let params: [Value<'_>; 3] = [tenant.into(), FIRST_BALANCE.into(), false.into()];
    Ok(tx.exec_one(FIRST, &params).await?)
}

/// What a rule watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AlertKind {
    /// How much there is.
    Balance,
    /// How long it lasts.
    Runway,
}

impl AlertKind {
    /// `balance` or `runway`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Balance => "balance",
            Self::Runway => "runway",
        }
    }

    fn from_row(row: &Row) -> Result<Self> {
        let word: String = row.get("kind")?;
        let find = [Self::Balance, Self::Runway].into_iter();
        let mut found = find.filter(|one| one.as_str() == word);
        let unknown = || Error::internal("an alert is of no known kind");
        found.next().ok_or_else(unknown)
    }
}

/// How fast a wallet is spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// Spent in the last seven days.
    pub spent: Kobo,
    /// A day, since the first charge of these days.
    pub per_day: Kobo,
}

impl Pace {
    /// Of what was spent since `first`, at the most [`PACE_DAYS`] ago.
    pub fn new(spent: Kobo, first: Option<Timestamp>, now: Timestamp) -> Self {
        let since = first.map_or(0, |first| now.micros_since(first));
        let days = (since / DAY_US + i64::from(since % DAY_US > 0)).clamp(1, PACE_DAYS);
        let per_day = Kobo::new(spent.get() / days);
        Self { spent, per_day }
    }

    /// Whole days that `balance` lasts; `None` if nothing is spent.
    pub fn days_of(self, balance: Kobo) -> Option<i64> {
        balance.get().checked_div(self.per_day.get())
    }

    /// What is spent in so many days.
    fn of_days(self, days: i64) -> Kobo {
        let most = Kobo::new(i64::MAX);
        self.per_day.checked_mul(days).unwrap_or(most)
    }
}

async fn pace_of(tx: &mut Tx<'_>, wallet: WalletNo, now: Timestamp) -> Result<Pace> {
    let since = now.micros() - PACE_DAYS * DAY_US;
    let row = tx.one(PACE, &[wallet.0.into(), since.into()]).await?;
    Ok(Pace::new(row.get("spent")?, row.get("first")?, now))
}

/// How fast a tenant spends in an environment.
#[derive(Debug)]
pub struct ReadPace {
    pub tenant: TenantId,
    pub environment: Environment,
    pub now: Timestamp,
}

impl Op for ReadPace {
    type Out = Pace;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Pace> {
        let wallet = wallet_of(tx, &self.tenant, self.environment).await?;
        pace_of(tx, wallet, self.now).await
    }
}

async fn wallet_of(
    tx: &mut Tx<'_>,
    tenant: &TenantId,
    environment: Environment,
) -> Result<WalletNo> {
    let row = tx.opt(WALLET, &[tenant.into(), environment.into()]).await?;
    let unknown = || Error::new(&codes::NOT_FOUND, "There is no such tenant.");
    Ok(WalletNo(row.ok_or_else(unknown)?.get("no")?))
}

/// What a wallet's row says of when the rules are to be looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    below: Kobo,
    until: Timestamp,
}

impl Watch {
    /// From `alert_kobo` and `alert_until`.
    pub(crate) fn from_row(row: &Row) -> Result<Self> {
        Ok(Self {
            below: row.get("alert_kobo")?,
            until: row.get("alert_until")?,
        })
    }

    /// Whether a movement that left `balance` at the moment `at` looks at the rules.
    pub(crate) fn is_due(self, balance: Kobo, at: Timestamp) -> bool {
        balance < self.below || at >= self.until
    }
}

/// A wallet right after a movement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point {
    pub(crate) at: Timestamp,
    pub(crate) balance: Kobo,
    /// Of the call, if it was one.
    pub(crate) request_id: Option<RequestId>,
}

impl Point {
    /// After a movement that was no call.
    pub(crate) fn of_transfer(at: Timestamp, balance: Kobo) -> Self {
        Self {
            at,
            balance,
            request_id: None,
        }
    }
}

struct Rule {
    kind: AlertKind,
    threshold: i64,
    armed: bool,
    level: Kobo,
    roles: String,
}

impl Rule {
    fn from_row(row: &Row) -> Result<Self> {
        Ok(Self {
            kind: AlertKind::from_row(row)?,
            threshold: row.get("threshold")?,
            armed: row.get("armed")?,
            level: row.get("level_kobo")?,
            roles: row.get("roles")?,
        })
    }

    fn key(&self, wallet: WalletNo) -> [Value<'_>; 3] {
        [
            wallet.0.into(),
            self.kind.as_str().into(),
            self.threshold.into(),
        ]
    }
}

async fn rules_of(tx: &mut Tx<'_>, wallet: WalletNo) -> Result<Vec<Rule>> {
    let rows = tx.rows(RULES, &[wallet.0.into()]).await?;
    rows.iter().map(Rule::from_row).collect()
}

/// Looks at the rules after movements, in their order: fires what they crossed, arms again what
/// there is enough for. The wallet's row must be locked.
pub(crate) async fn look(tx: &mut Tx<'_>, wallet: WalletNo, points: &[Point]) -> Result<()> {
    let Some(last) = points.last() else {
        return Ok(());
    };
    let mut rules = rules_of(tx, wallet).await?;
    let by_runway = rules.iter().any(|rule| rule.kind == AlertKind::Runway);
    let pace = match by_runway {
        true => pace_of(tx, wallet, last.at).await?,
        false => Pace::default(),
    };
    for rule in &mut rules {
        let (level, again) = levels(rule, pace, last.request_id.is_some());
        let crossed = points.iter().find(|point| point.balance < level);
        let before = (rule.armed, rule.level);
        rule.level = level;
        match crossed {
            Some(point) if rule.armed => {
                fire(tx, wallet, rule, point).await?;
                rule.armed = false;
            }
            _ if !rule.armed && last.balance >= again => {
                clear(tx, wallet, rule, last.at).await?;
                rule.armed = true;
            }
            _ => {}
        }
        if before != (rule.armed, rule.level) {
            let [wallet, kind, threshold] = rule.key(wallet);
            let params = [wallet, kind, threshold, level.into(), rule.armed.into()];
            tx.exec_one(MARK, &params).await?;
        }
    }
    watch(tx, wallet, &rules, last.at).await
}

/// Below what a rule fires, and from what on it is armed again. A runway also grows while less
/// is spent; then it must have grown by a day, so that it does not fire every other hour.
fn levels(rule: &Rule, pace: Pace, by_call: bool) -> (Kobo, Kobo) {
    match rule.kind {
        AlertKind::Balance => (Kobo::new(rule.threshold), Kobo::new(rule.threshold)),
        AlertKind::Runway => {
            let more = i64::from(by_call);
            let again = pace.of_days(rule.threshold + more);
            (pace.of_days(rule.threshold), again)
        }
    }
}

async fn fire(tx: &mut Tx<'_>, wallet: WalletNo, rule: &Rule, point: &Point) -> Result<()> {
    let params: [Value<'_>; 8] = [
        wallet.0.into(),
        rule.kind.as_str().into(),
        rule.threshold.into(),
        rule.level.into(),
        point.balance.into(),
        point.at.into(),
        match &point.request_id {
            Some(id) => id.as_bytes().into(),
            None => Value::Null(Type::Bytes),
        },
        (&rule.roles).into(),
    ];
    tx.exec_one(FIRE, &params).await?;
    let data = json!({
        "kind": rule.kind.as_str(),
        "threshold": rule.threshold,
        "levelKobo": rule.level,
        "balanceKobo": point.balance,
        "requestId": point.request_id,
    });
    tell(tx, wallet, EventType::WalletLow, point.at, data).await
}

async fn clear(tx: &mut Tx<'_>, wallet: WalletNo, rule: &Rule, at: Timestamp) -> Result<()> {
    let [wallet, kind, threshold] = rule.key(wallet);
    tx.exec(CLEAR, &[wallet, kind, threshold, at.into()])
        .await?;
    Ok(())
}

/// Writes into the wallet's row when the rules are to be looked at next.
async fn watch(tx: &mut Tx<'_>, wallet: WalletNo, rules: &[Rule], at: Timestamp) -> Result<()> {
    let armed = rules.iter().filter(|rule| rule.armed);
    let below = armed.map(|rule| rule.level).max();
    let by_runway = rules.iter().any(|rule| rule.kind == AlertKind::Runway);
    let until = match by_runway {
        true => (at.micros().div_euclid(HOUR_US) + 1) * HOUR_US,
        false => i64::MAX,
    };
    let params = [
        wallet.0.into(),
        below.unwrap_or(Kobo::new(-1)).into(),
        until.into(),
    ];
    Ok(tx.exec_one(WATCH, &params).await?)
}

/// What a wallet is watched for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AlertPlan {
    /// Balances, the highest first.
    pub balances: Vec<Kobo>,
    /// Days that the balance must last.
    pub runway_days: Option<i64>,
    /// Which members are told.
    pub roles: Vec<MemberRole>,
}

impl AlertPlan {
    fn of(rules: &[Rule]) -> Self {
        let words = rules.first().map_or("", |rule| rule.roles.as_str());
        let of_kind = |kind| rules.iter().filter(move |rule| rule.kind == kind);
        let balances = of_kind(AlertKind::Balance).rev();
        Self {
            balances: balances.map(|rule| Kobo::new(rule.threshold)).collect(),
            runway_days: of_kind(AlertKind::Runway).map(|rule| rule.threshold).next(),
            roles: words.split(' ').filter_map(MemberRole::parse).collect(),
        }
    }

    fn keys(&self) -> Vec<(AlertKind, i64)> {
        let balances = self.balances.iter();
        let balances = balances.map(|one| (AlertKind::Balance, one.get()));
        let runway = self.runway_days.map(|days| (AlertKind::Runway, days));
        balances.chain(runway).collect()
    }

    fn roles_text(&self) -> String {
        self.roles
            .iter()
            .map(|role| role.as_str())
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn details(&self) -> serde_json::Value {
        json!({
            "balancesKobo": self.balances,
            "runwayDays": self.runway_days,
            "roles": self.roles_text(),
        })
    }
}

/// What a tenant's wallet is watched for.
#[derive(Debug)]
pub struct ReadAlertPlan {
    pub tenant: TenantId,
    pub environment: Environment,
}

impl Op for ReadAlertPlan {
    type Out = AlertPlan;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<AlertPlan> {
        let wallet = wallet_of(tx, &self.tenant, self.environment).await?;
        Ok(AlertPlan::of(&rules_of(tx, wallet).await?))
    }
}

/// Says what a tenant's wallet is watched for, in place of what was said before. A threshold
/// that the balance is below already fires at once.
#[derive(Debug)]
pub struct SetAlerts {
    pub by: ActorAt,
    pub tenant: TenantId,
    pub environment: Environment,
    /// Within [`BALANCES_MAX`], [`BALANCE_MAX`] and [`RUNWAY_DAYS_MAX`].
    pub plan: AlertPlan,
}

impl Op for SetAlerts {
    type Out = AlertPlan;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<AlertPlan> {
        self.by.actor.needs(Right::Alerts(&self.tenant))?;
        let wallet = wallet_of(tx, &self.tenant, self.environment).await?;
        let balance = lock_wallet(tx, wallet).await?;
        let rules = rules_of(tx, wallet).await?;
        let (before, keys) = (AlertPlan::of(&rules), self.plan.keys());
        if before == self.plan {
            return Ok(before);
        }
        for rule in &rules {
            if !keys.contains(&(rule.kind, rule.threshold)) {
                clear(tx, wallet, rule, self.by.at).await?;
                tx.exec_one(REMOVE, &rule.key(wallet)).await?;
            }
        }
        let roles = self.plan.roles_text();
        for (kind, threshold) in keys {
            let params: [Value<'_>; 5] = [
                wallet.0.into(),
                kind.as_str().into(),
                threshold.into(),
                true.into(),
                (&roles).into(),
            ];
            tx.exec_one(PUT, &params).await?;
        }
        let params = [wallet.0.into(), (&roles).into()];
        tx.exec(RETELL, &params).await?;
        let here = Point::of_transfer(self.by.at, balance);
        look(tx, wallet, &[here]).await?;
        let change = Change {
            by: &self.by,
            action: "wallet.alerts",
            subject: self.environment.as_str(),
            tenant: Some(&self.tenant),
            details: json!({"from": before.details(), "to": self.plan.details()}),
        };
        audit::append(tx, change).await?;
        Ok(self.plan.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pace_is_that_of_the_days_since_the_first_charge() {
        let now = Timestamp::from_micros(100 * DAY_US);
        let check = |spent, ago_us: Option<i64>, per_day| {
            let first = ago_us.map(|ago| Timestamp::from_micros(now.micros() - ago));
            let pace = Pace::new(Kobo::new(spent), first, now);
            assert_eq!(pace.per_day, Kobo::new(per_day), "{ago_us:?}");
        };
        check(0, None, 0);
        check(700, Some(HOUR_US), 700);
        check(700, Some(DAY_US + 1), 350);
        check(700, Some(7 * DAY_US), 100);
        let pace = Pace::new(Kobo::new(700), None, now);
        assert_eq!(pace.days_of(Kobo::new(1_500)), Some(2));
        assert_eq!(Pace::default().days_of(Kobo::new(1_500)), None);
    }
}
