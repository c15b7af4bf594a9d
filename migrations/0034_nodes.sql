-- The processes that serve this database. A beat grows while its node lives; one whose beat stands
-- still is closed by another node, which takes over what it had under way and deletes the rows.
-- [sqlite]
-- A number is never used again, also after its row is gone.
create table node (
    no integer primary key autoincrement,
    name text not null,
    version text not null,
    joined_at integer not null,
    open integer not null
) strict;
-- [postgres]
create table node (
    no bigint generated always as identity primary key,
    -- Of the machine, for people.
    name text not null,
    version text not null,
    joined_at bigint not null,
    open boolean not null
);
-- [both]

-- Apart from the node, whose row is shared by whoever must be sure that it is open.
create table node_beat (
    node_no bigint primary key,
    beat bigint not null
);

-- Work that one node does for all, and which.
create table duty (
    name text primary key,
    node_no bigint not null
) without rowid;

-- Whose lease it is; 0 is of a version that served alone. `wanted`: another node needs the money,
-- `acked`: this one has given back what it could. `turn` counts what was granted and given back,
-- and `turn_kobo` is the last of it, so that a try whose commit was not heard of is not repeated.
alter table wallet_lease add column node_no bigint not null default 0;
alter table wallet_lease add column wanted boolean not null default false;
alter table wallet_lease add column acked boolean not null default false;
alter table wallet_lease add column turn bigint not null default 0;
alter table wallet_lease add column turn_kobo bigint not null default 0;
create index wallet_lease_of_node on wallet_lease (node_no) where open;
create index wallet_lease_wanted on wallet_lease (node_no) where wanted;
-- Whoever leased a wallet before served alone, and is gone.
update wallet_lease set open = false;

-- The lease that the money is set aside in; 0: it is set aside in the wallet itself, for work that
-- goes on after its call was answered and may end on any node. `node_no`: which node does the call.
alter table hold add column epoch bigint not null default 0;
alter table hold add column node_no bigint not null default 0;

-- Which node took the task last.
alter table outbox add column node_no bigint not null default 0;
