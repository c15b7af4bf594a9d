//! The test clock's hand: the dates of a tenant's own sandbox offer.

use kofa_core::{ActorAt, audit};
use kofa_domain::{Environment, Error, Result, TenantId};
use kofa_store::{Op, Tx};
use serde_json::json;

use super::market::{find, needs, update};
use super::offer_version::changed;
use crate::codes;
use crate::market::set_dates;
use crate::offer::{Offer, OfferStatus};

/// How long an offer that the clock opens stays open, in seconds.
const OPEN_SECONDS: i64 = 30 * 86_400;

/// Opens or closes a tenant's own sandbox offer now; what hangs on these dates moves along. One
/// that was applied for and is closed does not open again.
#[derive(Clone, Debug)]
pub struct SetSandboxDates {
    pub by: ActorAt,
    pub tenant: TenantId,
    pub offer_id: String,
    /// Open from now on, else closed.
    pub open: bool,
}

const BOOK: &str = "select no from subscription_book \
     where environment = 'sandbox' and offer_id = $1 limit 1";

impl Op for SetSandboxDates {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        changed(tx, Environment::Sandbox).await?;
        let offer = find(tx, Environment::Sandbox, &self.offer_id).await?;
        refuse_foreign(&offer, &self.tenant)?;
        needs(&self.by, offer.tenant.as_ref())?;
        let now = self.by.at;
        let status = offer.status(now);
        let (open_at, close_at) = if self.open {
            (now, now.plus_seconds(OPEN_SECONDS))
        } else {
            // Closed since now, and opened before that.
            (offer.open_at.min(now.plus_seconds(-1)), now)
        };
        let is_ahead = match status {
            OfferStatus::Upcoming | OfferStatus::Open | OfferStatus::Suspended => true,
            // A copy of a closed offer has its life before it.
            OfferStatus::Closed => {
                let book = tx.opt(BOOK, &[(&self.offer_id).into()]).await?;
                !self.open || book.is_none()
            }
            _ => false,
        };
        if !is_ahead {
            let message = format!(
                "The clock goes forward only: the offer is `{}`.",
                status.as_str()
            );
            return Err(Error::new(&codes::OFFER_NOT_IN_STATE, message));
        }
        let mut next = offer;
        set_dates(&mut next, open_at, close_at);
        next.original_close_at = None;
        next.operator_status = None;
        next.details.status_reason = None;
        next.updated_at = now;
        update(tx, Environment::Sandbox, &next, now).await?;
        let change = audit::Change {
            by: &self.by,
            action: "sandbox.clock",
            subject: &self.offer_id,
            tenant: Some(&self.tenant),
            details: json!({"from": status.as_str(), "open": self.open}),
        };
        audit::append(tx, change).await
    }
}

/// Refuses an offer that is not the tenant's own.
///
/// # Errors
/// 404 `not_found`.
pub fn refuse_foreign(offer: &Offer, tenant: &TenantId) -> Result<()> {
    if offer.tenant.as_ref() == Some(tenant) {
        return Ok(());
    }
    let message = "The tenant has no sandbox offer of its own with this id.";
    Err(Error::new(&kofa_domain::codes::NOT_FOUND, message))
}
