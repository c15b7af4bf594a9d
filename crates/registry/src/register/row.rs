//! A row of the register's companies.

use kofa_domain::{Environment, Result};
use kofa_store::{Row, Tx};

use crate::company::Company;
use crate::record::Record;
use crate::register::keys::{Entity, entity_of, keys_of};
use crate::rules::RegistrationStatus;

const BY_KEYS: &str = "select entity_id, company_name, company_type, registration_status, \
     registered_address, registration_date, line_of_business, line_of_business_codes, city, \
     lga, state, email, imported_at from company where entity_id between $1 and $2 \
     order by entity_id";

/// The company with that key.
pub(crate) async fn company(tx: &mut Tx<'_>, key: i64) -> Result<Option<Record>> {
    Ok(companies(tx, (key, key)).await?.pop())
}

/// Companies from the first key to the last.
pub(crate) async fn companies(tx: &mut Tx<'_>, (first, last): (i64, i64)) -> Result<Vec<Record>> {
    let rows = tx.rows(BY_KEYS, &[first.into(), last.into()]).await?;
    rows.iter().map(company_of).collect()
}

// Without a limit PostgreSQL expects the two-hundredth part of the register under each number.
const UNDER: (&str, &str) = (
    "select c.* from json_each($1) k join company c \
     on c.entity_id between k.value and k.value + 7 order by c.entity_id",
    "select c.* from unnest($1::bigint[]) as k (first) cross join lateral (select * from company \
     where entity_id between k.first and k.first + 7 order by entity_id limit 8) c",
);

/// The companies under the numbers with these first keys, each with its key; those of a number in
/// their order.
pub(super) async fn companies_under(
    tx: &mut Tx<'_>,
    first_keys: &[i64],
) -> Result<Vec<(i64, Record)>> {
    let rows = tx.rows_over_ids(UNDER, first_keys).await?;
    let of = |row: &Row| Ok((row.get("entity_id")?, company_of(row)?));
    rows.iter().map(of).collect()
}

const OF_KEYS: (&str, &str) = (
    "select c.* from json_each($1) k join company c on c.entity_id = k.value",
    "select c.* from unnest($1::bigint[]) as k (id) join company c on c.entity_id = k.id",
);

/// The companies with these keys, in any order.
pub(super) async fn companies_of(tx: &mut Tx<'_>, keys: &[i64]) -> Result<Vec<Record>> {
    let rows = tx.rows_over_ids(OF_KEYS, keys).await?;
    rows.iter().map(company_of).collect()
}

/// A row of `company`, all columns.
fn company_of(row: &Row) -> Result<Record> {
    let word = |column: &str| -> Result<String> { Ok(row.get(column)?) };
    let optional = |column: &str| -> Result<Option<String>> { Ok(row.get(column)?) };
    let wrong = |column: &str| kofa_domain::Error::internal(format!("company.{column}"));
    let entity = entity_of(row.get("entity_id")?).ok_or_else(|| wrong("entity_id"))?;
    Ok(Record {
        company: Company {
            rc_number: entity.rc_number,
            entity_type: entity.entity_type,
            company_name: word("company_name")?,
            company_type: word("company_type")?,
            registration_status: RegistrationStatus::parse(&word("registration_status")?)
                .ok_or_else(|| wrong("registration_status"))?,
            registered_address: word("registered_address")?,
            registration_date: optional("registration_date")?,
            line_of_business: optional("line_of_business")?,
            line_of_business_codes: optional("line_of_business_codes")?,
            city: optional("city")?,
            lga: optional("lga")?,
            state: optional("state")?,
            email: optional("email")?,
        },
        retrieved_at: row.get("imported_at")?,
        cached: true,
        stale: false,
    })
}

/// Whether a table of the register has any row of an environment; `sql` asks between two keys.
pub(super) async fn holds(
    tx: &mut Tx<'_>,
    sql: &'static str,
    environment: Environment,
) -> Result<bool> {
    let (before, after) = keys_of(environment);
    let one = tx.opt(sql, &[before.into(), after.into()]).await?;
    Ok(one.is_some())
}

/// Removes the rows of entities, by their keys; how many there were.
pub(super) async fn remove_each(
    tx: &mut Tx<'_>,
    sql: &'static str,
    environment: Environment,
    entities: &[Entity],
) -> Result<u64> {
    let mut removed = 0;
    for entity in entities {
        removed += tx.exec(sql, &[entity.key(environment).into()]).await?;
    }
    Ok(removed)
}
