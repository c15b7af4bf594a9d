-- What lists of readings show without opening any, and which of them wait for a person.

-- The answer's, in hundredths; null in rows from before.
alter table poa_reading add column confidence bigint;
-- A person should look, and nobody has said anything of it yet.
alter table poa_reading add column to_review boolean not null default false;
create index poa_reading_to_review on poa_reading (environment, tenant_id, read_at)
    where to_review;
