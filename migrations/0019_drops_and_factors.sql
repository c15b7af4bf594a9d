-- When something of a kind that is kept for a time last went, and how many rows.
create table retention_drop (
    kind text primary key,
    at bigint not null,
    dropped bigint not null check (dropped > 0)
) without rowid;

-- Whether the provider that let them in vouched for a second factor.
alter table session add column vouched_factor boolean not null default false;
