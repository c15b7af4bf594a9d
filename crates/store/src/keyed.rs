//! The columns that depend on the master key, and how they come to another one: what is sealed is
//! sealed anew in pieces while the data is served, digests get the newer key's link in one
//! transaction, before anybody is served.
//!
//! Each crate lists its columns in its `KEYED`; a test of the binary compares all of them with the
//! schema.

use kofa_domain::{Error, Ids, Result};

use crate::vault::{Contexts, HEAD_BYTES, Relink, Vault};
use crate::{Column, Op, Row, Store, Tx, Type, Value};

/// Rows of digests read at a time.
const READ_AT_ONCE: i64 = 5_000;

/// The columns of a crate that depend on the master key.
#[derive(Debug)]
pub struct KeyedColumns {
    pub sealed: &'static [SealedColumn],
    pub digests: &'static [DigestColumn],
}

/// A column of what [`Vault::seal`] made. It may be null.
#[derive(Debug)]
pub struct SealedColumn {
    pub table: &'static str,
    pub column: &'static str,
    /// The primary key of the table.
    pub key: &'static [Column],
    /// What else `contexts` needs, as expressions over `t`, the table, and what `join` adds.
    pub also: &'static str,
    /// Further tables, such as `join poa_job j on j.request_id = t.request_id`.
    pub join: &'static str,
    /// Rows of a piece: few where values are large.
    pub rows: i64,
    /// What the value of a row may be sealed with.
    pub contexts: fn(&Row) -> Result<Vec<Contexts>>,
}

/// Columns of digests of one length, which stand one after the other where a column has several.
/// A column may be null.
#[derive(Debug)]
pub struct DigestColumn {
    pub table: &'static str,
    pub columns: &'static [&'static str],
    /// What tells the rows apart; it may be one of `columns`.
    pub key: &'static [Column],
    /// Bytes of a digest: 32, or 16.
    pub length: usize,
    /// A sealed column whose context has the digest of the only column in it.
    pub bound: Option<Bound>,
    /// A statement to be run afterwards; `$1` is no bytes.
    pub then: Option<&'static str>,
}

/// A sealed column whose context has a digest in it.
#[derive(Debug)]
pub struct Bound {
    pub column: &'static str,
    /// The context, from the key's columns and the digest.
    pub context: fn(&Row, &[u8]) -> Result<String>,
}

/// What became of a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resealed {
    pub changed: u64,
    /// Rows that no key and context opened: they are as they were.
    pub refused: u64,
}

/// First bytes of what the key `id` seals: from the one to before the other.
fn range(id: u8) -> [Vec<u8>; 2] {
    [vec![id], vec![id.saturating_add(1)]]
}

fn names(key: &[Column], before: &str) -> String {
    let named: Vec<String> = key
        .iter()
        .map(|(name, _)| format!("{before}{name}"))
        .collect();
    named.join(", ")
}

/// `$from, …`, one for each column of a key.
fn places(key: &[Column], from: usize) -> String {
    let places: Vec<String> = (from..from + key.len()).map(|n| format!("${n}")).collect();
    places.join(", ")
}

/// `a = $from and …`
fn equal(key: &[Column], from: usize) -> String {
    let each = key.iter().enumerate();
    let equal: Vec<String> = each
        .map(|(at, (name, _))| format!("{name} = ${}", from + at))
        .collect();
    equal.join(" and ")
}

/// A key before all others.
fn least(key: &[Column]) -> Vec<Value<'static>> {
    let least = |(_, of): &Column| match of {
        Type::Int => Value::Int(i64::MIN),
        Type::Text => Value::Text("".into()),
        Type::Bytes => Value::Bytes(Vec::new().into()),
        Type::Bool => Value::Bool(false),
    };
    key.iter().map(least).collect()
}

