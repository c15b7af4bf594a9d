//! How long the calls of a wallet took: counts by bucket of each endpoint and of each key, by
//! five minutes, hour and day in Lagos.
//!
//! A row holds all buckets of its span, packed, so that 90 days of a tenant are a few thousand
//! short rows. Who digests a wallet's log reads the rows it adds to, and writes them again in the
//! transaction that moves the cursor: only one can.

use std::collections::BTreeMap;

use kofa_core::endpoint::WalletNo;
use kofa_domain::{Result, Timestamp};
use kofa_store::{Column, PIECE_ROWS, Row, Tx, Type, Value};

use super::kinds::Kind;
use super::latency::{Counts, Latencies};
use super::span::{Grain, RECENT_SECONDS};

const TABLE: &str = "call_latency";
const COLUMNS: [Column; 6] = [
    ("wallet_no", Type::Int),
    ("seconds", Type::Int),
    ("since", Type::Int),
    ("operation_id", Type::Text),
    ("key_id", Type::Text),
    ("took", Type::Bytes),
];
const AGAIN: &str = "on conflict (wallet_no, seconds, since, operation_id, key_id) \
     do update set took = excluded.took";
const KNOWN: &str = "select since, operation_id, key_id, took from call_latency \
     where wallet_no = $1 and seconds = $2 and since >= $3 and since <= $4";
const FORGOTTEN: &str = "select since from call_latency where seconds = $1 and since < $2 \
     order by since limit 1 offset $3";
const FORGET: &str = "delete from call_latency where seconds = $1 and since <= $2";

/// Counts of a span are kept so long, in seconds: twice what a page shows of them.
const fn kept_seconds(grain: Grain) -> i64 {
    match grain {
        Grain::FiveMinutes => RECENT_SECONDS,
        Grain::Hour => 15 * 86_400,
        Grain::Day => 190 * 86_400,
    }
}

/// How long calls took that arrived in a span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Took {
    /// When the span began.
    pub since: Timestamp,
    /// Of this endpoint; empty of a key.
    pub operation_id: String,
    /// Of this key; empty of an endpoint.
    pub key_id: String,
    pub took: Latencies,
}

impl Took {
    pub(super) fn from_row(row: &Row) -> Result<Self> {
        let packed: Vec<u8> = row.get("took")?;
        Ok(Self {
            since: row.get("since")?,
            operation_id: row.get("operation_id")?,
            key_id: row.get("key_id")?,
            took: unpack(&packed),
        })
    }
}

/// Length of the span in seconds, its beginning, endpoint, key.
type Place = (i64, Timestamp, String, String);

/// Counts of the spans to which a batch adds, whole.
#[derive(Debug, Default)]
pub(super) struct Merged(BTreeMap<Place, Latencies>);

impl Merged {
    /// What is known of the spans of `counts`, and these.
    pub(super) async fn read(
        tx: &mut Tx<'_>,
        wallet: WalletNo,
        counts: &Counts,
        kinds: &[&Kind],
    ) -> Result<Self> {
        let mut merged: BTreeMap<Place, Latencies> = BTreeMap::new();
        for ((at, number, bucket), calls) in &counts.0 {
            let Some(kind) = kinds.get(*number as usize) else {
                continue;
            };
            for grain in Grain::ALL {
                let (seconds, since) = (grain.seconds(), grain.start(*at));
                let of_endpoint = (seconds, since, kind.operation_id.clone(), String::new());
                let of_key = (seconds, since, String::new(), kind.key_id.clone());
                for place in [of_endpoint, of_key] {
                    merged.entry(place).or_default().add_bucket(*bucket, *calls);
                }
            }
        }
        for grain in Grain::ALL {
            let times = counts.0.keys().map(|(at, _, _)| grain.start(*at));
            let (Some(first), Some(last)) = (times.clone().min(), times.max()) else {
                continue;
            };
            let seconds = grain.seconds();
            let params: [Value<'_>; 4] =
                [wallet.0.into(), seconds.into(), first.into(), last.into()];
            for row in &tx.rows(KNOWN, &params).await? {
                let known = Took::from_row(row)?;
                let place = (seconds, known.since, known.operation_id, known.key_id);
                if let Some(counts) = merged.get_mut(&place) {
                    counts.join(&known.took);
                }
            }
        }
        Ok(Self(merged))
    }

    pub(super) async fn keep(&self, tx: &mut Tx<'_>, wallet: WalletNo) -> Result<()> {
        let row = |((seconds, since, operation_id, key_id), took): (&Place, &Latencies)| {
            [
                wallet.0.into(),
                (*seconds).into(),
                (*since).into(),
                operation_id.clone().into(),
                key_id.clone().into(),
                pack(took).into(),
            ]
        };
        let rows: Vec<[Value<'_>; 6]> = self.0.iter().map(row).collect();
        tx.insert_rows(TABLE, &COLUMNS, AGAIN, &rows).await?;
        Ok(())
    }
}

/// Forgets some spans of each length that no page shows any more; how many rows.
pub(super) async fn forget(tx: &mut Tx<'_>, now: Timestamp) -> Result<u64> {
    let mut gone = 0;
    for grain in Grain::ALL {
        let before = now.plus_seconds(-kept_seconds(grain));
        let params = [grain.seconds().into(), before.into(), PIECE_ROWS.into()];
        let until = match tx.opt(FORGOTTEN, &params).await? {
            Some(row) => row.get("since")?,
            None => before.micros() - 1,
        };
        gone += tx
            .exec(FORGET, &[grain.seconds().into(), until.into()])
            .await?;
    }
    Ok(gone)
}

/// Each bucket as its distance from the one before and its calls, seven bits a byte, the lowest
/// first, with the eighth bit where more follow.
fn pack(took: &Latencies) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(took.0.len() * 3);
    let mut last = 0;
    for (bucket, calls) in &took.0 {
        for number in [bucket - last, *calls] {
            let mut left = number.max(0).unsigned_abs();
            while left >= 0x80 {
                bytes.push(u8::try_from(left & 0x7f).unwrap_or(0) | 0x80);
                left >>= 7;
            }
            bytes.push(u8::try_from(left).unwrap_or(0));
        }
        last = *bucket;
    }
    bytes
}

fn unpack(bytes: &[u8]) -> Latencies {
    let mut rest = bytes.iter();
    let mut number = || {
        let (mut number, mut shift) = (0_i64, 0);
        loop {
            let byte = *rest.next()?;
            number |= i64::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
            if byte & 0x80 == 0 {
                return Some(number.max(0));
            }
            shift += 7;
        }
    };
    let (mut took, mut last) = (Latencies::default(), 0_i64);
    while let (Some(distance), Some(calls)) = (number(), number()) {
        last = last.saturating_add(distance);
        took.add_bucket(last, calls);
    }
    took
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn counts_are_what_was_packed(times in prop::collection::vec(0_i64..i64::MAX, 0..300)) {
            let mut took = Latencies::default();
            times.iter().for_each(|time| took.add(*time));
            prop_assert_eq!(unpack(&pack(&took)), took);
        }

        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            let _ = unpack(&bytes);
        }
    }

    #[test]
    fn a_span_of_an_endpoint_is_short() {
        let mut took = Latencies::default();
        (0..100_000).for_each(|call| took.add(400 + call % 4_000));
        assert!(pack(&took).len() < 100);
    }
}
