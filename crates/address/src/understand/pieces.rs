//! An address whose parts stand under labels of their own, line by line: "House No", "Street",
//! "City", "LGA", "State".

use kofa_gazetteer::normalise;

use super::tells::ends_in_region;
use super::wordlists::lists;

/// Whether a line is the first part of an address in parts.
pub(super) fn begins(line: &str) -> bool {
    part(line, "pieces.first").is_some()
}

/// The value of a line that is a further part.
pub(super) fn further(line: &str) -> Option<&str> {
    part(line, "pieces.next")
}

/// The value of a line whose label is in `list`.
fn part<'a>(line: &'a str, list: &str) -> Option<&'a str> {
    let (label, value) = line.split_once(':')?;
    let (label, value) = (normalise(label.trim()), value.trim());
    let is_part = lists(list, &label) && !value.is_empty() && !value.contains(':');
    is_part.then_some(value)
}

/// Adds a part unless it says nothing, or the address says it already, as one that was whole
/// before.
pub(super) fn push(texts: &mut Vec<String>, part: &str) {
    let own = normalise(part);
    let is_blank = own.is_empty() || lists("pieces.nothing", &own);
    if !is_blank && !texts.iter().any(|text| normalise(text).ends_with(&own)) {
        texts.push(part.to_owned());
    }
}

/// Whether an address goes on in parts: not one whose state is printed already.
pub(super) fn is_open(texts: &[String]) -> bool {
    texts.last().is_some_and(|last| !ends_in_region(last))
}
