//! The endpoints of the business registry, one file each, and what their answers share.

mod company;
mod company_by_rc;
mod company_by_tin;
mod company_name;
mod company_tin;
mod generate_tin;
mod line_of_business;
mod lookup;
mod tin_wire;
mod wire;

pub use company::GetCompany;
pub use company_by_rc::GetCompanyByRc;
pub use company_by_tin::{CompanyByTinInput, GetCompanyByTin};
pub use company_name::{NameQuestion, ValidateCompanyName};
pub use company_tin::GetCompanyTin;
pub use generate_tin::{GenerateCompanyTin, GenerateTinInput};
pub use line_of_business::GetLineOfBusiness;
pub use lookup::Lookup;
