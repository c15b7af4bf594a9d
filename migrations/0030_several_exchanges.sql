-- Which exchange outside has the offer, by its name in the settings; null for one that was made
-- here.
alter table offer add column exchange text;

-- Lists of each exchange outside as it last sent them, and how old they are. In the place of
-- exchange_list, which is fetched anew and not read any more.
create table exchange_sent (
    environment text not null check (environment in ('sandbox', 'live')),
    -- Its name in the settings.
    exchange text not null,
    -- `offers` (rows of offer), `banks`, `brokers`
    name text not null,
    -- JSON; everybody may know it.
    body text not null,
    retrieved_at bigint not null,
    -- Since when it has not been answered; null while it is.
    failing_since bigint,
    primary key (environment, exchange, name)
) without rowid;
