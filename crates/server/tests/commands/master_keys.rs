//! The ring of master keys: no column that depends on it is forgotten, and what no black-box test
//! has rows of comes to a new key as well.

use std::collections::BTreeSet;

use kofa_core::master_keys::{AddMasterKey, AskRotationEnd, ListMasterKeys};
use kofa_core::{Actor, ActorAt};
use kofa_domain::{Clock as _, Environment, Ids, Result, Sensitive, SystemClock, codes};
use kofa_investment::ops::{chn_digest, open_holder_name, seal_holder_name};
use kofa_server::key_ring::{self, KEYED};
use kofa_server::master_key::GivenKey;
use kofa_store::testing::TestDatabase;
use kofa_store::{Contexts, MasterKey, Op, Row, Store, Tx, Value, Vault, key_mark};

/// Columns of bytes that nothing is needed for to be read or found: ids of calls, digests without
/// a key, and the ring itself.
const WITHOUT_KEY: [&str; 19] = [
    "*.batch_id",
    "*.request_id",
    "audit.hash",
    "audit.previous_hash",
    "audit_anchor.hash",
    "call_block.kinds",
    "call_latency.took",
    "idempotency.body",
    "master_key.chain",
    "master_key.mark",
    "master_key_mark.mark",
    "passkey.credential",
    "passkey.public_key",
    "passkey_challenge.challenge",
    "registry_answer.body_sha256",
    "registry_answer.id",
    "registry_document.sha256",
    "registry_document.says",
    "webhook_delivery.job",
];
/// A digest in passing: see `BEGIN_ROUNDS_ANEW`.
const BEGUN_ANEW: [&str; 1] = ["subscription_book.entered_to"];

/// `table.column` of all columns of bytes, from the migrations.
fn columns_of_bytes() -> BTreeSet<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../migrations");
    let mut found = BTreeSet::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "sql") {
            continue;
        }
        let text = std::fs::read_to_string(path).unwrap();
        let mut table = "";
        for line in text.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let column = match words.as_slice() {
                ["create", "table", name, ..] => {
                    table = *name;
                    continue;
                }
                ["alter", "table", name, "add", "column", column, of, ..] => {
                    table = *name;
                    of.starts_with("bytea").then_some(*column)
                }
                [column, of, ..] => of.starts_with("bytea").then_some(*column),
                _ => None,
            };
            found.extend(column.map(|column| format!("{table}.{column}")));
        }
    }
    found
}

#[test]
fn every_column_of_bytes_is_listed_or_needs_no_key() {
    let found = columns_of_bytes();
    assert!(found.len() > 30, "the search for columns finds them");
    let mut listed = BTreeSet::new();
    for one in KEYED {
        let sealed = one.sealed.iter().map(|one| (one.table, one.column));
        let digests = one.digests.iter();
        let digests = digests.flat_map(|one| one.columns.iter().map(move |it| (one.table, *it)));
        listed.extend(
            sealed
                .chain(digests)
                .map(|(table, column)| format!("{table}.{column}")),
        );
    }
    for one in &listed {
        assert!(found.contains(one), "{one} is listed and not there");
    }
    let needs_none = |name: &str| {
        let any = name
            .split_once('.')
            .map(|(_, column)| format!("*.{column}"));
        WITHOUT_KEY.contains(&name)
            || BEGUN_ANEW.contains(&name)
            || any.is_some_and(|any| WITHOUT_KEY.contains(&any.as_str()))
    };
    for name in &found {
        assert!(
            listed.contains(name) != needs_none(name),
            "{name}: a column that is sealed or digested with the vault is listed in the `KEYED` \
             of its crate; list any other here"
        );
    }
}

fn key(byte: u8) -> MasterKey {
    Sensitive::new([byte; 32])
}

fn given(keys: &[u8]) -> Vec<GivenKey> {
    keys.iter().map(|byte| key(*byte).into()).collect()
}

const CHN: [&str; 2] = ["C0000000010", "C0000000029"];
const SUBJECT: [u8; 32] = [5; 32];

/// Rows of before the ring that no demo has: a register, an answer of an upstream, and a round of
/// claims that is half entered.
struct Before(Vault);

