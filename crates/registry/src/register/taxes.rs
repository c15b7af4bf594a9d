//! Tax numbers of the local register's entities.

use kofa_domain::{Environment, Error, Result, Timestamp};
use kofa_store::{Column, File, Op, Row, Tx, Type, Value};

use crate::record::Record;
use crate::register::keys::{Entity, keys_of};
use crate::register::row::{company, holds, remove_each};
use crate::tin::{TaxNumbers, Tin};

/// Entities told of one number. Only a placeholder is shared by more.
const SHARED_MAX: i64 = 20;

const COLUMNS: [Column; 6] = [
    ("entity_id", Type::Int),
    ("tin", Type::Text),
    ("previous_tin", Type::Text),
    ("taxpayer_name", Type::Text),
    ("tax_office", Type::Text),
    ("imported_at", Type::Int),
];

const REPLACE: &str = "on conflict (entity_id) do update set tin = excluded.tin, \
     previous_tin = excluded.previous_tin, taxpayer_name = excluded.taxpayer_name, \
     tax_office = excluded.tax_office, imported_at = excluded.imported_at";

/// Stores tax numbers; those of an entity that has some are replaced whole. No two may be of
/// the same entity.
#[derive(Debug)]
pub struct PutTaxNumbers {
    pub environment: Environment,
    /// Whose numbers are which.
    pub numbers: Vec<(Entity, TaxNumbers)>,
    /// When they were read from the source.
    pub imported_at: Timestamp,
}

impl Op for PutTaxNumbers {
    type Out = ();
    const FILE: File = File::Register;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let rows = self.numbers.iter().map(|(entity, known)| {
            [
                entity.key(self.environment).into(),
                known.tin.as_str().into(),
                known.previous.as_ref().map(Tin::as_str).into(),
                known.name.as_ref().into(),
                known.office.as_ref().into(),
                self.imported_at.into(),
            ]
        });
        let rows: Vec<[Value<'_>; 6]> = rows.collect();
        tx.insert_rows("company_taxpayer", &COLUMNS, REPLACE, &rows)
            .await?;
        Ok(())
    }
}

const REMOVE: &str = "delete from company_taxpayer where entity_id = $1";

/// Removes the tax numbers of entities of which a file says so; how many had some.
#[derive(Debug)]
pub struct RemoveTaxNumbers {
    pub environment: Environment,
    pub entities: Vec<Entity>,
}

impl Op for RemoveTaxNumbers {
    type Out = u64;
    const FILE: File = File::Register;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        remove_each(tx, REMOVE, self.environment, &self.entities).await
    }
}

const OF_ENTITY: &str = "select entity_id, tin, previous_tin, taxpayer_name, tax_office, \
     imported_at from company_taxpayer where entity_id = $1";

/// The tax numbers of one entity, and when they were read from the source.
#[derive(Debug)]
pub struct TaxNumbersOf {
    pub environment: Environment,
    pub entity: Entity,
}

impl Op for TaxNumbersOf {
    type Out = Option<(TaxNumbers, Timestamp)>;
    const FILE: File = File::Register;
    const IS_ONE_READ: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Option<(TaxNumbers, Timestamp)>> {
        let params = [self.entity.key(self.environment).into()];
        let row = tx.opt(OF_ENTITY, &params).await?;
        row.as_ref().map(numbers_of).transpose()
    }
}

const BY_TIN: &str = "select entity_id, tin, previous_tin, taxpayer_name, tax_office, \
     imported_at from company_taxpayer \
     where tin = $1 and entity_id > $2 and entity_id < $3 order by entity_id limit $4";
const BY_PREVIOUS: &str = "select entity_id, tin, previous_tin, taxpayer_name, tax_office, \
     imported_at from company_taxpayer \
     where previous_tin = $1 and entity_id > $2 and entity_id < $3 order by entity_id limit $4";

/// Who has a tax number, as the one in use or the one before: entities with their numbers, and
/// when those were read. A proprietor may have one for several business names; of more than
/// twenty, some are told.
#[derive(Debug)]
pub struct EntitiesByTin {
    pub environment: Environment,
    pub tin: Tin,
}

impl Op for EntitiesByTin {
    type Out = Vec<(Record, TaxNumbers, Timestamp)>;
    const FILE: File = File::Register;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let (before, after) = keys_of(self.environment);
        let params: [Value<'_>; 4] = [
            self.tin.as_str().into(),
            before.into(),
            after.into(),
            SHARED_MAX.into(),
        ];
        let mut rows = tx.rows(BY_TIN, &params).await?;
        if rows.is_empty() {
            rows = tx.rows(BY_PREVIOUS, &params).await?;
        }
        let mut found = Vec::with_capacity(rows.len());
        for row in rows {
            // The numbers were stored with their company, and no company leaves the register.
            let Some(record) = company(tx, row.get("entity_id")?).await? else {
                continue;
            };
            let (known, imported_at) = numbers_of(&row)?;
            found.push((record, known, imported_at));
        }
        Ok(found)
    }
}

fn numbers_of(row: &Row) -> Result<(TaxNumbers, Timestamp)> {
    let wrong = |_| Error::internal("company_taxpayer.tin");
    let previous: Option<String> = row.get("previous_tin")?;
    let known = TaxNumbers {
        tin: Tin::parse(&row.get::<String>("tin")?).map_err(wrong)?,
        previous: previous
            .map(|text| Tin::parse(&text))
            .transpose()
            .map_err(wrong)?,
        name: row.get("taxpayer_name")?,
        office: row.get("tax_office")?,
    };
    Ok((known, row.get("imported_at")?))
}

const HOLDS: &str =
    "select 1 as one from company_taxpayer where entity_id > $1 and entity_id < $2 limit 1";

/// Whether the register of an environment holds any tax number at all.
#[derive(Debug)]
pub struct RegisterHoldsTins {
    pub environment: Environment,
}

impl Op for RegisterHoldsTins {
    type Out = bool;
    const FILE: File = File::Register;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        holds(tx, HOLDS, self.environment).await
    }
}
