//! The business registry: who is registered under a number, and what the register says.
//!
//! * [`rules`]: numbers, kinds of entity, statuses. Pure.
//! * [`names`]: whether a name someone sent is the registered one. Pure.
//! * [`Sources`]: where records come from. The sandbox answers reserved numbers itself;
//!   everything else is read from the local register of the environment.
//! * [`import()`]: fills the local register from CSV or JSON Lines; [`seed`] fills the
//!   sandbox's with the fictional companies of `data/`.
//! * [`tin`]: tax numbers of companies.
//! * [`http`]: the endpoints, one file each.
//!
//! The register is not tenant data. It is keyed by environment and the same for every tenant.

mod choice;
mod codes;
mod company;
pub mod http;
mod import;
pub mod names;
mod ops;
mod ops_tin;
pub mod rules;
mod sandbox;
mod source;
pub mod tin;
mod world;

pub use codes::{
    CODES, COMPANY_NOT_FOUND, ENTITY_TYPE_CONFLICT, INVALID_ENTITY_NAME, INVALID_ENTITY_TYPE,
    INVALID_RC_NUMBER, INVALID_REGISTER_FILE, INVALID_TIN, TIN_GENERATION_REJECTED, TIN_NOT_FOUND,
    UPSTREAM_REJECTED, UPSTREAM_TIMEOUT, UPSTREAM_UNAVAILABLE,
};
pub use company::Company;
pub use import::{
    Format, ImportOptions, ImportReport, Note, Progress, Reject, import, import_file,
};
pub use ops::{CompaniesByRc, PutCompanies, RegisterHolds};
pub use sandbox::Sandbox;
pub use source::{Record, Register, Source, Sources};
pub use world::{SANDBOX_COMPANIES, seed};
