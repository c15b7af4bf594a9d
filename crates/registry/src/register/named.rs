//! Companies by what is known of their names, the nearest first.

use kofa_core::Page;
use kofa_domain::{Environment, Result};
use kofa_gazetteer::find_state;
use kofa_store::{File, Op, Tx};

use crate::names::rank::distance;
use crate::names::search::NameQuestion;
use crate::record::Record;
use crate::register::row::companies_of;
use crate::register::search::SearchCompanies;
use crate::rules::{EntityType, RegistrationStatus};

/// Companies that are looked at for one question: more names that hold its words are not told,
/// so that a frequent word takes no longer than another.
pub(crate) const LOOKED_AT_MAX: usize = 1_000;

/// What else companies must be like. Everything absent is anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompanyFilter {
    pub entity_type: Option<EntityType>,
    /// Of the registered address, as it was asked for.
    pub state: Option<String>,
    pub status: Option<RegistrationStatus>,
}

impl CompanyFilter {
    fn takes(&self, record: &Record) -> bool {
        let company = &record.company;
        self.entity_type
            .is_none_or(|kind| kind == company.entity_type)
            && self
                .status
                .is_none_or(|status| status == company.registration_status)
            && self.state.as_deref().is_none_or(|asked| {
                let known = company.state.as_deref().unwrap_or_default();
                match find_state(asked) {
                    Some(state) => find_state(known) == Some(state),
                    None => known.eq_ignore_ascii_case(asked),
                }
            })
    }
}

/// Companies whose names hold every word of a question, the nearest names first, active ones
/// before others of the same distance.
#[derive(Debug)]
pub struct CompaniesByName {
    pub environment: Environment,
    pub question: NameQuestion,
    pub filter: CompanyFilter,
}

/// Those that were found.
#[derive(Debug)]
pub struct NamedCompanies {
    pub records: Vec<Record>,
    /// Whether every company with such a name was looked at.
    pub is_complete: bool,
}

impl Op for CompaniesByName {
    type Out = NamedCompanies;
    const FILE: File = File::Register;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<NamedCompanies> {
        let search = SearchCompanies {
            environment: self.environment,
            question: self.question.clone(),
            page: Page::first(),
        };
        let mut keys = search.keys(tx, LOOKED_AT_MAX + 1).await?;
        let is_complete = keys.len() <= LOOKED_AT_MAX;
        keys.truncate(LOOKED_AT_MAX);
        let mut records = companies_of(tx, &keys).await?;
        records.retain(|record| self.filter.takes(record));
        records.sort_by_cached_key(|record| {
            let company = &record.company;
            let is_active = company.registration_status == RegistrationStatus::Active;
            let distance = distance(&self.question, &company.company_name);
            (
                distance,
                !is_active,
                company.rc_number.clone(),
                company.entity_type,
            )
        });
        Ok(NamedCompanies {
            records,
            is_complete,
        })
    }
}
