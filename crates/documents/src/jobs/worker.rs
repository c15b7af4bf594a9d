//! Takes jobs and ends them.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use kofa_address::{Document, Progress, READER_BUSY};
use kofa_domain::{Clock, Code, Error, Kind, Result, Sensitive};
use kofa_ledger::Holds;
use kofa_objects::Objects;
use kofa_store::{Store, Vault};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval, interval_at, timeout};

use super::ops::{
    Attempt, FailJob, FindTurn, KeptDocument, PurgeJobs, ReportProgress, RequeueJob, SucceedJob,
    SweepJobs, TakeJob, TakenJob,
};
use super::sealed::{self, JobRequest, Part};
use super::state::Stage;
use super::{ATTEMPTS_MAX, LEASE_SECONDS, limits};
use crate::address_data::AddressData;
use crate::codes::{DOCUMENT_TOO_COMPLEX, PROCESSING_TIMEOUT};
use crate::feedback::keep::{Keeper, Whose};
use crate::feedback::ops::{KeepReading, PurgeReadings};
use crate::reader::Password;
use crate::sandbox::Reserved;
use crate::wanted::Include;
use crate::{Extractor, Finding, Question};

/// How often is looked for jobs, in milliseconds.
const LOOK_EVERY_MS: u64 = 200;
/// How often is looked for jobs whose worker is gone, in seconds.
const TAKE_OVER_EVERY_S: u64 = 1;
/// How often is looked for what was kept long enough, in seconds.
const PURGE_EVERY_S: u64 = 5;
/// How often a worker says that it is still there, and asks whether it is still wanted, in
/// seconds.
const BEAT_EVERY_S: u64 = 1;
/// How long jobs under way may go on when the server stops, in seconds; then they are given back.
const DRAIN_S_MAX: u64 = 20;
/// Wait until readers are free again, in seconds.
const BUSY_PAUSE_S: i64 = 2;
/// Wait until the object store can be read again, in seconds.
const OBJECTS_PAUSE_S: i64 = 5;
/// Wait after the first failed attempt, in seconds; the second waits twice that.
const PAUSE_S: i64 = 5;
/// The same for a job whose name asks for failures in the sandbox.
const SANDBOX_PAUSE_S: i64 = 1;

/// Takes jobs in turns of the tenants and ends them. One per process.
#[derive(Debug)]
pub struct Worker {
    pub store: Store,
    /// Opens and seals what is kept of them.
    pub vault: Vault,
    /// Where their documents are.
    pub objects: Objects,
    /// By which this server is told from others, and from itself before a restart.
    pub owner: String,
    pub clock: Arc<dyn Clock>,
    /// Charges those that succeed, and gives back what is held for the others.
    pub holds: Holds,
    pub extractor: Extractor,
    /// Jobs under way at once, at least one. Fewer than there are readers, so that direct calls
    /// find one.
    pub at_once: usize,
}

/// What is to be done about an attempt that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Remedy {
    /// Nothing: another attempt would fail as well.
    Fail,
    /// Another attempt, after some seconds.
    Again { pause_s: i64, is_counted: bool },
}

/// The document's own faults are final; a reader that broke or is missing may be a passing thing.
fn remedy(code: &'static Code, attempt: i64, pause_s: i64) -> Remedy {
    if *code == READER_BUSY {
        return Remedy::Again {
            pause_s: BUSY_PAUSE_S,
            is_counted: false,
        };
    }
    let may_pass =
        matches!(code.kind, Kind::Unavailable | Kind::Internal) || *code == DOCUMENT_TOO_COMPLEX;
    if may_pass && attempt < ATTEMPTS_MAX {
        Remedy::Again {
            pause_s: pause_s * attempt,
            is_counted: true,
        }
    } else {
        Remedy::Fail
    }
}

