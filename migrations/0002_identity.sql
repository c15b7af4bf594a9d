-- Who operates, who is a tenant, what they may call, who is signed in, and who changed what.

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

-- How a tenant is found: its name and what follows each space in it, e-mail address and its
-- domain, vendor id, id; folded. A search is a range of terms, so they are compared by bytes.
create table tenant_search (
    term text collate "C" not null,
    tenant_id text not null references tenant (id),
    primary key (term, tenant_id)
) without rowid;
create index tenant_search_by_tenant on tenant_search (tenant_id, term);

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
-- Members who have not accepted their invite.
create index member_waiting on member (id) where password_hash is null;

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
) without rowid;

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
) without rowid;

-- Of a member in the portal, or of an operator in the console. An operator's session with a tenant
-- looks at that tenant's portal, changes nothing and ends soon.
create table session (
    id text primary key,
    digest bytea not null unique,
    member_id text references member (id),
    operator_id text references operator (id),
    tenant_id text references tenant (id),
    -- The password was right; the second factor is still to come.
    pending boolean not null,
    created_at bigint not null,
    seen_at bigint not null,
    expires_at bigint not null,
    -- When password and second factor were last given.
    proved_at bigint not null,
    ended_at bigint,
    ip text not null,
    agent text not null,
    check ((member_id is null) <> (operator_id is null))
);
create index session_by_member on session (member_id, id);
create index session_by_operator on session (operator_id, id);
create index session_by_tenant on session (tenant_id);
create index session_by_expiry on session (expires_at);

-- A member's or operator's authenticator (RFC 6238). `person` is a member's or an operator's
-- id; the secret is sealed. `last_step` keeps a code from being used twice.
create table second_factor (
    person text primary key,
    secret bytea not null,
    created_at bigint not null,
    confirmed_at bigint,
    last_step bigint not null
);

create table recovery_code (
    person text not null,
    digest bytea not null,
    used_at bigint,
    primary key (person, digest)
) without rowid;

-- Failed sign-ins under one name, known or not: the same for both, so that nobody learns which.
create table sign_in_guard (
    name_digest bytea primary key,
    failures bigint not null,
    locked_until bigint not null,
    changed_at bigint not null
) without rowid;
create index sign_in_guard_by_age on sign_in_guard (changed_at);

-- A link that sets a new password, once.
create table password_reset (
    digest bytea primary key,
    person text not null,
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint
) without rowid;
create index password_reset_by_person on password_reset (person);

-- Replays of admin calls that move money.
create table admin_idempotency (
    operation_id text not null,
    key_digest bytea not null,
    body_digest bytea not null,
    status bigint not null,
    body text not null,
    created_at bigint not null,
    primary key (operation_id, key_digest)
) without rowid;

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
-- The audit log is read by who, by what, and from a moment on.
create index audit_by_actor on audit (actor, seq);
create index audit_by_action on audit (action, seq);
create index audit_by_at on audit (at);
