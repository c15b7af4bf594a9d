-- Calls as people look at them: counts by hour and by day, ways through a long log, and what is
-- kept of a call beyond its row. All of it follows from request_log and late_charge, which stay
-- as they are: a worker reads what is new there and writes here.

-- How far a wallet's log is digested: each of its rows up to seq is counted below, once.
create table call_cursor (
    wallet_no integer primary key,
    seq integer not null
) strict;

-- Calls by the hour of their arrival (microseconds, whole hours). A late charge counts in the
-- hour in which it was made, under its call's endpoint, key and status, with no call of its own.
create table usage_hour (
    wallet_no integer not null,
    hour integer not null,
    operation_id text not null,
    key_id text not null,
    status integer not null,
    -- Empty for what is no error.
    error_code text not null,
    calls integer not null,
    charge_kobo integer not null,
    latency_us_sum integer not null,
    primary key (wallet_no, hour, operation_id, key_id, status, error_code)
) strict, without rowid;
create index usage_hour_by_hour on usage_hour (hour);

-- The same by the day in Lagos (microseconds of its beginning), for as long as the log is kept.
create table usage_day (
    wallet_no integer not null,
    day integer not null,
    operation_id text not null,
    key_id text not null,
    status integer not null,
    error_code text not null,
    calls integer not null,
    charge_kobo integer not null,
    latency_us_sum integer not null,
    primary key (wallet_no, day, operation_id, key_id, status, error_code)
) strict, without rowid;

-- What is alike in calls of a wallet, numbered from 0 in each.
create table call_kind (
    wallet_no integer not null,
    no integer not null,
    operation_id text not null,
    key_id text not null,
    status integer not null,
    error_code text not null,
    -- A call that may still be charged, or was charged late, is of both kinds.
    charged integer not null,
    primary key (wallet_no, no),
    unique (wallet_no, operation_id, key_id, status, error_code, charged)
) strict, without rowid;

-- Which kinds there are among the rows with seq / 1024 = block: what looks for a kind passes over
-- blocks that have none. `kinds` is packed: see platform::calls::kinds.
create table call_block (
    wallet_no integer not null,
    block integer not null,
    first_at integer not null,
    last_at integer not null,
    kinds blob not null,
    primary key (wallet_no, block)
) strict, without rowid;

-- What is kept of a call beyond its row, for some days; never what names or identifies a person.
-- request_id is a UUIDv7: those of a wallet stand in the order of their arrival.
create table call_detail (
    wallet_no integer not null,
    request_id blob not null,
    sealed blob not null,
    primary key (wallet_no, request_id)
) strict, without rowid;
