//! Refunds that a bank pays: each in one batch, in one file, settled once.

use futures_util::TryStreamExt as _;
use kofa_core::audit::ListAudit;
use kofa_core::{OperatorRole, Page};
use kofa_domain::{Clock as _, Environment, Kobo, Sensitive};
use kofa_investment::ops::{
    BeginRefundBatch, Begun, FillRefundBatch, FindRefundBatch, ListBankEntries, ListRefundBatches,
    ListRefundPayments, ListStatements, MarkRefundBatchSent, ReadRefunds, SettleRefund,
    SettleRefundBatch, Sweep, SweepOffer, SweptTo, TakeRefundFile,
};
use kofa_investment::refund_batches::{
    MakeBatch, RefundFile, RefundFormat, make, settle_batch, stream,
};
use kofa_investment::refunds::{
    BatchState, RefundAccount, RefundBatch, RefundPayment, RefundState,
};
use kofa_investment::statement_import::{StatementImport, StatementReport, import, rehearse};
use kofa_investment::statements::BankOutcome;
use kofa_store::PIECE_ROWS;

use crate::rights::Dump;
use crate::settlement::{Waiting, waiting};
use crate::subscribe::transaction;
use crate::sweeping::{Count, Exec};
use crate::world::{World, both};

const OFFER: &str = "OFR-BAOBAB";
const DUE: &str = "update subscription_state set status = 'not_allotted', \
     payment_status = 'refund_pending', allotment_status = 'none', refund_kobo = 123456";
const NO_TASKS: &str = "delete from outbox";

impl World {
    /// Applications of so many people, of whom everybody gets the money back.
    async fn due(&self, people: u32) -> Vec<Waiting> {
        let mut all = Vec::new();
        for number in 1..=people {
            all.push(waiting(self, number).await);
        }
        self.store.write(Exec(DUE)).await.unwrap();
        self.store.write(Exec(NO_TASKS)).await.unwrap();
        all
    }

    fn making(&self, offer_id: Option<&str>) -> MakeBatch {
        MakeBatch {
            by: self.by(),
            environment: Environment::Sandbox,
            offer_id: offer_id.map(str::to_owned),
        }
    }

    async fn batch(&self, offer_id: Option<&str>) -> (bool, RefundBatch) {
        make(&self.store, self.making(offer_id)).await.unwrap()
    }

    async fn refunds(&self, batch: &RefundBatch) -> Vec<RefundPayment> {
        let list = ListRefundPayments {
            batch_id: batch.id.clone(),
            state: None,
            page: Page::read(None, Some("100")).unwrap(),
        };
        self.store.read(list).await.unwrap().items
    }

    async fn file(&self, batch: &RefundBatch, format: RefundFormat) -> kofa_domain::Result<String> {
        let asked = RefundFile {
            by: self.by(),
            batch_id: batch.id.clone(),
            format,
            account: Some(RefundAccount {
                name: "Kofa & Sons <Receiving>".to_owned(),
                number: Sensitive::new("0123456789".to_owned()),
                bank_code: "000013".to_owned(),
            }),
        };
        let (name, pieces) = stream((self.store.clone(), self.vault.clone()), asked).await?;
        assert!(name.starts_with(&batch.id), "{name}");
        let pieces: Vec<bytes::Bytes> = pieces.try_collect().await?;
        Ok(String::from_utf8(pieces.concat()).unwrap())
    }

    async fn said(&self, reference: &str, paid: Result<&str, &str>) -> Result<RefundState, String> {
        let settle = SettleRefund {
            by: self.by(),
            reference: reference.to_owned(),
            paid: paid.map(str::to_owned).map_err(str::to_owned),
        };
        let settled = self.store.write(settle).await;
        settled
            .map(|one| one.state)
            .map_err(|error| error.code().name.to_owned())
    }

