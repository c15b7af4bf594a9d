//! The open transaction: the whole driver seam.

use crate::error::DbError;
use crate::postgres::Line;
use crate::value::{Column, Row, Type, Value};
use crate::{postgres, sqlite};

/// Which database is below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    Sqlite,
    Postgres,
}

/// An open transaction. It ends with the operation that got it: committed if the
/// operation returned `Ok`, rolled back otherwise.
pub struct Tx<'a>(pub(crate) Driver<'a>);

pub(crate) enum Driver<'a> {
    Sqlite(&'a mut rusqlite::Connection),
    Postgres(Line<'a>),
}

impl std::fmt::Debug for Tx<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tx({:?})", self.dialect())
    }
}

impl Tx<'_> {
    /// Which database is below, for the few statements that cannot be the same.
    pub fn dialect(&self) -> Dialect {
        match self.0 {
            Driver::Sqlite(_) => Dialect::Sqlite,
            Driver::Postgres(_) => Dialect::Postgres,
        }
    }

    /// All rows of a query. Bound it with `limit`.
    ///
    /// # Errors
    /// [`DbError`] of the statement.
    pub async fn rows(&mut self, sql: &'static str, of: &[Value<'_>]) -> Result<Vec<Row>, DbError> {
        match &mut self.0 {
            Driver::Sqlite(connection) => sqlite::rows(connection, sql, of),
            Driver::Postgres(line) => postgres::rows(line, sql, of).await,
        }
    }

    /// The first row of a query, if any.
    ///
    /// # Errors
    /// [`DbError`] of the statement.
    pub async fn opt(
        &mut self,
        sql: &'static str,
        of: &[Value<'_>],
    ) -> Result<Option<Row>, DbError> {
        Ok(self.rows(sql, of).await?.into_iter().next())
    }

    /// The first row of a query that must have one.
    ///
    /// # Errors
    /// [`DbError`] of the statement, or [`DbError::Wrong`] if there is no row.
    pub async fn one(&mut self, sql: &'static str, of: &[Value<'_>]) -> Result<Row, DbError> {
        self.opt(sql, of)
            .await?
            .ok_or_else(|| DbError::Wrong(format!("a row was expected from: {sql}")))
    }

    /// Runs a statement; the number of rows it touched.
    ///
    /// # Errors
    /// [`DbError`] of the statement.
    pub async fn exec(&mut self, sql: &'static str, of: &[Value<'_>]) -> Result<u64, DbError> {
        match &mut self.0 {
            Driver::Sqlite(connection) => sqlite::exec(connection, sql, of),
            Driver::Postgres(line) => postgres::exec(line, sql, of).await,
        }
    }

    /// Runs a statement that must touch exactly one row.
    ///
    /// # Errors
    /// [`DbError`] of the statement, or [`DbError::Wrong`] if it touched none or several.
    pub async fn exec_one(&mut self, sql: &'static str, of: &[Value<'_>]) -> Result<(), DbError> {
        match self.exec(sql, of).await? {
            1 => Ok(()),
            n => Err(DbError::Wrong(format!(
                "{n} rows touched, one expected, by: {sql}"
            ))),
        }
    }

    /// Inserts many rows: a prepared loop on SQLite, one `unnest` statement on PostgreSQL.
    /// `suffix` ends the statement (`on conflict …`, or empty).
    ///
    /// # Errors
    /// [`DbError`] of the statement.
    pub async fn insert_rows<const N: usize>(
        &mut self,
        table: &'static str,
        columns: &[Column; N],
        suffix: &'static str,
        rows: &[[Value<'_>; N]],
    ) -> Result<u64, DbError> {
        if rows.is_empty() {
            return Ok(0);
        }
        match &mut self.0 {
            Driver::Sqlite(connection) => {
                sqlite::insert_rows(connection, table, columns, suffix, rows.as_flattened())
            }
            Driver::Postgres(line) => {
                postgres::insert_rows(line, table, columns, suffix, rows.as_flattened()).await
            }
        }
    }

    /// The rows that one statement of PostgreSQL answers with over many: its first parameters
    /// are the columns of `rows`, an array each, and `of` are those after them.
    ///
    /// # Errors
    /// [`DbError`] of the statement, or [`DbError::Wrong`] on SQLite, which has no arrays.
    pub async fn rows_over<const N: usize>(
        &mut self,
        sql: &'static str,
        (columns, rows): (&[Column; N], &[[Value<'_>; N]]),
        of: &[Value<'_>],
    ) -> Result<Vec<Row>, DbError> {
        match &mut self.0 {
            Driver::Sqlite(_) => Err(DbError::Wrong(format!("only PostgreSQL has: {sql}"))),
            Driver::Postgres(line) => {
                postgres::rows_over(line, sql, (columns, rows.as_flattened()), of).await
            }
        }
    }

    /// The rows that one statement answers with over many ids: `on_sqlite` finds them in
    /// `json_each($1)`, `on_postgres` in `unnest($1::bigint[])`.
    ///
    /// # Errors
    /// [`DbError`] of the statement.
    pub async fn rows_over_ids(
        &mut self,
        (on_sqlite, on_postgres): (&'static str, &'static str),
        ids: &[i64],
    ) -> Result<Vec<Row>, DbError> {
        const COLUMN: [Column; 1] = [("id", Type::Int)];
        match &mut self.0 {
            Driver::Sqlite(connection) => {
                let ids: Vec<String> = ids.iter().map(i64::to_string).collect();
                let list = format!("[{}]", ids.join(","));
                sqlite::rows(connection, on_sqlite, &[list.into()])
            }
            Driver::Postgres(line) => {
                let ids: Vec<Value<'_>> = ids.iter().map(|id| (*id).into()).collect();
                postgres::rows_over(line, on_postgres, (&COLUMN, &ids), &[]).await
            }
        }
    }
}
