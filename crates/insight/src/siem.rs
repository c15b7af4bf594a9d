//! The audit log and the request log as a stream for a SIEM: JSON lines after a durable cursor.
//!
//! A sink (a file, an address) has one position in the audit log and one in each wallet's log. It
//! moves after the other side has taken what stands before it, so nothing is left out, and what
//! was under way when a server was killed is given again. Lines name no person: e-mail addresses
//! are removed from audit entries.

use kofa_core::audit::{Entry, ReadAuditAfter};
use kofa_core::text::is_email;
use kofa_domain::{Environment, RequestId, Result, Timestamp};
use kofa_store::{Column, Op, Row, Tx, Type, Value};
use serde_json::json;

/// Wallets of which one batch has lines, at most.
const WALLETS_MAX: i64 = 50;

const POSITION: &str = "select position from siem_cursor \
     where sink = $1 and stream = 'audit' and wallet_no = 0";
const BEGIN: &str = "insert into siem_cursor (sink, stream, wallet_no, position) \
     select $1, 'calls', no, seq from wallet where seq > 0";
const BEGIN_AUDIT: &str = "insert into siem_cursor (sink, stream, wallet_no, position) \
     values ($1, 'audit', 0, 0)";
const FORGET: &str = "delete from siem_cursor where sink = $1";
const WALLETS: &str = "select w.no, w.tenant_id, w.environment, w.seq, \
     coalesce(c.position, 0) as position from wallet w left join siem_cursor c \
     on c.sink = $1 and c.stream = 'calls' and c.wallet_no = w.no \
     where w.seq > coalesce(c.position, 0) order by w.no limit $2";
const CALLS: &str = "select id - $1 as seq, request_id, at, operation_id, key_id, status, \
     error_code, charge_kobo, latency_us, coalesce(calls, 1) as calls from request_log \
     where id > $2 and id <= $3 order by id limit $4";
const BEHIND: &str = "select cast((select coalesce(max(seq), 0) from audit) - $2 + \
     coalesce((select sum(w.seq - coalesce(c.position, 0)) from wallet w \
       left join siem_cursor c on c.sink = $1 and c.stream = 'calls' and c.wallet_no = w.no), 0) \
     as bigint) as n";
const COLUMNS: [Column; 4] = [
    ("sink", Type::Text),
    ("stream", Type::Text),
    ("wallet_no", Type::Int),
    ("position", Type::Int),
];
const AGAIN: &str = "on conflict (sink, stream, wallet_no) do update set \
     position = excluded.position";

/// Where lines go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SinkName {
    File,
    Http,
}

impl SinkName {
    pub const ALL: [Self; 2] = [Self::File, Self::Http];

    /// `file` or `http`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Http => "http",
        }
    }
}

/// Begins the stream of a sink, if it is new: with the whole audit log, and the calls that come
/// from now on.
#[derive(Clone, Copy, Debug)]
pub struct BeginSink(pub SinkName);

impl Op for BeginSink {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let sink = self.0.as_str();
        if tx.opt(POSITION, &[sink.into()]).await?.is_none() {
            tx.exec(BEGIN_AUDIT, &[sink.into()]).await?;
            tx.exec(BEGIN, &[sink.into()]).await?;
        }
        Ok(())
    }
}

/// Forgets a sink that is not configured any more: what is old waits for it no longer.
#[derive(Clone, Copy, Debug)]
pub struct ForgetSink(pub SinkName);

impl Op for ForgetSink {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        tx.exec(FORGET, &[self.0.as_str().into()]).await?;
        Ok(())
    }
}

/// How far a log was given: of the audit log, or of a wallet's.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Position {
    stream: &'static str,
    wallet: i64,
    at: i64,
}

/// The next lines of a sink.
#[derive(Clone, Debug)]
pub struct Batch {
    /// JSON objects, each without a line break.
    pub lines: Vec<String>,
    /// How many entries and calls the sink had not been given before this batch.
    pub behind: i64,
    to: Vec<Position>,
}

/// Reads the next lines of a sink, at most so many.
#[derive(Clone, Copy, Debug)]
pub struct ReadBatch {
    pub sink: SinkName,
    pub limit: i64,
}

impl Op for ReadBatch {
    type Out = Batch;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Batch> {
        let sink = self.sink.as_str();
        let after: i64 = match tx.opt(POSITION, &[sink.into()]).await? {
            Some(row) => row.get("position")?,
            None => 0,
        };
        let behind = tx
            .one(BEHIND, &[sink.into(), after.into()])
            .await?
            .get("n")?;
        let mut batch = Batch {
            lines: Vec::new(),
            behind,
            to: Vec::new(),
        };
        let limit = u32::try_from(self.limit).unwrap_or(u32::MAX);
        let entries = tx.run(&ReadAuditAfter { after, limit }).await?;
        if let Some(last) = entries.last() {
            batch.lines.extend(entries.iter().map(entry_line));
            batch.to.push(Position {
                stream: "audit",
                wallet: 0,
                at: last.seq,
            });
        }
        for wallet in tx.rows(WALLETS, &[sink.into(), WALLETS_MAX.into()]).await? {
            let left = self.limit - i64::try_from(batch.lines.len()).unwrap_or(i64::MAX);
            if left <= 0 {
                break;
            }
            batch.add_calls(tx, &wallet, left).await?;
        }
        Ok(batch)
    }
}

