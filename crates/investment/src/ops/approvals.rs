//! What operators do about the regulator's approval of an offer.

use kofa_core::audit::{self, Change};
use kofa_core::{Actor, ActorAt};
use kofa_domain::{Environment, Error, Result, codes as common};
use kofa_store::{Op, Tx};
use serde_json::json;

use super::events::tell_of_offer;
use super::market::{MarketOffer, counts, find_to_change};
use crate::approval::{Approval, ApprovalState, Clearance, Signed};
use crate::codes;
use crate::offer::Offer;

const SET: &str = "update offer set approval = $3 where environment = $1 and id = $2";
const ACTIVE: &str = "select 1 as one from operator where id = $1 and disabled_at is null";

/// What is done about an approval.
#[derive(Clone, Debug)]
pub enum ApprovalStep {
    /// In place of the one before; another operator has to confirm it.
    Record {
        authority: String,
        reference: String,
        /// `YYYY-MM-DD`
        date: String,
    },
    Confirm {
        /// As it was recorded: nobody confirms what they have not seen.
        reference: String,
        /// Whether whoever recorded it may confirm it: the setting of an operator of one person.
        alone: bool,
    },
    /// The offer takes no applications any more.
    Withdraw { reason: String },
}

/// Does something about the approval of an offer.
#[derive(Debug)]
pub struct SetApproval {
    pub by: ActorAt,
    pub environment: Environment,
    pub id: String,
    pub step: ApprovalStep,
}

impl Op for SetApproval {
    type Out = MarketOffer;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<MarketOffer> {
        let mut offer = find_to_change(tx, &self.by, self.environment, &self.id).await?;
        let before = match &offer.clearance {
            Clearance::NotAsked => return Err(Error::plain(&codes::APPROVAL_NOT_ASKED)),
            Clearance::Asked(before) => before.clone(),
        };
        let (action, after) = match &self.step {
            ApprovalStep::Record {
                authority,
                reference,
                date,
            } => {
                let recorded = Approval {
                    authority: authority.clone(),
                    reference: reference.clone(),
                    date: date.clone(),
                    terms: offer.terms(),
                    recorded: self.signed(),
                    confirmed: None,
                };
                ("offer.approval.record", Some(recorded))
            }
            ApprovalStep::Confirm { reference, alone } => {
                let confirmed = self.confirmed(tx, &offer, reference, *alone).await?;
                ("offer.approval.confirm", Some(confirmed))
            }
            ApprovalStep::Withdraw { .. } if before.is_none() => {
                return Err(Error::plain(&codes::APPROVAL_NOT_RECORDED));
            }
            ApprovalStep::Withdraw { .. } => ("offer.approval.withdraw", None),
        };
        offer.clearance = Clearance::Asked(after);
        self.store(tx, &offer, action).await?;
        let counts = counts(tx, self.environment, &self.id).await?;
        Ok(MarketOffer { offer, counts })
    }
}

impl SetApproval {
    fn signed(&self) -> Signed {
        Signed {
            by: self.by.actor.to_string(),
            at: self.by.at,
        }
    }

    /// What was recorded, confirmed, if this actor may confirm it.
    async fn confirmed(
        &self,
        tx: &mut Tx<'_>,
        offer: &Offer,
        reference: &str,
        alone: bool,
    ) -> Result<Approval> {
        let state = offer.approval_state();
        let approval = offer.clearance.approval().cloned();
        let Some(approval) = approval.filter(|_| state == ApprovalState::Recorded) else {
            return Err(Error::plain(&codes::APPROVAL_NOT_RECORDED));
        };
        if approval.reference != reference {
            let message = "`reference` is not the one that is recorded: look at it again.";
            return Err(Error::on("reference", &common::INVALID_FIELD, message));
        }
        if !alone {
            self.must_be_another(tx, &approval.recorded.by).await?;
        }
        Ok(Approval {
            confirmed: Some(self.signed()),
            ..approval
        })
    }

    /// A shell is nobody in particular, so that it is no second operator; and who is no operator
    /// any more was no first one.
    async fn must_be_another(&self, tx: &mut Tx<'_>, recorded_by: &str) -> Result<()> {
        let is_operator = matches!(self.by.actor, Actor::Operator { .. });
        if !is_operator || self.by.actor.to_string() == recorded_by {
            return Err(Error::plain(&codes::ANOTHER_OPERATOR_CONFIRMS));
        }
        if let Some(id) = recorded_by.strip_prefix("operator:")
            && tx.opt(ACTIVE, &[id.into()]).await?.is_none()
        {
            return Err(Error::plain(&codes::APPROVAL_NOT_RECORDED));
        }
        Ok(())
    }

    async fn store(&self, tx: &mut Tx<'_>, offer: &Offer, action: &'static str) -> Result<()> {
        let approval = offer.clearance.approval();
        let stored = approval.map(serde_json::to_string).transpose();
        let stored = stored.map_err(Error::internal)?;
        let params = [
            self.environment.into(),
            (&offer.id).into(),
            stored.as_deref().into(),
        ];
        tx.exec_one(SET, &params).await?;
        let mut details = json!({
            "environment": self.environment,
            "authority": approval.map(|it| &it.authority),
            "reference": approval.map(|it| &it.reference),
            "date": approval.map(|it| &it.date),
        });
        match &self.step {
            ApprovalStep::Withdraw { reason } => details["reason"] = json!(reason),
            ApprovalStep::Confirm { alone: true, .. } => {
                details["secondOperatorAsked"] = json!(false)
            }
            _ => {}
        }
        let change = Change {
            by: &self.by,
            action,
            subject: &offer.id,
            tenant: None,
            details,
        };
        // As in every operation: the version moved first, the audit chain comes last.
        tell_of_offer(tx, self.environment, offer, self.by.at).await?;
        audit::append(tx, change).await
    }
}
