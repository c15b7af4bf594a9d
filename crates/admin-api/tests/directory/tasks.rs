//! Tasks of several products: each kind has its handler and its right.

use std::pin::Pin;
use std::sync::Arc;

use kofa_core::{OperatorRole, Right, TaskKind};
use kofa_domain::{Clock as _, Environment, Error, ManualClock, Result};
use kofa_store::{Op, Store, Tx};
use kofa_tasks::{
    ATTEMPTS_MAX, Handled, ListTasks, RetryTask, Task, TaskHandler, TaskHandlers, Unfinished,
    work_once,
};
use kofa_testkit::Left;
use tokio::sync::mpsc;

use crate::world::{NOW, World, code, operator, worlds};

/// The kind of one product.
pub(crate) const SHARES: TaskKind = TaskKind {
    name: "test_shares",
    retry_right: Right::Market,
};
/// The kind of another.
const MONEY: TaskKind = TaskKind {
    name: "test_money",
    retry_right: Right::Money,
};
/// Of a product that this version does not have.
const UNKNOWN: &str = "test_unknown";

/// A handler that is a function.
pub(crate) struct Each<F>(pub(crate) F);

impl<F, W> TaskHandler for Each<F>
where
    F: Fn(Task) -> W + Send + Sync + 'static,
    W: Future<Output = Handled> + Send + 'static,
{
    fn handle(self: Arc<Self>, task: Task) -> Pin<Box<dyn Future<Output = Handled> + Send>> {
        Box::pin((self.0)(task))
    }
}

struct Enqueue(&'static str, &'static str);

impl Op for Enqueue {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        kofa_tasks::enqueue(tx, self.0, self.1, Environment::Live, NOW, NOW).await
    }
}

struct Finish(i64);

impl Op for Finish {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        kofa_tasks::finish(tx, self.0).await
    }
}

async fn finish(store: Store, task: i64) -> Handled {
    Ok(store.write(Finish(task)).await?)
}

async fn left(world: &World) -> Vec<Task> {
    let list = ListTasks {
        stuck_only: false,
        after: 0,
        limit: 100,
    };
    world.store.read(list).await.unwrap()
}

async fn retry(world: &World, role: OperatorRole, id: i64) -> Result<Task> {
    let retry = RetryTask {
        by: operator(role),
        id,
        kinds: vec![SHARES, MONEY],
    };
    world.store.write(retry).await
}

#[tokio::test(flavor = "multi_thread")]
async fn each_kind_goes_to_its_handler_and_an_unknown_one_is_stuck() {
    for world in worlds().await {
        world.leaves(Left::Stuck);
        let (tell, mut told) = mpsc::unbounded_channel();
        let handler = |product: &'static str| {
            let (store, tell) = (world.store.clone(), tell.clone());
            Arc::new(Each(move |task: Task| {
                tell.send((product, task.subject.clone())).unwrap();
                finish(store.clone(), task.id)
            }))
        };
        let handlers = TaskHandlers::default()
            .with(&[SHARES], handler("shares"))
            .with(&[MONEY], handler("money"));
        for (kind, subject) in [(MONEY.name, "m"), (UNKNOWN, "u"), (SHARES.name, "s")] {
            world.store.write(Enqueue(kind, subject)).await.unwrap();
        }
        let clock = ManualClock::new(NOW);
        assert_eq!(work_once(&world.store, &clock, &handlers).await, 3);
        let mut all = vec![told.try_recv().unwrap(), told.try_recv().unwrap()];
        all.sort_unstable();
        assert_eq!(all, [("money", "m".to_owned()), ("shares", "s".to_owned())]);
        let stuck = left(&world).await;
        assert_eq!(stuck.len(), 1);
        assert!(stuck[0].stuck);
        let why = stuck[0].last_error.as_deref();
        assert_eq!(
            why,
            Some("this version of kofa has no handler of `test_unknown`")
        );
    }
}

