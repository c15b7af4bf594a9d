//! Look-ups of many calls as one question.
//!
//! PostgreSQL takes about as long to be asked as to find ten companies. So while it is asked for
//! some, those that come meanwhile wait and are asked for together.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use kofa_domain::{Error, Kind, Result};
use kofa_store::{File, Op, Store, Tx};
use tokio::sync::{Semaphore, oneshot};
use tracing::{Instrument as _, Span};

use crate::CompaniesByRc;
use crate::record::Record;
use crate::register::keys::{first_under, keys_under};
use crate::register::row::companies_under;

/// Questions at a time, so that a slow one does not keep all others waiting.
const ASKED_MAX: usize = 2;
/// Look-ups in one question.
const LOOKUPS_MAX: usize = 256;

/// Look-ups that wait to be asked together. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Lookups {
    store: Store,
    waiting: Arc<Mutex<Vec<Waiting>>>,
    places: Arc<Semaphore>,
}

#[derive(Debug)]
struct Waiting {
    /// The first key of its number.
    first: i64,
    tell: oneshot::Sender<Result<Vec<Record>>>,
}

impl Lookups {
    pub(super) fn new(store: Store) -> Self {
        Self {
            store,
            waiting: Arc::default(),
            places: Arc::new(Semaphore::new(ASKED_MAX)),
        }
    }

    /// As the operation answers.
    ///
    /// # Errors
    /// The operation's; `service_unavailable` for all that were asked together.
    pub(super) async fn find(&self, by_rc: CompaniesByRc) -> Result<Vec<Record>> {
        let (first, _) = keys_under(by_rc.environment, &by_rc.rc_number);
        let (tell, told) = oneshot::channel();
        let is_first = {
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            waiting.push(Waiting { first, tell });
            waiting.len() == 1
        };
        if is_first {
            self.ask_soon();
        }
        match told.await {
            // A row that cannot be read is one look-up's fault.
            Ok(Err(error)) if error.kind() == Kind::Internal => self.store.read(by_rc).await,
            Ok(told) => told,
            Err(_) => Err(Error::unavailable("look-ups have stopped")),
        }
    }

    /// In a task of its own, since others wait for it when this caller is gone.
    fn ask_soon(&self) {
        let these = self.clone();
        tokio::spawn(async move { these.ask().await }.instrument(Span::current()));
    }

    async fn ask(self) {
        let _place = self.places.acquire().await;
        let (asked, are_left) = {
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            let many = waiting.len().min(LOOKUPS_MAX);
            let asked: Vec<Waiting> = waiting.drain(..many).collect();
            (asked, !waiting.is_empty())
        };
        if are_left {
            self.ask_soon();
        }
        let mut numbers: Vec<i64> = asked.iter().map(|one| one.first).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let found = self.store.read(CompaniesUnder(numbers)).await;
        for Waiting { first, tell } in asked {
            let told = match &found {
                Ok(found) => Ok(found.get(&first).cloned().unwrap_or_default()),
                Err(error) if error.kind() == Kind::Unavailable => Err(Error::unavailable(error)),
                Err(error) => Err(Error::internal(error)),
            };
            // Whoever asked may be gone.
            drop(tell.send(told));
        }
    }
}

/// Every company under some numbers, given as their first keys, each once; by those keys.
#[derive(Debug)]
struct CompaniesUnder(Vec<i64>);

impl Op for CompaniesUnder {
    type Out = HashMap<i64, Vec<Record>>;
    const FILE: File = File::Register;
    const IS_ONE_READ: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let mut found: Self::Out = HashMap::new();
        for (key, record) in companies_under(tx, &self.0).await? {
            found.entry(first_under(key)).or_default().push(record);
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use kofa_domain::{Environment, Timestamp};
    use kofa_store::testing::TestDatabase;

    use super::*;
    use crate::rules::{EntityType, RcNumber, read_rc_number};
    use crate::{Company, PutCompanies};

    fn number(of: usize) -> RcNumber {
        read_rc_number(&of.to_string()).unwrap().number
    }

    fn stored(of: usize, entity_type: EntityType) -> Company {
        Company {
            company_name: format!("Name {of}"),
            ..Company::unknown(number(of), entity_type)
        }
    }

    /// Gives an entity a kind that there is not.
    struct Break(i64);

    impl Op for Break {
        type Out = ();
        const FILE: File = File::Register;

        async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
            let sql = "update company set entity_id = entity_id + 7 where entity_id = $1";
            Ok(tx.exec_one(sql, &[self.0.into()]).await?)
        }
    }

    #[tokio::test]
    async fn what_is_asked_together_is_what_each_alone_would_be_told() {
        for database in TestDatabase::both().await {
            let store = database.open().await;
            for environment in [Environment::Sandbox, Environment::Live] {
                let kinds = EntityType::ALL.into_iter().cycle();
                let numbers = (1..400).filter(|number| number % 3 != 0);
                let mut companies: Vec<_> = numbers.zip(kinds).map(|(n, k)| stored(n, k)).collect();
                companies.extend(EntityType::ALL.map(|kind| stored(600, kind)));
                let put = PutCompanies {
                    environment,
                    companies,
                    imported_at: Timestamp::from_micros(1),
                };
                store.write(put).await.unwrap();
            }
            let lookups = Lookups::new(store.clone());
            let by_rc = |at: usize| CompaniesByRc {
                environment: [Environment::Sandbox, Environment::Live][at % 2],
                rc_number: number(at / 2 % 700 + 1),
            };
            let each = (0..2_000).map(|at| lookups.find(by_rc(at)));
            let together = futures_util::future::join_all(each).await;
            for (at, found) in together.into_iter().enumerate() {
                let alone = store.read(by_rc(at)).await.unwrap();
                assert_eq!(found.unwrap(), alone, "{at}");
            }
        }
    }

    #[tokio::test]
    async fn a_row_that_cannot_be_read_fails_nobody_else() {
        for database in TestDatabase::both().await {
            let store = database.open().await;
            let put = PutCompanies {
                environment: Environment::Live,
                companies: [1, 2].map(|of| stored(of, EntityType::ALL[0])).into(),
                imported_at: Timestamp::from_micros(1),
            };
            store.write(put).await.unwrap();
            let (broken, _) = keys_under(Environment::Live, &number(1));
            store.write(Break(broken)).await.unwrap();
            let lookups = Lookups::new(store);
            let by_rc = |of| CompaniesByRc {
                environment: Environment::Live,
                rc_number: number(of),
            };
            let each = [1, 2].map(|of| lookups.find(by_rc(of)));
            let [broken, whole] = futures_util::future::join_all(each)
                .await
                .try_into()
                .unwrap();
            assert_eq!(broken.unwrap_err().kind(), Kind::Internal);
            assert_eq!(whole.unwrap().len(), 1);
        }
    }

    #[tokio::test]
    async fn a_caller_who_leaves_takes_nobody_along() {
        for database in TestDatabase::both().await {
            let lookups = Lookups::new(database.open().await);
            let by_rc = |of| CompaniesByRc {
                environment: Environment::Live,
                rc_number: number(of),
            };
            tokio::select! {
                biased;
                _ = lookups.find(by_rc(1)) => panic!("nobody has answered yet"),
                () = std::future::ready(()) => {}
            }
            assert_eq!(lookups.find(by_rc(2)).await.unwrap(), []);
        }
    }
}
