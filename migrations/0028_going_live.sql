-- What is known of a tenant that wants to call in live.
create table live_standing (
    tenant_id text primary key references tenant (id),
    -- Reference of the signed agreement; null until it is recorded.
    agreement text,
    agreement_at bigint,
    -- What the company register said of this number; the record itself is not kept.
    rc_number text,
    company_found boolean,
    -- A word of the register; null if there is no such company.
    company_status text,
    company_is_active boolean,
    -- `exact`, `normalized`, `partial` or `mismatch`; null if there is no such company.
    name_match text,
    company_at bigint
) without rowid;

-- The last request of a tenant for a product in live; the audit log has those before it.
create table live_request (
    tenant_id text not null references tenant (id),
    scope text not null,
    state text not null check (state in ('requested', 'granted', 'refused', 'withdrawn')),
    -- Of a refusal, or of a grant in spite of missing lines; else empty.
    reason text not null,
    requested_at bigint not null,
    changed_at bigint not null,
    primary key (tenant_id, scope)
) without rowid;
create index live_request_by_state on live_request (state, changed_at);

-- Whether a member was ever reached by mail.
create index mail_by_person on mail (person);
