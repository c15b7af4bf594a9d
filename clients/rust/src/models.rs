//! What is asked and answered.

// Written by clients/generator from clients/openapi.json. Do not edit.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::enums::*;
use crate::values::{Base64, FileUpload, Money};

/// The calling tenant, and the key it calls with.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Account {
    pub id: String,
    pub name: String,
    /// The `vendorId` of subscriptions.
    #[serde(rename = "vendorId")]
    pub vendor_id: String,
    pub environment: Environment,
    /// Each product in each environment that the key can access, on or off.
    pub services: Vec<Service>,
    /// The API key of this request.
    pub key: Key,
}

/// A rate limit.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AccountLimit {
    /// The name in `RateLimit-Policy`: `key` for each key, `tenant` for all keys together.
    pub policy: String,
    /// Average requests per second.
    #[serde(rename = "requestsPerSecond")]
    pub requests_per_second: i64,
    /// Requests allowed at once after a pause.
    pub burst: i64,
}

/// A page of a list.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AccountLimitPage {
    /// The items.
    pub items: Vec<AccountLimit>,
    /// The `cursor` of the next page; null on the last.
    #[serde(rename = "nextCursor", skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// The calling tenant's price of an endpoint.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AccountPrice {
    /// The endpoint's `operationId`.
    #[serde(rename = "operationId")]
    pub operation_id: String,
    pub environment: Environment,
    /// The current price of a billable request, in kobo.
    #[serde(rename = "amountKobo")]
    pub amount_kobo: i64,
    /// Always `NGN`.
    pub currency: String,
    pub rule: AccountPriceRule,
    /// When it took effect; null for the default.
    #[serde(rename = "effectiveAt", skip_serializing_if = "Option::is_none")]
    pub effective_at: Option<String>,
    /// Scheduled changes, next one first.
    pub scheduled: Vec<AccountPriceChange>,
}

/// A scheduled price.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AccountPriceChange {
    /// The price per request, in kobo.
    #[serde(rename = "amountKobo")]
    pub amount_kobo: i64,
    /// When it takes effect.
    #[serde(rename = "effectiveAt")]
    pub effective_at: String,
}

/// A page of a list.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AccountPricePage {
    /// The items.
    pub items: Vec<AccountPrice>,
    /// The `cursor` of the next page; null on the last.
    #[serde(rename = "nextCursor", skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// A month with a statement.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AccountStatement {
    /// The month, Lagos time.
    pub month: String,
    /// Whether the month is still running, so that its totals are provisional.
    #[serde(rename = "isOpen")]
    pub is_open: bool,
    /// When the month begins.
    pub from: String,
    /// When the next month begins.
    pub until: String,
}

/// A page of a list.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AccountStatementPage {
    /// The items.
    pub items: Vec<AccountStatement>,
    /// The `cursor` of the next page; null on the last.
    #[serde(rename = "nextCursor", skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// Requests of a day or of an endpoint.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AccountUsage {
    /// The start of the day (Lagos time); null when grouped by endpoint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// The endpoint; null when grouped by day.
    #[serde(rename = "operationId", skip_serializing_if = "Option::is_none")]
    pub operation_id: Option<String>,
    /// The number of requests.
    pub calls: i64,
    /// The number of requests with an error response.
    pub errors: i64,
    /// The amount charged, in kobo. Amounts charged after the response was sent count at the time
    /// of the charge.
    #[serde(rename = "chargeKobo")]
    pub charge_kobo: i64,
}

/// A page of a list.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AccountUsagePage {
    /// The items.
    pub items: Vec<AccountUsage>,
    /// The `cursor` of the next page; null on the last.
    #[serde(rename = "nextCursor", skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// The calling tenant's wallet in the environment.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AccountWallet {
    /// The balance including funds on hold, in kobo.
    #[serde(rename = "balanceKobo")]
    pub balance_kobo: i64,
    /// Funds on hold for requests in progress, in kobo.
    #[serde(rename = "reservedKobo")]
    pub reserved_kobo: i64,
    /// The available balance, in kobo.
    #[serde(rename = "availableKobo")]
    pub available_kobo: i64,
    /// Always `NGN`.
    pub currency: String,
    /// The average amount charged per day in the last seven days, in kobo.
    #[serde(rename = "spentPerDayKobo")]
    pub spent_per_day_kobo: i64,
    /// How many full days the balance lasts at that rate; null if nothing was charged.
    #[serde(rename = "runwayDays", skip_serializing_if = "Option::is_none")]
    pub runway_days: Option<i64>,
    /// The alert thresholds and open alerts.
    pub alerts: WalletAlerts,
}

/// The extracted fields. Unknown values are empty strings.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AddressData {
    /// The address as printed in the document; nothing is ever added to it.
    pub full_address: String,
    /// House, street, landmark.
    pub street: String,
    /// One town or city, its name alone; a district only where no town is printed.
    pub city: String,
    /// State, or FCT.
    pub state: String,
    /// Local government area.
    pub lga: String,
    /// Country.
    pub country: String,
    /// Where `lga`, `state` and `country` come from; only in the variant with `hallucination`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field_metadata: Option<AddressMetadata>,
    /// The lowest confidence of all extracted fields, 0 to 1.
    pub confidence: f64,
    /// Whether a person should review the result.
    pub requires_review: bool,
    /// Why a person should look; empty exactly if `requires_review` is false. `no_address`: the
    /// document shows none of its holder. `filled_field`: a field was derived or inferred.
    /// `close_candidates`: another address fits about as well. `low_confidence`: the least
    /// `confidence` is below 0.8. `ambiguous_place`: the names fit several places or contradict
    /// each other. `foreign_address`: it is not in Nigeria. `post_box_only`: it names no street,
    /// only a box. `unread_pages`: some pages are pictures of which little or nothing could be
    /// read, so the address may stand there. `provider_chose`: an AI provider named the address,
    /// which is printed. `poor_picture`: a picture is dark, blurred, cut off or its letters are
    /// small; the check `poor_quality` says what to do. `failed_check`: a check that was asked for
    /// is graver than `info`. `not_as_expected`: a comparison that was asked for found no match.
    pub review_reasons: Vec<ReviewReason>,
    /// With `include=regions`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regions: Option<FieldRegions>,
    /// With `include=document`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document: Option<DocumentData>,
    /// With `include=checks`: what a reviewer should know, most serious first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checks: Option<Vec<CheckData>>,
    /// With `include=match`, or if you sent an expected name or address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#match: Option<MatchData>,
    /// With `include=parts`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts: Option<PartsData>,
}

/// The sources of the three fields that `hallucination` may fill; with `include`, of all six.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AddressMetadata {
    /// Where a value comes from.
    pub lga: FieldMetadata,
    /// Where a value comes from.
    pub state: FieldMetadata,
    /// Where a value comes from.
    pub country: FieldMetadata,
    /// Where a value comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full_address: Option<FieldMetadata>,
    /// Where a value comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub street: Option<FieldMetadata>,
    /// Where a value comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: Option<FieldMetadata>,
}

/// A person or organisation. Values that are not on the register are null.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Affiliate {
    /// The identifier in the register.
    #[serde(rename = "affiliateId", skip_serializing_if = "Option::is_none")]
    pub affiliate_id: Option<String>,
    /// The most senior current role, or the most senior former role if there is no current one.
    #[serde(rename = "affiliateType")]
    pub affiliate_type: AffiliateType,
    /// All roles, most senior first.
    pub roles: Vec<AffiliateRole>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub surname: Option<String>,
    #[serde(rename = "firstName", skip_serializing_if = "Option::is_none")]
    pub first_name: Option<String>,
    #[serde(rename = "otherName", skip_serializing_if = "Option::is_none")]
    pub other_name: Option<String>,
    #[serde(rename = "fullName")]
    pub full_name: String,
    /// `MALE` or `FEMALE`, or the value in the register.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gender: Option<String>,
    /// Year and month only.
    #[serde(rename = "dateOfBirth", skip_serializing_if = "Option::is_none")]
    pub date_of_birth: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nationality: Option<String>,
    #[serde(rename = "formerNationality", skip_serializing_if = "Option::is_none")]
    pub former_nationality: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub occupation: Option<String>,
    /// Masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Masked.
    #[serde(rename = "phoneNumber", skip_serializing_if = "Option::is_none")]
    pub phone_number: Option<String>,
    /// The address of an affiliate.
    pub address: AffiliateAddress,
    /// Whether this is an organisation rather than a person.
    #[serde(rename = "isCorporate")]
    pub is_corporate: bool,
    /// Of a body.
    #[serde(rename = "corporationName", skip_serializing_if = "Option::is_none")]
    pub corporation_name: Option<String>,
    /// For an organisation, as written in the register.
    #[serde(
        rename = "corporationRcNumber",
        skip_serializing_if = "Option::is_none"
    )]
    pub corporation_rc_number: Option<String>,
    /// Number of shares currently held, of all types.
    #[serde(rename = "sharesAllotted", skip_serializing_if = "Option::is_none")]
    pub shares_allotted: Option<i64>,
    /// Type of the shares; several types are joined by `, `.
    #[serde(rename = "shareType", skip_serializing_if = "Option::is_none")]
    pub share_type: Option<String>,
    /// Part of all shares that the register lists as held. Of the shares issued:
    /// `getShareDistribution`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percentage: Option<f64>,
    /// Whether this person currently chairs the board or the trustees.
    #[serde(rename = "isChairman")]
    pub is_chairman: bool,
    /// Whether this person currently has significant control.
    #[serde(rename = "isPsc")]
    pub is_psc: bool,
    /// The details of the control; null if there never was any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub psc: Option<AffiliateControl>,
    #[serde(
        rename = "accreditationNumber",
        skip_serializing_if = "Option::is_none"
    )]
    pub accreditation_number: Option<String>,
    /// Masked: all but the last four characters.
    #[serde(rename = "identityNumber", skip_serializing_if = "Option::is_none")]
    pub identity_number: Option<String>,
    /// `ACTIVE`, `RESIGNED` (all roles, the leading one at a date), `INACTIVE`, or `UNKNOWN`, where
    /// the register does not say.
    pub status: AffiliateRoleStatus,
}

/// The address of an affiliate.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AffiliateAddress {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub street: Option<String>,
    #[serde(rename = "streetNumber", skip_serializing_if = "Option::is_none")]
    pub street_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    /// Local government area.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lga: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub postcode: Option<String>,
}

/// How a person controls the entity (CAMA 2020, section 119).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AffiliateControl {
    /// `HOLDS_SHARES`, `HOLDS_VOTING_RIGHTS`, `APPOINTS_DIRECTORS`,
    /// `SIGNIFICANT_INFLUENCE_OR_CONTROL`, or the register's own words.
    pub nature: Vec<String>,
    /// Held directly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direct: Option<bool>,
    /// Held through others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indirect: Option<bool>,
    /// Percent, with at most two decimals.
    #[serde(rename = "sharePercentage", skip_serializing_if = "Option::is_none")]
    pub share_percentage: Option<f64>,
    /// Percent, with at most two decimals.
    #[serde(rename = "votingPercentage", skip_serializing_if = "Option::is_none")]
    pub voting_percentage: Option<f64>,
}

/// One role of a person.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AffiliateRole {
    /// The role.
    pub r#type: String,
    #[serde(rename = "appointedOn", skip_serializing_if = "Option::is_none")]
    pub appointed_on: Option<String>,
    #[serde(rename = "resignedOn", skip_serializing_if = "Option::is_none")]
    pub resigned_on: Option<String>,
    /// `ACTIVE`, `RESIGNED`, `INACTIVE` or `UNKNOWN`.
    pub status: AffiliateRoleStatus,
}

/// The people and bodies behind an entity.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Affiliates {
    /// In canonical form.
    #[serde(rename = "rcNumber")]
    pub rc_number: String,
    #[serde(rename = "companyName")]
    pub company_name: String,
    /// Kind of entity.
    #[serde(rename = "entityType")]
    pub entity_type: String,
    /// Entries in `affiliates`.
    #[serde(rename = "totalCount")]
    pub total_count: i64,
    /// Entries with a current role.
    #[serde(rename = "currentCount")]
    pub current_count: i64,
    /// Current role holders first, by seniority, then former ones.
    pub affiliates: Vec<Affiliate>,
    /// Where a record comes from and how fresh it is.
    pub source: RecordSource,
}

