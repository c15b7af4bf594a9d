//! How payments for products are stored, each change once.

use kofa_domain::{Environment, Error, Ids, Kobo, Result, Timestamp};
use kofa_store::{Op, Tx, Value};
use kofa_tasks::enqueue;

use crate::judge::{Verdict, judge};
use crate::product_payment::{
    NewProductPayment, PaymentOutcome, ProductPayment, ProductPaymentState as State,
};
use crate::provider::{Payment, ProviderName};
use crate::task_kinds::RETURN_PAYMENT;

/// The payments for something, the oldest first.
#[derive(Clone, Debug)]
pub(crate) struct ReadPaymentsOf {
    pub(crate) subject: String,
}

const OF: &str = "select * from product_payment where subject = $1 order by started_at, reference";

impl Op for ReadPaymentsOf {
    type Out = Vec<ProductPayment>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<ProductPayment>> {
        let rows = tx.rows(OF, &[(&self.subject).into()]).await?;
        rows.iter().map(ProductPayment::from_row).collect()
    }
}

/// The payment that a provider calls so, if it is for a product.
#[derive(Clone, Debug)]
pub struct FindProductPayment {
    pub reference: String,
}

const FIND: &str = "select * from product_payment where reference = $1";

impl Op for FindProductPayment {
    type Out = Option<ProductPayment>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Option<ProductPayment>> {
        let row = tx.opt(FIND, &[(&self.reference).into()]).await?;
        row.as_ref().map(ProductPayment::from_row).transpose()
    }
}

/// Stores a payment before the provider hears of it.
#[derive(Clone, Debug)]
pub(crate) struct BeginPayment {
    pub(crate) new: NewProductPayment,
    /// What the provider is to call it.
    pub(crate) reference: String,
    pub(crate) provider: ProviderName,
    pub(crate) at: Timestamp,
}

const BEGIN: &str = "insert into product_payment (reference, subject, environment, provider, \
     amount_kobo, state, reason, started_at) values ($1, $2, $3, $4, $5, 'begun', '', $6) \
     on conflict (reference) do nothing";

impl Op for BeginPayment {
    type Out = ProductPayment;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<ProductPayment> {
        let params: [Value<'_>; 6] = [
            (&self.reference).into(),
            (&self.new.subject).into(),
            self.new.environment.into(),
            self.provider.as_str().into(),
            self.new.amount.into(),
            self.at.into(),
        ];
        tx.exec(BEGIN, &params).await?;
        ProductPayment::from_row(&tx.one(FIND, &[(&self.reference).into()]).await?)
    }
}

/// Stores where a payment is paid: of the payments for one thing, of one only.
#[derive(Clone, Debug)]
pub(crate) struct NotePage {
    pub(crate) reference: String,
    pub(crate) page_url: String,
}

const PAGE: &str = "update product_payment set page_url = $2 where reference = $1 \
     and not exists (select 1 from product_payment other \
       where other.subject = product_payment.subject and other.page_url is not null)";

impl Op for NotePage {
    type Out = ProductPayment;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<ProductPayment> {
        let params = [(&self.reference).into(), (&self.page_url).into()];
        tx.exec(PAGE, &params).await?;
        let noted = ProductPayment::from_row(&tx.one(FIND, &params[..1]).await?)?;
        match noted.page_url {
            Some(_) => Ok(noted),
            None => Err(Error::unavailable(
                "another page of this payment was quicker",
            )),
        }
    }
}

/// Stores what a provider says of a payment that was begun; what that comes to.
#[derive(Clone, Debug)]
pub(crate) struct NoteFound {
    pub(crate) reference: String,
    /// `None` if the provider does not know it.
    pub(crate) found: Option<Payment>,
    pub(crate) at: Timestamp,
}

// Whoever changes a payment has its row first.
const LOCK: &str = "update product_payment set state = state where reference = $1";
const FOUND: &str = "update product_payment set state = $2, reason = $3, found_kobo = $4, \
     found_currency = $5, ended_at = $6 where reference = $1";

