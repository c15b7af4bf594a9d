//! What the answers about tax numbers share.

use kofa_domain::{Error, Result, TenantId};
use kofa_gate::call::Call;
use kofa_store::Store;

use crate::Company;
use crate::codes::TIN_NOT_FOUND;
use crate::tin::{FindTin, IssuedTin, Taxpayer};

/// Whose number is meant, as the caller's tenant sees it.
pub(super) fn holder(call: &Call, company: &Company) -> FindTin {
    let tenant_id: &TenantId = call.tenant_id();
    FindTin {
        environment: call.environment(),
        tenant_id: tenant_id.clone(),
        rc_number: company.rc_number.clone(),
        entity_type: company.entity_type,
    }
}

/// Whether `company` has a number: its own, or one that was generated for the tenant.
///
/// # Errors
/// The store's.
pub(super) async fn has_number(
    store: &Store,
    call: &Call,
    company: &Company,
    taxpayer: &Taxpayer,
) -> Result<bool> {
    if taxpayer.is_registered {
        return Ok(true);
    }
    let issued: Option<IssuedTin> = store.read(holder(call, company)).await?;
    Ok(issued.is_some_and(|issued| issued.tin == taxpayer.tax_id))
}

/// 404 for a number that nobody has.
pub(super) fn unknown_tin() -> Error {
    let message = "No company has this tax number.";
    Error::on("tin", &TIN_NOT_FOUND, message)
}

/// 404 for a company without one.
pub(super) fn without_tin() -> Error {
    let message = "The company is registered and has no tax number yet. `POST` on \
                   `/api/v1/company/validation/company/tin` generates one.";
    Error::on("rcNumber", &TIN_NOT_FOUND, message)
}

/// 404 for a company of whose number the register says nothing.
pub(super) fn not_in_register() -> Error {
    let message = "The company is registered, but the register has no tax number of it.";
    Error::on("rcNumber", &TIN_NOT_FOUND, message)
}
