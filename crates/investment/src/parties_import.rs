//! Banks and brokers from a file: what operators set of them, a row each.
//!
//! A row is read as the admin API reads its body, and set in a transaction of its own: a row
//! that cannot be taken costs that row. A row that changes nothing is left alone, so the same
//! file can be imported again.

use kofa_domain::{Error, Result};
use kofa_platform::directory::{By, Right};
use kofa_platform::http::Unique;
use kofa_platform::rows::csv::{next_row, separator_of, split};
use kofa_platform::rows::lines::Lines;
use kofa_platform::rows::{Format, Reject, without_mark};
use kofa_store::Store;
use serde_json::{Map, Value};

use crate::brokers::Broker;
use crate::codes::INVALID_PARTIES_FILE;
use crate::market::{BankChange, BrokerChange, ListedBank, read_broker_id};
use crate::ops::{AddBroker, ListBanks, ListBrokers, SetBank, SetBroker};

/// Largest file, in bytes.
pub const PARTIES_BYTES_MAX: usize = 1024 * 1024;
/// Rows of a file at most.
pub const PARTIES_ROWS_MAX: usize = 2_000;

/// How a column of separated values becomes JSON.
#[derive(Clone, Copy)]
enum Shape {
    Text,
    Number,
    Flag,
    Texts,
}

const BANK_COLUMNS: [(&str, Shape); 6] = [
    ("bankId", Shape::Number),
    ("active", Shape::Flag),
    ("supportsDirectDebit", Shape::Flag),
    ("logoUrl", Shape::Text),
    ("cbnCode", Shape::Text),
    ("nipCode", Shape::Text),
];

const BROKER_COLUMNS: [(&str, Shape); 10] = [
    ("id", Shape::Text),
    ("name", Shape::Text),
    ("code", Shape::Text),
    ("active", Shape::Flag),
    ("acceptsNewClients", Shape::Flag),
    ("email", Shape::Text),
    ("phone", Shape::Text),
    ("website", Shape::Text),
    ("address", Shape::Text),
    ("offerTypes", Shape::Texts),
];

/// What an import did; the counts add up to `rows`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartiesReport {
    /// Rows seen, without header and empty lines.
    pub rows: u64,
    /// That were not there before.
    pub added: u64,
    /// That are different now.
    pub changed: u64,
    /// That said what holds already.
    pub unchanged: u64,
    /// That cannot be taken.
    pub rejected: Vec<Reject>,
}

/// What became of a row.
enum Taken {
    Added,
    Changed,
    Unchanged,
}

/// A row: where it begins, and its fields or why it cannot be read.
type ReadRow = (u64, std::result::Result<Map<String, Value>, String>);

/// Sets what a file says of banks.
///
/// # Errors
/// `forbidden`, `invalid_parties_file` if it cannot be read as a whole, or the store's.
pub async fn import_banks(
    store: &Store,
    by: &By,
    text: &[u8],
    format: Format,
) -> Result<PartiesReport> {
    by.actor.needs(Right::Market)?;
    let rows = read(text, format, &BANK_COLUMNS)?;
    let mut report = PartiesReport::default();
    let mut banks = store.read(ListBanks).await?;
    for (line, row) in rows {
        let taken = match row {
            Ok(row) => bank(store, by, &mut banks, &row).await,
            Err(reason) => Err(invalid(reason)),
        };
        report.count(line, taken)?;
    }
    Ok(report)
}

/// Sets what a file says of brokers, and adds those that are not known.
///
/// # Errors
/// As [`import_banks`].
pub async fn import_brokers(
    store: &Store,
    by: &By,
    text: &[u8],
    format: Format,
) -> Result<PartiesReport> {
    by.actor.needs(Right::Market)?;
    let rows = read(text, format, &BROKER_COLUMNS)?;
    let mut report = PartiesReport::default();
    let mut brokers = store.read(ListBrokers).await?;
    for (line, row) in rows {
        let taken = match row {
            Ok(row) => broker(store, by, &mut brokers, row).await,
            Err(reason) => Err(invalid(reason)),
        };
        report.count(line, taken)?;
    }
    Ok(report)
}

impl PartiesReport {
    fn count(&mut self, line: u64, taken: Result<Taken>) -> Result<()> {
        self.rows += 1;
        match taken {
            Ok(Taken::Added) => self.added += 1,
            Ok(Taken::Changed) => self.changed += 1,
            Ok(Taken::Unchanged) => self.unchanged += 1,
            Err(error) => self.rejected.push(Reject {
                line,
                reason: reason(error)?,
            }),
        }
        Ok(())
    }
}

