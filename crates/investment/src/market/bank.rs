//! Banks as operators set them, over the reference data.

use kofa_domain::Result;
use kofa_gazetteer::{Bank, supported_banks};
use serde_json::{Map, Value};

use super::reader::{PAGE, Reader, is_page};

/// A supported bank with what the operator says of it.
#[derive(Clone, Debug)]
pub struct ListedBank {
    /// The reference data.
    pub bank: &'static Bank,
    /// Whether its accounts are taken.
    pub active: bool,
    /// Whether an account can be debited directly.
    pub supports_direct_debit: bool,
    /// Its picture.
    pub logo_url: Option<String>,
}

impl ListedBank {
    /// As the data has it: no direct debit is known of any.
    pub fn of(bank: &'static Bank) -> Self {
        Self {
            bank,
            active: bank.active,
            supports_direct_debit: false,
            logo_url: None,
        }
    }
}

/// All supported banks by `bank_id`, with `settings` in the place of the data.
pub fn listed_banks(settings: Vec<ListedBank>) -> Vec<ListedBank> {
    let mut all: Vec<ListedBank> = supported_banks().map(ListedBank::of).collect();
    for setting in settings {
        let same = |one: &&mut ListedBank| one.bank.bank_id == setting.bank.bank_id;
        if let Some(place) = all.iter_mut().find(same) {
            *place = setting;
        }
    }
    all
}

/// What an operator changes of a bank; what is `None` stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BankChange {
    /// Whether its accounts are taken.
    pub active: Option<bool>,
    /// Whether an account can be debited directly.
    pub supports_direct_debit: Option<bool>,
    /// Its picture; `Some(None)` takes it away.
    pub logo_url: Option<Option<String>>,
}

impl BankChange {
    /// From a JSON object: `active`, `supportsDirectDebit`, `logoUrl` (null takes it away).
    ///
    /// # Errors
    /// 422: every fault.
    pub fn read(object: &Map<String, Value>) -> Result<Self> {
        let mut reader = Reader::over(object);
        let active = flag(&mut reader, object, "active");
        let supports_direct_debit = flag(&mut reader, object, "supportsDirectDebit");
        let logo_url = object
            .contains_key("logoUrl")
            .then(|| reader.optional_shaped("logoUrl", is_page, PAGE));
        reader.fields.finish()?;
        Ok(Self {
            active,
            supports_direct_debit,
            logo_url,
        })
    }

    /// `bank` with this change.
    #[must_use]
    pub fn over(&self, bank: ListedBank) -> ListedBank {
        ListedBank {
            bank: bank.bank,
            active: self.active.unwrap_or(bank.active),
            supports_direct_debit: self
                .supports_direct_debit
                .unwrap_or(bank.supports_direct_debit),
            logo_url: self.logo_url.clone().unwrap_or(bank.logo_url),
        }
    }
}

/// `true` or `false`; `None` without a fault only if the field is not there at all.
pub(super) fn flag(
    reader: &mut Reader<'_>,
    object: &Map<String, Value>,
    name: &'static str,
) -> Option<bool> {
    match object.get(name)? {
        Value::Bool(flag) => Some(*flag),
        _ => {
            reader.fields.wrong(name, "must be true or false");
            None
        }
    }
}
