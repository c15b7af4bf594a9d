//! An address whose parts stand under labels of their own, line by line: "House No", "Street",
//! "City", "LGA", "State".

use std::borrow::Cow;

use kofa_gazetteer::normalise;

use super::labels::lists;
use super::misspelt::{may_be_lga, may_be_state};
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
/// Those of them that name an LGA or a state.
const LGA: &str = "lga localgovernment localgovernmentarea localgovtarea";
const STATE: &str = "state stateprovince";

/// Whether a line is the first part of an address in parts.
pub(super) fn begins(line: &str) -> bool {
    part(line, FIRST).is_some()
}

/// The value of a line that is a further part. A misspelt name keeps what its label says of it,
/// behind it as in an address of one line: "Alimoso LGA".
pub(super) fn further(line: &str) -> Option<Cow<'_, str>> {
    let (label, value) = part(line, NEXT)?;
    let said = match () {
        () if lists(LGA, &label) && may_be_lga(value) => "LGA",
        () if lists(STATE, &label) && may_be_state(value) => "State",
        () => return Some(value.into()),
    };
    Some(format!("{value} {said}").into())
}

/// The folded label and the value of a line whose label is in `list`.
fn part<'a>(line: &'a str, list: &str) -> Option<(String, &'a str)> {
    let (label, value) = line.split_once(':')?;
    let (label, value) = (normalise(label.trim()), value.trim());
    let is_part = lists(list, &label) && !value.is_empty() && !value.contains(':');
    is_part.then_some((label, value))
}

/// Adds a part unless it says nothing, or the address says it already, as one that was whole
/// before.
pub(super) fn push(texts: &mut Vec<String>, part: &str) {
    let own = normalise(part);
    let is_blank = own.is_empty() || lists("na nil none null notapplicable", &own);
    if !is_blank && !texts.iter().any(|text| normalise(text).ends_with(&own)) {
        texts.push(part.to_owned());
    }
}

/// Whether an address goes on in parts: not one whose state is printed already.
pub(super) fn is_open(texts: &[String]) -> bool {
    texts.last().is_some_and(|last| !ends_in_region(last))
}
