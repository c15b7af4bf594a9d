//! Product host names: a request on one sees only that product's paths.

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Redirect, Response};
use http::header;
use kofa_domain::Error;
use kofa_platform::codes;
use kofa_platform::endpoint::Envelope;
use kofa_platform::http::{Gate, doc_path, refuse_unmatched};

/// Where the paths of a product begin, and the envelope of its failures.
const PRODUCTS: [(&str, Envelope); 3] = [
    ("/api/exchange-invest", Envelope::Investment),
    ("/api/v1/proof-of-address", Envelope::Documents),
    ("/api/v1/company/validation", Envelope::Registry),
];

/// The names under which only some products are served; empty: none.
#[derive(Clone, Debug, Default)]
pub struct Hosts {
    /// `{investment_url}` and `{investment_alt_url}`.
    pub investment: Vec<String>,
    /// `{ai_processing_url}`.
    pub ai_processing: Vec<String>,
    /// `{business_validation_url}`.
    pub business_validation: Vec<String>,
    /// `{identity_url}`: proof of address and registry.
    pub identity: Vec<String>,
}

impl Hosts {
    fn is_empty(&self) -> bool {
        [
            &self.investment,
            &self.ai_processing,
            &self.business_validation,
            &self.identity,
        ]
        .iter()
        .all(|names| names.is_empty())
    }

    /// The products of a named host; `None` for the main host, which has everything.
    fn products(&self, host: &str) -> Option<&'static [Envelope]> {
        let named = |names: &[String]| names.iter().any(|name| name.eq_ignore_ascii_case(host));
        if named(&self.investment) {
            Some(&[Envelope::Investment])
        } else if named(&self.ai_processing) {
            Some(&[Envelope::Documents])
        } else if named(&self.business_validation) {
            Some(&[Envelope::Registry])
        } else if named(&self.identity) {
            Some(&[Envelope::Documents, Envelope::Registry])
        } else {
            None
        }
    }
}

/// The envelope in which a path's failures are told.
pub fn envelope_of(path: &str) -> Envelope {
    let under = |prefix: &str| {
        path.strip_prefix(prefix)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    PRODUCTS
        .iter()
        .find(|(prefix, _)| under(prefix))
        .map_or(Envelope::Problem, |(_, envelope)| *envelope)
}

/// Hides from each named host what is not its product's. `base_url` is that of the main host.
pub fn restrict(router: Router, hosts: Hosts, gate: Arc<Gate>, base_url: String) -> Router {
    if hosts.is_empty() {
        return router;
    }
    let shared = Arc::new((hosts, gate, base_url));
    let check = move |request: Request, next: Next| {
        let shared = Arc::clone(&shared);
        async move {
            let (hosts, gate, base_url) = &*shared;
            admit(hosts, gate, base_url, request, next).await
        }
    };
    router.layer(middleware::from_fn(check))
}

async fn admit(
    hosts: &Hosts,
    gate: &Gate,
    base_url: &str,
    request: Request,
    next: Next,
) -> Response {
    let host = request
        .headers()
        .get(header::HOST)
        .and_then(|value| value.to_str().ok());
    let host = host.unwrap_or_default();
    let envelope = envelope_of(request.uri().path());
    match hosts.products(name_in(host)) {
        Some(products) if !products.contains(&envelope) => {
            if let Some(page) = page_of_error(request.uri().path()) {
                return Redirect::temporary(&format!("{base_url}{page}")).into_response();
            }
            refuse_unmatched(gate, envelope, &Error::plain(&codes::NOT_FOUND))
        }
        _ => next.run(request).await,
    }
}

/// The page that a failure links to, by its path alone: it is on the main host.
fn page_of_error(path: &str) -> Option<String> {
    let code = path.strip_prefix(&doc_path(""))?;
    let is_code =
        |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'_';
    (!code.is_empty() && code.bytes().all(is_code)).then(|| doc_path(code))
}

/// The name in a `Host`: without its port, and without the dot that ends a full name.
fn name_in(host: &str) -> &str {
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    name.strip_suffix('.').unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_known_by_its_name_alone() {
        for host in [
            "id.example.ng",
            "id.example.ng:8080",
            "id.example.ng.",
            "id.example.ng.:80",
        ] {
            assert_eq!(name_in(host), "id.example.ng", "{host}");
        }
        assert_eq!(name_in(""), "");
    }

    #[test]
    fn only_the_pages_of_errors_are_shown_the_way_to() {
        let page = page_of_error("/docs/errors/ip_not_allowed");
        assert_eq!(page.as_deref(), Some("/docs/errors/ip_not_allowed"));
        for other in [
            "/docs/errors/",
            "/docs/errors",
            "/docs",
            "/docs/errors/a/b",
            "/docs/errors/%0d",
        ] {
            assert_eq!(page_of_error(other), None, "{other}");
        }
    }

    #[test]
    fn a_path_has_the_envelope_of_its_product() {
        let check = |path, expected| assert_eq!(envelope_of(path), expected, "{path}");
        check("/api/exchange-invest/offers", Envelope::Investment);
        check("/api/exchange-invest", Envelope::Investment);
        check("/api/exchange-investor/offers", Envelope::Problem);
        check("/api/v1/proof-of-address/nothing", Envelope::Documents);
        check("/api/v1/company/validation/company/rc", Envelope::Registry);
        check("/api/v1/quote", Envelope::Problem);
        check("/", Envelope::Problem);
    }

    #[test]
    fn a_named_host_has_its_products_only() {
        let hosts = Hosts {
            investment: vec!["invest.example.ng".into(), "alt.example.ng".into()],
            identity: vec!["id.example.ng".into()],
            ..Hosts::default()
        };
        assert_eq!(
            hosts.products("ALT.example.ng"),
            Some(&[Envelope::Investment][..])
        );
        let both = [Envelope::Documents, Envelope::Registry];
        assert_eq!(hosts.products("id.example.ng"), Some(&both[..]));
        assert_eq!(hosts.products("www.example.ng"), None);
    }
}
