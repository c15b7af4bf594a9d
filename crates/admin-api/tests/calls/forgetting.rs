//! What is old is forgotten in pieces: SQLite has one writer, and calls wait for it.

use kofa_domain::{Ids, Result};
use kofa_gate::PurgeOldReplies;
use kofa_insight::calls::{PurgeDetails, PurgeOldHours};
use kofa_store::{Column, Op, PIECE_ROWS, Tx, Type, Value};

use super::{HOUR_S, NOW, World, worlds};

/// More than two pieces.
const ROWS: i64 = 2 * PIECE_ROWS + 100;

/// Rows of a table; `row` says what stands in each.
struct Fill<const N: usize> {
    table: &'static str,
    columns: [Column; N],
    row: fn(i64, i64) -> [Value<'static>; N],
    wallet: i64,
}

impl<const N: usize> Op for Fill<N> {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let rows: Vec<[Value<'_>; N]> = (0..ROWS).map(|n| (self.row)(self.wallet, n)).collect();
        Ok(tx.insert_rows(self.table, &self.columns, "", &rows).await?)
    }
}

pub(super) struct Count(pub(super) &'static str);

impl Op for Count {
    type Out = i64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        Ok(tx.one(self.0, &[]).await?.get("n")?)
    }
}

impl World {
    async fn lay<const N: usize>(
        &self,
        table: &'static str,
        columns: [Column; N],
        row: fn(i64, i64) -> [Value<'static>; N],
    ) {
        let wallet = self.wallet.0;
        let fill = Fill {
            table,
            columns,
            row,
            wallet,
        };
        assert_eq!(self.store.write(fill).await.unwrap(), ROWS.cast_unsigned());
    }

    /// Of all tenants together, forty rows an hour but for the last nine, whose hour stays.
    async fn lay_traffic(&self) {
        let columns = [
            ("hour", Type::Int),
            ("environment", Type::Text),
            ("operation_id", Type::Text),
            ("status", Type::Int),
            ("error_code", Type::Text),
            ("calls", Type::Int),
            ("charge_kobo", Type::Int),
            ("latency_us_sum", Type::Int),
        ];
        let row = |_: i64, n: i64| {
            let hours = if n < ROWS - 9 { n / 40 - ROWS / 40 } else { 0 };
            let hour = NOW.plus_seconds(hours * HOUR_S - 120 * 24 * HOUR_S);
            let (status, one) = (200 + n % 40, 1_i64);
            [
                hour.into(),
                "live".into(),
                "look".into(),
                status.into(),
                "".into(),
                one.into(),
                one.into(),
                one.into(),
            ]
        };
        self.lay("traffic_hour", columns, row).await;
    }

    /// The first run forgets a piece, all of them together `gone`, and what is left is `stays`.
    async fn forgets<O: Op<Out = u64> + Clone>(
        &self,
        forget: O,
        (gone, stays): (i64, i64),
        count: &'static str,
    ) {
        let first = self.store.write(forget.clone()).await.unwrap();
        // Of hours a wallet's whole one is taken, one of all tenants', one of how long calls took.
        let most = PIECE_ROWS.cast_unsigned() + 90;
        assert!(first > 0 && first <= most, "{first}");
        let others = self.store.write_until_none(forget).await.unwrap();
        assert_eq!(first + others, gone.cast_unsigned());
        assert_eq!(self.store.read(Count(count)).await.unwrap(), stays);
    }
}

#[tokio::test]
async fn old_replies_go_in_pieces_and_a_call_that_runs_keeps_its_claim() {
    for world in worlds().await {
        let columns = [
            ("wallet_no", Type::Int),
            ("operation_id", Type::Text),
            ("key_digest", Type::Bytes),
            ("body_digest", Type::Bytes),
            ("request_id", Type::Bytes),
            ("status", Type::Int),
            ("created_at", Type::Int),
        ];
        let row = |wallet: i64, n: i64| {
            // One in a hundred runs still, and one is new.
            let status = (n % 100 != 7).then_some(200_i64);
            let at = NOW.plus_seconds(if n == 0 { 0 } else { -49 * HOUR_S });
            [
                wallet.into(),
                "make".into(),
                n.to_be_bytes().to_vec().into(),
                vec![1; 32].into(),
                Ids.uuid(at).into_bytes().to_vec().into(),
                status.into(),
                at.into(),
            ]
        };
        world.lay("idempotency", columns, row).await;
        let running = ROWS / 100;
        let count = "select count(*) as n from idempotency";
        let forget = PurgeOldReplies { now: NOW };
        let (gone, stays) = (ROWS - running - 1, running + 1);
        world.forgets(forget, (gone, stays), count).await;
    }
}

#[tokio::test]
async fn old_details_go_in_pieces() {
    for world in worlds().await {
        let columns = [
            ("wallet_no", Type::Int),
            ("request_id", Type::Bytes),
            ("sealed", Type::Bytes),
        ];
        let row = |wallet: i64, n: i64| {
            let at = NOW.plus_seconds(if n < 9 { 0 } else { -8 * 24 * HOUR_S });
            let id = Ids.uuid(at).into_bytes().to_vec();
            // The last third is of the tenant's other wallet, where it is kept for longer.
            let wallet = if n * 3 < ROWS * 2 { wallet } else { wallet + 1 };
            [wallet.into(), id.into(), vec![1].into()]
        };
        world.lay("call_detail", columns, row).await;
        let sandbox = (ROWS * 2 + 2) / 3;
        let count = "select count(*) as n from call_detail";
        let forget = PurgeDetails {
            now: NOW,
            live_days: 30,
        };
        let (gone, stays) = (sandbox - 9, ROWS - sandbox + 9);
        world.forgets(forget, (gone, stays), count).await;
        let now = NOW.plus_seconds(30 * 24 * HOUR_S);
        let forget = PurgeDetails { now, live_days: 30 };
        world.forgets(forget, (stays, 0), count).await;
    }
}

#[tokio::test]
async fn old_hours_go_in_pieces() {
    for world in worlds().await {
        let columns = [
            ("wallet_no", Type::Int),
            ("hour", Type::Int),
            ("operation_id", Type::Text),
            ("key_id", Type::Text),
            ("status", Type::Int),
            ("error_code", Type::Text),
            ("calls", Type::Int),
            ("charge_kobo", Type::Int),
            ("latency_us_sum", Type::Int),
        ];
        let row = |_: i64, n: i64| {
            // Of one hour are more than a piece; the last nine are of one that stays.
            let hours = if n < ROWS - 9 { n / 400 } else { 99 };
            let hour = NOW.plus_seconds((hours - 98) * HOUR_S - 120 * 24 * HOUR_S);
            let (wallet, key) = (n % 50, format!("key_{n}"));
            let one = 1_i64;
            [
                wallet.into(),
                hour.into(),
                "look".into(),
                key.into(),
                200_i64.into(),
                "".into(),
                one.into(),
                one.into(),
                one.into(),
            ]
        };
        world.lay("usage_hour", columns, row).await;
        let columns = [
            ("hour", Type::Int),
            ("environment", Type::Text),
            ("operation_id", Type::Text),
            ("bucket", Type::Int),
            ("calls", Type::Int),
        ];
        let row = |_: i64, n: i64| {
            let hour = NOW.plus_seconds((n / 40 - ROWS / 40) * HOUR_S - 8 * 24 * HOUR_S);
            let (bucket, one) = (n % 40, 1_i64);
            [
                hour.into(),
                "live".into(),
                "look".into(),
                bucket.into(),
                one.into(),
            ]
        };
        world.lay("latency_hour", columns, row).await;
        world.lay_traffic().await;
        let count = "select (select count(*) from usage_hour) + \
             (select count(*) from latency_hour) + (select count(*) from traffic_hour) as n";
        let forget = PurgeOldHours { now: NOW };
        let (gone, stays) = (ROWS - 9 + ROWS + ROWS - 9, 18);
        world.forgets(forget, (gone, stays), count).await;
    }
}
