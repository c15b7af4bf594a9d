-- The processes that serve this database. `beat` grows while a node lives; one whose beat stands
-- still is closed by another node, which takes over what it had under way and deletes the row.
create table node (
    no bigint generated always as identity primary key,
    -- Of the machine, for people.
    name text not null,
    version text not null,
    joined_at bigint not null,
    beat bigint not null,
    open boolean not null
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

-- The lease that the money is set aside in; 0: it is set aside in the wallet itself, for work that
-- goes on after its call was answered and may end on any node.
alter table hold add column epoch bigint not null default 0;

-- Which node took the task last.
alter table outbox add column node_no bigint not null default 0;
