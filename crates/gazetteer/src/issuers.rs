//! Who sends the bills and statements that people show as proof of address, and the head
//! office address printed on them, which must never be returned as the customer's.

use std::sync::LazyLock;

use crate::index::NameIndex;
use crate::normalise::key;
use crate::table::{self, TableError};

const CSV: &str = include_str!("../../../data/issuers.csv");

/// An issuer of bills or statements.
#[derive(Debug)]
pub struct Issuer {
    pub kind: IssuerKind,
    /// Abbreviation: `IKEDC`.
    pub short: &'static str,
    pub name: &'static str,
    /// Other names as printed.
    pub aliases: Vec<&'static str>,
    /// Where its customers are, in words. Never proof of a state: Agbara in Ogun is
    /// supplied from Lagos.
    pub area: &'static str,
    /// Field labels usual on its papers.
    pub labels: Vec<&'static str>,
    /// Its own address, to be told from the customer's.
    pub head_office: &'static str,
    /// Whether a source confirms the head office; otherwise it is recollection.
    pub head_office_confirmed: bool,
}

impl Issuer {
    /// All names it goes by.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        [self.name, self.short]
            .into_iter()
            .chain(self.aliases.iter().copied())
    }
}

/// What an issuer supplies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IssuerKind {
    Electricity,
    Waste,
    Water,
    Tax,
    Telecom,
    PayTv,
    Bank,
}

static ISSUERS: LazyLock<Vec<Issuer>> =
    LazyLock::new(|| parse(CSV).expect("data/issuers.csv is read by a test"));

static NAMES: LazyLock<NameIndex<&'static Issuer>> = LazyLock::new(|| {
    let pairs = issuers()
        .iter()
        .flat_map(|issuer| issuer.names().filter_map(key).map(move |key| (key, issuer)))
        .collect();
    NameIndex::build(pairs, |_| (), |a, b| std::ptr::eq(*a, *b))
});

pub fn issuers() -> &'static [Issuer] {
    &ISSUERS
}

/// The issuer that `text` as a whole names: `IKEDC`, `Ikeja Electric Plc`.
pub fn find_issuer(text: &str) -> Option<&'static Issuer> {
    NAMES.get(&key(text)?).first().copied()
}

fn parse(csv: &'static str) -> Result<Vec<Issuer>, TableError> {
    const HEADER: [&str; 8] = [
        "kind",
        "short",
        "name",
        "aliases",
        "area",
        "labels",
        "head_office_must_not_be_returned",
        "certainty",
    ];
    table::load(csv, HEADER, |fields| {
        let [
            kind,
            short,
            name,
            aliases,
            area,
            labels,
            head_office,
            certainty,
        ] = fields;
        if short.is_empty() || name.is_empty() || head_office.is_empty() {
            return Err("an issuer without a name or head office".to_owned());
        }
        Ok(Issuer {
            kind: parse_kind(kind).ok_or_else(|| format!("{short}: unknown kind {kind}"))?,
            short,
            name,
            aliases: table::list(aliases).collect(),
            area,
            labels: table::list(labels).collect(),
            head_office,
            head_office_confirmed: match certainty {
                "recalled" => false,
                "source: press listing" => true,
                _ => return Err(format!("{short}: unknown certainty {certainty}")),
            },
        })
    })
}

fn parse_kind(text: &str) -> Option<IssuerKind> {
    Some(match text {
        "disco" => IssuerKind::Electricity,
        "waste" => IssuerKind::Waste,
        "water" => IssuerKind::Water,
        "tax" => IssuerKind::Tax,
        "telco" => IssuerKind::Telecom,
        "paytv" => IssuerKind::PayTv,
        "bank" => IssuerKind::Bank,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, short: Option<&str>) {
        assert_eq!(
            find_issuer(text).map(|issuer| issuer.short),
            short,
            "{text}"
        );
    }

    #[test]
    fn issuers_are_found_by_any_of_their_names() {
        check("IKEDC", Some("IKEDC"));
        check("ikeja electric plc", Some("IKEDC"));
        check("Eko Disco", Some("EKEDC"));
        check("9mobile", Some("T2"));
        check("Zenith Bank", Some("Zenith Bank"));
        check("Electric", None);
        check("", None);
    }

    #[test]
    fn every_row_is_read() {
        let all = parse(CSV).unwrap();
        assert_eq!(all.len(), 44);
        assert_eq!(
            all.iter()
                .filter(|it| it.kind == IssuerKind::Electricity)
                .count(),
            12
        );
        assert!(all.iter().all(|it| !it.labels.is_empty()));
    }
}
