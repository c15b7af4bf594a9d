//! The risk list: what a reviewer should know about a document before trusting it.

use std::fmt;

use kofa_gazetteer::normalise;

use super::{Agreement, Comparison, Inquiry, Paper, PaperKind, Seen};
use crate::{Capture, Page, Word};

/// How grave a check is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum Severity {
    Info,
    /// A person should look.
    Review,
    /// The document does not prove what it should.
    Fail,
}

impl Severity {
    /// All of them, the lightest first.
    pub const ALL: [Self; 3] = [Self::Info, Self::Review, Self::Fail];

    /// A stable word for it.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum CheckCode {
    /// It is none of the papers that prove an address.
    UnsupportedDocument,
    /// It is a paper of another purpose: an identity card.
    InvalidDocumentType,
    /// It is older than the limit.
    ExpiredDocument,
    /// Its date lies ahead.
    FutureIssueDate,
    /// It bears no date.
    MissingIssueDate,
    /// It shows no address of its holder, or one without a street or a place.
    MissingAddressInformation,
    /// It is not the expected person's, or does not say whose it is.
    NameMismatch,
    /// It is not the expected address, or shows none.
    AddressMismatch,
    /// Parts could not be read, or only badly.
    PoorQuality,
    /// Words stand on top of other words, or are painted over.
    SuspectedManipulation,
    /// It is not in English.
    UnsupportedLanguage,
}

impl CheckCode {
    pub const ALL: [Self; 11] = kofa_domain::all();

    /// A stable word for it.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }
}

/// One thing that was noticed.
#[derive(Clone, PartialEq)]
pub struct Check {
    pub code: CheckCode,
    /// How grave it is.
    pub severity: Severity,
    pub message: String,
    /// What shows it: the document's own text, or the rule.
    pub evidence: Vec<String>,
}

impl fmt::Debug for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.code.as_str(), self.severity.as_str())
    }
}

/// All checks that found something, the gravest first.
pub(super) fn checks(
    seen: &Seen<'_>,
    paper: &Paper,
    comparison: &Comparison,
    inquiry: &Inquiry,
) -> Vec<Check> {
    let found = [
        of_kind(paper),
        of_age(paper, inquiry),
        of_address(seen),
        of_name(paper, comparison, inquiry),
        of_expected_address(seen, comparison, inquiry),
        of_quality(seen),
        of_layers(seen),
        of_covered(seen),
        of_language(paper),
    ];
    let mut found: Vec<Check> = found.into_iter().flatten().collect();
    found.sort_by_key(|check| std::cmp::Reverse(check.severity));
    found
}

fn check(
    code: CheckCode,
    severity: Severity,
    message: impl Into<String>,
    evidence: Vec<String>,
) -> Check {
    Check {
        code,
        severity,
        message: message.into(),
        evidence,
    }
}

fn of_kind(paper: &Paper) -> Option<Check> {
    let (code, message) = match paper.kind {
        PaperKind::Other => (
            CheckCode::UnsupportedDocument,
            "The document is none of the papers that usually prove an address.",
        ),
        PaperKind::IdCard => (
            CheckCode::InvalidDocumentType,
            "An identity document does not show where its holder lives today.",
        ),
        _ => return None,
    };
    let rule = format!("document.type is {}", paper.kind.as_str());
    Some(check(code, Severity::Review, message, vec![rule]))
}

fn of_age(paper: &Paper, inquiry: &Inquiry) -> Option<Check> {
    let Some(days) = paper.age_days else {
        let message = "No date of issue and no period is printed.";
        let code = CheckCode::MissingIssueDate;
        return Some(check(code, Severity::Info, message, Vec::new()));
    };
    let evidence = match (paper.issue_date, paper.period_end) {
        (Some(day), _) => format!("issued on {day}"),
        (None, day) => format!("its period ends on {}", day?),
    };
    let most = i64::from(inquiry.max_age_days);
    let (code, severity, message) = if days > most {
        let message = format!("The document is {days} days old; the limit is {most}.");
        (CheckCode::ExpiredDocument, Severity::Review, message)
    } else if days < 0 {
        let message = "The document is dated ahead of today.".to_owned();
        (CheckCode::FutureIssueDate, Severity::Fail, message)
    } else {
        return None;
    };
    Some(check(code, severity, message, vec![evidence]))
}

fn of_address(seen: &Seen<'_>) -> Option<Check> {
    let found = seen.found;
    let code = CheckCode::MissingAddressInformation;
    if found.full_address.is_empty() {
        let message = "The document shows no address of its holder.";
        return Some(check(code, Severity::Fail, message, Vec::new()));
    }
    let abroad = !found.country.is_empty() && !kofa_gazetteer::is_nigeria(&found.country);
    let place = !found.city.is_empty() || !found.lga.is_empty();
    let parts = [
        ("street", !found.street.is_empty()),
        ("city", place),
        ("state", abroad || !found.state.is_empty()),
    ];
    let missing = parts.iter().filter(|(_, there)| !there);
    let missing: Vec<&str> = missing.map(|(part, _)| *part).collect();
    let severity = match missing[..] {
        [] => return None,
        // Many Nigerian addresses name a well-known town and leave its state out.
        ["state"] => Severity::Info,
        _ => Severity::Review,
    };
    let message = format!("The printed address has no {}.", missing.join(" and no "));
    let evidence = vec![found.full_address.clone()];
    Some(check(code, severity, message, evidence))
}

fn of_name(paper: &Paper, comparison: &Comparison, inquiry: &Inquiry) -> Option<Check> {
    inquiry.expected_name.as_ref()?;
    let printed = paper.holder_name.clone();
    let agreement = comparison.name.agreement;
    verdict(CheckCode::NameMismatch, agreement, "name", printed)
}

