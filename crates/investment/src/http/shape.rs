//! Parts of answers that several endpoints share.

use kofa_domain::Kobo;
use serde::{Serialize, Serializer};
use utoipa::openapi::schema::{Schema, Type};
use utoipa::openapi::{ObjectBuilder, RefOr};
use utoipa::{PartialSchema, ToSchema};

/// Always `null`: `errors` of a success.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nothing;

impl Serialize for Nothing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

impl PartialSchema for Nothing {
    fn schema() -> RefOr<Schema> {
        let null = ObjectBuilder::new().schema_type(Type::Null);
        null.description(Some("Always null on success.")).into()
    }
}

impl ToSchema for Nothing {}

/// Money as the contract shows it: naira, a JSON number with at most two decimals, written
/// from whole kobo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Naira(pub(crate) Kobo);

impl Serialize for Naira {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.naira_json().serialize(serializer)
    }
}

impl PartialSchema for Naira {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::Number)
            .minimum(Some(0))
            .description(Some("Naira, with at most two decimals."))
            .examples([serde_json::json!(3380)])
            .into()
    }
}

impl ToSchema for Naira {}
