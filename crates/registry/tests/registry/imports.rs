//! Imports in the background: what callers who hang up and servers that break off leave.

use std::fs;
use std::future::Future;
use std::path::Path;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Waker};
use std::time::Duration;

use bytes::Bytes;
use kofa_core::audit::ListAudit;
use kofa_core::{Actor, ActorAt, Page};
use kofa_domain::{Environment, ManualClock};
use kofa_registry::{Contents, Format, ImportState, Imports, NewImport};
use kofa_store::Store;
use kofa_store::testing::TestDatabase;

use crate::AT;

fn by() -> ActorAt {
    ActorAt {
        actor: Actor::Cli,
        at: AT,
    }
}

fn imports(store: &Store, folder: &Path) -> Imports {
    let clock = Arc::new(ManualClock::new(AT));
    Imports::new(store.clone(), clock, folder.to_owned())
}

/// How many imports the audit log tells of.
async fn noted(store: &Store) -> usize {
    let list = ListAudit {
        tenant: None,
        page: Page::first(),
    };
    let text = format!("{:?}", store.read(list).await.unwrap().items);
    text.matches("register.import").count()
}

/// Waits a moment, and longer if it must, until `is_so`.
async fn soon(mut is_so: impl AsyncFnMut() -> bool) -> bool {
    for _ in 0..50 {
        if is_so().await {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    false
}

/// Goes on with `call` until the audit log tells of `count` imports, and hangs up.
async fn hang_up<T>(store: &Store, count: usize, call: impl Future<Output = T>) {
    let mut call = pin!(call);
    for _ in 0..20 {
        let is_over = call.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        if soon(async || noted(store).await == count).await || is_over.is_ready() {
            return;
        }
    }
    panic!("it is not noted");
}

async fn brought(imports: &Imports, text: &'static str) -> kofa_registry::Incoming {
    let new = NewImport {
        by: by(),
        environment: Environment::Live,
        contents: Contents::Companies,
        format: Format::Csv,
        file_name: "a.csv".to_owned(),
    };
    let mut incoming = imports.begin(new).unwrap();
    let piece = Bytes::from_static(text.as_bytes());
    incoming.take(piece).await.unwrap();
    incoming
}

async fn ended(imports: &Imports, state: ImportState) -> bool {
    soon(async || imports.list().iter().any(|one| one.state == state)).await
}

#[tokio::test]
async fn what_the_audit_log_tells_is_begun_and_goes_on_also_for_who_hangs_up() {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        let folder = database.folder().join("imports");
        let imports = imports(&store, &folder);
        let incoming = brought(&imports, "shoe,size\n1,2\n").await;
        hang_up(&store, 1, incoming.start(by())).await;
        assert!(ended(&imports, ImportState::Failed).await);

        let id = imports.list().remove(0).id;
        fs::write(folder.join(&id).join("file"), "rc,name\n7,A Ltd\n").unwrap();
        hang_up(&store, 2, imports.resume(by(), &id)).await;
        assert!(ended(&imports, ImportState::Done).await);
    }
}

#[tokio::test]
async fn a_whole_file_whose_record_cannot_be_read_is_kept() {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        let folder = database.folder().join("imports");
        let imports_of = || imports(&store, &folder);
        let imports = imports_of();
        let incoming = brought(&imports, "shoe,size\n1,2\n").await;
        let id = incoming.start(by()).await.unwrap().id;
        assert!(ended(&imports, ImportState::Failed).await);
        // A second file is still on its way, and of a third the record was begun.
        let _coming = brought(&imports, "rc").await;
        let begun = folder.join("begun");
        fs::create_dir(&begun).unwrap();
        fs::write(begun.join("file"), "rc,name\n").unwrap();
        fs::write(begun.join("import.json.new"), "{").unwrap();
        for left in ["", "{\"id\":", "null"] {
            fs::write(folder.join(&id).join("import.json"), left).unwrap();
            assert!(imports_of().list().is_empty(), "{left}");
            assert!(folder.join(&id).join("file").exists(), "{left}");
        }
        assert!(begun.join("file").exists());
        assert_eq!(
            fs::read_dir(&folder).unwrap().count(),
            2,
            "the second is not"
        );
    }
}
