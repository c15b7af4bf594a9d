//! Where records come from: the register, an upstream, or what is kept of its answers.

pub(crate) mod disambiguation;
pub(crate) mod ops;
pub(crate) mod retention;
pub(crate) mod source_settings_cache;
pub(crate) mod sources;
