//! Banks and brokers from a file: what operators set of them, a row each.
//!
//! A row is read as the admin API reads its body, and set in a transaction of its own: a row
//! that cannot be taken costs that row. A row that changes nothing is left alone, so the same
//! file can be imported again.

use kofa_core::{ActorAt, Right};
use kofa_domain::{Error, Result};
use kofa_input::rows::{Format, Reject};
use kofa_input::whole;
use kofa_store::Store;
use serde_json::{Map, Value};

use crate::brokers::Broker;
use crate::codes::INVALID_PARTIES_FILE;
use crate::market::{BankChange, BrokerChange, BrokerId, ListedBank};
use crate::ops::{AddBroker, ListBanks, ListBrokers, SetBank, SetBroker};
use crate::rehearsal::{ChangedValue, Log, Rehearsal, RehearsedRow};
use crate::row_schema::{Column, NoRows, Shape, read_rows};

/// Largest file, in bytes.
pub const PARTIES_BYTES_MAX: usize = 1024 * 1024;
/// Rows of a file at most.
pub const PARTIES_ROWS_MAX: usize = 2_000;

const BANK_COLUMNS: [Column; 6] = [
    ("bankId", Shape::Number),
    ("active", Shape::Flag),
    ("supportsDirectDebit", Shape::Flag),
    ("logoUrl", Shape::Text),
    ("cbnCode", Shape::Text),
    ("nipCode", Shape::Text),
];