/// The age of data from an external exchange.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Age {
    /// When the data was retrieved from the exchange; null if it does not come from an exchange.
    #[serde(rename = "retrievedAt", skip_serializing_if = "Option::is_none")]
    pub retrieved_at: Option<String>,
    /// Whether the data comes from the cache.
    pub cached: bool,
    /// Whether the exchange failed to respond to the latest request.
    pub stale: bool,
}

/// A company that applies. Its existence and name are checked with the registry.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ApplyingCompany {
    /// With or without `RC`, `BN`, `IT`, `LP` or `LLP` before it.
    #[serde(rename = "rcNumber")]
    pub rc_number: String,
    /// The type of entity, as in the endpoints of the registry.
    #[serde(rename = "entityType", skip_serializing_if = "Option::is_none")]
    pub entity_type: Option<String>,
    pub name: String,
}

/// A registered charge. Values that are not on the register are null.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AssetCharge {
    /// The identifier in the register.
    #[serde(rename = "chargeId")]
    pub charge_id: String,
    #[serde(rename = "chargeCode", skip_serializing_if = "Option::is_none")]
    pub charge_code: Option<String>,
    /// Such as `DEBENTURE`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(rename = "createdOn", skip_serializing_if = "Option::is_none")]
    pub created_on: Option<String>,
    #[serde(rename = "registeredOn", skip_serializing_if = "Option::is_none")]
    pub registered_on: Option<String>,
    #[serde(rename = "satisfiedOn", skip_serializing_if = "Option::is_none")]
    pub satisfied_on: Option<String>,
    /// `OUTSTANDING`, `PART_SATISFIED` or `FULLY_SATISFIED`.
    pub status: AssetChargeStatus,
    /// What it secures.
    #[serde(rename = "amountSecured", skip_serializing_if = "Option::is_none")]
    pub amount_secured: Option<Money>,
    /// ISO 4217
    pub currency: String,
    /// The persons entitled under the charge.
    #[serde(rename = "personsEntitled")]
    pub persons_entitled: Vec<PersonEntitled>,
    /// What is charged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub particulars: Option<String>,
    #[serde(
        rename = "containsFixedCharge",
        skip_serializing_if = "Option::is_none"
    )]
    pub contains_fixed_charge: Option<bool>,
    #[serde(
        rename = "containsFloatingCharge",
        skip_serializing_if = "Option::is_none"
    )]
    pub contains_floating_charge: Option<bool>,
    /// Whether further charges are forbidden.
    #[serde(
        rename = "containsNegativePledge",
        skip_serializing_if = "Option::is_none"
    )]
    pub contains_negative_pledge: Option<bool>,
}

/// Charges over the assets of an entity.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Assets {
    /// In canonical form.
    #[serde(rename = "rcNumber")]
    pub rc_number: String,
    #[serde(rename = "companyName")]
    pub company_name: String,
    /// Kind of entity.
    #[serde(rename = "entityType")]
    pub entity_type: String,
    /// All charges.
    #[serde(rename = "totalCount")]
    pub total_count: i64,
    /// Charges that are not satisfied or only partly satisfied.
    #[serde(rename = "outstandingCount")]
    pub outstanding_count: i64,
    /// Of the outstanding, those of which a part is satisfied.
    #[serde(rename = "partSatisfiedCount")]
    pub part_satisfied_count: i64,
    /// Charges that are fully satisfied.
    #[serde(rename = "satisfiedCount")]
    pub satisfied_count: i64,
    /// Oldest first, in the order of the register.
    pub assets: Vec<AssetCharge>,
    /// Where a record comes from and how fresh it is.
    pub source: RecordSource,
}

/// All supported banks.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct BankList {
    pub banks: Vec<BankRecord>,
    /// The age of data from an external exchange.
    pub source: Age,
}

/// A bank. `logoUrl` is null where the operator has set none.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct BankRecord {
    #[serde(rename = "bankId")]
    pub bank_id: i64,
    pub name: String,
    /// The code of the Central Bank; where it has given none, that of NIBSS.
    #[serde(rename = "bankCode", skip_serializing_if = "Option::is_none")]
    pub bank_code: Option<String>,
    /// Routing code of NIBSS.
    #[serde(rename = "nipCode", skip_serializing_if = "Option::is_none")]
    pub nip_code: Option<String>,
    pub slug: String,
    /// Whether accounts at this bank are still accepted.
    pub active: bool,
    /// Whether the bank supports direct debit.
    #[serde(rename = "supportsDirectDebit")]
    pub supports_direct_debit: bool,
    #[serde(rename = "logoUrl", skip_serializing_if = "Option::is_none")]
    pub logo_url: Option<String>,
}

/// All brokers.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct BrokerList {
    pub brokers: Vec<BrokerRecord>,
    /// The age of data from an external exchange.
    pub source: Age,
}

/// A broker. Contact details are null if no public source has them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct BrokerRecord {
    /// The `brokerId` of a subscription.
    pub id: String,
    pub name: String,
    /// Dealing member code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub website: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// Whether applications can go through it.
    pub active: bool,
    /// Whether it accepts applicants without a CHN.
    #[serde(rename = "acceptsNewClients")]
    pub accepts_new_clients: bool,
    /// Types of offer it accepts applications for.
    #[serde(rename = "offerTypes")]
    pub offer_types: Vec<String>,
}

/// Something that a reviewer should know.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CheckData {
    pub code: CheckCode,
    pub severity: CheckSeverity,
    /// In words.
    pub message: String,
    /// The evidence: text from the document, or the rule.
    pub evidence: Vec<String>,
}

/// Another entity with the same number.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompanyAlternative {
    /// Send it as `entityType` to get this one.
    #[serde(rename = "entityType")]
    pub entity_type: String,
    #[serde(rename = "companyName")]
    pub company_name: String,
}

/// A lookup batch.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompanyBatch {
    /// Names it: the `X-Request-Id` of the call that made it.
    #[serde(rename = "batchId")]
    pub batch_id: String,
    pub status: CompanyBatchStatus,
    /// Number of companies in the batch.
    pub total: i64,
    /// Number of companies with a result so far.
    pub done: i64,
    pub found: i64,
    #[serde(rename = "notFound")]
    pub not_found: i64,
    /// Number of companies whose source refused or failed three times.
    pub failed: i64,
    /// The price of each company found, in kobo.
    #[serde(rename = "priceKobo")]
    pub price_kobo: i64,
    /// The cost of the companies found so far, in kobo, charged when the batch ends.
    #[serde(rename = "costKobo")]
    pub cost_kobo: i64,
    #[serde(rename = "createdAt")]
    pub created_at: String,
    /// Null until it has ended.
    #[serde(rename = "endedAt", skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<String>,
    /// When the batch and its results will be deleted; null until it has ended.
    #[serde(rename = "expiresAt", skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<String>,
}

/// A company to look up.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompanyBatchLine {
    #[serde(rename = "rcNumber")]
    pub rc_number: String,
    /// Finds only this kind of entity.
    #[serde(rename = "entityType", skip_serializing_if = "Option::is_none")]
    pub entity_type: Option<String>,
}

/// A page of results.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompanyBatchPage {
    pub results: Vec<CompanyBatchResult>,
    /// From 1.
    pub page: i64,
    pub size: i64,
    #[serde(rename = "totalPages")]
    pub total_pages: i64,
    #[serde(rename = "totalCount")]
    pub total_count: i64,
}

/// The companies of a batch.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompanyBatchRequest {
    /// Each entity once.
    pub companies: Vec<CompanyBatchLine>,
    /// The maximum age of a record, in seconds, as in the lookup by RC number.
    #[serde(rename = "maxAge", skip_serializing_if = "Option::is_none")]
    pub max_age: Option<i64>,
}

/// The result for one company.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompanyBatchResult {
    /// Its place in the request, from 0.
    pub position: i64,
    /// As it was sent, without separators.
    #[serde(rename = "rcNumber")]
    pub rc_number: String,
    /// As it was sent; null if it was not.
    #[serde(rename = "entityType", skip_serializing_if = "Option::is_none")]
    pub entity_type: Option<String>,
    pub outcome: CompanyBatchOutcome,
    /// The error code if no company was found; otherwise null.
    #[serde(rename = "errorCode", skip_serializing_if = "Option::is_none")]
    pub error_code: Option<String>,
    /// The company; null if none was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company: Option<CompanyRecord>,
}

/// The company that has a tax number.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompanyByTin {
    /// In canonical form: digits, without prefix and leading zeros (the sandbox's reserved numbers
    /// keep theirs).
    #[serde(rename = "rcNumber")]
    pub rc_number: String,
    #[serde(rename = "companyName")]
    pub company_name: String,
    /// Such as `PRIVATE_COMPANY_LIMITED_BY_SHARES`.
    #[serde(rename = "companyType")]
    pub company_type: String,
    /// `ACTIVE`, `INACTIVE` (annual returns overdue), `STRUCK_OFF`, `DELISTED`, `DISSOLVED`,
    /// `IN_LIQUIDATION` or `UNKNOWN`.
    #[serde(rename = "registrationStatus")]
    pub registration_status: RegistrationStatus,
    #[serde(rename = "registeredAddress")]
    pub registered_address: String,
    /// Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP` or
    /// `LIMITED_LIABILITY_PARTNERSHIP`.
    #[serde(rename = "entityType")]
    pub entity_type: String,
    /// The registry's number of that kind: 1 business name, 2 company, 3 incorporated trustees, 4
    /// limited partnership, 5 limited liability partnership.
    #[serde(rename = "classificationId")]
    pub classification_id: i64,
    #[serde(rename = "registrationDate", skip_serializing_if = "Option::is_none")]
    pub registration_date: Option<String>,
    /// Several are joined by `; `.
    #[serde(rename = "lineOfBusiness", skip_serializing_if = "Option::is_none")]
    pub line_of_business: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    /// Local government area.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lga: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Other entities with the same number. Only present if there are any and the request did not
    /// select a type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alternatives: Option<Vec<CompanyAlternative>>,
    /// Where a record comes from and how fresh it is.
    pub source: RecordSource,
    /// The number that was asked for, in canonical form.
    pub tin: String,
    /// The form of `tin`: `TAX_ID` for thirteen digits, `LEGACY` otherwise.
    #[serde(rename = "taxIdFormat")]
    pub tax_id_format: TaxIdFormat,
    /// The thirteen-digit number of the company, whichever format you sent; the legacy number if
    /// the tax authority has no other.
    #[serde(rename = "taxId")]
    pub tax_id: String,
    /// The legacy number that `taxId` replaces, if there was one. It stays valid.
    #[serde(rename = "previousTin", skip_serializing_if = "Option::is_none")]
    pub previous_tin: Option<String>,
    /// The name registered with the tax authority.
    #[serde(rename = "taxpayerName")]
    pub taxpayer_name: String,
    /// The responsible office of the tax authority.
    #[serde(rename = "taxOffice", skip_serializing_if = "Option::is_none")]
    pub tax_office: Option<String>,
    /// `ACTIVE`, or `INACTIVE` where the company is no longer registered.
    #[serde(rename = "tinStatus")]
    pub tin_status: TinStatus,
    /// Whether `taxpayerName` equals `companyName`, ignoring case and spaces.
    #[serde(rename = "nameMatchesRegistry")]
    pub name_matches_registry: bool,
}

