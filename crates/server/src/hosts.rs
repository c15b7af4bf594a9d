//! Product host names: a request on one sees only that product's paths.

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Redirect, Response};
use http::header;
use kofa_core::codes;
use kofa_core::product::{Product, Products};
use kofa_domain::Error;
use kofa_gate::{Gate, doc_path, refuse_unmatched};

/// The addresses of the contract, as [`Product::addresses`] names them, and the host names that
/// the operator gave to each.
pub type HostNames = Vec<(&'static str, Vec<String>)>;

/// The names under which only some products are served.
#[derive(Debug)]
struct Hosts {
    products: Products,
    named: Vec<Named>,
}

/// What is served under some names.
#[derive(Debug)]
struct Named {
    hosts: Vec<String>,
    products: Vec<&'static Product>,
}

impl Hosts {
    fn new(products: Products, names: HostNames) -> Self {
        let named = |(address, hosts): (&str, Vec<String>)| {
            let products = products.iter();
            let products = products.filter(|one| one.addresses.contains(&address));
            let products = products.collect();
            Named { hosts, products }
        };
        let mut named: Vec<Named> = names.into_iter().map(named).collect();
        named.retain(|one| !one.hosts.is_empty());
        // A host that is named twice serves what the narrower address does.
        named.sort_by_key(|one| one.products.len());
        Self { products, named }
    }

    /// The products of a named host; `None` for the main host, which has everything.
    fn products(&self, host: &str) -> Option<&[&'static Product]> {
        let is_it = |name: &String| name.eq_ignore_ascii_case(host);
        let named = self.named.iter().find(|one| one.hosts.iter().any(is_it))?;
        Some(&named.products)
    }
}

/// Hides from each named host what is not its product's. `base_url` is that of the main host.
pub fn restrict(
    router: Router,
    (products, names): (Products, HostNames),
    gate: Arc<Gate>,
    base_url: String,
) -> Router {
    let hosts = Hosts::new(products, names);
    if hosts.named.is_empty() {
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
    let path = request.uri().path();
    match hosts.products(name_in(host)) {
        Some(products) if !products.iter().any(|one| one.has_path(path)) => {
            if let Some(page) = page_of_error(path) {
                return Redirect::temporary(&format!("{base_url}{page}")).into_response();
            }
            let envelope = hosts.products.envelope_of(path);
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
        let products = crate::products::all();
        let check = |path, schema| assert_eq!(products.envelope_of(path).schema, schema, "{path}");
        check("/api/exchange-invest/offers", "InvestmentFailure");
        check("/api/exchange-invest", "InvestmentFailure");
        check("/api/exchange-investor/offers", "Problem");
        check("/api/v1/proof-of-address/nothing", "DocumentsFailure");
        check("/api/v1/company/validation/company/rc", "RegistryFailure");
        check("/api/v1/quote", "Problem");
        check("/", "Problem");
    }

    #[test]
    fn a_named_host_has_its_products_only() {
        let names = vec![
            (
                "investment",
                vec!["invest.example.ng".into(), "alt.example.ng".into()],
            ),
            ("ai_processing", vec![]),
            (
                "identity",
                vec!["id.example.ng".into(), "registry.example.ng".into()],
            ),
            ("business_validation", vec!["registry.example.ng".into()]),
        ];
        let hosts = Hosts::new(crate::products::all(), names);
        let titles = |host: &str| -> Option<Vec<&'static str>> {
            let products = hosts.products(host)?.iter();
            Some(products.map(|one| one.title).collect())
        };
        assert_eq!(titles("ALT.example.ng"), Some(vec!["IPO subscriptions"]));
        let both = vec!["Proof of address", "Business registry"];
        assert_eq!(titles("id.example.ng"), Some(both));
        assert_eq!(
            titles("registry.example.ng"),
            Some(vec!["Business registry"])
        );
        assert_eq!(titles("www.example.ng"), None);
    }
}