impl Worker {
    /// Works until `stop` says true or is dropped; then lets what is under way end, or gives it
    /// back.
    pub async fn work(self: Arc<Self>, mut stop: watch::Receiver<bool>) {
        let mut look = every(Duration::from_millis(LOOK_EVERY_MS));
        let mut take_over = every(Duration::from_secs(TAKE_OVER_EVERY_S));
        let mut purge = every(Duration::from_secs(PURGE_EVERY_S));
        let mut under_way = JoinSet::new();
        let mut attempts = HashMap::new();
        loop {
            tokio::select! {
                () = told(&mut stop) => break,
                Some(ended) = under_way.join_next_with_id(), if !under_way.is_empty() => {
                    let id = match &ended {
                        Ok((id, ())) => *id,
                        Err(broken) => broken.id(),
                    };
                    if attempts.remove(&id).is_some() && ended.is_err() {
                        tracing::error!("an attempt at a job broke off; its lease will end");
                    }
                }
                _ = look.tick() => {}
                _ = take_over.tick() => self.take_over().await,
                _ = purge.tick() => self.purge().await,
            }
            while under_way.len() < self.at_once.max(1) {
                let Some(job) = self.take().await else { break };
                let attempt = job.attempt;
                let worker = Arc::clone(&self);
                let task = under_way.spawn(async move { worker.process(job).await });
                attempts.insert(task.id(), attempt);
            }
        }
        self.drain(under_way, attempts.into_values().collect())
            .await;
    }

    async fn drain(&self, mut under_way: JoinSet<()>, attempts: Vec<Attempt>) {
        let all_ended = async { while under_way.join_next().await.is_some() {} };
        if timeout(Duration::from_secs(DRAIN_S_MAX), all_ended)
            .await
            .is_ok()
        {
            return;
        }
        under_way.shutdown().await;
        for attempt in attempts {
            let now = self.clock.now();
            let back = RequeueJob {
                attempt,
                now,
                due_at: now,
                is_counted: false,
            };
            if let Err(error) = self.store.write(back).await {
                tracing::warn!(%error, "a job could not be given back; its lease will end");
            }
        }
    }

    /// Ends every job that is due now, one after the other; how many attempts that took.
    pub async fn work_through(&self) -> usize {
        let mut count = 0;
        while let Some(job) = self.take().await {
            self.process(job).await;
            count += 1;
        }
        count
    }

    /// Deals with jobs whose lease, patience or keeping has run out.
    pub async fn sweep(&self) {
        self.take_over().await;
        self.purge().await;
    }

    async fn take_over(&self) {
        let (now, owner) = (self.clock.now(), self.owner.clone());
        match self.store.write(SweepJobs { now, owner }).await {
            Ok(given_up) => {
                for attempt in given_up {
                    self.fail(attempt, &Error::plain(&PROCESSING_TIMEOUT)).await;
                }
            }
            Err(error) => tracing::warn!(%error, "abandoned jobs could not be looked for"),
        }
    }

    async fn purge(&self) {
        let now = self.clock.now();
        if let Err(error) = self.store.write(PurgeJobs { now }).await {
            tracing::warn!(%error, "old results could not be removed");
        }
        if let Err(error) = self.store.write(PurgeReadings { now }).await {
            tracing::warn!(%error, "old readings could not be removed");
        }
    }

    async fn take(&self) -> Option<TakenJob> {
        let now = self.clock.now();
        let taken = async {
            match self.store.read(FindTurn { now }).await? {
                Some(lane) => {
                    let owner = self.owner.clone();
                    self.store.write(TakeJob { lane, now, owner }).await
                }
                None => Ok(None),
            }
        };
        taken.await.unwrap_or_else(|error| {
            tracing::warn!(%error, "no job could be taken");
            None
        })
    }

    async fn process(&self, job: TakenJob) {
        let attempt = job.attempt;
        let id = attempt.request_id;
        let request = match sealed::open_request(&self.vault, id, &job.request_sealed) {
            Ok(request) => request,
            Err(error) => return self.mend(attempt, &error, PAUSE_S).await,
        };
        let reserved = Reserved::of(job.environment, request.file_name.as_deref());
        if let Some(seconds) = reserved.and_then(|it| it.lease_left(attempt.number)) {
            let left = self.progress(attempt, None, seconds, true);
            if let Err(error) = self.store.write(left).await {
                tracing::warn!(request_id = %id, %error, "a job was not left");
            }
            return;
        }
        let document = match self.document(&job, &request).await {
            Ok(Some(document)) => document,
            Ok(None) => {
                let gone = Error::internal("the document of the job is not in the object store");
                return self.fail(attempt, &gone).await;
            }
            Err(error) if error.kind() == Kind::Unavailable => {
                tracing::warn!(request_id = %id, %error, "a document could not be fetched");
                return self.put_back(attempt, OBJECTS_PAUSE_S, false).await;
            }
            Err(error) => return self.mend(attempt, &error, PAUSE_S).await,
        };
        let (password, file) = match sealed::unpacked(&request, &document) {
            Ok(unpacked) => unpacked,
            Err(error) => return self.mend(attempt, &error, PAUSE_S).await,
        };
        drop(document);
        match self.read(&job, (request, password, file), reserved).await {
            Ok(Some(succeed)) => match self.holds.capture(id, succeed.now, succeed).await {
                Ok(true) => tracing::info!(request_id = %id, "a job succeeded"),
                Ok(false) => tracing::info!(request_id = %id, "a job was ended by another"),
                Err(error) => tracing::warn!(request_id = %id, %error, "a result was not kept"),
            },
            Ok(None) => tracing::info!(request_id = %id, "a job was called off while it was read"),
            Err(error) => {
                let pause_s = reserved.map_or(PAUSE_S, |_| SANDBOX_PAUSE_S);
                self.mend(attempt, &error, pause_s).await;
            }
        }
    }

