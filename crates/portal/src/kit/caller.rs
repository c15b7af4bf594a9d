//! Who sends a request.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::{ConnectInfo, FromRef, FromRequestParts};
use http::request::Parts;
use http::{HeaderMap, HeaderName, Request, header};
use kofa_domain::Sensitive;
use kofa_identity::sessions::Origin;

use super::cookies::DEVICE_COOKIES;
use crate::kit::web_state::WebState;

/// Who sends a request, as far as the connection and their browser say.
#[derive(Clone, Debug)]
pub struct Caller {
    pub ip: IpAddr,
    /// What the browser says it is.
    pub agent: String,
    /// By which their device is known at each door, in the order of [`DEVICE_COOKIES`].
    pub(crate) devices: [Option<Sensitive<String>>; 2],
}

impl Caller {
    /// For the session that they begin.
    pub fn origin(&self) -> Origin {
        Origin {
            ip: self.ip.to_string(),
            agent: self.agent.clone(),
        }
    }
}

impl<S> FromRequestParts<S> for Caller
where
    S: Send + Sync,
    Arc<WebState>: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let web: Arc<WebState> = Arc::from_ref(state);
        let agent = parts.headers.get(header::USER_AGENT);
        let agent = agent.and_then(|value| value.to_str().ok());
        let device = |name| {
            let cookie = web.cookies.get(&parts.headers, name);
            cookie.map(|text| Sensitive::new(text.to_owned()))
        };
        Ok(Self {
            devices: DEVICE_COOKIES.map(device),
            ip: web.admin.addresses.of(parts),
            agent: agent.unwrap_or_default().to_owned(),
        })
    }
}

/// Lets a call that a page makes come from where its reader sits: a key that is bound to
/// addresses stays so. All lines are passed on, in order: the last are those of our proxies, and
/// whatever the reader sent stands before them.
pub(crate) fn call_from(
    request: &mut Request<Body>,
    headers: &HeaderMap,
    peer: Option<Extension<ConnectInfo<SocketAddr>>>,
) {
    const FORWARDED: HeaderName = HeaderName::from_static("x-forwarded-for");
    for forwarded in headers.get_all(FORWARDED) {
        request.headers_mut().append(FORWARDED, forwarded.clone());
    }
    if let Some(Extension(peer)) = peer {
        request.extensions_mut().insert(peer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_of_a_page_comes_from_where_all_lines_say() {
        // The sender's own line, and that of a proxy which adds another.
        let lines = ["198.51.100.7", "203.0.113.5"];
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x-forwarded-for", line.parse().unwrap());
        }
        let mut request = Request::new(Body::empty());
        call_from(&mut request, &headers, None);
        let passed = request.headers().get_all("x-forwarded-for");
        assert!(passed.iter().eq(lines));
    }
}
