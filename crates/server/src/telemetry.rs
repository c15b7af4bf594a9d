//! Structured logs on standard error.

use anyhow::Context as _;
use tracing_subscriber::EnvFilter;

/// What is logged at `level`, as `EnvFilter` reads it.
///
/// # Errors
/// If it cannot be read.
pub fn filter(level: &str) -> anyhow::Result<EnvFilter> {
    EnvFilter::try_new(level).context("`log` must be a level, as `info` or `info,kofa=debug`")
}

/// Starts logging: JSON lines unless standard error is a terminal, at `level` as `EnvFilter`
/// reads it (`info` if it cannot be read). A panic is logged as its place only: its message
/// might hold anything.
pub fn start(level: &str) {
    use std::io::IsTerminal as _;

    let filter = filter(level).unwrap_or_else(|_| EnvFilter::new("info"));
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        // Said on standard error, it would end the call where that cannot be written either.
        .log_internal_errors(false)
        .with_writer(std::io::stderr);
    if std::io::stderr().is_terminal() {
        builder.compact().init();
    } else {
        builder.json().flatten_event(true).init();
    }
    std::panic::set_hook(Box::new(|panic| {
        let place = panic
            .location()
            .map(ToString::to_string)
            .unwrap_or_default();
        tracing::error!(place, "a task panicked");
    }));
}
