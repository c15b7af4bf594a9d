//! `GET /api/v1/company/validation/company/tin`

use kofa_core::codes::{SANDBOX_VALUE_IN_LIVE, UPSTREAM_NOT_CONFIGURED};
use kofa_core::endpoint::{Billable, Endpoint};
use kofa_core::schema::text;
use kofa_domain::{Code, Environment, Error, Fault, Kobo, Result, Timestamp, codes as common};
use kofa_gate::call::Call;
use kofa_gate::{Answer, ProductEndpoint, Query, Reference, Refusal, Request};
use kofa_store::Store;
use serde::Serialize;
use utoipa::ToSchema;

use super::lookup::{CALL_MS_MAX, answer, max_age_parameter, read_max_age};
use super::tin_wire::{has_number, unknown_tin};
use super::wire::CompanyRecord;
use crate::codes::{
    INVALID_TIN, TIN_NOT_FOUND, UPSTREAM_ACCOUNT_PROBLEM, UPSTREAM_INVALID_ANSWER,
    UPSTREAM_REJECTED, UPSTREAM_TIMEOUT, UPSTREAM_UNAVAILABLE,
};
use crate::endpoint::BASE;
use crate::lookup::disambiguation::{Choice, choose};
use crate::lookup::sources::{Sources, TaxAuthority, tax_record};
use crate::names::is_same_name;
use crate::record::Record;
use crate::source_settings::{Ask, Operation};
use crate::tin::{TIN_PATTERN, Taxpayer, Tin, is_reserved};

/// Finds a company by its tax number.
#[derive(Clone, Debug)]
pub struct GetCompanyByTin {
    sources: Sources,
    store: Store,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "getCompanyByTin",
    path: "/api/v1/company/validation/company/tin",
    default_price: Kobo::new(5_000),
    billable: &[Billable {
        status: 200,
        when: "a company has the tax number, whatever the company's status",
    }],
    timeout_ms_max: CALL_MS_MAX,
    shown: super::SHOWN,
    ..BASE
};

const CODES: &[&Code] = &[
    &INVALID_TIN,
    &SANDBOX_VALUE_IN_LIVE,
    &TIN_NOT_FOUND,
    &UPSTREAM_REJECTED,
    &UPSTREAM_UNAVAILABLE,
    &UPSTREAM_TIMEOUT,
    &UPSTREAM_INVALID_ANSWER,
    &UPSTREAM_ACCOUNT_PROBLEM,
    &UPSTREAM_NOT_CONFIGURED,
    &common::INVALID_FIELD,
];

/// What a valid request asks for.
#[derive(Debug)]
pub struct CompanyByTinInput {
    tin: Tin,
    max_age_seconds: Option<u32>,
}

impl GetCompanyByTin {
    /// Over `sources`; numbers that were generated are in `store`.
    pub fn new(sources: Sources, store: Store) -> Self {
        Self { sources, store }
    }

    async fn find(&self, call: &Call, input: CompanyByTinInput) -> Result<CompanyByTinAnswer> {
        let ask = input.ask(call.environment());
        let tin = input.tin;
        let authority = self.sources.tax_authority(&ask, is_reserved(&tin)).await?;
        let issuer = match authority {
            TaxAuthority::Sandbox(issuer) => issuer,
            TaxAuthority::Upstream(upstream, freshness) => {
                let found = upstream.by_tin(&tin, freshness).await?;
                let (record, taxpayer) = tax_record(found.some().ok_or_else(unknown_tin)?);
                let choice = choose(vec![record], None, None).ok_or_else(unknown_tin)?;
                return Ok(CompanyByTinAnswer::new(choice, &tin, taxpayer, call.now()));
            }
            TaxAuthority::Register(register) => {
                let found = register.by_tin(&tin).await?;
                let judged = |record| self.sources.judged(&ask, record);
                let (choice, taxpayer) = of_register(found, judged).ok_or_else(unknown_tin)?;
                return Ok(CompanyByTinAnswer::new(choice, &tin, taxpayer, call.now()));
            }
        };
        let number = issuer.behind(&tin).ok_or_else(unknown_tin)?;
        let records = self.sources.by_rc(&ask, &number).await?;
        for record in records {
            let taxpayer = issuer.taxpayer(&record.company)?;
            let same = taxpayer.tax_id == tin || taxpayer.legacy.as_ref() == Some(&tin);
            if same && has_number(&self.store, call, &record.company, &taxpayer).await? {
                let choice = choose(vec![record], None, None).ok_or_else(unknown_tin)?;
                return Ok(CompanyByTinAnswer::new(choice, &tin, taxpayer, call.now()));
            }
        }
        Err(unknown_tin())
    }
}

