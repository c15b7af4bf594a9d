//! Payments under way for offers that are over: looked at now, so that nobody waits for them.

use kofa_domain::{Result, Timestamp};
use kofa_store::{Op, Tx};

use crate::task_kinds::COLLECT_PAYMENT;

/// Has payments that are under way for ended offers looked at a last time; how many.
#[derive(Clone, Copy, Debug)]
pub struct HurryPayments {
    pub now: Timestamp,
}

// Nobody is at work on them, and none failed.
const HURRY: &str = "update outbox set due_at = $1 where kind = $2 and state = 'due' \
     and attempts = 0 and due_at > $1 and subject in (select s.id from offer o \
       join subscription_book b on b.environment = o.environment and b.offer_id = o.id \
       join subscription_state st on st.offer_book = b.no \
         and st.status = 'payment_pending' and st.payment_status = 'processing' \
       join subscription s on s.no = st.subscription_no \
       where not o.is_of_exchange and (o.close_at <= $1 or o.operator_status = 'cancelled'))";

impl Op for HurryPayments {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        Ok(tx
            .exec(HURRY, &[self.now.into(), COLLECT_PAYMENT.into()])
            .await?)
    }
}

/// Whether a payment is under way for an ended offer.
#[derive(Clone, Copy, Debug)]
pub struct FindUnderWayAtEnd {
    pub now: Timestamp,
}

const ANY: &str = "select 1 as one from offer o \
     join subscription_book b on b.environment = o.environment and b.offer_id = o.id \
     join subscription_state st on st.offer_book = b.no \
       and st.status = 'payment_pending' and st.payment_status = 'processing' \
     where not o.is_of_exchange and (o.close_at <= $1 or o.operator_status = 'cancelled') limit 1";

impl Op for FindUnderWayAtEnd {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        Ok(tx.opt(ANY, &[self.now.into()]).await?.is_some())
    }
}
