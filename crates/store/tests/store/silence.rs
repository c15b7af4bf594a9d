//! Connections to PostgreSQL that fall silent and stay so: no end, no reset, while new ones work.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::{Duration, Instant};

use kofa_domain::Result;
use kofa_store::testing::TestDatabase;
use kofa_store::{Dialect, NodeLock, Op, Settings, Store, Tx};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use url::Url;

use crate::{CountOneMore, Peek, SetUpCounter};

/// How long after the silence began calls are served again.
const SERVED_AGAIN_MAX: Duration = Duration::from_secs(15);
const CALLERS: usize = 24;

/// What the network does with connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Weather {
    Passes,
    /// Connections made up to now say and hear nothing.
    Silent,
    /// What was said in silence arrives after all.
    Late,
}

/// A network between the store and its server.
pub(crate) struct Network {
    pub(crate) settings: Settings,
    /// Of the connections made since the last silence.
    now: Arc<std::sync::Mutex<watch::Sender<Weather>>>,
    before: std::sync::Mutex<Vec<watch::Sender<Weather>>>,
}

impl Network {
    pub(crate) async fn before(database: &TestDatabase) -> Self {
        let Settings::Postgres { url, connections } = &database.settings else {
            panic!("there is no network before a file");
        };
        let mut url: Url = url.parse().expect("a URL");
        let host = url.host_str().expect("a host").to_owned();
        let server = (host, url.port().unwrap_or(5432));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        url.set_host(Some("127.0.0.1")).expect("a host");
        url.set_port(Some(port)).expect("a port");
        let now = Arc::new(std::sync::Mutex::new(watch::Sender::new(Weather::Passes)));
        let of = Arc::clone(&now);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(server.clone())
                    .await
                    .expect("the server");
                let weather = of.lock().unwrap().subscribe();
                let ((from, back), (answers, to)) = (client.into_split(), server.into_split());
                tokio::spawn(carry(from, to, weather.clone()));
                tokio::spawn(carry(answers, back, weather));
            }
        });
        Self {
            settings: Settings::Postgres {
                url: url.to_string(),
                connections: *connections,
            },
            now,
            before: std::sync::Mutex::default(),
        }
    }

    /// All connections of now fall silent, those that come do not.
    pub(crate) fn silence(&self) {
        let before = std::mem::replace(
            &mut *self.now.lock().unwrap(),
            watch::Sender::new(Weather::Passes),
        );
        before.send_replace(Weather::Silent);
        self.before.lock().unwrap().push(before);
    }

    /// What was said in silence arrives.
    fn arrive(&self) {
        for before in self.before.lock().unwrap().iter() {
            before.send_replace(Weather::Late);
        }
    }
}

async fn carry(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut weather: watch::Receiver<Weather>,
) {
    let mut said = vec![0; 1 << 16];
    while let Ok(length @ 1..) = from.read(&mut said).await {
        // Whoever speaks in silence waits here, and his line stays open.
        let passes = weather
            .wait_for(|one| *one != Weather::Silent)
            .await
            .is_ok();
        if !passes || to.write_all(&said[..length]).await.is_err() {
            return;
        }
    }
    // An end is not heard in silence either.
    let _ = weather.wait_for(|one| *one != Weather::Silent).await;
}

async fn through_a_network() -> (TestDatabase, Network, Store, Store) {
    let database = TestDatabase::new(Dialect::Postgres).await;
    let beside = database.open().await;
    beside.write(SetUpCounter).await.unwrap();
    let network = Network::before(&database).await;
    let store = Store::open(&network.settings).await.unwrap();
    (database, network, store, beside)
}

/// Counts in a transaction of several statements.
struct CountSlowly;

impl Op for CountSlowly {
    type Out = ();
    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        tx.one("select n from counter for update", &[]).await?;
        Ok(tx.exec_one("update counter set n = n + 1", &[]).await?)
    }
}

struct PeekForCalls;

impl Op for PeekForCalls {
    type Out = i64;
    const IS_ONE_READ: bool = true;
    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        Peek.run(tx).await
    }
}

#[derive(Default)]
struct Counted {
    over: AtomicBool,
    told: AtomicI64,
    in_doubt: AtomicI64,
}

