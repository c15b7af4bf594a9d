//! What is seen under the name of a product.

use crate::ask;

/// Under which a server serves IPO only.
pub(crate) const NAME: &str = "invest.example.ng";

/// Of a server that has [`NAME`] as an `investment_hosts`.
pub(crate) fn a_named_one_has_its_product_only(address: &str) {
    let get = |host: &str, path: &str| {
        let request = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        ask(address, &request)
    };
    for host in [NAME, "INVEST.example.ng.:80"] {
        let product = get(host, "/api/exchange-invest/offers");
        assert!(product.starts_with("HTTP/1.1 401"), "{product}");
        for path in ["/docs", "/portal", "/api/v1/quote", "/docs/errors/a/b"] {
            let hidden = get(host, path);
            assert!(hidden.starts_with("HTTP/1.1 404"), "{path}: {hidden}");
        }
        // What a failure there links to.
        let link = "/docs/errors/missing_api_key";
        assert!(
            product.contains(&format!("\"docUrl\":\"{link}\"")),
            "{product}"
        );
        let shown = get(host, link);
        let place = format!("location: http://{address}{link}\r\n");
        assert!(
            shown.starts_with("HTTP/1.1 307") && shown.contains(&place),
            "{shown}"
        );
        assert!(get(address, link).starts_with("HTTP/1.1 200"));
    }
}
