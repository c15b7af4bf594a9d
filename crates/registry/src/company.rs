//! A company as the register holds it.

use crate::rules::{EntityType, RcNumber, RegistrationStatus};

/// One registered entity. Public record: nothing in it is a personal number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Company {
    /// Its number; with `entity_type` its key.
    pub rc_number: RcNumber,
    /// What sort of entity it is.
    pub entity_type: EntityType,
    /// Its registered name, as the register spells it.
    pub company_name: String,
    /// A word of [`crate::rules::CompanyType`], or the register's own; empty if unknown.
    pub company_type: String,
    pub registration_status: RegistrationStatus,
    /// In one line; empty if unknown.
    pub registered_address: String,
    /// `YYYY-MM-DD`
    pub registration_date: Option<String>,
    /// What it says it does; several lines are joined by `; `.
    pub line_of_business: Option<String>,
    /// Codes of those lines, in the same order and joined likewise; empty between two `; ` where
    /// a line has none.
    pub line_of_business_codes: Option<String>,
    /// Of the registered address.
    pub city: Option<String>,
    /// Local government area of the registered address.
    pub lga: Option<String>,
    /// State of the registered address.
    pub state: Option<String>,
    /// The entity's own e-mail address.
    pub email: Option<String>,
}

impl Company {
    /// One of which only the key is known.
    pub(crate) fn unknown(rc_number: RcNumber, entity_type: EntityType) -> Self {
        Self {
            rc_number,
            entity_type,
            company_name: String::new(),
            company_type: String::new(),
            registration_status: RegistrationStatus::Unknown,
            registered_address: String::new(),
            registration_date: None,
            line_of_business: None,
            line_of_business_codes: None,
            city: None,
            lga: None,
            state: None,
            email: None,
        }
    }
}

impl Company {
    /// Its lines of business, the main one first, each with its code; none if unknown.
    pub fn lines_of_business(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        let lines = parts(self.line_of_business.as_deref());
        let codes = parts(self.line_of_business_codes.as_deref());
        let codes = codes.map(|code| Some(code).filter(|code| !code.is_empty()));
        lines
            .zip(codes.chain(std::iter::repeat(None)))
            .filter(|(line, _)| !line.is_empty())
    }
}

fn parts(joined: Option<&str>) -> impl Iterator<Item = &str> {
    joined.unwrap_or_default().split(';').map(str::trim)
}
