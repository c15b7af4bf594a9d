//! What is held of an applicant is found, given out and erased, and then it is nowhere.

use std::sync::Arc;

use kofa_admin_api::router;
use kofa_core::OperatorRole;
use kofa_core::people::People;
use kofa_core::retention::{RetentionKind, RetentionScope};
use kofa_domain::{Clock as _, Environment, Result};
use kofa_investment::ops::{chn_digest, seal_holder_name};
use kofa_investment::people::{APPLICANTS, HOLDERS, retention};
use kofa_store::{Dialect, Op, Tx, Value as Stored};
use kofa_testkit::AdminClient;
use serde_json::{Value, json};

use crate::subscribe::with;
use crate::sweeping::{Count, Exec};
use crate::world::{World, both};

/// Every row of every table, as text.
struct Dump;

impl Op for Dump {
    type Out = Vec<String>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<String>> {
        let names = match tx.dialect() {
            Dialect::Sqlite => {
                "select name from sqlite_master where type = 'table' \
                and name not like 'sqlite_%'"
            }
            Dialect::Postgres => {
                "select tablename as name from pg_tables where schemaname = current_schema()"
            }
        };
        let mut all = Vec::new();
        for row in tx.rows(names, &[]).await? {
            let sql = format!("select * from \"{}\"", row.get::<String>("name")?).leak();
            let rows = tx.rows(sql, &[]).await?;
            all.extend(rows.iter().map(|row| format!("{row:?}")));
        }
        assert!(all.len() > 50, "the tables were read");
        Ok(all)
    }
}

/// The sealed applicants, the first application's first.
struct Applicants;

impl Op for Applicants {
    type Out = Vec<Vec<u8>>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let rows = tx
            .rows("select applicant from subscription order by no", &[])
            .await?;
        rows.iter().map(|row| Ok(row.get("applicant")?)).collect()
    }
}

impl World {
    async fn owner(&self) -> AdminClient {
        let mut state = self.admin_state().await;
        state.parts.insert(People {
            kinds: vec![APPLICANTS, HOLDERS].into(),
            paid_kept_days: 1_827,
        });
        let extensions = vec![kofa_investment::admin::extension()];
        self.admin(&router(Arc::new(state), extensions), OperatorRole::Owner)
            .await
    }

    async fn run(&self, sql: &'static str) {
        self.store.write(Exec(sql)).await.unwrap();
    }

    /// All applications end unpaid, and the offer is called off.
    async fn end(&self) {
        self.run("update subscription_state set status = 'expired', payment_status = 'failed'")
            .await;
        self.run("update offer set operator_status = 'cancelled' where id = 'OFR-BAOBAB'")
            .await;
        self.run("delete from outbox").await;
    }

    /// Nothing in the tables, or in any file of SQLite, has one of these.
    async fn has_none_of(&self, these: &[&[u8]]) {
        for line in self.store.read(Dump).await.unwrap() {
            for one in these {
                let bytes = format!("{one:?}");
                let bytes = bytes.trim_matches(['[', ']']);
                let text = String::from_utf8_lossy(one);
                assert!(
                    !line.contains(bytes) && !line.contains(&*text),
                    "it is in {line}"
                );
            }
        }
        if self.store.dialect() == Dialect::Sqlite {
            kofa_store::testing::checkpoint(&self.database.folder().join("kofa.db"));
            let mut read = 0;
            for entry in std::fs::read_dir(self.database.folder()).unwrap() {
                let file = entry.unwrap().path();
                let bytes = std::fs::read(&file).unwrap();
                read += bytes.len();
                for one in these {
                    let found = bytes.windows(one.len()).any(|part| part == *one);
                    assert!(!found, "it is in {}", file.display());
                }
            }
            assert!(read > 50_000, "the files were read");
        }
    }
}

