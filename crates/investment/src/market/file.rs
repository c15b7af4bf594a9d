//! Many offers from a file: JSON Lines, or separated values with the field names as header.

use std::collections::HashMap;

use kofa_domain::{Error, Fault, Result, Timestamp, codes};
use kofa_platform::rows::Format;
use serde_json::{Map, Value};

use super::offer::{flat, read_offer};
use crate::offer::Offer;
use crate::shaped::Shape::{Flag, Number, Numbers, Text, Texts};
use crate::shaped::{Column, NoRows, read_rows};

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

/// All columns.
const COLUMNS: [Column; 40] = [
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
    let read = read_rows(text, format, &COLUMNS, "offers", |line, row| {
        found.row(line, row)
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
    fn row(&mut self, line: u64, row: std::result::Result<Map<String, Value>, String>) -> bool {
        self.rows += 1;
        if self.rows > FILE_OFFERS_MAX {
            let message = format!("a file holds at most {FILE_OFFERS_MAX} offers.");
            self.fault(line, None, &message);
            return false;
        }
        match row.map(|fields| flat(&fields).and_then(|fields| read_offer(&fields))) {
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
