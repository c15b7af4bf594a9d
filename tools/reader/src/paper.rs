//! A paper as a line of JSON: its words with boxes, and what is known of it.

use kofa_address::{Capture, Document, DocumentKind, Page, Word};
use serde::{Deserialize, Serialize};

#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Paper {
    pub(crate) id: String,
    /// Readings of the holder's address; none if it shows none.
    #[serde(default)]
    pub(crate) holder: Vec<String>,
    #[serde(default)]
    pub(crate) others: Vec<String>,
    pages: Vec<Sheet>,
}

#[derive(Debug, Deserialize, Serialize)]
struct Sheet {
    width: f32,
    height: f32,
    /// 0 a text layer, 1 a scan, 2 a photo.
    capture: u8,
    /// Text, left, top, right, bottom in points, and how surely it was read.
    words: Vec<(String, f32, f32, f32, f32, f32)>,
}

impl Paper {
    /// What was read of a file.
    pub(crate) fn of(id: &str, document: &Document) -> Self {
        let word = |it: &Word| {
            let text = it.text.clone();
            (text, it.left, it.top, it.right, it.bottom, it.confidence)
        };
        let sheet = |page: &Page| Sheet {
            width: page.width,
            height: page.height,
            capture: match page.capture {
                Capture::BornDigital => 0,
                Capture::Scan => 1,
                Capture::Photo => 2,
            },
            words: page.words.iter().map(word).collect(),
        };
        Self {
            id: id.to_owned(),
            holder: Vec::new(),
            others: Vec::new(),
            pages: document.pages.iter().map(sheet).collect(),
        }
    }

    /// The document as the engine takes it.
    pub(crate) fn document(self) -> Document {
        let word = |(text, left, top, right, bottom, confidence)| Word {
            text,
            left,
            top,
            right,
            bottom,
            confidence,
        };
        let page = |sheet: Sheet| Page {
            width: sheet.width,
            height: sheet.height,
            capture: match sheet.capture {
                0 => Capture::BornDigital,
                1 => Capture::Scan,
                _ => Capture::Photo,
            },
            turned: 0,
            picture_only: false,
            covered: 0,
            flaws: kofa_address::Flaws::NONE,
            words: sheet.words.into_iter().map(word).collect(),
        };
        Document {
            kind: DocumentKind::Pdf,
            pages: self.pages.into_iter().map(page).collect(),
        }
    }
}