fn outcomes(report: &Value) -> Vec<&str> {
    let records = report["records"].as_array().unwrap().iter();
    records
        .map(|one| one["outcome"].as_str().unwrap())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_applicant_is_found_given_out_and_erased() {
    for world in both().await {
        for number in [1, 2] {
            let body = world.body(number);
            world.post("subscribe", &body).await.charged(200, 10_000);
        }
        let owner = world.owner().await;
        let by_bvn = json!({"by": "bvn", "value": "22200000001"});
        let found = owner.post("people/find", &by_bvn).await.json();
        assert_eq!(outcomes(&found), ["stays"], "it is under way");
        assert_eq!(found["records"][0]["environment"], "sandbox");
        assert_eq!(found["records"][0]["data"], Value::Null);
        let kept = owner.post("people/erase", &by_bvn).await.json();
        assert_eq!(outcomes(&kept), ["stays"]);

        world.end().await;
        let by_nin = json!({"by": "nin", "value": "815 0000 0001"});
        assert_eq!(
            owner.post("people/find", &by_nin).await.json()["records"][0]["outcome"],
            "goes"
        );
        let by_email = json!({"by": "email", "value": "Ngozi.ZZ@example.com"});
        let both = owner.post("people/find", &by_email).await.json();
        assert_eq!(outcomes(&both), ["goes", "goes"]);
        let export = owner.post("people/export", &by_bvn).await.json();
        let applicant = &export["records"][0]["data"]["applicant"];
        assert_eq!(applicant["bvn"], "22200000001");
        assert_eq!(applicant["address"], "12 Quiet Hidden Close, Lekki");
        let checks = &export["records"][0]["data"]["identityChecks"];
        assert_eq!(checks[0]["check"], "bvn");

        let sealed = world.store.read(Applicants).await.unwrap();
        let erased = owner.post("people/erase", &by_bvn).await.json();
        assert_eq!(outcomes(&erased), ["erased"]);
        for body in [&by_bvn, &by_nin] {
            let none = owner.post("people/find", body).await.json();
            assert_eq!(none["records"], json!([]));
        }
        let left = owner.post("people/find", &by_email).await.json();
        assert_eq!(outcomes(&left), ["goes"], "the other stays");
        world
            .has_none_of(&[&sealed[0], b"22200000001", b"81500000001"])
            .await;
        let now = world.store.read(Applicants).await.unwrap();
        assert_eq!(now[1], sealed[1]);
        // The application stays, and says that nobody is in it.
        let id = erased["records"][0]["id"].as_str().unwrap();
        let shown = owner.get(&format!("subscriptions/{id}")).await.json();
        assert_eq!(
            (&shown["investorName"], &shown["numberOfShares"]),
            (&json!("Erased "), &json!(40))
        );
        let list = world.post("transactions", &json!({})).await;
        assert!(list.text.contains("Erased"), "{}", list.text);
        let claims = "select count(*) as n from subscription where length(claims) = 0";
        assert_eq!(world.store.read(Count(claims)).await.unwrap(), 1);
        let checks = "select count(*) as n from subscription \
             where identity_checks is null and length(identity_digests) = 0";
        assert_eq!(world.store.read(Count(checks)).await.unwrap(), 1);
        assert_eq!(shown["identityChecks"], Value::Null);
        let replies = "select count(*) as n from idempotency";
        assert_eq!(world.store.read(Count(replies)).await.unwrap(), 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_applies_with_or_for_another_is_found_too() {
    for world in both().await {
        let other = json!({
            "firstName": "Chidi", "lastName": "Zz-Partner", "dateOfBirth": "1988-11-02",
            "gender": "Male", "phoneNumber": "08057654321", "bvn": "22200000007",
            "nin": "81500000007", "relationship": "Parent", "email": "chidi.zz@example.com",
        });
        for changes in [
            json!({"profileType": "JOINT", "secondApplicant": other}),
            json!({
                "profileType": "MINOR", "dateOfBirth": "2015-01-01", "bvn": null, "nin": null,
                "guardian": other,
            }),
        ] {
            let body = with(world.body(1), changes);
            world.post("subscribe", &body).await.charged(200, 10_000);
        }
        world.end().await;
        let owner = world.owner().await;
        for (by, value) in [
            ("bvn", "22200000007"),
            ("nin", "81500000007"),
            ("email", "chidi.zz@example.com"),
        ] {
            let body = json!({"by": by, "value": value});
            let found = owner.post("people/find", &body).await.json();
            assert_eq!(outcomes(&found), ["goes", "goes"], "{by}");
        }
        let sealed = world.store.read(Applicants).await.unwrap();
        let by_bvn = json!({"by": "bvn", "value": "22200000007"});
        let erased = owner.post("people/erase", &by_bvn).await.json();
        assert_eq!(outcomes(&erased), ["erased", "erased"]);
        world
            .has_none_of(&[&sealed[0], &sealed[1], b"22200000007"])
            .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_paid_is_kept_as_long_as_the_law_says() {
    for world in both().await {
        let body = world.body(1);
        world.post("subscribe", &body).await.charged(200, 10_000);
        world.end().await;
        world
            .run("update subscription_state set status = 'refunded', payment_status = 'refunded'")
            .await;
        let owner = world.owner().await;
        let body = json!({"by": "bvn", "value": "22200000001"});
        let kept = owner.post("people/erase", &body).await.json();
        let reason = kept["records"][0]["reason"].as_str().unwrap();
        assert!(reason.contains("Money Laundering"), "{reason}");
        world.clock.advance_seconds(1_828 * 86_400);
        let gone = owner.post("people/erase", &body).await.json();
        assert_eq!(outcomes(&gone), ["erased"]);
    }
}

/// A holder of the register of an issue that is not allotted yet.
struct Holder {
    digest: [u8; 32],
    name: Vec<u8>,
}

impl Op for Holder {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let sql = "insert into rights_holder (environment, offer_id, chn_digest, holder_name, \
             shares_held, rights_in, rights_out, imported_at) \
             values ('sandbox', 'OFR-BAOBAB', $1, $2, 1000, 0, 0, 1)";
        let params: [Stored<'_>; 2] = [(&self.digest).into(), (&self.name).into()];
        Ok(tx.exec_one(sql, &params).await?)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_holder_is_found_by_chn_and_goes_once_the_issue_is_over() {
    for world in both().await {
        let digest = chn_digest(&world.vault, Environment::Sandbox, "C77889900");
        let name = seal_holder_name(&world.vault, "OFR-BAOBAB", &digest, "Ada Holder").unwrap();
        world
            .store
            .write(Holder {
                digest,
                name: name.clone(),
            })
            .await
            .unwrap();
        let chn = json!({"hasExistingChnDepository": true, "chn": "C77889900"});
        world
            .post("subscribe", &with(world.body(1), chn))
            .await
            .charged(200, 10_000);
        let owner = world.owner().await;
        let body = json!({"by": "chn", "value": "c 7788 9900"});
        let found = owner.post("people/export", &body).await.json();
        assert_eq!(outcomes(&found), ["stays", "stays"], "{found}");
        assert_eq!(found["records"][1]["data"]["holderName"], "Ada Holder");
        world.end().await;
        let gone = owner.post("people/erase", &body).await.json();
        assert_eq!(outcomes(&gone), ["erased", "erased"], "{gone}");
        world.has_none_of(&[&name, b"C77889900"]).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn applicants_of_offers_that_are_over_go_when_their_days_are() {
    for world in both().await {
        for number in [1, 2] {
            let body = world.body(number);
            world.post("subscribe", &body).await.charged(200, 10_000);
        }
        world.end().await;
        let now = world.clock.now();
        world
            .run(
                "update subscription_state set updated_at = 1000, status = 'refunded', \
             payment_status = 'refunded' where subscription_no = \
             (select max(no) from subscription)",
            )
            .await;
        world
            .run("update subscription_state set updated_at = 1000")
            .await;
        world
            .run("update offer set updated_at = 1000 where id = 'OFR-BAOBAB'")
            .await;
        let kind = retention(30);
        let scope = |kind: &RetentionKind, paid_kept_days| RetentionScope {
            store: world.store.clone(),
            vault: world.vault.clone(),
            now,
            before: kind.before(now).unwrap(),
            paid_kept_days,
        };
        // For ever, as far as this test goes: who paid stays.
        let long = 36_500;
        assert_eq!((kind.due)(scope(&kind, long)).await.unwrap().rows, 1);
        assert_eq!((kind.drop)(scope(&kind, long)).await.unwrap(), 1);
        assert_eq!((kind.drop)(scope(&kind, long)).await.unwrap(), 0);
        assert_eq!((kind.drop)(scope(&kind, 1)).await.unwrap(), 1);
        let erased = "select count(*) as n from subscription where erased_at is not null";
        assert_eq!(world.store.read(Count(erased)).await.unwrap(), 2);
    }
}
