//! Statements are a piece of the journal, to the kobo and to the line.

use futures_util::TryStreamExt as _;
use kofa_core::endpoint::WalletNo;
use kofa_domain::{Environment, Ids, Kobo, RequestId, Result, TenantId, Timestamp};
use kofa_insight::calls::{ListLedger, ReadUndigested, StoreDigest};
use kofa_insight::statement::{
    LineKind, ListMovements, ListStatementLines, Month, ReadStatement, Statement, csv, pdf,
};
use kofa_ledger::{ReadWallet, Verify};
use kofa_store::{Column, Op, Tx, Type, Value};

use crate::world::{NOW, World, code, worlds};

/// One movement that a test makes up; a charge is less than nothing.
#[derive(Clone, Debug)]
pub(crate) struct Moved {
    pub(crate) at: Timestamp,
    pub(crate) amount: i64,
    pub(crate) request_id: RequestId,
}

/// Writes movements into the journal of a wallet without any, as settlements would.
struct Play {
    wallet: WalletNo,
    moves: Vec<Moved>,
}

const LOG: [Column; 11] = [
    ("id", Type::Int),
    ("request_id", Type::Bytes),
    ("at", Type::Int),
    ("operation_id", Type::Text),
    ("key_id", Type::Text),
    ("status", Type::Int),
    ("error_code", Type::Text),
    ("charge_kobo", Type::Int),
    ("balance_kobo", Type::Int),
    ("latency_us", Type::Int),
    ("epoch", Type::Int),
];
const TRANSFER: [Column; 11] = [
    ("id", Type::Int),
    ("wallet_no", Type::Int),
    ("transfer_id", Type::Text),
    ("at", Type::Int),
    ("kind", Type::Text),
    ("account", Type::Text),
    ("amount_kobo", Type::Int),
    ("balance_kobo", Type::Int),
    ("reference", Type::Text),
    ("reason", Type::Text),
    ("actor", Type::Text),
];
const WALLET: &str = "update wallet set balance_kobo = $2, seq = $3 where no = $1 and seq = 0";
const LEASE: &str = "insert into wallet_lease (wallet_no, epoch, granted_kobo, spent_kobo, open) \
     values ($1, 1, $2, $2, $3)";
const ACCOUNT: &str = "update system_account set balance_kobo = balance_kobo - $1 \
     where environment = 'live' and name = 'funding'";

impl Op for Play {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let (mut calls, mut transfers) = (Vec::new(), Vec::new());
        let (mut balance, mut spent, mut put_in) = (0, 0, 0);
        for (seq, one) in (1_i64..).zip(&self.moves) {
            balance += one.amount;
            let id = (self.wallet.0 << 40) + seq;
            if one.amount > 0 {
                put_in += one.amount;
                transfers.push([
                    id.into(),
                    self.wallet.0.into(),
                    one.request_id.to_string().into(),
                    one.at.into(),
                    "top_up".into(),
                    "funding".into(),
                    one.amount.into(),
                    balance.into(),
                    format!("ref-{seq}").into(),
                    "=1+1, \"quoted\"".into(),
                    "test".into(),
                ]);
            } else {
                spent -= one.amount;
                calls.push([
                    id.into(),
                    one.request_id.as_bytes().into(),
                    one.at.into(),
                    endpoint(one).into(),
                    "key_x".into(),
                    200_i64.into(),
                    Value::Null(Type::Text),
                    (-one.amount).into(),
                    balance.into(),
                    1_i64.into(),
                    1_i64.into(),
                ]);
            }
        }
        tx.insert_rows("request_log", &LOG, "", &calls).await?;
        tx.insert_rows("transfer", &TRANSFER, "", &transfers)
            .await?;
        let seq = i64::try_from(self.moves.len()).unwrap();
        let params = [self.wallet.0.into(), balance.into(), seq.into()];
        tx.exec_one(WALLET, &params).await?;
        let params = [self.wallet.0.into(), spent.into(), false.into()];
        tx.exec_one(LEASE, &params).await?;
        Ok(tx.exec_one(ACCOUNT, &[put_in.into()]).await?)
    }
}

fn endpoint(one: &Moved) -> &'static str {
    match one.amount.rem_euclid(3) {
        0 => "look",
        _ => "make",
    }
}

/// A small generator: the same numbers for the same seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: i64) -> i64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        i64::try_from(self.0 >> 33).unwrap() % most
    }
}

/// Movements over four months, free calls among them, with moments a little out of order.
pub(crate) fn invent(seed: u64, count: i64, first: Timestamp) -> Vec<Moved> {
    let mut chance = Chance(seed);
    let (mut balance, mut at) = (0, first);
    let step = 120 * 86_400 / count;
    (0..count)
        .map(|_| {
            at = at.plus_seconds(chance.below(2 * step + 1));
            let amount = if balance < 5_000 {
                10_000 + chance.below(90_000)
            } else {
                -chance.below(4_000)
            };
            balance += amount;
            let at = at.plus_seconds(-chance.below(30));
            Moved {
                at,
                amount,
                request_id: Ids.uuid(at),
            }
        })
        .collect()
}

