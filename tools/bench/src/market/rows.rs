//! The rows of one application.

use kofa_domain::{Result, Timestamp};
use kofa_investment::lifecycle::{Move, State};
use kofa_investment::ops::SYSTEM;
use kofa_store::{Column, Op, Tx, Type, Value};

/// What differs between applications.
pub(super) struct Filled {
    pub(super) no: i64,
    pub(super) id: String,
    pub(super) request_id: [u8; 16],
    pub(super) transaction_id: String,
    pub(super) reference: String,
    pub(super) tenant_book: i64,
    pub(super) offer_book: i64,
    pub(super) seq: i64,
    pub(super) shares: i64,
    pub(super) applicant: Vec<u8>,
    pub(super) investor_name: Vec<u8>,
    pub(super) at: Timestamp,
}

pub(super) struct Fill {
    pub(super) rows: Vec<Filled>,
    pub(super) price_kobo: i64,
}

/// How an application paid from a bank account comes to be accepted.
const LIFE: [Move; 5] = [
    Move::Register,
    Move::AwaitPayment,
    Move::Pay,
    Move::Submit,
    Move::Accept,
];

const SUBSCRIPTION: [Column; 19] = [
    ("no", Type::Int),
    ("id", Type::Text),
    ("tenant_book", Type::Int),
    ("tenant_seq", Type::Int),
    ("offer_book", Type::Int),
    ("offer_seq", Type::Int),
    ("request_id", Type::Bytes),
    ("vendor_id", Type::Text),
    ("broker_id", Type::Text),
    ("bank_id", Type::Int),
    ("profile_type", Type::Text),
    ("is_card_payment", Type::Bool),
    ("has_chn", Type::Bool),
    ("applicant", Type::Bytes),
    ("investor_name", Type::Bytes),
    ("transaction_id", Type::Text),
    ("transaction_reference", Type::Text),
    ("exchange_reference", Type::Text),
    ("exchange_subscription_id", Type::Text),
];
const STATE: [Column; 13] = [
    ("subscription_no", Type::Int),
    ("offer_book", Type::Int),
    ("number_of_shares", Type::Int),
    ("rights_shares", Type::Int),
    ("price_kobo", Type::Int),
    ("created_at", Type::Int),
    ("status", Type::Text),
    ("payment_status", Type::Text),
    ("allotment_status", Type::Text),
    ("exchange_state", Type::Text),
    ("settled_at", Type::Int),
    ("moves", Type::Int),
    ("updated_at", Type::Int),
];
const EVENT: [Column; 7] = [
    ("subscription_no", Type::Int),
    ("at", Type::Int),
    ("move", Type::Text),
    ("status", Type::Text),
    ("payment_status", Type::Text),
    ("allotment_status", Type::Text),
    ("actor", Type::Text),
];

impl Filled {
    fn subscription(&self) -> [Value<'_>; 19] {
        [
            self.no.into(),
            (&self.id).into(),
            self.tenant_book.into(),
            self.seq.into(),
            self.offer_book.into(),
            self.seq.into(),
            (&self.request_id).into(),
            // As long as a real one.
            (&self.transaction_id).into(),
            "meristem-stockbrokers".into(),
            9_i64.into(),
            "INDIVIDUAL".into(),
            false.into(),
            false.into(),
            (&self.applicant).into(),
            (&self.investor_name).into(),
            (&self.transaction_id).into(),
            (&self.reference).into(),
            format!("NGX-{:012}", self.no).into(),
            format!("SUB-{:012}", self.no).into(),
        ]
    }

    fn state(&self, state: State, price_kobo: i64) -> [Value<'_>; 13] {
        [
            self.no.into(),
            self.offer_book.into(),
            self.shares.into(),
            0_i64.into(),
            price_kobo.into(),
            self.at.into(),
            state.status.as_str().into(),
            state.payment.as_str().into(),
            state.allotment.as_str().into(),
            "accepted".into(),
            self.at.plus_seconds(2).into(),
            // All but the first are moves.
            (LIFE.len() as i64 - 1).into(),
            self.at.plus_seconds(2).into(),
        ]
    }
}

impl Op for Fill {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let mut events = Vec::with_capacity(self.rows.len() * LIFE.len());
        let mut state = State::RECEIVED;
        for step in LIFE {
            state = state.make(step)?;
            // Not one application after the other: others come between its steps.
            for row in &self.rows {
                events.push([
                    row.no.into(),
                    row.at.plus_seconds(1).into(),
                    step.as_str().into(),
                    state.status.as_str().into(),
                    state.payment.as_str().into(),
                    state.allotment.as_str().into(),
                    SYSTEM.into(),
                ]);
            }
        }
        let rows: Vec<_> = self.rows.iter().map(Filled::subscription).collect();
        tx.insert_rows("subscription", &SUBSCRIPTION, "", &rows)
            .await?;
        let rows: Vec<_> = self
            .rows
            .iter()
            .map(|row| row.state(state, self.price_kobo))
            .collect();
        tx.insert_rows("subscription_state", &STATE, "", &rows)
            .await?;
        tx.insert_rows("subscription_event", &EVENT, "", &events)
            .await?;
        Ok(())
    }
}
