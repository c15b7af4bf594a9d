//! What a provider's answer changes: in one transaction the wallet, the top-up, the notice and the
//! end of the task.

use kofa_core::codes::CONFLICT;
use kofa_core::endpoint::WalletNo;
use kofa_domain::{Result, Timestamp};
use kofa_ledger::{Credit, TransferKind};
use kofa_store::{Op, Tx, Value};
use kofa_tasks::{cancel, finish};

use super::TOP_UP;
use super::notice::{NoticeId, NoticeOutcome};
use crate::judge::{Verdict, judge};
use crate::provider::{Payment, Stage};
use crate::task_kinds::FOLLOW_TOP_UP;
use crate::top_up::{Reason, TopUp, TopUpId, TopUpState};

/// How long a notice of a payment that the provider does not confirm is looked at again, in
/// seconds: as long as providers repeat theirs.
const NOTICE_SECONDS_MAX: i64 = 72 * 3_600;

/// Why the provider was asked.
#[derive(Clone, Debug)]
pub(crate) enum Because {
    /// It was time to.
    Time,
    /// A notice came, and whether it says that the payment is paid.
    Notice {
        id: NoticeId,
        says_paid: bool,
        received_at: Timestamp,
    },
}

/// Does what follows from a provider's answer about a top-up.
#[derive(Clone, Debug)]
pub(crate) struct ApplyFound {
    pub(crate) top_up: TopUpId,
    /// `None` if the provider does not know it.
    pub(crate) found: Option<Payment>,
    pub(crate) because: Because,
    /// The task that asked.
    pub(crate) task: i64,
    /// Of the new transaction of the journal.
    pub(crate) transfer_id: String,
    pub(crate) at: Timestamp,
}

/// What followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Applied {
    /// The wallet was credited, and the task has ended.
    Credited(WalletNo),
    /// Nothing moved, and the task has ended.
    Ended,
    /// To be asked again, after so many looks.
    Open { looks: i64 },
}

// Whoever changes a top-up has its row first.
const LOOK: &str = "update top_up set looks = looks + 1 where id = $1";
const FOUND: &str = "update top_up set state = $2, reason = $3, found_kobo = $4, \
     found_currency = $5, ended_at = $6, transfer_id = $7 where id = $1";
const STATE: &str = "update top_up set state = $2 where id = $1";
const END: &str = "update top_up set state = $2, ended_at = $3 where id = $1";
const NOTICE_LOOK: &str = "update payment_notice set looks = looks + 1 where id = $1 \
     returning looks";

impl Op for ApplyFound {
    type Out = Applied;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Applied> {
        tx.exec_one(LOOK, &[(&self.top_up).into()]).await?;
        let top_up = TopUp::from_row(&tx.one(TOP_UP, &[(&self.top_up).into()]).await?)?;
        if top_up.state.is_settled() {
            return self.settled_before(tx, &top_up).await;
        }
        let reference = top_up.reference();
        match judge(&reference, top_up.amount, self.found.as_ref()) {
            Verdict::Credit => self.credit(tx, &top_up).await,
            Verdict::Keep(reason) => self.keep(tx, reason).await,
            Verdict::Wait => self.wait(tx, &top_up).await,
        }
    }
}

impl ApplyFound {
    async fn settled_before(&self, tx: &mut Tx<'_>, top_up: &TopUp) -> Result<Applied> {
        let is_back = self
            .found
            .as_ref()
            .is_some_and(|it| it.stage == Stage::Reversed);
        let outcome = match top_up.state {
            TopUpState::Paid if is_back => NoticeOutcome::ReversedLater,
            TopUpState::Paid => NoticeOutcome::Repeated,
            _ => NoticeOutcome::Kept,
        };
        self.end(tx, outcome).await?;
        Ok(Applied::Ended)
    }

    async fn credit(&self, tx: &mut Tx<'_>, top_up: &TopUp) -> Result<Applied> {
        let credit = Credit {
            wallet: top_up.wallet,
            environment: top_up.environment,
            amount: top_up.amount,
            kind: TransferKind::TopUp,
            reference: top_up.reference(),
            reason: String::new(),
            id: self.transfer_id.clone(),
            at: self.at,
            actor: format!("provider:{}", top_up.provider.as_str()),
        };
        let posted = match tx.run(&credit).await {
            Ok(posted) => posted,
            Err(error) if error.code() == &CONFLICT => {
                return self.keep(tx, Reason::ReferencePosted).await;
            }
            Err(error) => return Err(error),
        };
        self.found(tx, TopUpState::Paid, None, Some(&posted.id))
            .await?;
        self.end(tx, NoticeOutcome::Applied).await?;
        Ok(Applied::Credited(top_up.wallet))
    }

    async fn keep(&self, tx: &mut Tx<'_>, reason: Reason) -> Result<Applied> {
        self.found(tx, TopUpState::Kept, Some(reason), None).await?;
        self.end(tx, NoticeOutcome::Kept).await?;
        Ok(Applied::Ended)
    }

