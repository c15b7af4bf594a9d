//! Counting calls and finding them, on both databases, against the log itself.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops here")]

#[path = "calls/drawing.rs"]
mod drawing;
#[path = "calls/forgetting.rs"]
mod forgetting;
#[path = "calls/standing.rs"]
mod standing;
#[path = "calls/streaming.rs"]
mod streaming;
#[path = "calls/verifying.rs"]
mod verifying;

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::{Mutex, mpsc};
use std::time::Duration;

use forgetting::Count;
use kofa_core::endpoint::WalletNo;
use kofa_core::{Actor, ActorAt, MemberRole};
use kofa_domain::{
    Environment, Error, Ids, KeyId, Kobo, RequestId, Result, Scope, TenantId, Timestamp,
};
use kofa_identity::key_plan::KeyPlan;
use kofa_insight::calls::detail::StoreDetails;
use kofa_insight::calls::{
    CallDetail, CallFilter, FindCall, FindCalls, FindDetail, FindUndigested, Latencies,
    ListKeyNames, ListUsage, LoggedCall, Outcome, PurgeDetails, PurgeOldHours, ReadLatency,
    ReadNews, ReadUndigested, RecordReplay, RecordTry, Span, StatusFilter, StoreDigest, SumUsage,
    Tails, TrimDetails, digest_all,
};
use kofa_store::{Column, Op, Tx, Type, Value};
use kofa_testkit::{Left, NOW, TestApp};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

const HOUR_S: i64 = 3_600;

const TRAFFIC: &str = "select count(*) as n from traffic_hour";
macro_rules! difference {
    ($these:ident, $others:ident) => {
        concat!(
            "with traffic as (select * from traffic_hour), \
             summed as (select u.hour, w.environment, u.operation_id, u.status, \
             u.error_code, cast(sum(u.calls) as bigint), \
             cast(sum(u.charge_kobo) as bigint), cast(sum(u.latency_us_sum) as bigint) \
             from usage_hour u join wallet w on w.no = u.wallet_no group by 1, 2, 3, 4, 5) \
             select count(*) as n from (select * from ",
            stringify!($these),
            " except select * from ",
            stringify!($others),
            ") as one"
        )
    };
}
const TRAFFIC_ALONE: &str = difference!(traffic, summed);
const USAGE_ALONE: &str = difference!(summed, traffic);

struct World {
    app: TestApp,
    tenant: TenantId,
    wallet: WalletNo,
    keys: Vec<KeyId>,
}

impl Deref for World {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.app
    }
}

async fn worlds() -> Vec<World> {
    let mut all = Vec::new();
    for app in kofa_testkit::both(NOW).await {
        // The rows of these tests are of calls that nobody made.
        app.leaves(Left::Books);
        app.leaves(Left::Holds);
        let tenant = app.tenant("Ada").await.id;
        all.push(World {
            wallet: app.wallet_of(&tenant, Environment::Sandbox).await.wallet,
            tenant,
            keys: (0..4).map(|_| Ids.id(NOW)).collect(),
            app,
        });
    }
    all
}

/// What stands at a position of a wallet.
#[derive(Clone, Debug)]
enum Line {
    /// A call, and whether it holds money that was not charged yet.
    Call(Call),
    /// Something that is no call.
    Other,
    /// The charge of the open call of this number, if it has none yet.
    Late(usize),
}

#[derive(Clone, Debug)]
struct Call {
    ago_s: i64,
    operation: usize,
    key: usize,
    outcome: usize,
    is_open: bool,
}

const OPERATIONS: [&str; 3] = ["look", "make", "order"];
const OUTCOMES: [(u32, Option<&str>, i64); 5] = [
    (200, None, 500),
    (200, None, 0),
    (404, Some("not_found"), 0),
    (422, Some("invalid_field"), 0),
    (503, Some("service_unavailable"), 0),
];

