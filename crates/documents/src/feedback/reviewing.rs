//! Readings as members of their tenant look through them, and what they say of one.

use kofa_core::audit::{self, Change};
use kofa_core::{ActorAt, Listed, Page, Right};
use kofa_domain::{Environment, RequestId, Result, Sensitive, TenantId, Timestamp};
use kofa_input::Fields;
use kofa_store::{Op, Row, Store, Tx, Value, Vault};
use serde_json::{Map, Value as Json, json};

use super::FIELDS;
use super::give::{About, give};
use super::kept::KeptReading;
use super::ops::{FindReading, KeepFeedback, id_of};
use super::said::Said;
use crate::cursor::{place, position};
use crate::extractor::aside;

/// A reading as lists show it: no word of the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadingLine {
    pub request_id: RequestId,
    pub read_at: Timestamp,
    /// Until when it is kept.
    pub expires_at: Timestamp,
    /// One of the table's; empty for any other.
    pub issuer: String,
    /// What the document is.
    pub kind: String,
    /// `text`, `scan` or `photo`.
    pub capture: String,
    /// The least of the answer, in hundredths; `None` in readings of older versions.
    pub confidence: Option<i64>,
    /// A person should look, and nobody has said anything of it.
    pub to_review: bool,
    /// Somebody said something of it.
    pub is_reviewed: bool,
}

macro_rules! lines_where {
    ($rest:literal) => {
        concat!(
            "select r.request_id, r.read_at, r.expires_at, r.issuer, r.kind, r.capture, \
             r.confidence, r.to_review, f.said_at from poa_reading r \
             left join poa_feedback f on f.request_id = r.request_id \
             where r.environment = $1 and r.tenant_id = $2 and ",
            $rest
        )
    };
}

const LIST: &str = lines_where!(
    "r.read_at <= $3 and (r.read_at < $3 or r.request_id < $4) \
     order by r.read_at desc, r.request_id desc limit $5"
);
const LIST_TO_REVIEW: &str = lines_where!(
    "r.to_review and r.read_at <= $3 and (r.read_at < $3 or r.request_id < $4) \
     order by r.read_at desc, r.request_id desc limit $5"
);
const LINE: &str = lines_where!("r.request_id = $3");

fn line(row: &Row) -> Result<ReadingLine> {
    Ok(ReadingLine {
        request_id: id_of(row)?,
        read_at: row.get("read_at")?,
        expires_at: row.get("expires_at")?,
        issuer: row.get("issuer")?,
        kind: row.get("kind")?,
        capture: row.get("capture")?,
        confidence: row.get("confidence")?,
        to_review: row.get("to_review")?,
        is_reviewed: row.get::<Option<Timestamp>>("said_at")?.is_some(),
    })
}

/// Lists a tenant's readings in an environment, newest first.
#[derive(Clone, Debug)]
pub struct ListReadings {
    pub tenant_id: TenantId,
    pub environment: Environment,
    /// Only those that wait for a person.
    pub to_review: bool,
    pub page: Page,
}

impl Op for ListReadings {
    type Out = Listed<ReadingLine>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let (at, id) = place(&self.page)?;
        let params: [Value<'_>; 5] = [
            self.environment.into(),
            (&self.tenant_id).into(),
            at.into(),
            id.into(),
            self.page.rows().into(),
        ];
        let sql = if self.to_review { LIST_TO_REVIEW } else { LIST };
        let rows = tx.rows(sql, &params).await?;
        let lines = rows.iter().map(line).collect::<Result<_>>()?;
        let key = |one: &ReadingLine| position(one.read_at, one.request_id);
        Ok(self.page.cut(lines, key))
    }
}

const COUNT: &str = "select count(*) as n from (select 1 as one from poa_reading \
     where environment = $1 and tenant_id = $2 and to_review limit $3) as waiting";

/// Counts a tenant's readings that wait for a person, no further than `counted_max`.
#[derive(Clone, Debug)]
pub struct CountToReview {
    pub tenant_id: TenantId,
    pub environment: Environment,
    pub counted_max: i64,
}

impl Op for CountToReview {
    type Out = i64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        let params: [Value<'_>; 3] = [
            self.environment.into(),
            (&self.tenant_id).into(),
            self.counted_max.into(),
        ];
        Ok(tx.one(COUNT, &params).await?.get("n")?)
    }
}

