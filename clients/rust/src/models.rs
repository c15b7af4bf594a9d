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
    /// Each product in each environment that the key reaches, on or off.
    pub services: Vec<Service>,
    /// The key of this call.
    pub key: Key,
}

/// A limit of calls.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AccountLimit {
    /// As `RateLimit-Policy` names it: `key`, of each key; `tenant`, of all keys together.
    pub policy: String,
    /// Calls a second on average.
    #[serde(rename = "requestsPerSecond")]
    pub requests_per_second: i64,
    /// Calls at once after a pause.
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

/// What an endpoint costs the calling tenant.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AccountPrice {
    /// The endpoint, as named in this document.
    #[serde(rename = "operationId")]
    pub operation_id: String,
    pub environment: Environment,
    /// What a billable call costs now, in kobo.
    #[serde(rename = "amountKobo")]
    pub amount_kobo: i64,
    /// Always naira.
    pub currency: String,
    pub rule: AccountPriceRule,
    /// Since when; null for the default.
    #[serde(rename = "effectiveAt", skip_serializing_if = "Option::is_none")]
    pub effective_at: Option<String>,
    /// Changes that are announced, the next first.
    pub scheduled: Vec<AccountPriceChange>,
}

/// A price that was announced.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AccountPriceChange {
    /// What a call will cost, in kobo.
    #[serde(rename = "amountKobo")]
    pub amount_kobo: i64,
    /// From when.
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

/// A month of which there is a statement.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AccountStatement {
    /// In Lagos.
    pub month: String,
    /// Whether the month goes on: then its sums are those so far.
    #[serde(rename = "isOpen")]
    pub is_open: bool,
    /// When it begins.
    pub from: String,
    /// When the next begins.
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

/// Calls of a day, or of an endpoint.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AccountUsage {
    /// When the day in Lagos began; null by endpoint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// The endpoint; null by day.
    #[serde(rename = "operationId", skip_serializing_if = "Option::is_none")]
    pub operation_id: Option<String>,
    /// How many calls.
    pub calls: i64,
    /// How many of them were answered with an error.
    pub errors: i64,
    /// What they cost, in kobo. What was charged after a call was answered counts where it was
    /// charged.
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
    /// What it holds, what is reserved included, in kobo.
    #[serde(rename = "balanceKobo")]
    pub balance_kobo: i64,
    /// What calls under way have set aside, in kobo.
    #[serde(rename = "reservedKobo")]
    pub reserved_kobo: i64,
    /// What a call could spend now, in kobo.
    #[serde(rename = "availableKobo")]
    pub available_kobo: i64,
    /// Always naira.
    pub currency: String,
    /// What was charged a day, in the last seven days, in kobo.
    #[serde(rename = "spentPerDayKobo")]
    pub spent_per_day_kobo: i64,
    /// Whole days that the balance lasts at that pace; null if nothing was charged.
    #[serde(rename = "runwayDays", skip_serializing_if = "Option::is_none")]
    pub runway_days: Option<i64>,
    /// What is watched for, and what is short now.
    pub alerts: WalletAlerts,
}

/// The fields. Text that is not known is empty.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AddressData {
    /// The address as visible in the document; nothing is ever added to it.
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
    /// The least confidence of any field that was extracted, 0 to 1.
    pub confidence: f64,
    /// Whether a person should look.
    pub requires_review: bool,
    /// Why a person should look; empty exactly if `requires_review` is false. `no_address`: the
    /// document shows none of its holder. `filled_field`: a field was derived or inferred.
    /// `close_candidates`: another address fits about as well. `low_confidence`: the least
    /// `confidence` is below 0.8. `ambiguous_place`: the names fit several places, contradict each
    /// other or are misspelt. `foreign_address`: it is not in Nigeria. `post_box_only`: it names no
    /// street, only a box. `unread_pages`: some pages are pictures of which little or nothing could
    /// be read, so the address may stand there. `provider_chose`: an AI provider named the address,
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
    /// With `include=checks`: what a reviewer should know, the gravest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checks: Option<Vec<CheckData>>,
    /// With `include=match`, or if something was expected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#match: Option<MatchData>,
    /// With `include=parts`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts: Option<PartsData>,
}

/// Where the three fields come from that `hallucination` may fill; with `include`, all six.
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

/// A person or body. What the register does not say is null.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Affiliate {
    /// The register's number of them.
    #[serde(rename = "affiliateId", skip_serializing_if = "Option::is_none")]
    pub affiliate_id: Option<String>,
    /// The most senior role still held; of who holds none, the most senior one.
    #[serde(rename = "affiliateType")]
    pub affiliate_type: AffiliateType,
    /// All roles, from the most to the least senior.
    pub roles: Vec<AffiliateRole>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub surname: Option<String>,
    #[serde(rename = "firstName", skip_serializing_if = "Option::is_none")]
    pub first_name: Option<String>,
    #[serde(rename = "otherName", skip_serializing_if = "Option::is_none")]
    pub other_name: Option<String>,
    #[serde(rename = "fullName")]
    pub full_name: String,
    /// `MALE` or `FEMALE`, or the register's own word.
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
    /// Where an affiliate may be written to.
    pub address: AffiliateAddress,
    /// Whether it is a body and not a person.
    #[serde(rename = "isCorporate")]
    pub is_corporate: bool,
    /// Of a body.
    #[serde(rename = "corporationName", skip_serializing_if = "Option::is_none")]
    pub corporation_name: Option<String>,
    /// Of a body, as the register writes it.
    #[serde(
        rename = "corporationRcNumber",
        skip_serializing_if = "Option::is_none"
    )]
    pub corporation_rc_number: Option<String>,
    /// Shares held now, of all kinds.
    #[serde(rename = "sharesAllotted", skip_serializing_if = "Option::is_none")]
    pub shares_allotted: Option<i64>,
    /// Kind of those shares; several are joined by `, `.
    #[serde(rename = "shareType", skip_serializing_if = "Option::is_none")]
    pub share_type: Option<String>,
    /// Part of all shares that the register lists as held. Of the shares issued:
    /// `getShareDistribution`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percentage: Option<f64>,
    /// Whether they chair the board, or the trustees, now.
    #[serde(rename = "isChairman")]
    pub is_chairman: bool,
    /// Whether they have significant control now.
    #[serde(rename = "isPsc")]
    pub is_psc: bool,
    /// The control; null for who never had any.
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