fn line() -> impl Strategy<Value = Line> {
    let outcome = prop_oneof![8 => Just(0_usize), 4 => Just(1), 2 => Just(2), 1 => 3..5_usize];
    let of_call = (
        0..3_i64,
        0..3_usize,
        0..4_usize,
        outcome,
        prop::bool::weighted(0.2),
    );
    let call = of_call.prop_map(|(ago_s, operation, key, outcome, is_open)| {
        Line::Call(Call {
            ago_s,
            operation,
            key,
            outcome,
            is_open: is_open && outcome == 1,
        })
    });
    prop_oneof![
        20 => call,
        1 => Just(Line::Other),
        1 => (0..1_000_usize).prop_map(Line::Late),
    ]
}

/// Writes lines as settlements would, and says what the log then is.
struct Fill {
    wallet: WalletNo,
    keys: Vec<KeyId>,
    lines: Vec<Line>,
    /// Seconds between two calls.
    step_s: i64,
    ids: Vec<RequestId>,
}

type Late = (Timestamp, usize, i64);

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
const LATE: [Column; 6] = [
    ("id", Type::Int),
    ("request_id", Type::Bytes),
    ("at", Type::Int),
    ("charge_kobo", Type::Int),
    ("balance_kobo", Type::Int),
    ("epoch", Type::Int),
];

/// What the lines made so far.
#[derive(Default)]
struct Made {
    calls: Vec<LoggedCall>,
    /// Numbers of those that hold money.
    open: Vec<usize>,
    late: Vec<Late>,
    late_seqs: Vec<i64>,
}

impl Fill {
    fn made(&self, first: i64) -> Made {
        let mut made = Made::default();
        for (position, line) in self.lines.iter().enumerate() {
            let seq = first + 1 + i64::try_from(position).unwrap();
            let left = i64::try_from(self.lines.len() - position).unwrap();
            let at = NOW.plus_seconds(-left * self.step_s);
            match line {
                Line::Other => {}
                Line::Late(_) if made.open.is_empty() => {}
                Line::Late(which) => {
                    let of = made.open.remove(which % made.open.len());
                    made.calls[of].charge = Kobo::new(700);
                    made.late.push((at, of, 700));
                    made.late_seqs.push(seq);
                }
                Line::Call(call) => {
                    let (status, error, charge) = OUTCOMES[call.outcome];
                    if call.is_open {
                        made.open.push(made.calls.len());
                    }
                    made.calls.push(LoggedCall {
                        seq,
                        request_id: self.ids[position],
                        at: at.plus_seconds(-call.ago_s * self.step_s),
                        operation_id: OPERATIONS[call.operation].to_owned(),
                        key_id: self.keys[call.key].clone(),
                        status,
                        error_code: error.map(str::to_owned),
                        charge: Kobo::new(charge),
                        latency_us: i64::try_from(position).unwrap(),
                        calls: 1,
                    });
                }
            }
        }
        made
    }
}

impl Op for Fill {
    type Out = (Vec<LoggedCall>, Vec<Late>);

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let no = self.wallet.0;
        let seq = "select seq from wallet where no = $1";
        let first: i64 = tx.one(seq, &[no.into()]).await?.get("seq")?;
        let made = self.made(first);
        let mut rows: Vec<[Value<'_>; 11]> = Vec::new();
        for (number, call) in made.calls.iter().enumerate() {
            let is_late = made.late.iter().any(|(_, of, _)| *of == number);
            let charge = if is_late { 0 } else { call.charge.get() };
            rows.push([
                ((no << 40) + call.seq).into(),
                call.request_id.as_bytes().into(),
                call.at.into(),
                (&call.operation_id).into(),
                (&call.key_id).into(),
                call.status.into(),
                call.error_code.as_ref().into(),
                charge.into(),
                0_i64.into(),
                call.latency_us.into(),
                1_i64.into(),
            ]);
        }
        tx.insert_rows("request_log", &LOG, "", &rows).await?;
        let mut rows: Vec<[Value<'_>; 6]> = Vec::new();
        for (seq, (at, of, charge)) in made.late_seqs.iter().zip(&made.late) {
            rows.push([
                ((no << 40) + seq).into(),
                made.calls[*of].request_id.as_bytes().into(),
                (*at).into(),
                (*charge).into(),
                0_i64.into(),
                1_i64.into(),
            ]);
        }
        tx.insert_rows("late_charge", &LATE, "", &rows).await?;
        let hold = "insert into hold (request_id, wallet_no, amount_kobo, operation_id, key_id, \
             at) values ($1, $2, 700, 'order', 'k', 0)";
        for of in &made.open {
            let id = made.calls[*of].request_id.as_bytes();
            tx.exec_one(hold, &[id.into(), no.into()]).await?;
        }
        let seq = first + i64::try_from(self.lines.len()).unwrap();
        let moved = "update wallet set seq = $2 where no = $1";
        tx.exec_one(moved, &[no.into(), seq.into()]).await?;
        drop(rows);
        Ok((made.calls, made.late))
    }
}

impl World {
    async fn fill(&self, lines: &[Line], step_s: i64) -> (Vec<LoggedCall>, Vec<Late>) {
        let fill = Fill {
            wallet: self.wallet,
            keys: self.keys.clone(),
            lines: lines.to_vec(),
            step_s,
            ids: lines.iter().map(|_| Ids.uuid(NOW)).collect(),
        };
        self.store.write(fill).await.unwrap()
    }

