//! Tenants whose jobs fail more often than they should.

use kofa_domain::{Environment, RequestId, Result, TenantId, Timestamp};
use kofa_insight::operator_alerts::{AlertKind, Condition, FailingJobs, Standing};
use kofa_store::{Op, Row, Tx};

/// Jobs that were created within so many seconds are counted.
const SPAN_SECONDS: i64 = 3_600;
/// Fewer that ended say nothing.
const ENDED_MIN: i64 = 10;
/// Failed ones of a hundred from which on it is bad, and below which it is well again.
const BAD_PCT: i64 = 50;
const WELL_PCT: i64 = 25;

const COUNT: &str = "select tenant_id, environment, count(*) as ended, \
     cast(sum(case when status = 'failed' then 1 else 0 end) as bigint) as failed from poa_job \
     where environment in ('sandbox', 'live') and status in ('failed', 'succeeded') \
     and request_id > $1 group by tenant_id, environment";

/// The jobs of the last hour, as conditions: one for each tenant with any, by environment.
#[derive(Clone, Copy, Debug)]
pub struct FindFailing {
    pub now: Timestamp,
}

impl Op for FindFailing {
    type Out = Vec<Condition>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        // Ids of jobs begin with the moment of their call.
        let since = self.now.plus_seconds(-SPAN_SECONDS).millis();
        let since = u128::from(since.max(0).unsigned_abs());
        let since = RequestId::from_u128(since << 80).as_bytes().to_vec();
        let rows = tx.rows(COUNT, &[(&since).into()]).await?;
        rows.iter().map(condition).collect()
    }
}

fn condition(row: &Row) -> Result<Condition> {
    let (tenant, environment): (TenantId, Environment) =
        (row.get("tenant_id")?, row.get("environment")?);
    let (failed, ended): (i64, i64) = (row.get("failed")?, row.get("ended")?);
    let says = format!(
        "{failed} of {ended} extraction jobs of the last hour failed in {environment} ({tenant})."
    );
    let subject = format!("{tenant}/{environment}");
    Ok(Condition {
        jobs: Some(FailingJobs {
            tenant,
            environment,
            failed,
            ended,
        }),
        ..Condition::new(
            AlertKind::JobsFailing,
            subject,
            standing(failed, ended),
            says,
        )
    })
}

fn standing(failed: i64, ended: i64) -> Standing {
    match failed * 100 {
        _ if failed == 0 => Standing::Well,
        _ if ended < ENDED_MIN => Standing::Between,
        failed if failed >= ended * BAD_PCT => Standing::Bad,
        failed if failed < ended * WELL_PCT => Standing::Well,
        _ => Standing::Between,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_takes_many_to_be_bad_and_few_to_be_well() {
        let check = |failed, ended, expected| {
            assert_eq!(standing(failed, ended), expected, "{failed} of {ended}");
        };
        check(9, 9, Standing::Between);
        check(5, 10, Standing::Bad);
        check(4, 10, Standing::Between);
        check(25, 100, Standing::Between);
        check(24, 100, Standing::Well);
        check(0, 3, Standing::Well);
        check(100, 100, Standing::Bad);
    }
}
