//! Amounts, bytes and files.

use std::fmt;
use std::path::Path;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::text::{from_base64, to_base64};

/// An exact amount with two decimal places, kept as a whole number of hundredths: kobo, where the
/// currency is the naira. The API writes such amounts as decimal numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Money {
    /// The amount in hundredths.
    pub kobo: i64,
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.kobo < 0 { "-" } else { "" };
        let hundredths = self.kobo.unsigned_abs();
        write!(f, "{sign}{}.{:02}", hundredths / 100, hundredths % 100)
    }
}

impl Serialize for Money {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if self.kobo % 100 == 0 {
            to.serialize_i64(self.kobo / 100)
        } else {
            to.serialize_f64(self.kobo as f64 / 100.0)
        }
    }
}

impl<'de> Deserialize<'de> for Money {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let amount = f64::deserialize(from)?;
        let kobo = (amount * 100.0).round();
        // Beyond it, a number of JSON no longer tells kobo apart.
        if kobo.abs() > 2_f64.powi(53) {
            return Err(D::Error::custom("the amount is too large to be exact"));
        }
        Ok(Self { kobo: kobo as i64 })
    }
}

/// Bytes that travel as base64.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Base64(pub Vec<u8>);

impl fmt::Debug for Base64 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Base64({} bytes)", self.0.len())
    }
}

impl Serialize for Base64 {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&to_base64(&self.0))
    }
}

impl<'de> Deserialize<'de> for Base64 {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let bytes = from_base64(&text).ok_or_else(|| D::Error::custom("not base64"))?;
        Ok(Self(bytes))
    }
}

/// A file to send.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct FileUpload {
    /// The bytes of the file.
    pub content: Vec<u8>,
    /// Told in the record of a job. In the sandbox, reserved names choose the outcome.
    pub name: String,
    /// The media type. The server looks at the first bytes whatever this says.
    pub media_type: Option<String>,
}

impl FileUpload {
    /// The file at `path`, under its own name.
    pub fn from_path(path: impl AsRef<Path>) -> std::io::Result<Self> {
        let path = path.as_ref();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        Ok(Self {
            content: std::fs::read(path)?,
            name: name.into_owned(),
            media_type: None,
        })
    }
}

impl fmt::Debug for FileUpload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FileUpload({}, {} bytes)", self.name, self.content.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_exact() {
        for (json, kobo, text) in [
            ("3380", 338_000, "3380.00"),
            ("0.29", 29, "0.29"),
            ("1234567890.99", 123_456_789_099, "1234567890.99"),
            ("-0.05", -5, "-0.05"),
        ] {
            let money: Money = serde_json::from_str(json).unwrap();
            assert_eq!((money.kobo, money.to_string().as_str()), (kobo, text));
            assert_eq!(serde_json::to_string(&money).unwrap(), json);
        }
        assert!(serde_json::from_str::<Money>("1e30").is_err());
    }
}
