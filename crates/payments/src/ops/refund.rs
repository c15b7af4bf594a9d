//! What goes back through the providers that collected it: claimed before they are asked.

use kofa_domain::{Error, Ids, Kobo, Result, Timestamp};
use kofa_store::{Op, Tx, Value};

use super::product::{paid_by, refund_reference};
use crate::product_payment::{ProviderRefund, ProviderRefundState as State};

const CLAIM: &str = "insert into provider_refund (reference, payment, subject, amount_kobo, \
     state, name, asked_at) values ($1, $2, $3, $4, 'asked', '', $5) \
     on conflict (subject) where state <> 'refused' do nothing";
const CLAIMED: &str = "select r.*, p.provider from provider_refund r \
     join product_payment p on p.reference = r.payment \
     where r.subject = $1 and r.state <> 'refused'";

async fn claim(
    tx: &mut Tx<'_>,
    (subject, payment): (&str, &str),
    amount: Kobo,
    at: Timestamp,
) -> Result<ProviderRefund> {
    let params: [Value<'_>; 5] = [
        refund_reference(Ids, at).into(),
        payment.into(),
        subject.into(),
        amount.into(),
        at.into(),
    ];
    tx.exec(CLAIM, &params).await?;
    let claimed = ProviderRefund::from_row(&tx.one(CLAIMED, &[subject.into()]).await?)?;
    match claimed.amount == amount {
        true => Ok(claimed),
        false => Err(Error::internal(
            "another amount of this payment is going back",
        )),
    }
}

/// Claims the refund of `amount` of what was paid for `subject`, in the transaction that made
/// sure that nobody else sends it; whether a provider collected it.
///
/// # Errors
/// `internal_error` for more than was paid, or another amount than before.
pub async fn claim_refund(
    tx: &mut Tx<'_>,
    subject: &str,
    amount: Kobo,
    at: Timestamp,
) -> Result<bool> {
    let Some((payment, paid)) = paid_by(tx, subject).await? else {
        return Ok(false);
    };
    if amount > paid {
        return Err(Error::internal("more is to go back than was paid"));
    }
    claim(tx, (subject, &payment), amount, at).await?;
    Ok(true)
}

/// Whether a provider sends the refund of what was paid for `subject`, or has sent it: nobody
/// else may.
///
/// # Errors
/// If the store cannot read it.
pub async fn is_refund_claimed(tx: &mut Tx<'_>, subject: &str) -> Result<bool> {
    Ok(tx.opt(CLAIMED, &[subject.into()]).await?.is_some())
}

/// The refund of `subject` that a provider sends or has sent.
#[derive(Clone, Debug)]
pub struct FindProviderRefund {
    pub subject: String,
}

impl Op for FindProviderRefund {
    type Out = Option<ProviderRefund>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Option<ProviderRefund>> {
        let row = tx.opt(CLAIMED, &[(&self.subject).into()]).await?;
        row.as_ref().map(ProviderRefund::from_row).transpose()
    }
}

/// Claims the refund of a payment that came too late: all of it.
#[derive(Clone, Debug)]
pub(crate) struct ClaimLate {
    pub(crate) payment: String,
    pub(crate) at: Timestamp,
}

const LATE: &str = "select amount_kobo from product_payment where reference = $1 \
     and state = 'late'";

impl Op for ClaimLate {
    type Out = Option<ProviderRefund>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Option<ProviderRefund>> {
        let Some(row) = tx.opt(LATE, &[(&self.payment).into()]).await? else {
            return Ok(None);
        };
        let amount = row.get("amount_kobo")?;
        let named = (self.payment.as_str(), self.payment.as_str());
        claim(tx, named, amount, self.at).await.map(Some)
    }
}

/// Stores that a refund is about to be sent to its provider.
#[derive(Clone, Debug)]
pub(crate) struct NoteSent {
    pub(crate) reference: String,
    pub(crate) at: Timestamp,
}

const SENT: &str = "update provider_refund set sent_at = $2 where reference = $1 \
     and state = 'asked'";

impl Op for NoteSent {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let params = [(&self.reference).into(), self.at.into()];
        Ok(tx.exec_one(SENT, &params).await?)
    }
}

/// Stores how a refund ended; the same again changes nothing.
#[derive(Clone, Debug)]
pub(crate) struct EndRefund {
    pub(crate) reference: String,
    /// The provider's name of what it sent; `None` if it refused.
    pub(crate) name: Option<String>,
    pub(crate) at: Timestamp,
}

const END: &str = "update provider_refund set state = $2, name = $3, ended_at = $4 \
     where reference = $1 and state = 'asked'";

impl Op for EndRefund {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let state = match self.name {
            Some(_) => State::Done,
            None => State::Refused,
        };
        let params: [Value<'_>; 4] = [
            (&self.reference).into(),
            state.as_str().into(),
            self.name.as_deref().unwrap_or_default().into(),
            self.at.into(),
        ];
        tx.exec(END, &params).await?;
        Ok(())
    }
}

/// Whether anything of a payment goes or went back by our word.
#[derive(Clone, Debug)]
pub(crate) struct HasRefund {
    pub(crate) payment: String,
}

const ANY: &str = "select 1 as one from provider_refund where payment = $1 limit 1";

impl Op for HasRefund {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        Ok(tx.opt(ANY, &[(&self.payment).into()]).await?.is_some())
    }
}
