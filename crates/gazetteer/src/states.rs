//! The 36 states and the Federal Capital Territory.

use std::sync::LazyLock;

use crate::index::NameIndex;
use crate::normalise::key;
use crate::table::{self, TableError};

const CSV: &str = include_str!("../../../data/states.csv");

/// A state of the federation, or the Federal Capital Territory.
#[derive(Debug)]
pub struct State {
    /// Two letters, `LA`; stable, the one to store.
    pub code: &'static str,
    /// ISO 3166-2, `NG-LA`.
    pub iso_code: &'static str,
    /// `Lagos`, `Federal Capital Territory`.
    pub name: &'static str,
    /// As printed in an address: `Lagos State`, `FCT`.
    pub display: &'static str,
    /// `Ikeja`
    pub capital: &'static str,
    pub zone: Zone,
    /// Other spellings, as written.
    pub aliases: Vec<&'static str>,
    /// How many LGAs it has.
    pub lga_count: u8,
}

/// One of the six geopolitical zones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Zone {
    /// Benue, FCT, Kogi, Kwara, Nasarawa, Niger, Plateau.
    NorthCentral,
    /// Adamawa, Bauchi, Borno, Gombe, Taraba, Yobe.
    NorthEast,
    /// Jigawa, Kaduna, Kano, Katsina, Kebbi, Sokoto, Zamfara.
    NorthWest,
    /// Abia, Anambra, Ebonyi, Enugu, Imo.
    SouthEast,
    /// Akwa Ibom, Bayelsa, Cross River, Delta, Edo, Rivers.
    SouthSouth,
    /// Ekiti, Lagos, Ogun, Ondo, Osun, Oyo.
    SouthWest,
}

/// A state, as its place in [`states`]. Valid within one build: store [`State::code`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateId(u8);

impl StateId {
    pub fn get(self) -> &'static State {
        &STATES[usize::from(self.0)]
    }

    /// Its place in [`states`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

static STATES: LazyLock<Vec<State>> =
    LazyLock::new(|| parse(CSV).expect("data/states.csv is read by a test"));

static NAMES: LazyLock<NameIndex<StateId>> = LazyLock::new(|| {
    let mut pairs = Vec::new();
    for (id, state) in all() {
        let written = [state.name, state.display]
            .into_iter()
            .chain(state.aliases.iter().copied());
        pairs.extend(written.filter_map(key).map(|key| (key, id)));
    }
    NameIndex::build(pairs, |id| *id, |a, b| a == b)
});

/// All 37, in alphabetical order with the FCT among them.
pub fn states() -> &'static [State] {
    &STATES
}

/// The state that `text` names: its name, an alias (`Oshun`, `A/Ibom`, `Abuja`, `Eko`), or its
/// printed form (`Lagos State`, `FCT`). Two-letter codes are not names, see [`state_by_code`].
///
/// A name that is also something else (Niger, Nasarawa, Lagos) is still answered: the
/// neighbours in the address decide.
pub fn find_state(text: &str) -> Option<StateId> {
    NAMES.get(&key(text)?).first().copied()
}

/// The state of a two-letter or ISO code, in any case: `LA`, `ng-la`.
pub fn state_by_code(code: &str) -> Option<StateId> {
    let same = |state: &State| {
        state.code.eq_ignore_ascii_case(code) || state.iso_code.eq_ignore_ascii_case(code)
    };
    all().find(|(_, state)| same(state)).map(|(id, _)| id)
}

/// Whether `text` names the country: `Nigeria`, `NG`, `Federal Republic of Nigeria`.
pub fn is_nigeria(text: &str) -> bool {
    let names = ["nigeria", "ng", "nga", "nig", "federalrepublicofnigeria"];
    key(text).is_some_and(|key| names.contains(&key.as_str()))
}

fn all() -> impl Iterator<Item = (StateId, &'static State)> {
    (0_u8..).map(StateId).zip(STATES.iter())
}

fn parse(csv: &'static str) -> Result<Vec<State>, TableError> {
    const HEADER: [&str; 11] = [
        "code",
        "iso_code",
        "pcode",
        "inec_code",
        "name",
        "capital",
        "zone",
        "aliases",
        "display",
        "lga_count",
        "provenance",
    ];
    table::load(csv, HEADER, |fields| {
        let [
            code,
            iso_code,
            _,
            _,
            name,
            capital,
            zone,
            aliases,
            display,
            lga_count,
            _,
        ] = fields;
        if code.len() != 2 || name.is_empty() || capital.is_empty() || display.is_empty() {
            return Err("a code, name, capital or printed form is missing".to_owned());
        }
        Ok(State {
            code,
            iso_code,
            name,
            display,
            capital,
            zone: parse_zone(zone).ok_or_else(|| format!("unknown zone {zone}"))?,
            aliases: table::list(aliases).collect(),
            lga_count: lga_count
                .parse()
                .map_err(|_| "lga_count is no number".to_owned())?,
        })
    })
}

fn parse_zone(text: &str) -> Option<Zone> {
    Some(match text {
        "North-Central" => Zone::NorthCentral,
        "North-East" => Zone::NorthEast,
        "North-West" => Zone::NorthWest,
        "South-East" => Zone::SouthEast,
        "South-South" => Zone::SouthSouth,
        "South-West" => Zone::SouthWest,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        assert_eq!(find_state(text).map(|id| id.get().code), expected, "{text}");
    }

    #[test]
    fn states_are_found_as_people_write_them() {
        check("LAGOS", Some("LA"));
        check("Lagos State", Some("LA"));
        check("Lagos St.", Some("LA"));
        check("FCT", Some("FC"));
        check("F.C.T.", Some("FC"));
        check("Abuja, FCT", Some("FC"));
        check("abuja", Some("FC"));
        check("Abj", Some("FC"));
        check("Federal Capital Territory", Some("FC"));
        check("AKWA-IBOM STATE", Some("AK"));
        check("C/River", Some("CR"));
        check("Ọ̀ṣun", Some("OS"));
        check("Nassarawa", Some("NA"));
        check("Niger", Some("NI"));
        check("Rivers state", Some("RI"));
        check("Nigeria", None);
        check("Ikeja", None);
        check("", None);
        check("State", None);
        check(&"Lagos".repeat(1000), None);
    }

    #[test]
    fn the_table_is_whole() {
        let states = parse(CSV).unwrap();
        assert_eq!(states.len(), 37);
        let lgas: usize = states
            .iter()
            .map(|state| usize::from(state.lga_count))
            .sum();
        assert_eq!(lgas, 774);
        for (id, state) in all() {
            assert_eq!(find_state(state.name), Some(id));
            assert_eq!(find_state(state.display), Some(id));
            assert_eq!(state_by_code(state.code), Some(id));
            assert_eq!(state_by_code(&state.iso_code.to_lowercase()), Some(id));
        }
        assert!(
            NAMES.iter().all(|(_, ids)| ids.len() == 1),
            "an alias names two states"
        );
    }

    #[test]
    fn the_country_is_told_from_its_states() {
        assert!(is_nigeria(" NIGERIA. "));
        assert!(is_nigeria("Federal Republic of Nigeria"));
        assert!(!is_nigeria("Niger"));
        assert!(!is_nigeria(""));
    }
}
