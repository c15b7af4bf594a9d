//! What a document tells beyond its holder's address: what it is, who issued it and from
//! where, to whom and when, where on the page each value stands, what a reviewer should know,
//! and how it compares with what the caller expects. Pure, like all of understanding.

mod checks;
mod dates;
mod holder;
mod issuer;
mod names;
mod pairs;
mod paper;
mod places;
mod regions;

use std::fmt;

use jiff::civil::Date;

pub use checks::{Check, CheckCode, Severity};
pub use names::compare_names;
pub use paper::PaperKind;
pub use places::compare_addresses;
pub use regions::{Region, Regions};

use super::answer::Extraction;
use super::layout::{Layout, layout};
use crate::{Capture, Document, Page};

/// What the caller asks beside the address.
#[derive(Clone)]
pub struct Inquiry {
    /// The present day, where the document is used.
    pub today: Date,
    /// A document older than this is no recent proof, in days.
    pub max_age_days: u32,
    /// Whose address it should be.
    pub expected_name: Option<String>,
    /// Which address it should be.
    pub expected_address: Option<String>,
}

impl fmt::Debug for Inquiry {
    /// Never shows whom the caller expects.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Inquiry(on {}, {} days)", self.today, self.max_age_days)
    }
}

/// What was found. Its texts are a person's: `Debug` does not show them.
#[derive(Clone)]
pub struct Inspection {
    /// Where each value of the answer stands.
    pub regions: Regions,
    /// What the document is.
    pub paper: Paper,
    /// What a reviewer should know, the gravest first.
    pub checks: Vec<Check>,
    /// Against what the caller expects.
    pub comparison: Comparison,
}

impl fmt::Debug for Inspection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inspection")
            .field("kind", &self.paper.kind)
            .field("checks", &self.checks)
            .finish_non_exhaustive()
    }
}

/// A document as a paper: who gave it to whom, and when.
#[derive(Clone, Default)]
pub struct Paper {
    pub kind: PaperKind,
    /// Who issued it, as printed.
    pub issuer_name: Option<String>,
    /// The issuer's own address as printed: nothing is inferred for it.
    pub issuer_address: Option<Extraction>,
    /// To whom, as printed.
    pub holder_name: Option<String>,
    pub issue_date: Option<Date>,
    /// First day of what it bills or states.
    pub period_start: Option<Date>,
    /// Last day of it.
    pub period_end: Option<Date>,
    /// Days since the issue date, or since the end of the period if no issue date is printed;
    /// negative if that lies ahead.
    pub age_days: Option<i64>,
    /// Whether that is within the limit and not ahead.
    pub is_recent: Option<bool>,
    /// Number of the account or meter, all but the last four characters masked.
    pub number_masked: Option<String>,
    pub pages: usize,
    /// ISO 639-1, if there is enough text to tell.
    pub language: Option<&'static str>,
}

/// How far two values agree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum Agreement {
    /// They say the same.
    Match,
    /// They may say the same: one has less, or a part differs.
    Partial,
    /// They say different things.
    Mismatch,
    /// Nothing was expected, or nothing is printed to compare.
    #[default]
    NotChecked,
}

impl Agreement {
    /// A stable word for it.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }
}

/// An agreement and its measure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Likeness {
    /// 0 to 1, two decimals.
    pub score: f64,
    pub agreement: Agreement,
}

/// What the document says against what the caller expects.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Comparison {
    /// Of the holder's name.
    pub name: Likeness,
    pub address: Likeness,
}

/// Inspects a document whose holder's address was looked for already.
pub fn inspect(document: &Document, found: &Extraction, inquiry: &Inquiry) -> Inspection {
    let layouts: Vec<Layout> = document.pages.iter().map(layout).collect();
    let seen = Seen {
        document,
        layouts: &layouts,
        found,
    };
    let paper = paper::paper(&seen, inquiry);
    let comparison = compare(found, &paper, inquiry);
    Inspection {
        regions: regions::regions(document, found),
        checks: checks::checks(&seen, &paper, &comparison, inquiry),
        paper,
        comparison,
    }
}

/// What every part looks at.
struct Seen<'a> {
    document: &'a Document,
    layouts: &'a [Layout],
    found: &'a Extraction,
}

impl Seen<'_> {
    /// The pages with a text layer, counted from 1.
    fn printed_pages(&self) -> impl Iterator<Item = (&Page, u32)> {
        let pages = self.document.pages.iter().zip(1..);
        pages.filter(|(page, _)| page.capture == Capture::BornDigital)
    }

    /// Page and box of the holder's address, in points, if one was found.
    fn holder_area(&self) -> Option<(usize, [f32; 4])> {
        let best = self.found.candidates.first()?;
        if self.found.full_address.is_empty() {
            return None;
        }
        let page = usize::try_from(best.page).ok()?.checked_sub(1)?;
        let size = self.document.pages.get(page)?;
        let [left, top, right, bottom] = best.region;
        let (width, height) = (size.width.max(1.0), size.height.max(1.0));
        let area = [left * width, top * height, right * width, bottom * height];
        Some((page, area))
    }
}

fn compare(found: &Extraction, paper: &Paper, inquiry: &Inquiry) -> Comparison {
    let name = match (&inquiry.expected_name, &paper.holder_name) {
        (Some(expected), Some(printed)) => compare_names(expected, printed),
        _ => Likeness::default(),
    };
    let address = match &inquiry.expected_address {
        Some(expected) if !found.full_address.is_empty() => {
            compare_addresses(expected, &found.full_address)
        }
        _ => Likeness::default(),
    };
    Comparison { name, address }
}
