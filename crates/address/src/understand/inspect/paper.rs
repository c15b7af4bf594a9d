//! What a document is: a bill, a statement, an agreement, and its particulars.

use jiff::civil::Date;
use kofa_gazetteer::{IssuerKind, normalise, tokens};

use super::super::labels::Label;
use super::super::wordlists::{lists, weighted};
use super::pairs::pairs;
use super::{Inquiry, Paper, Seen, dates, holder, issuer};

/// What a document is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum PaperKind {
    /// Of electricity, water, waste, telephone, internet or television.
    UtilityBill,
    /// Of a bank or wallet.
    BankStatement,
    /// Between landlord and tenant.
    TenancyAgreement,
    /// A demand, assessment or clearance of a revenue authority.
    TaxNotice,
    /// Of a ministry, council, court or commission.
    GovernmentLetter,
    /// Of a person: it is no proof of address.
    IdCard,
    #[default]
    Other,
}

impl PaperKind {
    pub const ALL: [Self; 7] = kofa_domain::all();

    /// A stable word for it.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }
}

/// Words looked at; what a paper is stands at its beginning.
const WORDS_MAX: usize = 3_000;

pub(super) fn paper(seen: &Seen<'_>, inquiry: &Inquiry) -> Paper {
    let text = text_of(seen);
    let heights: Vec<f32> = seen.document.pages.iter().map(|page| page.height).collect();
    let kind = kind_of(seen, &text);
    let dates = dates::dates(seen.layouts, &heights);
    let (issuer_name, issuer_address) = issuer::issuer(seen, kind);
    let holder_name = holder::holder(seen, issuer_name.as_deref());
    let (period_start, period_end) = dates.period.unzip();
    let today = inquiry.today;
    let days_since = |day: Date| i64::from((today - day).get_days());
    // What covers today is of today, though a bill's month or a year's rent ends later.
    let by_period = dates.period.map(|(start, end)| {
        let current = start <= today && today <= end;
        days_since(if current { today } else { end })
    });
    let age_days = dates.issue.map(days_since).or(by_period);
    let is_recent = age_days.map(|days| (0..=i64::from(inquiry.max_age_days)).contains(&days));
    Paper {
        kind,
        issuer_name,
        issuer_address,
        holder_name,
        issue_date: dates.issue,
        period_start,
        period_end,
        age_days,
        is_recent,
        number_masked: number_masked(seen),
        pages: seen.document.pages.len(),
        language: language_of(&text),
    }
}

/// The text in small letters, single spaces between the words and around the whole.
fn text_of(seen: &Seen<'_>) -> String {
    let mut text = String::from(" ");
    let mut words = 0;
    for line in seen.layouts.iter().flat_map(|layout| &layout.lines) {
        for word in line.text.split_whitespace() {
            words += 1;
            if words > WORDS_MAX {
                return text;
            }
            let word = word.trim_matches(|letter: char| {
                !letter.is_alphanumeric() && !matches!(letter, '\'' | '’' | '/')
            });
            text.push_str(&word.to_lowercase());
            text.push(' ');
        }
    }
    text
}

fn kind_of(seen: &Seen<'_>, text: &str) -> PaperKind {
    const ENOUGH: f64 = 3.0;
    const FROM_A_KNOWN_ISSUER: f64 = 2.0;
    const FROM_A_UTILITY: f64 = 3.0;
    let weigh = |cues: &str| -> f64 {
        let there = weighted(cues).filter(|(phrase, _)| text.contains(&format!(" {phrase} ")));
        there.map(|(_, weight)| weight).sum()
    };
    let mut weights = [
        (PaperKind::UtilityBill, weigh("paper.utility")),
        (PaperKind::BankStatement, weigh("paper.statement")),
        (PaperKind::TenancyAgreement, weigh("paper.tenancy")),
        (PaperKind::TaxNotice, weigh("paper.tax")),
        (PaperKind::GovernmentLetter, weigh("paper.government")),
        (PaperKind::IdCard, weigh("paper.identity")),
    ];
    if let Some(known) = issuer::known_in_head(seen) {
        let kind = match known.kind {
            IssuerKind::Bank => PaperKind::BankStatement,
            IssuerKind::Tax => PaperKind::TaxNotice,
            IssuerKind::Electricity
            | IssuerKind::Waste
            | IssuerKind::Water
            | IssuerKind::Telecom
            | IssuerKind::PayTv => PaperKind::UtilityBill,
        };
        let step = match kind {
            PaperKind::UtilityBill => FROM_A_UTILITY,
            _ => FROM_A_KNOWN_ISSUER,
        };
        for (_, weight) in weights.iter_mut().filter(|(one, _)| *one == kind) {
            *weight += step;
        }
    }
    // A receipt for rent speaks of landlord and tenant too, and is no agreement.
    if text.contains(" receipt ") && !text.contains(" agreement ") {
        weights[2].1 *= 0.4;
    }
    weights
        .into_iter()
        .max_by(|(_, one), (_, two)| one.total_cmp(two))
        .filter(|(_, weight)| *weight >= ENOUGH)
        .map_or(PaperKind::Other, |(kind, _)| kind)
}

/// The language that most small words belong to.
fn language_of(text: &str) -> Option<&'static str> {
    const WORDS_MIN: usize = 12;
    const LANGUAGES: [(&str, &str); 4] = [
        ("en", "paper.en"),
        ("fr", "paper.fr"),
        ("es", "paper.es"),
        ("pt", "paper.pt"),
    ];
    let words: Vec<&str> = text.split_whitespace().collect();
    let letters = |word: &&&str| word.chars().any(char::is_alphabetic);
    let told: Vec<&&str> = words.iter().filter(letters).collect();
    if told.len() < WORDS_MIN {
        return None;
    }
    let latin = |word: &&&&str| {
        word.chars()
            .any(|letter| letter < '\u{250}' && letter.is_alphabetic())
    };
    if told.iter().filter(latin).count() * 2 < told.len() {
        return Some("und");
    }
    let counts = LANGUAGES.map(|(language, list)| {
        let count = told.iter().filter(|word| lists(list, word)).count();
        (language, count)
    });
    let english = counts[0].1;
    let other = counts[1..].iter().max_by_key(|(_, count)| *count);
    match other {
        // A street in Abuja may well be called after La Paz.
        Some((language, count)) if *count >= 5 && *count > 2 * english => Some(language),
        _ => Some("en"),
    }
}

/// `******4401`: the number of an account or a meter.
fn number_masked(seen: &Seen<'_>) -> Option<String> {
    const SHOWN: usize = 4;
    let first = seen.layouts.first()?;
    let value = pairs(first).into_iter().find_map(|pair| {
        let wanted = pair.label == Label::Other && lists("paper.keys", &normalise(pair.name));
        let digits = pair.value.bytes().filter(u8::is_ascii_digit).count();
        (wanted && (6..=24).contains(&digits)).then_some(pair.value)
    })?;
    let compact: Vec<char> = tokens(value).concat().chars().collect();
    let hidden = compact.len().saturating_sub(SHOWN);
    let shown: String = compact.iter().skip(hidden).collect();
    Some(format!("{}{}", "*".repeat(hidden), shown.to_uppercase()))
}
