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
