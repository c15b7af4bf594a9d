-- Who is signed in to the portal and the console, and what guards the door.

-- Of a member, or of an operator; an operator's with a tenant looks at that tenant's portal,
-- changes nothing and ends soon.
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
);

-- Failed sign-ins under one name, known or not: the same for both, so that nobody learns which.
create table sign_in_guard (
    name_digest bytea primary key,
    failures bigint not null,
    locked_until bigint not null,
    changed_at bigint not null
);
create index sign_in_guard_by_age on sign_in_guard (changed_at);

-- A link that sets a new password, once.
create table password_reset (
    digest bytea primary key,
    person text not null,
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint
);
create index password_reset_by_person on password_reset (person);
