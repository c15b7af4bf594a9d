//! Small schemas of the API description.

use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};

/// A text schema; `pattern` is a regular expression (ECMA-262), or empty for any text.
pub fn text(pattern: &str) -> Schema {
    let schema = ObjectBuilder::new().schema_type(Type::String);
    match pattern {
        "" => schema.into(),
        pattern => schema.pattern(Some(pattern)).into(),
    }
}

/// An integer schema with bounds, both included.
pub fn integer(least: i64, most: i64) -> Schema {
    ObjectBuilder::new()
        .schema_type(Type::Integer)
        .minimum(Some(utoipa::Number::Int(least as isize)))
        .maximum(Some(utoipa::Number::Int(most as isize)))
        .into()
}

/// `true` or `false`.
pub fn yes_or_no() -> Schema {
    ObjectBuilder::new().schema_type(Type::Boolean).into()
}

/// One of a list of words.
pub fn choice(words: &[&str]) -> Schema {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(words.iter().copied()))
        .into()
}
