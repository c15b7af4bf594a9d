//! The keys that reach an environment, what they are called for, and whether an old one is
//! still needed.

use std::collections::BTreeMap;

use kofa_core::{Actor, Listed, Page};
use kofa_domain::{Environment, KeyId, Result, TenantId, Timestamp};
pub use kofa_identity::key_warnings::WARNED_DAYS;
use kofa_identity::keys::{self, ApiKey};
use kofa_identity::tenants;
use kofa_store::{Op, Row, Tx, Value};

use crate::calls::{CallFilter, FindCalls, Span};

/// A key that made no call for so many days is asked after.
pub const UNUSED_DAYS: i64 = 90;
/// Most expiring keys that are told of at once.
const EXPIRING_MAX: i64 = 20;
/// Days of traffic that are read at most.
const DAYS_MAX: i64 = 92;
/// How long a rotated key must have been silent to be called unneeded, in seconds.
const SILENT_SECONDS: i64 = 15 * 60;

const LIST: &str = "select k.*, u.at as used_at, u.ip as used_ip, \
     u.environment as used_environment, u.operation_id as used_operation_id \
     from api_key k left join key_usage u on u.key_id = k.id \
     where k.tenant_id = $1 and k.id < $2 and k.environments like $4 \
     order by k.id desc limit $3";
const EXPIRING: &str = "select k.*, u.at as used_at, u.ip as used_ip, \
     u.environment as used_environment, u.operation_id as used_operation_id \
     from api_key k left join key_usage u on u.key_id = k.id \
     where k.tenant_id = $1 and k.environments like $2 and k.revoked_at is null \
     and k.rotated_to is null and k.expires_at > $3 and k.expires_at <= $4 \
     order by k.expires_at, k.id limit $5";
const ROTATED_FROM: &str = "select id from api_key where tenant_id = $1 and rotated_to = $2";
const WALLET: &str = "select no from wallet where tenant_id = $1 and environment = $2";
const BY_DAY: &str = "select day as at, status, cast(sum(calls) as bigint) as calls \
     from usage_day where wallet_no = $1 and day >= $2 and key_id = $3 \
     group by day, status order by day";
const BY_HOUR: &str = "select hour as at, status, cast(sum(calls) as bigint) as calls \
     from usage_hour where wallet_no = $1 and hour >= $2 and key_id = $3 \
     group by hour, status order by hour";

/// Environments are stored as words with spaces between; none is part of another.
fn reaching(environment: Environment) -> String {
    format!("%{environment}%")
}

/// A tenant's keys that reach an environment, the newest first.
#[derive(Debug)]
pub struct ListReach {
    pub tenant: TenantId,
    pub environment: Environment,
    pub page: Page,
}

impl Op for ListReach {
    type Out = Listed<ApiKey>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        tenants::find(tx, &self.tenant).await?;
        let params: [Value<'_>; 4] = [
            (&self.tenant).into(),
            self.page.before_id().into(),
            self.page.rows().into(),
            reaching(self.environment).into(),
        ];
        let rows = tx.rows(LIST, &params).await?;
        let keys: Result<Vec<ApiKey>> = rows.iter().map(ApiKey::from_row).collect();
        Ok(self.page.cut(keys?, |key| key.id.to_string()))
    }
}

/// A tenant's keys that reach an environment and soon expire, the soonest first; at most 20.
/// Those that were rotated are none: another took their place.
#[derive(Debug)]
pub struct ListExpiring {
    pub tenant: TenantId,
    pub environment: Environment,
    pub now: Timestamp,
}

impl Op for ListExpiring {
    type Out = Vec<ApiKey>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let days = WARNED_DAYS.iter().max().copied().unwrap_or_default();
        let params: [Value<'_>; 5] = [
            (&self.tenant).into(),
            reaching(self.environment).into(),
            self.now.into(),
            self.now.plus_seconds(days * 86_400).into(),
            EXPIRING_MAX.into(),
        ];
        let rows = tx.rows(EXPIRING, &params).await?;
        rows.iter().map(ApiKey::from_row).collect()
    }
}

/// What a key was called for in a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeyCalls {
    pub good: i64,
    /// Calls that the caller got wrong.
    pub wrong: i64,
    /// Calls that failed on our side.
    pub failed: i64,
}

impl KeyCalls {
    pub fn all(&self) -> i64 {
        self.good + self.wrong + self.failed
    }

    /// Adds others to these.
    pub fn join(&mut self, other: &Self) {
        self.good += other.good;
        self.wrong += other.wrong;
        self.failed += other.failed;
    }

