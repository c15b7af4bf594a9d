//! Banks as operators set them, over the reference data.

use kofa_domain::Result;
use kofa_gazetteer::{
    Bank, NubanCheck, bank_rejects_on_check_digit, check_account_under, is_deposit_bank,
    supported_banks,
};
use serde_json::{Map, Value};

use super::reader::{PAGE, Reader, is_page};

/// What a Central Bank code must be.
const CBN_CODE: &str = "must be 3 or 5 digits";
/// What a NIBSS code must be.
const NIP_CODE: &str = "must be 6 digits";

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
    /// What the operator says its Central Bank code is; `None` for what the data has.
    pub set_cbn_code: Option<String>,
    /// The same of its NIBSS code.
    pub set_nip_code: Option<String>,
}

impl ListedBank {
    /// As the data has it: no direct debit is known of any.
    pub fn of(bank: &'static Bank) -> Self {
        Self {
            bank,
            active: bank.active,
            supports_direct_debit: false,
            logo_url: None,
            set_cbn_code: None,
            set_nip_code: None,
        }
    }

    /// Code of the Central Bank: the one in the sum of the account number.
    pub fn cbn_code(&self) -> Option<&str> {
        self.set_cbn_code.as_deref().or(self.bank.cbn_code)
    }

    /// Routing code of NIBSS.
    pub fn nip_code(&self) -> Option<&str> {
        self.set_nip_code.as_deref().or(self.bank.nip_code)
    }

    /// The code to give and accept as `bankCode`: the Central Bank's, else the NIBSS one.
    pub fn code(&self) -> Option<&str> {
        self.cbn_code().or(self.nip_code())
    }

    /// Whether `code` is one of its codes.
    pub fn has_code(&self, code: &str) -> bool {
        [self.cbn_code(), self.nip_code()].contains(&Some(code))
    }

    /// What the check digit says about an account number here.
    pub fn check_account(&self, number: &str) -> NubanCheck {
        check_account_under(self.bank, self.cbn_code().unwrap_or(""), number)
    }

    /// Whether a wrong check digit is a reason to refuse; elsewhere it is worth a warning. A
    /// code that an operator set is as good as the best of the data.
    pub fn rejects_on_check_digit(&self) -> bool {
        match &self.set_cbn_code {
            Some(code) => code.len() == 3 && is_deposit_bank(self.bank),
            None => bank_rejects_on_check_digit(self.bank),
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
    /// Its Central Bank code; `Some(None)` for what the data has.
    pub cbn_code: Option<Option<String>>,
    /// Its NIBSS code; `Some(None)` for what the data has.
    pub nip_code: Option<Option<String>>,
}

fn digits(text: &str, counts: &[usize]) -> bool {
    counts.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

impl BankChange {
    /// From a JSON object: `active`, `supportsDirectDebit`, `logoUrl` (null takes it away),
    /// `cbnCode` and `nipCode` (null for what the data has).
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
        let is_cbn = |text: &str| digits(text, &[3, 5]);
        let cbn_code = object
            .contains_key("cbnCode")
            .then(|| reader.optional_shaped("cbnCode", is_cbn, CBN_CODE));
        let is_nip = |text: &str| digits(text, &[6]);
        let nip_code = object
            .contains_key("nipCode")
            .then(|| reader.optional_shaped("nipCode", is_nip, NIP_CODE));
        reader.fields.finish()?;
        Ok(Self {
            active,
            supports_direct_debit,
            logo_url,
            cbn_code,
            nip_code,
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
            set_cbn_code: self.cbn_code.clone().unwrap_or(bank.set_cbn_code),
            set_nip_code: self.nip_code.clone().unwrap_or(bank.set_nip_code),
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