    /// Imports a statement, and holds what was said of it before against what comes of it.
    async fn statement(&self, text: &str) -> kofa_domain::Result<StatementReport> {
        let what = StatementImport {
            by: self.by(),
            environment: Environment::Sandbox,
            account: Sensitive::new("0123456789".to_owned()),
        };
        let bytes = text.as_bytes().to_vec();
        let with = (&self.store, &self.vault);
        let before = self.dumps().await;
        let said = rehearse(with, what.clone(), bytes.clone()).await;
        assert_eq!(self.dumps().await, before, "nothing is kept");
        let done = import(with, what, std::io::Cursor::new(bytes)).await;
        assert_eq!(
            said.as_ref().err().map(|error| error.message().to_owned()),
            done.as_ref().err().map(|error| error.message().to_owned())
        );
        if let (Ok(said), Ok(done)) = (said, &done) {
            let of = |words: &[&str]| -> u64 {
                let all = said.outcomes.iter();
                let mine = all.filter(|(word, _)| words.contains(word));
                mine.map(|(_, many)| many).sum()
            };
            assert!(said.is_whole);
            assert_eq!(of(&["applied"]), done.applied);
            assert_eq!(of(&["refunded", "batch_paid"]), done.refunded);
            assert_eq!(of(&["returned"]), done.returned);
            assert_eq!(of(&["already_entered"]), done.repeated);
            assert_eq!(of(&["skipped"]), done.skipped);
            assert_eq!(of(&["rejected"]), done.rejected);
            let problems = u64::try_from(said.problems.len()).unwrap();
            assert_eq!(problems, done.differences + done.rejected);
            assert_eq!(said.total_applied.unwrap_or_default(), done.total_applied);
        }
        done
    }

    async fn dumps(&self) -> Vec<String> {
        let mut all = Vec::new();
        for table in [
            "select * from bank_entry order by no",
            "select * from bank_statement order by no",
            "select * from settlement order by reference",
            "select * from refund_payment order by reference",
        ] {
            all.extend(self.store.read(Dump(table)).await.unwrap());
        }
        all
    }

    async fn actions(&self, prefix: &str) -> Vec<String> {
        let page = Page::read(None, Some("100")).unwrap();
        let list = ListAudit { tenant: None, page };
        let all = self.store.read(list).await.unwrap().items;
        let mine = all.into_iter().map(|one| one.action);
        mine.filter(|action| action.starts_with(prefix)).collect()
    }
}

#[tokio::test]
async fn what_is_due_is_in_one_batch_and_one_file() {
    for world in both().await {
        let error = make(&world.store, world.making(None)).await.unwrap_err();
        assert_eq!(error.code().name, "no_refunds_due");
        world.due(3).await;
        let (is_new, batch) = world.batch(Some(OFFER)).await;
        assert!(is_new);
        assert_eq!((batch.state, batch.refunds), (BatchState::Open, 3));
        assert_eq!(batch.sum, Kobo::new(3 * 123_456));
        let (is_new, again) = world.batch(Some(OFFER)).await;
        assert!(!is_new);
        assert_eq!(again, batch);
        let error = make(&world.store, world.making(None)).await.unwrap_err();
        assert_eq!(
            error.code().name,
            "no_refunds_due",
            "all is in the other batch"
        );

        let refunds = world.refunds(&batch).await;
        let csv = world.file(&batch, RefundFormat::Csv).await.unwrap();
        assert_eq!(csv.lines().count(), 4, "{csv}");
        for (line, refund) in csv.lines().skip(1).zip(&refunds) {
            let expected = format!(
                "{},0000014579,000016,Ngozi Zubairu-Test,1234.56,IPO refund {}",
                refund.position + 1,
                refund.reference
            );
            assert_eq!(line, expected);
        }
        let pain = world.file(&batch, RefundFormat::Pain001).await.unwrap();
        assert_eq!(
            pain,
            world.file(&batch, RefundFormat::Pain001).await.unwrap()
        );
        for text in [
            "<NbOfTxs>3</NbOfTxs><CtrlSum>3703.68</CtrlSum>",
            "<Nm>Kofa &amp; Sons &lt;Receiving&gt;</Nm>",
            "<InstdAmt Ccy=\"NGN\">1234.56</InstdAmt>",
            "<MmbId>000016</MmbId>",
        ] {
            assert!(pain.contains(text), "{text} in {pain}");
        }
        assert_eq!(pain.matches("<CdtTrfTxInf>").count(), 3);
        assert!(pain.trim_end().ends_with("</Document>"));
        let files = world.actions("refund_batch.file").await;
        assert_eq!(files.len(), 3, "each stands in the audit log");

        let list = ListRefundBatches {
            environment: Environment::Live,
            offer_id: None,
            page: Page::first(),
        };
        assert!(
            world
                .store
                .read(list.clone())
                .await
                .unwrap()
                .items
                .is_empty()
        );
        let here = ListRefundBatches {
            environment: Environment::Sandbox,
            ..list
        };
        assert_eq!(world.store.read(here).await.unwrap().items, [batch]);
    }
}

