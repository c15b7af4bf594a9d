//! What operators do with the registry, as commands: one file a subject.

mod companies;
mod consents;
mod imports;
mod sources;
mod upstreams;

pub use companies::{CompanyView, CountsView, DetailsView, GetRegistryCompany, GetRegistryCounts};
pub use consents::{ConsentView, IssueConsent};
pub use imports::{
    GetRegistryImport, ImportView, LineView, ListRegistryImports, ResumeRegistryImport,
};
pub use sources::{GetRegistrySource, SetRegistrySource, SourceView, Which};
pub use upstreams::UpstreamView;

use kofa_commands::rules::{Blank, text_of};
use kofa_commands::{Entry, Rule, Wrong};
use serde_json::{Value, json};

use crate::codes::{INVALID_ENTITY_TYPE, INVALID_RC_NUMBER};
use crate::lookup::ops::ListSourceSettings;
use crate::register::search::SearchCompanies;
use crate::rules::{EntityType, RcInput, read_rc_number};
use crate::upstream::ops::ListProblems;

pub fn all() -> Vec<Entry> {
    vec![
        Entry::of::<SearchCompanies>(),
        Entry::of::<GetRegistryCompany>(),
        Entry::of::<GetRegistryCounts>(),
        Entry::of::<IssueConsent>(),
        Entry::of::<ListRegistryImports>(),
        Entry::of::<GetRegistryImport>(),
        Entry::of::<ResumeRegistryImport>(),
        Entry::of::<ListSourceSettings>(),
        Entry::of::<GetRegistrySource>(),
        Entry::of::<SetRegistrySource>(),
        Entry::of::<ListProblems>(),
    ]
}

const TAG: &str = "Registry";

/// Longest text of a number or a kind, in characters.
const TEXT_CHARS_MAX: usize = 60;

/// A registration number, with or without prefix.
#[derive(Clone, Copy, Debug)]
struct RcNumberRule;

impl Rule for RcNumberRule {
    type Out = RcInput;
    const BLANK: Blank = Blank::Absent;

    fn schema(&self) -> Value {
        json!({"type": "string"})
    }

    fn read(&self, value: &Value) -> Result<RcInput, Wrong> {
        let text = text_of(value, TEXT_CHARS_MAX)?;
        read_rc_number(text).map_err(|fault| Wrong {
            code: &INVALID_RC_NUMBER,
            must: fault.must().into(),
        })
    }

    fn write(&self, out: &RcInput) -> Value {
        out.number.as_str().into()
    }
}

/// A kind of entity.
#[derive(Clone, Copy, Debug)]
struct EntityTypeRule;

impl Rule for EntityTypeRule {
    type Out = EntityType;
    const BLANK: Blank = Blank::Absent;

    fn schema(&self) -> Value {
        json!({"type": "string"})
    }

    fn read(&self, value: &Value) -> Result<EntityType, Wrong> {
        let kind = EntityType::parse(text_of(value, TEXT_CHARS_MAX)?);
        let all = EntityType::ALL.map(EntityType::as_str);
        kind.ok_or_else(|| Wrong {
            code: &INVALID_ENTITY_TYPE,
            must: format!("must be one of {}", all.join(", ")).into(),
        })
    }

    fn write(&self, out: &EntityType) -> Value {
        out.as_str().into()
    }
}
