-- Revenue is what the leases of an environment's wallets were spent on: a row of its own said
-- the same once more, and cost every settlement a page.
delete from system_account where name = 'revenue';
