-- Who operates, who is a tenant, what they may call, what it costs, what was called.
-- Times are microseconds since 1970 (UTC), money is kobo, ids are text with a prefix.

create table operator (
    id text primary key,
    email text not null unique,
    name text not null,
    role text not null,
    password_hash text,
    created_at integer not null,
    disabled_at integer
) strict;

create table admin_token (
    id text primary key,
    operator_id text not null references operator (id),
    name text not null,
    digest blob not null unique,
    created_at integer not null,
    revoked_at integer
) strict;

-- The one-time link that makes the first operator.
create table operator_setup (
    digest blob primary key,
    created_at integer not null,
    expires_at integer not null,
    used_at integer
) strict;

-- One row: how far configuration that nodes keep in memory has moved. `tenant.changed`,
-- `api_key.changed` and `price.changed` carry its value at their last change.
create table change_counter (
    one integer primary key check (one = 1),
    value integer not null
) strict;
insert into change_counter values (1, 0);

create table tenant (
    id text primary key,
    vendor_id text not null unique,
    name text not null,
    email text not null,
    status text not null check (status in ('active', 'suspended')),
    created_at integer not null,
    changed integer not null
) strict;
create index tenant_by_changed on tenant (changed);

create table member (
    id text primary key,
    tenant_id text not null references tenant (id),
    email text not null unique,
    role text not null,
    password_hash text,
    created_at integer not null,
    disabled_at integer
) strict;
create index member_by_tenant on member (tenant_id);

create table invite (
    id text primary key,
    tenant_id text not null references tenant (id),
    email text not null,
    role text not null,
    digest blob not null unique,
    created_at integer not null,
    expires_at integer not null,
    accepted_at integer,
    revoked_at integer
) strict;
create index invite_by_tenant on invite (tenant_id, email);

create table service_access (
    tenant_id text not null references tenant (id),
    scope text not null,
    environment text not null,
    enabled integer not null,
    primary key (tenant_id, scope, environment)
) strict, without rowid;

-- Scopes, environments and CIDRs are short lists, separated by spaces.
create table api_key (
    id text primary key,
    tenant_id text not null references tenant (id),
    name text not null,
    digest blob not null unique,
    prefix text not null,
    last_four text not null,
    scopes text not null,
    environments text not null,
    allowed_cidrs text not null,
    created_at integer not null,
    expires_at integer,
    revoked_at integer,
    rotated_to text,
    changed integer not null
) strict;
create index api_key_by_tenant on api_key (tenant_id, id);
create index api_key_by_changed on api_key (changed);

-- Apart from the key itself, which no hot path ever writes.
create table key_usage (
    key_id text primary key references api_key (id),
    at integer not null,
    ip text not null,
    environment text not null,
    operation_id text not null
) strict, without rowid;

-- A tenant's limit in an environment, also the default of its keys.
create table tenant_limit (
    tenant_id text not null references tenant (id),
    environment text not null,
    requests_per_second integer not null,
    burst integer not null,
    primary key (tenant_id, environment)
) strict, without rowid;

-- The price book: append-only; the entry with the latest effective_at not after now rules,
-- a tenant's own before the general one (tenant_id '').
create table price (
    id integer primary key,
    operation_id text not null,
    environment text not null,
    tenant_id text not null,
    amount_kobo integer not null check (amount_kobo >= 0),
    effective_at integer not null,
    created_at integer not null,
    created_by text not null,
    changed integer not null
) strict;
create index price_by_changed on price (changed);
create index price_by_operation on price (operation_id, environment, tenant_id, effective_at);

-- A tenant's money and log in one environment. balance_kobo is the projection of the
-- journal; seq numbers its request_log and transfer rows without gaps.
create table wallet (
    no integer primary key,
    tenant_id text not null references tenant (id),
    environment text not null,
    balance_kobo integer not null check (balance_kobo >= 0),
    seq integer not null,
    unique (tenant_id, environment)
) strict;

-- What a node may spend without asking: open, or closed with the rest given back.
create table wallet_lease (
    wallet_no integer not null references wallet (no),
    epoch integer not null,
    granted_kobo integer not null,
    spent_kobo integer not null,
    open integer not null,
    primary key (wallet_no, epoch),
    check (spent_kobo >= 0 and spent_kobo <= granted_kobo)
) strict, without rowid;

-- The other side of every wallet entry, per environment: revenue, funding, adjustment.
create table system_account (
    environment text not null,
    name text not null,
    balance_kobo integer not null,
    primary key (environment, name)
) strict, without rowid;
insert into system_account values
    ('sandbox', 'revenue', 0), ('sandbox', 'funding', 0), ('sandbox', 'adjustment', 0),
    ('live', 'revenue', 0), ('live', 'funding', 0), ('live', 'adjustment', 0);

-- Journal transactions that are not a call: amount_kobo moves from `account` to the wallet.
-- id is wallet.no * 2^40 + seq, as in request_log.
create table transfer (
    id integer primary key,
    wallet_no integer not null references wallet (no),
    transfer_id text not null unique,
    at integer not null,
    kind text not null,
    account text not null,
    amount_kobo integer not null,
    balance_kobo integer not null,
    reference text not null,
    reason text not null,
    request_id blob,
    actor text not null,
    unique (wallet_no, reference)
) strict;

-- One row a call, and at once the journal transaction of its charge: charge_kobo moves from
-- the wallet to revenue. The two cannot disagree because they are one. Append-only.
-- id is wallet.no * 2^40 + seq: one key, so that a commit appends to as few pages as it can.
create table request_log (
    id integer primary key,
    request_id blob not null unique,
    at integer not null,
    operation_id text not null,
    key_id text not null,
    status integer not null,
    error_code text,
    charge_kobo integer not null check (charge_kobo >= 0),
    balance_kobo integer not null,
    latency_us integer not null,
    epoch integer not null
) strict;

-- Money set aside for work with an effect outside. Gone when captured or released.
create table hold (
    request_id blob primary key,
    wallet_no integer not null references wallet (no),
    amount_kobo integer not null check (amount_kobo >= 0),
    operation_id text not null,
    key_id text not null,
    at integer not null
) strict;
create index hold_by_wallet on hold (wallet_no);

create table idempotency (
    wallet_no integer not null references wallet (no),
    operation_id text not null,
    key_digest blob not null,
    body_digest blob not null,
    request_id blob not null,
    status integer,
    content_type text,
    body blob,
    created_at integer not null,
    primary key (wallet_no, operation_id, key_digest)
) strict, without rowid;
create index idempotency_by_age on idempotency (created_at);
create index idempotency_by_request on idempotency (request_id);

-- Replays of admin calls that move money.
create table admin_idempotency (
    operation_id text not null,
    key_digest blob not null,
    body_digest blob not null,
    status integer not null,
    body text not null,
    created_at integer not null,
    primary key (operation_id, key_digest)
) strict, without rowid;

-- What operators and members changed. Each hash covers the row and the hash before it.
create table audit (
    seq integer primary key,
    at integer not null,
    actor text not null,
    action text not null,
    subject text not null,
    tenant_id text,
    details text not null,
    previous_hash blob not null,
    hash blob not null
) strict;
create index audit_by_tenant on audit (tenant_id, seq);
