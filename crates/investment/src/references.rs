//! What payments are called towards people and banks, and how they are found again in what a
//! bank writes.

use kofa_domain::{Ids, Timestamp};

/// Letters and digits that cannot be taken for one another.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Digits of the day, and after it those of the time and of chance.
const DAY_CHARS: usize = 8;
const TAIL_CHARS: usize = 12;
/// Letters that say what is named.
const KIND_CHARS: usize = 3;
const FOLDED_CHARS: usize = KIND_CHARS + DAY_CHARS + TAIL_CHARS;

/// What a reference names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Named {
    /// The payment for an application.
    Payment,
    /// One refund of it.
    Refund,
    /// A batch of refunds.
    Batch,
}

impl Named {
    const ALL: [Self; 3] = [Self::Payment, Self::Refund, Self::Batch];

    const fn letters(self) -> &'static str {
        match self {
            Self::Payment => "KFT",
            Self::Refund => "KFR",
            Self::Batch => "KFB",
        }
    }
}

/// `KFT-20260703-8J2M4QXZ7T5P`: the day in Lagos, thirty-five bits of its time (3 us each) and
/// twenty-five random ones. In the order of time, so that the index of references grows at its
/// end.
pub(crate) fn reference(named: Named, now: Timestamp) -> String {
    let random = u32::from_be_bytes(Ids.secret()) >> 7;
    let bits = ((now.lagos_micros_of_day() / 3) << 25) | u64::from(random);
    let digit = |place: usize| char::from(DIGITS[((bits >> (5 * place)) & 31) as usize]);
    let digits: String = (0..TAIL_CHARS).rev().map(digit).collect();
    let (year, month, day) = now.lagos_date();
    let letters = named.letters();
    format!("{letters}-{year:04}{month:02}{day:02}-{digits}")
}

/// The references in what a bank writes about a payment, each once. Banks change case, drop
/// dashes, put spaces in and break lines; people type O for 0, and I or L for 1.
pub fn found_in<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<(Named, String)> {
    let mut folded = Vec::new();
    for text in texts {
        let kept = text.bytes().filter(u8::is_ascii_alphanumeric);
        folded.extend(kept.map(|byte| byte.to_ascii_uppercase()));
    }
    let mut found: Vec<(Named, String)> = Vec::new();
    for window in folded.windows(FOLDED_CHARS) {
        if let Some(one) = read(window).filter(|one| !found.contains(one)) {
            found.push(one);
        }
    }
    found
}

/// The reference that these letters and digits are, if they are one.
fn read(folded: &[u8]) -> Option<(Named, String)> {
    let (letters, rest) = folded.split_at_checked(KIND_CHARS)?;
    let is_named = |one: &Named| one.letters().as_bytes() == letters;
    let named = Named::ALL.into_iter().find(is_named)?;
    let meant = rest.iter().map(|byte| match byte {
        b'O' => b'0',
        b'I' | b'L' => b'1',
        other => *other,
    });
    let meant = String::from_utf8(meant.collect()).ok()?;
    let (day, tail) = meant.split_at_checked(DAY_CHARS)?;
    let is_day = day.bytes().all(|byte| byte.is_ascii_digit()) && day.starts_with("20");
    let is_tail = tail.bytes().all(|byte| DIGITS.contains(&byte));
    (is_day && is_tail).then(|| (named, format!("{}-{day}-{tail}", named.letters())))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn references_rise_with_the_day_and_differ_within_a_moment() {
        let day = Timestamp::parse_rfc3339("2026-07-02T23:00:00Z").unwrap();
        let mut before = String::new();
        for second in 0..86_400 {
            let reference = reference(Named::Payment, day.plus_seconds(second));
            assert!(reference > before, "{before} {reference}");
            before = reference;
        }
        assert_eq!(before.len(), 25);
        assert!(before.starts_with("KFT-20260703-T"), "{before}");
        let at = day.plus_seconds(86_400);
        let next = reference(Named::Payment, at);
        assert!(next.starts_with("KFT-20260704-0000000"), "{next}");
        assert_ne!(next, reference(Named::Payment, at));
    }

    #[test]
    fn a_reference_is_found_however_the_bank_writes_it() {
        let check = |texts: &[&str], expected: &[&str]| {
            let found = found_in(texts.iter().copied());
            let found: Vec<&str> = found.iter().map(|(_, one)| one.as_str()).collect();
            assert_eq!(found, expected, "{texts:?}");
        };
        let one = ["KFT-20260703-8J2M4QXZ7T5P"];
        check(&["KFT-20260703-8J2M4QXZ7T5P"], &one);
        check(&["nip/zainab bello/kft-20260703-8j2m4qxz7t5p/gtb"], &one);
        check(&["TRF KFT20260703 8J2M4QXZ7T5PFROM ZAINAB"], &one);
        check(&["KFT/2026/0703/8J2M/4QXZ/7T5P"], &one);
        check(&["REF KFT-20260703-8J2", "M4QXZ7T5P BELLO"], &one);
        check(
            &["KFT-20260703-8J2M4QXZ7T5P", "KFT202607038J2M4QXZ7T5P"],
            &one,
        );
        check(&["KFT-2O26O7O3-8J2M4QXZ7T5P"], &one);
        check(
            &["KFR-20260703-8J2M4QXZ7T51 KFB-20260704-8J2M4QXZ7T5L"],
            &["KFR-20260703-8J2M4QXZ7T51", "KFB-20260704-8J2M4QXZ7T51"],
        );
        // Cut off, another letter in it, no day, nothing.
        for none in [
            "KFT-20260703-8J2M4QXZ7T5",
            "KFT-20260703-8J2M4QXU7T5P",
            "KFT-2026O7XX-8J2M4QXZ7T5P",
            "KFX-20260703-8J2M4QXZ7T5P",
            "Ọláníyì \u{0}",
            "",
        ] {
            check(&[none], &[]);
        }
    }

    proptest! {
        #[test]
        fn what_was_made_is_found_again(
            micros in 1_700_000_000_000_000_i64..4_000_000_000_000_000,
            kind in 0_usize..3,
            breaks in prop::collection::vec(0_usize..26, 0..4),
            before in "[a-z /.-]{0,20}",
            after in "[0-9 /.-]{0,20}",
        ) {
            let named = Named::ALL[kind];
            let made = reference(named, Timestamp::from_micros(micros));
            let mut written = made.to_lowercase();
            for at in breaks {
                written.insert(at.min(written.len()), ' ');
            }
            let text = format!("{before}{written}{after}");
            prop_assert!(found_in([text.as_str()]).contains(&(named, made)));
        }

        #[test]
        fn no_text_panics(text in "\\PC{0,80}") {
            drop(found_in([text.as_str()]));
        }
    }
}
