//! The calls of a filter as a file, sent while they are found.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::extract::{RawQuery, State};
use futures_util::stream;
use kofa_domain::{Environment, Error, TenantId, codes};
use kofa_insight::calls::{CallFilter, FindCalls, ListKeyNames, LoggedCall};
use kofa_insight::statement::csv::cell;
use serde_json::json;

use super::super::file::{self, Format, Place, Places};
use super::asked::Asked;
use super::row::Names;
use crate::kit::{Page, SignedInMember, WebState, show};

/// Calls of one file; a file that is cut says so in its last line.
const ROWS_MAX: usize = 100_000;
/// Calls that are looked for at once.
const PIECE_ROWS: u32 = 1_000;
static PLACES: Places = Places::new();

fn format_of(query: Option<&str>) -> Option<Format> {
    let query = query.unwrap_or_default().as_bytes();
    let mut pairs = form_urlencoded::parse(query);
    let word = pairs.find(|(name, _)| name == "format");
    match word.as_ref().map_or("csv", |(_, word)| word.as_ref()) {
        "csv" => Some(Format::Csv),
        "ndjson" => Some(Format::Ndjson),
        _ => None,
    }
}

/// A file that is being written.
struct File {
    web: Arc<WebState>,
    tenant: TenantId,
    environment: Environment,
    filter: CallFilter,
    names: Names,
    format: Format,
    before: Option<i64>,
    written: usize,
    step: Step,
    _place: Place,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Head,
    Rows,
    Done,
}

const CSV_HEAD: &str = "time,requestId,environment,operationId,method,path,status,errorCode,\
     chargeKobo,latencyMs,keyId,keyName,count\r\n";

/// `GET /portal/{environment}/logs/export`
pub(super) async fn export(
    State(web): State<Arc<WebState>>,
    RawQuery(query): RawQuery,
    signed_in: SignedInMember,
) -> Page {
    let asked = Asked::parse(query.as_deref());
    let wrong = |message: String| Error::new(&codes::INVALID_FIELD, message);
    let format = format_of(query.as_deref());
    let format = format.ok_or_else(|| wrong("The format must be csv or ndjson.".to_owned()))?;
    let filter = asked.filter(&signed_in.of.tenant, signed_in.by.at, &web.admin.products);
    let filter = filter.map_err(|faults| wrong(faults.join(" ")))?;
    let tenant = signed_in.of.tenant.clone();
    let place = PLACES.take(&tenant)?;
    let keys = ListKeyNames {
        tenant: tenant.clone(),
    };
    let keys = web.admin.store.read(keys).await?;
    let names = Names::new(web.admin.products.endpoints(), &keys, "");
    let file = File {
        environment: signed_in.environment,
        tenant,
        filter,
        names,
        format,
        before: None,
        written: 0,
        step: Step::Head,
        _place: place,
        web,
    };
    let (day, world) = (
        show::iso_day(signed_in.by.at),
        signed_in.environment.as_str(),
    );
    let pieces = stream::unfold(file, |mut file| async move {
        let piece = file.next().await?;
        Some((piece, file))
    });
    Ok(file::send(
        format,
        &format!("kofa-{world}-calls-{day}"),
        pieces,
    ))
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
        let found = match self.web.admin.store.read(find).await {
            Ok(found) => found,
            Err(error) => {
                tracing::warn!(%error, "a file of calls broke off");
                self.step = Step::Done;
                self.say(
                    &mut piece,
                    "This file is incomplete: the server could not read further.",
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
            let text = "This file is limited to 100,000 requests. Choose a shorter period.";
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
                    "{at},{id},{world},{},{method},{path},{},{error},{},{millis},{},{},{}\r\n",
                    call.operation_id,
                    call.status,
                    call.charge.get(),
                    call.key_id,
                    cell(&key),
                    call.calls,
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
                    "count": call.calls,
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