/// Where an affiliate may be written to.
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
    /// Held by themselves.
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
    /// Those of them that hold a role still.
    #[serde(rename = "currentCount")]
    pub current_count: i64,
    /// Who holds a role first, by seniority; then who gave theirs up.
    pub affiliates: Vec<Affiliate>,
    /// Where a record comes from and how fresh it is.
    pub source: RecordSource,
}

/// How old an answer is that an exchange outside gave.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Age {
    /// When the exchange was asked; null where what is told is not an exchange's.
    #[serde(rename = "retrievedAt", skip_serializing_if = "Option::is_none")]
    pub retrieved_at: Option<String>,
    /// Whether it was kept since, and not asked for now.
    pub cached: bool,
    /// Whether the exchange did not answer when it was last asked.
    pub stale: bool,
}

/// A company that applies. The registry is asked whether it exists and has this name.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ApplyingCompany {
    /// With or without `RC`, `BN`, `IT`, `LP` or `LLP` before it.
    #[serde(rename = "rcNumber")]
    pub rc_number: String,
    /// Only this kind, as the registry's endpoints take it.
    #[serde(rename = "entityType", skip_serializing_if = "Option::is_none")]
    pub entity_type: Option<String>,
    pub name: String,
}

/// A registered charge. What the register does not say is null.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AssetCharge {
    /// The register's number of it.
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
    /// Who may claim under it.
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
    /// Those of which nothing, or only a part, is satisfied.
    #[serde(rename = "outstandingCount")]
    pub outstanding_count: i64,
    /// Of the outstanding, those of which a part is satisfied.
    #[serde(rename = "partSatisfiedCount")]
    pub part_satisfied_count: i64,
    /// Those that are wholly satisfied.
    #[serde(rename = "satisfiedCount")]
    pub satisfied_count: i64,
    /// From the oldest on, as the register orders them.
    pub assets: Vec<AssetCharge>,
    /// Where a record comes from and how fresh it is.
    pub source: RecordSource,
}

/// All supported banks.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct BankList {
    pub banks: Vec<BankRecord>,
    /// How old an answer is that an exchange outside gave.
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
    /// Whether its accounts are still taken.
    pub active: bool,
    /// Whether an account can be debited directly.
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
    /// How old an answer is that an exchange outside gave.
    pub source: Age,
}

/// A broker. Contact data is null where no public source gives it.
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
    /// Whether it takes applicants without a CHN.
    #[serde(rename = "acceptsNewClients")]
    pub accepts_new_clients: bool,
    /// Types of offer it takes applications for.
    #[serde(rename = "offerTypes")]
    pub offer_types: Vec<String>,
}

/// One thing that a reviewer should know.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CheckData {
    pub code: CheckCode,
    pub severity: CheckSeverity,
    /// In words.
    pub message: String,
    /// What shows it: the document's own text, or the rule.
    pub evidence: Vec<String>,
}

/// Another entity under the same number.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompanyAlternative {
    /// Send it as `entityType` to get this one.
    #[serde(rename = "entityType")]
    pub entity_type: String,
    #[serde(rename = "companyName")]
    pub company_name: String,
}

/// A batch of look-ups.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompanyBatch {
    /// Names it: the `X-Request-Id` of the call that made it.
    #[serde(rename = "batchId")]
    pub batch_id: String,
    pub status: CompanyBatchStatus,
    /// Companies that were asked for.
    pub total: i64,
    /// Of those, how many are known about.
    pub done: i64,
    pub found: i64,
    #[serde(rename = "notFound")]
    pub not_found: i64,
    /// Those whose source refused, or failed three times.
    pub failed: i64,
    /// What one company that is found costs, in kobo.
    #[serde(rename = "priceKobo")]
    pub price_kobo: i64,
    /// What was found so far costs, in kobo: charged when the batch ends.
    #[serde(rename = "costKobo")]
    pub cost_kobo: i64,
    #[serde(rename = "createdAt")]
    pub created_at: String,
    /// Null until it has ended.
    #[serde(rename = "endedAt", skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<String>,
    /// Until when it is kept with its results; null until it has ended.
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
    /// How old a record may be at most, in seconds, as in the look-up by RC number.
    #[serde(rename = "maxAge", skip_serializing_if = "Option::is_none")]
    pub max_age: Option<i64>,
}

/// What a company's look-up came to.
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
    /// Why there is no company; null if there is one or nothing is known.
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
    /// Other entities under the same number. Only there if there are any and the request did not
    /// say which kind is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alternatives: Option<Vec<CompanyAlternative>>,
    /// Where a record comes from and how fresh it is.
    pub source: RecordSource,
    /// The number that was asked for, in canonical form.
    pub tin: String,
    /// The form of `tin`: `TAX_ID` for thirteen digits, `LEGACY` otherwise.
    #[serde(rename = "taxIdFormat")]
    pub tax_id_format: TaxIdFormat,
    /// The company's number of thirteen digits, whichever was asked for; its legacy number if the
    /// tax authority tells no other.
    #[serde(rename = "taxId")]
    pub tax_id: String,
    /// The legacy number that `taxId` replaces, if there was one. It stays valid.
    #[serde(rename = "previousTin", skip_serializing_if = "Option::is_none")]
    pub previous_tin: Option<String>,
    /// The name as the tax authority has it.
    #[serde(rename = "taxpayerName")]
    pub taxpayer_name: String,
    /// The office of the tax authority in charge.
    #[serde(rename = "taxOffice", skip_serializing_if = "Option::is_none")]
    pub tax_office: Option<String>,
    /// `ACTIVE`, or `INACTIVE` where the company is no longer registered.
    #[serde(rename = "tinStatus")]
    pub tin_status: TinStatus,
    /// Whether `taxpayerName` is `companyName`, but for case and spaces.
    #[serde(rename = "nameMatchesRegistry")]
    pub name_matches_registry: bool,
}

/// The whole record of an entity.
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
    /// Other entities under the same number. Only there if there are any and the request did not
    /// say which kind is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alternatives: Option<Vec<CompanyAlternative>>,
    /// Where a record comes from and how fresh it is.
    pub source: RecordSource,
    /// Null where the register does not say.
    #[serde(rename = "branchAddress", skip_serializing_if = "Option::is_none")]
    pub branch_address: Option<String>,
    /// Null where the register does not say.
    #[serde(rename = "headOfficeAddress", skip_serializing_if = "Option::is_none")]
    pub head_office_address: Option<String>,
    /// What it was founded for, as the register lists it; else its lines of business.
    pub objectives: Vec<String>,
    /// `STRUCK_OFF` or `DELISTED`; null for an entity that is neither.
    #[serde(rename = "delistingStatus", skip_serializing_if = "Option::is_none")]
    pub delisting_status: Option<String>,
    /// Year or date of the last annual return. Null where the register does not say.
    #[serde(rename = "lastAnnualReturn", skip_serializing_if = "Option::is_none")]
    pub last_annual_return: Option<String>,
}

