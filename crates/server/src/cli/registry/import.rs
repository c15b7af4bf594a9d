//! `kofa registry import`

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use kofa_core::ActorAt;
use kofa_domain::{Environment, Ids};
use kofa_registry::{
    Contents, Format, ImportOptions, ImportReport, Progress, RecordImport, import_file,
};
use serde::{Deserialize, Serialize};

use crate::cli::context::{CliContext, environment, say};
use crate::cli::rejects::{beside, refuse_source};

#[derive(Debug, Args)]
pub(crate) struct Import {
    /// CSV or JSON Lines.
    file: PathBuf,
    /// The environment: `sandbox` or `live`
    #[arg(long, value_parser = environment)]
    environment: Environment,
    /// What the file contains: `companies`, `people`, `capital` or `charges`.
    #[arg(long, value_parser = contents, default_value = "companies")]
    what: Contents,
    /// The file format. Default: from the file name.
    #[arg(long)]
    format: Option<Written>,
    /// The file for rejected rows. Default: next to the source file.
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,
    /// Continue where an earlier import of the same file stopped.
    #[arg(long)]
    resume: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Written {
    Csv,
    Jsonl,
}

fn contents(word: &str) -> Result<Contents, String> {
    Contents::parse(word).ok_or_else(|| {
        let words = Contents::ALL.map(Contents::as_str);
        format!("one of {}", words.join(", "))
    })
}

pub(super) async fn run(typed: Import, cli: &CliContext) -> anyhow::Result<()> {
    let format = match typed.format {
        Some(Written::Csv) => Format::Csv,
        Some(Written::Jsonl) => Format::JsonLines,
        None => Format::of_path(&typed.file).context(
            "the format is not clear from the file name: add `--format csv` or \
                      `--format jsonl`",
        )?,
    };
    let mut mark = Mark::of(&typed)?;
    if typed.resume {
        mark.rows_done = mark.read()?;
    }
    let rows_done = mark.rows_done;
    let rejects = match &typed.rejects {
        Some(named) => named.clone(),
        None => rejects_of(&typed.file, rows_done),
    };
    refuse_source(&typed.file, &rejects)?;
    let by = cli.by();
    let imported_at = by.at;
    let note = mark.note(&typed, by, cli.ids);
    cli.store.write(note).await?;
    let options = ImportOptions {
        contents: typed.what,
        format,
        rejects: Some(rejects.clone()),
        bytes_total: None,
        rows_done,
        imported_at,
    };
    let bar = bar();
    let imported = import_file(
        &cli.store,
        typed.environment,
        &typed.file,
        options,
        |progress| {
            show(&bar, typed.what, progress);
            mark.rows_done = rows_done + progress.rows_read;
            mark.write();
        },
    )
    .await;
    bar.finish_and_clear();
    let imported = imported.with_context(|| match mark.rows_done {
        0 => "nothing was imported".to_owned(),
        rows => format!("{rows} rows are done; fix the cause and add `--resume` to continue"),
    })?;
    mark.remove();
    report(&imported, typed.what, typed.environment)?;
    if rows_done == 0 && imported.rejects_file.is_none() && rejects.is_file() {
        let shown = rejects.display();
        say(format_args!(
            "{shown} is from an earlier run and has no rows of this one"
        ))?;
    }
    Ok(())
}

/// `companies.csv` has its rejected rows in `companies.rejects.csv`. A run that goes on has a
/// file of its own, so that it does not overwrite what the first one put there.
fn rejects_of(file: &Path, rows_done: u64) -> PathBuf {
    match rows_done {
        0 => beside(file),
        rows => file.with_extension(format!("rejects-after-{rows}.csv")),
    }
}

/// How far an import is, kept beside its file until it is done.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Mark {
    #[serde(skip)]
    path: PathBuf,
    what: String,
    environment: String,
    /// Size of the file: one that grew or shrank is another file.
    bytes: u64,
    rows_done: u64,
}

impl Mark {
    fn of(typed: &Import) -> anyhow::Result<Self> {
        let about = std::fs::metadata(&typed.file)
            .with_context(|| format!("{} cannot be read", typed.file.display()))?;
        Ok(Self {
            path: typed.file.with_extension("progress.json"),
            what: typed.what.as_str().to_owned(),
            environment: typed.environment.as_str().to_owned(),
            bytes: about.len(),
            rows_done: 0,
        })
    }

