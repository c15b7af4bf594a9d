-- Calls as people look at them: counts by hour and by day, ways through a long log, and what is
-- kept of a call beyond its row. All of it follows from request_log and late_charge, which stay
-- as they are: a worker reads what is new there and writes here.

-- How far a wallet's log is digested: each of its rows up to seq is counted below, once.
create table call_cursor (
    wallet_no bigint primary key,
    seq bigint not null
);

-- Calls by the hour of their arrival (microseconds, whole hours). A late charge counts in the
-- hour in which it was made, under its call's endpoint, key and status, with no call of its own.
create table usage_hour (
    wallet_no bigint not null,
    hour bigint not null,
    operation_id text not null,
    key_id text not null,
    status bigint not null,
    -- Empty for what is no error.
    error_code text not null,
    calls bigint not null,
    charge_kobo bigint not null,
    latency_us_sum bigint not null,
    primary key (wallet_no, hour, operation_id, key_id, status, error_code)
);
create index usage_hour_by_hour on usage_hour (hour);

-- The same by the day in Lagos (microseconds of its beginning), for as long as the log is kept.
create table usage_day (
    wallet_no bigint not null,
    day bigint not null,
    operation_id text not null,
    key_id text not null,
    status bigint not null,
    error_code text not null,
    calls bigint not null,
    charge_kobo bigint not null,
    latency_us_sum bigint not null,
    primary key (wallet_no, day, operation_id, key_id, status, error_code)
);

-- What is alike in calls of a wallet, numbered from 0 in each.
create table call_kind (
    wallet_no bigint not null,
    no bigint not null,
    operation_id text not null,
    key_id text not null,
    status bigint not null,
    error_code text not null,
    -- A call that may still be charged, or was charged late, is of both kinds.
    charged boolean not null,
    primary key (wallet_no, no),
    unique (wallet_no, operation_id, key_id, status, error_code, charged)
);

-- Which kinds there are among the rows with seq / 1024 = block: what looks for a kind passes over
-- blocks that have none. `kinds` is packed: see platform::calls::kinds.
create table call_block (
    wallet_no bigint not null,
    block bigint not null,
    first_at bigint not null,
    last_at bigint not null,
    kinds bytea not null,
    primary key (wallet_no, block)
);

-- What is kept of a call beyond its row, for some days; never what names or identifies a person.
-- request_id is a UUIDv7: those of a wallet stand in the order of their arrival.
create table call_detail (
    wallet_no bigint not null,
    request_id bytea not null,
    sealed bytea not null,
    primary key (wallet_no, request_id)
);
