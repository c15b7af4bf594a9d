-- The tables of the register are keyed by one integer, of which a tree holds hundreds a page
-- where it held a dozen of the texts: 2^48 for live, plus eight times the registration number,
-- plus the kind (0 company, 1 business name, 2 incorporated trustee, 3 limited partnership,
-- 4 limited liability partnership). `company_search` always was. All kinds of one number lie
-- side by side.

alter table company rename to company_by_number;
create table company (
    entity_id bigint primary key,
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
insert into company (
    entity_id, company_name, company_type, registration_status, registered_address,
    registration_date, line_of_business, city, lga, state, email, imported_at
) select
    cast(rc_number as bigint) * 8
        + case entity_type when 'BUSINESS_NAME' then 1 when 'INCORPORATED_TRUSTEE' then 2
            when 'LIMITED_PARTNERSHIP' then 3 when 'LIMITED_LIABILITY_PARTNERSHIP' then 4 else 0 end
        + case environment when 'live' then 281474976710656 else 0 end,
    company_name, company_type, registration_status, registered_address, registration_date,
    line_of_business, city, lga, state, email, imported_at
from company_by_number;
drop table company_by_number;

-- At most one row an entity. Lists are texts with a line each: stored texts hold no line break.
alter table company_detail rename to company_detail_by_number;
create table company_detail (
    entity_id bigint primary key,
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
insert into company_detail (
    entity_id, phone, branch_address, head_office_address, objectives, last_annual_return,
    affiliates_count, has_certificate, has_status_report, imported_at
) select
    cast(rc_number as bigint) * 8
        + case entity_type when 'BUSINESS_NAME' then 1 when 'INCORPORATED_TRUSTEE' then 2
            when 'LIMITED_PARTNERSHIP' then 3 when 'LIMITED_LIABILITY_PARTNERSHIP' then 4 else 0 end
        + case environment when 'live' then 281474976710656 else 0 end,
    phone, branch_address, head_office_address, objectives, last_annual_return, affiliates_count,
    has_certificate, has_status_report, imported_at
from company_detail_by_number;
drop table company_detail_by_number;

-- One row a person and role. Personal data was cut down before it came here: no day of birth,
-- and e-mail address, phone and identity number are masked.
alter table company_role rename to company_role_by_number;
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
);
insert into company_role (
    entity_id, kind, party_key, share_type, appointed_on, resigned_on, is_active, party_id,
    surname, first_name, other_name, gender, born, nationality, former_nationality, occupation,
    email_masked, phone_masked, identity_masked, street_number, street, city, lga, state,
    country, postcode, corporation_name, corporation_rc_number, shares_allotted, control_nature,
    is_direct, is_indirect, share_hundredths, voting_hundredths, accreditation_number,
    imported_at
) select
    cast(rc_number as bigint) * 8
        + case entity_type when 'BUSINESS_NAME' then 1 when 'INCORPORATED_TRUSTEE' then 2
            when 'LIMITED_PARTNERSHIP' then 3 when 'LIMITED_LIABILITY_PARTNERSHIP' then 4 else 0 end
        + case environment when 'live' then 281474976710656 else 0 end,
    kind, party_key, share_type, appointed_on, resigned_on, is_active, party_id, surname,
    first_name, other_name, gender, born, nationality, former_nationality, occupation,
    email_masked, phone_masked, identity_masked, street_number, street, city, lga, state,
    country, postcode, corporation_name, corporation_rc_number, shares_allotted, control_nature,
    is_direct, is_indirect, share_hundredths, voting_hundredths, accreditation_number,
    imported_at
from company_role_by_number;
drop table company_role_by_number;

-- Share capital, money in the hundredth of its currency.
alter table company_capital rename to company_capital_by_number;
create table company_capital (
    entity_id bigint primary key,
    currency text not null check (length(currency) = 3),
    nominal bigint not null check (nominal >= 0),
    issued_shares bigint check (issued_shares >= 0),
    nominal_per_share bigint check (nominal_per_share >= 0),
    paid_up bigint check (paid_up >= 0),
    imported_at bigint not null
);
insert into company_capital (
    entity_id, currency, nominal, issued_shares, nominal_per_share, paid_up, imported_at
) select
    cast(rc_number as bigint) * 8
        + case entity_type when 'BUSINESS_NAME' then 1 when 'INCORPORATED_TRUSTEE' then 2
            when 'LIMITED_PARTNERSHIP' then 3 when 'LIMITED_LIABILITY_PARTNERSHIP' then 4 else 0 end
        + case environment when 'live' then 281474976710656 else 0 end,
    currency, nominal, issued_shares, nominal_per_share, paid_up, imported_at
from company_capital_by_number;
drop table company_capital_by_number;

-- Charges over assets, money in the hundredth of its currency.
alter table company_charge rename to company_charge_by_number;
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
);
insert into company_charge (
    entity_id, charge_id, code, kind, description, created_on, registered_on, satisfied_on,
    status, secured, currency, persons_entitled, particulars, is_fixed, is_floating,
    has_negative_pledge, imported_at
) select
    cast(rc_number as bigint) * 8
        + case entity_type when 'BUSINESS_NAME' then 1 when 'INCORPORATED_TRUSTEE' then 2
            when 'LIMITED_PARTNERSHIP' then 3 when 'LIMITED_LIABILITY_PARTNERSHIP' then 4 else 0 end
        + case environment when 'live' then 281474976710656 else 0 end,
    charge_id, code, kind, description, created_on, registered_on, satisfied_on, status, secured,
    currency, persons_entitled, particulars, is_fixed, is_floating, has_negative_pledge,
    imported_at
from company_charge_by_number;
drop table company_charge_by_number;
