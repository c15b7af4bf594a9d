//! Readers side by side, on papers of which it is known what is right.

use std::fmt;

use bytes::Bytes;
use kofa_address::{Document, Extraction, Infer, Source};
use kofa_domain::{Result, Timestamp};
use serde::Serialize;
use serde_json::Value;

use super::report::{Band, FieldRow, Period, bands, calibration_error, field_rows};
use super::right::{Judged, f1, is_right};
use super::training::Example;
use super::{FIELDS, right};
use crate::{Extractor, Question, Variant, Wanted};

/// A paper and what is right of it.
#[derive(Clone)]
pub struct Case {
    pub name: String,
    pub document: Document,
    /// The file, for a provider that looks at pictures.
    pub file: Option<Bytes>,
    /// Accepted values of each field; an empty list where the paper shows none, `None` where
    /// nobody said.
    pub accepted: [Option<Vec<String>>; 6],
}

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Case({})", self.name)
    }
}

impl Case {
    /// A reading that something was said of; `None` if its words were not kept.
    pub fn of_example(example: Example) -> Option<Self> {
        let accepted = example.right.map(|it| {
            let some = |text: String| (!text.is_empty()).then_some(text);
            it.map(|text| some(text).into_iter().collect())
        });
        Some(Self {
            name: example.request_id.to_string(),
            document: example.document?,
            file: example.file.map(Bytes::from),
            accepted,
        })
    }

    /// A labelled paper; `truth` is its `truth/*.json`.
    pub fn labelled(name: String, document: Document, file: Vec<u8>, truth: &Value) -> Self {
        let texts = |value: &Value| -> Vec<String> {
            let all = value.as_array().into_iter().flatten();
            all.filter_map(Value::as_str).map(str::to_owned).collect()
        };
        let accepted = FIELDS.map(|field| match field {
            "full_address" => Some(texts(&truth[field])),
            _ => truth["visible"].get(field).map(texts),
        });
        Self {
            name,
            document,
            file: Some(file.into()),
            accepted,
        }
    }

    fn judge(&self, found: &Extraction) -> Verdict {
        let values = [
            (&found.full_address, &found.fields.full_address),
            (&found.street, &found.fields.street),
            (&found.city, &found.fields.city),
            (&found.state, &found.fields.state),
            (&found.lga, &found.fields.lga),
            (&found.country, &found.fields.country),
        ];
        let judged = (0..).zip(values).zip(&self.accepted);
        let judged = judged.filter_map(|((field, (value, facts)), accepted)| {
            let accepted = accepted.as_ref()?;
            let extracted = facts.source == Source::Extracted;
            Some(Judged {
                field,
                confidence: extracted.then(|| right::hundredths(facts.confidence)),
                is_right: match accepted[..] {
                    [] => value.is_empty(),
                    _ => accepted.iter().any(|it| is_right(field, value, it)),
                },
            })
        });
        let full = self.accepted[0].iter().flatten();
        Verdict {
            judged: judged.collect(),
            f1: full
                .map(|it| f1(&found.full_address, it))
                .fold(0.0, f64::max),
            values: values.map(|(value, _)| value.clone()),
        }
    }
}

/// What one reader makes of one paper.
struct Verdict {
    judged: Vec<Judged>,
    /// Words in common with the best accepted address.
    f1: f64,
    values: [String; 6],
}

impl Verdict {
    fn exact(&self) -> Option<bool> {
        let full = self.judged.iter().find(|it| it.field == 0)?;
        Some(full.is_right)
    }
}

/// How one reader did.
#[derive(Debug, Serialize)]
pub struct Figures {
    pub reader: String,
    /// The whole address, of papers that show one: equal to an accepted one but for case,
    /// accents, spaces and punctuation.
    pub exact: Period,
    /// Words in common with the best accepted address, the mean over the same papers.
    pub f1: f64,
    /// Papers that show none, and none was answered.
    pub none: Period,
    pub fields: Vec<FieldRow>,
    pub bands: Vec<Band>,
    pub calibration_error: f64,
}

/// A paper that another reader answers otherwise than the first.
#[derive(Debug, Serialize)]
pub struct Changed {
    pub reader: String,
    pub paper: String,
    pub fields: Vec<&'static str>,
    /// Whether the address was right, and is; null where nobody said.
    pub was_exact: Option<bool>,
    pub is_exact: Option<bool>,
}

/// Readers side by side.
#[derive(Debug, Default, Serialize)]
pub struct Evaluation {
    pub figures: Vec<Figures>,
    /// Against the first reader.
    pub changed: Vec<Changed>,
}

/// Has each of `readers` read all papers; the first is the one that others are compared with.
///
/// # Errors
/// `internal_error` if understanding breaks.
pub async fn evaluate(
    readers: &[(String, Extractor)],
    cases: &[Case],
    now: Timestamp,
) -> Result<Evaluation> {
    let question = Question {
        variant: Variant::WithInference(Infer::default()),
        wanted: Wanted::default(),
        now,
    };
    let mut evaluation = Evaluation::default();
    let mut first: Vec<Verdict> = Vec::new();
    for (name, reader) in readers {
        let mut verdicts = Vec::new();
        for case in cases {
            let (document, file) = (case.document.clone(), case.file.clone());
            let found = reader.understand(document, file, &question).await?;
            verdicts.push(case.judge(&found.address));
        }
        evaluation.figures.push(figures(name, cases, &verdicts));
        let pairs = cases.iter().zip(&first).zip(&verdicts);
        let changed = pairs.filter_map(|((case, was), is)| changed(name, case, was, is));
        evaluation.changed.extend(changed);
        if first.is_empty() {
            first = verdicts;
        }
    }
    Ok(evaluation)
}

fn figures(name: &str, cases: &[Case], verdicts: &[Verdict]) -> Figures {
    let shows = |case: &Case| case.accepted[0].as_ref().map(|it| !it.is_empty());
    let of = |wanted: bool| {
        let pairs = cases.iter().zip(verdicts);
        pairs.filter(move |(case, _)| shows(case) == Some(wanted))
    };
    let right = |wanted| Period::counted(of(wanted).filter_map(|(_, it)| it.exact()));
    let shared: Vec<f64> = of(true).map(|(_, it)| it.f1).collect();
    let judged: Vec<Judged> = verdicts.iter().flat_map(|it| &it.judged).copied().collect();
    let bands = bands(judged.iter());
    Figures {
        reader: name.to_owned(),
        exact: right(true),
        f1: shared.iter().sum::<f64>() / shared.len().max(1) as f64,
        none: right(false),
        fields: field_rows(&judged),
        calibration_error: calibration_error(&bands),
        bands,
    }
}

fn changed(name: &str, case: &Case, was: &Verdict, is: &Verdict) -> Option<Changed> {
    let differs = |at: &usize| was.values[*at] != is.values[*at];
    let fields: Vec<&'static str> = (0..FIELDS.len())
        .filter(differs)
        .map(|at| FIELDS[at])
        .collect();
    (!fields.is_empty()).then(|| Changed {
        reader: name.to_owned(),
        paper: case.name.clone(),
        fields,
        was_exact: was.exact(),
        is_exact: is.exact(),
    })
}
