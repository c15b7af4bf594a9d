-- How often other nodes asked for what a lease has. What was offered before the last time answers
-- nobody.
alter table wallet_lease add column asked bigint not null default 0;