fn key_of(row: &Row, key: &[Column]) -> Result<Vec<Value<'static>>> {
    let value = |(name, of): &Column| -> Result<Value<'static>> {
        Ok(match of {
            Type::Int => Value::Int(row.get(name)?),
            Type::Text => Value::from(row.get::<String>(name)?),
            Type::Bytes => Value::from(row.get::<Vec<u8>>(name)?),
            Type::Bool => Value::Bool(row.get(name)?),
        })
    };
    key.iter().map(value).collect()
}

/// The statements are made of the words of a list that stands in the code, once for each run
/// over a column, and never of what anybody sent.
impl SealedColumn {
    fn find(&self) -> &'static str {
        let Self { table, column, .. } = self;
        let (keys, last) = (names(self.key, "t."), self.key.len() + 3);
        let also = match self.also {
            "" => String::new(),
            also => format!("{also}, "),
        };
        let (join, after) = (self.join, places(self.key, 3));
        let sql = format!(
            "select {keys}, {also}t.{column} as sealed from {table} t {join} \
             where ({keys}) > ({after}) and t.{column} is not null \
             and (t.{column} < $1 or t.{column} >= $2) order by {keys} limit ${last}"
        );
        sql.leak()
    }

    fn replace(&self) -> &'static str {
        let Self { table, column, .. } = self;
        let of = equal(self.key, 3);
        let sql = format!(
            "update {table} set {column} = $1 \
             where substr({column}, 1, {HEAD_BYTES}) = $2 and {of}"
        );
        sql.leak()
    }

    fn count(&self) -> &'static str {
        let Self { table, column, .. } = self;
        let sql = format!(
            "select count(*) as n from {table} where {column} is not null \
             and ({column} < $1 or {column} >= $2)"
        );
        sql.leak()
    }
}

/// How many values of a column other keys than the key `id` sealed.
#[derive(Debug)]
pub struct CountSealed {
    sql: &'static str,
    id: u8,
}

impl CountSealed {
    pub fn by_others(column: &SealedColumn, id: u8) -> Self {
        let sql = column.count();
        Self { sql, id }
    }
}

impl Op for CountSealed {
    type Out = i64;
    const IS_LONG: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        let params = range(self.id).map(Value::from);
        Ok(tx.one(self.sql, &params).await?.get("n")?)
    }
}

/// A piece of what other keys sealed, in the order of the table's key.
struct FindSealed {
    sql: &'static str,
    id: u8,
    after: Vec<Value<'static>>,
    limit: i64,
}

impl Op for FindSealed {
    type Out = Vec<Row>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<Row>> {
        let mut params: Vec<Value<'_>> = range(self.id).map(Value::from).into();
        params.extend(self.after.iter().cloned());
        params.push(self.limit.into());
        Ok(tx.rows(self.sql, &params).await?)
    }
}

/// Puts values in the place of those they were, which begin as is said: who changed or removed
/// one since has the last word.
struct ReplaceSealed {
    sql: &'static str,
    rows: Vec<(Vec<Value<'static>>, Vec<u8>, Vec<u8>)>,
}

impl Op for ReplaceSealed {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let mut changed = 0;
        for (key, head, sealed) in &self.rows {
            let mut params: Vec<Value<'_>> = vec![sealed.into(), head.into()];
            params.extend(key.iter().cloned());
            changed += tx.exec(self.sql, &params).await?;
        }
        Ok(changed)
    }
}

