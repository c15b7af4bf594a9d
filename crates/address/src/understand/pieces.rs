//! An address whose parts stand under labels of their own, line by line: "House No", "Street",
//! "City", "LGA", "State".

use kofa_gazetteer::normalise;

use super::labels::lists;
use super::tells::ends_in_region;

/// The parts that such an address begins with.
const FIRST: &str = "\
    house houseno housenumber hseno flatno plotno plotnumber building buildingno streetno \
    streetnumber street streetname";
/// The parts that follow. "State of Origin" is none.
const NEXT: &str = "\
    street streetname road area town city citytown towncity village estate lga localgovernment \
    localgovernmentarea localgovtarea state stateprovince province country addressline2 \
    addressline3 address2 address3 line2 line3";

/// Whether a line is the first part of an address in parts.
pub(super) fn begins(line: &str) -> bool {
    value(line, FIRST).is_some()
}

/// The value of a line that is a further part.
pub(super) fn further(line: &str) -> Option<&str> {
    value(line, NEXT)
}

fn value<'a>(line: &'a str, list: &str) -> Option<&'a str> {
    let (head, value) = line.split_once(':')?;
    let value = value.trim();
    let named = lists(list, &normalise(head.trim()));
    (named && !value.is_empty() && !value.contains(':')).then_some(value)
}

/// Adds a part unless the address says it already, as one that was whole before.
pub(super) fn push(texts: &mut Vec<String>, part: &str) {
    let own = normalise(part);
    if !texts.iter().any(|text| normalise(text).ends_with(&own)) {
        texts.push(part.to_owned());
    }
}

/// Whether an address goes on in parts: not one whose state is printed already.
pub(super) fn is_open(texts: &[String]) -> bool {
    texts.last().is_some_and(|last| !ends_in_region(last))
}
