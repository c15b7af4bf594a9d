//! The papers that the sandbox reads instead of what was sent: invented people at real places.

use jiff::ToSpan as _;
use kofa_address::{Capture, Document, DocumentKind, Flaws, Page, Word};
use kofa_domain::Timestamp;

use crate::wanted::lagos_day;

/// Size of A4, in points.
const PAGE: (f32, f32) = (595.3, 841.9);
/// Height of a line of text and of what stands in it, and the width of a letter, in points.
const LEADING: f32 = 16.0;
const HEIGHT: f32 = 10.0;
const LETTER: f32 = 5.0;
/// Where labels and values begin, in points.
const LABEL: f32 = 48.0;
const VALUE: f32 = 170.0;

/// Words on a page, line by line.
struct Sheet {
    words: Vec<Word>,
    top: f32,
}

impl Sheet {
    const fn new() -> Self {
        Self {
            words: Vec::new(),
            top: 48.0,
        }
    }

    fn text(mut self, left: f32, text: &str) -> Self {
        let mut left = left;
        for word in text.split(' ') {
            let right = left + LETTER * word.chars().count() as f32;
            self.words.push(Word {
                text: word.to_owned(),
                left,
                top: self.top,
                right,
                bottom: self.top + HEIGHT,
                confidence: 1.0,
            });
            left = right + LETTER;
        }
        self
    }

    fn line(self, text: &str) -> Self {
        self.text(LABEL, text).skip(1.0)
    }

    fn row(self, label: &str, value: &str) -> Self {
        self.text(LABEL, label).text(VALUE, value).skip(1.0)
    }

    fn more(self, value: &str) -> Self {
        self.text(VALUE, value).skip(1.0)
    }

    fn skip(mut self, lines: f32) -> Self {
        self.top += LEADING * lines;
        self
    }

    fn document(self) -> Document {
        let (width, height) = PAGE;
        let page = Page {
            width,
            height,
            capture: Capture::BornDigital,
            turned: 0,
            picture_only: false,
            covered: 0,
            flaws: Flaws::NONE,
            words: self.words,
        };
        Document {
            kind: DocumentKind::Pdf,
            pages: vec![page],
        }
    }
}

/// As bills write a day: `9 November 2026`.
fn day(now: Timestamp, days_ago: i32) -> String {
    let today = lagos_day(now);
    let day = today.checked_sub(days_ago.days()).unwrap_or(today);
    day.strftime("%-d %B %Y").to_string()
}

fn head(now: Timestamp, days_ago: i32) -> Sheet {
    Sheet::new()
        .line("EKO ELECTRICITY DISTRIBUTION PLC")
        .line("Head Office: 24/25 Marina, Lagos")
        .skip(2.0)
        .line("ELECTRICITY BILL (SANDBOX)")
        .skip(1.0)
        .row("Bill Date:", &day(now, days_ago))
        .row("Account Name:", "ADAEZE CHINELO OKAFOR")
        .row("Account No:", "0100 2233 44-01")
}

fn billed(now: Timestamp, days_ago: i32) -> Document {
    head(now, days_ago)
        .row("Service Address:", "17 Oladipo Labinjo Crescent")
        .more("Surulere, Lagos State")
        .skip(1.0)
        .row("Amount Due:", "N 18,450.00")
        .document()
}

/// A bill of some days ago.
pub(super) fn bill(now: Timestamp) -> Document {
    billed(now, 12)
}

/// A bill of more than a year ago.
pub(super) fn old_bill(now: Timestamp) -> Document {
    billed(now, 400)
}

/// A bill with two addresses, either of which may be the customer's.
pub(super) fn bill_of_two(now: Timestamp) -> Document {
    head(now, 12)
        .row(
            "Service Address:",
            "17 Oladipo Labinjo Crescent, Surulere, Lagos State",
        )
        .row("Service Address:", "4 Glover Road, Ikoyi, Lagos State")
        .skip(1.0)
        .row("Amount Due:", "N 18,450.00")
        .document()
}

/// A paper without an address.
pub(super) fn minutes(now: Timestamp) -> Document {
    Sheet::new()
        .line("MINUTES OF THE MEETING (SANDBOX)")
        .line(&day(now, 12))
        .skip(1.0)
        .line("Everybody was there, and nobody said where they live.")
        .document()
}
