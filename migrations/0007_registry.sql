-- What the registry keeps of calls and sources. The register itself is in the next file.

-- Tax numbers that were generated for tenants. Those that companies had before are not here:
-- the tax authority's own, or in the sandbox made from the registration number. A company gets
-- a number once in each tenant's sandbox, and the key is what holds that.
create table company_tin (
    environment text not null check (environment in ('sandbox', 'live')),
    tenant_id text not null references tenant (id),
    rc_number text not null check (rc_number <> ''),
    entity_type text not null check (entity_type in (
        'COMPANY', 'BUSINESS_NAME', 'INCORPORATED_TRUSTEE', 'LIMITED_PARTNERSHIP',
        'LIMITED_LIABILITY_PARTNERSHIP')),
    tin text not null check (tin <> ''),
    -- The call that was charged for it.
    request_id bytea not null,
    generated_at bigint not null,
    primary key (environment, tenant_id, rc_number, entity_type)
) without rowid;

-- Consent codes issued for entities of the local register. The code itself is nowhere: it was
-- shown once, and this is its keyed digest.
create table company_consent (
    environment text not null check (environment in ('sandbox', 'live')),
    code_digest bytea not null,
    rc_number text not null check (rc_number <> ''),
    entity_type text not null,
    -- Who issued it, as the audit log names them.
    issued_by text not null,
    issued_at bigint not null,
    expires_at bigint not null check (expires_at > issued_at),
    primary key (environment, code_digest)
) without rowid;

-- What consent codes (VRC) were used for. No code is here: only its blind index, an HMAC that
-- nobody can make without the master key. One row is one use, and the key holds that there is one.
create table vrc_use (
    environment text not null check (environment in ('sandbox', 'live')),
    vrc_index bytea not null check (length(vrc_index) = 32),
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
    request_id bytea not null,
    at bigint not null,
    primary key (environment, vrc_index, scope, holder)
) without rowid;

-- Answers, sealed, for a call that has to be told again. Deleted when their time is over.
create table vrc_answer (
    request_id bytea primary key,
    sealed bytea not null,
    until bigint not null
);
create index vrc_answer_until on vrc_answer (until);

-- Documents drawn from the register: what a copy says in short, for whoever verifies it. The
-- verification code is printed on the copy and is not here: only its keyed digest, so that
-- nobody who reads this table can make a copy look verified.
create table registry_document (
    code_digest bytea primary key check (length(code_digest) = 32),
    environment text not null check (environment in ('sandbox', 'live')),
    document text not null check (document in ('certificate', 'status-report')),
    rc_number text not null check (rc_number <> ''),
    entity_type text not null,
    company_name text not null,
    registration_status text not null,
    registration_date text,
    -- When the register was read, and when the document was drawn.
    retrieved_at bigint not null,
    issued_at bigint not null,
    -- Of the file.
    sha256 bytea not null check (length(sha256) = 32),
    -- Of all that the document says of the entity, to compare with what the register says now.
    says bytea not null check (length(says) = 32),
    -- The call that drew it.
    request_id bytea not null
) without rowid;

-- Which source answers which endpoint, for every tenant, as the operator chose. Without a row the
-- local register answers.
create table registry_source (
    environment text not null check (environment in ('sandbox', 'live')),
    operation_id text not null check (operation_id <> ''),
    source text not null check (source in ('local', 'cac_vas', 'contract')),
    -- How old an answer kept from an upstream may be to be given again; 0 for never.
    max_age_seconds bigint not null check (max_age_seconds >= 0),
    -- How old one may be to be given, marked as stale, while the upstream is down; 0 for never.
    stale_seconds bigint not null check (stale_seconds >= 0),
    changed_at bigint not null,
    changed_by text not null,
    primary key (environment, operation_id)
) without rowid;

-- What upstreams answered, kept for a time: for audits, and to be given again within the age
-- that the operator allows. Bodies are sealed; those of documents are not kept, only their
-- digest is.
create table registry_answer (
    id bytea not null primary key,
    environment text not null check (environment in ('sandbox', 'live')),
    upstream text not null check (upstream in ('cac_vas', 'contract')),
    -- The upstream's word for what was asked, such as `company/rc`.
    question text not null,
    -- A keyed digest of the question with its number, tax number or consent code.
    subject bytea not null,
    asked_at bigint not null,
    status bigint not null,
    media_type text not null,
    -- `answer` may be given again; `other` is kept for audits only.
    outcome text not null check (outcome in ('answer', 'other')),
    body bytea,
    body_bytes bigint not null,
    body_sha256 bytea not null
);
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
    occurrences bigint not null,
    first_at bigint not null,
    last_at bigint not null,
    primary key (environment, upstream, problem)
) without rowid;
