//! Reading a body: bounded in size and in time. What is left of one is the listener's to read away.

use std::time::Duration;

use axum::body::{Body, to_bytes};
use bytes::Bytes;
use http::{HeaderMap, header};
use kofa_core::codes;
use kofa_core::endpoint::Endpoint;
use kofa_domain::{Error, Result};

use crate::headers::must_not_be_packed;

/// Longest a client may take to send its body, in milliseconds.
const BODY_MS_MAX: u64 = 30_000;

/// The whole body, or why it cannot be had.
pub(super) async fn read_body(
    endpoint: &Endpoint,
    headers: &HeaderMap,
    body: Body,
) -> Result<Bytes> {
    let most = endpoint.body_bytes_max;
    if most == 0 {
        return Ok(Bytes::new());
    }
    must_not_be_packed(headers)?;
    let too_large = || {
        let message = format!("The body may have at most {most} bytes.");
        Error::new(&codes::BODY_TOO_LARGE, message)
    };
    let declared = headers
        .get(header::CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok());
    let declared = declared.and_then(|text| text.parse::<u64>().ok());
    if declared.is_some_and(|bytes| bytes > most as u64) {
        return Err(too_large());
    }
    let read = tokio::time::timeout(Duration::from_millis(BODY_MS_MAX), to_bytes(body, most));
    match read.await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) => {
            let cut = std::error::Error::source(&error)
                .is_some_and(|cause| cause.is::<http_body_util::LengthLimitError>());
            Err(if cut {
                too_large()
            } else {
                Error::new(
                    &codes::MALFORMED_REQUEST,
                    "The body broke off before its end.",
                )
            })
        }
        Err(_) => Err(Error::new(
            &codes::MALFORMED_REQUEST,
            "The body came too slowly.",
        )),
    }
}
