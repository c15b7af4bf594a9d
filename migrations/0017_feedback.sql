-- What users say of readings, and what is kept of a reading so that it can be learnt from.

-- One row a document that was read, for as long as somebody may say whether it was read right.
create table poa_reading (
    request_id bytea primary key,
    environment text not null check (environment in ('sandbox', 'live')),
    tenant_id text not null references tenant (id),
    read_at bigint not null,
    expires_at bigint not null,
    -- Groups of the report; nothing that names a person. The issuer is one of the table's, or none.
    issuer text not null,
    kind text not null,
    capture text not null check (capture in ('text', 'scan', 'photo')),
    -- Which judge read it.
    model text not null,
    -- The answer, and the words of the pages with their places: sealed, compressed JSON within.
    sealed bytea not null
);
create index poa_reading_by_tenant on poa_reading (environment, tenant_id, read_at);
create index poa_reading_expires on poa_reading (expires_at);

-- The document of a tenant who agreed to that, sealed.
create table poa_reading_file (
    request_id bytea primary key references poa_reading (request_id),
    expires_at bigint not null,
    sealed bytea not null
);
create index poa_reading_file_expires on poa_reading_file (expires_at);

-- What a user said last of a reading.
create table poa_feedback (
    request_id bytea primary key references poa_reading (request_id),
    environment text not null check (environment in ('sandbox', 'live')),
    tenant_id text not null references tenant (id),
    said_at bigint not null,
    -- How often something was said of it.
    times bigint not null check (times > 0),
    -- JSON: for each field that was judged, its confidence in hundredths or null, and whether it
    -- was right.
    outcome text not null,
    -- What was said: sealed, JSON within.
    sealed bytea not null
);
create index poa_feedback_by_tenant on poa_feedback (environment, tenant_id, said_at);
create index poa_feedback_by_time on poa_feedback (environment, said_at);

-- Tenants who agreed that documents are kept for training, or took that back.
create table poa_training (
    tenant_id text primary key references tenant (id),
    keep_documents boolean not null,
    -- How long after the feedback.
    document_days bigint not null check (document_days > 0),
    changed_at bigint not null
);
