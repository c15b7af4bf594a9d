//! Whose address a request came from: the peer's, or what trusted proxies say.
//!
//! Each proxy writes the address it was reached from at the right end of `X-Forwarded-For`, so
//! the list is read from there, and only as far as those who wrote it are believed: everything
//! left of the first address that is no proxy of ours may be the caller's own invention.

use std::net::{IpAddr, SocketAddr};

use http::{HeaderMap, HeaderValue};
use ipnet::IpNet;

/// The caller's address. Where a hop cannot be read it is the peer's: who stands left of it is
/// unknown, and what stands there must not be believed.
pub(super) fn caller_ip(peer: IpAddr, headers: &HeaderMap, trusted_proxies: &[IpNet]) -> IpAddr {
    let peer = peer.to_canonical();
    let is_trusted = |ip: &IpAddr| trusted_proxies.iter().any(|net| net.contains(ip));
    if !is_trusted(&peer) {
        return peer;
    }
    let listed = headers.get_all("x-forwarded-for").iter().rev();
    let hops = listed.flat_map(|value| text_of(value).rsplit(','));
    for hop in hops {
        match read_hop(hop.trim()) {
            Some(ip) if is_trusted(&ip) => {}
            Some(ip) => return ip,
            None => return peer,
        }
    }
    peer
}

/// A value that is no text reads as one hop that is no address.
fn text_of(value: &HeaderValue) -> &str {
    value.to_str().unwrap_or_default()
}

/// An address as proxies write it: alone, in brackets, or with a port.
fn read_hop(hop: &str) -> Option<IpAddr> {
    let bare = hop.strip_prefix('[').and_then(|hop| hop.strip_suffix(']'));
    let alone = bare.unwrap_or(hop).parse().ok();
    let ip = alone.or_else(|| hop.parse::<SocketAddr>().ok().map(|address| address.ip()));
    ip.map(|ip| ip.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whom a request of `peer` with these headers is taken to be from, behind proxies in
    /// 127.0.0.0/8 and fd00::/8.
    fn told(peer: &str, forwarded: &[&[u8]]) -> String {
        let trusted = ["127.0.0.0/8", "fd00::/8"].map(|net| net.parse().unwrap());
        let mut headers = HeaderMap::new();
        for value in forwarded {
            let value = HeaderValue::from_bytes(value).unwrap();
            headers.append("x-forwarded-for", value);
        }
        caller_ip(peer.parse().unwrap(), &headers, &trusted).to_string()
    }

    #[test]
    fn the_first_hop_from_the_right_that_is_no_proxy_of_ours_is_the_caller() {
        let check = |forwarded: &str, expected: &str| {
            assert_eq!(
                told("127.0.0.1", &[forwarded.as_bytes()]),
                expected,
                "{forwarded}"
            );
        };
        check("203.0.113.9", "203.0.113.9");
        check("10.1.1.1, 203.0.113.9", "203.0.113.9");
        check("10.1.1.1, 203.0.113.9, 127.0.0.2", "203.0.113.9");
        check("10.1.1.1,203.0.113.9:51234", "203.0.113.9");
        check("10.1.1.1, [2001:db8::5]:51234", "2001:db8::5");
        check("10.1.1.1, [2001:db8::5]", "2001:db8::5");
        check("10.1.1.1, 2001:db8::5, fd00::1", "2001:db8::5");
        check("::ffff:203.0.113.9", "203.0.113.9");
        check("10.1.1.1, ::ffff:127.0.0.2", "10.1.1.1");
    }

    #[test]
    fn nothing_left_of_a_hop_that_is_no_address_is_believed() {
        for odd in [
            "unknown",
            "",
            "_hidden",
            "203.0.113.9:",
            "[2001:db8::5",
            "300.1.1.1",
        ] {
            for after in ["", ", 127.0.0.2"] {
                let forwarded = format!("10.1.1.1, {odd}{after}");
                assert_eq!(
                    told("127.0.0.1", &[forwarded.as_bytes()]),
                    "127.0.0.1",
                    "{forwarded}"
                );
            }
            let headers: [&[u8]; 2] = [b"10.1.1.1", odd.as_bytes()];
            assert_eq!(
                told("127.0.0.1", &headers),
                "127.0.0.1",
                "{odd} in its own header"
            );
        }
        assert_eq!(told("127.0.0.1", &[b"10.1.1.1", b"\xff"]), "127.0.0.1");
    }

    #[test]
    fn the_last_of_several_headers_is_read_first() {
        assert_eq!(
            told("127.0.0.1", &[b"10.1.1.1", b"203.0.113.9"]),
            "203.0.113.9"
        );
        assert_eq!(
            told("127.0.0.1", &[b"203.0.113.9", b"127.0.0.2"]),
            "203.0.113.9"
        );
        assert_eq!(told("::ffff:127.0.0.1", &[b"203.0.113.9"]), "203.0.113.9");
    }

    #[test]
    fn who_is_no_proxy_of_ours_is_not_believed() {
        assert_eq!(told("203.0.113.9", &[b"10.1.1.1"]), "203.0.113.9");
        assert_eq!(told("127.0.0.1", &[]), "127.0.0.1");
    }
}
