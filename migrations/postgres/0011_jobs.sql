-- Work that outlives its call: documents that are read by and by, and what is charged for them.

-- The charge of a call whose work ended after it was answered: charge_kobo moves from the wallet
-- to revenue, once, and is shown on the call's own row of request_log. Append-only.
-- id is wallet.no * 2^40 + seq, as in request_log: one order for all movements of a wallet.
-- Until then the money stands in `hold`; a hold whose call is in the log is one of these.
create table late_charge (
    id bigint primary key,
    request_id bytea not null unique references request_log (request_id),
    at bigint not null,
    charge_kobo bigint not null check (charge_kobo > 0),
    balance_kobo bigint not null,
    epoch bigint not null
);

-- A repetition is told where to look, too.
alter table idempotency add column location text;

-- One row a document to be read. `request_id` is that of the call that brought it.
create table poa_job (
    request_id bytea primary key,
    environment text not null check (environment in ('sandbox', 'live')),
    tenant_id text not null references tenant (id),
    status text not null check (status in (
        'queued', 'processing', 'succeeded', 'failed', 'cancelled', 'expired')),
    -- What the caller said, and what was found: sealed, JSON within.
    request_sealed bytea not null,
    result_sealed bytea,
    -- Finds the caller's own reference without telling it.
    reference_index bytea,
    size_bytes bigint not null,
    -- Counted when an attempt begins: also the mark by which its worker knows the job as its own.
    attempts bigint not null check (attempts >= 0),
    -- Attempts that a restart of the server cut off: not counted against the document.
    interruptions bigint not null,
    due_at bigint not null,
    lease_until bigint,
    stage text not null,
    -- Pages that are pictures, which take the time, and how many of them are read.
    pages bigint,
    pages_done bigint not null,
    document_pages bigint,
    error_code text,
    error_message text,
    created_at bigint not null,
    started_at bigint,
    completed_at bigint,
    updated_at bigint not null,
    expires_at bigint,
    check ((status = 'processing') = (lease_until is not null)),
    check ((status in ('queued', 'processing')) = (completed_at is null)),
    check ((status = 'succeeded') = (result_sealed is not null))
);
-- The next of a lane.
create index poa_job_queued on poa_job (environment, tenant_id, due_at, size_bytes)
    where status = 'queued';
-- Those that wait longest of all.
create index poa_job_waiting on poa_job (created_at) where status = 'queued';
-- Those whose worker may be gone.
create index poa_job_processing on poa_job (lease_until) where status = 'processing';
-- Those that are kept until a day.
create index poa_job_expires on poa_job (expires_at) where expires_at is not null;
create index poa_job_by_tenant on poa_job (environment, tenant_id, created_at);
-- One reference names one job that may still have, or has, a result.
create unique index poa_job_reference on poa_job (environment, tenant_id, reference_index)
    where reference_index is not null and status in ('queued', 'processing', 'succeeded');

-- The document, sealed, for as long as it may have to be read.
create table poa_job_document (
    request_id bytea primary key references poa_job (request_id),
    sealed bytea not null
);

-- Tenants take turns: who had the earliest turn is next.
create table poa_job_lane (
    environment text not null check (environment in ('sandbox', 'live')),
    tenant_id text not null references tenant (id),
    turn bigint not null,
    primary key (environment, tenant_id)
);
