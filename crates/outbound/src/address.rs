//! Which addresses belong to the public internet.
//!
//! [`public_url`] checks how an address is written, so that its owner hears of a mistake at once.
//! It does not make a connection safe, because a name can be pointed anywhere later: that is
//! what [`AddressRule::PUBLIC`](crate::AddressRule::PUBLIC) is for.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

/// Longest URL that is accepted from somebody else, in characters.
pub const URL_CHARS_MAX: usize = 2_048;
/// Names that are resolved inside somebody's own network.
const PRIVATE_ENDINGS: [&str; 7] = [
    "localhost",
    "local",
    "internal",
    "intranet",
    "lan",
    "home.arpa",
    "onion",
];

/// Reads an https URL of a public host.
///
/// # Errors
/// What the URL must be, to be said of the field that it was sent in.
pub fn public_url(text: &str) -> Result<Url, &'static str> {
    let url = Url::parse(text).map_err(|_| "must be an absolute https address")?;
    if url.scheme() != "https" {
        return Err("must begin with https://");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("must not hold a user name or password");
    }
    if url.fragment().is_some() {
        return Err("must not hold a fragment (#…)");
    }
    let public = match url.host() {
        Some(Host::Domain(name)) => is_public_name(name),
        Some(Host::Ipv4(ip)) => is_public(IpAddr::V4(ip)),
        Some(Host::Ipv6(ip)) => is_public(IpAddr::V6(ip)),
        None => false,
    };
    if public {
        Ok(url)
    } else {
        Err("must name a host of the public internet")
    }
}

/// Reads an http or https URL of any host.
///
/// # Errors
/// What the URL must be, to be said of the field that it was sent in.
pub fn any_url(text: &str) -> Result<Url, &'static str> {
    let url = Url::parse(text).map_err(|_| "must be an absolute http or https address")?;
    let fits = matches!(url.scheme(), "http" | "https") && url.username().is_empty();
    if fits && url.password().is_none() && url.fragment().is_none() {
        return Ok(url);
    }
    Err("must begin with http:// or https://, without user, password or fragment")
}

/// Whether an address that the operator set keeps a key out of strangers' sight: it is of `https`,
/// or its host is this machine or belongs to the operator's own network, by its number or by a
/// name that no public one has. What such a name leads to is checked again on each connection, by
/// [`AddressRule::CONFIGURED`](crate::AddressRule::CONFIGURED).
pub fn is_safe_for_keys(url: &str) -> bool {
    let Ok(url) = Url::parse(url) else {
        return false;
    };
    match (url.scheme(), url.host()) {
        ("https", Some(_)) => true,
        ("http", Some(Host::Domain(name))) => !is_public_name(name),
        ("http", Some(Host::Ipv4(ip))) => !is_public(IpAddr::V4(ip)),
        ("http", Some(Host::Ipv6(ip))) => !is_public(IpAddr::V6(ip)),
        _ => false,
    }
}

fn is_public_name(name: &str) -> bool {
    let name = name.trim_end_matches('.');
    let inside = |ending: &str| {
        name.strip_suffix(ending)
            .is_some_and(|before| before.is_empty() || before.ends_with('.'))
    };
    name.contains('.') && !PRIVATE_ENDINGS.into_iter().any(inside)
}

/// Whether an address belongs to the public internet: not private, local, reserved or a way
/// around to one that is (RFC 6890 and its successors).
pub fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let shared = a == 100 && (64..128).contains(&b);
    let protocol = (a, b, c) == (192, 0, 0);
    let relay = (a, b, c) == (192, 88, 99);
    let benchmark = a == 198 && (b == 18 || b == 19);
    let reserved = a == 0 || a >= 240;
    !(ip.is_private()
        || ip.is_loopback()
        || ip.is_link_local()
        || ip.is_documentation()
        || ip.is_multicast()
        || shared
        || protocol
        || relay
        || benchmark
        || reserved)
}

