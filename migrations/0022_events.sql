-- What happened to a tenant, written with its cause. A worker numbers them afterwards, one after
-- another: what a reader of the feed has passed, nothing comes to stand before.
create table event (
    id bigint generated always as identity primary key,
    tenant_id text not null references tenant (id),
    environment text not null check (environment in ('sandbox', 'live')),
    type text not null,
    at bigint not null,
    -- JSON. Nothing in it identifies a person.
    data text not null,
    -- Null until it is numbered.
    number bigint
);
create unique index event_by_number on event (tenant_id, environment, number)
    where number is not null;
create index event_unnumbered on event (id) where number is null;
create index event_by_age on event (at);

-- How far the events of a tenant are numbered, and up to which they were dropped.
create table event_stream (
    tenant_id text not null references tenant (id),
    environment text not null,
    last_number bigint not null,
    dropped_to bigint not null,
    primary key (tenant_id, environment)
) without rowid;

-- Where a tenant wants its events sent.
create table webhook_endpoint (
    id text primary key,
    tenant_id text not null references tenant (id),
    environment text not null check (environment in ('sandbox', 'live')),
    url text not null,
    -- Types with a space before and after each; empty for all.
    types text not null,
    enabled boolean not null,
    -- Sealed; the old one signs beside it until its grace is over.
    secret bytea not null,
    old_secret bytea,
    old_secret_until bigint,
    created_at bigint not null,
    -- Since when no delivery succeeded, if the last one failed.
    failing_since bigint,
    -- When it was disabled for failing.
    disabled_at bigint
);
create index webhook_endpoint_by_tenant on webhook_endpoint (tenant_id, environment);

-- An event on its way to an address: a tenant's endpoint, or the one that a job named.
create table webhook_delivery (
    id bigint generated always as identity primary key,
    -- Whose secret signs; empty if there was none any more.
    endpoint_id text not null,
    event_id bigint not null,
    -- What waits for one another: the endpoint, or the host that a job named.
    lane text not null,
    -- Of a job: its id and its address, sealed.
    job bytea,
    job_url bytea,
    state text not null check (state in ('due', 'delivered', 'failed', 'held')),
    due_at bigint not null,
    attempts bigint not null,
    created_at bigint not null,
    -- How the last attempt ended.
    tried_at bigint,
    status bigint,
    error text,
    took_ms bigint
);
create unique index webhook_delivery_once on webhook_delivery (endpoint_id, event_id, lane);
create index webhook_delivery_due on webhook_delivery (lane, due_at) where state = 'due';
create index webhook_delivery_by_event on webhook_delivery (event_id);
create index webhook_delivery_by_endpoint on webhook_delivery (endpoint_id, id);
create index webhook_delivery_by_job on webhook_delivery (job) where job is not null;

-- Which warnings of a key's end were given: 30, 7 or 1 days before.
create table key_warning (
    key_id text not null references api_key (id),
    days bigint not null,
    expires_at bigint not null,
    at bigint not null,
    primary key (key_id, days)
) without rowid;

-- Where the end of a job is to be told, sealed, and in which lane.
alter table poa_job add column webhook_url bytea;
alter table poa_job add column webhook_lane text;
