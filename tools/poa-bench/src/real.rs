//! Scores a folder of real papers.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use kofa_address::ReadError;
use kofa_address::ocr::LazyOcr;
use kofa_poa_bench::files::answer::{Answers, ask};
use kofa_poa_bench::files::figures::Figures;
use kofa_poa_bench::files::truth::{Truth, load};
use kofa_poa_bench::files::verdict::{Verdict, judge};
use serde_json::{Value, json};

/// What was answered to a paper, and how long that took.
struct Told {
    answers: Result<Answers, ReadError>,
    milliseconds: u128,
}

/// Reads every labelled paper of `folder` whose name contains `only`, as many at once as there are
/// `readers`, and prints a table; writes a line of JSON for each to `lines`. A paper may take
/// `patience` times as long as on a server.
pub(crate) fn score(
    folder: &Path,
    only: &str,
    patience: u32,
    lines: Option<&Path>,
    readers: &[LazyOcr],
) -> anyhow::Result<()> {
    for ocr in readers {
        anyhow::ensure!(ocr.get().is_some(), "the networks are not installed");
    }
    let mut lines = lines.map(File::create).transpose()?;
    let mut figures = Figures::default();
    let mut papers = load(folder)?;
    papers.retain(|it| it.id.contains(only));
    for (truth, told) in papers
        .iter()
        .zip(ask_all(folder, &papers, patience, readers)?)
    {
        let verdict = judge(truth, told.answers.as_ref().map_err(|error| *error));
        if let Some(lines) = &mut lines {
            writeln!(lines, "{}", line(truth, &told, &verdict))?;
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

/// The answers to all papers, in their order. Each reader takes the next paper that none has.
fn ask_all(
    folder: &Path,
    papers: &[Truth],
    patience: u32,
    readers: &[LazyOcr],
) -> anyhow::Result<Vec<Told>> {
    let taken = AtomicUsize::new(0);
    let read = |ocr: &LazyOcr| -> anyhow::Result<Vec<(usize, Told)>> {
        let mut told = Vec::new();
        loop {
            let at = taken.fetch_add(1, Ordering::Relaxed);
            let Some(truth) = papers.get(at) else {
                return Ok(told);
            };
            let file = std::fs::read(folder.join(&truth.file))?;
            let begun = Instant::now();
            let answers = ask(&file, ocr, patience);
            let milliseconds = begun.elapsed().as_millis();
            told.push((
                at,
                Told {
                    answers,
                    milliseconds,
                },
            ));
        }
    };
    let mut told = std::thread::scope(|scope| {
        let read = &read;
        let readers: Vec<_> = readers
            .iter()
            .map(|ocr| scope.spawn(move || read(ocr)))
            .collect();
        let mut all = Vec::with_capacity(papers.len());
        for reader in readers {
            let read = reader.join();
            all.extend(read.map_err(|_| anyhow::anyhow!("a reader panicked"))??);
        }
        anyhow::Ok(all)
    })?;
    told.sort_by_key(|(at, _)| *at);
    Ok(told.into_iter().map(|(_, told)| told).collect())
}

fn line(truth: &Truth, told: &Told, verdict: &Verdict) -> Value {
    let answers = &told.answers;
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
        "milliseconds": told.milliseconds,
    })
}