impl Op for Before {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        tx.exec(
            "insert into offer (environment, id, name, offer_type, price_kobo, minimum_shares, \
             multiple, shares_on_offer, open_at, close_at, details, seeded) \
             values ('live', 'OFR-1', 'One', 'RIGHTS', 1, 1, 1, 1, 1, 2, '{}', $1)",
            &[false.into()],
        )
        .await?;
        for chn in CHN {
            let digest = chn_digest(&self.0, Environment::Live, chn);
            let name = seal_holder_name(&self.0, "OFR-1", &digest, chn)?;
            let params: [Value<'_>; 2] = [(&digest).into(), (&name).into()];
            let sql = "insert into rights_holder (environment, offer_id, chn_digest, holder_name, \
                shares_held, rights_in, rights_out, imported_at) \
                values ('live', 'OFR-1', $1, $2, 1, 0, 0, 1)";
            tx.exec_one(sql, &params).await?;
        }
        let hex = data_encoding::HEXLOWER.encode(&SUBJECT);
        let context = format!("registry_answer.body/{hex}");
        let body = self.0.seal(&context, b"said", Ids)?;
        let params: [Value<'_>; 3] = [(&[3u8; 16]).into(), (&SUBJECT).into(), (&body).into()];
        let sql = "insert into registry_answer (id, environment, upstream, question, subject, \
            asked_at, status, media_type, outcome, body, body_bytes, body_sha256) \
            values ($1, 'live', 'contract', 'company/rc', $2, 1, 200, '', 'answer', $3, 4, $1)";
        tx.exec_one(sql, &params).await?;
        let half = |byte: u8| [byte; 16];
        tx.exec_one(
            "insert into tenant (id, vendor_id, name, email, status, created_at, changed) \
             values ('ten_1', 'V1', 'One', 'one@example.ng', 'active', 1, 1)",
            &[],
        )
        .await?;
        tx.exec_one(
            "insert into subscription_book (no, environment, tenant_id, offer_id, last_seq, \
             last_at, entered_seq, gathered_seq, entered_to) \
             values (7, 'live', 'ten_1', 'OFR-1', 9, 1, 2, 9, $1)",
            &[(&half(8)).into()],
        )
        .await?;
        let sql = "insert into subscription_claim (offer_book, digest, subscription_no) \
            values (7, $1, 1)";
        tx.exec_one(sql, &[(&half(8)).into()]).await?;
        Ok(())
    }
}

struct Rows(&'static str);

impl Op for Rows {
    type Out = Vec<Row>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<Row>> {
        Ok(tx.rows(self.0, &[]).await?)
    }
}

async fn bytes(store: &Store, sql: &'static str) -> Vec<Vec<u8>> {
    let rows = store.read(Rows(sql)).await.unwrap();
    rows.iter().map(|row| row.get("bytes").unwrap()).collect()
}

/// Takes the data up as a server that is given these keys.
async fn start(store: &Store, keys: &[u8]) -> anyhow::Result<(Vault, bool)> {
    key_ring::take_up(store, &given(keys), SystemClock.now()).await
}

fn by() -> ActorAt {
    ActorAt {
        actor: Actor::Cli,
        at: SystemClock.now(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_that_no_demo_has_come_to_the_new_key() {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        let (old, is_rotating) = start(&store, &[1]).await.unwrap();
        assert!(!is_rotating);
        store.write(Before(old.clone())).await.unwrap();
        assert!(start(&store, &[2]).await.is_err(), "another data's key");

        let mark = key_mark(&key(2));
        let add = || AddMasterKey { by: by(), mark };
        assert_eq!(store.write(add()).await.unwrap(), 2);
        let again = store.write(add()).await.unwrap_err();
        assert_eq!(again.code().name, codes::CONFLICT.name);
        assert!(start(&store, &[1]).await.is_err(), "both keys are needed");
        let still = key_ring::vault_of(&store, &given(&[1, 2])).await.unwrap();
        assert_eq!(still.seals_with(), 1, "a command seals as the server does");
        let (both, is_rotating) = start(&store, &[1, 2]).await.unwrap();
        assert!(is_rotating && both.seals_with() == 2);
        let left = key_ring::left(&store, 2).await.unwrap();
        let left: i64 = left.iter().map(|one| one.values).sum();
        assert_eq!(left, 3);
        // An end that is asked for too early does not come.
        store
            .write(AskRotationEnd { by: by(), id: 2 })
            .await
            .unwrap();
        assert!(start(&store, &[1, 2]).await.unwrap().1);
        let anew = key_ring::reseal(store.clone(), both.clone());
        anew.await;
        assert!(key_ring::left(&store, 2).await.unwrap().is_empty());

        let (_, is_rotating) = start(&store, &[1, 2]).await.unwrap();
        assert!(!is_rotating);
        let early = store.write(AskRotationEnd { by: by(), id: 2 }).await;
        assert!(early.is_err(), "it has ended");
        assert!(
            start(&store, &[1]).await.is_err(),
            "the old key is nothing any more"
        );
        let (new, _) = start(&store, &[2]).await.unwrap();
        check(&store, &old, &new).await;
        let ring = store.read(ListMasterKeys).await.unwrap();
        assert!(ring.0[0].chain.is_none() && ring.0[1].chain.is_some());
    }
}

async fn check(store: &Store, old: &Vault, new: &Vault) {
    let sql = "select chn_digest as bytes from rights_holder";
    let digests: BTreeSet<Vec<u8>> = bytes(store, sql).await.into_iter().collect();
    let expected = CHN.map(|chn| chn_digest(new, Environment::Live, chn));
    let told: BTreeSet<Vec<u8>> = expected.iter().map(|one| one.to_vec()).collect();
    assert_eq!(digests, told);
    for (chn, digest) in CHN.iter().zip(&expected) {
        assert_ne!(*digest, chn_digest(old, Environment::Live, chn));
        let sealed = bytes(store, "select holder_name as bytes from rights_holder").await;
        let opened = sealed.iter().filter_map(|sealed| {
            let name = open_holder_name(new, "OFR-1", digest, sealed).ok()?;
            Some(name.expose().clone())
        });
        assert_eq!(opened.collect::<Vec<_>>(), [*chn]);
        assert!(sealed.iter().all(|sealed| {
            let old_digest = chn_digest(old, Environment::Live, chn);
            open_holder_name(old, "OFR-1", &old_digest, sealed).is_err()
        }));
    }
    let body = bytes(store, "select body as bytes from registry_answer").await;
    let context = Contexts::same(format!("registry_answer.body/id/{}", "03".repeat(16)));
    assert_eq!(
        new.open(&context.opens, &body[0]).unwrap().expose(),
        b"said"
    );
    let subject = bytes(store, "select subject as bytes from registry_answer").await;
    assert!(subject[0] != SUBJECT && subject[0].len() == 32);
    let claim = bytes(store, "select digest as bytes from subscription_claim").await;
    assert!(claim[0].len() == 16 && claim[0] != [8_u8; 16]);
    let entered = "select entered_to as bytes from subscription_book \
        where gathered_seq = 2 and entered_seq = 2";
    assert_eq!(bytes(store, entered).await, [Vec::<u8>::new()]);
}
