-- The local register of companies, imported by the operator. Not tenant data: every tenant reads
-- the same register of an environment. On SQLite these tables have a file of their own.
--
-- They are keyed by one integer, of which a tree holds hundreds a page where it would hold a dozen
-- of texts: 2^48 for live, plus eight times the registration number, plus the kind (0 company,
-- 1 business name, 2 incorporated trustee, 3 limited partnership, 4 limited liability
-- partnership). All kinds of one number lie side by side. Rows of an entity that is not in
-- `company` wait for it: files may come in any order.

create table company (
    entity_id bigint primary key not null,
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
    imported_at bigint not null
);

-- At most one row an entity. Lists are texts with a line each: stored texts hold no line break.
create table company_detail (
    entity_id bigint primary key not null,
    phone text,
    branch_address text,
    head_office_address text,
    objectives text not null,
    last_annual_return text,
    affiliates_count bigint check (affiliates_count >= 0),
    -- Whether the register gives out a certificate and a status report.
    has_certificate boolean not null,
    has_status_report boolean not null,
    imported_at bigint not null
);

-- One row a person and role. Personal data was cut down before it came here: no day of birth,
-- and e-mail address, phone and identity number are masked.
create table company_role (
    entity_id bigint not null,
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
    primary key (entity_id, kind, party_key, share_type, appointed_on)
) without rowid;

-- Share capital, money in the hundredth of its currency.
create table company_capital (
    entity_id bigint primary key not null,
    currency text not null check (length(currency) = 3),
    nominal bigint not null check (nominal >= 0),
    issued_shares bigint check (issued_shares >= 0),
    nominal_per_share bigint check (nominal_per_share >= 0),
    paid_up bigint check (paid_up >= 0),
    imported_at bigint not null
);

-- Charges over assets, money in the hundredth of its currency.
create table company_charge (
    entity_id bigint not null,
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
    primary key (entity_id, charge_id)
) without rowid;

-- Words of registered names, for the operator's search, by `entity_id`.

-- [sqlite]
-- Neither the words nor their places are kept, only in which rows each word, and each beginning of
-- three to six letters, is.
create virtual table company_search using fts5 (
    words, content = '', contentless_delete = 1, detail = none, prefix = '3 4 5 6',
    tokenize = "unicode61 remove_diacritics 0"
);

-- [postgres]
-- The words come folded and parted by single spaces.
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
