//! The calls of a filter as a file, sent while they are found.

use std::convert::Infallible;
use std::fmt::Write as _;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::response::{IntoResponse as _, Response};
use futures_util::stream;
use http::{StatusCode, header};
use kofa_domain::{Environment, Error, TenantId, codes};
use kofa_platform::calls::{CallFilter, FindCalls, ListKeyNames};
use kofa_platform::ledger::LoggedCall;
use serde_json::json;

use super::asked::Asked;
use super::row::Names;
use crate::kit::{House, MemberSeat, Page, show};

/// Calls of one file; a file that is cut says so in its last line.
const ROWS_MAX: usize = 100_000;
/// Calls that are looked for at once.
const PIECE_ROWS: u32 = 1_000;
/// Files that are written at once.
static PLACES: tokio::sync::Semaphore = tokio::sync::Semaphore::const_new(4);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Csv,
    Ndjson,
}

impl Format {
    fn of(query: Option<&str>) -> Option<Self> {
        let query = query.unwrap_or_default().as_bytes();
        let mut pairs = form_urlencoded::parse(query);
        let word = pairs.find(|(name, _)| name == "format");
        match word.as_ref().map_or("csv", |(_, word)| word.as_ref()) {
            "csv" => Some(Self::Csv),
            "ndjson" => Some(Self::Ndjson),
            _ => None,
        }
    }

    fn name(self) -> (&'static str, &'static str) {
        match self {
            Self::Csv => ("csv", "text/csv; charset=utf-8"),
            Self::Ndjson => ("ndjson", "application/x-ndjson"),
        }
    }
}

/// A file that is being written.
struct File {
    house: Arc<House>,
    tenant: TenantId,
    environment: Environment,
    filter: CallFilter,
    names: Names,
    format: Format,
    before: Option<i64>,
    written: usize,
    step: Step,
    _place: tokio::sync::SemaphorePermit<'static>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Head,
    Rows,
    Done,
}

const CSV_HEAD: &str = "time,requestId,environment,operationId,method,path,status,errorCode,\
     chargeKobo,latencyMs,keyId,keyName\r\n";

