//! `POST /api/v1/proof-of-address/jobs/{request_id}/cancel`

use kofa_core::endpoint::{Endpoint, JSON_BYTES_MAX, Verb};
use kofa_core::schema::text;
use kofa_domain::{Code, Error, RequestId, Result};
use kofa_gate::call::Call;
use kofa_gate::{Answer, ProductEndpoint, Reference, Refusal, Request};
use kofa_ledger::Holds;
use kofa_store::{Store, Vault};

use super::get_job::{find, job_id, with_id};
use super::job_record::JobRecord;
use crate::codes;
use crate::endpoint::BASE;
use crate::jobs::Status;
use crate::jobs::ops::CancelJob;

#[derive(Debug)]
pub struct CancelExtractionJob {
    pub store: Store,
    /// Opens what is kept of them.
    pub vault: Vault,
    /// Gives back what is held.
    pub holds: Holds,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "cancelExtractionJob",
    verb: Verb::Post,
    path: "/api/v1/proof-of-address/jobs/{request_id}/cancel",
    // Whatever a client sends along is not looked at.
    body_bytes_max: JSON_BYTES_MAX,
    shown: super::SHOWN,
    ..BASE
};

const DESCRIPTION: &str = "Cancels a job that is queued or in progress: its document is deleted \
                           and the funds on hold for it are released immediately. Free. Cancelling \
                           a job that is already cancelled returns it again; one that has \
                           succeeded, failed or expired returns 409 `job_not_cancellable`. No body \
                           is needed.";

impl ProductEndpoint for CancelExtractionJob {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = RequestId;

    async fn read(&self, _call: &Call, request: &Request) -> Result<RequestId> {
        job_id(request)
    }

    async fn run(&self, call: &Call, id: RequestId) -> Result<Answer, Refusal> {
        // Before anything is ended: nobody ends what is not theirs.
        find(&self.store, call, id).await?;
        let cancel = CancelJob {
            tenant_id: call.tenant_id().clone(),
            environment: call.environment(),
            request_id: id,
            now: call.now(),
        };
        self.holds.release(id, cancel).await?;
        let found = find(&self.store, call, id).await?;
        let job = &found.0;
        if job.status != Status::Cancelled {
            let message = format!(
                "The job cannot be cancelled: it is {}.",
                job.status.as_str()
            );
            let error = Error::new(&codes::JOB_NOT_CANCELLABLE, message);
            return Err(error.with_detail("status", job.status.as_str()).into());
        }
        Ok(JobRecord::new(&self.vault, found, None)?.answer()?)
    }

    fn reference() -> Reference {
        with_id(Reference::new("Cancel a job", DESCRIPTION))
            .answers::<JobRecord>(200, "The cancelled job.")
            .error_detail(
                "status",
                text(""),
                "With `job_not_cancellable`: the status of the job.",
            )
            .codes(CODES)
    }
}

const CODES: &[&Code] = &[&codes::JOB_NOT_FOUND, &codes::JOB_NOT_CANCELLABLE];
