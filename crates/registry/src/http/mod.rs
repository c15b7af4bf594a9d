//! The endpoints of the business registry, one file each, and what their answers share.

mod affiliate_wire;
mod affiliates;
mod assets;
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
mod secure_company;
mod share_capital;
mod share_distribution;
mod status_report;
mod tin_wire;
mod wire;

pub use crate::consent::Question as ConsentQuestion;
pub use affiliates::{AffiliatesQuestion, GetAffiliates};
pub use assets::GetAssets;
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
pub use secure_company::GetSecureCompany;
pub use share_capital::GetShareCapital;
pub use share_distribution::GetShareDistribution;
pub use status_report::GetStatusReport;

use std::sync::Arc;

use kofa_gate::{EndpointOf, Snapshot};
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
    /// Where tax numbers are.
    pub store: Store,
    pub snapshot: Arc<Snapshot>,
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
    ]
}

/// What may be kept of a sandbox look-up: what the public register says of an entity. Nothing is
/// listed for questions by consent code, whose answers are about people.
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

/// What a refusal finds wrong, in its order: fields and codes.
#[cfg(test)]
fn told(error: &kofa_domain::Error) -> Vec<(&str, &'static kofa_domain::Code)> {
    let faults = error.all().iter();
    let told = faults.map(|fault| (fault.field.as_deref().unwrap_or_default(), fault.code));
    told.collect()
}
