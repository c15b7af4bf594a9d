-- Which companies of the register are watched, and which of them an import wrote since they were
-- last looked at: `touched` moves with each import, in its transaction, and goes back to 0 when
-- the record was compared as it then was.
create table company_watched (
    entity_id bigint primary key not null,
    touched bigint not null
);
create index company_watched_touched on company_watched (touched) where touched > 0;