    fn add(&mut self, status: i64, calls: i64) {
        match status {
            500.. => self.failed += calls,
            400.. => self.wrong += calls,
            _ => self.good += calls,
        }
    }
}

/// The calls of a key in an environment since a moment, by the beginning of each day (of
/// Lagos) or hour that has any.
#[derive(Debug)]
pub struct ReadKeyCalls {
    pub actor: Actor,
    pub key: KeyId,
    pub environment: Environment,
    /// Since when; at most 92 days are read.
    pub from: Timestamp,
    pub now: Timestamp,
    /// By the hour instead of by the day.
    pub hourly: bool,
}

impl Op for ReadKeyCalls {
    type Out = BTreeMap<Timestamp, KeyCalls>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let key = keys::find(tx, &self.actor, &self.key).await?;
        let params = [(&key.tenant_id).into(), self.environment.into()];
        let mut calls: BTreeMap<Timestamp, KeyCalls> = BTreeMap::new();
        let Some(wallet) = tx.opt(WALLET, &params).await? else {
            return Ok(calls);
        };
        let from = self.from.max(self.now.plus_seconds(-DAYS_MAX * 86_400));
        let params: [Value<'_>; 3] = [
            wallet.get::<i64>("no")?.into(),
            from.into(),
            (&self.key).into(),
        ];
        let query = if self.hourly { BY_HOUR } else { BY_DAY };
        let one = |row: &Row| -> Result<(Timestamp, i64, i64)> {
            Ok((row.get("at")?, row.get("status")?, row.get("calls")?))
        };
        for row in &tx.rows(query, &params).await? {
            let (at, status, n) = one(row)?;
            calls.entry(at).or_default().add(status, n);
        }
        Ok(calls)
    }
}

/// Calls of a first hour that are counted one by one, at most.
const COUNTED_MAX: u32 = 5_000;

/// The calls of a key in an environment since it was rotated, or since it took another's place,
/// by the beginning of each hour that has any.
#[derive(Debug)]
pub struct ReadTurnoverCalls {
    pub actor: Actor,
    pub key: KeyId,
    pub environment: Environment,
    /// When it was rotated; at most 92 days ago.
    pub since: Timestamp,
    pub now: Timestamp,
}

/// What [`ReadTurnoverCalls`] found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnoverCalls {
    /// By the beginning of the hour.
    pub hours: BTreeMap<Timestamp, KeyCalls>,
    /// Whether those of the first hour are all of that hour's: there were too many to count
    /// those after the moment one by one.
    pub is_whole_hour: bool,
}

impl Op for ReadTurnoverCalls {
    type Out = TurnoverCalls;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<TurnoverCalls> {
        let key = keys::find(tx, &self.actor, &self.key).await?;
        let first = Span::Hour.start(self.since);
        let by_hour = ReadKeyCalls {
            actor: self.actor.clone(),
            key: self.key.clone(),
            environment: self.environment,
            from: first,
            now: self.now,
            hourly: true,
        };
        let mut hours = by_hour.run(tx).await?;
        let in_first_hour = FindCalls {
            tenant: key.tenant_id,
            environment: self.environment,
            filter: CallFilter {
                key_id: Some(self.key.clone()),
                from: Some(self.since),
                until: Some(first.plus_seconds(3_600)),
                ..CallFilter::default()
            },
            before: None,
            limit: COUNTED_MAX,
        };
        let found = in_first_hour.run(tx).await?;
        let is_whole_hour = found.next.is_some();
        if !is_whole_hour {
            let mut counted = KeyCalls::default();
            for call in &found.rows {
                counted.add(call.status.into(), 1);
            }
            hours.remove(&first);
            if counted.all() > 0 {
                hours.insert(first, counted);
            }
        }
        Ok(TurnoverCalls {
            hours,
            is_whole_hour,
        })
    }
}

/// The key whose place a key took, if it took one's.
#[derive(Debug)]
pub struct FindRotatedFrom {
    pub actor: Actor,
    pub key: KeyId,
}

impl Op for FindRotatedFrom {
    type Out = Option<KeyId>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let key = keys::find(tx, &self.actor, &self.key).await?;
        let params = [(&key.tenant_id).into(), (&self.key).into()];
        let row = tx.opt(ROTATED_FROM, &params).await?;
        Ok(row.map(|row| row.get("id")).transpose()?)
    }
}

/// Whether a key that was rotated is still needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turnover {
    /// Nobody called with the new key yet.
    NewUnused,
    /// The old key made a call lately.
    OldInUse,
    /// The new key is in use and the old one has been silent.
    SafeToEnd,
    /// The old key works no more.
    Over,
}

