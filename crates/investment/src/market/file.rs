//! Many offers from a file: JSON Lines, or separated values with the field names as header.

use std::collections::HashMap;

use kofa_domain::{Error, Fault, Result, Timestamp, codes};
use kofa_platform::http::Unique;
use kofa_platform::rows::csv::{next_row, separator_of, split};
use kofa_platform::rows::lines::Lines;
use kofa_platform::rows::{Format, without_mark};
use serde_json::{Map, Value};

use super::offer::{flat, read_offer};
use crate::offer::Offer;

/// Largest file of offers, in bytes.
pub const FILE_BYTES_MAX: usize = 4 * 1024 * 1024;
/// Offers of a file at most.
pub const FILE_OFFERS_MAX: usize = 1_000;
/// Faults of a file that are told at once; the rest is counted.
const FAULTS_MAX: usize = 200;

/// An offer that a file plans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    /// Where it begins in the file, from 1.
    pub line: u64,
    /// The offer.
    pub offer: Offer,
}

/// How a column of separated values becomes JSON.
#[derive(Clone, Copy)]
enum Shape {
    Text,
    Number,
    Flag,
    Texts,
    Numbers,
}

use Shape::{Flag, Number, Numbers, Text, Texts};

/// All columns. Lists are parted by `|`.
const COLUMNS: [(&str, Shape); 40] = [
    ("id", Text),
    ("name", Text),
    ("offerType", Text),
    ("issuerName", Text),
    ("symbol", Text),
    ("isin", Text),
    ("sector", Text),
    ("priceKobo", Number),
    ("priceRangeKobo.min", Number),
    ("priceRangeKobo.max", Number),
    ("minimumShares", Number),
    ("multiple", Number),
    ("maximumShares", Number),
    ("sharesOnOffer", Number),
    ("oversubscriptionLimitPct", Number),
    ("totalSubscriptionPct", Number),
    ("openAt", Text),
    ("closeAt", Text),
    ("dailyCutoff", Text),
    ("timeline.allotmentAt", Text),
    ("timeline.refundInitiationAt", Text),
    ("timeline.refundDeadlineAt", Text),
    ("timeline.cscsCreditAt", Text),
    ("timeline.listingAt", Text),
    ("rights.ratioNew", Number),
    ("rights.ratioHeld", Number),
    ("rights.qualificationAt", Text),
    ("rights.rightsSymbol", Text),
    ("rights.rightsTradingEndAt", Text),
    ("rights.additionalAllowed", Flag),
    ("eligibleProfileTypes", Texts),
    ("paymentMethods", Texts),
    ("eligibleBanks", Numbers),
    ("registrar.name", Text),
    ("registrar.email", Text),
    ("registrar.phone", Text),
    ("registrar.website", Text),
    ("issuingHouses", Texts),
    ("prospectusUrl", Text),
    // Notes of whoever keeps the file.
    ("note", Text),
];

/// Reads all offers of a file, none of which may have closed at `now`.
///
/// # Errors
/// 422: every fault of every row, each with its line (`line 3: closeAt`); nothing is read by
/// halves.
pub fn read_file(text: &[u8], format: Format, now: Timestamp) -> Result<Vec<Planned>> {
    let mut found = Found::default();
    match without_mark(text) {
        Err(message) => found.fault(1, None, message),
        Ok(text) => {
            let read = match format {
                Format::JsonLines => read_lines(text, &mut found),
                Format::Csv => read_values(text, &mut found),
            };
            read.map_err(Error::internal)?;
        }
    }
    found.finish(now)
}

#[derive(Default)]
struct Found {
    rows: usize,
    offers: Vec<Planned>,
    faults: Vec<Fault>,
    untold: usize,
}

impl Found {
    fn fault(&mut self, line: u64, field: Option<&str>, message: &str) {
        self.add(line, field, &codes::INVALID_FIELD, message);
    }

    fn add(
        &mut self,
        line: u64,
        field: Option<&str>,
        code: &'static kofa_domain::Code,
        message: &str,
    ) {
        if self.faults.len() >= FAULTS_MAX {
            self.untold += 1;
            return;
        }
        let place = match field {
            Some(field) => format!("line {line}: {field}"),
            None => format!("line {line}"),
        };
        let message = format!("Line {line}: {message}");
        self.faults.push(Fault::on(place, code, message));
    }

    /// Whether there is room for one more row.
    fn row(&mut self, line: u64) -> bool {
        self.rows += 1;
        if self.rows == FILE_OFFERS_MAX + 1 {
            let message = format!("a file holds at most {FILE_OFFERS_MAX} offers.");
            self.fault(line, None, &message);
        }
        self.rows <= FILE_OFFERS_MAX
    }

    fn offer(&mut self, line: u64, fields: &Map<String, Value>) {
        match read_offer(fields) {
            Ok(offer) => self.offers.push(Planned { line, offer }),
            Err(error) => self.refusal(line, &error),
        }
    }

    fn refusal(&mut self, line: u64, error: &Error) {
        for fault in error.all() {
            self.add(line, fault.field.as_deref(), fault.code, &fault.message);
        }
    }