/// The full record of an entity.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompanyDetails {
    /// In canonical form: digits, without prefix and leading zeros (the sandbox's reserved numbers
    /// keep theirs).
    #[serde(rename = "rcNumber")]
    pub rc_number: String,
    #[serde(rename = "companyName")]
    pub company_name: String,
    /// Such as `PRIVATE_COMPANY_LIMITED_BY_SHARES`.
    #[serde(rename = "companyType")]
    pub company_type: String,
    /// `ACTIVE`, `INACTIVE` (annual returns overdue), `STRUCK_OFF`, `DELISTED`, `DISSOLVED`,
    /// `IN_LIQUIDATION` or `UNKNOWN`.
    #[serde(rename = "registrationStatus")]
    pub registration_status: RegistrationStatus,
    #[serde(rename = "registeredAddress")]
    pub registered_address: String,
    /// Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP` or
    /// `LIMITED_LIABILITY_PARTNERSHIP`.
    #[serde(rename = "entityType")]
    pub entity_type: String,
    /// The registry's number of that kind: 1 business name, 2 company, 3 incorporated trustees, 4
    /// limited partnership, 5 limited liability partnership.
    #[serde(rename = "classificationId")]
    pub classification_id: i64,
    #[serde(rename = "registrationDate", skip_serializing_if = "Option::is_none")]
    pub registration_date: Option<String>,
    /// Several are joined by `; `.
    #[serde(rename = "lineOfBusiness", skip_serializing_if = "Option::is_none")]
    pub line_of_business: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    /// Local government area.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lga: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Other entities with the same number. Only present if there are any and the request did not
    /// select a type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alternatives: Option<Vec<CompanyAlternative>>,
    /// Where a record comes from and how fresh it is.
    pub source: RecordSource,
    /// Null if it is not on the register.
    #[serde(rename = "branchAddress", skip_serializing_if = "Option::is_none")]
    pub branch_address: Option<String>,
    /// Null if it is not on the register.
    #[serde(rename = "headOfficeAddress", skip_serializing_if = "Option::is_none")]
    pub head_office_address: Option<String>,
    /// The registered objectives, or else the lines of business.
    pub objectives: Vec<String>,
    /// `STRUCK_OFF` or `DELISTED`; null for an entity that is neither.
    #[serde(rename = "delistingStatus", skip_serializing_if = "Option::is_none")]
    pub delisting_status: Option<String>,
    /// Year or date of the last annual return. Null where the register does not say.
    #[serde(rename = "lastAnnualReturn", skip_serializing_if = "Option::is_none")]
    pub last_annual_return: Option<String>,
}

/// The result for another entity with the same number.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompanyNameAlternative {
    /// Send it as `entityType` to get this one.
    #[serde(rename = "entityType")]
    pub entity_type: String,
    #[serde(rename = "companyName")]
    pub company_name: String,
    /// `EXACT`, `NORMALIZED`, `PARTIAL` or `MISMATCH`.
    #[serde(rename = "matchResult")]
    pub match_result: String,
    /// With two decimals.
    #[serde(rename = "matchScore")]
    pub match_score: f64,
}

/// The result of a name check.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompanyNameCheck {
    /// In canonical form: digits, without prefix and leading zeros (the sandbox's reserved numbers
    /// keep theirs).
    #[serde(rename = "rcNumber")]
    pub rc_number: String,
    /// As it was sent.
    #[serde(rename = "submittedName")]
    pub submitted_name: String,
    #[serde(rename = "registeredName")]
    pub registered_name: String,
    /// Whether it is the same name: true for `EXACT` and `NORMALIZED`.
    #[serde(rename = "isMatch")]
    pub is_match: bool,
    /// `EXACT`, `NORMALIZED`, `PARTIAL` or `MISMATCH`.
    #[serde(rename = "matchResult")]
    pub match_result: NameMatch,
    /// With two decimals: exact 1, normalized 0.99, partial 0.85 to 0.98, mismatch up to 0.84.
    #[serde(rename = "matchScore")]
    pub match_score: f64,
    /// What differs; empty if the names match exactly.
    pub differences: Vec<NameDifference>,
    /// `ACTIVE`, `INACTIVE` (annual returns overdue), `STRUCK_OFF`, `DELISTED`, `DISSOLVED`,
    /// `IN_LIQUIDATION` or `UNKNOWN`.
    #[serde(rename = "registrationStatus")]
    pub registration_status: String,
    /// Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP` or
    /// `LIMITED_LIABILITY_PARTNERSHIP`.
    #[serde(rename = "entityType")]
    pub entity_type: String,
    /// The results for other entities with the same number. Only present if there are any and the
    /// request did not select a type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alternatives: Option<Vec<CompanyNameAlternative>>,
    /// Where a record comes from and how fresh it is.
    pub source: RecordSource,
}

/// The record of an entity. Values that are not on the register are empty for the first five
/// members, and null for the others.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompanyRecord {
    /// In canonical form: digits, without prefix and leading zeros (the sandbox's reserved numbers
    /// keep theirs).
    #[serde(rename = "rcNumber")]
    pub rc_number: String,
    #[serde(rename = "companyName")]
    pub company_name: String,
    /// Such as `PRIVATE_COMPANY_LIMITED_BY_SHARES`.
    #[serde(rename = "companyType")]
    pub company_type: String,
    /// `ACTIVE`, `INACTIVE` (annual returns overdue), `STRUCK_OFF`, `DELISTED`, `DISSOLVED`,
    /// `IN_LIQUIDATION` or `UNKNOWN`.
    #[serde(rename = "registrationStatus")]
    pub registration_status: RegistrationStatus,
    #[serde(rename = "registeredAddress")]
    pub registered_address: String,
    /// Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP` or
    /// `LIMITED_LIABILITY_PARTNERSHIP`.
    #[serde(rename = "entityType")]
    pub entity_type: String,
    /// The registry's number of that kind: 1 business name, 2 company, 3 incorporated trustees, 4
    /// limited partnership, 5 limited liability partnership.
    #[serde(rename = "classificationId")]
    pub classification_id: i64,
    #[serde(rename = "registrationDate", skip_serializing_if = "Option::is_none")]
    pub registration_date: Option<String>,
    /// Several are joined by `; `.
    #[serde(rename = "lineOfBusiness", skip_serializing_if = "Option::is_none")]
    pub line_of_business: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    /// Local government area.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lga: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Other entities with the same number. Only present if there are any and the request did not
    /// select a type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alternatives: Option<Vec<CompanyAlternative>>,
    /// Where a record comes from and how fresh it is.
    pub source: RecordSource,
}

/// What was found.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompanySearchPage {
    /// Closest names first.
    pub companies: Vec<CompanyRecord>,
    /// From 1.
    pub page: i64,
    pub size: i64,
    #[serde(rename = "totalPages")]
    pub total_pages: i64,
    /// Number of matching entities among those considered.
    #[serde(rename = "totalCount")]
    pub total_count: i64,
    /// Whether all entities with such a name were considered; otherwise only the first 1,000 were.
    #[serde(rename = "isComplete")]
    pub is_complete: bool,
}

/// A company's tax number, and the company it belongs to.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompanyTin {
    /// In canonical form.
    #[serde(rename = "rcNumber")]
    pub rc_number: String,
    #[serde(rename = "companyName")]
    pub company_name: String,
    /// Kind of entity.
    #[serde(rename = "entityType")]
    pub entity_type: String,
    /// The status of the company in the registry.
    #[serde(rename = "registrationStatus")]
    pub registration_status: String,
    /// Empty if it is not on the register.
    #[serde(rename = "registeredAddress")]
    pub registered_address: String,
    #[serde(rename = "registrationDate", skip_serializing_if = "Option::is_none")]
    pub registration_date: Option<String>,
    /// Thirteen digits, or a legacy number of eight and four.
    pub tin: String,
    /// The form of `tin`: `TAX_ID` for thirteen digits, `LEGACY` otherwise.
    #[serde(rename = "taxIdFormat")]
    pub tax_id_format: TaxIdFormat,
    /// The legacy number that `tin` replaces, if there was one. It stays valid.
    #[serde(rename = "previousTin", skip_serializing_if = "Option::is_none")]
    pub previous_tin: Option<String>,
    /// The responsible office of the tax authority.
    #[serde(rename = "taxOffice", skip_serializing_if = "Option::is_none")]
    pub tax_office: Option<String>,
    /// `ACTIVE`, or `INACTIVE` where the company is no longer registered.
    #[serde(rename = "tinStatus")]
    pub tin_status: TinStatus,
    /// Other entities with the same number. Only present if there are any and the request did not
    /// select a type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alternatives: Option<Vec<CompanyAlternative>>,
    /// Where a record comes from and how fresh it is.
    pub source: RecordSource,
}

/// A watched company.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompanyWatch {
    /// Identifies the watch in events.
    #[serde(rename = "watchId")]
    pub watch_id: String,
    /// In canonical form: digits, without prefix and leading zeros.
    #[serde(rename = "rcNumber")]
    pub rc_number: String,
    #[serde(rename = "entityType")]
    pub entity_type: String,
    /// Since when.
    #[serde(rename = "createdAt")]
    pub created_at: String,
}

/// A page of watches.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompanyWatchPage {
    /// The newest first.
    pub watches: Vec<CompanyWatch>,
    /// From 1.
    pub page: i64,
    pub size: i64,
    #[serde(rename = "totalPages")]
    pub total_pages: i64,
    #[serde(rename = "totalCount")]
    pub total_count: i64,
}

/// A company to watch.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompanyWatchRequest {
    #[serde(rename = "rcNumber")]
    pub rc_number: String,
    /// The type of entity. Default: the type of the prefix, or else the company.
    #[serde(rename = "entityType", skip_serializing_if = "Option::is_none")]
    pub entity_type: Option<String>,
}

/// Details of the document. Values that it does not show are null.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DocumentData {
    pub r#type: DocumentType,
    /// The issuer, as printed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issuer_name: Option<String>,
    /// The issuer's own address as printed; null if it shows none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issuer_address: Option<IssuerAddress>,
    /// The recipient, as printed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recipient_name: Option<String>,
    /// Day of issue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issue_date: Option<String>,
    /// First day of the billing or statement period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period_start: Option<String>,
    /// Last day of that period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period_end: Option<String>,
    /// Days since the day of issue; without one, since the end of the period, and 0 within it.
    /// Negative if that lies ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub age_days: Option<i64>,
    /// Whether it is at most `max_age_days` old and not dated in the future.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_recent: Option<bool>,
    /// Number of the account or meter; all but the last four characters are masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account_or_meter_number: Option<String>,
    /// Pages.
    pub pages: i64,
    /// ISO 639: `en`, or `und` for a script that is not read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
}

/// A file and where it comes from.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DocumentFile {
    #[serde(rename = "fileName")]
    pub file_name: String,
    /// Always `application/pdf`.
    #[serde(rename = "contentType")]
    pub content_type: String,
    /// Of the file, before Base64.
    #[serde(rename = "sizeBytes")]
    pub size_bytes: i64,
    /// SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// The file in Base64 (RFC 4648, with padding).
    #[serde(rename = "contentBase64")]
    pub content_base64: Base64,
    /// When the document was created or received (UTC).
    #[serde(rename = "generatedAt")]
    pub generated_at: String,
    /// In canonical form.
    #[serde(rename = "rcNumber")]
    pub rc_number: String,
    #[serde(rename = "companyName")]
    pub company_name: String,
    /// Kind of entity.
    #[serde(rename = "entityType")]
    pub entity_type: String,
    /// Printed on the document; null if the registry itself created the document.
    #[serde(rename = "verificationCode", skip_serializing_if = "Option::is_none")]
    pub verification_code: Option<String>,
    /// Where anyone can verify the code, without a key.
    #[serde(rename = "verifyUrl", skip_serializing_if = "Option::is_none")]
    pub verify_url: Option<String>,
    /// Where a record comes from and how fresh it is.
    pub source: RecordSource,
}

/// The request is valid.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DryRunData {
    /// Always true.
    pub valid: bool,
    /// Shares times price.
    pub amount: Money,
    pub warnings: Vec<WarningRecord>,
}

/// Something that happened in your account.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Event {
    /// The id of the event, also sent as `webhook-id`.
    pub id: String,
    pub r#type: EventType,
    /// When.
    pub timestamp: String,
    /// Where.
    pub environment: String,
    /// The details; the members depend on the type.
    pub data: Map<String, Value>,
}

/// Events, oldest first.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct EventList {
    pub events: Vec<Event>,
    /// Send it as `after` in the next request; there may be no newer events yet.
    #[serde(rename = "nextCursor")]
    pub next_cursor: String,
}

