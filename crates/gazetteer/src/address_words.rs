//! The words between the names in an address: Street, Off, Flat, P.M.B., LGA.

use std::sync::LazyLock;

use crate::index::NameIndex;
use crate::normalise::key;
use crate::table::{self, TableError};

const CSV: &str = include_str!("../../../data/street_types.csv");

/// A word of the address vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressWord {
    /// In full: `Street`, `P.O. Box`.
    pub canonical: &'static str,
    /// What it does in an address.
    pub class: WordClass,
}

/// What a word does in an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WordClass {
    /// Ends the name of a street: Road, Close, Way.
    Thoroughfare,
    /// Belongs to the name of an estate or district: Estate, Phase, Zone, GRA.
    Area,
    /// Names a point on the way: Junction, Bus Stop.
    Landmark,
    /// Comes before a number: Plot, Flat, No, Km.
    Unit,
    /// Ties a street to its neighbour: Off, Opposite, Behind.
    Relation,
    /// Is for the post, not for a place: P.O. Box, P.M.B., C/O.
    Postal,
    /// Says what sort of name stands beside it: State, LGA, Area Council.
    Administrative,
}

static WORDS: LazyLock<NameIndex<AddressWord>> = LazyLock::new(|| {
    let entries = parse(CSV).expect("data/street_types.csv is read by a test");
    let mut pairs = Vec::new();
    for (order, (word, variants)) in entries.into_iter().enumerate() {
        let written = std::iter::once(word.canonical).chain(table::list(variants));
        pairs.extend(written.filter_map(key).map(|key| (key, (order, word))));
    }
    pairs.sort_by_key(|(_, (order, _))| *order);
    let pairs = pairs
        .into_iter()
        .map(|(key, (_, word))| (key, word))
        .collect();
    NameIndex::build(pairs, |_| (), |a, b| a == b)
});

/// All readings of `text` (one word or a few) as a word of the vocabulary, the commoner
/// first: `St` may be Street or State, `Pl` Place or Plot.
pub fn address_words(text: &str) -> &'static [AddressWord] {
    key(text).map_or(&[][..], |key| WORDS.get(&key))
}

/// The full form of a word that ends the name of a street: `St.` is `Street`, `Cres` is
/// `Crescent`. Nothing for estates, plots, and words that are no such type.
pub fn street_type(token: &str) -> Option<&'static str> {
    address_words(token)
        .iter()
        .find(|word| word.class == WordClass::Thoroughfare)
        .map(|word| word.canonical)
}

fn parse(csv: &'static str) -> Result<Vec<(AddressWord, &'static str)>, TableError> {
    const HEADER: [&str; 4] = ["canonical", "class", "variants", "provenance"];
    table::load(csv, HEADER, |[canonical, class, variants, _]| {
        let class = match class {
            "thoroughfare" => WordClass::Thoroughfare,
            "area" => WordClass::Area,
            "landmark" => WordClass::Landmark,
            "unit" => WordClass::Unit,
            "relation" => WordClass::Relation,
            "postal" => WordClass::Postal,
            "administrative" => WordClass::Administrative,
            _ => return Err(format!("unknown class {class}")),
        };
        if canonical.is_empty() {
            return Err("a word without its full form".to_owned());
        }
        Ok((AddressWord { canonical, class }, variants))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(token: &str, expected: Option<&str>) {
        assert_eq!(street_type(token), expected, "{token}");
    }

    #[test]
    fn street_types_are_known_long_and_short() {
        check("St", Some("Street"));
        check("STR.", Some("Street"));
        check("Rd.", Some("Road"));
        check("cres", Some("Crescent"));
        check("AVE", Some("Avenue"));
        check("Express Way", Some("Expressway"));
        check("Boulevard", Some("Boulevard"));
        check("Pl", Some("Place"));
        check("Plot", None);
        check("Estate", None);
        check("Off", None);
        check("Ikeja", None);
        check("", None);
        check("#", None);
    }

    #[test]
    fn an_ambiguous_word_has_all_its_readings() {
        let classes: Vec<_> = address_words("St.").iter().map(|word| word.class).collect();
        assert_eq!(
            classes,
            [WordClass::Thoroughfare, WordClass::Administrative]
        );
        assert_eq!(address_words("P.M.B.")[0].class, WordClass::Postal);
        assert_eq!(address_words("c/o")[0].canonical, "Care of");
    }

    #[test]
    fn every_row_is_read() {
        assert_eq!(parse(CSV).unwrap().len(), 59);
    }
}
