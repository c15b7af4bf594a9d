//! JSON objects as upstreams send them, read as far as they can be: members under any of
//! their names in any spelling, numbers as text and text as numbers, objects where a word was
//! meant, empty texts for nothing. Pure.

use std::cell::RefCell;

use kofa_domain::Kobo;
use serde_json::{Map, Value};

use crate::rules::read_date;

/// Longest text that is read, in characters; the rest is cut off.
pub(super) const TEXT_CHARS_MAX: usize = 1_000;
/// Items read of a list.
const ITEMS_MAX: usize = 10_000;
/// Longest name of an unknown member that is repeated, in characters.
const NAME_CHARS_MAX: usize = 40;
/// What stands for nothing.
const NOTHING: [&str; 8] = ["-", "--", "N/A", "NA", "NIL", "NULL", "NONE", "UNDEFINED"];
/// Members by which an object names itself, folded, the best first.
const NAME_MEMBERS: [&str; 6] = ["name", "label", "title", "description", "value", "code"];
/// Milliseconds of a day, and the days since 1970 that a date may be written in them.
const DAY_MS: i64 = 86_400_000;

/// An object, and which of its members were asked for.
#[derive(Debug)]
pub(crate) struct Loose<'a> {
    object: &'a Map<String, Value>,
    asked: RefCell<Vec<&'static str>>,
}

impl<'a> Loose<'a> {
    pub(crate) fn new(object: &'a Map<String, Value>) -> Self {
        Self {
            object,
            asked: RefCell::default(),
        }
    }

