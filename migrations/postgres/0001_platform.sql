-- Who operates, who is a tenant, what they may call, what it costs, what was called.
-- Times are microseconds since 1970 (UTC), money is kobo, ids are text with a prefix.

create table operator (
    id text primary key,
    email text not null unique,
    name text not null,
    role text not null,
    password_hash text,
    created_at bigint not null,
    disabled_at bigint
);

create table admin_token (
    id text primary key,
    operator_id text not null references operator (id),
    name text not null,
    digest bytea not null unique,
    created_at bigint not null,
    revoked_at bigint
);

-- The one-time link that makes the first operator.
create table operator_setup (
    digest bytea primary key,
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint
);

-- One row: how far configuration that nodes keep in memory has moved. `tenant.changed`,
-- `api_key.changed` and `price.changed` carry its value at their last change.
create table change_counter (
    one bigint primary key check (one = 1),
    value bigint not null
);
insert into change_counter values (1, 0);

create table tenant (
    id text primary key,
    vendor_id text not null unique,
    name text not null,
    email text not null,
    status text not null check (status in ('active', 'suspended')),
    created_at bigint not null,
    changed bigint not null
);
create index tenant_by_changed on tenant (changed);

create table member (
    id text primary key,
    tenant_id text not null references tenant (id),
    email text not null unique,
    role text not null,
    password_hash text,
    created_at bigint not null,
    disabled_at bigint
);
create index member_by_tenant on member (tenant_id);

create table invite (
    id text primary key,
    tenant_id text not null references tenant (id),
    email text not null,
    role text not null,
    digest bytea not null unique,
    created_at bigint not null,
    expires_at bigint not null,
    accepted_at bigint,
    revoked_at bigint
);
create index invite_by_tenant on invite (tenant_id, email);

create table service_access (
    tenant_id text not null references tenant (id),
    scope text not null,
    environment text not null,
    enabled boolean not null,
    primary key (tenant_id, scope, environment)
);

-- Scopes, environments and CIDRs are short lists, separated by spaces.
create table api_key (
    id text primary key,
    tenant_id text not null references tenant (id),
    name text not null,
    digest bytea not null unique,
    prefix text not null,
    last_four text not null,
    scopes text not null,
    environments text not null,
    allowed_cidrs text not null,
    created_at bigint not null,
    expires_at bigint,
    revoked_at bigint,
    rotated_to text,
    changed bigint not null
);
create index api_key_by_tenant on api_key (tenant_id, id);
create index api_key_by_changed on api_key (changed);

-- Apart from the key itself, which no hot path ever writes.
create table key_usage (
    key_id text primary key references api_key (id),
    at bigint not null,
    ip text not null,
    environment text not null,
    operation_id text not null
);

-- A tenant's limit in an environment, also the default of its keys.
create table tenant_limit (
    tenant_id text not null references tenant (id),
    environment text not null,
    requests_per_second bigint not null,
    burst bigint not null,
    primary key (tenant_id, environment)
);

-- The price book: append-only; the entry with the latest effective_at not after now rules,
-- a tenant's own before the general one (tenant_id '').
create table price (
    id bigint generated always as identity primary key,
    operation_id text not null,
    environment text not null,
    tenant_id text not null,
    amount_kobo bigint not null check (amount_kobo >= 0),
    effective_at bigint not null,
    created_at bigint not null,
    created_by text not null,
    changed bigint not null
);
create index price_by_changed on price (changed);
create index price_by_operation on price (operation_id, environment, tenant_id, effective_at);

-- A tenant's money and log in one environment. balance_kobo is the projection of the
-- journal; seq numbers its request_log and transfer rows without gaps.
create table wallet (
    no bigint generated always as identity primary key,
    tenant_id text not null references tenant (id),
    environment text not null,
    balance_kobo bigint not null check (balance_kobo >= 0),
    seq bigint not null,
    unique (tenant_id, environment)
);

-- What a node may spend without asking: open, or closed with the rest given back.
create table wallet_lease (
    wallet_no bigint not null references wallet (no),
    epoch bigint not null,
    granted_kobo bigint not null,
    spent_kobo bigint not null,
    open boolean not null,
    primary key (wallet_no, epoch),
    check (spent_kobo >= 0 and spent_kobo <= granted_kobo)
);

-- The other side of every wallet entry, per environment: revenue, funding, adjustment.
create table system_account (
    environment text not null,
    name text not null,
    balance_kobo bigint not null,
    primary key (environment, name)
);
insert into system_account values
    ('sandbox', 'revenue', 0), ('sandbox', 'funding', 0), ('sandbox', 'adjustment', 0),
    ('live', 'revenue', 0), ('live', 'funding', 0), ('live', 'adjustment', 0);

-- Journal transactions that are not a call: amount_kobo moves from `account` to the wallet.
-- id is wallet.no * 2^40 + seq, as in request_log.
create table transfer (
    id bigint primary key,
    wallet_no bigint not null references wallet (no),
    transfer_id text not null unique,
    at bigint not null,
    kind text not null,
    account text not null,
    amount_kobo bigint not null,
    balance_kobo bigint not null,
    reference text not null,
    reason text not null,
    request_id bytea,
    actor text not null,
    unique (wallet_no, reference)
);

-- One row a call, and at once the journal transaction of its charge: charge_kobo moves from
-- the wallet to revenue. The two cannot disagree because they are one. Append-only.
-- id is wallet.no * 2^40 + seq: one key, so that a commit appends to as few pages as it can.
create table request_log (
    id bigint primary key,
    request_id bytea not null unique,
    at bigint not null,
    operation_id text not null,
    key_id text not null,
    status bigint not null,
    error_code text,
    charge_kobo bigint not null check (charge_kobo >= 0),
    balance_kobo bigint not null,
    latency_us bigint not null,
    epoch bigint not null
);

-- Money set aside for work with an effect outside. Gone when captured or released.
create table hold (
    request_id bytea primary key,
    wallet_no bigint not null references wallet (no),
    amount_kobo bigint not null check (amount_kobo >= 0),
    operation_id text not null,
    key_id text not null,
    at bigint not null
);
create index hold_by_wallet on hold (wallet_no);

create table idempotency (
    wallet_no bigint not null references wallet (no),
    operation_id text not null,
    key_digest bytea not null,
    body_digest bytea not null,
    request_id bytea not null,
    status bigint,
    content_type text,
    body bytea,
    created_at bigint not null,
    primary key (wallet_no, operation_id, key_digest)
);
create index idempotency_by_age on idempotency (created_at);
create index idempotency_by_request on idempotency (request_id);

-- Replays of admin calls that move money.
create table admin_idempotency (
    operation_id text not null,
    key_digest bytea not null,
    body_digest bytea not null,
    status bigint not null,
    body text not null,
    created_at bigint not null,
    primary key (operation_id, key_digest)
);

-- What operators and members changed. Each hash covers the row and the hash before it.
create table audit (
    seq bigint primary key,
    at bigint not null,
    actor text not null,
    action text not null,
    subject text not null,
    tenant_id text,
    details text not null,
    previous_hash bytea not null,
    hash bytea not null
);
create index audit_by_tenant on audit (tenant_id, seq);
