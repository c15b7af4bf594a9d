//! Files that operators brought and whose import nobody has confirmed yet. Their bytes are in the
//! object store; they are forgotten after a day.

use kofa_core::ActorAt;
use kofa_domain::{Error, Ids, Result, Sensitive, Timestamp, codes as common};
use kofa_input::rows::Format;
use kofa_objects::Stored;
use kofa_store::{Op, Row, Tx, Value, Vault};

use crate::held_file::{FileImport, HeldFile, Purpose};

/// How long a file waits to be confirmed, in seconds.
const HELD_SECONDS: i64 = 86_400;
/// Files that wait at once.
const HELD_MAX: i64 = 50;

const COUNT: &str = "select count(*) as n from held_file";
/// Of the same operator, for the same.
const BEFORE: &str = "select id from held_file where brought_by = $1 and purpose = $2 \
     and offer_id = $3 and coalesce(environment, '') = $4 limit $5";
const HOLD: &str = "insert into held_file (id, purpose, environment, offer_id, is_csv, \
     is_replacing, account, file_name, bytes, brought_by, brought_at) \
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
const FIND: &str = "select * from held_file where id = $1";
const OVER: &str = "select id from held_file where brought_at < $1 limit $2";
const FORGET: &str = "delete from held_file where id = $1";

/// The name of a file in the object store.
pub(crate) fn object_name(id: &str) -> String {
    format!("imports/{id}")
}

/// What the account of a statement is sealed for.
pub(crate) fn account_context(id: &str) -> String {
    format!("held-file.account/{id}")
}

/// What is said of a file that is not there any more.
pub(crate) fn gone() -> Error {
    let message = "This file is no longer here: it was imported, deleted, replaced by another \
                   or held for more than a day. Upload it again.";
    Error::new(&common::NOT_FOUND, message)
}

fn held(row: &Row, vault: &Vault) -> Result<HeldFile> {
    let id: String = row.get("id")?;
    let purpose: String = row.get("purpose")?;
    let unknown = || Error::internal("a file is held for an unknown purpose");
    let account: Vec<u8> = row.get("account")?;
    let account = vault.open(&account_context(&id), &account)?;
    let account = String::from_utf8(account.expose().clone()).map_err(Error::internal)?;
    let is_csv: bool = row.get("is_csv")?;
    Ok(HeldFile {
        import: FileImport {
            purpose: Purpose::parse(&purpose).ok_or_else(unknown)?,
            environment: row.get("environment")?,
            offer_id: row.get("offer_id")?,
            format: match is_csv {
                true => Format::Csv,
                false => Format::JsonLines,
            },
            replace: row.get("is_replacing")?,
            account: Sensitive::new(account),
        },
        file_name: row.get("file_name")?,
        bytes: u64::try_from(row.get::<i64>("bytes")?).map_err(Error::internal)?,
        brought_by: row.get("brought_by")?,
        brought_at: row.get("brought_at")?,
        id,
    })
}

async fn end(tx: &mut Tx<'_>, id: &str) -> Result<u64> {
    kofa_objects::forget(tx, &object_name(id)).await?;
    Ok(tx.exec(FORGET, &[id.into()]).await?)
}

/// Holds a file that is in the object store, in the place of one that the same operator brought
/// for the same. Nothing is imported.
///
/// Fails with `forbidden`, and `conflict` if too many wait already.
#[derive(Debug)]
pub struct HoldFile {
    pub by: ActorAt,
    pub file: HeldFile,
    pub object: Stored,
    /// Seals the account.
    pub vault: Vault,
}

impl Op for HoldFile {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let (one, import) = (&self.file, &self.file.import);
        self.by.actor.needs(import.purpose.right())?;
        let environment = import.environment.map_or("", |one| one.as_str());
        let same: [Value<'_>; 5] = [
            one.brought_by.as_str().into(),
            import.purpose.as_str().into(),
            import.offer_id.as_str().into(),
            environment.into(),
            HELD_MAX.into(),
        ];
        for before in tx.rows(BEFORE, &same).await? {
            end(tx, &before.get::<String>("id")?).await?;
        }
        if tx.one(COUNT, &[]).await?.get::<i64>("n")? >= HELD_MAX {
            let message = "Too many files wait to be confirmed. Confirm or delete some first.";
            return Err(Error::new(&common::CONFLICT, message));
        }
        kofa_objects::keep(tx, &self.object, self.by.at).await?;
        let account = import.account.expose().as_bytes();
        let account = self.vault.seal(&account_context(&one.id), account, Ids)?;
        let params: [Value<'_>; 11] = [
            one.id.as_str().into(),
            import.purpose.as_str().into(),
            import.environment.map(|one| one.as_str()).into(),
            import.offer_id.as_str().into(),
            (import.format == Format::Csv).into(),
            import.replace.into(),
            (&account).into(),
            one.file_name.as_str().into(),
            i64::try_from(one.bytes).map_err(Error::internal)?.into(),
            one.brought_by.as_str().into(),
            one.brought_at.into(),
        ];
        Ok(tx.exec_one(HOLD, &params).await?)
    }
}

/// A file that waits to be confirmed, and where it lies.
#[derive(Clone, Debug)]
pub struct FindHeldFile {
    pub id: String,
    /// Opens the account.
    pub vault: Vault,
}

impl Op for FindHeldFile {
    type Out = Option<(HeldFile, Stored)>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let row = tx.opt(FIND, &[self.id.as_str().into()]).await?;
        let object = kofa_objects::find(tx, &object_name(&self.id)).await?;
        match (row, object) {
            (Some(row), Some(object)) => Ok(Some((held(&row, &self.vault)?, object))),
            _ => Ok(None),
        }
    }
}

/// Ends the wait of a file: it is imported by who ends it, or thrown away.
///
/// Fails with `forbidden`, and `not_found` if it ended already.
#[derive(Debug)]
pub struct EndHeldFile {
    pub by: ActorAt,
    pub id: String,
    pub purpose: Purpose,
}

impl Op for EndHeldFile {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        self.by.actor.needs(self.purpose.right())?;
        match end(tx, &self.id).await? {
            1 => Ok(()),
            _ => Err(gone()),
        }
    }
}

/// Forgets some files that nobody confirmed; how many. Repeat until it is none.
#[derive(Clone, Copy, Debug)]
pub struct ForgetHeldFiles {
    pub now: Timestamp,
}

impl Op for ForgetHeldFiles {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let before = self.now.plus_seconds(-HELD_SECONDS);
        let mut forgotten = 0;
        for row in tx.rows(OVER, &[before.into(), HELD_MAX.into()]).await? {
            forgotten += end(tx, &row.get::<String>("id")?).await?;
        }
        Ok(forgotten)
    }
}
