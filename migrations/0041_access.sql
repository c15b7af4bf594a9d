-- Who asked for access and has no account yet. A row goes 30 days after it was made or decided.
create table access_request (
    id text collate "C" primary key,
    -- `unconfirmed` until the link to the address was used, where sign-up is open.
    state text not null check (state in ('unconfirmed', 'requested', 'accepted', 'declined')),
    -- Business, name, e-mail address, RC number and what for.
    sealed bytea not null,
    -- Of the e-mail address.
    email_digest bytea not null,
    -- Of the token of the link that confirms the address.
    digest bytea not null unique,
    -- Why it was declined; else empty.
    reason text not null,
    -- When it was asked for, the last time.
    asked_at bigint not null,
    expires_at bigint not null,
    decided_at bigint,
    -- Who came of it.
    tenant_id text
);
create index access_request_by_email on access_request (email_digest);
create index access_request_to_forget on access_request (expires_at);

-- How they want to be called; empty until they say.
alter table member add column name text not null default '';

-- Kinds of mails that a member or an operator does not want.
create table mail_unwanted (
    person text collate "C" not null,
    kind text not null,
    primary key (person, kind)
) without rowid;
