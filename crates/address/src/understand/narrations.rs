//! Lines that tell a payment on a statement: "POS PURCHASE AT SHOPRITE LEKKI 12 ADMIRALTY WAY".
//! Where it was made is nobody's home.

use kofa_gazetteer::tokens;

use super::wordlists::lists;

/// Words at the head of a line that are looked at, dates and numbers left out.
const WORDS: usize = 5;

/// Whether a line tells a payment.
pub(super) fn is_narration(line: &str) -> bool {
    const BYTES: usize = 120;
    let all = tokens(&line[..line.floor_char_boundary(BYTES.min(line.len()))]);
    let words: Vec<&str> = all
        .iter()
        .map(String::as_str)
        .filter(|word| {
            word.bytes().all(|byte| byte.is_ascii_lowercase()) && !lists("narrations.months", word)
        })
        .take(WORDS)
        .collect();
    let pair = |pair: &[&str]| lists("narrations.by", pair[0]) && lists("narrations.done", pair[1]);
    let told = words.iter().take(3).any(|word| *word == "pos")
        || words
            .first()
            .is_some_and(|word| lists("narrations.first", word))
        || words.windows(2).any(pair);
    // "POS Location" is a label.
    let place = words
        .get(1)
        .is_some_and(|word| lists("labels.places", word));
    told && !place && !all.iter().any(|word| lists("narrations.headings", word))
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
