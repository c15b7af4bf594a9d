//! One row of a register: its columns as text, checked and sealed.

use std::borrow::Cow;
use std::collections::HashSet;

use kofa_domain::{Environment, Result};
use kofa_input::rows::folded;
use kofa_store::Vault;
use serde_json::{Map, Value};

use super::HoldersFile;
use crate::ops::{Holder, RightsTerms, chn_digest, seal_holder_name};
use crate::rights::{Position, read_chn};
use crate::sandbox::Reserved;

/// Longest name of a holder, in characters.
const NAME_CHARS_MAX: usize = 200;
/// Most shares of one holder, and rights of one; the largest issuers have some 50 billion.
const SHARES_MAX: i64 = 1_000_000_000_000;

/// The columns, as they are documented. All are required: a missing `rightsTradedOut` would
/// give everyone the rights they sold.
pub(super) const COLUMNS: [&str; 5] = [
    "chn",
    "holderName",
    "sharesHeld",
    "rightsTradedIn",
    "rightsTradedOut",
];

/// The columns of a row, in the order of [`COLUMNS`].
pub(super) type Cells<'a> = [Cow<'a, str>; 5];

/// The columns of a JSON object. The words of a fault never repeat what stood there.
pub(super) fn cells_of_json(object: Map<String, Value>) -> Result<Cells<'static>, String> {
    let mut cells: [Option<Cow<'static, str>>; 5] = Default::default();
    for (name, value) in object {
        let name = folded(&name);
        let Some(column) = COLUMNS.iter().position(|of| folded(of) == name) else {
            continue;
        };
        let text = match value {
            Value::String(text) => text,
            Value::Number(number) => number.to_string(),
            _ => return Err(format!("`{}` is neither text nor number", COLUMNS[column])),
        };
        if cells[column].replace(text.into()).is_some() {
            return Err(format!("`{}` is there twice", COLUMNS[column]));
        }
    }
    // What is absent is empty, and an empty column is a fault of its own.
    Ok(cells.map(Option::unwrap_or_default))
}

/// Checks and seals rows, and knows which CHNs it has seen.
pub(super) struct Reader {
    vault: Vault,
    environment: Environment,
    offer_id: String,
    terms: RightsTerms,
    /// The beginnings of their digests: of ten million, two that are not the same agree once
    /// in some four hundred thousand imports.
    seen: HashSet<u64>,
}

/// A row that can be stored.
pub(super) struct Taken {
    pub(super) holder: Holder,
    /// What the holder may take up.
    pub(super) available: i64,
    /// In read form, as the name.
    pub(super) chn: String,
    pub(super) name: String,
}

impl Reader {
    pub(super) fn new(vault: Vault, file: &HoldersFile, terms: RightsTerms) -> Self {
        Self {
            vault,
            environment: file.environment,
            offer_id: file.offer_id.clone(),
            terms,
            seen: HashSet::new(),
        }
    }

    /// The holder of a row; all that is wrong with it, otherwise.
    pub(super) fn read(&mut self, cells: &Cells<'_>) -> Result<Taken, String> {
        let mut faults = Vec::new();
        let [chn, name, held, bought, sold] = cells;
        let chn = keep(&mut faults, self.chn(chn));
        let name = keep(&mut faults, name_of(name));
        let held = keep(&mut faults, count("sharesHeld", held));
        let bought = keep(&mut faults, count("rightsTradedIn", bought));
        let sold = keep(&mut faults, count("rightsTradedOut", sold));
        let mut available = None;
        let mut position = None;
        if let (Some(shares_held), Some(rights_in), Some(rights_out)) = (held, bought, sold) {
            let one = Position {
                shares_held,
                rights_in,
                rights_out,
            };
            available = keep(&mut faults, self.available(one));
            position = Some(one);
        }
        let whole = (chn, name, position, available);
        let (Some(chn), Some(name), Some(position), Some(available)) = whole else {
            return Err(faults.join("; "));
        };
        let chn_digest = chn_digest(&self.vault, self.environment, &chn);
        if !self.seen.insert(beginning(&chn_digest)) {
            return Err("an earlier row has the same CHN".to_owned());
        }
        let holder_name = seal_holder_name(&self.vault, &self.offer_id, &chn_digest, &name)
            .map_err(|_| "the name cannot be sealed")?;
        Ok(Taken {
            holder: Holder {
                chn_digest,
                holder_name,
                position,
            },
            available,
            chn,
            name,
        })
    }

    fn chn(&self, text: &str) -> Result<String, String> {
        let Some(chn) = read_chn(text) else {
            return Err("`chn` must have 6 to 14 letters and digits".to_owned());
        };
        if self.environment == Environment::Live && Reserved::Chn.digit(&chn).is_some() {
            return Err("`chn` is a sandbox value; live takes real ones only".to_owned());
        }
        Ok(chn)
    }

    fn available(&self, position: Position) -> Result<i64, String> {
        let RightsTerms { rights, price, .. } = &self.terms;
        let too_many = |_| "`sharesHeld` gives more rights than can be counted or paid";
        let one = position.entitlement(0, rights, *price).map_err(too_many)?;
        if position.is_oversold(rights) {
            let had = one.provisional.saturating_add(position.rights_in);
            return Err(format!(
                "`rightsTradedOut` must be at most {had}, all the rights there were"
            ));
        }
        Ok(one.available)
    }
}

fn keep<T>(faults: &mut Vec<String>, read: Result<T, String>) -> Option<T> {
    read.map_err(|fault| faults.push(fault)).ok()
}

fn beginning(digest: &[u8; 32]) -> u64 {
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&digest[..8]);
    u64::from_be_bytes(bytes)
}

/// A name with single spaces.
fn name_of(text: &str) -> Result<String, String> {
    if text.chars().any(|c| c.is_control() && !c.is_whitespace()) {
        return Err("`holderName` holds control characters".to_owned());
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let name = words.join(" ");
    match name.chars().count() {
        1..=NAME_CHARS_MAX => Ok(name),
        0 => Err("`holderName` is empty".to_owned()),
        _ => Err(format!(
            "`holderName` has more than {NAME_CHARS_MAX} characters"
        )),
    }
}

/// A whole number of shares, whose thousands commas may part.
fn count(column: &'static str, text: &str) -> Result<i64, String> {
    let must = || format!("`{column}` must be a whole number from 0 to {SHARES_MAX}");
    let text = text.trim();
    let mut groups = text.split(',');
    let first = groups.next().unwrap_or_default();
    let is_grouped = text.contains(',');
    let is_right = first.len() <= if is_grouped { 3 } else { 19 }
        && groups.clone().all(|group| group.len() == 3)
        && groups.clone().count() <= 6
        && !first.is_empty()
        && text.bytes().all(|b| b.is_ascii_digit() || b == b',');
    if !is_right {
        return Err(must());
    }
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    match digits.parse() {
        Ok(count) if count <= SHARES_MAX => Ok(count),
        _ => Err(must()),
    }
}
