//! What importing a file would do, row by row, before anything is stored.

use kofa_domain::Kobo;
use sha2::{Digest as _, Sha256};

/// Rows of a file that are rehearsed, at most: those of a bank hold others up meanwhile.
pub(crate) const ROWS_MAX: usize = 1_000;
/// First rows that are named one by one, and rows of which nothing comes.
const FIRST_MAX: usize = 25;
const PROBLEMS_MAX: usize = 40;

/// A value that a row changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedValue {
    pub name: &'static str,
    /// What holds now; empty if nothing does.
    pub before: String,
    /// What the row makes of it; empty if it takes it away.
    pub after: String,
}

impl ChangedValue {
    pub(crate) fn new(
        name: &'static str,
        before: impl Into<String>,
        after: impl Into<String>,
    ) -> Self {
        Self {
            name,
            before: before.into(),
            after: after.into(),
        }
    }
}

/// What would come of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RehearsedRow {
    /// Where it begins, from 1; of a statement, which of its entries it is. 0 where `what` says it.
    pub line: u64,
    /// What it is about, masked where it is a person. Empty if it cannot be read.
    pub what: String,
    /// A word of [`Rehearsal::outcomes`].
    pub outcome: &'static str,
    /// Whether an operator should look at it.
    pub is_problem: bool,
    /// The values that it sets; empty if it changes nothing.
    pub changes: Vec<ChangedValue>,
    /// Why nothing comes of it, in a sentence.
    pub why: String,
}

/// What importing a file would do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rehearsal {
    /// Rows that were looked at, without header and empty lines.
    pub rows: u64,
    /// Whether these are all.
    pub is_whole: bool,
    /// How many rows have which outcome.
    pub outcomes: Vec<(&'static str, u64)>,
    /// Sum of the payments that would be applied.
    pub total_applied: Option<Kobo>,
    /// The first rows.
    pub first: Vec<RehearsedRow>,
    /// The first rows that an operator should look at.
    pub problems: Vec<RehearsedRow>,
    /// Changes if any row has another outcome, or changes another value: in hexadecimal.
    pub plan: String,
}

/// Gathers rows to a [`Rehearsal`].
pub(crate) struct Log {
    rehearsal: Rehearsal,
    plan: Sha256,
}

impl Log {
    /// `outcomes` are told in this order, also those of no row.
    pub(crate) fn new(outcomes: &[&'static str]) -> Self {
        Self {
            rehearsal: Rehearsal {
                outcomes: outcomes.iter().map(|one| (*one, 0)).collect(),
                ..Rehearsal::default()
            },
            plan: Sha256::new(),
        }
    }

    pub(crate) fn add(&mut self, row: RehearsedRow) {
        self.rehearsal.rows += 1;
        self.count(row.outcome, 1);
        self.note(&[&row.line.to_string(), &row.what, &row.why]);
        for change in &row.changes {
            self.note(&[change.name, &change.before, &change.after]);
        }
        if row.is_problem && self.rehearsal.problems.len() < PROBLEMS_MAX {
            self.rehearsal.problems.push(row.clone());
        }
        if self.rehearsal.first.len() < FIRST_MAX {
            self.rehearsal.first.push(row);
        }
    }

    /// More of an outcome than there are rows for.
    pub(crate) fn count(&mut self, outcome: &'static str, many: u64) {
        self.note(&[outcome, &many.to_string()]);
        let all = &mut self.rehearsal.outcomes;
        match all.iter_mut().find(|(one, _)| *one == outcome) {
            Some((_, count)) => *count += many,
            None => all.push((outcome, many)),
        }
    }

    /// Adds what a payment would pay.
    pub(crate) fn apply(&mut self, amount: Kobo) {
        let total = self.rehearsal.total_applied.unwrap_or_default();
        self.rehearsal.total_applied = total.checked_add(amount);
    }

    fn note(&mut self, texts: &[&str]) {
        for text in texts {
            self.plan.update(text);
            self.plan.update([0]);
        }
    }

    pub(crate) fn finish(self, is_whole: bool) -> Rehearsal {
        Rehearsal {
            is_whole,
            plan: data_encoding::HEXLOWER.encode(&self.plan.finalize()),
            ..self.rehearsal
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(what: &str, outcome: &'static str) -> RehearsedRow {
        RehearsedRow {
            line: 2,
            what: what.to_owned(),
            outcome,
            is_problem: outcome == "rejected",
            ..RehearsedRow::default()
        }
    }

    fn of(rows: &[RehearsedRow]) -> Rehearsal {
        let mut log = Log::new(&["added", "rejected"]);
        rows.iter().cloned().for_each(|row| log.add(row));
        log.finish(true)
    }

    #[test]
    fn a_plan_is_another_if_any_row_is() {
        let base = of(&[row("a", "added"), row("b", "rejected")]);
        assert_eq!(base.outcomes, [("added", 1), ("rejected", 1)]);
        assert_eq!((base.first.len(), base.problems.len()), (2, 1));
        assert_eq!(of(&[row("a", "added"), row("b", "rejected")]), base);
        let mut changed = row("a", "added");
        changed.changes = vec![ChangedValue::new("name", "", "Ada")];
        for other in [
            vec![row("a", "added")],
            vec![row("a", "rejected"), row("b", "rejected")],
            vec![row("b", "added"), row("b", "rejected")],
            vec![changed, row("b", "rejected")],
        ] {
            assert_ne!(of(&other).plan, base.plan, "{other:?}");
        }
    }

    #[test]
    fn rows_beyond_those_named_count_and_make_the_plan() {
        let many = |last: &str| {
            let mut rows = vec![row("a", "rejected"); 100];
            rows.push(row(last, "rejected"));
            of(&rows)
        };
        let one = many("x");
        assert_eq!((one.rows, one.first.len()), (101, FIRST_MAX));
        assert_eq!(one.problems.len(), PROBLEMS_MAX);
        assert_ne!(one.plan, many("y").plan);
    }
}
