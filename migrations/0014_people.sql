-- People's data that was found, given out or erased: what came of it, without the data.

-- One row a request. `who` is a blind index of what they were found by: it tells whether a receipt
-- is of a certain person, and nothing more.
create table people_receipt (
    id text primary key,
    at bigint not null,
    actor text not null,
    action text not null check (action in ('find', 'export', 'erase')),
    identifier text not null check (identifier in ('bvn', 'nin', 'chn', 'email')),
    who bytea not null check (length(who) = 32),
    -- JSON: the records, each with what became of it and why.
    records text not null
);
create index people_receipt_by_who on people_receipt (who, at);

-- How far the audit log (`audit`, wallet 0) and each wallet's request log (`calls`) were given to a
-- SIEM, by file or over HTTP. It moves once the other side has what came before it.
create table siem_cursor (
    sink text not null check (sink in ('file', 'http')),
    stream text not null check (stream in ('audit', 'calls')),
    wallet_no bigint not null,
    position bigint not null,
    primary key (sink, stream, wallet_no)
) without rowid;
