//! The parts of an answer that `include=` asks for.

use kofa_address::{
    Agreement, Check, CheckCode, Comparison, Extraction, Flaws, Inspection, Likeness, Paper,
    PaperKind, Region, Regions, Severity,
};
use kofa_core::schema::choice;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::schema::Schema;

/// The position of each field; a field that is not printed has no regions.
#[derive(Debug, Serialize, ToSchema)]
pub struct FieldRegions {
    full_address: Vec<RegionData>,
    street: Vec<RegionData>,
    city: Vec<RegionData>,
    state: Vec<RegionData>,
    lga: Vec<RegionData>,
    country: Vec<RegionData>,
}

/// A piece of a value on one line of a page.
#[derive(Debug, Serialize, ToSchema)]
pub struct RegionData {
    /// Counted from 1.
    #[schema(minimum = 1)]
    page: u32,
    /// Top left, top right, bottom right, bottom left, each `[x, y]` as fractions of the
    /// upright page, 0 to 1.
    #[schema(example = json!([[0.25, 0.18], [0.53, 0.18], [0.53, 0.19], [0.25, 0.19]]))]
    polygon: [[f64; 2]; 4],
    /// The words as printed.
    text: String,
}

/// Details of the document. Values that it does not show are null.
#[derive(Debug, Serialize, ToSchema)]
pub struct DocumentData {
    #[serde(rename = "type")]
    #[schema(schema_with = kinds)]
    kind: &'static str,
    /// The issuer, as printed.
    #[schema(nullable, example = "EKO ELECTRICITY DISTRIBUTION PLC")]
    issuer_name: Option<String>,
    /// The issuer's own address as printed; null if it shows none.
    #[schema(nullable)]
    issuer_address: Option<IssuerAddress>,
    /// The recipient, as printed.
    #[schema(nullable)]
    recipient_name: Option<String>,
    /// Day of issue.
    #[schema(nullable, format = Date)]
    issue_date: Option<String>,
    /// First day of the billing or statement period.
    #[schema(nullable, format = Date)]
    period_start: Option<String>,
    /// Last day of that period.
    #[schema(nullable, format = Date)]
    period_end: Option<String>,
    /// Days since the day of issue; without one, since the end of the period, and 0 within it.
    /// Negative if that lies ahead.
    #[schema(nullable)]
    age_days: Option<i64>,
    /// Whether it is at most `max_age_days` old and not dated in the future.
    #[schema(nullable)]
    is_recent: Option<bool>,
    /// Number of the account or meter; all but the last four characters are masked.
    #[schema(nullable, example = "********4401")]
    account_or_meter_number: Option<String>,
    /// Pages.
    #[schema(minimum = 1)]
    pages: usize,
    /// ISO 639: `en`, or `und` for a script that is not read.
    #[schema(nullable, example = "en")]
    language: Option<&'static str>,
}

/// The issuer's address. Nothing is inferred: parts that are not printed are empty.
#[derive(Debug, Serialize, ToSchema)]
pub struct IssuerAddress {
    full_address: String,
    street: String,
    city: String,
    state: String,
    lga: String,
    country: String,
    /// The lowest confidence of these fields, 0 to 1.
    #[schema(minimum = 0, maximum = 1)]
    confidence: f64,
}

/// The address as separate parts. Parts that are not printed are empty; `city`, `lga`, `state` and
/// `country` are the same as in the result.
#[derive(Debug, Serialize, ToSchema)]
pub struct PartsData {
    /// Number, flat, floor, plot, building.
    #[schema(example = "Flat 3, 12B")]
    premises: String,
    /// The thoroughfare or estate by its name alone.
    #[schema(example = "Adeniran Ogunsanya Street")]
    street: String,
    /// District within the city; never the city itself.
    #[schema(example = "Trans Amadi")]
    district: String,
    #[schema(example = "Port Harcourt")]
    city: String,
    lga: String,
    #[schema(example = "Rivers")]
    state: String,
    /// As printed.
    #[schema(example = "500102")]
    postcode: String,
    country: String,
    /// A nearby landmark, with its preposition.
    #[schema(example = "Opposite Unity Bank")]
    landmark: String,
    /// The person or organisation that forwards the mail.
    care_of: String,
}

/// Something that a reviewer should know.
#[derive(Debug, Serialize, ToSchema)]
pub struct CheckData {
    #[schema(schema_with = check_codes)]
    code: &'static str,
    #[schema(schema_with = severities)]
    severity: &'static str,
    /// In words.
    message: String,
    /// The evidence: text from the document, or the rule.
    evidence: Vec<String>,
}

