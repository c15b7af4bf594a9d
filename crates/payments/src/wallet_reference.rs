//! What a payer writes beside a bank transfer, so that it is known whose wallet it is for.

use kofa_core::endpoint::WalletNo;

const PREFIX: &str = "KFW";
/// Digits of a wallet's number, at least.
const DIGITS_MIN: usize = 6;
/// Longest text that may be one, in characters.
const CHARS_MAX: usize = 40;
/// The alphabet of ISO/IEC 7064 MOD 37,36.
const ALPHABET: &[u8; 36] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// `KFW-000042-X`: the wallet's number, and a check character over all before it (ISO/IEC 7064
/// MOD 37,36), which finds every wrong character and most that changed places.
pub fn wallet_reference(wallet: WalletNo) -> String {
    let body = format!("{PREFIX}{:0width$}", wallet.0, width = DIGITS_MIN);
    let check = check_character(&body).unwrap_or('?');
    format!("{PREFIX}-{}-{check}", &body[PREFIX.len()..])
}

/// Whose reference a text is: letters of any case, with anything or nothing between the parts.
pub(crate) fn read(text: &str) -> Option<WalletNo> {
    let bare: String = text
        .chars()
        .take(CHARS_MAX)
        .filter(char::is_ascii_alphanumeric)
        .map(|one| one.to_ascii_uppercase())
        .collect();
    let (body, check) = bare.split_at_checked(bare.len().checked_sub(1)?)?;
    let digits = body.strip_prefix(PREFIX)?;
    let is_number = digits.len() >= DIGITS_MIN && digits.bytes().all(|it| it.is_ascii_digit());
    let is_right = check_character(body).is_some_and(|it| check.starts_with(it));
    let number = digits.parse().ok().filter(|_| is_number && is_right)?;
    // Each wallet has one reference.
    let is_own = wallet_reference(WalletNo(number)).replace('-', "") == bare;
    is_own.then_some(WalletNo(number))
}

/// The check character; `None` for a text with others than of the alphabet.
fn check_character(text: &str) -> Option<char> {
    let mut sum = 36;
    for byte in text.bytes() {
        let value = ALPHABET.iter().position(|&one| one == byte)?;
        let plus = (sum + value) % 36;
        sum = if plus == 0 { 36 } else { plus } * 2 % 37;
    }
    Some(char::from(ALPHABET[(37 - sum) % 36]))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The first is the example of the GRid standard; all agree with python-stdnum 2.2
    /// (`stdnum.iso7064.mod_37_36`).
    #[test]
    fn check_characters_are_those_of_the_standard() {
        for (body, check) in [
            ("A12425GABC1234002", 'M'),
            ("KFW000001", '9'),
            ("KFW000042", 'S'),
            ("KFW000365", 'N'),
            ("KFW999999", 'R'),
            ("KFW1234567", '9'),
        ] {
            assert_eq!(check_character(body), Some(check), "{body}");
        }
    }

    #[test]
    fn a_reference_is_read_as_people_write_it() {
        let one = wallet_reference(WalletNo(42));
        let check = one.chars().last().unwrap();
        for text in [
            one.clone(),
            one.to_lowercase(),
            one.replace('-', ""),
            one.replace('-', " "),
            format!("  kfw/000042 {check}."),
        ] {
            assert_eq!(read(&text), Some(WalletNo(42)), "{text}");
        }
        for text in ["", "K", "KFW", "KFW-", "KFW-42", "42", "é", "KFW-000042"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read(&format!("TRF {one}")), None);
    }

    proptest! {
        #[test]
        fn every_wallet_has_its_own(no in 1_i64..1_000_000_000_000) {
            prop_assert_eq!(read(&wallet_reference(WalletNo(no))), Some(WalletNo(no)));
        }

        #[test]
        fn a_slip_is_noticed(no in 1_i64..10_000_000, at in 3_usize..10, to in 0_usize..36) {
            let bare = wallet_reference(WalletNo(no)).replace('-', "");
            let at = at.min(bare.len() - 1);
            let mut wrong = bare.clone().into_bytes();
            wrong[at] = ALPHABET[to];
            let wrong = String::from_utf8(wrong).unwrap();
            prop_assert_eq!(read(&wrong).is_some(), wrong == bare);
        }

        #[test]
        fn any_text_is_answered(text in "\\PC{0,60}") {
            let _ = read(&text);
        }
    }
}