pub(crate) async fn play(world: &World, moves: &[Moved]) -> TenantId {
    let (tenant, _) = world.tenant("ada").await;
    let find = ReadWallet {
        tenant_id: tenant.id.clone(),
        environment: Environment::Live,
    };
    let wallet = world.store.read(find).await.unwrap().unwrap().wallet;
    let moves = moves.to_vec();
    world.store.write(Play { wallet, moves }).await.unwrap();
    let report = world.store.read(Verify).await.unwrap();
    assert_eq!(report.problems, Vec::<String>::new());
    tenant.id
}

pub(crate) async fn statement(world: &World, tenant: &TenantId, month: Month) -> Statement {
    let read = ReadStatement {
        tenant: tenant.clone(),
        environment: Environment::Live,
        month,
        now: NOW,
    };
    world.store.read(read).await.unwrap()
}

pub(crate) async fn file(world: &World, statement: Statement) -> Vec<String> {
    let pieces = csv::stream(world.store.clone(), statement);
    let pieces: Vec<bytes::Bytes> = pieces.try_collect().await.unwrap();
    let text = String::from_utf8(pieces.concat()).unwrap();
    text.split_terminator("\r\n").map(str::to_owned).collect()
}

/// Where the month begins: before the first movement at or after its first moment.
fn begin(moves: &[Moved], month: Month) -> usize {
    let start = month.start();
    let first = moves.iter().position(|one| one.at >= start);
    first.unwrap_or(moves.len())
}

fn balance(moves: &[Moved]) -> i64 {
    moves.iter().map(|one| one.amount).sum()
}

#[tokio::test(flavor = "multi_thread")]
async fn months_have_every_line_of_the_journal_once() {
    for (seed, world) in (1..).zip(worlds().await) {
        let first = Timestamp::parse_rfc3339("2026-07-10T00:00:00Z").unwrap();
        let moves = invent(seed, 600, first);
        let tenant = play(&world, &moves).await;
        let mut month = Month::parse("2026-06").unwrap();
        let mut closing = Kobo::ZERO;
        let mut lines = 0;
        while month <= Month::of(NOW) {
            let own = &moves[begin(&moves, month)..begin(&moves, month.next())];
            let statement = statement(&world, &tenant, month).await;
            assert_eq!(statement.opening, closing, "{month}");
            closing = statement.closing;
            assert_eq!(
                closing.get(),
                balance(&moves[..begin(&moves, month.next())])
            );
            let charged: i64 = own.iter().map(|one| (-one.amount).max(0)).sum();
            let put_in: i64 = own.iter().map(|one| one.amount.max(0)).sum();
            assert_eq!(
                (statement.charged.get(), statement.put_in.get()),
                (charged, put_in)
            );
            let by_endpoint: i64 = statement
                .endpoints
                .iter()
                .map(|one| one.charged.get())
                .sum();
            let by_day: i64 = statement.days.iter().map(|one| one.charged.get()).sum();
            assert_eq!((by_endpoint, by_day), (charged, charged));
            assert_eq!(statement.is_open(), month == Month::of(NOW));
            // Free calls are no lines.
            let own: Vec<&Moved> = own.iter().filter(|one| one.amount != 0).collect();
            assert_eq!(statement.lines(), i64::try_from(own.len()).unwrap());
            lines += own.len();
            check_file(&file(&world, statement).await, &own);
            month = month.next();
        }
        assert_eq!(closing.get(), balance(&moves));
        assert_eq!(lines, moves.iter().filter(|one| one.amount != 0).count());
        check_journal(&world, &tenant, &moves).await;
    }
}

/// Head, opening balance, a line a movement with its request, closing balance.
fn check_file(file: &[String], own: &[&Moved]) {
    assert!(file[0].starts_with("position,at,kind,operationId,requestId,"));
    assert!(file[1].contains("opening_balance"));
    assert!(file[file.len() - 1].contains("closing_balance"));
    assert_eq!(file.len(), own.len() + 3);
    let last = |line: &str, back: usize| -> i64 {
        let cells: Vec<&str> = line.rsplit(',').collect();
        cells[back].parse().unwrap()
    };
    let mut balance = last(&file[1], 1);
    for (line, one) in file[2..].iter().zip(own) {
        balance += last(line, 3);
        assert_eq!(last(line, 3), one.amount);
        assert_eq!(
            last(line, 1),
            balance,
            "each line follows from the one before"
        );
        if one.amount < 0 {
            assert!(line.contains(&one.request_id.to_string()));
            assert!(line.contains(endpoint(one)));
        } else {
            assert!(line.contains("\"'=1+1, \"\"quoted\"\"\""), "{line}");
        }
    }
    assert_eq!(last(&file[file.len() - 1], 1), balance);
}

