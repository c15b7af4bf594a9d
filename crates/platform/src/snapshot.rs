//! What every node keeps in memory to admit a call without I/O.

use kofa_domain::TenantId;

/// A tenant as admission needs it.
#[derive(Debug)]
pub struct Tenant {
    pub(crate) id: TenantId,
    pub(crate) vendor_id: String,
}
