-- Which source answers which endpoint, what the sources outside answered, and what is wrong
-- with them. Not tenant data: every tenant is answered from the same sources.

-- What the operator chose. Without a row the local register answers.
create table registry_source (
    environment text not null check (environment in ('sandbox', 'live')),
    operation_id text not null check (operation_id <> ''),
    source text not null check (source in ('local', 'cac_vas', 'contract')),
    -- How old an answer kept from an upstream may be to be given again; 0 for never.
    max_age_seconds integer not null check (max_age_seconds >= 0),
    -- How old one may be to be given, marked as stale, while the upstream is down; 0 for never.
    stale_seconds integer not null check (stale_seconds >= 0),
    changed_at integer not null,
    changed_by text not null,
    primary key (environment, operation_id)
) strict, without rowid;

-- What upstreams answered, kept for a time: for audits, and to be given again within the age
-- that the operator allows. Bodies are sealed; those of documents are not kept, only their
-- digest is.
create table registry_answer (
    id blob not null primary key,
    environment text not null check (environment in ('sandbox', 'live')),
    upstream text not null check (upstream in ('cac_vas', 'contract')),
    -- The upstream's word for what was asked, such as `company/rc`.
    question text not null,
    -- A keyed digest of the question with its number, tax number or consent code.
    subject blob not null,
    asked_at integer not null,
    status integer not null,
    media_type text not null,
    -- `answer` may be given again; `other` is kept for audits only.
    outcome text not null check (outcome in ('answer', 'other')),
    body blob,
    body_bytes integer not null,
    body_sha256 blob not null
) strict;
create index registry_answer_subject
    on registry_answer (environment, upstream, subject, outcome, asked_at);
create index registry_answer_asked on registry_answer (asked_at);

-- What is wrong with an upstream: one row a kind of problem, for the operator to see.
create table registry_upstream_problem (
    environment text not null check (environment in ('sandbox', 'live')),
    upstream text not null check (upstream in ('cac_vas', 'contract')),
    problem text not null,
    -- For people; never holds what was asked or answered.
    message text not null,
    question text not null,
    occurrences integer not null,
    first_at integer not null,
    last_at integer not null,
    primary key (environment, upstream, problem)
) strict, without rowid;