/// The first of those that have the number in the register; the others are told beside it.
fn of_register(
    found: Vec<(Record, Taxpayer)>,
    judged: impl Fn(Record) -> Record,
) -> Option<(Choice, Taxpayer)> {
    let mut found = found.into_iter();
    let (record, taxpayer) = found.next()?;
    let mut choice = choose(vec![judged(record)], None, None)?;
    choice.others = found.map(|(record, _)| record).collect();
    if !choice.others.is_empty() {
        let more = " The register has the same tax number for the entities in `alternatives`.";
        choice.message.push_str(more);
    }
    Some((choice, taxpayer))
}

impl ProductEndpoint for GetCompanyByTin {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = CompanyByTinInput;

    async fn read(&self, call: &Call, request: &Request) -> Result<CompanyByTinInput> {
        let input = read_query(call.environment(), &request.query())?;
        // Before the wallet is asked: nobody should top it up for what is not connected.
        let ask = input.ask(call.environment());
        self.sources
            .tax_authority(&ask, is_reserved(&input.tin))
            .await?;
        Ok(input)
    }

    async fn run(&self, call: &Call, input: CompanyByTinInput) -> Result<Answer, Refusal> {
        answer(self.find(call, input).await)
    }

    fn reference() -> Reference {
        let reference = Reference::new(
            "Find a company by tax number",
            "Returns the company with a tax identification number (TIN). Both formats in use are \
             accepted: the Tax ID of thirteen digits, and the legacy number of eight and four \
             digits. Companies that are not active are found like any other: check \
             `registrationStatus` and `tinStatus`.\n\nIn the sandbox the numbers `2900000000000` \
             to `2900000000009` and `00000000-0000` to `00000000-0009` choose an outcome by their \
             last digit: 0 found, 1 not found, 2 refused, 3 tax authority unavailable, 4 slow, 5 \
             timeout, 6 partial record under another name, 7 struck off, 8 found in an untidy \
             record, 9 another company. Tax numbers returned by the lookup by RC number lead back \
             to their companies.",
        );
        max_age_parameter(reference.query(
            "tin",
            true,
            text(TIN_PATTERN),
            "The tax number: `4656854985337`, `09521882-0001`. Spaces do not matter, and you can \
             omit the hyphen.",
        ))
        .answers::<CompanyByTinAnswer>(200, "The company.")
        .codes(CODES)
    }
}

impl CompanyByTinInput {
    fn ask(&self, environment: Environment) -> Ask {
        Ask {
            max_age_seconds: self.max_age_seconds,
            ..Ask::new(environment, Operation::GetCompanyByTin)
        }
    }
}

/// Reads `tin` and `maxAge`; all faults are told at once.
fn read_query(environment: Environment, query: &Query) -> Result<CompanyByTinInput> {
    let mut faults = Vec::new();
    let tin = read_tin(environment, query, &mut faults);
    let max_age_seconds = read_max_age(query, &mut faults);
    match tin {
        Some(tin) if faults.is_empty() => Ok(CompanyByTinInput {
            tin,
            max_age_seconds,
        }),
        _ => Err(Error::faults(faults)),
    }
}

fn read_tin(environment: Environment, query: &Query, faults: &mut Vec<Fault>) -> Option<Tin> {
    let Some(text) = query.filled("tin") else {
        faults.push(Fault::missing("tin"));
        return None;
    };
    let tin = match Tin::parse(text) {
        Ok(tin) => tin,
        Err(why) => {
            faults.push(Fault::on("tin", &INVALID_TIN, why.message("tin")));
            return None;
        }
    };
    if environment == Environment::Live && is_reserved(&tin) {
        faults.push(Fault::on(
            "tin",
            &SANDBOX_VALUE_IN_LIVE,
            "Numbers starting with 290000000 or 00000000 work in the sandbox only.",
        ));
    }
    Some(tin)
}

