-- Files in the object store. An object without a row here cannot be read by anybody.
create table stored_object (
    name text collate "C" primary key,
    -- The object's own key, sealed. Null once it is ended: its bytes are removed then.
    sealed_key bytea,
    -- Of its content, before sealing.
    bytes bigint not null,
    created_at bigint not null
);
create index stored_object_ended on stored_object (name) where sealed_key is null;

-- Whose a job is while it is read: the server, and which taking of the job this is. Null in rows
-- of before.
alter table poa_job add column owner text;
alter table poa_job add column takings bigint not null default 0;

-- Imports into the register, from when their file has arrived.
create table registry_import (
    id text collate "C" primary key,
    environment text not null,
    contents text not null,
    is_csv boolean not null,
    file_name text not null,
    bytes bigint not null,
    state text not null check (state in ('waiting', 'running', 'done', 'failed')),
    rows_done bigint not null,
    rows_stored bigint not null,
    rows_rejected bigint not null,
    bytes_done bigint not null,
    error text,
    -- What was put up with, as JSON.
    notes text not null,
    first_rejects text not null,
    brought_by text not null,
    brought_at bigint not null,
    updated_at bigint not null,
    -- The server at work on it, until when without a word from it, and which run this is.
    owner text,
    lease_until bigint,
    run bigint not null default 0
);
create index registry_import_open on registry_import (id)
    where state in ('waiting', 'running');

-- Rejected rows of an import, sealed: what each run wrote, in pieces, as CSV.
create table registry_import_rejects (
    import_id text collate "C" not null,
    -- Rows done before the run, and bytes that the run wrote before this piece.
    rows_before bigint not null,
    bytes_before bigint not null,
    sealed bytea not null,
    primary key (import_id, rows_before, bytes_before)
);
