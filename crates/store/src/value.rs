//! The five stored types, and rows of them.

use std::borrow::Cow;
use std::sync::Arc;

use kofa_domain::{Kobo, Timestamp};

use crate::DbError;

/// A column of a bulk insert.
pub type Column = (&'static str, Type);

/// The type of a column or of a null.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Int,
    Text,
    Bytes,
    Bool,
}

/// A parameter or a stored value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    /// Null of a type (PostgreSQL asks which).
    Null(Type),
    Int(i64),
    Text(Cow<'a, str>),
    Bytes(Cow<'a, [u8]>),
    Bool(bool),
}

impl From<i64> for Value<'_> {
    fn from(value: i64) -> Self {
        Self::Int(value)
    }
}

impl From<u32> for Value<'_> {
    fn from(value: u32) -> Self {
        Self::Int(i64::from(value))
    }
}

impl From<u16> for Value<'_> {
    fn from(value: u16) -> Self {
        Self::Int(i64::from(value))
    }
}

impl From<bool> for Value<'_> {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<Kobo> for Value<'_> {
    fn from(value: Kobo) -> Self {
        Self::Int(value.get())
    }
}

impl From<Timestamp> for Value<'_> {
    fn from(value: Timestamp) -> Self {
        Self::Int(value.micros())
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(value: &'a str) -> Self {
        Self::Text(Cow::Borrowed(value))
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(value: &'a String) -> Self {
        Self::Text(Cow::Borrowed(value))
    }
}

impl From<String> for Value<'_> {
    fn from(value: String) -> Self {
        Self::Text(Cow::Owned(value))
    }
}

impl<'a> From<&'a [u8]> for Value<'a> {
    fn from(value: &'a [u8]) -> Self {
        Self::Bytes(Cow::Borrowed(value))
    }
}

impl<'a, const N: usize> From<&'a [u8; N]> for Value<'a> {
    fn from(value: &'a [u8; N]) -> Self {
        Self::Bytes(Cow::Borrowed(value))
    }
}

impl<'a> From<&'a Vec<u8>> for Value<'a> {
    fn from(value: &'a Vec<u8>) -> Self {
        Self::Bytes(Cow::Borrowed(value))
    }
}

impl From<Vec<u8>> for Value<'_> {
    fn from(value: Vec<u8>) -> Self {
        Self::Bytes(Cow::Owned(value))
    }
}

impl<'a, K: kofa_domain::IdKind> From<&'a kofa_domain::Id<K>> for Value<'a> {
    fn from(value: &'a kofa_domain::Id<K>) -> Self {
        Self::Text(Cow::Borrowed(value.as_str()))
    }
}

impl From<kofa_domain::Environment> for Value<'_> {
    fn from(value: kofa_domain::Environment) -> Self {
        Self::Text(Cow::Borrowed(value.as_str()))
    }
}

/// What `None` of a type is stored as.
pub trait Nullable {
    const TYPE: Type;
}

impl Nullable for i64 {
    const TYPE: Type = Type::Int;
}
impl Nullable for u32 {
    const TYPE: Type = Type::Int;
}
impl Nullable for Kobo {
    const TYPE: Type = Type::Int;
}
impl Nullable for Timestamp {
    const TYPE: Type = Type::Int;
}
impl Nullable for bool {
    const TYPE: Type = Type::Bool;
}
impl Nullable for String {
    const TYPE: Type = Type::Text;
}
impl Nullable for &str {
    const TYPE: Type = Type::Text;
}
impl Nullable for &String {
    const TYPE: Type = Type::Text;
}
impl Nullable for Vec<u8> {
    const TYPE: Type = Type::Bytes;
}
impl Nullable for &Vec<u8> {
    const TYPE: Type = Type::Bytes;
}
impl Nullable for &[u8] {
    const TYPE: Type = Type::Bytes;
}

impl<'a, T: Nullable + Into<Value<'a>>> From<Option<T>> for Value<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null(T::TYPE), Into::into)
    }
}

/// One row of an answer, read by column name.
#[derive(Clone, Debug)]
pub struct Row {
    pub(crate) columns: Arc<[Box<str>]>,
    pub(crate) values: Vec<Value<'static>>,
}

impl Row {
    /// The value of `column` as `T`.
    ///
    /// # Errors
    /// [`DbError::Wrong`] if there is no such column or it holds another type.
    pub fn get<T: FromValue>(&self, column: &str) -> Result<T, DbError> {
        let position = self
            .columns
            .iter()
            .position(|name| &**name == column)
            .ok_or_else(|| DbError::Wrong(format!("no column {column}")))?;
        T::from_value(&self.values[position])
            .ok_or_else(|| DbError::Wrong(format!("column {column} has another type")))
    }
}

/// A Rust type that a stored value can be read as.
pub trait FromValue: Sized {
    /// `None` if the value is of another type.
    fn from_value(value: &Value<'static>) -> Option<Self>;
}

impl FromValue for i64 {
    fn from_value(value: &Value<'static>) -> Option<Self> {
        match value {
            Value::Int(number) => Some(*number),
            _ => None,
        }
    }
}

impl FromValue for u32 {
    fn from_value(value: &Value<'static>) -> Option<Self> {
        i64::from_value(value).and_then(|number| Self::try_from(number).ok())
    }
}

impl FromValue for bool {
    fn from_value(value: &Value<'static>) -> Option<Self> {
        match value {
            Value::Bool(flag) => Some(*flag),
            Value::Int(number) => Some(*number != 0),
            _ => None,
        }
    }
}

impl FromValue for Kobo {
    fn from_value(value: &Value<'static>) -> Option<Self> {
        i64::from_value(value).map(Self::new)
    }
}

impl FromValue for Timestamp {
    fn from_value(value: &Value<'static>) -> Option<Self> {
        i64::from_value(value).map(Self::from_micros)
    }
}

impl FromValue for String {
    fn from_value(value: &Value<'static>) -> Option<Self> {
        match value {
            Value::Text(text) => Some(text.clone().into_owned()),
            _ => None,
        }
    }
}

impl FromValue for Vec<u8> {
    fn from_value(value: &Value<'static>) -> Option<Self> {
        match value {
            Value::Bytes(bytes) => Some(bytes.clone().into_owned()),
            _ => None,
        }
    }
}

impl<K: kofa_domain::IdKind> FromValue for kofa_domain::Id<K> {
    fn from_value(value: &Value<'static>) -> Option<Self> {
        match value {
            Value::Text(text) => Self::parse(text),
            _ => None,
        }
    }
}

impl FromValue for kofa_domain::Environment {
    fn from_value(value: &Value<'static>) -> Option<Self> {
        match value {
            Value::Text(text) => Self::parse(text),
            _ => None,
        }
    }
}

impl<T: FromValue> FromValue for Option<T> {
    fn from_value(value: &Value<'static>) -> Option<Self> {
        match value {
            Value::Null(_) => Some(None),
            other => T::from_value(other).map(Some),
        }
    }
}
