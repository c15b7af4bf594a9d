-- Calls as people look at them: counts by hour and by day, ways through a long log, and what is
-- kept of a call beyond its row. All of it follows from request_log and late_charge, which stay
-- as they are: a worker reads what is new there and writes here.

-- How far a wallet's log is digested: each of its rows up to seq is counted below, once.
create table call_cursor (
    wallet_no bigint primary key,
    seq bigint not null
);

-- Calls by the hour of their arrival (microseconds, whole hours). A late charge counts in the
-- hour in which it was made, under its call's endpoint, key and status, with no call of its own.
create table usage_hour (
    wallet_no bigint not null,
    hour bigint not null,
    operation_id text not null,
    key_id text not null,
    status bigint not null,
    -- Empty for what is no error.
    error_code text not null,
    calls bigint not null,
    charge_kobo bigint not null,
    latency_us_sum bigint not null,
    primary key (wallet_no, hour, operation_id, key_id, status, error_code)
) without rowid;
create index usage_hour_by_hour on usage_hour (hour);

-- The same by the day in Lagos (microseconds of its beginning), for as long as the log is kept.
create table usage_day (
    wallet_no bigint not null,
    day bigint not null,
    operation_id text not null,
    key_id text not null,
    status bigint not null,
    error_code text not null,
    calls bigint not null,
    charge_kobo bigint not null,
    latency_us_sum bigint not null,
    primary key (wallet_no, day, operation_id, key_id, status, error_code)
) without rowid;
-- The counts of all tenants together, from a day on.
create index usage_day_by_day on usage_day (day, operation_id);

-- What is alike in calls of a wallet, numbered from 0 in each.
create table call_kind (
    wallet_no bigint not null,
    no bigint not null,
    operation_id text not null,
    key_id text not null,
    status bigint not null,
    error_code text not null,
    -- A call that may still be charged, or was charged late, is of both kinds.
    charged boolean not null,
    primary key (wallet_no, no),
    unique (wallet_no, operation_id, key_id, status, error_code, charged)
) without rowid;

-- Which kinds there are among the rows with seq / 1024 = block: what looks for a kind passes over
-- blocks that have none. `kinds` is packed: see platform::calls::kinds.
create table call_block (
    wallet_no bigint not null,
    block bigint not null,
    first_at bigint not null,
    last_at bigint not null,
    kinds bytea not null,
    primary key (wallet_no, block)
) without rowid;

-- What is kept of a call beyond its row, for some days; never what names or identifies a person.
-- request_id is a UUIDv7: those of a wallet stand in the order of their arrival.
create table call_detail (
    wallet_no bigint not null,
    request_id bytea not null,
    sealed bytea not null,
    primary key (wallet_no, request_id)
) without rowid;

-- Calls of all tenants by the hour of their arrival and by how long they took: bucket numbers are
-- those of platform::calls::latency. What the caller got wrong is not counted. Kept for eight days.
create table latency_hour (
    hour bigint not null,
    environment text not null check (environment in ('sandbox', 'live')),
    operation_id text not null,
    bucket bigint not null,
    calls bigint not null,
    primary key (hour, environment, operation_id, bucket)
) without rowid;

-- Calls of all tenants by the hour of their arrival (microseconds, whole hours): `usage_hour`
-- without wallets and keys, so that totals of all tenants do not grow with their number.
create table traffic_hour (
    hour bigint not null,
    environment text not null check (environment in ('sandbox', 'live')),
    operation_id text not null,
    status bigint not null,
    -- Empty for what is no error.
    error_code text not null,
    calls bigint not null,
    charge_kobo bigint not null,
    latency_us_sum bigint not null,
    primary key (hour, environment, operation_id, status, error_code)
) without rowid;

-- Something that is wrong, or work that is planned. `affects` names services and environments:
-- `investment_ipo/live business_validation_registry/live`.
create table incident (
    id text primary key,
    kind text not null check (kind in ('incident', 'maintenance')),
    title text not null,
    impact text not null check (impact in ('none', 'degraded', 'down')),
    state text not null check (state in (
        'investigating', 'identified', 'monitoring', 'scheduled', 'resolved')),
    affects text not null,
    starts_at bigint not null,
    -- Of planned work: when it is to be over.
    ends_at bigint,
    created_at bigint not null,
    changed_at bigint not null,
    resolved_at bigint,
    check ((kind = 'maintenance') = (ends_at is not null)),
    check ((state = 'resolved') = (resolved_at is not null))
);
create index incident_open on incident (id) where resolved_at is null;

-- What was said about it, in order; append-only.
create table incident_update (
    incident_id text not null references incident (id),
    no bigint not null,
    at bigint not null,
    state text not null,
    message text not null,
    primary key (incident_id, no)
) without rowid;

-- A day of a service in an environment: calls without those that the caller got wrong, how many
-- of them failed on our side, how long they took together; and how many probes failed.
-- `day` is midnight in Lagos.
create table status_day (
    day bigint not null,
    scope text not null,
    environment text not null check (environment in ('sandbox', 'live')),
    calls bigint not null,
    failed bigint not null,
    latency_us bigint not null,
    checks bigint not null,
    checks_failed bigint not null,
    primary key (day, scope, environment)
) without rowid;

-- The last result of each probe, and since when it is so.
create table status_probe (
    name text primary key,
    at bigint not null,
    passed boolean not null,
    latency_us bigint not null,
    since bigint not null
) without rowid;