fn is_public_v6(ip: Ipv6Addr) -> bool {
    if let Some(inner) = ip.to_ipv4_mapped() {
        return is_public_v4(inner);
    }
    let [a, b, ..] = ip.segments();
    // Only this block is given out; in it, what tunnels, documents or tests.
    let global = a & 0xe000 == 0x2000;
    let special = a == 0x2001 && b < 0x0200;
    let documentation = (a == 0x2001 && b == 0x0db8) || (a == 0x3fff && b < 0x1000);
    let six_to_four = a == 0x2002;
    global && !special && !documentation && !six_to_four
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: bool) {
        assert_eq!(public_url(text).is_ok(), expected, "{text}");
    }

    #[test]
    fn keys_go_in_clear_only_where_nobody_listens() {
        for safe in [
            "https://vasapp.example.ng",
            "http://127.0.0.1:8080",
            "http://[::1]:8080/kofa",
            "http://10.1.2.3",
            "http://192.168.0.7:80",
            "http://[fd00::1]",
            "http://localhost:8080",
            "http://registry",
            "http://vas.internal",
        ] {
            assert!(is_safe_for_keys(safe), "{safe}");
        }
        for open in [
            "http://vasapp.example.ng",
            "http://8.8.8.8",
            "http://[2606:4700::1]",
            "http://127.0.0.1.example.ng",
            "http://localhost.example.ng",
            "http://internal.example.ng:8080/kofa",
            "ftp://localhost",
            "http://",
            "registry",
            "",
        ] {
            assert!(!is_safe_for_keys(open), "{open}");
        }
    }

    #[test]
    fn only_public_https_hosts_pass() {
        check("https://hooks.example.ng/poa?x=1", true);
        check("https://hooks.example.ng:8443/", true);
        check("https://8.8.8.8/", true);
        check("https://[2a00:1450:4003::1]/", true);
        for text in [
            "",
            "hooks.example.ng",
            "/hooks",
            "http://hooks.example.ng/",
            "ftp://hooks.example.ng/",
            "javascript:alert(1)",
            "https://",
            "https://ada:secret@hooks.example.ng/",
            "https://hooks.example.ng/#part",
            "https://localhost/",
            "https://LOCALHOST./",
            "https://a.localhost/",
            "https://printer/",
            "https://db.internal/",
            "https://nas.local/",
            "https://router.home.arpa/",
            "https://127.0.0.1/",
            "https://127.1/",
            "https://2130706433/",
            "https://0x7f.0.0.1/",
            "https://0177.0.0.1/",
            "https://0.0.0.0/",
            "https://10.0.0.1/",
            "https://172.16.9.9/",
            "https://192.168.1.1/",
            "https://169.254.169.254/latest/meta-data",
            "https://100.64.0.1/",
            "https://198.18.0.1/",
            "https://224.0.0.1/",
            "https://255.255.255.255/",
            "https://[::1]/",
            "https://[::]/",
            "https://[::ffff:127.0.0.1]/",
            "https://[::ffff:10.0.0.1]/",
            "https://[::127.0.0.1]/",
            "https://[fe80::1]/",
            "https://[fd00::1]/",
            "https://[ff02::1]/",
            "https://[64:ff9b::7f00:1]/",
            "https://[2002:7f00:1::]/",
            "https://[2001:db8::1]/",
        ] {
            check(text, false);
        }
    }

    proptest! {
        #[test]
        fn any_text_is_answered(text in any::<String>()) {
            let _ = public_url(&text);
        }

        #[test]
        fn no_private_address_passes_in_any_spelling(low in 0u32..=0x00ff_ffff) {
            let ip = 0x0a00_0000 | low;
            for text in [format!("https://{ip}/"), format!("https://{ip:#x}/"),
                format!("https://{}/", Ipv4Addr::from(ip)),
                format!("https://[::ffff:{:x}:{:x}]/", ip >> 16, ip & 0xffff)] {
                prop_assert!(public_url(&text).is_err(), "{}", text);
            }
        }
    }
}