/// `GET /portal/{environment}/logs/export`
pub(super) async fn export(
    State(house): State<Arc<House>>,
    RawQuery(query): RawQuery,
    seat: MemberSeat,
) -> Page {
    let asked = Asked::parse(query.as_deref());
    let wrong = |message: String| Error::new(&codes::INVALID_FIELD, message);
    let format = Format::of(query.as_deref());
    let format = format.ok_or_else(|| wrong("The format must be csv or ndjson.".to_owned()))?;
    let filter = asked.filter(seat.by.at, &house.desk.endpoints);
    let filter = filter.map_err(|faults| wrong(faults.join(" ")))?;
    let place = PLACES.try_acquire().map_err(|_| {
        let error = Error::unavailable("too many files are being written");
        error.with_retry_after(10)
    })?;
    let tenant = seat.of.tenant.clone();
    let keys = ListKeyNames {
        tenant: tenant.clone(),
    };
    let keys = house.desk.store.read(keys).await?;
    let names = Names::new(&house.desk.endpoints, &keys, "");
    let file = File {
        environment: seat.environment,
        tenant,
        filter,
        names,
        format,
        before: None,
        written: 0,
        step: Step::Head,
        _place: place,
        house,
    };
    let (ending, media_type) = format.name();
    let day = show::iso_day(seat.by.at);
    let world = seat.environment.as_str();
    let named = format!("attachment; filename=\"kofa-{world}-calls-{day}.{ending}\"");
    let pieces = stream::unfold(file, |mut file| async move {
        let piece = file.next().await?;
        Some((Ok::<_, Infallible>(piece), file))
    });
    let headers = [
        (header::CONTENT_TYPE, media_type.to_owned()),
        (header::CONTENT_DISPOSITION, named),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    let response: Response = (StatusCode::OK, headers, Body::from_stream(pieces)).into_response();
    Ok(response)
}

impl File {
    /// The next piece of the file.
    async fn next(&mut self) -> Option<String> {
        match self.step {
            Step::Done => None,
            Step::Head if self.format == Format::Csv => {
                self.step = Step::Rows;
                Some(CSV_HEAD.to_owned())
            }
            Step::Head | Step::Rows => {
                self.step = Step::Rows;
                Some(self.rows().await)
            }
        }
    }

    async fn rows(&mut self) -> String {
        let left = u32::try_from(ROWS_MAX - self.written).unwrap_or(PIECE_ROWS);
        let find = FindCalls {
            tenant: self.tenant.clone(),
            environment: self.environment,
            filter: self.filter.clone(),
            before: self.before,
            limit: left.min(PIECE_ROWS),
        };
        let mut piece = String::new();
        let found = match self.house.desk.store.read(find).await {
            Ok(found) => found,
            Err(error) => {
                tracing::warn!(%error, "a file of calls broke off");
                self.step = Step::Done;
                self.say(
                    &mut piece,
                    "This file broke off: the server could not read on.",
                );
                return piece;
            }
        };
        self.written += found.rows.len();
        for call in &found.rows {
            self.row(&mut piece, call);
        }
        self.before = found.next;
        if found.next.is_none() {
            self.step = Step::Done;
        } else if self.written >= ROWS_MAX {
            self.step = Step::Done;
            let text = "This file is cut at 100,000 calls: choose a shorter time for the rest.";
            self.say(&mut piece, text);
        }
        piece
    }

    fn row(&self, piece: &mut String, call: &LoggedCall) {
        let path = self.names.path(&call.operation_id);
        let (method, path) = path.split_once(' ').unwrap_or_default();
        let key = self.names.key(&call.key_id);
        let error = call.error_code.as_deref().unwrap_or_default();
        let (at, id) = (call.at.rfc3339(), call.request_id);
        let world = self.environment.as_str();
        let millis = format!(
            "{}.{:03}",
            call.latency_us / 1_000,
            call.latency_us.abs() % 1_000
        );
        match self.format {
            Format::Csv => {
                let _ = write!(
                    piece,
                    "{at},{id},{world},{},{method},{path},{},{error},{},{millis},{},{}\r\n",
                    call.operation_id,
                    call.status,
                    call.charge.get(),
                    call.key_id,
                    cell(&key),
                );
            }
            Format::Ndjson => {
                let latency: serde_json::Number = millis.parse().unwrap_or_else(|_| 0.into());
                let line = json!({
                    "time": at, "requestId": id, "environment": world,
                    "operationId": call.operation_id, "method": method, "path": path,
                    "status": call.status, "errorCode": call.error_code,
                    "chargeKobo": call.charge.get(), "latencyMs": latency,
                    "keyId": call.key_id.as_str(), "keyName": key,
                });
                let _ = writeln!(piece, "{line}");
            }
        }
    }

    fn say(&self, piece: &mut String, text: &str) {
        let _ = match self.format {
            Format::Csv => write!(piece, "{}\r\n", cell(text)),
            Format::Ndjson => writeln!(piece, "{}", json!({"notice": text})),
        };
    }
}

/// A text of somebody's choice: quoted where needed (RFC 4180), and never a formula to a
/// spreadsheet.
fn cell(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if formula {
        format!("'{text}")
    } else {
        text.to_owned()
    };
    if text.contains([',', '"', '\r', '\n']) {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_quoted_and_no_formula() {
        assert_eq!(cell("Till"), "Till");
        assert_eq!(cell("a,\"b\""), "\"a,\"\"b\"\"\"");
        assert_eq!(cell("=1+1"), "'=1+1");
        assert_eq!(cell("@SUM(A1),2"), "\"'@SUM(A1),2\"");
    }
}
