//! The business registry: who is registered under a number, and what the register says.
//!
//! * [`rules`]: numbers, kinds of entity, statuses. Pure.
//! * [`names`]: whether a name someone sent is the registered one. Pure.
//! * [`Sources`]: where records come from. The sandbox answers reserved numbers itself;
//!   everything else comes from the source that the operator chose for the endpoint
//!   ([`source_settings`]): the local register of the environment, or an [`upstream`].
//! * [`Imports`]: the same in the background, for files brought over HTTP.
//! * [`import()`]: fills the local register from CSV or JSON Lines; [`seed`] fills the
//!   sandbox's with the fictional companies of `data/`.
//! * [`documents::pdf`]: certificates and status reports, drawn. Pure.
//! * [`kept_people`]: people in kept answers of upstreams.
//! * [`people`] and [`shares`]: who is behind an entity, and what their shares come to. Pure.
//! * [`ConsentCodes`]: asking by consent code, once.
//! * [`profile`]: what a register knows of an entity beyond its row.
//! * [`tin`]: tax numbers of companies.
//! * [`http`]: the endpoints, one file each; [`PRODUCT`]: all of it as one value.
//!
//! The register is not tenant data. It is keyed by environment and the same for every tenant.

pub mod admin;
mod batch;
mod batch_worker;
mod codes;
pub mod commands;
mod company;
mod consent;
pub mod documents;
mod endpoint;
mod enquiry;
pub mod http;
mod import;
pub mod kept_people;
mod keyed;
pub mod lookup;
pub mod names;
pub mod people;
mod product;
pub mod profile;
mod record;
mod register;
pub mod rules;
mod sandbox;
pub mod shares;
pub mod source_settings;
pub mod tin;
pub mod upstream;
mod watch;
mod watch_worker;

pub use crate::batch::ops::{
    Batch, CreateBatch, FindBatch, ForgetBatches, Item, ListItems, ListWaiting,
};
pub use crate::batch::{BatchStatus, COMPANIES_MAX};
pub use crate::consent::ops::{
    AskVrc, DropVrc, FindVrcUses, PurgeVrcAnswers, UseVrc, VrcClaim, VrcHolder,
};
pub use crate::consent::{ConsentCodes, KEPT_SECONDS, forget_kept_answers};
pub use crate::import::background::held::{EndHeld, FindHeld, ForgetHeld, HoldImport, ListHeld};
pub use crate::import::background::rows::{
    AdoptImport, BeginImport, ClaimImport, Claimed, CountOpen, Counts, EndRun, FindImport,
    ForgetImports, ListImports, ReadRejects, RejectPiece, ReportImport, ResumeImport,
};
pub use crate::import::background::{
    IMPORT_BYTES_MAX, IMPORT_LEASE_SECONDS, Import, ImportLine, ImportState, Imports, Incoming,
    KEPT_DAYS, NewImport,
};
pub use crate::import::ops::{COUNTED_MAX, CountRegister, RecordImport, RegisterCounts};
pub use crate::lookup::ops::{ListSourceSettings, SetSource};
pub use crate::lookup::retention::forget_answers;
pub use crate::lookup::sources::Sources;
pub use crate::names::search::{NameQuestion, QUESTION_CHARS_MAX};
pub use crate::register::consents::{
    CONSENT_SECONDS, Consent, FindConsent, StoreConsent, issue_consent,
};
pub use crate::register::keys::Entity;
pub use crate::register::named::{CompaniesByName, CompanyFilter, NamedCompanies};
pub use crate::register::ops::{CompaniesByRc, PutCompanies, RegisterHolds};
pub use crate::register::profile::{
    ProfileOf, PutCapitals, PutCharges, PutDetails, PutRoles, RemoveCapitals, RemoveCharges,
    RemoveRoles,
};
pub use crate::register::search::SearchCompanies;
pub use crate::register::taxes::{
    EntitiesByTin, PutTaxNumbers, RegisterHoldsTins, RemoveTaxNumbers, TaxNumbersOf,
};
pub use crate::sandbox::seed::{SANDBOX_COMPANIES, seed};
pub use crate::source_settings::Ask;
pub use crate::upstream::ops::{
    KeptAnswer, ListProblems, PurgeAnswers, RawAnswer, RecallAnswer, RecordProblem, StoreAnswer,
    UpstreamProblem,
};
pub use crate::watch::Change;
pub use crate::watch::ops::{DeleteWatch, ListWatches, Watch};
pub use crate::watch_worker::{compare_touched, tell_register};
pub use codes::{
    BATCH_NOT_CANCELLABLE, BATCH_NOT_FOUND, CODES, COMPANY_NOT_FOUND, DOCUMENT_GENERATION_FAILED,
    DOCUMENT_NOT_AVAILABLE, ENTITY_TYPE_CONFLICT, INVALID_ENTITY_NAME, INVALID_ENTITY_TYPE,
    INVALID_RC_NUMBER, INVALID_REGISTER_FILE, INVALID_TIN, INVALID_VRC_NUMBER,
    TIN_GENERATION_REJECTED, TIN_NOT_FOUND, TOO_MANY_BATCHES, TOO_MANY_WATCHES,
    UPSTREAM_ACCOUNT_PROBLEM, UPSTREAM_INVALID_ANSWER, UPSTREAM_REJECTED, UPSTREAM_TIMEOUT,
    UPSTREAM_UNAVAILABLE, VRC_ALREADY_USED, VRC_EXPIRED, VRC_NOT_FOUND, VRC_STATE_UNKNOWN,
    WATCH_NOT_FOUND,
};
pub use company::Company;
pub use documents::{
    Changed, DocumentCode, FindDocument, Issued, Issuer, StoreDocument, Verdict, Verification,
    Verifier,
};
pub use endpoint::SCOPE;
pub use import::{
    Contents, Format, ImportOptions, ImportReport, Note, Preview, Progress, Reject, import,
    import_file,
};
pub use keyed::KEYED;
pub use product::{PRODUCT, RegistrySettings, run};
pub use record::Record;
pub use register::Register;
pub use sandbox::Sandbox;