    /// The document of a job, packed; `None` if it is gone.
    async fn document(
        &self,
        job: &TakenJob,
        request: &JobRequest,
    ) -> Result<Option<Sensitive<Vec<u8>>>> {
        match &job.document {
            None => Ok(None),
            Some(KeptDocument::Object(stored)) => self.objects.get(stored).await,
            Some(KeptDocument::Row(sealed)) => {
                sealed::open_document(&self.vault, job.request_id, request, sealed).map(Some)
            }
        }
    }

    /// The operation that keeps the result; `None` if the job is not this worker's any longer.
    async fn read(
        &self,
        job: &TakenJob,
        (request, password, file): (JobRequest, Option<Password>, Bytes),
        reserved: Option<Reserved>,
    ) -> Result<Option<SucceedJob>> {
        let (id, attempt) = (job.request_id, job.attempt);
        let question = Question {
            variant: request.variant(),
            wanted: request.wanted,
            now: self.clock.now(),
        };
        let (found, document_pages) = if let Some(reserved) = reserved {
            let document = reserved
                .read_in_job(password.as_ref(), question.now)
                .await?;
            let pages = document.pages.len();
            let found = self.extractor.understand_alone(document, &question).await?;
            (found, pages)
        } else {
            let watched = self.read_watched(attempt, file.clone(), password);
            let Some(document) = watched.await? else {
                return Ok(None);
            };
            let pages = document.pages.len();
            let file = Some(file.clone());
            let understand = self.extractor.understand(document, file, &question);
            (understand.await?, pages)
        };
        // All that was found: a look-up may ask for other parts than the creation did.
        let data = serde_json::to_vec(&AddressData::complete(&found));
        let data = data.map_err(|_| Error::internal("a result cannot be written as JSON"))?;
        Ok(Some(SucceedJob {
            attempt,
            now: self.clock.now(),
            result_sealed: sealed::seal(&self.vault, Part::Result, id, &data)?,
            kept_seconds: match reserved {
                Some(Reserved::Expired) => 0,
                _ => self.extractor.keeping().result_seconds(),
            },
            document_pages: u32::try_from(document_pages).unwrap_or(u32::MAX),
            reading: self
                .kept(job, (&found, question.wanted.include), &file)
                .await,
        }))
    }

    /// The operation that keeps the reading.
    async fn kept(
        &self,
        job: &TakenJob,
        (found, include): (&Finding, Include),
        file: &Bytes,
    ) -> Option<KeepReading> {
        let keeper = Keeper {
            store: &self.store,
            vault: &self.vault,
            keeping: self.extractor.keeping(),
            model: self.extractor.model(),
        };
        let whose = Whose {
            request_id: job.request_id,
            tenant_id: job.tenant_id.clone(),
            environment: job.environment,
            now: self.clock.now(),
            include,
        };
        keeper.keep(whose, found, Some(file)).await
    }

    /// Reads, tells how far it is, and stops when the job is called off.
    async fn read_watched(
        &self,
        attempt: Attempt,
        document: Bytes,
        password: Option<Password>,
    ) -> Result<Option<Document>> {
        let (tell, mut told) = watch::channel(None::<Progress>);
        let reader = self.extractor.reader();
        let reading = reader.read_watched(document, password, limits(), move |progress| {
            tell.send_replace(Some(progress));
        });
        let mut reading = std::pin::pin!(reading);
        let mut beat = interval_after(Duration::from_secs(BEAT_EVERY_S));
        let mut is_telling = true;
        loop {
            tokio::select! {
                read = &mut reading => return read.map(Some),
                changed = told.changed(), if is_telling => is_telling = changed.is_ok(),
                _ = beat.tick() => {}
            }
            let progress = *told.borrow_and_update();
            if !self.report(attempt, progress).await {
                return Ok(None);
            }
        }
    }

