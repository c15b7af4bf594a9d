-- The market whole: who owns an offer, what operators set about banks and brokers, registers
-- of holders; a subscription's life, payment and allotment.

alter table offer add column tenant_id text references tenant (id);
alter table offer add column updated_at integer not null default 0;
create index offer_by_tenant on offer (tenant_id);

-- What an operator says of a bank beyond the reference data.
create table bank_setting (
    bank_id integer primary key,
    active integer not null,
    supports_direct_debit integer not null,
    logo_url text,
    updated_at integer not null
) strict;

-- What an operator says of a broker, or a broker that an operator added.
create table broker_setting (
    broker_id text primary key,
    name text,
    code text,
    active integer not null,
    accepts_new_clients integer not null,
    email text,
    phone text,
    website text,
    address text,
    -- A JSON list of offer types.
    offer_types text not null,
    added integer not null,
    updated_at integer not null
) strict, without rowid;

-- The register of holders at the qualification date of a rights issue. The CHN has a blind
-- index only, the name is sealed.
create table rights_holder (
    environment text not null,
    offer_id text not null,
    chn_digest blob not null,
    holder_name blob not null,
    shares_held integer not null check (shares_held >= 0),
    rights_in integer not null check (rights_in >= 0),
    rights_out integer not null check (rights_out >= 0),
    imported_at integer not null,
    primary key (environment, offer_id, chn_digest),
    foreign key (environment, offer_id) references offer (environment, id)
) strict, without rowid;

drop index subscription_by_time;
drop index subscription_by_offer;
drop index subscription_by_reference;
drop index subscription_claim_by_subscription;
alter table subscription rename to subscription_before;
alter table subscription_claim rename to subscription_claim_before;

-- A run of numbers without gaps: of a tenant's subscriptions in an environment (`offer_id` is
-- empty), and of those for one offer. Pages are ranges of these numbers.
create table subscription_book (
    no integer primary key,
    environment text not null check (environment in ('sandbox', 'live')),
    tenant_id text not null references tenant (id),
    offer_id text not null,
    last_seq integer not null,
    -- Moments of receipt never go back within a book.
    last_at integer not null,
    unique (environment, tenant_id, offer_id)
) strict;
create index subscription_book_by_offer on subscription_book (environment, offer_id);

-- An application for shares: who and what. But for the exchange's names, it never changes.
create table subscription (
    no integer primary key,
    id text not null unique,
    tenant_book integer not null references subscription_book (no),
    tenant_seq integer not null,
    offer_book integer not null references subscription_book (no),
    offer_seq integer not null,
    request_id blob not null,
    vendor_id text not null,
    broker_id text not null,
    bank_id integer not null,
    profile_type text not null,
    is_card_payment integer not null,
    has_chn integer not null,
    -- Sealed: the applicant as JSON, and apart from it the name that lists show.
    applicant blob not null,
    investor_name blob not null,
    transaction_id text not null,
    transaction_reference text not null unique,
    exchange_reference text not null,
    exchange_subscription_id text not null,
    unique (tenant_book, tenant_seq),
    unique (offer_book, offer_seq)
) strict;

-- Where a subscription is, and the numbers that an allotment works on: short rows, because an
-- allotment writes all of an offer's.
create table subscription_state (
    subscription_no integer primary key references subscription (no),
    offer_book integer not null,
    number_of_shares integer not null check (number_of_shares > 0),
    -- Of a rights issue: those within the rights held; the others are additional.
    rights_shares integer not null,
    price_kobo integer not null,
    created_at integer not null,
    status text not null,
    payment_status text not null,
    allotment_status text not null,
    -- What the exchange is known to have done with it.
    exchange_state text not null,
    shares_allotted integer,
    refund_kobo integer,
    settled_at integer,
    -- How many moves it has made: two that meet notice each other.
    moves integer not null,
    reason text,
    updated_at integer not null
) strict;
create index subscription_state_by_status
    on subscription_state (offer_book, status, subscription_no);

-- One live application per person and offer of a tenant: each of its BVN, NIN and CHN holds a
-- claim, given back when the application dies.
create table subscription_claim (
    offer_book integer not null references subscription_book (no),
    kind text not null check (kind in ('bvn', 'nin', 'chn')),
    digest blob not null,
    subscription_no integer not null,
    primary key (offer_book, digest)
) strict, without rowid;
create index subscription_claim_by_subscription on subscription_claim (subscription_no);

