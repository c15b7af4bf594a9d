-- Documents that are read after their call was answered.

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
-- What operators look through.

-- The jobs of an environment in one status, the newest first.
create index poa_job_by_status on poa_job (environment, status, request_id);

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
) without rowid;
