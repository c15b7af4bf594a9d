//! A tenant sets its own sandbox balance: play money, so that every amount can be tried.

use kofa_core::audit::{self, Change};
use kofa_core::{ActorAt, Right};
use kofa_domain::{Environment, Error, Ids, Kobo, Result, TenantId, codes};
use kofa_store::{Op, Store, Tx};
use serde_json::json;

use super::money::find_wallet;
use crate::commit_in_doubt::FindCommitted;
use crate::wallet::take_out;
use crate::{Credit, Debit, Posted, TransferKind, Wallets, lock_wallet};

/// How often it is tried while calls move the balance.
const TRIES_MAX: u32 = 20;
const REASON: &str = "Sandbox balance set";

/// What the balance was and is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BalanceSet {
    pub before: Kobo,
    /// Now: what was asked for.
    pub after: Kobo,
}

/// Moves the sandbox balance from what it was read as to what it is to be, as an adjustment,
/// and notes it. `None` if it moved meanwhile: nothing was done.
struct AdjustSandbox {
    by: ActorAt,
    tenant: TenantId,
    before: Kobo,
    entry: Credit,
    /// Of the lease that gives money up; `None` if money is added.
    epoch: Option<i64>,
}

impl Op for AdjustSandbox {
    type Out = Option<Posted>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        self.by.actor.needs(Right::Sandbox(&self.tenant))?;
        if self.entry.environment != Environment::Sandbox {
            return Err(Error::internal("only sandbox money is anybody's to make"));
        }
        if lock_wallet(tx, self.entry.wallet).await? != self.before {
            return Ok(None);
        }
        let entry = self.entry.clone();
        let posted = match self.epoch {
            None => entry.run(tx).await?,
            Some(epoch) => Debit { entry, epoch }.run(tx).await?,
        };
        let change = Change {
            by: &self.by,
            action: "wallet.set_sandbox",
            subject: &posted.id,
            tenant: Some(&self.tenant),
            details: json!({
                "environment": Environment::Sandbox,
                "balanceKobo": {"before": self.before, "after": posted.balance},
            }),
        };
        audit::append(tx, change).await?;
        Ok(Some(posted))
    }
}

/// What is wrong with the amount, is wrong with the balance that asks for it.
fn on_balance(error: Error) -> Error {
    if error.code() != &codes::INVALID_FIELD {
        return error;
    }
    let message = error.message().to_owned();
    Error::on("balanceKobo", &codes::INVALID_FIELD, message)
}

/// Sets the balance of a tenant's sandbox wallet to exactly `target`. What calls under way have
/// reserved is not taken away. Only on the node that holds the wallet's lease.
///
/// # Errors
/// 403 `forbidden`, 404 `not_found`, 409 `conflict` if calls under way hold more than the target
/// or keep moving the balance.
pub async fn set_balance(
    (store, wallets, ids): (&Store, &Wallets, Ids),
    by: ActorAt,
    tenant: TenantId,
    target: Kobo,
) -> Result<BalanceSet> {
    by.actor.needs(Right::Sandbox(&tenant))?;
    for _ in 0..TRIES_MAX {
        let state = find_wallet(store, tenant.clone(), Environment::Sandbox).await?;
        let before = state.balance;
        let set = BalanceSet {
            before,
            after: target,
        };
        if before == target {
            return Ok(set);
        }
        let id = ids.uuid(by.at).to_string();
        let mut adjust = AdjustSandbox {
            entry: Credit {
                wallet: state.wallet,
                environment: Environment::Sandbox,
                amount: Kobo::new((target.get() - before.get()).abs()),
                kind: TransferKind::Adjustment,
                reference: format!("sandbox-balance-{id}"),
                reason: REASON.to_owned(),
                id,
                at: by.at,
                actor: by.actor.to_string(),
            },
            by: by.clone(),
            tenant: tenant.clone(),
            before,
            epoch: None,
        };
        if target > before {
            if store.write(adjust).await.map_err(on_balance)?.is_some() {
                wallets.extend(state.wallet).await?;
                return Ok(set);
            }
            continue;
        }
        let amount = adjust.entry.amount;
        let Some(reservation) = wallets.reserve(state.wallet, amount).await? else {
            let message = "Calls under way have set aside more than that: try again later.";
            return Err(Error::on("balanceKobo", &codes::CONFLICT, message));
        };
        adjust.epoch = Some(reservation.lease().epoch);
        let adjusting = (FindCommitted::transfer(&adjust.entry), adjust);
        let taken = take_out(store, reservation, adjusting, Option::is_some).await?;
        if taken.is_some() {
            return Ok(set);
        }
    }
    let message = "Calls keep moving the balance: try again when none is under way.";
    Err(Error::new(&codes::CONFLICT, message))
}
