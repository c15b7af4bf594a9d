//! Files of share capital: one row, one company's.

use kofa_domain::{Environment, Result as Stored, Timestamp};

use super::Kind;
use super::company::{KIND_NAMES, NUMBER_NAMES};
use super::fields::{Field, RawRecord};
use super::shown::{Standing, yes};
use super::target::Target;
use super::text::{Identity, Notes, amount, count, currency, is_removed};
use crate::profile::{Capital, Part, Profile};
use crate::{Entity, PutCapitals, RemoveCapitals};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CapitalField {
    RcNumber,
    EntityType,
    ClassificationId,
    ShareCapital,
    Currency,
    IssuedShares,
    NominalValuePerShare,
    PaidUpCapital,
    Remove,
}

use CapitalField as F;

impl Field for F {
    const NAMES: &'static [(Self, &'static str, &'static [&'static str])] = &[
        (F::RcNumber, "rcNumber", NUMBER_NAMES),
        (F::EntityType, "entityType", KIND_NAMES),
        (F::ClassificationId, "classificationId", &[]),
        (
            F::ShareCapital,
            "shareCapital",
            &[
                "nominalcapital",
                "authorisedsharecapital",
                "authorizedsharecapital",
                "issuedsharecapital",
            ],
        ),
        (F::Currency, "currency", &["currencycode"]),
        (
            F::IssuedShares,
            "issuedShares",
            &["totalissuedshares", "numberofshares", "dividedinto"],
        ),
        (
            F::NominalValuePerShare,
            "nominalValuePerShare",
            &["ofeach", "sharevalue", "sharesvalue"],
        ),
        (
            F::PaidUpCapital,
            "paidUpCapital",
            &["paidsharecapital", "paidup"],
        ),
        (F::Remove, "remove", &["removed"]),
    ];
    const REQUIRED: &'static [Self] = &[F::RcNumber, F::ShareCapital];

    fn place(self) -> usize {
        self as usize
    }
}

/// Files of share capital.
#[derive(Debug)]
pub(super) struct Capitals;

/// A capital; `None` if it is to be removed.
#[derive(Debug)]
pub(super) struct CapitalRow {
    entity: Entity,
    capital: Option<Capital>,
}

impl Kind for Capitals {
    type Field = CapitalField;
    type Item = CapitalRow;
    type Key<'a> = (&'a str, &'static str);
    const THINGS: &'static str = "share capitals";
    const IS_PERSONAL: bool = false;

    fn read(raw: &RawRecord<'_, F>, notes: &mut Notes) -> Result<CapitalRow, String> {
        let identity = Identity {
            number: raw.get(F::RcNumber),
            entity_type: raw.get(F::EntityType),
            classification_id: raw.get(F::ClassificationId),
            company_type: None,
        };
        let entity = identity.read(notes)?;
        let entity = entity.unreserved();
        let capital = match is_removed(raw, F::Remove, notes) {
            true => None,
            false => Some(read_capital(raw)?),
        };
        Ok(CapitalRow { entity, capital })
    }

    fn key(item: &CapitalRow) -> Self::Key<'_> {
        let entity = &item.entity;
        (entity.rc_number.as_str(), entity.entity_type.as_str())
    }

    const SHOWN: &'static [&'static str] = &["Number", "Kind", "Currency", "Nominal", "Remove"];

    fn shown(item: &CapitalRow) -> Vec<String> {
        let capital = item.capital.as_ref();
        vec![
            item.entity.rc_number.as_str().to_owned(),
            item.entity.entity_type.as_str().to_owned(),
            capital.map_or_else(String::new, |one| one.currency.clone()),
            capital.map_or_else(String::new, |one| one.nominal.naira_text()),
            yes(capital.is_none()),
        ]
    }

    const PART: Part = Part::ShareCapital;

    fn entity(item: &CapitalRow) -> Entity {
        item.entity.clone()
    }

    fn standing(known: &Profile, item: &CapitalRow) -> Standing {
        match &item.capital {
            Some(capital) => Standing::beside(known.capital.as_ref(), capital, false),
            None => Standing::of(known.capital.is_none()),
        }
    }

    async fn store(
        target: &Target,
        environment: Environment,
        items: Vec<CapitalRow>,
        imported_at: Timestamp,
    ) -> Stored<u64> {
        let (mut capitals, mut entities) = (Vec::with_capacity(items.len()), Vec::new());
        for CapitalRow { entity, capital } in items {
            match capital {
                Some(capital) => capitals.push((entity, capital)),
                None => entities.push(entity),
            }
        }
        let put = PutCapitals {
            environment,
            capitals,
            imported_at,
        };
        target.write(put).await?;
        if entities.is_empty() {
            return Ok(0);
        }
        let remove = RemoveCapitals {
            environment,
            entities,
        };
        target.write(remove).await
    }
}

/// Reads the capital of a row.
///
/// # Errors
/// Why the row cannot be stored.
pub(crate) fn read_capital(raw: &RawRecord<'_, F>) -> Result<Capital, String> {
    Ok(Capital {
        currency: currency(raw, F::Currency)?,
        nominal: amount(raw, F::ShareCapital)?.ok_or("shareCapital is empty")?,
        issued_shares: count(raw, F::IssuedShares)?,
        nominal_per_share: amount(raw, F::NominalValuePerShare)?,
        paid_up: amount(raw, F::PaidUpCapital)?,
    })
}

#[cfg(test)]
mod tests {
    use kofa_domain::Kobo;

    use super::*;

    fn read(json: &str) -> Result<CapitalRow, String> {
        let raw = RawRecord::from_json(json.as_bytes()).unwrap();
        Capitals::read(&raw, &mut Vec::new())
    }

    #[test]
    fn a_capital_is_read_in_naira() {
        let row = read(
            r#"{"rc":7,"entityType":"COMPANY","shareCapital":"NGN 1,000,000.00",
            "dividedInto":2000000,"ofEach":0.5,"paidUpCapital":null}"#,
        );
        let expected = Capital {
            currency: "NGN".to_owned(),
            nominal: Kobo::new(100_000_000),
            issued_shares: Some(2_000_000),
            nominal_per_share: Some(Kobo::new(50)),
            paid_up: None,
        };
        assert_eq!(row.unwrap().capital, Some(expected));
        let removed = read(r#"{"rc":7,"shareCapital":"","remove":"yes"}"#);
        assert_eq!(removed.unwrap().capital, None);
    }

    #[test]
    fn a_row_without_an_amount_is_refused() {
        let check = |json: &str, part: &str| {
            let why = read(json).unwrap_err();
            assert!(why.contains(part), "{json}: {why}");
        };
        check(r#"{"rc":7}"#, "shareCapital is empty");
        check(r#"{"rc":7,"shareCapital":"much"}"#, "shareCapital is not");
        check(
            r#"{"rc":7,"shareCapital":1,"currency":"naira!"}"#,
            "currency is not",
        );
        check(
            r#"{"rc":7,"shareCapital":1,"issuedShares":-1}"#,
            "issuedShares is not",
        );
    }
}
