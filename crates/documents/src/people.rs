//! Jobs as records of people: found where the caller's words or the answer hold a number or an
//! address. See [`kofa_core::people`].
//!
//! A document itself is not searched: it is kept, sealed, only until it has been read.

use kofa_core::people::{Fate, PeopleKind, PeopleScope, PersonalRecord};
use kofa_domain::{Environment, RequestId, Result, Sensitive, TenantId, Timestamp};
use kofa_store::{Op, Row, Tx, Value, Vault};
use serde_json::json;

use crate::jobs::sealed::{Part, open};

/// Jobs that are opened at a time.
const OPENED: i64 = 200;
const NONE: [u8; 16] = [0; 16];

const JOBS: &str = "select request_id, environment, tenant_id, status, request_sealed, \
     result_sealed, created_at from poa_job where request_id > $1 order by request_id limit $2";
const DROP: &str = "delete from poa_job where request_id = $1 \
     and status not in ('queued', 'processing')";

/// A job and what is sealed in it.
#[derive(Clone, Debug)]
pub struct SealedJob {
    request_id: RequestId,
    environment: Environment,
    tenant_id: TenantId,
    is_under_way: bool,
    request: Vec<u8>,
    result: Option<Vec<u8>>,
    created_at: Timestamp,
}

/// Jobs after one; none at the end.
#[derive(Clone, Copy, Debug)]
pub struct ScanJobs {
    pub after: RequestId,
}

impl Op for ScanJobs {
    type Out = Vec<SealedJob>;
    const IS_LONG: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let params: [Value<'_>; 2] = [self.after.as_bytes().into(), OPENED.into()];
        let one = |row: &Row| {
            let (id, status): (Vec<u8>, String) = (row.get("request_id")?, row.get("status")?);
            Ok(SealedJob {
                request_id: RequestId::from_slice(&id).map_err(kofa_domain::Error::internal)?,
                environment: row.get("environment")?,
                tenant_id: row.get("tenant_id")?,
                is_under_way: matches!(status.as_str(), "queued" | "processing"),
                request: row.get("request_sealed")?,
                result: row.get("result_sealed")?,
                created_at: row.get("created_at")?,
            })
        };
        tx.rows(JOBS, &params).await?.iter().map(one).collect()
    }
}

/// Removes a job that is over, with its answer; whether it was there to be removed.
#[derive(Clone, Copy, Debug)]
pub struct EraseJob {
    pub request_id: RequestId,
}

impl Op for EraseJob {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        Ok(tx.exec(DROP, &[self.request_id.as_bytes().into()]).await? > 0)
    }
}

/// What is said in a job, opened: the caller's words, and the answer if there is one.
fn opened(vault: &Vault, job: &SealedJob) -> Result<[Sensitive<String>; 2]> {
    let text = |part, sealed: &[u8]| {
        let plain = open(vault, part, job.request_id, sealed)?;
        let text = String::from_utf8_lossy(plain.expose()).into_owned();
        Ok::<_, kofa_domain::Error>(Sensitive::new(text))
    };
    let result = match &job.result {
        Some(sealed) => text(Part::Result, sealed)?,
        None => Sensitive::new("null".to_owned()),
    };
    Ok([text(Part::Request, &job.request)?, result])
}

async fn records(scope: PeopleScope, erase: bool) -> Result<Vec<PersonalRecord>> {
    let (mut all, mut after) = (Vec::new(), RequestId::from_bytes(NONE));
    loop {
        let jobs = scope.store.read(ScanJobs { after }).await?;
        let Some(last) = jobs.last() else {
            return Ok(all);
        };
        after = last.request_id;
        for job in &jobs {
            let [request, result] = opened(&scope.vault, job)?;
            let says = |text: &Sensitive<String>| scope.who.is_in(text.expose());
            if !says(&request) && !says(&result) {
                continue;
            }
            let request_id = job.request_id;
            let goes =
                !job.is_under_way && (!erase || scope.store.write(EraseJob { request_id }).await?);
            let json = |text: &Sensitive<String>| -> serde_json::Value {
                serde_json::from_str(text.expose()).unwrap_or_default()
            };
            let data = json!({"request": json(&request), "result": json(&result)});
            all.push(PersonalRecord {
                kind: "extraction_job",
                id: request_id.to_string(),
                environment: Some(job.environment),
                tenant: Some(job.tenant_id.clone()),
                at: job.created_at,
                fate: match goes {
                    true => Fate::Goes,
                    false => Fate::Stays(
                        "The document is being read: the job ends first, or is cancelled."
                            .to_owned(),
                    ),
                },
                data: Sensitive::new(data),
            });
        }
    }
}

/// Jobs whose words or answers name the person.
pub const JOBS_OF_PEOPLE: PeopleKind = PeopleKind {
    name: "extraction_job",
    about: "Jobs of proof of address whose file name, reference or result holds the value. \
            Results are deleted after `retention_documents_days`, documents once they are read.",
    find: |scope| Box::pin(records(scope, false)),
    erase: |scope| Box::pin(records(scope, true)),
};
