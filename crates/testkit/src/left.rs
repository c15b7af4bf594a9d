//! What a test may not leave behind.

use std::sync::{Arc, Mutex, PoisonError};

use kofa_domain::Result;
use kofa_ledger::Verify;
use kofa_store::{Op, Settings, Store, Tx};

/// What a test leaves behind on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// Tasks whose time has not come.
    Tasks,
    /// Tasks that wait for an operator.
    Stuck,
    /// Money that is held for calls whose end is not known.
    Holds,
    /// A ledger that does not add up.
    Books,
}

/// Looks at the database when it is dropped, and fails the test for what is left.
#[derive(Debug)]
pub(crate) struct Leftovers {
    pub(crate) settings: Settings,
    pub(crate) expected: Arc<Mutex<Vec<Left>>>,
}

impl Drop for Leftovers {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        let settings = self.settings.clone();
        // A runtime of its own: the test's may be single-threaded or shutting down.
        let looks = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread();
            let runtime = { runtime }.enable_all().build().unwrap();
            runtime.block_on(find(&settings)).unwrap()
        });
        let mut found = looks.join().unwrap();
        let expected = self.expected.lock().unwrap_or_else(PoisonError::into_inner);
        found.retain(|(kind, _)| !expected.contains(kind));
        assert!(found.is_empty(), "the test leaves {found:#?}");
    }
}

async fn find(settings: &Settings) -> Result<Vec<(Left, String)>> {
    let store = Store::open(settings).await?;
    let books = store.read(Verify).await?.problems;
    let mut found = store.read(FindCommitted).await?;
    found.extend(books.into_iter().map(|what| (Left::Books, what)));
    Ok(found)
}

struct FindCommitted;

const TASKS: &str = "select kind || ' of ' || subject as what from outbox \
     where state <> 'stuck' order by id limit 20";
const STUCK: &str = "select kind || ' of ' || subject || ': ' || coalesce(last_error, '') as what \
     from outbox where state = 'stuck' order by id limit 20";
const HOLDS: &str = "select operation_id as what from hold order by request_id limit 20";

impl Op for FindCommitted {
    type Out = Vec<(Left, String)>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let mut found = Vec::new();
        for (kind, sql) in [
            (Left::Tasks, TASKS),
            (Left::Stuck, STUCK),
            (Left::Holds, HOLDS),
        ] {
            for row in tx.rows(sql, &[]).await? {
                found.push((kind, row.get("what")?));
            }
        }
        Ok(found)
    }
}
