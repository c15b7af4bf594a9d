//! An answer of proof of address as a page shows it: fields, checks, and where they stand.

use std::fmt::Write as _;

use serde_json::Value;

use crate::kit::show::{Html, escape, sentence};

/// Fields of an answer: name and label.
pub(super) const FIELDS: [(&str, &str); 6] = [
    ("full_address", "Full address"),
    ("street", "Street"),
    ("city", "City"),
    ("lga", "LGA"),
    ("state", "State"),
    ("country", "Country"),
];
/// Width and height of a page on which places are shown; a sheet of A4.
const SHEET: (f64, f64) = (1_000.0, 1_414.0);
/// Sheets that are shown; a field of the answer rarely stands on two.
const SHEETS_MAX: usize = 4;

#[derive(Debug)]
pub(super) struct AnswerView {
    pub(super) fields: Vec<FieldView>,
    /// Why a person should look, in sentences.
    pub(super) reasons: Vec<String>,
    pub(super) checks: Vec<CheckView>,
    /// The pages on which something stands, each with its number.
    pub(super) sheets: Vec<(u64, Html)>,
}

#[derive(Debug)]
pub(super) struct FieldView {
    pub(super) name: &'static str,
    pub(super) label: &'static str,
    pub(super) value: String,
    /// Where the value comes from; empty if that is not known.
    pub(super) source: String,
    pub(super) tone: &'static str,
    pub(super) confidence: String,
    pub(super) evidence: Vec<String>,
}

#[derive(Debug)]
pub(super) struct CheckView {
    pub(super) severity: String,
    pub(super) tone: &'static str,
    pub(super) message: String,
    pub(super) evidence: Vec<String>,
}