/// The verdict on another entity under the same number.
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

/// The verdict on a name.
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
    /// The verdict on other entities under the same number. Only there if there are any and the
    /// request did not say which kind is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alternatives: Option<Vec<CompanyNameAlternative>>,
    /// Where a record comes from and how fresh it is.
    pub source: RecordSource,
}

/// What the register says about an entity. Of the first five members, those the register leaves
/// open are empty; of the others, null.
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
    /// Other entities under the same number. Only there if there are any and the request did not
    /// say which kind is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alternatives: Option<Vec<CompanyAlternative>>,
    /// Where a record comes from and how fresh it is.
    pub source: RecordSource,
}

/// What was found.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompanySearchPage {
    /// The nearest names first.
    pub companies: Vec<CompanyRecord>,
    /// From 1.
    pub page: i64,
    pub size: i64,
    #[serde(rename = "totalPages")]
    pub total_pages: i64,
    /// Of those that were looked at.
    #[serde(rename = "totalCount")]
    pub total_count: i64,
    /// Whether every entity with such a name was looked at; else only the first 1,000 were.
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
    /// Where the company stands with the registry.
    #[serde(rename = "registrationStatus")]
    pub registration_status: String,
    /// Empty if the register does not say.
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
    /// The office of the tax authority in charge.
    #[serde(rename = "taxOffice", skip_serializing_if = "Option::is_none")]
    pub tax_office: Option<String>,
    /// `ACTIVE`, or `INACTIVE` where the company is no longer registered.
    #[serde(rename = "tinStatus")]
    pub tin_status: TinStatus,
    /// Other entities under the same number. Only there if there are any and the request did not
    /// say which kind is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alternatives: Option<Vec<CompanyAlternative>>,
    /// Where a record comes from and how fresh it is.
    pub source: RecordSource,
}

/// A company that is watched.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompanyWatch {
    /// Names it in events.
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
    /// Which kind of entity; if absent what the prefix says, else the company.
    #[serde(rename = "entityType", skip_serializing_if = "Option::is_none")]
    pub entity_type: Option<String>,
}

/// What the document is. What it does not say is null.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DocumentData {
    pub r#type: DocumentType,
    /// Who issued it, as printed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issuer_name: Option<String>,
    /// The issuer's own address as printed; null if it shows none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issuer_address: Option<IssuerAddress>,
    /// To whom it was issued, as printed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recipient_name: Option<String>,
    /// Day of issue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issue_date: Option<String>,
    /// First day of what it bills or states.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period_start: Option<String>,
    /// Last day of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period_end: Option<String>,
    /// Days since the day of issue; without one, since the end of the period, and 0 within it.
    /// Negative if that lies ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub age_days: Option<i64>,
    /// Whether it is at most `max_age_days` old and not dated ahead.
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
    /// When it was drawn or received (UTC).
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
    /// Printed on the document; null on one that the registry itself made.
    #[serde(rename = "verificationCode", skip_serializing_if = "Option::is_none")]
    pub verification_code: Option<String>,
    /// Where the code is verified, without a key.
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

/// Something that happened to the calling tenant.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Event {
    /// Names the event: also the `webhook-id` under which it is sent.
    pub id: String,
    pub r#type: EventType,
    /// When.
    pub timestamp: String,
    /// Where.
    pub environment: String,
    /// What is to be known of it; its members follow from the type.
    pub data: Map<String, Value>,
}

/// What happened, the oldest first.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct EventList {
    pub events: Vec<Event>,
    /// The `after` of the next call; there may be nothing after it yet.
    #[serde(rename = "nextCursor")]
    pub next_cursor: String,
}

/// A document in JSON, in one of two variants. The field that holds it tells which.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ExtractBase64Request {
    /// The document in standard base64. Line breaks are skipped, and padding may be left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base64_content: Option<Base64>,
    /// Name of the file, for your own records: nothing depends on it, but for reserved names in the
    /// sandbox, which choose the outcome.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_name: Option<String>,
    /// Declared media type. The document's first bytes decide, whatever is declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_type: Option<String>,
    /// Which missing fields may be filled in; each is false by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hallucination: Option<HallucinationOptions>,
    /// What opens the PDF, if it asks for a password. Spaces count. It is used for this document
    /// and kept nowhere; a job keeps it sealed with the document, until that is removed. Ignored
    /// where nothing asks for it. Passwords with letters beyond ASCII open only PDFs that are
    /// encrypted with AES-256.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document_password: Option<String>,
    /// Whose address it should be; the answer then has `match`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_name: Option<String>,
    /// Which address it should be; the answer then has `match`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_address: Option<String>,
    /// A document older than this is no recent proof, in days; 90 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_age_days: Option<i64>,
    /// The document in standard base64. Line breaks are skipped, and padding may be left out.
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
    /// Which missing fields may be filled in; each is false by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hallucination: Option<HallucinationOptions>,
    /// What opens the PDF, if it asks for a password. Spaces count. It is used for this document
    /// and kept nowhere; a job keeps it sealed with the document, until that is removed. Ignored
    /// where nothing asks for it. Passwords with letters beyond ASCII open only PDFs that are
    /// encrypted with AES-256.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document_password: Option<String>,
    /// Whose address it should be; the answer then has `match`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_name: Option<String>,
    /// Which address it should be; the answer then has `match`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_address: Option<String>,
    /// A document older than this is no recent proof, in days; 90 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_age_days: Option<i64>,
}

/// FeedbackData.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FeedbackData {
    /// Of the reading.
    pub reading_request_id: String,
    /// Whether every field that was judged is right.
    pub correct: bool,
    /// The fields that were answered otherwise than is right.
    pub wrong_fields: Vec<String>,
    /// Whether it takes the place of what was said before.
    pub replaced: bool,
}

/// What is right. Either `correct` is true, or at least one value is sent.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FeedbackRequest {
    /// The whole answer is right.
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
    /// For whoever improves the reader. No numbers of people or accounts, please.
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

/// Where each field stands; a field that is not printed has no regions.
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

/// For whom a tax number is asked. Unknown fields are ignored.
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
    /// One of the 36 states or the FCT; usual spellings are understood.
    pub state: String,
    /// A local government area of that state; usual spellings are understood.
    #[serde(rename = "localGovernmentArea")]
    pub local_government_area: String,
    /// A Nigerian mobile number.
    pub phone: String,
    pub email: String,
}

