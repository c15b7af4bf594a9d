//! `kofa-poa-bench`: reads papers, generated or from a folder, and prints tables.

mod real;
mod serve;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use clap::{Parser, ValueEnum};
use kofa_address::ocr::LazyOcr;
use kofa_address::{Document, Extraction, Infer, Limits, Options, explain, extract, read};
use kofa_poa_bench::capture::{Class, capture};
use kofa_poa_bench::files::answer::limits;
use kofa_poa_bench::report::Report;
use kofa_poa_bench::score::{Outcome, score};
use kofa_poa_bench::story::Story;
use kofa_poa_bench::templates::{Template, all};

/// Measures how well addresses are read.
#[derive(Debug, Parser)]
struct Arguments {
    /// How many documents with a text layer.
    #[arg(long, default_value_t = 1200)]
    count: u32,
    /// How many of each sort of picture; a page takes seconds.
    #[arg(long, default_value_t = 0)]
    pictures: u32,
    /// Only these ways from paper to file.
    #[arg(long, value_enum, value_delimiter = ',')]
    class: Vec<Class>,
    /// Folder of the networks that read pictures.
    #[arg(long, default_value = "models")]
    models: PathBuf,
    /// Threads that read a picture.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Which layouts.
    #[arg(long, value_enum, default_value_t = Layouts::All)]
    layouts: Layouts,
    /// Only layouts or real papers whose name contains this.
    #[arg(long, default_value = "")]
    only: String,
    /// The number of the first document.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Print so many wrong answers; of open layouts only.
    #[arg(long, default_value_t = 0)]
    failures: usize,
    /// Rows for each layout too.
    #[arg(long)]
    by_layout: bool,
    /// Write the files here, each with the words that stand on it, and why wrong answers are so.
    #[arg(long)]
    write: Option<PathBuf>,
    /// Only write them.
    #[arg(long, requires = "write")]
    unread: bool,
    /// Instead: read the real papers of this folder, and compare with their labels.
    #[arg(long)]
    files: Option<PathBuf>,
    /// Write a line of JSON for each real paper to this file, too.
    #[arg(long, requires = "files")]
    json: Option<PathBuf>,
    /// A real paper may take so many times as long as a reader of the server has, before it is
    /// late; 0: as long as it takes.
    #[arg(long, default_value_t = 1)]
    patience: u32,
    /// Read so many real papers at once, each with threads of its own. The time that they compute
    /// counts against each, so this goes with no limit of time.
    #[arg(long, default_value_t = 1)]
    readers: usize,
    /// Instead: read the pictures named on standard input, one a line, and print what each says
    /// and how long that took, as JSON.
    #[arg(long)]
    serve: bool,
}

impl Arguments {
    fn classes(&self) -> Vec<Class> {
        let wanted = |class: &Class| self.class.is_empty() || self.class.contains(class);
        Class::ALL.into_iter().filter(wanted).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Layouts {
    /// Those that the engine is tuned on.
    Open,
    /// Those that nobody looks at while tuning.
    Sealed,
    /// Both.
    All,
}

const ALL_FLAGS: Infer = Infer {
    lga: true,
    state: true,
    country: true,
};

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    if arguments.serve {
        return serve::serve(&LazyOcr::open(&arguments.models, arguments.threads));
    }
    if let Some(folder) = &arguments.files {
        let open = |_| LazyOcr::open(&arguments.models, arguments.threads);
        let readers: Vec<LazyOcr> = (0..arguments.readers.max(1)).map(open).collect();
        let lines = arguments.json.as_deref();
        return real::score(folder, &arguments.only, arguments.patience, lines, &readers);
    }
    let templates = chosen(&arguments);
    anyhow::ensure!(!templates.is_empty(), "no layout has that name");
    let mut bench = Bench {
        ocr: LazyOcr::open(&arguments.models, arguments.threads),
        report: Report::default(),
        times: BTreeMap::new(),
        shown: 0,
        arguments,
    };
    for class in bench.arguments.classes() {
        let count = match class {
            Class::Text => bench.arguments.count,
            _ => bench.arguments.pictures,
        };
        let fit = |it: &&Template| class == Class::Text || !it.text_only;
        let templates: Vec<&Template> = templates.iter().filter(fit).collect();
        // A step that divides nothing: few pictures still show papers of every sort.
        let step = [11, 13]
            .into_iter()
            .find(|step| !templates.len().is_multiple_of(*step));
        for number in 0..u64::from(count) {
            let at = usize::try_from(number)? * step.unwrap_or(1) % templates.len();
            bench.document(class, templates[at], bench.arguments.seed + number)?;
        }
    }
    bench.print()
}

/// What is counted while documents go by.
struct Bench {
    arguments: Arguments,
    ocr: LazyOcr,
    report: Report,
    /// Milliseconds of reading and understanding, by class.
    times: BTreeMap<Class, Vec<u128>>,
    shown: usize,
}

impl Bench {
    fn document(&mut self, class: Class, template: &Template, seed: u64) -> anyhow::Result<()> {
        let mut story = Story::new(seed);
        let pdf = (template.draw)(&mut story).pdf();
        let words = match &self.arguments.write {
            Some(_) => words_of(&pdf)?,
            None => String::new(),
        };
        let file = capture(class, pdf, &mut story.chance)?;
        let (name, end) = class.names();
        let stem = format!("{}-{seed}-{}", template.id, name.replace(' ', "-"));
        if let Some(folder) = &self.arguments.write {
            std::fs::create_dir_all(folder)?;
            std::fs::write(folder.join(format!("{stem}.{end}")), &file)?;
            std::fs::write(folder.join(format!("{stem}.txt")), words)?;
            if self.arguments.unread {
                return Ok(());
            }
        }
        let begun = Instant::now();
        let read = read::read_with(&file, &limits(0), &self.ocr, &mut |_| Ok(()));
        let document = read.map_err(|error| anyhow::anyhow!("{} {seed}: {error}", template.id))?;
        let (plain, filled) = answers(&document);
        self.times
            .entry(class)
            .or_default()
            .push(begun.elapsed().as_millis());
        let outcome = score(&story, &document, &plain, &filled);
        let set = if template.sealed { "sealed" } else { "open" };
        let source = template.source.as_str();
        self.report.add(&format!("{set}, {name}"), &outcome);
        self.report
            .add(&format!("{set}, {name}, {source}"), &outcome);
        if class != Class::Text {
            self.report.add(&format!("{set}, all pictures"), &outcome);
        }
        if self.arguments.by_layout {
            let group = format!("{set}, {name}, {source}, {}", template.id);
            self.report.add(&group, &outcome);
        }
        let wrong = !outcome.right() || !outcome.invented.is_empty();
        if wrong && !template.sealed && self.shown < self.arguments.failures {
            self.shown += 1;
            show(template, seed, &story, &plain, &filled, &outcome)?;
            if let Some(folder) = &self.arguments.write {
                let why = explain(&file, &document, &plain, 0)?;
                std::fs::write(folder.join(format!("{stem}-why.png")), why)?;
            }
        }
        Ok(())
    }

