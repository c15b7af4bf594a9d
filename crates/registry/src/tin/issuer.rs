//! The sandbox's tax authority: which numbers a company has, and whose a number is.
//!
//! Nothing is stored for it. A Tax ID holds the kind of entity in its first digit and the
//! registration number in the other twelve, mixed by a multiplication that has an inverse;
//! so it is the same in every sandbox, unique, and leads back to its company. The reserved
//! numbers stand apart: their last digit is that of the reserved registration number behind
//! them, and so is what happens.

use kofa_domain::{Error, Result};

use crate::Company;
use crate::rules::{EntityType, RcNumber, read_rc_number};
use crate::tin::numbers::tin_status;
use crate::tin::{TaxIdFormat, Taxpayer, Tin};

/// A mixing of the numbers below `modulus` that can be undone.
struct Mixing {
    modulus: u64,
    factor: u64,
    inverse: u64,
    offset: u64,
}

/// Of the twelve digits of a Tax ID.
const TAX_ID: Mixing = Mixing {
    modulus: 1_000_000_000_000,
    factor: 678_223_072_849,
    inverse: 479_301_929_649,
    offset: 271_828_182_845,
};
/// Of the first eight digits of a legacy number.
const LEGACY: Mixing = Mixing {
    modulus: 100_000_000,
    factor: 40_353_607,
    inverse: 31_610_743,
    offset: 31_415_926,
};
/// What a Tax ID's first digit exceeds the registry's number of the kind by: 3 to 7 are in
/// use, so no number begins as the reserved ones do.
const KIND_OFFSET: u8 = 2;
/// What reserved Tax IDs begin with; four digits follow.
const RESERVED_TAX_ID: &str = "290000000";
/// What reserved legacy numbers begin with; four digits follow.
const RESERVED_LEGACY: &str = "00000000-";
/// The branch that is the head office.
const HEAD_OFFICE: &str = "0001";
/// Companies registered from this day on never had a legacy number.
const LEGACY_ENDS: &str = "2026-01-01";
/// Tens digit of the reserved numbers of the company without a tax number.
const WITHOUT_TIN: u8 = 5;
/// Last digit of the reserved numbers of a second entity, and of a partial record.
const SECOND: u8 = 9;
const PARTIAL: u8 = 6;
/// What the business name of a number has, where a company has the same: its reserved tax
/// number is higher by this.
const NAMESAKE: u16 = 100;
/// Tens digit of the reserved numbers that two entities share.
const SHARED: u8 = 9;

impl Mixing {
    fn mix(&self, number: u64) -> Option<u64> {
        let mixed = u128::from(number) * u128::from(self.factor) + u128::from(self.offset);
        let mixed = mixed % u128::from(self.modulus);
        u64::try_from(mixed).ok().filter(|_| number < self.modulus)
    }

    fn undo(&self, mixed: u64) -> Option<u64> {
        let shifted = mixed + self.modulus - self.offset;
        let number = u128::from(shifted) * u128::from(self.inverse) % u128::from(self.modulus);
        u64::try_from(number).ok().filter(|_| mixed < self.modulus)
    }
}

/// The issuer of tax numbers in the sandbox.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SandboxIssuer;

/// Whether the number works in the sandbox only.
pub(crate) fn is_reserved(tin: &Tin) -> bool {
    reserved_behind(tin).is_some()
}

impl SandboxIssuer {
    /// What is known of `company`.
    ///
    /// # Errors
    /// `internal_error` if no number can be made, which no registration number leads to.
    pub(crate) fn taxpayer(self, company: &Company) -> Result<Taxpayer> {
        let tax_id = tax_id(company).ok_or_else(|| Error::internal("a number without a TIN"))?;
        let reserved = company.rc_number.reserved();
        let without =
            |of: crate::rules::Reserved| of.persona == WITHOUT_TIN && of.outcome != SECOND;
        let is_registered = !reserved.is_some_and(without);
        let differs = reserved.is_some_and(|of| of.outcome == PARTIAL);
        let name = match differs {
            true => format!("{} (Trading)", company.company_name),
            false => company.company_name.clone(),
        };
        let office = company.state.as_ref();
        Ok(Taxpayer {
            tax_id,
            is_registered,
            legacy: legacy(company).filter(|_| is_registered),
            name,
            office: office.map(|state| format!("{} Tax Office", in_title_case(state))),
            status: tin_status(company.registration_status),
        })
    }

