-- Money on its way into wallets: through payment providers, and from bank to bank.

-- A payment that a tenant began. Its id, as `KFP-…`, is what the provider calls it, and the
-- reference of the transfer.
create table top_up (
    id text primary key,
    wallet_no bigint not null references wallet (no),
    provider text not null,
    amount_kobo bigint not null check (amount_kobo > 0),
    state text not null,
    -- Why it failed or is kept, as a word; empty for no reason.
    reason text not null,
    -- Where it is paid; null until the provider has said so.
    page_url text,
    -- What the provider says was paid, if it said anything.
    found_kobo bigint,
    found_currency text,
    -- How often the provider was asked.
    looks bigint not null,
    started_by text not null,
    started_at bigint not null,
    expires_at bigint not null,
    ended_at bigint,
    -- Of the journal; null for none.
    transfer_id text
);
create index top_up_of_wallet on top_up (wallet_no, id);

-- What a provider sent of its own accord, under a signature that was right.
create table payment_notice (
    id text primary key,
    provider text not null,
    -- Of the body, by which a repetition is known.
    digest bytea not null,
    sealed bytea not null,
    -- The payment it names, if that can be a reference, and what happened to it.
    reference text not null,
    event text not null,
    says_paid boolean not null,
    outcome text not null,
    looks bigint not null,
    -- How often it came.
    times bigint not null,
    received_at bigint not null,
    ended_at bigint,
    unique (provider, digest)
);
create index payment_notice_by_end on payment_notice (ended_at);

-- What a bank reports as paid under the reference of a wallet.
create table bank_transfer (
    id text primary key,
    environment text not null check (environment in ('sandbox', 'live')),
    -- The bank's own.
    reference text not null,
    -- As the payer wrote it.
    wallet_reference text not null,
    amount_kobo bigint not null check (amount_kobo > 0),
    paid_at bigint not null,
    outcome text not null,
    wallet_no bigint references wallet (no),
    transfer_id text,
    entered_by text not null,
    entered_at bigint not null,
    unique (environment, reference)
);

-- What the sandbox's payment provider knows.
create table sandbox_payment (
    reference text primary key,
    amount_kobo bigint not null,
    state text not null,
    changed_at bigint not null
) without rowid;
