use kofa_domain::Kind;
use kofa_store::testing::TestDatabase;

use super::*;

/// Who was taken over.
#[derive(Default)]
struct Taken(Mutex<Vec<NodeNo>>);

impl TakeOver for Taken {
    fn take_over(&self, gone: NodeNo) -> Pin<Box<dyn Future<Output = Result<()>> + Send + '_>> {
        self.0.lock().unwrap().push(gone);
        Box::pin(std::future::ready(Ok(())))
    }
}

/// Something that a node does in its own name.
struct ActAs(NodeNo);

impl kofa_store::Op for ActAs {
    type Out = ();

    async fn run(&self, tx: &mut kofa_store::Tx<'_>) -> Result<()> {
        hold_open(tx, self.0).await
    }
}

fn about() -> About {
    About {
        name: "test".to_owned(),
        version: "0",
        at: Timestamp::from_micros(1_795_000_000_000_000),
    }
}

#[tokio::test]
async fn a_silent_node_is_closed_and_its_duty_is_anothers() {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        let silent = Membership::join_shared(&store, &about()).await.unwrap();
        assert!(silent.is_on_duty(&store, "sweep").await);
        let node = Membership::join_shared(&store, &about()).await.unwrap();
        assert!(!node.is_alone());
        let starting = Membership::join_shared(&store, &about()).await.unwrap();
        let showing = starting.show_life(&store);
        assert!(!node.is_on_duty(&store, "sweep").await);
        store.write(ActAs(silent.me())).await.unwrap();
        let taken = Arc::new(Taken::default());
        let keep = node.clone();
        let keep = keep.keep(store.clone(), about(), Arc::<Taken>::clone(&taken));
        let keep = tokio::spawn(keep);
        while taken.0.lock().unwrap().is_empty() {
            tokio::time::sleep(BEAT_EVERY / 10).await;
        }
        assert_eq!(*taken.0.lock().unwrap(), [silent.me()]);
        // It sees it with its next beat.
        while !node.is_on_duty(&store, "sweep").await {
            tokio::time::sleep(BEAT_EVERY / 10).await;
        }
        let refused = store.write(ActAs(silent.me())).await.unwrap_err();
        assert!(refused.kind() == Kind::Unavailable && is_gone(&refused));
        store.write(ActAs(node.me())).await.unwrap();
        store.write(ActAs(starting.me())).await.unwrap();
        drop(showing);
        keep.abort();
    }
}

#[tokio::test]
async fn who_starts_sees_whose_session_is_away() {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        let killed = Membership::join_shared(&store, &about()).await.unwrap();
        let seen = store.read(FindUnheld).await.unwrap();
        let (_, gone) = Membership::join(&store, &about()).await.unwrap();
        assert_eq!(gone, [killed.me()]);
        // Nobody else has a file of SQLite: there is nothing to see.
        let expected: &[NodeNo] = if store.is_remote() { &gone } else { &[] };
        assert_eq!(seen, expected);
    }
}
