-- What consent codes (VRC) were used for. No code is here: only its blind index, an HMAC that
-- nobody can make without the master key.

-- One row is one use, and the key holds that there is one.
create table vrc_use (
    environment text not null check (environment in ('sandbox', 'live')),
    vrc_index blob not null check (length(vrc_index) = 32),
    -- The endpoint it is used up for; empty where one use is all that a code has.
    scope text not null,
    -- For whom it is used up: a tenant, in the sandbox, where each has a world of its own;
    -- empty for everyone, in live.
    holder text not null,
    -- `asked`: brought to an upstream, and what became of it is not known. `used`: answered.
    state text not null check (state in ('asked', 'used')),
    -- The call.
    tenant_id text not null references tenant (id),
    operation_id text not null check (operation_id <> ''),
    request_id blob not null,
    at integer not null,
    primary key (environment, vrc_index, scope, holder)
) strict, without rowid;

-- Answers, sealed, for a call that has to be told again. Deleted when their time is over.
create table vrc_answer (
    request_id blob primary key,
    sealed blob not null,
    until integer not null
) strict;

create index vrc_answer_until on vrc_answer (until);
