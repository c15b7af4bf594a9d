//! The check digit of a Nigerian account number (NUBAN): CBN, proposals of 2010 and
//! revised standards of March 2020.
//!
//! An account number is 9 digits and a check digit. The sum runs over the institution's
//! code, made six digits long, and the nine, weighted 3 7 3 over and over; the check digit
//! brings it to a multiple of ten.

use crate::banks::{Bank, BankKind, Certainty, banks};

const WEIGHTS: [u32; 3] = [3, 7, 3];

/// What the check digit says about an account number at a bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NubanCheck {
    /// The digit is right. One number in ten passes by chance at any bank.
    Valid,
    /// The digit is wrong for this code.
    WrongCheckDigit,
    /// Not ten digits, so no account number at all.
    NotTenDigits,
    /// The code is not one the sum is defined for.
    NotTestable,
}

/// Checks `account_number` under a Central Bank code of 3 digits (deposit banks, padded
/// with zeros) or 5 digits (other institutions, with a 9 before). The 6-digit NIBSS code
/// never enters the sum: it is [`NubanCheck::NotTestable`].
pub fn check_nuban(cbn_code: &str, account_number: &str) -> NubanCheck {
    let Some(account) = digits::<10>(account_number) else {
        return NubanCheck::NotTenDigits;
    };
    let code = match cbn_code.len() {
        3 => digits::<3>(cbn_code).map(|[a, b, c]| [0, 0, 0, a, b, c]),
        5 => digits::<5>(cbn_code).map(|[a, b, c, d, e]| [9, a, b, c, d, e]),
        _ => None,
    };
    match code {
        None => NubanCheck::NotTestable,
        Some(code) if check_digit(code, account) == account[9] => NubanCheck::Valid,
        Some(_) => NubanCheck::WrongCheckDigit,
    }
}

/// Checks `account_number` at `bank`, under its own code and those of the banks it took
/// over: an account opened at Diamond kept its number when Access became its bank.
pub fn check_account(bank: &Bank, account_number: &str) -> NubanCheck {
    check_account_under(bank, bank.cbn_code.unwrap_or(""), account_number)
}

/// The same with another Central Bank code than the data has for `bank`.
pub fn check_account_under(bank: &Bank, cbn_code: &str, account_number: &str) -> NubanCheck {
    let own = check_nuban(cbn_code, account_number);
    if own != NubanCheck::WrongCheckDigit {
        return own;
    }
    let inherited = banks()
        .iter()
        .filter(|former| former.merged_into == Some(bank.id))
        .filter_map(|former| former.cbn_code)
        .any(|code| check_nuban(code, account_number) == NubanCheck::Valid);
    if inherited { NubanCheck::Valid } else { own }
}

/// Whether a wrong check digit at `bank` is a reason to refuse. It is at deposit banks
/// with a well attested 3-digit code; wallets, payment service and microfinance banks hand
/// out phone numbers as accounts, there it is worth a warning only.
pub fn bank_rejects_on_check_digit(bank: &Bank) -> bool {
    let three_digits = bank.cbn_code.is_some_and(|code| code.len() == 3);
    is_deposit_bank(bank) && three_digits && bank.certainty <= Certainty::Medium
}

/// Whether `bank` takes deposits under a code of three digits, if the Central Bank gave it one.
pub fn is_deposit_bank(bank: &Bank) -> bool {
    matches!(
        bank.kind,
        BankKind::Commercial | BankKind::NonInterest | BankKind::Merchant
    )
}

fn check_digit(code: [u8; 6], account: [u8; 10]) -> u8 {
    let weighed = code.iter().chain(&account[..9]).zip(WEIGHTS.iter().cycle());
    let sum: u32 = weighed
        .map(|(digit, weight)| u32::from(*digit) * weight)
        .sum();
    u8::try_from((10 - sum % 10) % 10).expect("a remainder by ten is below ten")
}