    /// The registration number of the company that `tin` would belong to; whether it does,
    /// [`SandboxIssuer::taxpayer`] of that company tells.
    pub(crate) fn behind(self, tin: &Tin) -> Option<RcNumber> {
        if let Some(number) = reserved_behind(tin) {
            return Some(number);
        }
        let number = match tin.format() {
            TaxIdFormat::TaxId => {
                let (kind, mixed) = tin.as_str().split_at(1);
                let kinds = 1 + KIND_OFFSET..=5 + KIND_OFFSET;
                kinds.contains(&kind.parse().ok()?).then_some(())?;
                TAX_ID.undo(mixed.parse().ok()?)?
            }
            TaxIdFormat::Legacy => {
                let (mixed, branch) = tin.as_str().split_once('-')?;
                (branch == HEAD_OFFICE).then_some(())?;
                LEGACY.undo(mixed.parse().ok()?)?
            }
        };
        rc_number(&number.to_string())
    }
}

fn rc_number(digits: &str) -> Option<RcNumber> {
    read_rc_number(digits).ok().map(|input| input.number)
}

/// The four digits that end the reserved numbers of a reserved company.
fn reserved_digits(company: &Company) -> Option<u16> {
    let reserved = company.rc_number.reserved()?;
    let digits = (u16::from(reserved.persona) - 1) * 10 + u16::from(reserved.outcome);
    let is_namesake = reserved.persona == SHARED && company.entity_type == EntityType::BusinessName;
    Some(digits + if is_namesake { NAMESAKE } else { 0 })
}

/// The reserved registration number behind a reserved tax number.
fn reserved_behind(tin: &Tin) -> Option<RcNumber> {
    let lead = match tin.format() {
        TaxIdFormat::TaxId => RESERVED_TAX_ID,
        TaxIdFormat::Legacy => RESERVED_LEGACY,
    };
    let digits: u16 = tin.as_str().strip_prefix(lead)?.parse().ok()?;
    let own = digits % NAMESAKE;
    let known = match digits / NAMESAKE {
        0 => own < 90,
        1 => (80..90).contains(&own),
        _ => false,
    };
    known.then(|| rc_number(&format!("{:07}", own + 10)))?
}

fn tax_id(company: &Company) -> Option<Tin> {
    let text = match reserved_digits(company) {
        Some(digits) => format!("{RESERVED_TAX_ID}{digits:04}"),
        None => {
            let kind = company.entity_type.classification_id() + KIND_OFFSET;
            let number = company.rc_number.as_str().parse().ok()?;
            format!("{kind}{:012}", TAX_ID.mix(number)?)
        }
    };
    Tin::parse(&text).ok()
}

/// Only companies have a legacy number here: its eight digits leave no room for the kind.
fn legacy(company: &Company) -> Option<Tin> {
    let registered = company.registration_date.as_deref();
    if registered.is_some_and(|day| day >= LEGACY_ENDS) {
        return None;
    }
    let text = match reserved_digits(company) {
        Some(digits) => format!("{RESERVED_LEGACY}{digits:04}"),
        None if company.entity_type == EntityType::Company => {
            let number = company.rc_number.as_str().parse().ok()?;
            // Eight zeros are reserved.
            let mixed = LEGACY.mix(number).filter(|mixed| *mixed != 0)?;
            format!("{mixed:08}-{HEAD_OFFICE}")
        }
        None => return None,
    };
    Tin::parse(&text).ok()
}

/// `LEKKI`, as untidy records have it, becomes `Lekki`; other spellings stay.
fn in_title_case(text: &str) -> String {
    if text.chars().any(char::is_lowercase) {
        return text.to_owned();
    }
    let words = text.split_whitespace().map(|word| {
        let mut letters = word.chars();
        let first = letters.next().into_iter();
        first.chain(letters.flat_map(char::to_lowercase)).collect()
    });
    words.collect::<Vec<String>>().join(" ")
}

#[cfg(test)]
#[path = "issuer_tests.rs"]
mod tests;
