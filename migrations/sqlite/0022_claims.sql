-- A person's digests stand with the application and are entered in the table of claims later,
-- thousands in its order: see crates/investment/src/ops/claims.rs. Half of a digest tells all
-- numbers apart. A claim is not given back any more: its holder may be dead.

alter table subscription add column claims blob not null default x'';
alter table subscription_book add column last_id text not null default '';
-- All applications up to this one are entered …
alter table subscription_book add column entered_seq integer not null default 0;
-- … and those up to this one are being entered, …
alter table subscription_book add column gathered_seq integer not null default 0;
-- … up to this digest.
alter table subscription_book add column entered_to blob not null default x'';
update subscription_book set entered_seq = last_seq, gathered_seq = last_seq;

drop index subscription_claim_by_subscription;
alter table subscription_claim drop column kind;
update subscription_claim set digest = substr(digest, 1, 16);
