//! What an incident meant to one tenant: which of its calls failed meanwhile, and what they
//! were charged.

use kofa_domain::{Environment, Kobo, Result, Scope, TenantId, Timestamp};
use kofa_store::{Op, Tx, Value};

use super::days::{Counting, hour_of};
use super::incident::Incident;

const WALLET: &str = "select no from wallet where tenant_id = $1 and environment = $2";
const FAILED: &str = "select operation_id, error_code, cast(sum(calls) as bigint) as calls, \
     cast(sum(charge_kobo) as bigint) as charge from usage_hour \
     where wallet_no = $1 and hour >= $2 and hour < $3 and status >= 500 \
     group by operation_id, error_code order by operation_id, error_code";

/// A time in which calls are looked at; by whole hours. None of them, if it has not begun by its
/// end: work that was called off, or is still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    pub from: Timestamp,
    /// Until when; the hour that begins then is not of it.
    pub until: Timestamp,
}

impl Window {
    /// From the beginning of an incident to its end, or to now.
    pub fn of(incident: &Incident, now: Timestamp) -> Self {
        let until = incident.over_at().map_or(now, |at| at.min(now));
        Self {
            from: incident.starts_at,
            until,
        }
    }
}

/// Calls of a tenant that failed on our side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    pub operation_id: String,
    /// The error's code, or empty.
    pub error_code: String,
    pub calls: i64,
    /// What they were charged together.
    pub charge: Kobo,
}

/// The calls of a tenant that failed on our side, in each of some times.
#[derive(Debug)]
pub struct ReadFailed {
    pub tenant: TenantId,
    pub environment: Environment,
    /// When; at most as many as a page shows.
    pub windows: Vec<Window>,
}

impl Op for ReadFailed {
    type Out = Vec<Vec<Failed>>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let params = [(&self.tenant).into(), self.environment.into()];
        let Some(row) = tx.opt(WALLET, &params).await? else {
            return Ok(vec![Vec::new(); self.windows.len()]);
        };
        let wallet: i64 = row.get("no")?;
        let mut all = Vec::with_capacity(self.windows.len());
        for window in &self.windows {
            if window.until <= window.from {
                all.push(Vec::new());
                continue;
            }
            let params: [Value<'_>; 3] = [
                wallet.into(),
                hour_of(window.from).into(),
                window.until.into(),
            ];
            let mut failed = Vec::new();
            for row in tx.rows(FAILED, &params).await? {
                failed.push(Failed {
                    operation_id: row.get("operation_id")?,
                    error_code: row.get("error_code")?,
                    calls: row.get("calls")?,
                    charge: row.get("charge")?,
                });
            }
            all.push(failed);
        }
        Ok(all)
    }
}

/// How many of `failed`, of this environment, were calls to these products, and what they were
/// charged. What the sandbox was asked to play is no failure, nor is what was not connected.
pub fn sum(
    failed: &[Failed],
    environment: Environment,
    scopes: &[Scope],
    counting: &Counting,
) -> (i64, Kobo) {
    let counted = failed.iter().filter(|one| {
        let scope = counting.scope(&one.operation_id);
        scope.is_some_and(|scope| scopes.contains(&scope))
            && !counting.is_played(environment, &one.error_code)
            && !Counting::is_unconnected(&one.error_code)
    });
    counted.fold((0, Kobo::ZERO), |(calls, charge), one| {
        let charge = charge.checked_add(one.charge).unwrap_or(charge);
        (calls + one.calls, charge)
    })
}
