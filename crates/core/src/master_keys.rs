//! The ring of master keys, as the data knows it: by numbers and marks, never the keys themselves.
//!
//! A rotation to a new key goes in steps, each of them one operation and none of them lost by a
//! crash: the key is added ([`AddMasterKey`]), a server begins to seal with it ([`UseMasterKey`])
//! and seals anew what others sealed, the end is asked for ([`AskRotationEnd`]) and comes
//! ([`EndRotation`]) before the next server serves.

use kofa_domain::{Error, Result, Timestamp, codes};
use kofa_store::{DigestColumn, FIRST_KEY, Op, Relink, Row, Tx, Value, Vault, relink};
use serde_json::json;

use crate::audit::{self, Change};
use crate::{ActorAt, Right};

const LIST: &str = "select id, mark, added_at, used_at, ending_at, ended_at, chain \
     from master_key order by id";
const ADD_FIRST: &str = "insert into master_key (id, mark, added_at, used_at, ended_at) \
     values ($1, $2, $3, $3, $3) on conflict do nothing";
const ADD: &str = "insert into master_key (id, mark, added_at) values ($1, $2, $3)";
const USE: &str = "update master_key set used_at = $2 where id = $1 and used_at is null";
const ASK_END: &str = "update master_key set ending_at = $2 where id = $1 and ended_at is null";
const END: &str = "update master_key set ended_at = $2, chain = $3 \
     where id = $1 and ending_at is not null and ended_at is null";
const FORGET_CHAINS: &str = "update master_key set chain = null where id < $1";
/// The version before this ring compares it, and must not take an old key for the data's.
const MARK: &str = "insert into master_key_mark (one, mark) \
     select 1, mark from master_key where id = $1 \
     on conflict (one) do update set mark = excluded.mark";

/// A master key as the data knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownKey {
    pub id: u8,
    /// [`kofa_store::key_mark`]
    pub mark: [u8; 32],
    /// 0 where it is not known.
    pub added_at: Timestamp,
    /// Since when a server seals with it.
    pub used_at: Option<Timestamp>,
    /// When the end of the rotation to it was asked for.
    pub ending_at: Option<Timestamp>,
    /// Since when the keys before it open nothing.
    pub ended_at: Option<Timestamp>,
    /// See [`kofa_store::DigestChain`].
    pub chain: Option<Vec<u8>>,
}

impl KnownKey {
    fn from_row(row: &Row) -> Result<Self> {
        let id: i64 = row.get("id")?;
        let mark: Vec<u8> = row.get("mark")?;
        let mark = mark.try_into();
        Ok(Self {
            id: u8::try_from(id).map_err(Error::internal)?,
            mark: mark.map_err(|_| Error::internal("a mark of another length"))?,
            added_at: row.get("added_at")?,
            used_at: row.get("used_at")?,
            ending_at: row.get("ending_at")?,
            ended_at: row.get("ended_at")?,
            chain: row.get("chain")?,
        })
    }
}

/// The ring, the oldest key first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownRing(pub Vec<KnownKey>);

impl KnownRing {
    /// The newest key whose rotation has ended: it has the keys of digests.
    pub fn holds_digests(&self) -> Option<&KnownKey> {
        self.0.iter().rev().find(|key| key.ended_at.is_some())
    }

    /// The key that seals.
    pub fn seals(&self) -> Option<&KnownKey> {
        self.0.iter().rev().find(|key| key.used_at.is_some())
    }

    /// The key that a rotation goes to, while one is under way.
    pub fn coming(&self) -> Option<&KnownKey> {
        self.0.last().filter(|key| key.ended_at.is_none())
    }

    /// The keys that may open something: all from the newest whose rotation has ended.
    pub fn open(&self) -> impl Iterator<Item = &KnownKey> {
        let first = self.holds_digests().map_or(0, |key| key.id);
        self.0.iter().filter(move |key| key.id >= first)
    }
}

/// The ring. It is empty until a server first serves the data.
#[derive(Debug)]
pub struct ListMasterKeys;

impl Op for ListMasterKeys {
    type Out = KnownRing;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<KnownRing> {
        list(tx).await
    }
}

async fn list(tx: &mut Tx<'_>) -> Result<KnownRing> {
    let rows = tx.rows(LIST, &[]).await?;
    let keys = rows.iter().map(KnownKey::from_row);
    Ok(KnownRing(keys.collect::<Result<_>>()?))
}