async fn call(store: Store, number: usize, counted: Arc<Counted>) {
    while !counted.over.load(Ordering::Relaxed) {
        let done = match number % 4 {
            0 => store.write(CountOneMore).await,
            1 => store.write(CountSlowly).await,
            2 => store.read(PeekForCalls).await.map(drop),
            _ => store.read(Peek).await.map(drop),
        };
        let count = match done {
            Ok(()) => &counted.told,
            Err(_) => &counted.in_doubt,
        };
        if number % 4 < 2 {
            count.fetch_add(1, Ordering::Relaxed);
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_that_fall_silent_twice_are_given_up() {
    let (_database, network, store, beside) = through_a_network().await;
    let counted: Arc<Counted> = Arc::default();
    let callers: Vec<_> = (0..CALLERS)
        .map(|number| tokio::spawn(call(store.clone(), number, Arc::clone(&counted))))
        .collect();
    for _ in 0..2 {
        tokio::time::sleep(Duration::from_millis(500)).await;
        let began = Instant::now();
        network.silence();
        // All kinds are served again, and go on to be.
        for _ in 0..3 {
            loop {
                let (one, other) = tokio::join!(store.write(CountOneMore), store.read(Peek));
                counted
                    .told
                    .fetch_add(i64::from(one.is_ok()), Ordering::Relaxed);
                counted
                    .in_doubt
                    .fetch_add(i64::from(one.is_err()), Ordering::Relaxed);
                if one.is_ok() && other.is_ok() && store.write(Touch).await.is_ok() {
                    break;
                }
                assert!(
                    began.elapsed() < SERVED_AGAIN_MAX,
                    "they are not served again"
                );
            }
        }
        assert!(began.elapsed() < SERVED_AGAIN_MAX, "{:?}", began.elapsed());
    }
    counted.over.store(true, Ordering::Relaxed);
    for caller in callers {
        caller.await.unwrap();
    }
    let told = counted.told.load(Ordering::Relaxed);
    let most = told + counted.in_doubt.load(Ordering::Relaxed);
    let is = beside.read(Peek).await.unwrap();
    assert!((told..=most).contains(&is), "{told} <= {is} <= {most}");
    // No session of before is left with a lock, or at all.
    assert!(
        beside.read(Sessions).await.unwrap() <= 2 * 8,
        "sessions are left"
    );
}

/// Takes the lock that [`CountSlowly`] takes.
struct Touch;

impl Op for Touch {
    type Out = ();
    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        tx.one("select n from counter for update", &[]).await?;
        Ok(())
    }
}

/// Sessions that work in the schema of this test.
struct Sessions;

impl Op for Sessions {
    type Out = i64;
    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        let sql = "select count(*) as n from pg_stat_activity a where a.backend_start > \
                   (select backend_start from pg_stat_activity where pid = pg_backend_pid()) \
                   and a.application_name like 'kofa-%' and a.state = 'idle in transaction'";
        Ok(tx.one(sql, &[]).await?.get("n")?)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_arrives_after_it_was_given_up_changes_nothing() {
    for begins in [false, true] {
        let (_database, network, store, beside) = through_a_network().await;
        store.read(Peek).await.unwrap();
        network.silence();
        let began = Instant::now();
        let given_up = match begins {
            // Its connection is trusted, for it was just used: the statement itself is lost.
            false => store.write(CountOneMore).await,
            true => store.write(CountSlowly).await,
        };
        given_up.unwrap_err();
        assert!(
            began.elapsed() < Duration::from_secs(10),
            "{:?}",
            began.elapsed()
        );
        assert_eq!(store.read(Peek).await.unwrap(), 0, "it is not there");
        network.arrive();
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert_eq!(store.read(Peek).await.unwrap(), 0, "nor is it later");
        assert_eq!(beside.read(Peek).await.unwrap(), 0);
        store.write(CountOneMore).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn callers_who_leave_a_silent_server_keep_no_connection() {
    let (_database, network, store, _beside) = through_a_network().await;
    store.read(Peek).await.unwrap();
    network.silence();
    for _ in 0..CALLERS {
        let asked = tokio::time::timeout(Duration::from_millis(50), store.read(PeekForCalls));
        let _ = asked.await;
    }
    let began = Instant::now();
    while store.read(PeekForCalls).await.is_err() {
        assert!(
            began.elapsed() < SERVED_AGAIN_MAX,
            "they are not served again"
        );
    }
}

/// Part of the test of a node's session.
pub(crate) async fn a_node_whose_session_is_silent_keeps_its_lock() {
    let (_database, network, _store, _beside) = through_a_network().await;
    let held = NodeLock::take(&network.settings).await.expect("an answer");
    let mut held = held.expect("a lock");
    network.silence();
    let lost = tokio::time::timeout(Duration::from_secs(6), held.lost(|| None)).await;
    assert!(lost.is_err(), "no version that serves alone wanted it");
}
