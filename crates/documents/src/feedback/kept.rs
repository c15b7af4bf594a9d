//! What is kept of a reading, in a few kilobytes, sealed under the reading's id.

use std::fmt;
use std::io::{Read as _, Write as _};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use kofa_address::{Capture, Document, DocumentKind, FieldFacts, Flaws, Page, Source, Word};
use kofa_domain::{Error, Ids, RequestId, Result};
use kofa_gazetteer::{issuers, normalise};
use kofa_store::Vault;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::WORDS_MAX;
use crate::Finding;
use crate::address_data::reviewed;
use crate::wanted::Include;

/// Digits from which a word is a number that could name a person or an account.
const DIGITS_MIN: usize = 7;
/// Largest reading when it is unpacked, in bytes: what was packed is far smaller.
const UNPACKED_MAX: u64 = 4 * 1024 * 1024;
/// Letters of an issuer's name below which it may stand anywhere by chance.
const NAME_LETTERS_MIN: usize = 4;

/// What a document was read as.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct KeptReading {
    /// In the order of [`FIELDS`](super::FIELDS).
    pub(crate) fields: [KeptField; 6],
    pub(crate) requires_review: bool,
    /// The answer with where each field stands and comes from, as its caller was told; `None` in
    /// readings from before it was kept.
    #[serde(default)]
    pub(crate) answer: Option<Value>,
    /// The pages; none if there were too many words.
    pages: Vec<KeptPage>,
}

/// A field as it was answered.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct KeptField {
    pub(crate) value: String,
    /// 0 to 1, of a value that was extracted.
    pub(crate) confidence: Option<f64>,
}

#[derive(Clone, PartialEq, Serialize, Deserialize)]
struct KeptPage {
    /// In points.
    width: f32,
    height: f32,
    /// 0 a text layer, 1 a scan, 2 a photo.
    capture: u8,
    /// Text; left, top, right, bottom in tenths of a point; certainty in hundredths.
    words: Vec<(String, [i32; 4], u8)>,
}

impl fmt::Debug for KeptReading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<a reading>")
    }
}

/// The number of a capture class in what is kept, and to `tools/reader`.
pub(crate) fn capture_number(capture: Capture) -> u8 {
    match capture {
        Capture::BornDigital => 0,
        Capture::Scan => 1,
        Capture::Photo => 2,
    }
}

/// The word of a capture class.
pub(crate) fn capture_word(capture: Capture) -> &'static str {
    match capture {
        Capture::BornDigital => "text",
        Capture::Scan => "scan",
        Capture::Photo => "photo",
    }
}

/// How the page of the answer came to be, or the first page.
pub(crate) fn capture_of(finding: &Finding) -> &'static str {
    let best = finding.address.candidates.first();
    let page = best.map_or(0, |it| (it.page as usize).saturating_sub(1));
    let page = finding.document.pages.get(page);
    let page = page.or(finding.document.pages.first());
    page.map_or("text", |it| capture_word(it.capture))
}

/// The issuer of the table that the printed name is, or holds; empty for any other. A printed
/// name itself is not kept: a landlord's is a person's.
pub(crate) fn issuer_of(finding: &Finding) -> &'static str {
    let Some(printed) = &finding.inspection.paper.issuer_name else {
        return "";
    };
    let whole = normalise(printed);
    let named = |name: &str| {
        let name = normalise(name);
        name.len() >= NAME_LETTERS_MIN && whole.contains(&name) || whole == name
    };
    let known = issuers().iter().find(|it| it.names().any(named));
    known.map_or("", |it| it.name)
}

impl KeptReading {
    /// Of what was found for a caller who asked for `include`.
    pub(crate) fn of(finding: &Finding, include: Include) -> Self {
        let (found, facts) = (&finding.address, &finding.address.fields);
        let field = |value: &String, facts: &FieldFacts| KeptField {
            value: value.clone(),
            confidence: (facts.source == Source::Extracted).then_some(facts.confidence),
        };
        let pages = &finding.document.pages;
        let words: usize = pages.iter().map(|page| page.words.len()).sum();
        Self {
            fields: [
                field(&found.full_address, &facts.full_address),
                field(&found.street, &facts.street),
                field(&found.city, &facts.city),
                field(&found.state, &facts.state),
                field(&found.lga, &facts.lga),
                field(&found.country, &facts.country),
            ],
            requires_review: found.requires_review,
            answer: reviewed(finding, include).map(struck),
            pages: match words <= WORDS_MAX {
                true => pages.iter().map(kept_page).collect(),
                false => Vec::new(),
            },
        }
    }

