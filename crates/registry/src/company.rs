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
    /// Its lines of business, the main one first; none if unknown.
    pub fn lines_of_business(&self) -> impl Iterator<Item = &str> {
        let lines = self.line_of_business.as_deref().unwrap_or_default();
        lines
            .split(';')
            .map(str::trim)
            .filter(|line| !line.is_empty())
    }
}