#[tokio::test]
async fn the_bank_settles_each_refund_once_and_what_returns_is_due_again() {
    for world in both().await {
        let people = world.due(3).await;
        let (_, batch) = world.batch(None).await;
        let mark = MarkRefundBatchSent {
            by: world.by(),
            id: batch.id.clone(),
        };
        let sent = world.store.write(mark.clone()).await.unwrap();
        assert_eq!(sent.state, BatchState::Sent);
        assert_eq!(world.store.write(mark).await.unwrap(), sent);
        let refunds = world.refunds(&batch).await;
        let [one, two, three] = [0, 1, 2].map(|at| refunds[at].reference.clone());
        assert_eq!(world.said(&one, Ok("B-1")).await, Ok(RefundState::Paid));
        assert_eq!(world.said(&one, Ok("B-1")).await, Ok(RefundState::Paid));
        let other = world.said(&one, Ok("B-2")).await;
        assert_eq!(other, Err("refund_not_in_state".to_owned()));
        assert_eq!(
            transaction(&world, &people[0].id).await["status"],
            "refunded"
        );
        let error = world.file(&batch, RefundFormat::Csv).await.unwrap_err();
        assert_eq!(
            error.code().name,
            "refund_batch_not_in_state",
            "could pay twice"
        );

        assert_eq!(
            world.said(&two, Err("closed")).await,
            Ok(RefundState::Returned)
        );
        assert_eq!(
            transaction(&world, &people[1].id).await["status"],
            "not_allotted"
        );
        // Paid, and back a day later.
        assert_eq!(world.said(&three, Ok("B-3")).await, Ok(RefundState::Paid));
        assert_eq!(
            world.said(&three, Err("no such")).await,
            Ok(RefundState::Returned)
        );
        let shown = transaction(&world, &people[2].id).await;
        assert_eq!(shown["status"], "refund_pending", "{shown}");
        let late = world.said(&three, Ok("B-3")).await;
        assert_eq!(late, Err("refund_not_in_state".to_owned()));

        let (is_new, next) = world.batch(None).await;
        assert!(is_new && next.id != batch.id);
        assert_eq!((next.refunds, next.sum), (2, Kobo::new(2 * 123_456)));
        let again: Vec<String> = world
            .refunds(&next)
            .await
            .into_iter()
            .map(|r| r.reference)
            .collect();
        assert!(!again.contains(&two) && !again.contains(&three));
        let paid = SettleRefundBatch {
            by: world.by(),
            id: next.id.clone(),
            paid: Ok("BULK-1".to_owned()),
        };
        assert_eq!(settle_batch(&world.store, paid.clone()).await.unwrap(), 2);
        assert_eq!(settle_batch(&world.store, paid).await.unwrap(), 0);
        let find = FindRefundBatch { id: next.id };
        let counted = world.store.read(find).await.unwrap();
        assert_eq!((counted.waiting, counted.paid, counted.returned), (0, 2, 0));
        assert_eq!(counted.batch.state, BatchState::Sent);
        let left = "select count(*) as n from subscription_state \
             where payment_status <> 'refunded'";
        assert_eq!(world.store.read(Count(left)).await.unwrap(), 0);
    }
}