impl Turnover {
    /// By the last calls of both keys. The last call of a key is known to within some seconds.
    pub fn of(old: &ApiKey, new: &ApiKey, now: Timestamp) -> Self {
        let ended = old.revoked_at.is_some() || old.plan.expires_at.is_some_and(|at| at <= now);
        let silent_since = now.plus_seconds(-SILENT_SECONDS);
        let old_used = old.last_used.as_ref().map(|used| used.at);
        if ended {
            Self::Over
        } else if new.last_used.is_none() {
            Self::NewUnused
        } else if old_used.is_some_and(|at| at > silent_since) {
            Self::OldInUse
        } else {
            Self::SafeToEnd
        }
    }
}

/// In how many days at most a key expires, as one of [`WARNED_DAYS`]; `None` if not that soon,
/// or if it works no more.
pub fn expires_within(key: &ApiKey, now: Timestamp) -> Option<i64> {
    let ends = key.plan.expires_at.filter(|at| *at > now)?;
    if key.revoked_at.is_some() {
        return None;
    }
    WARNED_DAYS
        .into_iter()
        .find(|days| ends <= now.plus_seconds(days * 86_400))
}

/// Whether a key works and made no call for [`UNUSED_DAYS`], or since it was made.
pub fn is_unused(key: &ApiKey, now: Timestamp) -> bool {
    let since = key
        .last_used
        .as_ref()
        .map_or(key.created_at, |used| used.at);
    let works = key.revoked_at.is_none() && key.plan.expires_at.is_none_or(|at| at > now);
    works && since.plus_seconds(UNUSED_DAYS * 86_400) <= now
}

#[cfg(test)]
mod tests {
    use kofa_domain::{Ids, Scope};

    use super::*;
    use kofa_identity::key_plan::KeyPlan;
    use kofa_identity::keys::KeyUse;

    const NOW: Timestamp = Timestamp::from_micros(1_795_253_400_000_000);

    fn key(used: Option<i64>, expires: Option<i64>) -> ApiKey {
        ApiKey {
            id: Ids.id(NOW),
            tenant_id: Ids.id(NOW),
            plan: KeyPlan {
                name: "Till".into(),
                scopes: vec![Scope::new("investment_ipo")],
                environments: vec![Environment::Live],
                allowed_cidrs: vec![],
                expires_at: expires.map(|seconds| NOW.plus_seconds(seconds)),
            },
            prefix: "kofa_live_abcd".into(),
            last_four: "wxyz".into(),
            created_at: NOW.plus_seconds(-100 * 86_400),
            revoked_at: None,
            rotated_to: None,
            last_used: used.map(|seconds| KeyUse {
                at: NOW.plus_seconds(seconds),
                ip: "10.0.0.1".into(),
                environment: Environment::Live,
                operation_id: "listOffers".into(),
            }),
        }
    }

    #[test]
    fn an_old_key_is_let_go_when_only_the_new_one_is_used() {
        let check = |old: &ApiKey, new: &ApiKey, expected| {
            assert_eq!(Turnover::of(old, new, NOW), expected);
        };
        check(
            &key(Some(-60), Some(900)),
            &key(None, None),
            Turnover::NewUnused,
        );
        check(&key(None, Some(900)), &key(None, None), Turnover::NewUnused);
        let new = key(Some(-5), None);
        check(&key(Some(-60), Some(900)), &new, Turnover::OldInUse);
        check(&key(Some(-899), Some(900)), &new, Turnover::OldInUse);
        check(&key(Some(-900), Some(900)), &new, Turnover::SafeToEnd);
        check(&key(None, Some(900)), &new, Turnover::SafeToEnd);
        check(&key(Some(-1), Some(0)), &new, Turnover::Over);
        let revoked = ApiKey {
            revoked_at: Some(NOW),
            ..key(None, None)
        };
        check(&revoked, &new, Turnover::Over);
    }

    #[test]
    fn warnings_come_at_thirty_seven_and_one_day() {
        let check = |seconds, expected| {
            assert_eq!(expires_within(&key(None, Some(seconds)), NOW), expected);
        };
        check(0, None);
        check(60, Some(1));
        check(86_401, Some(7));
        check(7 * 86_400, Some(7));
        check(30 * 86_400, Some(30));
        check(30 * 86_400 + 1, None);
        assert_eq!(expires_within(&key(None, None), NOW), None);
    }

    #[test]
    fn a_key_that_made_no_call_for_ninety_days_is_asked_after() {
        assert!(is_unused(&key(None, None), NOW));
        assert!(is_unused(&key(Some(-90 * 86_400), None), NOW));
        assert!(!is_unused(&key(Some(-89 * 86_400), None), NOW));
        assert!(!is_unused(&key(None, Some(-1)), NOW));
    }
}
