//! What is old goes in pieces, and what stays still adds up to the kobo.

use kofa_core::audit::{ListAudit, VerifyAudit};
use kofa_core::audit_retention::{self, CountOldAudit, DropAudit};
use kofa_core::endpoint::WalletNo;
use kofa_core::retention::{DAY_SECONDS, RetentionKind, RetentionScope};
use kofa_core::{OperatorRole, Page};
use kofa_domain::{Environment, Result, TenantId, Timestamp};
use kofa_insight::calls::digest_all;
use kofa_insight::retention::{CloseMonth, details, request_log};
use kofa_insight::statement::{Month, Statement};
use kofa_ledger::closing::DropCalls;
use kofa_ledger::proofs::prove;
use kofa_ledger::{ReadWallet, Verify};
use kofa_store::{Op, Tx};
use serde_json::json;

use crate::statements::{Moved, file, invent, play, statement};
use crate::world::{NOW, World, at, products, worlds};

/// The charge of a call of July is made in August, when the job that it began has ended.
const LATE: [&str; 3] = [
    "update request_log set status = 202 where id = $1",
    "insert into late_charge (id, request_id, at, charge_kobo, balance_kobo, epoch) \
     select l.id, c.request_id, l.at, l.charge_kobo, l.balance_kobo, l.epoch \
     from request_log l, request_log c where c.id = $1 and l.id = $2",
    "delete from request_log where id = $2 and id > $1",
];

struct MakeLate {
    wallet: WalletNo,
    call: i64,
    charge: i64,
}

impl Op for MakeLate {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let (call, charge) = (
            self.wallet.log_id(self.call),
            self.wallet.log_id(self.charge),
        );
        tx.exec_one(LATE[0], &[call.into()]).await?;
        tx.exec_one(LATE[1], &[call.into(), charge.into()]).await?;
        Ok(tx.exec_one(LATE[2], &[call.into(), charge.into()]).await?)
    }
}

struct Count(&'static str);

impl Op for Count {
    type Out = i64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        Ok(tx.one(self.0, &[]).await?.get("n")?)
    }
}

fn scope(world: &World, kind: &RetentionKind, now: Timestamp) -> RetentionScope {
    RetentionScope {
        store: world.store.clone(),
        vault: world.vault.clone(),
        now,
        before: kind.before(now).unwrap(),
        paid_kept_days: 0,
    }
}

/// A wallet's movements from July to November, one of them a late charge of the month before.
async fn lay(world: &World, seed: u64) -> (TenantId, WalletNo) {
    let first = Timestamp::parse_rfc3339("2026-07-10T00:00:00Z").unwrap();
    let mut moves = invent(seed, 4_000, first);
    let august = Month::parse("2026-08").unwrap().start();
    let charged = |one: &Moved| one.amount < 0;
    let call = moves.iter().position(charged).unwrap();
    let is_late = |one: &Moved| one.amount < 0 && one.at >= august;
    let charge = moves.iter().position(is_late).unwrap();
    moves[call].amount = 0;
    let tenant = play(world, &moves).await;
    let find = ReadWallet {
        tenant_id: tenant.clone(),
        environment: Environment::Live,
    };
    let wallet = world.store.read(find).await.unwrap().unwrap().wallet;
    let place = |at: usize| i64::try_from(at).unwrap() + 1;
    let (call, charge) = (place(call), place(charge));
    let late = MakeLate {
        wallet,
        call,
        charge,
    };
    world.store.write(late).await.unwrap();
    (tenant, wallet)
}

async fn statements(world: &World, tenant: &TenantId) -> Vec<Statement> {
    let mut all = Vec::new();
    let mut month = Month::parse("2026-06").unwrap();
    while month <= Month::of(NOW) {
        all.push(statement(world, tenant, month).await);
        month = month.next();
    }
    all
}

/// The proof finds nothing wrong; how many transactions it counted.
async fn proved(world: &World) -> i64 {
    let report = world.store.read(Verify).await.unwrap();
    assert_eq!(report.problems, Vec::<String>::new());
    report.transactions
}

