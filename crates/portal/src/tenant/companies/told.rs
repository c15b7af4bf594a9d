//! An answer of the registry as a page shows it: all that it says, in the order in which it does.

use serde_json::Value;

use crate::kit::show::{count, sentence, written_moment};

/// A part of an answer: what it says of one thing, and lists.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Section {
    /// Empty for the answer itself.
    pub(super) title: String,
    pub(super) pairs: Vec<(String, String)>,
    pub(super) head: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
    /// Rows of the list that are not shown.
    pub(super) more: usize,
}

/// Fields that say the same as others, or nothing to people.
const LEFT_OUT: [&str; 4] = ["affiliateId", "surname", "firstName", "otherName"];

/// `registeredAddress` as `Registered address`.
fn label(name: &str) -> String {
    let mut words = String::with_capacity(name.len() + 4);
    for c in name.chars() {
        if c.is_ascii_uppercase() {
            words.push(' ');
        }
        words.push(c.to_ascii_lowercase());
    }
    sentence(
        &words
            .replace("rc number", "RC number")
            .replace("psc", "PSC"),
    )
}

/// A value in a line; empty for what is not known.
fn shown(name: &str, value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(true) => "Yes".to_owned(),
        Value::Bool(false) => "No".to_owned(),
        Value::String(text) => match written_moment(text) {
            Some(moment) => moment,
            None if is_word(text) => sentence(&text.to_lowercase()),
            None => text.clone(),
        },
        Value::Number(number) => match number.as_i64() {
            Some(whole) if !name.contains("Id") => count(whole),
            _ => number.to_string(),
        },
        Value::Array(all) => {
            let all = all.iter().map(|one| shown(name, one));
            all.filter(|one| !one.is_empty())
                .collect::<Vec<_>>()
                .join(", ")
        }
        Value::Object(fields) => {
            // A yes or no says nothing without its name.
            let fields = fields.iter().filter(|(_, value)| !value.is_boolean());
            let all = fields.map(|(name, value)| shown(name, value));
            all.filter(|one| !one.is_empty())
                .collect::<Vec<_>>()
                .join(" ")
        }
    }
}

/// Whether it is a word of the API, such as `PART_SATISFIED`, and no name or abbreviation.
fn is_word(text: &str) -> bool {
    text.len() > 4 && text.chars().all(|c| c.is_ascii_uppercase() || c == '_')
}

fn is_list(value: &Value) -> bool {
    let first = value.as_array().and_then(|all| all.first());
    first.is_some_and(Value::is_object)
}

/// What an answer's `data` says, of lists at most `rows_max` rows; nothing of one without.
pub(super) fn sections(data: &Value, rows_max: usize) -> Vec<Section> {
    let Some(fields) = data.as_object() else {
        return Vec::new();
    };
    let pairs = fields.iter().filter(|(_, value)| !is_list(value));
    let pairs = pairs.map(|(name, value)| (label(name), shown(name, value)));
    let mut all = vec![Section {
        title: String::new(),
        pairs: pairs.filter(|(_, text)| !text.is_empty()).collect(),
        head: Vec::new(),
        rows: Vec::new(),
        more: 0,
    }];
    for (name, value) in fields.iter().filter(|(_, value)| is_list(value)) {
        let rows = value.as_array().map(Vec::as_slice).unwrap_or_default();
        let shown = rows.len().min(rows_max);
        all.push(Section {
            more: rows.len() - shown,
            ..list(name, &rows[..shown])
        });
    }
    all
}

/// A list with the columns of which something is known.
fn list(name: &str, rows: &[Value]) -> Section {
    let mut columns: Vec<&str> = Vec::new();
    for (name, value) in rows.iter().filter_map(Value::as_object).flatten() {
        let is_said = !matches!(value, Value::Bool(false)) && !shown(name, value).is_empty();
        if is_said && !columns.contains(&name.as_str()) && !LEFT_OUT.contains(&name.as_str()) {
            columns.push(name);
        }
    }
    // The name of a person or body leads.
    columns.sort_by_key(|name| !matches!(*name, "fullName" | "name"));
    let row = |row: &Value| {
        columns
            .iter()
            .map(|name| shown(name, &row[*name]))
            .collect()
    };
    Section {
        title: label(name),
        pairs: Vec::new(),
        head: columns.iter().map(|name| label(name)).collect(),
        rows: rows.iter().map(row).collect(),
        more: 0,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_answer_is_shown_whole() {
        let data = json!({
            "rcNumber": "1885308", "companyName": "ABC LTD", "registrationStatus": "STRUCK_OFF",
            "city": null, "objectives": ["Trade", "Farming"], "classificationId": 1234,
            "issuedShares": 8_000_000, "source": {"registry": "CAC", "cached": false},
            "shareholders": [
                {"isCorporate": false, "name": "Ngozi", "percentage": 12.5, "note": null},
                {"isCorporate": true, "name": "ABC LTD", "percentage": 87.5, "note": null},
            ],
        });
        let all = sections(&data, 10);
        let pair = |name: &str| {
            let found = all[0].pairs.iter().find(|(one, _)| one == name);
            found.map(|(_, text)| text.as_str())
        };
        assert_eq!(pair("RC number"), Some("1885308"));
        assert_eq!(pair("Company name"), Some("ABC LTD"));
        assert_eq!(pair("Registration status"), Some("Struck off"));
        assert_eq!(pair("Issued shares"), Some("8,000,000"));
        assert_eq!(pair("Classification id"), Some("1234"));
        assert_eq!(pair("Objectives"), Some("Trade, Farming"));
        assert_eq!(pair("Source"), Some("CAC"));
        assert_eq!(pair("City"), None);
        assert_eq!(all[1].head, ["Name", "Percentage", "Is corporate"]);
        assert_eq!(all[1].rows[1], ["ABC LTD", "87.5", "Yes"]);
        assert_eq!((all[1].rows.len(), all[1].more), (2, 0));
        let cut = sections(&data, 1).swap_remove(1);
        assert_eq!((cut.rows.len(), cut.more), (1, 1));
        for other in [json!(null), json!([1]), json!("x")] {
            assert_eq!(sections(&other, 10), []);
        }
    }
}
