//! Texts of a row to values. What is wrong and matters is a reason to skip the row; what is
//! wrong and does not is left out and noted.

use std::borrow::Cow;

use kofa_core::text::is_hidden;
use kofa_domain::Kobo;

use super::fields::{Field, LIST, LIST_SEPARATOR, RawRecord};
use crate::register::keys::Entity;
use crate::rules::{CompanyType, EntityType, read_date, read_rc_number};

/// Longest text that is not said to be longer, in characters.
pub(super) const TEXT_MAX: usize = 500;
/// Longest address, in characters.
pub(super) const ADDRESS_MAX: usize = 1_000;
/// Most items of a list.
const ITEMS_MAX: usize = 100;
/// What registers write for nothing.
const NOTHING: [&str; 6] = ["-", "N/A", "NA", "NIL", "NULL", "NONE"];

pub(super) const ASSUMED_NOTE: &str = "neither entityType, classificationId, companyType nor a \
     prefix says what kind of entity the number is: stored as COMPANY";

/// What was put up with in a row.
pub(crate) type Notes = Vec<&'static str>;

/// Without surrounding space; every run of spaces, line breaks and control characters one
/// space; empty for a word that means nothing. What nobody sees is left out: it comes along
/// where a register is copied together, and a name with it is not the name that people send.
pub(super) fn clean(text: &str) -> Cow<'_, str> {
    let is_unseen = |c: char| is_hidden(c) && !c.is_control();
    if text.contains(is_unseen) {
        let seen: String = text.chars().filter(|c| !is_unseen(*c)).collect();
        return Cow::Owned(clean(&seen).into_owned());
    }
    let text = text.trim();
    if NOTHING.iter().any(|one| one.eq_ignore_ascii_case(text)) {
        return Cow::Borrowed("");
    }
    let is_gap = |c: char| c.is_whitespace() || c.is_control();
    let mut after_gap = false;
    let is_tidy = text.chars().all(|c| {
        let ugly = is_gap(c) && (c != ' ' || after_gap);
        after_gap = is_gap(c);
        !ugly
    });
    if is_tidy {
        return Cow::Borrowed(text);
    }
    let words: Vec<&str> = text.split(is_gap).filter(|word| !word.is_empty()).collect();
    Cow::Owned(words.join(" "))
}

/// The tidy text of a column of at most `most` characters.
pub(super) fn text<'a, F: Field>(
    raw: &'a RawRecord<'_, F>,
    field: F,
    most: usize,
) -> Result<Cow<'a, str>, String> {
    let text = clean(raw.get(field));
    // Bytes bound characters from above; count only where that leaves a doubt.
    if text.len() > most && text.chars().count() > most {
        return Err(format!("{} has more than {most} characters", field.name()));
    }
    Ok(text)
}

/// As [`text()`], `None` if it is empty.
pub(super) fn optional<F: Field>(
    raw: &RawRecord<'_, F>,
    field: F,
    most: usize,
) -> Result<Option<String>, String> {
    let text = text(raw, field, most)?;
    Ok((!text.is_empty()).then(|| text.into_owned()))
}

/// The items of a column, parted by `;`; those of a list as they stood in it.
pub(super) fn items<F: Field>(raw: &RawRecord<'_, F>, field: F) -> Result<Vec<String>, String> {
    let whole = raw.get(field);
    let parted: Vec<&str> = match whole.strip_prefix(LIST) {
        Some(list) => list.split(LIST_SEPARATOR).collect(),
        None => whole.split(';').collect(),
    };
    let items = parted.into_iter().map(clean);
    let items: Vec<String> = items
        .filter(|item| !item.is_empty())
        .map(Cow::into_owned)
        .collect();
    let is_long = |item: &String| item.chars().count() > ADDRESS_MAX;
    if items.len() > ITEMS_MAX || items.iter().any(is_long) {
        return Err(format!(
            "{} has more than {ITEMS_MAX} items or one of more than {ADDRESS_MAX} characters",
            field.name()
        ));
    }
    Ok(items)
}

/// `YYYY-MM-DD`; what is no date is left out and noted.
pub(super) fn date<F: Field>(
    raw: &RawRecord<'_, F>,
    field: F,
    note: &'static str,
    notes: &mut Notes,
) -> Option<String> {
    let text = clean(raw.get(field));
    if text.is_empty() {
        return None;
    }
    let date = read_date(&text);
    if date.is_none() {
        notes.push(note);
    }
    date
}

/// Whether the line takes something away.
pub(super) fn is_removed<F: Field>(raw: &RawRecord<'_, F>, field: F, notes: &mut Notes) -> bool {
    const NOTE: &str = "remove is neither yes nor no: taken as no";
    flag(raw, field, NOTE, notes).unwrap_or(false)
}

