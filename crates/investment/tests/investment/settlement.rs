//! Payments as banks report them: applied once, kept always.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, BufReader, Cursor, Read};

use kofa_core::audit::{self, ListAudit, VerifyAudit};
use kofa_core::{Actor, ActorAt, OperatorRole, Page};
use kofa_domain::{Clock as _, Environment, Ids, Kobo, Timestamp};
use kofa_investment::ops::{EnterSettlements, Entered, ListSettlements, Via};
use kofa_investment::settlement::{Entry, Outcome, Settlement};
use kofa_investment::settlement_import::{Format, ImportOptions, ImportReport, import, rehearse};
use kofa_tasks::ListTasks;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use serde_json::json;

use crate::subscribe::transaction;
use crate::world::{World, both};

/// A subscription that waits for its payment.
#[derive(Clone, Debug)]
pub(crate) struct Waiting {
    pub(crate) id: String,
    pub(crate) reference: String,
    pub(crate) amount: Kobo,
}

pub(crate) async fn waiting(world: &World, number: u32) -> Waiting {
    let answer = world.post("subscribe", &world.body(number)).await;
    let data = answer.charged(200, 10_000)["data"].clone();
    Waiting {
        id: data["localSubscriptionId"].as_str().unwrap().to_owned(),
        reference: data["transactionReference"].as_str().unwrap().to_owned(),
        amount: Kobo::parse_naira(&data["amount"].to_string()).unwrap(),
    }
}

fn by(world: &World) -> ActorAt {
    ActorAt {
        actor: Actor::Cli,
        at: world.clock.now(),
    }
}

fn paid_at() -> Timestamp {
    Timestamp::parse_rfc3339("2026-07-02T23:00:00Z").unwrap()
}

fn entry(reference: &str, one: &Waiting, kobo: i64) -> Entry {
    Entry {
        reference: reference.to_owned(),
        transaction_reference: one.reference.clone(),
        amount: Kobo::new(kobo),
        paid_at: paid_at(),
    }
}

fn enter(world: &World, entries: Vec<Entry>) -> EnterSettlements {
    EnterSettlements {
        by: by(world),
        environment: Environment::Sandbox,
        entries,
        via: Via::Form,
    }
}

async fn enter_one(world: &World, entry: Entry) -> Entered {
    let op = enter(world, vec![entry]);
    world.store.write(op).await.unwrap().pop().unwrap()
}

fn kept(entered: &Entered) -> &Settlement {
    match entered {
        Entered::New(one) | Entered::Repeated(one) | Entered::Reused(one) => one,
    }
}

/// All that was entered, by pages of `limit`.
async fn list(world: &World, outcome: Option<Outcome>, limit: &str) -> Vec<Settlement> {
    let mut all = Vec::new();
    let mut cursor = None;
    loop {
        let list = ListSettlements {
            environment: Environment::Sandbox,
            outcome,
            page: Page::read(cursor.as_deref(), Some(limit)).unwrap(),
        };
        let page = world.store.read(list).await.unwrap();
        all.extend(page.items);
        cursor = page.next_cursor;
        if cursor.is_none() {
            return all;
        }
    }
}

async fn tasks(world: &World, subject: &str) -> Vec<String> {
    let list = ListTasks {
        stuck_only: false,
        after: 0,
        limit: 1_000,
    };
    let all = world.store.read(list).await.unwrap();
    let mine = all.into_iter().filter(|one| one.subject == subject);
    mine.map(|one| one.kind).collect()
}

async fn audited(world: &World) -> Vec<audit::Entry> {
    let list = ListAudit {
        tenant: None,
        page: Page::read(None, Some("100")).unwrap(),
    };
    let mut all = world.store.read(list).await.unwrap().items;
    all.retain(|one| one.action.starts_with("settlement."));
    all
}