    /// The first of `names` (folded: lower case, letters and digits) with a value that is not
    /// nothing.
    fn value(&self, names: &[&'static str]) -> Option<&'a Value> {
        self.asked.borrow_mut().extend(names);
        names.iter().find_map(|name| {
            let mut members = self.object.iter();
            let (_, value) =
                members.find(|(key, value)| is_named(key, name) && !is_empty(value))?;
            Some(value)
        })
    }

    /// Members that are known and of no use here.
    pub(crate) fn ignore(&self, names: &[&'static str]) {
        self.asked.borrow_mut().extend(names);
    }

    /// A text; the name of an object, the items of a list joined by `; `.
    pub(crate) fn text(&self, names: &[&'static str]) -> Option<String> {
        text_of(self.value(names)?)
    }

    /// As [`Loose::text`], but past bare numbers: ids of the upstream's own tables.
    pub(crate) fn word(&self, names: &[&'static str]) -> Option<String> {
        self.asked.borrow_mut().extend(names);
        let is_word = |text: &String| !text.bytes().all(|byte| byte.is_ascii_digit());
        names
            .iter()
            .find_map(|name| self.text(&[name]).filter(is_word))
    }

    /// Texts of a list; of a text its parts between `;`, lines and nothing else.
    pub(crate) fn texts(&self, names: &[&'static str]) -> Vec<String> {
        let all = match self.value(names) {
            None => return Vec::new(),
            Some(Value::Array(items)) => items.iter().take(ITEMS_MAX).filter_map(text_of).collect(),
            Some(value) => vec![text_of(value).unwrap_or_default()],
        };
        let parts = all.iter().flat_map(|text| text.split([';', '\n']));
        let parts = parts.map(str::trim).filter(|part| !part.is_empty());
        parts.map(str::to_owned).collect()
    }

    /// Yes or no, in any of the ways it is said.
    pub(crate) fn flag(&self, names: &[&'static str]) -> Option<bool> {
        match self.value(names)? {
            Value::Bool(flag) => Some(*flag),
            Value::Number(number) => Some(number.as_f64()? != 0.0),
            value => match text_of(value)?.to_ascii_uppercase().as_str() {
                "Y" | "YES" | "TRUE" | "T" | "1" => Some(true),
                "N" | "NO" | "FALSE" | "F" | "0" => Some(false),
                _ => None,
            },
        }
    }

    /// A whole number that is not negative; thousands may be separated.
    pub(crate) fn count(&self, names: &[&'static str]) -> Option<u64> {
        let hundredths = hundredths(&text_of(self.value(names)?)?)?;
        (hundredths % 100 == 0).then_some(hundredths / 100)
    }

    /// An amount with at most two decimals.
    pub(crate) fn amount(&self, names: &[&'static str]) -> Option<Kobo> {
        let kobo = hundredths(&text_of(self.value(names)?)?)?;
        Some(Kobo::new(i64::try_from(kobo).ok()?))
    }

    /// A percentage up to a hundred, in hundredths of a percent.
    pub(crate) fn percentage(&self, names: &[&'static str]) -> Option<u32> {
        let text = text_of(self.value(names)?)?;
        let part = hundredths(text.trim_end_matches('%').trim_end())?;
        u32::try_from(part).ok().filter(|part| *part <= 10_000)
    }

    /// A date in any spelling, in milliseconds since 1970, or as a list of year, month and
    /// day; as `YYYY-MM-DD`.
    pub(crate) fn date(&self, names: &[&'static str]) -> Option<String> {
        match self.value(names)? {
            Value::Number(number) => date_of_ms(number.as_i64()?),
            Value::Array(parts) => {
                let numbers: Option<Vec<i64>> = parts.iter().map(Value::as_i64).collect();
                match numbers?.as_slice() {
                    [year, month, day, ..] => read_date(&format!("{year}-{month}-{day}")),
                    _ => None,
                }
            }
            value => {
                let text = text_of(value)?;
                let ms = text.parse().ok().filter(|_| text.len() >= 11);
                ms.and_then(date_of_ms).or_else(|| read_date(&text))
            }
        }
    }

    pub(crate) fn object(&self, names: &[&'static str]) -> Option<Loose<'a>> {
        match self.value(names)? {
            Value::Object(object) => Some(Loose::new(object)),
            _ => None,
        }
    }

    /// The objects of a list, or one that stands alone.
    pub(crate) fn objects(&self, names: &[&'static str]) -> Vec<Loose<'a>> {
        objects_of(self.value(names))
    }

    /// Names of members that were never asked for, as far as they can be repeated.
    pub(crate) fn unknown(&self) -> Vec<String> {
        let asked = self.asked.borrow();
        let keys = self.object.keys();
        let unknown = keys.filter(|key| !asked.iter().any(|name| is_named(key, name)));
        unknown.map(|key| shown(key)).collect()
    }
}

/// The objects of a list, or one that stands alone.
pub(crate) fn objects_of(value: Option<&Value>) -> Vec<Loose<'_>> {
    match value {
        Some(Value::Object(object)) => vec![Loose::new(object)],
        Some(Value::Array(items)) => {
            let objects = items.iter().filter_map(Value::as_object);
            objects.take(ITEMS_MAX).map(Loose::new).collect()
        }
        _ => Vec::new(),
    }
}

/// A name is repeated to the operator only where it looks like one.
fn shown(key: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphabetic() || letter == '_';
    if key.chars().count() <= NAME_CHARS_MAX && key.chars().all(is_plain) {
        key.to_owned()
    } else {
        "(an odd name)".to_owned()
    }
}

/// Whether `key` is `name` but for case and punctuation.
fn is_named(key: &str, name: &str) -> bool {
    let letters = key.bytes().filter(u8::is_ascii_alphanumeric);
    letters
        .map(|byte| byte.to_ascii_lowercase())
        .eq(name.bytes())
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => clean(text).is_none(),
        Value::Array(items) => items.is_empty(),
        Value::Object(object) => object.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Without surrounding and doubled space; nothing for a word that means nothing.
pub(crate) fn clean(text: &str) -> Option<String> {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let text: String = words.join(" ").chars().take(TEXT_CHARS_MAX).collect();
    let is_nothing = text.is_empty() || NOTHING.iter().any(|it| it.eq_ignore_ascii_case(&text));
    (!is_nothing).then_some(text)
}

pub(crate) fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::Null | Value::Bool(_) => None,
        Value::String(text) => clean(text),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(items) => {
            let texts: Vec<String> = items.iter().take(ITEMS_MAX).filter_map(text_of).collect();
            clean(&texts.join("; "))
        }
        Value::Object(object) => {
            let loose = Loose::new(object);
            NAME_MEMBERS
                .iter()
                .find_map(|name| match loose.value(&[name]) {
                    Some(Value::String(text)) => clean(text),
                    _ => None,
                })
        }
    }
}

/// `1,000,000.50` in hundredths: digits, thousands separated or not, at most two decimals that
/// are not zero; a currency's sign or code may stand before. No floats: it may be money.
fn hundredths(text: &str) -> Option<u64> {
    let text = text.trim_start_matches(|c: char| c.is_ascii_alphabetic() || "₦$ ".contains(c));
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let whole: String = whole.chars().filter(|c| !matches!(c, ',' | ' ')).collect();
    let part = part.trim_end_matches('0');
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(&whole) || !digits(part) || part.len() > 2 {
        return None;
    }
    let whole: u64 = whole.parse().ok()?;
    let part: u64 = format!("{part:0<2}").parse().ok()?;
    whole.checked_mul(100)?.checked_add(part)
}

fn date_of_ms(ms: i64) -> Option<String> {
    let at = jiff::Timestamp::from_millisecond(ms).ok()?;
    // Registers write midnight of Lagos, which is the evening before in UTC.
    let is_early = ms.abs() < DAY_MS;
    let lagos = at.to_zoned(jiff::tz::TimeZone::fixed(jiff::tz::offset(1)));
    (!is_early).then(|| lagos.date().to_string())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn read<T>(value: &Value, read: impl Fn(&Loose<'_>) -> T) -> T {
        read(&Loose::new(value.as_object().unwrap()))
    }

    #[test]
    fn a_member_is_found_under_any_name_and_spelling() {
        let value = json!({"Company_Address": "", "address": " 4,  Mill\nRoad ", "x": 1});
        let text = read(&value, |it| it.text(&["companyaddress", "address"]));
        assert_eq!(text.as_deref(), Some("4, Mill Road"));
        let unknown = read(&value, |it| {
            it.ignore(&["address"]);
            it.unknown()
        });
        assert_eq!(unknown, ["Company_Address", "x"]);
        let odd = json!({"08031234567": 1, "<b>": 2});
        assert_eq!(read(&odd, |it| it.unknown()), ["(an odd name)"; 2]);
    }

    #[test]
    fn a_country_comes_as_object_number_or_text() {
        let check = |value: Value, expected: Option<&str>| {
            let word = read(&json!({ "country": value }), |it| it.word(&["country"]));
            assert_eq!(word.as_deref(), expected, "{value}");
        };
        check(json!({"id": 160, "name": "NIGERIA"}), Some("NIGERIA"));
        check(json!("Nigeria"), Some("Nigeria"));
        check(json!(160), None);
        check(json!("160"), None);
        check(json!(""), None);
        check(json!("N/A"), None);
        check(json!(null), None);
        check(json!({"id": 160}), None);
    }

    #[test]
    fn yes_and_no_are_said_in_many_ways() {
        let check = |value: Value, expected: Option<bool>| {
            let flag = read(&json!({ "isChairman": value }), |it| {
                it.flag(&["ischairman"])
            });
            assert_eq!(flag, expected, "{value}");
        };
        for yes in [json!(1), json!("Y"), json!("yes"), json!(true), json!("1")] {
            check(yes, Some(true));
        }
        for no in [json!(0), json!("N"), json!(false), json!("false")] {
            check(no, Some(false));
        }
        for neither in [json!(""), json!(null), json!("perhaps"), json!([])] {
            check(neither, None);
        }
    }

    #[test]
    fn numbers_are_read_without_floats() {
        let check = |value: Value, expected: Option<i64>| {
            let amount = read(&json!({ "a": value }), |it| it.amount(&["a"]));
            assert_eq!(amount.map(Kobo::get), expected, "{value}");
        };
        check(json!(1_000_000), Some(100_000_000));
        check(json!(1_000_000.5), Some(100_000_050));
        check(json!("1,000,000.00"), Some(100_000_000));
        check(json!("₦ 1,000"), Some(100_000));
        check(json!("NGN 10.25"), Some(1_025));
        check(json!("0.5000"), Some(50));
        check(json!("0.125"), None);
        check(json!("-5"), None);
        check(json!("1e9"), None);
        check(json!("99999999999999999999"), None);
        let count = |value: Value| read(&json!({ "a": value }), |it| it.count(&["a"]));
        assert_eq!(count(json!("2,500")), Some(2_500));
        assert_eq!(count(json!(2500.0)), Some(2_500));
        assert_eq!(count(json!(0.5)), None);
        let part = |value: Value| read(&json!({ "a": value }), |it| it.percentage(&["a"]));
        assert_eq!(part(json!("33.33%")), Some(3_333));
        assert_eq!(part(json!(100)), Some(10_000));
        assert_eq!(part(json!(101)), None);
    }

    #[test]
    fn dates_come_in_every_form() {
        let check = |value: Value, expected: Option<&str>| {
            let date = read(&json!({ "d": value }), |it| it.date(&["d"]));
            assert_eq!(date.as_deref(), expected, "{value}");
        };
        check(json!("2014-03-12T00:00:00.000+00:00"), Some("2014-03-12"));
        check(json!("12/03/2014"), Some("2014-03-12"));
        check(json!("12-Mar-2014"), Some("2014-03-12"));
        check(json!([2014, 3, 12]), Some("2014-03-12"));
        check(json!([2014, 3, 12, 9, 30]), Some("2014-03-12"));
        // Midnight in Lagos.
        check(json!(1_394_578_800_000_i64), Some("2014-03-12"));
        check(json!("1394578800000"), Some("2014-03-12"));
        for none in [
            json!("soon"),
            json!([2014]),
            json!(0),
            json!(i64::MAX),
            json!({}),
        ] {
            check(none, None);
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_left_out(text in "\\PC{0,60}") {
            let value = json!({ "a": text });
            read(&value, |it| {
                let _ = (it.text(&["a"]), it.word(&["a"]), it.flag(&["a"]), it.count(&["a"]));
                let _ = (it.amount(&["a"]), it.percentage(&["a"]), it.date(&["a"]));
                let _ = (it.texts(&["a"]), it.unknown());
            });
        }

        #[test]
        fn an_amount_is_what_it_was(kobo in 0_i64..i64::MAX) {
            let text = format!("{}.{:02}", kobo / 100, kobo % 100);
            let amount = read(&json!({ "a": text }), |it| it.amount(&["a"]));
            prop_assert_eq!(amount.map(Kobo::get), Some(kobo));
        }
    }
}
