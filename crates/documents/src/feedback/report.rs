//! Accuracy, calibration and drift of readings, from what users said of them.

use std::collections::BTreeMap;

use kofa_domain::{Environment, Result, TenantId, Timestamp};
use kofa_store::Store;
use serde::Serialize;
use utoipa::ToSchema;

use super::ops::{ListOutcomes, Outcome};
use super::right::{Judged, from_json};
use super::{FIELDS, after_days};

/// Outcomes that a report counts, the last said.
const OUTCOMES_MAX: i64 = 20_000;
/// What is recent, in days.
const RECENT_DAYS: i64 = 30;
/// Issuers in a report, those with most papers.
const ISSUERS_MAX: usize = 50;
/// Bands of stated confidence.
const BANDS: usize = 10;

/// A share with its interval (95 per cent, Wilson).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReadingShare)]
pub struct Period {
    /// How many were judged.
    pub judged: u64,
    /// How many of them are right.
    pub right: u64,
    /// Their share, 0 to 1; 0 if none was judged.
    pub share: f64,
    /// Where the interval begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
}

impl Period {
    /// Of so many that are right or not.
    pub(crate) fn counted(right: impl Iterator<Item = bool>) -> Self {
        let (mut count, mut all) = (0, 0);
        for is_right in right {
            all += 1;
            count += u64::from(is_right);
        }
        Self::of(count, all)
    }

    fn of(right: u64, judged: u64) -> Self {
        /// Of the normal distribution, for 95 per cent.
        const Z: f64 = 1.959_963_985;
        if judged == 0 {
            return Self {
                high: 1.0,
                ..Self::default()
            };
        }
        let (n, share) = (judged as f64, right as f64 / judged as f64);
        let z2 = Z * Z;
        let centre = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let inside = share * (1.0 - share) / n + z2 / (4.0 * n * n);
        let half = Z * inside.sqrt() / (1.0 + z2 / n);
        Self {
            judged,
            right,
            share: rounded(share),
            low: rounded((centre - half).max(0.0)),
            high: rounded((centre + half).min(1.0)),
        }
    }
}

fn rounded(share: f64) -> f64 {
    (share * 10_000.0).round() / 10_000.0
}

/// Papers of one sort. A paper is right if every field that was judged is.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReadingGroup)]
pub struct GroupRow {
    /// `all`, `issuer`, `kind` or `capture`.
    pub by: &'static str,
    /// Which; an issuer that no table knows is empty.
    pub name: String,
    pub papers: Period,
    /// Read in the last 30 days.
    pub recent: Period,
    /// Read before.
    pub before: Period,
    /// `better` or `worse` if the intervals of both do not touch, else `none`.
    pub drift: &'static str,
    /// The mean distance of stated confidence and what was right, over the bands (ECE).
    pub calibration_error: f64,
}

/// One field over all papers.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReadingField)]
pub struct FieldRow {
    pub field: &'static str,
    pub values: Period,
}

/// Values that were stated with about the same confidence.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReadingBand)]
pub struct Band {
    pub from: f64,
    pub to: f64,
    /// The mean that was stated.
    pub stated: f64,
    pub values: Period,
}

/// How readings did, by what users said.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReadingReport {
    /// All papers first, then by capture, kind and issuer.
    pub groups: Vec<GroupRow>,
    pub fields: Vec<FieldRow>,
    /// Bands of confidence that have values.
    pub bands: Vec<Band>,
}

impl ReadingReport {
    /// Whether anybody said anything.
    pub fn is_empty(&self) -> bool {
        self.groups.iter().all(|it| it.papers.judged == 0)
    }
}

/// The report of an environment, of one tenant or of all.
///
/// # Errors
/// If the store cannot.
pub async fn report(
    store: &Store,
    environment: Environment,
    tenant: Option<TenantId>,
    now: Timestamp,
) -> Result<ReadingReport> {
    let list = ListOutcomes {
        environment,
        tenant,
        most: OUTCOMES_MAX,
    };
    Ok(computed(&store.read(list).await?, now))
}

