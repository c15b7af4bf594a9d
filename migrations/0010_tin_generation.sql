-- Tax numbers that were asked for at a tax authority outside: one row a company, for every tenant,
-- because the authority generates one number for all. It is stored before the authority is asked,
-- so that two nodes never ask at once and a crash leaves word of what may have happened.
create table tin_generation (
    environment text not null check (environment in ('sandbox', 'live')),
    rc_number text not null check (rc_number <> ''),
    entity_type text not null,
    -- `asked`: a call asks now, or did when its process ended. `unknown`: it asked, and nobody
    -- knows what became of it. `generated`: the number is in `tin`.
    state text not null check (state in ('asked', 'unknown', 'generated')),
    tin text,
    -- The call.
    tenant_id text not null references tenant (id),
    request_id bytea not null,
    at bigint not null,
    primary key (environment, rc_number, entity_type)
) without rowid;
