-- What came of looking the applicants of a subscription up: outcomes as JSON, no record. Null where
-- nobody was asked, and once the applicants are erased.
alter table subscription add column identity_checks text;
-- A digest of each record that was seen, 16 bytes each.
alter table subscription add column identity_digests bytea not null default '';
