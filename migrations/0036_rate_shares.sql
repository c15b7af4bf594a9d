-- When the counter last moved, by the clock of the database, in milliseconds since 1970: how long
-- nodes take to notice.
alter table change_counter add column at_ms bigint not null default 0;

-- How nodes divide rate limits. `shares` is JSON. The row '' holds the nodes, each with its share of
-- every bucket that is not busy; its version is the newest of all. Every other row is a bucket that
-- is or was busy.
create table rate_share (
    bucket text collate "C" primary key,
    version bigint not null,
    shares text not null
);
create index rate_share_version on rate_share (version);
insert into rate_share (bucket, version, shares) values ('', 1, '{"last":0,"all":[]}');
