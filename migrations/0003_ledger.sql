-- What calls cost, who may call how often, and the money of tenants.

-- A tenant's limit in an environment, also the default of its keys.
create table tenant_limit (
    tenant_id text not null references tenant (id),
    environment text not null,
    requests_per_second bigint not null,
    burst bigint not null,
    primary key (tenant_id, environment)
) without rowid;

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
-- The prices that tenants have of their own.
create index price_of_tenants on price (tenant_id, operation_id, environment, effective_at)
    where tenant_id <> '';

-- A tenant's money and log in one environment. balance_kobo is the projection of the
-- journal; seq numbers its request_log and transfer rows without gaps.
create table wallet (
    no bigint generated always as identity primary key,
    tenant_id text not null references tenant (id),
    environment text not null,
    balance_kobo bigint not null check (balance_kobo >= 0),
    seq bigint not null,
    -- A write that leaves less than alert_kobo, or comes at alert_until or later, looks at the
    -- rules. Of a wallet without rules neither is ever so.
    alert_kobo bigint not null default -1,
    alert_until bigint not null default 9223372036854775807,
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
) without rowid;

-- The other side of every transfer, per environment. Revenue has no row: it is what the leases
-- of an environment's wallets were spent on.
create table system_account (
    environment text not null,
    name text not null,
    balance_kobo bigint not null,
    primary key (environment, name)
) without rowid;
insert into system_account values
    ('sandbox', 'funding', 0), ('sandbox', 'adjustment', 0),
    ('live', 'funding', 0), ('live', 'adjustment', 0);

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
-- The journal of one kind of transfer, for a wallet that has few of it among many.
create index transfer_by_kind on transfer (kind, id);

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
    -- Where the work of a call can be looked at: a replay sends it again.
    location text,
    primary key (wallet_no, operation_id, key_digest)
) without rowid;
create index idempotency_by_age on idempotency (created_at);
create index idempotency_by_request on idempotency (request_id);

-- `threshold` is kobo of a balance or days of a runway; level_kobo is what it came to when it was
-- last looked at. A rule that is not armed has fired and waits until there is more again.
create table wallet_alert_rule (
    wallet_no bigint not null references wallet (no),
    kind text not null check (kind in ('balance', 'runway')),
    threshold bigint not null check (threshold > 0),
    level_kobo bigint not null,
    armed boolean not null,
    -- Roles of members, separated by spaces.
    roles text not null,
    primary key (wallet_no, kind, threshold)
) without rowid;

-- One row a crossing, written with the movement of money that crossed.
create table wallet_alert (
    id bigint generated always as identity primary key,
    wallet_no bigint not null references wallet (no),
    kind text not null check (kind in ('balance', 'runway')),
    threshold bigint not null,
    level_kobo bigint not null,
    balance_kobo bigint not null,
    at bigint not null,
    -- Of the call that crossed; none if it was no call.
    request_id bytea,
    roles text not null,
    cleared_at bigint
);
create index wallet_alert_by_wallet on wallet_alert (wallet_no, id);
create index wallet_alert_open on wallet_alert (wallet_no) where cleared_at is null;

-- Proofs of journal and audit chain that people asked for; the last ones are kept.
create table ledger_proof (
    id bigint generated always as identity primary key,
    at bigint not null,
    actor text not null,
    transactions bigint not null,
    wallets bigint not null,
    audit_entries bigint not null,
    newest_hash text not null,
    -- A line each; empty if all adds up.
    problems text not null,
    took_us bigint not null
);
