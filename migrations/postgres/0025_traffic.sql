-- Calls of all tenants by the hour of their arrival (microseconds, whole hours): `usage_hour` without
-- wallets and keys, so that what is told of all of them does not grow with their number.
create table traffic_hour (
    hour bigint not null,
    environment text not null check (environment in ('sandbox', 'live')),
    operation_id text not null,
    status bigint not null,
    -- Empty for what is no error.
    error_code text not null,
    calls bigint not null,
    charge_kobo bigint not null,
    latency_us_sum bigint not null,
    primary key (hour, environment, operation_id, status, error_code)
);

insert into traffic_hour
select u.hour, w.environment, u.operation_id, u.status, u.error_code,
    cast(sum(u.calls) as bigint), cast(sum(u.charge_kobo) as bigint),
    cast(sum(u.latency_us_sum) as bigint)
from usage_hour u join wallet w on w.no = u.wallet_no
group by u.hour, w.environment, u.operation_id, u.status, u.error_code;
