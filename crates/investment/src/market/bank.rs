//! Banks as operators set them, over the reference data.

use kofa_commands::rules::{Flag, Shaped};
use kofa_commands::{Fields, Rule as _};
use kofa_domain::{Result, Timestamp};
use kofa_gazetteer::{
    Bank, NubanCheck, bank_rejects_on_check_digit, check_account_under, is_deposit_bank,
    supported_banks,
};
use serde_json::{Map, Value, json};

use super::field::{LINE, PAGE, shaped};

/// A supported bank with what the operator says of it.
#[derive(Clone, Debug)]
pub struct ListedBank {
    pub bank: &'static Bank,
    /// Whether its accounts are taken.
    pub active: bool,
    /// Whether the bank supports direct debit.
    pub supports_direct_debit: bool,
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
    /// Whether the bank supports direct debit.
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

const CBN_CODE: Shaped = shaped(
    |text| digits(text, &[3, 5]),
    "must be 3 or 5 digits",
    "^[0-9]{3}([0-9]{2})?$",
);
const NIP_CODE: Shaped = shaped(|text| digits(text, &[6]), "must be 6 digits", "^[0-9]{6}$");

impl BankChange {
    /// Reads it from named fields.
    pub(crate) fn read(fields: &mut Fields<'_>) -> Self {
        let logo = PAGE.told(|| json!({"type": "string", "maxLength": LINE.most}));
        let cbn = "Code of the Central Bank; null for what the data has. It names one bank.";
        let nip = "Routing code of NIBSS; null for what the data has. It names one bank.";
        Self {
            active: fields.replaced("active", "", Flag),
            supports_direct_debit: fields.replaced("supportsDirectDebit", "", Flag),
            logo_url: fields.change("logoUrl", "Null takes it away.", &logo),
            cbn_code: fields.change("cbnCode", cbn, &CBN_CODE),
            nip_code: fields.change("nipCode", nip, &NIP_CODE),
        }
    }

    /// From a row of a file.
    ///
    /// # Errors
    /// 422: every fault.
    pub fn of_row(row: &Map<String, Value>) -> Result<Self> {
        let mut fields = Fields::over(row, Timestamp::default());
        let change = Self::read(&mut fields);
        fields.faults.finish(Some(change))
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
