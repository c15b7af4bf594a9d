//! The business registry as the platform's register of companies: the source of the live
//! `getCompanyByRc`.

use kofa_commands::{CompanyRegister, Looking};
use kofa_domain::{Environment, Error};
use kofa_identity::live_checklist::{KnownCompany, NameVerdict};
use kofa_registry::names::{NameMatch, Registered, compare};
use kofa_registry::rules::{RcFault, RegistrationStatus, read_rc_number};
use kofa_registry::source_settings::Operation;
use kofa_registry::{Ask, INVALID_RC_NUMBER, Record, Sources};

/// Asks the registry's sources.
pub(crate) struct OfRegistry(pub(crate) Sources);

impl CompanyRegister for OfRegistry {
    fn look_up<'a>(&'a self, rc_number: &'a str, name: &'a str) -> Looking<'a> {
        Box::pin(async move {
            let wrong = |fault: RcFault| {
                Error::on("rcNumber", &INVALID_RC_NUMBER, fault.message("rcNumber"))
            };
            let input = read_rc_number(rc_number).map_err(wrong)?;
            let ask = Ask {
                hint: input.prefix,
                ..Ask::new(Environment::Live, Operation::GetCompanyByRc)
            };
            // A number is unique only among entities of one kind: the best name decides.
            let found = self.0.by_rc(&ask, &input.number).await?.into_iter();
            let judged = found.map(|one| judge(&one, name));
            Ok(judged.max_by_key(|(score, _)| *score).map(|(_, it)| it))
        })
    }
}

/// How well the names fit, in hundredths, and what is kept of a record.
fn judge(record: &Record, name: &str) -> (u8, KnownCompany) {
    let check = compare(name, Registered::of(&record.company));
    let status = record.company.registration_status;
    let company = KnownCompany {
        status: status.as_str().to_owned(),
        is_active: status == RegistrationStatus::Active,
        name_match: match check.result {
            NameMatch::Exact => NameVerdict::Exact,
            NameMatch::Normalized => NameVerdict::Normalized,
            NameMatch::Partial => NameVerdict::Partial,
            NameMatch::Mismatch => NameVerdict::Mismatch,
        },
    };
    (check.score, company)
}