/// A paper with what was judged of it.
struct Paper<'a> {
    outcome: &'a Outcome,
    judged: Vec<Judged>,
}

impl Paper<'_> {
    fn is_right(&self) -> bool {
        self.judged.iter().all(|it| it.is_right)
    }
}

fn computed(outcomes: &[Outcome], now: Timestamp) -> ReadingReport {
    let papers: Vec<Paper<'_>> = outcomes
        .iter()
        .map(|outcome| Paper {
            outcome,
            judged: from_json(&outcome.outcome),
        })
        .filter(|paper| !paper.judged.is_empty())
        .collect();
    let whole: Vec<&Paper<'_>> = papers.iter().collect();
    let since = after_days(now, -RECENT_DAYS);
    let mut groups = vec![group("all", "", &whole, since)];
    groups.extend(grouped("capture", &papers, since, |it| &it.capture));
    groups.extend(grouped("kind", &papers, since, |it| &it.kind));
    groups.extend(grouped("issuer", &papers, since, |it| &it.issuer));
    let judged: Vec<Judged> = papers.iter().flat_map(|it| &it.judged).copied().collect();
    ReadingReport {
        groups,
        fields: field_rows(&judged),
        bands: bands(judged.iter()),
    }
}

/// Of all values that were judged, field by field.
pub(crate) fn field_rows(judged: &[Judged]) -> Vec<FieldRow> {
    let row = |(at, name): (usize, &&'static str)| {
        let values = judged.iter().filter(|it| it.field == at);
        FieldRow {
            field: name,
            values: Period::counted(values.map(|it| it.is_right)),
        }
    };
    FIELDS.iter().enumerate().map(row).collect()
}