/// A document in JSON, in one of two variants. The field with the document decides which.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ExtractBase64Request {
    /// The document in standard base64. Line breaks are ignored, and padding is optional.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base64_content: Option<Base64>,
    /// The file name, for your own records. It has no effect, except that reserved names choose the
    /// outcome in the sandbox.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_name: Option<String>,
    /// The declared media type. It is ignored: the first bytes of the document decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_type: Option<String>,
    /// Which missing fields Kofa may infer; each is false by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hallucination: Option<HallucinationOptions>,
    /// The password of the PDF, if it has one. Spaces matter. It is used for this document only and
    /// not stored; for a job, it is stored encrypted with the document until that is deleted.
    /// Ignored if the document has no password. Passwords with non-ASCII letters open only PDFs
    /// encrypted with AES-256.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document_password: Option<String>,
    /// The name you expect; the response then has `match`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_name: Option<String>,
    /// The address you expect; the response then has `match`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_address: Option<String>,
    /// The maximum age of a recent document, in days. Default: 90.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_age_days: Option<i64>,
    /// The document in standard base64. Line breaks are ignored, and padding is optional.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document_base64: Option<Base64>,
}

/// A document in a form.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ExtractForm {
    /// The document. Its declared type plays no part; nor does its name, but for reserved names in
    /// the sandbox, which choose the outcome.
    #[serde(skip)]
    pub file: FileUpload,
    /// Which missing fields Kofa may infer; each is false by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hallucination: Option<HallucinationOptions>,
    /// The password of the PDF, if it has one. Spaces matter. It is used for this document only and
    /// not stored; for a job, it is stored encrypted with the document until that is deleted.
    /// Ignored if the document has no password. Passwords with non-ASCII letters open only PDFs
    /// encrypted with AES-256.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document_password: Option<String>,
    /// The name you expect; the response then has `match`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_name: Option<String>,
    /// The address you expect; the response then has `match`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_address: Option<String>,
    /// The maximum age of a recent document, in days. Default: 90.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_age_days: Option<i64>,
}

/// FeedbackData.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FeedbackData {
    /// The request id of the extraction.
    pub reading_request_id: String,
    /// Whether every field you gave feedback on was correct.
    pub correct: bool,
    /// The fields that were not extracted correctly.
    pub wrong_fields: Vec<String>,
    /// Whether this replaces earlier feedback.
    pub replaced: bool,
}

/// The feedback. Either `correct` is true, or at least one correct value is sent.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FeedbackRequest {
    /// The whole result is correct.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub correct: Option<bool>,
    /// The holder's address as printed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full_address: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub street: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lga: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// For those who improve the reader. Leave out numbers of people and accounts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Where a value comes from.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FieldMetadata {
    /// `extracted` (it stands in the document), `derived` (a rule gives it), `inferred` (a guess
    /// that `hallucination` allows) or `not_found`.
    pub source: FieldSource,
    /// 0 to 1; 0 if not found.
    pub confidence: f64,
    /// The document's own text, or the rule in words.
    pub evidence: Vec<String>,
}

/// The position of each field; a field that is not printed has no regions.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FieldRegions {
    pub full_address: Vec<RegionData>,
    pub street: Vec<RegionData>,
    pub city: Vec<RegionData>,
    pub state: Vec<RegionData>,
    pub lga: Vec<RegionData>,
    pub country: Vec<RegionData>,
}

/// The company that needs a tax number. Unknown fields are ignored.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GenerateTinRequest {
    /// The registration number, with or without a prefix.
    #[serde(rename = "rcNumber")]
    pub rc_number: String,
    /// Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP`,
    /// `LIMITED_LIABILITY_PARTNERSHIP`, or a short form.
    #[serde(rename = "entityType")]
    pub entity_type: String,
    /// Street and place. Checked and not kept, like all that follows.
    pub address: String,
    /// One of the 36 states or the FCT; common spellings are accepted.
    pub state: String,
    /// A local government area in that state; common spellings are accepted.
    #[serde(rename = "localGovernmentArea")]
    pub local_government_area: String,
    /// A Nigerian mobile number.
    pub phone: String,
    pub email: String,
}

/// A tax number and its origin.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GeneratedTin {
    /// In canonical form.
    #[serde(rename = "rcNumber")]
    pub rc_number: String,
    #[serde(rename = "companyName")]
    pub company_name: String,
    /// Kind of entity.
    #[serde(rename = "entityType")]
    pub entity_type: String,
    /// Thirteen digits, or a legacy number of eight and four.
    pub tin: String,
    /// The form of `tin`: `TAX_ID` for thirteen digits, `LEGACY` otherwise.
    #[serde(rename = "taxIdFormat")]
    pub tax_id_format: TaxIdFormat,
    /// The legacy number that `tin` replaces, if there was one. It stays valid.
    #[serde(rename = "previousTin", skip_serializing_if = "Option::is_none")]
    pub previous_tin: Option<String>,
    /// `GENERATED` with 201, `EXISTING` with 200.
    pub status: GeneratedTinStatus,
    /// When the number was generated here (UTC); null if the company had it before.
    #[serde(rename = "generatedAt", skip_serializing_if = "Option::is_none")]
    pub generated_at: Option<String>,
    /// Where a record comes from and how fresh it is.
    pub source: RecordSource,
}

/// Which missing fields Kofa may infer; each is false by default.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct HallucinationOptions {
    /// Infer a missing LGA from clear locality evidence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lga: Option<bool>,
    /// Derive a missing state from a recognised LGA, or infer it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<bool>,
    /// Derive a missing country from a recognised Nigerian state or LGA.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<bool>,
}

/// A step in the history of a subscription.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct HistoryLine {
    pub at: String,
    /// What happened.
    pub r#move: String,
    pub status: SubscriptionStatus,
    #[serde(rename = "paymentStatus")]
    pub payment_status: PaymentStatus,
    #[serde(rename = "allotmentStatus")]
    pub allotment_status: AllotmentStatus,
    /// The reason, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A person or an account that was looked up. `person` is who was, or whose the account is, `check`
/// by what, `outcome` how the name compares with the record's or what else came of it, and `policy`
/// what followed from it then. The record itself is not kept.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct IdentityCheck {
    pub person: IdentityCheckPerson,
    pub check: IdentityCheckCheck,
    pub outcome: IdentityCheckOutcome,
    pub policy: IdentityCheckPolicy,
    #[serde(rename = "checkedAt")]
    pub checked_at: String,
}

/// The issuer's address. Nothing is inferred: parts that are not printed are empty.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct IssuerAddress {
    pub full_address: String,
    pub street: String,
    pub city: String,
    pub state: String,
    pub lga: String,
    pub country: String,
    /// The lowest confidence of these fields, 0 to 1.
    pub confidence: f64,
}

/// The job was created.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct JobCreated {
    /// The id of the job, which is the id of this request.
    pub request_id: String,
    /// Always `queued`.
    pub status: String,
    /// For people.
    pub message: String,
}

/// Why a job failed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct JobError {
    /// Stable word of the error vocabulary.
    pub code: String,
    /// What is wrong, what is right.
    pub message: String,
    /// Whether the same document may succeed in another job.
    pub retryable: bool,
    /// The code's documentation page.
    pub doc_url: String,
}

/// The document of a job. The file itself is deleted when the job ends.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct JobFile {
    /// The file name you sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_name: Option<String>,
    /// The media type, detected from the first bytes.
    pub content_type: String,
    /// Its size, in bytes.
    pub size_bytes: i64,
    /// Its pages; null until it has been read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<i64>,
    /// Its SHA-256, in hexadecimal digits.
    pub sha256: String,
}

/// A document in a form, for an extraction job.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct JobForm {
    /// The document. Its declared type does not matter; its name is shown in the record, and
    /// reserved names choose the outcome in the sandbox.
    #[serde(skip)]
    pub file: FileUpload,
    /// Which missing fields Kofa may infer; each is false by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hallucination: Option<HallucinationOptions>,
    /// Your own reference for the job, returned in its record. It identifies one of your jobs in an
    /// environment: while that job is queued, in progress or stored with its result, another one
    /// with the same reference returns 409 `client_reference_in_use`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_reference: Option<String>,
    /// An https URL of a public host that is notified when the job ends. You need a webhook
    /// endpoint in the environment: its secret signs the notification.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub webhook_url: Option<String>,
    /// The password of the PDF, if it has one. Spaces matter. It is used for this document only and
    /// not stored; for a job, it is stored encrypted with the document until that is deleted.
    /// Ignored if the document has no password. Passwords with non-ASCII letters open only PDFs
    /// encrypted with AES-256.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document_password: Option<String>,
    /// The name you expect; the response then has `match`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_name: Option<String>,
    /// The address you expect; the response then has `match`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_address: Option<String>,
    /// The maximum age of a recent document, in days. Default: 90.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_age_days: Option<i64>,
}

/// The progress of a job.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct JobProgress {
    pub stage: JobStage,
    /// Progress from 0 to 100; not proportional to time.
    pub percent: i64,
    /// Pages that are pictures and have been read.
    pub pages_done: i64,
    /// Pages that are pictures; null until that is known, and where there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<i64>,
}

/// A job and, once it has succeeded, its result.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct JobRecord {
    /// The id of the job, which is the id of the request that created it.
    pub request_id: String,
    pub status: JobStatus,
    /// For people.
    pub message: String,
    /// When it was created, in UTC.
    pub created_at: String,
    /// When the first attempt started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<String>,
    /// When it ended: succeeded, failed or cancelled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<String>,
    /// When anything of this last changed.
    pub updated_at: String,
    /// When the result will be, or was, removed: seven days after the end, unless the operator
    /// chose otherwise. Null where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<String>,
    /// The progress of a job.
    pub progress: JobProgress,
    /// Number of attempts so far.
    pub attempts: i64,
    /// Number of attempts after which the job fails.
    pub max_attempts: i64,
    /// The document of a job. The file itself is deleted when the job ends.
    pub file: JobFile,
    /// Your own reference for the job.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_reference: Option<String>,
    /// The URL that is notified when the job ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub webhook_url: Option<String>,
    /// What was sent there; empty without a `webhook_url`.
    pub webhook_deliveries: Vec<WebhookDelivery>,
    /// What a direct request returns in `data`; null until the job has succeeded, and after the
    /// result has expired.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<AddressData>,
    /// Why it failed; null otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<JobError>,
}

/// A document in JSON, in one of two variants. The field with the document decides which.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct JobRequestBody {
    /// The document in standard base64. Line breaks are ignored, and padding is optional.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base64_content: Option<Base64>,
    /// The file name, returned in the record. Reserved names choose the outcome in the sandbox.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_name: Option<String>,
    /// The declared media type. It is ignored: the first bytes of the document decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_type: Option<String>,
    /// Which missing fields Kofa may infer; each is false by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hallucination: Option<HallucinationOptions>,
    /// Your own reference for the job, returned in its record. It identifies one of your jobs in an
    /// environment: while that job is queued, in progress or stored with its result, another one
    /// with the same reference returns 409 `client_reference_in_use`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_reference: Option<String>,
    /// An https URL of a public host that is notified when the job ends. You need a webhook
    /// endpoint in the environment: its secret signs the notification.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub webhook_url: Option<String>,
    /// The password of the PDF, if it has one. Spaces matter. It is used for this document only and
    /// not stored; for a job, it is stored encrypted with the document until that is deleted.
    /// Ignored if the document has no password. Passwords with non-ASCII letters open only PDFs
    /// encrypted with AES-256.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document_password: Option<String>,
    /// The name you expect; the response then has `match`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_name: Option<String>,
    /// The address you expect; the response then has `match`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_address: Option<String>,
    /// The maximum age of a recent document, in days. Default: 90.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_age_days: Option<i64>,
    /// The document in standard base64. Line breaks are ignored, and padding is optional.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document_base64: Option<Base64>,
}

/// An API key without its secret.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Key {
    /// The record's ID.
    pub id: String,
    /// The tenant's ID.
    #[serde(rename = "tenantId")]
    pub tenant_id: String,
    /// A display name.
    pub name: String,
    /// The first characters of the key.
    pub prefix: String,
    /// Its last characters.
    #[serde(rename = "lastFour")]
    pub last_four: String,
    pub status: KeyStatus,
    pub scopes: Vec<String>,
    pub environments: Vec<Environment>,
    /// The IP addresses or networks it can be used from; empty for any.
    #[serde(rename = "allowedCidrs")]
    pub allowed_cidrs: Vec<String>,
    /// When it was created.
    #[serde(rename = "createdAt")]
    pub created_at: String,
    /// When it expires; null for never.
    #[serde(rename = "expiresAt", skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<String>,
    /// When it was revoked; null if it was not.
    #[serde(rename = "revokedAt", skip_serializing_if = "Option::is_none")]
    pub revoked_at: Option<String>,
    /// The key that replaced it; null if none.
    #[serde(rename = "rotatedTo", skip_serializing_if = "Option::is_none")]
    pub rotated_to: Option<String>,
    /// The last request made with it; null if none.
    #[serde(rename = "lastUsed", skip_serializing_if = "Option::is_none")]
    pub last_used: Option<LastUsed>,
}

