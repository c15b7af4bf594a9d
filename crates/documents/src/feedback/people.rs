//! What is kept of readings, as records of people: found where the page's words, the answer or what
//! was said hold the value. See [`kofa_core::people`]. Long numbers are struck out of a reading, so
//! it is found by an e-mail address, hardly by a number.

use kofa_core::people::{Fate, PeopleKind, PeopleScope, PersonalRecord};
use kofa_domain::{Environment, RequestId, Result, Sensitive, TenantId, Timestamp};
use kofa_store::{Op, Row, Tx, Value};
use serde_json::json;

use super::FIELDS;
use super::kept::KeptReading;
use super::ops::{forget, id_of};
use super::said::Said;

/// Readings that are opened at a time.
const OPENED: i64 = 100;

const READINGS: &str = "select r.request_id, r.environment, r.tenant_id, r.read_at, r.sealed, \
     f.sealed as said from poa_reading r \
     left join poa_feedback f on f.request_id = r.request_id \
     where r.request_id > $1 order by r.request_id limit $2";

/// A reading that is kept, and what was said of it.
#[derive(Clone, Debug)]
pub(crate) struct SealedReading {
    request_id: RequestId,
    environment: Environment,
    tenant_id: TenantId,
    read_at: Timestamp,
    sealed: Vec<u8>,
    said: Option<Vec<u8>>,
}

/// Readings after one; none at the end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScanReadings {
    pub(crate) after: RequestId,
}

impl Op for ScanReadings {
    type Out = Vec<SealedReading>;
    const IS_LONG: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let params: [Value<'_>; 2] = [self.after.as_bytes().into(), OPENED.into()];
        let one = |row: &Row| {
            Ok(SealedReading {
                request_id: id_of(row)?,
                environment: row.get("environment")?,
                tenant_id: row.get("tenant_id")?,
                read_at: row.get("read_at")?,
                sealed: row.get("sealed")?,
                said: row.get("said")?,
            })
        };
        let rows = tx.rows(READINGS, &params).await?;
        rows.iter().map(one).collect()
    }
}

/// Removes a reading, its document and what was said of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DropReading {
    pub(crate) request_id: RequestId,
}

impl Op for DropReading {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        forget(tx, self.request_id).await?;
        Ok(())
    }
}

async fn records(scope: PeopleScope, erase: bool) -> Result<Vec<PersonalRecord>> {
    let (mut all, mut after) = (Vec::new(), RequestId::from_bytes([0; 16]));
    loop {
        let readings = scope.store.read(ScanReadings { after }).await?;
        let Some(last) = readings.last() else {
            return Ok(all);
        };
        after = last.request_id;
        for one in readings {
            let id = one.request_id;
            let reading = KeptReading::open(&scope.vault, id, &one.sealed)?;
            let said = one.said.map(|sealed| Said::open(&scope.vault, id, &sealed));
            let said = said.transpose()?;
            let is_in_said = said.as_ref().is_some_and(|it| scope.who.is_in(&it.text()));
            if !is_in_said && !scope.who.is_in(&reading.text()) {
                continue;
            }
            if erase {
                scope.store.write(DropReading { request_id: id }).await?;
            }
            let fields = FIELDS.iter().zip(&reading.fields);
            let answer: serde_json::Map<_, _> = fields
                .map(|(name, field)| ((*name).to_owned(), json!(field.value)))
                .collect();
            all.push(PersonalRecord {
                kind: "reading",
                id: id.to_string(),
                environment: Some(one.environment),
                tenant: Some(one.tenant_id),
                at: one.read_at,
                fate: Fate::Goes,
                data: Sensitive::new(json!({"answer": answer, "words": reading.text()})),
            });
        }
    }
}

/// Readings whose words or feedback name the person.
pub const READINGS_OF_PEOPLE: PeopleKind = PeopleKind {
    name: "reading",
    about: "What is kept of documents that were read (`readings_kept_days`), where a word or what \
            was said of it holds the value.",
    find: |scope| Box::pin(records(scope, false)),
    erase: |scope| Box::pin(records(scope, true)),
};
