-- Many admin tokens for each operator, bounded and rotated as API keys are.

-- Null: whatever its operator may do. No token ever allows more than its operator's role does.
alter table admin_token add column role text;
-- Networks, separated by spaces; empty for all.
alter table admin_token add column allowed_cidrs text not null default '';
alter table admin_token add column last_four text not null default '';
alter table admin_token add column expires_at bigint;
alter table admin_token add column rotated_to text;
-- To the minute.
alter table admin_token add column used_at bigint;
alter table admin_token add column used_ip text;
create index admin_token_by_operator on admin_token (operator_id, id);

-- Whether members without a second factor can do nothing but turn one on.
alter table tenant add column members_need_second_factor boolean not null default false;

-- Where somebody signed in before: a device by its cookie, an address for some days. Wrong attempts
-- from elsewhere do not keep them out there.
create table known_place (
    digest bytea primary key,
    person text not null,
    expires_at bigint not null
) without rowid;
create index known_place_by_person on known_place (person);
create index known_place_by_age on known_place (expires_at);

-- Wrong attempts that are not in the audit log yet: each row becomes one entry.
create table sign_in_failure (
    -- A person, or `unknown` and the door.
    subject text primary key,
    door text not null,
    tenant_id text,
    attempts bigint not null,
    ip text not null,
    first_at bigint not null,
    last_at bigint not null
) without rowid;

-- What one operator proposed and another is to confirm: a command and its fields.
create table proposal (
    id text primary key,
    concern text not null,
    command text not null,
    -- A JSON object, as the command reads it.
    input text not null,
    proposed_by text not null references operator (id),
    created_at bigint not null,
    expires_at bigint not null,
    -- `pending`, `confirmed` or `rejected`.
    state text not null,
    ended_by text references operator (id),
    ended_at bigint
);
create index proposal_by_state on proposal (state, id);
