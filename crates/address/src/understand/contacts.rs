//! What stands behind an address on its line and is none of it: telephone, mail, the numbers of
//! accounts and meters.

use super::wordlists::lists;
use kofa_gazetteer::normalise;

/// Digits of the shortest number behind such a word.
const TOLD_DIGITS_MIN: usize = 6;
/// Digits of the shortest number that no house has.
const BARE_DIGITS_MIN: usize = 10;

/// The line without what follows the address; as it is, if nothing does.
pub(super) fn without_contacts(text: &str) -> &str {
    let words = words_of(text);
    let begins = (0..words.len()).find(|at| begins_contact(&words[*at..]));
    let Some(at) = begins else { return text };
    let kept = &text[..words[at].0];
    kept.trim_end_matches([
        ' ', ',', ';', '-', '–', '(', '/', '|', '•', '·', ':', '[', '+',
    ])
}

/// Words with where they begin. A colon ends one too: "Tel:0803".
fn words_of(text: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut from = 0;
    for word in text.split_inclusive([' ', ':', '(', '|']) {
        let bare = word.trim_end_matches([' ', ':', '(', '|']);
        if !bare.is_empty() {
            words.push((from, bare));
        }
        from += word.len();
    }
    words
}

fn begins_contact(words: &[(usize, &str)]) -> bool {
    let Some(((_, first), rest)) = words.split_first() else {
        return false;
    };
    if is_mail(first) || is_long_number(words) {
        return true;
    }
    // "Tel/Fax" is two words for one number.
    let parts = || first.split(['/', '.', '&']).filter(|part| !part.is_empty());
    let way = parts().count() > 0 && parts().all(|part| lists("contacts.ways", &normalise(part)));
    if !way && !lists("contacts.numbered", &normalise(first)) {
        return false;
    }
    let between = |word: &str| {
        ["contacts.between", "contacts.ways"]
            .iter()
            .any(|list| lists(list, &normalise(word)))
    };
    let behind = rest.iter().position(|(_, word)| !between(word));
    behind.is_some_and(|at| is_mail(rest[at].1) || digits(&rest[at..]) >= TOLD_DIGITS_MIN)
}

/// A telephone number, or one of an account that nothing announces.
fn is_long_number(words: &[(usize, &str)]) -> bool {
    let first = words[0].1;
    let called = ["0", "+", "234"].iter().any(|head| first.starts_with(head));
    let reach = if called { words } else { &words[..1] };
    digits(reach) >= BARE_DIGITS_MIN
}

/// Digits of a number that spaces may part.
fn digits(words: &[(usize, &str)]) -> usize {
    let numeric = |word: &&str| {
        word.chars()
            .all(|letter| letter.is_ascii_digit() || "+-()/.,".contains(letter))
    };
    let words = words.iter().map(|(_, word)| *word).take_while(numeric);
    words
        .map(|word| word.bytes().filter(u8::is_ascii_digit).count())
        .sum()
}

fn is_mail(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    let marks = ["@", "www.", "://"];
    let bare = lower.trim_end_matches(['.', ',']);
    lower.len() > 4 && marks.iter().any(|mark| lower.contains(mark))
        || [".com", ".com.ng", ".ng"]
            .iter()
            .any(|end| bare.ends_with(end) && bare.len() > end.len() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_an_address_is_cut_off() {
        for (text, expected) in [
            (
                "33 Elekahia Estate Rd Rumuomasi P/Harcourt Tel 08031234567 email ibi@x.com",
                "33 Elekahia Estate Rd Rumuomasi P/Harcourt",
            ),
            (
                "14 Bode Thomas Street, Surulere, Lagos 08031234567",
                "14 Bode Thomas Street, Surulere, Lagos",
            ),
            ("Surulere, Lagos Account No: 0101234567", "Surulere, Lagos"),
            ("Surulere, Lagos Tel: 08031234567", "Surulere, Lagos"),
            ("Surulere, Lagos. (GSM: 0803 123 4567)", "Surulere, Lagos."),
            ("Surulere, Lagos +234 803 123 4567", "Surulere, Lagos"),
            ("Surulere, Lagos | Phone No. 01-2345678", "Surulere, Lagos"),
            ("Surulere, Lagos Tel/Fax:012345678", "Surulere, Lagos"),
            ("Surulere, Lagos A/C No 0101234567", "Surulere, Lagos"),
            ("Surulere, Lagos - Meter No: 45701234567", "Surulere, Lagos"),
            (
                "Surulere, Lagos 100001 ada@example.com",
                "Surulere, Lagos 100001",
            ),
            ("Tel: 0803 123 4567", ""),
        ] {
            assert_eq!(without_contacts(text), expected, "{text}");
        }
    }

    #[test]
    fn places_and_numbers_of_houses_stay() {
        for text in [
            "12 Tin Can Island Road, Apapa, Lagos",
            "5 Mobil Road, Apapa",
            "Behind Glo Mobile Office, 12 Ring Road, Ibadan",
            "Contact Road 12, Aba",
            "SW8/1234 Ring Road, Challenge, Ibadan 200284",
            "Plot 12345 Cadastral Zone A08, Wuse 2, Abuja",
            "24/25/26/27 Marina, Lagos",
            "P.O. Box 1234567, Ikeja",
            "Call Centre Road 3, Ikeja",
            "12 Account Close, Surulere",
            "",
        ] {
            assert_eq!(without_contacts(text), text);
        }
    }
}
