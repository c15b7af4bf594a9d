//! How long calls take: counted by bucket, so that a share of them can be told and not only
//! their mean, which a few slow ones hide in.
//!
//! Each doubling of time has eight buckets: a time is told to within an eighth of itself, and
//! an hour of an endpoint is some twenty rows. Calls that the caller got wrong are not counted:
//! they end early, and would make everything look faster than it is.

use std::collections::BTreeMap;

use kofa_domain::{Environment, Result, Timestamp};
use kofa_store::{Column, Op, Row, Tx, Type, Value};
use rustc_hash::FxHashMap;

use super::kinds::Kind;
use super::span::Grain;

/// Buckets of a doubling, as a power of two.
const PARTS_BITS: u32 = 3;
const PARTS: i64 = 1 << PARTS_BITS;
/// How long the counts are kept, in seconds.
const KEPT_SECONDS: i64 = 8 * 24 * 3_600;

const TABLE: &str = "latency_hour";
const COLUMNS: [Column; 5] = [
    ("hour", Type::Int),
    ("environment", Type::Text),
    ("operation_id", Type::Text),
    ("bucket", Type::Int),
    ("calls", Type::Int),
];
const AGAIN: &str = "on conflict (hour, environment, operation_id, bucket) \
     do update set calls = latency_hour.calls + excluded.calls";
const FORGET: &str = "delete from latency_hour where hour = \
     (select min(hour) from latency_hour where hour < $1)";
const READ: &str = "select hour, environment, operation_id, bucket, calls from latency_hour \
     where hour >= $1";

const SUM: &str = "select bucket, cast(sum(calls) as bigint) as calls from latency_hour \
     where hour >= $1 and hour < $2 and environment = $3 group by bucket";

/// The bucket of a time in microseconds.
fn bucket(latency_us: i64) -> i64 {
    let time = latency_us.max(0);
    if time < PARTS {
        return time;
    }
    let doublings = time.ilog2();
    let part = (time >> (doublings - PARTS_BITS)) & (PARTS - 1);
    i64::from(doublings) * PARTS + part
}

/// Where a bucket begins, and how wide it is.
fn bounds(bucket: i64) -> (i64, i64) {
    let doublings = u32::try_from(bucket / PARTS).unwrap_or(0).clamp(0, 62);
    if doublings < PARTS_BITS {
        return (bucket, 1);
    }
    let shift = doublings - PARTS_BITS;
    ((PARTS + bucket % PARTS) << shift, 1 << shift)
}

/// Counts of calls by how long they took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Latencies(pub(super) BTreeMap<i64, i64>);

impl Latencies {
    pub fn add(&mut self, latency_us: i64) {
        self.add_bucket(bucket(latency_us), 1);
    }

    pub(super) fn add_bucket(&mut self, bucket: i64, calls: i64) {
        let known = self.0.entry(bucket).or_default();
        *known = known.saturating_add(calls);
    }

    /// Adds others to these.
    pub fn join(&mut self, other: &Self) {
        for (bucket, calls) in &other.0 {
            self.add_bucket(*bucket, *calls);
        }
    }

    /// The time within which so many of a hundred calls ended, to within an eighth; `None` of
    /// no calls.
    pub fn within_us(&self, percent: i64) -> Option<i64> {
        let all: i64 = self.0.values().sum();
        let wanted = i128::from(all) * i128::from(percent);
        // The rank of the first call that so many do not exceed, from 1.
        let rank = i64::try_from((wanted + 99) / 100).ok()?.max(1);
        let mut before = 0;
        for (bucket, calls) in &self.0 {
            if before + calls >= rank {
                let (from, width) = bounds(*bucket);
                let inside = i128::from(width) * i128::from(rank - before) / i128::from(*calls);
                return Some(from + i64::try_from(inside).unwrap_or(width));
            }
            before += calls;
        }
        None
    }
}

/// Counts that are about to be kept, by five minutes, number of the kind, and bucket.
#[derive(Debug, Default)]
pub(super) struct Counts(pub(super) FxHashMap<(Timestamp, u32, i64), i64>);

impl Counts {
    /// Counts a call of the kind `number`.
    pub(super) fn add(&mut self, at: Timestamp, (number, status): (u32, u32), latency_us: i64) {
        if !(400..500).contains(&status) {
            let place = (Grain::FiveMinutes.start(at), number, bucket(latency_us));
            *self.0.entry(place).or_default() += 1;
        }
    }

