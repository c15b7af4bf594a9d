-- What the local register knows of an entity beyond its row: details, people, capital,
-- charges; and the consent codes that the operator issues for it. Like `company`, not tenant
-- data. Rows of an entity that is not in `company` wait for it: files may come in any order.

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
    affiliates_count bigint check (affiliates_count >= 0),
    -- Whether the register gives out a certificate and a status report.
    has_certificate boolean not null,
    has_status_report boolean not null,
    imported_at bigint not null,
    primary key (environment, rc_number, entity_type)
);

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
    is_active boolean,
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
    shares_allotted bigint check (shares_allotted >= 0),
    -- Natures of control, a line each; null for who is no person with significant control.
    control_nature text,
    is_direct boolean,
    is_indirect boolean,
    share_hundredths bigint check (share_hundredths between 0 and 10000),
    voting_hundredths bigint check (voting_hundredths between 0 and 10000),
    accreditation_number text,
    imported_at bigint not null,
    primary key (environment, rc_number, entity_type, kind, party_key, share_type, appointed_on)
);

-- Share capital, money in the hundredth of its currency.
create table company_capital (
    environment text not null check (environment in ('sandbox', 'live')),
    rc_number text not null check (rc_number <> ''),
    entity_type text not null,
    currency text not null check (length(currency) = 3),
    nominal bigint not null check (nominal >= 0),
    issued_shares bigint check (issued_shares >= 0),
    nominal_per_share bigint check (nominal_per_share >= 0),
    paid_up bigint check (paid_up >= 0),
    imported_at bigint not null,
    primary key (environment, rc_number, entity_type)
);

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
    secured bigint check (secured >= 0),
    currency text not null check (length(currency) = 3),
    -- A line each.
    persons_entitled text not null,
    particulars text,
    is_fixed boolean,
    is_floating boolean,
    has_negative_pledge boolean,
    imported_at bigint not null,
    primary key (environment, rc_number, entity_type, charge_id)
);

-- Consent codes issued for entities of the local register. The code itself is nowhere: it was
-- shown once, and this is its keyed digest.
create table company_consent (
    environment text not null check (environment in ('sandbox', 'live')),
    code_digest bytea not null,
    rc_number text not null check (rc_number <> ''),
    entity_type text not null,
    -- Who issued it, as the audit log names them.
    issued_by text not null,
    issued_at bigint not null,
    expires_at bigint not null check (expires_at > issued_at),
    primary key (environment, code_digest)
);

-- Words of registered names, for the operator's search. `id` is made of environment, number
-- and kind, so that no row of `company` needs a second name. The words come folded and parted
-- by single spaces.
create table company_search (
    id bigint primary key,
    words text not null,
    lexemes tsvector not null
        generated always as (array_to_tsvector(string_to_array(words, ' '))) stored
);
-- New words wait in a list of up to 2 MB before they are sorted in. A longer one would help an
-- import of millions, but every search reads it through.
create index company_search_lexemes on company_search using gin (lexemes)
    with (gin_pending_list_limit = 2048);
