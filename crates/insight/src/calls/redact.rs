//! What may be kept of a sandbox call: everything else is taken out before anything is stored.
//!
//! Denied unless allowed: a text stays only under a name that its endpoint lists as harmless
//! ([`kofa_core::endpoint::Endpoint::shown`]) or that every answer of ours has, and only if it does
//! not look like a number of a person, an address of one, a key or a document. Names that stand
//! for such things are refused whatever a list says.

use std::borrow::Cow;

use kofa_core::endpoint::Endpoint;
use kofa_domain::Timestamp;
use serde_json::{Map, Value};

/// Stands for what was taken out.
pub const REDACTED: &str = "[redacted]";

/// Texts longer than this are taken out, in characters.
const TEXT_CHARS_MAX: usize = 300;
/// Names longer than this are taken out, in characters.
const NAME_CHARS_MAX: usize = 60;
/// Members of an object and items of a list that are kept.
const MEMBERS_MAX: usize = 100;
/// So many digits in a row may be a BVN, a NIN, an account or a phone number.
const DIGITS_MAX: usize = 9;
/// Digits of a second that a time may have behind the point.
const FRACTION_MAX: usize = 6;
/// Letters and digits of a consent code (VRC).
const CODE_CHARS: usize = 10;
/// What the consent codes begin with that the sandbox reserves; a digit follows.
const RESERVED_CODE: &str = "SANDBOXVR";
/// What a registration number may begin with: with eight digits it has the length of a code.
const NUMBER_PREFIXES: [&str; 5] = ["RC", "BN", "IT", "LP", "LLP"];
/// So many letters of base64 in a row may be a key or a document.
const BASE64_MAX: usize = 40;

/// Words that no harmless name has.
const DENIED: [&str; 46] = [
    "account",
    "address",
    "authorization",
    "base64",
    "birth",
    "born",
    "bvn",
    "chn",
    "cookie",
    "document",
    "email",
    "evidence",
    "file",
    "first",
    "gender",
    "hash",
    "holder",
    "identity",
    "image",
    "investor",
    "key",
    "kin",
    "last",
    "meter",
    "middle",
    "mobile",
    "nin",
    "nok",
    "otp",
    "passport",
    "password",
    "person",
    "phone",
    "photo",
    "pin",
    "polygon",
    "recipient",
    "secret",
    "signature",
    "surname",
    "text",
    "tin",
    "token",
    "vrc",
    "webhook",
    "witness",
];
/// Names that mean the same in every answer of ours.
const COMMON: [&str; 14] = [
    "code",
    "createdAt",
    "created_at",
    "currency",
    "docUrl",
    "doc_url",
    "environment",
    "field",
    "id",
    "operationId",
    "requestId",
    "request_id",
    "status",
    "updatedAt",
];
/// Names whose texts are ours at the top of an answer and among its errors, and may be
/// anybody's elsewhere.
const OURS: [&str; 5] = ["detail", "message", "title", "type", "instance"];

/// Takes out what must not be kept, and remembers whether there was any.
#[derive(Debug)]
pub(super) struct Redactor<'a> {
    endpoint: &'a Endpoint,
    /// Whether something was taken out.
    pub(super) has_redacted: bool,
}

/// Where a value stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// At the top, or among the errors of an answer.
    Ours,
    Inner,
}

impl<'a> Redactor<'a> {
    /// For what is sent to an endpoint, or answered by it.
    pub(super) fn new(endpoint: &'a Endpoint) -> Self {
        Self {
            endpoint,
            has_redacted: false,
        }
    }

    pub(super) fn request(&mut self, body: &Value) -> Value {
        self.value("", body, Place::Inner)
    }

    pub(super) fn answer(&mut self, body: &Value) -> Value {
        self.value("", body, Place::Ours)
    }

    /// A parameter of path or query.
    pub(super) fn parameter(&mut self, name: &str, text: &str) -> (String, String) {
        let name = self.name(name);
        let text = self.text(&name, text, Place::Inner);
        (name, text)
    }

