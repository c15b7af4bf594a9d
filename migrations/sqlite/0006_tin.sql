-- Tax numbers that were generated for tenants. Those that companies had before are not here:
-- the tax authority's own, or in the sandbox made from the registration number.

-- A company gets a number once in each tenant's sandbox, and the key is what holds that.
create table company_tin (
    environment text not null check (environment in ('sandbox', 'live')),
    tenant_id text not null references tenant (id),
    rc_number text not null check (rc_number <> ''),
    entity_type text not null check (entity_type in (
        'COMPANY', 'BUSINESS_NAME', 'INCORPORATED_TRUSTEE', 'LIMITED_PARTNERSHIP',
        'LIMITED_LIABILITY_PARTNERSHIP')),
    tin text not null check (tin <> ''),
    -- The call that was charged for it.
    request_id blob not null,
    generated_at integer not null,
    primary key (environment, tenant_id, rc_number, entity_type)
) strict, without rowid;