    /// Adds them to what is kept. In the order of the key, as every other that keeps some:
    /// two of them cannot wait for each other.
    pub(super) async fn keep(
        &self,
        tx: &mut Tx<'_>,
        environment: Environment,
        kinds: &[&Kind],
    ) -> Result<()> {
        let mut lines: BTreeMap<(Timestamp, &str, i64), i64> = BTreeMap::new();
        for ((at, number, bucket), calls) in &self.0 {
            if let Some(kind) = kinds.get(*number as usize) {
                let hour = Grain::Hour.start(*at);
                let line = (hour, kind.operation_id.as_str(), *bucket);
                *lines.entry(line).or_default() += calls;
            }
        }
        let row = |((hour, operation_id, bucket), calls): ((Timestamp, &str, i64), i64)| {
            let operation_id = operation_id.to_owned();
            [
                hour.into(),
                environment.into(),
                operation_id.into(),
                bucket.into(),
                calls.into(),
            ]
        };
        let rows: Vec<[Value<'_>; 5]> = lines.into_iter().map(row).collect();
        tx.insert_rows(TABLE, &COLUMNS, AGAIN, &rows).await?;
        Ok(())
    }
}

/// Forgets the oldest hour of counts that nobody looks at any more; how many.
pub(super) async fn forget(tx: &mut Tx<'_>, now: Timestamp) -> Result<u64> {
    let before = now.plus_seconds(-KEPT_SECONDS);
    Ok(tx.exec(FORGET, &[before.into()]).await?)
}

/// How long the calls of an endpoint took in an hour, of all tenants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LatencyHour {
    pub hour: Timestamp,
    pub environment: Environment,
    pub operation_id: String,
    /// How long they took.
    pub took: Latencies,
}

/// Reads how long calls took since an hour.
#[derive(Debug)]
pub struct ReadLatency {
    /// Since when: the beginning of an hour.
    pub from: Timestamp,
}

impl Op for ReadLatency {
    type Out = Vec<LatencyHour>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let mut all: BTreeMap<(Timestamp, &'static str, String), Latencies> = BTreeMap::new();
        let one = |row: &Row| -> Result<(Timestamp, Environment, String, i64, i64)> {
            Ok((
                row.get("hour")?,
                row.get("environment")?,
                row.get("operation_id")?,
                row.get("bucket")?,
                row.get("calls")?,
            ))
        };
        for row in &tx.rows(READ, &[self.from.into()]).await? {
            let (hour, environment, operation_id, bucket, calls) = one(row)?;
            let place = (hour, environment.as_str(), operation_id);
            all.entry(place).or_default().add_bucket(bucket, calls);
        }
        let line = |((hour, word, operation_id), took)| {
            let environment = Environment::parse(word)?;
            Some(LatencyHour {
                hour,
                environment,
                operation_id,
                took,
            })
        };
        Ok(all.into_iter().filter_map(line).collect())
    }
}

/// How long the calls of all endpoints in an environment took, from an hour on and before another.
#[derive(Debug)]
pub struct SumLatency {
    pub environment: Environment,
    /// The beginning of an hour, at most eight days ago.
    pub from: Timestamp,
    /// The beginning of the hour after the last.
    pub until: Timestamp,
}

impl Op for SumLatency {
    type Out = Latencies;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Latencies> {
        let params: [Value<'_>; 3] = [self.from.into(), self.until.into(), self.environment.into()];
        let mut took = Latencies::default();
        for row in &tx.rows(SUM, &params).await? {
            took.add_bucket(row.get("bucket")?, row.get("calls")?);
        }
        Ok(took)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_time_stands_in_its_bucket_and_is_known_to_an_eighth(time in 0i64..i64::MAX / 2) {
            let (from, width) = bounds(bucket(time));
            prop_assert!(from <= time && time < from + width);
            prop_assert!(width == 1 || width <= from / PARTS);
            prop_assert!(bucket(time) <= bucket(time + 1));
        }

        #[test]
        fn shares_are_those_of_the_sorted_times(
            mut times in proptest::collection::vec(0i64..60_000_000, 1..200),
            percent in 1i64..=100,
        ) {
            let mut took = Latencies::default();
            times.iter().for_each(|time| took.add(*time));
            times.sort_unstable();
            let rank = (times.len() as i64 * percent + 99) / 100;
            let (from, width) = bounds(bucket(times[rank as usize - 1]));
            let told = took.within_us(percent).unwrap();
            prop_assert!(from <= told && told <= from + width, "{told} in {from}+{width}");
        }
    }

    #[test]
    fn nothing_has_no_share_and_negative_times_are_none() {
        assert_eq!(Latencies::default().within_us(95), None);
        let mut took = Latencies::default();
        took.add(-5);
        assert_eq!(took.within_us(95), Some(1));
        let mut slow = Latencies::default();
        (0..100).for_each(|_| slow.add(1_000_000));
        took.join(&slow);
        assert!(took.within_us(1).unwrap() < 1_000_000 + 131_072);
        assert_eq!(took.within_us(100), slow.within_us(100));
    }
}