#[tokio::test]
async fn a_batch_that_was_cut_off_is_completed_and_nobody_else_sends_what_is_in_it() {
    for world in both().await {
        world.crowd().await;
        let refunds = "update subscription_state set status = 'cancelled', \
             payment_status = 'refund_pending', refund_kobo = 40000";
        let all = world
            .store
            .write(Exec(refunds))
            .await
            .unwrap()
            .cast_signed();
        world.store.write(Exec(NO_TASKS)).await.unwrap();
        // One that a provider is at work on, and one whose task waits for an operator.
        for sql in [
            "insert into outbox (kind, subject, environment, due_at, attempts, state, created_at) \
             select 'refund_payment', id, 'sandbox', 1, 1, 'due', 1 from subscription \
             where no = 10001",
            "insert into outbox (kind, subject, environment, due_at, attempts, state, created_at) \
             select 'refund_payment', id, 'sandbox', 1, 9, 'stuck', 1 from subscription \
             where no = 10002",
        ] {
            world.store.write(Exec(sql)).await.unwrap();
        }
        let begin = BeginRefundBatch {
            by: world.by(),
            environment: Environment::Sandbox,
            offer_id: None,
        };
        let Begun::Making(batch) = world.store.write(begin).await.unwrap() else {
            panic!("it is new");
        };
        let fill = FillRefundBatch {
            batch: batch.clone(),
            from: SweptTo::default(),
            at: world.clock.now(),
        };
        // This process dies after its first piece.
        assert!(world.store.write(fill).await.unwrap().is_some());
        let error = world.file(&batch, RefundFormat::Csv).await.unwrap_err();
        assert_eq!(error.code().name, "refund_batch_not_in_state");
        let (is_new, made) = world.batch(None).await;
        assert!(is_new);
        assert_eq!(
            (made.id.as_str(), made.refunds),
            (batch.id.as_str(), all - 1)
        );
        assert_eq!(made.sum, Kobo::new((all - 1) * 40_000));
        let read = ReadRefunds {
            batch_no: made.no,
            after: -1,
            limit: 2_000,
        };
        let positions: Vec<i64> = world
            .store
            .read(read)
            .await
            .unwrap()
            .iter()
            .map(|r| r.position)
            .collect();
        assert_eq!(positions, (0..all - 1).collect::<Vec<i64>>());
        let stuck = "select count(*) as n from outbox where state = 'stuck'";
        assert_eq!(world.store.read(Count(stuck)).await.unwrap(), 0);
        others_leave_it_alone(&world, made).await;
    }
}

/// Whoever records refunds made outside passes over those of a batch, which are due again once the
/// bank took none of them.
async fn others_leave_it_alone(world: &World, made: RefundBatch) {
    let all = made.refunds;
    let sweep = SweepOffer {
        environment: Environment::Sandbox,
        offer_id: OFFER.to_owned(),
        sweep: Sweep::RecordRefunds("BY-HAND".to_owned()),
        from: SweptTo::default(),
        at: world.clock.now(),
        actor: "system".to_owned(),
    };
    let swept = world.store.write(sweep).await.unwrap();
    assert_eq!(swept.count, 1, "only what is in no batch");

    let back = SettleRefundBatch {
        by: world.by(),
        id: made.id.clone(),
        paid: Err("the bank refused the file".to_owned()),
    };
    assert_eq!(world.store.write(back.clone()).await.unwrap(), PIECE_ROWS);
    assert_eq!(
        settle_batch(&world.store, back).await.unwrap(),
        all - PIECE_ROWS
    );
    let find = FindRefundBatch { id: made.id };
    let counted = world.store.read(find).await.unwrap();
    assert_eq!(
        (counted.batch.state, counted.returned),
        (BatchState::Returned, all)
    );
    let (is_new, next) = world.batch(None).await;
    assert!(is_new);
    assert_eq!(next.refunds, all, "it is due again");
}

#[tokio::test]
async fn only_those_with_the_right_to_money_see_the_file() {
    for world in both().await {
        world.due(1).await;
        let (_, batch) = world.batch(None).await;
        for (role, status) in [(OperatorRole::Support, 403), (OperatorRole::Finance, 200)] {
            let admin = world.operator(role).await;
            let path = format!("refund-batches/{}/file?format=csv", batch.id);
            assert_eq!(admin.get(&path).await.status.as_u16(), status, "{role:?}");
        }
        let admin = world.operator(OperatorRole::Finance).await;
        let path = format!("refund-batches/{}/file?format=pain001", batch.id);
        let reply = admin.get(&path).await;
        assert_eq!(reply.json()["code"], "refund_account_missing");
        let take = TakeRefundFile {
            by: world.by(),
            id: "KFB-NONE".to_owned(),
            format: "csv",
        };
        assert_eq!(
            world.store.write(take).await.unwrap_err().code().name,
            "not_found"
        );
    }
}

