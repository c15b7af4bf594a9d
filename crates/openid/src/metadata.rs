//! What a provider publishes about itself (OpenID Connect Discovery, 3 and 4).

use kofa_outbound::is_safe_for_keys;
use serde_json::Value;
use url::Url;

/// Longest address of a provider's that is used, in characters.
const URL_CHARS_MAX: usize = 2_048;

/// Where a provider is asked what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Metadata {
    /// Where a person proves who they are.
    pub(crate) authorization: Url,
    /// Where a code is exchanged.
    pub(crate) token: String,
    pub(crate) keys: String,
    /// Where more is told of a person.
    pub(crate) user: Option<String>,
    /// Whether the client's secret is sent in the body, because the header is not taken.
    pub(crate) secret_in_body: bool,
    /// Whether every answer names the issuer (RFC 9207).
    pub(crate) names_itself: bool,
}

impl Metadata {
    /// Where the document of an issuer is.
    pub(crate) fn place(issuer: &str) -> String {
        let issuer = issuer.trim_end_matches('/');
        format!("{issuer}/.well-known/openid-configuration")
    }

    /// Reads the document of `issuer`.
    ///
    /// # Errors
    /// What is wrong with it, as a sentence.
    pub(crate) fn read(issuer: &str, document: &Value) -> Result<Self, &'static str> {
        let text = |name: &str| document.get(name).and_then(Value::as_str);
        if text("issuer") != Some(issuer) {
            return Err("It gives itself another issuer than the one it is configured with.");
        }
        let address = |name: &str| text(name).filter(|it| is_usable(it)).map(str::to_owned);
        let missing = "It lacks an address that is needed, or names one without https.";
        let authorization = address("authorization_endpoint").ok_or(missing)?;
        let methods = document.get("token_endpoint_auth_methods_supported");
        let methods: Option<Vec<&str>> = methods
            .and_then(Value::as_array)
            .map(|all| all.iter().filter_map(Value::as_str).collect());
        Ok(Self {
            authorization: Url::parse(&authorization).map_err(|_| missing)?,
            token: address("token_endpoint").ok_or(missing)?,
            keys: address("jwks_uri").ok_or(missing)?,
            user: address("userinfo_endpoint"),
            secret_in_body: methods.is_some_and(|all| {
                all.contains(&"client_secret_post") && !all.contains(&"client_secret_basic")
            }),
            names_itself: document
                .get("authorization_response_iss_parameter_supported")
                .and_then(Value::as_bool)
                .unwrap_or(false),
        })
    }
}

/// Over TLS, or within a private network. What the latter leads to is for the address rule.
fn is_usable(address: &str) -> bool {
    address.len() <= URL_CHARS_MAX && !address.contains('#') && is_safe_for_keys(address)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_document_is_of_its_issuer_and_whole() {
        let issuer = "https://login.example.ng/realm";
        let at = |path: &str| format!("{issuer}/{path}");
        let whole = json!({
            "issuer": issuer, "authorization_endpoint": at("auth"), "token_endpoint": at("token"),
            "jwks_uri": at("keys"),
        });
        let read = Metadata::read(issuer, &whole).unwrap();
        assert_eq!(read.authorization.as_str(), at("auth"));
        assert!(!read.secret_in_body && !read.names_itself && read.user.is_none());
        let with = |name: &str, value: Value| {
            let mut document = whole.clone();
            document[name] = value;
            Metadata::read(issuer, &document)
        };
        assert!(with("issuer", json!("https://login.example.ng")).is_err());
        for name in ["authorization_endpoint", "token_endpoint", "jwks_uri"] {
            for wrong in [
                "javascript:alert(1)",
                "http://login.example.ng/",
                "",
                "/auth",
            ] {
                assert!(with(name, json!(wrong)).is_err(), "{name} {wrong}");
            }
        }
        let methods = "token_endpoint_auth_methods_supported";
        let posted = with(methods, json!(["client_secret_post", "private_key_jwt"])).unwrap();
        assert!(posted.secret_in_body);
        let both = with(
            methods,
            json!(["client_secret_basic", "client_secret_post"]),
        );
        assert!(!both.unwrap().secret_in_body);
        let place = "https://login.example.ng/realm/.well-known/openid-configuration";
        assert_eq!(Metadata::place(issuer), place);
        assert_eq!(Metadata::place(&format!("{issuer}/")), place);
    }
}