#[tokio::test]
async fn a_payment_that_fits_pays_the_subscription_and_the_exchange_is_told() {
    for world in both().await {
        let one = waiting(&world, 1).await;
        assert_eq!(tasks(&world, &one.id).await, ["collect_payment"]);
        let entered = enter_one(&world, entry("BANK-1", &one, one.amount.get())).await;
        assert!(matches!(entered, Entered::New(_)));
        let settlement = kept(&entered);
        assert_eq!(settlement.outcome, Outcome::Applied);
        assert_eq!(settlement.entered_by, "shell");
        let named = settlement.subscription.as_ref().unwrap();
        assert_eq!((&named.id, named.expected), (&one.id, one.amount));
        assert_eq!(tasks(&world, &one.id).await, ["submit_paid"]);
        let shown = transaction(&world, &one.id).await;
        assert_eq!(shown["status"], "paid");
        assert_eq!(shown["settledAt"], "2026-07-02T23:00:00.000Z", "{shown}");
        kofa_tasks::work_once(&world.store, &world.clock, &world.tasks()).await;
        assert_eq!(transaction(&world, &one.id).await["status"], "accepted");
        assert_eq!(tasks(&world, &one.id).await, Vec::<String>::new());
        let trail = audited(&world).await;
        assert_eq!(trail.len(), 1);
        assert_eq!(trail[0].subject, "BANK-1");
        assert_eq!(trail[0].tenant.as_ref(), Some(&world.tenant));
        let proof = world.store.read(VerifyAudit).await.unwrap();
        assert_eq!(proof.problems, Vec::<String>::new());
    }
}

#[tokio::test]
async fn what_does_not_fit_is_kept_and_moves_nothing() {
    for world in both().await {
        let (one, other) = (waiting(&world, 1).await, waiting(&world, 2).await);
        let full = one.amount.get();
        let unknown = Waiting {
            reference: "KFT-NONE".to_owned(),
            ..one.clone()
        };
        let mut live = enter(&world, vec![entry("B-0", &one, full)]);
        live.environment = Environment::Live;
        let elsewhere = world.store.write(live).await.unwrap();
        assert_eq!(kept(&elsewhere[0]).outcome, Outcome::UnknownTransaction);
        let read = kofa_investment::ops::ReadForTask {
            id: other.id.clone(),
            vault: world.vault.clone(),
        };
        let refuse = kofa_investment::ops::FinishTask {
            task: None,
            place: world.store.read(read).await.unwrap().place,
            id: other.id.clone(),
            steps: vec![kofa_investment::ops::TaskStep {
                step: kofa_investment::lifecycle::Move::Expire,
                detail: None,
            }],
            end: None,
            paid_by: None,
            then: None,
            at: world.clock.now(),
        };
        world.store.write(refuse).await.unwrap();
        for (reference, of, kobo, expected) in [
            ("B-1", &unknown, full, Outcome::UnknownTransaction),
            ("B-2", &one, full - 1, Outcome::AmountMismatch),
            ("B-3", &one, full + 1, Outcome::AmountMismatch),
            ("B-4", &other, full, Outcome::NotPayable),
            ("B-5", &one, full, Outcome::Applied),
            ("B-6", &one, full, Outcome::AlreadyPaid),
            ("B-7", &one, 1, Outcome::AlreadyPaid),
        ] {
            let entered = enter_one(&world, entry(reference, of, kobo)).await;
            assert_eq!(kept(&entered).outcome, expected, "{reference}");
            assert!(kept(&entered).explanation().ends_with('.'));
            let again = enter_one(&world, entry(reference, of, kobo)).await;
            assert_eq!(again, Entered::Repeated(kept(&entered).clone()));
        }
        let Entered::Reused(first) = enter_one(&world, entry("B-2", &one, full)).await else {
            panic!("other content under one reference");
        };
        assert_eq!(first.entry.amount.get(), full - 1);
        let earlier = Entry {
            paid_at: paid_at().plus_seconds(-1),
            ..entry("B-5", &one, full)
        };
        assert!(matches!(
            enter_one(&world, earlier).await,
            Entered::Reused(_)
        ));
        assert_eq!(list(&world, None, "100").await.len(), 7);
        assert_eq!(list(&world, Some(Outcome::Applied), "100").await.len(), 1);
        assert_eq!(audited(&world).await.len(), 8, "repetitions leave no trace");
        assert_eq!(transaction(&world, &other.id).await["status"], "expired");
    }
}

#[tokio::test]
async fn only_those_with_the_right_to_money_enter_payments() {
    for world in both().await {
        let one = waiting(&world, 1).await;
        let at = world.clock.now();
        for (role, may) in [
            (OperatorRole::Support, false),
            (OperatorRole::Finance, true),
            (OperatorRole::Ops, true),
        ] {
            let mut op = enter(&world, vec![entry(role.as_str(), &one, 1)]);
            op.by.actor = Actor::Operator {
                id: Ids.id(at),
                role,
                via: kofa_core::Via::FRESH,
            };
            let by = op.by.clone();
            let done = world.store.write(op).await;
            assert_eq!(done.is_ok(), may, "{role:?}");
            let file = Cursor::new("reference,transactionReference,amount,paidAt\n");
            let sandbox = Environment::Sandbox;
            let done = import(&world.store, by, sandbox, file, csv(), |_| ()).await;
            assert_eq!(done.is_ok(), may, "{role:?}");
        }
        let refused = list(&world, None, "100").await;
        assert_eq!(refused.len(), 2);
    }
}

