//! Files that are sent while they are written.

use std::convert::Infallible;

use axum::body::Body;
use axum::response::{IntoResponse as _, Response};
use futures_util::{Stream, StreamExt as _};
use http::{StatusCode, header};
use kofa_domain::{Error, Result};
use tokio::sync::{Semaphore, SemaphorePermit};

/// How the lines of a file are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Csv,
    Ndjson,
}

impl Format {
    /// Ending and media type.
    fn name(self) -> (&'static str, &'static str) {
        match self {
            Self::Csv => ("csv", "text/csv; charset=utf-8"),
            Self::Ndjson => ("ndjson", "application/x-ndjson"),
        }
    }
}

/// One of the files of a sort that are written at once.
pub(super) fn place(places: &'static Semaphore) -> Result<SemaphorePermit<'static>> {
    places.try_acquire().map_err(|_| {
        let error = Error::unavailable("too many files are being written");
        error.with_retry_after(10)
    })
}

/// Sends the file `stem` as its pieces come.
pub(super) fn send(
    format: Format,
    stem: &str,
    pieces: impl Stream<Item = String> + Send + 'static,
) -> Response {
    let (ending, media_type) = format.name();
    let named = format!("attachment; filename=\"{stem}.{ending}\"");
    let headers = [
        (header::CONTENT_TYPE, media_type.to_owned()),
        (header::CONTENT_DISPOSITION, named),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    let pieces = pieces.map(Ok::<_, Infallible>);
    (StatusCode::OK, headers, Body::from_stream(pieces)).into_response()
}