/// A yes or no; any other word is left out and noted.
pub(super) fn flag<F: Field>(
    raw: &RawRecord<'_, F>,
    field: F,
    note: &'static str,
    notes: &mut Notes,
) -> Option<bool> {
    let text = clean(raw.get(field));
    let flag = match text.to_ascii_lowercase().as_str() {
        "yes" | "y" | "true" | "1" => Some(true),
        "no" | "n" | "false" | "0" => Some(false),
        _ => None,
    };
    if flag.is_none() && !text.is_empty() {
        notes.push(note);
    }
    flag
}

/// A whole number that fits 63 bits; thousands may be parted by commas or spaces.
pub(super) fn count<F: Field>(raw: &RawRecord<'_, F>, field: F) -> Result<Option<u64>, String> {
    let text = clean(raw.get(field));
    if text.is_empty() {
        return Ok(None);
    }
    // JSON has no integers, so a whole number may have come as `5.0`.
    let whole = text.strip_suffix(".0").or_else(|| text.strip_suffix(".00"));
    let digits = whole_digits(whole.unwrap_or(&text));
    match digits.and_then(|digits| digits.parse::<i64>().ok()) {
        Some(number) => Ok(Some(number.cast_unsigned())),
        None if is_above(&text, i64::MAX) => Err(too_large(field, &i64::MAX.to_string())),
        None => Err(format!("{} is not a whole number of shares", field.name())),
    }
}

fn too_large<F: Field>(field: F, most: &str) -> String {
    format!("{} is too large: at most {most} fits", field.name())
}

/// Whether a text that was not read is a number above `most`, also as JSON writes those that
/// no integer holds (`1e20`).
fn is_above(text: &str, most: i64) -> bool {
    let plain = text.replace([',', ' ', '_'], "");
    let is_number = plain.starts_with(|c: char| c.is_ascii_digit());
    is_number
        && plain
            .parse::<f64>()
            .is_ok_and(|number| number >= most as f64)
}

/// An amount of money in the hundredth of its currency; at most two decimals. A sign of naira
/// before it is put up with.
pub(super) fn amount<F: Field>(raw: &RawRecord<'_, F>, field: F) -> Result<Option<Kobo>, String> {
    let text = clean(raw.get(field));
    if text.is_empty() {
        return Ok(None);
    }
    let wrong = || {
        format!(
            "{} is not an amount of money with at most two decimals, such as 1000000 or \
             1,000,000.50",
            field.name()
        )
    };
    let bare = ["NGN", "ngn", "₦", "N"].iter();
    let bare = bare.filter_map(|sign| text.strip_prefix(sign)).next();
    let bare = bare.unwrap_or(&text).trim_start();
    let (whole, decimals) = bare.split_once('.').unwrap_or((bare, ""));
    let read = whole_digits(whole).and_then(|whole| hundredths(&format!("{whole}.{decimals}")));
    match read {
        Some(kobo) => Ok(Some(Kobo::new(kobo))),
        None if is_above(bare, i64::MAX / 100) => {
            Err(too_large(field, &Kobo::new(i64::MAX).naira_text()))
        }
        None => Err(wrong()),
    }
}

/// A number of at most two decimals, in hundredths; `None` if it is none or does not fit.
fn hundredths(text: &str) -> Option<i64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || decimals.len() > 2 || !is_number(whole) || !is_number(decimals) {
        return None;
    }
    let decimals: i64 = format!("{decimals:0<2}").parse().ok()?;
    let whole: i64 = whole.parse().ok()?;
    whole.checked_mul(100)?.checked_add(decimals)
}

/// A part of a whole in hundredths of a percent, rounded down: `33.3333` is 3,333. What is
/// none, or more than all, is left out and noted.
pub(super) fn percent<F: Field>(
    raw: &RawRecord<'_, F>,
    field: F,
    note: &'static str,
    notes: &mut Notes,
) -> Option<u32> {
    let text = clean(raw.get(field));
    let bare = text.strip_suffix('%').unwrap_or(&text).trim_end();
    let cut = match bare.split_once('.') {
        Some((whole, decimals)) if decimals.is_ascii() && decimals.len() > 2 => {
            let (kept, rest) = decimals.split_at(2);
            let is_number = rest.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| format!("{whole}.{kept}"))
        }
        _ => Some(bare.to_owned()),
    };
    let part = cut
        .and_then(|cut| hundredths(&cut))
        .filter(|part| *part <= 10_000);
    if part.is_none() && !text.is_empty() {
        notes.push(note);
    }
    part.and_then(|part| u32::try_from(part).ok())
}

