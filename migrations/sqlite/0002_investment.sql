-- The primary market: what is offered, and what a tenant's customers applied for.
-- Personal data is sealed; numbers that must be found again have blind indexes only.

create table offer (
    environment text not null check (environment in ('sandbox', 'live')),
    id text not null,
    name text not null,
    offer_type text not null,
    price_kobo integer not null check (price_kobo > 0),
    minimum_shares integer not null check (minimum_shares > 0),
    multiple integer not null check (multiple > 0),
    maximum_shares integer check (maximum_shares >= minimum_shares),
    shares_on_offer integer not null check (shares_on_offer > 0),
    open_at integer not null,
    close_at integer not null,
    original_close_at integer,
    -- Set by the operator; where null, the dates decide.
    operator_status text,
    -- What is shown and never decided on: issuer, timeline, registrar, … as JSON.
    details text not null,
    -- Part of the sandbox world: its dates are rolled forward at start.
    seeded integer not null,
    primary key (environment, id),
    check (close_at > open_at)
) strict, without rowid;

-- Moves with every change of an offer, so that nodes know when to read again.
create table offer_version (
    environment text primary key,
    value integer not null
) strict, without rowid;
insert into offer_version values ('sandbox', 0), ('live', 0);

-- An application for shares, and the one payment behind it.
create table subscription (
    id text primary key,
    environment text not null check (environment in ('sandbox', 'live')),
    tenant_id text not null references tenant (id),
    request_id blob not null unique,
    vendor_id text not null,
    offer_id text not null,
    broker_id text not null,
    bank_id integer not null,
    profile_type text not null,
    number_of_shares integer not null check (number_of_shares > 0),
    price_kobo integer not null,
    amount_kobo integer not null check (amount_kobo > 0),
    is_card_payment integer not null,
    has_chn integer not null,
    -- Sealed: the applicant as JSON, and apart from it the name that lists show.
    applicant blob not null,
    investor_name blob not null,
    status text not null,
    payment_status text not null,
    allotment_status text not null,
    -- What the exchange is known to have done with it.
    exchange_state text not null,
    exchange_reference text not null,
    exchange_subscription_id text not null,
    transaction_id text not null,
    transaction_reference text not null,
    shares_allotted integer,
    refund_kobo integer,
    settled_at integer,
    reason text,
    created_at integer not null,
    updated_at integer not null,
    foreign key (environment, offer_id) references offer (environment, id)
) strict;
create index subscription_by_time
    on subscription (environment, tenant_id, created_at, id, status);
create index subscription_by_offer
    on subscription (environment, tenant_id, offer_id, created_at, id, status);
create unique index subscription_by_reference
    on subscription (environment, tenant_id, transaction_reference);

-- One live application per person and offer: each of its BVN, NIN and CHN holds a claim,
-- given back when the application dies.
create table subscription_claim (
    environment text not null,
    tenant_id text not null references tenant (id),
    offer_id text not null,
    kind text not null check (kind in ('bvn', 'nin', 'chn')),
    digest blob not null,
    subscription_id text not null references subscription (id),
    primary key (environment, tenant_id, offer_id, kind, digest)
) strict, without rowid;
create index subscription_claim_by_subscription on subscription_claim (subscription_id);