#[tokio::test]
async fn one_payment_that_comes_many_times_at_once_is_applied_once() {
    for world in both().await {
        let one = waiting(&world, 1).await;
        let full = one.amount.get();
        let mut running = Vec::new();
        for turn in 0..24 {
            // Half of them under one reference, half each under their own.
            let reference = match turn % 2 {
                0 => "SAME".to_owned(),
                _ => format!("OWN-{turn}"),
            };
            let op = enter(&world, vec![entry(&reference, &one, full)]);
            let store = world.store.clone();
            running.push(tokio::spawn(async move { store.write(op).await }));
        }
        let mut new = 0;
        for task in running {
            let entered = task.await.unwrap().unwrap().pop().unwrap();
            new += usize::from(matches!(entered, Entered::New(_)));
            assert!(!matches!(entered, Entered::Reused(_)));
        }
        assert_eq!(new, 13);
        let all = list(&world, None, "3").await;
        assert_eq!(all.len(), 13, "pages lose nothing, also of one moment");
        let applied = all.iter().filter(|one| one.outcome == Outcome::Applied);
        assert_eq!(applied.count(), 1);
        assert_eq!(tasks(&world, &one.id).await, ["submit_paid"]);
    }
}

#[tokio::test]
async fn files_in_opposite_order_do_not_block_each_other() {
    for world in both().await {
        let mut all = Vec::new();
        for number in 1..=6 {
            all.push(waiting(&world, number).await);
        }
        let mut running = Vec::new();
        for turn in 0..6 {
            let mut entries: Vec<Entry> = all
                .iter()
                .flat_map(|one| {
                    let own = format!("{turn}-{}", one.reference);
                    [
                        entry(&own, one, one.amount.get()),
                        entry(&one.reference, one, one.amount.get()),
                    ]
                })
                .collect();
            if turn % 2 == 1 {
                entries.reverse();
            }
            let op = enter(&world, entries);
            let store = world.store.clone();
            running.push(tokio::spawn(async move { store.write(op).await }));
        }
        for task in running {
            assert_eq!(task.await.unwrap().unwrap().len(), 12);
        }
        let applied = list(&world, Some(Outcome::Applied), "100").await;
        assert_eq!(applied.len(), 6);
        assert_eq!(list(&world, None, "100").await.len(), 42);
    }
}

fn csv() -> ImportOptions {
    ImportOptions {
        format: Format::Csv,
        rejects: None,
        bytes_total: None,
    }
}

/// Imports a file, and holds what was said of it before against what comes of it.
async fn import_text(world: &World, text: &str) -> ImportReport {
    let source = Cursor::new(text.to_owned());
    let sandbox = Environment::Sandbox;
    let before = list(world, None, "100").await;
    let bytes = text.as_bytes().to_vec();
    let said = rehearse(&world.store, by(world), sandbox, bytes, Format::Csv).await;
    assert_eq!(list(world, None, "100").await, before, "nothing is kept");
    let done = import(&world.store, by(world), sandbox, source, csv(), |_| ()).await;
    let (said, done) = (said.unwrap(), done.unwrap());
    if said.is_whole {
        let told = [
            ("applied", done.applied),
            ("already_entered", done.repeated),
            ("unknown_transaction", done.unknown_transaction),
            ("amount_mismatch", done.amount_mismatch),
            ("already_paid", done.already_paid),
            ("not_payable", done.not_payable),
            ("reference_reused", done.reference_reused),
            ("rejected", done.rejected),
        ];
        assert_eq!((said.rows, &*said.outcomes), (done.lines, &told[..]));
        assert_eq!(said.total_applied.unwrap_or_default(), done.total_applied);
        let lines: Vec<u64> = said.problems.iter().map(|one| one.line).collect();
        let reported: Vec<u64> = done.reported.iter().map(|one| one.line).collect();
        assert!(reported.starts_with(&lines), "{lines:?} {reported:?}");
    }
    done
}

const HEADER: &str = "reference,transactionReference,amount,paidAt\n";