fn texts(value: &Value) -> Vec<String> {
    let all = value.as_array().into_iter().flatten();
    all.filter_map(|one| one.as_str().map(str::to_owned))
        .collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// `0.934` as `93%`.
fn per_cent(confidence: &Value) -> String {
    let share = confidence.as_f64();
    share.map_or_else(String::new, |share| format!("{:.0}%", share * 100.0))
}

/// Why a person should look, as a sentence.
fn reason(word: &str) -> String {
    let words = match word {
        "no_address" => "The document shows no address of its holder.",
        "filled_field" => "A field was derived or inferred, not read.",
        "low_confidence" => "The confidence of a field is below 80%.",
        "close_candidates" => "Another address in the document fits about as well.",
        "ambiguous_place" => "The names fit several places, or contradict each other.",
        "foreign_address" => "The address is not in Nigeria.",
        "post_box_only" => "The address names no street, only a post box.",
        "unread_pages" => "Some pages could not be read.",
        "provider_chose" => "An AI provider chose the address.",
        "poor_picture" => "A picture is dark, blurred or cut off, or its letters are small.",
        "failed_check" => "A check did not pass.",
        "not_as_expected" => "The document does not match what was expected.",
        other => return sentence(other),
    };
    words.to_owned()
}

impl AnswerView {
    /// Of an answer's `data`.
    pub(super) fn new(data: &Value) -> Self {
        Self {
            fields: FIELDS.map(|of| FieldView::new(of, data)).into(),
            reasons: texts(&data["review_reasons"])
                .iter()
                .map(|word| reason(word))
                .collect(),
            checks: data["checks"]
                .as_array()
                .map_or_else(Vec::new, |all| all.iter().map(CheckView::new).collect()),
            sheets: sheets(&data["regions"]),
        }
    }
}

impl FieldView {
    fn new((name, label): (&'static str, &'static str), data: &Value) -> Self {
        let facts = &data["field_metadata"][name];
        let source = text(&facts["source"]);
        Self {
            name,
            label,
            value: text(&data[name]),
            tone: match source.as_str() {
                "extracted" => "ok",
                "derived" | "inferred" => "warn",
                _ => "",
            },
            confidence: match source.as_str() {
                "" | "not_found" => String::new(),
                _ => per_cent(&facts["confidence"]),
            },
            source: sentence(&source),
            evidence: texts(&facts["evidence"]),
        }
    }
}

impl CheckView {
    fn new(one: &Value) -> Self {
        let severity = text(&one["severity"]);
        Self {
            tone: match severity.as_str() {
                "info" => "plain",
                "review" => "warn",
                _ => "bad",
            },
            severity: sentence(&severity),
            message: text(&one["message"]),
            evidence: texts(&one["evidence"]),
        }
    }
}

/// Each page on which a field stands, as a drawing: its places as they are on the upright page.
fn sheets(regions: &Value) -> Vec<(u64, Html)> {
    let mut found: Vec<(u64, String)> = Vec::new();
    for (name, label) in FIELDS {
        for region in regions[name].as_array().into_iter().flatten() {
            let Some(page) = region["page"].as_u64() else {
                continue;
            };
            let at = match found.iter().position(|(one, _)| *one == page) {
                Some(at) => at,
                None => {
                    found.push((page, String::new()));
                    found.len() - 1
                }
            };
            draw(&mut found[at].1, (name, label), region);
        }
    }
    found.sort_by_key(|(page, _)| *page);
    found.truncate(SHEETS_MAX);
    let (width, height) = SHEET;
    let sheet = |(page, shapes): (u64, String)| {
        let svg = format!(
            "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" \
             aria-label=\"Places of the fields on page {page}\">{shapes}</svg>"
        );
        (page, Html(svg))
    };
    found.into_iter().map(sheet).collect()
}

fn draw(out: &mut String, (name, label): (&str, &str), region: &Value) {
    let corner = |at: usize, axis: usize| {
        let share = region["polygon"][at][axis].as_f64().unwrap_or_default();
        share.clamp(0.0, 1.0)
    };
    let (width, height) = SHEET;
    let _ = write!(out, "<g class=\"r-{name}\"><polygon points=\"");
    for at in 0..4 {
        let (x, y) = (corner(at, 0) * width, corner(at, 1) * height);
        let _ = write!(out, "{x:.1},{y:.1} ");
    }
    let _ = write!(out, "\"><title>{label}: ");
    let words = text(&region["text"]);
    escape(out, &words);
    out.push_str("</title></polygon>");
    // The whole address is drawn in its parts, too.
    let line = (corner(3, 1) - corner(0, 1)) * height;
    let _ = write!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{:.1}\" textLength=\"{:.1}\" \
         lengthAdjust=\"spacingAndGlyphs\" aria-hidden=\"true\">",
        corner(3, 0) * width,
        corner(3, 1) * height - line * 0.2,
        line * 0.85,
        ((corner(2, 0) - corner(3, 0)) * width).max(1.0),
    );
    escape(out, &words);
    out.push_str("</text></g>");
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn places_are_drawn_on_their_pages() {
        let corners = json!([[0.25, 0.5], [0.5, 0.5], [0.5, 0.52], [0.25, 0.52]]);
        let region = |page: u32| json!([{"page": page, "polygon": corners, "text": "A & <b>"}]);
        let data = json!({
            "street": "A & <b>", "confidence": 0.9, "review_reasons": ["low_confidence", "new_one"],
            "field_metadata": {"street": {
                "source": "extracted", "confidence": 0.934, "evidence": ["A & <b>"],
            }, "city": {"source": "not_found", "confidence": 0, "evidence": []}},
            "regions": {"street": region(2), "city": [], "state": region(1)},
        });
        let view = AnswerView::new(&data);
        assert_eq!(
            view.sheets.iter().map(|one| one.0).collect::<Vec<_>>(),
            [1, 2]
        );
        let drawn = &view.sheets[1].1.0;
        assert!(
            drawn.contains("points=\"250.0,707.0 500.0,707.0 "),
            "{drawn}"
        );
        assert!(
            drawn.contains("A &amp; &lt;b&gt;") && !drawn.contains("<b>"),
            "{drawn}"
        );
        let street = &view.fields[1];
        assert_eq!((street.confidence.as_str(), street.tone), ("93%", "ok"));
        assert_eq!(
            (view.fields[2].confidence.as_str(), view.fields[2].tone),
            ("", "")
        );
        assert_eq!(
            view.reasons,
            ["The confidence of a field is below 80%.", "New one"]
        );
    }

    #[test]
    fn an_answer_of_any_shape_is_shown() {
        for data in [
            json!(null),
            json!([]),
            json!({"regions": {"street": [{"page": 1}]}}),
        ] {
            assert_eq!(AnswerView::new(&data).fields.len(), 6);
        }
    }
}