fn entry(way: &str, amount: &str, reference: &str, words: &str) -> String {
    format!(
        "<Ntry><Amt Ccy=\"NGN\">{amount}</Amt><CdtDbtInd>{way}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>\
         <BookgDt><Dt>2026-07-02</Dt></BookgDt><AcctSvcrRef>{reference}</AcctSvcrRef><NtryDtls>\
         <TxDtls><RmtInf><Ustrd>{words}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>"
    )
}

fn camt(id: &str, (opening, closing): (&str, &str), entries: &str) -> String {
    let balance = |kind: &str, amount: &str| {
        format!(
            "<Bal><Tp><CdOrPrtry><Cd>{kind}</Cd></CdOrPrtry></Tp><Amt Ccy=\"NGN\">{amount}</Amt>\
             <CdtDbtInd>CRDT</CdtDbtInd></Bal>"
        )
    };
    format!(
        "<?xml version=\"1.0\"?><Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\">\
         <BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr><Stmt><Id>{id}</Id>\
         <FrToDt><FrDtTm>2026-07-02T00:00:00</FrDtTm><ToDtTm>2026-07-02T23:59:59</ToDtTm></FrToDt>\
         <Acct><Id><Othr><Id>0123456789</Id></Othr></Id></Acct>{}{}{entries}</Stmt>\
         </BkToCstmrStmt></Document>",
        balance("OPBD", opening),
        balance("CLBD", closing)
    )
}

async fn outcomes(world: &World, differences: bool) -> Vec<BankOutcome> {
    let list = ListBankEntries {
        by: world.by(),
        environment: Environment::Sandbox,
        outcome: None,
        differences,
        page: Page::read(None, Some("100")).unwrap(),
    };
    let listed = world.store.write(list).await.unwrap();
    for one in &listed.items {
        let words = one.words(&world.vault).unwrap();
        assert_eq!(words.is_some(), one.outcome.is_difference(), "{one:?}");
    }
    let mut all: Vec<BankOutcome> = listed.items.into_iter().map(|one| one.outcome).collect();
    all.reverse();
    all
}

const EXPECTED: [BankOutcome; 12] = [
    BankOutcome::Applied,
    BankOutcome::AlreadyPaid,
    BankOutcome::Refunded,
    BankOutcome::Refunded,
    BankOutcome::Returned,
    BankOutcome::AmountMismatch,
    BankOutcome::AlreadyPaid,
    BankOutcome::Unnamed,
    BankOutcome::Ambiguous,
    BankOutcome::UnknownTransaction,
    BankOutcome::PaymentReversed,
    BankOutcome::OtherCurrency,
];

/// Entries of every kind, in the order of [`EXPECTED`].
fn day_of_the_bank(late: &Waiting, [one, two, three]: [&String; 3]) -> String {
    let paid = late.amount.naira_text();
    let (lower, broken) = (late.reference.to_lowercase(), two.replace('-', " "));
    let entries = [
        entry("CRDT", &paid, "FT1", &format!("NIP/{lower}/zainab bello")),
        entry("CRDT", &paid, "FT2", &late.reference),
        entry("DBIT", "1234.56", "FT3", &format!("IPO REFUND {one}")),
        entry("DBIT", "1234.56", "FT4", &broken),
        entry("CRDT", "1234.56", "FT5", &format!("RVSL {two}")),
        entry("DBIT", "1234.55", "FT6", three),
        entry("DBIT", "1234.56", "FT7", one),
        entry("DBIT", "50.00", "FT8", "SMS charge &amp; levy"),
        entry("CRDT", "10.00", "FT9", &format!("{one} {two}")),
        entry("CRDT", "10.00", "FT10", "KFT-20260701-000000000000"),
        entry("DBIT", &paid, "FT11", &late.reference),
        entry("CRDT", "5.00", "FT12", &late.reference).replace("NGN", "USD"),
    ];
    entries.concat()
}

