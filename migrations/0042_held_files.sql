-- Files for an import that nobody has confirmed yet; their bytes are in the object store.
create table held_file (
    id text collate "C" primary key,
    purpose text not null,
    -- Null of banks and brokers, which both environments share.
    environment text,
    offer_id text collate "C" not null,
    is_csv boolean not null,
    is_replacing boolean not null,
    -- Sealed: the account of a statement that does not say it.
    account bytea not null,
    file_name text not null,
    bytes bigint not null,
    brought_by text not null,
    brought_at bigint not null
);
