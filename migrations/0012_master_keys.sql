-- The ring of master keys. `master_key_mark` stays for the version before, which knows one key.

create table master_key (
    -- The first byte of what the key sealed.
    id bigint primary key check (id between 1 and 255),
    -- A digest by which the key is known again.
    mark bytea not null unique check (length(mark) = 32),
    -- When it was taken in; 0 where that is not known.
    added_at bigint not null,
    -- Since when a server seals with it.
    used_at bigint,
    -- When the end of the rotation to it was asked for, and when it came: from then on the keys
    -- before it open nothing.
    ending_at bigint,
    ended_at bigint,
    -- The keys of digests, sealed under this key; null for the first, which they follow from, and
    -- while an earlier key has them.
    chain bytea
);
insert into master_key (id, mark, added_at, used_at, ended_at)
    select 1, mark, 0, 0, 0 from master_key_mark;
