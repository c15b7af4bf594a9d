-- A person's digests stand with the application and are entered in the table of claims later,
-- thousands in its order: see crates/investment/src/ops/claims.rs. Half of a digest tells all
-- numbers apart. A claim is not given back any more: its holder may be dead.

alter table subscription add column claims bytea not null default '';
alter table subscription_book add column last_id text not null default '';
-- All applications up to this one are entered …
alter table subscription_book add column entered_seq bigint not null default 0;
-- … and those up to this one are being entered, …
alter table subscription_book add column gathered_seq bigint not null default 0;
-- … up to this digest.
alter table subscription_book add column entered_to bytea not null default '';
update subscription_book set entered_seq = last_seq, gathered_seq = last_seq;

drop index subscription_claim_by_subscription;
alter table subscription_claim drop column kind;
update subscription_claim set digest = substring(digest from 1 for 16);
