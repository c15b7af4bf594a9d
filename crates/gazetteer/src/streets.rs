//! Streets as evidence for an LGA: names of streets found in the names of polling units.
//! Dense in Lagos, sparse elsewhere; absence says nothing.

use std::sync::LazyLock;

use crate::address_words::street_type;
use crate::index::NameIndex;
use crate::lgas::{LgaId, lga_by_code};
use crate::normalise::{NAME_BYTES_MAX, tokens};
use crate::table::{self, TableError};

const CSV: &str = include_str!("../../../data/streets.csv");

/// A street of this name was seen in an LGA.
#[derive(Clone, Copy, Debug)]
pub struct Street {
    /// As recorded: `Allen Avenue`.
    pub name: &'static str,
    /// Where it was seen.
    pub lga: LgaId,
    /// By how many polling units there.
    pub mentions: u16,
    /// In how many LGAs of the state the name was seen; above one it is not decisive.
    pub lgas_in_state: u8,
}

static NAMES: LazyLock<NameIndex<Street>> = LazyLock::new(|| {
    let streets = parse(CSV).expect("data/streets.csv is read by a test");
    let pairs = streets
        .into_iter()
        .filter_map(|it| Some((street_key(it.name)?, it)))
        .collect();
    let rank = |it: &Street| (std::cmp::Reverse(it.mentions), it.lga);
    let mut index = NameIndex::build(pairs, rank, |a, b| a.lga == b.lga);
    index.for_each_key(count_lgas);
    index
});

/// Every LGA where a street called `text` was seen, most mentions first. The type may be
/// short or long (`Allen Ave`, `Allen Avenue`), a leading `Off` is passed over; a house
/// number must have been taken away before.
pub fn find_streets(text: &str) -> &'static [Street] {
    street_key(text).map_or(&[][..], |key| NAMES.get(&key))
}

/// "Off X Street" also says that X Street is near, and is indexed with it.
fn street_key(text: &str) -> Option<String> {
    if text.len() > NAME_BYTES_MAX {
        return None;
    }
    let mut words = tokens(text);
    if words.len() > 2 && matches!(words[0].as_str(), "off" | "of") {
        words.remove(0);
    }
    let last = words.pop()?;
    let kind = street_type(&last).map_or(last.clone(), str::to_lowercase);
    Some(words.concat() + &kind)
}

/// "Off X Street" and "X Street" in two LGAs meet under one key, so the count of the file,
/// made for each spelling, may be too low.
fn count_lgas(candidates: &mut [Street]) {
    for at in 0..candidates.len() {
        let state = candidates[at].lga.state();
        let count = candidates
            .iter()
            .filter(|other| other.lga.state() == state)
            .count();
        let count = u8::try_from(count).unwrap_or(u8::MAX);
        candidates[at].lgas_in_state = candidates[at].lgas_in_state.max(count);
    }
}

fn parse(csv: &'static str) -> Result<Vec<Street>, TableError> {
    const HEADER: [&str; 9] = [
        "street",
        "lga",
        "lga_code",
        "state",
        "state_code",
        "mentions",
        "lgas_in_state",
        "source",
        "licence",
    ];
    table::load(csv, HEADER, |fields| {
        let [name, _, lga, _, state, mentions, lgas_in_state, _, licence] = fields;
        let lga_id = lga_by_code(lga).ok_or_else(|| format!("{name}: unknown LGA {lga}"))?;
        if lga_id.state().get().code != state || licence != "MIT" {
            return Err(format!("{name}: the state or the licence is wrong"));
        }
        if street_key(name).is_none() {
            return Err("a street without a name".to_owned());
        }
        Ok(Street {
            name,
            lga: lga_id,
            mentions: mentions
                .parse()
                .map_err(|_| format!("{name}: bad mentions"))?,
            lgas_in_state: lgas_in_state
                .parse()
                .map_err(|_| format!("{name}: bad count"))?,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, lga: &str) {
        let found: Vec<_> = find_streets(text)
            .iter()
            .map(|it| it.lga.get().name)
            .collect();
        assert!(found.contains(&lga), "{text}: {found:?}");
    }

    #[test]
    fn streets_are_found_with_any_spelling_of_their_type() {
        check("Oremeji Street", "Mushin");
        check("OREMEJI STR.", "Mushin");
        check("off Oremeji St", "Mushin");
        check("Falana Street", "Oshodi-Isolo");
        assert!(find_streets("Street").is_empty());
        assert!(find_streets("Nowhere At All Street").is_empty());
        assert!(find_streets("").is_empty());
    }

    #[test]
    fn a_common_name_is_not_decisive() {
        let found = find_streets("Oremeji Street");
        assert!(found.iter().all(|street| street.lgas_in_state >= 1));
        assert!(found.iter().any(|street| street.lgas_in_state > 1));
    }

    #[test]
    fn every_row_is_read() {
        assert_eq!(parse(CSV).unwrap().len(), 10_044);
    }
}