impl Batch {
    /// Nothing is left to be given, not even positions without a call.
    pub fn is_empty(&self) -> bool {
        self.to.is_empty()
    }

    /// Rows of a wallet's log become visible in the order of their positions: what `seq` was read
    /// with is all there.
    async fn add_calls(&mut self, tx: &mut Tx<'_>, wallet: &Row, left: i64) -> Result<()> {
        let (no, seq, position): (i64, i64, i64) = (
            wallet.get("no")?,
            wallet.get("seq")?,
            wallet.get("position")?,
        );
        let first = kofa_core::endpoint::WalletNo(no).log_id(0);
        let params: [Value<'_>; 4] = [
            first.into(),
            (first + position).into(),
            (first + seq).into(),
            left.into(),
        ];
        let tenant: String = wallet.get("tenant_id")?;
        let environment: Environment = wallet.get("environment")?;
        let rows = tx.rows(CALLS, &params).await?;
        for row in &rows {
            self.lines.push(call_line(&tenant, environment, row)?);
        }
        let is_all = i64::try_from(rows.len()).unwrap_or(i64::MAX) < left;
        let at = match rows.last() {
            Some(last) if !is_all => last.get("seq")?,
            _ => seq,
        };
        self.to.push(Position {
            stream: "calls",
            wallet: no,
            at,
        });
        Ok(())
    }
}

fn entry_line(entry: &Entry) -> String {
    let details = serde_json::from_str(&entry.details).unwrap_or_default();
    json!({
        "stream": "audit",
        "seq": entry.seq,
        "at": entry.at.rfc3339(),
        "actor": entry.actor,
        "action": entry.action,
        "subject": without_addresses(entry.subject.as_str().into()),
        "tenantId": entry.tenant.as_ref().map(ToString::to_string),
        "details": without_addresses(details),
        "hash": entry.hash(),
    })
    .to_string()
}

/// The same with a mark in the place of every e-mail address.
fn without_addresses(value: serde_json::Value) -> serde_json::Value {
    use serde_json::Value as Json;
    match value {
        Json::String(text) if is_email(&text.to_lowercase()) => "<removed>".into(),
        Json::Array(items) => items.into_iter().map(without_addresses).collect(),
        Json::Object(fields) => fields
            .into_iter()
            .map(|(name, value)| (name, without_addresses(value)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
        other => other,
    }
}

fn call_line(tenant: &str, environment: Environment, row: &Row) -> Result<String> {
    let (id, at): (Vec<u8>, Timestamp) = (row.get("request_id")?, row.get("at")?);
    let id = RequestId::from_slice(&id).map_err(kofa_domain::Error::internal)?;
    let number = |name: &str| row.get::<i64>(name);
    let text = |name: &str| row.get::<String>(name);
    Ok(json!({
        "stream": "calls",
        "tenantId": tenant,
        "environment": environment.as_str(),
        "seq": number("seq")?,
        "requestId": id.to_string(),
        "at": at.rfc3339(),
        "operationId": text("operation_id")?,
        "keyId": text("key_id")?,
        "status": number("status")?,
        "errorCode": row.get::<Option<String>>("error_code")?,
        "chargeKobo": number("charge_kobo")?,
        "latencyUs": number("latency_us")?,
        "count": number("calls")?,
    })
    .to_string())
}

/// Moves a sink's cursor past a batch that it has taken.
#[derive(Clone, Debug)]
pub struct MoveSink {
    pub sink: SinkName,
    pub batch: Batch,
}

impl Op for MoveSink {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let mut rows: Vec<[Value<'_>; 4]> = Vec::with_capacity(self.batch.to.len());
        for one in &self.batch.to {
            rows.push([
                self.sink.as_str().into(),
                one.stream.into(),
                one.wallet.into(),
                one.at.into(),
            ]);
        }
        tx.insert_rows("siem_cursor", &COLUMNS, AGAIN, &rows)
            .await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_removed_wherever_they_stand() {
        let details =
            json!({"email": "Ada@example.com", "of": [{"to": "a@b.ng"}], "role": "owner"});
        let expected = json!({"email": "<removed>", "of": [{"to": "<removed>"}], "role": "owner"});
        assert_eq!(without_addresses(details), expected);
    }
}
