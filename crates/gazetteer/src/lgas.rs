//! The 774 local government areas, six names of which exist in two states.

use std::sync::LazyLock;

use crate::index::NameIndex;
use crate::normalise::{NAME_BYTES_MAX, key, tokens};
use crate::states::{StateId, find_state, state_by_code};
use crate::table::{self, TableError};

const CSV: &str = include_str!("../../../data/lgas.csv");

/// Words after a name that say no more than that it is an LGA, folded, longest first.
const SUFFIXES: [&str; 8] = [
    "localgovernmentarea",
    "localgovernment",
    "localgovtarea",
    "localgovt",
    "areacouncil",
    "localgov",
    "lga",
    "lg",
];

/// A local government area, or an area council of the FCT.
#[derive(Debug)]
pub struct Lga {
    /// OCHA code, `NG025005`; stable, the one to store.
    pub code: &'static str,
    /// `Eti-Osa`
    pub name: &'static str,
    /// Where it lies.
    pub state: StateId,
    /// Other spellings, as written.
    pub aliases: Vec<&'static str>,
    /// Senatorial district, `Lagos East`.
    pub senatorial_district: &'static str,
    /// Other states with an LGA of this name, or a remark that a state is called so.
    pub ambiguous_with: Option<&'static str>,
    /// Centroid, degrees north and east.
    pub centre: (f32, f32),
}

/// An LGA, as its place in [`lgas`]. Valid within one build: store [`Lga::code`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LgaId(u16);

impl LgaId {
    /// The LGA itself.
    pub fn get(self) -> &'static Lga {
        &LGAS[usize::from(self.0)]
    }

    /// Where it lies.
    pub fn state(self) -> StateId {
        self.get().state
    }

    /// Its place in [`lgas`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Other LGAs with the same name. Such a name alone does not say which is meant.
    pub fn namesakes(self) -> Vec<LgaId> {
        find_lgas(self.get().name)
            .into_iter()
            .filter(|other| *other != self)
            .collect()
    }

    /// The state that is called like this LGA (Nasarawa, Kogi, Ekiti, Katsina and others).
    pub fn state_of_same_name(self) -> Option<StateId> {
        find_state(self.get().name)
    }
}

static LGAS: LazyLock<Vec<Lga>> =
    LazyLock::new(|| parse(CSV).expect("data/lgas.csv is read by a test"));

static NAMES: LazyLock<NameIndex<LgaId>> = LazyLock::new(|| {
    let mut pairs = Vec::new();
    for (id, lga) in all() {
        let written = std::iter::once(lga.name).chain(lga.aliases.iter().copied());
        pairs.extend(written.filter_map(key).map(|key| (key, id)));
    }
    NameIndex::build(pairs, |id| *id, |a, b| a == b)
});

/// All 774, by state.
pub fn lgas() -> &'static [Lga] {
    &LGAS
}

/// Every LGA that `text` may name, by name or alias: usually one, two for the names that
/// exist in two states, four for a bare `Municipal`. `Eti-Osa LGA`, `Kuje Area Council`,
/// `Ibadan N.E.` and `Aba S` are understood.
pub fn find_lgas(text: &str) -> Vec<LgaId> {
    let Some(key) = key(text) else {
        return Vec::new();
    };
    let found = NAMES.get(&key);
    if !found.is_empty() {
        return found.to_vec();
    }
    let stripped = SUFFIXES.iter().find_map(|suffix| key.strip_suffix(suffix));
    let found = stripped.map_or(&[][..], |name| NAMES.get(name));
    if !found.is_empty() {
        return found.to_vec();
    }
    spell_out_direction(text).map_or_else(Vec::new, |key| NAMES.get(&key).to_vec())
}

/// The LGA of `state` that `text` names.
pub fn find_lga_in(state: StateId, text: &str) -> Option<LgaId> {
    find_lgas(text).into_iter().find(|lga| lga.state() == state)
}

/// The LGA of an OCHA code.
pub fn lga_by_code(code: &str) -> Option<LgaId> {
    let at = LGAS.binary_search_by(|lga| lga.code.cmp(code)).ok()?;
    u16::try_from(at).ok().map(LgaId)
}

/// Every folded name and alias with its LGAs, for approximate matching.
pub fn lga_names() -> impl Iterator<Item = (&'static str, &'static [LgaId])> {
    NAMES.iter()
}

/// The folded name with a trailing `N`, `S/W`, `N.E.` … in full; nothing if there is none.
/// The letters must stand apart: "Aban" is not "Aba N".
fn spell_out_direction(text: &str) -> Option<String> {
    if text.len() > NAME_BYTES_MAX {
        return None;
    }
    let mut words = tokens(text);
    while words
        .last()
        .is_some_and(|word| SUFFIXES.contains(&word.as_str()))
    {
        words.pop();
    }
    let mut letters = String::new();
    while letters.len() < 2 && words.last().is_some_and(|word| is_direction(word)) {
        letters.insert_str(0, &words.pop()?);
    }
    let direction = match letters.as_str() {
        "n" => "north",
        "s" => "south",
        "e" => "east",
        "w" => "west",
        "ne" => "northeast",
        "nw" => "northwest",
        "se" => "southeast",
        "sw" => "southwest",
        _ => return None,
    };
    Some(words.concat() + direction)
}

fn is_direction(word: &str) -> bool {
    matches!(word, "n" | "s" | "e" | "w" | "ne" | "nw" | "se" | "sw")
}

fn all() -> impl Iterator<Item = (LgaId, &'static Lga)> {
    (0_u16..).map(LgaId).zip(LGAS.iter())
}

fn parse(csv: &'static str) -> Result<Vec<Lga>, TableError> {
    const HEADER: [&str; 12] = [
        "lga_code",
        "inec_code",
        "state_code",
        "state",
        "name",
        "inec_name",
        "aliases",
        "senatorial_district",
        "lat",
        "lon",
        "ambiguous_with",
        "provenance",
    ];
    let mut last_code = "";
    table::load(csv, HEADER, |fields| {
        let [
            code,
            _,
            state,
            _,
            name,
            inec,
            aliases,
            senatorial_district,
            lat,
            lon,
            also,
            _,
        ] = fields;
        if code <= last_code || name.is_empty() {
            return Err(format!("{code}: codes must ascend and names not be empty"));
        }
        last_code = code;
        let degrees = |text: &str| {
            text.parse::<f32>()
                .map_err(|_| format!("{code}: {text} are no degrees"))
        };
        Ok(Lga {
            code,
            name,
            state: state_by_code(state).ok_or_else(|| format!("unknown state {state}"))?,
            aliases: std::iter::once(inec)
                .filter(|spelling| *spelling != name)
                .chain(table::list(aliases).filter(|alias| *alias != inec))
                .collect(),
            senatorial_district,
            ambiguous_with: table::optional(also),
            centre: (degrees(lat)?, degrees(lon)?),
        })
    })
}
