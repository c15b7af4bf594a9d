//! Which of the entities under one number is meant.

use crate::record::Record;
use crate::rules::{EntityType, RegistrationStatus};

/// The entity that answers, and what to say about it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) record: Record,
    /// The others under the number, where the caller did not say which is meant.
    pub(crate) others: Vec<Record>,
    /// For people: what was found, how it stands, and that there are others.
    pub(crate) message: String,
}

impl Choice {
    /// An entity about which nothing is to be said.
    pub(crate) fn only(record: Record) -> Self {
        Self {
            record,
            others: Vec::new(),
            message: String::new(),
        }
    }
}

/// Chooses among `records`, which are in the order of [`EntityType::ALL`]. `wanted` is what
/// the caller asked for and nothing else will do. So is what `prefix` names, but for `RC`:
/// people write it before any number, and it is a hint. `None` if nothing is left.
pub(crate) fn choose(
    mut records: Vec<Record>,
    wanted: Option<EntityType>,
    prefix: Option<EntityType>,
) -> Option<Choice> {
    if let Some(wanted) = wanted {
        records.retain(|record| record.company.entity_type == wanted);
    }
    let hinted = records
        .iter()
        .position(|record| Some(record.company.entity_type) == prefix);
    let is_binding = prefix.is_some_and(|prefix| prefix != EntityType::Company);
    if records.is_empty() || (is_binding && hinted.is_none()) {
        return None;
    }
    let record = records.remove(hinted.unwrap_or(0));
    // Whoever says which is meant is not told about a company.
    let missed = prefix.filter(|_| hinted.is_none() && wanted.is_none());
    let message = message(&record, &records, missed);
    Some(Choice {
        record,
        others: records,
        message,
    })
}

fn message(record: &Record, others: &[Record], missed: Option<EntityType>) -> String {
    let kind = record.company.entity_type.in_words();
    let mut message = match missed {
        Some(missed) => format!(
            "No {} has this number; the {kind} that has it was found.",
            missed.in_words()
        ),
        None => format!("{}{} found.", kind[..1].to_uppercase(), &kind[1..]),
    };
    match record.company.registration_status {
        RegistrationStatus::Active => {}
        RegistrationStatus::Unknown => {
            message.push_str(" The register does not say whether it is active.");
        }
        other => {
            message.push_str(" It is not active: ");
            message.push_str(other.as_str());
            message.push('.');
        }
    }
    let kinds: Vec<String> = others
        .iter()
        .map(|other| match other.company.entity_type {
            kind @ EntityType::IncorporatedTrustee => format!("an {}", kind.in_words()),
            kind => format!("a {}", kind.in_words()),
        })
        .collect();
    if !kinds.is_empty() {
        message.push_str(" The same number also belongs to ");
        message.push_str(&kinds.join(" and "));
        message.push_str("; send `entityType` to choose.");
    }
    message
}

#[cfg(test)]
mod tests {
    use kofa_domain::Timestamp;

    use super::*;
    use crate::import::{RawRecord, read_company};

    #[test]
    fn others_under_the_number_are_named_with_their_article() {
        let record = |kind: EntityType| {
            let line = format!(
                "{{\"rc\":7,\"name\":\"A\",\"entityType\":\"{}\"}}",
                kind.as_str()
            );
            let raw = RawRecord::from_json(line.as_bytes()).unwrap();
            Record {
                company: read_company(&raw, &mut Vec::new()).unwrap(),
                retrieved_at: Timestamp::from_micros(0),
                cached: false,
                stale: false,
            }
        };
        let records = [
            EntityType::Company,
            EntityType::BusinessName,
            EntityType::IncorporatedTrustee,
        ];
        let choice = choose(records.map(record).into(), None, None).unwrap();
        let others = "also belongs to a business name and an incorporated trustee; send";
        assert!(choice.message.contains(others), "{}", choice.message);
    }
}