/// A company has the number.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompanyByTinAnswer {
    /// The HTTP status.
    #[schema(minimum = 200, maximum = 200, example = 200)]
    status_code: u16,
    /// Always true.
    success: bool,
    /// A human-readable message. Mentions a status other than `ACTIVE`.
    #[schema(example = "Company found.")]
    message: String,
    data: CompanyByTin,
}

/// The company that has a tax number.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompanyByTin {
    #[serde(flatten)]
    company: CompanyRecord,
    /// The number that was asked for, in canonical form.
    #[schema(pattern = "^([0-9]{13}|[0-9]{8}-[0-9]{4})$", example = "4656854985337")]
    tin: String,
    /// The form of `tin`: `TAX_ID` for thirteen digits, `LEGACY` otherwise.
    #[schema(pattern = "^(TAX_ID|LEGACY)$", example = "TAX_ID")]
    tax_id_format: &'static str,
    /// The thirteen-digit number of the company, whichever format you sent; the legacy number if
    /// the tax authority has no other.
    #[schema(pattern = "^([0-9]{13}|[0-9]{8}-[0-9]{4})$", example = "4656854985337")]
    tax_id: String,
    /// The legacy number that `taxId` replaces, if there was one. It stays valid.
    #[schema(pattern = "^[0-9]{8}-[0-9]{4}$", example = "09521882-0001")]
    previous_tin: Option<String>,
    /// The name registered with the tax authority.
    #[schema(example = "Ebunoluwa Harvest Foods Limited")]
    taxpayer_name: String,
    /// The responsible office of the tax authority.
    #[schema(example = "Lagos Tax Office")]
    tax_office: Option<String>,
    /// `ACTIVE`, or `INACTIVE` where the company is no longer registered.
    #[schema(pattern = "^(ACTIVE|INACTIVE)$", example = "ACTIVE")]
    tin_status: &'static str,
    /// Whether `taxpayerName` equals `companyName`, ignoring case and spaces.
    name_matches_registry: bool,
}

impl CompanyByTinAnswer {
    fn new(choice: Choice, tin: &Tin, taxpayer: Taxpayer, now: Timestamp) -> Self {
        let name = &choice.record.company.company_name;
        let name_matches_registry = is_same_name(name, &taxpayer.name);
        Self {
            status_code: 200,
            success: true,
            message: choice.message.clone(),
            data: CompanyByTin {
                company: CompanyRecord::new(choice, now),
                tin: tin.to_string(),
                tax_id_format: tin.format().as_str(),
                tax_id: taxpayer.tax_id.to_string(),
                previous_tin: taxpayer.previous(),
                taxpayer_name: taxpayer.name,
                tax_office: taxpayer.office,
                tin_status: taxpayer.status,
                name_matches_registry,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_the_registry_s_but_for_case_and_spaces_only() {
        assert!(is_same_name(
            "Kingfisher  Foods Ltd",
            "KINGFISHER FOODS LTD"
        ));
        assert!(!is_same_name(
            "Kingfisher Foods Ltd",
            "Kingfısher Foods Ltd"
        ));
        assert!(!is_same_name("Kingfisher Foods Ltd", "Kingﬁsher Foods Ltd"));
    }

    #[test]
    fn all_faults_of_a_request_are_told_at_once() {
        let check = |environment, raw: &str, expected: &[(&str, &Code)]| {
            let request = Request {
                headers: http::HeaderMap::new(),
                path: Vec::new(),
                query: Some(raw.to_owned()),
                body: bytes::Bytes::new(),
            };
            let error = read_query(environment, &request.query()).unwrap_err();
            assert_eq!(super::super::told(&error), expected, "{raw}");
        };
        let age = ("maxAge", &common::INVALID_FIELD);
        let sandbox = Environment::Sandbox;
        check(sandbox, "tin=abc", &[("tin", &INVALID_TIN)]);
        check(sandbox, "tin=abc&maxAge=x", &[("tin", &INVALID_TIN), age]);
        check(sandbox, "maxAge=x", &[("tin", &common::MISSING_FIELD), age]);
        check(sandbox, "tin=4656854985337&maxAge=x", &[age]);
        let reserved = [("tin", &SANDBOX_VALUE_IN_LIVE), age];
        let raw = "tin=2900000000000&maxAge=x";
        check(Environment::Live, raw, &reserved);
    }
}