    fn finish(mut self, now: Timestamp) -> Result<Vec<Planned>> {
        if self.rows == 0 && self.faults.is_empty() {
            self.fault(1, None, "the file holds no offer.");
        }
        let mut first: HashMap<String, u64> = HashMap::new();
        for planned in std::mem::take(&mut self.offers) {
            let (line, id) = (planned.line, planned.offer.id.clone());
            if let Err(error) = refuse_past(&planned.offer, now) {
                self.refusal(line, &error);
            }
            if let Some(earlier) = first.get(&id) {
                let message = format!("`id` stands in line {earlier} already.");
                self.fault(line, Some("id"), &message);
            } else {
                first.insert(id, line);
            }
            self.offers.push(planned);
        }
        if self.untold > 0 {
            let message = format!("The file has {} more faults.", self.untold);
            let fault = Fault {
                code: &codes::INVALID_FIELD,
                field: None,
                message: message.into(),
            };
            self.faults.push(fault);
        }
        Error::check(self.faults)?;
        Ok(self.offers)
    }
}

/// An offer that has closed already cannot be made.
///
/// # Errors
/// 422 `invalid_field` on `closeAt`.
pub fn refuse_past(offer: &Offer, now: Timestamp) -> Result<()> {
    if offer.close_at > now {
        return Ok(());
    }
    let message = "`closeAt` must not be in the past.";
    Err(Error::on("closeAt", &codes::INVALID_FIELD, message))
}

const TOO_LONG: &str = "the line is longer than 65,536 bytes.";
const NOT_UTF8: &str = "the text is not UTF-8.";

fn read_lines(text: &[u8], found: &mut Found) -> std::io::Result<()> {
    let mut lines = Lines::new(text);
    while let Some(line) = lines.next_line()? {
        if line.text.iter().all(u8::is_ascii_whitespace) && !line.is_cut {
            continue;
        }
        if !found.row(line.number) {
            return Ok(());
        }
        if line.is_cut {
            found.fault(line.number, None, TOO_LONG);
            continue;
        }
        match serde_json::from_slice(&line.text) {
            Ok(Unique(Value::Object(object))) => match flat(&object) {
                Ok(fields) => found.offer(line.number, &fields),
                Err(error) => found.refusal(line.number, &error),
            },
            Ok(_) => found.fault(line.number, None, "must be a JSON object."),
            Err(error) if error.is_data() => {
                found.fault(line.number, None, "names a field twice.");
            }
            // The parser's words name a place, never the content.
            Err(error) => {
                let message = format!("is not valid JSON (column {}).", error.column());
                found.fault(line.number, None, &message);
            }
        }
    }
    Ok(())
}

fn read_values(text: &[u8], found: &mut Found) -> std::io::Result<()> {
    let header = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let separator = separator_of(&String::from_utf8_lossy(header));
    // `|` parts the items of a list.
    let separator = if separator == b'|' { b',' } else { separator };
    let mut lines = Lines::new(text);
    let mut columns: Option<Vec<(&str, Shape)>> = None;
    while let Some(row) = next_row(&mut lines, separator)? {
        let Ok(text) = std::str::from_utf8(&row.text) else {
            found.fault(row.line, None, NOT_UTF8);
            continue;
        };
        if let Some(fault) = row.fault {
            found.fault(row.line, None, &format!("{fault}."));
            continue;
        }
        let mut fields = Vec::new();
        split(text, separator, &mut fields);
        let Some(columns) = &columns else {
            let known = header_of(&fields, row.line, found);
            if known.is_empty() {
                return Ok(());
            }
            columns = Some(known);
            continue;
        };
        // Also a row of separators, as spreadsheets leave at the end.
        if fields.iter().all(|field| field.trim().is_empty()) {
            continue;
        }
        if !found.row(row.line) {
            return Ok(());
        }
        if fields.len() != columns.len() {
            let message = format!(
                "has {} fields where the header has {}.",
                fields.len(),
                columns.len()
            );
            found.fault(row.line, None, &message);
            continue;
        }
        let object = fields
            .iter()
            .zip(columns)
            .filter(|(text, _)| !text.trim().is_empty())
            .map(|(text, (name, shape))| ((*name).to_owned(), value(text.trim(), *shape)))
            .collect();
        found.offer(row.line, &object);
    }
    Ok(())
}

/// The columns of a header; empty with faults if one is unknown or there twice.
fn header_of(
    fields: &[std::borrow::Cow<'_, str>],
    line: u64,
    found: &mut Found,
) -> Vec<(&'static str, Shape)> {
    let mut known: Vec<(&'static str, Shape)> = Vec::with_capacity(fields.len());
    let mut wrong = false;
    for (at, field) in fields.iter().enumerate() {
        let column = COLUMNS.iter().find(|(name, _)| *name == field.trim());
        match column {
            Some((name, _)) if known.iter().any(|(other, _)| other == name) => {
                found.fault(line, Some(name), &format!("`{name}` is there twice."));
                wrong = true;
            }
            Some(column) => known.push(*column),
            None => {
                let message = format!("column {} is none of an offer's.", at + 1);
                found.fault(line, None, &message);
                wrong = true;
            }
        }
    }
    if wrong { Vec::new() } else { known }
}

/// A field as JSON. What does not fit stays a text, which the rules of the field refuse.
fn value(text: &str, shape: Shape) -> Value {
    let number = |text: &str| match text.parse::<i64>() {
        Ok(number) => Value::from(number),
        Err(_) => Value::from(text),
    };
    let items = || text.split('|').map(str::trim);
    match shape {
        Text => Value::from(text),
        Number => number(text),
        Flag => match text.to_ascii_lowercase().as_str() {
            "true" | "yes" => Value::from(true),
            "false" | "no" => Value::from(false),
            _ => Value::from(text),
        },
        Texts => items().map(Value::from).collect(),
        Numbers => items().map(number).collect(),
    }
}
