//! JSON as a caller may send it: no object names a field twice (RFC 7493, 2.3). Which of two
//! values holds is for nobody to guess where it is a number of shares.

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// A value whose objects name each field once. An error of the category
/// [`serde_json::error::Category::Data`] says that one does not.
#[derive(Debug)]
pub struct Unique(pub Value);

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Parts).map(Self)
    }
}

struct Parts;

impl<'de> Visitor<'de> for Parts {
    type Value = Value;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Unique(value)) = seq.next_element()? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some((name, Unique(value))) = map.next_entry()? {
            if object.insert(name, value).is_some() {
                return Err(A::Error::custom("a field twice"));
            }
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn unique(text: &str) -> serde_json::Result<Value> {
        serde_json::from_str(text).map(|Unique(value)| value)
    }

    fn json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 32, 6, |inner| {
            let list = prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from);
            let object = prop::collection::btree_map(any::<String>(), inner, 0..6);
            let object = object.prop_map(|map| Value::Object(map.into_iter().collect()));
            prop_oneof![list, object]
        })
    }

    proptest! {
        #[test]
        fn it_is_what_any_reader_of_json_reads(value in json()) {
            let text = value.to_string();
            let plain: Value = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(unique(&text).unwrap(), plain);
        }

        #[test]
        fn any_text_is_json_or_is_not(text in ".{0,40}") {
            let plain = serde_json::from_str::<Value>(&text).is_ok();
            prop_assert_eq!(unique(&text).is_ok(), plain);
        }
    }

    #[test]
    fn a_field_named_twice_is_refused_at_any_depth() {
        for text in [
            r#"{"units": 100, "units": 100}"#,
            r#"{"a": [{"b": {"c": 1, "d": 2, "c": null}}]}"#,
            r#"{"a": 1, "\u0061": 2}"#,
            r#"[{"": 0, "": 0}]"#,
        ] {
            let error = unique(text).unwrap_err();
            assert_eq!(
                error.classify(),
                serde_json::error::Category::Data,
                "{text}"
            );
        }
        let apart = r#"{"a": {"a": 1}, "A": [{"a": 1}, {"a": 2}], "a ": 3}"#;
        assert_eq!(
            unique(apart).unwrap(),
            serde_json::from_str::<Value>(apart).unwrap()
        );
    }
}
