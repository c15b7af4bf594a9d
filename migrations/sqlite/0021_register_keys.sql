-- On SQLite the register has a file of its own (see sqlite-register).
select 1;
