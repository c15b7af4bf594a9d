//! `kofa-reader`: words of papers, features of their lines and blocks, and answers, for
//! `train.py`.

mod paper;

use std::fs::File;
use std::io::{BufRead as _, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Parser, Subcommand};
use kofa_address::ocr::LazyOcr;
use kofa_address::{
    Document, Forest, Judge, Lexicon, Limits, Options, block_rows, extract_with, line_rows,
    part_rows, read, split_address,
};
use kofa_poa_bench::story::Story;
use kofa_poa_bench::templates::{Template, all};
use serde_json::json;

use crate::paper::Paper;

/// What the judge of addresses learns from, and how it answers.
#[derive(Debug, Parser)]
enum Arguments {
    /// Prints the words of files, a line of JSON each.
    Words {
        /// Folder of the networks that read pictures.
        #[arg(long, default_value = "models")]
        models: PathBuf,
        files: Vec<PathBuf>,
    },
    /// Prints the words of invented papers of open layouts, with what they say.
    Own {
        #[arg(long, default_value_t = 1000)]
        count: u64,
        /// The number of the first paper.
        #[arg(long, default_value_t = 100_000)]
        seed: u64,
    },
    /// Reads papers as printed by `words` and writes features of each line or block.
    Features {
        #[command(subcommand)]
        of: Of,
        /// What words say; nothing by default.
        #[arg(long, global = true)]
        words: Option<PathBuf>,
        /// Writes OUT.f32 and OUT.jsonl.
        #[arg(long, global = true, default_value = "features")]
        out: PathBuf,
    },
    /// Puts words and the trees of lines and blocks into one file, as the setting
    /// `reader_model` takes it.
    Pack {
        words: PathBuf,
        lines: PathBuf,
        blocks: PathBuf,
        out: PathBuf,
    },
    /// Takes addresses apart, given in lines of JSON with `lines`: the fields, and what is seen of
    /// each word.
    Parts,
    /// Reads papers and prints what is answered: with what `pack` wrote, or by the rules alone.
    Answer {
        #[arg(long)]
        judge: Option<PathBuf>,
    },
}

#[derive(Debug, Subcommand)]
enum Of {
    /// Of lines.
    Lines,
    /// Of the blocks that these trees of lines suggest.
    Blocks { lines: PathBuf },
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse() {
        Arguments::Words { models, files } => words(&models, &files),
        Arguments::Own { count, seed } => own(count, seed),
        Arguments::Features { of, words, out } => features(&of, words.as_deref(), &out),
        Arguments::Pack {
            words,
            lines,
            blocks,
            out,
        } => pack([&words, &lines, &blocks], &out),
        Arguments::Parts => parts(),
        Arguments::Answer { judge } => answer(judge.as_deref()),
    }
}

fn print(line: &serde_json::Value) -> anyhow::Result<()> {
    Ok(writeln!(std::io::stdout().lock(), "{line}")?)
}

fn words(models: &Path, files: &[PathBuf]) -> anyhow::Result<()> {
    let ocr = LazyOcr::open(models, 2);
    for file in files {
        let bytes = std::fs::read(file)?;
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        let read = read::read_with(&bytes, &Limits::default(), &ocr, &mut |_| Ok(()));
        match read {
            Ok(document) => print(&json!(Paper::of(&stem, &document)))?,
            Err(error) => writeln!(std::io::stderr(), "{stem}: {error}")?,
        }
    }
    Ok(())
}

fn own(count: u64, seed: u64) -> anyhow::Result<()> {
    let open: Vec<Template> = all().into_iter().filter(|it| !it.sealed).collect();
    for number in seed..seed + count {
        let template = open[usize::try_from(number)? % open.len()];
        let mut story = Story::new(number);
        let pdf = (template.draw)(&mut story).pdf();
        let document = read::read_here(&pdf, &Limits::default())?;
        let mut paper = Paper::of(&format!("{}-{number}", template.id), &document);
        paper
            .holder
            .extend(Some(story.expected.full.clone()).filter(|it| !it.is_empty()));
        paper.others.clone_from(&story.issuers);
        print(&json!(paper))?;
    }
    Ok(())
}