fn line(reference: &str, transaction: &str, kobo: i64) -> String {
    // As people write it: `NGN 1,234.50` without the currency.
    let amount = Kobo::new(kobo).to_string();
    let amount = amount.trim_start_matches("NGN ");
    format!("{reference},{transaction},\"{amount}\",2026-07-03\n")
}

#[tokio::test]
async fn a_file_is_reported_line_by_line_and_changes_nothing_the_second_time() {
    for world in both().await {
        let (one, other) = (waiting(&world, 1).await, waiting(&world, 2).await);
        let full = one.amount.get();
        let text = [
            HEADER.to_owned(),
            line("F-1", &one.reference.to_lowercase(), full),
            line("F-1", &one.reference, full),
            line("F-2", &one.reference, full),
            line("F-2", &other.reference, full),
            line("F-3", &other.reference, full - 100),
            line("F-4", "KFT-20260703-UNKNOWN", full),
            "F-5,KFT-1,ten,2026-07-03\n\n".to_owned(),
            line("F-6", &other.reference, full),
        ]
        .concat();
        let rejects = world.database.folder().join("rejects.csv");
        let options = ImportOptions {
            rejects: Some(rejects.clone()),
            ..csv()
        };
        let source = Cursor::new(text.clone());
        let sandbox = Environment::Sandbox;
        let done = import(&world.store, by(&world), sandbox, source, options, |_| ()).await;
        let report = done.unwrap();
        assert_eq!(report.rejects_file.as_ref(), Some(&rejects));
        let rows = std::fs::read_to_string(&rejects).unwrap();
        assert_eq!(rows.lines().count(), 3, "{rows}");
        assert!(rows.contains("\n5,") && rows.contains("\n8,"), "{rows}");
        let shown: Vec<_> = report
            .reported
            .iter()
            .map(|one| json!([one.line, one.reference, one.outcome]))
            .collect();
        insta::assert_json_snapshot!("settlement_lines", shown);
        let counts = (
            report.lines,
            report.applied,
            report.repeated,
            report.rejected,
        );
        assert_eq!(counts, (8, 2, 1, 1));
        assert_eq!(report.total_applied.get(), 2 * full);
        let before = list(&world, None, "100").await;
        assert_eq!(before.len(), 5);
        let again = import_text(&world, &text).await;
        let counts = (again.lines, again.applied, again.repeated, again.rejected);
        assert_eq!(counts, (8, 0, 6, 1));
        assert_eq!(
            (again.reference_reused, again.total_applied),
            (1, Kobo::ZERO)
        );
        assert_eq!(list(&world, None, "2").await, before);
        let trail = audited(&world).await;
        assert_eq!(trail.len(), 1);
        assert_eq!(trail[0].action, "settlement.import");
        assert!(
            trail[0].details.contains("\"applied\":2"),
            "{}",
            trail[0].details
        );
    }
}

/// A file that breaks off after some bytes, as a disk or a killed process does.
struct Broken(Cursor<String>, usize);

impl Read for Broken {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let most = to.len().min(self.1);
        if most == 0 {
            return Err(io::Error::other("gone"));
        }
        let read = self.0.read(&mut to[..most])?;
        self.1 -= read;
        Ok(read)
    }
}

#[tokio::test]
async fn an_import_that_was_cut_off_is_completed_by_the_next() {
    for world in both().await {
        let mut text = HEADER.to_owned();
        let mut all = Vec::new();
        for number in 1..=5_u32 {
            all.push(waiting(&world, number).await);
        }
        for number in 0..1_200_usize {
            let transaction = match all.get(number / 200) {
                Some(one) if number % 200 == 0 => one.reference.clone(),
                _ => format!("KFT-NONE-{number}"),
            };
            text += &line(&format!("C-{number}"), &transaction, all[0].amount.get());
        }
        let source = BufReader::new(Broken(Cursor::new(text.clone()), text.len() / 3));
        let sandbox = Environment::Sandbox;
        let cut = import(&world.store, by(&world), sandbox, source, csv(), |_| ()).await;
        assert_eq!(cut.unwrap_err().code().name, "invalid_settlement_file");
        let first = list(&world, None, "100").await.len() as u64;
        assert!((300..500).contains(&first), "{first}");
        // A process that dies: nobody waits for the import any more.
        let (store, by_whom, source) = (world.store.clone(), by(&world), Cursor::new(text.clone()));
        let (tell, told) = std::sync::mpsc::channel();
        let running = tokio::spawn(async move {
            let told = |_| {
                let _ = tell.send(());
            };
            import(&store, by_whom, sandbox, source, csv(), told).await
        });
        let seen = move || told.recv().unwrap();
        tokio::task::spawn_blocking(seen).await.unwrap();
        running.abort();
        let _ = running.await;
        // What the other sent last may still be entered.
        let source = Cursor::new(text.clone());
        let whole = import(&world.store, by(&world), sandbox, source, csv(), |_| ()).await;
        let whole = whole.unwrap();
        assert_eq!(whole.lines, 1_200);
        assert!(whole.repeated >= first, "{whole:?}");
        assert_eq!(list(&world, None, "100").await.len(), 1_200);
        let applied = list(&world, Some(Outcome::Applied), "2").await;
        assert_eq!(applied.len(), 5);
        let again = import_text(&world, &text).await;
        assert_eq!(again.repeated, 1_200);
    }
}