    fn print(mut self) -> anyhow::Result<()> {
        let mut out = std::io::stdout().lock();
        writeln!(out, "{}", self.report.table())?;
        writeln!(out, "{}", self.report.reliability())?;
        for (class, times) in &mut self.times {
            times.sort_unstable();
            let at = |share: usize| times[(times.len() - 1) * share / 100];
            let (half, most) = (at(50), at(95));
            writeln!(out, "{}: p50 {half} ms, p95 {most} ms", class.names().0)?;
        }
        Ok(())
    }
}

fn chosen(arguments: &Arguments) -> Vec<Template> {
    let wanted = |template: &Template| match arguments.layouts {
        Layouts::Open => !template.sealed,
        Layouts::Sealed => template.sealed,
        Layouts::All => true,
    };
    let templates = all().into_iter().filter(wanted);
    templates
        .filter(|template| template.id.contains(&arguments.only))
        .collect()
}

/// The words of the first page, a line for each.
fn words_of(pdf: &[u8]) -> anyhow::Result<String> {
    let document = read::read_here(pdf, &Limits::default())?;
    let words = document.pages[0].words.iter();
    Ok(words.map(|word| format!("{}\n", word.text)).collect())
}

fn answers(document: &Document) -> (Extraction, Extraction) {
    let plain = extract(document, &Options::default());
    let options = Options {
        infer: ALL_FLAGS,
        ..Options::default()
    };
    (plain, extract(document, &options))
}

fn show(
    template: &Template,
    seed: u64,
    story: &Story,
    plain: &Extraction,
    filled: &Extraction,
    outcome: &Outcome,
) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    let wrong: Vec<_> = outcome
        .answers
        .iter()
        .filter(|(_, right)| !right)
        .map(|(question, _)| question.as_str())
        .collect();
    writeln!(out, "== {} {seed}: {}", template.id, wrong.join(", "))?;
    let truth = &story.expected;
    writeln!(
        out,
        "   full   {:?}\n     not  {:?}",
        plain.full_address, truth.full
    )?;
    writeln!(
        out,
        "   street {:?}\n     not  {:?}",
        plain.street, truth.street
    )?;
    writeln!(out, "   city   {:?} not {:?}", plain.city, truth.cities)?;
    writeln!(out, "   state  {:?} not {:?}", plain.state, truth.state)?;
    writeln!(
        out,
        "   lga    {:?} / {:?} not {:?}",
        plain.lga, filled.lga, truth.lga
    )?;
    writeln!(
        out,
        "   country {:?} not {:?}",
        plain.country, truth.country
    )?;
    if !outcome.invented.is_empty() {
        writeln!(out, "   invented {:?}", outcome.invented)?;
    }
    for candidate in plain.candidates.iter().take(3) {
        let (score, label) = (candidate.score, &candidate.label);
        writeln!(
            out,
            "   {score:.2} {label:?} {:?} {:?}",
            candidate.text, candidate.reasons
        )?;
    }
    Ok(())
}
