//! Both drivers keep the same promises.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops here")]

mod schema;
mod silence;

use kofa_domain::{Error, Result, codes};
use kofa_store::testing::TestDatabase;
use kofa_store::{Dialect, File, NODE_CLASS, NodeLock, OnUnique as _, Op, Store, Tx, Type, Value};

struct Setup;

impl Op for Setup {
    type Out = ();
    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let sql = "create table thing (name text primary key, amount bigint not null, \
                   note text, flag boolean not null, data blob)";
        match tx.dialect() {
            Dialect::Sqlite => tx.exec(sql, &[]).await?,
            Dialect::Postgres => {
                let sql = "create table thing (name text primary key, amount bigint not null, \
                           note text, flag boolean not null, data bytea)";
                tx.exec(sql, &[]).await?
            }
        };
        Ok(())
    }
}

struct Add {
    name: &'static str,
    amount: i64,
    fail_after: bool,
}

const ADD: &str = "insert into thing (amount, name, note, flag, data) values ($2, $1, $3, $4, $5)";

impl Op for Add {
    type Out = ();
    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let params: [Value<'_>; 5] = [
            self.name.into(),
            self.amount.into(),
            None::<&str>.into(),
            true.into(),
            (&[0u8, 255, 7]).into(),
        ];
        tx.exec_one(ADD, &params)
            .await
            .on_unique("thing.name", || Error::new(&codes::CONFLICT, "taken"))?;
        if self.fail_after {
            return Err(Error::internal("on purpose"));
        }
        Ok(())
    }
}

struct Total;

impl Op for Total {
    type Out = (i64, i64);
    async fn run(&self, tx: &mut Tx<'_>) -> Result<(i64, i64)> {
        let sql = "select count(*) as n, cast(coalesce(sum(amount), 0) as bigint) as total \
                   from thing where flag";
        let row = tx.one(sql, &[]).await?;
        Ok((row.get("n")?, row.get("total")?))
    }
}

struct Read(&'static str);

impl Op for Read {
    type Out = Option<(i64, Option<String>, bool, Vec<u8>)>;
    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let row = tx
            .opt("select * from thing where name = $1", &[self.0.into()])
            .await?;
        let Some(row) = row else { return Ok(None) };
        assert!(row.get::<i64>("name").is_err() && row.get::<i64>("nothing").is_err());
        Ok(Some((
            row.get("amount")?,
            row.get("note")?,
            row.get("flag")?,
            row.get("data")?,
        )))
    }
}

struct Bulk(i64);

impl Op for Bulk {
    type Out = u64;
    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let rows: Vec<[Value<'_>; 4]> = (0..self.0)
            .map(|n| {
                [
                    format!("bulk-{n}").into(),
                    n.into(),
                    Some("x").into(),
                    (n % 2 == 0).into(),
                ]
            })
            .collect();
        let columns = [
            ("name", Type::Text),
            ("amount", Type::Int),
            ("note", Type::Text),
            ("flag", Type::Bool),
        ];
        let suffix = "on conflict (name) do nothing";
        Ok(tx.insert_rows("thing", &columns, suffix, &rows).await?)
    }
}

async fn each() -> Vec<(TestDatabase, Store)> {
    let mut all = Vec::new();
    for database in TestDatabase::both().await {
        let store = database.open().await;
        store.write(Setup).await.expect("a table");
        all.push((database, store));
    }
    all
}

#[tokio::test]
async fn a_rehearsal_returns_what_a_write_would_and_leaves_nothing() {
    for (_database, store) in each().await {
        let add = |name, fail_after| Add {
            name,
            amount: 5,
            fail_after,
        };
        assert_eq!(store.rehearse(Bulk(10)).await.unwrap(), 10);
        assert_eq!(store.read(Total).await.unwrap(), (0, 0));
        store.write(add("a", false)).await.unwrap();
        let taken = store.rehearse(add("a", false)).await.unwrap_err();
        assert_eq!(taken.code(), &codes::CONFLICT);
        assert!(store.rehearse(add("b", true)).await.is_err());
        // Beside others, which are kept.
        let (first, kept, last) = tokio::join!(
            store.rehearse(add("c", false)),
            store.write(add("d", false)),
            store.rehearse(add("c", false))
        );
        assert!(first.is_ok() && kept.is_ok() && last.is_ok());
        assert_eq!(store.read(Total).await.unwrap(), (2, 10));
    }
}

