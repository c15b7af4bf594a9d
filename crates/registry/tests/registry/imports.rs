//! Imports in the background: what callers who hang up and servers that die leave.

use std::fs;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Waker};
use std::time::Duration;

use bytes::Bytes;
use kofa_core::audit::ListAudit;
use kofa_core::{Actor, ActorAt, Page};
use kofa_domain::{Environment, ManualClock, Sensitive};
use kofa_objects::{FindForgotten, ObjectPlace, Objects};
use kofa_registry::{
    ClaimImport, Contents, CountRegister, Counts, EndRun, ForgetImports, Format,
    IMPORT_LEASE_SECONDS, ImportState, Imports, KEPT_DAYS, NewImport, ReportImport,
};
use kofa_store::testing::TestDatabase;
use kofa_store::{Store, Vault};

use crate::AT;

fn by() -> ActorAt {
    ActorAt {
        actor: Actor::Cli,
        at: AT,
    }
}

/// Servers over one database and one object store.
struct World {
    store: Store,
    objects: Objects,
    vault: Vault,
    clock: ManualClock,
    folder: PathBuf,
    _database: TestDatabase,
}

impl World {
    async fn both() -> Vec<Self> {
        let mut worlds = Vec::new();
        for database in TestDatabase::both().await {
            let vault = Vault::new(&Sensitive::new([7; 32]));
            let place = ObjectPlace::Folder(database.folder().join("objects"));
            worlds.push(Self {
                store: database.open().await,
                objects: Objects::open(place, vault.clone()).unwrap(),
                vault,
                clock: ManualClock::new(AT),
                folder: database.folder().to_owned(),
                _database: database,
            });
        }
        worlds
    }

    /// A server, with a folder of its own.
    fn server(&self, name: &str) -> Imports {
        let of = (self.store.clone(), self.vault.clone());
        let clock = Arc::new(self.clock.clone());
        Imports::new(of, self.objects.clone(), clock, self.folder.join(name))
    }

    /// How many imports the audit log tells of.
    async fn noted(&self) -> usize {
        let list = ListAudit {
            tenant: None,
            page: Page::first(),
        };
        let text = format!("{:?}", self.store.read(list).await.unwrap().items);
        text.matches("register.import").count()
    }

    async fn companies(&self) -> i64 {
        let count = CountRegister {
            environment: Environment::Live,
        };
        self.store.read(count).await.unwrap().companies
    }

    /// Goes on with `call` until the audit log tells of `count` imports, and hangs up.
    async fn hang_up<T>(&self, count: usize, call: impl Future<Output = T>) {
        let mut call = pin!(call);
        for _ in 0..20 {
            let is_over = call.as_mut().poll(&mut Context::from_waker(Waker::noop()));
            if soon(async || self.noted().await == count).await || is_over.is_ready() {
                return;
            }
        }
        panic!("it is not noted");
    }
}

