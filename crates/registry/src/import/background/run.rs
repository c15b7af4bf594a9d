//! One run of an import after the other, on this server.

use std::fs;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::Duration;

use kofa_domain::{Error, Ids, Result};
use kofa_store::Vault;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, interval_at};

use super::held::ForgetHeld;
use super::rejects::{BYTES_MAX, context, first_of, joined, opened};
use super::rows::{
    ClaimImport, Claimed, Counts, EndRun, ForgetImports, ReadRejects, RejectPiece, ReportImport,
};
use super::{IMPORT_LEASE_SECONDS, Import, ImportLine, Imports, KEPT_DAYS, KEPT_MAX};
use crate::codes::INVALID_REGISTER_FILE;
use crate::import::target::Target;
use crate::import::{ImportOptions, ImportReport, Progress, import_object};

/// How often is looked for imports that another server left, in milliseconds.
const LOOK_EVERY_MS: u64 = 500;
/// How often a run says that it is still there, and how far it is, in seconds.
const BEAT_EVERY_S: u64 = 1;
/// How often is looked for imports that are long over, in seconds.
const FORGET_EVERY_S: u64 = 3_600;

const _: () = assert!(
    (BEAT_EVERY_S as i64) * 3 < IMPORT_LEASE_SECONDS,
    "a lease outlives some beats that fail"
);

impl Imports {
    /// Runs imports as they come, and goes on with those whose server is gone. Every server does.
    pub async fn work(self) {
        let mut look = interval(Duration::from_millis(LOOK_EVERY_MS));
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut forget = interval(Duration::from_secs(FORGET_EVERY_S));
        loop {
            tokio::select! {
                () = self.0.begun.notified() => {}
                _ = look.tick() => {}
                _ = forget.tick() => self.forget().await,
            }
            while self.run_next().await {}
        }
    }

    /// Runs the next import, if there is one to be run; whether there was.
    async fn run_next(&self) -> bool {
        let claim = ClaimImport {
            owner: self.0.owner.clone(),
            now: self.0.clock.now(),
        };
        let claimed = match self.0.store.write(claim).await {
            Ok(Some(claimed)) => claimed,
            Ok(None) => return false,
            Err(error) => {
                tracing::warn!(%error, "no import could be looked for");
                return false;
            }
        };
        let id = claimed.run.id.clone();
        if let Err(error) = self.run(claimed).await {
            tracing::error!(import = id, %error, "an import broke off");
            // Its lease ends, and it is taken again.
            return false;
        }
        true
    }

    /// Forgets what is long over.
    pub(super) async fn forget(&self) {
        let before = self.0.clock.now().plus_seconds(-KEPT_DAYS * 86_400);
        let forgotten = self.0.store.write_until_none(ForgetImports { before });
        if let Err(error) = forgotten.await {
            tracing::warn!(%error, "old imports could not be forgotten");
        }
        let now = self.0.clock.now();
        let forgotten = self.0.store.write_until_none(ForgetHeld { now });
        if let Err(error) = forgotten.await {
            tracing::warn!(%error, "files that nobody confirmed could not be forgotten");
        }
    }

    async fn run(&self, claimed: Claimed) -> Result<()> {
        let rejects = Rejects::new(self, &claimed)?;
        let (tell, told) = watch::channel(Progress::default());
        let path = rejects.path.clone();
        let importing = self.import(&claimed, &path, |now| {
            tell.send_replace(now);
        });
        let mut beating = Beating {
            imports: self,
            claimed: &claimed,
            told,
            rejects,
        };
        let ended = tokio::select! {
            ended = importing => ended,
            () = beating.until_lost() => {
                tracing::warn!(import = claimed.run.id, "another server goes on with an import");
                return Ok(());
            }
        };
        beating.end(ended).await
    }

    async fn import(
        &self,
        claimed: &Claimed,
        rejects: &Path,
        progress: impl FnMut(Progress),
    ) -> Result<ImportReport> {
        let one = &claimed.import;
        let gone = || {
            let message = "The file is not in the object store any more: bring it again.";
            Error::new(&INVALID_REGISTER_FILE, message)
        };
        let object = claimed.object.as_ref().ok_or_else(gone)?;
        let options = ImportOptions {
            contents: one.contents(),
            format: one.format(),
            rejects: Some(rejects.to_owned()),
            bytes_total: Some(object.bytes),
            rows_done: one.rows_done,
            imported_at: self.0.clock.now(),
        };
        let target = Target::of_run(&self.0.store, claimed.run.clone());
        let source = self.0.objects.reader(object)?;
        import_object(target, one.environment(), source, options, progress).await
    }
}

/// What says that a run is still there.
struct Beating<'a> {
    imports: &'a Imports,
    claimed: &'a Claimed,
    told: watch::Receiver<Progress>,
    rejects: Rejects,
}