#[test]
#[should_panic(expected = "two handlers of the task `test_money`")]
fn no_kind_has_two_handlers() {
    let nothing = Arc::new(Each(|_| std::future::ready(Ok(()))));
    drop(TaskHandlers::default().with(&[MONEY, SHARES, MONEY], nothing));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_fails_is_retried_later_and_later_and_then_stuck() {
    for world in worlds().await {
        world.leaves(Left::Tasks);
        world.leaves(Left::Stuck);
        for subject in ["fails", "panics", "waits"] {
            world
                .store
                .write(Enqueue(MONEY.name, subject))
                .await
                .unwrap();
        }
        let clock = ManualClock::new(NOW);
        let now = clock.clone();
        let handler = Each(move |task: Task| {
            let at = now.now().plus_seconds(1);
            async move {
                match task.subject.as_str() {
                    "waits" => Err(Unfinished::Retry { at }),
                    "fails" => Err(Error::unavailable("away").into()),
                    _ => panic!("a fault of the handler"),
                }
            }
        });
        let handlers = TaskHandlers::default().with(&[MONEY], Arc::new(handler));
        let mut tried = 0;
        for _ in 0..4_200 {
            tried += work_once(&world.store, &clock, &handlers).await;
            clock.advance_seconds(2);
        }
        let of = |subject: &str, all: &[Task]| {
            let found = all.iter().find(|one| one.subject == subject);
            let one = found.unwrap().clone();
            (one.stuck, one.attempts, one.last_error.unwrap_or_default())
        };
        let all = left(&world).await;
        assert_eq!(of("waits", &all), (false, 0, String::new()));
        let (stuck, attempts, why) = of("fails", &all);
        assert_eq!((stuck, attempts), (true, ATTEMPTS_MAX));
        assert!(why.contains("away"), "{why}");
        let (stuck, attempts, why) = of("panics", &all);
        assert_eq!((stuck, attempts), (true, ATTEMPTS_MAX));
        assert!(why.contains("panicked"), "{why}");
        assert_eq!(tried, 4_200 + 2 * 12);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_kind_says_who_may_have_it_retried() {
    use OperatorRole::{Finance, Ops, Owner, Support};
    for world in worlds().await {
        world.leaves(Left::Tasks);
        for (kind, subject) in [(MONEY.name, "m"), (SHARES.name, "s"), (UNKNOWN, "u")] {
            world.store.write(Enqueue(kind, subject)).await.unwrap();
        }
        let all = left(&world).await;
        let check = async |role, id, expected: &str| {
            let found = retry(&world, role, id).await;
            let found = found.map_or_else(|error| error.code().name, |_| "");
            assert_eq!(found, expected, "{role:?} {id}");
        };
        for (task, may) in
            all.iter()
                .zip([vec![Owner, Ops, Finance], vec![Owner, Ops], vec![Owner]])
        {
            for role in [Owner, Ops, Finance, Support] {
                let expected = if may.contains(&role) { "" } else { "forbidden" };
                check(role, task.id, expected).await;
            }
        }
        check(Finance, 1_000_000, "not_found").await;
        check(Support, 1_000_000, "forbidden").await;
        let nobodys = RetryTask {
            by: operator(Ops),
            id: all[0].id,
            kinds: Vec::new(),
        };
        assert_eq!(code(world.store.write(nobodys).await), "forbidden");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_hangs_holds_up_nobody_else() {
    for world in worlds().await {
        world.leaves(Left::Tasks);
        let (tell, mut told) = mpsc::unbounded_channel();
        let store = world.store.clone();
        let handler = Each(move |task: Task| {
            let (store, tell) = (store.clone(), tell.clone());
            async move {
                if task.subject == "hangs" {
                    std::future::pending::<()>().await;
                }
                finish(store, task.id).await?;
                tell.send(task.subject).unwrap();
                Ok(())
            }
        });
        let handlers = TaskHandlers::default().with(&[MONEY], Arc::new(handler));
        world
            .store
            .write(Enqueue(MONEY.name, "hangs"))
            .await
            .unwrap();
        let clock = Arc::new(ManualClock::new(NOW));
        let working = tokio::spawn(kofa_tasks::work(world.store.clone(), clock, handlers));
        for subject in ["one", "two"] {
            world
                .store
                .write(Enqueue(MONEY.name, subject))
                .await
                .unwrap();
            assert_eq!(told.recv().await.as_deref(), Some(subject));
        }
        working.abort();
        assert_eq!(left(&world).await.len(), 1);
    }
}
