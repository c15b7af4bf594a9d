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
    pub fn get(self) -> &'static Lga {
        &LGAS[usize::from(self.0)]
    }

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

/// All 774, in order of code, which is by state.
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
    let mut lgas = table::load(csv, HEADER, |fields| {
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
        if code.len() != 8 || name.is_empty() {
            return Err(format!(
                "{code}: a code has 8 characters, a name at least one"
            ));
        }
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
    })?;
    lgas.sort_by_key(|lga: &Lga| lga.code);
    Ok(lgas)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::states::states;

    /// `expected` as "Eti-Osa LA", several joined by " + ".
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let mut found: Vec<_> = find_lgas(text)
            .into_iter()
            .map(|id| format!("{} {}", id.get().name, id.state().get().code))
            .collect();
        found.sort();
        assert_eq!(found.join(" + "), expected, "{text}");
    }

    #[test]
    fn every_lga_is_found_by_its_names_in_its_state() {
        let all_lgas = parse(CSV).unwrap();
        assert_eq!(all_lgas.len(), 774);
        let codes: HashSet<_> = all_lgas.iter().map(|lga| lga.code).collect();
        assert_eq!(codes.len(), 774);
        for (id, lga) in all() {
            for name in std::iter::once(&lga.name).chain(&lga.aliases) {
                assert_eq!(find_lga_in(lga.state, name), Some(id), "{name}");
            }
            assert_eq!(lga_by_code(lga.code), Some(id));
            let (north, east) = lga.centre;
            assert!(
                (4.0..14.0).contains(&north) && (2.5..15.0).contains(&east),
                "{}",
                lga.name
            );
        }
        for (at, state) in states().iter().enumerate() {
            let count = all_lgas
                .iter()
                .filter(|lga| lga.state.index() == at)
                .count();
            assert_eq!(count, usize::from(state.lga_count), "{}", state.name);
        }
    }

    #[test]
    fn hard_names_as_printed() {
        check("ADO ODO OTA", "Ado-Odo/Ota OG");
        check("Ota LGA", "Ado-Odo/Ota OG");
        check("ETI OSA L.G.A.", "Eti-Osa LA");
        check("Ibeju Lekki Local Government Area", "Ibeju-Lekki LA");
        check("OBIO-AKPOR", "Obio/Akpor RI");
        check("Obalga", "Obio/Akpor RI");
        check("AMAC", "Abuja Municipal Area Council FC");
        check(
            "Abuja Municipal Area Council",
            "Abuja Municipal Area Council FC",
        );
        check("Ifako-Ijaye", "Ifako-Ijaiye LA");
        check("Amuwo Odofin", "Amuwo-Odofin LA");
        check("Oshodi/Isolo", "Oshodi-Isolo LA");
        check("Kano Municipal", "Kano Municipal KN");
        check("ILORIN-WEST", "Ilorin West KW");
        check("Ikwerre", "Ikwerre RI");
        check("Obafemi-Owode", "Obafemi Owode OG");
        check("Nsukka", "Nsukka EN");
        check("Ajeromi", "Ajeromi-Ifelodun LA");
        check("Umunneochi", "Umu Nneochi AB");
        check("Ileoluji/Okeigbo", "Ile Oluji/Okeigbo ON");
        check("Aiyekire", "Gbonyin EK");
        check("Atakumosa West", "Atakunmosa West OS");
        check("Kirikasamma", "Kiri Kasama JI");
        check("Nassarawa Egon", "Nasarawa Eggon NA");
        check("Egbado North", "Yewa North OG");
        check("Yewa South", "Yewa South OG");
        check("ONELGA", "Ogba/Egbema/Ndoni RI");
        check("Urue Offong Oruko", "Urue-Offong/Oruko AK");
        check("Quaan Pan", "Qua'an Pan PL");
        check("Mbaitolu", "Mbaitoli IM");
        check("Zango Kataf", "Zangon Kataf KD");
        check("Dutsin Ma", "Dutsin-Ma KT");
        check("Ogbomoso North", "Ogbomosho North OY");
        check("Kolokuma Opokuma", "Kolokuma/Opokuma BY");
        check("Somolu", "Shomolu LA");
        check("Kuje Area Council", "Kuje FC");
    }

    #[test]
    fn names_of_two_states_have_two_answers() {
        check("Bassa", "Bassa KO + Bassa PL");
        check("Ifelodun LGA", "Ifelodun KW + Ifelodun OS");
        check("Irepodun", "Irepodun KW + Irepodun OS");
        check("Nasarawa", "Nasarawa KN + Nasarawa NA");
        check("OBI", "Obi BE + Obi NA");
        check("Surulere", "Surulere LA + Surulere OY");
        let doubled = lgas()
            .iter()
            .filter(|lga| find_lgas(lga.name).len() > 1)
            .count();
        assert_eq!(doubled, 12, "six names, two states each");
        let lagos = find_state("Lagos").unwrap();
        let surulere = find_lga_in(lagos, "Surulere").unwrap();
        assert_eq!(surulere.namesakes().len(), 1);
        assert_ne!(surulere.namesakes()[0].state(), lagos);
        assert!(find_lga_in(lagos, "Obi").is_none());
    }

    #[test]
    fn a_bare_municipal_needs_its_state() {
        check(
            "Municipal",
            "Abuja Municipal Area Council FC + Calabar Municipal CR \
             + Kano Municipal KN + Owerri Municipal IM",
        );
        let kano = find_state("Kano").unwrap();
        assert_eq!(
            find_lga_in(kano, "Municipal LGA").unwrap().get().name,
            "Kano Municipal"
        );
    }

    #[test]
    fn names_that_trap_a_naive_list() {
        check("Kaura", "Kaura KD");
        check("Ilorin South", "Ilorin South KW");
        check("Akoko South East", "Akoko South East ON");
        check("Ibadan North East", "Ibadan North East OY");
        check("Potiskum", "Potiskum YO");
        check("Nguru Potiskum", "");
        let kogi = find_lgas("Kogi")[0];
        assert_eq!(kogi.state_of_same_name(), Some(kogi.state()));
        assert_eq!(find_lgas("Ikeja")[0].state_of_same_name(), None);
    }

    #[test]
    fn directions_may_be_short_when_they_stand_apart() {
        check("Ibadan N.E.", "Ibadan North East OY");
        check("Ibadan S/W LGA", "Ibadan South West OY");
        check("IBADAN NW", "Ibadan North West OY");
        check("Aba S", "Aba South AB");
        check("Aban", "");
        check("N", "");
        check("LGA", "");
        check("", "");
        check(&"Eti-Osa ".repeat(100), "");
    }

    #[test]
    fn a_corrupt_row_is_refused() {
        let header = CSV.lines().next().unwrap();
        let row = CSV.lines().nth(1).unwrap();
        let refused = |row: String| parse(format!("{header}\n{row}\n").leak()).unwrap_err().line;
        assert_eq!(refused(row.replace(",AB,", ",XX,")), 2);
        assert_eq!(refused(row.replace("5.10828", "north")), 2);
        assert_eq!(refused(row.replace("NG001001", "NG1")), 2);
    }
}
