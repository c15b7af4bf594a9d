//! What a handler reads from: who calls, and the parts of the request, bounded.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{
    FromRef, FromRequest, FromRequestParts as _, RawPathParams, Request as AxumRequest,
};
use http::header::AUTHORIZATION;
use http::request::Parts;
use kofa_core::codes::{BODY_TOO_LARGE, MALFORMED_REQUEST, UNAUTHORIZED, UNSUPPORTED_MEDIA_TYPE};
use kofa_core::{ActorAt, Right};
use kofa_domain::{Error, Result, Sensitive, codes};
use kofa_gate::headers::must_not_be_packed;
use kofa_gate::{Request, must_mean_one_thing};
use kofa_identity::token_check::CheckAdminToken;
use kofa_input::rows::Format;

use super::problem::Problem;
use crate::state::AdminState;

/// Largest body of the admin API, in bytes; an [`AdminUpload`] says its own.
const BODY_BYTES_MAX: usize = 64 * 1024;
/// Longest a client may take to send it.
const BODY_SECONDS_MAX: u64 = 10;
/// Longest pause between two pieces of a file that is read piece by piece.
const PIECE_SECONDS_MAX: u64 = 30;
/// Longest a client may take to send a file.
const UPLOAD_SECONDS_MAX: u64 = 120;

/// A request of an operator, for a handler of any product: its state must lead to the
/// [`AdminState`]. A stranger's body is not read.
#[derive(Debug)]
pub struct AdminCall {
    /// Who calls, and when.
    pub by: ActorAt,
    pub request: Request,
}

/// A request of an operator whose body is a file of at most `BYTES_MAX` bytes.
#[derive(Debug)]
pub struct AdminUpload<const BYTES_MAX: usize>(pub AdminCall);

/// A request of an operator whose body is a file that is read piece by piece: for what is too
/// large to be held.
pub struct AdminStream {
    /// Who calls, looked up again at the end of the body, and what they sent but that.
    pub call: AdminCall,
    asker: Asker,
    body: axum::body::Body,
    admin: Arc<AdminState>,
}

impl std::fmt::Debug for AdminStream {
    /// Says nothing that was sent: it may be personal.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AdminStream")
    }
}

impl AdminStream {
    /// The next piece of the body; `None` at its end. A body may take hours: who calls is looked
    /// up again at its end.
    ///
    /// # Errors
    /// 400 `malformed_request` if it breaks off, 401 `unauthorized` if the token was revoked.
    pub async fn piece(&mut self) -> Result<Option<bytes::Bytes>> {
        let patience = Duration::from_secs(PIECE_SECONDS_MAX);
        loop {
            let frame = http_body_util::BodyExt::frame(&mut self.body);
            let frame = match tokio::time::timeout(patience, frame).await {
                Ok(None) => {
                    self.call.by = self.asker.check(&self.admin).await?;
                    return Ok(None);
                }
                Ok(Some(Ok(frame))) => frame,
                Ok(Some(Err(_))) => return Err(Error::plain(&MALFORMED_REQUEST)),
                Err(_) => {
                    let message = "The request body did not arrive in time.";
                    return Err(Error::new(&MALFORMED_REQUEST, message));
                }
            };
            // What is no data are trailers.
            if let Ok(piece) = frame.into_data() {
                return Ok(Some(piece));
            }
        }
    }
}

impl<S> FromRequest<S> for AdminStream
where
    S: Send + Sync,
    Arc<AdminState>: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request(request: AxumRequest, state: &S) -> Result<Self, Problem> {
        let admin: Arc<AdminState> = Arc::from_ref(state);
        let (parts, body) = request.into_parts();
        let asker = Asker::of(&parts, &admin);
        let by = asker.check(&admin).await?;
        let head = AxumRequest::from_parts(parts, axum::body::Body::empty());
        let request = read(head, 0, BODY_SECONDS_MAX).await?;
        let call = AdminCall { by, request };
        Ok(Self {
            call,
            asker,
            body,
            admin,
        })
    }
}

/// A request of someone without an account yet; a token in the path speaks for them.
#[derive(Debug)]
pub(crate) struct PublicCall {
    pub(crate) request: Request,
}

impl<S> FromRequest<S> for AdminCall
where
    S: Send + Sync,
    Arc<AdminState>: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request(request: AxumRequest, state: &S) -> Result<Self, Problem> {
        let (by, request) = who(request, &Arc::<AdminState>::from_ref(state)).await?;
        let request = read_whole(request).await?;
        Ok(Self { by, request })
    }
}

impl<S, const BYTES_MAX: usize> FromRequest<S> for AdminUpload<BYTES_MAX>
where
    S: Send + Sync,
    Arc<AdminState>: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request(request: AxumRequest, state: &S) -> Result<Self, Problem> {
        let admin: Arc<AdminState> = Arc::from_ref(state);
        let (parts, body) = request.into_parts();
        let asker = Asker::of(&parts, &admin);
        asker.check(&admin).await?;
        let request = AxumRequest::from_parts(parts, body);
        let request = read(request, BYTES_MAX, UPLOAD_SECONDS_MAX).await?;
        // Again: the token may have been revoked while the file was on its way.
        let by = asker.check(&admin).await?;
        Ok(Self(AdminCall { by, request }))
    }
}

