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
    starts_at integer not null,
    -- Of planned work: when it is to be over.
    ends_at integer,
    created_at integer not null,
    changed_at integer not null,
    resolved_at integer,
    check ((kind = 'maintenance') = (ends_at is not null)),
    check ((state = 'resolved') = (resolved_at is not null))
) strict;
create index incident_open on incident (id) where resolved_at is null;

-- What was said about it, in order; append-only.
create table incident_update (
    incident_id text not null references incident (id),
    no integer not null,
    at integer not null,
    state text not null,
    message text not null,
    primary key (incident_id, no)
) strict, without rowid;

-- A day of a service in an environment: calls without those that the caller got wrong, how many
-- of them failed on our side, how long they took together; and how many probes failed.
-- `day` is midnight in Lagos.
create table status_day (
    day integer not null,
    scope text not null,
    environment text not null check (environment in ('sandbox', 'live')),
    calls integer not null,
    failed integer not null,
    latency_us integer not null,
    checks integer not null,
    checks_failed integer not null,
    primary key (day, scope, environment)
) strict, without rowid;

-- The last result of each probe, and since when it is so.
create table status_probe (
    name text primary key,
    at integer not null,
    passed integer not null,
    latency_us integer not null,
    since integer not null
) strict, without rowid;
