-- On SQLite the register of companies moves to a file of its own; here it stays where it is.
select 1;
