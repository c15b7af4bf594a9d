//! `kofa extract`: what the engine makes of a document, without a server, an account or a
//! charge, and why.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use kofa_address::{
    Candidate, Document, Extraction, FieldFacts, Infer, Limits, Options, PoolSettings, ReaderPool,
    explain, extract,
};
use serde_json::{Value, json};

use crate::cli::context::say;
use crate::config::Config;

/// Files of a command; a person looks at each.
const PAGES_MAX: u32 = 30;

/// What to read and what to say of it.
#[derive(Debug, Args)]
pub(crate) struct ExtractCommand {
    /// Documents: PDF, JPEG, PNG, WebP, TIFF.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Fields that may be filled by rule or guess, as `hallucination` allows it in a call.
    #[arg(long, value_enum, value_delimiter = ',')]
    infer: Vec<Field>,
    /// Write a PNG: words in blue, considered addresses in orange, the chosen one in green. Of
    /// one file.
    #[arg(long, value_name = "PNG")]
    explain: Option<PathBuf>,
    /// The page to draw, from 1; by default that of the chosen address.
    #[arg(long, requires = "explain")]
    page: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Field {
    Lga,
    State,
    Country,
}

/// Prints one JSON object for each file.
pub(super) fn run(command: &ExtractCommand, config: &Config) -> anyhow::Result<()> {
    anyhow::ensure!(
        command.explain.is_none() || command.files.len() == 1,
        "--explain draws one file: name one"
    );
    let (program, arguments) = config.reader()?;
    let pool = ReaderPool::new(PoolSettings::new(program, arguments));
    let limits = Limits {
        pages_max: PAGES_MAX,
        ..Limits::default()
    };
    let allowed = |field: Field| command.infer.contains(&field);
    let options = Options {
        infer: Infer {
            lga: allowed(Field::Lga),
            state: allowed(Field::State),
            country: allowed(Field::Country),
        },
        ..Options::default()
    };
    for file in &command.files {
        let bytes = std::fs::read(file).with_context(|| file.display().to_string())?;
        let document = pool
            .read(&bytes, &limits)
            .with_context(|| file.display().to_string())?;
        let answer = extract(&document, &options);
        if let Some(picture) = &command.explain {
            draw(command.page, picture, &bytes, &document, &answer)?;
        }
        let told = shown(file, &document, &answer);
        say(format_args!("{told:#}"))?;
    }
    Ok(())
}

fn draw(
    page: Option<usize>,
    picture: &Path,
    bytes: &[u8],
    document: &Document,
    answer: &Extraction,
) -> anyhow::Result<()> {
    let best = answer.candidates.first().map_or(1, |it| it.page as usize);
    let pages = document.pages.len();
    let page = page.unwrap_or(best);
    anyhow::ensure!(
        (1..=pages).contains(&page),
        "--page {page}: the document has pages 1 to {pages}"
    );
    let png = explain(bytes, document, answer, page - 1)?;
    std::fs::write(picture, png).with_context(|| picture.display().to_string())
}

fn shown(file: &Path, document: &Document, answer: &Extraction) -> Value {
    let facts = &answer.fields;
    let reasons: Vec<&str> = answer.review_reasons.iter().map(|it| it.as_str()).collect();
    let considered: Vec<Value> = answer.candidates.iter().map(candidate).collect();
    json!({
        "file": file.display().to_string(),
        "content_type": document.kind.media_type(),
        "pages": document.pages.len(),
        "data": {
            "full_address": answer.full_address,
            "street": answer.street,
            "city": answer.city,
            "state": answer.state,
            "lga": answer.lga,
            "country": answer.country,
            "field_metadata": {
                "full_address": metadata(&facts.full_address),
                "street": metadata(&facts.street),
                "city": metadata(&facts.city),
                "state": metadata(&facts.state),
                "lga": metadata(&facts.lga),
                "country": metadata(&facts.country),
            },
            "confidence": answer.confidence,
            "requires_review": answer.requires_review,
            "review_reasons": reasons,
        },
        "considered": considered,
    })
}

fn metadata(facts: &FieldFacts) -> Value {
    json!({
        "source": facts.source.as_str(),
        "confidence": facts.confidence,
        "evidence": facts.evidence,
    })
}

fn candidate(candidate: &Candidate) -> Value {
    json!({
        "text": candidate.text,
        "page": candidate.page,
        "region": candidate.region,
        "label": candidate.label,
        "score": candidate.score,
        "reasons": candidate.reasons,
    })
}
