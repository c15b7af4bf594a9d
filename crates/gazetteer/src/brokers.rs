//! Stockbroking firms: names for the list that an operator then keeps.

use std::sync::LazyLock;

use crate::banks::Certainty;
use crate::table::{self, TableError};

const CSV: &str = include_str!("../../../data/brokers.csv");

/// A dealing member of the exchange, as far as public sources name it.
#[derive(Debug)]
pub struct Broker {
    /// Slug, `meristem-stockbrokers`; stable: the `brokerId` of the API.
    pub id: &'static str,
    pub name: &'static str,
    /// Short name; the full one where there is none.
    pub short: &'static str,
    /// Member code of the exchange. No public source has one.
    pub code: Option<&'static str>,
    /// What the source said, in its words.
    pub status: &'static str,
    /// Reported as trading, not as inactive.
    pub active: bool,
    /// High: named in dated reports of the exchange. Medium: in public code.
    pub certainty: Certainty,
    /// Which sources name it, in the words of the data file.
    pub evidence: &'static str,
    /// What the data file remarks on it.
    pub note: Option<&'static str>,
}

static BROKERS: LazyLock<Vec<Broker>> =
    LazyLock::new(|| parse(CSV).expect("data/brokers.csv is read by a test"));

/// All firms of high and medium certainty, the inactive ones included.
pub fn brokers() -> &'static [Broker] {
    &BROKERS
}

/// The firm of a slug.
pub fn broker_by_id(id: &str) -> Option<&'static Broker> {
    BROKERS.iter().find(|broker| broker.id == id)
}

fn parse(csv: &'static str) -> Result<Vec<Broker>, TableError> {
    const HEADER: [&str; 8] = [
        "id",
        "name",
        "short",
        "ngx_code",
        "status",
        "certainty",
        "evidence",
        "note",
    ];
    table::load(
        csv,
        HEADER,
        |[id, name, short, code, status, certainty, evidence, note]| {
            let certainty = Certainty::parse(certainty)
                .filter(|certainty| *certainty <= Certainty::Medium)
                .ok_or_else(|| format!("{id}: only high and medium certainty is shipped"))?;
            if id.is_empty() || name.is_empty() || status.is_empty() {
                return Err("a firm without slug, name or status".to_owned());
            }
            Ok(Broker {
                id,
                name,
                short: table::optional(short).unwrap_or(name),
                code: table::optional(code),
                status,
                active: !status.starts_with("inactive"),
                certainty,
                evidence,
                note: table::optional(note),
            })
        },
    )
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_row_is_read_and_slugs_differ() {
        let all = parse(CSV).unwrap();
        assert_eq!(all.len(), 53);
        let slugs: HashSet<_> = all.iter().map(|broker| broker.id).collect();
        assert_eq!(slugs.len(), all.len());
        assert_eq!(all.iter().filter(|broker| !broker.active).count(), 16);
    }

    #[test]
    fn a_slug_finds_its_firm() {
        let found = broker_by_id("meristem-stockbrokers").unwrap();
        assert_eq!(found.name, "Meristem Stockbrokers Limited");
        assert!(found.active);
        assert!(!broker_by_id("ml-securities").unwrap().active);
        assert!(broker_by_id("").is_none());
    }

    #[test]
    fn a_firm_of_low_certainty_is_refused() {
        let csv = "id,name,short,ngx_code,status,certainty,evidence,note\nx,X,,,trading,low,,\n";
        assert_eq!(parse(csv).unwrap_err().line, 2);
    }
}
