-- The local register of companies, imported by the operator. Not tenant data: every tenant
-- reads the same register of an environment.

-- A number is unique per kind of entity only, so the key has all three. `rc_number` is in
-- canonical form (no prefix, no leading zeros). Kept in the order of its key: a look-up is
-- one descent, and all kinds of one number lie side by side.
create table company (
    environment text not null check (environment in ('sandbox', 'live')),
    rc_number text not null check (rc_number <> ''),
    entity_type text not null check (entity_type in (
        'COMPANY', 'BUSINESS_NAME', 'INCORPORATED_TRUSTEE', 'LIMITED_PARTNERSHIP',
        'LIMITED_LIABILITY_PARTNERSHIP')),
    company_name text not null check (company_name <> ''),
    -- Empty where the register does not say.
    company_type text not null,
    registration_status text not null check (registration_status in (
        'ACTIVE', 'INACTIVE', 'STRUCK_OFF', 'DELISTED', 'DISSOLVED', 'IN_LIQUIDATION',
        'UNKNOWN')),
    registered_address text not null,
    -- YYYY-MM-DD
    registration_date text,
    line_of_business text,
    city text,
    lga text,
    state text,
    email text,
    imported_at integer not null,
    primary key (environment, rc_number, entity_type)
) strict, without rowid;