impl Store {
    /// Seals anew, with the newest key of `vault`, what others sealed: piece by piece, so that
    /// calls come in between. It may be cut off at any moment, and begun again.
    ///
    /// # Errors
    /// As [`Store::write`]; the pieces before stay changed.
    pub async fn reseal(&self, column: &SealedColumn, vault: &Vault) -> Result<Resealed> {
        let (find, replace) = (column.find(), column.replace());
        let mut after = least(column.key);
        let mut done = Resealed::default();
        loop {
            let piece = FindSealed {
                sql: find,
                id: vault.seals_with(),
                after,
                limit: column.rows,
            };
            let found = self.read(piece).await?;
            let Some(last) = found.last() else {
                return Ok(done);
            };
            after = key_of(last, column.key)?;
            let mut rows = Vec::with_capacity(found.len());
            for row in &found {
                let sealed: Vec<u8> = row.get("sealed")?;
                let contexts = (column.contexts)(row)?;
                match vault.reseal(&contexts, &sealed, Ids) {
                    Ok(anew) => {
                        let head = sealed.into_iter().take(HEAD_BYTES).collect();
                        rows.push((key_of(row, column.key)?, head, anew));
                    }
                    Err(_) => done.refused += 1,
                }
            }
            done.changed += self
                .write_piece(ReplaceSealed { sql: replace, rows })
                .await?;
        }
    }
}

/// Carries the digests of `of` over to a newer master key, as part of another operation: all of
/// them are read before the first is written. How many rows those were.
///
/// # Errors
/// As the store's, or if what is bound to a digest does not open with `vault`.
pub async fn relink(
    tx: &mut Tx<'_>,
    of: &DigestColumn,
    relink: &Relink,
    vault: &Vault,
) -> Result<u64> {
    let found = all(tx, of).await?;
    let sets = of
        .columns
        .iter()
        .chain(of.bound.iter().map(|one| &one.column));
    let sets: Vec<String> = (1..)
        .zip(sets)
        .map(|(at, name)| format!("{name} = ${at}"))
        .collect();
    let (set, table) = (sets.join(", "), of.table);
    let which = equal(of.key, sets.len() + 1);
    let sql: &'static str = format!("update {table} set {set} where {which}").leak();
    for row in &found {
        let mut params = Vec::with_capacity(sets.len() + of.key.len());
        for column in of.columns {
            let digests: Option<Vec<u8>> = row.get(column)?;
            let next = digests.map(|digests| relink.next(&digests, of.length));
            params.push(Value::from(next));
        }
        if let Some(bound) = &of.bound {
            let before: Vec<u8> = row.get(of.columns[0])?;
            let after = relink.next(&before, of.length);
            let plain = vault.open(
                &(bound.context)(row, &before)?,
                &row.get::<Vec<u8>>(bound.column)?,
            )?;
            let context = (bound.context)(row, &after)?;
            params.push(vault.seal(&context, plain.expose(), Ids)?.into());
        }
        params.extend(key_of(row, of.key)?);
        tx.exec_one(sql, &params).await?;
    }
    if let Some(then) = of.then {
        tx.exec(then, &[Value::from(Vec::new())]).await?;
    }
    u64::try_from(found.len()).map_err(Error::internal)
}

/// All rows with a digest.
async fn all(tx: &mut Tx<'_>, of: &DigestColumn) -> Result<Vec<Row>> {
    let (keys, table) = (names(of.key, ""), of.table);
    let is_key = |column: &str| of.key.iter().any(|(name, _)| *name == column);
    let others = of
        .columns
        .iter()
        .chain(of.bound.iter().map(|one| &one.column));
    let others = others.filter(|column| !is_key(column));
    let wanted: String = others.map(|column| format!(", {column}")).collect();
    let (after, last) = (places(of.key, 1), of.key.len() + 1);
    let any: Vec<String> = of
        .columns
        .iter()
        .map(|column| format!("{column} is not null"))
        .collect();
    let any = any.join(" or ");
    let sql: &'static str = format!(
        "select {keys}{wanted} from {table} where ({keys}) > ({after}) and ({any}) \
         order by {keys} limit ${last}"
    )
    .leak();
    let mut found: Vec<Row> = Vec::new();
    let mut from = least(of.key);
    loop {
        from.push(READ_AT_ONCE.into());
        let rows = tx.rows(sql, &from).await?;
        let Some(last) = rows.last() else {
            return Ok(found);
        };
        from = key_of(last, of.key)?;
        found.extend(rows);
    }
}
