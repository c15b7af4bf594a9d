//! The endpoints of the business registry, one file each, and what their answers share.

mod company_by_rc;
mod lookup;
mod wire;

pub use company_by_rc::GetCompanyByRc;
pub use lookup::Lookup;