    /// For the audit chain: as of an import that came over HTTP.
    fn note(&self, typed: &Import, by: ActorAt, ids: Ids) -> RecordImport {
        RecordImport {
            id: ids.uuid(by.at).to_string(),
            by,
            resumed: typed.resume,
            environment: typed.environment,
            contents: typed.what.as_str(),
            bytes: self.bytes,
        }
    }

    /// The rows that an earlier run of this very import did.
    fn read(&self) -> anyhow::Result<u64> {
        let shown = self.path.display();
        let text = std::fs::read_to_string(&self.path)
            .with_context(|| format!("{shown} cannot be read: there is nothing to resume"))?;
        let found: Self =
            serde_json::from_str(&text).with_context(|| format!("{shown} is damaged"))?;
        anyhow::ensure!(
            found.what == self.what
                && found.environment == self.environment
                && found.bytes == self.bytes,
            "{shown} is from another import ({} into {}, {} bytes): start again without \
             `--resume`",
            found.what,
            found.environment,
            found.bytes
        );
        Ok(found.rows_done)
    }

    /// Without it the import has to start again, which is slower and no worse: so a failure
    /// to write it does not stop anything.
    fn write(&self) {
        let Ok(text) = serde_json::to_string(self) else {
            return;
        };
        let fresh = self.path.with_extension("json.new");
        let _ = std::fs::write(&fresh, text).and_then(|()| std::fs::rename(&fresh, &self.path));
    }

    fn remove(&self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

fn bar() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = "{bar:40} {percent:>3}%  {msg}  {elapsed} elapsed, {eta} left";
    let style = ProgressStyle::with_template(style);
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn show(bar: &ProgressBar, what: Contents, progress: Progress) {
    bar.set_length(progress.bytes_total.unwrap_or(progress.bytes_done));
    bar.set_position(progress.bytes_done);
    let (stored, rejected) = (progress.rows_stored, progress.rows_rejected);
    let things = things(what);
    bar.set_message(format!("{stored} {things}, {rejected} rows rejected"));
}

fn things(what: Contents) -> &'static str {
    match what {
        Contents::Companies => "companies",
        Contents::People => "roles",
        Contents::Capital => "capitals",
        Contents::Charges => "charges",
    }
}

fn report(report: &ImportReport, what: Contents, environment: Environment) -> anyhow::Result<()> {
    if report.rows_skipped > 0 {
        say(format_args!(
            "passed    {} rows of earlier runs",
            report.rows_skipped
        ))?;
    }
    say(format_args!("read      {} rows", report.rows_read))?;
    say(format_args!(
        "stored    {} {} in {environment}",
        report.rows_stored,
        things(what)
    ))?;
    if report.things_removed > 0 {
        say(format_args!("removed   {}", report.things_removed))?;
    }
    say(format_args!("rejected  {} rows", report.rows_rejected))?;
    for note in &report.notes {
        let (rows, line) = (note.rows, note.first_line);
        say(format_args!(
            "note      {} ({rows} rows, first in line {line})",
            note.message
        ))?;
    }
    for reject in &report.first_rejects {
        say(format_args!("line {:<6} {}", reject.line, reject.reason))?;
    }
    if let Some(file) = &report.rejects_file {
        say(format_args!("all rejected rows are in {}", file.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;

    #[test]
    fn rejects_go_beside_the_file_and_never_over_it() {
        let check = |file: &str, rows_done, expected: &str| {
            assert_eq!(
                rejects_of(Path::new(file), rows_done),
                PathBuf::from(expected)
            );
        };
        check("a/companies.csv", 0, "a/companies.rejects.csv");
        check("companies.2026.jsonl", 0, "companies.2026.rejects.csv");
        check("companies", 0, "companies.rejects.csv");
        check("companies.csv", 4_000, "companies.rejects-after-4000.csv");
    }

    #[test]
    fn a_mark_is_taken_up_only_by_the_import_that_left_it() {
        let name = format!("kofa-{:x}", u64::from_be_bytes(kofa_domain::Ids.secret()));
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir(&folder).unwrap();
        let mark = |what: &str, bytes| Mark {
            path: folder.join("people.progress.json"),
            what: what.to_owned(),
            environment: "live".to_owned(),
            bytes,
            rows_done: 4_000,
        };
        let left = mark("people", 7);
        assert!(left.read().is_err(), "there is none yet");
        left.write();
        assert_eq!(mark("people", 7).read().unwrap(), 4_000);
        assert!(mark("people", 8).read().is_err());
        assert!(mark("charges", 7).read().is_err());
        left.remove();
        assert!(mark("people", 7).read().is_err());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
