//! `GET /api/v1/company/validation/company/name`

use kofa_core::codes::{SANDBOX_VALUE_IN_LIVE, UPSTREAM_NOT_CONFIGURED};
use kofa_core::endpoint::{Billable, Endpoint};
use kofa_core::schema::text;
use kofa_domain::{Code, Environment, Error, Fault, Kobo, Result, Timestamp, codes as common};
use kofa_gate::call::Call;
use kofa_gate::{Answer, ProductEndpoint, Query, Reference, Refusal, Request};
use serde::Serialize;
use utoipa::ToSchema;

use super::lookup::{self, Lookup};
use super::wire::RecordSource;
use crate::codes::{
    COMPANY_NOT_FOUND, ENTITY_TYPE_CONFLICT, INVALID_ENTITY_NAME, INVALID_ENTITY_TYPE,
    INVALID_RC_NUMBER, UPSTREAM_ACCOUNT_PROBLEM, UPSTREAM_INVALID_ANSWER, UPSTREAM_REJECTED,
    UPSTREAM_TIMEOUT, UPSTREAM_UNAVAILABLE,
};
use crate::endpoint::BASE;
use crate::lookup::disambiguation::Choice;
use crate::lookup::sources::Sources;
use crate::names::{Difference, NameCheck, NameMatch, Registered, compare};
use crate::source_settings::Operation;

/// Longest name that is compared, in characters: as long as the register keeps.
const NAME_MAX: usize = 300;

/// Checks a name against the one registered under a number.
#[derive(Clone, Debug)]
pub struct ValidateCompanyName {
    sources: Sources,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "validateCompanyName",
    path: "/api/v1/company/validation/company/name",
    default_price: Kobo::new(2_500),
    billable: &[Billable {
        status: 200,
        when: "an entity is found, whether or not the name is its own",
    }],
    timeout_ms_max: lookup::CALL_MS_MAX,
    shown: super::SHOWN,
    ..BASE
};

/// What a valid request asks: whose name, and the name.
#[derive(Debug, PartialEq, Eq)]
pub struct NameQuestion {
    lookup: Lookup,
    name: String,
}

impl ValidateCompanyName {
    /// Over `sources`.
    pub fn new(sources: Sources) -> Self {
        Self { sources }
    }

    async fn find(
        &self,
        environment: Environment,
        now: Timestamp,
        input: NameQuestion,
    ) -> Result<CompanyNameAnswer> {
        let operation = Operation::ValidateCompanyName;
        let lookup = &input.lookup;
        let choice = lookup.choose(&self.sources, environment, operation).await?;
        Ok(CompanyNameAnswer::new(choice, input.name, now))
    }
}

impl ProductEndpoint for ValidateCompanyName {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = NameQuestion;

    async fn read(&self, call: &Call, request: &Request) -> Result<NameQuestion> {
        let question = read_query(call.environment(), &request.query())?;
        self.sources.must_be_connected(call).await?;
        Ok(question)
    }

    async fn run(&self, call: &Call, input: NameQuestion) -> Result<Answer, Refusal> {
        lookup::answer(self.find(call.environment(), call.now(), input).await)
    }

    fn reference() -> Reference {
        let reference = lookup::parameters(Reference::new(
            "Check a company's name",
            "Checks whether a name is the one registered under a number. A name that differs is a \
             normal response, not an error: `isMatch` is false and `differences` says why. \
             `matchResult` is `EXACT` (equal except for case and spaces, score 1), `NORMALIZED` \
             (equal except for punctuation, abbreviations such as Ltd, Nig, Int'l or &, and \
             accents, 0.99), `PARTIAL` (a typing error, a missing word or legal form, 0.85 to \
             0.98: needs review by a person) or `MISMATCH` (up to 0.84). Names with different \
             legal forms never match: an Ltd is not a Plc, and a business name is not the company \
             with the same words.\n\nIf several types of entity share the number, `alternatives` \
             has the result for each of the others. In the sandbox the last digit of the numbers \
             `0000010` to `0000099` chooses the outcome, as for the lookup by RC number.",
        ));
        reference
            .query(
                "entityName",
                true,
                text(""),
                "The name to check, up to 300 characters, with at least one letter or digit.",
            )
            .answers::<CompanyNameAnswer>(200, "The result.")
            .codes(CODES)
    }
}

const CODES: &[&Code] = &[
    &INVALID_RC_NUMBER,
    &INVALID_ENTITY_TYPE,
    &ENTITY_TYPE_CONFLICT,
    &INVALID_ENTITY_NAME,
    &SANDBOX_VALUE_IN_LIVE,
    &COMPANY_NOT_FOUND,
    &UPSTREAM_REJECTED,
    &UPSTREAM_UNAVAILABLE,
    &UPSTREAM_TIMEOUT,
    &UPSTREAM_INVALID_ANSWER,
    &UPSTREAM_ACCOUNT_PROBLEM,
    &UPSTREAM_NOT_CONFIGURED,
    &common::INVALID_FIELD,
];

fn read_query(environment: Environment, query: &Query) -> Result<NameQuestion> {
    let mut faults = Vec::new();
    let lookup = Lookup::read_into(environment, query, &mut faults);
    let name = read_name(query, &mut faults);
    match (lookup, name) {
        (Some(lookup), Some(name)) if faults.is_empty() => Ok(NameQuestion { lookup, name }),
        _ => Err(Error::faults(faults)),
    }
}