    async fn find(&self, filter: &CallFilter, limit: u32) -> Vec<LoggedCall> {
        let mut all = Vec::new();
        let mut before = None;
        loop {
            let find = FindCalls {
                tenant: self.tenant.clone(),
                environment: Environment::Sandbox,
                filter: filter.clone(),
                before,
                limit,
            };
            let found = self.store.read(find).await.unwrap();
            assert!(found.rows.len() <= limit as usize);
            all.extend(found.rows);
            match found.next {
                Some(next) => {
                    assert!(before.is_none_or(|before| next < before), "it goes on");
                    before = Some(next);
                }
                None => return all,
            }
        }
    }

    async fn batch(&self, rows_max: u32) -> bool {
        let wallet = self.wallet;
        let read = ReadUndigested { wallet, rows_max };
        match self.store.read(read).await.unwrap() {
            Some(batch) => self.store.write(StoreDigest(batch)).await.unwrap(),
            None => false,
        }
    }

    fn of_30_days(&self, by: Span) -> ListUsage {
        ListUsage {
            tenant: self.tenant.clone(),
            environment: Environment::Sandbox,
            from: NOW.plus_seconds(-30 * 24 * HOUR_S),
            until: NOW.plus_seconds(1),
            by,
        }
    }

    async fn usage(&self, by: Span) -> Vec<kofa_insight::calls::Usage> {
        self.store.read(self.of_30_days(by)).await.unwrap()
    }

    /// What the database sums up is the sum of its lines.
    async fn assert_sums(&self, by: Span) {
        for by_endpoint in [false, true] {
            let mut wanted: BTreeMap<_, (i64, i64)> = BTreeMap::new();
            for line in self.usage(by).await {
                let endpoint = if by_endpoint {
                    line.operation_id
                } else {
                    String::new()
                };
                let like = (line.hour, endpoint, line.status, line.error_code);
                let sums = wanted.entry(like).or_default();
                *sums = (sums.0 + line.calls, sums.1 + line.charge.get());
            }
            let of = self.of_30_days(by);
            let found = self.store.read(SumUsage { of, by_endpoint }).await.unwrap();
            let lines = found.len();
            let line = |one: Outcome| {
                let like = (one.since, one.operation_id, one.status, one.error_code);
                (like, (one.calls, one.charge.get()))
            };
            let found: BTreeMap<_, _> = found.into_iter().map(line).collect();
            assert_eq!((lines, found), (wanted.len(), wanted), "{by:?}");
        }
    }

