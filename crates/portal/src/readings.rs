//! How right readings of documents are, by what users said: what portal and console show of it.

use kofa_documents::feedback::{Band, FieldRow, GroupRow, Period, ReadingReport};

use crate::kit::show::count;

/// A report in words.
#[derive(Debug)]
pub struct ReadingView {
    pub groups: Vec<GroupView>,
    pub fields: Vec<(&'static str, ShareView)>,
    pub bands: Vec<BandView>,
}

/// Papers of one sort.
#[derive(Debug)]
pub struct GroupView {
    pub by: &'static str,
    pub name: String,
    pub papers: ShareView,
    pub recent: ShareView,
    pub before: ShareView,
    /// What is to be said of the drift; empty for nothing.
    pub drift: &'static str,
    /// Colour of the mark: `ok` or `bad`.
    pub tone: &'static str,
    pub calibration: String,
}

/// A share with its interval.
#[derive(Debug)]
pub struct ShareView {
    /// In per cent; a dash if nothing was judged.
    pub share: String,
    /// The interval and the count, such as `81–99 %, 12 of 13`; empty if nothing was judged.
    pub about: String,
}

/// Values that were stated with about the same confidence.
#[derive(Debug)]
pub struct BandView {
    pub band: String,
    pub stated: String,
    pub values: ShareView,
}

fn per_cent(share: f64) -> String {
    format!("{:.0}", share * 100.0)
}

fn counted(number: u64) -> String {
    count(i64::try_from(number).unwrap_or(i64::MAX))
}

impl ShareView {
    fn new(period: &Period) -> Self {
        if period.judged == 0 {
            return Self {
                share: "–".to_owned(),
                about: String::new(),
            };
        }
        let (low, high) = (per_cent(period.low), per_cent(period.high));
        let (right, judged) = (counted(period.right), counted(period.judged));
        Self {
            share: format!("{} %", per_cent(period.share)),
            about: format!("{low}–{high} %, {right} of {judged}"),
        }
    }
}

impl GroupView {
    fn new(row: &GroupRow) -> Self {
        let name = match (row.by, row.name.as_str()) {
            ("all", _) => "All documents".to_owned(),
            ("issuer", "") => "Other issuers".to_owned(),
            (_, name) => name.replace('_', " "),
        };
        Self {
            by: match row.by {
                "capture" => "Capture",
                "kind" => "Kind",
                "issuer" => "Issuer",
                _ => "",
            },
            name,
            papers: ShareView::new(&row.papers),
            recent: ShareView::new(&row.recent),
            before: ShareView::new(&row.before),
            drift: match row.drift {
                "worse" => "Worse",
                "better" => "Better",
                _ => "",
            },
            tone: if row.drift == "worse" { "bad" } else { "ok" },
            calibration: format!("{:.3}", row.calibration_error),
        }
    }
}

impl BandView {
    fn new(band: &Band) -> Self {
        Self {
            band: format!("{} to {} %", per_cent(band.from), per_cent(band.to)),
            stated: format!("{} %", per_cent(band.stated)),
            values: ShareView::new(&band.values),
        }
    }
}

impl ReadingView {
    /// `None` if nobody said anything.
    pub fn new(report: &ReadingReport) -> Option<Self> {
        let field = |row: &FieldRow| (row.field, ShareView::new(&row.values));
        (!report.is_empty()).then(|| Self {
            groups: report.groups.iter().map(GroupView::new).collect(),
            fields: report.fields.iter().map(field).collect(),
            bands: report.bands.iter().map(BandView::new).collect(),
        })
    }
}