/// The last request made with a key.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LastUsed {
    /// The time, accurate to a few seconds.
    pub at: String,
    /// The IP address.
    pub ip: String,
    pub environment: Environment,
    /// The endpoint.
    #[serde(rename = "operationId")]
    pub operation_id: String,
}

/// A wallet transaction.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LedgerRow {
    /// The journal transaction; for a charge, the request ID.
    pub id: String,
    /// The time.
    pub at: String,
    /// The request that caused it; null if none.
    #[serde(rename = "requestId", skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// `charge`, `top_up` or `adjustment`.
    pub kind: String,
    /// The amount in kobo: positive for credits, negative for debits.
    #[serde(rename = "amountKobo")]
    pub amount_kobo: i64,
    /// The balance after the transaction, in kobo.
    #[serde(rename = "balanceKobo")]
    pub balance_kobo: i64,
    /// The payment provider's, the bank's or the operator's reference; null for a charge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
}

/// A page of a list.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LedgerRowPage {
    /// The items.
    pub items: Vec<LedgerRow>,
    /// The `cursor` of the next page; null on the last.
    #[serde(rename = "nextCursor", skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// One line of business.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LineOfBusiness {
    pub name: String,
    /// Of ISIC Rev. 4, two to four digits, where the local register states one; where an upstream
    /// responds, the code that it sent; else null. Never guessed from `name`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Whether it is the first of the record.
    #[serde(rename = "isPrimary")]
    pub is_primary: bool,
}

/// What an entity does.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LinesOfBusiness {
    /// In canonical form: digits, without prefix and leading zeros (the sandbox's reserved numbers
    /// keep theirs).
    #[serde(rename = "rcNumber")]
    pub rc_number: String,
    #[serde(rename = "companyName")]
    pub company_name: String,
    /// Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP` or
    /// `LIMITED_LIABILITY_PARTNERSHIP`.
    #[serde(rename = "entityType")]
    pub entity_type: String,
    /// Empty if there are none on the register.
    #[serde(rename = "lineOfBusiness")]
    pub line_of_business: Vec<LineOfBusiness>,
    /// Other entities with the same number. Only present if there are any and the request did not
    /// select a type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alternatives: Option<Vec<CompanyAlternative>>,
    /// Where a record comes from and how fresh it is.
    pub source: RecordSource,
}

/// Comparison of the document with what you expect.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct MatchData {
    /// 0 to 1; 0 if not checked.
    pub name_score: f64,
    pub name_result: MatchResult,
    /// 0 to 1; 0 if not checked.
    pub address_score: f64,
    pub address_result: MatchResult,
}

/// One difference between two names.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct NameDifference {
    /// `LEGAL_FORM`, `COUNTRY`, `MISSING_WORD`, `EXTRA_WORD`, `SPELLING`, `SPACING`, `WORD_ORDER`,
    /// `WRITING` or `LETTERS`.
    pub kind: String,
    /// The part of the name you sent, in the form used for comparison; null if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submitted: Option<String>,
    /// The part of the registered name; null if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registered: Option<String>,
    /// In words.
    pub message: String,
}

/// One page of offers.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct OfferPage {
    pub offers: Vec<OfferRecord>,
    pub page: i64,
    pub size: i64,
    #[serde(rename = "totalPages")]
    pub total_pages: i64,
    #[serde(rename = "totalCount")]
    pub total_count: i64,
    /// The age of data from an external exchange.
    pub source: Age,
}

/// An offer. Dates and times carry the offset of Lagos.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct OfferRecord {
    /// The `offerId` of a subscription.
    pub id: String,
    pub name: String,
    #[serde(rename = "issuerName")]
    pub issuer_name: String,
    pub symbol: String,
    /// ISO 6166.
    pub isin: String,
    pub sector: String,
    #[serde(rename = "offerType")]
    pub offer_type: OfferType,
    pub status: OfferStatus,
    pub currency: String,
    /// The price of a share; of a book-build, its upper end.
    #[serde(rename = "pricePerShare")]
    pub price_per_share: Money,
    /// The ends of a book-build.
    #[serde(rename = "priceRange", skip_serializing_if = "Option::is_none")]
    pub price_range: Option<OfferRecordPriceRange>,
    /// The minimum number of shares of an application.
    #[serde(rename = "minimumShares")]
    pub minimum_shares: i64,
    /// Above the minimum, the number of shares rises in steps of this.
    pub multiple: i64,
    /// The maximum number of shares of an application; null if limited only by the shares on offer.
    #[serde(rename = "maximumShares", skip_serializing_if = "Option::is_none")]
    pub maximum_shares: Option<i64>,
    #[serde(rename = "sharesOnOffer")]
    pub shares_on_offer: i64,
    /// How much demand beyond the offer may be absorbed, in per cent.
    #[serde(rename = "oversubscriptionLimitPct")]
    pub oversubscription_limit_pct: i64,
    /// Demand as a multiple of the supply, once it is known.
    #[serde(rename = "totalSubscription", skip_serializing_if = "Option::is_none")]
    pub total_subscription: Option<String>,
    #[serde(rename = "openDate")]
    pub open_date: String,
    #[serde(rename = "closeDate")]
    pub close_date: String,
    /// Applications after this hour count for the next day.
    #[serde(rename = "dailyCutoff")]
    pub daily_cutoff: String,
    #[serde(rename = "timeZone")]
    pub time_zone: String,
    /// Whether the closing date has been extended.
    pub extended: bool,
    /// The closing date before the extension.
    #[serde(rename = "originalCloseDate", skip_serializing_if = "Option::is_none")]
    pub original_close_date: Option<String>,
    /// The dates of the offer, as far as they are known.
    pub timeline: OfferTimeline,
    /// Terms of a rights issue; null for other types.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rights: Option<OfferRecordRights>,
    /// Values of `profileType` that can apply.
    #[serde(rename = "eligibleProfileTypes")]
    pub eligible_profile_types: Vec<String>,
    #[serde(rename = "paymentMethods")]
    pub payment_methods: Vec<String>,
    /// `ALL` supported banks, or the ids of some.
    #[serde(rename = "eligibleBanks")]
    pub eligible_banks: Value,
    /// The registrar.
    pub registrar: OfferRegistrar,
    #[serde(rename = "issuingHouses")]
    pub issuing_houses: Vec<String>,
    #[serde(rename = "prospectusUrl", skip_serializing_if = "Option::is_none")]
    pub prospectus_url: Option<String>,
    /// Whether the offer accepts applications now.
    #[serde(rename = "isSubscribable")]
    pub is_subscribable: bool,
    /// The reason if it does not; null while it does.
    #[serde(
        rename = "notSubscribableReason",
        skip_serializing_if = "Option::is_none"
    )]
    pub not_subscribable_reason: Option<String>,
}

/// The ends of a book-build.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct OfferRecordPriceRange {
    /// Naira, with at most two decimals.
    pub min: Money,
    /// Naira, with at most two decimals.
    pub max: Money,
}

/// Terms of a rights issue: `ratioNew` shares for `ratioHeld` held.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct OfferRecordRights {
    #[serde(rename = "ratioNew")]
    pub ratio_new: i64,
    #[serde(rename = "ratioHeld")]
    pub ratio_held: i64,
    #[serde(rename = "qualificationDate")]
    pub qualification_date: String,
    #[serde(rename = "rightsSymbol")]
    pub rights_symbol: String,
    #[serde(rename = "rightsTradingEnd")]
    pub rights_trading_end: String,
}

/// The registrar.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct OfferRegistrar {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub website: Option<String>,
}

/// The dates of the offer, as far as they are known.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct OfferTimeline {
    #[serde(rename = "applicationStart")]
    pub application_start: String,
    /// The last day on which applications are taken: an offer that closes at midnight ends the day
    /// before.
    #[serde(rename = "applicationEnd")]
    pub application_end: String,
    #[serde(rename = "allotmentDate", skip_serializing_if = "Option::is_none")]
    pub allotment_date: Option<String>,
    #[serde(
        rename = "refundInitiationDate",
        skip_serializing_if = "Option::is_none"
    )]
    pub refund_initiation_date: Option<String>,
    #[serde(rename = "refundDeadline", skip_serializing_if = "Option::is_none")]
    pub refund_deadline: Option<String>,
    #[serde(rename = "cscsCreditDate", skip_serializing_if = "Option::is_none")]
    pub cscs_credit_date: Option<String>,
    #[serde(rename = "listingDate", skip_serializing_if = "Option::is_none")]
    pub listing_date: Option<String>,
}

/// The address as separate parts. Parts that are not printed are empty; `city`, `lga`, `state` and
/// `country` are the same as in the result.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PartsData {
    /// Number, flat, floor, plot, building.
    pub premises: String,
    /// The thoroughfare or estate by its name alone.
    pub street: String,
    /// District within the city; never the city itself.
    pub district: String,
    pub city: String,
    pub lga: String,
    pub state: String,
    /// As printed.
    pub postcode: String,
    pub country: String,
    /// A nearby landmark, with its preposition.
    pub landmark: String,
    /// The person or organisation that forwards the mail.
    pub care_of: String,
}

/// Who may claim under a charge.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PersonEntitled {
    pub name: String,
}

/// What a request to an endpoint would cost you now.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Quote {
    /// The endpoint, as named in this document.
    #[serde(rename = "operationId")]
    pub operation_id: String,
    /// The environment the quote is for.
    pub environment: String,
    /// Price of one billable response, in kobo. It is reserved, and the most that is charged: a 200
    /// of `generateCompanyTin` is charged like `getCompanyTin`.
    #[serde(rename = "amountKobo")]
    pub amount_kobo: i64,
    /// Always naira.
    pub currency: String,
    pub rule: AccountPriceRule,
    /// HTTP statuses that are charged; every other outcome is free.
    #[serde(rename = "billableStatuses")]
    pub billable_statuses: Vec<i64>,
    /// The available balance of the wallet, in kobo.
    #[serde(rename = "availableKobo")]
    pub available_kobo: i64,
    /// `availableKobo` less `amountKobo`, in kobo: what it would have after one billable response
    /// at that price. Negative if it cannot pay: the call would be 402, and free.
    #[serde(rename = "balanceAfterKobo")]
    pub balance_after_kobo: i64,
}

/// Where a record comes from and how fresh it is.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RecordSource {
    /// The register: always `CAC`, the Corporate Affairs Commission.
    pub registry: String,
    /// When the record was read from the registry (UTC).
    #[serde(rename = "retrievedAt")]
    pub retrieved_at: String,
    /// Whether the record comes from the cache.
    pub cached: bool,
    /// Whether the cached record is older than 90 days, older than the requested `maxAge`, or
    /// returned because the registry is unavailable.
    pub stale: bool,
}

/// A piece of a value on one line of a page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RegionData {
    /// Counted from 1.
    pub page: i64,
    /// Top left, top right, bottom right, bottom left, each `[x, y]` as fractions of the upright
    /// page, 0 to 1.
    pub polygon: Vec<Vec<f64>>,
    /// The words as printed.
    pub text: String,
}

/// A person who applies together with the applicant or on their behalf; 18 or older.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RelatedPerson {
    #[serde(rename = "firstName")]
    pub first_name: String,
    #[serde(rename = "lastName")]
    pub last_name: String,
    #[serde(rename = "dateOfBirth")]
    pub date_of_birth: String,
    pub gender: Gender,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// A Nigerian mobile number.
    #[serde(rename = "phoneNumber")]
    pub phone_number: String,
    /// Another one than the applicant's. In the sandbox 22222222228 passes, too.
    pub bvn: String,
    /// Another one than the applicant's. In the sandbox 70123456788 passes, too.
    pub nin: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The relationship to the applicant: required for a guardian.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relationship: Option<Relationship>,
}

