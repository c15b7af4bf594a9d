-- What the operators' console looks for.

-- How a tenant is found: its name and what follows each space in it, e-mail address and its
-- domain, vendor id, id; folded. A search is a range of terms, so they are compared by bytes.
create table tenant_search (
    term text collate "C" not null,
    tenant_id text not null references tenant (id),
    primary key (term, tenant_id)
);
create index tenant_search_by_tenant on tenant_search (tenant_id, term);

-- Members who have not accepted their invite.
create index member_waiting on member (id) where password_hash is null;

-- The audit log is read by who, by what, and from a moment on.
create index audit_by_actor on audit (actor, seq);
create index audit_by_action on audit (action, seq);
create index audit_by_at on audit (at);

-- The prices that tenants have of their own.
create index price_of_tenants on price (tenant_id, operation_id, environment, effective_at)
    where tenant_id <> '';

-- The counts of all tenants together, from a day on.
create index usage_day_by_day on usage_day (day, operation_id);

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
