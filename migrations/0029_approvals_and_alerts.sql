-- The regulator's approval of a live offer that the operator runs, as JSON: what was approved, who
-- recorded it and who confirmed it. Null while none is recorded.
alter table offer add column approval text;

-- What operators are alerted of: one row a crossing, open until it is well again.
create table operator_alert (
    id bigint generated always as identity primary key,
    -- `upstream_account`, `upstream_low`, `tasks_stuck`, `expiry`, `jobs_failing`
    kind text not null,
    -- What of that kind: an upstream, a kind of task, a token.
    subject text not null,
    -- In words, as it was when it crossed.
    says text not null,
    -- Of what happens to one tenant.
    tenant_id text references tenant (id),
    environment text check (environment in ('sandbox', 'live')),
    raised_at bigint not null,
    cleared_at bigint
);
create unique index operator_alert_open on operator_alert (kind, subject)
    where cleared_at is null;
create index operator_alert_by_time on operator_alert (raised_at);
create index operator_alert_by_tenant on operator_alert (tenant_id, environment)
    where cleared_at is null;
-- Tokens that end soon are looked for often.
create index admin_token_by_expiry on admin_token (expires_at) where expires_at is not null;
