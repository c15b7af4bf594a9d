//! Addresses among the settings: which can be used, and what is shown of them.

use std::net::SocketAddr;

/// Whether an address can be asked: `http` or `https`, a host, and no more than a path. What
/// it holds is shown to operators, so no password may be in it.
pub(super) fn is_address(text: &str) -> bool {
    let rest = text
        .strip_prefix("http://")
        .or_else(|| text.strip_prefix("https://"));
    let is_plain = |byte: u8| byte.is_ascii_graphic() && !b"?#@\"<>\\^`{|}".contains(&byte);
    rest.is_some_and(|rest| {
        !rest.is_empty() && !rest.starts_with('/') && rest.bytes().all(is_plain)
    })
}

/// Refuses what nobody can listen on: anything but an address or a host name, and a port. A name
/// is not looked up.
pub(super) fn check_listen(name: &str, text: &str) -> anyhow::Result<()> {
    let is_place = text.parse::<SocketAddr>().is_ok()
        || text
            .rsplit_once(':')
            .is_some_and(|(host, port)| is_host(host) && port.parse::<u16>().is_ok());
    anyhow::ensure!(
        is_place,
        "`{name}` must be an address or a host name, and a port, as 127.0.0.1:8080"
    );
    Ok(())
}

/// Whether a text can be a host's name. One that ends in a number is an address, or none.
fn is_host(text: &str) -> bool {
    let is_label = |label: &str| {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        !label.is_empty() && label.bytes().all(is_plain)
    };
    let text = text.strip_suffix('.').unwrap_or(text);
    let last = text.rsplit('.').next().unwrap_or_default();
    text.split('.').all(is_label) && !last.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a URL has parts that may be secret: a user, parameters, a fragment.
pub(super) fn is_telling(url: &str) -> bool {
    url.contains(['@', '?', '#'])
}

/// Scheme, host and path of a URL; user, password and parameters are hidden. A password may hold
/// `?`, and a parameter `@`: where both may be, no more than the scheme is shown.
pub(super) fn masked(url: &str) -> String {
    let is_scheme = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphabetic());
    let Some((scheme, rest)) = url.split_once("://").filter(|it| is_scheme(it.0)) else {
        return "<hidden>".to_owned();
    };
    let (place, parameters) = rest.split_at(rest.find(['?', '#']).unwrap_or(rest.len()));
    match place.rsplit_once('@') {
        _ if parameters.contains('@') => format!("{scheme}://<hidden>"),
        Some((_, place)) => format!("{scheme}://<hidden>@{place}"),
        None => format!("{scheme}://{place}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_part_of_a_password_is_shown() {
        let check = |url: &str, expected: &str| assert_eq!(masked(url), expected, "{url}");
        check("postgres://db:5432/kofa", "postgres://db:5432/kofa");
        check("postgres://ada:pw@db/kofa", "postgres://<hidden>@db/kofa");
        check("postgres://ada:p@w@db/kofa", "postgres://<hidden>@db/kofa");
        check("postgres://ada:p/w@db/kofa", "postgres://<hidden>@db/kofa");
        check("postgres://ada:p?w@r@db/kofa", "postgres://<hidden>");
        check("postgres://ada:p#w@db/kofa", "postgres://<hidden>");
        check("postgres://db/kofa?password=pw", "postgres://db/kofa");
        check("postgres://db/kofa?password=p@w", "postgres://<hidden>");
        check("host=db password=pw", "<hidden>");
        check("ada:p@w://db", "<hidden>");
    }

    #[test]
    fn where_a_server_can_listen() {
        for good in [
            "127.0.0.1:0",
            "0.0.0.0:8080",
            "[::]:80",
            "[fe80::1%2]:80",
            "localhost:80",
            "kofa_1.internal.:80",
        ] {
            check_listen("listen", good).unwrap();
        }
        for wrong in [
            "",
            "8080",
            ":80",
            "999.1.1.1:80",
            "1.2.3:80",
            "127.0.0.1",
            "127.0.0.1:65536",
            "localhost:http",
            "a..b:80",
            "http://localhost:80",
            "::1:80:",
            "::1:80",
        ] {
            assert!(check_listen("listen", wrong).is_err(), "{wrong}");
        }
    }
}