/// What ought to happen, without a database.
#[derive(Default)]
struct Model {
    entered: HashMap<String, (usize, i64)>,
    paid: BTreeMap<usize, i64>,
    total: i64,
}

impl Model {
    fn take(&mut self, (reference, of, kobo): (String, usize, i64), costs: &[i64]) -> &'static str {
        if let Some(known) = self.entered.get(&reference) {
            return if *known == (of, kobo) {
                "repeated"
            } else {
                "reused"
            };
        }
        self.entered.insert(reference, (of, kobo));
        match costs.get(of) {
            None => "unknown_transaction",
            Some(_) if self.paid.contains_key(&of) => "already_paid",
            Some(cost) if *cost != kobo => "amount_mismatch",
            Some(_) => {
                self.paid.insert(of, kobo);
                self.total += kobo;
                "applied"
            }
        }
    }
}

#[tokio::test]
async fn what_is_applied_is_what_was_paid_in_whatever_order_files_come() {
    for world in both().await {
        let mut all = Vec::new();
        for number in 1..=8 {
            all.push(waiting(&world, number).await);
        }
        let costs: Vec<i64> = all.iter().map(|one| one.amount.get()).collect();
        let full = costs[0];
        // The ninth and tenth are nobody's.
        let one = (
            0..60_u32,
            0..10_usize,
            prop_oneof![3 => Just(full), 1 => 1..=full * 2],
        );
        let file = prop::collection::vec(one, 1..40);
        let mut runner = TestRunner::deterministic();
        let mut model = Model::default();
        let mut earlier = Vec::new();
        for round in 0..30 {
            let mut lines = file.new_tree(&mut runner).unwrap().current();
            if round % 3 == 2 {
                // Old lines again, in another order.
                lines = Just(earlier.clone())
                    .prop_shuffle()
                    .new_tree(&mut runner)
                    .unwrap()
                    .current();
            }
            earlier.extend(lines.iter().copied().take(20));
            let mut text = HEADER.to_owned();
            let mut expected: BTreeMap<&str, u64> = BTreeMap::new();
            for (reference, of, kobo) in lines {
                let transaction = all.get(of).map_or("KFT-NONE-9", |one| &one.reference);
                // Nobody's are one to the bank.
                let of = of.min(all.len());
                let reference = format!("P-{reference}");
                text += &line(&reference, transaction, kobo);
                *expected
                    .entry(model.take((reference, of, kobo), &costs))
                    .or_default() += 1;
            }
            let report = import_text(&world, &text).await;
            let got = [
                ("applied", report.applied),
                ("repeated", report.repeated),
                ("reused", report.reference_reused),
                ("unknown_transaction", report.unknown_transaction),
                ("amount_mismatch", report.amount_mismatch),
                ("already_paid", report.already_paid),
            ];
            let got: BTreeMap<&str, u64> = got.into_iter().filter(|(_, n)| *n > 0).collect();
            assert_eq!(got, expected, "round {round}");
        }
        let applied = list(&world, Some(Outcome::Applied), "7").await;
        let total: i64 = applied.iter().map(|one| one.entry.amount.get()).sum();
        assert_eq!(total, model.total);
        assert_eq!(applied.len(), model.paid.len(), "nobody is paid twice");
        assert!(applied.len() >= 4, "the run says something");
        for (index, one) in all.iter().enumerate() {
            let expected =
                ["payment_pending", "paid"][usize::from(model.paid.contains_key(&index))];
            assert_eq!(transaction(&world, &one.id).await["status"], expected);
        }
    }
}