impl Beating<'_> {
    /// Says how far the run is, until another server has the import.
    async fn until_lost(&mut self) {
        let period = Duration::from_secs(BEAT_EVERY_S);
        let mut beat = interval_at(Instant::now() + period, period);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            beat.tick().await;
            let progress = *self.told.borrow_and_update();
            let kept = async {
                let report = self.report(counts(&self.claimed.import, &progress)).await?;
                self.imports.0.store.write(report).await
            };
            match kept.await {
                Ok(true) => self.rejects.kept(),
                Ok(false) => return,
                // As long as nobody else took it, it is still ours.
                Err(error) => {
                    let import = &self.claimed.run.id;
                    tracing::warn!(import, %error, "how far an import is could not be kept");
                }
            }
        }
    }

    async fn report(&mut self, counts: Counts) -> Result<ReportImport> {
        Ok(ReportImport {
            run: self.claimed.run.clone(),
            now: self.imports.0.clock.now(),
            counts,
            rejects: self.rejects.next_piece().await?,
        })
    }

    /// Ends the run with what came of it.
    async fn end(mut self, ended: Result<ImportReport>) -> Result<()> {
        let import = &self.claimed.import;
        let yard = &self.imports.0;
        let progress = *self.told.borrow();
        let (counts, error, notes) = match &ended {
            Ok(report) => (done(import, report), None, notes(report)),
            Err(error) => (counts(import, &progress), Some(why(error)), Vec::new()),
        };
        let report = self.report(counts).await?;
        let mut pieces = yard
            .store
            .read(ReadRejects {
                id: import.id.clone(),
            })
            .await?;
        pieces.extend(report.rejects.clone());
        // Of all runs, also of those that were cut off.
        let (all, _) = joined(&opened(&yard.vault, &import.id, pieces)?);
        let end = EndRun {
            report,
            error,
            notes,
            first_rejects: first_of(&all, KEPT_MAX),
        };
        if !yard.store.write(end).await? {
            tracing::warn!(import = import.id, "another server goes on with an import");
        }
        Ok(())
    }
}

fn counts(begun: &Import, now: &Progress) -> Counts {
    Counts {
        rows_done: begun.rows_done + now.rows_read,
        rows_stored: begun.rows_stored + now.rows_stored,
        rows_rejected: begun.rows_rejected + now.rows_rejected,
        bytes_done: now.bytes_done.max(begun.bytes_done),
    }
}

fn done(begun: &Import, report: &ImportReport) -> Counts {
    Counts {
        rows_done: begun.rows_done + report.rows_read,
        rows_stored: begun.rows_stored + report.rows_stored,
        rows_rejected: begun.rows_rejected + report.rows_rejected,
        bytes_done: begun.bytes,
    }
}

fn notes(report: &ImportReport) -> Vec<ImportLine> {
    let note = |note: &crate::import::Note| ImportLine {
        line: note.first_line,
        reason: format!("{} ({} rows)", note.message, note.rows),
    };
    report.notes.iter().take(KEPT_MAX).map(note).collect()
}

/// What went wrong, for the operator. Of what is not the file's fault only that.
fn why(error: &Error) -> String {
    if error.code().name == INVALID_REGISTER_FILE.name {
        return error.message().to_owned();
    }
    tracing::warn!(%error, "an import stopped");
    "The register could not be written. What was stored before stays; let it go on later."
        .to_owned()
}

/// The rejected rows of a run: written to a file of this server, and kept in pieces.
struct Rejects {
    path: PathBuf,
    vault: Vault,
    import: String,
    rows_before: i64,
    /// Bytes that are kept, and with the piece that is on its way.
    bytes_kept: u64,
    bytes_taken: u64,
}

impl Rejects {
    fn new(imports: &Imports, claimed: &Claimed) -> Result<Self> {
        let yard = &imports.0;
        fs::create_dir_all(&yard.folder).map_err(Error::unavailable)?;
        let name = format!("{}-{}.csv", claimed.run.id, claimed.run.number);
        let path = yard.folder.join(name);
        let _ = fs::remove_file(&path);
        Ok(Self {
            path,
            vault: yard.vault.clone(),
            import: claimed.run.id.clone(),
            rows_before: i64::try_from(claimed.import.rows_done).map_err(Error::internal)?,
            bytes_kept: 0,
            bytes_taken: 0,
        })
    }

    /// What was written since the last piece, as far as anything is handed out.
    async fn next_piece(&mut self) -> Result<Option<RejectPiece>> {
        let (path, from) = (self.path.clone(), self.bytes_kept);
        let read = move || -> std::io::Result<Vec<u8>> {
            let mut text = Vec::new();
            let room = (BYTES_MAX + 1).saturating_sub(from);
            match fs::File::open(path) {
                Ok(mut file) => {
                    file.seek(SeekFrom::Start(from))?;
                    file.take(room).read_to_end(&mut text)?;
                }
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
            Ok(text)
        };
        let text = tokio::task::spawn_blocking(read).await;
        let text = text.map_err(Error::internal)?.map_err(Error::unavailable)?;
        if text.is_empty() {
            return Ok(None);
        }
        let bytes_before = i64::try_from(from).map_err(Error::internal)?;
        let context = context(&self.import, self.rows_before, bytes_before);
        self.bytes_taken = from + text.len() as u64;
        Ok(Some(RejectPiece {
            rows_before: self.rows_before,
            bytes_before,
            sealed: self.vault.seal(&context, &text, Ids)?,
        }))
    }

    /// The last piece is stored.
    fn kept(&mut self) {
        self.bytes_kept = self.bytes_kept.max(self.bytes_taken);
    }
}

impl Drop for Rejects {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}