/// A request made by a tenant.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RequestRow {
    /// The `X-Request-Id` of the response.
    #[serde(rename = "requestId")]
    pub request_id: String,
    /// When the request was received.
    pub at: String,
    pub environment: Environment,
    /// The product; null if the endpoint belongs to none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service: Option<String>,
    /// The endpoint.
    #[serde(rename = "operationId")]
    pub operation_id: String,
    /// The HTTP method.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// The path template.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The HTTP status of the response.
    pub status: i64,
    /// The error code; null if the request succeeded.
    #[serde(rename = "errorCode", skip_serializing_if = "Option::is_none")]
    pub error_code: Option<String>,
    /// The amount charged, in kobo.
    #[serde(rename = "chargeKobo")]
    pub charge_kobo: i64,
    /// The API key that was used.
    #[serde(rename = "keyId")]
    pub key_id: String,
    /// Time from receipt to settlement, in milliseconds.
    #[serde(rename = "latencyMs")]
    pub latency_ms: f64,
    /// The number of requests this entry stands for. More than 1 means requests within one minute
    /// that were refused for the same reason before being read, after the first of them.
    pub count: i64,
}

/// A page of a list.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RequestRowPage {
    /// The items.
    pub items: Vec<RequestRow>,
    /// The `cursor` of the next page; null on the last.
    #[serde(rename = "nextCursor", skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// The position of a holder in a rights issue. Counts are shares. `reason` says why rights can or
/// cannot be taken up: what stops everyone comes before what stops this holder.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RightsRecord {
    /// Whether rights can be taken up now.
    pub eligible: bool,
    pub reason: RightsReason,
    #[serde(rename = "offerId")]
    pub offer_id: String,
    /// Masked.
    pub chn: String,
    /// Masked; null if the CHN is not on the register.
    #[serde(rename = "holderName", skip_serializing_if = "Option::is_none")]
    pub holder_name: Option<String>,
    /// The qualification date; null if the offer is not a rights issue.
    #[serde(rename = "qualificationDate", skip_serializing_if = "Option::is_none")]
    pub qualification_date: Option<String>,
    /// Shares held at the qualification date.
    #[serde(rename = "sharesHeld")]
    pub shares_held: i64,
    /// Null if the offer is not a rights issue.
    #[serde(rename = "entitlementRatio", skip_serializing_if = "Option::is_none")]
    pub entitlement_ratio: Option<RightsRecordEntitlementRatio>,
    /// What the holding gives: held × new ÷ held of the ratio, rounded down.
    #[serde(rename = "sharesProvisionallyAllotted")]
    pub shares_provisionally_allotted: i64,
    /// Rights bought on the exchange.
    #[serde(rename = "rightsTradedIn")]
    pub rights_traded_in: i64,
    /// Rights sold on the exchange.
    #[serde(rename = "rightsTradedOut")]
    pub rights_traded_out: i64,
    /// Taken up by your open application.
    #[serde(rename = "rightsExercised")]
    pub rights_exercised: i64,
    /// Rights left to take up.
    #[serde(rename = "rightsAvailable")]
    pub rights_available: i64,
    /// Naira, with at most two decimals.
    #[serde(rename = "pricePerShare")]
    pub price_per_share: Money,
    /// The cost of taking up all remaining rights.
    #[serde(rename = "maximumAmount")]
    pub maximum_amount: Money,
    /// Whether the holder can apply for additional shares.
    #[serde(rename = "canApplyForAdditional")]
    pub can_apply_for_additional: bool,
    /// Whether the holder can renounce rights in favour of someone else.
    #[serde(rename = "canRenounce")]
    pub can_renounce: bool,
    /// Whether rights can still be traded on the exchange.
    #[serde(rename = "canTradeRights")]
    pub can_trade_rights: bool,
    /// The last day of the offer; null if it is not a rights issue.
    #[serde(
        rename = "lastDateForAcceptance",
        skip_serializing_if = "Option::is_none"
    )]
    pub last_date_for_acceptance: Option<String>,
    /// The age of data from an external exchange.
    pub source: Age,
}

/// `new` shares for `held` ones.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RightsRecordEntitlementRatio {
    pub new: i64,
    pub held: i64,
}

/// The record of an entity that consented.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SecureCompany {
    /// In canonical form: digits, without prefix and leading zeros (the sandbox's reserved numbers
    /// keep theirs).
    #[serde(rename = "rcNumber")]
    pub rc_number: String,
    #[serde(rename = "companyName")]
    pub company_name: String,
    /// Such as `PRIVATE_COMPANY_LIMITED_BY_SHARES`.
    #[serde(rename = "companyType")]
    pub company_type: String,
    /// `ACTIVE`, `INACTIVE` (annual returns overdue), `STRUCK_OFF`, `DELISTED`, `DISSOLVED`,
    /// `IN_LIQUIDATION` or `UNKNOWN`.
    #[serde(rename = "registrationStatus")]
    pub registration_status: RegistrationStatus,
    #[serde(rename = "registeredAddress")]
    pub registered_address: String,
    /// Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP` or
    /// `LIMITED_LIABILITY_PARTNERSHIP`.
    #[serde(rename = "entityType")]
    pub entity_type: String,
    /// The registry's number of that kind: 1 business name, 2 company, 3 incorporated trustees, 4
    /// limited partnership, 5 limited liability partnership.
    #[serde(rename = "classificationId")]
    pub classification_id: i64,
    #[serde(rename = "registrationDate", skip_serializing_if = "Option::is_none")]
    pub registration_date: Option<String>,
    /// Several are joined by `; `.
    #[serde(rename = "lineOfBusiness", skip_serializing_if = "Option::is_none")]
    pub line_of_business: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    /// Local government area.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lga: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Other entities with the same number. Only present if there are any and the request did not
    /// select a type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alternatives: Option<Vec<CompanyAlternative>>,
    /// Where a record comes from and how fresh it is.
    pub source: RecordSource,
    /// The registered objectives, or else the lines of business.
    pub objectives: Vec<String>,
    /// The phone number of the entity itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    #[serde(rename = "branchAddress", skip_serializing_if = "Option::is_none")]
    pub branch_address: Option<String>,
    #[serde(rename = "headOfficeAddress", skip_serializing_if = "Option::is_none")]
    pub head_office_address: Option<String>,
    /// Year or date of the last annual return.
    #[serde(rename = "lastAnnualReturn", skip_serializing_if = "Option::is_none")]
    pub last_annual_return: Option<String>,
    /// People and bodies that the register lists, without those who only filed or witnessed papers;
    /// null where it does not say.
    #[serde(rename = "affiliatesCount", skip_serializing_if = "Option::is_none")]
    pub affiliates_count: Option<i64>,
}

/// Whether a product is switched on for a tenant.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Service {
    pub scope: String,
    pub environment: Environment,
    /// Whether the product is on.
    pub enabled: bool,
}

/// A share capital and its parts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ShareCapital {
    /// In canonical form.
    #[serde(rename = "rcNumber")]
    pub rc_number: String,
    #[serde(rename = "companyName")]
    pub company_name: String,
    /// Kind of entity.
    #[serde(rename = "entityType")]
    pub entity_type: String,
    /// ISO 4217; null without a capital.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    /// The nominal share capital.
    #[serde(rename = "shareCapital", skip_serializing_if = "Option::is_none")]
    pub share_capital: Option<Money>,
    #[serde(
        rename = "shareCapitalInWords",
        skip_serializing_if = "Option::is_none"
    )]
    pub share_capital_in_words: Option<String>,
    /// Number of shares issued.
    #[serde(rename = "issuedShares", skip_serializing_if = "Option::is_none")]
    pub issued_shares: Option<i64>,
    /// In the unit of the currency, with at most two decimals.
    #[serde(
        rename = "nominalValuePerShare",
        skip_serializing_if = "Option::is_none"
    )]
    pub nominal_value_per_share: Option<Money>,
    /// Shares issued at their nominal value.
    #[serde(rename = "issuedCapital", skip_serializing_if = "Option::is_none")]
    pub issued_capital: Option<Money>,
    /// In the unit of the currency, with at most two decimals.
    #[serde(rename = "paidUpCapital", skip_serializing_if = "Option::is_none")]
    pub paid_up_capital: Option<Money>,
    /// What of the share capital is not issued; null where that is not known or does not add up.
    #[serde(rename = "unissuedCapital", skip_serializing_if = "Option::is_none")]
    pub unissued_capital: Option<Money>,
    /// Human-readable notes on inconsistent figures. Empty if there are none.
    pub notes: Vec<String>,
    /// Where a record comes from and how fresh it is.
    pub source: RecordSource,
}

/// The shareholders, and whether their holdings add up to the issued shares.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ShareDistribution {
    /// In canonical form.
    #[serde(rename = "rcNumber")]
    pub rc_number: String,
    #[serde(rename = "companyName")]
    pub company_name: String,
    /// Kind of entity.
    #[serde(rename = "entityType")]
    pub entity_type: String,
    /// Null if it is not on the register.
    #[serde(rename = "totalIssuedShares", skip_serializing_if = "Option::is_none")]
    pub total_issued_shares: Option<i64>,
    /// One entry per holder and type of shares, largest holding first.
    pub shareholders: Vec<Shareholder>,
    /// Total of all current holdings.
    #[serde(rename = "totalAllottedShares")]
    pub total_allotted_shares: i64,
    /// Shares issued that the register lists no holder of; null where it does not say how many are
    /// issued.
    #[serde(rename = "unallocatedShares", skip_serializing_if = "Option::is_none")]
    pub unallocated_shares: Option<i64>,
    /// Shares listed beyond those issued; null where the register does not say how many are.
    #[serde(
        rename = "overallocatedShares",
        skip_serializing_if = "Option::is_none"
    )]
    pub overallocated_shares: Option<i64>,
    /// All percentages together.
    #[serde(rename = "percentageTotal")]
    pub percentage_total: f64,
    /// Whether the current holdings equal the issued shares.
    #[serde(rename = "addsUp")]
    pub adds_up: bool,
    /// A human-readable note on what does not add up; null if everything does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Where a record comes from and how fresh it is.
    pub source: RecordSource,
}

/// A holding of one type of shares.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Shareholder {
    pub name: String,
    /// Whether this is an organisation rather than a person.
    #[serde(rename = "isCorporate")]
    pub is_corporate: bool,
    /// Of a body.
    #[serde(rename = "corporationName", skip_serializing_if = "Option::is_none")]
    pub corporation_name: Option<String>,
    /// For an organisation, as written in the register.
    #[serde(
        rename = "corporationRcNumber",
        skip_serializing_if = "Option::is_none"
    )]
    pub corporation_rc_number: Option<String>,
    #[serde(rename = "sharesAllotted")]
    pub shares_allotted: i64,
    /// `ORDINARY`, `PREFERENCE`, `DEFERRED`, or the register's own word.
    #[serde(rename = "shareType")]
    pub share_type: String,
    /// Of the shares issued; of those listed, where the register does not say how many are issued,
    /// or says none. Null for a holding given up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percentage: Option<f64>,
    /// Whether the holder has significant control, according to the register.
    #[serde(rename = "isPsc")]
    pub is_psc: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nationality: Option<String>,
    /// `ACTIVE`, `RESIGNED` or `INACTIVE` (given up), or `UNKNOWN`, where the register does not say
    /// and the holding is taken for a present one.
    pub status: AffiliateRoleStatus,
}

/// A monthly wallet statement.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Statement {
    /// The tenant's ID.
    #[serde(rename = "tenantId")]
    pub tenant_id: String,
    pub environment: Environment,
    /// The month, Lagos time.
    pub month: String,
    /// Whether the month is still running, so that the totals are provisional.
    #[serde(rename = "isOpen")]
    pub is_open: bool,
    /// When the statement was created.
    pub at: String,
    /// Always `NGN`.
    pub currency: String,
    /// The opening balance, in kobo.
    #[serde(rename = "openingKobo")]
    pub opening_kobo: i64,
    /// Total credits from top-ups and adjustments, in kobo.
    #[serde(rename = "putInKobo")]
    pub put_in_kobo: i64,
    /// Total debits from adjustments, in kobo.
    #[serde(rename = "takenOutKobo")]
    pub taken_out_kobo: i64,
    /// Total request charges, in kobo.
    #[serde(rename = "chargedKobo")]
    pub charged_kobo: i64,
    /// The closing balance, in kobo: opening balance + credits - debits - charges.
    #[serde(rename = "closingKobo")]
    pub closing_kobo: i64,
    /// The number of charges.
    pub charges: i64,
    /// The number of transfers.
    pub transfers: i64,
    /// Charges by endpoint, highest first.
    pub endpoints: Vec<StatementEndpoint>,
    /// Days with transactions, in order.
    pub days: Vec<StatementDay>,
}

