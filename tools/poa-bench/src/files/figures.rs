//! Figures over many verdicts, as a table in Markdown.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::verdict::{Class, Verdict};
use crate::report::calibration_error;

/// Standard deviations that hold 95 of a hundred.
const Z: f64 = 1.96;

const HEAD: &str = "\
| Papers | Count | Exact | F1 | Field right | Unanswered | Issuer's | Other's | None, answered | \
Sure and wrong | Invented | Late | Cal. error |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
";

#[derive(Default)]
pub struct Figures {
    groups: BTreeMap<String, Vec<Verdict>>,
}

impl Figures {
    /// Counts a paper in a group.
    pub fn add(&mut self, group: String, verdict: Verdict) {
        self.groups.entry(group).or_default().push(verdict);
    }

    /// Groups in rows, with the interval that holds the true share with 95 per cent (Wilson).
    pub fn table(&self) -> String {
        let mut text = String::from(HEAD);
        for (group, verdicts) in &self.groups {
            let _ = writeln!(text, "| {group} | {} |", row(verdicts));
        }
        text
    }
}

fn row(verdicts: &[Verdict]) -> String {
    let of = |wanted: bool| verdicts.iter().filter(move |it| it.shows_one == wanted);
    let with = of(true).count();
    let count = |is: &dyn Fn(&Verdict) -> bool| verdicts.iter().filter(|it| is(it)).count();
    let class = |class: Class| count(&|it| it.class == class);
    let unanswered = class(Class::Unanswered) + class(Class::Refused);
    let fields = verdicts.iter().flat_map(|it| &it.fields);
    let right = fields.clone().filter(|(_, right)| *right).count();
    let f1: f64 = of(true).map(|it| it.f1).sum::<f64>() / with.max(1) as f64;
    let stated: Vec<(f64, bool)> = verdicts.iter().flat_map(|it| it.stated.clone()).collect();
    let invented: usize = verdicts.iter().map(|it| it.invented.len()).sum();
    [
        verdicts.len().to_string(),
        share(count(&|it| it.exact), with),
        if with == 0 {
            "–".to_owned()
        } else {
            format!("{f1:.3}")
        },
        share(right, fields.count()),
        share(unanswered, with),
        share(class(Class::Issuer), with),
        share(class(Class::Other), with),
        share(class(Class::NoneAnswered), of(false).count()),
        share(count(&Verdict::sure_and_wrong), count(&|it| it.sure)),
        invented.to_string(),
        class(Class::TimedOut).to_string(),
        format!("{:.3}", calibration_error(&stated)),
    ]
    .join(" | ")
}

/// `25 % (10–49), 4/16`.
fn share(good: usize, all: usize) -> String {
    if all == 0 {
        return "–".to_owned();
    }
    let (low, high) = wilson(good, all);
    let each = 100.0 * good as f64 / all as f64;
    let (low, high) = (100.0 * low, 100.0 * high);
    format!("{each:.0} % ({low:.0}–{high:.0}), {good}/{all}")
}

/// Wilson's interval of a share, 95 per cent; `all` is at least 1.
fn wilson(good: usize, all: usize) -> (f64, f64) {
    let n = all as f64;
    let p = good as f64 / n;
    let base = 1.0 + Z * Z / n;
    let middle = (p + Z * Z / (2.0 * n)) / base;
    let half = Z / base * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_the_textbook() {
        for (good, all, low, high) in [
            (0, 10, 0.000, 0.278),
            (4, 16, 0.102, 0.495),
            (50, 100, 0.404, 0.596),
            (10, 10, 0.722, 1.000),
        ] {
            let (from, to) = wilson(good, all);
            assert!((from - low).abs() < 0.001, "{good}/{all}: {from}");
            assert!((to - high).abs() < 0.001, "{good}/{all}: {to}");
        }
    }

    #[test]
    fn a_share_of_nothing_is_not_a_number() {
        assert_eq!(share(0, 0), "–");
        assert_eq!(share(4, 16), "25 % (10–49), 4/16");
    }
}
