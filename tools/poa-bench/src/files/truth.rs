//! What a paper says: the labels as they are on disk.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context as _;
use serde::Deserialize;

/// Accepted spellings by field, such as `city`.
pub type Spellings = BTreeMap<String, Vec<String>>;

/// Whether a paper shows the address of its holder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expect {
    Address,
    /// It does not: a refusal, or an answer with all fields empty, is right.
    NoAddress,
}

/// The label of one paper.
#[derive(Clone, Debug, Deserialize)]
pub struct Truth {
    pub id: String,
    /// The paper, relative to the folder.
    pub file: String,
    /// For example `bank statement`.
    pub kind: String,
    /// Two letters (ISO 3166) of where it was issued; empty where nobody said.
    #[serde(default)]
    pub country: String,
    /// Whether there is an address to find.
    pub expect: Expect,
    /// Accepted readings of the holder's address; the best one counts.
    #[serde(default)]
    pub full_address: Vec<String>,
    /// Addresses of the issuer, which must not come back.
    #[serde(default)]
    pub issuer_addresses: Vec<String>,
    /// Other addresses, such as of a delivery, that lose to the right one.
    #[serde(default)]
    pub other_addresses: Vec<String>,
    /// Fields printed in the holder's address.
    #[serde(default)]
    pub visible: Spellings,
    /// Fields that may be returned or left out.
    #[serde(default)]
    pub tolerated: Spellings,
    /// Fields that may be returned under their flag only.
    #[serde(default)]
    pub inferable: BTreeMap<String, Inferable>,
    /// Remarks on the paper, such as `photo`.
    #[serde(default)]
    pub tags: Vec<String>,
}

impl Truth {
    /// Whether it says what the fields are, and not only the address. Without an address there
    /// are none.
    pub fn tells_fields(&self) -> bool {
        self.expect == Expect::NoAddress || !self.tags.iter().any(|tag| tag == "address only")
    }
}

/// Values that a flag allows.
#[derive(Clone, Debug, Deserialize)]
pub struct Inferable {
    /// Any of these is right.
    pub values: Vec<String>,
}

/// All labels of a folder, by name.
///
/// # Errors
/// If a label cannot be read or is not of the format.
pub fn load(folder: &Path) -> anyhow::Result<Vec<Truth>> {
    let truth = folder.join("truth");
    let entries = std::fs::read_dir(&truth).with_context(|| truth.display().to_string())?;
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|it| it == "json") {
            paths.push(path);
        }
    }
    paths.sort();
    let read = |path: &std::path::PathBuf| -> anyhow::Result<Truth> {
        let text = std::fs::read(path)?;
        serde_json::from_slice(&text).with_context(|| path.display().to_string())
    };
    paths.iter().map(read).collect()
}