/// What is wrong with a row; what is wrong with the store is given back.
fn reason(error: Error) -> Result<String> {
    use kofa_domain::Kind::{Internal, Unavailable};
    if matches!(error.kind(), Internal | Unavailable) {
        return Err(error);
    }
    let all = error.all().iter().map(|fault| fault.message.as_ref());
    Ok(all.collect::<Vec<&str>>().join(" "))
}

async fn bank(
    store: &Store,
    by: &By,
    banks: &mut [ListedBank],
    row: &Map<String, Value>,
) -> Result<Taken> {
    let missing = || invalid("`bankId` must be the number of a supported bank.");
    let bank_id = row.get("bankId").and_then(Value::as_i64);
    let bank_id = bank_id.ok_or_else(missing)?;
    let found = banks.iter_mut().find(|one| one.bank.bank_id == bank_id);
    let found = found.ok_or_else(missing)?;
    let change = BankChange::read(row)?;
    let after = change.over(found.clone());
    let settings = |one: &ListedBank| {
        let codes = (one.set_cbn_code.clone(), one.set_nip_code.clone());
        let logo = one.logo_url.clone();
        (one.active, one.supports_direct_debit, logo, codes)
    };
    if settings(&after) == settings(found) {
        return Ok(Taken::Unchanged);
    }
    let set = SetBank {
        by: by.clone(),
        bank_id,
        change,
    };
    // A later row of the file may be about it again.
    *found = store.write(set).await?;
    Ok(Taken::Changed)
}

async fn broker(
    store: &Store,
    by: &By,
    brokers: &mut Vec<Broker>,
    mut row: Map<String, Value>,
) -> Result<Taken> {
    let id = read_broker_id(&row)?;
    let Some(at) = brokers.iter().position(|one| *one.id == *id) else {
        let change = BrokerChange::read(&row)?;
        let by = by.clone();
        brokers.push(store.write(AddBroker { by, id, change }).await?);
        return Ok(Taken::Added);
    };
    // A file that was exported names every broker: its own name is no change.
    if row.get("name").and_then(Value::as_str) == Some(&brokers[at].name) {
        row.remove("name");
    }
    let change = BrokerChange::read(&row)?;
    let renames = change.name.is_some();
    if !renames && change.over(brokers[at].clone()) == brokers[at] {
        return Ok(Taken::Unchanged);
    }
    let by = by.clone();
    brokers[at] = store.write(SetBroker { by, id, change }).await?;
    Ok(Taken::Changed)
}

fn invalid(message: impl Into<std::borrow::Cow<'static, str>>) -> Error {
    Error::new(&INVALID_PARTIES_FILE, message)
}

