//! The span of an operation in the trace of the call that it is run for.

use tracing::{Level, Span};

use crate::{Dialect, Op};

/// That of an `O`; none where traces are off, or nobody's call runs it: workers look every few
/// moments. Of those that are stored together it is in the trace of the first.
pub(crate) fn span<O: Op>(dialect: Dialect) -> Span {
    if !tracing::enabled!(target: "kofa_trace", Level::TRACE) || Span::current().is_none() {
        return Span::none();
    }
    let system = match dialect {
        Dialect::Sqlite => "sqlite",
        Dialect::Postgres => "postgresql",
    };
    tracing::trace_span!(
        target: "kofa_trace",
        "sql",
        otel.name = name(std::any::type_name::<O>()),
        otel.kind = "client",
        db.system.name = system,
    )
}

/// `FindKey` of `kofa_identity::keys::FindKey<…>`.
fn name(path: &'static str) -> &'static str {
    let plain = path.split('<').next().unwrap_or(path);
    plain.rsplit("::").next().unwrap_or(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_is_named_by_its_type() {
        assert_eq!(name("kofa_identity::keys::FindKey"), "FindKey");
        assert_eq!(name("kofa_core::Listed<kofa_a::B>"), "Listed");
    }
}