async fn check_journal(world: &World, tenant: &TenantId, moves: &[Moved]) {
    for kind in [
        None,
        Some(LineKind::Charge),
        Some(LineKind::TopUp),
        Some(LineKind::Adjustment),
    ] {
        let mut found = Vec::new();
        let mut before = None;
        loop {
            let list = ListMovements {
                tenant: tenant.clone(),
                environment: Environment::Live,
                kind,
                before,
                limit: 70,
            };
            let page = world.store.read(list).await.unwrap();
            assert!(page.lines.len() <= 70);
            found.extend(page.lines.iter().map(|line| line.amount.get()));
            before = page.next;
            if before.is_none() {
                break;
            }
        }
        let of_kind = |one: &&Moved| match kind {
            None => one.amount != 0,
            Some(LineKind::Charge) => one.amount < 0,
            Some(LineKind::TopUp) => one.amount > 0,
            Some(LineKind::Adjustment) => false,
        };
        let expected = moves.iter().rev().filter(of_kind).map(|one| one.amount);
        assert_eq!(found, expected.collect::<Vec<_>>(), "{kind:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn charges_are_found_beyond_any_number_of_free_calls() {
    // More than one page reads: the log is read in blocks of 1,024 calls, 192 of them at most.
    const FREE: i64 = 200_000;
    for world in worlds().await {
        let first = Month::of(NOW).start();
        let mut moves: Vec<Moved> = (0..FREE)
            .map(|number| Moved {
                at: first.plus_seconds(number),
                amount: 0,
                request_id: Ids.uuid(first),
            })
            .collect();
        moves[0].amount = 1_000_000;
        moves[1].amount = -500;
        let last = moves.len() - 1;
        moves[last].amount = -700;
        let tenant = play(&world, &moves).await;
        let find_wallet = ReadWallet {
            tenant_id: tenant.clone(),
            environment: Environment::Live,
        };
        let wallet = world.store.read(find_wallet).await.unwrap().unwrap().wallet;
        for expected in [2, 1] {
            let (mut before, mut pages, mut found) = (None, 0, Vec::new());
            loop {
                let list = ListMovements {
                    tenant: tenant.clone(),
                    environment: Environment::Live,
                    kind: Some(LineKind::Charge),
                    before,
                    limit: 10,
                };
                let page = world.store.read(list).await.unwrap();
                found.extend(page.lines.iter().map(|line| line.amount.get()));
                (before, pages) = (page.next, pages + 1);
                if before.is_none() {
                    break;
                }
            }
            assert_eq!(
                (found.as_slice(), pages),
                ([-700, -500].as_slice(), expected)
            );
            let mut all = Vec::new();
            loop {
                let list = ListLedger {
                    wallet,
                    before,
                    limit: 10,
                };
                let page = world.store.read(list).await.unwrap();
                all.extend(page.rows.iter().map(|row| row.amount.get()));
                before = page.next;
                if before.is_none() {
                    break;
                }
            }
            assert_eq!(all, [-700, -500, 1_000_000]);
            // From now on blocks without a charge are passed over unread.
            let rows_max = 1_000_000;
            let undigested = ReadUndigested { wallet, rows_max };
            if let Some(batch) = world.store.read(undigested).await.unwrap() {
                assert!(world.store.write(StoreDigest(batch)).await.unwrap());
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_month_and_one_of_a_hundred_thousand_lines() {
    for world in worlds().await {
        let first = Month::of(NOW).start();
        let mut moves: Vec<Moved> = (0..100_000)
            .map(|number| Moved {
                at: first.plus_seconds(number * 10),
                amount: -1 - number % 7,
                request_id: Ids.uuid(first),
            })
            .collect();
        moves[0].amount = 1_000_000;
        let tenant = play(&world, &moves).await;
        let before = statement(&world, &tenant, Month::of(NOW).previous()).await;
        assert_eq!(
            (before.opening, before.closing, before.lines()),
            Default::default()
        );
        assert_eq!(file(&world, before.clone()).await.len(), 3);
        let paper = pdf::draw(&world.store, before).await.unwrap();
        assert!(paper.starts_with(b"%PDF-"));

        let full = statement(&world, &tenant, Month::of(NOW)).await;
        assert_eq!(full.lines(), 100_000);
        assert_eq!(full.closing.get(), balance(&moves));
        let own: Vec<&Moved> = moves.iter().collect();
        check_file(&file(&world, full.clone()).await, &own);
        let paper = pdf::draw(&world.store, full).await.unwrap();
        assert!(paper.len() < 2_000_000, "{} bytes", paper.len());
        let later = ReadStatement {
            tenant: tenant.clone(),
            environment: Environment::Live,
            month: Month::of(NOW).next(),
            now: NOW,
        };
        assert_eq!(code(world.store.read(later).await), "not_found");
        // Another's wallet has none of it.
        let (stranger, _) = world.tenant("stranger").await;
        let list = ListStatementLines {
            tenant: stranger.id.clone(),
            environment: Environment::Live,
            after: 0,
            last: i64::MAX,
            limit: 10,
        };
        assert!(world.store.read(list).await.unwrap().is_empty());
        let other = statement(&world, &stranger.id, Month::of(NOW)).await;
        assert_eq!((other.lines(), other.closing), (0, Kobo::ZERO));
    }
}