fn read_name(query: &Query, faults: &mut Vec<Fault>) -> Option<String> {
    let Some(name) = query.filled("entityName") else {
        faults.push(Fault::missing("entityName"));
        return None;
    };
    let message = if name.chars().count() > NAME_MAX {
        "`entityName` must have at most 300 characters."
    } else if name.chars().any(char::is_control) {
        "`entityName` must not contain control characters."
    } else if !name.chars().any(char::is_alphanumeric) {
        "`entityName` must have at least one letter or digit."
    } else {
        return Some(name.to_owned());
    };
    faults.push(Fault::on("entityName", &INVALID_ENTITY_NAME, message));
    None
}

/// An entity was found, and the name compared with its own.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompanyNameAnswer {
    /// The HTTP status.
    #[schema(minimum = 200, maximum = 200, example = 200)]
    status_code: u16,
    /// Always true: a name that does not match is a valid result.
    success: bool,
    /// A human-readable message with the result.
    #[schema(example = "The name matches. Company found.")]
    message: String,
    data: CompanyNameCheck,
}

/// The result of a name check.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompanyNameCheck {
    /// In canonical form: digits, without prefix and leading zeros (the sandbox's reserved
    /// numbers keep theirs).
    #[schema(pattern = "^[0-9]{1,12}$", example = "0000010")]
    rc_number: String,
    /// As it was sent.
    #[schema(example = "Sandbox Kingfisher Foods Ltd")]
    submitted_name: String,
    #[schema(example = "Sandbox Kingfisher Foods Limited")]
    registered_name: String,
    /// Whether it is the same name: true for `EXACT` and `NORMALIZED`.
    is_match: bool,
    /// `EXACT`, `NORMALIZED`, `PARTIAL` or `MISMATCH`.
    #[schema(
        pattern = "^(EXACT|NORMALIZED|PARTIAL|MISMATCH)$",
        example = "NORMALIZED"
    )]
    match_result: &'static str,
    /// With two decimals: exact 1, normalized 0.99, partial 0.85 to 0.98, mismatch up to 0.84.
    #[schema(minimum = 0, maximum = 1, example = 0.99)]
    match_score: f64,
    /// What differs; empty if the names match exactly.
    differences: Vec<NameDifference>,
    /// `ACTIVE`, `INACTIVE` (annual returns overdue), `STRUCK_OFF`, `DELISTED`, `DISSOLVED`,
    /// `IN_LIQUIDATION` or `UNKNOWN`.
    #[schema(example = "ACTIVE")]
    registration_status: &'static str,
    /// Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`,
    /// `LIMITED_PARTNERSHIP` or `LIMITED_LIABILITY_PARTNERSHIP`.
    #[schema(example = "COMPANY")]
    entity_type: &'static str,
    /// The results for other entities with the same number. Only present if there are any and the
    /// request did not select a type.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    alternatives: Vec<CompanyNameAlternative>,
    source: RecordSource,
}

/// One difference between two names.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NameDifference {
    /// `LEGAL_FORM`, `COUNTRY`, `MISSING_WORD`, `EXTRA_WORD`, `SPELLING`, `SPACING`,
    /// `WORD_ORDER`, `WRITING` or `LETTERS`.
    #[schema(example = "SPELLING")]
    kind: &'static str,
    /// The part of the name you sent, in the form used for comparison; null if there is none.
    #[schema(example = "HAVEST")]
    submitted: Option<String>,
    /// The part of the registered name; null if there is none.
    #[schema(example = "HARVEST")]
    registered: Option<String>,
    /// In words.
    #[schema(example = "HAVEST is spelled HARVEST on the register.")]
    message: String,
}

/// The result for another entity with the same number.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompanyNameAlternative {
    /// Send it as `entityType` to get this one.
    #[schema(example = "BUSINESS_NAME")]
    entity_type: &'static str,
    company_name: String,
    /// `EXACT`, `NORMALIZED`, `PARTIAL` or `MISMATCH`.
    #[schema(example = "MISMATCH")]
    match_result: &'static str,
    /// With two decimals.
    #[schema(minimum = 0, maximum = 1, example = 0.31)]
    match_score: f64,
}

/// Hundredths as a number with two decimals.
fn decimal(hundredths: u8) -> f64 {
    f64::from(hundredths) / 100.0
}

fn in_words(check: &NameCheck) -> &'static str {
    match check.result {
        NameMatch::Exact | NameMatch::Normalized => "The name matches.",
        NameMatch::Partial => "The name is near the registered one, but not the same.",
        NameMatch::Mismatch => "The name is not the registered one.",
    }
}

impl From<Difference> for NameDifference {
    fn from(difference: Difference) -> Self {
        Self {
            kind: difference.kind.as_str(),
            message: difference.message(),
            submitted: difference.submitted,
            registered: difference.registered,
        }
    }
}

impl CompanyNameAnswer {
    fn new(choice: Choice, name: String, now: Timestamp) -> Self {
        let company = choice.record.company.clone();
        let check = compare(&name, Registered::of(&company));
        let alternatives = choice.others.iter().map(|other| {
            let check = compare(&name, Registered::of(&other.company));
            CompanyNameAlternative {
                entity_type: other.company.entity_type.as_str(),
                company_name: other.company.company_name.clone(),
                match_result: check.result.as_str(),
                match_score: decimal(check.score),
            }
        });
        Self {
            status_code: 200,
            success: true,
            message: format!("{} {}", in_words(&check), choice.message),
            data: CompanyNameCheck {
                rc_number: company.rc_number.to_string(),
                submitted_name: name.clone(),
                registered_name: company.company_name,
                is_match: check.result.is_match(),
                match_result: check.result.as_str(),
                match_score: decimal(check.score),
                differences: check.differences.into_iter().map(Into::into).collect(),
                registration_status: company.registration_status.as_str(),
                entity_type: company.entity_type.as_str(),
                alternatives: alternatives.collect(),
                source: RecordSource::of(&choice.record, now),
            },
        }
    }
}

#[cfg(test)]
mod tests;
