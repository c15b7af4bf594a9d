//! Enums whose values are words, and words that spreadsheets understand.

use std::borrow::Cow;

use strum::VariantArray;

/// All values of an enum, in the order in which they are declared.
///
/// # Panics
/// When compiling, where `N` is not their number.
pub const fn all<T: VariantArray + Copy, const N: usize>() -> [T; N] {
    match T::VARIANTS.first_chunk() {
        Some(all) if T::VARIANTS.len() == N => *all,
        _ => panic!("the enum has another number of values"),
    }
}

/// A text of somebody's for a cell of a spreadsheet: what begins with certain signs would be taken
/// for a formula and gets an apostrophe before it.
pub fn no_formula(text: &str) -> Cow<'_, str> {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}
