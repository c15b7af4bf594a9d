-- How long calls take, codes of banks that operators set, and who is told of a low live wallet.

-- Calls of all tenants by the hour of their arrival and by how long they took: bucket numbers are
-- those of platform::calls::latency. What the caller got wrong is not counted. Kept for eight days.
create table latency_hour (
    hour bigint not null,
    environment text not null check (environment in ('sandbox', 'live')),
    operation_id text not null,
    bucket bigint not null,
    calls bigint not null,
    primary key (hour, environment, operation_id, bucket)
);

-- Null for what the reference data has.
alter table bank_setting add column cbn_code text;
alter table bank_setting add column nip_code text;

-- A live wallet that nobody chose to watch is watched for a thousand naira, as that of a new tenant
-- is. One that holds less and was used is low from now on; one that was never used waits for money.
insert into wallet_alert_rule (wallet_no, kind, threshold, level_kobo, armed, roles)
    select no, 'balance', 100000, 100000, balance_kobo >= 100000, 'owner finance' from wallet
    where environment = 'live'
    and not exists (select 1 from wallet_alert_rule r where r.wallet_no = wallet.no);
insert into wallet_alert (wallet_no, kind, threshold, level_kobo, balance_kobo, at, roles)
    select w.no, 'balance', 100000, 100000, w.balance_kobo,
        cast(extract(epoch from now()) * 1000000 as bigint), r.roles
    from wallet w join wallet_alert_rule r on r.wallet_no = w.no
    where w.environment = 'live' and w.seq > 0 and w.balance_kobo < 100000
    and r.kind = 'balance' and r.threshold = 100000 and r.level_kobo = 100000 and not r.armed
    and not exists (select 1 from wallet_alert a where a.wallet_no = w.no);
update wallet set alert_kobo = 100000
    where environment = 'live' and alert_kobo = -1 and balance_kobo >= 100000
    and exists (select 1 from wallet_alert_rule r where r.wallet_no = wallet.no
        and r.kind = 'balance' and r.threshold = 100000 and r.armed);
