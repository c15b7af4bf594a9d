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
    /// Housing estate.
    Estate,
    /// City, town or large village.
    Town,
    /// University, market, bridge and the like.
    Landmark,
    /// Electoral ward; often, not always, a place people name.
    Ward,
    /// One of the names joined in the name of a ward.
    WardPart,
    /// Village or hamlet.
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
    /// A gazetteer of towns, placed in its LGA by coordinates.
    Town,
    /// A list of villages of lesser standing.
    Settlement,
}

/// What a comparison with ward and polling-unit names said about a curated row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Corroboration {
    /// They agree.
    Confirmed,
    /// Not compared.
    Unknown,
    /// They are silent.
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