    /// The document as the engine takes it; `None` if its words were not kept.
    pub(crate) fn document(&self) -> Option<Document> {
        (!self.pages.is_empty()).then(|| Document {
            kind: DocumentKind::Pdf,
            pages: self.pages.iter().map(page).collect(),
        })
    }

    /// The answer and all words of the pages.
    pub(crate) fn text(&self) -> String {
        let values = self.fields.iter().map(|field| field.value.as_str());
        let words = self.pages.iter().flat_map(|page| &page.words);
        let mut all: Vec<&str> = values
            .chain(words.map(|(text, ..)| text.as_str()))
            .collect();
        if let Some(answer) = &self.answer {
            texts(answer, &mut all);
        }
        all.join(" ")
    }

    /// Whether the caller was told that a person should look.
    pub(crate) fn is_to_review(&self) -> bool {
        let told = self.answer.as_ref().map(|it| &it["requires_review"]);
        told.map_or(self.requires_review, |told| *told == true)
    }

    /// The least confidence of the answer in hundredths, if it is known.
    pub(crate) fn hundredths(&self) -> Option<i64> {
        let least = self.answer.as_ref()?["confidence"].as_f64()?;
        Some((least * 100.0).round() as i64)
    }

    /// Compressed and sealed.
    ///
    /// # Errors
    /// `internal_error` if the cipher refuses.
    pub(crate) fn seal(&self, vault: &Vault, id: RequestId) -> Result<Vec<u8>> {
        let json = serde_json::to_vec(self).map_err(|_| unreadable())?;
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::default());
        packed.write_all(&json).map_err(|_| unreadable())?;
        let packed = packed.finish().map_err(|_| unreadable())?;
        Ok(vault.seal(&context("reading", id), &packed, Ids)?)
    }

    /// # Errors
    /// `internal_error` if it was not sealed for `id` with this key.
    pub(crate) fn open(vault: &Vault, id: RequestId, sealed: &[u8]) -> Result<Self> {
        let packed = vault.open(&context("reading", id), sealed)?;
        let mut json = Vec::new();
        let mut unpacked = DeflateDecoder::new(&packed.expose()[..]).take(UNPACKED_MAX);
        unpacked.read_to_end(&mut json).map_err(|_| unreadable())?;
        // The parser's words could repeat what it read.
        serde_json::from_slice(&json).map_err(|_| unreadable())
    }
}

/// All texts of a JSON value.
fn texts<'a>(value: &'a Value, all: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => all.push(text),
        Value::Array(values) => values.iter().for_each(|one| texts(one, all)),
        Value::Object(fields) => fields.values().for_each(|one| texts(one, all)),
        _ => {}
    }
}

/// Binds a value to what and whose it is.
pub(crate) fn context(part: &str, id: RequestId) -> String {
    format!("poa-reading.{part}/{id}")
}

fn unreadable() -> Error {
    Error::internal("what was kept of a reading cannot be read")
}

fn kept_page(page: &Page) -> KeptPage {
    let tenths = |points: f32| (points * 10.0).round() as i32;
    let word = |it: &Word| {
        let area = [it.left, it.top, it.right, it.bottom].map(tenths);
        let certainty = (it.confidence.clamp(0.0, 1.0) * 100.0).round() as u8;
        (without_numbers(&it.text), area, certainty)
    };
    KeptPage {
        width: page.width,
        height: page.height,
        capture: capture_number(page.capture),
        words: page.words.iter().map(word).collect(),
    }
}

/// A word with the digits of long numbers struck out: accounts, telephones, meters, BVN and NIN.
/// The judge sees only that it is a number.
fn without_numbers(text: &str) -> String {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    if digits < DIGITS_MIN {
        return text.to_owned();
    }
    let struck = |letter: char| if letter.is_ascii_digit() { '0' } else { letter };
    text.chars().map(struck).collect()
}

