//! Bodies that an answer does not wait for: a refused call is answered with its body unread. What
//! is left of it is read here before the answer goes out, so that the connection serves the next
//! request; or the answer says that the connection closes.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use http::{HeaderValue, Request, header};
use http_body_util::BodyExt as _;
use hyper::body::{Body as _, Bytes, Frame, Incoming, SizeHint};

/// As much is read of an unread body, in bytes: half as much again as the largest that any endpoint
/// takes, so that who sends a little too much is told so.
const BYTES_MAX: u64 = 33 * 1024 * 1024;
/// As long, in milliseconds.
const MS_MAX: u64 = 10_000;

/// A body that comes back when it is dropped before its end.
struct Lent {
    body: Option<Incoming>,
    back: Arc<Mutex<Option<Incoming>>>,
}

impl hyper::body::Body for Lent {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        match &mut self.body {
            Some(body) => Pin::new(body).poll_frame(cx),
            None => Poll::Ready(None),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(Incoming::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body
            .as_ref()
            .map(Incoming::size_hint)
            .unwrap_or_default()
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if let Some(body) = self.body.take().filter(|body| !body.is_end_stream()) {
            *self.back.lock().unwrap_or_else(PoisonError::into_inner) = Some(body);
        }
    }
}

/// Answers `request` by `serve`, and sees to what it left of the body.
pub(crate) async fn answer<E, F: Future<Output = Result<Response, E>>>(
    request: Request<Incoming>,
    serve: impl FnOnce(Request<Body>) -> F,
) -> Result<Response, E> {
    if request.body().is_end_stream() {
        return serve(request.map(Body::new)).await;
    }
    // Who waits for leave to send it has sent nothing of it yet, and need not.
    let waits = request.headers().contains_key(header::EXPECT);
    let back = Arc::default();
    let lent = |body| Lent {
        body: Some(body),
        back: Arc::clone(&back),
    };
    let mut response = serve(request.map(|body| Body::new(lent(body)))).await?;
    let unread = back.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(unread) = unread
        && (waits || !read_away(unread).await)
    {
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(header::CONNECTION, close);
    }
    Ok(response)
}

/// Whether the rest of a body was read to its end.
async fn read_away(mut body: Incoming) -> bool {
    let mut left = BYTES_MAX;
    let to_its_end = async {
        loop {
            match body.frame().await {
                None => return true,
                Some(Err(_)) => return false,
                Some(Ok(frame)) => {
                    let bytes = frame.data_ref().map_or(0, Bytes::len) as u64;
                    match left.checked_sub(bytes) {
                        Some(rest) => left = rest,
                        None => return false,
                    }
                }
            }
        }
    };
    let read = tokio::time::timeout(Duration::from_millis(MS_MAX), to_its_end);
    read.await.unwrap_or(false)
}
