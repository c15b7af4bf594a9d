//! Who hands waiting mails to the mail server until it takes them.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use kofa_domain::{Clock, Ids, Timestamp};
use kofa_store::{Op, Store, Tx, Vault};
use kofa_tasks::{Handled, Task, TaskHandler, Unfinished, finish};
use tokio::sync::Semaphore;

use crate::queue::{EndMail, FindMail, MailId, Mailer, NoteAttempt};
use crate::smtp::{CONNECTIONS, NotSent, Smtp};

/// The longest pause between two attempts with one mail, in seconds; the first is 4, and each
/// doubles.
const PAUSE_SECONDS_MAX: i64 = 15 * 60;
/// How long no other mail is tried after the server was away, in seconds.
const AWAY_SECONDS: i64 = 10;
/// After how long a mail that found all connections busy asks again, in seconds.
const TURN_SECONDS: i64 = 1;

/// Sends mails. A server that is away or slow holds up mails and nothing else.
#[derive(Debug)]
pub struct Postman {
    store: Store,
    vault: Vault,
    clock: Arc<dyn Clock>,
    /// `None` where no mail server is configured any more.
    smtp: Option<Smtp>,
    turns: Semaphore,
    /// Until when the server is left alone, in microseconds.
    away_until: AtomicI64,
}

/// Ends a task about a mail that has ended.
#[derive(Debug)]
struct Finish(i64);

impl Op for Finish {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> kofa_domain::Result<()> {
        finish(tx, self.0).await
    }
}

fn pause_seconds(attempts: i64) -> i64 {
    (4_i64 << attempts.clamp(0, 10)).min(PAUSE_SECONDS_MAX)
}

impl Postman {
    pub fn new(store: Store, vault: Vault, clock: Arc<dyn Clock>, smtp: Option<Smtp>) -> Self {
        Self {
            store,
            vault,
            clock,
            smtp,
            turns: Semaphore::new(CONNECTIONS as usize),
            away_until: AtomicI64::new(i64::MIN),
        }
    }

    /// Queues mails for it; `None` where no mail server is configured.
    pub fn mailer(&self, ids: Ids, base_url: &str) -> Option<Mailer> {
        self.smtp.as_ref()?;
        Some(Mailer::new(self.vault.clone(), ids, base_url.to_owned()))
    }

    async fn post(&self, task: Task) -> Handled {
        let id = MailId::parse(&task.subject);
        let id = id.ok_or_else(|| Unfinished::Stuck("the task names no mail".to_owned()))?;
        let find = FindMail {
            vault: self.vault.clone(),
            id: id.clone(),
        };
        let now = self.clock.now();
        let Some(mail) = self.store.read(find).await? else {
            return Ok(self.store.write(Finish(task.id)).await?);
        };
        let end = |error| EndMail {
            id: id.clone(),
            task: task.id,
            error,
            at: now,
        };
        let Some(smtp) = &self.smtp else {
            let why = Some("no mail server is configured".to_owned());
            return Ok(self.store.write(end(why)).await?);
        };
        if mail.expires_at <= now {
            let why = Some("the mail server did not take it in time".to_owned());
            return Ok(self.store.write(end(why)).await?);
        }
        let away_until = Timestamp::from_micros(self.away_until.load(Ordering::Relaxed));
        if now < away_until {
            return Err(Unfinished::Retry { at: away_until });
        }
        let Ok(_turn) = self.turns.try_acquire() else {
            let at = now.plus_seconds(TURN_SECONDS);
            return Err(Unfinished::Retry { at });
        };
        match smtp.send(id.as_str(), &mail.written).await {
            Ok(()) => Ok(self.store.write(end(None)).await?),
            Err(NotSent::Refused(why)) => {
                tracing::warn!(mail = %id, why, "a mail was refused");
                Ok(self.store.write(end(Some(why))).await?)
            }
            Err(NotSent::Failed { why, is_away }) => {
                tracing::warn!(mail = %id, why, "a mail could not be sent");
                let now = self.clock.now();
                if is_away {
                    let until = now.plus_seconds(AWAY_SECONDS).micros();
                    self.away_until.store(until, Ordering::Relaxed);
                }
                let note = NoteAttempt { id, error: why };
                self.store.write(note).await?;
                let at = now.plus_seconds(pause_seconds(mail.attempts));
                Err(Unfinished::Retry { at })
            }
        }
    }
}

impl TaskHandler for Postman {
    fn handle(self: Arc<Self>, task: Task) -> Pin<Box<dyn Future<Output = Handled> + Send>> {
        Box::pin(async move { self.post(task).await })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_a_quarter_of_an_hour() {
        let pauses: Vec<i64> = [0, 1, 2, 7, 8, 500].map(pause_seconds).to_vec();
        assert_eq!(pauses, [4, 8, 16, 512, 900, 900]);
    }
}
