-- How the services do: what operators say about them, what calls and probes show of them.

-- Something that is wrong, or work that is planned. `affects` names services and environments:
-- `investment_ipo/live business_validation_registry/live`.
create table incident (
    id text primary key,
    kind text not null check (kind in ('incident', 'maintenance')),
    title text not null,
    impact text not null check (impact in ('none', 'degraded', 'down')),
    state text not null check (state in (
        'investigating', 'identified', 'monitoring', 'scheduled', 'resolved')),
    affects text not null,
    starts_at bigint not null,
    -- Of planned work: when it is to be over.
    ends_at bigint,
    created_at bigint not null,
    changed_at bigint not null,
    resolved_at bigint,
    check ((kind = 'maintenance') = (ends_at is not null)),
    check ((state = 'resolved') = (resolved_at is not null))
);
create index incident_open on incident (id) where resolved_at is null;

-- What was said about it, in order; append-only.
create table incident_update (
    incident_id text not null references incident (id),
    no bigint not null,
    at bigint not null,
    state text not null,
    message text not null,
    primary key (incident_id, no)
);

-- A day of a service in an environment: calls without those that the caller got wrong, how many
-- of them failed on our side, how long they took together; and how many probes failed.
-- `day` is midnight in Lagos.
create table status_day (
    day bigint not null,
    scope text not null,
    environment text not null check (environment in ('sandbox', 'live')),
    calls bigint not null,
    failed bigint not null,
    latency_us bigint not null,
    checks bigint not null,
    checks_failed bigint not null,
    primary key (day, scope, environment)
);

-- The last result of each probe, and since when it is so.
create table status_probe (
    name text primary key,
    at bigint not null,
    passed boolean not null,
    latency_us bigint not null,
    since bigint not null
);
