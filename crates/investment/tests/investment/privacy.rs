//! Personal data does not lie open anywhere.

use kofa_domain::{Error, Result};
use kofa_store::testing::TestDatabase;
use kofa_store::{Dialect, Op, Tx};
use serde_json::json;

use crate::subscribe::with;
use crate::world::World;

/// Every text and byte of the product's tables.
struct Dump;

impl Op for Dump {
    type Out = Vec<String>;
    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<String>> {
        let mut all = Vec::new();
        for sql in [
            "select * from subscription",
            "select * from subscription_claim",
            "select * from request_log",
            "select * from idempotency",
        ] {
            let rows = tx.rows(sql, &[]).await.map_err(Error::from)?;
            all.extend(rows.iter().map(|row| format!("{row:?}")));
        }
        Ok(all)
    }
}

const SECRETS: [&str; 9] = [
    "22200000001",
    "81500000001",
    "0000014579",
    "8031239876",
    "8057654321",
    "C77889900",
    "Zubairu-Test",
    "Quiet Hidden Close",
    "Kinsman",
];

#[tokio::test]
async fn nothing_personal_is_stored_in_the_open() {
    for dialect in [Dialect::Sqlite, Dialect::Postgres] {
        let world = World::on(TestDatabase::new(dialect).await).await;
        let body = with(
            world.body(1),
            json!({"hasExistingChnDepository": true, "chn": "C77889900"}),
        );
        let mut first = world.request("subscribe", &body);
        let key = http::HeaderValue::from_static("k1");
        first.headers_mut().insert("idempotency-key", key);
        world.send(first).await.charged(200, 10_000);
        world
            .post("subscribe", &body)
            .await
            .refused(409, "duplicate_subscription");
        for line in world.store.read(Dump).await.unwrap() {
            for secret in SECRETS {
                assert!(!line.contains(secret), "{secret} in {line}");
                let bytes = format!("{:?}", secret.as_bytes());
                let bytes = bytes.trim_matches(['[', ']']).to_owned();
                assert!(!line.contains(&bytes), "{secret} as bytes");
            }
        }
        if dialect == Dialect::Sqlite {
            check_files(world.database.folder());
        }
        let list = world.post("transactions", &json!({})).await.json();
        let name = &list["data"]["transactions"][0]["subscription"]["investorName"];
        assert_eq!(name, "Ngozi Zubairu-Test");
    }
}

fn check_files(folder: &std::path::Path) {
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        seen += bytes.len();
        for secret in SECRETS {
            let found = bytes
                .windows(secret.len())
                .any(|part| part == secret.as_bytes());
            assert!(!found, "{secret} is in a file");
        }
    }
    assert!(seen > 50_000, "the files were read");
}