#[tokio::test]
async fn operations_commit_whole_or_not_at_all() {
    for (_database, store) in each().await {
        let add = |name, fail_after| Add {
            name,
            amount: 5,
            fail_after,
        };
        store.write(add("a", false)).await.unwrap();
        assert_eq!(
            store.write(add("a", false)).await.unwrap_err().code(),
            &codes::CONFLICT
        );
        assert!(store.write(add("b", true)).await.is_err());
        assert_eq!(store.read(Total).await.unwrap(), (1, 5));
        let read = store.read(Read("a")).await.unwrap();
        assert_eq!(read, Some((5, None, true, vec![0, 255, 7])));
        assert_eq!(store.read(Read("b")).await.unwrap(), None);
    }
}

struct Setting(&'static str);

impl Op for Setting {
    type Out = String;
    async fn run(&self, tx: &mut Tx<'_>) -> Result<String> {
        let sql = "select current_setting($1) as said";
        Ok(tx.one(sql, &[self.0.into()]).await?.get("said")?)
    }
}

#[tokio::test]
async fn postgres_compiles_no_statement_and_waits_for_no_session_that_is_cut_off() {
    let database = TestDatabase::new(Dialect::Postgres).await;
    let store = database.open().await;
    for (name, said) in [
        ("jit", "off"),
        ("lock_timeout", "5s"),
        ("statement_timeout", "7s"),
        ("idle_in_transaction_session_timeout", "3s"),
        ("tcp_keepalives_idle", "15"),
        ("tcp_keepalives_interval", "5"),
        ("tcp_keepalives_count", "3"),
        ("tcp_user_timeout", "30000"),
    ] {
        let is_longer = ["statement_timeout", "idle_in_transaction_session_timeout"];
        if !is_longer.contains(&name) {
            assert_eq!(store.read(Setting(name)).await.unwrap(), said);
        }
        assert_eq!(store.write(Setting(name)).await.unwrap(), said);
    }
}

#[tokio::test]
async fn a_write_through_the_reading_door_is_refused() {
    for (_database, store) in each().await {
        let add = Add {
            name: "a",
            amount: 5,
            fail_after: false,
        };
        assert!(store.read(add).await.is_err());
        assert_eq!(store.read(Total).await.unwrap(), (0, 0));
    }
}

#[tokio::test]
async fn bulk_inserts_are_the_same_on_both() {
    for (_database, store) in each().await {
        assert_eq!(store.write(Bulk(1_000)).await.unwrap(), 1_000);
        assert_eq!(store.write(Bulk(1_001)).await.unwrap(), 1);
        let evens: i64 = (0..=1_000).filter(|n| n % 2 == 0).sum();
        assert_eq!(store.read(Total).await.unwrap(), (501, evens));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_writers_lose_nothing() {
    for (_database, store) in each().await {
        let names: Vec<&'static str> = (0..200)
            .map(|n| &*Box::leak(format!("n{}", n % 100).into_boxed_str()))
            .collect();
        let tasks: Vec<_> = names
            .into_iter()
            .map(|name| {
                let store = store.clone();
                tokio::spawn(async move {
                    store
                        .write(Add {
                            name,
                            amount: 1,
                            fail_after: false,
                        })
                        .await
                        .is_ok()
                })
            })
            .collect();
        let mut done = 0;
        for task in tasks {
            done += i64::from(task.await.unwrap());
        }
        assert_eq!(done, 100, "each name once");
        assert_eq!(store.read(Total).await.unwrap(), (100, 100));
    }
}

#[tokio::test]
async fn one_process_serves_a_file_and_many_serve_postgresql() {
    for (database, store) in each().await {
        let take = async || NodeLock::take(&database.settings).await.unwrap();
        let held = take().await;
        assert!(held.is_some());
        let is_shared = store.dialect() == Dialect::Postgres;
        assert_eq!(take().await.is_some(), is_shared);
        drop(held);
        assert!(take().await.is_some());
    }
}

/// Nodes that show that they live, by their numbers.
struct HeldNumbers;

impl Op for HeldNumbers {
    type Out = Vec<i64>;
    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<i64>> {
        let sql = "select objid::bigint as no from pg_locks where locktype = 'advisory' \
                   and granted and objsubid = 2 and classid::bigint = $1 \
                   and database = (select oid from pg_database where datname = current_database())";
        let rows = tx.rows(sql, &[NODE_CLASS.into()]).await?;
        rows.iter().map(|row| Ok(row.get("no")?)).collect()
    }
}

/// Ends the session that holds a node's number, as an administrator or a network may.
struct EndSession(i64);

impl Op for EndSession {
    type Out = ();
    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let sql = "select pg_terminate_backend(pid)::text as ended from pg_locks \
                   where locktype = 'advisory' and granted and objsubid = 2 \
                   and classid::bigint = $1 and objid::bigint = $2";
        let ended = tx.rows(sql, &[NODE_CLASS.into(), self.0.into()]).await?;
        assert_eq!(ended.len(), 1);
        Ok(())
    }
}

#[tokio::test]
async fn a_node_whose_session_ends_or_falls_silent_shows_again_that_it_lives() {
    let (database, store) = each().await.pop().expect("PostgreSQL");
    let mut held = NodeLock::take(&database.settings).await.unwrap().unwrap();
    // Of no other test: there is one space of such locks for all.
    let number = i64::from(std::process::id());
    held.hold(number).await.unwrap();
    assert!(store.read(HeldNumbers).await.unwrap().contains(&number));
    store.write(EndSession(number)).await.expect("an end");
    let seconds = std::time::Duration::from_secs;
    let lost = tokio::time::timeout(seconds(3), held.lost(|| Some(number))).await;
    assert!(lost.is_err(), "no version that serves alone wanted it");
    assert!(store.read(HeldNumbers).await.unwrap().contains(&number));
    drop(held);
    silence::a_node_whose_session_is_silent_keeps_its_lock().await;
}

#[tokio::test]
async fn opening_again_runs_no_migration_twice() {
    for (database, store) in each().await {
        store
            .write(Add {
                name: "a",
                amount: 5,
                fail_after: false,
            })
            .await
            .unwrap();
        let again = database.open().await;
        assert_eq!(again.read(Total).await.unwrap(), (1, 5));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_is_whole_while_others_write() {
    let (database, store) = each().await.remove(0);
    let writing = tokio::spawn(async move {
        for number in 0_u32.. {
            let name = Box::leak(number.to_string().into_boxed_str());
            let add = Add {
                name,
                amount: 1,
                fail_after: false,
            };
            store.write(add).await.unwrap();
        }
    });
    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    let beside = database.folder().join("copy");
    std::fs::create_dir(&beside).unwrap();
    for file in Store::files(&database.settings) {
        let copy = beside.join(file.file_name().unwrap());
        Store::copy(&file, &copy).unwrap();
        let refused = Store::copy(&file, &copy).unwrap_err();
        assert!(format!("{refused:?}").contains("exists"), "{refused:?}");
    }
    assert!(!writing.is_finished(), "nobody was stopped");
    writing.abort();
    let file = beside.join("kofa.db");
    let settings = kofa_store::Settings::Sqlite { file, readers: 1 };
    let copied = Store::open_as_is(&settings).await.unwrap();
    let (rows, total) = copied.read(Total).await.unwrap();
    assert!(rows > 0 && rows == total, "{rows} {total}");
}

struct SetUpCounter;

impl Op for SetUpCounter {
    type Out = ();
    const FILE: File = File::Register;
    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        tx.exec("create table counter (n bigint not null)", &[])
            .await?;
        Ok(tx.exec_one("insert into counter values (0)", &[]).await?)
    }
}

struct Count;

impl Op for Count {
    type Out = i64;
    const FILE: File = File::Register;
    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        let row = tx
            .one("update counter set n = n + 1 returning n", &[])
            .await?;
        Ok(row.get("n")?)
    }
}

struct Look;

impl Op for Look {
    type Out = i64;
    const FILE: File = File::Register;
    const IS_ONE_READ: bool = true;
    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        Ok(tx.one("select n from counter", &[]).await?.get("n")?)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_look_sees_every_commit_that_was_told_before_it() {
    for (_database, store) in each().await {
        store.write(SetUpCounter).await.unwrap();
        let count_and_look = |store: Store| async move {
            for _ in 0..200 {
                let counted = store.write(Count).await.unwrap();
                let seen = store.read(Look).await.unwrap();
                assert!(seen >= counted, "{seen} after {counted}");
            }
        };
        let others: Vec<_> = (0..4)
            .map(|_| tokio::spawn(count_and_look(store.clone())))
            .collect();
        for other in others {
            other.await.unwrap();
        }
        assert_eq!(store.read(Look).await.unwrap(), 800);
    }
}

#[tokio::test]
async fn a_look_sees_soon_what_another_process_committed() {
    for (database, store) in each().await {
        store.write(SetUpCounter).await.unwrap();
        let other = database.open().await;
        for n in 1..=3 {
            // Opens what the next looks would see.
            assert_eq!(store.read(Look).await.unwrap(), n - 1);
            assert_eq!(other.write(Count).await.unwrap(), n);
            let mut looks = 0;
            while store.read(Look).await.unwrap() < n {
                looks += 1;
                assert!(looks < 1_000, "not seen within ten seconds");
                tokio::time::sleep(std::time::Duration::from_millis(10)).await;
            }
        }
    }
}

/// Notes in which order it was run among others.
struct InTurn(std::sync::Arc<std::sync::Mutex<Vec<(usize, bool)>>>, usize);

impl Op for InTurn {
    type Out = ();
    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        self.note(true);
        tx.one("select 1 as one", &[]).await?;
        self.note(false);
        Ok(())
    }
}

impl InTurn {
    fn note(&self, begins: bool) {
        let mut log = self.0.lock().expect("nobody panics");
        log.push((self.1, begins));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_is_written_in_turn_never_overlaps() {
    for (_database, store) in each().await {
        let log = std::sync::Arc::default();
        let (tell, mut told) = tokio::sync::mpsc::unbounded_channel();
        for number in 0..50 {
            let (op, tell) = (InTurn(std::sync::Arc::clone(&log), number), tell.clone());
            let done = move |out: Result<()>| tell.send(out.is_ok()).unwrap();
            store.write_then(op, done).unwrap();
        }
        for _ in 0..50 {
            assert!(told.recv().await.unwrap());
        }
        let log = log.lock().unwrap();
        for pair in log.chunks(2) {
            assert_eq!((pair[0].0, pair[0].1, pair[1].1), (pair[1].0, true, false));
        }
    }
}

/// Adds rows by one statement; `None` for names that are empty.
struct AddAtOnce(Vec<&'static str>);

impl Op for AddAtOnce {
    type Out = &'static str;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<&'static str> {
        for name in &self.0 {
            let params: [Value<'_>; 1] = [(*name).into()];
            let sql = "insert into thing (name, amount, flag) values ($1, 1, true)";
            tx.exec_one(sql, &params).await?;
        }
        Ok("several")
    }

    async fn at_once(&self, tx: &mut Tx<'_>) -> Result<Option<&'static str>> {
        if self.0.contains(&"") {
            return Ok(None);
        }
        let rows: Vec<[Value<'_>; 1]> = self.0.iter().map(|name| [(*name).into()]).collect();
        let sql = "insert into thing (name, amount, flag) \
                   select name, $2, true from unnest($1::text[]) as names (name) \
                   returning name, amount";
        let columns = [("name", Type::Text)];
        let added = tx
            .rows_over(sql, (&columns, &rows), &[7_i64.into()])
            .await?;
        assert_eq!(added.len(), self.0.len());
        Ok(Some("one"))
    }
}

#[tokio::test]
async fn postgres_does_at_once_what_one_statement_can() {
    for (_database, store) in each().await {
        let (one, several, total) = match store.dialect() {
            Dialect::Sqlite => ("several", "several", (4, 4)),
            Dialect::Postgres => ("one", "several", (4, 16)),
        };
        assert_eq!(store.write(AddAtOnce(vec!["a", "b"])).await.unwrap(), one);
        let added = store.write(AddAtOnce(vec!["c", ""])).await;
        assert_eq!(added.unwrap(), several);
        // What fails leaves nothing, whichever way.
        assert!(store.write(AddAtOnce(vec!["d", "a"])).await.is_err());
        assert_eq!(store.read(Total).await.unwrap(), total);
        let over = store.write(Over).await;
        assert_eq!(over.is_ok(), store.dialect() == Dialect::Postgres);
    }
}

struct Over;

impl Op for Over {
    type Out = ();
    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let sql = "select n from unnest($1::bigint[]) as numbers (n)";
        let rows = [[Value::from(5_i64)]];
        let rows = tx.rows_over(sql, (&[("n", Type::Int)], &rows), &[]).await?;
        assert_eq!(rows[0].get::<i64>("n")?, 5);
        Ok(())
    }
}

#[tokio::test]
async fn looking_whether_there_is_data_makes_none() {
    for database in TestDatabase::both().await {
        for _ in 0..2 {
            assert!(!Store::exists(&database.settings).await.unwrap());
        }
        drop(database.open().await);
        assert!(Store::exists(&database.settings).await.unwrap());
    }
}

struct CountOneMore;

impl Op for CountOneMore {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        Ok(tx.exec_one("update counter set n = n + 1", &[]).await?)
    }

    async fn at_once(&self, tx: &mut Tx<'_>) -> Result<Option<()>> {
        self.run(tx).await.map(Some)
    }
}

struct Peek;

impl Op for Peek {
    type Out = i64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        let row = tx.one("select n from counter", &[]).await?;
        Ok(row.get("n")?)
    }
}

async fn asked_once(asking: impl Future) {
    let mut asking = Box::pin(asking);
    std::future::poll_fn(|context| {
        let _ = asking.as_mut().poll(context);
        std::task::Poll::Ready(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_caller_who_is_gone_leaves_no_transaction_to_the_next() {
    let database = TestDatabase::new(Dialect::Postgres).await;
    let store = database.open().await;
    store.write(SetUpCounter).await.unwrap();
    for turn in 0..20 {
        // Asked for a transaction, and gone before it is there.
        match turn % 2 {
            0 => asked_once(store.write(Peek)).await,
            _ => asked_once(store.read(Peek)).await,
        }
        store.write(CountOneMore).await.unwrap();
        store.read(Peek).await.unwrap();
    }
    let other = database.open().await;
    assert_eq!(other.read(Peek).await.unwrap(), 20);
}

/// A long look at many rows, until the test is over.
struct LongLook(std::sync::Arc<std::sync::atomic::AtomicBool>);

impl LongLook {
    fn is_over(&self) -> bool {
        self.0.load(std::sync::atomic::Ordering::Relaxed)
    }
}

impl Op for LongLook {
    type Out = ();
    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        const SHORT: std::time::Duration = std::time::Duration::from_millis(2);
        while !self.is_over() {
            match tx.dialect() {
                Dialect::Sqlite => std::thread::sleep(SHORT),
                Dialect::Postgres => tokio::time::sleep(SHORT).await,
            }
        }
        Ok(())
    }
}

/// What a call waits for.
struct ForCalls;

impl Op for ForCalls {
    type Out = i64;
    const IS_FOR_CALLS: bool = true;
    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        Total.run(tx).await.map(|(count, _)| count)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_number_of_long_looks_keeps_a_call_waiting() {
    for (_database, store) in each().await {
        let is_over = std::sync::Arc::default();
        let look = || {
            let (store, look) = (store.clone(), LongLook(std::sync::Arc::clone(&is_over)));
            tokio::spawn(async move { store.read(look).await })
        };
        let looks: Vec<_> = (0..40).map(|_| look()).collect();
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        for _ in 0..20 {
            let seen = store.read(ForCalls);
            let seen = tokio::time::timeout(std::time::Duration::from_secs(4), seen).await;
            assert_eq!(seen.expect("nothing to wait for").unwrap(), 0);
        }
        is_over.store(true, std::sync::atomic::Ordering::Relaxed);
        for look in looks {
            look.await.unwrap().unwrap();
        }
    }
}
