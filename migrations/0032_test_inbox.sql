-- The test inbox of a tenant's sandbox: a receiver of webhooks for those who have no server yet.
create table test_inbox (
    tenant_id text primary key references tenant (id),
    -- Of the token that ends its address, and the token itself, sealed.
    digest bytea not null,
    token bytea not null,
    -- What it answers.
    answer text not null check (answer in ('ok', 'gone', 'error', 'slow')),
    created_at bigint not null
);
create unique index test_inbox_by_digest on test_inbox (digest);

-- What came to it: the latest hundred, for a week.
create table test_inbox_message (
    id text primary key,
    tenant_id text not null references tenant (id),
    at bigint not null,
    signature text not null check (signature in ('right', 'wrong', 'expired')),
    -- Null if it names no event and no type of ours: anybody may have sent it.
    event text,
    type text,
    -- How often this event came, with this time.
    tries bigint not null,
    answer text not null,
    -- Headers and body as JSON, sealed.
    content bytea not null
);
create index test_inbox_message_by_tenant on test_inbox_message (tenant_id, id);
create index test_inbox_message_by_age on test_inbox_message (at);

-- Whether events go to the tenant's test inbox: `url` has no token then.
alter table webhook_endpoint add column is_inbox boolean not null default false;