/// The digits of `text`, if it is exactly `N` of them.
fn digits<const N: usize>(text: &str) -> Option<[u8; N]> {
    let bytes: [u8; N] = text.as_bytes().try_into().ok()?;
    bytes
        .iter()
        .all(u8::is_ascii_digit)
        .then(|| bytes.map(|byte| byte - b'0'))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::banks::{bank_by_slug, supported_banks};

    #[track_caller]
    fn check(code: &str, account: &str, expected: NubanCheck) {
        assert_eq!(check_nuban(code, account), expected, "{code} {account}");
    }

    #[test]
    fn published_numbers() {
        check("011", "0000014579", NubanCheck::Valid);
        check("011", "0000000220", NubanCheck::Valid);
        check("058", "0002925874", NubanCheck::Valid);
        check("033", "1006864216", NubanCheck::Valid);
        check("058", "1002925874", NubanCheck::WrongCheckDigit);
        check("011", "0000014570", NubanCheck::WrongCheckDigit);
    }

    #[test]
    fn what_cannot_be_tested_is_said() {
        check("000013", "0002925874", NubanCheck::NotTestable);
        check("", "0002925874", NubanCheck::NotTestable);
        check("0A1", "0002925874", NubanCheck::NotTestable);
        check("058", "002925874", NubanCheck::NotTenDigits);
        check("058", "00029258740", NubanCheck::NotTenDigits);
        check("058", "000292587٤", NubanCheck::NotTenDigits);
        check("058", "", NubanCheck::NotTenDigits);
    }

    #[test]
    fn accounts_of_a_bank_taken_over_stay_valid() {
        let access = bank_by_slug("access-bank").unwrap();
        let zenith = bank_by_slug("zenith-bank").unwrap();
        let diamond = (0..10)
            .map(|digit| format!("012345678{digit}"))
            .find(|account| check_nuban("063", account) == NubanCheck::Valid)
            .unwrap();
        assert_eq!(check_nuban("044", &diamond), NubanCheck::WrongCheckDigit);
        assert_eq!(check_account(access, &diamond), NubanCheck::Valid);
        assert_eq!(check_account(zenith, &diamond), NubanCheck::WrongCheckDigit);
    }

    #[test]
    fn only_deposit_banks_reject() {
        let rejects = |slug| bank_rejects_on_check_digit(bank_by_slug(slug).unwrap());
        for slug in [
            "gtbank",
            "jaiz-bank",
            "coronation-merchant-bank",
            "tatum-bank",
        ] {
            assert!(rejects(slug), "{slug}");
        }
        for slug in ["opay", "palmpay", "kuda", "vfd-mfb", "9psb", "summit-bank"] {
            assert!(!rejects(slug), "{slug}");
        }
        let testable = supported_banks().filter(|bank| bank_rejects_on_check_digit(bank));
        assert!(testable.count() >= 30);
    }

    proptest! {
        #[test]
        fn exactly_one_check_digit_fits(code in "[0-9]{3}|[0-9]{5}", serial in "[0-9]{9}") {
            let valid = (0..10)
                .filter(|digit| {
                    check_nuban(&code, &format!("{serial}{digit}")) == NubanCheck::Valid
                })
                .count();
            prop_assert_eq!(valid, 1);
        }

        #[test]
        fn one_slipped_digit_is_caught(
            code in "[0-9]{3}|[0-9]{5}", serial in "[0-9]{9}", at in 0_usize..10, by in 1_u8..10,
        ) {
            let account = (0..10)
                .map(|digit| format!("{serial}{digit}"))
                .find(|account| check_nuban(&code, account) == NubanCheck::Valid)
                .expect("one digit fits");
            let mut slipped = account.into_bytes();
            slipped[at] = b'0' + (slipped[at] - b'0' + by) % 10;
            let slipped = String::from_utf8(slipped).unwrap();
            prop_assert_eq!(check_nuban(&code, &slipped), NubanCheck::WrongCheckDigit);
        }

        /// The form of 2010 sums three digits of code with weights 3 7 3 3 7 3 …
        #[test]
        fn the_form_of_2010_agrees(code in "[0-9]{3}", account in "[0-9]{10}") {
            let all: Vec<u32> =
                code.bytes().chain(account.bytes()).map(|byte| u32::from(byte - b'0')).collect();
            let weights = [3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3, 1];
            let sum: u32 = all.iter().zip(weights).map(|(digit, weight)| digit * weight).sum();
            let valid = check_nuban(&code, &account) == NubanCheck::Valid;
            prop_assert_eq!(valid, sum.is_multiple_of(10));
        }

        #[test]
        fn any_text_is_answered(code in ".*", account in ".*") {
            check_nuban(&code, &account);
        }
    }
}
