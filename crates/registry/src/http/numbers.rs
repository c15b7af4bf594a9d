//! Numbers with decimals in answers: written from whole hundredths, never from floats.

use kofa_domain::Kobo;
use serde::{Serialize, Serializer};
use utoipa::openapi::schema::{Schema, Type};
use utoipa::openapi::{ObjectBuilder, RefOr};
use utoipa::{PartialSchema, ToSchema};

/// Money: a JSON number in the unit of its currency, with at most two decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Amount(pub(super) Kobo);

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.naira_json().serialize(serializer)
    }
}

impl PartialSchema for Amount {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::Number)
            .minimum(Some(0))
            .description(Some(
                "In the unit of the currency, with at most two decimals.",
            ))
            .examples([serde_json::json!(10_000_000)])
            .into()
    }
}

impl ToSchema for Amount {}

/// Percent: a JSON number with at most two decimals, from hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Percent(pub(super) u64);

impl Serialize for Percent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let hundredths = i64::try_from(self.0).unwrap_or(i64::MAX);
        Kobo::new(hundredths).naira_json().serialize(serializer)
    }
}

impl PartialSchema for Percent {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::Number)
            .minimum(Some(0))
            .description(Some("Percent, with at most two decimals."))
            .examples([serde_json::json!(33.33)])
            .into()
    }
}

impl ToSchema for Percent {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_written_from_whole_numbers() {
        let amount = |kobo| serde_json::to_string(&Amount(Kobo::new(kobo))).unwrap();
        assert_eq!(amount(1_050), "10.5");
        assert_eq!(amount(i64::MAX), "92233720368547758.07");
        let percent = |hundredths| serde_json::to_string(&Percent(hundredths)).unwrap();
        assert_eq!(percent(3_333), "33.33");
        assert_eq!(percent(10_000), "100");
        assert_eq!(percent(u64::MAX), "92233720368547758.07");
    }
}
