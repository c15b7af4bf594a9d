//! Runs everything `docs/benchmarks.md` reports, in turns, and writes its tables.

mod logs;
mod machine;
mod market;
mod peers;
mod product;
mod register;
mod register_people;
mod report;
mod settlement;

use std::io::Write as _;
use std::path::PathBuf;

use clap::{Parser, ValueEnum};

/// How much is measured.
#[derive(Debug, Parser)]
struct Arguments {
    /// Fewer and shorter samples: shows that everything runs, not how fast.
    #[arg(long)]
    quick: bool,
    /// Folder of the programs under measurement.
    #[arg(long)]
    programs: PathBuf,
    /// Folder of the load script and the configurations of other servers.
    #[arg(long)]
    benches: PathBuf,
    /// Folder for databases; emptied first. Its disk is the one that is measured.
    #[arg(long)]
    scratch: PathBuf,
    /// One part instead of all; not to be written anywhere.
    #[arg(long, value_enum, conflicts_with = "write")]
    only: Option<Part>,
    /// Replaces the tables in this file.
    #[arg(long)]
    write: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    Settlement,
    Logs,
    Register,
    Market,
    Product,
}

type Measure = fn(&Bench) -> anyhow::Result<String>;

const PARTS: [(Part, Measure); 6] = [
    (Part::Settlement, settlement::measure),
    (Part::Logs, logs::measure),
    (Part::Register, register::measure),
    (Part::Register, register_people::measure),
    (Part::Market, market::measure),
    (Part::Product, product::measure),
];

/// What every measurement needs.
#[derive(Debug)]
pub(crate) struct Bench {
    programs: PathBuf,
    benches: PathBuf,
    scratch: PathBuf,
    plan: Plan,
}

/// How much of everything.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// Pairs of baseline and candidate.
    pairs: usize,
    /// Of one sample, in seconds.
    sample_s: u32,
    /// In the large register.
    companies: u64,
    looks: usize,
    /// Rows of the log before a start is timed.
    log_rows: f64,
    /// Starts that are timed.
    starts: usize,
    /// Documents that are sent.
    documents: usize,
    /// For the large offer.
    applications: u64,
    allotments: usize,
    /// Calls of the long log.
    calls: u64,
    /// Pages of it that are timed, of each filter.
    pages: usize,
}

const FULL: Plan = Plan {
    pairs: 7,
    sample_s: 3,
    companies: 5_000_000,
    looks: 50_000,
    log_rows: 1_000_000.0,
    starts: 7,
    documents: 200,
    applications: 2_000_000,
    allotments: 3,
    calls: 10_000_000,
    pages: 200,
};
const QUICK: Plan = Plan {
    pairs: 1,
    sample_s: 1,
    companies: 50_000,
    looks: 2_000,
    log_rows: 20_000.0,
    starts: 1,
    documents: 10,
    applications: 50_000,
    allotments: 1,
    calls: 200_000,
    pages: 20,
};

impl Bench {
    fn program(&self, name: &str) -> PathBuf {
        self.programs.join(name)
    }

    fn script(&self) -> PathBuf {
        self.benches.join("load.lua")
    }

    /// A fresh folder for one measurement.
    fn folder(&self, name: &str) -> anyhow::Result<PathBuf> {
        let folder = self.scratch.join(name);
        std::fs::create_dir_all(&folder)?;
        Ok(folder)
    }
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    if arguments.scratch.exists() {
        std::fs::remove_dir_all(&arguments.scratch)?;
    }
    std::fs::create_dir_all(&arguments.scratch)?;
    let bench = Bench {
        programs: arguments.programs.canonicalize()?,
        benches: arguments.benches.canonicalize()?,
        scratch: arguments.scratch.canonicalize()?,
        plan: if arguments.quick { QUICK } else { FULL },
    };
    let mut text = machine::describe(&bench)?;
    let asked = |part| arguments.only.is_none_or(|only| only == part);
    for (_, measure) in PARTS.iter().filter(|(part, _)| asked(*part)) {
        let part = measure(&bench)?;
        writeln!(std::io::stderr(), "\n{part}")?;
        text.push('\n');
        text.push_str(&part);
    }
    writeln!(std::io::stdout(), "{text}")?;
    if let Some(file) = arguments.write {
        report::replace(&file, &text)?;
    }
    Ok(std::fs::remove_dir_all(&bench.scratch)?)
}
