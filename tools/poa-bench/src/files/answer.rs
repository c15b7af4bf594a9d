//! What the engine says about a real paper.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use kofa_address::ocr::LazyOcr;
use kofa_address::read::read_with;
use kofa_address::{Document, Extraction, Infer, Limits, Options, ReadError, Source, extract};

/// One field of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// As in the API, such as `city`.
    pub name: &'static str,
    /// Empty where none was found.
    pub value: String,
    /// Where it comes from.
    pub source: Source,
    pub confidence: f64,
}

/// What an answer says, without its evidence.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// As printed; empty where none was found.
    pub full_address: String,
    /// Of the full address, 0 to 1.
    pub confidence: f64,
    /// Whether it asks for review.
    pub review: bool,
    /// Street, city, state, LGA and country.
    pub fields: Vec<Field>,
}

impl Answer {
    /// Whether no field has a value.
    pub fn is_empty(&self) -> bool {
        self.full_address.is_empty() && self.fields.iter().all(|it| it.value.is_empty())
    }
}

impl From<&Extraction> for Answer {
    fn from(it: &Extraction) -> Self {
        let facts = &it.fields;
        let fields = [
            ("street", &it.street, &facts.street),
            ("city", &it.city, &facts.city),
            ("state", &it.state, &facts.state),
            ("lga", &it.lga, &facts.lga),
            ("country", &it.country, &facts.country),
        ];
        let field =
            |(name, value, facts): (&'static str, &String, &kofa_address::FieldFacts)| Field {
                name,
                value: value.clone(),
                source: facts.source,
                confidence: facts.confidence,
            };
        Self {
            full_address: it.full_address.clone(),
            confidence: facts.full_address.confidence,
            review: it.requires_review,
            fields: fields.map(field).into(),
        }
    }
}

/// The two answers to one paper.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// With all flags off.
    pub plain: Answer,
    /// With all flags on.
    pub filled: Answer,
}

/// Size of a file that a job takes, in bytes; a direct call takes less.
const BYTES_MAX: u32 = 15 * 1024 * 1024;
/// Pages of a file that a job takes.
const PAGES_MAX: u32 = 30;

/// The limits of a job, with `patience` times as long; 0: with all the time there is.
pub fn limits(patience: u32) -> Limits {
    let direct = Limits::default();
    let longer = |time: u32| match patience {
        0 => u32::MAX,
        times => time.saturating_mul(times),
    };
    Limits {
        bytes_max: BYTES_MAX,
        pages_max: PAGES_MAX,
        wall_ms_max: longer(direct.wall_ms_max),
        scan_cpu_seconds_max: longer(direct.scan_cpu_seconds_max),
        scan_wall_ms_max: longer(direct.scan_wall_ms_max),
        answer_ms: u32::MAX,
        ..direct
    }
}

/// Reads a paper in this process, under the limits of a job, and `patience` times as long: a
/// machine that is busy, or a build for debugging, is slower than a server.
///
/// # Errors
/// Every way in which a document is refused. What breaks the reader is [`ReadError::Crashed`],
/// what takes longer than the limits allow is [`ReadError::TimedOut`].
pub fn ask(file: &[u8], ocr: &LazyOcr, patience: u32) -> Result<Answers, ReadError> {
    let limits = limits(patience);
    let begun = Instant::now();
    let mut allowed = Duration::from_millis(limits.wall_ms_max.into());
    let read = catch_unwind(AssertUnwindSafe(|| {
        read_with(file, &limits, ocr, &mut |progress| {
            let pictures = u64::from(progress.of) * u64::from(limits.scan_wall_ms_max);
            allowed = Duration::from_millis(u64::from(limits.wall_ms_max) + pictures);
            match begun.elapsed() > allowed {
                true => Err(ReadError::TimedOut),
                false => Ok(()),
            }
        })
    }));
    let document = read.map_err(|_| ReadError::Crashed)??;
    if begun.elapsed() > allowed {
        return Err(ReadError::TimedOut);
    }
    Ok(Answers {
        plain: answer(&document, false),
        filled: answer(&document, true),
    })
}

fn answer(document: &Document, flag: bool) -> Answer {
    let infer = Infer {
        lga: flag,
        state: flag,
        country: flag,
    };
    let options = Options {
        infer,
        ..Options::default()
    };
    Answer::from(&extract(document, &options))
}
