//! The shapes that answers of several endpoints share.

use kofa_domain::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::lookup::disambiguation::Choice;
use crate::record::Record;

/// Age from which a copy of a record is called stale, in seconds: a quarter of a year, in
/// which most companies change nothing but some do.
pub(super) const STALE_AFTER_SECONDS: i64 = 90 * 86_400;

/// Where a record comes from and how fresh it is.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RecordSource {
    /// The register: always `CAC`, the Corporate Affairs Commission.
    #[schema(example = "CAC")]
    registry: &'static str,
    /// When the record was read from the registry (UTC).
    #[schema(format = DateTime, example = "2026-11-21T09:30:00.000Z")]
    retrieved_at: String,
    /// Whether the record comes from the cache.
    cached: bool,
    /// Whether the cached record is older than 90 days, older than the requested `maxAge`, or
    /// returned because the registry is unavailable.
    stale: bool,
}

impl RecordSource {
    /// The freshness of `record` as of `now`.
    pub(super) fn of(record: &Record, now: Timestamp) -> Self {
        let goes_stale = record.retrieved_at.plus_seconds(STALE_AFTER_SECONDS);
        Self {
            registry: "CAC",
            retrieved_at: record.retrieved_at.rfc3339(),
            cached: record.cached,
            stale: record.stale || (record.cached && now > goes_stale),
        }
    }
}

/// The record of an entity. Values that are not on the register are empty for the first five
/// members, and null for the others.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CompanyRecord {
    /// In canonical form: digits, without prefix and leading zeros (the sandbox's reserved
    /// numbers keep theirs).
    #[schema(pattern = "^[0-9]{1,12}$", example = "0000010")]
    rc_number: String,
    #[schema(
        min_length = 1,
        max_length = 300,
        example = "Sandbox Kingfisher Foods Limited"
    )]
    company_name: String,
    /// Such as `PRIVATE_COMPANY_LIMITED_BY_SHARES`.
    #[schema(example = "PRIVATE_COMPANY_LIMITED_BY_SHARES")]
    company_type: String,
    /// `ACTIVE`, `INACTIVE` (annual returns overdue), `STRUCK_OFF`, `DELISTED`, `DISSOLVED`,
    /// `IN_LIQUIDATION` or `UNKNOWN`.
    #[schema(
        pattern = "^(ACTIVE|INACTIVE|STRUCK_OFF|DELISTED|DISSOLVED|IN_LIQUIDATION|UNKNOWN)$",
        example = "ACTIVE"
    )]
    registration_status: &'static str,
    #[schema(
        max_length = 1000,
        example = "9 Kingfisher Street, Lekki Phase 1, Lekki, Lagos"
    )]
    registered_address: String,
    /// Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`,
    /// `LIMITED_PARTNERSHIP` or `LIMITED_LIABILITY_PARTNERSHIP`.
    #[schema(example = "COMPANY")]
    entity_type: &'static str,
    /// The registry's number of that kind: 1 business name, 2 company, 3 incorporated
    /// trustees, 4 limited partnership, 5 limited liability partnership.
    #[schema(minimum = 1, maximum = 5, example = 2)]
    classification_id: u8,
    #[schema(format = Date, example = "2021-06-14")]
    registration_date: Option<String>,
    /// Several are joined by `; `.
    line_of_business: Option<String>,
    city: Option<String>,
    /// Local government area.
    lga: Option<String>,
    state: Option<String>,
    email: Option<String>,
    /// Other entities with the same number. Only present if there are any and the request did not
    /// select a type.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    alternatives: Vec<CompanyAlternative>,
    source: RecordSource,
}

/// Another entity with the same number.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CompanyAlternative {
    /// Send it as `entityType` to get this one.
    #[schema(example = "BUSINESS_NAME")]
    entity_type: &'static str,
    company_name: String,
}

impl CompanyAlternative {
    pub(super) fn of(other: Record) -> Self {
        Self {
            entity_type: other.company.entity_type.as_str(),
            company_name: other.company.company_name,
        }
    }
}

impl CompanyRecord {
    /// Of the entity that answers, with its freshness as of `now`.
    pub(super) fn new(choice: Choice, now: Timestamp) -> Self {
        let source = RecordSource::of(&choice.record, now);
        let company = choice.record.company;
        let others = choice.others.into_iter();
        Self {
            rc_number: company.rc_number.to_string(),
            company_name: company.company_name,
            company_type: company.company_type,
            registration_status: company.registration_status.as_str(),
            registered_address: company.registered_address,
            entity_type: company.entity_type.as_str(),
            classification_id: company.entity_type.classification_id(),
            registration_date: company.registration_date,
            line_of_business: company.line_of_business,
            city: company.city,
            lga: company.lga,
            state: company.state,
            email: company.email,
            alternatives: others.map(CompanyAlternative::of).collect(),
            source,
        }
    }
}
