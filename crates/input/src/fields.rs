//! Reads the fields of a JSON object and collects every fault instead of stopping at one.

use std::num::IntErrorKind;

use kofa_domain::{Error, Fault, Result, codes};
use serde_json::{Map, Value};

/// A reader over one object. Each look-up that fails notes a fault and gives `None`.
#[derive(Debug)]
pub struct Fields<'a> {
    object: &'a Map<String, Value>,
    faults: Vec<Fault>,
}

impl<'a> Fields<'a> {
    /// Over `object`.
    pub fn new(object: &'a Map<String, Value>) -> Self {
        Self {
            object,
            faults: Vec::new(),
        }
    }

    /// Notes a fault found by a rule.
    pub fn fault(&mut self, fault: Fault) {
        self.faults.push(fault);
    }

    /// The raw value; `None` if absent or null.
    pub fn raw(&self, name: &str) -> Option<&'a Value> {
        self.object.get(name).filter(|value| !value.is_null())
    }

    /// A required text of at most `most` characters, trimmed and not empty.
    pub fn text(&mut self, name: &'static str, most: usize) -> Option<&'a str> {
        let value = self.optional_text(name, most);
        let absent = match self.raw(name) {
            None => true,
            Some(Value::String(text)) => text.trim().is_empty(),
            Some(_) => false,
        };
        if absent {
            self.faults.push(Fault::missing(name));
        }
        value
    }

    /// A text of at most `most` characters; `None` without a fault if absent or blank.
    pub fn optional_text(&mut self, name: &'static str, most: usize) -> Option<&'a str> {
        let Some(text) = self.raw(name)?.as_str() else {
            self.wrong(name, "must be a string");
            return None;
        };
        let text = text.trim();
        if text.is_empty() {
            return None;
        }
        if text.contains('\0') {
            self.wrong(name, "must not hold a null character");
            return None;
        }
        if text.chars().count() > most {
            self.wrong(name, &format!("must have at most {most} characters"));
            return None;
        }
        Some(text)
    }

    /// A required whole number, as [`whole`] reads it.
    pub fn integer(&mut self, name: &'static str) -> Option<i64> {
        let Some(value) = self.raw(name) else {
            self.faults.push(Fault::missing(name));
            return None;
        };
        let number = whole(value);
        if number.is_none() {
            self.wrong(name, "must be a whole number");
        }
        number
    }

    /// A whole number; `None` without a fault if absent.
    pub fn optional_integer(&mut self, name: &'static str) -> Option<i64> {
        self.raw(name)
            .is_some()
            .then(|| self.integer(name))
            .flatten()
    }

    /// A required `true` or `false`.
    pub fn boolean(&mut self, name: &'static str) -> Option<bool> {
        let Some(value) = self.raw(name) else {
            self.faults.push(Fault::missing(name));
            return None;
        };
        let flag = value.as_bool();
        if flag.is_none() {
            self.wrong(name, "must be true or false");
        }
        flag
    }

    /// Notes that `name` is required and absent.
    pub fn missing(&mut self, name: &'static str) {
        self.faults.push(Fault::missing(name));
    }

    /// Notes `invalid_field`: "`name` must …".
    pub fn wrong(&mut self, name: &'static str, must: &str) {
        let message = format!("`{name}` {must}.");
        self.faults
            .push(Fault::on(name, &codes::INVALID_FIELD, message));
    }

    /// Whether `name` has a fault already, so that a rule need not look at it again.
    pub fn is_faulty(&self, name: &str) -> bool {
        self.faults
            .iter()
            .any(|fault| fault.field.as_deref() == Some(name))
    }

    /// Takes over the faults of the object `name`: `bvn` in it becomes `name.bvn`.
    pub fn absorb(&mut self, name: &str, inner: Fields<'_>) {
        self.faults.extend(inner.faults.into_iter().map(|fault| {
            let Some(field) = fault.field else {
                return fault;
            };
            let whole = format!("{name}.{field}");
            let message = fault
                .message
                .replace(&format!("`{field}`"), &format!("`{whole}`"));
            Fault::on(whole, fault.code, message)
        }));
    }

    /// All faults at once, if there are any.
    ///
    /// # Errors
    /// Those faults, as one error.
    pub fn finish(self) -> Result<()> {
        Error::check(self.faults)
    }

    /// The faults so far.
    pub fn into_faults(self) -> Vec<Fault> {
        self.faults
    }
}

/// A whole number; `15` and `15.0` are the same to JSON. One that 64 bits do not hold is the
/// nearest that they do: above all that any field takes, so that its rule refuses it and says
/// what it takes. Those are below 2^53, up to which every whole number has a float of its own.
pub fn whole(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| {
        let number = value.as_f64()?;
        (number.fract() == 0.0).then_some(number as i64)
    })
}

/// A whole number as text, else as [`whole`].
pub fn whole_of(text: &str) -> Option<i64> {
    match text.parse::<i64>() {
        Ok(number) => Some(number),
        Err(error) => match error.kind() {
            IntErrorKind::PosOverflow => Some(i64::MAX),
            IntErrorKind::NegOverflow => Some(i64::MIN),
            _ => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_whole_number_may_be_written_with_a_fraction_of_zero() {
        let check = |value: Value, expected| assert_eq!(whole(&value), expected, "{value}");
        check(json!(15), Some(15));
        check(json!(15.0), Some(15));
        check(json!(-2e3), Some(-2_000));
        check(json!(15.5), None);
        check(json!("15"), None);
        check(json!(true), None);
    }

    #[test]
    fn a_number_too_large_for_64_bits_is_whole_and_beyond_all_bounds() {
        let check = |text: &str, expected| {
            let value = serde_json::from_str(text).unwrap();
            assert_eq!(whole(&value), Some(expected), "{text}");
        };
        check("9223372036854775807", i64::MAX);
        check("9223372036854775808", i64::MAX);
        check("18446744073709551616", i64::MAX);
        check("1e300", i64::MAX);
        check("-9223372036854775809", i64::MIN);
        check("-1e300", i64::MIN);
        // Past 2^53 floats skip numbers, but never back below it.
        let skipped = serde_json::from_str("9007199254740993.0").unwrap();
        assert!(whole(&skipped) >= Some(1 << 53));
        let of = |text: &str| whole_of(text);
        assert_eq!(of("99999999999999999999"), Some(i64::MAX));
        assert_eq!(of("-99999999999999999999"), Some(i64::MIN));
        assert_eq!(
            (of("-12"), of("1.5"), of("9e9"), of("")),
            (Some(-12), None, None, None)
        );
    }
}
