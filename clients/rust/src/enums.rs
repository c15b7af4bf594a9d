//! Words that a field may have.

// Written by clients/generator from clients/openapi.json. Do not edit.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum AccountPriceRule {
    /// `default`
    Default,
    /// `price_book`
    PriceBook,
    /// `tenant_override`
    TenantOverride,
    /// A word that this version does not know.
    Other(String),
}

impl AccountPriceRule {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Default => "default",
            Self::PriceBook => "price_book",
            Self::TenantOverride => "tenant_override",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for AccountPriceRule {
    fn from(word: String) -> Self {
        match word.as_str() {
            "default" => Self::Default,
            "price_book" => Self::PriceBook,
            "tenant_override" => Self::TenantOverride,
            _ => Self::Other(word),
        }
    }
}

impl From<AccountPriceRule> for String {
    fn from(value: AccountPriceRule) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for AccountPriceRule {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for AccountPriceRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum AffiliateRoleStatus {
    /// `ACTIVE`
    Active,
    /// `RESIGNED`
    Resigned,
    /// `INACTIVE`
    Inactive,
    /// `UNKNOWN`
    Unknown,
    /// A word that this version does not know.
    Other(String),
}

impl AffiliateRoleStatus {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Active => "ACTIVE",
            Self::Resigned => "RESIGNED",
            Self::Inactive => "INACTIVE",
            Self::Unknown => "UNKNOWN",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for AffiliateRoleStatus {
    fn from(word: String) -> Self {
        match word.as_str() {
            "ACTIVE" => Self::Active,
            "RESIGNED" => Self::Resigned,
            "INACTIVE" => Self::Inactive,
            "UNKNOWN" => Self::Unknown,
            _ => Self::Other(word),
        }
    }
}

impl From<AffiliateRoleStatus> for String {
    fn from(value: AffiliateRoleStatus) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for AffiliateRoleStatus {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for AffiliateRoleStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum AffiliateType {
    /// `CHAIRMAN`
    Chairman,
    /// `DIRECTOR`
    Director,
    /// `PROPRIETOR`
    Proprietor,
    /// `PARTNER`
    Partner,
    /// `TRUSTEE`
    Trustee,
    /// `SECRETARY`
    Secretary,
    /// `PSC`
    Psc,
    /// `SHAREHOLDER`
    Shareholder,
    /// `PRESENTER`
    Presenter,
    /// `WITNESS`
    Witness,
    /// A word that this version does not know.
    Other(String),
}

impl AffiliateType {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Chairman => "CHAIRMAN",
            Self::Director => "DIRECTOR",
            Self::Proprietor => "PROPRIETOR",
            Self::Partner => "PARTNER",
            Self::Trustee => "TRUSTEE",
            Self::Secretary => "SECRETARY",
            Self::Psc => "PSC",
            Self::Shareholder => "SHAREHOLDER",
            Self::Presenter => "PRESENTER",
            Self::Witness => "WITNESS",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for AffiliateType {
    fn from(word: String) -> Self {
        match word.as_str() {
            "CHAIRMAN" => Self::Chairman,
            "DIRECTOR" => Self::Director,
            "PROPRIETOR" => Self::Proprietor,
            "PARTNER" => Self::Partner,
            "TRUSTEE" => Self::Trustee,
            "SECRETARY" => Self::Secretary,
            "PSC" => Self::Psc,
            "SHAREHOLDER" => Self::Shareholder,
            "PRESENTER" => Self::Presenter,
            "WITNESS" => Self::Witness,
            _ => Self::Other(word),
        }
    }
}

impl From<AffiliateType> for String {
    fn from(value: AffiliateType) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for AffiliateType {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for AffiliateType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum AffiliatesToInclude {
    /// `all`
    All,
    /// A word that this version does not know.
    Other(String),
}

impl AffiliatesToInclude {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::All => "all",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for AffiliatesToInclude {
    fn from(word: String) -> Self {
        match word.as_str() {
            "all" => Self::All,
            _ => Self::Other(word),
        }
    }
}

impl From<AffiliatesToInclude> for String {
    fn from(value: AffiliatesToInclude) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for AffiliatesToInclude {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for AffiliatesToInclude {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum AllotmentStatus {
    /// `pending`
    Pending,
    /// `full`
    Full,
    /// `partial`
    Partial,
    /// `none`
    None,
    /// A word that this version does not know.
    Other(String),
}

impl AllotmentStatus {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Pending => "pending",
            Self::Full => "full",
            Self::Partial => "partial",
            Self::None => "none",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for AllotmentStatus {
    fn from(word: String) -> Self {
        match word.as_str() {
            "pending" => Self::Pending,
            "full" => Self::Full,
            "partial" => Self::Partial,
            "none" => Self::None,
            _ => Self::Other(word),
        }
    }
}

impl From<AllotmentStatus> for String {
    fn from(value: AllotmentStatus) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for AllotmentStatus {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for AllotmentStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum AssetChargeStatus {
    /// `OUTSTANDING`
    Outstanding,
    /// `PART_SATISFIED`
    PartSatisfied,
    /// `FULLY_SATISFIED`
    FullySatisfied,
    /// A word that this version does not know.
    Other(String),
}

impl AssetChargeStatus {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Outstanding => "OUTSTANDING",
            Self::PartSatisfied => "PART_SATISFIED",
            Self::FullySatisfied => "FULLY_SATISFIED",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for AssetChargeStatus {
    fn from(word: String) -> Self {
        match word.as_str() {
            "OUTSTANDING" => Self::Outstanding,
            "PART_SATISFIED" => Self::PartSatisfied,
            "FULLY_SATISFIED" => Self::FullySatisfied,
            _ => Self::Other(word),
        }
    }
}

impl From<AssetChargeStatus> for String {
    fn from(value: AssetChargeStatus) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for AssetChargeStatus {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for AssetChargeStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum CheckCode {
    /// `unsupported_document`
    UnsupportedDocument,
    /// `invalid_document_type`
    InvalidDocumentType,
    /// `expired_document`
    ExpiredDocument,
    /// `future_issue_date`
    FutureIssueDate,
    /// `missing_issue_date`
    MissingIssueDate,
    /// `missing_address_information`
    MissingAddressInformation,
    /// `name_mismatch`
    NameMismatch,
    /// `address_mismatch`
    AddressMismatch,
    /// `poor_quality`
    PoorQuality,
    /// `suspected_manipulation`
    SuspectedManipulation,
    /// `unsupported_language`
    UnsupportedLanguage,
    /// A word that this version does not know.
    Other(String),
}

impl CheckCode {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::UnsupportedDocument => "unsupported_document",
            Self::InvalidDocumentType => "invalid_document_type",
            Self::ExpiredDocument => "expired_document",
            Self::FutureIssueDate => "future_issue_date",
            Self::MissingIssueDate => "missing_issue_date",
            Self::MissingAddressInformation => "missing_address_information",
            Self::NameMismatch => "name_mismatch",
            Self::AddressMismatch => "address_mismatch",
            Self::PoorQuality => "poor_quality",
            Self::SuspectedManipulation => "suspected_manipulation",
            Self::UnsupportedLanguage => "unsupported_language",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for CheckCode {
    fn from(word: String) -> Self {
        match word.as_str() {
            "unsupported_document" => Self::UnsupportedDocument,
            "invalid_document_type" => Self::InvalidDocumentType,
            "expired_document" => Self::ExpiredDocument,
            "future_issue_date" => Self::FutureIssueDate,
            "missing_issue_date" => Self::MissingIssueDate,
            "missing_address_information" => Self::MissingAddressInformation,
            "name_mismatch" => Self::NameMismatch,
            "address_mismatch" => Self::AddressMismatch,
            "poor_quality" => Self::PoorQuality,
            "suspected_manipulation" => Self::SuspectedManipulation,
            "unsupported_language" => Self::UnsupportedLanguage,
            _ => Self::Other(word),
        }
    }
}

impl From<CheckCode> for String {
    fn from(value: CheckCode) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for CheckCode {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for CheckCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum CheckSeverity {
    /// `info`
    Info,
    /// `review`
    Review,
    /// `fail`
    Fail,
    /// A word that this version does not know.
    Other(String),
}

impl CheckSeverity {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Info => "info",
            Self::Review => "review",
            Self::Fail => "fail",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for CheckSeverity {
    fn from(word: String) -> Self {
        match word.as_str() {
            "info" => Self::Info,
            "review" => Self::Review,
            "fail" => Self::Fail,
            _ => Self::Other(word),
        }
    }
}

impl From<CheckSeverity> for String {
    fn from(value: CheckSeverity) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for CheckSeverity {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for CheckSeverity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum CompanyBatchOutcome {
    /// `PENDING`
    Pending,
    /// `FOUND`
    Found,
    /// `NOT_FOUND`
    NotFound,
    /// `FAILED`
    Failed,
    /// `CANCELLED`
    Cancelled,
    /// A word that this version does not know.
    Other(String),
}

impl CompanyBatchOutcome {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Pending => "PENDING",
            Self::Found => "FOUND",
            Self::NotFound => "NOT_FOUND",
            Self::Failed => "FAILED",
            Self::Cancelled => "CANCELLED",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for CompanyBatchOutcome {
    fn from(word: String) -> Self {
        match word.as_str() {
            "PENDING" => Self::Pending,
            "FOUND" => Self::Found,
            "NOT_FOUND" => Self::NotFound,
            "FAILED" => Self::Failed,
            "CANCELLED" => Self::Cancelled,
            _ => Self::Other(word),
        }
    }
}

impl From<CompanyBatchOutcome> for String {
    fn from(value: CompanyBatchOutcome) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for CompanyBatchOutcome {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for CompanyBatchOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum CompanyBatchStatus {
    /// `queued`
    Queued,
    /// `processing`
    Processing,
    /// `completed`
    Completed,
    /// `cancelled`
    Cancelled,
    /// A word that this version does not know.
    Other(String),
}

impl CompanyBatchStatus {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Queued => "queued",
            Self::Processing => "processing",
            Self::Completed => "completed",
            Self::Cancelled => "cancelled",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for CompanyBatchStatus {
    fn from(word: String) -> Self {
        match word.as_str() {
            "queued" => Self::Queued,
            "processing" => Self::Processing,
            "completed" => Self::Completed,
            "cancelled" => Self::Cancelled,
            _ => Self::Other(word),
        }
    }
}

impl From<CompanyBatchStatus> for String {
    fn from(value: CompanyBatchStatus) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for CompanyBatchStatus {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for CompanyBatchStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum DocumentType {
    /// `utility_bill`
    UtilityBill,
    /// `bank_statement`
    BankStatement,
    /// `tenancy_agreement`
    TenancyAgreement,
    /// `tax_notice`
    TaxNotice,
    /// `government_letter`
    GovernmentLetter,
    /// `id_card`
    IdCard,
    /// `other`
    Other,
    /// A word that this version does not know.
    Unlisted(String),
}

impl DocumentType {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::UtilityBill => "utility_bill",
            Self::BankStatement => "bank_statement",
            Self::TenancyAgreement => "tenancy_agreement",
            Self::TaxNotice => "tax_notice",
            Self::GovernmentLetter => "government_letter",
            Self::IdCard => "id_card",
            Self::Other => "other",
            Self::Unlisted(word) => word,
        }
    }
}

impl From<String> for DocumentType {
    fn from(word: String) -> Self {
        match word.as_str() {
            "utility_bill" => Self::UtilityBill,
            "bank_statement" => Self::BankStatement,
            "tenancy_agreement" => Self::TenancyAgreement,
            "tax_notice" => Self::TaxNotice,
            "government_letter" => Self::GovernmentLetter,
            "id_card" => Self::IdCard,
            "other" => Self::Other,
            _ => Self::Unlisted(word),
        }
    }
}

impl From<DocumentType> for String {
    fn from(value: DocumentType) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for DocumentType {
    fn default() -> Self {
        Self::Unlisted(String::new())
    }
}

impl fmt::Display for DocumentType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum EntityType {
    /// `COMPANY`
    Company,
    /// `BUSINESS_NAME`
    BusinessName,
    /// `INCORPORATED_TRUSTEE`
    IncorporatedTrustee,
    /// `LIMITED_PARTNERSHIP`
    LimitedPartnership,
    /// `LIMITED_LIABILITY_PARTNERSHIP`
    LimitedLiabilityPartnership,
    /// `RC`
    Rc,
    /// `CO`
    Co,
    /// `BN`
    Bn,
    /// `IT`
    It,
    /// `LP`
    Lp,
    /// `LLP`
    Llp,
    /// `BUSINESS_NAME_FIRM`
    BusinessNameFirm,
    /// `PRIVATE_COMPANY_LIMITED_BY_SHARES`
    PrivateCompanyLimitedByShares,
    /// A word that this version does not know.
    Other(String),
}

impl EntityType {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Company => "COMPANY",
            Self::BusinessName => "BUSINESS_NAME",
            Self::IncorporatedTrustee => "INCORPORATED_TRUSTEE",
            Self::LimitedPartnership => "LIMITED_PARTNERSHIP",
            Self::LimitedLiabilityPartnership => "LIMITED_LIABILITY_PARTNERSHIP",
            Self::Rc => "RC",
            Self::Co => "CO",
            Self::Bn => "BN",
            Self::It => "IT",
            Self::Lp => "LP",
            Self::Llp => "LLP",
            Self::BusinessNameFirm => "BUSINESS_NAME_FIRM",
            Self::PrivateCompanyLimitedByShares => "PRIVATE_COMPANY_LIMITED_BY_SHARES",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for EntityType {
    fn from(word: String) -> Self {
        match word.as_str() {
            "COMPANY" => Self::Company,
            "BUSINESS_NAME" => Self::BusinessName,
            "INCORPORATED_TRUSTEE" => Self::IncorporatedTrustee,
            "LIMITED_PARTNERSHIP" => Self::LimitedPartnership,
            "LIMITED_LIABILITY_PARTNERSHIP" => Self::LimitedLiabilityPartnership,
            "RC" => Self::Rc,
            "CO" => Self::Co,
            "BN" => Self::Bn,
            "IT" => Self::It,
            "LP" => Self::Lp,
            "LLP" => Self::Llp,
            "BUSINESS_NAME_FIRM" => Self::BusinessNameFirm,
            "PRIVATE_COMPANY_LIMITED_BY_SHARES" => Self::PrivateCompanyLimitedByShares,
            _ => Self::Other(word),
        }
    }
}

impl From<EntityType> for String {
    fn from(value: EntityType) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for EntityType {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for EntityType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Environment {
    /// `sandbox`
    Sandbox,
    /// `live`
    Live,
    /// A word that this version does not know.
    Other(String),
}

impl Environment {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Sandbox => "sandbox",
            Self::Live => "live",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for Environment {
    fn from(word: String) -> Self {
        match word.as_str() {
            "sandbox" => Self::Sandbox,
            "live" => Self::Live,
            _ => Self::Other(word),
        }
    }
}

impl From<Environment> for String {
    fn from(value: Environment) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for Environment {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum EventType {
    /// `subscription.updated`
    SubscriptionUpdated,
    /// `payment.updated`
    PaymentUpdated,
    /// `offer.updated`
    OfferUpdated,
    /// `allotment.completed`
    AllotmentCompleted,
    /// `poa.job.completed`
    PoaJobCompleted,
    /// `poa.job.failed`
    PoaJobFailed,
    /// `registry.batch.completed`
    RegistryBatchCompleted,
    /// `company.changed`
    CompanyChanged,
    /// `poa.jobs.failing`
    PoaJobsFailing,
    /// `wallet.low`
    WalletLow,
    /// `wallet.credited`
    WalletCredited,
    /// `key.expiring`
    KeyExpiring,
    /// `live.updated`
    LiveUpdated,
    /// `incident.opened`
    IncidentOpened,
    /// `incident.resolved`
    IncidentResolved,
    /// `webhook.test`
    WebhookTest,
    /// A word that this version does not know.
    Other(String),
}

impl EventType {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::SubscriptionUpdated => "subscription.updated",
            Self::PaymentUpdated => "payment.updated",
            Self::OfferUpdated => "offer.updated",
            Self::AllotmentCompleted => "allotment.completed",
            Self::PoaJobCompleted => "poa.job.completed",
            Self::PoaJobFailed => "poa.job.failed",
            Self::RegistryBatchCompleted => "registry.batch.completed",
            Self::CompanyChanged => "company.changed",
            Self::PoaJobsFailing => "poa.jobs.failing",
            Self::WalletLow => "wallet.low",
            Self::WalletCredited => "wallet.credited",
            Self::KeyExpiring => "key.expiring",
            Self::LiveUpdated => "live.updated",
            Self::IncidentOpened => "incident.opened",
            Self::IncidentResolved => "incident.resolved",
            Self::WebhookTest => "webhook.test",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for EventType {
    fn from(word: String) -> Self {
        match word.as_str() {
            "subscription.updated" => Self::SubscriptionUpdated,
            "payment.updated" => Self::PaymentUpdated,
            "offer.updated" => Self::OfferUpdated,
            "allotment.completed" => Self::AllotmentCompleted,
            "poa.job.completed" => Self::PoaJobCompleted,
            "poa.job.failed" => Self::PoaJobFailed,
            "registry.batch.completed" => Self::RegistryBatchCompleted,
            "company.changed" => Self::CompanyChanged,
            "poa.jobs.failing" => Self::PoaJobsFailing,
            "wallet.low" => Self::WalletLow,
            "wallet.credited" => Self::WalletCredited,
            "key.expiring" => Self::KeyExpiring,
            "live.updated" => Self::LiveUpdated,
            "incident.opened" => Self::IncidentOpened,
            "incident.resolved" => Self::IncidentResolved,
            "webhook.test" => Self::WebhookTest,
            _ => Self::Other(word),
        }
    }
}

impl From<EventType> for String {
    fn from(value: EventType) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for EventType {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for EventType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum FieldSource {
    /// `extracted`
    Extracted,
    /// `derived`
    Derived,
    /// `inferred`
    Inferred,
    /// `not_found`
    NotFound,
    /// A word that this version does not know.
    Other(String),
}

impl FieldSource {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Extracted => "extracted",
            Self::Derived => "derived",
            Self::Inferred => "inferred",
            Self::NotFound => "not_found",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for FieldSource {
    fn from(word: String) -> Self {
        match word.as_str() {
            "extracted" => Self::Extracted,
            "derived" => Self::Derived,
            "inferred" => Self::Inferred,
            "not_found" => Self::NotFound,
            _ => Self::Other(word),
        }
    }
}

impl From<FieldSource> for String {
    fn from(value: FieldSource) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for FieldSource {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for FieldSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Gender {
    /// `Female`
    Female,
    /// `Male`
    Male,
    /// A word that this version does not know.
    Other(String),
}

impl Gender {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Female => "Female",
            Self::Male => "Male",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for Gender {
    fn from(word: String) -> Self {
        match word.as_str() {
            "Female" => Self::Female,
            "Male" => Self::Male,
            _ => Self::Other(word),
        }
    }
}

impl From<Gender> for String {
    fn from(value: Gender) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for Gender {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for Gender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum GeneratedTinStatus {
    /// `GENERATED`
    Generated,
    /// `EXISTING`
    Existing,
    /// A word that this version does not know.
    Other(String),
}

impl GeneratedTinStatus {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Generated => "GENERATED",
            Self::Existing => "EXISTING",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for GeneratedTinStatus {
    fn from(word: String) -> Self {
        match word.as_str() {
            "GENERATED" => Self::Generated,
            "EXISTING" => Self::Existing,
            _ => Self::Other(word),
        }
    }
}

impl From<GeneratedTinStatus> for String {
    fn from(value: GeneratedTinStatus) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for GeneratedTinStatus {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for GeneratedTinStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum IdentityCheckCheck {
    /// `bvn`
    Bvn,
    /// `nin`
    Nin,
    /// `account`
    Account,
    /// A word that this version does not know.
    Other(String),
}

impl IdentityCheckCheck {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Bvn => "bvn",
            Self::Nin => "nin",
            Self::Account => "account",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for IdentityCheckCheck {
    fn from(word: String) -> Self {
        match word.as_str() {
            "bvn" => Self::Bvn,
            "nin" => Self::Nin,
            "account" => Self::Account,
            _ => Self::Other(word),
        }
    }
}

impl From<IdentityCheckCheck> for String {
    fn from(value: IdentityCheckCheck) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for IdentityCheckCheck {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for IdentityCheckCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum IdentityCheckOutcome {
    /// `exact`
    Exact,
    /// `normalized`
    Normalized,
    /// `partial`
    Partial,
    /// `mismatch`
    Mismatch,
    /// `birth_date_mismatch`
    BirthDateMismatch,
    /// `not_found`
    NotFound,
    /// `unavailable`
    Unavailable,
    /// A word that this version does not know.
    Other(String),
}

impl IdentityCheckOutcome {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Exact => "exact",
            Self::Normalized => "normalized",
            Self::Partial => "partial",
            Self::Mismatch => "mismatch",
            Self::BirthDateMismatch => "birth_date_mismatch",
            Self::NotFound => "not_found",
            Self::Unavailable => "unavailable",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for IdentityCheckOutcome {
    fn from(word: String) -> Self {
        match word.as_str() {
            "exact" => Self::Exact,
            "normalized" => Self::Normalized,
            "partial" => Self::Partial,
            "mismatch" => Self::Mismatch,
            "birth_date_mismatch" => Self::BirthDateMismatch,
            "not_found" => Self::NotFound,
            "unavailable" => Self::Unavailable,
            _ => Self::Other(word),
        }
    }
}

impl From<IdentityCheckOutcome> for String {
    fn from(value: IdentityCheckOutcome) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for IdentityCheckOutcome {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for IdentityCheckOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum IdentityCheckPerson {
    /// `applicant`
    Applicant,
    /// `secondApplicant`
    SecondApplicant,
    /// `guardian`
    Guardian,
    /// A word that this version does not know.
    Other(String),
}

impl IdentityCheckPerson {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Applicant => "applicant",
            Self::SecondApplicant => "secondApplicant",
            Self::Guardian => "guardian",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for IdentityCheckPerson {
    fn from(word: String) -> Self {
        match word.as_str() {
            "applicant" => Self::Applicant,
            "secondApplicant" => Self::SecondApplicant,
            "guardian" => Self::Guardian,
            _ => Self::Other(word),
        }
    }
}

impl From<IdentityCheckPerson> for String {
    fn from(value: IdentityCheckPerson) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for IdentityCheckPerson {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for IdentityCheckPerson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum IdentityCheckPolicy {
    /// `refuse`
    Refuse,
    /// `warn`
    Warn,
    /// `skip`
    Skip,
    /// A word that this version does not know.
    Other(String),
}

impl IdentityCheckPolicy {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Refuse => "refuse",
            Self::Warn => "warn",
            Self::Skip => "skip",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for IdentityCheckPolicy {
    fn from(word: String) -> Self {
        match word.as_str() {
            "refuse" => Self::Refuse,
            "warn" => Self::Warn,
            "skip" => Self::Skip,
            _ => Self::Other(word),
        }
    }
}

impl From<IdentityCheckPolicy> for String {
    fn from(value: IdentityCheckPolicy) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for IdentityCheckPolicy {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for IdentityCheckPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum JobStage {
    /// `received`
    Received,
    /// `rasterising`
    Rasterising,
    /// `ocr`
    Ocr,
    /// `parsing`
    Parsing,
    /// `done`
    Done,
    /// A word that this version does not know.
    Other(String),
}

impl JobStage {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Received => "received",
            Self::Rasterising => "rasterising",
            Self::Ocr => "ocr",
            Self::Parsing => "parsing",
            Self::Done => "done",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for JobStage {
    fn from(word: String) -> Self {
        match word.as_str() {
            "received" => Self::Received,
            "rasterising" => Self::Rasterising,
            "ocr" => Self::Ocr,
            "parsing" => Self::Parsing,
            "done" => Self::Done,
            _ => Self::Other(word),
        }
    }
}

impl From<JobStage> for String {
    fn from(value: JobStage) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for JobStage {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for JobStage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum JobStatus {
    /// `queued`
    Queued,
    /// `processing`
    Processing,
    /// `succeeded`
    Succeeded,
    /// `failed`
    Failed,
    /// `cancelled`
    Cancelled,
    /// `expired`
    Expired,
    /// A word that this version does not know.
    Other(String),
}

impl JobStatus {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Queued => "queued",
            Self::Processing => "processing",
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
            Self::Expired => "expired",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for JobStatus {
    fn from(word: String) -> Self {
        match word.as_str() {
            "queued" => Self::Queued,
            "processing" => Self::Processing,
            "succeeded" => Self::Succeeded,
            "failed" => Self::Failed,
            "cancelled" => Self::Cancelled,
            "expired" => Self::Expired,
            _ => Self::Other(word),
        }
    }
}

impl From<JobStatus> for String {
    fn from(value: JobStatus) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for JobStatus {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for JobStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum KeyStatus {
    /// `active`
    Active,
    /// `rotating`
    Rotating,
    /// `expired`
    Expired,
    /// `revoked`
    Revoked,
    /// A word that this version does not know.
    Other(String),
}

impl KeyStatus {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Active => "active",
            Self::Rotating => "rotating",
            Self::Expired => "expired",
            Self::Revoked => "revoked",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for KeyStatus {
    fn from(word: String) -> Self {
        match word.as_str() {
            "active" => Self::Active,
            "rotating" => Self::Rotating,
            "expired" => Self::Expired,
            "revoked" => Self::Revoked,
            _ => Self::Other(word),
        }
    }
}

impl From<KeyStatus> for String {
    fn from(value: KeyStatus) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for KeyStatus {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for KeyStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum MatchResult {
    /// `match`
    Match,
    /// `partial`
    Partial,
    /// `mismatch`
    Mismatch,
    /// `not_checked`
    NotChecked,
    /// A word that this version does not know.
    Other(String),
}

impl MatchResult {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Match => "match",
            Self::Partial => "partial",
            Self::Mismatch => "mismatch",
            Self::NotChecked => "not_checked",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for MatchResult {
    fn from(word: String) -> Self {
        match word.as_str() {
            "match" => Self::Match,
            "partial" => Self::Partial,
            "mismatch" => Self::Mismatch,
            "not_checked" => Self::NotChecked,
            _ => Self::Other(word),
        }
    }
}

impl From<MatchResult> for String {
    fn from(value: MatchResult) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for MatchResult {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for MatchResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum NameMatch {
    /// `EXACT`
    Exact,
    /// `NORMALIZED`
    Normalized,
    /// `PARTIAL`
    Partial,
    /// `MISMATCH`
    Mismatch,
    /// A word that this version does not know.
    Other(String),
}

impl NameMatch {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Exact => "EXACT",
            Self::Normalized => "NORMALIZED",
            Self::Partial => "PARTIAL",
            Self::Mismatch => "MISMATCH",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for NameMatch {
    fn from(word: String) -> Self {
        match word.as_str() {
            "EXACT" => Self::Exact,
            "NORMALIZED" => Self::Normalized,
            "PARTIAL" => Self::Partial,
            "MISMATCH" => Self::Mismatch,
            _ => Self::Other(word),
        }
    }
}

impl From<NameMatch> for String {
    fn from(value: NameMatch) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for NameMatch {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for NameMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum OfferStatus {
    /// `upcoming`
    Upcoming,
    /// `open`
    Open,
    /// `closed`
    Closed,
    /// `allotment_in_progress`
    AllotmentInProgress,
    /// `allotted`
    Allotted,
    /// `listed`
    Listed,
    /// `cancelled`
    Cancelled,
    /// `suspended`
    Suspended,
    /// A word that this version does not know.
    Other(String),
}

impl OfferStatus {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Upcoming => "upcoming",
            Self::Open => "open",
            Self::Closed => "closed",
            Self::AllotmentInProgress => "allotment_in_progress",
            Self::Allotted => "allotted",
            Self::Listed => "listed",
            Self::Cancelled => "cancelled",
            Self::Suspended => "suspended",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for OfferStatus {
    fn from(word: String) -> Self {
        match word.as_str() {
            "upcoming" => Self::Upcoming,
            "open" => Self::Open,
            "closed" => Self::Closed,
            "allotment_in_progress" => Self::AllotmentInProgress,
            "allotted" => Self::Allotted,
            "listed" => Self::Listed,
            "cancelled" => Self::Cancelled,
            "suspended" => Self::Suspended,
            _ => Self::Other(word),
        }
    }
}

impl From<OfferStatus> for String {
    fn from(value: OfferStatus) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for OfferStatus {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for OfferStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum OfferType {
    /// `PrimaryOffer`
    PrimaryOffer,
    /// `RightsIssue`
    RightsIssue,
    /// `OfferForSale`
    OfferForSale,
    /// `PrivatePlacement`
    PrivatePlacement,
    /// `BondOffer`
    BondOffer,
    /// A word that this version does not know.
    Other(String),
}

impl OfferType {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::PrimaryOffer => "PrimaryOffer",
            Self::RightsIssue => "RightsIssue",
            Self::OfferForSale => "OfferForSale",
            Self::PrivatePlacement => "PrivatePlacement",
            Self::BondOffer => "BondOffer",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for OfferType {
    fn from(word: String) -> Self {
        match word.as_str() {
            "PrimaryOffer" => Self::PrimaryOffer,
            "RightsIssue" => Self::RightsIssue,
            "OfferForSale" => Self::OfferForSale,
            "PrivatePlacement" => Self::PrivatePlacement,
            "BondOffer" => Self::BondOffer,
            _ => Self::Other(word),
        }
    }
}

impl From<OfferType> for String {
    fn from(value: OfferType) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for OfferType {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for OfferType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum PaymentStatus {
    /// `pending`
    Pending,
    /// `processing`
    Processing,
    /// `successful`
    Successful,
    /// `failed`
    Failed,
    /// `refund_pending`
    RefundPending,
    /// `refunded`
    Refunded,
    /// A word that this version does not know.
    Other(String),
}

impl PaymentStatus {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Pending => "pending",
            Self::Processing => "processing",
            Self::Successful => "successful",
            Self::Failed => "failed",
            Self::RefundPending => "refund_pending",
            Self::Refunded => "refunded",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for PaymentStatus {
    fn from(word: String) -> Self {
        match word.as_str() {
            "pending" => Self::Pending,
            "processing" => Self::Processing,
            "successful" => Self::Successful,
            "failed" => Self::Failed,
            "refund_pending" => Self::RefundPending,
            "refunded" => Self::Refunded,
            _ => Self::Other(word),
        }
    }
}

impl From<PaymentStatus> for String {
    fn from(value: PaymentStatus) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for PaymentStatus {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for PaymentStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum ProfileType {
    /// `INDIVIDUAL`
    Individual,
    /// `JOINT`
    Joint,
    /// `MINOR`
    Minor,
    /// `CORPORATE`
    Corporate,
    /// A word that this version does not know.
    Other(String),
}

impl ProfileType {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Individual => "INDIVIDUAL",
            Self::Joint => "JOINT",
            Self::Minor => "MINOR",
            Self::Corporate => "CORPORATE",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for ProfileType {
    fn from(word: String) -> Self {
        match word.as_str() {
            "INDIVIDUAL" => Self::Individual,
            "JOINT" => Self::Joint,
            "MINOR" => Self::Minor,
            "CORPORATE" => Self::Corporate,
            _ => Self::Other(word),
        }
    }
}

impl From<ProfileType> for String {
    fn from(value: ProfileType) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for ProfileType {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for ProfileType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum RegistrationStatus {
    /// `ACTIVE`
    Active,
    /// `INACTIVE`
    Inactive,
    /// `STRUCK_OFF`
    StruckOff,
    /// `DELISTED`
    Delisted,
    /// `DISSOLVED`
    Dissolved,
    /// `IN_LIQUIDATION`
    InLiquidation,
    /// `UNKNOWN`
    Unknown,
    /// A word that this version does not know.
    Other(String),
}

impl RegistrationStatus {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Active => "ACTIVE",
            Self::Inactive => "INACTIVE",
            Self::StruckOff => "STRUCK_OFF",
            Self::Delisted => "DELISTED",
            Self::Dissolved => "DISSOLVED",
            Self::InLiquidation => "IN_LIQUIDATION",
            Self::Unknown => "UNKNOWN",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for RegistrationStatus {
    fn from(word: String) -> Self {
        match word.as_str() {
            "ACTIVE" => Self::Active,
            "INACTIVE" => Self::Inactive,
            "STRUCK_OFF" => Self::StruckOff,
            "DELISTED" => Self::Delisted,
            "DISSOLVED" => Self::Dissolved,
            "IN_LIQUIDATION" => Self::InLiquidation,
            "UNKNOWN" => Self::Unknown,
            _ => Self::Other(word),
        }
    }
}

impl From<RegistrationStatus> for String {
    fn from(value: RegistrationStatus) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for RegistrationStatus {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for RegistrationStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Relationship {
    /// `Parent`
    Parent,
    /// `Guardian`
    Guardian,
    /// `Grandparent`
    Grandparent,
    /// `Spouse`
    Spouse,
    /// `Sibling`
    Sibling,
    /// `Child`
    Child,
    /// `Partner`
    Partner,
    /// `Other`
    Other,
    /// A word that this version does not know.
    Unlisted(String),
}

impl Relationship {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Parent => "Parent",
            Self::Guardian => "Guardian",
            Self::Grandparent => "Grandparent",
            Self::Spouse => "Spouse",
            Self::Sibling => "Sibling",
            Self::Child => "Child",
            Self::Partner => "Partner",
            Self::Other => "Other",
            Self::Unlisted(word) => word,
        }
    }
}

impl From<String> for Relationship {
    fn from(word: String) -> Self {
        match word.as_str() {
            "Parent" => Self::Parent,
            "Guardian" => Self::Guardian,
            "Grandparent" => Self::Grandparent,
            "Spouse" => Self::Spouse,
            "Sibling" => Self::Sibling,
            "Child" => Self::Child,
            "Partner" => Self::Partner,
            "Other" => Self::Other,
            _ => Self::Unlisted(word),
        }
    }
}

impl From<Relationship> for String {
    fn from(value: Relationship) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for Relationship {
    fn default() -> Self {
        Self::Unlisted(String::new())
    }
}

impl fmt::Display for Relationship {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum ReviewReason {
    /// `no_address`
    NoAddress,
    /// `filled_field`
    FilledField,
    /// `low_confidence`
    LowConfidence,
    /// `close_candidates`
    CloseCandidates,
    /// `ambiguous_place`
    AmbiguousPlace,
    /// `foreign_address`
    ForeignAddress,
    /// `post_box_only`
    PostBoxOnly,
    /// `unread_pages`
    UnreadPages,
    /// `provider_chose`
    ProviderChose,
    /// `poor_picture`
    PoorPicture,
    /// `failed_check`
    FailedCheck,
    /// `not_as_expected`
    NotAsExpected,
    /// A word that this version does not know.
    Other(String),
}

impl ReviewReason {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::NoAddress => "no_address",
            Self::FilledField => "filled_field",
            Self::LowConfidence => "low_confidence",
            Self::CloseCandidates => "close_candidates",
            Self::AmbiguousPlace => "ambiguous_place",
            Self::ForeignAddress => "foreign_address",
            Self::PostBoxOnly => "post_box_only",
            Self::UnreadPages => "unread_pages",
            Self::ProviderChose => "provider_chose",
            Self::PoorPicture => "poor_picture",
            Self::FailedCheck => "failed_check",
            Self::NotAsExpected => "not_as_expected",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for ReviewReason {
    fn from(word: String) -> Self {
        match word.as_str() {
            "no_address" => Self::NoAddress,
            "filled_field" => Self::FilledField,
            "low_confidence" => Self::LowConfidence,
            "close_candidates" => Self::CloseCandidates,
            "ambiguous_place" => Self::AmbiguousPlace,
            "foreign_address" => Self::ForeignAddress,
            "post_box_only" => Self::PostBoxOnly,
            "unread_pages" => Self::UnreadPages,
            "provider_chose" => Self::ProviderChose,
            "poor_picture" => Self::PoorPicture,
            "failed_check" => Self::FailedCheck,
            "not_as_expected" => Self::NotAsExpected,
            _ => Self::Other(word),
        }
    }
}

impl From<ReviewReason> for String {
    fn from(value: ReviewReason) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for ReviewReason {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for ReviewReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum RightsReason {
    /// `ELIGIBLE`
    Eligible,
    /// `NOT_ON_REGISTER`
    NotOnRegister,
    /// `OFFER_NOT_RIGHTS`
    OfferNotRights,
    /// `OFFER_CLOSED`
    OfferClosed,
    /// `RIGHTS_FULLY_TRADED`
    RightsFullyTraded,
    /// `ALREADY_SUBSCRIBED`
    AlreadySubscribed,
    /// A word that this version does not know.
    Other(String),
}

impl RightsReason {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Eligible => "ELIGIBLE",
            Self::NotOnRegister => "NOT_ON_REGISTER",
            Self::OfferNotRights => "OFFER_NOT_RIGHTS",
            Self::OfferClosed => "OFFER_CLOSED",
            Self::RightsFullyTraded => "RIGHTS_FULLY_TRADED",
            Self::AlreadySubscribed => "ALREADY_SUBSCRIBED",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for RightsReason {
    fn from(word: String) -> Self {
        match word.as_str() {
            "ELIGIBLE" => Self::Eligible,
            "NOT_ON_REGISTER" => Self::NotOnRegister,
            "OFFER_NOT_RIGHTS" => Self::OfferNotRights,
            "OFFER_CLOSED" => Self::OfferClosed,
            "RIGHTS_FULLY_TRADED" => Self::RightsFullyTraded,
            "ALREADY_SUBSCRIBED" => Self::AlreadySubscribed,
            _ => Self::Other(word),
        }
    }
}

impl From<RightsReason> for String {
    fn from(value: RightsReason) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for RightsReason {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for RightsReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Role {
    /// `owner`
    Owner,
    /// `developer`
    Developer,
    /// `sandbox_developer`
    SandboxDeveloper,
    /// `finance`
    Finance,
    /// `viewer`
    Viewer,
    /// A word that this version does not know.
    Other(String),
}

impl Role {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Owner => "owner",
            Self::Developer => "developer",
            Self::SandboxDeveloper => "sandbox_developer",
            Self::Finance => "finance",
            Self::Viewer => "viewer",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for Role {
    fn from(word: String) -> Self {
        match word.as_str() {
            "owner" => Self::Owner,
            "developer" => Self::Developer,
            "sandbox_developer" => Self::SandboxDeveloper,
            "finance" => Self::Finance,
            "viewer" => Self::Viewer,
            _ => Self::Other(word),
        }
    }
}

impl From<Role> for String {
    fn from(value: Role) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for Role {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum SubscriptionStatus {
    /// `received`
    Received,
    /// `payment_pending`
    PaymentPending,
    /// `paid`
    Paid,
    /// `submitted`
    Submitted,
    /// `accepted`
    Accepted,
    /// `allotted`
    Allotted,
    /// `partially_allotted`
    PartiallyAllotted,
    /// `not_allotted`
    NotAllotted,
    /// `credited`
    Credited,
    /// `refund_pending`
    RefundPending,
    /// `refunded`
    Refunded,
    /// `rejected`
    Rejected,
    /// `payment_failed`
    PaymentFailed,
    /// `expired`
    Expired,
    /// `cancelled`
    Cancelled,
    /// A word that this version does not know.
    Other(String),
}

impl SubscriptionStatus {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Received => "received",
            Self::PaymentPending => "payment_pending",
            Self::Paid => "paid",
            Self::Submitted => "submitted",
            Self::Accepted => "accepted",
            Self::Allotted => "allotted",
            Self::PartiallyAllotted => "partially_allotted",
            Self::NotAllotted => "not_allotted",
            Self::Credited => "credited",
            Self::RefundPending => "refund_pending",
            Self::Refunded => "refunded",
            Self::Rejected => "rejected",
            Self::PaymentFailed => "payment_failed",
            Self::Expired => "expired",
            Self::Cancelled => "cancelled",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for SubscriptionStatus {
    fn from(word: String) -> Self {
        match word.as_str() {
            "received" => Self::Received,
            "payment_pending" => Self::PaymentPending,
            "paid" => Self::Paid,
            "submitted" => Self::Submitted,
            "accepted" => Self::Accepted,
            "allotted" => Self::Allotted,
            "partially_allotted" => Self::PartiallyAllotted,
            "not_allotted" => Self::NotAllotted,
            "credited" => Self::Credited,
            "refund_pending" => Self::RefundPending,
            "refunded" => Self::Refunded,
            "rejected" => Self::Rejected,
            "payment_failed" => Self::PaymentFailed,
            "expired" => Self::Expired,
            "cancelled" => Self::Cancelled,
            _ => Self::Other(word),
        }
    }
}

impl From<SubscriptionStatus> for String {
    fn from(value: SubscriptionStatus) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for SubscriptionStatus {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for SubscriptionStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum TaxIdFormat {
    /// `TAX_ID`
    TaxId,
    /// `LEGACY`
    Legacy,
    /// A word that this version does not know.
    Other(String),
}

impl TaxIdFormat {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::TaxId => "TAX_ID",
            Self::Legacy => "LEGACY",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for TaxIdFormat {
    fn from(word: String) -> Self {
        match word.as_str() {
            "TAX_ID" => Self::TaxId,
            "LEGACY" => Self::Legacy,
            _ => Self::Other(word),
        }
    }
}

impl From<TaxIdFormat> for String {
    fn from(value: TaxIdFormat) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for TaxIdFormat {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for TaxIdFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum TinStatus {
    /// `ACTIVE`
    Active,
    /// `INACTIVE`
    Inactive,
    /// A word that this version does not know.
    Other(String),
}

impl TinStatus {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Active => "ACTIVE",
            Self::Inactive => "INACTIVE",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for TinStatus {
    fn from(word: String) -> Self {
        match word.as_str() {
            "ACTIVE" => Self::Active,
            "INACTIVE" => Self::Inactive,
            _ => Self::Other(word),
        }
    }
}

impl From<TinStatus> for String {
    fn from(value: TinStatus) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for TinStatus {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for TinStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum UsageBy {
    /// `day`
    Day,
    /// `endpoint`
    Endpoint,
    /// A word that this version does not know.
    Other(String),
}

impl UsageBy {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Day => "day",
            Self::Endpoint => "endpoint",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for UsageBy {
    fn from(word: String) -> Self {
        match word.as_str() {
            "day" => Self::Day,
            "endpoint" => Self::Endpoint,
            _ => Self::Other(word),
        }
    }
}

impl From<UsageBy> for String {
    fn from(value: UsageBy) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for UsageBy {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for UsageBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum WalletAlertKind {
    /// `balance`
    Balance,
    /// `runway`
    Runway,
    /// A word that this version does not know.
    Other(String),
}

impl WalletAlertKind {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Balance => "balance",
            Self::Runway => "runway",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for WalletAlertKind {
    fn from(word: String) -> Self {
        match word.as_str() {
            "balance" => Self::Balance,
            "runway" => Self::Runway,
            _ => Self::Other(word),
        }
    }
}

impl From<WalletAlertKind> for String {
    fn from(value: WalletAlertKind) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for WalletAlertKind {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for WalletAlertKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Known words, and what a newer server may say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum WebhookDeliveryStatus {
    /// `due`
    Due,
    /// `delivered`
    Delivered,
    /// `failed`
    Failed,
    /// `held`
    Held,
    /// A word that this version does not know.
    Other(String),
}

impl WebhookDeliveryStatus {
    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Due => "due",
            Self::Delivered => "delivered",
            Self::Failed => "failed",
            Self::Held => "held",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for WebhookDeliveryStatus {
    fn from(word: String) -> Self {
        match word.as_str() {
            "due" => Self::Due,
            "delivered" => Self::Delivered,
            "failed" => Self::Failed,
            "held" => Self::Held,
            _ => Self::Other(word),
        }
    }
}

impl From<WebhookDeliveryStatus> for String {
    fn from(value: WebhookDeliveryStatus) -> Self {
        value.as_str().to_owned()
    }
}

impl Default for WebhookDeliveryStatus {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl fmt::Display for WebhookDeliveryStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