/// An answer with long numbers struck out of all that is quoted from the document.
fn struck(mut answer: Value) -> Value {
    fn strike(value: &mut Value) {
        match value {
            Value::String(text) => {
                let words: Vec<String> = text.split(' ').map(without_numbers).collect();
                *text = words.join(" ");
            }
            Value::Array(values) => values.iter_mut().for_each(strike),
            Value::Object(fields) => fields.values_mut().for_each(strike),
            _ => {}
        }
    }
    for part in ["field_metadata", "regions", "checks"] {
        if let Some(part) = answer.get_mut(part) {
            strike(part);
        }
    }
    answer
}

fn page(kept: &KeptPage) -> Page {
    let word = |(text, area, certainty): &(String, [i32; 4], u8)| {
        let [left, top, right, bottom] = area.map(|tenths| tenths as f32 / 10.0);
        Word {
            text: text.clone(),
            left,
            top,
            right,
            bottom,
            confidence: f32::from(*certainty) / 100.0,
        }
    };
    Page {
        width: kept.width,
        height: kept.height,
        capture: match kept.capture {
            0 => Capture::BornDigital,
            1 => Capture::Scan,
            _ => Capture::Photo,
        },
        turned: 0,
        picture_only: false,
        covered: 0,
        flaws: Flaws::NONE,
        words: kept.words.iter().map(word).collect(),
    }
}

#[cfg(test)]
mod tests {
    use kofa_domain::Sensitive;

    use super::*;

    fn reading() -> KeptReading {
        let words = [
            "Account:",
            "0123456789",
            "12",
            "Allen",
            "Avenue,",
            "Ikeja",
            "100271",
        ];
        let word = |at: usize, text: &str| Word {
            text: text.to_owned(),
            left: 10.05 + at as f32 * 40.0,
            top: 100.0,
            right: 40.0 + at as f32 * 40.0,
            bottom: 112.5,
            confidence: 0.987,
        };
        let document = Page {
            width: 595.0,
            height: 842.0,
            capture: Capture::Scan,
            turned: 0,
            picture_only: false,
            covered: 0,
            flaws: Flaws::NONE,
            words: (0..).zip(words).map(|(at, text)| word(at, text)).collect(),
        };
        let field = KeptField {
            value: "12 Allen Avenue".to_owned(),
            confidence: Some(0.93),
        };
        KeptReading {
            fields: std::array::from_fn(|_| field.clone()),
            requires_review: false,
            answer: None,
            pages: vec![kept_page(&document)],
        }
    }

    #[test]
    fn long_numbers_are_struck_out_of_what_is_quoted() {
        let answer = struck(serde_json::json!({
            "street": "12 Allen",
            "checks": [{"evidence": ["Account 0123456789 of 12 Allen"]}],
            "regions": {"street": [{"text": "+2348031239876", "polygon": [[0.5, 1.0]]}]},
        }));
        assert_eq!(
            answer["checks"][0]["evidence"][0],
            "Account 0000000000 of 12 Allen"
        );
        assert_eq!(answer["regions"]["street"][0]["text"], "+0000000000000");
        assert_eq!(answer["regions"]["street"][0]["polygon"][0][0], 0.5);
        assert_eq!(answer["street"], "12 Allen");
    }

    #[test]
    fn long_numbers_are_not_kept_and_nothing_is_in_clear() {
        let (vault, reading) = (Vault::new(&Sensitive::new([7; 32])), reading());
        let id = Ids.uuid(kofa_domain::Timestamp::from_micros(0));
        let sealed = reading.seal(&vault, id).unwrap();
        let opened = KeptReading::open(&vault, id, &sealed).unwrap();
        assert!(opened == reading);
        let document = opened.document().unwrap();
        let words: Vec<&str> = document.pages[0]
            .words
            .iter()
            .map(|it| it.text.as_str())
            .collect();
        assert_eq!(words[..3], ["Account:", "0000000000", "12"]);
        // A postcode has six digits.
        assert_eq!(words[6], "100271");
        assert!((document.pages[0].words[0].left - 10.1).abs() < 0.06);
        assert_eq!(format!("{opened:?}"), "<a reading>");
        let other = Ids.uuid(kofa_domain::Timestamp::from_micros(1));
        assert!(KeptReading::open(&vault, other, &sealed).is_err());
        assert!(sealed.windows(5).all(|it| it != b"Allen"));
    }
}