/// Comparison of the document with what you expect.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchData {
    /// 0 to 1; 0 if not checked.
    #[schema(minimum = 0, maximum = 1)]
    name_score: f64,
    #[schema(schema_with = agreements)]
    name_result: &'static str,
    /// 0 to 1; 0 if not checked.
    #[schema(minimum = 0, maximum = 1)]
    address_score: f64,
    #[schema(schema_with = agreements)]
    address_result: &'static str,
}

fn kinds() -> Schema {
    choice(&PaperKind::ALL.map(PaperKind::as_str))
}

fn check_codes() -> Schema {
    choice(&CheckCode::ALL.map(CheckCode::as_str))
}

fn severities() -> Schema {
    choice(&Severity::ALL.map(Severity::as_str))
}

fn agreements() -> Schema {
    use Agreement::{Match, Mismatch, NotChecked, Partial};
    choice(&[Match, Partial, Mismatch, NotChecked].map(Agreement::as_str))
}

impl FieldRegions {
    pub(super) fn new(inspection: &Inspection) -> Self {
        let Regions {
            full_address,
            street,
            city,
            state,
            lga,
            country,
        } = &inspection.regions;
        let data = |regions: &[Region]| regions.iter().map(RegionData::new).collect();
        Self {
            full_address: data(full_address),
            street: data(street),
            city: data(city),
            state: data(state),
            lga: data(lga),
            country: data(country),
        }
    }
}

impl RegionData {
    fn new(region: &Region) -> Self {
        Self {
            page: region.page,
            polygon: region.polygon,
            text: region.text.clone(),
        }
    }
}

impl DocumentData {
    pub(super) fn new(paper: &Paper) -> Self {
        Self {
            kind: paper.kind.as_str(),
            issuer_name: paper.issuer_name.clone(),
            issuer_address: paper.issuer_address.as_ref().map(IssuerAddress::new),
            recipient_name: paper.holder_name.clone(),
            issue_date: paper.issue_date.map(|day| day.to_string()),
            period_start: paper.period_start.map(|day| day.to_string()),
            period_end: paper.period_end.map(|day| day.to_string()),
            age_days: paper.age_days,
            is_recent: paper.is_recent,
            account_or_meter_number: paper.number_masked.clone(),
            pages: paper.pages,
            language: paper.language,
        }
    }
}

impl IssuerAddress {
    fn new(found: &Extraction) -> Self {
        Self {
            full_address: found.full_address.clone(),
            street: found.street.clone(),
            city: found.city.clone(),
            state: found.state.clone(),
            lga: found.lga.clone(),
            country: found.country.clone(),
            confidence: found.confidence,
        }
    }
}

impl PartsData {
    pub(super) fn new(found: &Extraction) -> Self {
        let parts = &found.parts;
        Self {
            premises: parts.premises.clone(),
            street: parts.thoroughfare.clone(),
            district: parts.district.clone(),
            city: found.city.clone(),
            lga: found.lga.clone(),
            state: found.state.clone(),
            postcode: parts.postcode.clone(),
            country: found.country.clone(),
            landmark: parts.landmark.clone(),
            care_of: parts.care_of.clone(),
        }
    }
}

impl CheckData {
    pub(super) fn new(check: &Check) -> Self {
        Self {
            code: check.code.as_str(),
            severity: check.severity.as_str(),
            message: check.message.clone(),
            evidence: check.evidence.clone(),
        }
    }
}

/// All checks, the gravest first: what is wrong with a picture asks for review.
pub(super) fn checks(inspection: &Inspection, flawed: &[(usize, Flaws)]) -> Vec<CheckData> {
    let found = &inspection.checks;
    let at = found
        .iter()
        .position(|check| check.severity == Severity::Info);
    let (before, after) = found.split_at(at.unwrap_or(found.len()));
    let poor = flawed.iter().map(|(page, flaws)| CheckData {
        code: CheckCode::PoorQuality.as_str(),
        severity: Severity::Review.as_str(),
        message: format!("On page {page} {flaws}."),
        evidence: Vec::new(),
    });
    let before = before.iter().map(CheckData::new);
    let after = after.iter().map(CheckData::new);
    before.chain(poor).chain(after).collect()
}

impl MatchData {
    pub(super) fn new(comparison: &Comparison) -> Self {
        let Likeness { score, agreement } = comparison.name;
        Self {
            name_score: score,
            name_result: agreement.as_str(),
            address_score: comparison.address.score,
            address_result: comparison.address.agreement.as_str(),
        }
    }
}