/// The digits of a whole number, perhaps in groups of three that are parted by one sort of
/// separator. Anything else is no number: the comma of `1000,50` parts kobo, and without it
/// the amount would be a hundred times what it is.
fn whole_digits(text: &str) -> Option<String> {
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    let Some(separator) = [',', ' ', '_'].into_iter().find(|one| text.contains(*one)) else {
        return (!text.is_empty() && is_number(text)).then(|| text.to_owned());
    };
    let mut groups = text.split(separator);
    let first = groups.next().unwrap_or_default();
    let is_group = |group: &str| group.len() == 3 && is_number(group);
    let good = (1..=3).contains(&first.len()) && is_number(first) && groups.all(is_group);
    good.then(|| text.replace(separator, ""))
}

/// ISO 4217, `NGN` if nothing is said.
pub(super) fn currency<F: Field>(raw: &RawRecord<'_, F>, field: F) -> Result<String, String> {
    let text = clean(raw.get(field)).to_ascii_uppercase();
    match text.as_str() {
        "" | "NAIRA" | "₦" | "N" => Ok("NGN".to_owned()),
        code if code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase()) => Ok(text),
        _ => Err(format!(
            "{} is not a currency code of three letters, such as NGN",
            field.name()
        )),
    }
}

/// The texts of a row that say whose row it is.
#[derive(Clone, Copy)]
pub(super) struct Identity<'a> {
    pub(super) number: &'a str,
    pub(super) entity_type: &'a str,
    pub(super) classification_id: &'a str,
    pub(super) company_type: Option<CompanyType>,
}

