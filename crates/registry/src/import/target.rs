//! Where the rows of an import go: the register; those of a run in the background only as long
//! as the run has its import.

use kofa_domain::{Error, Result};
use kofa_store::{Dialect, File, Op, Store, Tx, Value};

/// A run of an import: what its server holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub id: String,
    /// Which run it is, from 1.
    pub number: i64,
}

/// The register, to an import.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    store: Store,
    run: Option<Run>,
}

impl Target {
    pub(super) fn plain(store: &Store) -> Self {
        Self {
            store: store.clone(),
            run: None,
        }
    }

    pub(super) fn of_run(store: &Store, run: Run) -> Self {
        Self {
            run: Some(run),
            ..Self::plain(store)
        }
    }

    pub(super) async fn write<O: Op>(&self, op: O) -> Result<O::Out> {
        match self.run.clone() {
            Some(run) => self.store.write(OfRun { run, op }).await,
            None => self.store.write(op).await,
        }
    }
}

/// Another operation, as long as the run still has its import. Where servers share a database, one
/// that was cut off must not put old rows over those that another stored since.
#[derive(Debug)]
struct OfRun<O> {
    run: Run,
    op: O,
}

// Whoever takes the import over waits for this transaction.
const HAS_IT: &str = "select 1 as one from registry_import where id = $1 and run = $2 \
     and state = 'running' for share";

impl<O: Op> Op for OfRun<O> {
    type Out = O::Out;
    const FILE: File = O::FILE;
    const IS_LONG: bool = O::IS_LONG;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<O::Out> {
        // The file of SQLite has one server, and the register is another file.
        if tx.dialect() == Dialect::Postgres {
            let params: [Value<'_>; 2] = [self.run.id.as_str().into(), self.run.number.into()];
            let has_it = tx.opt(HAS_IT, &params).await?;
            has_it.ok_or_else(|| Error::unavailable("another server has the import"))?;
        }
        tx.run(&self.op).await
    }
}

#[cfg(test)]
mod tests {
    use kofa_core::{Actor, ActorAt};
    use kofa_domain::{Environment, Timestamp};
    use kofa_objects::Stored;
    use kofa_store::testing::TestDatabase;

    use super::*;
    use crate::import::background::rows::{BeginImport, ClaimImport, ListImports};
    use crate::import::background::{IMPORT_LEASE_SECONDS, sample};
    use crate::register::watched::WatchCompanies;

    const NOW: Timestamp = Timestamp::from_micros(1_800_000_000_000_000);

    #[tokio::test]
    async fn where_servers_share_a_database_who_lost_an_import_stores_nothing_of_it() {
        for dialect in [Dialect::Sqlite, Dialect::Postgres] {
            let database = TestDatabase::migrated(dialect).await;
            let store = database.open().await;
            let by = ActorAt {
                actor: Actor::Cli,
                at: NOW,
            };
            let object = Stored {
                name: "imports/one".to_owned(),
                ..Stored::default()
            };
            let import = sample("one", Environment::Live);
            let begin = BeginImport { by, import, object };
            store.write(begin).await.unwrap();
            let claim = async |after: i64| {
                let claim = ClaimImport {
                    owner: after.to_string(),
                    now: NOW.plus_seconds(after),
                };
                store.write(claim).await.unwrap().unwrap().run
            };
            let put = async |run: &Run| {
                let target = Target::of_run(&store, run.clone());
                target.write(WatchCompanies { keys: vec![8] }).await.is_ok()
            };
            let first = claim(0).await;
            assert!(put(&first).await);
            let second = claim(IMPORT_LEASE_SECONDS).await;
            assert_eq!((first.number, second.number), (1, 2));
            assert!(put(&second).await);
            // On SQLite there is no other server.
            assert_eq!(put(&first).await, dialect == Dialect::Sqlite);
            assert_eq!(store.read(ListImports).await.unwrap().len(), 1);
        }
    }
}