/// A tax number and how it came.
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

/// Which missing fields may be filled in; each is false by default.
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

/// A move in the life of a subscription.
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
    /// Why, where more is to be said.
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

/// An issuer's address. Nothing is inferred for it: what is not printed is empty.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct IssuerAddress {
    pub full_address: String,
    pub street: String,
    pub city: String,
    pub state: String,
    pub lga: String,
    pub country: String,
    /// The least confidence of any of them, 0 to 1.
    pub confidence: f64,
}

/// The job was stored.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct JobCreated {
    /// The job's id: that of this call.
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

/// The document of a job. It is removed when the job ends; this is what is remembered of it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct JobFile {
    /// As the caller called it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_name: Option<String>,
    /// What it is, by its first bytes.
    pub content_type: String,
    /// Its size, in bytes.
    pub size_bytes: i64,
    /// Its pages; null until it has been read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<i64>,
    /// Its SHA-256, in hexadecimal digits.
    pub sha256: String,
}

/// A document in a form, to be read by and by.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct JobForm {
    /// The document. Its declared type plays no part; its name is told in the record, and reserved
    /// names choose the outcome in the sandbox.
    #[serde(skip)]
    pub file: FileUpload,
    /// Which missing fields may be filled in; each is false by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hallucination: Option<HallucinationOptions>,
    /// Your own name for the job, told in its record. It names one job of yours in an environment:
    /// while that is queued, being read or kept with its result, another with the same is 409
    /// `client_reference_in_use`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_reference: Option<String>,
    /// An https address of a public host, to which the end of the job is told. You need a webhook
    /// endpoint in the environment: its secret signs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub webhook_url: Option<String>,
    /// What opens the PDF, if it asks for a password. Spaces count. It is used for this document
    /// and kept nowhere; a job keeps it sealed with the document, until that is removed. Ignored
    /// where nothing asks for it. Passwords with letters beyond ASCII open only PDFs that are
    /// encrypted with AES-256.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document_password: Option<String>,
    /// Whose address it should be; the answer then has `match`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_name: Option<String>,
    /// Which address it should be; the answer then has `match`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_address: Option<String>,
    /// A document older than this is no recent proof, in days; 90 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_age_days: Option<i64>,
}

/// How far a job is.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct JobProgress {
    pub stage: JobStage,
    /// Where in the work it is, 0 to 100; not a share of the time.
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
    /// The job's id: that of the call which created it.
    pub request_id: String,
    pub status: JobStatus,
    /// For people.
    pub message: String,
    /// When it was created, in UTC.
    pub created_at: String,
    /// When the first attempt at it began.
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
    /// How far a job is.
    pub progress: JobProgress,
    /// Attempts that were begun.
    pub attempts: i64,
    /// Attempts after which it fails.
    pub max_attempts: i64,
    /// The document of a job. It is removed when the job ends; this is what is remembered of it.
    pub file: JobFile,
    /// The caller's own name of the job.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_reference: Option<String>,
    /// Where word of the end is wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub webhook_url: Option<String>,
    /// What was sent there; empty without a `webhook_url`.
    pub webhook_deliveries: Vec<WebhookDelivery>,
    /// What a direct call answers in `data`; null until the job has succeeded, and after it has
    /// expired.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<AddressData>,
    /// Why it failed; null otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<JobError>,
}

/// A document in JSON, in one of two variants. The field that holds it tells which.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct JobRequestBody {
    /// The document in standard base64. Line breaks are skipped, and padding may be left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base64_content: Option<Base64>,
    /// Name of the file, told in the record. Reserved names choose the outcome in the sandbox.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_name: Option<String>,
    /// Declared media type. The document's first bytes decide, whatever is declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_type: Option<String>,
    /// Which missing fields may be filled in; each is false by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hallucination: Option<HallucinationOptions>,
    /// Your own name for the job, told in its record. It names one job of yours in an environment:
    /// while that is queued, being read or kept with its result, another with the same is 409
    /// `client_reference_in_use`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_reference: Option<String>,
    /// An https address of a public host, to which the end of the job is told. You need a webhook
    /// endpoint in the environment: its secret signs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub webhook_url: Option<String>,
    /// What opens the PDF, if it asks for a password. Spaces count. It is used for this document
    /// and kept nowhere; a job keeps it sealed with the document, until that is removed. Ignored
    /// where nothing asks for it. Passwords with letters beyond ASCII open only PDFs that are
    /// encrypted with AES-256.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document_password: Option<String>,
    /// Whose address it should be; the answer then has `match`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_name: Option<String>,
    /// Which address it should be; the answer then has `match`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_address: Option<String>,
    /// A document older than this is no recent proof, in days; 90 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_age_days: Option<i64>,
    /// The document in standard base64. Line breaks are skipped, and padding may be left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document_base64: Option<Base64>,
}

/// The record of a key, without its text.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Key {
    /// Names the record.
    pub id: String,
    /// Whose.
    #[serde(rename = "tenantId")]
    pub tenant_id: String,
    /// For people.
    pub name: String,
    /// The first characters of the key.
    pub prefix: String,
    /// Its last characters.
    #[serde(rename = "lastFour")]
    pub last_four: String,
    pub status: KeyStatus,
    pub scopes: Vec<String>,
    pub environments: Vec<Environment>,
    /// From which networks; empty for all.
    #[serde(rename = "allowedCidrs")]
    pub allowed_cidrs: Vec<String>,
    /// When it was made.
    #[serde(rename = "createdAt")]
    pub created_at: String,
    /// When it stops working by itself; null for never.
    #[serde(rename = "expiresAt", skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<String>,
    /// When it was ended; null if it was not.
    #[serde(rename = "revokedAt", skip_serializing_if = "Option::is_none")]
    pub revoked_at: Option<String>,
    /// The key that took its place; null if none did.
    #[serde(rename = "rotatedTo", skip_serializing_if = "Option::is_none")]
    pub rotated_to: Option<String>,
    /// Its last call; null if it made none.
    #[serde(rename = "lastUsed", skip_serializing_if = "Option::is_none")]
    pub last_used: Option<LastUsed>,
}

/// The last call a key made.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LastUsed {
    /// When, to within a few seconds.
    pub at: String,
    /// From which address.
    pub ip: String,
    pub environment: Environment,
    /// To which endpoint.
    #[serde(rename = "operationId")]
    pub operation_id: String,
}