    async fn assert_usage(&self, calls: &[LoggedCall], late: &[Late]) {
        for by in [Span::Hour, Span::Day] {
            let mut wanted: BTreeMap<(Timestamp, String), [i64; 3]> = BTreeMap::new();
            let mut add = |at: Timestamp, call: &LoggedCall, sums: [i64; 3]| {
                let error = call.error_code.as_deref().unwrap_or_default();
                let (key, status) = (&call.key_id, call.status);
                let like = format!("{} {key} {status} {error}", call.operation_id);
                let line = wanted.entry((by.start(at), like)).or_default();
                line.iter_mut()
                    .zip(sums)
                    .for_each(|(line, sum)| *line += sum);
            };
            for (number, call) in calls.iter().enumerate() {
                let is_late = late.iter().any(|(_, of, _)| *of == number);
                let charge = if is_late { 0 } else { call.charge.get() };
                add(call.at, call, [1, charge, call.latency_us]);
            }
            for (at, of, charge) in late {
                add(*at, &calls[*of], [0, *charge, 0]);
            }
            let found: BTreeMap<(Timestamp, String), [i64; 3]> = self
                .usage(by)
                .await
                .into_iter()
                .map(|line| {
                    let (key, status, error) = (line.key_id, line.status, line.error_code);
                    let like = format!("{} {key} {status} {error}", line.operation_id);
                    let sums = [line.calls, line.charge.get(), line.latency_us];
                    ((line.hour, like), sums)
                })
                .collect();
            assert_eq!(found, wanted, "{by:?}");
            self.assert_sums(by).await;
        }
        self.assert_traffic().await;
    }

    /// What is kept of all tenants together is the sum of what is kept of each.
    async fn assert_traffic(&self) {
        assert!(self.store.read(Count(TRAFFIC)).await.unwrap() > 0);
        for one_sided in [TRAFFIC_ALONE, USAGE_ALONE] {
            assert_eq!(self.store.read(Count(one_sided)).await.unwrap(), 0);
        }
    }
}

fn lines(runner: &mut TestRunner, many: usize) -> Vec<Line> {
    let all = prop::collection::vec(line(), many);
    all.new_tree(runner).unwrap().current()
}

fn filter(world: &World) -> impl Strategy<Value = CallFilter> + use<> {
    let keys = world.keys.clone();
    let when = || prop::option::of(0..6_000_i64);
    let operations = prop::option::of(prop::collection::vec(0..4_usize, 0..3));
    let status = prop::option::of(prop_oneof![
        (2..6_u32).prop_map(StatusFilter::Class),
        prop_oneof![Just(200_u32), Just(404), Just(503), Just(429)].prop_map(StatusFilter::Exact),
    ]);
    let error = prop_oneof![
        Just("not_found"),
        Just("service_unavailable"),
        Just("nothing")
    ];
    let error = prop::option::weighted(0.3, error);
    let key = prop::option::weighted(0.3, 0..4_usize);
    let charged = prop::option::of(any::<bool>());
    (when(), when(), operations, status, error, key, charged).prop_map(
        move |(from, until, operations, status, error, key, charged)| {
            let at = |ago: i64| NOW.plus_seconds(-ago * 60);
            let name = |of: usize| OPERATIONS.get(of).map_or("gone", |name| *name).to_owned();
            CallFilter {
                from: from.map(at),
                until: until.map(at),
                operations: operations.map(|all| all.into_iter().map(name).collect()),
                status,
                error_code: error.map(str::to_owned),
                key_id: key.map(|key| keys[key].clone()),
                request_id: None,
                charged,
            }
        },
    )
}

#[tokio::test]
async fn what_is_found_is_what_a_naive_filter_finds() {
    for world in worlds().await {
        let mut runner = TestRunner::deterministic();
        let of = lines(&mut runner, 6_000);
        let (calls, late) = world.fill(&of, 60).await;
        let filters = filter(&world);
        // Nothing is digested, then more and more, at last everything.
        for step in 0..6 {
            for turn in 0..12 {
                let mut filter = filters.new_tree(&mut runner).unwrap().current();
                if turn == 0 {
                    filter = CallFilter::default();
                }
                let naive = calls.iter().rev().filter(|call| filter.matches(call));
                let naive: Vec<LoggedCall> = naive.cloned().collect();
                let limit = [7, 50, 1_000][turn % 3];
                let found = world.find(&filter, limit).await;
                assert_eq!(found.len(), naive.len(), "{step} {filter:?}");
                assert!(found == naive, "{step} {filter:?}");
            }
            world.batch(if step == 4 { 10_000 } else { 977 }).await;
        }
        assert!(!world.batch(1).await, "everything is digested");
        world.assert_usage(&calls, &late).await;
    }
}

#[tokio::test]
async fn one_call_is_found_by_its_owner_only() {
    for world in worlds().await {
        let mut runner = TestRunner::deterministic();
        let of = lines(&mut runner, 50);
        let (calls, _) = world.fill(&of, 60).await;
        let request_id = calls[0].request_id;
        let find = |tenant: &TenantId, environment| FindCall {
            tenant: tenant.clone(),
            environment,
            request_id,
        };
        let own = find(&world.tenant, Environment::Sandbox);
        assert_eq!(
            world.store.read(own).await.unwrap().as_ref(),
            Some(&calls[0])
        );
        let live = find(&world.tenant, Environment::Live);
        assert_eq!(world.store.read(live).await.unwrap(), None);
        let filter = CallFilter {
            request_id: Some(request_id),
            ..CallFilter::default()
        };
        assert_eq!(world.find(&filter, 10).await, [calls[0].clone()]);
        let other = CallFilter {
            charged: Some(calls[0].charge == Kobo::ZERO),
            ..filter
        };
        assert!(world.find(&other, 10).await.is_empty());
        let stranger = world.tenant("Obi").await.id;
        let theirs = find(&stranger, Environment::Sandbox);
        assert_eq!(world.store.read(theirs).await.unwrap(), None);
        let nobody = find(&Ids.id(NOW), Environment::Sandbox);
        let refused: Result<_, Error> = world.store.read(nobody).await;
        assert_eq!(refused.unwrap_err().code().name, "not_found");
    }
}

#[tokio::test]
async fn each_call_counts_once_however_often_a_worker_is_killed() {
    for world in worlds().await {
        let mut runner = TestRunner::deterministic();
        let of = lines(&mut runner, 4_000);
        let (calls, late) = world.fill(&of, 30).await;
        // Two workers read the same rows; one of them counts.
        let wallet = world.wallet;
        let read = || ReadUndigested {
            wallet,
            rows_max: 100,
        };
        let one = world.store.read(read()).await.unwrap().unwrap();
        let other = world.store.read(read()).await.unwrap().unwrap();
        assert!(world.store.write(StoreDigest(one)).await.unwrap());
        assert!(!world.store.write(StoreDigest(other)).await.unwrap());
        // Killed wherever it is.
        for micros in (0..40).map(|turn| turn * turn * 20) {
            let store = world.store.clone();
            let worker = tokio::spawn(async move {
                while let Some(wallet) = store.read(FindUndigested).await?.first().copied() {
                    let read = ReadUndigested {
                        wallet,
                        rows_max: 100,
                    };
                    if let Some(batch) = store.read(read).await? {
                        store.write(StoreDigest(batch)).await?;
                    }
                }
                Ok::<(), Error>(())
            });
            tokio::time::sleep(Duration::from_micros(micros)).await;
            worker.abort();
            let _ = worker.await;
        }
        digest_all(&world.store).await.unwrap();
        assert_eq!(digest_all(&world.store).await.unwrap(), 0);
        world.assert_usage(&calls, &late).await;
        world.assert_latency(&calls).await;
    }
}

/// Holds the only writer of SQLite until the other end is dropped.
struct Busy(Mutex<mpsc::Receiver<()>>);

impl Op for Busy {
    type Out = ();