fn grouped(
    by: &'static str,
    papers: &[Paper<'_>],
    since: Timestamp,
    key: impl Fn(&Outcome) -> &String,
) -> Vec<GroupRow> {
    let mut groups: BTreeMap<&str, Vec<&Paper<'_>>> = BTreeMap::new();
    for paper in papers {
        groups.entry(key(paper.outcome)).or_default().push(paper);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, papers)| std::cmp::Reverse(papers.len()));
    groups.truncate(ISSUERS_MAX);
    let row = |(name, papers): (&str, Vec<&Paper<'_>>)| group(by, name, &papers, since);
    groups.into_iter().map(row).collect()
}

fn group(by: &'static str, name: &str, papers: &[&Paper<'_>], since: Timestamp) -> GroupRow {
    let (recent, before): (Vec<&Paper<'_>>, Vec<_>) = papers
        .iter()
        .copied()
        .partition(|it| it.outcome.read_at >= since);
    let of = |papers: &[&Paper<'_>]| Period::counted(papers.iter().map(|it| it.is_right()));
    let (recent, before) = (of(&recent), of(&before));
    GroupRow {
        by,
        name: name.to_owned(),
        papers: of(papers),
        recent,
        before,
        drift: match () {
            () if recent.judged == 0 || before.judged == 0 => "none",
            () if recent.high < before.low => "worse",
            () if recent.low > before.high => "better",
            () => "none",
        },
        calibration_error: calibration_error(&bands(papers.iter().flat_map(|it| &it.judged))),
    }
}

/// The bands of confidence that have values.
pub(crate) fn bands<'a>(judged: impl Iterator<Item = &'a Judged>) -> Vec<Band> {
    let mut sums = [(0u64, 0u64, 0u64); BANDS];
    for judged in judged {
        let Some(confidence) = judged.confidence else {
            continue;
        };
        let at = (usize::from(confidence) * BANDS / 100).min(BANDS - 1);
        let (all, right, stated) = &mut sums[at];
        *all += 1;
        *right += u64::from(judged.is_right);
        *stated += u64::from(confidence);
    }
    let edge = |at: usize| rounded(at as f64 / BANDS as f64);
    let band = |(at, (all, right, stated)): (usize, (u64, u64, u64))| {
        (all > 0).then(|| Band {
            from: edge(at),
            to: edge(at + 1),
            stated: rounded(stated as f64 / all as f64 / 100.0),
            values: Period::of(right, all),
        })
    };
    sums.into_iter().enumerate().filter_map(band).collect()
}

/// The mean distance of what was stated and what was right, over the bands.
pub(crate) fn calibration_error(bands: &[Band]) -> f64 {
    let all: u64 = bands.iter().map(|it| it.values.judged).sum();
    let off = |it: &Band| (it.stated - it.values.share).abs() * it.values.judged as f64;
    let sum: f64 = bands.iter().map(off).sum();
    rounded(sum / all.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_micros(1_800_000_000_000_000);

    fn outcome(issuer: &str, days_ago: i64, outcome: &str) -> Outcome {
        Outcome {
            issuer: issuer.to_owned(),
            kind: "utility_bill".to_owned(),
            capture: "scan".to_owned(),
            read_at: after_days(NOW, -days_ago),
            outcome: outcome.to_owned(),
        }
    }

    /// Against R: `binom::binom.confint(c(0, 8, 81, 10), c(10, 10, 263, 10), method = "wilson")`,
    /// the third as in Newcombe (1998), table I.
    #[test]
    fn intervals_are_those_of_wilson() {
        let check = |right, judged, low: f64, high: f64| {
            let found = Period::of(right, judged);
            assert!((found.low - low).abs() < 6e-5, "{found:?}");
            assert!((found.high - high).abs() < 6e-5, "{found:?}");
        };
        check(0, 10, 0.0, 0.2775);
        check(8, 10, 0.4902, 0.9433);
        check(81, 263, 0.2553, 0.3662);
        check(10, 10, 0.7225, 1.0);
        assert_eq!((Period::of(0, 0).low, Period::of(0, 0).high), (0.0, 1.0));
    }

    #[test]
    fn papers_are_grouped_and_calibrated() {
        let mut all = vec![outcome("", 1, r#"{"city":[90,false],"lga":[null,true]}"#)];
        all.extend((0..3).map(|_| outcome("IKEDC", 2, r#"{"city":[90,true]}"#)));
        all.push(outcome("", 1, "{}"));
        let report = computed(&all, NOW);
        assert!(!report.is_empty());
        let shown: Vec<_> = report
            .groups
            .iter()
            .map(|it| (it.by, it.name.as_str(), it.papers.right, it.papers.judged))
            .collect();
        assert_eq!(
            shown,
            [
                ("all", "", 3, 4),
                ("capture", "scan", 3, 4),
                ("kind", "utility_bill", 3, 4),
                ("issuer", "IKEDC", 3, 3),
                ("issuer", "", 0, 1),
            ]
        );
        // Four values stated with 0.9, three of them right.
        assert_eq!(report.bands.len(), 1);
        assert!((report.groups[0].calibration_error - 0.15).abs() < 1e-9);
        let city = report.fields.iter().find(|it| it.field == "city").unwrap();
        assert_eq!((city.values.right, city.values.judged), (3, 4));
        assert!(computed(&[], NOW).is_empty());
    }

    #[test]
    fn drift_is_told_only_where_intervals_do_not_touch() {
        let drift = |wrong: usize| {
            let mut all: Vec<_> = (0..40)
                .map(|_| outcome("", 60, r#"{"city":[90,true]}"#))
                .collect();
            all.extend((0..20).map(|at| {
                let right = at >= wrong;
                outcome("", 1, &format!(r#"{{"city":[90,{right}]}}"#))
            }));
            computed(&all, NOW).groups[0].drift
        };
        assert_eq!(drift(0), "none");
        assert_eq!(drift(1), "none");
        assert_eq!(drift(12), "worse");
    }
}
