//! The sandbox's payment provider: play money, on a page of the portal.

use std::sync::Arc;

use http::HeaderMap;
use kofa_domain::{Clock, Error, Kobo, Result, Timestamp};
use kofa_store::{Op, Row, Store, Tx, Value, Vault};

use crate::provider::hmac::{SigningSecret, notification};
use crate::provider::{Asked, NAIRA, NoAnswer, Notice, Order, Payment, Provider, Stage};
use crate::top_up::{TopUpId, reference_of};

/// What its secret is a digest of.
const SECRET: &str = "payments/sandbox";

/// Knows payments by the table `sandbox_payment`.
#[derive(Clone, Debug)]
pub(crate) struct SandboxProvider {
    store: Store,
    secret: SigningSecret,
    clock: Arc<dyn Clock>,
}

impl SandboxProvider {
    pub(crate) fn new(store: Store, vault: &Vault, clock: Arc<dyn Clock>) -> Self {
        let secret = SigningSecret::from_bytes(&vault.secret_digest(SECRET));
        Self {
            store,
            secret,
            clock,
        }
    }

    /// Decides a payment as its payer does; the notification of it, and its headers.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub(crate) async fn decide(
        &self,
        top_up: &TopUpId,
        stage: Stage,
        id: &str,
    ) -> Result<(HeaderMap, String)> {
        let (reference, at) = (reference_of(top_up), self.clock.now());
        let body = notification(&reference, stage);
        let decide = DecidePayment {
            reference,
            stage,
            at,
        };
        self.store.write(decide).await?;
        let headers = self.secret.signed(id, at, body.as_bytes());
        let unsigned = || Error::internal("a notification could not be signed");
        Ok((headers.ok_or_else(unsigned)?, body))
    }
}

fn word(stage: Stage) -> &'static str {
    match stage {
        Stage::Open => "open",
        Stage::Failed => "failed",
        Stage::Paid => "paid",
        Stage::Reversed => "reversed",
    }
}

fn payment(row: &Row) -> Result<Payment> {
    let state: String = row.get("state")?;
    let all = [Stage::Open, Stage::Failed, Stage::Paid, Stage::Reversed];
    let stage = all.into_iter().find(|one| word(*one) == state);
    Ok(Payment {
        reference: row.get("reference")?,
        stage: stage.ok_or_else(|| Error::internal("a sandbox payment is in no known state"))?,
        amount: row.get("amount_kobo")?,
        currency: NAIRA.to_owned(),
    })
}

struct OpenPayment {
    reference: String,
    amount: Kobo,
    at: Timestamp,
}

const OPEN: &str = "insert into sandbox_payment (reference, amount_kobo, state, changed_at) \
     values ($1, $2, $3, $4) on conflict (reference) do nothing";

impl Op for OpenPayment {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let params: [Value<'_>; 4] = [
            (&self.reference).into(),
            self.amount.into(),
            word(Stage::Open).into(),
            self.at.into(),
        ];
        tx.exec(OPEN, &params).await?;
        Ok(())
    }
}

struct FindPayment {
    reference: String,
}

const FIND: &str = "select * from sandbox_payment where reference = $1";

impl Op for FindPayment {
    type Out = Option<Payment>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Option<Payment>> {
        let row = tx.opt(FIND, &[(&self.reference).into()]).await?;
        row.as_ref().map(payment).transpose()
    }
}

struct DecidePayment {
    reference: String,
    stage: Stage,
    at: Timestamp,
}

// What was paid stays paid.
const DECIDE: &str = "update sandbox_payment set state = $2, changed_at = $3 \
     where reference = $1 and state in ('open', 'failed')";

impl Op for DecidePayment {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let params: [Value<'_>; 3] = [
            (&self.reference).into(),
            word(self.stage).into(),
            self.at.into(),
        ];
        tx.exec(DECIDE, &params).await?;
        Ok(())
    }
}

impl Provider for SandboxProvider {
    /// The page is the one that the payer comes back to, with `/pay` behind it.
    fn start<'a>(&'a self, order: &'a Order) -> Asked<'a, String> {
        let open = OpenPayment {
            reference: order.reference.clone(),
            amount: order.amount,
            at: self.clock.now(),
        };
        Box::pin(async move {
            let opened = self.store.write(open).await;
            opened.map_err(|error| NoAnswer::Unknown(error.to_string()))?;
            let page = order.return_url.as_deref().unwrap_or_default();
            Ok(format!("{page}/pay"))
        })
    }

    fn look_up<'a>(&'a self, reference: &'a str) -> Asked<'a, Option<Payment>> {
        let find = FindPayment {
            reference: reference.to_owned(),
        };
        Box::pin(async move {
            let found = self.store.read(find).await;
            found.map_err(|error| NoAnswer::NotDone(error.to_string()))
        })
    }

    fn read(&self, headers: &HeaderMap, body: &[u8], now: Timestamp) -> Option<Notice> {
        self.secret.read(headers, body, now)
    }
}
