//! Personal numbers and secrets that must never reach a log, trace, panic or answer.

use std::fmt;

use serde_json::Value;
use zeroize::Zeroize;

/// What can overwrite its content in memory.
pub trait Wipe {
    /// Overwrites the content; what is left tells nothing of it.
    fn wipe(&mut self);
}

/// A value that shows itself only when asked by name ([`Sensitive::expose`]), and overwrites its
/// memory when it is dropped. It has no `Display`, no `Serialize`, and its `Debug` says nothing
/// about the content.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Sensitive<T: Wipe>(T);

impl<T: Wipe> Sensitive<T> {
    /// Hides `value`.
    pub const fn new(value: T) -> Self {
        Self(value)
    }

    /// The value, for the one place that needs it.
    pub const fn expose(&self) -> &T {
        &self.0
    }
}

impl<T: Wipe> Drop for Sensitive<T> {
    fn drop(&mut self) {
        self.0.wipe();
    }
}

impl<T: Wipe> fmt::Debug for Sensitive<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<hidden>")
    }
}

impl Wipe for String {
    fn wipe(&mut self) {
        self.zeroize();
    }
}

impl Wipe for Box<str> {
    fn wipe(&mut self) {
        self.zeroize();
    }
}

impl Wipe for Vec<u8> {
    fn wipe(&mut self) {
        self.zeroize();
    }
}

impl<const BYTES: usize> Wipe for [u8; BYTES] {
    fn wipe(&mut self) {
        self.zeroize();
    }
}

impl<T: Wipe> Wipe for Option<T> {
    fn wipe(&mut self) {
        if let Some(value) = self {
            value.wipe();
        }
        *self = None;
    }
}

/// Texts and names of fields; numbers, which hold nothing that names a person, are only let go.
impl Wipe for Value {
    fn wipe(&mut self) {
        match std::mem::take(self) {
            Self::Null | Self::Bool(_) | Self::Number(_) => {}
            Self::String(mut text) => text.wipe(),
            Self::Array(mut items) => items.iter_mut().for_each(Self::wipe),
            Self::Object(fields) => {
                for (mut name, mut value) in fields {
                    name.wipe();
                    value.wipe();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::rc::Rc;

    use serde_json::json;

    use super::*;

    #[derive(Clone)]
    struct Probe(Rc<Cell<u32>>);

    impl Wipe for Probe {
        fn wipe(&mut self) {
            self.0.set(self.0.get() + 1);
        }
    }

    #[test]
    fn whatever_is_dropped_is_wiped() {
        let wiped = Rc::new(Cell::new(0));
        let one = Sensitive::new(Probe(Rc::clone(&wiped)));
        let two = one.clone();
        assert_eq!(format!("{one:?}"), "<hidden>");
        assert_eq!(wiped.get(), 0);
        drop(one);
        assert_eq!(wiped.get(), 1);
        drop(Some(two));
        assert_eq!(wiped.get(), 2, "a copy, too");
    }

    #[test]
    fn nothing_is_left_of_what_is_wiped() {
        fn check<T: Wipe + PartialEq + fmt::Debug>(mut value: T, left: T) {
            value.wipe();
            assert_eq!(value, left);
        }
        check("22222222222".to_owned(), String::new());
        check(Box::<str>::from("222"), Box::from("\0\0\0"));
        check(vec![7_u8; 40], Vec::new());
        check([7_u8; 32], [0; 32]);
        check(Some("22222222222".to_owned()), None);
        check(None::<String>, None);
        check(json!({"bvn": ["22222222222", {"age": 7}]}), Value::Null);
    }
}