    async fn found(
        &self,
        tx: &mut Tx<'_>,
        state: TopUpState,
        reason: Option<Reason>,
        transfer_id: Option<&str>,
    ) -> Result<()> {
        let found = self.found.as_ref();
        let params: [Value<'_>; 7] = [
            (&self.top_up).into(),
            state.as_str().into(),
            reason.map_or("", Reason::as_str).into(),
            found.map(|it| it.amount).into(),
            found.map(|it| it.currency.as_str()).into(),
            self.at.into(),
            transfer_id.into(),
        ];
        Ok(tx.exec_one(FOUND, &params).await?)
    }

    /// Ends the task, the notice it is about, and the looking for what is settled.
    async fn end(&self, tx: &mut Tx<'_>, outcome: NoticeOutcome) -> Result<()> {
        if let Because::Notice { id, .. } = &self.because {
            end_notice(tx, id, outcome, self.at).await?;
            if outcome != NoticeOutcome::Ignored && outcome != NoticeOutcome::NotPaid {
                cancel(tx, FOLLOW_TOP_UP.name, self.top_up.as_str()).await?;
            }
        }
        finish(tx, self.task).await
    }

    async fn wait(&self, tx: &mut Tx<'_>, top_up: &TopUp) -> Result<Applied> {
        let is_failed = self
            .found
            .as_ref()
            .is_some_and(|it| it.stage == Stage::Failed);
        if is_failed && top_up.state != TopUpState::Expired {
            let state = TopUpState::Failed.as_str();
            let params = [(&self.top_up).into(), state.into()];
            tx.exec_one(STATE, &params).await?;
        }
        let (says_paid, received_at, id) = match &self.because {
            Because::Time => return self.look_on(tx, top_up, is_failed).await,
            Because::Notice {
                id,
                says_paid,
                received_at,
            } => (*says_paid, *received_at, id),
        };
        let is_over = self.at >= received_at.plus_seconds(NOTICE_SECONDS_MAX);
        let outcome = match says_paid {
            true if !is_over => {
                let row = tx.one(NOTICE_LOOK, &[id.into()]).await?;
                let looks = row.get("looks")?;
                return Ok(Applied::Open { looks });
            }
            true => NoticeOutcome::NotPaid,
            false => NoticeOutcome::Ignored,
        };
        self.end(tx, outcome).await?;
        Ok(Applied::Ended)
    }

    async fn look_on(&self, tx: &mut Tx<'_>, top_up: &TopUp, is_failed: bool) -> Result<Applied> {
        if self.at < top_up.expires_at {
            let looks = top_up.looks;
            return Ok(Applied::Open { looks });
        }
        let state = match is_failed {
            true => TopUpState::Failed,
            false => TopUpState::Expired,
        };
        let params: [Value<'_>; 3] = [(&self.top_up).into(), state.as_str().into(), self.at.into()];
        tx.exec_one(END, &params).await?;
        finish(tx, self.task).await?;
        Ok(Applied::Ended)
    }
}

const END_NOTICE: &str = "update payment_notice set outcome = $2, ended_at = $3 where id = $1";

async fn end_notice(
    tx: &mut Tx<'_>,
    id: &NoticeId,
    outcome: NoticeOutcome,
    at: Timestamp,
) -> Result<()> {
    let params: [Value<'_>; 3] = [id.into(), outcome.as_str().into(), at.into()];
    Ok(tx.exec_one(END_NOTICE, &params).await?)
}

/// Ends a notice about which nobody is asked.
#[derive(Clone, Debug)]
pub(crate) struct EndNotice {
    pub(crate) id: NoticeId,
    pub(crate) outcome: NoticeOutcome,
    pub(crate) task: i64,
    pub(crate) at: Timestamp,
}

impl Op for EndNotice {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        end_notice(tx, &self.id, self.outcome, self.at).await?;
        finish(tx, self.task).await
    }
}

/// Notes that the provider was asked and did not answer; after how many looks.
#[derive(Clone, Debug)]
pub(crate) struct NoteLook {
    pub(crate) top_up: TopUpId,
    pub(crate) because: Because,
}

const COUNT_LOOK: &str = "update top_up set looks = looks + 1 where id = $1 returning looks";

impl Op for NoteLook {
    type Out = i64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        let row = match &self.because {
            Because::Time => tx.one(COUNT_LOOK, &[(&self.top_up).into()]).await?,
            Because::Notice { id, .. } => tx.one(NOTICE_LOOK, &[id.into()]).await?,
        };
        Ok(row.get("looks")?)
    }
}

/// Notes that somebody was asked because of a notice, and it waits on; after how many looks.
#[derive(Clone, Debug)]
pub(crate) struct NoteNoticeLook {
    pub(crate) id: NoticeId,
}

impl Op for NoteNoticeLook {
    type Out = i64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        Ok(tx
            .one(NOTICE_LOOK, &[(&self.id).into()])
            .await?
            .get("looks")?)
    }
}

/// Ends a task about which there is nothing to do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FinishTask(pub(crate) i64);

impl Op for FinishTask {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        finish(tx, self.0).await
    }
}
