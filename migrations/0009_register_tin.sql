-- Tax numbers that the operator imported with the register's companies. A table of its own,
-- because many registers know none: it costs a register of millions nothing until there are some.
-- At most one row an entity. Several may have one number: a proprietor's business names do.
create table company_taxpayer (
    entity_id bigint primary key not null,
    -- Thirteen digits; a legacy number where no other is known.
    tin text not null check (tin <> ''),
    -- The legacy number that `tin` replaces.
    previous_tin text check (previous_tin <> ''),
    -- The name and the office of the tax authority, where the register says.
    taxpayer_name text,
    tax_office text,
    imported_at bigint not null
);
create index company_taxpayer_tin on company_taxpayer (tin, entity_id);
create index company_taxpayer_previous_tin on company_taxpayer (previous_tin, entity_id)
    where previous_tin is not null;

-- Codes of the lines of business, in their order and joined like them; null where none is known.
alter table company add column line_of_business_codes text;
