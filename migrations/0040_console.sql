-- What each wallet did lately, so that tenants can be listed by it. The worker that counts calls
-- keeps it: a row follows its wallet within seconds, and is made within a minute.
create table wallet_use (
    wallet_no bigint primary key,
    environment text not null check (environment in ('sandbox', 'live')),
    -- As it was when the wallet's journal was last counted.
    balance_kobo bigint not null,
    -- The beginning of the first day in Lagos that the sums are of, in microseconds.
    first_day bigint not null,
    calls bigint not null,
    charge_kobo bigint not null,
    -- When the last call came; 0 for none.
    last_at bigint not null
);
create index wallet_use_by_balance on wallet_use (environment, balance_kobo, wallet_no);
create index wallet_use_by_calls on wallet_use (environment, calls, wallet_no);
create index wallet_use_by_charge on wallet_use (environment, charge_kobo, wallet_no);
create index wallet_use_by_last on wallet_use (environment, last_at, wallet_no);
-- Sums that have to lose a day. Those of nothing do not.
create index wallet_use_to_roll on wallet_use (first_day) where calls + charge_kobo > 0;

-- Files for the register of companies that nobody has confirmed yet; their bytes are in the object
-- store.
create table registry_import_held (
    id text collate "C" primary key,
    environment text not null,
    contents text not null,
    is_csv boolean not null,
    file_name text not null,
    bytes bigint not null,
    brought_by text not null,
    brought_at bigint not null
);
