-- Refused calls are counted exactly and logged as samples: a row of the log may stand for many.

-- How many calls a row stands for; null is one.
alter table request_log add column calls bigint;

-- Refused calls of a minute that are counted and not in the log yet: when the minute is over, each
-- of these becomes one row of the log.
create table refusal (
    -- Microseconds, whole minutes.
    minute bigint not null,
    wallet_no bigint not null,
    key_id text not null,
    operation_id text not null,
    status bigint not null,
    error_code text not null,
    calls bigint not null,
    latency_us_sum bigint not null,
    last_at bigint not null,
    primary key (minute, wallet_no, key_id, operation_id, status, error_code)
) without rowid;
