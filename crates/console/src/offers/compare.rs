//! Rehearsals beside each other: what another seed changes.

use kofa_domain::{Error, Result, codes};
use kofa_investment::allotment::Basis;
use kofa_portal::kit::show::{count, naira};

/// Seeds that are compared at once: each rehearsal reads the whole book.
const SEEDS_MAX: usize = 4;

/// A column a seed, a row a figure.
#[derive(Debug)]
pub(super) struct Comparison {
    pub(super) seeds: Vec<String>,
    pub(super) rows: Vec<(String, Vec<String>)>,
    /// What is said of it.
    pub(super) says: &'static str,
}

impl Comparison {
    /// `None` for less than two.
    pub(super) fn of(all: &[Basis]) -> Option<Self> {
        if all.len() < 2 {
            return None;
        }
        let row = |name: &str, of: &dyn Fn(&Basis) -> String| {
            (name.to_owned(), all.iter().map(of).collect())
        };
        let mut rows = vec![
            row("Shares allotted", &|one| count(one.allotted)),
            row("Left over", &|one| count(one.left_over)),
            row("Applications in full", &|one| count(one.full)),
            row("In part", &|one| count(one.partial)),
            row("None", &|one| count(one.none)),
            row("Drawn in the ballot", &|one| count(one.winners)),
            row("Refund due", &|one| naira(one.refunds_total)),
        ];
        // The book is the same, and so are its bands, unless applications came in between.
        let bands = all.iter().map(|one| one.bands.len()).min().unwrap_or(0);
        for (at, band) in all[0].bands.iter().enumerate().take(bands) {
            let name = format!("Allotted to {} shares", super::picture::size(band));
            rows.push(row(&name, &|one| count(one.bands[at].allotted)));
        }
        let is_drawn = all.iter().any(|one| one.ballot);
        Some(Self {
            seeds: all.iter().map(|one| one.seed.to_string()).collect(),
            rows,
            says: match is_drawn {
                true => "The seed decides who is drawn.",
                false => "No ballot is needed, so the seed changes nothing.",
            },
        })
    }
}

/// The seeds of a form, one or several with commas between, each once.
///
/// # Errors
/// 422 on `seed` for more than a few.
pub(super) fn seeds(text: &str) -> Result<Vec<&str>> {
    let mut seeds: Vec<&str> = Vec::new();
    for seed in text.split(',').map(str::trim) {
        if !seeds.contains(&seed) {
            seeds.push(seed);
        }
    }
    if seeds.len() > SEEDS_MAX {
        let message = "Compare at most 4 seeds at once.";
        return Err(Error::on("seed", &codes::INVALID_FIELD, message));
    }
    Ok(seeds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_told_apart() {
        assert_eq!(seeds("1").unwrap(), ["1"]);
        assert_eq!(seeds(" 7, 9,7 ,x").unwrap(), ["7", "9", "x"]);
        assert!(seeds("1,2,3,4,5").is_err());
    }
}
