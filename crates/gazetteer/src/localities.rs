//! Areas, districts, estates, towns, wards and villages: what a city line of an address
//! holds. A name may lie in many LGAs; all are answered, the best evidence first.

use std::sync::LazyLock;

use crate::index::NameIndex;
use crate::lgas::{LgaId, lga_by_code};
use crate::normalise::{key, tokens, variant_key};
use crate::states::StateId;
use crate::table::{self, TableError};

const CSV: &str = include_str!("../../../data/localities.csv");

/// A place below the LGA, as evidence for that LGA.
#[derive(Clone, Copy, Debug)]
pub struct Locality {
    /// The name to print, whatever alias found it.
    pub name: &'static str,
    /// The LGA this row speaks for.
    pub lga: LgaId,
    /// What sort of place it is.
    pub kind: LocalityKind,
    /// Who says so; the order is the weight.
    pub source: LocalitySource,
    /// Whether the electoral commission's ward and polling-unit names bear it out.
    pub corroboration: Corroboration,
    /// False when the same place reaches into this LGA but lies mainly in another.
    pub rank_primary: bool,
    /// In how many states the name that was asked for occurs. One is unambiguous.
    pub n_states: u8,
    /// In how many LGAs the name that was asked for occurs.
    pub n_lgas: u8,
}

impl Locality {
    /// The state of its LGA.
    pub fn state(&self) -> StateId {
        self.lga.state()
    }
}

/// What sort of place a locality is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LocalityKind {
    /// Part of a city known by name: Ojota, Rumuomasi.
    Area,
    /// Planned part of a city: Victoria Island, Wuse 2.
    District,
    Estate,
    /// City, town or large village.
    Town,
    /// University, market, bridge and the like.
    Landmark,
    /// Electoral ward; often, not always, a place people name.
    Ward,
    /// One of the names joined in the name of a ward.
    WardPart,
    Settlement,
}

/// Who says that a locality lies in its LGA. Earlier weighs more; wards and what follows
/// should count only where the state is known otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LocalitySource {
    /// Chosen and checked by hand.
    Curated,
    /// The electoral commission's list of wards.
    Ward,
    /// A list of villages with coordinates inside their LGA.
    Settlement,
    /// A gazetteer of towns without LGAs, placed by coordinates alone: often the
    /// neighbour of the right LGA.
    Town,
}

/// What a comparison with ward and polling-unit names said about a curated row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Corroboration {
    Confirmed,
    Unknown,
    Silent,
    /// They place the name elsewhere; mostly common words, be careful.
    Contradicted,
}

static ROWS: LazyLock<Vec<Row>> =
    LazyLock::new(|| parse(CSV).expect("data/localities.csv is read by a test"));

static NAMES: LazyLock<NameIndex<Locality>> = LazyLock::new(|| build(&ROWS));

/// A locality with its other names.
struct Row {
    locality: Locality,
    aliases: &'static str,
}

/// Every locality that `text` may name, by name or alias, in every LGA, best evidence first.
/// `Lekki Ph. II`, `Wuse Two` and `V.I.` are understood; a ward called `Karshi II` is also
/// found as `Karshi`. Empty when unknown: a bare `GRA` is no place without its town.
pub fn find_localities(text: &str) -> &'static [Locality] {
    let Some(key) = key(text) else { return &[] };
    let found = NAMES.get(&key);
    if !found.is_empty() {
        return found;
    }
    variant_key(text).map_or(&[][..], |key| NAMES.get(&key))
}

/// The localities of `state` that `text` may name, best evidence first.
pub fn localities_in(
    state: StateId,
    text: &str,
) -> impl Iterator<Item = &'static Locality> + use<> {
    find_localities(text)
        .iter()
        .filter(move |locality| locality.state() == state)
}

/// Every folded name and alias with its localities, for approximate matching.
pub fn locality_names() -> impl Iterator<Item = (&'static str, &'static [Locality])> {
    NAMES.iter()
}

fn build(rows: &[Row]) -> NameIndex<Locality> {
    let mut pairs = Vec::with_capacity(rows.len() * 5 / 4);
    for row in rows {
        let written = std::iter::once(row.locality.name).chain(table::list(row.aliases));
        for name in written {
            let keys = [
                key(name),
                variant_key(name),
                stem_key(name, row.locality.kind),
            ];
            pairs.extend(keys.into_iter().flatten().map(|key| (key, row.locality)));
        }
    }
    let rank = |it: &Locality| {
        let contradicted = it.corroboration == Corroboration::Contradicted;
        (
            it.source,
            contradicted,
            !it.rank_primary,
            it.corroboration,
            it.lga,
        )
    };
    let mut index = NameIndex::build(pairs, rank, |a, b| a.lga == b.lga);
    index.for_each_key(count_places);
    index
}

/// Ambiguity is a property of the name that was asked for, so it is counted per key.
fn count_places(candidates: &mut [Locality]) {
    let mut states: Vec<StateId> = candidates.iter().map(Locality::state).collect();
    states.sort_unstable();
    states.dedup();
    let few = |count: usize| u8::try_from(count).unwrap_or(u8::MAX);
    let (n_states, n_lgas) = (few(states.len()), few(candidates.len()));
    for candidate in candidates {
        candidate.n_states = n_states;
        candidate.n_lgas = n_lgas;
    }
}

