//! Lines that tell a payment on a statement: "POS PURCHASE AT SHOPRITE LEKKI 12 ADMIRALTY WAY".
//! Where it was made is nobody's home.

use kofa_gazetteer::tokens;

use super::labels::{PLACES, lists};
use super::layout::Layout;

/// Words at the head of a line that are looked at, dates and numbers left out.
const WORDS: usize = 5;
/// Among the first three of them these say enough.
const CARDS: &str = "pos";
/// The first one alone says enough.
const FIRST: &str = "atm wdl nip trf tfr ussd pymt nibss rvsl chq";
const BY: &str = "\
    web card online mobile internet visa mastercard verve atm cash ecommerce contactless instant \
    debit purchase";
const DONE: &str = "purchase withdrawal wdl pymt trf at pos";
/// A heading that speaks of a payment is no row.
const HEADINGS: &str = "receipt slip statement invoice acknowledgement";
const MONTHS: &str = "jan feb mar apr may jun jul aug sep sept oct nov dec";

/// Whether a line tells a payment.
pub(super) fn is_narration(line: &str) -> bool {
    const BYTES: usize = 120;
    let all = tokens(&line[..line.floor_char_boundary(BYTES.min(line.len()))]);
    let words: Vec<&str> = all
        .iter()
        .map(String::as_str)
        .filter(|word| word.bytes().all(|byte| byte.is_ascii_lowercase()) && !lists(MONTHS, word))
        .take(WORDS)
        .collect();
    let pair = |pair: &[&str]| lists(BY, pair[0]) && lists(DONE, pair[1]);
    let told = words.iter().take(3).any(|word| lists(CARDS, word))
        || words.first().is_some_and(|word| lists(FIRST, word))
        || words.windows(2).any(pair);
    // "POS Location" is a label.
    let place = words.get(1).is_some_and(|word| lists(PLACES, word));
    told && !place && !all.iter().any(|word| lists(HEADINGS, word))
}

/// The lines of a block above the first payment: what follows is of the payments.
pub(super) fn above_narrations<'a>(layout: &Layout, block: &'a [usize]) -> &'a [usize] {
    let first = block
        .iter()
        .position(|&at| is_narration(&layout.lines[at].text));
    &block[..first.unwrap_or(block.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payments_are_told_from_addresses() {
        for line in [
            "POS PURCHASE AT SHOPRITE LEKKI 12 ADMIRALTY WAY LAGOS 5,000.00",
            "02/10/2026 POS Shoprite Ikeja City Mall",
            "02-Oct-2026 NAIRA CARD POS 12 Allen Avenue",
            "ATM WDL 12 Allen Avenue Ikeja",
            "Web Purchase at Jumia, 8 Broad Street, Lagos",
            "Purchase at 12 Admiralty Way, Lekki",
            "1234567 CASH WITHDRAWAL 4 Ring Road",
            "TRF/ADA OBI/12 ALLEN AVENUE",
        ] {
            assert!(is_narration(line), "{line}");
        }
        for line in [
            "12 Admiralty Way, Lekki, Lagos",
            "P.O. Box 12, Ikeja",
            "Post Office Road, Kano",
            "12 Ojo Road, beside Unity Bank ATM, Lagos",
            "Beside Zenith Bank ATM, 4 Ring Road, Ibadan",
            "Cash received from Ada Obi of 12 Allen Avenue, Ikeja",
            "POS PAYMENT RECEIPT",
            "POS Location: 12 Allen Avenue",
            "Web Close, Online Road",
            "",
        ] {
            assert!(!is_narration(line), "{line}");
        }
    }
}
