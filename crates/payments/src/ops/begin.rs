//! How a top-up begins: stored before the provider hears of it.

use kofa_core::audit::{self, Change};
use kofa_core::{ActorAt, Right};
use kofa_domain::{Environment, Error, Kobo, Result, TenantId, Timestamp, codes};
use kofa_store::{Op, Tx, Value};
use kofa_tasks::{NewTask, cancel, enqueue_new};
use serde_json::json;

use super::TOP_UP;
use crate::provider::ProviderName;
use crate::task_kinds::FOLLOW_TOP_UP;
use crate::top_up::{Reason, TopUp, TopUpId, TopUpState};

/// Top-ups of a wallet that may wait for their payment at the same time.
const OPEN_MAX: i64 = 20;
/// How long a payment is waited for, in seconds: a day.
const WAIT_SECONDS: i64 = 24 * 3_600;
/// After how long it is looked for first, in seconds.
const FIRST_LOOK_SECONDS: i64 = 10;

/// Stores a top-up, with the task that looks for its payment.
///
/// Fails with `forbidden`, with `not_found` for an unknown tenant, and with `conflict` if too many
/// of the wallet wait already.
#[derive(Clone, Debug)]
pub(crate) struct BeginTopUp {
    pub(crate) by: ActorAt,
    pub(crate) id: TopUpId,
    pub(crate) tenant: TenantId,
    pub(crate) environment: Environment,
    pub(crate) provider: ProviderName,
    pub(crate) amount: Kobo,
}

const WALLET: &str = "select no from wallet where tenant_id = $1 and environment = $2";
const COUNT: &str = "select count(*) as waiting from top_up \
     where wallet_no = $1 and state in ('starting', 'pending')";
const INSERT: &str = "insert into top_up (id, wallet_no, provider, amount_kobo, state, reason, \
     looks, started_by, started_at, expires_at) values ($1, $2, $3, $4, $5, '', 0, $6, $7, $8)";

impl Op for BeginTopUp {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        self.by.actor.needs(Right::TopUps(&self.tenant))?;
        let params = [(&self.tenant).into(), self.environment.into()];
        let unknown = || Error::new(&codes::NOT_FOUND, "There is no such tenant.");
        let wallet = tx.opt(WALLET, &params).await?.ok_or_else(unknown)?;
        let wallet: i64 = wallet.get("no")?;
        let waiting: i64 = tx.one(COUNT, &[wallet.into()]).await?.get("waiting")?;
        if waiting >= OPEN_MAX {
            let message = format!(
                "{OPEN_MAX} top-ups of this wallet wait for their payment: pay one of them."
            );
            return Err(Error::new(&codes::CONFLICT, message));
        }
        let at = self.by.at;
        let params: [Value<'_>; 8] = [
            (&self.id).into(),
            wallet.into(),
            self.provider.as_str().into(),
            self.amount.into(),
            TopUpState::Starting.as_str().into(),
            self.by.actor.to_string().into(),
            at.into(),
            at.plus_seconds(WAIT_SECONDS).into(),
        ];
        tx.exec_one(INSERT, &params).await?;
        let follow = NewTask {
            kind: FOLLOW_TOP_UP.name,
            subject: self.id.as_str(),
            environment: self.environment,
            due_at: at.plus_seconds(FIRST_LOOK_SECONDS),
            created_at: at,
        };
        enqueue_new(tx, &[follow]).await?;
        let change = Change {
            by: &self.by,
            action: "wallet.start_top_up",
            subject: self.id.as_str(),
            tenant: Some(&self.tenant),
            details: json!({
                "environment": self.environment,
                "amountKobo": self.amount,
                "provider": self.provider.as_str(),
            }),
        };
        audit::append(tx, change).await
    }
}

/// Stores where a top-up is paid.
#[derive(Clone, Debug)]
pub(crate) struct NoteStarted {
    pub(crate) id: TopUpId,
    pub(crate) page_url: String,
}

// A look may have come before, and found it paid.
const STARTED: &str = "update top_up set page_url = $2, \
     state = case when state = 'starting' then 'pending' else state end where id = $1";

impl Op for NoteStarted {
    type Out = TopUp;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<TopUp> {
        let params = [(&self.id).into(), (&self.page_url).into()];
        tx.exec_one(STARTED, &params).await?;
        TopUp::from_row(&tx.one(TOP_UP, &[(&self.id).into()]).await?)
    }
}

/// Stores that the provider did not begin a top-up: nothing is to be looked for.
#[derive(Clone, Debug)]
pub(crate) struct NoteRefused {
    pub(crate) id: TopUpId,
    pub(crate) at: Timestamp,
}

const REFUSED: &str = "update top_up set state = $2, reason = $3, ended_at = $4 \
     where id = $1 and state = 'starting'";

impl Op for NoteRefused {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let params: [Value<'_>; 4] = [
            (&self.id).into(),
            TopUpState::Failed.as_str().into(),
            Reason::NotBegun.as_str().into(),
            self.at.into(),
        ];
        tx.exec(REFUSED, &params).await?;
        cancel(tx, FOLLOW_TOP_UP.name, self.id.as_str()).await
    }
}
