//! The endpoints of the business registry, one file each, and what their answers share.

mod affiliate_wire;
mod affiliates;
mod assets;
mod batches;
mod by_consent;
mod certificate;
mod company;
mod company_by_rc;
mod company_by_tin;
mod company_name;
mod company_tin;
mod document;
mod generate_tin;
mod line_of_business;
mod lookup;
mod numbers;
mod search;
mod secure_company;
mod share_capital;
mod share_distribution;
mod status_report;
mod tin_wire;
mod watches;
mod wire;

pub use crate::consent::Question as ConsentQuestion;
pub use affiliates::{AffiliatesQuestion, GetAffiliates};
pub use assets::GetAssets;
pub(crate) use batches::company_json;
pub use batches::{BatchInput, CancelBatch, CreateCompanyBatch, GetBatch, ListBatchResults};
pub use certificate::GetCertificate;
pub use company::GetCompany;
pub use company_by_rc::GetCompanyByRc;
pub use company_by_tin::{CompanyByTinInput, GetCompanyByTin};
pub use company_name::{NameQuestion, ValidateCompanyName};
pub use company_tin::GetCompanyTin;
pub use document::DocumentQuestion;
pub use generate_tin::{GenerateCompanyTin, GenerateTinInput};
pub use line_of_business::GetLineOfBusiness;
pub use lookup::Lookup;
pub use search::{SearchCompanies, SearchInput};
pub use secure_company::GetSecureCompany;
pub use share_capital::GetShareCapital;
pub use share_distribution::GetShareDistribution;
pub use status_report::GetStatusReport;
pub use watches::{CreateWatch, DeleteWatch, ListWatches, WatchInput};

use std::sync::Arc;

use kofa_gate::{EndpointOf, Snapshot};
use kofa_ledger::Holds;
use kofa_store::Store;

use crate::{ConsentCodes, Issuer, Sources};

/// What the endpoints work with.
#[derive(Clone, Debug)]
pub struct Parts {
    /// Where records come from.
    pub sources: Sources,
    /// Asks by consent code.
    pub consents: ConsentCodes,
    /// Draws certificates and status reports.
    pub issuer: Issuer,
    /// Where tax numbers, batches and watches are.
    pub store: Store,
    /// Charges what was found of batches.
    pub holds: Holds,
    pub snapshot: Arc<Snapshot>,
    /// Companies that a tenant may watch in an environment.
    pub watches_max: u32,
}

/// The endpoints, one entry each.
pub fn endpoints() -> Vec<EndpointOf<Parts>> {
    vec![
        EndpointOf::new(|of: &Parts| GetCompanyByRc::new(of.sources.clone())),
        EndpointOf::new(|of: &Parts| GetCompany::new(of.sources.clone())),
        EndpointOf::new(|of: &Parts| ValidateCompanyName::new(of.sources.clone())),
        EndpointOf::new(|of: &Parts| GetLineOfBusiness::new(of.sources.clone())),
        EndpointOf::new(|of: &Parts| GetCompanyTin::new(of.sources.clone(), of.store.clone())),
        EndpointOf::new(|of: &Parts| GetCompanyByTin::new(of.sources.clone(), of.store.clone())),
        EndpointOf::new(|of: &Parts| {
            let snapshot = Arc::clone(&of.snapshot);
            GenerateCompanyTin::new(of.sources.clone(), of.store.clone(), snapshot)
        }),
        EndpointOf::new(|of: &Parts| GetAffiliates::new(of.consents.clone())),
        EndpointOf::new(|of: &Parts| GetShareCapital::new(of.consents.clone())),
        EndpointOf::new(|of: &Parts| GetShareDistribution::new(of.consents.clone())),
        EndpointOf::new(|of: &Parts| GetSecureCompany::new(of.consents.clone())),
        EndpointOf::new(|of: &Parts| GetAssets::new(of.consents.clone())),
        EndpointOf::new(|of: &Parts| GetCertificate::new(of.consents.clone(), of.issuer.clone())),
        EndpointOf::new(|of: &Parts| GetStatusReport::new(of.consents.clone(), of.issuer.clone())),
        EndpointOf::new(|of: &Parts| SearchCompanies::new(of.sources.clone())),
        EndpointOf::new(|of: &Parts| CreateCompanyBatch::new(of.sources.clone())),
        EndpointOf::new(|of: &Parts| GetBatch::new(of.store.clone())),
        EndpointOf::new(|of: &Parts| ListBatchResults::new(of.store.clone())),
        EndpointOf::new(|of: &Parts| CancelBatch::new(of.store.clone(), of.holds.clone())),
        EndpointOf::new(|of: &Parts| {
            CreateWatch::new(of.sources.clone(), of.store.clone(), of.watches_max)
        }),
        EndpointOf::new(|of: &Parts| ListWatches::new(of.store.clone())),
        EndpointOf::new(|of: &Parts| DeleteWatch::new(of.store.clone())),
    ]
}

/// What may be kept of a sandbox look-up: what the public register says of an entity.
const SHOWN: &[&str] = &[
    "companyName",
    "companyType",
    "delistingStatus",
    "entityName",
    "entityType",
    "kind",
    "lga",
    "lineOfBusiness",
    "linesOfBusiness",
    "matchResult",
    "maxAge",
    "rcNumber",
    "registeredName",
    "registrationDate",
    "registrationStatus",
    "registry",
    "retrievedAt",
    "state",
    "submittedName",
    "taxOffice",
    "tinStatus",
];

/// What may be kept of a sandbox question by consent code: which company it is about, kinds, dates
/// and states. Who the people are, and what they say of themselves, is not.
const BY_CONSENT: &[&str] = &[
    "affiliateType",
    "appointedOn",
    "chargeCode",
    "chargeId",
    "companyName",
    "createdOn",
    "entityType",
    "include",
    "nature",
    "note",
    "notes",
    "rcNumber",
    "registeredOn",
    "registrationStatus",
    "registry",
    "resignedOn",
    "retrievedAt",
    "satisfiedOn",
    "shareType",
    "type",
];

/// What a refusal finds wrong, in its order: fields and codes.
#[cfg(test)]
fn told(error: &kofa_domain::Error) -> Vec<(&str, &'static kofa_domain::Code)> {
    let faults = error.all().iter();
    let told = faults.map(|fault| (fault.field.as_deref().unwrap_or_default(), fault.code));
    told.collect()
}
