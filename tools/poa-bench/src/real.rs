//! Scores a folder of real papers.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::time::Instant;

use kofa_address::ReadError;
use kofa_address::ocr::LazyOcr;
use kofa_poa_bench::files::answer::{Answers, ask};
use kofa_poa_bench::files::figures::Figures;
use kofa_poa_bench::files::truth::{Truth, load};
use kofa_poa_bench::files::verdict::{Verdict, judge};
use serde_json::{Value, json};

/// Reads every labelled paper of `folder` whose name contains `only`, and prints a table; writes
/// a line of JSON for each to `lines`. A paper may take `patience` times as long as on a server.
pub(crate) fn score(
    folder: &Path,
    only: &str,
    patience: u32,
    lines: Option<&Path>,
    ocr: &LazyOcr,
) -> anyhow::Result<()> {
    anyhow::ensure!(ocr.get().is_some(), "the networks are not installed");
    let mut lines = lines.map(File::create).transpose()?;
    let mut figures = Figures::default();
    let papers = load(folder)?;
    for truth in papers.iter().filter(|it| it.id.contains(only)) {
        let file = std::fs::read(folder.join(&truth.file))?;
        let begun = Instant::now();
        let answers = ask(&file, ocr, patience);
        let milliseconds = begun.elapsed().as_millis();
        let verdict = judge(truth, answers.as_ref().map_err(|error| *error));
        if let Some(lines) = &mut lines {
            writeln!(lines, "{}", line(truth, &answers, &verdict, milliseconds))?;
        }
        let country = match truth.country.as_str() {
            "" => "not stated",
            country => country,
        };
        figures.add(format!("country, {country}"), verdict.clone());
        figures.add(format!("kind, {}", truth.kind), verdict.clone());
        figures.add("all".to_owned(), verdict);
    }
    writeln!(std::io::stdout().lock(), "{}", figures.table())?;
    Ok(())
}

fn line(
    truth: &Truth,
    answers: &Result<Answers, ReadError>,
    verdict: &Verdict,
    milliseconds: u128,
) -> Value {
    let plain = answers.as_ref().map(|it| &it.plain).ok();
    let fields = plain.map(|it| {
        let fields = it.fields.iter().filter(|it| !it.value.is_empty());
        let fields = fields.map(|it| (it.name.to_owned(), json!(it.value)));
        Value::Object(fields.collect())
    });
    let wrong = verdict.fields.iter().filter(|(_, right)| !right);
    json!({
        "id": truth.id,
        "file": truth.file,
        "class": verdict.class,
        "f1": (verdict.f1 * 1000.0).round() / 1000.0,
        "full_address": plain.map(|it| &it.full_address),
        "fields": fields,
        "fields_wrong": wrong.map(|(name, _)| name).collect::<Vec<_>>(),
        "invented": verdict.invented,
        "confidence": plain.map(|it| it.confidence),
        "requires_review": plain.map(|it| it.review),
        "refused": answers.as_ref().err().map(ToString::to_string),
        "milliseconds": milliseconds,
    })
}