-- Every move of every subscription, in order: its history, and what is told to tenants.
-- Append-only.
create table subscription_event (
    id integer primary key,
    subscription_no integer not null,
    at integer not null,
    move text not null,
    status text not null,
    payment_status text not null,
    allotment_status text not null,
    -- Why, in words or JSON.
    detail text,
    -- Who moved it: `system`, or an operator or member.
    actor text not null
) strict;
create index subscription_event_by_subscription on subscription_event (subscription_no, id);

-- What was paid, as the bank says it; the bank's own reference counts once.
create table settlement (
    environment text not null check (environment in ('sandbox', 'live')),
    reference text not null,
    transaction_reference text not null,
    amount_kobo integer not null,
    paid_at integer not null,
    -- `applied`, or why not: nothing that a bank reports is lost.
    outcome text not null,
    subscription_no integer,
    entered_by text not null,
    entered_at integer not null,
    primary key (environment, reference)
) strict, without rowid;
create index settlement_by_time on settlement (environment, entered_at, reference);
create index settlement_by_outcome
    on settlement (environment, outcome, entered_at, reference);

-- The allotment of an offer: once, under a seed; its terms and its basis as JSON.
create table allotment (
    environment text not null,
    offer_id text not null,
    seed text not null,
    -- `running` until every result is written, then `done`.
    state text not null,
    terms text not null,
    basis text not null,
    started_by text not null,
    started_at integer not null,
    done_at integer,
    primary key (environment, offer_id),
    foreign key (environment, offer_id) references offer (environment, id)
) strict, without rowid;

-- Work to be done outside after a transaction is durable; done once, or shown to operators.
create table outbox (
    id integer primary key,
    kind text not null,
    subject text not null,
    environment text not null check (environment in ('sandbox', 'live')),
    due_at integer not null,
    attempts integer not null,
    -- `due`, or `stuck` once it was tried often enough.
    state text not null,
    last_error text,
    created_at integer not null,
    unique (kind, subject)
) strict;
create index outbox_by_due on outbox (state, due_at, id);

insert into subscription_book (environment, tenant_id, offer_id, last_seq, last_at)
    select environment, tenant_id, '', count(*), max(created_at)
    from subscription_before group by environment, tenant_id;
insert into subscription_book (environment, tenant_id, offer_id, last_seq, last_at)
    select environment, tenant_id, offer_id, count(*), max(created_at)
    from subscription_before group by environment, tenant_id, offer_id;
insert into subscription (id, tenant_book, tenant_seq, offer_book, offer_seq, request_id,
        vendor_id, broker_id, bank_id, profile_type, is_card_payment, has_chn, applicant,
        investor_name, transaction_id, transaction_reference, exchange_reference,
        exchange_subscription_id)
    select s.id, t.no,
        row_number() over (partition by t.no order by s.created_at, s.id),
        o.no,
        row_number() over (partition by o.no order by s.created_at, s.id),
        s.request_id, s.vendor_id, s.broker_id, s.bank_id, s.profile_type, s.is_card_payment,
        s.has_chn, s.applicant, s.investor_name, s.transaction_id, s.transaction_reference,
        s.exchange_reference, s.exchange_subscription_id
    from subscription_before s
    join subscription_book t on t.environment = s.environment and t.tenant_id = s.tenant_id
        and t.offer_id = ''
    join subscription_book o on o.environment = s.environment and o.tenant_id = s.tenant_id
        and o.offer_id = s.offer_id
    order by s.created_at, s.id;
insert into subscription_state (subscription_no, offer_book, number_of_shares, rights_shares,
        price_kobo, created_at, status, payment_status, allotment_status, exchange_state,
        shares_allotted, refund_kobo, settled_at, moves, reason, updated_at)
    select n.no, n.offer_book, s.number_of_shares, 0, s.price_kobo, s.created_at, s.status,
        s.payment_status, s.allotment_status, s.exchange_state, s.shares_allotted,
        s.refund_kobo, s.settled_at, 0, s.reason, s.updated_at
    from subscription_before s join subscription n on n.id = s.id;
insert into subscription_claim (offer_book, kind, digest, subscription_no)
    select n.offer_book, c.kind, c.digest, n.no
    from subscription_claim_before c join subscription n on n.id = c.subscription_id;
-- What awaited its payment before there was a way to pay is paid now.
insert into outbox (kind, subject, environment, due_at, attempts, state, created_at)
    select case s.status when 'received' then 'reconcile_subscription'
                                 else 'collect_payment' end,
        s.id, s.environment, s.updated_at, 0, 'due', s.updated_at
    from subscription_before s
    where s.status = 'payment_pending' or s.exchange_state in ('unknown', 'unsent');
drop table subscription_claim_before;
drop table subscription_before;
