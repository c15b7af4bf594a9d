//! `GET /api/v1/proof-of-address/jobs/{request_id}`

use kofa_core::endpoint::{Billable, Endpoint};
use kofa_core::schema::{integer, text};
use kofa_domain::{Code, Error, RequestId, Result};
use kofa_events::delivery::{Delivery, ReadDeliveriesOfJob};
use kofa_gate::call::Call;
use kofa_gate::{Answer, ProductEndpoint, Reference, Refusal, Request};
use kofa_store::{Store, Vault};

use super::job_record::JobRecord;
use super::with_include;
use crate::codes;
use crate::endpoint::BASE;
use crate::jobs::ops::{FindJob, StoredJob};
use crate::wanted::{Asked, Include};

#[derive(Debug)]
pub struct GetExtractionJob {
    pub store: Store,
    /// Opens what is kept of them.
    pub vault: Vault,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "getExtractionJob",
    path: "/api/v1/proof-of-address/jobs/{request_id}",
    // No default price: polling costs nothing until the operator sets one.
    billable: &[Billable {
        status: 200,
        when: "the job was found, whatever its status",
    }],
    shown: super::SHOWN,
    spellings: super::SPELLINGS,
    ..BASE
};

const DESCRIPTION: &str = "Returns the status of a job and, once it has succeeded, its result. \
                           Free unless the operator set a price: the price of the job itself was \
                           put on hold when it was created. The response has its own \
                           `X-Request-Id`. While `status` is `queued` or `processing`, poll again \
                           after the number of seconds in `Retry-After`. `result` is what a direct \
                           request returns in `data`, with the parts requested by `include` here \
                           or when the job was created; it is stored until `expires_at` (seven \
                           days, unless the operator chose a different period), and the record for \
                           23 days more. A job of another tenant or of the other environment \
                           returns 404, like one that does not exist.";

impl ProductEndpoint for GetExtractionJob {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = (RequestId, Option<Include>);

    async fn read(&self, _call: &Call, request: &Request) -> Result<Self::Input> {
        let id = job_id(request)?;
        let include =
            Include::of(&Asked::of(request)).map_err(|fault| Error::faults(vec![fault]))?;
        Ok((id, include))
    }

    async fn run(&self, call: &Call, (id, include): Self::Input) -> Result<Answer, Refusal> {
        let job = find(&self.store, call, id).await?;
        Ok(JobRecord::new(&self.vault, job, include)?.answer()?)
    }

    fn reference() -> Reference {
        with_include(with_id(Reference::new("Get a job", DESCRIPTION)))
            .answers::<JobRecord>(200, "The job.")
            .answer_header("Retry-After", integer(1, 60), RETRY_AFTER)
            .codes(CODES)
    }
}

const CODES: &[&Code] = &[&codes::JOB_NOT_FOUND, &kofa_domain::codes::INVALID_FIELD];
/// What the header says in answers about jobs.
pub(super) const RETRY_AFTER: &str =
    "Seconds to wait before polling again; absent once the job has ended.";

pub(super) fn with_id(reference: Reference) -> Reference {
    with_id_of(
        reference,
        "The `request_id` from the response that created the job.",
    )
}

pub(super) fn with_id_of(reference: Reference, description: &'static str) -> Reference {
    let id = text("^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$");
    reference.path("request_id", id, description)
}

/// The id in the path. What is no id is nobody's job.
///
/// # Errors
/// 404 `job_not_found`.
pub(super) fn job_id(request: &Request) -> Result<RequestId> {
    let text = request.path_parameter("request_id");
    let is_plain = text.len() == 36;
    let id = RequestId::try_parse(text).ok().filter(|_| is_plain);
    id.ok_or_else(|| Error::plain(&codes::JOB_NOT_FOUND))
}

/// A job of the caller's, and what was sent to the address that it named.
///
/// # Errors
/// 404 `job_not_found`.
pub(super) async fn find(
    store: &Store,
    call: &Call,
    id: RequestId,
) -> Result<(StoredJob, Vec<Delivery>)> {
    let find = FindJob {
        tenant_id: call.tenant_id().clone(),
        environment: call.environment(),
        request_id: id,
    };
    let found = store.read(find).await?;
    let job = found.ok_or_else(|| Error::plain(&codes::JOB_NOT_FOUND))?;
    let deliveries = match job.has_address && job.status.is_over() {
        true => store.read(ReadDeliveriesOfJob { job: id }).await?,
        false => Vec::new(),
    };
    Ok((job, deliveries))
}
