//! A proof reads a long journal in pieces, and misses nothing where two of them meet.

use kofa_domain::{Ids, Result};
use kofa_ledger::Verify;
use kofa_store::{Column, Op, Tx, Type, Value};

use super::{NOW, worlds};

/// Rows of each wallet: of two of them, a piece of 4,096 calls ends within each.
const ROWS: i64 = 5_001;
const ADDED: i64 = 1_000_000;

/// In every wallet a top-up and calls of a kobo each.
struct Lay;

const LOG: [Column; 10] = [
    ("id", Type::Int),
    ("request_id", Type::Bytes),
    ("at", Type::Int),
    ("operation_id", Type::Text),
    ("key_id", Type::Text),
    ("status", Type::Int),
    ("charge_kobo", Type::Int),
    ("balance_kobo", Type::Int),
    ("latency_us", Type::Int),
    ("epoch", Type::Int),
];

impl Op for Lay {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        for wallet in tx.rows("select no from wallet order by no", &[]).await? {
            let no: i64 = wallet.get("no")?;
            let call = |seq: i64| -> [Value<'static>; 10] {
                [
                    ((no << 40) + seq).into(),
                    Ids.uuid(NOW).into_bytes().to_vec().into(),
                    NOW.into(),
                    "look".into(),
                    "key".into(),
                    200_i64.into(),
                    1_i64.into(),
                    (ADDED - seq + 1).into(),
                    1_i64.into(),
                    7_i64.into(),
                ]
            };
            let calls: Vec<[Value<'_>; 10]> = (2..=ROWS).map(call).collect();
            tx.insert_rows("request_log", &LOG, "", &calls).await?;
        }
        for sql in [
            // What a sandbox begins with.
            "delete from transfer",
            "update system_account set balance_kobo = 0",
            "insert into transfer (id, wallet_no, transfer_id, at, kind, account, amount_kobo, \
             balance_kobo, reference, reason, actor) select no * 1099511627776 + 1, no, \
             'trf_' || no, 1, 'top_up', 'funding', 1000000, 1000000, 'one', '', 'test' \
             from wallet",
            "update wallet set balance_kobo = 995000, seq = 5001",
            "update system_account set balance_kobo = -1000000 where name = 'funding'",
            "insert into wallet_lease (wallet_no, epoch, granted_kobo, spent_kobo, open) \
             select no, 7, 1000000, 5000, false from wallet",
        ] {
            tx.exec(sql, &[]).await?;
        }
        Ok(())
    }
}

/// Changes the row at `seq` of the wallet `no` by a kobo, there and back.
struct Tamper(&'static str, i64, i64, i64);

impl Op for Tamper {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let params: [Value<'_>; 2] = [((self.1 << 40) + self.2).into(), self.3.into()];
        Ok(tx.exec_one(self.0, &params).await?)
    }
}

const BALANCE: &str = "update request_log set balance_kobo = balance_kobo + $2 where id = $1";
const CHARGE: &str = "update request_log set charge_kobo = charge_kobo + $2 where id = $1";
const PLACE: &str = "update request_log set id = id + $2 where id = $1";

#[tokio::test]
async fn what_is_wrong_is_found_where_pieces_meet_and_at_the_end() {
    const CHAIN: &str = "a balance does not follow from the row before it";
    for world in worlds().await {
        world.store.write(Lay).await.unwrap();
        let problems = async || world.store.read(Verify).await.unwrap().problems;
        assert_eq!(problems().await, Vec::<String>::new());
        let tamper = async |sql, wallet, seq, by| {
            let tamper = Tamper(sql, wallet, seq, by);
            world.store.write(tamper).await.unwrap();
        };
        let one = world.wallet.0.min(world.other_wallet().await);
        // The first piece of calls ends with row 4,097 of one wallet, the second with row 3,193
        // of the next.
        for (wallet, seq) in [
            (one, 4_097),
            (one, 4_098),
            (one, ROWS),
            (one + 1, 2),
            (one + 1, 3_193),
            (one + 1, 3_194),
            (one + 1, ROWS),
        ] {
            tamper(BALANCE, wallet, seq, 1).await;
            let wrong = |seq: i64| format!("wallet {wallet} row {seq}: {CHAIN}");
            let rows = seq..=(seq + 1).min(ROWS);
            let expected: Vec<String> = rows.map(wrong).collect();
            assert_eq!(problems().await, expected, "{wallet} {seq}");
            tamper(BALANCE, wallet, seq, -1).await;

            tamper(CHARGE, wallet, seq, 1).await;
            let expected = [
                format!("wallet {wallet}: a wallet's balance is not the sum of its entries"),
                format!("wallet {wallet} row {seq}: {CHAIN}"),
                format!(
                    "wallet {wallet} lease 7: what a lease says was spent is not what its calls \
                     were charged"
                ),
            ];
            assert_eq!(problems().await, expected, "{wallet} {seq}");
            tamper(CHARGE, wallet, seq, -1).await;
        }
        // The last row of a wallet stands in the next wallet's journal.
        tamper(PLACE, one, ROWS, 1 << 40 | 1).await;
        let found = problems().await;
        for place in [one, one + 1] {
            let gap = format!("wallet {place}: a wallet's rows are not numbered without gaps");
            assert!(found.contains(&gap), "{found:?}");
        }
        assert!(found.contains(&format!("wallet {} row 5002: {CHAIN}", one + 1)));
    }
}

impl super::World {
    /// The tenant's wallet of the other environment, whose number is the next or the one before.
    async fn other_wallet(&self) -> i64 {
        struct Other(i64);
        impl Op for Other {
            type Out = i64;

            async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
                let sql = "select no from wallet where no <> $1";
                Ok(tx.one(sql, &[self.0.into()]).await?.get("no")?)
            }
        }
        self.store.read(Other(self.wallet.0)).await.unwrap()
    }
}
