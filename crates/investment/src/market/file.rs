//! Many offers from a file: JSON Lines, or separated values with the field names as header.

use std::collections::HashMap;

use kofa_commands::{Described, Field, Kind};
use kofa_domain::{Error, Fault, Result, Timestamp, codes};
use kofa_input::rows::Format;
use serde_json::{Map, Value};

use super::offer::{read_new, read_offer};
use crate::offer::Offer;
use crate::row_schema::Shape::{Flag, Number, Numbers, Text, Texts};
use crate::row_schema::{Column, NoRows, read_rows};

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
    pub offer: Offer,
}

/// A column for each field of an offer, and one for the notes of whoever keeps the file.
fn columns(offer: &Described) -> Vec<Column> {
    let column = |field: &Field| {
        let shape = match field.kind() {
            Kind::Text | Kind::Moment => Text,
            Kind::Whole => Number,
            Kind::Flag => Flag,
            Kind::Texts => Texts,
            Kind::Wholes => Numbers,
        };
        (field.name, shape)
    };
    let fields = offer.fields.iter().map(column);
    fields.chain([("note", Text)]).collect()
}

/// Reads all offers of a file, none of which may have closed at `now`.
///
/// # Errors
/// 422: every fault of every row, each with its line (`line 3: closeAt`); nothing is read by
/// halves.
pub fn read_file(text: &[u8], format: Format, now: Timestamp) -> Result<Vec<Planned>> {
    let mut found = Found::default();
    let offer = Described::of(|fields| drop(read_new(fields)));
    let read = read_rows(text, format, &columns(&offer), "offers", |line, row| {
        found.row(&offer, line, row)
    });
    match read {
        Ok(()) => {}
        Err(NoRows::File(message)) => found.fault(1, None, &message),
        Err(NoRows::Header(faults)) => {
            for fault in faults {
                found.fault(fault.line, fault.field, &format!("{}.", fault.message));
            }
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

    /// Reads one more row; whether there is room for it, and may be for the next.
    fn row(
        &mut self,
        described: &Described,
        line: u64,
        row: std::result::Result<Map<String, Value>, String>,
    ) -> bool {
        self.rows += 1;
        if self.rows > FILE_OFFERS_MAX {
            let message = format!("a file holds at most {FILE_OFFERS_MAX} offers.");
            self.fault(line, None, &message);
            return false;
        }
        let read = |fields| read_offer(&described.flat(&fields)?);
        match row.map(read) {
            Ok(Ok(offer)) => self.offers.push(Planned { line, offer }),
            Ok(Err(error)) => self.refusal(line, &error),
            Err(reason) => self.fault(line, None, &format!("{reason}.")),
        }
        true
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
            let message = format!("The file has {} more errors.", self.untold);
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
