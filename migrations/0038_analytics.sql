-- What analytics and the figure above the request log are drawn from without reading the log, and
-- the filters of the log that members keep.

-- Calls by five minutes of their arrival (microseconds, whole five minutes): `usage_hour` for the
-- last day.
create table usage_recent (
    wallet_no bigint not null,
    since bigint not null,
    operation_id text not null,
    key_id text not null,
    status bigint not null,
    -- Empty for what is no error.
    error_code text not null,
    calls bigint not null,
    charge_kobo bigint not null,
    latency_us_sum bigint not null,
    primary key (wallet_no, since, operation_id, key_id, status, error_code)
) without rowid;
create index usage_recent_by_since on usage_recent (since);

-- How long the calls of a wallet took, without those that the caller got wrong.
create table call_latency (
    wallet_no bigint not null,
    -- How long the span is, in seconds: 300, 3600, or 86400 for a day in Lagos.
    seconds bigint not null,
    -- When it began, in microseconds.
    since bigint not null,
    -- Of an endpoint or of a key: the other one is empty.
    operation_id text not null,
    key_id text not null,
    -- Calls by bucket, packed: see insight::calls::took.
    took bytea not null,
    primary key (wallet_no, seconds, since, operation_id, key_id)
) without rowid;
create index call_latency_by_since on call_latency (seconds, since);

-- A filter of the request log that a member keeps by a name.
create table saved_view (
    tenant_id text not null references tenant (id),
    member_id text not null,
    environment text not null check (environment in ('sandbox', 'live')),
    name text not null,
    -- The query of the page's address, without its question mark.
    query text not null,
    created_at bigint not null,
    primary key (tenant_id, member_id, environment, name)
) without rowid;
