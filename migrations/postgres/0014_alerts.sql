-- Who is told when a wallet runs low, and when it did.

-- A write that leaves less than alert_kobo, or comes at alert_until or later, looks at the rules.
-- Of a wallet without rules neither is ever so.
alter table wallet add column alert_kobo bigint not null default -1;
alter table wallet add column alert_until bigint not null default 9223372036854775807;

-- `threshold` is kobo of a balance or days of a runway; level_kobo is what it came to when it was
-- last looked at. A rule that is not armed has fired and waits until there is more again.
create table wallet_alert_rule (
    wallet_no bigint not null references wallet (no),
    kind text not null check (kind in ('balance', 'runway')),
    threshold bigint not null check (threshold > 0),
    level_kobo bigint not null,
    armed boolean not null,
    -- Roles of members, separated by spaces.
    roles text not null,
    primary key (wallet_no, kind, threshold)
);

-- One row a crossing, written with the movement of money that crossed.
create table wallet_alert (
    id bigint generated always as identity primary key,
    wallet_no bigint not null references wallet (no),
    kind text not null check (kind in ('balance', 'runway')),
    threshold bigint not null,
    level_kobo bigint not null,
    balance_kobo bigint not null,
    at bigint not null,
    -- Of the call that crossed; none if it was no call.
    request_id bytea,
    roles text not null,
    cleared_at bigint
);
create index wallet_alert_by_wallet on wallet_alert (wallet_no, id);
create index wallet_alert_open on wallet_alert (wallet_no) where cleared_at is null;
