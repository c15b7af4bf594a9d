//! Which companies of the register are watched, and which of them were written since they were
//! compared.

use kofa_domain::Result;
use kofa_store::{Column, File, Op, Tx, Type, Value};

const ANY: &str = "select 1 as one from company_watched limit 1";
// One statement for a batch: one for each of its companies would be a third of an import.
const TOUCH: (&str, &str) = (
    "update company_watched set touched = touched + 1 \
     where entity_id in (select value from json_each($1)) returning 1 as one",
    "update company_watched w set touched = w.touched + 1 \
     from unnest($1::bigint[]) as k (id) where w.entity_id = k.id returning 1 as one",
);

/// Notes that a transaction writes these companies, or who is behind them.
pub(crate) async fn touch(tx: &mut Tx<'_>, keys: impl Iterator<Item = i64>) -> Result<()> {
    // Mostly nobody watches anything.
    if tx.opt(ANY, &[]).await?.is_some() {
        let mut keys: Vec<i64> = keys.collect();
        keys.sort_unstable();
        keys.dedup();
        tx.rows_over_ids(TOUCH, &keys).await?;
    }
    Ok(())
}

const COLUMNS: [Column; 2] = [("entity_id", Type::Int), ("touched", Type::Int)];
const AGAIN: &str = "on conflict (entity_id) do update set touched = company_watched.touched + 1";

/// Notes that these companies are watched, and are to be compared.
#[derive(Debug)]
pub(crate) struct WatchCompanies {
    pub(crate) keys: Vec<i64>,
}

impl Op for WatchCompanies {
    type Out = ();
    const FILE: File = File::Register;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let rows = self.keys.iter().map(|key| [(*key).into(), 1_i64.into()]);
        let rows: Vec<[Value<'_>; 2]> = rows.collect();
        tx.insert_rows("company_watched", &COLUMNS, AGAIN, &rows)
            .await?;
        Ok(())
    }
}

const TOUCHED: &str = "select entity_id, touched from company_watched where touched > 0 \
     order by touched, entity_id limit $1";

/// Watched companies that were written since they were compared, each with its count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ListTouched {
    pub(crate) limit: i64,
}

impl Op for ListTouched {
    type Out = Vec<(i64, i64)>;
    const FILE: File = File::Register;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let rows = tx.rows(TOUCHED, &[self.limit.into()]).await?;
        let pair = |row: &kofa_store::Row| Ok((row.get("entity_id")?, row.get("touched")?));
        rows.iter().map(pair).collect()
    }
}

const COMPARED: &str = "update company_watched set touched = 0 \
     where entity_id = $1 and touched = $2";
const UNWATCHED: &str = "delete from company_watched where entity_id = $1";

/// Notes that companies were compared as they were at this count; those that nobody watches any
/// more (`false`) are forgotten.
#[derive(Debug)]
pub(crate) struct EndCompared {
    pub(crate) companies: Vec<((i64, i64), bool)>,
}

impl Op for EndCompared {
    type Out = ();
    const FILE: File = File::Register;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        for ((key, touched), is_watched) in &self.companies {
            match is_watched {
                true => {
                    tx.exec(COMPARED, &[(*key).into(), (*touched).into()])
                        .await?
                }
                false => tx.exec(UNWATCHED, &[(*key).into()]).await?,
            };
        }
        Ok(())
    }
}
