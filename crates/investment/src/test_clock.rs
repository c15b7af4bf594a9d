//! The test clock: moves a tenant's own sandbox offer through its life in seconds. It does
//! what time, the sandbox's bank and exchange, and the operators would do, in their order,
//! by the same operations.

use std::sync::Arc;
use std::time::Duration;

use kofa_core::ActorAt;
use kofa_domain::{Clock, Environment, Error, Result, TenantId};
use kofa_store::{Store, Vault};
use kofa_tasks::{TaskHandlers, work_once};

use crate::codes;
use crate::market::Action;
use crate::offer::OfferStatus;
use crate::ops::{CountRefunds, FindOffer, MoveOffer, SetSandboxDates, refuse_foreign};
use crate::run_allotment::{self, Allot};
use crate::subscription::Status;
use crate::sweeps::{After, sweep_ended};

/// Where the clock can move an offer to.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr, strum::VariantArray,
)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum Stage {
    Open,
    /// Takes none; what is not paid expired.
    Closed,
    Allotted,
    /// What was paid for shares that were not allotted went back.
    Refunded,
    /// The shares are in the depository accounts.
    Credited,
    Listed,
}

impl Stage {
    /// All, in the order of a life.
    pub const ALL: [Self; 6] = kofa_domain::all();

    /// The word of the API.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Reads the word of the API.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }
}

/// Longest wait for what is under way, in steps of a tenth of a second.
const WAITS_MAX: u32 = 300;
/// Longest wait for payments before the close, in the same steps.
const PAYMENT_WAITS_MAX: u32 = 50;
const WAIT: Duration = Duration::from_millis(100);
/// Where an application is under way.
const UNDER_WAY: [Status; 4] = [
    Status::Received,
    Status::PaymentPending,
    Status::Paid,
    Status::Submitted,
];
/// Seed of a ballot that the clock draws.
const SEED: u64 = 1;
/// The registrar's reference of a credit that the clock makes.
const CREDITED: &str = "SANDBOX-CSCS";

#[derive(Debug)]
pub struct TestClock {
    /// Where everything is kept.
    pub store: Store,
    pub vault: Vault,
    pub clock: Arc<dyn Clock>,
    /// Who does what follows from applications.
    pub tasks: TaskHandlers,
}

impl TestClock {
    /// Moves the tenant's own sandbox offer to `to`, by way of everything before it.
    ///
    /// # Errors
    /// `not_found` if the offer is not the tenant's own, `forbidden`, `offer_not_in_state` if
    /// it is past `to`, `applications_in_flight` if some do not come to an end in time.
    pub async fn advance(
        &self,
        by: &ActorAt,
        tenant: &TenantId,
        id: &str,
        to: Stage,
    ) -> Result<()> {
        // Also where the offer is past everything that its dates decide.
        refuse_foreign(&self.find(id).await?.offer, tenant)?;
        if to == Stage::Open {
            return self.set_dates(by, tenant, id, true).await;
        }
        if matches!(
            self.status(id).await?,
            OfferStatus::Upcoming | OfferStatus::Suspended
        ) {
            self.set_dates(by, tenant, id, true).await?;
        }
        if matches!(
            self.status(id).await?,
            OfferStatus::Open | OfferStatus::Closed
        ) {
            // What was paid for in time is taken to the exchange before the books close.
            // Where applications keep coming in, only the close ends them.
            let _ = self.settle_down(id, PAYMENT_WAITS_MAX).await;
            self.set_dates(by, tenant, id, false).await?;
            sweep_ended(&self.store, self.clock.now()).await?;
            self.settle_down(id, WAITS_MAX).await?;
        } else if to == Stage::Closed {
            return self.set_dates(by, tenant, id, false).await;
        }
        for stage in [
            Stage::Allotted,
            Stage::Refunded,
            Stage::Credited,
            Stage::Listed,
        ] {
            if stage <= to {
                self.step(by, id, stage).await?;
            }
        }
        Ok(())
    }

    async fn step(&self, by: &ActorAt, id: &str, stage: Stage) -> Result<()> {
        let by = ActorAt {
            actor: by.actor.clone(),
            at: self.clock.now(),
        };
        let after = After {
            by: by.clone(),
            environment: Environment::Sandbox,
            offer_id: id.to_owned(),
        };
        let status = self.status(id).await?;
        match stage {
            Stage::Allotted if matches!(status, OfferStatus::Allotted | OfferStatus::Listed) => {}
            Stage::Allotted => {
                let what = Allot {
                    by,
                    environment: Environment::Sandbox,
                    offer_id: id.to_owned(),
                    seed: SEED,
                };
                run_allotment::run(&self.store, &self.vault, &*self.clock, &what).await?;
            }
            Stage::Refunded => {
                after.refund(&self.store).await?;
                self.refund_all(id).await?;
            }
            Stage::Credited => {
                after.credit(&self.store, CREDITED.to_owned()).await?;
            }
            Stage::Listed if status == OfferStatus::Listed => {}
            Stage::Listed => {
                let list = MoveOffer {
                    by,
                    environment: Environment::Sandbox,
                    id: id.to_owned(),
                    action: Action::List,
                };
                self.store.write(list).await?;
            }
            Stage::Open | Stage::Closed => {}
        }
        Ok(())
    }

    async fn set_dates(&self, by: &ActorAt, tenant: &TenantId, id: &str, open: bool) -> Result<()> {
        let set = SetSandboxDates {
            by: ActorAt {
                actor: by.actor.clone(),
                at: self.clock.now(),
            },
            tenant: tenant.clone(),
            offer_id: id.to_owned(),
            open,
        };
        self.store.write(set).await
    }

    async fn status(&self, id: &str) -> Result<OfferStatus> {
        let found = self.find(id).await?;
        Ok(found.offer.status(self.clock.now()))
    }

    async fn find(&self, id: &str) -> Result<crate::ops::MarketOffer> {
        let find = FindOffer {
            environment: Environment::Sandbox,
            id: id.to_owned(),
        };
        self.store.read(find).await
    }

    /// Does due tasks until every refund of the offer arrived.
    async fn refund_all(&self, id: &str) -> Result<()> {
        for _ in 0..WAITS_MAX {
            let count = CountRefunds {
                environment: Environment::Sandbox,
                offer_id: id.to_owned(),
            };
            if self.store.read(count).await? == 0 {
                return Ok(());
            }
            self.work().await;
        }
        Err(Error::plain(&codes::APPLICATIONS_IN_FLIGHT))
    }

    /// Does what is due, or waits a moment for what someone else is doing.
    async fn work(&self) {
        if work_once(&self.store, &*self.clock, &self.tasks).await == 0 {
            tokio::time::sleep(WAIT).await;
        }
    }

    /// Does due tasks until no application of the offer is under way, or `waits_max` is over.
    async fn settle_down(&self, id: &str, waits_max: u32) -> Result<()> {
        for _ in 0..waits_max {
            let counts = self.find(id).await?.counts;
            let left = counts
                .by_status
                .iter()
                .any(|(word, n)| *n > 0 && UNDER_WAY.iter().any(|status| status.as_str() == word));
            if !left {
                return Ok(());
            }
            self.work().await;
        }
        Err(Error::plain(&codes::APPLICATIONS_IN_FLIGHT))
    }
}
