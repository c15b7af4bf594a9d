//! The events of a tenant in an environment, in order, for whoever reads them.

use kofa_core::event::EventType;
use kofa_domain::{Environment, Error, Result, TenantId, Timestamp};
use kofa_store::{Op, Row, Tx, Value};

use crate::codes::EVENTS_EXPIRED;
use crate::numbering::event_id;

/// Numbers that are looked through for one page, where only some types are asked for.
const LOOKED_THROUGH_MAX: i64 = 5_000;

/// An event as it is shown and sent.
#[derive(Clone, Debug)]
pub struct Event {
    /// `evt_…`
    pub id: String,
    pub number: i64,
    pub environment: Environment,
    /// Its type.
    pub of: String,
    pub at: Timestamp,
    /// A JSON object.
    pub data: String,
}

impl Event {
    pub(crate) fn from_row(row: &Row) -> Result<Self> {
        let tenant: TenantId = row.get("tenant_id")?;
        let (environment, number) = (row.get("environment")?, row.get("number")?);
        Ok(Self {
            id: event_id(&tenant, environment, number),
            number,
            environment,
            of: row.get("type")?,
            at: row.get("at")?,
            data: row.get("data")?,
        })
    }

    /// The body of a webhook.
    pub(crate) fn body(&self) -> String {
        let (of, at, data) = (&self.of, self.at.rfc3339(), &self.data);
        format!(r#"{{"type":"{of}","timestamp":"{at}","data":{data}}}"#)
    }
}

/// Part of a feed.
#[derive(Clone, Debug)]
pub struct FeedPage {
    pub events: Vec<Event>,
    /// All up to this number was looked through.
    pub looked_to: i64,
}

/// Reads what follows in a feed.
#[derive(Clone, Debug)]
pub struct ReadFeed {
    pub tenant: TenantId,
    pub environment: Environment,
    /// After this number; `None` from the oldest that is kept.
    pub after: Option<i64>,
    /// Only these types; empty for all.
    pub types: Vec<EventType>,
    /// How many at most.
    pub limit: u32,
}

const STREAM: &str = "select last_number, dropped_to from event_stream \
     where tenant_id = $1 and environment = $2";
const AFTER: &str = "select tenant_id, environment, number, type, at, data from event \
     where tenant_id = $1 and environment = $2 and number > $3 and number <= $4 \
     and ($5 = '' or $5 like '% ' || type || ' %') order by number limit $6";

/// Types as they are stored and compared; empty for all.
pub(crate) fn types_text(types: &[EventType]) -> String {
    let words: String = types
        .iter()
        .map(|one| format!(" {}", one.as_str()))
        .collect();
    match words.is_empty() {
        true => words,
        false => words + " ",
    }
}

impl Op for ReadFeed {
    type Out = FeedPage;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<FeedPage> {
        let whose: [Value<'_>; 2] = [(&self.tenant).into(), self.environment.into()];
        let (last, dropped): (i64, i64) = match tx.opt(STREAM, &whose).await? {
            Some(row) => (row.get("last_number")?, row.get("dropped_to")?),
            None => (0, 0),
        };
        let after = self.after.unwrap_or(dropped);
        if after < dropped {
            return Err(Error::plain(&EVENTS_EXPIRED));
        }
        let to = match self.types.is_empty() {
            true => last,
            false => last.min(after.saturating_add(LOOKED_THROUGH_MAX)),
        };
        let types = types_text(&self.types);
        let params: [Value<'_>; 6] = [
            (&self.tenant).into(),
            self.environment.into(),
            after.into(),
            to.into(),
            (&types).into(),
            self.limit.into(),
        ];
        let rows = tx.rows(AFTER, &params).await?;
        let events: Vec<Event> = rows.iter().map(Event::from_row).collect::<Result<_>>()?;
        let is_full = events.len() == self.limit as usize;
        let looked_to = match events.last() {
            Some(event) if is_full => event.number,
            _ => to.max(after),
        };
        Ok(FeedPage { events, looked_to })
    }
}
