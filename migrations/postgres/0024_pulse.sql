-- One row that is written to learn whether anything can be: a full disk is still read.
create table pulse (
    one bigint primary key check (one = 1),
    beat_at bigint not null
);
