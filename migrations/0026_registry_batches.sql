-- Look-ups of many companies at once, and companies that tenants watch.

-- A batch of look-ups. Its money is the hold of the call that made it: what was found times the
-- price of that moment is captured when it ends, the rest goes back.
create table registry_batch (
    -- `X-Request-Id` of the call that made it.
    batch_id bytea primary key,
    environment text not null,
    tenant_id text not null references tenant (id),
    status text not null check (status in ('queued', 'processing', 'completed', 'cancelled')),
    -- Of a company that is found.
    price_kobo bigint not null check (price_kobo >= 0),
    max_age_seconds bigint,
    total bigint not null check (total > 0),
    found bigint not null check (found >= 0),
    not_found bigint not null check (not_found >= 0),
    failed bigint not null check (failed >= 0),
    created_at bigint not null,
    ended_at bigint,
    -- When it is forgotten with its results; null until it ended.
    expires_at bigint,
    check (found + not_found + failed <= total)
);
create index registry_batch_open on registry_batch (environment, tenant_id)
    where status in ('queued', 'processing');
create index registry_batch_by_end on registry_batch (expires_at) where expires_at is not null;

-- Its companies, in their order.
create table registry_batch_item (
    batch_id bytea not null references registry_batch (batch_id),
    position bigint not null,
    -- As it was sent.
    rc_number text not null,
    entity_type text,
    attempts bigint not null,
    -- Null until it is known.
    outcome text check (outcome in ('FOUND', 'NOT_FOUND', 'FAILED')),
    error_code text,
    -- What was found, as JSON.
    record text,
    primary key (batch_id, position)
);
create index registry_batch_item_open on registry_batch_item (batch_id, position)
    where outcome is null;

-- A company that a tenant wants to hear of.
create table registry_watch (
    watch_id text primary key,
    environment text not null,
    tenant_id text not null references tenant (id),
    -- Its key in the register, which says the environment too.
    entity_id bigint not null,
    -- Its number as it is told: reserved ones of the sandbox keep their zeros.
    rc_number text not null,
    created_at bigint not null,
    unique (environment, tenant_id, entity_id)
);
create index registry_watch_by_entity on registry_watch (entity_id);

-- What was last known of each company that anybody watches: what changed is told by comparing.
create table registry_watched (
    entity_id bigint primary key not null,
    -- Marks of its fields, as JSON; empty until its record was looked at.
    marks text not null
);
