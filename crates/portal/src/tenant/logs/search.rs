//! The search box: words such as `status:4xx` become fields of the filter.

use kofa_core::endpoint::Endpoint;
use kofa_domain::{KeyId, RequestId};
use kofa_insight::calls::StatusFilter;

use super::asked::{Asked, ERRORS, PERIODS};

/// Words of the box and the fields they are, the first of each the one that is shown.
const FIELDS: [(&str, &str); 14] = [
    ("status", "status"),
    ("endpoint", "endpoint"),
    ("key", "key"),
    ("code", "error"),
    ("error", "error"),
    ("id", "request"),
    ("request", "request"),
    ("product", "service"),
    ("service", "service"),
    ("charge", "charge"),
    ("period", "period"),
    ("last", "period"),
    ("from", "from"),
    ("until", "until"),
];
/// What may stand before a request id.
const ID_PREFIX: &str = "req_";

/// What a field is called in the box.
pub(super) fn word(field: &str) -> &'static str {
    let found = FIELDS.iter().find(|(_, name)| *name == field);
    found.map_or("", |(word, _)| word)
}

/// What words may mean.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'a> {
    pub(super) endpoints: &'a [&'static Endpoint],
    pub(super) keys: &'a [(KeyId, String)],
}

/// Takes what was typed into the filter, or says what is wrong with each word.
pub(super) fn take_in(asked: &mut Asked, known: Known<'_>) -> Result<(), Vec<String>> {
    let typed = std::mem::take(&mut asked.search);
    let mut wrong = Vec::new();
    for word in words(&typed) {
        match read(&word, known) {
            Ok((field, value)) => asked.set(field, value),
            Err(message) => wrong.push(message),
        }
    }
    if wrong.is_empty() {
        return Ok(());
    }
    asked.search = typed;
    Err(wrong)
}