    async fn run(&self, _tx: &mut Tx<'_>) -> Result<()> {
        let _ = self.0.lock().unwrap().recv();
        Ok(())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_beaten_to_some_rows_goes_on_with_those_after_them() {
    let [sqlite, _] = worlds().await.try_into().ok().unwrap();
    let mut runner = TestRunner::deterministic();
    let (calls, late) = sqlite.fill(&lines(&mut runner, 1_000), 30).await;
    let read = ReadUndigested {
        wallet: sqlite.wallet,
        rows_max: 100,
    };
    let first = sqlite.store.read(read).await.unwrap().unwrap();
    let (end, ended) = mpsc::channel();
    sqlite
        .store
        .write_then(Busy(Mutex::new(ended)), |_| ())
        .unwrap();
    // The last write of a worker that is gone, and another that read before it was made.
    sqlite.store.write_then(StoreDigest(first), |_| ()).unwrap();
    let store = sqlite.store.clone();
    let other = tokio::spawn(async move { digest_all(&store).await });
    tokio::time::sleep(Duration::from_millis(200)).await;
    drop(end);
    other.await.unwrap().unwrap();
    assert_eq!(digest_all(&sqlite.store).await.unwrap(), 0);
    sqlite.assert_usage(&calls, &late).await;
}

impl World {
    /// How long calls took is known by hour and endpoint, without what callers got wrong.
    async fn assert_latency(&self, calls: &[LoggedCall]) {
        let mut expected: BTreeMap<(Timestamp, String), Latencies> = BTreeMap::new();
        for call in calls
            .iter()
            .filter(|call| !(400..500).contains(&call.status))
        {
            let place = (Span::Hour.start(call.at), call.operation_id.clone());
            expected.entry(place).or_default().add(call.latency_us);
        }
        let from = Timestamp::from_micros(0);
        let read = self.store.read(ReadLatency { from }).await.unwrap();
        assert!(
            read.iter()
                .all(|one| one.environment == Environment::Sandbox)
        );
        let kept = read
            .into_iter()
            .map(|one| ((one.hour, one.operation_id), one.took));
        assert_eq!(kept.collect::<BTreeMap<_, _>>(), expected);
    }
}

#[tokio::test]
async fn usage_is_bounded_and_old_hours_are_forgotten() {
    for world in worlds().await {
        let mut runner = TestRunner::deterministic();
        let of = lines(&mut runner, 100);
        world.fill(&of, HOUR_S).await;
        digest_all(&world.store).await.unwrap();
        let list = |days: i64, by| ListUsage {
            tenant: world.tenant.clone(),
            environment: Environment::Sandbox,
            from: NOW.plus_seconds(-days * 24 * HOUR_S),
            until: NOW,
            by,
        };
        for (days, by) in [(92, Span::Day), (31, Span::Hour)] {
            assert!(world.store.read(list(days, by)).await.is_ok());
            let refused = world.store.read(list(days + 2, by)).await.unwrap_err();
            assert_eq!(refused.code().name, "invalid_field");
            let (of, by_endpoint) = (list(days + 2, by), true);
            let sum = SumUsage { of, by_endpoint };
            let refused = world.store.read(sum).await.unwrap_err();
            assert_eq!(refused.code().name, "invalid_field");
        }
        let before: i64 = world
            .usage(Span::Day)
            .await
            .iter()
            .map(|line| line.calls)
            .sum();
        let now = NOW.plus_seconds(120 * 24 * HOUR_S);
        let forget = PurgeOldHours { now };
        assert!(world.store.write_until_none(forget).await.unwrap() > 0);
        assert!(world.usage(Span::Hour).await.is_empty());
        let from = Timestamp::from_micros(0);
        assert!(
            world
                .store
                .read(ReadLatency { from })
                .await
                .unwrap()
                .is_empty()
        );
        let after: i64 = world
            .usage(Span::Day)
            .await
            .iter()
            .map(|line| line.calls)
            .sum();
        assert_eq!(before, after);
    }
}

fn some_detail() -> CallDetail {
    CallDetail {
        ip: "203.0.113.9".to_owned(),
        user_agent: "curl/8".to_owned(),
        checks_passed: 9,
        gate_us: 10,
        work_us: 20,
        settlement_us: 30,
        has_idempotency_key: false,
        is_replay: false,
        exchange: None,
    }
}

#[tokio::test]
async fn details_are_sealed_kept_for_days_and_trimmed() {
    for world in worlds().await {
        let ids: Vec<RequestId> = (0..10)
            .map(|days| Ids.uuid(NOW.plus_seconds(-days * 24 * HOUR_S)))
            .collect();
        let detail = some_detail();
        let rows: Vec<_> = ids
            .iter()
            .map(|id| (world.wallet, *id, detail.clone()))
            .collect();
        let keep = StoreDetails::new(&world.vault, Ids, &rows);
        world.store.write(keep).await.unwrap();
        let find = async |id: RequestId| {
            let find = FindDetail {
                tenant: world.tenant.clone(),
                environment: Environment::Sandbox,
                request_id: id,
            };
            let found = world.store.read(find).await.unwrap();
            found.and_then(|sealed| sealed.open(&world.vault))
        };
        assert_eq!(find(ids[0]).await, Some(detail.clone()));
        assert_eq!(find(ids[9]).await, Some(detail));
        let forget = PurgeDetails {
            now: NOW,
            live_days: 30,
        };
        assert_eq!(world.store.write(forget).await.unwrap(), 2);
        assert!(find(ids[7]).await.is_some() && find(ids[8]).await.is_none());
        let trim = TrimDetails {
            wallet: world.wallet,
            keep: 3,
        };
        assert_eq!(world.store.write(trim).await.unwrap(), 5);
        assert!(find(ids[2]).await.is_some() && find(ids[3]).await.is_none());
    }
}

#[tokio::test]
async fn who_watches_sees_each_new_call_once() {
    for world in worlds().await {
        let mut runner = TestRunner::deterministic();
        let tails = Tails::new(world.store.clone());
        let watch = async |after| {
            let (tenant, environment) = (world.tenant.clone(), Environment::Sandbox);
            tails.watch(tenant, environment, after).await.unwrap()
        };
        let (old, _) = world.fill(&lines(&mut runner, 20), 60).await;
        let mut one = watch(None).await;
        let mut other = watch(Some(old[4].seq)).await;
        assert_eq!(tails.watched(), 1, "one poller for both");
        assert!(one.next().await.unwrap().rows.is_empty());
        let missed = other.next().await.unwrap();
        assert_eq!(missed.rows.len(), old.len() - 5, "what was missed is told");
        let (new, _) = world.fill(&lines(&mut runner, 20), 60).await;
        for viewer in [&mut one, &mut other] {
            let seen = tokio::time::timeout(Duration::from_secs(10), viewer.next()).await;
            let seen: Vec<i64> = seen
                .unwrap()
                .unwrap()
                .rows
                .iter()
                .map(|call| call.seq)
                .collect();
            let wanted: Vec<i64> = new.iter().map(|call| call.seq).collect();
            assert_eq!(seen, wanted);
        }
        drop(other);
        tails.close();
        assert!(one.next().await.is_none());
        let news = ReadNews {
            tenant: world.tenant.clone(),
            environment: Environment::Sandbox,
            after: Some(i64::MAX),
        };
        let (_, news) = world.store.read(news).await.unwrap();
        assert!(news.rows.is_empty() && news.seq >= 40);
    }
}

#[tokio::test]
async fn a_replay_is_noted_and_needs_the_right() {
    for world in worlds().await {
        let mut runner = TestRunner::deterministic();
        let (calls, _) = world.fill(&lines(&mut runner, 5), 60).await;
        let note = |role, tenant: &TenantId| RecordReplay {
            by: ActorAt {
                actor: Actor::Member {
                    id: Ids.id(NOW),
                    tenant: tenant.clone(),
                    role,
                },
                at: NOW,
            },
            tenant: world.tenant.clone(),
            request_id: calls[0].request_id,
        };
        for role in MemberRole::ALL {
            let may = !matches!(role, MemberRole::Finance | MemberRole::Viewer);
            let done = world.store.write(note(role, &world.tenant)).await;
            assert_eq!(done.is_ok(), may, "{role:?}");
        }
        let stranger = note(MemberRole::Owner, &Ids.id(NOW));
        assert!(world.store.write(stranger).await.is_err());
        let plan = KeyPlan {
            name: "Mine".to_owned(),
            scopes: vec![Scope::new("investment_ipo")],
            environments: vec![Environment::Sandbox],
            allowed_cidrs: Vec::new(),
            expires_at: None,
        };
        let (key, _) = world.key(&world.tenant, plan).await;
        let tried = |role, tenant: &TenantId| RecordTry {
            by: note(role, tenant).by,
            tenant: tenant.clone(),
            key: key.id.clone(),
            operation: "listOffers".to_owned(),
        };
        for role in MemberRole::ALL {
            let may = !matches!(role, MemberRole::Finance | MemberRole::Viewer);
            let done = world.store.write(tried(role, &world.tenant)).await;
            assert_eq!(done.is_ok(), may, "{role:?}");
        }
        let stranger = tried(MemberRole::Owner, &Ids.id(NOW));
        assert!(world.store.write(stranger).await.is_err());
        let names = ListKeyNames {
            tenant: world.tenant.clone(),
        };
        let names = world.store.read(names).await.unwrap();
        assert_eq!(names, [(key.id, "Mine".to_owned())]);
    }
}