impl Op for NoteFound {
    type Out = PaymentOutcome;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<PaymentOutcome> {
        let named = [(&self.reference).into()];
        tx.exec_one(LOCK, &named).await?;
        let one = ProductPayment::from_row(&tx.one(FIND, &named).await?)?;
        if one.state != State::Begun {
            return Ok(known(one));
        }
        let verdict = judge(&one.reference, one.amount, self.found.as_ref());
        let (state, reason) = match verdict {
            Verdict::Credit => (State::Paid, None),
            Verdict::Keep(reason) => (State::Kept, Some(reason)),
            Verdict::Wait => return Ok(known(one)),
        };
        let found = self.found.as_ref();
        let params: [Value<'_>; 6] = [
            (&self.reference).into(),
            state.as_str().into(),
            reason.map_or("", |it| it.as_str()).into(),
            found.map(|it| it.amount).into(),
            found.map(|it| it.currency.as_str()).into(),
            self.at.into(),
        ];
        tx.exec_one(FOUND, &params).await?;
        Ok(known(ProductPayment {
            state,
            reason,
            ..one
        }))
    }
}

/// What is known of a payment without asking.
pub(crate) fn known(one: ProductPayment) -> PaymentOutcome {
    match (one.state, one.reason) {
        (State::Paid, _) => PaymentOutcome::Paid(one),
        (State::Kept, Some(reason)) => PaymentOutcome::Kept(reason),
        (State::Begun, _) if one.page_url.is_some() => PaymentOutcome::Awaited(one),
        _ => PaymentOutcome::None,
    }
}

const FOLLOW: &str = "update product_payment set state = $2 where reference = $1 \
     and state = 'paid'";

async fn follow(tx: &mut Tx<'_>, reference: &str, state: State) -> Result<()> {
    match tx
        .exec(FOLLOW, &[reference.into(), state.as_str().into()])
        .await?
    {
        1 => Ok(()),
        _ => Err(Error::unavailable(
            "somebody else made use of this payment first",
        )),
    }
}

/// Notes, in the transaction that makes it so, that what a payment is for is paid by it.
///
/// # Errors
/// `service_unavailable` if somebody else made use of it first: nothing may be stored then.
pub async fn apply_payment(tx: &mut Tx<'_>, reference: &str) -> Result<()> {
    follow(tx, reference, State::Applied).await
}

/// Notes, in the transaction that makes it so, that nothing is to be paid by a payment: it goes
/// back to who paid it.
///
/// # Errors
/// As [`apply_payment`].
pub async fn return_payment(
    tx: &mut Tx<'_>,
    (environment, reference): (Environment, &str),
    at: Timestamp,
) -> Result<()> {
    follow(tx, reference, State::Late).await?;
    enqueue(tx, RETURN_PAYMENT.name, reference, environment, at, at).await
}

const PAGE_OF: &str = "select page_url from product_payment where subject = $1 \
     and page_url is not null";

/// Where `subject` is paid, if a provider has a page for it.
///
/// # Errors
/// If the store cannot read it.
pub async fn payment_page(tx: &mut Tx<'_>, subject: &str) -> Result<Option<String>> {
    let row = tx.opt(PAGE_OF, &[subject.into()]).await?;
    Ok(row.map(|row| row.get("page_url")).transpose()?)
}

/// `KFR-` and the digits of an id.
pub(super) fn refund_reference(ids: Ids, at: Timestamp) -> String {
    format!("KFR-{}", ids.uuid(at).simple())
}

/// What a payment was found to be, for what goes back of it.
pub(super) async fn paid_by(tx: &mut Tx<'_>, subject: &str) -> Result<Option<(String, Kobo)>> {
    const APPLIED: &str = "select reference, amount_kobo from product_payment \
         where subject = $1 and state = 'applied'";
    let row = tx.opt(APPLIED, &[subject.into()]).await?;
    row.map(|row| Ok((row.get("reference")?, row.get("amount_kobo")?)))
        .transpose()
}