fn parts() -> anyhow::Result<()> {
    for line in std::io::stdin().lock().lines() {
        let address: serde_json::Value = serde_json::from_str(&line?)?;
        let lines: Vec<String> = serde_json::from_value(address["lines"].clone())?;
        let answer = split_address(&lines, &Options::default());
        let words = part_rows(&lines);
        let words = words.iter().map(|it| json!([it.text, it.attributes]));
        print(&json!({
            "street": answer.street, "city": answer.city, "state": answer.state,
            "country": answer.country, "district": answer.parts.district,
            "postcode": answer.parts.postcode,
            "words": words.collect::<Vec<_>>(),
        }))?;
    }
    Ok(())
}

/// The papers on standard input.
fn papers() -> impl Iterator<Item = anyhow::Result<(String, Document)>> {
    std::io::stdin().lock().lines().map(|line| {
        let paper: Paper = serde_json::from_str(&line?)?;
        Ok((paper.id.clone(), paper.document()))
    })
}

fn features(of: &Of, words: Option<&Path>, out: &Path) -> anyhow::Result<()> {
    let file = |end: &str| File::create(out.with_extension(end)).map(BufWriter::new);
    let (mut numbers, mut rows) = (file("f32")?, file("jsonl")?);
    let mut put = |features: &[f32], row: &serde_json::Value| -> anyhow::Result<()> {
        for feature in features {
            numbers.write_all(&feature.to_le_bytes())?;
        }
        Ok(writeln!(rows, "{row}")?)
    };
    let forest = match of {
        Of::Lines => None,
        Of::Blocks { lines } => Some(parsed(lines, Forest::parse)?),
    };
    let words = match words {
        None => Lexicon::default(),
        Some(path) => parsed(path, Lexicon::parse)?,
    };
    for (paper, it) in papers().enumerate() {
        let (_, document) = it?;
        match &forest {
            None => {
                for it in line_rows(&words, &document) {
                    let row = json!([paper, it.page, it.area, it.below, it.text]);
                    put(&it.features, &row)?;
                }
            }
            Some(forest) => {
                for it in block_rows((&words, forest), &document) {
                    put(&it.features, &json!([paper, it.page, it.rule, it.text]))?;
                }
            }
        }
    }
    Ok(())
}

fn parsed<T>(path: &Path, parse: fn(&[u8]) -> Option<T>) -> anyhow::Result<T> {
    parse(&std::fs::read(path)?)
        .with_context(|| format!("{} is not what it should be", path.display()))
}

fn pack(parts: [&Path; 3], out: &Path) -> anyhow::Result<()> {
    let [words, lines, blocks] = parts.map(std::fs::read);
    let packed = Judge::pack([&words?, &lines?, &blocks?]);
    std::fs::write(out, packed.context("these are no words and trees")?)?;
    Ok(())
}

fn answer(judge: Option<&Path>) -> anyhow::Result<()> {
    let judge = judge.map(|path| parsed(path, Judge::parse)).transpose()?;
    for paper in papers() {
        let (id, document) = paper?;
        let answer = extract_with(&document, &Options::default(), judge.as_ref());
        let candidates: Vec<_> = answer
            .candidates
            .iter()
            .take(4)
            .map(|it| json!([it.score, it.label, it.text, it.reasons]))
            .collect();
        print(&json!({
            "id": id,
            "full_address": answer.full_address,
            "street": answer.street,
            "city": answer.city,
            "state": answer.state,
            "country": answer.country,
            "confidence": answer.fields.full_address.confidence,
            "review": answer.requires_review,
            "candidates": candidates,
        }))?;
    }
    Ok(())
}
