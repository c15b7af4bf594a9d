//! Hot statements that are not of one tenant, and why.

/// Why a statement may be of several tenants, or finds its one without naming it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Why {
    Worker,
    ById,
    Joined,
    Snapshot,
    Copied,
}

impl Why {
    /// As `docs/scaling.md` has it.
    pub(crate) fn told(self) -> &'static str {
        match self {
            Self::Worker => "A worker looks at all tenants",
            Self::ById => "A row is found by its own id",
            Self::Joined => "A row of the same tenant is joined by an id",
            Self::Snapshot => "Admission's copy is read",
            Self::Copied => "A row that is everywhere is changed",
        }
    }
}

type Exception = (&'static str, &'static str, Why);

/// End of the path, beginning of the statement, reason.
const ALL: &[Exception] = &[
    (
        "jobs/ops.rs",
        "select l.environment, l.tenant_id from poa_job_lane",
        Why::Worker,
    ),
    (
        "jobs/ops.rs",
        "update poa_job set status = 'processing'",
        Why::ById,
    ),
    (
        "jobs/ops.rs",
        "update poa_job set lease_until = $4",
        Why::ById,
    ),
    (
        "jobs/ops.rs",
        "update poa_job set status = 'succeeded'",
        Why::ById,
    ),
    (
        "jobs/ops.rs",
        "update poa_job set status = 'failed'",
        Why::ById,
    ),
    (
        "jobs/ops.rs",
        "update poa_job set status = 'queued', lease_until = null, due_at = $4",
        Why::ById,
    ),
    (
        "events/src/delivery.rs",
        "select d.*, e.tenant_id",
        Why::Joined,
    ),
    (
        "events/src/numbering.rs",
        "select id, tenant_id, environment from event",
        Why::Worker,
    ),
    (
        "events/src/numbering.rs",
        "update event set number",
        Why::Worker,
    ),
    (
        "events/src/numbering.rs",
        "update event_stream set last_number",
        Why::Worker,
    ),
    (
        "events/src/numbering.rs",
        "insert into webhook_delivery",
        Why::Worker,
    ),
    (
        "events/src/numbering.rs",
        "select id from event where number is null",
        Why::Worker,
    ),
    (
        "events/src/tries.rs",
        "select d.id, d.endpoint_id",
        Why::Worker,
    ),
    (
        "events/src/tries.rs",
        "update webhook_endpoint set",
        Why::ById,
    ),
    (
        "gate/src/snapshot/changed.rs",
        "select t.id, t.vendor_id",
        Why::Snapshot,
    ),
    ("calls/digest.rs", "select w.no from wallet w", Why::Worker),
    ("calls/digest.rs", "select id - $1 as seq", Why::Joined),
    (
        "calls/digest.rs",
        "select late.at, late.charge_kobo",
        Why::Joined,
    ),
    ("calls/find.rs", "select id - $1 as seq", Why::Joined),
    ("calls/newer.rs", "select id - $1 as seq", Why::Joined),
    (
        "ledger/src/commit_in_doubt.rs",
        "select 1 as one from",
        Why::ById,
    ),
    (
        "ledger/src/commit_in_doubt.rs",
        "select status, charge_kobo from request_log",
        Why::ById,
    ),
    (
        "ledger/src/holds.rs",
        "select h.wallet_no, h.amount_kobo",
        Why::ById,
    ),
    (
        "ledger/src/open_holds.rs",
        "select h.request_id, h.wallet_no",
        Why::Worker,
    ),
    (
        "ledger/src/post.rs",
        "delete from hold where request_id",
        Why::ById,
    ),
    ("ledger/src/post.rs", "update hold set epoch = 0", Why::ById),
    (
        "ledger/src/post.rs",
        "delete from idempotency where request_id",
        Why::ById,
    ),
    (
        "ledger/src/transfer.rs",
        "update tenant set changed",
        Why::Copied,
    ),
];

pub(crate) fn exceptions() -> &'static [Exception] {
    ALL
}
