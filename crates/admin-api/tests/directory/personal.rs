//! What is held of members and operators, by their e-mail address.

use kofa_core::people::{Identifier, IdentifierKind, People};
use kofa_core::people_receipts::{ListReceipts, index};
use kofa_core::{OperatorRole, Page};
use kofa_domain::{Result, Sensitive};
use kofa_identity::operators::{DisableOperator, ListOperators};
use kofa_identity::people::ACCOUNTS;
use kofa_store::{Op, Tx};
use serde_json::{Value, json};

use crate::world::{World, products, worlds};

struct Emails;

impl Op for Emails {
    type Out = Vec<String>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let sql = "select email from member union all select email from operator \
                   union all select email from invite";
        let rows = tx.rows(sql, &[]).await?;
        rows.iter().map(|row| Ok(row.get("email")?)).collect()
    }
}

fn people() -> People {
    People {
        kinds: vec![ACCOUNTS].into(),
        paid_kept_days: 1_827,
    }
}

async fn router(world: &World) -> axum::Router {
    let mut state = world.admin_state(products(&[]), Default::default()).await;
    state.parts.insert(people());
    kofa_admin_api::router(state.into(), Vec::new())
}

fn outcomes(report: &Value) -> Vec<(String, String)> {
    let text = |one: &Value| one.as_str().unwrap().to_owned();
    let records = report["records"].as_array().unwrap().iter();
    records
        .map(|one| (text(&one["kind"]), text(&one["outcome"])))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_goes_once_it_is_out_and_leaves_a_receipt() {
    for world in worlds().await {
        world.tenant("ada").await;
        let routes = router(&world).await;
        let owner = world.admin(&routes, OperatorRole::Owner).await;
        let body = json!({"by": "email", "value": "Ada@example.com"});
        let found = owner.post("people/find", &body).await.json();
        let pair = |kind: &str, outcome: &str| (kind.to_owned(), outcome.to_owned());
        // Who still has access stays, so does the tenant's address; an open invite goes.
        let expected = [
            pair("member", "stays"),
            pair("invite", "goes"),
            pair("tenant", "stays"),
            pair("audit", "stays"),
        ];
        let known: Vec<_> = outcomes(&found);
        assert!(known.iter().all(|one| expected.contains(one)), "{found}");
        assert!(known.contains(&pair("member", "stays")), "{found}");
        assert!(
            !found.to_string().to_lowercase().contains("ada@example.com"),
            "{found}"
        );
        world
            .tamper("update member set disabled_at = created_at")
            .await;
        world
            .tamper("update tenant set email = 'else@example.com'")
            .await;
        let exported = owner.post("people/export", &body).await.json();
        assert_eq!(exported["records"][0]["data"]["email"], "ada@example.com");
        let erased = owner.post("people/erase", &body).await.json();
        assert!(
            outcomes(&erased).contains(&pair("member", "erased")),
            "{erased}"
        );
        let left = world.store.read(Emails).await.unwrap();
        assert!(left.iter().all(|one| !one.contains("ada@")), "{left:?}");
        let again = owner.post("people/find", &body).await.json();
        assert!(
            outcomes(&again).iter().all(|(kind, _)| kind == "audit"),
            "{again}"
        );

        let who = Identifier {
            kind: IdentifierKind::Email,
            value: Sensitive::new("ada@example.com".to_owned()),
        };
        let who = Some(index(&world.vault, &who));
        let receipts = world.store.read(ListReceipts { who }).await.unwrap();
        assert_eq!(receipts.len(), 4);
        assert!(
            receipts
                .iter()
                .any(|one| erased["receiptId"] == one.id.as_str())
        );
        let listed = owner.get("people/receipts").await.json();
        assert_eq!(listed["items"].as_array().unwrap().len(), 4);
        assert!(!listed.to_string().contains("ada@"), "{listed}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_owners_ask_and_every_question_is_in_the_audit_log() {
    for world in worlds().await {
        let routes = router(&world).await;
        let body = json!({"by": "bvn", "value": "22200000001"});
        for role in [
            OperatorRole::Ops,
            OperatorRole::Finance,
            OperatorRole::Support,
        ] {
            let admin = world.admin(&routes, role).await;
            for path in ["people/find", "people/export", "people/erase"] {
                admin.post(path, &body).await.refused(403, "forbidden");
            }
            assert_eq!(admin.get("people/receipts").await.status, 403);
        }
        let owner = world.admin(&routes, OperatorRole::Owner).await;
        owner.post("people/find", &body).await.is(200);
        for (by, value, field) in [
            ("bvn", "2220000000", "value"),
            ("chn", "C-1", "value"),
            ("email", "nobody here", "value"),
            ("name", "nobody here", "by"),
        ] {
            let wrong = owner
                .post("people/find", &json!({"by": by, "value": value}))
                .await;
            let text = wrong.is(422).text;
            assert!(text.contains(field) && !text.contains(value), "{text}");
        }
        let list = "audit?action=people";
        let audit = owner.get(list).await.json();
        let entries = audit["items"].as_array().unwrap();
        let actions: Vec<&str> = entries
            .iter()
            .map(|one| one["action"].as_str().unwrap())
            .collect();
        assert_eq!(actions, ["people.receipt", "people.find"]);
        assert!(!audit.to_string().contains("22200000001"), "{audit}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_who_is_out_goes() {
    for world in worlds().await {
        let (operator, _) = world.operator(OperatorRole::Support).await;
        let routes = router(&world).await;
        let owner = world.admin(&routes, OperatorRole::Owner).await;
        let page = Page::first();
        let all = world
            .store
            .read(ListOperators { page })
            .await
            .unwrap()
            .items;
        let email = all
            .iter()
            .find(|one| one.id == operator)
            .unwrap()
            .email
            .clone();
        let body = json!({"by": "email", "value": email});
        let kept = owner.post("people/erase", &body).await.json();
        assert_eq!(kept["records"][0]["outcome"], "stays", "{kept}");
        let by = world.by();
        world
            .store
            .write(DisableOperator { by, operator })
            .await
            .unwrap();
        let gone = owner.post("people/erase", &body).await.json();
        assert_eq!(gone["records"][0]["outcome"], "erased", "{gone}");
        assert!(!world.store.read(Emails).await.unwrap().contains(&email));
    }
}