    /// Keeps how far an attempt is, and renews its lease; whether it is still wanted.
    async fn report(&self, attempt: Attempt, progress: Option<Progress>) -> bool {
        let report = self.progress(attempt, progress, LEASE_SECONDS, false);
        match self.store.write(report).await {
            Ok(is_wanted) => is_wanted,
            Err(error) => {
                // The lease is long enough to try again.
                tracing::warn!(request_id = %attempt.request_id, %error, "no sign of life kept");
                true
            }
        }
    }

    /// The operation that keeps how far an attempt is.
    fn progress(
        &self,
        attempt: Attempt,
        progress: Option<Progress>,
        lease_seconds: i64,
        is_left: bool,
    ) -> ReportProgress {
        ReportProgress {
            attempt,
            now: self.clock.now(),
            lease_seconds,
            is_left,
            stage: progress.map_or(Stage::Rasterising, |_| Stage::Ocr),
            pages: progress.map(|progress| progress.of),
            pages_done: progress.map_or(0, |progress| progress.read),
        }
    }

    /// After an attempt that failed.
    async fn mend(&self, attempt: Attempt, error: &Error, pause_s: i64) {
        let id = attempt.request_id;
        if let Some(context) = error.context() {
            let code = error.code().name;
            tracing::warn!(request_id = %id, code, context, "an attempt at a job failed");
        }
        let Remedy::Again {
            pause_s,
            is_counted,
        } = remedy(error.code(), attempt.number, pause_s)
        else {
            return self.fail(attempt, error).await;
        };
        self.put_back(attempt, pause_s, is_counted).await;
    }

    async fn put_back(&self, attempt: Attempt, pause_s: i64, is_counted: bool) {
        let now = self.clock.now();
        let back = RequeueJob {
            attempt,
            now,
            due_at: now.plus_seconds(pause_s),
            is_counted,
        };
        if let Err(error) = self.store.write(back).await {
            let id = attempt.request_id;
            tracing::warn!(request_id = %id, %error, "a job could not be put back");
        }
    }

    async fn fail(&self, attempt: Attempt, error: &Error) {
        let id = attempt.request_id;
        let fail = FailJob {
            attempt,
            now: self.clock.now(),
            code: error.code().name,
            message: error.message().to_owned(),
        };
        match self.holds.release(id, fail).await {
            Ok(true) => {
                tracing::info!(request_id = %id, code = error.code().name, "a job failed");
            }
            Ok(false) => {}
            Err(error) => tracing::warn!(request_id = %id, %error, "a failure was not kept"),
        }
    }
}

/// Waits until `stop` says true or is dropped.
async fn told(stop: &mut watch::Receiver<bool>) {
    let _ = stop.wait_for(|stop| *stop).await;
}

fn every(period: Duration) -> Interval {
    let mut ticks = interval(period);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

fn interval_after(period: Duration) -> Interval {
    let mut ticks = interval_at(Instant::now() + period, period);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

const _: () = assert!(
    (BEAT_EVERY_S as i64) * 3 < LEASE_SECONDS,
    "a lease outlives some beats that fail"
);

#[cfg(test)]
mod tests {
    use kofa_address::{CORRUPT_DOCUMENT, ENCRYPTED_DOCUMENT, OCR_UNAVAILABLE};

    use super::*;
    use crate::codes::READER_UNAVAILABLE;

    #[test]
    fn only_what_may_pass_is_tried_again_and_not_for_ever() {
        for attempt in 1..=ATTEMPTS_MAX {
            for code in [&CORRUPT_DOCUMENT, &ENCRYPTED_DOCUMENT] {
                assert_eq!(remedy(code, attempt, PAUSE_S), Remedy::Fail);
            }
            let busy = remedy(&READER_BUSY, attempt, PAUSE_S);
            assert!(matches!(
                busy,
                Remedy::Again {
                    is_counted: false,
                    ..
                }
            ));
            for code in [
                &DOCUMENT_TOO_COMPLEX,
                &READER_UNAVAILABLE,
                &OCR_UNAVAILABLE,
                &kofa_domain::codes::INTERNAL_ERROR,
            ] {
                let is_last = remedy(code, attempt, PAUSE_S) == Remedy::Fail;
                assert_eq!(is_last, attempt == ATTEMPTS_MAX, "{}", code.name);
            }
        }
    }
}
