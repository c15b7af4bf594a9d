//! Enums whose values are words.

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