impl Identity<'_> {
    /// Of several columns that say the kind, the most exact decides; all must agree.
    pub(super) fn read(self, notes: &mut Notes) -> Result<Entity, String> {
        if self.number.trim().is_empty() {
            return Err("rcNumber is empty".to_owned());
        }
        let input = read_rc_number(self.number).map_err(|fault| fault.message("rcNumber"))?;
        let entity_type = self.kind(input.prefix, notes)?;
        Ok(Entity {
            rc_number: input.number,
            entity_type,
        })
    }

    fn kind(self, prefix: Option<EntityType>, notes: &mut Notes) -> Result<EntityType, String> {
        let word = clean(self.entity_type);
        let said = match word.as_ref() {
            "" => None,
            word => {
                Some(EntityType::parse(word).ok_or("entityType is not a known kind of entity")?)
            }
        };
        let id = clean(self.classification_id);
        let classified = match id.as_ref() {
            "" => None,
            id => Some(EntityType::of_classification(id).ok_or("classificationId is not 1 to 5")?),
        };
        let all = [said, classified, self.company_type.map(CompanyType::entity)];
        let mut kinds = all.into_iter().flatten();
        let Some(first) = kinds.next() else {
            if prefix.is_none() {
                notes.push(ASSUMED_NOTE);
            }
            return Ok(prefix.unwrap_or(EntityType::Company));
        };
        // `RC` is loosely written before any number; the other prefixes mean what they say.
        let prefix = prefix.filter(|prefix| *prefix != EntityType::Company);
        match kinds.chain(prefix).find(|other| *other != first) {
            Some(other) => Err(format!(
                "the row says both {} and {}",
                first.as_str(),
                other.as_str()
            )),
            None => Ok(first),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::import::capital::CapitalField;

    fn raw(text: &str) -> RawRecord<'_, CapitalField> {
        let mut raw = RawRecord::default();
        raw.set(CapitalField::ShareCapital, text.into());
        raw
    }

    #[test]
    fn what_nobody_sees_is_no_part_of_a_text() {
        let check = |text: &str, expected: &str| assert_eq!(clean(text), expected, "{text:?}");
        check("\u{feff}King\u{200b}fisher\u{200e}  Ltd", "Kingfisher Ltd");
        check("\u{202e}Ltd Traders\u{202c}", "Ltd Traders");
        check("\u{200b}", "");
        check(" \u{2060}n/a ", "");
        check("Ọ̀ṣun\u{a0}Foods", "Ọ̀ṣun Foods");
        // A joiner is part of how some scripts are written.
        check("ക്\u{200d}", "ക്\u{200d}");
    }

    #[test]
    fn money_is_read_to_the_kobo_or_refused() {
        let check = |text: &str, expected: Option<i64>| {
            let read = amount(&raw(text), CapitalField::ShareCapital);
            assert_eq!(read.ok().flatten().map(Kobo::get), expected, "{text}");
        };
        check("1000000", Some(100_000_000));
        check("1,000,000.50", Some(100_000_050));
        check("₦ 2 500.5", Some(250_050));
        check("NGN 10", Some(1_000));
        check("0", Some(0));
        check("1.", Some(100));
        check("1,000", Some(100_000));
        check("NGN 12_345_678.9", Some(1_234_567_890));
        for text in [
            "1000000,50",
            "1500,50",
            "0,50",
            "10,00",
            "1,2,3",
            "1,00,000",
            "1,000,00",
            "1.000,50",
            "1.000.000",
            "1,000 000",
            "1, 000",
            ",000",
            "1,",
            "1000,000",
            "1,000.5,0",
            "1.0 5",
            "",
            "-1",
            "1.005",
            "1e6",
            ".5",
            "many",
            "99999999999999999999",
        ] {
            check(text, None);
        }
        assert!(amount(&raw("-1"), CapitalField::ShareCapital).is_err());
    }

    #[test]
    fn shares_are_whole() {
        let check = |text: &str, expected: Result<Option<u64>, ()>| {
            let read = count(&raw(text), CapitalField::ShareCapital).map_err(|_| ());
            assert_eq!(read, expected, "{text}");
        };
        check("", Ok(None));
        check("1,000,000", Ok(Some(1_000_000)));
        check("12 345", Ok(Some(12_345)));
        check("7.0", Ok(Some(7)));
        check("1,000.00", Ok(Some(1_000)));
        check("9223372036854775807", Ok(Some(i64::MAX.cast_unsigned())));
        for text in [
            "-1",
            "0.5",
            "x",
            "9223372036854775808",
            "+1",
            "1,0",
            "10,00",
            "1,2,3",
            "1 000,000",
            ".0",
        ] {
            check(text, Err(()));
        }
    }

    #[test]
    fn what_is_too_large_is_told_so_with_the_limit() {
        const FIELD: CapitalField = CapitalField::ShareCapital;
        for text in ["9223372036854775808", "99,999,999,999,999,999,999", "1e20"] {
            let why = count(&raw(text), FIELD).unwrap_err();
            let expected = "shareCapital is too large: at most 9223372036854775807 fits";
            assert_eq!(why, expected, "{text}");
        }
        for text in ["92233720368547758.08", "NGN 99999999999999999999", "1e20"] {
            let why = amount(&raw(text), FIELD).unwrap_err();
            let expected = "shareCapital is too large: at most 92233720368547758.07 fits";
            assert_eq!(why, expected, "{text}");
        }
        for text in ["1.5", "-99999999999999999999", "inf", "1e6"] {
            assert!(
                count(&raw(text), FIELD).unwrap_err().contains("is not a"),
                "{text}"
            );
        }
    }

    #[test]
    fn parts_are_hundredths_of_a_percent() {
        let check = |text: &str, expected: Option<u32>| {
            let mut notes = Vec::new();
            let read = percent(&raw(text), CapitalField::ShareCapital, "note", &mut notes);
            assert_eq!(read, expected, "{text}");
            assert_eq!(
                notes.is_empty(),
                read.is_some() || text.is_empty(),
                "{text}"
            );
        };
        check("25", Some(2_500));
        check("33.3333", Some(3_333));
        check("100 %", Some(10_000));
        check("0.5%", Some(50));
        for text in ["", "100.01", "-1", "a.bcd", "1.2.3", "1.2é9"] {
            check(text, None);
        }
    }

    proptest! {
        #[test]
        fn stored_texts_are_tidy(text in "\\PC{0,30}", gap in "[ \t\n\u{a0}\u{7}]{0,3}") {
            let untidy = format!("{gap}{text}{gap}{text}{gap}");
            let tidy = clean(&untidy);
            prop_assert_eq!(clean(&tidy), tidy.as_ref());
            prop_assert!(!tidy.chars().any(is_hidden));
            prop_assert!(!tidy.contains("  "));
        }

        #[test]
        fn noise_is_never_a_panic(text in ".{0,30}") {
            let raw = raw(&text);
            let mut notes = Vec::new();
            let _ = amount(&raw, CapitalField::ShareCapital);
            let _ = count(&raw, CapitalField::ShareCapital);
            let _ = percent(&raw, CapitalField::ShareCapital, "", &mut notes);
            let _ = currency(&raw, CapitalField::ShareCapital);
            let _ = items(&raw, CapitalField::ShareCapital);
        }

        #[test]
        fn every_amount_comes_back(kobo in 0_i64..i64::MAX) {
            let text = Kobo::new(kobo).naira_text();
            let read = amount(&raw(&text), CapitalField::ShareCapital);
            prop_assert_eq!(read, Ok(Some(Kobo::new(kobo))));
        }
    }
}
