-- Payments that providers collect for a product, and what goes back through them.

-- A payment on a page of a provider. What it is for has one of these at a time that can be paid,
-- and another one only if where the first is paid was never heard.
create table product_payment (
    -- What the provider calls it.
    reference text primary key,
    -- What it is for: the product's own id of it.
    subject text not null,
    environment text not null check (environment in ('sandbox', 'live')),
    provider text not null,
    amount_kobo bigint not null check (amount_kobo > 0),
    -- `begun`, `paid` (the provider says so, and nothing has followed yet), `applied`, `late` (it
    -- goes back), `kept` (something else was paid: a person sees to it)
    state text not null,
    -- Why it is kept, as a word; empty for no reason.
    reason text not null,
    -- Where it is paid; null until the provider has said so.
    page_url text,
    -- What the provider says was paid, if it said anything.
    found_kobo bigint,
    found_currency text,
    started_at bigint not null,
    ended_at bigint
);
create index product_payment_of_subject on product_payment (subject, started_at, reference);
create unique index product_payment_page
    on product_payment (subject) where page_url is not null;

-- Money that goes back through the provider that collected it: the claim that nobody else sends
-- it, from before the provider is asked.
create table provider_refund (
    -- Ours.
    reference text primary key,
    payment text not null references product_payment (reference),
    -- Whose money it is: what the payment was for, or the payment itself if that came too late.
    subject text not null,
    amount_kobo bigint not null check (amount_kobo > 0),
    -- `asked`, `done`, `refused`
    state text not null,
    -- The provider's own name of it.
    name text not null,
    asked_at bigint not null,
    -- When it was last sent to the provider; null for never.
    sent_at bigint,
    ended_at bigint
);
create unique index provider_refund_claim on provider_refund (subject) where state <> 'refused';
create index provider_refund_of_payment on provider_refund (payment);