/// Makes a key the first of data that has none; the ring then.
#[derive(Debug)]
pub struct AddFirstMasterKey {
    pub mark: [u8; 32],
    pub at: Timestamp,
}

impl Op for AddFirstMasterKey {
    type Out = KnownRing;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<KnownRing> {
        let ring = list(tx).await?;
        if !ring.0.is_empty() {
            return Ok(ring);
        }
        let id = i64::from(FIRST_KEY);
        let params: [Value<'_>; 3] = [id.into(), (&self.mark).into(), self.at.into()];
        tx.exec(ADD_FIRST, &params).await?;
        tx.exec(MARK, &[id.into()]).await?;
        list(tx).await
    }
}

fn conflict(message: &'static str) -> Error {
    Error::new(&codes::CONFLICT, message)
}

async fn note(
    tx: &mut Tx<'_>,
    by: &ActorAt,
    action: &'static str,
    id: u8,
    details: serde_json::Value,
) -> Result<()> {
    let change = Change {
        by,
        action,
        subject: &format!("master-key:{id}"),
        tenant: None,
        details,
    };
    audit::append(tx, change).await
}

/// Begins a rotation: adds a key, which seals from the next start of a server on. Its number.
#[derive(Debug)]
pub struct AddMasterKey {
    pub by: ActorAt,
    pub mark: [u8; 32],
}

impl Op for AddMasterKey {
    type Out = u8;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u8> {
        self.by.actor.needs(Right::Operators)?;
        let ring = list(tx).await?;
        let Some(last) = ring.0.last() else {
            return Err(conflict("No server has served the data yet."));
        };
        if last.ended_at.is_none() {
            return Err(conflict("A rotation is under way. End it first."));
        }
        if ring.0.iter().any(|key| key.mark == self.mark) {
            return Err(conflict(
                "The key has been the data's before. Make a new one.",
            ));
        }
        let id = last.id.checked_add(1);
        let id = id.ok_or_else(|| conflict("There are numbers for 255 master keys."))?;
        let params: [Value<'_>; 3] = [i64::from(id).into(), (&self.mark).into(), self.by.at.into()];
        tx.exec_one(ADD, &params).await?;
        note(tx, &self.by, "master_key.add", id, json!({})).await?;
        Ok(id)
    }
}

/// Notes that a server seals with the newest key from now on; the ring then.
#[derive(Debug)]
pub struct UseMasterKey {
    pub id: u8,
    pub at: Timestamp,
}

impl Op for UseMasterKey {
    type Out = KnownRing;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<KnownRing> {
        tx.exec(USE, &[i64::from(self.id).into(), self.at.into()])
            .await?;
        list(tx).await
    }
}

/// Asks for the end of the rotation to a key. That nothing is sealed with another is for the
/// caller to see.
#[derive(Debug)]
pub struct AskRotationEnd {
    pub by: ActorAt,
    pub id: u8,
}

impl Op for AskRotationEnd {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        self.by.actor.needs(Right::Operators)?;
        let params = [i64::from(self.id).into(), self.by.at.into()];
        if tx.exec(ASK_END, &params).await? == 0 {
            return Err(conflict("No rotation to this key is under way."));
        }
        note(tx, &self.by, "master_key.finish", self.id, json!({})).await
    }
}

/// Ends the rotation to a key: gives every stored digest the key's link, and keeps the keys of
/// digests under it. Before anybody is served; how many rows have digests.
#[derive(Debug)]
pub struct EndRotation {
    pub id: u8,
    pub at: Timestamp,
    pub link: Relink,
    /// The chain with the link, sealed under the key.
    pub chain: Vec<u8>,
    /// Whose newest key is the one.
    pub vault: Vault,
    pub digests: Vec<&'static DigestColumn>,
}

impl Op for EndRotation {
    type Out = u64;
    const IS_LONG: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let id = i64::from(self.id);
        let params: [Value<'_>; 3] = [id.into(), self.at.into(), (&self.chain).into()];
        tx.exec_one(END, &params).await?;
        tx.exec(FORGET_CHAINS, &[id.into()]).await?;
        tx.exec(MARK, &[id.into()]).await?;
        let mut rows = 0;
        for column in &self.digests {
            rows += relink(tx, column, &self.link, &self.vault).await?;
        }
        Ok(rows)
    }
}
