//! Files of charges: one row, one charge over a company's assets.

use kofa_domain::{Environment, Result as Stored, Timestamp};

use super::Kind;
use super::company::{KIND_NAMES, NUMBER_NAMES};
use super::fields::{Field, RawRecord};
use super::shown::{Standing, yes};
use super::target::Target;
use super::text::{
    ADDRESS_MAX, Identity, Notes, TEXT_MAX, amount, clean, currency, date, flag, is_removed, items,
    optional, text,
};
use crate::profile::{Charge, ChargeStatus, Part, Profile};
use crate::{Entity, PutCharges, RemoveCharges};

const CREATED_NOTE: &str = "createdOn is not a date: left out";
const REGISTERED_NOTE: &str = "registeredOn is not a date: left out";
const SATISFIED_NOTE: &str = "satisfiedOn is not a date: left out";
const FLAG_NOTE: &str = "isFixed, isFloating or negativePledge is neither yes nor no: left out";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChargeField {
    RcNumber,
    EntityType,
    ClassificationId,
    ChargeId,
    ChargeCode,
    ChargeType,
    Description,
    CreatedOn,
    RegisteredOn,
    SatisfiedOn,
    Status,
    AmountSecured,
    Currency,
    PersonsEntitled,
    Particulars,
    IsFixed,
    IsFloating,
    NegativePledge,
    Remove,
}

use ChargeField as F;

impl Field for F {
    const NAMES: &'static [(Self, &'static str, &'static [&'static str])] = &[
        (F::RcNumber, "rcNumber", NUMBER_NAMES),
        (F::EntityType, "entityType", KIND_NAMES),
        (F::ClassificationId, "classificationId", &[]),
        (F::ChargeId, "chargeId", &["id", "chargenumber"]),
        (F::ChargeCode, "chargeCode", &["code"]),
        (F::ChargeType, "chargeType", &["kind", "type"]),
        (F::Description, "description", &["chargedescription"]),
        (
            F::CreatedOn,
            "createdOn",
            &["datecreated", "dateofcreation"],
        ),
        (
            F::RegisteredOn,
            "registeredOn",
            &["dateregistered", "dateofregistration"],
        ),
        (
            F::SatisfiedOn,
            "satisfiedOn",
            &["datesatisfied", "dateofsatisfaction"],
        ),
        (F::Status, "status", &["chargestatus"]),
        (
            F::AmountSecured,
            "amountSecured",
            &["amount", "securedamount", "secured"],
        ),
        (F::Currency, "currency", &["currencycode"]),
        (
            F::PersonsEntitled,
            "personsEntitled",
            &["chargeholder", "chargee", "personentitled"],
        ),
        (F::Particulars, "particulars", &["property", "assets"]),
        (F::IsFixed, "isFixed", &["fixed", "fixedcharge"]),
        (F::IsFloating, "isFloating", &["floating", "floatingcharge"]),
        (F::NegativePledge, "negativePledge", &["hasnegativepledge"]),
        (F::Remove, "remove", &["removed"]),
    ];
    const REQUIRED: &'static [Self] = &[F::RcNumber, F::ChargeId];

    fn place(self) -> usize {
        self as usize
    }
}

#[derive(Debug)]
pub(super) struct Charges;

/// A charge, and whether it is to be stored or to be removed.
#[derive(Debug)]
pub(super) struct ChargeRow {
    entity: Entity,
    charge: Charge,
    is_removed: bool,
}

impl Kind for Charges {
    type Field = ChargeField;
    type Item = ChargeRow;
    type Key<'a> = (&'a str, &'static str, &'a str);
    const THINGS: &'static str = "charges";
    const IS_PERSONAL: bool = false;

    fn read(raw: &RawRecord<'_, F>, notes: &mut Notes) -> Result<ChargeRow, String> {
        let identity = Identity {
            number: raw.get(F::RcNumber),
            entity_type: raw.get(F::EntityType),
            classification_id: raw.get(F::ClassificationId),
            company_type: None,
        };
        let entity = identity.read(notes)?;
        Ok(ChargeRow {
            entity: entity.unreserved(),
            charge: read_charge(raw, notes)?,
            is_removed: is_removed(raw, F::Remove, notes),
        })
    }

    fn key(item: &ChargeRow) -> Self::Key<'_> {
        let entity = &item.entity;
        (
            entity.rc_number.as_str(),
            entity.entity_type.as_str(),
            &item.charge.id,
        )
    }

    const SHOWN: &'static [&'static str] = &["Number", "Kind", "Charge", "Secured", "Remove"];

    fn shown(item: &ChargeRow) -> Vec<String> {
        let secured = item.charge.secured.map(|amount| amount.naira_text());
        vec![
            item.entity.rc_number.as_str().to_owned(),
            item.entity.entity_type.as_str().to_owned(),
            item.charge.id.clone(),
            secured.unwrap_or_default(),
            yes(item.is_removed),
        ]
    }

    const PART: Part = Part::Charges;

    fn entity(item: &ChargeRow) -> Entity {
        item.entity.clone()
    }

    fn standing(known: &Profile, item: &ChargeRow) -> Standing {
        let found = known.charges.iter().find(|one| one.id == item.charge.id);
        Standing::beside(found, &item.charge, item.is_removed)
    }

    async fn store(
        target: &Target,
        environment: Environment,
        items: Vec<ChargeRow>,
        imported_at: Timestamp,
    ) -> Stored<u64> {
        let (removed, kept): (Vec<_>, Vec<_>) = items.into_iter().partition(|one| one.is_removed);
        let charges = kept.into_iter().map(|one| (one.entity, one.charge));
        let put = PutCharges {
            environment,
            charges: charges.collect(),
            imported_at,
        };
        target.write(put).await?;
        if removed.is_empty() {
            return Ok(0);
        }
        let charges = removed.into_iter().map(|one| (one.entity, one.charge.id));
        let remove = RemoveCharges {
            environment,
            charges: charges.collect(),
        };
        target.write(remove).await
    }
}

