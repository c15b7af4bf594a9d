//! Who is told of the end of a job.

use kofa_core::event::{self, EventType, NewEvent};
use kofa_domain::{Environment, RequestId, Result, TenantId, Timestamp};
use kofa_events::job::JobAddress;
use kofa_store::Tx;
use serde_json::{Value as Json, json};

use crate::jobs::state::Status;

const TOLD: &str = "select tenant_id, environment, status, webhook_url, webhook_lane \
     from poa_job where request_id = $1";

/// Tells the tenant of the end of a job, and the address that the job named.
pub(super) async fn tell_end(
    tx: &mut Tx<'_>,
    job: RequestId,
    mut data: Json,
    now: Timestamp,
) -> Result<()> {
    let row = tx.one(TOLD, &[job.as_bytes().into()]).await?;
    let (tenant, environment): (TenantId, Environment) =
        (row.get("tenant_id")?, row.get("environment")?);
    let status: String = row.get("status")?;
    data["request_id"] = json!(job);
    let event = NewEvent {
        tenant: &tenant,
        environment,
        of: match status == Status::Succeeded.as_str() {
            true => EventType::JobCompleted,
            false => EventType::JobFailed,
        },
        at: now,
        data,
    };
    let event = event::append_one(tx, &event).await?;
    let (sealed, lane): (Option<Vec<u8>>, Option<String>) =
        (row.get("webhook_url")?, row.get("webhook_lane")?);
    if let Some((sealed, lane)) = sealed.zip(lane) {
        let address = JobAddress { sealed, lane };
        let whose = (&tenant, environment);
        kofa_events::job::send(tx, whose, (job, &address), event, now).await?;
    }
    Ok(())
}
