-- The local register of companies, imported by the operator: on SQLite a file of its own, so that
-- neither a charged call nor an import waits for the other, and so that readers of the register
-- keep the pages they know while calls are committed. PostgreSQL has these tables beside all
-- others. Not tenant data: every tenant reads the same register of an environment.

-- A number is unique per kind of entity only, so the key has all three. `rc_number` is in
-- canonical form (no prefix, no leading zeros). Kept in the order of its key: a look-up is
-- one descent, and all kinds of one number lie side by side.
create table company (
    environment text not null check (environment in ('sandbox', 'live')),
    rc_number text not null check (rc_number <> ''),
    entity_type text not null check (entity_type in (
        'COMPANY', 'BUSINESS_NAME', 'INCORPORATED_TRUSTEE', 'LIMITED_PARTNERSHIP',
        'LIMITED_LIABILITY_PARTNERSHIP')),
    company_name text not null check (company_name <> ''),
    -- Empty where the register does not say.
    company_type text not null,
    registration_status text not null check (registration_status in (
        'ACTIVE', 'INACTIVE', 'STRUCK_OFF', 'DELISTED', 'DISSOLVED', 'IN_LIQUIDATION',
        'UNKNOWN')),
    registered_address text not null,
    -- YYYY-MM-DD
    registration_date text,
    line_of_business text,
    city text,
    lga text,
    state text,
    email text,
    imported_at integer not null,
    primary key (environment, rc_number, entity_type)
) strict, without rowid;

-- At most one row an entity. Lists are texts with a line each: stored texts hold no line break.
create table company_detail (
    environment text not null check (environment in ('sandbox', 'live')),
    rc_number text not null check (rc_number <> ''),
    entity_type text not null,
    phone text,
    branch_address text,
    head_office_address text,
    objectives text not null,
    last_annual_return text,
    affiliates_count integer check (affiliates_count >= 0),
    -- Whether the register gives out a certificate and a status report.
    has_certificate integer not null,
    has_status_report integer not null,
    imported_at integer not null,
    primary key (environment, rc_number, entity_type)
) strict, without rowid;

-- One row a person and role. Personal data was cut down before it came here: no day of birth,
-- and e-mail address, phone and identity number are masked.
create table company_role (
    environment text not null check (environment in ('sandbox', 'live')),
    rc_number text not null check (rc_number <> ''),
    entity_type text not null,
    kind text not null check (kind in (
        'CHAIRMAN', 'DIRECTOR', 'PROPRIETOR', 'PARTNER', 'TRUSTEE', 'SECRETARY', 'PSC',
        'SHAREHOLDER', 'PRESENTER', 'WITNESS')),
    -- `id:` and the register's number of the party, or `name:`, its folded name and month of
    -- birth; what makes two rows the same person's.
    party_key text not null check (party_key <> ''),
    -- Empty where there is none, because both are in the key: someone may hold two kinds of
    -- shares, and may resign and be appointed again.
    share_type text not null,
    appointed_on text not null,
    resigned_on text,
    is_active integer,
    party_id text,
    surname text not null,
    first_name text not null,
    other_name text not null,
    gender text,
    -- YYYY-MM
    born text check (length(born) = 7),
    nationality text,
    former_nationality text,
    occupation text,
    email_masked text,
    phone_masked text,
    identity_masked text,
    street_number text,
    street text,
    city text,
    lga text,
    state text,
    country text,
    postcode text,
    corporation_name text,
    corporation_rc_number text,
    shares_allotted integer check (shares_allotted >= 0),
    -- Natures of control, a line each; null for who is no person with significant control.
    control_nature text,
    is_direct integer,
    is_indirect integer,
    share_hundredths integer check (share_hundredths between 0 and 10000),
    voting_hundredths integer check (voting_hundredths between 0 and 10000),
    accreditation_number text,
    imported_at integer not null,
    primary key (environment, rc_number, entity_type, kind, party_key, share_type, appointed_on)
) strict, without rowid;

-- Share capital, money in the hundredth of its currency.
create table company_capital (
    environment text not null check (environment in ('sandbox', 'live')),
    rc_number text not null check (rc_number <> ''),
    entity_type text not null,
    currency text not null check (length(currency) = 3),
    nominal integer not null check (nominal >= 0),
    issued_shares integer check (issued_shares >= 0),
    nominal_per_share integer check (nominal_per_share >= 0),
    paid_up integer check (paid_up >= 0),
    imported_at integer not null,
    primary key (environment, rc_number, entity_type)
) strict, without rowid;

-- Charges over assets, money in the hundredth of its currency.
create table company_charge (
    environment text not null check (environment in ('sandbox', 'live')),
    rc_number text not null check (rc_number <> ''),
    entity_type text not null,
    charge_id text not null check (charge_id <> ''),
    code text,
    kind text,
    description text,
    created_on text,
    registered_on text,
    satisfied_on text,
    status text not null check (status in (
        'OUTSTANDING', 'PART_SATISFIED', 'FULLY_SATISFIED')),
    secured integer check (secured >= 0),
    currency text not null check (length(currency) = 3),
    -- A line each.
    persons_entitled text not null,
    particulars text,
    is_fixed integer,
    is_floating integer,
    has_negative_pledge integer,
    imported_at integer not null,
    primary key (environment, rc_number, entity_type, charge_id)
) strict, without rowid;

-- Words of registered names, for the operator's search. The rowid is made of environment,
-- number and kind, so that no row of `company` needs a second name. Neither the words nor
-- their places are kept, only in which rows each word, and each beginning of three to six
-- letters, is.
create virtual table company_search using fts5 (
    words, content = '', contentless_delete = 1, detail = none, prefix = '3 4 5 6',
    tokenize = "unicode61 remove_diacritics 0"
);