const BROKER_COLUMNS: [Column; 10] = [
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

/// What becomes of a row.
enum Taken<T> {
    Added(T),
    Changed { before: T, after: T },
    Unchanged,
}

/// Whether rows are stored, or only looked at.
#[derive(Clone, Copy)]
enum Way<'a> {
    Stored(&'a Store),
    Rehearsed,
}

/// A row: where it begins, and its fields or why it cannot be read.
type ReadRow = (u64, std::result::Result<Map<String, Value>, String>);

/// Sets what a file says of banks.
///
/// # Errors
/// `forbidden`, `invalid_parties_file` if it cannot be read as a whole, or the store's.
pub async fn import_banks(
    store: &Store,
    by: &ActorAt,
    text: &[u8],
    format: Format,
) -> Result<PartiesReport> {
    by.actor.needs(Right::Market)?;
    let rows = read(text, format, &BANK_COLUMNS, "banks")?;
    let mut report = PartiesReport::default();
    let mut banks = store.read(ListBanks).await?;
    for (line, row) in rows {
        let taken = match row {
            Ok(row) => bank(Way::Stored(store), by, &mut banks, &row).await,
            Err(reason) => Err(invalid(reason)),
        };
        report.count(line, taken)?;
    }
    Ok(report)
}

/// What [`import_banks`] would do.
///
/// # Errors
/// As [`import_banks`].
pub async fn rehearse_banks(
    store: &Store,
    by: &ActorAt,
    text: &[u8],
    format: Format,
) -> Result<Rehearsal> {
    by.actor.needs(Right::Market)?;
    let rows = read(text, format, &BANK_COLUMNS, "banks")?;
    let mut log = Log::new(&OUTCOMES);
    let mut banks = store.read(ListBanks).await?;
    for (line, row) in rows {
        let what = row.as_ref().ok().and_then(|row| row.get("bankId"));
        let known = what.and_then(whole);
        let known = banks.iter().find(|one| Some(one.bank.bank_id) == known);
        let what = match (known, what) {
            (Some(known), _) => known.bank.name.to_owned(),
            (None, what) => what.map_or_else(String::new, Value::to_string),
        };
        let taken = match row {
            Ok(row) => bank(Way::Rehearsed, by, &mut banks, &row).await,
            Err(reason) => Err(invalid(reason)),
        };
        log.add(rehearsed(line, what, taken, bank_values)?);
    }
    Ok(log.finish(true))
}

/// Sets what a file says of brokers, and adds those that are not known.
///
/// # Errors
/// As [`import_banks`].
pub async fn import_brokers(
    store: &Store,
    by: &ActorAt,
    text: &[u8],
    format: Format,
) -> Result<PartiesReport> {
    by.actor.needs(Right::Market)?;
    let rows = read(text, format, &BROKER_COLUMNS, "brokers")?;
    let mut report = PartiesReport::default();
    let mut brokers = store.read(ListBrokers).await?;
    for (line, row) in rows {
        let taken = match row {
            Ok(row) => broker(Way::Stored(store), by, &mut brokers, row).await,
            Err(reason) => Err(invalid(reason)),
        };
        report.count(line, taken)?;
    }
    Ok(report)
}

/// What [`import_brokers`] would do.
///
/// # Errors
/// As [`import_banks`].
pub async fn rehearse_brokers(
    store: &Store,
    by: &ActorAt,
    text: &[u8],
    format: Format,
) -> Result<Rehearsal> {
    by.actor.needs(Right::Market)?;
    let rows = read(text, format, &BROKER_COLUMNS, "brokers")?;
    let mut log = Log::new(&OUTCOMES);
    let mut brokers = store.read(ListBrokers).await?;
    for (line, row) in rows {
        let what = row.as_ref().ok().and_then(|row| row.get("id")?.as_str());
        let what = what.unwrap_or_default().to_owned();
        let taken = match row {
            Ok(row) => broker(Way::Rehearsed, by, &mut brokers, row).await,
            Err(reason) => Err(invalid(reason)),
        };
        log.add(rehearsed(line, what, taken, broker_values)?);
    }
    Ok(log.finish(true))
}

/// In the order in which they are told.
const OUTCOMES: [&str; 4] = ["added", "changed", "unchanged", "rejected"];

/// Values by the names of their columns.
type Values = Vec<(&'static str, String)>;

fn rehearsed<T>(
    line: u64,
    what: String,
    taken: Result<Taken<T>>,
    values: fn(&T) -> Values,
) -> Result<RehearsedRow> {
    let row = RehearsedRow {
        line,
        what,
        ..RehearsedRow::default()
    };
    Ok(match taken {
        Ok(Taken::Added(after)) => RehearsedRow {
            outcome: "added",
            changes: changes(Vec::new(), values(&after)),
            ..row
        },
        Ok(Taken::Changed { before, after }) => RehearsedRow {
            outcome: "changed",
            changes: changes(values(&before), values(&after)),
            ..row
        },
        Ok(Taken::Unchanged) => RehearsedRow {
            outcome: "unchanged",
            ..row
        },
        Err(error) => RehearsedRow {
            outcome: "rejected",
            is_problem: true,
            why: reason(error)?,
            ..row
        },
    })
}

/// What differs; `before` is empty of what is new.
fn changes(before: Values, after: Values) -> Vec<ChangedValue> {
    let mut changes = Vec::new();
    for (at, (name, after)) in after.into_iter().enumerate() {
        let before = before.get(at).map_or("", |(_, before)| before.as_str());
        if before != after {
            changes.push(ChangedValue::new(name, before, after));
        }
    }
    changes
}

fn yes(flag: bool) -> String {
    if flag { "yes" } else { "no" }.to_owned()
}

fn bank_values(bank: &ListedBank) -> Values {
    let code = |code: Option<&str>| code.unwrap_or_default().to_owned();
    vec![
        ("active", yes(bank.active)),
        ("supportsDirectDebit", yes(bank.supports_direct_debit)),
        ("logoUrl", bank.logo_url.clone().unwrap_or_default()),
        ("cbnCode", code(bank.cbn_code())),
        ("nipCode", code(bank.nip_code())),
    ]
}

fn broker_values(broker: &Broker) -> Values {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let types: Vec<&str> = broker.offer_types.iter().map(|one| one.as_str()).collect();
    vec![
        ("name", broker.name.to_string()),
        (
            "code",
            broker.code.as_deref().unwrap_or_default().to_owned(),
        ),
        ("active", yes(broker.active)),
        ("acceptsNewClients", yes(broker.accepts_new_clients)),
        ("email", text(&broker.email)),
        ("phone", text(&broker.phone)),
        ("website", text(&broker.website)),
        ("address", text(&broker.address)),
        ("offerTypes", types.join(", ")),
    ]
}

impl PartiesReport {
    fn count<T>(&mut self, line: u64, taken: Result<Taken<T>>) -> Result<()> {
        self.rows += 1;
        match taken {
            Ok(Taken::Added(_)) => self.added += 1,
            Ok(Taken::Changed { .. }) => self.changed += 1,
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
    way: Way<'_>,
    by: &ActorAt,
    banks: &mut [ListedBank],
    row: &Map<String, Value>,
) -> Result<Taken<ListedBank>> {
    let missing = || invalid("`bankId` must be the number of a supported bank.");
    let bank_id = row.get("bankId").and_then(whole);
    let bank_id = bank_id.ok_or_else(missing)?;
    let found = banks.iter().position(|one| one.bank.bank_id == bank_id);
    let found = found.ok_or_else(missing)?;
    let before = banks[found].clone();
    let change = BankChange::of_row(row)?;
    let after = change.over(before.clone());
    let settings = |one: &ListedBank| {
        let codes = (one.set_cbn_code.clone(), one.set_nip_code.clone());
        let logo = one.logo_url.clone();
        (one.active, one.supports_direct_debit, logo, codes)
    };
    if settings(&after) == settings(&before) {
        return Ok(Taken::Unchanged);
    }
    let set = SetBank {
        by: by.clone(),
        bank_id,
        change,
    };
    let after = match way {
        Way::Stored(store) => store.write(set).await?,
        Way::Rehearsed => set.over(banks)?.1,
    };
    // A later row of the file may be about it again.
    banks[found] = after.clone();
    Ok(Taken::Changed { before, after })
}

async fn broker(
    way: Way<'_>,
    by: &ActorAt,
    brokers: &mut Vec<Broker>,
    mut row: Map<String, Value>,
) -> Result<Taken<Broker>> {
    let id = BrokerId::of_row(&row)?.into_string();
    let Some(at) = brokers.iter().position(|one| *one.id == *id) else {
        let change = BrokerChange::of_row(&row)?;
        let by = by.clone();
        let add = AddBroker { by, id, change };
        let added = match way {
            Way::Stored(store) => store.write(add).await?,
            Way::Rehearsed => add.to(brokers)?,
        };
        brokers.push(added.clone());
        return Ok(Taken::Added(added));
    };
    // A file that was exported names every broker: its own name is no change.
    if row.get("name").and_then(Value::as_str) == Some(&brokers[at].name) {
        row.remove("name");
    }
    let change = BrokerChange::of_row(&row)?;
    let renames = change.name.is_some();
    let before = brokers[at].clone();
    if !renames && change.over(before.clone()) == before {
        return Ok(Taken::Unchanged);
    }
    let by = by.clone();
    let set = SetBroker { by, id, change };
    let after = match way {
        Way::Stored(store) => store.write(set).await?,
        Way::Rehearsed => set.over(brokers)?,
    };
    brokers[at] = after.clone();
    Ok(Taken::Changed { before, after })
}

fn invalid(message: impl Into<std::borrow::Cow<'static, str>>) -> Error {
    Error::new(&INVALID_PARTIES_FILE, message)
}

fn read(
    text: &[u8],
    format: Format,
    columns: &[Column],
    things: &'static str,
) -> Result<Vec<ReadRow>> {
    let mut rows = Vec::new();
    let read = read_rows(text, format, columns, things, |line, row| {
        rows.push((line, row));
        rows.len() <= PARTIES_ROWS_MAX
    });
    match read {
        Err(NoRows::File(message)) => Err(invalid(message)),
        Err(NoRows::Header(faults)) => {
            let faults: Vec<String> = faults.into_iter().map(|fault| fault.message).collect();
            let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
            let (faults, names) = (faults.join(", "), names.join(", "));
            Err(invalid(format!(
                "In the header, {faults}; the columns are {names}."
            )))
        }
        Ok(()) if rows.is_empty() => Err(invalid("The file holds no row.")),
        Ok(()) if rows.len() > PARTIES_ROWS_MAX => {
            let message = format!("A file holds at most {PARTIES_ROWS_MAX} rows.");
            Err(invalid(message))
        }
        Ok(()) => Ok(rows),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_from_both_formats() {
        let csv = "id;name;active;offerTypes\nada;Ada Ltd;yes;PrimaryOffer|BondOffer\n\nx;y\n;;;\n";
        let rows = read(csv.as_bytes(), Format::Csv, &BROKER_COLUMNS, "brokers").unwrap();
        assert_eq!(rows.len(), 2);
        let wanted = serde_json::json!({
            "id": "ada", "name": "Ada Ltd", "active": true,
            "offerTypes": ["PrimaryOffer", "BondOffer"],
        });
        assert_eq!(rows[0].1.clone().map(Value::Object), Ok(wanted));
        assert_eq!((rows[1].0, rows[1].1.is_err()), (4, true));
        let lines = "{\"bankId\":1}\nnonsense\n{\"bankId\":1,\"bankId\":2}\n";
        let rows = read(lines.as_bytes(), Format::JsonLines, &BANK_COLUMNS, "banks").unwrap();
        assert!(rows[0].1.is_ok() && rows[1].1.is_err() && rows[2].1.is_err());
    }

    #[test]
    fn a_file_that_is_none_is_refused() {
        for text in ["", "id,shoe\n", "id,id\n", "\u{0}\n"] {
            let refused = read(text.as_bytes(), Format::Csv, &BROKER_COLUMNS, "brokers");
            assert_eq!(
                refused.unwrap_err().code().name,
                "invalid_parties_file",
                "{text}"
            );
        }
        let many = "{}\n".repeat(PARTIES_ROWS_MAX + 1);
        assert!(read(many.as_bytes(), Format::JsonLines, &BANK_COLUMNS, "banks").is_err());
    }
}
