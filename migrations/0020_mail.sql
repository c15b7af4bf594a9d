-- Mails: waiting, and what became of them. `person` is a member's or an operator's id.
create table mail (
    id text primary key,
    kind text not null,
    person text not null,
    tenant_id text,
    -- A name under which a mail is sent only once.
    once text unique,
    -- Address and text; null once it was sent or given up.
    sealed bytea,
    state text not null,
    attempts bigint not null,
    error text,
    created_at bigint not null,
    expires_at bigint not null,
    ended_at bigint
);
create index mail_by_end on mail (ended_at);

-- What members are told of is looked for often.
create index wallet_alert_by_time on wallet_alert (at);
create index api_key_by_expiry on api_key (expires_at) where expires_at is not null;
create index incident_by_change on incident (changed_at);
