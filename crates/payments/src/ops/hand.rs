//! What operators do about a top-up.

use kofa_core::audit::{self, Change};
use kofa_core::{ActorAt, Right};
use kofa_domain::{Error, Ids, Kobo, Result, codes};
use kofa_ledger::money::{MoveMoney, Moved, Movement, Way};
use kofa_store::{Op, Tx, Value};
use kofa_tasks::enqueue;
use serde_json::json;

use super::TOP_UP;
use crate::task_kinds::FOLLOW_TOP_UP;
use crate::top_up::{TopUp, TopUpId, TopUpState};

const LOCK: &str = "update top_up set looks = looks where id = $1";

async fn locked(tx: &mut Tx<'_>, id: &TopUpId) -> Result<TopUp> {
    let unknown = || Error::new(&codes::NOT_FOUND, "There is no such top-up.");
    if tx.exec(LOCK, &[id.into()]).await? == 0 {
        return Err(unknown());
    }
    TopUp::from_row(&tx.one(TOP_UP, &[id.into()]).await?)
}

/// Has the provider asked again about a top-up, at once.
///
/// Fails with `forbidden`, `not_found`, and with `conflict` if it is settled.
#[derive(Clone, Debug)]
pub struct LookAgain {
    pub by: ActorAt,
    pub id: TopUpId,
}

impl Op for LookAgain {
    type Out = TopUp;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<TopUp> {
        self.by.actor.needs(Right::Money)?;
        let top_up = locked(tx, &self.id).await?;
        if top_up.state.is_settled() {
            let message = "This top-up is settled: there is nothing to look for.";
            return Err(Error::new(&codes::CONFLICT, message));
        }
        let (environment, now) = (top_up.environment, self.by.at);
        let kind = FOLLOW_TOP_UP.name;
        enqueue(tx, kind, self.id.as_str(), environment, now, now).await?;
        Ok(top_up)
    }
}

/// Settles a top-up that is kept: its wallet is credited with what an operator says, or it is
/// closed without. The same again changes nothing.
///
/// Fails with `forbidden`, `not_found`, and with `conflict` if it is not kept, or was settled in
/// another way.
#[derive(Clone, Debug)]
pub struct SettleTopUp {
    pub by: ActorAt,
    pub ids: Ids,
    pub id: TopUpId,
    /// What is credited; nothing closes it.
    pub amount: Option<Kobo>,
    pub reason: String,
}

const SETTLE: &str = "update top_up set state = $2, ended_at = $3, transfer_id = $4 \
     where id = $1 and state = 'kept'";

impl Op for SettleTopUp {
    type Out = TopUp;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<TopUp> {
        self.by.actor.needs(Right::Money)?;
        let top_up = locked(tx, &self.id).await?;
        let asked = match self.amount {
            Some(_) => TopUpState::Paid,
            None => TopUpState::Closed,
        };
        match top_up.state {
            TopUpState::Kept => {}
            // It was settled by hand: it has its reason still.
            state if state == asked && top_up.reason.is_some() => {
                if let Some(amount) = self.amount {
                    // Another amount is refused.
                    self.credit(tx, &top_up, amount).await?;
                }
                return Ok(top_up);
            }
            _ => {
                let message = "Only a top-up that is kept can be settled by hand.";
                return Err(Error::new(&codes::CONFLICT, message));
            }
        }
        let transfer = match self.amount {
            Some(amount) => Some(self.credit(tx, &top_up, amount).await?),
            None => None,
        };
        let params: [Value<'_>; 4] = [
            (&self.id).into(),
            asked.as_str().into(),
            self.by.at.into(),
            transfer.as_ref().into(),
        ];
        tx.exec_one(SETTLE, &params).await?;
        let change = Change {
            by: &self.by,
            action: "wallet.settle_top_up",
            subject: self.id.as_str(),
            tenant: Some(&top_up.tenant),
            details: json!({
                "environment": top_up.environment,
                "amountKobo": self.amount,
                "reason": self.reason,
            }),
        };
        audit::append(tx, change).await?;
        TopUp::from_row(&tx.one(TOP_UP, &[(&self.id).into()]).await?)
    }
}

impl SettleTopUp {
    /// The transaction of the journal; the credit notes itself in the audit chain.
    async fn credit(&self, tx: &mut Tx<'_>, top_up: &TopUp, amount: Kobo) -> Result<String> {
        let movement = Movement {
            amount,
            reference: top_up.reference(),
            reason: self.reason.clone(),
        };
        let place = (top_up.environment, top_up.wallet);
        let (by, tenant) = (self.by.clone(), top_up.tenant.clone());
        let credit = MoveMoney::new(by, self.ids, tenant, place, (Way::In, movement), None);
        match tx.run(&credit).await? {
            Moved::Posted(posted) => Ok(posted.id),
            Moved::Replayed(..) => Err(Error::internal("a credit without a key was replayed")),
        }
    }
}