fn read(text: &[u8], format: Format, columns: &[(&'static str, Shape)]) -> Result<Vec<ReadRow>> {
    let text = without_mark(text).map_err(invalid)?;
    let rows = match format {
        Format::Csv => read_values(text, columns),
        Format::JsonLines => read_lines(text),
    }?;
    if rows.is_empty() {
        return Err(invalid("The file holds no row."));
    }
    if rows.len() > PARTIES_ROWS_MAX {
        let message = format!("A file holds at most {PARTIES_ROWS_MAX} rows.");
        return Err(invalid(message));
    }
    Ok(rows)
}

fn read_lines(text: &[u8]) -> Result<Vec<ReadRow>> {
    let (mut lines, mut rows) = (Lines::new(text), Vec::new());
    while let Some(line) = lines.next_line().map_err(Error::internal)? {
        if rows.len() > PARTIES_ROWS_MAX {
            break;
        }
        if line.text.iter().all(u8::is_ascii_whitespace) && !line.is_cut {
            continue;
        }
        let row = match serde_json::from_slice(&line.text) {
            Ok(Unique(Value::Object(row))) if !line.is_cut => Ok(row),
            Err(error) if error.is_data() => Err("A field is there twice.".to_owned()),
            _ => Err("The line is no JSON object.".to_owned()),
        };
        rows.push((line.number, row));
    }
    Ok(rows)
}

fn read_values(text: &[u8], columns: &[(&'static str, Shape)]) -> Result<Vec<ReadRow>> {
    let header = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let separator = match separator_of(&String::from_utf8_lossy(header)) {
        // It parts the items of a list.
        b'|' => b',',
        other => other,
    };
    let (mut lines, mut rows) = (Lines::new(text), Vec::new());
    let mut known: Option<Vec<(&str, Shape)>> = None;
    while let Some(row) = next_row(&mut lines, separator).map_err(Error::internal)? {
        if rows.len() > PARTIES_ROWS_MAX {
            break;
        }
        let line = match std::str::from_utf8(&row.text) {
            Ok(line) if row.fault.is_none() => line,
            _ if known.is_none() => return Err(invalid("The header line cannot be read.")),
            _ => {
                rows.push((row.line, Err("The line cannot be read.".to_owned())));
                continue;
            }
        };
        let mut fields = Vec::new();
        split(line, separator, &mut fields);
        // Also a row of separators, as spreadsheets leave at the end.
        if fields.iter().all(|field| field.trim().is_empty()) {
            continue;
        }
        let Some(known) = &known else {
            known = Some(header_of(&fields, columns)?);
            continue;
        };
        rows.push((row.line, object(&fields, known)));
    }
    Ok(rows)
}

fn header_of(
    fields: &[std::borrow::Cow<'_, str>],
    columns: &[(&'static str, Shape)],
) -> Result<Vec<(&'static str, Shape)>> {
    let mut known: Vec<(&'static str, Shape)> = Vec::with_capacity(fields.len());
    for (at, field) in fields.iter().enumerate() {
        let column = columns.iter().find(|(name, _)| *name == field.trim());
        let twice = |(name, _): &&(&str, Shape)| known.iter().any(|(other, _)| other == name);
        match column.filter(|column| !twice(column)) {
            Some(column) => known.push(*column),
            None => {
                let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
                let message = format!(
                    "Column {} is unknown or there twice; the columns are {}.",
                    at + 1,
                    names.join(", ")
                );
                return Err(invalid(message));
            }
        }
    }
    Ok(known)
}

fn object(
    fields: &[std::borrow::Cow<'_, str>],
    columns: &[(&'static str, Shape)],
) -> std::result::Result<Map<String, Value>, String> {
    if fields.len() != columns.len() {
        let (has, wants) = (fields.len(), columns.len());
        return Err(format!(
            "The line has {has} fields where the header has {wants}."
        ));
    }
    let filled = fields.iter().zip(columns);
    let filled = filled.filter(|(text, _)| !text.trim().is_empty());
    let value = |(text, (name, shape)): (&std::borrow::Cow<'_, str>, &(&str, Shape))| {
        ((*name).to_owned(), value(text.trim(), *shape))
    };
    Ok(filled.map(value).collect())
}

/// A field as JSON. What does not fit stays a text, which the rules of the field refuse.
fn value(text: &str, shape: Shape) -> Value {
    match shape {
        Shape::Text => text.into(),
        Shape::Number => text.parse::<i64>().map_or(text.into(), Value::from),
        Shape::Flag => match text.to_ascii_lowercase().as_str() {
            "true" | "yes" => true.into(),
            "false" | "no" => false.into(),
            _ => text.into(),
        },
        Shape::Texts => text.split('|').map(str::trim).map(Value::from).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_from_both_formats() {
        let csv = "id;name;active;offerTypes\nada;Ada Ltd;yes;PrimaryOffer|BondOffer\n\nx;y\n;;;\n";
        let rows = read(csv.as_bytes(), Format::Csv, &BROKER_COLUMNS).unwrap();
        assert_eq!(rows.len(), 2);
        let wanted = serde_json::json!({
            "id": "ada", "name": "Ada Ltd", "active": true,
            "offerTypes": ["PrimaryOffer", "BondOffer"],
        });
        assert_eq!(rows[0].1.clone().map(Value::Object), Ok(wanted));
        assert_eq!((rows[1].0, rows[1].1.is_err()), (4, true));
        let lines = "{\"bankId\":1}\nnonsense\n{\"bankId\":1,\"bankId\":2}\n";
        let rows = read(lines.as_bytes(), Format::JsonLines, &BANK_COLUMNS).unwrap();
        assert!(rows[0].1.is_ok() && rows[1].1.is_err() && rows[2].1.is_err());
    }

    #[test]
    fn a_file_that_is_none_is_refused() {
        for text in ["", "id,shoe\n", "id,id\n", "\u{0}\n"] {
            let refused = read(text.as_bytes(), Format::Csv, &BROKER_COLUMNS);
            assert_eq!(
                refused.unwrap_err().code().name,
                "invalid_parties_file",
                "{text}"
            );
        }
        let many = "{}\n".repeat(PARTIES_ROWS_MAX + 1);
        assert!(read(many.as_bytes(), Format::JsonLines, &BANK_COLUMNS).is_err());
    }
}
