//! The registry as others in this server ask it: see [`kofa_core::companies`].

use kofa_core::companies::{
    CompanyAnswer, CompanyEnquiry, CompanyFuture, CompanyQuestion, NameAgreement, RegisteredCompany,
};
use kofa_domain::{Environment, Result};

use crate::lookup::disambiguation::choose;
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
    let unreadable = |field, must: &str| {
        let must = must.to_owned();
        Ok(CompanyAnswer::Unreadable { field, must })
    };
    let input = match read_rc_number(question.rc_number) {
        Ok(input) => input,
        Err(fault) => return unreadable("rcNumber", &fault.must()),
    };
    let is_live = question.environment == Environment::Live;
    if is_live && input.number.reserved().is_some() {
        return unreadable("rcNumber", "must not be a number of the sandbox");
    }
    let entity_type = match question.entity_type.map(EntityType::parse) {
        Some(None) => return unreadable("entityType", "must be a kind of entity, as COMPANY"),
        said => said.flatten(),
    };
    if entity_type.is_some_and(|said| input.conflict_with(said).is_some()) {
        return unreadable("entityType", "must fit the prefix of `rcNumber`");
    }
    let ask = Ask {
        entity_type,
        hint: input.prefix.filter(|kind| *kind != EntityType::Company),
        ..Ask::new(question.environment, Operation::ValidateCompanyName)
    };
    let records = sources.by_rc(&ask, &input.number).await?;
    Ok(match choose(records, entity_type, input.prefix) {
        None => CompanyAnswer::NotRegistered,
        Some(choice) => CompanyAnswer::Registered(answer(&choice.record.company, question.name)),
    })
}

fn answer(company: &Company, name: &str) -> RegisteredCompany {
    let name = match compare(name, Registered::of(company)).result {
        NameMatch::Exact | NameMatch::Normalized => NameAgreement::Same,
        NameMatch::Partial => NameAgreement::Similar,
        NameMatch::Mismatch => NameAgreement::Different,
    };
    let digits = company.rc_number.as_str().trim_start_matches('0');
    let status = company.registration_status;
    RegisteredCompany {
        number: format!("{}{digits}", company.entity_type.prefix()),
        entity_type: company.entity_type.as_str(),
        status: status.as_str(),
        exists: matches!(
            status,
            RegistrationStatus::Active | RegistrationStatus::Inactive | RegistrationStatus::Unknown
        ),
        name,
    }
}