/// Who says to be somebody: the token of their header, and where they are.
struct Asker {
    token: Option<Sensitive<String>>,
    ip: IpAddr,
}

impl Asker {
    fn of(parts: &Parts, admin: &AdminState) -> Self {
        let header = parts.headers.get(AUTHORIZATION);
        let token = header.and_then(|value| value.to_str().ok());
        Self {
            token: token
                .and_then(bearer)
                .map(|token| Sensitive::new(token.to_owned())),
            ip: admin.addresses.of(parts),
        }
    }

    /// Who it is now.
    ///
    /// # Errors
    /// 401 `unauthorized`, 403 `ip_not_allowed`.
    async fn check(&self, admin: &AdminState) -> Result<ActorAt> {
        let at = admin.clock.now();
        let presented = match &self.token {
            Some(token) => {
                let check = CheckAdminToken::new(&admin.vault, token.expose(), self.ip, at);
                admin.store.read(check).await?
            }
            None => None,
        };
        let presented = presented.ok_or_else(|| Error::plain(&UNAUTHORIZED))?;
        if let Some(touch) = presented.touch
            && let Err(error) = admin.store.write(touch).await
        {
            // Where nothing can be written, things can still be looked at.
            tracing::warn!(%error, "the last use of an admin token was not noted");
        }
        let actor = presented.actor;
        Ok(ActorAt { actor, at })
    }
}

/// Who calls, by the token of their header; and their request.
///
/// # Errors
/// 401 `unauthorized`, 403 `ip_not_allowed`.
pub(super) async fn who(
    request: AxumRequest,
    admin: &AdminState,
) -> Result<(ActorAt, AxumRequest)> {
    let (parts, body) = request.into_parts();
    let by = Asker::of(&parts, admin).check(admin).await?;
    Ok((by, AxumRequest::from_parts(parts, body)))
}

impl FromRequest<Arc<AdminState>> for PublicCall {
    type Rejection = Problem;

    async fn from_request(request: AxumRequest, _: &Arc<AdminState>) -> Result<Self, Problem> {
        Ok(Self {
            request: read_whole(request).await?,
        })
    }
}

/// The token of a header `Bearer <token>`; the scheme in any case (RFC 9110, 11.1).
fn bearer(header: &str) -> Option<&str> {
    let (scheme, token) = header.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// The parts of a request whose body is JSON.
///
/// # Errors
/// 413 `body_too_large`; 400 for what cannot be parsed.
pub(super) async fn read_whole(request: AxumRequest) -> Result<Request> {
    read(request, BODY_BYTES_MAX, BODY_SECONDS_MAX).await
}

async fn read(request: AxumRequest, bytes_max: usize, seconds_max: u64) -> Result<Request> {
    let (mut parts, body) = request.into_parts();
    must_mean_one_thing(parts.uri.query(), &[])?;
    must_not_be_packed(&parts.headers)?;
    let path = RawPathParams::from_request_parts(&mut parts, &())
        .await
        .map_err(|_| Error::plain(&codes::NOT_FOUND))?
        .iter()
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let whole = axum::body::to_bytes(body, bytes_max);
    let body = match tokio::time::timeout(Duration::from_secs(seconds_max), whole).await {
        Ok(Ok(body)) => body,
        Ok(Err(error)) if is_length_limit(&error) => return Err(too_large(bytes_max)),
        Ok(Err(_)) => return Err(Error::plain(&MALFORMED_REQUEST)),
        Err(_) => {
            let message = format!("The body did not arrive within {seconds_max} s.");
            return Err(Error::new(&MALFORMED_REQUEST, message));
        }
    };
    Ok(Request {
        headers: parts.headers,
        path,
        query: parts.uri.query().map(str::to_owned),
        body,
    })
}

fn is_length_limit(error: &axum::Error) -> bool {
    let mut source = std::error::Error::source(error);
    while let Some(inner) = source {
        if inner.is::<http_body_util::LengthLimitError>() {
            return true;
        }
        source = inner.source();
    }
    false
}

fn too_large(bytes_max: usize) -> Error {
    let message = format!("The body must have at most {bytes_max} bytes.");
    Error::new(&BODY_TOO_LARGE, message)
}

impl AdminCall {
    /// Refuses a caller whose role has not `right`, before anything of the request is read.
    /// The operation checks again: it is the one that cannot be passed by.
    ///
    /// # Errors
    /// 403 `forbidden`.
    pub fn needs(&self, right: Right<'_>) -> Result<()> {
        self.by.actor.needs(right)
    }

    /// How the file in the body is written.
    ///
    /// # Errors
    /// 415 `unsupported_media_type` if it does not say.
    pub fn format(&self) -> Result<Format> {
        if self.request.is_media_type("text/csv") {
            Ok(Format::Csv)
        } else if self.request.is_media_type("application/x-ndjson") {
            Ok(Format::JsonLines)
        } else {
            let message = "Send the file with `Content-Type: text/csv` or `application/x-ndjson`.";
            Err(Error::new(&UNSUPPORTED_MEDIA_TYPE, message))
        }
    }
}
