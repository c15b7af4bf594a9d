-- What the caller calls a subscription, told again in its transaction.
alter table subscription add column client_reference text;
create index subscription_by_client_reference
    on subscription (tenant_book, client_reference) where client_reference is not null;

-- Whether an exchange outside has the offer: its word decides its life, and nothing here.
alter table offer add column is_of_exchange boolean not null default false;

-- Lists of the exchange outside as it last sent them, and how old they are.
create table exchange_list (
    environment text not null check (environment in ('sandbox', 'live')),
    -- `offers` (rows of offer), `banks`, `brokers`
    name text not null,
    -- JSON; everybody may know it.
    body text not null,
    retrieved_at bigint not null,
    -- Since when it has not been answered; null while it is.
    failing_since bigint,
    primary key (environment, name)
) without rowid;