    /// A text that a caller's software says of itself.
    pub(super) fn words(&mut self, text: &str) -> String {
        if is_harmless(text) {
            return text.to_owned();
        }
        self.redacted()
    }

    fn redacted(&mut self) -> String {
        self.has_redacted = true;
        REDACTED.to_owned()
    }

    fn name(&mut self, name: &str) -> String {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
        let is_short = name.len() <= NAME_CHARS_MAX;
        if is_short && name.bytes().all(plain) && !has_long_number(name) && !has_code(name) {
            return name.to_owned();
        }
        self.redacted()
    }

    fn text(&mut self, name: &str, text: &str, place: Place) -> String {
        if text.is_empty() || is_reserved(name, text) {
            return text.to_owned();
        }
        let listed = self.endpoint.shown.contains(&name)
            || COMMON.contains(&name)
            || (place == Place::Ours && OURS.contains(&name));
        if listed && !is_denied(name) && is_harmless(text) {
            return text.to_owned();
        }
        self.redacted()
    }

    fn value(&mut self, name: &str, value: &Value, place: Place) -> Value {
        match value {
            Value::Null | Value::Bool(_) => value.clone(),
            Value::Number(number) => {
                let digits = number.to_string();
                if is_denied(name) || has_long_number(&digits) {
                    return self.redacted().into();
                }
                value.clone()
            }
            Value::String(text) => self.text(name, text, place).into(),
            Value::Array(items) => {
                self.has_redacted |= items.len() > MEMBERS_MAX;
                let items = items.iter().take(MEMBERS_MAX);
                let kept: Vec<Value> = items.map(|item| self.value(name, item, place)).collect();
                kept.into()
            }
            Value::Object(members) => {
                self.has_redacted |= members.len() > MEMBERS_MAX;
                let mut kept = Map::new();
                for (inner, value) in members.iter().take(MEMBERS_MAX) {
                    let below = match (place, name, inner.as_str()) {
                        (Place::Ours, "", "data" | "result") => Place::Inner,
                        (place, _, _) => place,
                    };
                    let inner = self.name(inner);
                    let value = self.value(&inner, value, below);
                    kept.insert(inner, value);
                }
                kept.into()
            }
        }
    }
}

/// Whether a text is a consent code that the sandbox reserves, which opens nobody's record.
fn is_reserved(name: &str, text: &str) -> bool {
    let last = text.strip_prefix(RESERVED_CODE).map(str::as_bytes);
    name == "vrcNumber" && matches!(last, Some([digit]) if digit.is_ascii_digit())
}

/// Whether a name stands for what is never kept.
fn is_denied(name: &str) -> bool {
    words(name).any(|word| DENIED.contains(&word.as_str()))
}

/// `bankAccountNumber` as `bank`, `account`, `number`.
fn words(name: &str) -> impl Iterator<Item = String> {
    let mut all = vec![String::new()];
    let mut was_small = false;
    for letter in name.chars() {
        let begins = letter.is_ascii_uppercase() && was_small;
        was_small = letter.is_ascii_lowercase() || letter.is_ascii_digit();
        if begins || !letter.is_ascii_alphanumeric() {
            all.push(String::new());
        }
        if let Some(word) = all.last_mut().filter(|_| letter.is_ascii_alphanumeric()) {
            word.push(letter.to_ascii_lowercase());
        }
    }
    all.into_iter()
}

/// Whether a text looks like no number, address, code, key or document of anybody.
fn is_harmless(text: &str) -> bool {
    if text.chars().count() > TEXT_CHARS_MAX {
        return false;
    }
    if uuid::Uuid::try_parse(text).is_ok() || is_time(text) {
        return true;
    }
    // A path is kept as it was sent, and what is sent may be escaped more than once.
    let mut text = Cow::Borrowed(text);
    loop {
        if !is_plain(&text) {
            return false;
        }
        match unescaped(&text) {
            Some(shorter) => text = Cow::Owned(shorter),
            None => return true,
        }
    }
}