/// Parted by spaces, but not inside quotation marks, which go.
fn words(typed: &str) -> Vec<String> {
    let (mut words, mut word, mut is_quoted) = (Vec::new(), String::new(), false);
    for letter in typed.chars() {
        match letter {
            '"' | '\u{201c}' | '\u{201d}' => is_quoted = !is_quoted,
            letter if letter.is_whitespace() && !is_quoted => words.push(std::mem::take(&mut word)),
            letter => word.push(letter),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

fn read(word: &str, known: Known<'_>) -> Result<(&'static str, String), String> {
    let Some((name, value)) = word.split_once(':') else {
        return bare(word, known);
    };
    let lower = name.to_ascii_lowercase();
    let Some((_, field)) = FIELDS.iter().find(|(one, _)| *one == lower) else {
        return Err(format!(
            "\u{201c}{name}\u{201d} is not a search field. Use status, endpoint, key, code, id, \
             product, charge, last, from or until."
        ));
    };
    if value.is_empty() {
        return Err(format!("Write a value after \u{201c}{name}:\u{201d}."));
    }
    let value = match *field {
        "key" => key(value, known.keys)?,
        "request" => value.strip_prefix(ID_PREFIX).unwrap_or(value).to_owned(),
        "endpoint" => endpoint(value, known.endpoints).unwrap_or(value).to_owned(),
        _ => value.to_owned(),
    };
    Ok((field, value))
}

/// A word alone: what it can only be.
fn bare(word: &str, known: Known<'_>) -> Result<(&'static str, String), String> {
    let found = |field, value: &str| Ok((field, value.to_owned()));
    let id = word.strip_prefix(ID_PREFIX).unwrap_or(word);
    let lower = word.to_ascii_lowercase();
    if RequestId::try_parse(id).is_ok() {
        return found("request", id);
    }
    if StatusFilter::parse(&lower).is_some() || lower == ERRORS {
        return found("status", &lower);
    }
    if PERIODS.iter().any(|(period, _, _)| *period == lower) {
        return found("period", &lower);
    }
    if let Some(endpoint) = endpoint(word, known.endpoints) {
        return found("endpoint", endpoint);
    }
    if ["charged", "free"].contains(&lower.as_str()) {
        return found("charge", &lower);
    }
    let is_code = |byte: u8| byte.is_ascii_lowercase() || byte == b'_' || byte.is_ascii_digit();
    if word.contains('_') && word.bytes().all(is_code) {
        return found("error", word);
    }
    Err(format!(
        "\u{201c}{word}\u{201d} was not understood. Write a field and a value, such as status:404, \
         endpoint:getCompanyByRc, key:\u{201c}My key\u{201d} or code:invalid_field."
    ))
}

fn endpoint(text: &str, endpoints: &[&'static Endpoint]) -> Option<&'static str> {
    let mut names = endpoints.iter().map(|one| one.operation_id);
    names.find(|name| name.eq_ignore_ascii_case(text))
}

/// The id of a key that is named by it or by the key's name.
fn key(text: &str, keys: &[(KeyId, String)]) -> Result<String, String> {
    if text.starts_with("key_") {
        return Ok(text.to_owned());
    }
    let is_it = |(_, name): &&(KeyId, String)| name.to_lowercase() == text.to_lowercase();
    let mut found = keys.iter().filter(is_it).map(|(id, _)| id.to_string());
    match (found.next(), found.next()) {
        (Some(id), None) => Ok(id),
        (Some(_), Some(_)) => Err(format!(
            "Several keys are called \u{201c}{text}\u{201d}. Use the id of one: key:key_\u{2026}"
        )),
        (None, _) => Err(format!("No key is called \u{201c}{text}\u{201d}.")),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    static LOOK: Endpoint = Endpoint {
        operation_id: "getCompany",
        ..Endpoint::BASE
    };

    fn key_id(digit: char) -> KeyId {
        KeyId::parse(&format!("key_{}", digit.to_string().repeat(32))).unwrap()
    }

    fn search(text: &str) -> Result<String, Vec<String>> {
        let keys = [
            (key_id('1'), "My till".to_owned()),
            (key_id('2'), "Twin".to_owned()),
            (key_id('3'), "twin".to_owned()),
        ];
        let known = Known {
            endpoints: &[&LOOK],
            keys: &keys,
        };
        let typed: String = form_urlencoded::byte_serialize(text.as_bytes()).collect();
        let mut asked = Asked::parse(Some(&format!("q={typed}")));
        let taken = take_in(&mut asked, known);
        assert_eq!(asked.search.is_empty(), taken.is_ok());
        taken.map(|()| asked.query(&[]))
    }

    #[test]
    fn words_become_fields() {
        let check = |text: &str, expected: &str| assert_eq!(search(text).unwrap(), expected);
        check("", "");
        check("status:4xx  code:not_found", "?status=4xx&error=not_found");
        check(
            "404 getcompany 24h",
            "?period=24h&endpoint=getCompany&status=404",
        );
        check(
            "ERRORS free invalid_rc_number",
            "?status=errors&error=invalid_rc_number&charge=free",
        );
        let till = format!("?key={}", key_id('1'));
        check("key:\"my till\"", &till);
        check(&format!("Key:{}", key_id('1')), &till);
        let id = "0190a6c8-1111-7222-8333-123456789012";
        for text in [
            format!("id:req_{id}"),
            format!("id:{id}"),
            id.to_owned(),
            format!("req_{id}"),
        ] {
            check(&text, &format!("?request={id}"));
        }
        check("from:2026-11-21T10:30", "?from=2026-11-21T10%3A30");
        // What no field takes is the filter's to refuse.
        check("status:9xx", "?status=9xx");
    }

    #[test]
    fn what_is_wrong_is_said_of_each_word() {
        let wrong = search("colour:red what status: key:twin key:none").unwrap_err();
        assert_eq!(wrong.len(), 5);
        for (message, part) in wrong.iter().zip([
            "\u{201c}colour\u{201d} is not a search field",
            "\u{201c}what\u{201d} was not understood",
            "Write a value after \u{201c}status:\u{201d}",
            "Several keys are called \u{201c}twin\u{201d}",
            "No key is called \u{201c}none\u{201d}",
        ]) {
            assert!(message.contains(part), "{message}");
        }
    }

    #[test]
    fn every_field_has_its_word() {
        for (_, field) in FIELDS {
            assert!(!word(field).is_empty());
        }
        assert_eq!((word("error"), word("request")), ("code", "id"));
    }

    proptest! {
        #[test]
        fn nothing_panics(text in "\\PC{0,60}") {
            let _ = search(&text);
        }
    }
}
