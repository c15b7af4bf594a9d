//! The registry as others in this server ask it: see [`kofa_core::companies`].

use kofa_core::companies::{
    CompanyAnswer, CompanyEnquiry, CompanyFuture, CompanyQuestion, NameVerdict, RegisteredCompany,
};
use kofa_domain::{Code, Environment, Result};

use crate::codes::{ENTITY_TYPE_CONFLICT, INVALID_ENTITY_TYPE, INVALID_RC_NUMBER};
use crate::names::{NameMatch, Registered, compare};
use crate::rules::{EntityType, RegistrationStatus, read_rc_number};
use crate::source_settings::{Ask, Operation};
use crate::{Company, Sources};

impl CompanyEnquiry for Sources {
    fn ask<'a>(&'a self, question: CompanyQuestion<'a>) -> CompanyFuture<'a> {
        Box::pin(ask(self, question))
    }
}

async fn ask(sources: &Sources, question: CompanyQuestion<'_>) -> Result<CompanyAnswer> {
    let unreadable = |code: &'static Code, field, must: &str| {
        let must = must.to_owned();
        Ok(CompanyAnswer::Unreadable { code, field, must })
    };
    let input = match read_rc_number(question.rc_number) {
        Ok(input) => input,
        Err(fault) => return unreadable(&INVALID_RC_NUMBER, "rcNumber", &fault.must()),
    };
    let is_live = question.environment == Environment::Live;
    if is_live && input.number.reserved().is_some() {
        let must = "must not be a number of the sandbox";
        return unreadable(&INVALID_RC_NUMBER, "rcNumber", must);
    }
    let said = match question.entity_type.map(EntityType::parse) {
        Some(None) => {
            let must = "must be a kind of entity, as COMPANY";
            return unreadable(&INVALID_ENTITY_TYPE, "entityType", must);
        }
        said => said.flatten(),
    };
    if said.is_some_and(|said| input.conflict_with(said).is_some()) {
        let must = "must fit the prefix of `rcNumber`";
        return unreadable(&ENTITY_TYPE_CONFLICT, "entityType", must);
    }
    // People write RC before any number.
    let meant = input.prefix.filter(|kind| *kind != EntityType::Company);
    let ask = Ask {
        entity_type: said,
        hint: meant,
        ..Ask::new(question.environment, Operation::GetCompanyByRc)
    };
    let found = sources.by_rc(&ask, &input.number).await?.into_iter();
    let is_meant = |company: &Company| {
        let mut kinds = said.into_iter().chain(meant);
        kinds.all(|kind| kind == company.entity_type)
    };
    let found = found.map(|record| record.company).filter(is_meant);
    let judged = found.map(|company| judge(&company, question.name));
    // Of equals the first: the order of kinds.
    let best = judged.reduce(|best, one| if one.0 > best.0 { one } else { best });
    Ok(best.map_or(CompanyAnswer::NotRegistered, |(_, company)| {
        CompanyAnswer::Registered(company)
    }))
}

/// How well the names fit, in hundredths, and what is said of the company.
fn judge(company: &Company, name: &str) -> (u8, RegisteredCompany) {
    let check = compare(name, Registered::of(company));
    let name = match check.result {
        NameMatch::Exact => NameVerdict::Exact,
        NameMatch::Normalized => NameVerdict::Normalized,
        NameMatch::Partial => NameVerdict::Partial,
        NameMatch::Mismatch => NameVerdict::Mismatch,
    };
    let digits = company.rc_number.as_str().trim_start_matches('0');
    let status = company.registration_status;
    let registered = RegisteredCompany {
        number: format!("{}{digits}", company.entity_type.prefix()),
        entity_type: company.entity_type.as_str(),
        status: status.as_str(),
        exists: matches!(
            status,
            RegistrationStatus::Active | RegistrationStatus::Inactive | RegistrationStatus::Unknown
        ),
        name,
    };
    (check.score, registered)
}
