//! Reads what the provider said. Its answer is as little trusted as a document.

use kofa_address::Opinion;
use serde_json::Value;

use super::Silence;

/// Longest value, in characters.
const VALUE_CHARS_MAX: usize = 300;
/// Most clues looked at.
const CLUES_MAX: usize = 8;

/// The opinion in the body of a chat completion.
pub(super) fn opinion(body: &[u8]) -> Result<Opinion, Silence> {
    let answer: Value = serde_json::from_slice(body).map_err(|_| Silence::Malformed)?;
    let text = answer["choices"][0]["message"]["content"].as_str();
    let text = without_fence(text.ok_or(Silence::Malformed)?);
    let said: Value = serde_json::from_str(text).map_err(|_| Silence::Malformed)?;
    if !said.is_object() {
        return Err(Silence::Malformed);
    }
    let clues = match &said["clues"] {
        Value::Null => Vec::new(),
        Value::Array(clues) => clues
            .iter()
            .take(CLUES_MAX)
            .map(value)
            .collect::<Result<_, _>>()?,
        _ => return Err(Silence::Malformed),
    };
    Ok(Opinion {
        full_address: value(&said["full_address"])?,
        street: value(&said["street"])?,
        city: value(&said["city"])?,
        state: value(&said["state"])?,
        lga: value(&said["lga"])?,
        country: value(&said["country"])?,
        clues,
    })
}

/// A text; absent and null are empty.
fn value(value: &Value) -> Result<String, Silence> {
    match value {
        Value::Null => Ok(String::new()),
        Value::String(text) if text.chars().count() <= VALUE_CHARS_MAX => {
            Ok(text.trim().to_owned())
        }
        _ => Err(Silence::Malformed),
    }
}

/// Models that know no schema like to wrap their JSON.
fn without_fence(text: &str) -> &str {
    let text = text.trim();
    let inner = text
        .strip_prefix("```json")
        .or_else(|| text.strip_prefix("```"));
    inner.map_or(text, |inner| inner.trim_end_matches('`').trim())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn said(content: &str) -> Result<Opinion, Silence> {
        let body = json!({"choices": [{"message": {"role": "assistant", "content": content}}]});
        opinion(body.to_string().as_bytes())
    }

    #[test]
    fn only_the_agreed_shape_is_an_opinion() {
        let good = r#"{"full_address": "12 Allen Avenue", "state": null, "clues": ["Ikeja"]}"#;
        let read = said(good).unwrap();
        assert_eq!(
            (read.full_address.as_str(), read.state.as_str()),
            ("12 Allen Avenue", "")
        );
        assert_eq!(said(&format!("```json\n{good}\n```")), Ok(read));
        let long = format!(r#"{{"street": "{}"}}"#, "x".repeat(VALUE_CHARS_MAX + 1));
        for bad in [
            "",
            "12 Allen Avenue",
            "[]",
            r#"{"lga": 7}"#,
            r#"{"clues": "Ikeja"}"#,
            &long,
        ] {
            assert_eq!(said(bad), Err(Silence::Malformed), "{bad}");
        }
        for body in [
            "",
            "{}",
            r#"{"choices": []}"#,
            r#"{"error": {"message": "no"}}"#,
            "<html>",
        ] {
            assert_eq!(opinion(body.as_bytes()), Err(Silence::Malformed), "{body}");
        }
    }

    proptest! {
        #[test]
        fn any_answer_is_survived(body in "\\PC{0,200}") {
            let _ = opinion(body.as_bytes());
            let _ = said(&body);
        }
    }
}
