//! What is known of an entity's tax numbers, whoever says it.

use crate::Company;
use crate::rules::RegistrationStatus;
use crate::tin::{TaxIdFormat, Tin};

/// What the tax authority knows of a company.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Taxpayer {
    /// Its Tax ID: the one it has, or the one that would be generated.
    pub(crate) tax_id: Tin,
    /// Whether it has that already, without anyone having asked here.
    pub(crate) is_registered: bool,
    /// The number it had before.
    pub(crate) legacy: Option<Tin>,
    /// Its name as the tax authority spells it.
    pub(crate) name: String,
    /// The office that is in charge of it.
    pub(crate) office: Option<String>,
    /// `ACTIVE`, or `INACTIVE` for one that is no longer in the company register.
    pub(crate) status: &'static str,
}

impl Taxpayer {
    /// The number before, as answers give it; only one that has a Tax ID can have had one.
    pub(crate) fn previous(&self) -> Option<String> {
        self.legacy.as_ref().map(Tin::to_string)
    }

    /// What a register knows of `company`. Without a name of the tax authority's, the registered
    /// one stands for it.
    pub(crate) fn registered(company: &Company, known: TaxNumbers) -> Self {
        Self {
            tax_id: known.tin,
            is_registered: true,
            legacy: known.previous,
            name: known.name.unwrap_or_else(|| company.company_name.clone()),
            office: known.office,
            status: tin_status(company.registration_status),
        }
    }
}

/// What a register says of the taxes of an entity. Public record, as the register's other
/// columns are: of a business name too it is the business's number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaxNumbers {
    /// The Tax ID; a legacy number where no other is known.
    pub tin: Tin,
    /// The legacy number that the Tax ID replaces.
    pub previous: Option<Tin>,
    /// The name as the tax authority spells it.
    pub name: Option<String>,
    /// The office in charge.
    pub office: Option<String>,
}

/// The number that an entity has, and the legacy one before it, of those said of it: the first
/// Tax ID, the first legacy number. `None` if there are none.
pub(crate) fn pair(said: impl IntoIterator<Item = Tin>) -> Option<(Tin, Option<Tin>)> {
    let is_tax_id = |tin: &Tin| tin.format() == TaxIdFormat::TaxId;
    let (new, old): (Vec<Tin>, Vec<Tin>) = said.into_iter().partition(is_tax_id);
    match (new.into_iter().next(), old.into_iter().next()) {
        (Some(new), old) => Some((new, old)),
        (None, old) => Some((old?, None)),
    }
}

/// `INACTIVE` for what is no longer in the company register.
pub(crate) fn tin_status(status: RegistrationStatus) -> &'static str {
    match status {
        RegistrationStatus::StruckOff
        | RegistrationStatus::Delisted
        | RegistrationStatus::Dissolved => "INACTIVE",
        _ => "ACTIVE",
    }
}
