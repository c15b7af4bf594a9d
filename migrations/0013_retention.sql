-- What is kept of rows that retention dropped, so that everything still adds up without them.

-- How far a wallet's calls are dropped. Its rows of request_log and late_charge up to this position
-- count here; none of them is there but for rows of calls whose work goes on, which stay until it
-- has ended. Transfers stay.
create table wallet_closing (
    wallet_no bigint primary key references wallet (no),
    seq bigint not null,
    -- Balance right after that position.
    balance_kobo bigint not null check (balance_kobo >= 0),
    -- How many rows of the two tables were dropped, and what they were charged.
    rows_dropped bigint not null,
    charged_kobo bigint not null
);

-- A month of a wallet whose calls are dropped, or being dropped: where it began and ended, as its
-- statement had it. `month` is its first moment in Lagos.
create table closed_month (
    wallet_no bigint not null references wallet (no),
    month bigint not null,
    after_seq bigint not null,
    last_seq bigint not null check (last_seq >= after_seq),
    opening_kobo bigint not null,
    closing_kobo bigint not null,
    primary key (wallet_no, month)
) without rowid;

-- What its dropped calls were charged, by day in Lagos (days since 1970) and endpoint.
create table closed_charge (
    wallet_no bigint not null references wallet (no),
    month bigint not null,
    day bigint not null,
    operation_id text not null,
    charges bigint not null,
    charged_kobo bigint not null,
    primary key (wallet_no, month, day, operation_id)
) without rowid;

-- What dropped calls were charged of each lease.
create table closed_lease (
    wallet_no bigint not null references wallet (no),
    epoch bigint not null,
    charged_kobo bigint not null,
    primary key (wallet_no, epoch)
) without rowid;

-- One row once the beginning of the audit chain was dropped: its last dropped entry, from which the
-- first that is left follows.
create table audit_anchor (
    one bigint primary key check (one = 1),
    seq bigint not null,
    at bigint not null,
    hash bytea not null check (length(hash) = 32)
);

-- When the person of an application was erased: the application stays, without them.
alter table subscription add column erased_at bigint;
