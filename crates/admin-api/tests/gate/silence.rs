//! A database that keeps its connections and says nothing more.

use std::time::Duration;

use kofa_domain::{Kind, Kobo};
use kofa_store::Settings;
use kofa_testkit::TestApp;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use super::underway::is_in_doubt;
use super::{START, World};

/// The line to the database: what is said on it waits while it is silent.
struct Line(watch::Sender<bool>);

impl Line {
    fn fall_silent(&self) {
        self.0.send_replace(true);
        // From here on only time passes: whoever waits has waited long enough at once.
        tokio::time::pause();
    }

    fn speak(&self) {
        tokio::time::resume();
        self.0.send_replace(false);
    }
}

async fn carry(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut is_silent: watch::Receiver<bool>,
) {
    let mut said = vec![0; 1 << 16];
    while let Ok(count @ 1..) = from.read(&mut said).await {
        if is_silent.wait_for(|is_silent| !is_silent).await.is_err()
            || to.write_all(&said[..count]).await.is_err()
        {
            return;
        }
    }
}

/// A world whose database is reached over a line.
async fn over_a_line() -> (World, Line) {
    let mut app = TestApp::on_postgres(START).await;
    let Settings::Postgres { url, .. } = &mut app.database.settings else {
        panic!("PostgreSQL was asked for");
    };
    let (person, place) = url.split_once('@').unwrap();
    let (server, name) = place.split_once('/').unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let here = listener.local_addr().unwrap();
    let server = server.to_owned();
    *url = format!("{person}@{here}/{name}");
    let (line, is_silent) = watch::channel(false);
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let server = TcpStream::connect(&server).await.unwrap();
            for stream in [&client, &server] {
                stream.set_nodelay(true).unwrap();
            }
            let (heard, said) = client.into_split();
            let (answered, asked) = server.into_split();
            tokio::spawn(carry(heard, asked, is_silent.clone()));
            tokio::spawn(carry(answered, said, is_silent.clone()));
        }
    });
    app.restart().await;
    (World::on(app).await, Line(line))
}

/// Long enough for whatever has an end.
const DAY: Duration = Duration::from_secs(24 * 3_600);

#[tokio::test]
async fn a_settlement_that_is_not_answered_is_not_waited_for_and_counts_when_it_is() {
    let (world, line) = over_a_line().await;
    let (_, key) = world.key(World::plan()).await;
    assert_eq!(world.look(&key, "").await.status, 200);
    line.fall_silent();
    let told = tokio::time::timeout(DAY, world.look(&key, "")).await;
    line.speak();
    is_in_doubt(&told.expect("the caller is told"));
    world.until_known().await;
    assert_eq!(world.wallet().await.balance, Kobo::new(999_000));
    assert_eq!(world.look(&key, "").await.status, 200);
    world.check_books().await;
}

#[tokio::test]
async fn nobody_waits_for_ever_to_hear_what_changed() {
    let (world, line) = over_a_line().await;
    let (_, key) = world.key(World::plan()).await;
    line.fall_silent();
    let renewed = tokio::time::timeout(DAY, world.gate.snapshot.refresh()).await;
    line.speak();
    let error = renewed.expect("it gives up").unwrap_err();
    assert_eq!(error.kind(), Kind::Unavailable);
    world.gate.snapshot.refresh().await.unwrap();
    assert_eq!(world.look(&key, "").await.status, 200);
    world.check_books().await;
}
