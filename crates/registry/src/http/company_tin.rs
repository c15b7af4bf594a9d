//! `GET /api/v1/company/validation/company-tin`

use kofa_core::codes::{SANDBOX_VALUE_IN_LIVE, UPSTREAM_NOT_CONFIGURED};
use kofa_core::endpoint::{Billable, Endpoint};
use kofa_domain::{Code, Kobo, Result, Timestamp, codes as common};
use kofa_gate::call::Call;
use kofa_gate::{Answer, ProductEndpoint, Reference, Refusal, Request};
use kofa_store::Store;
use serde::Serialize;
use utoipa::ToSchema;

use super::lookup::{CALL_MS_MAX, Lookup, answer, not_found, parameters};
use super::tin_wire::{has_number, not_in_register, without_tin};
use super::wire::{CompanyAlternative, RecordSource};
use crate::codes::{
    COMPANY_NOT_FOUND, ENTITY_TYPE_CONFLICT, INVALID_ENTITY_TYPE, INVALID_RC_NUMBER, TIN_NOT_FOUND,
    UPSTREAM_ACCOUNT_PROBLEM, UPSTREAM_INVALID_ANSWER, UPSTREAM_REJECTED, UPSTREAM_TIMEOUT,
    UPSTREAM_UNAVAILABLE,
};
use crate::endpoint::BASE;
use crate::lookup::disambiguation::Choice;
use crate::lookup::sources::{Sources, TaxAuthority, tax_record};
use crate::rules::EntityType;
use crate::source_settings::{Freshness, Operation};
use crate::tin::Taxpayer;
use crate::upstream::Upstream;

/// Finds the tax number of a company.
#[derive(Clone, Debug)]
pub struct GetCompanyTin {
    sources: Sources,
    store: Store,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "getCompanyTin",
    path: "/api/v1/company/validation/company-tin",
    default_price: Kobo::new(5_000),
    billable: &[Billable {
        status: 200,
        when: "the company has a tax number",
    }],
    timeout_ms_max: CALL_MS_MAX,
    shown: super::SHOWN,
    ..BASE
};

const CODES: &[&Code] = &[
    &INVALID_RC_NUMBER,
    &INVALID_ENTITY_TYPE,
    &ENTITY_TYPE_CONFLICT,
    &SANDBOX_VALUE_IN_LIVE,
    &COMPANY_NOT_FOUND,
    &TIN_NOT_FOUND,
    &UPSTREAM_REJECTED,
    &UPSTREAM_UNAVAILABLE,
    &UPSTREAM_TIMEOUT,
    &UPSTREAM_INVALID_ANSWER,
    &UPSTREAM_ACCOUNT_PROBLEM,
    &UPSTREAM_NOT_CONFIGURED,
    &common::INVALID_FIELD,
];

impl GetCompanyTin {
    /// Over `sources`; numbers that were generated are in `store`.
    pub fn new(sources: Sources, store: Store) -> Self {
        Self { sources, store }
    }

    async fn find(&self, call: &Call, lookup: &Lookup) -> Result<CompanyTinAnswer> {
        let ask = lookup.ask(call.environment(), Operation::GetCompanyTin);
        let is_reserved = lookup.number.reserved().is_some();
        let issuer = match self.sources.tax_authority(&ask, is_reserved).await? {
            TaxAuthority::Sandbox(issuer) => issuer,
            TaxAuthority::Upstream(upstream, freshness) => {
                return outside(call, lookup, upstream, freshness).await;
            }
            TaxAuthority::Register(register) => {
                let records = self.sources.by_rc(&ask, &lookup.number).await?;
                let mut choice = lookup.choose_among(records)?;
                let found = register.taxpayer(choice.record).await?;
                let (record, taxpayer) = found.ok_or_else(not_in_register)?;
                choice.record = self.sources.judged(&ask, record);
                return Ok(CompanyTinAnswer::new(choice, taxpayer, call.now()));
            }
        };
        let records = self.sources.by_rc(&ask, &lookup.number).await?;
        let choice = lookup.choose_among(records)?;
        let company = &choice.record.company;
        let taxpayer = issuer.taxpayer(company)?;
        if !has_number(&self.store, call, company, &taxpayer).await? {
            return Err(without_tin());
        }
        Ok(CompanyTinAnswer::new(choice, taxpayer, call.now()))
    }
}

/// The answer of a tax authority outside, which knows its companies itself.
async fn outside(
    call: &Call,
    lookup: &Lookup,
    upstream: &dyn Upstream,
    freshness: Freshness,
) -> Result<CompanyTinAnswer> {
    let kind = lookup.entity_type.or(lookup.prefix);
    let kind = kind.unwrap_or(EntityType::Company);
    let found = upstream.tin_of(&lookup.number, kind, freshness).await;
    let found = found.map_err(|error| match *error.code() == TIN_NOT_FOUND {
        true => without_tin(),
        false => error,
    })?;
    let Some(found) = found.some() else {
        return Err(not_found(lookup));
    };
    let (record, taxpayer) = tax_record(found);
    let choice = lookup.choose_among(vec![record])?;
    Ok(CompanyTinAnswer::new(choice, taxpayer, call.now()))
}

