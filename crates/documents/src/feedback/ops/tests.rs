//! Readings on both databases, without a call.

use kofa_core::Actor;
use kofa_domain::{Ids, Sensitive};
use kofa_identity::tenants::CreateTenant;
use kofa_store::testing::TestDatabase;
use kofa_store::{Store, Vault};

use super::*;

const NOW: Timestamp = Timestamp::from_micros(1_800_000_000_000_000);
const SANDBOX: Environment = Environment::Sandbox;
const BY: ActorAt = ActorAt {
    actor: Actor::Cli,
    at: NOW,
};

struct World {
    store: Store,
    tenant: TenantId,
    _database: TestDatabase,
}

async fn both() -> Vec<World> {
    let mut worlds = Vec::new();
    for database in TestDatabase::both().await {
        let store = database.open().await;
        let vault = Vault::new(&Sensitive::new([7; 32]));
        let (name, mail) = ("Ada".to_owned(), "ada@example.ng".to_owned());
        let (create, _) = CreateTenant::new(&vault, Ids, BY, name, mail);
        let tenant = store.write(create).await.unwrap().id;
        worlds.push(World {
            store,
            tenant,
            _database: database,
        });
    }
    worlds
}

impl World {
    fn reading(&self, number: u8, read_at: Timestamp) -> KeepReading {
        let mut id = *Ids.uuid(NOW).as_bytes();
        id[15] = number;
        KeepReading {
            request_id: RequestId::from_bytes(id),
            tenant_id: self.tenant.clone(),
            environment: SANDBOX,
            now: read_at,
            expires_at: after_days(read_at, 30),
            issuer: "",
            kind: "other",
            capture: "text",
            model: "built-in".to_owned(),
            confidence: Some(91),
            to_review: number % 2 == 1,
            sealed: vec![1],
            file_sealed: Some(vec![2]),
            readings_max: 2,
        }
    }

    async fn keep(&self, number: u8, read_at: Timestamp) -> RequestId {
        let keep = self.reading(number, read_at);
        let id = keep.request_id;
        self.store.write(keep).await.unwrap();
        id
    }

    async fn say(&self, id: RequestId, at: Timestamp) -> Result<()> {
        let keep = KeepFeedback {
            request_id: id,
            tenant_id: self.tenant.clone(),
            environment: SANDBOX,
            now: at,
            outcome: r#"{"city":[90,true]}"#.to_owned(),
            sealed: vec![3],
        };
        self.store.write(keep).await
    }

    async fn find(&self, id: RequestId) -> Option<StoredReading> {
        let find = FindReading {
            tenant_id: self.tenant.clone(),
            environment: SANDBOX,
            request_id: id,
        };
        self.store.read(find).await.unwrap()
    }

    async fn said(&self) -> Vec<SaidReading> {
        let list = ListSaid {
            after: Vec::new(),
            most: 10,
        };
        self.store.read(list).await.unwrap()
    }

    async fn purge(&self, now: Timestamp) -> u64 {
        self.store.write(PurgeReadings { now }).await.unwrap()
    }
}

#[tokio::test]
async fn the_oldest_go_of_which_nothing_was_said() {
    for world in both().await {
        let mut ids = Vec::new();
        for number in 1..=4 {
            let read_at = NOW.plus_seconds(i64::from(number));
            ids.push(world.keep(number, read_at).await);
        }
        world.say(ids[0], NOW).await.unwrap();
        // One whose id says that it is time to look.
        ids.push(world.keep(0, NOW.plus_seconds(5)).await);
        let mut left = Vec::new();
        for id in &ids {
            left.push(world.find(*id).await.is_some());
        }
        assert_eq!(left, [true, false, false, true, true]);
    }
}

#[tokio::test]
async fn the_last_word_counts_and_prolongs() {
    for world in both().await {
        let (id, other) = (world.keep(1, NOW).await, world.keep(2, NOW).await);
        assert_eq!(world.find(id).await.unwrap().times, 0);
        world.say(id, NOW).await.unwrap();
        world.say(id, NOW.plus_seconds(9)).await.unwrap();
        assert_eq!(world.find(id).await.unwrap().times, 2);
        let list = |tenant| ListOutcomes {
            environment: SANDBOX,
            tenant,
            most: 10,
        };
        for tenant in [None, Some(world.tenant.clone())] {
            let listed = world.store.read(list(tenant)).await.unwrap();
            assert_eq!(listed.len(), 1);
            assert_eq!(listed[0].outcome, r#"{"city":[90,true]}"#);
        }
        assert_eq!(world.said().await.len(), 1);
        // Without the agreement, the document goes when it would have.
        assert_eq!(world.purge(after_days(NOW, 29)).await, 0);
        assert_eq!(world.purge(after_days(NOW, 30)).await, 1);
        assert!(world.find(other).await.is_none());
        let said = world.said().await;
        assert_eq!((said.len(), said[0].file_sealed.is_some()), (1, false));
        assert_eq!(world.purge(after_days(NOW, 366)).await, 1);
        assert!(world.say(id, NOW).await.is_err());
    }
}

#[tokio::test]
async fn documents_stay_only_while_the_tenant_agrees() {
    for world in both().await {
        let tenant = world.tenant.clone();
        let find = || FindTraining {
            tenant: world.tenant.clone(),
        };
        let before = world.store.read(find()).await.unwrap();
        assert!(!before.keep_documents);
        let set = |keep_documents| SetTraining {
            by: BY,
            tenant: tenant.clone(),
            training: Training {
                keep_documents,
                document_days: 60,
            },
        };
        world.store.write(set(true)).await.unwrap();
        assert!(world.store.read(find()).await.unwrap().keep_documents);
        let id = world.keep(1, NOW).await;
        world.say(id, NOW).await.unwrap();
        world.purge(after_days(NOW, 59)).await;
        assert!(world.said().await[0].file_sealed.is_some());
        world.store.write(set(false)).await.unwrap();
        world.purge(NOW).await;
        assert!(world.said().await[0].file_sealed.is_none());
        let nobody = SetTraining {
            tenant: Ids.id(NOW),
            ..set(true)
        };
        assert_eq!(
            world.store.write(nobody).await.unwrap_err().code().name,
            "not_found"
        );
    }
}

#[tokio::test]
async fn all_of_a_reading_is_erased_and_taking_out_is_noted() {
    for world in both().await {
        let id = world.keep(1, NOW).await;
        world.say(id, NOW).await.unwrap();
        let erase = || EraseReading {
            by: BY,
            request_id: id,
        };
        assert!(world.store.write(erase()).await.unwrap());
        assert!(!world.store.write(erase()).await.unwrap());
        assert!(world.find(id).await.is_none() && world.said().await.is_empty());
        let note = NoteExport {
            by: BY,
            readings: 3,
            documents: 1,
        };
        world.store.write(note).await.unwrap();
    }
}