/// One movement of a wallet.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LedgerRow {
    /// The journal transaction; for a charge the id of its call.
    pub id: String,
    /// When.
    pub at: String,
    /// The call that caused it; null if none did.
    #[serde(rename = "requestId", skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// `charge`, `top_up` or `adjustment`.
    pub kind: String,
    /// Positive into the wallet, negative out of it, in kobo.
    #[serde(rename = "amountKobo")]
    pub amount_kobo: i64,
    /// Balance right after it, in kobo.
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
    /// answers, the code that it sent; else null. Never guessed from `name`.
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
    /// Empty if the register names none.
    #[serde(rename = "lineOfBusiness")]
    pub line_of_business: Vec<LineOfBusiness>,
    /// Other entities under the same number. Only there if there are any and the request did not
    /// say which kind is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alternatives: Option<Vec<CompanyAlternative>>,
    /// Where a record comes from and how fresh it is.
    pub source: RecordSource,
}

/// The document against what the caller expects.
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
    /// What the name that was sent has there, in the form in which names are compared; null if
    /// nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submitted: Option<String>,
    /// What the registered name has there; null if nothing.
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
    /// How old an answer is that an exchange outside gave.
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
    /// Fewest shares of an application.
    #[serde(rename = "minimumShares")]
    pub minimum_shares: i64,
    /// Above the minimum, shares come in steps of this.
    pub multiple: i64,
    /// Most shares of an application; null where only the shares on offer limit it.
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
    /// Whether the closing date was moved to a later one.
    pub extended: bool,
    /// The closing date before it was moved.
    #[serde(rename = "originalCloseDate", skip_serializing_if = "Option::is_none")]
    pub original_close_date: Option<String>,
    /// What happens when, as far as it is known.
    pub timeline: OfferTimeline,
    /// Terms of a rights issue; null for other types.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rights: Option<OfferRecordRights>,
    /// Words of `profileType` that may apply.
    #[serde(rename = "eligibleProfileTypes")]
    pub eligible_profile_types: Vec<String>,
    #[serde(rename = "paymentMethods")]
    pub payment_methods: Vec<String>,
    /// `ALL` supported banks, or the ids of some.
    #[serde(rename = "eligibleBanks")]
    pub eligible_banks: Value,
    /// Who keeps the register of holders.
    pub registrar: OfferRegistrar,
    #[serde(rename = "issuingHouses")]
    pub issuing_houses: Vec<String>,
    #[serde(rename = "prospectusUrl", skip_serializing_if = "Option::is_none")]
    pub prospectus_url: Option<String>,
    /// Whether POST subscribe takes applications now.
    #[serde(rename = "isSubscribable")]
    pub is_subscribable: bool,
    /// Why not, in words; null while it is subscribable.
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

/// Who keeps the register of holders.
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

/// What happens when, as far as it is known.
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

/// The address in parts that stand by themselves. What is not printed is empty; `city`, `lga`,
/// `state` and `country` are those of the answer.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PartsData {
    /// Number, flat, floor, plot, building.
    pub premises: String,
    /// The thoroughfare or estate by its name alone.
    pub street: String,
    /// Quarter of the city; never the city itself.
    pub district: String,
    pub city: String,
    pub lga: String,
    pub state: String,
    /// As printed.
    pub postcode: String,
    pub country: String,
    /// What the place is near to, with the word that ties it.
    pub landmark: String,
    /// Who passes the mail on.
    pub care_of: String,
}

/// Who may claim under a charge.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PersonEntitled {
    pub name: String,
}

/// What a call of an endpoint would cost the caller now.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Quote {
    /// The endpoint, as named in this document.
    #[serde(rename = "operationId")]
    pub operation_id: String,
    /// The environment the quote is for.
    pub environment: String,
    /// Price of one billable answer, in kobo. It is reserved, and the most that is charged: a 200
    /// of `generateCompanyTin` is charged as `getCompanyTin`.
    #[serde(rename = "amountKobo")]
    pub amount_kobo: i64,
    /// Always naira.
    pub currency: String,
    pub rule: AccountPriceRule,
    /// HTTP statuses that are charged; every other outcome is free.
    #[serde(rename = "billableStatuses")]
    pub billable_statuses: Vec<i64>,
    /// What the wallet has available now, in kobo.
    #[serde(rename = "availableKobo")]
    pub available_kobo: i64,
    /// `availableKobo` less `amountKobo`, in kobo: what it would have after one billable answer at
    /// that price. Negative if it cannot pay: the call would be 402 and cost nothing.
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
    /// Whether it comes from a copy kept here instead of a question asked for this call.
    pub cached: bool,
    /// Whether the copy is older than 90 days, older than `maxAge` asked for, or given because the
    /// registry is down.
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

/// Who applies with the applicant, or for them; 18 or older.
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
    /// To the applicant: required of a guardian.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relationship: Option<Relationship>,
}

/// One call of a tenant.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RequestRow {
    /// `X-Request-Id` of its answer.
    #[serde(rename = "requestId")]
    pub request_id: String,
    /// When it arrived.
    pub at: String,
    pub environment: Environment,
    /// The product; null for what belongs to none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service: Option<String>,
    /// The endpoint.
    #[serde(rename = "operationId")]
    pub operation_id: String,
    /// Its verb.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// Its path, with the names of its parameters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The HTTP status of the answer.
    pub status: i64,
    /// The error's code; null if the answer was none.
    #[serde(rename = "errorCode", skip_serializing_if = "Option::is_none")]
    pub error_code: Option<String>,
    /// What it cost, in kobo.
    #[serde(rename = "chargeKobo")]
    pub charge_kobo: i64,
    /// With which key.
    #[serde(rename = "keyId")]
    pub key_id: String,
    /// From arrival to settlement, in milliseconds.
    #[serde(rename = "latencyMs")]
    pub latency_ms: f64,
    /// How many calls it stands for. More than one: calls of one minute that were refused alike
    /// before they were read, after the first of them.
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
    /// The day whose holders have rights; null if the offer is no rights issue.
    #[serde(rename = "qualificationDate", skip_serializing_if = "Option::is_none")]
    pub qualification_date: Option<String>,
    /// Held at the qualification date.
    #[serde(rename = "sharesHeld")]
    pub shares_held: i64,
    /// Null if the offer is no rights issue.
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
    /// Taken up by your live application.
    #[serde(rename = "rightsExercised")]
    pub rights_exercised: i64,
    /// What is left to take up.
    #[serde(rename = "rightsAvailable")]
    pub rights_available: i64,
    /// Naira, with at most two decimals.
    #[serde(rename = "pricePerShare")]
    pub price_per_share: Money,
    /// What the rights left cost.
    #[serde(rename = "maximumAmount")]
    pub maximum_amount: Money,
    /// Whether more than the rights may be applied for.
    #[serde(rename = "canApplyForAdditional")]
    pub can_apply_for_additional: bool,
    /// Whether rights may be given up for another.
    #[serde(rename = "canRenounce")]
    pub can_renounce: bool,
    /// Whether rights may still be sold on the exchange.
    #[serde(rename = "canTradeRights")]
    pub can_trade_rights: bool,
    /// The last day of the offer; null if it is no rights issue.
    #[serde(
        rename = "lastDateForAcceptance",
        skip_serializing_if = "Option::is_none"
    )]
    pub last_date_for_acceptance: Option<String>,
    /// How old an answer is that an exchange outside gave.
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
    /// Other entities under the same number. Only there if there are any and the request did not
    /// say which kind is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alternatives: Option<Vec<CompanyAlternative>>,
    /// Where a record comes from and how fresh it is.
    pub source: RecordSource,
    /// What it was founded for, as the register lists it; else its lines of business.
    pub objectives: Vec<String>,
    /// Of the entity itself.
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
    /// On or off.
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
    /// What does not fit together, for people. Empty if all does.
    pub notes: Vec<String>,
    /// Where a record comes from and how fresh it is.
    pub source: RecordSource,
}