/// Wards are numbered (`Karshi II`, `Bogoro A`), the places they are named after are not.
fn stem_key(name: &str, kind: LocalityKind) -> Option<String> {
    if !matches!(kind, LocalityKind::Ward | LocalityKind::WardPart) {
        return None;
    }
    let words = tokens(name);
    let (last, stem) = words.split_last()?;
    let numbered = last.len() == 1
        || matches!(
            last.as_str(),
            "ii" | "iii" | "iv" | "vi" | "vii" | "viii" | "10" | "11"
        );
    let stem = stem.concat();
    (numbered && stem.len() > 3 && stem != "ward").then_some(stem)
}

fn parse(csv: &'static str) -> Result<Vec<Row>, TableError> {
    const HEADER: [&str; 14] = [
        "name",
        "aliases",
        "lga",
        "lga_code",
        "state",
        "state_code",
        "kind",
        "rank",
        "n_states",
        "n_lgas",
        "also_lga_in",
        "corroboration",
        "source",
        "licence",
    ];
    table::load(csv, HEADER, |fields| {
        let [
            name,
            aliases,
            _,
            lga,
            _,
            state,
            kind,
            rank,
            _,
            _,
            _,
            corroboration,
            source,
            licence,
        ] = fields;
        if key(name).is_none() || !matches!(licence, "CC-BY-4.0" | "MIT" | "facts (own work)") {
            return Err(format!("{name}: no name, or a licence we do not carry"));
        }
        let lga_id = lga_by_code(lga).ok_or_else(|| format!("{name}: unknown LGA {lga}"))?;
        if lga_id.state().get().code != state {
            return Err(format!("{name}: LGA {lga} does not lie in {state}"));
        }
        let locality = Locality {
            name,
            lga: lga_id,
            kind: parse_kind(kind).ok_or_else(|| format!("{name}: unknown kind {kind}"))?,
            source: parse_source(source)
                .ok_or_else(|| format!("{name}: unknown source {source}"))?,
            corroboration: parse_corroboration(corroboration)
                .ok_or_else(|| format!("{name}: unknown corroboration {corroboration}"))?,
            rank_primary: match rank {
                "primary" => true,
                "secondary" => false,
                _ => return Err(format!("{name}: unknown rank {rank}")),
            },
            n_states: 0,
            n_lgas: 0,
        };
        Ok(Row { locality, aliases })
    })
}

fn parse_kind(text: &str) -> Option<LocalityKind> {
    Some(match text {
        "area" => LocalityKind::Area,
        "district" => LocalityKind::District,
        "estate" => LocalityKind::Estate,
        "town" => LocalityKind::Town,
        "landmark" => LocalityKind::Landmark,
        "ward" => LocalityKind::Ward,
        "ward_part" => LocalityKind::WardPart,
        "settlement" => LocalityKind::Settlement,
        _ => return None,
    })
}

/// A row may have several sources; the weightiest counts.
fn parse_source(text: &str) -> Option<LocalitySource> {
    text.split('|')
        .filter_map(|source| match source {
            "curated" => Some(LocalitySource::Curated),
            "inec-ward (naija-data)" => Some(LocalitySource::Ward),
            "geonames-cities1000" => Some(LocalitySource::Town),
            "ng-address-toolkit (own point, in polygon)" => Some(LocalitySource::Settlement),
            _ => None,
        })
        .min()
}