/// Reads the charge of a row. What is put up with is added to `notes`.
///
/// # Errors
/// Why the row cannot be stored.
pub(crate) fn read_charge(raw: &RawRecord<'_, F>, notes: &mut Notes) -> Result<Charge, String> {
    let id = text(raw, F::ChargeId, TEXT_MAX)?.into_owned();
    if id.is_empty() {
        return Err("chargeId is empty".to_owned());
    }
    let satisfied_on = date(raw, F::SatisfiedOn, SATISFIED_NOTE, notes);
    let word = clean(raw.get(F::Status));
    let status = match word.as_ref() {
        // A day of satisfaction says it, and so does its absence.
        "" if satisfied_on.is_some() => ChargeStatus::FullySatisfied,
        "" => ChargeStatus::Outstanding,
        word => ChargeStatus::parse(word)
            .ok_or("status is none of OUTSTANDING, PART_SATISFIED, FULLY_SATISFIED")?,
    };
    Ok(Charge {
        id,
        code: optional(raw, F::ChargeCode, TEXT_MAX)?,
        kind: optional(raw, F::ChargeType, TEXT_MAX)?,
        description: optional(raw, F::Description, ADDRESS_MAX)?,
        created_on: date(raw, F::CreatedOn, CREATED_NOTE, notes),
        registered_on: date(raw, F::RegisteredOn, REGISTERED_NOTE, notes),
        satisfied_on,
        status,
        secured: amount(raw, F::AmountSecured)?,
        currency: currency(raw, F::Currency)?,
        persons_entitled: items(raw, F::PersonsEntitled)?,
        particulars: optional(raw, F::Particulars, ADDRESS_MAX)?,
        is_fixed: flag(raw, F::IsFixed, FLAG_NOTE, notes),
        is_floating: flag(raw, F::IsFloating, FLAG_NOTE, notes),
        has_negative_pledge: flag(raw, F::NegativePledge, FLAG_NOTE, notes),
    })
}

#[cfg(test)]
mod tests {
    use kofa_domain::Kobo;

    use super::*;

    fn read(json: &str) -> (Result<Charge, String>, Notes) {
        let mut notes = Vec::new();
        let raw = RawRecord::from_json(json.as_bytes()).unwrap();
        (read_charge(&raw, &mut notes), notes)
    }

    #[test]
    fn a_charge_is_read() {
        let (charge, notes) = read(
            r#"{"rc":7,"id":"CH/1","kind":"DEBENTURE","dateCreated":"12 March 2014",
            "amount":"250,000,000","chargee":["First Heron Bank Plc","Okun Trust"],
            "fixed":true,"floating":"N","status":"satisfied"}"#,
        );
        assert!(notes.is_empty(), "{notes:?}");
        let charge = charge.unwrap();
        assert_eq!(charge.created_on.as_deref(), Some("2014-03-12"));
        assert_eq!(charge.secured, Some(Kobo::new(25_000_000_000)));
        assert_eq!(
            charge.persons_entitled,
            ["First Heron Bank Plc", "Okun Trust"]
        );
        assert_eq!(charge.status, ChargeStatus::FullySatisfied);
        assert_eq!(
            (charge.is_fixed, charge.is_floating),
            (Some(true), Some(false))
        );
        assert_eq!(charge.has_negative_pledge, None);
    }

    #[test]
    fn where_a_charge_stands_follows_from_its_end_if_nothing_says_it() {
        let status = |json: &str| read(json).0.map(|charge| charge.status);
        use ChargeStatus::{FullySatisfied, Outstanding};
        assert_eq!(status(r#"{"id":1}"#), Ok(Outstanding));
        assert_eq!(
            status(r#"{"id":1,"satisfiedOn":"2020-01-02"}"#),
            Ok(FullySatisfied)
        );
        let unknown = status(r#"{"id":1,"status":"pending"}"#).unwrap_err();
        assert!(unknown.contains("OUTSTANDING"), "{unknown}");
        assert!(status("{}").unwrap_err().contains("chargeId is empty"));
    }
}
