//! Receipts of what was done with a person's data: what was found, given out or erased, what
//! stayed and why. They hold no data, and a blind index of whom they are about.

use kofa_domain::{Result, Timestamp};
use kofa_store::{DigestColumn, KeyedColumns, Op, Row, Tx, Type, Value, Vault};
use serde_json::json;

use super::audit::{self, Change};
use super::people::{Identifier, IdentifierKind};
use super::{ActorAt, Right};

const INSERT: &str = "insert into people_receipt (id, at, actor, action, identifier, who, records) \
     values ($1, $2, $3, $4, $5, $6, $7)";
const OF_PERSON: &str = "select id, at, actor, action, identifier, records from people_receipt \
     where who = $1 order by at desc, id desc limit $2";
const NEWEST: &str = "select id, at, actor, action, identifier, records from people_receipt \
     order by at desc, id desc limit $1";
/// Receipts that are listed.
const LISTED_MAX: i64 = 200;

/// Columns that are digested.
pub const KEYED: KeyedColumns = KeyedColumns {
    sealed: &[],
    digests: &[DigestColumn {
        table: "people_receipt",
        columns: &["who"],
        key: &[("id", Type::Text)],
        length: 32,
        bound: None,
        then: None,
    }],
};

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeopleAction {
    Find,
    Export,
    Erase,
}

impl PeopleAction {
    /// `find`, `export` or `erase`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Find => "find",
            Self::Export => "export",
            Self::Erase => "erase",
        }
    }

    const fn noted(self) -> &'static str {
        match self {
            Self::Find => "people.find",
            Self::Export => "people.export",
            Self::Erase => "people.erase",
        }
    }
}

/// The blind index by which receipts of a person are found again.
pub fn index(vault: &Vault, who: &Identifier) -> [u8; 32] {
    vault.blind_index(&format!("people/{}", who.kind.as_str()), who.value.expose())
}

/// Notes, before anything is read or erased, that somebody asks; and refuses who may not.
#[derive(Clone, Debug)]
pub struct BeginPeople {
    pub by: ActorAt,
    /// Of the receipt to come.
    pub id: String,
    pub action: PeopleAction,
    pub identifier: IdentifierKind,
}

impl Op for BeginPeople {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        self.by.actor.needs(Right::Operators)?;
        let change = Change {
            by: &self.by,
            action: self.action.noted(),
            subject: &self.id,
            tenant: None,
            details: json!({"identifier": self.identifier.as_str()}),
        };
        audit::append(tx, change).await
    }
}

/// Keeps a receipt.
#[derive(Clone, Debug)]
pub struct StoreReceipt {
    pub by: ActorAt,
    pub id: String,
    pub action: PeopleAction,
    pub identifier: IdentifierKind,
    /// See [`index`].
    pub who: [u8; 32],
    /// The records without their data, as JSON.
    pub records: serde_json::Value,
    /// How many of them went, and how many stayed.
    pub counts: (usize, usize),
}

impl Op for StoreReceipt {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        self.by.actor.needs(Right::Operators)?;
        let (actor, records) = (self.by.actor.to_string(), self.records.to_string());
        let params: [Value<'_>; 7] = [
            (&self.id).into(),
            self.by.at.into(),
            (&actor).into(),
            self.action.as_str().into(),
            self.identifier.as_str().into(),
            (&self.who).into(),
            (&records).into(),
        ];
        tx.exec_one(INSERT, &params).await?;
        let (gone, stayed) = self.counts;
        let change = Change {
            by: &self.by,
            action: "people.receipt",
            subject: &self.id,
            tenant: None,
            details: json!({
                "action": self.action.as_str(), "identifier": self.identifier.as_str(),
                "records": gone + stayed, "stay": stayed,
            }),
        };
        audit::append(tx, change).await
    }
}

/// A receipt.
#[derive(Clone, Debug)]
pub struct Receipt {
    pub id: String,
    pub at: Timestamp,
    pub actor: String,
    /// `find`, `export` or `erase`.
    pub action: String,
    /// `bvn`, `nin`, `chn` or `email`.
    pub identifier: String,
    /// A JSON list.
    pub records: String,
}

/// The newest receipts, of one person or of all.
#[derive(Clone, Copy, Debug)]
pub struct ListReceipts {
    pub who: Option<[u8; 32]>,
}

impl Op for ListReceipts {
    type Out = Vec<Receipt>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let rows = match &self.who {
            Some(who) => tx.rows(OF_PERSON, &[who.into(), LISTED_MAX.into()]).await?,
            None => tx.rows(NEWEST, &[LISTED_MAX.into()]).await?,
        };
        let one = |row: &Row| {
            Ok(Receipt {
                id: row.get("id")?,
                at: row.get("at")?,
                actor: row.get("actor")?,
                action: row.get("action")?,
                identifier: row.get("identifier")?,
                records: row.get("records")?,
            })
        };
        rows.iter().map(one).collect()
    }
}
