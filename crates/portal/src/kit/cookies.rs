//! Cookies: host-only, for this site's own requests, out of reach of scripts.

use http::header::{self, HeaderMap, HeaderValue};

/// The session of a member.
pub const MEMBER_COOKIE: &str = "kofa-portal";
/// The session of an operator.
pub const OPERATOR_COOKIE: &str = "kofa-console";
/// By which a device is known where somebody signed in before: the portal's and the console's.
pub const DEVICE_COOKIES: [&str; 2] = ["kofa-portal-device", "kofa-console-device"];
/// What the page before has to say on the next one.
pub const SAID_COOKIE: &str = "kofa-said";

/// How cookies are set on this server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cookies {
    /// `__Host-` and `Secure` (RFC 6265bis, 4.1.3). Not where people come by plain HTTP over a
    /// network: browsers would not keep such a cookie, and nobody could sign in.
    secure: bool,
}

impl Cookies {
    /// By the scheme and host of the address that people use; browsers trust the machine
    /// itself without TLS.
    pub fn for_base_url(base_url: &str) -> Self {
        let host = base_url.strip_prefix("http://").map(|rest| {
            let host = rest.split('/').next().unwrap_or_default();
            host.rsplit_once(':').map_or(host, |(host, _)| host)
        });
        let secure = match host {
            Some(host) => matches!(host, "localhost" | "[::1]") || host.starts_with("127."),
            None => true,
        };
        Self { secure }
    }

    fn name(self, name: &str) -> String {
        let prefix = if self.secure { "__Host-" } else { "" };
        format!("{prefix}{name}")
    }

    /// Sets a cookie for `seconds`; 0 removes it.
    pub fn set(self, name: &str, value: &str, seconds: i64) -> HeaderValue {
        let secure = if self.secure { "; Secure" } else { "" };
        let text = format!(
            "{}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}",
            self.name(name)
        );
        HeaderValue::from_str(&text).expect("tokens and encoded text are visible ASCII")
    }

    /// The value of a cookie of ours.
    pub fn get<'a>(self, headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
        read_cookie(headers, &self.name(name))
    }
}

/// The value of the cookie `name`, if the request brings it (RFC 6265, 4.2).
pub fn read_cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|text| text.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(key, _)| *key == name)
        .map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_bound_to_the_host_wherever_a_browser_keeps_it_so() {
        let check = |url: &str, secure| assert_eq!(Cookies::for_base_url(url), Cookies { secure });
        check("https://kofa.example.ng", true);
        check("http://127.0.0.1:8080", true);
        check("http://localhost", true);
        check("http://[::1]:80", true);
        check("http://10.0.0.5:8080", false);
        check("http://kofa.lan", false);
        let cookies = Cookies::for_base_url("https://kofa.example.ng");
        let set = cookies.set(MEMBER_COOKIE, "abc", 60);
        assert_eq!(
            set,
            "__Host-kofa-portal=abc; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure"
        );
        let mut headers = HeaderMap::new();
        let sent = HeaderValue::from_static("a=1; __Host-kofa-portal=abc;b");
        headers.insert(header::COOKIE, sent);
        assert_eq!(cookies.get(&headers, MEMBER_COOKIE), Some("abc"));
        assert_eq!(cookies.get(&headers, OPERATOR_COOKIE), None);
    }
}
