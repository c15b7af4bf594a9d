//! Rules about the bank and the account.

use kofa_gazetteer::{NubanCheck, bank_by_code};

use super::{Reader, is_digits};
use crate::codes;
use crate::market::ListedBank;
use crate::offer::Offer;
use crate::sandbox::Reserved;

/// Longest bank code that is read, in characters.
const CODE_CHARS: usize = 12;

/// Id and code must name the same bank, one that is supported here.
pub(super) fn bank<'a>(reader: &mut Reader<'a>, offer: Option<&Offer>) -> Option<&'a ListedBank> {
    let code = reader.fields.text("bankCode", CODE_CHARS);
    let id = reader.fields.integer("bankId");
    let bank = id.and_then(|id| {
        let listed = reader.context.parties.find_bank(id);
        match listed {
            None => unsupported(reader, "bankId", "`bankId` names no supported bank."),
            Some(listed) if !listed.active => {
                unsupported(reader, "bankId", "This bank is no longer active.");
            }
            Some(listed) if !accepts(reader, offer, listed) => {
                unsupported(reader, "bankId", "This offer does not take this bank.");
            }
            Some(_) => {}
        }
        listed
    });
    if let Some(code) = code {
        compare(reader, bank, code);
    }
    bank
}

/// Codes that operators set come before those of the data, which stay known: a code that was
/// replaced names its bank until another has it.
fn compare(reader: &mut Reader<'_>, bank: Option<&ListedBank>, code: &str) {
    let listed = reader.context.parties.find_bank_by_code(code);
    let named = listed.map(|one| one.bank).or_else(|| bank_by_code(code));
    let same = |bank: &ListedBank| {
        bank.has_code(code) || named.is_some_and(|named| named.bank_id == bank.bank.bank_id)
    };
    match bank {
        Some(bank) if same(bank) => {}
        Some(bank) if named.is_some() => {
            let right = bank.code().unwrap_or_default();
            let message = format!("`bankCode` of bank {} is {right}.", bank.bank.bank_id);
            reader.fault("bankCode", &codes::BANK_MISMATCH, message);
        }
        None if named.is_some_and(|named| named.supported) => {}
        _ => unsupported(reader, "bankCode", "`bankCode` names no supported bank."),
    }
}

fn unsupported(reader: &mut Reader<'_>, field: &'static str, message: &'static str) {
    reader.fault(field, &codes::BANK_NOT_SUPPORTED, message);
}

fn accepts(reader: &Reader<'_>, offer: Option<&Offer>, bank: &ListedBank) -> bool {
    offer.is_none_or(|offer| {
        let eligible = offer.details.eligible_banks.as_ref();
        eligible.is_none_or(|ids| ids.contains(&bank.bank.bank_id))
            && reader.context.parties.takes_bank(offer, bank)
    })
}

/// Ten digits, the last of which fits the bank. At deposit banks a wrong one is a fault,
/// elsewhere a warning.
pub(super) fn account(reader: &mut Reader<'_>, bank: Option<&ListedBank>) -> Option<String> {
    let field = "bankAccountNumber";
    let number = reader.fields.text(field, super::WORD_CHARS)?;
    if !is_digits(number, 10) {
        let message = "`bankAccountNumber` must have exactly 10 digits.";
        reader.fault(field, &codes::INVALID_NUBAN, message);
        return None;
    }
    let reserved = Reserved::Account.digit(number).is_some();
    reader.refuse_in_live(field, reserved);
    let wrong =
        bank.filter(|bank| !reserved && bank.check_account(number) == NubanCheck::WrongCheckDigit);
    match wrong {
        Some(bank) if bank.rejects_on_check_digit() => {
            let message = format!(
                "The last digit of `bankAccountNumber` does not fit {}.",
                bank.bank.short
            );
            reader.fault(field, &codes::INVALID_NUBAN, message);
        }
        Some(_) => reader.warn(field, "The check digit does not fit this bank."),
        None => {}
    }
    Some(number.to_owned())
}
