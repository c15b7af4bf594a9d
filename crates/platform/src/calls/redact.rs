//! What may be kept of a sandbox call: everything else is taken out before anything is stored.
//!
//! Denied unless allowed: a text stays only under a name that its endpoint lists as harmless
//! ([`crate::endpoint::Endpoint::shown`]) or that every answer of ours has, and only if it does
//! not look like a number of a person, an address of one, a key or a document. Names that stand
//! for such things are refused whatever a list says.

use serde_json::{Map, Value};

use crate::endpoint::Endpoint;

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
    /// Anywhere else.
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

    /// A request's body.
    pub(super) fn request(&mut self, body: &Value) -> Value {
        self.value("", body, Place::Inner)
    }

    /// An answer's body.
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
        if name.len() <= NAME_CHARS_MAX && name.bytes().all(plain) && !has_long_number(name) {
            return name.to_owned();
        }
        self.redacted()
    }

    fn text(&mut self, name: &str, text: &str, place: Place) -> String {
        if text.is_empty() {
            return String::new();
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

/// Whether a text looks like no number, address, key or document of anybody.
fn is_harmless(text: &str) -> bool {
    if uuid::Uuid::try_parse(text).is_ok() {
        return true;
    }
    text.chars().count() <= TEXT_CHARS_MAX
        && !text.contains('@')
        && !text.contains("kofa_")
        && !text.contains('\0')
        && !has_long_number(text)
        && !has_base64(text)
}

/// Digits with spaces, dashes or the like between them are still one number.
fn has_long_number(text: &str) -> bool {
    let mut digits = 0;
    for letter in text.chars() {
        match letter {
            ' ' | '-' | '.' | '(' | ')' | '/' => {}
            _ if letter.is_numeric() => digits += 1,
            _ => digits = 0,
        }
        if digits > DIGITS_MAX {
            return true;
        }
    }
    false
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
        fn nothing_panics(text in "\\PC{0,60}") {
            let mut redactor = Redactor::new(&PLACE);
            redactor.parameter(&text, &text);
            redactor.words(&text);
        }
    }
}