/// Each says what it said before, whether its lines are there or not.
fn same(before: &[Statement], now: &[Statement]) {
    for (before, now) in before.iter().zip(now) {
        let plain = |one: &Statement| Statement {
            dropped: Vec::new(),
            ..one.clone()
        };
        let (mut expected, mut found) = (plain(before), plain(now));
        // What cost the same may stand in any order.
        for one in [&mut expected, &mut found] {
            one.endpoints
                .sort_by(|a, b| a.operation_id.cmp(&b.operation_id));
        }
        assert_eq!(format!("{expected:?}"), format!("{found:?}"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn months_that_went_keep_their_statements_and_the_proof() {
    for (seed, world) in (1..).zip(worlds().await) {
        let (tenant, wallet) = lay(&world, seed).await;
        digest_all(&world.store).await.unwrap();
        let (before, transactions) = (statements(&world, &tenant).await, proved(&world).await);

        // July is over for 90 days, August is not.
        let kind = request_log(90);
        let due = (kind.due)(scope(&world, &kind, NOW)).await.unwrap();
        assert!(due.rows > 0 && due.oldest.is_some());
        let close = CloseMonth {
            wallet,
            before: kind.before(NOW).unwrap(),
        };
        let month = world.store.write(close).await.unwrap().unwrap();
        let drop = DropCalls { wallet, month };
        let passed = world.store.write(drop).await.unwrap();
        assert!(passed > 0);
        // At any moment what is left and what was closed are the whole.
        assert_eq!(proved(&world).await, transactions);
        same(&before, &statements(&world, &tenant).await);
        let dropped = (kind.drop)(scope(&world, &kind, NOW)).await.unwrap();
        assert!(dropped > 0);
        let gone = "select rows_dropped as n from wallet_closing";
        assert_eq!(world.store.read(Count(gone)).await.unwrap(), due.rows);
        assert_eq!(proved(&world).await, transactions);
        same(&before, &statements(&world, &tenant).await);
        // The call whose charge is of August stays with it.
        let july = "select count(*) as n from request_log where at < 1785538740000000";
        assert_eq!(world.store.read(Count(july)).await.unwrap(), 1);

        let kind = request_log(60);
        assert!((kind.drop)(scope(&world, &kind, NOW)).await.unwrap() > 0);
        assert_eq!((kind.drop)(scope(&world, &kind, NOW)).await.unwrap(), 0);
        assert_eq!((kind.due)(scope(&world, &kind, NOW)).await.unwrap().rows, 0);
        assert_eq!(world.store.read(Count(july)).await.unwrap(), 0);
        assert_eq!(proved(&world).await, transactions);
        let now = statements(&world, &tenant).await;
        same(&before, &now);
        check_files(&world, &before, &now).await;
        check_audit(&world, &tenant).await;
        check_tampering(&world).await;
    }
}

/// The file of a month without its calls adds up, too.
async fn check_files(world: &World, before: &[Statement], now: &[Statement]) {
    for (whole, left) in before.iter().zip(now) {
        let lines = file(world, left.clone()).await;
        let cells = |line: &String| -> Vec<String> { line.split(',').map(Into::into).collect() };
        let amounts = lines[2..lines.len() - 1].iter().map(|line| {
            let cells = cells(line);
            cells[cells.len() - 4].parse::<i64>().unwrap()
        });
        let moved = whole.closing.get() - whole.opening.get();
        assert_eq!(amounts.sum::<i64>(), moved, "{}", whole.month);
        let has_lines = whole.month >= Month::parse("2026-09").unwrap() || whole.lines() == 0;
        assert_eq!(left.dropped.is_empty(), has_lines, "{}", whole.month);
        let expected = if has_lines {
            whole.lines()
        } else {
            whole.transfers
        };
        assert_eq!(left.lines_left(), expected, "{}", whole.month);
    }
}

async fn check_audit(world: &World, tenant: &TenantId) {
    let list = ListAudit {
        tenant: Some(tenant.clone()),
        page: Page::first(),
    };
    let entries = world.store.read(list).await.unwrap().items;
    let drops = entries.iter().filter(|one| one.action == "retention.drop");
    let drops: Vec<serde_json::Value> = drops
        .map(|one| serde_json::from_str(&one.details).unwrap())
        .collect();
    let months: Vec<&str> = drops
        .iter()
        .map(|one| one["month"].as_str().unwrap())
        .collect();
    assert_eq!(months, ["2026-08", "2026-07"]);
    assert!(
        drops.iter().all(|one| one["rows"].as_i64() > Some(0)),
        "{drops:?}"
    );
}

/// Whoever changes what stays of dropped calls is found out.
async fn check_tampering(world: &World) {
    for (change, back) in [
        (
            "update closed_charge set charged_kobo = charged_kobo + 1 where day = \
             (select min(day) from closed_charge)",
            "update closed_charge set charged_kobo = charged_kobo - 1 where day = \
             (select min(day) from closed_charge)",
        ),
        (
            "update closed_lease set charged_kobo = charged_kobo + 1",
            "update closed_lease set charged_kobo = charged_kobo - 1",
        ),
        (
            "update wallet_closing set balance_kobo = balance_kobo + 1",
            "update wallet_closing set balance_kobo = balance_kobo - 1",
        ),
        (
            "update wallet_closing set rows_dropped = rows_dropped + 1",
            "update wallet_closing set rows_dropped = rows_dropped - 1",
        ),
        (
            "update closed_month set closing_kobo = closing_kobo + 1",
            "update closed_month set closing_kobo = closing_kobo - 1",
        ),
    ] {
        world.tamper_all(change).await;
        let report = world.store.read(Verify).await.unwrap();
        assert_ne!(report.problems, Vec::<String>::new(), "{change}");
        world.tamper_all(back).await;
        proved(world).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_is_not_counted_yet_stays() {
    for world in worlds().await {
        lay(&world, 5).await;
        let kind = request_log(60);
        assert_eq!((kind.drop)(scope(&world, &kind, NOW)).await.unwrap(), 0);
        digest_all(&world.store).await.unwrap();
        // And so does one of which no month is over for long.
        let kind = request_log(3_650);
        assert_eq!((kind.drop)(scope(&world, &kind, NOW)).await.unwrap(), 0);
        assert_eq!((kind.due)(scope(&world, &kind, NOW)).await.unwrap().rows, 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_beginning_of_the_audit_log_goes_and_the_rest_is_proved() {
    for world in worlds().await {
        for name in ["ada", "bola", "chidi"] {
            world.tenant(name).await;
        }
        let endpoints = products(&[]).endpoints().to_vec();
        let by = at(NOW.plus_seconds(1));
        prove(&world.store, &world.clock, &endpoints, by)
            .await
            .unwrap();
        let whole = world.store.read(VerifyAudit).await.unwrap();
        let kind = audit_retention::kind(90);
        let later = NOW.plus_seconds(91 * DAY_SECONDS);
        let due = (kind.due)(scope(&world, &kind, later)).await.unwrap();
        assert_eq!(due.rows.cast_unsigned(), whole.entries);
        // The newest stays whatever its age: the next one follows it.
        let gone = (kind.drop)(scope(&world, &kind, later)).await.unwrap();
        assert_eq!(gone.cast_unsigned(), whole.entries - 1);
        let proof = world.store.read(VerifyAudit).await.unwrap();
        assert_eq!(proof.problems, Vec::<String>::new());
        assert_eq!(proof.entries, whole.entries + 1);
        assert_eq!(
            world
                .store
                .read(Count("select count(*) as n from audit"))
                .await
                .unwrap(),
            2
        );
        let before = NOW;
        assert_eq!(
            world
                .store
                .read(CountOldAudit { before })
                .await
                .unwrap()
                .rows,
            0
        );
        assert_eq!(world.store.write(DropAudit { before }).await.unwrap(), 0);

        world
            .tamper_all("update audit_anchor set seq = seq - 1")
            .await;
        let proof = world.store.read(VerifyAudit).await.unwrap();
        assert!(
            proof.problems[0].ends_with("are gone"),
            "{:?}",
            proof.problems
        );
        world
            .tamper_all("update audit_anchor set seq = seq + 1")
            .await;
        world.tamper_all("delete from audit_anchor").await;
        let proof = world.store.read(VerifyAudit).await.unwrap();
        assert_ne!(proof.problems, Vec::<String>::new());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_due_is_told_before_it_goes() {
    for world in worlds().await {
        lay(&world, 9).await;
        digest_all(&world.store).await.unwrap();
        let mut state = world.admin_state(products(&[]), Default::default()).await;
        state.parts.insert(kofa_core::retention::Retention {
            kinds: vec![request_log(60), details(30), audit_retention::kind(0)].into(),
            paid_kept_days: 1_827,
        });
        let routes = kofa_admin_api::router(state.into(), Vec::new());
        let admin = world.admin(&routes, OperatorRole::Support).await;
        let reply = admin.get("retention").await.json();
        let of = |field: &str| -> Vec<serde_json::Value> {
            let items = reply["items"].as_array().unwrap();
            items.iter().map(|one| one[field].clone()).collect()
        };
        assert_eq!(of("kind"), ["request_log", "details", "audit"]);
        assert_eq!(of("days"), [json!(60), json!(30), json!(null)]);
        assert!(of("dueRows")[0].as_i64() > Some(0), "{reply}");
        assert_eq!(of("dueRows")[1..], [json!(0), json!(0)]);
        assert_eq!(of("lastDroppedAt"), [json!(null), json!(null), json!(null)]);

        // Nothing of the details is due: that nothing went is not noted.
        let mut dropped = 0;
        for kind in [request_log(60), details(30)] {
            dropped += kind.drop_due(scope(&world, &kind, NOW)).await.unwrap();
        }
        let reply = admin.get("retention").await.json();
        let first = &reply["items"][0];
        assert_eq!(first["lastDroppedAt"], NOW.rfc3339(), "{reply}");
        assert_eq!(first["lastDroppedRows"], json!(dropped));
        assert_eq!(first["dueRows"], json!(0));
        assert_eq!(reply["items"][1]["lastDroppedRows"], json!(null));
    }
}
