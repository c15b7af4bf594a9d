//! Applications in a database of the version before the baseline keep their place and go on.

use std::sync::Arc;

use kofa_domain::{Environment, TenantId, Timestamp};
use kofa_investment::lifecycle::State;
use kofa_investment::ops::{FindClaimed, ListTransactions};
use kofa_investment::sealing::{Claim, Digest};
use kofa_investment::subscription::IdentityKind;
use kofa_store::testing::TestDatabase;
use kofa_store::{Op, Store, Tx};
use kofa_tasks::ListTasks;

fn tenant() -> TenantId {
    TenantId::parse("ten_00000000000000000000000000000001").unwrap()
}

/// The states and claims, in the order of the books.
struct Read;

impl Op for Read {
    type Out = (Vec<(i64, String, String, i64)>, i64);

    async fn run(&self, tx: &mut Tx<'_>) -> kofa_domain::Result<Self::Out> {
        let rows = tx
            .rows(
                "select s.tenant_seq, s.id, t.status, t.number_of_shares from subscription s \
                 join subscription_state t on t.subscription_no = s.no order by s.tenant_seq",
                &[],
            )
            .await?;
        let mut all = Vec::new();
        for row in &rows {
            all.push((
                row.get("tenant_seq")?,
                row.get("id")?,
                row.get("status")?,
                row.get("number_of_shares")?,
            ));
        }
        let claims = tx
            .one("select count(*) as n from subscription_claim", &[])
            .await?;
        Ok((all, claims.get("n")?))
    }
}

/// A claim of then still stands.
async fn refuses_the_first_again(store: &Store) {
    let mut digest = Digest::default();
    digest[0] = 0x14;
    let find = FindClaimed {
        tenant_id: tenant(),
        environment: Environment::Sandbox,
        offer_id: "OFR-OLD".to_owned(),
        claims: vec![Claim {
            kind: IdentityKind::Bvn,
            field: "bvn",
            digest,
        }],
        known: Arc::default(),
    };
    let error = store.read(find).await.unwrap_err();
    assert_eq!(error.code().name, "duplicate_subscription");
    assert!(format!("{error:?}").contains("sub-first"), "{error:?}");
}

#[tokio::test]
async fn applications_of_before_the_baseline_keep_their_place_and_go_on() {
    for database in TestDatabase::both().await {
        database.left_before_baseline().await;
        let store = database.open().await;
        let (all, claims) = store.read(Read).await.unwrap();
        let expected = [
            (1, "sub-first".to_owned(), "payment_pending".to_owned(), 40),
            (2, "sub-second".to_owned(), "rejected".to_owned(), 60),
            (3, "sub-third".to_owned(), "received".to_owned(), 80),
        ];
        assert_eq!(all, expected);
        assert_eq!(claims, 2);
        refuses_the_first_again(&store).await;
        let list = ListTransactions {
            tenant_id: tenant(),
            environment: Environment::Sandbox,
            reference: None,
            client_reference: None,
            offer_id: Some("OFR-OLD".to_owned()),
            status: None,
            from: Some(Timestamp::from_micros(0)),
            to: None,
            offset: 0,
            size: 2,
        };
        let page = store.read(list).await.unwrap();
        assert_eq!(page.total, 3);
        let ids: Vec<_> = page
            .rows
            .iter()
            .map(|row| row.subscription_id.as_str())
            .collect();
        assert_eq!(ids, ["sub-third", "sub-second"]);
        assert!(State::RECEIVED.is_live());
        let tasks = ListTasks {
            stuck_only: false,
            after: 0,
            limit: 10,
        };
        let mut tasks: Vec<_> = store.read(tasks).await.unwrap();
        tasks.sort_by(|a, b| a.subject.cmp(&b.subject));
        let tasks: Vec<_> = tasks
            .iter()
            .map(|task| (task.kind.as_str(), task.subject.as_str()))
            .collect();
        let expected = [
            ("collect_payment", "sub-first"),
            ("reconcile_subscription", "sub-third"),
        ];
        assert_eq!(tasks, expected);
    }
}
