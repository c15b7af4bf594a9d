//! What a document is: a bill, a statement, an agreement, and its particulars.

use jiff::civil::Date;
use kofa_gazetteer::{IssuerKind, normalise, tokens};

use super::super::labels::Label;
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

/// Phrases that tell what a paper is, and how surely.
type Cues = &'static [(&'static str, f64)];

const UTILITY: Cues = &[
    (" electricity bill ", 4.0),
    (" energy bill ", 3.0),
    (" water bill ", 4.0),
    (" waste bill ", 4.0),
    (" utility bill ", 3.0),
    (" kwh ", 2.5),
    (" meter no ", 2.0),
    (" meter number ", 2.0),
    (" tariff ", 1.5),
    (" feeder ", 1.5),
    (" electricity distribution ", 2.0),
    (" electricity ", 1.5),
    (" electric ", 1.0),
    (" disco ", 1.0),
    (" refuse ", 2.0),
    (" waste ", 1.5),
    (" water rate ", 3.0),
    (" water ", 1.0),
    (" service address ", 1.0),
    (" supply address ", 1.5),
    (" prepaid token ", 3.0),
    (" token ", 0.7),
    (" smartcard ", 2.5),
    (" decoder ", 2.0),
    (" broadband ", 1.5),
    (" internet ", 1.0),
    (" data plan ", 1.5),
    (" telephone bill ", 3.0),
    (" bill ", 0.7),
    (" consumption ", 1.0),
    (" previous reading ", 2.0),
];
const STATEMENT: Cues = &[
    (" statement of account ", 4.0),
    (" account statement ", 4.0),
    (" customer statement ", 3.0),
    (" bank statement ", 4.0),
    (" opening balance ", 2.5),
    (" closing balance ", 2.5),
    (" statement period ", 2.0),
    (" total debit ", 1.5),
    (" total credit ", 1.5),
    (" withdrawals ", 1.0),
    (" debit ", 0.7),
    (" credit ", 0.7),
    (" bank ", 0.7),
    (" balance ", 0.4),
    (" account type ", 1.0),
    (" narration ", 1.5),
    (" value date ", 1.5),
];
const TENANCY: Cues = &[
    (" tenancy agreement ", 5.0),
    (" lease agreement ", 5.0),
    (" rent agreement ", 5.0),
    (" deed of lease ", 4.0),
    (" demised ", 2.5),
    (" landlord ", 1.2),
    (" tenant ", 1.2),
    (" lessor ", 2.0),
    (" lessee ", 2.0),
    (" premises ", 1.0),
    (" yearly tenancy ", 2.0),
    (" rent ", 0.7),
];
const TAX: Cues = &[
    (" land use charge ", 5.0),
    (" demand notice ", 3.0),
    (" tenement rate ", 5.0),
    (" tax clearance ", 4.0),
    (" notice of assessment ", 4.0),
    (" assessment notice ", 4.0),
    (" tax assessment ", 4.0),
    (" internal revenue ", 3.0),
    (" inland revenue ", 3.0),
    (" revenue service ", 3.0),
    (" personal income tax ", 3.0),
    (" taxpayer ", 2.0),
    (" payer id ", 2.0),
    (" tax ", 0.8),
    (" ground rent ", 3.0),
];
const GOVERNMENT: Cues = &[
    (" local government council ", 2.5),
    (" certificate of origin ", 4.0),
    (" certificate of residence ", 4.0),
    (" letter of identification ", 3.0),
    (" federal republic of nigeria ", 2.0),
    (" federal ministry ", 3.0),
    (" ministry of ", 2.5),
    (" office of the chairman ", 2.0),
    (" secretary to the local government ", 3.0),
    (" national population commission ", 3.0),
    (" high court ", 2.5),
    (" magistrate court ", 2.5),
    (" magistrates court ", 2.5),
    (" affidavit ", 3.0),
    (" sworn ", 1.5),
    (" area council ", 1.5),
    (" government of ", 1.0),
    (" the presidency ", 2.0),
    (" nigeria police ", 2.0),
];
const IDENTITY: Cues = &[
    (" driver's licence ", 5.0),
    (" drivers licence ", 5.0),
    (" driver's license ", 5.0),
    (" national identity card ", 5.0),
    (" national identification number ", 2.0),
    (" permanent voter ", 5.0),
    (" voter's card ", 5.0),
    (" voters card ", 5.0),
    (" international passport ", 4.0),
    (" passport no ", 3.0),
    (" identity card ", 4.0),
    (" date of birth ", 1.5),
    (" place of birth ", 1.5),
    (" blood group ", 1.5),
];

fn kind_of(seen: &Seen<'_>, text: &str) -> PaperKind {
    const ENOUGH: f64 = 3.0;
    const FROM_A_KNOWN_ISSUER: f64 = 2.0;
    const FROM_A_UTILITY: f64 = 3.0;
    let weigh = |cues: Cues| -> f64 {
        let there = cues.iter().filter(|(phrase, _)| text.contains(phrase));
        there.map(|(_, weight)| weight).sum()
    };
    let mut weights = [
        (PaperKind::UtilityBill, weigh(UTILITY)),
        (PaperKind::BankStatement, weigh(STATEMENT)),
        (PaperKind::TenancyAgreement, weigh(TENANCY)),
        (PaperKind::TaxNotice, weigh(TAX)),
        (PaperKind::GovernmentLetter, weigh(GOVERNMENT)),
        (PaperKind::IdCard, weigh(IDENTITY)),
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
        (
            "en",
            "the of and to for in is your you please with this that by on at from be are date \
             address name account amount number total bill balance customer payment tenant shall",
        ),
        (
            "fr",
            "le la les de des du et est une un pour avec votre vous sur au aux par dans montant \
             facture adresse nom numéro compte solde rue client paiement monsieur madame",
        ),
        (
            "es",
            "el la los las de del y es una un para con su usted por en importe factura dirección \
             nombre número cuenta saldo calle cliente pago fecha señor",
        ),
        (
            "pt",
            "o os as de do da dos e é uma um para com seu sua por em valor fatura morada endereço \
             nome número conta saldo rua cliente pagamento data senhor",
        ),
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
    let count = |list: &str| {
        let list: Vec<&str> = list.split_whitespace().collect();
        told.iter().filter(|word| list.contains(**word)).count()
    };
    let counts = LANGUAGES.map(|(language, list)| (language, count(list)));
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
    const KEYS: &[&str] = &[
        "accountnumber",
        "accountno",
        "acctno",
        "acno",
        "accountnum",
        "meternumber",
        "meterno",
        "customerid",
        "customernumber",
        "customerno",
        "smartcardno",
        "smartcardnumber",
        "propertyid",
        "payerid",
        "relationshipno",
    ];
    const SHOWN: usize = 4;
    let first = seen.layouts.first()?;
    let value = pairs(first).into_iter().find_map(|pair| {
        let wanted = pair.label == Label::Other && KEYS.contains(&normalise(pair.name).as_str());
        let digits = pair.value.bytes().filter(u8::is_ascii_digit).count();
        (wanted && (6..=24).contains(&digits)).then_some(pair.value)
    })?;
    let compact: Vec<char> = tokens(value).concat().chars().collect();
    let hidden = compact.len().saturating_sub(SHOWN);
    let shown: String = compact.iter().skip(hidden).collect();
    Some(format!("{}{}", "*".repeat(hidden), shown.to_uppercase()))
}