#[tokio::test]
async fn a_statement_pays_refunds_and_returns_and_keeps_the_rest() {
    for world in both().await {
        world.due(3).await;
        let (_, batch) = world.batch(None).await;
        let refunds = world.refunds(&batch).await;
        let [one, two, three] = [0, 1, 2].map(|at| refunds[at].reference.clone());
        let late = waiting(&world, 9).await;
        let entries = day_of_the_bank(&late, [&one, &two, &three]);
        let text = camt("S-1", ("100000.00", "1.00"), &entries);
        for cut in [10, 700, text.len() - 3] {
            let error = world.statement(&text[..cut]).await.unwrap_err();
            assert_eq!(error.code().name, "invalid_statement_file", "{error:?}");
        }
        assert!(
            outcomes(&world, false).await.is_empty(),
            "a broken file changes nothing"
        );
        let report = world.statement(&text).await.unwrap();
        assert_eq!(
            (report.statements, report.entries, report.repeated),
            (1, 12, 0)
        );
        assert_eq!(
            (report.applied, report.refunded, report.returned),
            (1, 2, 1)
        );
        assert_eq!((report.differences, report.total_applied), (8, late.amount));
        assert_eq!(outcomes(&world, false).await, EXPECTED);
        assert_eq!(outcomes(&world, true).await.len(), 8);
        assert_eq!(transaction(&world, &late.id).await["status"], "paid");

        let again = world.statement(&text).await.unwrap();
        assert_eq!(
            (again.entries, again.repeated, again.differences),
            (12, 12, 0)
        );
        assert_eq!(outcomes(&world, false).await, EXPECTED);
        let states: Vec<RefundState> = world
            .refunds(&batch)
            .await
            .iter()
            .map(|r| r.state)
            .collect();
        assert_eq!(
            states,
            [
                RefundState::Paid,
                RefundState::Returned,
                RefundState::Waiting
            ]
        );
        let imports = world.actions("bank_statement.import").await;
        assert_eq!(imports.len(), 1, "a repetition leaves no trace");
    }
}

async fn gaps(world: &World) -> Vec<(String, bool, Option<i64>)> {
    let list = ListStatements {
        environment: Environment::Sandbox,
        page: Page::first(),
    };
    let listed = world.store.read(list).await.unwrap().items;
    let one = |one: kofa_investment::ops::Statement| {
        assert_eq!(one.account, "6789", "only the last digits are shown");
        (one.id, one.has_gap, one.missing.map(Kobo::get))
    };
    listed.into_iter().map(one).collect()
}

#[tokio::test]
async fn a_missing_statement_and_a_sum_that_does_not_add_up_are_told_until_they_are_mended() {
    for world in both().await {
        let day = |text: String, day: &str| text.replace("2026-07-02", day);
        let charge = |name: &str| entry("DBIT", "10.00", name, "charge");
        let first = camt("D1", ("100.00", "90.00"), &charge("A"));
        let second = day(camt("D2", ("90.00", "80.00"), &charge("B")), "2026-07-03");
        let third = day(camt("D3", ("80.00", "60.00"), &charge("C")), "2026-07-04");
        world.statement(&first).await.unwrap();
        world.statement(&third).await.unwrap();
        let found = gaps(&world).await;
        assert_eq!(found[0], ("D3".to_owned(), true, Some(-1_000)));
        assert_eq!(found[1], ("D1".to_owned(), false, None));
        world.statement(&second).await.unwrap();
        assert_eq!(
            gaps(&world)
                .await
                .iter()
                .map(|one| one.1)
                .collect::<Vec<_>>(),
            [false, false, false]
        );
    }
}

#[tokio::test]
async fn one_debit_for_a_whole_batch_pays_all_of_it() {
    for world in both().await {
        world.due(3).await;
        let (_, batch) = world.batch(None).await;
        let (id, sum) = (&batch.id, batch.sum.naira_text());
        let csv = format!(
            "Trans Date;Description;Withdrawals;Deposits;Balance;Ref No\n\
             03-Jul-2026;\"BULK {id}\";\"{sum}\";;0.00;FT77\n"
        );
        let report = world.statement(&csv).await.unwrap();
        assert_eq!((report.entries, report.refunded), (1, 1), "{report:?}");
        let find = FindRefundBatch { id: id.clone() };
        let counted = world.store.read(find).await.unwrap();
        assert_eq!((counted.paid, counted.batch.state), (3, BatchState::Sent));
        assert_eq!(world.statement(&csv).await.unwrap().repeated, 1);
    }
}