fn of_expected_address(
    seen: &Seen<'_>,
    comparison: &Comparison,
    inquiry: &Inquiry,
) -> Option<Check> {
    inquiry.expected_address.as_ref()?;
    let printed = Some(seen.found.full_address.clone()).filter(|it| !it.is_empty());
    let agreement = comparison.address.agreement;
    verdict(CheckCode::AddressMismatch, agreement, "address", printed)
}

/// What is said of a thing that was expected. One that could not be compared is no match: who
/// crops a name off a paper must not pass by it.
fn verdict(
    code: CheckCode,
    agreement: Agreement,
    what: &str,
    printed: Option<String>,
) -> Option<Check> {
    let (severity, message) = match agreement {
        Agreement::Mismatch => (
            Severity::Fail,
            format!("The {what} on the document differs from the expected one."),
        ),
        Agreement::Partial => (
            Severity::Review,
            format!("The {what} on the document may be the expected one."),
        ),
        Agreement::NotChecked => (
            Severity::Review,
            format!("The document shows no {what} to compare with the expected one."),
        ),
        Agreement::Match => return None,
    };
    let evidence = printed.into_iter().collect();
    Some(check(code, severity, message, evidence))
}

fn of_quality(seen: &Seen<'_>) -> Option<Check> {
    let told = |(page, number): (&Page, u32)| match page.picture_only {
        true if page.capture != Capture::BornDigital => {
            Some(format!("time was up before all of page {number} was read"))
        }
        true => Some(format!("page {number} is a picture that was not read")),
        false => Some(sureness(page))
            .filter(|sure| *sure < SURE_MIN)
            .map(|sure| format!("the letters of page {number} were read with {sure:.2} of 1")),
    };
    let shown: Vec<String> = seen
        .document
        .pages
        .iter()
        .zip(1..)
        .filter_map(told)
        .collect();
    let message = "Parts of the document could not be read, or only badly.";
    let code = CheckCode::PoorQuality;
    (!shown.is_empty()).then(|| check(code, Severity::Review, message, shown))
}

/// Pages whose letters were read less surely than this are of poor quality.
const SURE_MIN: f32 = 0.85;

/// How surely the letters of a page were read, on average; 1 for a text layer.
fn sureness(page: &Page) -> f32 {
    let (sum, count) = page.words.iter().fold((0.0, 0.0), |(sum, count), word| {
        let letters = word.text.chars().count() as f32;
        (sum + word.confidence * letters, count + letters)
    });
    if count > 0.0 { sum / count } else { 1.0 }
}

/// Words of other text under or over a word: somebody wrote over what was there.
fn of_layers(seen: &Seen<'_>) -> Option<Check> {
    const EVIDENCE_MAX: usize = 5;
    let covered = seen.printed_pages().flat_map(|(page, _)| overlaps(page));
    let covered: Vec<String> = covered.take(EVIDENCE_MAX).collect();
    let message = "Words stand on top of other words, as when text is pasted over a document.";
    let code = CheckCode::SuspectedManipulation;
    (!covered.is_empty()).then(|| check(code, Severity::Review, message, covered))
}

/// What was painted over is not read, and not told: it may be what its owner blacked out.
fn of_covered(seen: &Seen<'_>) -> Option<Check> {
    /// Letters of a page: fewer stand beneath a logo or a stamp.
    const LETTERS_MIN: u32 = 8;
    let covered = seen
        .printed_pages()
        .filter(|(page, _)| page.covered >= LETTERS_MIN);
    let told = |(page, number): (&Page, u32)| format!("page {number}: {} letters", page.covered);
    let evidence: Vec<String> = covered.map(told).collect();
    let message = "Letters are painted over, as when one text is put in the place of another. \
                   What is below was not read.";
    let code = CheckCode::SuspectedManipulation;
    (!evidence.is_empty()).then(|| check(code, Severity::Review, message, evidence))
}

fn overlaps(page: &Page) -> Vec<String> {
    const WORDS_MAX: usize = 4_000;
    /// Words further on in order of their tops that may still overlap.
    const LOOK_AHEAD: usize = 64;
    let mut words: Vec<&Word> = page.words.iter().take(WORDS_MAX).collect();
    words.sort_by(|a, b| a.top.total_cmp(&b.top));
    let mut found = Vec::new();
    for (at, one) in words.iter().enumerate() {
        for two in words[at + 1..].iter().take(LOOK_AHEAD) {
            if two.top >= one.bottom {
                break;
            }
            if covers(one, two) {
                found.push(format!("'{}' over '{}'", two.text, one.text));
            }
        }
    }
    found
}

/// Both are words of some length, differ, and share most of their boxes. The same word twice
/// is how some printers draw bold letters and shadows.
fn covers(one: &Word, two: &Word) -> bool {
    const LETTERS_MIN: usize = 3;
    const SHARE: f32 = 0.6;
    let across = one.right.min(two.right) - one.left.max(two.left);
    let down = one.bottom.min(two.bottom) - one.top.max(two.top);
    let narrow = (one.right - one.left).min(two.right - two.left).max(1.0);
    let low = one.height().min(two.height()).max(1.0);
    if across < SHARE * narrow || down < SHARE * low {
        return false;
    }
    let (one, two) = (normalise(&one.text), normalise(&two.text));
    one.len() >= LETTERS_MIN
        && two.len() >= LETTERS_MIN
        && !one.contains(&two)
        && !two.contains(&one)
}

fn of_language(paper: &Paper) -> Option<Check> {
    let language = paper.language.filter(|language| *language != "en")?;
    let message = "The document does not seem to be in English.";
    let evidence = vec![format!("document.language is {language}")];
    let code = CheckCode::UnsupportedLanguage;
    Some(check(code, Severity::Review, message, evidence))
}