/// The transactions of a day.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StatementDay {
    /// The start of the day, Lagos time.
    pub day: String,
    /// The number of charges.
    pub charges: i64,
    /// The total, in kobo.
    #[serde(rename = "chargedKobo")]
    pub charged_kobo: i64,
    /// Credits, in kobo.
    #[serde(rename = "putInKobo")]
    pub put_in_kobo: i64,
    /// Debits, in kobo.
    #[serde(rename = "takenOutKobo")]
    pub taken_out_kobo: i64,
}

/// An endpoint's charges in a month.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StatementEndpoint {
    /// The endpoint.
    #[serde(rename = "operationId")]
    pub operation_id: String,
    /// The number of charges.
    pub charges: i64,
    /// The total, in kobo.
    #[serde(rename = "chargedKobo")]
    pub charged_kobo: i64,
}

/// The identifiers of the subscription.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SubscribeData {
    /// Whether the exchange registered it; false while this is not known.
    pub success: bool,
    pub message: String,
    /// The Kofa id of the subscription.
    #[serde(rename = "localSubscriptionId")]
    pub local_subscription_id: String,
    /// Empty until the exchange has responded.
    #[serde(rename = "exchangeReferenceNumber")]
    pub exchange_reference_number: String,
    /// Empty until the exchange has responded.
    #[serde(rename = "exchangeSubscriptionId")]
    pub exchange_subscription_id: String,
    /// Shares times price.
    pub amount: Money,
    /// The reference of the payment, listed under transactions.
    #[serde(rename = "transactionReference")]
    pub transaction_reference: String,
    /// Where the investor pays, where a payment provider has a page for it and has said so already;
    /// else look it up under transactions.
    #[serde(rename = "paymentUrl", skip_serializing_if = "Option::is_none")]
    pub payment_url: Option<String>,
    /// Possible problems that were not a reason to refuse; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warnings: Option<Vec<WarningRecord>>,
}

/// An application for shares. Unknown fields are ignored.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SubscribeRequest {
    #[serde(rename = "vendorId")]
    pub vendor_id: String,
    /// An offer whose `isSubscribable` is true.
    #[serde(rename = "offerId")]
    pub offer_id: String,
    #[serde(rename = "offerType")]
    pub offer_type: OfferType,
    /// The minimum of the offer, plus any number of times its `multiple`.
    #[serde(rename = "numberOfShares")]
    pub number_of_shares: i64,
    /// A broker whose `active` is true; without a CHN, one that accepts new clients.
    #[serde(rename = "brokerId")]
    pub broker_id: String,
    #[serde(rename = "profileType")]
    pub profile_type: ProfileType,
    #[serde(rename = "firstName")]
    pub first_name: String,
    #[serde(rename = "lastName")]
    pub last_name: String,
    /// INDIVIDUAL and JOINT applicants must be 18, a MINOR must be younger; CORPORATE need not say
    /// it.
    #[serde(rename = "dateOfBirth", skip_serializing_if = "Option::is_none")]
    pub date_of_birth: Option<String>,
    /// Required, except for CORPORATE.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gender: Option<Gender>,
    pub email: String,
    /// A Nigerian mobile number.
    #[serde(rename = "phoneNumber")]
    pub phone_number: String,
    /// Required for INDIVIDUAL and JOINT. In the sandbox 22222222220 passes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bvn: Option<String>,
    /// Required for INDIVIDUAL and JOINT. In the sandbox 70123456780 passes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nin: Option<String>,
    pub address: String,
    /// Name or ISO 3166 code of a country.
    pub nationality: String,
    /// Required for Nigerians: one of the 36 states or the FCT.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// Required for Nigerians: a local government area in that state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lga: Option<String>,
    /// 0 unknown, 1 single, 2 married, 3 divorced, 4 widowed, 5 separated. Required, but for
    /// CORPORATE.
    #[serde(rename = "maritalStatus", skip_serializing_if = "Option::is_none")]
    pub marital_status: Option<i64>,
    /// Required, except for CORPORATE.
    #[serde(rename = "nextOfKinFullName", skip_serializing_if = "Option::is_none")]
    pub next_of_kin_full_name: Option<String>,
    /// A Nigerian mobile number. Required, except for CORPORATE.
    #[serde(rename = "nextOfKinPhone", skip_serializing_if = "Option::is_none")]
    pub next_of_kin_phone: Option<String>,
    /// The code of the bank with this `bankId`.
    #[serde(rename = "bankCode")]
    pub bank_code: String,
    #[serde(rename = "bankId")]
    pub bank_id: i64,
    /// Ten digits (NUBAN); the check digit must fit a deposit bank. In the sandbox 0000000000
    /// passes at every bank.
    #[serde(rename = "bankAccountNumber")]
    pub bank_account_number: String,
    /// Whether the applicant has a Clearing House Number.
    #[serde(rename = "hasExistingChnDepository")]
    pub has_existing_chn_depository: bool,
    /// The Clearing House Number; required in a rights issue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chn: Option<String>,
    /// Whether to pay by card; otherwise from the bank account.
    #[serde(rename = "isCardPayment")]
    pub is_card_payment: bool,
    /// Your own reference for the application, without personal data. It is returned in the
    /// transaction, and you can search by it.
    #[serde(rename = "clientReference", skip_serializing_if = "Option::is_none")]
    pub client_reference: Option<String>,
    /// The second applicant. Required for JOINT, not allowed otherwise.
    #[serde(rename = "secondApplicant", skip_serializing_if = "Option::is_none")]
    pub second_applicant: Option<RelatedPerson>,
    /// The guardian. Required for MINOR, not allowed otherwise. `relationship` is required.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guardian: Option<RelatedPerson>,
    /// Required for CORPORATE, and goes with nothing else. `firstName` to `nin` are then of who
    /// signs for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company: Option<ApplyingCompany>,
}

/// The payment of a subscription.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Transaction {
    pub id: String,
    #[serde(rename = "transactionReference")]
    pub transaction_reference: String,
    /// Whether it has been paid.
    #[serde(rename = "isSettledPayment")]
    pub is_settled_payment: bool,
    #[serde(rename = "numberOfShares")]
    pub number_of_shares: i64,
    /// Naira, with at most two decimals.
    pub amount: Money,
    /// What the payment is for.
    pub subscription: TransactionSubscription,
    /// Your own reference for the application.
    #[serde(rename = "clientReference", skip_serializing_if = "Option::is_none")]
    pub client_reference: Option<String>,
    pub currency: String,
    pub status: SubscriptionStatus,
    #[serde(rename = "paymentStatus")]
    pub payment_status: PaymentStatus,
    #[serde(rename = "allotmentStatus")]
    pub allotment_status: AllotmentStatus,
    /// Null until the allotment.
    #[serde(rename = "sharesAllotted", skip_serializing_if = "Option::is_none")]
    pub shares_allotted: Option<i64>,
    /// Null until it is known whether a refund is due.
    #[serde(rename = "refundAmount", skip_serializing_if = "Option::is_none")]
    pub refund_amount: Option<Money>,
    #[serde(rename = "createdAt")]
    pub created_at: String,
    #[serde(rename = "settledAt", skip_serializing_if = "Option::is_none")]
    pub settled_at: Option<String>,
    /// Why the application was rejected or the payment failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Where the investor pays, on a page of the payment provider; only while it can be paid, and
    /// where there is a page.
    #[serde(rename = "paymentUrl", skip_serializing_if = "Option::is_none")]
    pub payment_url: Option<String>,
    /// All steps, oldest first; only with `transactionReference`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<Vec<HistoryLine>>,
    /// Why this many shares were allotted, in words; only where `transactionReference` is given and
    /// once the allotment is done.
    #[serde(
        rename = "allotmentExplanation",
        skip_serializing_if = "Option::is_none"
    )]
    pub allotment_explanation: Option<String>,
    /// The outcomes of looking up the applicants by BVN, NIN and account; only where
    /// `transactionReference` is given and if a provider was asked.
    #[serde(rename = "identityChecks", skip_serializing_if = "Option::is_none")]
    pub identity_checks: Option<Vec<IdentityCheck>>,
}

/// One page of transactions.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TransactionPage {
    pub transactions: Vec<Transaction>,
    pub page: i64,
    pub size: i64,
    #[serde(rename = "totalPages")]
    pub total_pages: i64,
    #[serde(rename = "totalCount")]
    pub total_count: i64,
}

/// What the payment is for.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TransactionSubscription {
    pub id: String,
    /// The name of the investor.
    #[serde(rename = "investorName")]
    pub investor_name: String,
    #[serde(rename = "profileType")]
    pub profile_type: ProfileType,
    #[serde(rename = "offerName")]
    pub offer_name: String,
    #[serde(rename = "offerId")]
    pub offer_id: String,
    pub status: SubscriptionStatus,
    /// Empty until the exchange has responded.
    #[serde(rename = "exchangeReferenceNumber")]
    pub exchange_reference_number: String,
    /// Empty until the exchange has responded.
    #[serde(rename = "exchangeSubscriptionId")]
    pub exchange_subscription_id: String,
}

/// Filters for transactions; absent or empty fields do not filter.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TransactionsRequest {
    #[serde(
        rename = "transactionReference",
        skip_serializing_if = "Option::is_none"
    )]
    pub transaction_reference: Option<String>,
    /// The `clientReference` of its subscription.
    #[serde(rename = "clientReference", skip_serializing_if = "Option::is_none")]
    pub client_reference: Option<String>,
    #[serde(rename = "offerId", skip_serializing_if = "Option::is_none")]
    pub offer_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<SubscriptionStatus>,
    /// Received at or after this time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Received before this time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The page, starting at 1. Default: 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<i64>,
}

/// A low-balance alert.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct WalletAlert {
    /// Sequence number of the alert.
    pub id: i64,
    /// The tenant's ID.
    #[serde(rename = "tenantId")]
    pub tenant_id: String,
    pub environment: Environment,
    pub kind: WalletAlertKind,
    /// The threshold: kobo for a balance, days for a runway.
    pub threshold: i64,
    /// The threshold in kobo at that time.
    #[serde(rename = "levelKobo")]
    pub level_kobo: i64,
    /// The balance right after the transaction that raised the alert, in kobo.
    #[serde(rename = "balanceKobo")]
    pub balance_kobo: i64,
    /// The time.
    pub at: String,
    /// The request that raised the alert; null if it was not a request.
    #[serde(rename = "requestId", skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    pub roles: Vec<Role>,
    /// When the balance recovered; null while the alert is open.
    #[serde(rename = "clearedAt", skip_serializing_if = "Option::is_none")]
    pub cleared_at: Option<String>,
}

/// A wallet's alert thresholds and open alerts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct WalletAlerts {
    /// Balance thresholds in kobo, highest first.
    #[serde(rename = "balancesKobo")]
    pub balances_kobo: Vec<i64>,
    /// The minimum number of days the balance must cover; null if not set.
    #[serde(rename = "runwayDays", skip_serializing_if = "Option::is_none")]
    pub runway_days: Option<i64>,
    pub roles: Vec<Role>,
    /// Open alerts, newest first, up to ten.
    pub open: Vec<WalletAlert>,
}

/// A possible problem that is not a reason to refuse.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct WarningRecord {
    pub field: String,
    pub message: String,
}

/// A notification to `webhook_url`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct WebhookDelivery {
    /// The id of the event, as in `webhook-id`; empty for the moment before it has one.
    pub id: String,
    pub status: WebhookDeliveryStatus,
    pub created_at: String,
    /// Tries so far.
    pub attempts: i64,
    /// The HTTP status of the last response; null if there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response_status: Option<i64>,
    /// Why the last try was no success; null if it was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// What `list_offers` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ListOffersParams {
    /// From 1; 1 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<i64>,
    /// 20 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<i64>,
    /// Only offers with this status.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<OfferStatus>,
    /// Only offers of this type.
    #[serde(rename = "offerType", skip_serializing_if = "Option::is_none")]
    pub offer_type: Option<OfferType>,
}

