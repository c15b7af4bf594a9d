-- One row once a server has started: what its master key leaves behind, so that one with another
-- key stops before it reads or writes anything.
create table master_key_mark (
    one bigint primary key check (one = 1),
    mark bytea not null check (length(mark) = 32)
);