/// As [`is_harmless`], of a text as it stands.
fn is_plain(text: &str) -> bool {
    !text.contains('@')
        && !text.contains("kofa_")
        && !text.contains('\0')
        && !has_long_number(text)
        && !has_code(text)
        && !has_base64(text)
}

/// A text without its percent escapes; `None` if it has none.
fn unescaped(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    let mut is_escaped = false;
    while let Some((&first, others)) = rest.split_first() {
        let pair = others.get(..2).filter(|_| first == b'%');
        let pair = pair.filter(|pair| pair.iter().all(u8::is_ascii_hexdigit));
        let pair = pair.and_then(|pair| std::str::from_utf8(pair).ok());
        match pair.and_then(|pair| u8::from_str_radix(pair, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &others[2..];
                is_escaped = true;
            }
            None => {
                bytes.push(first);
                rest = others;
            }
        }
    }
    is_escaped.then(|| String::from_utf8_lossy(&bytes).into_owned())
}

/// A moment of these centuries with its time, as we write it and programs do: many digits,
/// and no number of anybody.
fn is_time(text: &str) -> bool {
    let is_written_so = |byte: u8| byte.is_ascii_digit() || b"-:.+TZtz ".contains(&byte);
    let fraction = text.split_once('.').map_or("", |(_, rest)| rest);
    let digits = fraction.bytes().take_while(u8::is_ascii_digit).count();
    (text.starts_with("19") || text.starts_with("20"))
        && text.bytes().all(is_written_so)
        && digits <= FRACTION_MAX
        && Timestamp::parse_rfc3339(text).is_some()
}

/// Only a letter ends a number: people part its digits with whatever they like.
fn has_long_number(text: &str) -> bool {
    let mut digits = 0;
    for letter in text.chars() {
        if letter.is_numeric() {
            digits += 1;
        } else if letter.is_alphabetic() {
            digits = 0;
        }
        if digits > DIGITS_MAX {
            return true;
        }
    }
    false
}

/// Whether a word has the shape of a consent code, or the whole text is one in groups.
fn has_code(text: &str) -> bool {
    let is_mixed = |part: &&str| {
        part.bytes().any(|byte| byte.is_ascii_digit())
            && part.bytes().any(|byte| byte.is_ascii_alphabetic())
    };
    let mut words = text.split(|letter: char| !letter.is_alphanumeric());
    if words.any(is_code) {
        return true;
    }
    // `QZ7K2-M9XTB`, but not `rights-2026` or `9 mobile ltd`.
    let parts = || text.trim_matches(' ').split([' ', '-']);
    parts().filter(is_mixed).count() > 1 && is_code(&parts().collect::<String>())
}

/// Ten letters and digits that are neither a word nor a registration number. What the sandbox
/// reserves is nobody's.
fn is_code(word: &str) -> bool {
    let is_shaped = word.len() == CODE_CHARS && word.bytes().all(|it| it.is_ascii_alphanumeric());
    if !is_shaped || word.to_ascii_uppercase().starts_with(RESERVED_CODE) {
        return false;
    }
    let letters = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
    if word.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        // `INVESTMENT` is a word; no word of ten letters has but one vowel.
        let vowels = word.bytes().filter(|byte| b"AEIOU".contains(byte)).count();
        return word.bytes().all(|byte| byte.is_ascii_uppercase()) && vowels < 2;
    }
    let is_prefix = |prefix: &&str| prefix.eq_ignore_ascii_case(letters);
    !NUMBER_PREFIXES.iter().any(is_prefix)
}

