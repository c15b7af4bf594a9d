//! What the house asks of its operators.

/// What the house asks of its operators: settings, the same for all of them.
#[derive(Clone, Debug, Default)]
pub struct House {
    /// Whether operators without a second factor can do nothing in the console but turn one on.
    pub operators_need_second_factor: bool,
}
