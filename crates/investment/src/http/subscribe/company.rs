//! Whether a company that applies for shares exists and has the name that it says.

use kofa_core::codes::UPSTREAM_NOT_CONFIGURED;
use kofa_core::companies::{CompanyAnswer, CompanyQuestion, NameVerdict, RegisteredCompany};
use kofa_domain::{Environment, Error, Fault, Kind, Result, codes as common};

use super::RETRY_AFTER_SECONDS;
use crate::codes;
use crate::ports::Ports;
use crate::rules::Warning;
use crate::subscription::{Application, Company};

/// What the registry says of a company that applies.
#[derive(Default)]
pub(super) struct CompanyCheck {
    pub(super) faults: Vec<Fault>,
    pub(super) warnings: Vec<Warning>,
    /// The company under the registry's own number and kind.
    pub(super) registered: Option<Company>,
}

/// Asks about the company of `application`, if it is one's. Where no registry is connected, it is
/// taken at its word, with a warning.
///
/// # Errors
/// `company_unavailable` while the registry does not answer.
pub(super) async fn check(
    ports: &Ports,
    environment: Environment,
    application: &Application,
) -> Result<CompanyCheck> {
    let Some(company) = &application.person.expose().company else {
        return Ok(CompanyCheck::default());
    };
    let Some(companies) = ports.companies() else {
        return Ok(unchecked());
    };
    let asked = companies.ask(CompanyQuestion {
        environment,
        rc_number: &company.rc_number,
        entity_type: company.entity_type.as_deref(),
        name: &company.name,
    });
    match tokio::time::timeout(ports.limit(), asked).await {
        Ok(Ok(answer)) => Ok(judge(company, answer)),
        Ok(Err(error)) if *error.code() == UPSTREAM_NOT_CONFIGURED => Ok(unchecked()),
        Ok(Err(error)) if error.kind() == Kind::Internal => Err(error),
        Ok(Err(error)) => Err(unavailable(error.code().name)),
        Err(_) => Err(unavailable("no response in time")),
    }
}

/// `why` goes to the log.
fn unavailable(why: &'static str) -> Error {
    let error = Error::plain(&codes::COMPANY_UNAVAILABLE);
    error
        .with_retry_after(RETRY_AFTER_SECONDS)
        .with_context(why)
}

fn unchecked() -> CompanyCheck {
    let message = "No business registry is connected, so the company was not looked up.";
    CompanyCheck {
        warnings: vec![Warning::on("company.rcNumber", message)],
        ..CompanyCheck::default()
    }
}

fn judge(company: &Company, answer: CompanyAnswer) -> CompanyCheck {
    let refused = |fault| CompanyCheck {
        faults: vec![fault],
        ..CompanyCheck::default()
    };
    let number = "company.rcNumber";
    match answer {
        CompanyAnswer::Unreadable { field, must, .. } => {
            let field = format!("company.{field}");
            let message = format!("`{field}` {must}.");
            refused(Fault::on(field, &common::INVALID_FIELD, message))
        }
        CompanyAnswer::NotRegistered => {
            let message = "The registry has no such company under this number.";
            refused(Fault::on(number, &codes::COMPANY_NOT_REGISTERED, message))
        }
        CompanyAnswer::Registered(found) if !found.exists => {
            let message = format!("The registry has this company as {}.", found.status);
            refused(Fault::on(number, &codes::COMPANY_NOT_ACTIVE, message))
        }
        CompanyAnswer::Registered(found) if found.name == NameVerdict::Mismatch => {
            let message = "The registry has another name under this number.";
            let code = &codes::COMPANY_NAME_MISMATCH;
            refused(Fault::on("company.name", code, message))
        }
        CompanyAnswer::Registered(found) => CompanyCheck {
            warnings: doubts(&found),
            registered: Some(Company {
                rc_number: found.number,
                entity_type: Some(found.entity_type.to_owned()),
                name: company.name.clone(),
            }),
            ..CompanyCheck::default()
        },
    }
}

fn doubts(found: &RegisteredCompany) -> Vec<Warning> {
    let mut all = Vec::new();
    if found.name == NameVerdict::Partial {
        let message = "The registry has a similar name, not the same.";
        all.push(Warning::on("company.name", message));
    }
    if found.status != "ACTIVE" {
        let message = format!("The registry has this company as {}.", found.status);
        all.push(Warning::on("company.rcNumber", message));
    }
    all
}