fn has_base64(text: &str) -> bool {
    let mut length = 0;
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"+/=_-".contains(&byte) {
            length += 1;
        } else {
            length = 0;
        }
        if length >= BASE64_MAX {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    static PLACE: Endpoint = Endpoint {
        operation_id: "place",
        shown: &["offerId", "companyName", "bvn", "rcNumber", "when"],
        ..Endpoint::BASE
    };

    #[test]
    fn only_what_is_listed_and_harmless_stays() {
        let mut redactor = Redactor::new(&PLACE);
        let body = json!({
            "offerId": "offer-1", "companyName": "Ada Foods Ltd", "bvn": "22212345678",
            "firstName": "Ada", "numberOfShares": 100, "bankAccountNumber": 123,
            "isCardPayment": true, "rcNumber": "1885308", "unknown": "Ada Obi",
            "when": "2026-11-21T09:30:00.000Z",
        });
        let kept = redactor.request(&body);
        let wanted = json!({
            "offerId": "offer-1", "companyName": "Ada Foods Ltd", "bvn": REDACTED,
            "firstName": REDACTED, "numberOfShares": 100, "bankAccountNumber": REDACTED,
            "isCardPayment": true, "rcNumber": "1885308", "unknown": REDACTED,
            "when": "2026-11-21T09:30:00.000Z",
        });
        assert_eq!(kept, wanted);
        assert!(redactor.has_redacted);
    }

    #[test]
    fn our_own_words_stay_where_they_are_ours() {
        let mut redactor = Redactor::new(&PLACE);
        let body = json!({
            "message": "Not valid.", "errors": [{"code": "invalid_field", "message": "Wrong."}],
            "data": {"message": "for Ada Obi"},
        });
        let kept = redactor.answer(&body);
        assert_eq!(kept["message"], "Not valid.");
        assert_eq!(kept["errors"][0]["message"], "Wrong.");
        assert_eq!(kept["data"]["message"], REDACTED);
    }

    #[test]
    fn what_looks_personal_goes_under_any_name() {
        for text in [
            "22212345678",
            "0803 123 4567",
            "+234-803-123-4567",
            "ada@example.com",
            "kofa_sandbox_abc",
            "aGVsbG8gd29ybGQgaGVsbG8gd29ybGQgaGVsbG8gd29ybGQ",
            "born 1990-01-01, BVN 2221234567",
            "\u{661}\u{662}\u{663}\u{664}\u{665}\u{666}\u{667}\u{668}\u{669}\u{660}",
        ] {
            assert!(!is_harmless(text), "{text}");
        }
        for text in [
            "RC1885308",
            "2026-11-21",
            "0190a6c8-1111-7222-8333-123456789012",
            "ACTIVE",
        ] {
            assert!(is_harmless(text), "{text}");
        }
    }

    #[test]
    fn a_number_is_one_whatever_stands_between_its_digits() {
        let separators = [
            ",",
            "_",
            ":",
            "|",
            "+",
            "*",
            "~",
            "#",
            "'",
            "\t",
            "\u{a0}",
            "\u{2009}",
            "\u{200b}",
            "\u{2013}",
            ", ",
            " - ",
            "%2C",
            "%252c",
            "%E2%80%93",
            "%",
        ];
        for separator in separators {
            for parts in [
                vec!["223", "7193", "0584"],
                "2 2 3 7 1 9 3 0 5 8 4".split(' ').collect(),
            ] {
                let number = parts.join(separator);
                let mut redactor = Redactor::new(&PLACE);
                let asked = redactor.parameter("rcNumber", &number);
                assert_eq!(asked.1, REDACTED, "{number}");
                assert_eq!(redactor.parameter("request_id", &number).1, REDACTED);
                assert_eq!(redactor.parameter(&number, "1").0, REDACTED);
                assert_eq!(redactor.words(&format!("tool/1 ({number})")), REDACTED);
                let kept = redactor.request(&json!({"companyName": number, &number: 1}));
                assert_eq!(kept, json!({"companyName": REDACTED, REDACTED: 1}));
            }
        }
        assert!(!is_harmless("%32%32%33%37193%30584"));
    }

    #[test]
    fn a_consent_code_goes_under_any_name() {
        for text in [
            "QZ7K2M9XTB",
            "qz7k2m9xtb",
            "my code is QZ7K2M9XTB.",
            "tool/1 (QZ7K2M9XTB)",
            "QZ7K2-M9XTB",
            "QZ 7K 2M 9X TB",
            "%517K2M9XTBQ",
            "QZXKWMRXTB",
        ] {
            let mut redactor = Redactor::new(&PLACE);
            assert_eq!(redactor.parameter("rcNumber", text).1, REDACTED, "{text}");
            assert_eq!(redactor.parameter("request_id", text).1, REDACTED);
            assert_eq!(redactor.words(text), REDACTED);
        }
        let mut redactor = Redactor::new(&PLACE);
        assert_eq!(
            redactor.parameter("vrcNumber", "SANDBOXVR0").1,
            "SANDBOXVR0"
        );
        assert!(!redactor.has_redacted);
        for text in ["SANDBOXVRX", "SANDBOXVR12", "QZ7K2M9XTB", "SANDBOXVR0 Ada"] {
            assert_eq!(redactor.parameter("vrcNumber", text).1, REDACTED, "{text}");
        }
        assert_eq!(redactor.parameter("bvn", "SANDBOXVR0").1, REDACTED);
        assert_eq!(redactor.parameter("QZ7K2M9XTB", "1").0, REDACTED);
        assert_eq!(redactor.parameter("x_QZ7K2M9XTB", "1").0, REDACTED);
    }

    #[test]
    fn what_is_nobodys_stays_readable() {
        for text in [
            "2026-11-21T09:30:00.000Z",
            "2026-11-21T09:30:00.000000Z",
            "2026-11-21T09:30:00.000+01:00",
            "1,000,000.00",
            "127.0.0.1",
            "RC01885308",
            "RC 01885308",
            "bn12345678",
            "The codes SANDBOXVR0 to SANDBOXVR9 work in the sandbox only.",
            "IFEDAPO INVESTMENT LIMITED",
            "NORMALIZED",
            "rights-2026",
            "9 mobile ltd",
            "100 % of it",
            "KFT-20260703-8J2M4QXZ7T5P",
            "curl/8.5.0 (x86_64-pc-linux-gnu) libcurl/8.5.0 OpenSSL/3.0.13 zlib/1.3",
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) \
             Chrome/120.0.0.0 Safari/537.36",
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7; rv:109.0) Gecko/20100101 \
             Firefox/115.0",
        ] {
            assert!(is_harmless(text), "{text}");
        }
        for text in [
            "2026-11-21T09:30:00.22371930584Z",
            "2237-19-30T05:84:00Z",
            "2026-11-21T09:30:00Z[2237193]",
        ] {
            assert!(!is_time(text), "{text}");
        }
    }

    #[test]
    fn names_are_split_into_words() {
        for name in [
            "bankAccountNumber",
            "document_base64",
            "nin",
            "X-API-Key",
            "vrcNumber",
        ] {
            assert!(is_denied(name), "{name}");
        }
        for name in ["meaning", "continent", "offerId", "numberOfShares"] {
            assert!(!is_denied(name), "{name}");
        }
    }

    proptest! {
        #[test]
        fn no_number_of_a_person_comes_through(
            number in "[0-9]{10,11}",
            name in "offerId|companyName|message|bvn|note|[a-z]{1,12}",
            before in "[a-zA-Z ]{0,8}",
        ) {
            let mut redactor = Redactor::new(&PLACE);
            let body = json!({
                name.clone(): format!("{before}{number}"), "data": [{name: number.clone()}],
                number.clone(): 1,
            });
            let kept = redactor.answer(&body).to_string();
            prop_assert!(!kept.contains(&number), "{}", kept);
        }

        #[test]
        fn no_number_comes_through_in_parts(
            number in "[0-9]([\\p{P}\\p{Z}\\p{Cf}\t+=~|^<>$]{0,2}[0-9]){9,10}",
        ) {
            prop_assert!(!is_harmless(&number), "{}", number);
        }

        #[test]
        fn nothing_panics(text in "\\PC{0,60}") {
            let mut redactor = Redactor::new(&PLACE);
            redactor.parameter(&text, &text);
            redactor.words(&text);
        }
    }
}
