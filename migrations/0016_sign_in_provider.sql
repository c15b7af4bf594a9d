-- Single sign-on: whom a tenant trusts to say who its members are, and whom providers vouched for.

create table sign_in_provider (
    tenant_id text primary key references tenant (id),
    issuer text not null,
    client_id text not null,
    -- Sealed.
    secret bytea not null,
    -- Of the e-mail addresses that it may vouch for; of one tenant.
    domain text not null unique,
    -- Members must come by it; owners keep their password.
    required boolean not null,
    -- Whoever it vouches for becomes a member.
    creates_members boolean not null,
    -- It asks for a second factor itself, whatever its tokens say.
    asks_second_factor boolean not null,
    changed_at bigint not null
);

-- Whom an issuer means by a subject, for one tenant (`ten_…`) or for the console (`console`).
-- `person` is a member's or an operator's id.
create table sign_in_link (
    realm text not null,
    issuer text not null,
    subject text not null,
    person text not null,
    created_at bigint not null,
    primary key (realm, issuer, subject)
) without rowid;
create index sign_in_link_by_person on sign_in_link (person);

-- Somebody on their way to a provider and back: once, soon, and in the same browser.
create table sign_in_attempt (
    digest bytea primary key,
    browser bytea not null,
    -- Null for the console.
    tenant_id text references tenant (id),
    next text not null,
    again boolean not null,
    expires_at bigint not null
) without rowid;
create index sign_in_attempt_by_expiry on sign_in_attempt (expires_at);
create index sign_in_attempt_by_tenant on sign_in_attempt (tenant_id);