/// Who holds the shares, and whether that is all of them.
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
    /// Null where the register does not say.
    #[serde(rename = "totalIssuedShares", skip_serializing_if = "Option::is_none")]
    pub total_issued_shares: Option<i64>,
    /// One entry a holder and kind of shares, the largest holding first.
    pub shareholders: Vec<Shareholder>,
    /// Shares of all present holdings.
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
    /// Whether the present holdings are exactly the shares issued.
    #[serde(rename = "addsUp")]
    pub adds_up: bool,
    /// What does not add up, for people; null if all does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Where a record comes from and how fresh it is.
    pub source: RecordSource,
}

/// A holding of one kind of shares.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Shareholder {
    pub name: String,
    /// Whether it is a body and not a person.
    #[serde(rename = "isCorporate")]
    pub is_corporate: bool,
    /// Of a body.
    #[serde(rename = "corporationName", skip_serializing_if = "Option::is_none")]
    pub corporation_name: Option<String>,
    /// Of a body, as the register writes it.
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
    /// Whether the holder has significant control, by the register.
    #[serde(rename = "isPsc")]
    pub is_psc: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nationality: Option<String>,
    /// `ACTIVE`, `RESIGNED` or `INACTIVE` (given up), or `UNKNOWN`, where the register does not say
    /// and the holding is taken for a present one.
    pub status: AffiliateRoleStatus,
}

/// A wallet's month.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Statement {
    /// Whose.
    #[serde(rename = "tenantId")]
    pub tenant_id: String,
    pub environment: Environment,
    /// Of which month in Lagos.
    pub month: String,
    /// Whether the month goes on: then the sums are those so far.
    #[serde(rename = "isOpen")]
    pub is_open: bool,
    /// When it was drawn up.
    pub at: String,
    /// Always naira.
    pub currency: String,
    /// Balance before the first line, in kobo.
    #[serde(rename = "openingKobo")]
    pub opening_kobo: i64,
    /// Put in by top-ups and adjustments, in kobo.
    #[serde(rename = "putInKobo")]
    pub put_in_kobo: i64,
    /// Taken out by adjustments, in kobo.
    #[serde(rename = "takenOutKobo")]
    pub taken_out_kobo: i64,
    /// Charged for calls, in kobo.
    #[serde(rename = "chargedKobo")]
    pub charged_kobo: i64,
    /// Balance after the last line, in kobo: opening + put in - taken out - charged.
    #[serde(rename = "closingKobo")]
    pub closing_kobo: i64,
    /// How many charges.
    pub charges: i64,
    /// How many transfers.
    pub transfers: i64,
    /// By endpoint, what cost most first.
    pub endpoints: Vec<StatementEndpoint>,
    /// Days on which something moved, in their order.
    pub days: Vec<StatementDay>,
}

/// What moved on a day.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StatementDay {
    /// When it began in Lagos.
    pub day: String,
    /// How many charges.
    pub charges: i64,
    /// How much together, in kobo.
    #[serde(rename = "chargedKobo")]
    pub charged_kobo: i64,
    /// Put in, in kobo.
    #[serde(rename = "putInKobo")]
    pub put_in_kobo: i64,
    /// Taken out, in kobo.
    #[serde(rename = "takenOutKobo")]
    pub taken_out_kobo: i64,
}

/// What an endpoint was charged in a month.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StatementEndpoint {
    /// The endpoint.
    #[serde(rename = "operationId")]
    pub operation_id: String,
    /// How many charges.
    pub charges: i64,
    /// How much together, in kobo.
    #[serde(rename = "chargedKobo")]
    pub charged_kobo: i64,
}