fn parse_corroboration(text: &str) -> Option<Corroboration> {
    Some(match text {
        "inec" => Corroboration::Confirmed,
        "" => Corroboration::Unknown,
        "uncorroborated" => Corroboration::Silent,
        "contradicted" => Corroboration::Contradicted,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::states::find_state;

    /// The first candidate lies in `lga`.
    #[track_caller]
    fn check(text: &str, lga: &str) {
        let found: Vec<_> = find_localities(text)
            .iter()
            .map(|it| it.lga.get().name)
            .collect();
        assert_eq!(found.first(), Some(&lga), "{text}: {found:?}");
    }

    /// All of `lgas` are among the candidates.
    #[track_caller]
    fn check_all(text: &str, lgas: &[&str]) {
        let found: Vec<_> = find_localities(text)
            .iter()
            .map(|it| it.lga.get().name)
            .collect();
        for lga in lgas {
            assert!(found.contains(lga), "{text}: {lga} not in {found:?}");
        }
    }

    #[test]
    fn well_known_places_lie_where_they_lie() {
        check("Ojota", "Kosofe");
        check("VICTORIA ISLAND", "Eti-Osa");
        check("V.I.", "Eti-Osa");
        check("Lekki Phase I", "Eti-Osa");
        check("Lekki Ph 1", "Eti-Osa");
        check("Ajah", "Eti-Osa");
        check("Ketu", "Kosofe");
        check("Festac", "Amuwo-Odofin");
        check("FESTAC EXTENSION", "Amuwo-Odofin");
        check("Yaba", "Lagos Mainland");
        check("Oke-Afa", "Oshodi-Isolo");
        check("Isolo", "Oshodi-Isolo");
        check("Wuse II", "Abuja Municipal Area Council");
        check("Wuse Two", "Abuja Municipal Area Council");
        check("Gwarimpa", "Abuja Municipal Area Council");
        check("Lugbe", "Abuja Municipal Area Council");
        check("Kubwa", "Bwari");
        check("Mpape", "Bwari");
        check("Dawaki", "Bwari");
        check("Effurun", "Uvwie");
        check("Okuokoko", "Okpe");
        check("Rumuomasi", "Obio/Akpor");
        check("Trans-Amadi", "Port Harcourt");
        check("Arepo", "Obafemi Owode");
        check("Arigbajo", "Ewekoro");
        check("Tanke", "Ilorin South");
        check("Old Bodija", "Ibadan North");
        check("Ungwan Rimi", "Kaduna North");
        check("Unguwan Rimi", "Kaduna North");
        check("Kpirikpiri", "Ebonyi");
        check("Challenge", "Ibadan South West");
        check("Benin City", "Oredo");
        check("Onigbongbo", "Ikeja");
    }

    #[test]
    fn places_in_two_lgas_have_both() {
        check_all("Ogba", &["Ikeja", "Ifako-Ijaiye"]);
        check_all("Gbagada", &["Shomolu", "Kosofe"]);
        check_all("Maryland", &["Kosofe", "Ikeja"]);
        check_all("Lekki", &["Eti-Osa", "Ibeju-Lekki"]);
        check_all(
            "Ibadan",
            &["Ibadan North", "Ibadan South East", "Ibadan North West"],
        );
        assert!(
            find_localities("Ibadan")
                .iter()
                .skip(1)
                .all(|it| !it.rank_primary)
        );
    }

    #[test]
    fn ambiguity_is_counted_for_the_name_asked() {
        let sabon_gari = find_localities("Sabon Gari");
        assert!(sabon_gari.len() > 9 && sabon_gari[0].n_states > 5);
        assert_eq!(usize::from(sabon_gari[0].n_lgas), sabon_gari.len());
        let kubwa = find_localities("Kubwa");
        assert_eq!((kubwa[0].n_states, kubwa[0].n_lgas), (1, 1));
        let kano = find_state("Kano").unwrap();
        assert_eq!(
            localities_in(kano, "Sabon Gari")
                .next()
                .unwrap()
                .lga
                .get()
                .name,
            "Fagge"
        );
    }

    #[test]
    fn the_traps_hold() {
        assert!(find_localities("GRA").is_empty(), "GRA needs its town");
        assert!(find_localities("G.R.A.").is_empty());
        assert!(!find_localities("Aba GRA").is_empty());
        check("Abuja", "Abuja Municipal Area Council");
        for town in ["Kubwa", "Gwagwalada", "Kuje", "Zuba"] {
            let amac = |it: &Locality| it.lga.get().name == "Abuja Municipal Area Council";
            assert!(
                !find_localities(town).iter().any(amac),
                "{town} is not AMAC"
            );
        }
        assert!(find_localities("").is_empty());
        assert!(find_localities("Phase").is_empty());
        assert!(find_localities(&"Ikeja".repeat(100)).is_empty());
    }

    #[test]
    fn a_numbered_ward_is_found_by_its_place() {
        let found = find_localities("Gbeleru Obaala");
        assert!(!found.is_empty());
        assert!(found.iter().all(|it| it.source == LocalitySource::Ward));
    }

    #[test]
    fn every_row_is_read_and_found() {
        let rows = parse(CSV).unwrap();
        assert_eq!(rows.len(), 16_206);
        for row in &rows {
            let lga = row.locality.lga;
            for name in std::iter::once(row.locality.name).chain(table::list(row.aliases)) {
                assert!(
                    find_localities(name).iter().any(|it| it.lga == lga),
                    "{name}"
                );
            }
        }
        let mut seen: Vec<_> = rows.iter().map(|row| row.locality.lga).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 774, "every LGA has a locality");
    }

    #[test]
    fn candidates_come_best_first() {
        for (name, candidates) in locality_names() {
            assert!(candidates.is_sorted_by_key(|it| it.source), "{name}");
        }
    }

    #[test]
    fn a_corrupt_row_is_refused() {
        let header = CSV.lines().next().unwrap();
        let row = CSV.lines().nth(1).unwrap();
        let refused = |row: String| {
            parse(format!("{header}\n{row}\n").leak())
                .err()
                .map(|problem| problem.line)
        };
        assert_eq!(refused(row.to_owned()), None);
        assert_eq!(refused(row.replace("NG001001", "NG999001")), Some(2));
        assert_eq!(refused(row.replace(",AB,", ",LA,")), Some(2));
        assert_eq!(
            refused(row.replace("facts (own work)", "ODbL-1.0")),
            Some(2)
        );
        assert_eq!(refused(row.replace("secondary", "third")), Some(2));
    }
}
