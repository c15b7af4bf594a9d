//! Personal numbers and secrets that must never reach a log, trace, panic or answer.

use std::fmt;

use zeroize::Zeroize;

/// A value that shows itself only when asked by name ([`Sensitive::expose`]). It has no
/// `Display`, no `Serialize`, and its `Debug` says nothing about the content.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Sensitive<T>(T);

impl<T> Sensitive<T> {
    /// Hides `value`.
    pub const fn new(value: T) -> Self {
        Self(value)
    }

    /// The value, for the one place that needs it.
    pub const fn expose(&self) -> &T {
        &self.0
    }
}

impl<T: Zeroize> Zeroize for Sensitive<T> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl<T> fmt::Debug for Sensitive<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<hidden>")
    }
}
