//! Traces: the span of a call, and the W3C trace context (<https://www.w3.org/TR/trace-context/>)
//! in and out.
//!
//! Where traces are off no span is made, and what is asked is whether they are on. Spans name
//! operations and statuses; never a person, an address with its query, or a body.

use std::fmt::Display;

use http::{HeaderMap, HeaderName, HeaderValue};
use opentelemetry::Context;
use opentelemetry::trace::{
    SpanContext, SpanId, TraceContextExt as _, TraceFlags, TraceId, TraceState,
};
use tracing::Span;
use tracing::field::{Empty, display};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// The span of a call that came with `headers`, as a part of the trace that they name.
pub fn call_span(operation_id: &'static str, headers: &HeaderMap) -> Span {
    let span = tracing::trace_span!(
        target: "kofa_trace",
        "call",
        otel.name = operation_id,
        otel.kind = "server",
        otel.status_code = Empty,
        kofa.request_id = Empty,
        kofa.environment = Empty,
        http.response.status_code = Empty,
    );
    if !span.is_disabled()
        && let Some(parent) = headers.get(TRACEPARENT).and_then(parse)
    {
        // Refused only where the span has begun or is none: then it is a trace of its own.
        let _ = span.set_parent(Context::new().with_remote_span_context(parent));
    }
    span
}

/// Whether spans are made.
fn is_on() -> bool {
    tracing::enabled!(target: "kofa_trace", tracing::Level::TRACE)
}

/// Notes in the span of a call, which is the current one, what became of it.
pub fn note_call(request_id: impl Display, environment: &str, status: u16) {
    if is_on() {
        let span = Span::current();
        span.record("kofa.request_id", display(request_id));
        span.record("kofa.environment", environment);
        note_status(&span, status);
    }
}

/// Notes in a span with which status it ended.
pub(crate) fn note_status(span: &Span, status: u16) {
    span.record("http.response.status_code", i64::from(status));
    if status >= 500 {
        span.record("otel.status_code", "ERROR");
    }
}

/// The span of a request to an upstream, within the one that asks for it.
pub(crate) fn upstream_span(upstream: &str, class: &'static str) -> Span {
    tracing::trace_span!(
        target: "kofa_trace",
        "upstream",
        otel.name = class,
        otel.kind = "client",
        otel.status_code = Empty,
        peer.service = upstream,
        http.response.status_code = Empty,
    )
}

/// Has a request carry `span` on. No `tracestate`: what a caller put there is nobody else's.
pub(crate) fn carry_on(span: &Span, headers: &mut HeaderMap) {
    if span.is_disabled() {
        return;
    }
    let context = span.context();
    let of = context.span().span_context().clone();
    if let Some(value) = header(&of) {
        headers.insert(TRACEPARENT, value);
    }
}

/// Version 00: `00-<trace id>-<parent id>-<flags>` in lower-case hexadecimal digits, neither id
/// zero. `None` for anything else, which the standard says to ignore.
fn parse(value: &HeaderValue) -> Option<SpanContext> {
    let parts: Vec<&str> = value.to_str().ok()?.split('-').collect();
    let [version, trace, parent, flags] = parts.as_slice() else {
        return None;
    };
    let is_hex = |text: &str, digits: usize| {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        text.len() == digits && text.bytes().all(is_digit)
    };
    let is_valid = *version == "00" && is_hex(trace, 32) && is_hex(parent, 16) && is_hex(flags, 2);
    let of = SpanContext::new(
        TraceId::from_hex(trace).ok()?,
        SpanId::from_hex(parent).ok()?,
        TraceFlags::new(u8::from_str_radix(flags, 16).ok()? & TraceFlags::SAMPLED.to_u8()),
        true,
        TraceState::NONE,
    );
    Some(of).filter(|of| is_valid && of.is_valid())
}

fn header(of: &SpanContext) -> Option<HeaderValue> {
    let (trace, parent) = (of.trace_id(), of.span_id());
    let text = format!("00-{trace}-{parent}-{:02x}", of.trace_flags().to_u8());
    HeaderValue::from_str(&text).ok().filter(|_| of.is_valid())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again(text: &str) -> Option<String> {
        let value = HeaderValue::from_str(text).ok()?;
        let value = header(&parse(&value)?)?;
        Some(value.to_str().unwrap().to_owned())
    }

    #[test]
    fn only_a_whole_context_is_carried_on() {
        let good = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        assert_eq!(again(good).as_deref(), Some(good));
        for bad in [
            "",
            "00",
            "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "00-00000000000000000000000000000000-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
            "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\nx: y",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
        ] {
            assert_eq!(again(bad), None, "{bad:?}");
        }
    }
}