/// Waits a moment, and longer if it must, until `is_so`.
async fn soon(mut is_so: impl AsyncFnMut() -> bool) -> bool {
    for _ in 0..100 {
        if is_so().await {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    false
}

async fn brought(imports: &Imports, text: &str) -> kofa_registry::Incoming {
    let new = NewImport {
        by: by(),
        environment: Environment::Live,
        contents: Contents::Companies,
        format: Format::Csv,
        file_name: "a.csv".to_owned(),
    };
    let mut incoming = imports.begin(new).await.unwrap();
    let piece = Bytes::copy_from_slice(text.as_bytes());
    incoming.take(piece).await.unwrap();
    incoming
}

async fn ended(imports: &Imports, state: ImportState) -> bool {
    soon(async || {
        imports
            .list()
            .await
            .unwrap()
            .iter()
            .any(|one| one.state == state)
    })
    .await
}

#[tokio::test]
async fn what_the_audit_log_tells_is_begun_and_goes_on_also_for_who_hangs_up() {
    for world in World::both().await {
        let imports = world.server("a");
        let working = tokio::spawn(imports.clone().work());
        let incoming = brought(&imports, "shoe,size\n1,2\n").await;
        world.hang_up(1, incoming.start(by())).await;
        assert!(ended(&imports, ImportState::Failed).await);
        let id = imports.list().await.unwrap().remove(0).id;
        world.hang_up(2, imports.resume(by(), &id)).await;
        // Its file is still there, and as wrong as before.
        assert!(ended(&imports, ImportState::Failed).await);
        let wrong = imports.find(&id).await.unwrap().error.unwrap();
        assert!(wrong.contains("no column"), "{wrong}");
        working.abort();
    }
}

#[tokio::test]
async fn a_file_goes_with_the_end_of_its_import_and_the_record_a_month_later() {
    for world in World::both().await {
        let imports = world.server("a");
        let working = tokio::spawn(imports.clone().work());
        let text = "rc,name\n7,A Ltd\nnone,B Ltd\n";
        let begun = brought(&imports, text).await.start(by()).await.unwrap();
        assert!(ended(&imports, ImportState::Done).await);
        let done = imports.find(&begun.id).await.unwrap();
        assert_eq!(
            (done.rows_done, done.rows_stored, done.rows_rejected),
            (2, 1, 1)
        );
        assert_eq!(done.first_rejects.len(), 1);
        let (rejects, is_all) = imports.rejects(&begun.id).await.unwrap();
        assert!(is_all && String::from_utf8(rejects).unwrap().contains("B Ltd"));
        assert_eq!(world.store.read(FindForgotten).await.unwrap().len(), 1);
        assert_eq!(world.objects.sweep(&world.store).await.unwrap(), 1);
        let forget = async |days: i64| {
            let before = AT.plus_seconds(days * 86_400);
            world.store.write(ForgetImports { before }).await.unwrap()
        };
        assert_eq!(forget(0).await, 0);
        assert_eq!(forget(KEPT_DAYS).await, 1);
        assert!(imports.rejects(&begun.id).await.is_err());
        working.abort();
    }
}

/// A server takes an import, gets on, and dies; it comes back when another has the import.
#[tokio::test]
async fn what_a_dead_server_had_begun_another_finishes_from_where_it_was() {
    for world in World::both().await {
        let (dead, other) = (world.server("a"), world.server("b"));
        let mut text = "rc,name\nnone,Bad\n".to_owned();
        for number in 1..=2_500 {
            text.push_str(&format!("{number},Company {number} Ltd\n"));
        }
        let begun = brought(&dead, &text).await.start(by()).await.unwrap();
        let claim = |owner: &str, after: i64| ClaimImport {
            owner: owner.to_owned(),
            now: AT.plus_seconds(after),
        };
        let claimed = world.store.write(claim("a", 0)).await.unwrap().unwrap();
        assert!(world.store.write(claim("b", 3)).await.unwrap().is_none());
        let report = |after: i64| ReportImport {
            run: claimed.run.clone(),
            now: AT.plus_seconds(after),
            counts: Counts {
                rows_done: 2_000,
                rows_stored: 1_999,
                rows_rejected: 1,
                bytes_done: 1,
            },
            rejects: None,
        };
        assert!(world.store.write(report(2)).await.unwrap(), "it gets on");
        assert!(world.store.write(claim("b", 5)).await.unwrap().is_none());
        world.clock.advance_seconds(2 + IMPORT_LEASE_SECONDS);
        let working = tokio::spawn(other.clone().work());
        assert!(ended(&other, ImportState::Done).await);
        let done = other.find(&begun.id).await.unwrap();
        assert_eq!((done.rows_done, done.rows_stored), (2_501, 2_500));
        assert_eq!(world.companies().await, 501, "what was done is passed over");
        // Who comes back has lost it.
        assert!(!world.store.write(report(7)).await.unwrap());
        let end = EndRun {
            report: report(7),
            error: Some("late".to_owned()),
            notes: Vec::new(),
            first_rejects: Vec::new(),
        };
        assert!(!world.store.write(end).await.unwrap());
        assert_eq!(dead.find(&begun.id).await.unwrap().state, ImportState::Done);
        working.abort();
    }
}

fn old_import(folder: &Path, id: &str, state: &str, rows_done: u64) {
    let folder = folder.join(id);
    fs::create_dir_all(&folder).unwrap();
    let record = serde_json::json!({
        "id": id, "environment": "live", "contents": "companies", "isCsv": true,
        "fileName": "old.csv", "bytes": 30, "state": state, "rowsDone": rows_done,
        "rowsStored": rows_done, "rowsRejected": 0, "bytesDone": 10, "error": null,
        "notes": [], "firstRejects": [], "broughtBy": "cli",
        "broughtAt": AT.micros(), "updatedAt": AT.micros(),
    });
    fs::write(folder.join("import.json"), record.to_string()).unwrap();
    if state != "done" {
        fs::write(folder.join("file"), "rc,name\n7,A Ltd\n8,B Ltd\n").unwrap();
    }
    fs::write(
        folder.join("rejects-000000000000.csv"),
        "line,reason,row\n3,bad,x\n",
    )
    .unwrap();
}

#[tokio::test]
async fn what_versions_before_kept_in_a_folder_is_taken_over() {
    for world in World::both().await {
        let folder = world.folder.join("a");
        old_import(&folder, "one", "running", 1);
        old_import(&folder, "two", "done", 2);
        // Of one the file never arrived whole, of one the record cannot be read.
        fs::create_dir_all(folder.join("broken")).unwrap();
        fs::write(folder.join("broken/file"), "rc").unwrap();
        old_import(&folder, "torn", "running", 0);
        fs::write(folder.join("torn/import.json"), "{").unwrap();
        let imports = world.server("a");
        imports.adopt().await.unwrap();
        imports.adopt().await.unwrap();
        let working = tokio::spawn(imports.clone().work());
        assert!(soon(async || imports.find("one").await.unwrap().rows_done == 2).await);
        assert_eq!(world.companies().await, 1);
        let (rejects, _) = imports.rejects("two").await.unwrap();
        assert_eq!(
            String::from_utf8(rejects).unwrap(),
            "line,reason,row\n3,bad,x\n"
        );
        let left = fs::read_dir(&folder).unwrap().flatten();
        let left: Vec<_> = left.map(|one| one.file_name()).collect();
        assert_eq!(left, ["torn"], "its file can be brought again");
        working.abort();
    }
}