/// The subscription under its names.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SubscribeData {
    /// Whether the exchange registered it; false while that is not known.
    pub success: bool,
    pub message: String,
    /// Our id of the subscription.
    #[serde(rename = "localSubscriptionId")]
    pub local_subscription_id: String,
    /// Empty while the exchange has not answered.
    #[serde(rename = "exchangeReferenceNumber")]
    pub exchange_reference_number: String,
    /// Empty while the exchange has not answered.
    #[serde(rename = "exchangeSubscriptionId")]
    pub exchange_subscription_id: String,
    /// Shares times price.
    pub amount: Money,
    /// Of the payment; look it up under transactions.
    #[serde(rename = "transactionReference")]
    pub transaction_reference: String,
    /// Where the investor pays, where a payment provider has a page for it and has said so already;
    /// else look it up under transactions.
    #[serde(rename = "paymentUrl", skip_serializing_if = "Option::is_none")]
    pub payment_url: Option<String>,
    /// What may be wrong, but was no reason to refuse; absent where nothing is.
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
    /// The offer's minimum, or that and a multiple of its `multiple`.
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
    /// Required, but for CORPORATE.
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
    /// Required of Nigerians: one of the 36 states or the FCT.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// Required of Nigerians: an area of that state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lga: Option<String>,
    /// 0 unknown, 1 single, 2 married, 3 divorced, 4 widowed, 5 separated. Required, but for
    /// CORPORATE.
    #[serde(rename = "maritalStatus", skip_serializing_if = "Option::is_none")]
    pub marital_status: Option<i64>,
    /// Required, but for CORPORATE.
    #[serde(rename = "nextOfKinFullName", skip_serializing_if = "Option::is_none")]
    pub next_of_kin_full_name: Option<String>,
    /// A Nigerian mobile number. Required, but for CORPORATE.
    #[serde(rename = "nextOfKinPhone", skip_serializing_if = "Option::is_none")]
    pub next_of_kin_phone: Option<String>,
    /// Of the bank that `bankId` names.
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
    /// Whether it is paid by card, else from the bank account.
    #[serde(rename = "isCardPayment")]
    pub is_card_payment: bool,
    /// What you call the application; nothing personal. Its transaction tells it, and is found by
    /// it.
    #[serde(rename = "clientReference", skip_serializing_if = "Option::is_none")]
    pub client_reference: Option<String>,
    /// Required for JOINT, and goes with nothing else: the other one who applies.
    #[serde(rename = "secondApplicant", skip_serializing_if = "Option::is_none")]
    pub second_applicant: Option<RelatedPerson>,
    /// Required for MINOR, and goes with nothing else. `relationship` must be said.
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
    /// What you called the application.
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
    /// Null until it is known whether anything goes back.
    #[serde(rename = "refundAmount", skip_serializing_if = "Option::is_none")]
    pub refund_amount: Option<Money>,
    #[serde(rename = "createdAt")]
    pub created_at: String,
    #[serde(rename = "settledAt", skip_serializing_if = "Option::is_none")]
    pub settled_at: Option<String>,
    /// Why it was refused or failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Where the investor pays, on a page of the payment provider; only while it can be paid, and
    /// where there is a page.
    #[serde(rename = "paymentUrl", skip_serializing_if = "Option::is_none")]
    pub payment_url: Option<String>,
    /// All its moves, oldest first; only where `transactionReference` is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<Vec<HistoryLine>>,
    /// Why this many shares were allotted, in words; only where `transactionReference` is given and
    /// once the allotment is done.
    #[serde(
        rename = "allotmentExplanation",
        skip_serializing_if = "Option::is_none"
    )]
    pub allotment_explanation: Option<String>,
    /// What came of looking the applicants up by BVN, NIN and account; only where
    /// `transactionReference` is given and if anybody was asked.
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
    /// Whose shares they are going to be.
    #[serde(rename = "investorName")]
    pub investor_name: String,
    #[serde(rename = "profileType")]
    pub profile_type: ProfileType,
    #[serde(rename = "offerName")]
    pub offer_name: String,
    #[serde(rename = "offerId")]
    pub offer_id: String,
    pub status: SubscriptionStatus,
    /// Empty until the exchange has answered.
    #[serde(rename = "exchangeReferenceNumber")]
    pub exchange_reference_number: String,
    /// Empty until the exchange has answered.
    #[serde(rename = "exchangeSubscriptionId")]
    pub exchange_subscription_id: String,
}

/// Which transactions; what is absent or empty does not filter.
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
    /// Received at this moment or later.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Received before this moment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// From 1; 1 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<i64>,
}

/// A wallet that ran low.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct WalletAlert {
    /// In the order of their crossing.
    pub id: i64,
    /// Whose.
    #[serde(rename = "tenantId")]
    pub tenant_id: String,
    pub environment: Environment,
    pub kind: WalletAlertKind,
    /// Kobo of a balance, days of a runway.
    pub threshold: i64,
    /// What the threshold came to then, in kobo.
    #[serde(rename = "levelKobo")]
    pub level_kobo: i64,
    /// Balance right after the movement that crossed, in kobo.
    #[serde(rename = "balanceKobo")]
    pub balance_kobo: i64,
    /// When.
    pub at: String,
    /// The call that crossed; null if it was none.
    #[serde(rename = "requestId", skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    pub roles: Vec<Role>,
    /// Since when there is enough again; null if there is not.
    #[serde(rename = "clearedAt", skip_serializing_if = "Option::is_none")]
    pub cleared_at: Option<String>,
}

/// What a wallet is watched for, and what it is short of now.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct WalletAlerts {
    /// Balances in kobo, the highest first.
    #[serde(rename = "balancesKobo")]
    pub balances_kobo: Vec<i64>,
    /// Days that the balance must last; null if that is not watched.
    #[serde(rename = "runwayDays", skip_serializing_if = "Option::is_none")]
    pub runway_days: Option<i64>,
    pub roles: Vec<Role>,
    /// What is not cleared, the newest first, at most ten.
    pub open: Vec<WalletAlert>,
}

/// Something that may be wrong, but is no reason to refuse.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct WarningRecord {
    pub field: String,
    pub message: String,
}

/// Something that is sent to `webhook_url`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct WebhookDelivery {
    /// The id of the event, as in `webhook-id`; empty for the moment before it has one.
    pub id: String,
    pub status: WebhookDeliveryStatus,
    pub created_at: String,
    /// Tries so far.
    pub attempts: i64,
    /// The HTTP status of the last answer; null if there was none.
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
    /// Only offers of this status.
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
    /// `nextCursor` of the page before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Items at most; 20 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<i64>,
}

/// What `list_account_requests` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ListAccountRequestsParams {
    /// Arrived at this moment or later.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Arrived before this moment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// To endpoints of this product.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service: Option<String>,
    /// To this endpoint.
    #[serde(rename = "operationId", skip_serializing_if = "Option::is_none")]
    pub operation_id: Option<String>,
    /// Answered so: `404`, or a class: `4xx`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// Answered with this error.
    #[serde(rename = "errorCode", skip_serializing_if = "Option::is_none")]
    pub error_code: Option<String>,
    /// With this key.
    #[serde(rename = "keyId", skip_serializing_if = "Option::is_none")]
    pub key_id: Option<String>,
    /// Whether it cost something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub charged: Option<bool>,
    /// Only this call.
    #[serde(rename = "requestId", skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// `nextCursor` of the page before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Items at most; 20 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<i64>,
}