impl ProductEndpoint for GetCompanyTin {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = Lookup;

    async fn read(&self, call: &Call, request: &Request) -> Result<Lookup> {
        let lookup = Lookup::read(call.environment(), &request.query())?;
        // Before the wallet is asked: nobody should top it up for what is not connected.
        let ask = lookup.ask(call.environment(), Operation::GetCompanyTin);
        let is_reserved = lookup.number.reserved().is_some();
        self.sources.tax_authority(&ask, is_reserved).await?;
        Ok(lookup)
    }

    async fn run(&self, call: &Call, lookup: Lookup) -> Result<Answer, Refusal> {
        answer(self.find(call, &lookup).await)
    }

    fn reference() -> Reference {
        let reference = Reference::new(
            "Find a company's tax number",
            "Returns the tax identification number (TIN) of a company by its registration number. \
             If several types of entity share the number, the response is the company and the \
             others are listed in `alternatives`, unless a prefix or `entityType` selects one. A \
             company without a tax number returns 404 `tin_not_found`; you can generate one.\n\nIn \
             the sandbox every company has a number that never changes, except `0000050` (and \
             `0000054`, `0000056`, `0000057`, `0000058`), which has none until you generate it. \
             The other reserved numbers behave as in the lookup by RC number.",
        );
        parameters(reference)
            .answers::<CompanyTinAnswer>(200, "The company's tax number.")
            .codes(CODES)
    }
}

/// The company has a tax number.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompanyTinAnswer {
    /// The HTTP status.
    #[schema(minimum = 200, maximum = 200, example = 200)]
    status_code: u16,
    /// Always true.
    success: bool,
    /// A human-readable message. Mentions a status other than `ACTIVE`, and other entities with the
    /// same number.
    #[schema(example = "Company found.")]
    message: String,
    data: CompanyTin,
}

/// A company's tax number, and the company it belongs to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompanyTin {
    /// In canonical form.
    #[schema(pattern = "^[0-9]{1,12}$", example = "1885308")]
    rc_number: String,
    #[schema(example = "Ebunoluwa Harvest Foods Limited")]
    company_name: String,
    /// Kind of entity.
    #[schema(example = "COMPANY")]
    entity_type: &'static str,
    /// The status of the company in the registry.
    #[schema(example = "ACTIVE")]
    registration_status: &'static str,
    /// Empty if it is not on the register.
    registered_address: String,
    #[schema(format = Date, example = "2021-06-14")]
    registration_date: Option<String>,
    /// Thirteen digits, or a legacy number of eight and four.
    #[schema(pattern = "^([0-9]{13}|[0-9]{8}-[0-9]{4})$", example = "4656854985337")]
    tin: String,
    /// The form of `tin`: `TAX_ID` for thirteen digits, `LEGACY` otherwise.
    #[schema(pattern = "^(TAX_ID|LEGACY)$", example = "TAX_ID")]
    tax_id_format: &'static str,
    /// The legacy number that `tin` replaces, if there was one. It stays valid.
    #[schema(pattern = "^[0-9]{8}-[0-9]{4}$", example = "09521882-0001")]
    previous_tin: Option<String>,
    /// The responsible office of the tax authority.
    #[schema(example = "Lagos Tax Office")]
    tax_office: Option<String>,
    /// `ACTIVE`, or `INACTIVE` where the company is no longer registered.
    #[schema(pattern = "^(ACTIVE|INACTIVE)$", example = "ACTIVE")]
    tin_status: &'static str,
    /// Other entities with the same number. Only present if there are any and the request did not
    /// select a type.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    alternatives: Vec<CompanyAlternative>,
    source: RecordSource,
}

impl CompanyTinAnswer {
    fn new(choice: Choice, taxpayer: Taxpayer, now: Timestamp) -> Self {
        let source = RecordSource::of(&choice.record, now);
        let company = choice.record.company;
        let others = choice.others.into_iter();
        Self {
            status_code: 200,
            success: true,
            message: choice.message,
            data: CompanyTin {
                rc_number: company.rc_number.to_string(),
                company_name: company.company_name,
                entity_type: company.entity_type.as_str(),
                registration_status: company.registration_status.as_str(),
                registered_address: company.registered_address,
                registration_date: company.registration_date,
                previous_tin: taxpayer.previous(),
                tin: taxpayer.tax_id.to_string(),
                tax_id_format: taxpayer.tax_id.format().as_str(),
                tax_office: taxpayer.office,
                tin_status: taxpayer.status,
                alternatives: others.map(CompanyAlternative::of).collect(),
                source,
            },
        }
    }
}
