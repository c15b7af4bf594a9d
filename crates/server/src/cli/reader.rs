//! `kofa reader`: what users said of readings, for whoever trains the reader, and readers side by
//! side.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Args, Subcommand};
use kofa_address::{DocumentKind, Limits, PoolSettings, ReaderPool, sniff};
use kofa_documents::feedback::evaluate::{Case, evaluate};
use kofa_documents::feedback::training::{Example, Examples, note_export};
use kofa_documents::{Extractor, Reader};
use kofa_domain::{Clock as _, SystemClock};
use serde_json::Value;

use crate::cli::context::{CliContext, say};
use crate::config::{Config, read_model};

/// Papers that are compared at once: they are held in memory.
const CASES_MAX: usize = 5_000;

#[derive(Debug, Subcommand)]
pub(crate) enum ReaderCommand {
    /// Export feedback on readings to a folder for training. Recorded in the audit log.
    Export(Export),
    /// Compare readers on feedback, or on a folder of labelled documents.
    Evaluate(Evaluate),
}

#[derive(Debug, Args)]
pub(crate) struct Export {
    /// A folder that is empty or does not exist yet.
    dir: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct Evaluate {
    /// A judge model to compare with the one that `serve` uses.
    #[arg(long)]
    model: Option<PathBuf>,
    /// A folder with `files/` and `truth/`, to use instead of feedback.
    #[arg(long, value_name = "DIR")]
    files: Option<PathBuf>,
    /// Also compare the configured AI provider. The documents are sent to it.
    #[arg(long)]
    provider: bool,
}

/// Runs what needs the data.
pub(super) async fn run(command: &ReaderCommand, cli: &CliContext) -> anyhow::Result<()> {
    match command {
        ReaderCommand::Export(command) => export(command, cli).await,
        ReaderCommand::Evaluate(command) => {
            let mut examples = Examples::new(&cli.store, cli.vault()?);
            let mut cases = Vec::new();
            loop {
                let piece = examples.next().await?;
                if piece.is_empty() || cases.len() >= CASES_MAX {
                    break;
                }
                cases.extend(piece.into_iter().filter_map(Case::of_example));
            }
            compare(command, cli.config(), cases).await
        }
    }
}

impl Evaluate {
    pub(super) fn needs_data(&self) -> bool {
        self.files.is_none()
    }
}

/// Compares on a folder, without any data.
pub(super) async fn run_on_files(command: &Evaluate, config: &Config) -> anyhow::Result<()> {
    let folder = command.files.as_deref().unwrap_or(Path::new("."));
    let cases = labelled(folder, config)?;
    compare(command, config, cases).await
}

async fn compare(command: &Evaluate, config: &Config, cases: Vec<Case>) -> anyhow::Result<()> {
    anyhow::ensure!(
        !cases.is_empty(),
        "there is nothing to compare: no feedback with stored text, and no labelled documents"
    );
    let (program, arguments) = config.reader()?;
    let reader = || Reader::start(program.clone(), arguments.clone(), 1);
    let running = || -> anyhow::Result<Extractor> {
        Ok(Extractor::from(reader()).with_model(config.reader_model()?))
    };
    let mut readers = vec![("running".to_owned(), running()?)];
    if let Some(file) = &command.model {
        let (model, _) = read_model(file)?;
        let given = Extractor::from(reader()).with_model(model);
        readers.push(("model".to_owned(), given));
    }
    if command.provider {
        let provider = config.provider()?;
        let provider = provider.context("`provider_url` is not set: there is no AI provider")?;
        readers.push(("provider".to_owned(), running()?.with_provider(provider)));
    }
    let found = evaluate(&readers, &cases, SystemClock.now()).await?;
    say(format_args!("{:#}", serde_json::to_value(&found)?))
}

/// The papers of a folder, read.
fn labelled(folder: &Path, config: &Config) -> anyhow::Result<Vec<Case>> {
    let (program, arguments) = config.reader()?;
    let pool = ReaderPool::new(PoolSettings::new(program, arguments));
    let truths = folder.join("truth");
    let truths = fs::read_dir(&truths).with_context(|| truths.display().to_string())?;
    let mut truths: Vec<PathBuf> = truths
        .map(|it| Ok(it?.path()))
        .collect::<anyhow::Result<_>>()?;
    truths.sort();
    anyhow::ensure!(truths.len() <= CASES_MAX, "more than {CASES_MAX} documents");
    let mut cases = Vec::new();
    for path in truths {
        let about = || path.display().to_string();
        let truth: Value = serde_json::from_slice(&fs::read(&path)?).with_context(about)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let Some(file) = truth["file"].as_str() else {
            eprintln!("kofa: {name} has no file and is skipped");
            continue;
        };
        let bytes = fs::read(folder.join(file)).with_context(about)?;
        match pool.read(&bytes, &Limits::default()) {
            Ok(document) => cases.push(Case::labelled(name.into_owned(), document, bytes, &truth)),
            Err(error) => eprintln!("kofa: {name} is skipped: {error}"),
        }
    }
    Ok(cases)
}

async fn export(command: &Export, cli: &CliContext) -> anyhow::Result<()> {
    let dir = &command.dir;
    for folder in ["files", "truth"] {
        // Names and addresses of people are in there.
        let mut private = fs::DirBuilder::new();
        let made = private.recursive(true).mode(0o700).create(dir.join(folder));
        made.with_context(|| dir.display().to_string())?;
    }
    let words = dir.join("words.jsonl");
    anyhow::ensure!(
        !words.exists(),
        "{} already contains an export: choose another folder",
        dir.display()
    );
    let mut words = fs::File::create_new(&words)?;
    let mut examples = Examples::new(&cli.store, cli.vault()?);
    let (mut readings, mut documents) = (0, 0);
    loop {
        let piece = examples.next().await?;
        if piece.is_empty() {
            break;
        }
        // Before anything of it is written.
        let with_files = piece.iter().filter(|it| it.file.is_some()).count() as u64;
        note_export(&cli.store, cli.by(), piece.len() as u64, with_files).await?;
        for example in &piece {
            readings += u64::from(write(dir, &mut words, example)?);
        }
        documents += with_files;
    }
    say(format_args!(
        "{readings} readings, {documents} of them with their document, in {}",
        dir.display()
    ))
}

/// Whether it can be learned from.
fn write(dir: &Path, words: &mut fs::File, example: &Example) -> anyhow::Result<bool> {
    let id = example.request_id;
    let file = example.file.as_ref().map(|file| {
        let ending = match sniff(file) {
            DocumentKind::Pdf => "pdf",
            DocumentKind::Jpeg => "jpg",
            DocumentKind::Png => "png",
            DocumentKind::Webp => "webp",
            DocumentKind::Tiff => "tif",
            DocumentKind::Unknown => "bin",
        };
        (format!("files/{id}.{ending}"), file)
    });
    let Some(truth) = example.truth(file.as_ref().map(|it| it.0.as_str())) else {
        return Ok(false);
    };
    if let Some((name, file)) = file {
        fs::write(dir.join(name), file)?;
    }
    if let Some(line) = example.words() {
        writeln!(words, "{line}")?;
    }
    let name = dir.join("truth").join(format!("{id}.json"));
    fs::write(name, format!("{truth:#}\n"))?;
    Ok(true)
}