/// What `get_account_usage` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GetAccountUsageParams {
    /// Thirty days before `to` if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Before this moment; now if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// `day` if absent.
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
    /// Words of the name, with at least three letters or digits other than those of its legal form,
    /// and at most 10 words or 300 characters: `ifedapo micro`.
    pub name: String,
    /// Only entities of this kind. Case does not matter.
    #[serde(rename = "entityType", skip_serializing_if = "Option::is_none")]
    pub entity_type: Option<EntityType>,
    /// Only with a registered address in this state: `Lagos`, up to 60 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// Only entities of this status.
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
    /// `all` also lists who only filed the papers (`PRESENTER`) or witnessed them (`WITNESS`).
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
    /// The registration number, with or without `RC`, `BN`, `IT`, `LP` or `LLP` before it:
    /// `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is written before
    /// any number; the other prefixes find only the kind that they say.
    #[serde(rename = "rcNumber")]
    pub rc_number: String,
    /// Finds only this kind of entity. Case does not matter.
    #[serde(rename = "entityType", skip_serializing_if = "Option::is_none")]
    pub entity_type: Option<EntityType>,
    /// How old the record may be at most, in seconds: 0 asks the registry now. It only asks for
    /// fresher than the operator allows; a register that is imported cannot be fresher than its
    /// import, and says `stale` then.
    #[serde(rename = "maxAge", skip_serializing_if = "Option::is_none")]
    pub max_age: Option<i64>,
}

/// What `get_company_tin` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GetCompanyTinParams {
    /// The registration number, with or without `RC`, `BN`, `IT`, `LP` or `LLP` before it:
    /// `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is written before
    /// any number; the other prefixes find only the kind that they say.
    #[serde(rename = "rcNumber")]
    pub rc_number: String,
    /// Finds only this kind of entity. Case does not matter.
    #[serde(rename = "entityType", skip_serializing_if = "Option::is_none")]
    pub entity_type: Option<EntityType>,
    /// How old the record may be at most, in seconds: 0 asks the registry now. It only asks for
    /// fresher than the operator allows; a register that is imported cannot be fresher than its
    /// import, and says `stale` then.
    #[serde(rename = "maxAge", skip_serializing_if = "Option::is_none")]
    pub max_age: Option<i64>,
}

/// What `validate_company_name` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ValidateCompanyNameParams {
    /// The registration number, with or without `RC`, `BN`, `IT`, `LP` or `LLP` before it:
    /// `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is written before
    /// any number; the other prefixes find only the kind that they say.
    #[serde(rename = "rcNumber")]
    pub rc_number: String,
    /// Finds only this kind of entity. Case does not matter.
    #[serde(rename = "entityType", skip_serializing_if = "Option::is_none")]
    pub entity_type: Option<EntityType>,
    /// How old the record may be at most, in seconds: 0 asks the registry now. It only asks for
    /// fresher than the operator allows; a register that is imported cannot be fresher than its
    /// import, and says `stale` then.
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
    /// The registration number, with or without `RC`, `BN`, `IT`, `LP` or `LLP` before it:
    /// `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is written before
    /// any number; the other prefixes find only the kind that they say.
    #[serde(rename = "rcNumber")]
    pub rc_number: String,
    /// Finds only this kind of entity. Case does not matter.
    #[serde(rename = "entityType", skip_serializing_if = "Option::is_none")]
    pub entity_type: Option<EntityType>,
    /// How old the record may be at most, in seconds: 0 asks the registry now. It only asks for
    /// fresher than the operator allows; a register that is imported cannot be fresher than its
    /// import, and says `stale` then.
    #[serde(rename = "maxAge", skip_serializing_if = "Option::is_none")]
    pub max_age: Option<i64>,
}

/// What `get_company_by_tin` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GetCompanyByTinParams {
    /// The tax number: `4656854985337`, `09521882-0001`. Spaces do not matter, and the hyphen may
    /// be left out.
    pub tin: String,
    /// How old the record may be at most, in seconds: 0 asks the registry now. It only asks for
    /// fresher than the operator allows; a register that is imported cannot be fresher than its
    /// import, and says `stale` then.
    #[serde(rename = "maxAge", skip_serializing_if = "Option::is_none")]
    pub max_age: Option<i64>,
}

/// What `get_line_of_business` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GetLineOfBusinessParams {
    /// The registration number, with or without `RC`, `BN`, `IT`, `LP` or `LLP` before it:
    /// `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is written before
    /// any number; the other prefixes find only the kind that they say.
    #[serde(rename = "rcNumber")]
    pub rc_number: String,
    /// Finds only this kind of entity. Case does not matter.
    #[serde(rename = "entityType", skip_serializing_if = "Option::is_none")]
    pub entity_type: Option<EntityType>,
    /// How old the record may be at most, in seconds: 0 asks the registry now. It only asks for
    /// fresher than the operator allows; a register that is imported cannot be fresher than its
    /// import, and says `stale` then.
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
    /// The `nextCursor` of an earlier answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// Only these types, parted by commas.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub types: Option<String>,
    /// How many at most; 20 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<i64>,
}

/// What `extract_address` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ExtractAddressParams {
    /// Comma list of parts to add to the answer: `regions` (page and polygon of each field),
    /// `document` (type, issuer and its address, holder, dates, age), `checks` (what a reviewer
    /// should know), `match` (against `expected_name` and `expected_address`), `parts` (premises,
    /// street, district, town and so on, each by itself). With any of them `field_metadata` has all
    /// six fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include: Option<String>,
}

/// What `extract_address_base64` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ExtractAddressBase64Params {
    /// Comma list of parts to add to the answer: `regions` (page and polygon of each field),
    /// `document` (type, issuer and its address, holder, dates, age), `checks` (what a reviewer
    /// should know), `match` (against `expected_name` and `expected_address`), `parts` (premises,
    /// street, district, town and so on, each by itself). With any of them `field_metadata` has all
    /// six fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include: Option<String>,
}

/// What `create_extraction_job` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CreateExtractionJobParams {
    /// Comma list of parts to add to the answer: `regions` (page and polygon of each field),
    /// `document` (type, issuer and its address, holder, dates, age), `checks` (what a reviewer
    /// should know), `match` (against `expected_name` and `expected_address`), `parts` (premises,
    /// street, district, town and so on, each by itself). With any of them `field_metadata` has all
    /// six fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include: Option<String>,
}

/// What `create_extraction_job_base64` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CreateExtractionJobBase64Params {
    /// Comma list of parts to add to the answer: `regions` (page and polygon of each field),
    /// `document` (type, issuer and its address, holder, dates, age), `checks` (what a reviewer
    /// should know), `match` (against `expected_name` and `expected_address`), `parts` (premises,
    /// street, district, town and so on, each by itself). With any of them `field_metadata` has all
    /// six fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include: Option<String>,
}

/// What `get_extraction_job` is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GetExtractionJobParams {
    /// Comma list of parts to add to the answer: `regions` (page and polygon of each field),
    /// `document` (type, issuer and its address, holder, dates, age), `checks` (what a reviewer
    /// should know), `match` (against `expected_name` and `expected_address`), `parts` (premises,
    /// street, district, town and so on, each by itself). With any of them `field_metadata` has all
    /// six fields.
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