/// What `get_rights_eligibility` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GetRightsEligibilityParams {
    /// The `id` of an offer from GET /api/exchange-invest/offers.
    pub offer: String,
    /// The Clearing House Number. Case, spaces and hyphens do not matter.
    pub chn: String,
}

/// What `list_account_ledger` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ListAccountLedgerParams {
    /// The `nextCursor` of the previous page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Maximum number of items. Default: 20.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<i64>,
}

/// What `list_account_requests` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ListAccountRequestsParams {
    /// Only requests received at or after this time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Only requests received before this time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// Only requests to endpoints of this product.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service: Option<String>,
    /// Only requests to this endpoint.
    #[serde(rename = "operationId", skip_serializing_if = "Option::is_none")]
    pub operation_id: Option<String>,
    /// Only responses with this status (`404`) or class (`4xx`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// Only responses with this error code.
    #[serde(rename = "errorCode", skip_serializing_if = "Option::is_none")]
    pub error_code: Option<String>,
    /// Only requests made with this API key.
    #[serde(rename = "keyId", skip_serializing_if = "Option::is_none")]
    pub key_id: Option<String>,
    /// Only requests that were charged (`true`) or free (`false`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub charged: Option<bool>,
    /// Only the request with this `X-Request-Id`.
    #[serde(rename = "requestId", skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// The `nextCursor` of the previous page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Maximum number of items. Default: 20.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<i64>,
}

/// What `get_account_usage` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GetAccountUsageParams {
    /// Start of the period. Default: 30 days before `to`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// End of the period, exclusive. Default: now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Group by day or by endpoint or hour. Default: `day`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<UsageBy>,
}

/// What `list_company_batch_results` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ListCompanyBatchResultsParams {
    /// From 1; 1 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<i64>,
    /// 20 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<i64>,
}

/// What `search_companies` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SearchCompaniesParams {
    /// Words of the name, with at least three letters or digits besides the legal form, and at most
    /// 10 words or 300 characters: `ifedapo micro`.
    pub name: String,
    /// Only entities of this type. Case does not matter.
    #[serde(rename = "entityType", skip_serializing_if = "Option::is_none")]
    pub entity_type: Option<EntityType>,
    /// Only entities with a registered address in this state: `Lagos`, up to 60 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// Only entities with this status.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<RegistrationStatus>,
    /// From 1; 1 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<i64>,
    /// 20 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<i64>,
}

/// What `get_affiliates` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GetAffiliatesParams {
    /// The consent code (verified registration number, VRC) that the company gave you: ten letters
    /// and digits.
    #[serde(rename = "vrcNumber")]
    pub vrc_number: String,
    /// `all` also lists people who only filed the documents (`PRESENTER`) or witnessed them
    /// (`WITNESS`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include: Option<AffiliatesToInclude>,
}

/// What `get_assets` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GetAssetsParams {
    /// The consent code (verified registration number, VRC) that the company gave you: ten letters
    /// and digits.
    #[serde(rename = "vrcNumber")]
    pub vrc_number: String,
}

/// What `get_certificate` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GetCertificateParams {
    /// The consent code (verified registration number, VRC) that the company gave you: ten letters
    /// and digits.
    #[serde(rename = "vrcNumber")]
    pub vrc_number: String,
}

/// What `download_certificate_pdf` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DownloadCertificatePdfParams {
    /// The consent code (verified registration number, VRC) that the company gave you: ten letters
    /// and digits.
    #[serde(rename = "vrcNumber")]
    pub vrc_number: String,
}

/// What `get_company` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GetCompanyParams {
    /// The registration number, with or without the prefix `RC`, `BN`, `IT`, `LP` or `LLP`:
    /// `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is accepted with
    /// any type of entity; the other prefixes find only their own type.
    #[serde(rename = "rcNumber")]
    pub rc_number: String,
    /// Finds only this type of entity. Case does not matter.
    #[serde(rename = "entityType", skip_serializing_if = "Option::is_none")]
    pub entity_type: Option<EntityType>,
    /// The maximum age of the record, in seconds: 0 queries the registry now. You can only ask for
    /// fresher data than the operator's setting; an imported register cannot be fresher than its
    /// import, and then returns `stale`.
    #[serde(rename = "maxAge", skip_serializing_if = "Option::is_none")]
    pub max_age: Option<i64>,
}

/// What `get_company_tin` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GetCompanyTinParams {
    /// The registration number, with or without the prefix `RC`, `BN`, `IT`, `LP` or `LLP`:
    /// `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is accepted with
    /// any type of entity; the other prefixes find only their own type.
    #[serde(rename = "rcNumber")]
    pub rc_number: String,
    /// Finds only this type of entity. Case does not matter.
    #[serde(rename = "entityType", skip_serializing_if = "Option::is_none")]
    pub entity_type: Option<EntityType>,
    /// The maximum age of the record, in seconds: 0 queries the registry now. You can only ask for
    /// fresher data than the operator's setting; an imported register cannot be fresher than its
    /// import, and then returns `stale`.
    #[serde(rename = "maxAge", skip_serializing_if = "Option::is_none")]
    pub max_age: Option<i64>,
}

/// What `validate_company_name` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ValidateCompanyNameParams {
    /// The registration number, with or without the prefix `RC`, `BN`, `IT`, `LP` or `LLP`:
    /// `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is accepted with
    /// any type of entity; the other prefixes find only their own type.
    #[serde(rename = "rcNumber")]
    pub rc_number: String,
    /// Finds only this type of entity. Case does not matter.
    #[serde(rename = "entityType", skip_serializing_if = "Option::is_none")]
    pub entity_type: Option<EntityType>,
    /// The maximum age of the record, in seconds: 0 queries the registry now. You can only ask for
    /// fresher data than the operator's setting; an imported register cannot be fresher than its
    /// import, and then returns `stale`.
    #[serde(rename = "maxAge", skip_serializing_if = "Option::is_none")]
    pub max_age: Option<i64>,
    /// The name to check, up to 300 characters, with at least one letter or digit.
    #[serde(rename = "entityName")]
    pub entity_name: String,
}

/// What `get_company_by_rc` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GetCompanyByRcParams {
    /// The registration number, with or without the prefix `RC`, `BN`, `IT`, `LP` or `LLP`:
    /// `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is accepted with
    /// any type of entity; the other prefixes find only their own type.
    #[serde(rename = "rcNumber")]
    pub rc_number: String,
    /// Finds only this type of entity. Case does not matter.
    #[serde(rename = "entityType", skip_serializing_if = "Option::is_none")]
    pub entity_type: Option<EntityType>,
    /// The maximum age of the record, in seconds: 0 queries the registry now. You can only ask for
    /// fresher data than the operator's setting; an imported register cannot be fresher than its
    /// import, and then returns `stale`.
    #[serde(rename = "maxAge", skip_serializing_if = "Option::is_none")]
    pub max_age: Option<i64>,
}

/// What `get_company_by_tin` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GetCompanyByTinParams {
    /// The tax number: `4656854985337`, `09521882-0001`. Spaces do not matter, and you can omit the
    /// hyphen.
    pub tin: String,
    /// The maximum age of the record, in seconds: 0 queries the registry now. You can only ask for
    /// fresher data than the operator's setting; an imported register cannot be fresher than its
    /// import, and then returns `stale`.
    #[serde(rename = "maxAge", skip_serializing_if = "Option::is_none")]
    pub max_age: Option<i64>,
}

/// What `get_line_of_business` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GetLineOfBusinessParams {
    /// The registration number, with or without the prefix `RC`, `BN`, `IT`, `LP` or `LLP`:
    /// `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is accepted with
    /// any type of entity; the other prefixes find only their own type.
    #[serde(rename = "rcNumber")]
    pub rc_number: String,
    /// Finds only this type of entity. Case does not matter.
    #[serde(rename = "entityType", skip_serializing_if = "Option::is_none")]
    pub entity_type: Option<EntityType>,
    /// The maximum age of the record, in seconds: 0 queries the registry now. You can only ask for
    /// fresher data than the operator's setting; an imported register cannot be fresher than its
    /// import, and then returns `stale`.
    #[serde(rename = "maxAge", skip_serializing_if = "Option::is_none")]
    pub max_age: Option<i64>,
}

/// What `get_secure_company` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GetSecureCompanyParams {
    /// The consent code (verified registration number, VRC) that the company gave you: ten letters
    /// and digits.
    #[serde(rename = "vrcNumber")]
    pub vrc_number: String,
}

/// What `get_share_capital` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GetShareCapitalParams {
    /// The consent code (verified registration number, VRC) that the company gave you: ten letters
    /// and digits.
    #[serde(rename = "vrcNumber")]
    pub vrc_number: String,
}

/// What `get_share_distribution` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GetShareDistributionParams {
    /// The consent code (verified registration number, VRC) that the company gave you: ten letters
    /// and digits.
    #[serde(rename = "vrcNumber")]
    pub vrc_number: String,
}

/// What `get_status_report` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GetStatusReportParams {
    /// The consent code (verified registration number, VRC) that the company gave you: ten letters
    /// and digits.
    #[serde(rename = "vrcNumber")]
    pub vrc_number: String,
}

/// What `download_status_report_pdf` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DownloadStatusReportPdfParams {
    /// The consent code (verified registration number, VRC) that the company gave you: ten letters
    /// and digits.
    #[serde(rename = "vrcNumber")]
    pub vrc_number: String,
}

/// What `list_company_watches` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ListCompanyWatchesParams {
    /// From 1; 1 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<i64>,
    /// 20 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<i64>,
}

/// What `list_events` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ListEventsParams {
    /// The `nextCursor` of an earlier response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// Only events of these types, separated by commas.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub types: Option<String>,
    /// Maximum number of events to return. Default: 20.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<i64>,
}

/// What `extract_address` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ExtractAddressParams {
    /// Comma-separated list of parts to add to the response: `regions` (page and polygon of each
    /// field), `document` (type, issuer and its address, holder, dates, age), `checks` (what a
    /// reviewer should know), `match` (against `expected_name` and `expected_address`), `parts`
    /// (premises, street, district, town and so on, as separate values). With any of them,
    /// `field_metadata` has all six fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include: Option<String>,
}

/// What `extract_address_base64` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ExtractAddressBase64Params {
    /// Comma-separated list of parts to add to the response: `regions` (page and polygon of each
    /// field), `document` (type, issuer and its address, holder, dates, age), `checks` (what a
    /// reviewer should know), `match` (against `expected_name` and `expected_address`), `parts`
    /// (premises, street, district, town and so on, as separate values). With any of them,
    /// `field_metadata` has all six fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include: Option<String>,
}

/// What `create_extraction_job` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CreateExtractionJobParams {
    /// Comma-separated list of parts to add to the response: `regions` (page and polygon of each
    /// field), `document` (type, issuer and its address, holder, dates, age), `checks` (what a
    /// reviewer should know), `match` (against `expected_name` and `expected_address`), `parts`
    /// (premises, street, district, town and so on, as separate values). With any of them,
    /// `field_metadata` has all six fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include: Option<String>,
}

/// What `create_extraction_job_base64` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CreateExtractionJobBase64Params {
    /// Comma-separated list of parts to add to the response: `regions` (page and polygon of each
    /// field), `document` (type, issuer and its address, holder, dates, age), `checks` (what a
    /// reviewer should know), `match` (against `expected_name` and `expected_address`), `parts`
    /// (premises, street, district, town and so on, as separate values). With any of them,
    /// `field_metadata` has all six fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include: Option<String>,
}

/// What `get_extraction_job` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GetExtractionJobParams {
    /// Comma-separated list of parts to add to the response: `regions` (page and polygon of each
    /// field), `document` (type, issuer and its address, holder, dates, age), `checks` (what a
    /// reviewer should know), `match` (against `expected_name` and `expected_address`), `parts`
    /// (premises, street, district, town and so on, as separate values). With any of them,
    /// `field_metadata` has all six fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include: Option<String>,
}

/// What `get_quote` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GetQuoteParams {
    /// The endpoint to quote.
    #[serde(rename = "operationId")]
    pub operation_id: String,
}