/// Finds one line of a tenant's list.
#[derive(Clone, Debug)]
pub(crate) struct FindLine {
    pub(crate) tenant_id: TenantId,
    pub(crate) environment: Environment,
    pub(crate) request_id: RequestId,
}

impl Op for FindLine {
    type Out = Option<ReadingLine>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let params: [Value<'_>; 3] = [
            self.environment.into(),
            (&self.tenant_id).into(),
            self.request_id.as_bytes().into(),
        ];
        tx.opt(LINE, &params).await?.as_ref().map(line).transpose()
    }
}

/// Opens a tenant's reading: its line, and the answer as `AddressData` has it, with
/// `field_metadata`, `regions` and `checks` where they were kept. `None` if there is none.
///
/// # Errors
/// If the store cannot, or it does not open.
pub async fn open_reading(
    store: &Store,
    vault: &Vault,
    (tenant_id, environment): (TenantId, Environment),
    request_id: RequestId,
) -> Result<Option<(ReadingLine, Sensitive<Json>)>> {
    let find = FindLine {
        tenant_id: tenant_id.clone(),
        environment,
        request_id,
    };
    let Some(line) = store.read(find).await? else {
        return Ok(None);
    };
    let find = FindReading {
        tenant_id,
        environment,
        request_id,
    };
    let Some(found) = store.read(find).await? else {
        return Ok(None);
    };
    let vault = vault.clone();
    let opening = move || KeptReading::open(&vault, request_id, &found.sealed);
    let reading = aside(opening).await??;
    Ok(Some((line, Sensitive::new(answer(&reading)))))
}

/// The answer that was kept; of an older reading, what is known of it.
fn answer(reading: &KeptReading) -> Json {
    if let Some(answer) = &reading.answer {
        return answer.clone();
    }
    let (mut all, mut metadata) = (Map::new(), Map::new());
    for (name, field) in FIELDS.iter().zip(&reading.fields) {
        all.insert((*name).to_owned(), json!(field.value));
        if let Some(confidence) = field.confidence {
            let facts = json!({"source": "extracted", "confidence": confidence});
            metadata.insert((*name).to_owned(), facts);
        }
    }
    all.insert("field_metadata".to_owned(), metadata.into());
    all.insert("requires_review".to_owned(), reading.requires_review.into());
    all.into()
}

/// Keeps what a member said of a reading, and notes that they did.
struct Review {
    by: ActorAt,
    keep: KeepFeedback,
    wrong: usize,
}

impl Op for Review {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let (tenant, environment) = (&self.keep.tenant_id, self.keep.environment);
        self.by.actor.needs(Right::Keys(tenant, &[environment]))?;
        self.keep.run(tx).await?;
        let subject = self.keep.request_id.to_string();
        let change = Change {
            by: &self.by,
            action: "reading.review",
            subject: &subject,
            tenant: Some(tenant),
            details: json!({"environment": environment.as_str(), "wrongFields": self.wrong}),
        };
        audit::append(tx, change).await
    }
}

/// Says of a reading what a body of `sendExtractionFeedback` says: all of it is right, or what is.
/// Returns the fields that were wrong. Whoever may make keys that reach the reading may say so.
///
/// # Errors
/// 403 `forbidden`; all faults of the body at once; 404 `reading_not_found`; 410
/// `feedback_too_late`.
pub async fn review(
    (store, vault): (&Store, &Vault),
    by: ActorAt,
    (tenant_id, environment): (TenantId, Environment),
    request_id: RequestId,
    body: &Map<String, Json>,
) -> Result<Vec<&'static str>> {
    by.actor.needs(Right::Keys(&tenant_id, &[environment]))?;
    let mut fields = Fields::new(body);
    let said = Said::read(&mut fields);
    fields.finish()?;
    let about = About {
        tenant_id,
        environment,
        request_id,
        now: by.at,
    };
    let given = give(store, vault, about, said).await?;
    let review = Review {
        by,
        wrong: given.wrong.len(),
        keep: given.keep,
    };
    store.write(review).await?;
    Ok(given.wrong)
}
