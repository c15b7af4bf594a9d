//! Sums of outcomes, as tables in Markdown.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::score::{Outcome, Question};

/// Outcomes of one group: a set of layouts, a capture class, a source.
#[derive(Default)]
pub struct Tally {
    documents: usize,
    right: BTreeMap<Question, (usize, usize)>,
    shows_none: usize,
    answered_nothing: usize,
    other_party: usize,
    invented: usize,
    all_right: usize,
    stated: Vec<(f64, bool)>,
}

impl Tally {
    pub fn add(&mut self, outcome: &Outcome) {
        self.documents += 1;
        for (question, right) in &outcome.answers {
            let (good, all) = self.right.entry(*question).or_default();
            *good += usize::from(*right);
            *all += 1;
        }
        self.shows_none += usize::from(outcome.shows_none);
        self.answered_nothing += usize::from(outcome.answered_nothing);
        self.other_party += usize::from(outcome.other_party);
        self.invented += outcome.invented.len();
        self.all_right += usize::from(outcome.right());
        self.stated.extend(&outcome.stated);
    }
}

/// Expected calibration error over ten bins of stated confidences, each with what was right.
pub fn calibration_error(stated: &[(f64, bool)]) -> f64 {
    let all = stated.len().max(1) as f64;
    bins(stated)
        .iter()
        .map(|(count, stated, right)| *count as f64 * (stated - right).abs() / all)
        .sum()
}

/// Count, mean stated confidence, share right; for each tenth.
fn bins(stated: &[(f64, bool)]) -> Vec<(usize, f64, f64)> {
    (0..10)
        .map(|bin| {
            let (from, to) = (f64::from(bin) / 10.0, f64::from(bin + 1) / 10.0);
            let inside: Vec<_> = stated
                .iter()
                .filter(|(stated, _)| *stated >= from && (*stated < to || bin == 9))
                .collect();
            let count = inside.len();
            let each = count.max(1) as f64;
            let stated = inside.iter().map(|(stated, _)| stated).sum::<f64>() / each;
            let right = inside.iter().filter(|(_, right)| *right).count() as f64 / each;
            (count, stated, right)
        })
        .collect()
}

/// Tallies by name, in the order of names.
#[derive(Default)]
pub struct Report {
    groups: BTreeMap<String, Tally>,
}

impl Report {
    /// Counts a document in a group.
    pub fn add(&mut self, group: &str, outcome: &Outcome) {
        self.groups
            .entry(group.to_owned())
            .or_default()
            .add(outcome);
    }

    /// Questions in columns, groups in rows, per cent.
    pub fn table(&self) -> String {
        let mut text = String::from("| Group | Docs |");
        for question in Question::ALL {
            let _ = write!(text, " {} |", question.as_str());
        }
        text.push_str(" all right | other party's | none, answered | invented | cal. error |\n|");
        text.push_str(&" --- |".repeat(Question::ALL.len() + 7));
        text.push('\n');
        for (name, tally) in &self.groups {
            let _ = write!(text, "| {name} | {} |", tally.documents);
            for question in Question::ALL {
                match tally.right.get(&question) {
                    Some((good, all)) => {
                        let _ = write!(text, " {} |", percent(*good, *all));
                    }
                    None => text.push_str(" - |"),
                }
            }
            let _ = writeln!(
                text,
                " {} | {} | {}/{} | {} | {:.3} |",
                percent(tally.all_right, tally.documents),
                percent(tally.other_party, tally.documents),
                tally.answered_nothing,
                tally.shows_none,
                tally.invented,
                calibration_error(&tally.stated),
            );
        }
        text
    }

    /// The reliability table: stated confidence against what was right.
    pub fn reliability(&self) -> String {
        let mut text = String::from("| Group | Stated | Fields | Mean stated | Right |\n");
        text.push_str("| --- | --- | --- | --- | --- |\n");
        for (name, tally) in &self.groups {
            for (bin, (count, stated, right)) in bins(&tally.stated).into_iter().enumerate() {
                if count > 0 {
                    let from = bin as f64 / 10.0;
                    let _ = writeln!(
                        text,
                        "| {name} | {from:.1} to {:.1} | {count} | {stated:.2} | {right:.2} |",
                        from + 0.1
                    );
                }
            }
        }
        text
    }
}

fn percent(good: usize, all: usize) -> String {
    format!("{:.1}", 100.0 * good as f64 / all.max(1) as f64)
}
