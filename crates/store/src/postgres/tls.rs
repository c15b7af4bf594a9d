//! TLS to PostgreSQL: verified unless the server is on this machine or the URL says otherwise.

use std::net::IpAddr;

use rustls::CertificateError as Why;
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use url::Url;

use crate::error::DbError;

/// What every message about a certificate begins with.
const CERTIFICATE: &str = "the certificate of the PostgreSQL server";
const NO_TLS: &str = "the PostgreSQL server offers no TLS, and it is not on this machine: switch \
     TLS on there (`ssl = on`), or end the URL with `?sslmode=disable` if nobody else is on the \
     network between";

/// `options` of `url`, with TLS as its host needs it. A server elsewhere has to prove who it is: in
/// clear text, or with any certificate, whoever sits between could change balances.
pub(super) fn settled(options: PgConnectOptions, url: &str) -> Result<PgConnectOptions, DbError> {
    let parameters = Parameters::of(url);
    if let Some(file) = &parameters.authority {
        check_authority(file)?;
    }
    let is_local = is_local(&options);
    let mode = match (options.get_ssl_mode(), parameters.says_mode) {
        (PgSslMode::Prefer | PgSslMode::Allow, false) => match &parameters.authority {
            None if is_local => PgSslMode::Disable,
            _ => PgSslMode::VerifyFull,
        },
        (PgSslMode::Prefer | PgSslMode::Allow, true) if !is_local => {
            return Err(wrong(
                "`sslmode=prefer` and `allow` fall back to clear text: leave `sslmode` out to \
                 have the server's certificate verified, or say `sslmode=disable`",
            ));
        }
        (PgSslMode::VerifyCa, _) => {
            return Err(wrong(
                "`sslmode=verify-ca` takes the certificate of any other server: say \
                 `sslmode=verify-full`",
            ));
        }
        (PgSslMode::Require, _) if parameters.authority.is_some() => {
            return Err(wrong(
                "`sslmode=require` verifies nothing, so `sslrootcert` would do nothing: say \
                 `sslmode=verify-full`",
            ));
        }
        (said, _) => said,
    };
    Ok(options.ssl_mode(mode))
}

pub(super) fn wrong(what: &str) -> DbError {
    DbError::Unavailable(format!("the PostgreSQL URL: {what}"))
}

/// What the parameters of a URL say of TLS.
#[derive(Debug, Default)]
struct Parameters {
    says_mode: bool,
    /// The file of the authority to trust.
    authority: Option<String>,
}

impl Parameters {
    fn of(url: &str) -> Self {
        let mut all = Self::default();
        let Ok(url) = Url::parse(url) else {
            return all;
        };
        for (name, value) in url.query_pairs() {
            match &*name {
                "sslmode" | "ssl-mode" => all.says_mode = true,
                "sslrootcert" | "ssl-root-cert" | "ssl-ca" => {
                    all.authority = Some(value.into_owned());
                }
                _ => {}
            }
        }
        all
    }
}

/// Whether nobody can be between: the server is reached by a socket file or a loopback address.
fn is_local(options: &PgConnectOptions) -> bool {
    let host = options.get_host();
    let address = host.trim_start_matches('[').trim_end_matches(']');
    options.get_socket().is_some()
        || host.starts_with('/')
        || host.eq_ignore_ascii_case("localhost")
        || address.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
}

/// A file without a certificate would be passed over, and the server's refused later.
fn check_authority(file: &str) -> Result<(), DbError> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| wrong(&format!("`sslrootcert`: {file}: {error}")))?;
    match text.contains("-----BEGIN CERTIFICATE-----") {
        true => Ok(()),
        false => Err(wrong(&format!(
            "`sslrootcert`: {file} holds no certificate (PEM)"
        ))),
    }
}

/// Says of a connection that failed what to do about it.
pub(super) fn explain(error: sqlx::Error) -> DbError {
    let what = match &error {
        sqlx::Error::Tls(inner) if inner.to_string().contains("does not support TLS") => {
            NO_TLS.to_owned()
        }
        sqlx::Error::Io(io) => match io.get_ref().and_then(|inner| inner.downcast_ref()) {
            Some(rustls::Error::InvalidCertificate(why)) => refused(why),
            Some(other) => format!("TLS to PostgreSQL: {other}"),
            None => return error.into(),
        },
        _ => return error.into(),
    };
    DbError::Unavailable(what)
}

fn refused(why: &Why) -> String {
    match why {
        Why::Expired | Why::ExpiredContext { .. } => format!("{CERTIFICATE} has expired ({why})"),
        Why::NotValidForName | Why::NotValidForNameContext { .. } => {
            format!("{CERTIFICATE} is for another host than the URL names ({why})")
        }
        Why::UnknownIssuer => format!(
            "{CERTIFICATE} is of an authority that this machine does not trust: name the file of \
             the authority in the URL, as `?sslrootcert=/etc/kofa/postgres-ca.pem`"
        ),
        _ => format!("{CERTIFICATE} cannot be accepted ({why})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(url: &str) -> Result<String, String> {
        let options = url.parse().unwrap();
        let settled = settled(options, url).map_err(|error| error.to_string())?;
        Ok(format!("{:?}", settled.get_ssl_mode()))
    }

    #[test]
    fn a_server_elsewhere_is_verified_unless_the_url_says_otherwise() {
        let is = |url: &str, expected: &str| assert_eq!(mode(url).unwrap(), expected, "{url}");
        for host in [
            "127.0.0.1:5432",
            "127.8.9.1",
            "localhost",
            "[::1]",
            "%2Frun%2Fpg",
        ] {
            is(&format!("postgres://{host}/kofa"), "Disable");
            is(
                &format!("postgres://{host}/kofa?sslmode=verify-full"),
                "VerifyFull",
            );
            is(&format!("postgres://{host}/kofa?sslmode=prefer"), "Prefer");
        }
        for host in [
            "db",
            "10.0.0.7",
            "localhost.example.ng",
            "[fd00::1]",
            "0.0.0.0",
        ] {
            is(&format!("postgres://ada:pw@{host}/kofa"), "VerifyFull");
            is(
                &format!("postgres://{host}/kofa?sslmode=disable"),
                "Disable",
            );
            is(
                &format!("postgres://{host}/kofa?ssl-mode=require"),
                "Require",
            );
        }
        is("postgres:///kofa?host=/run/pg", "Disable");
        is("postgres://localhost/kofa?host=10.0.0.7", "VerifyFull");
        is("postgres://localhost/kofa?hostaddr=10.0.0.7", "VerifyFull");
    }

    #[test]
    fn what_would_verify_less_than_it_seems_is_refused() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let path = file.path().display();
        for (parameters, said) in [
            ("sslmode=prefer", "fall back to clear text"),
            ("sslmode=allow", "fall back to clear text"),
            ("sslmode=verify-ca", "any other server"),
            (
                "sslrootcert=/nowhere/ca.pem",
                "/nowhere/ca.pem: No such file",
            ),
            (&format!("sslrootcert={path}"), "holds no certificate"),
        ] {
            let told = mode(&format!("postgres://ada:secret@db/kofa?{parameters}")).unwrap_err();
            assert!(told.contains(said) && !told.contains("secret"), "{told}");
        }
        std::fs::write(file.path(), "-----BEGIN CERTIFICATE-----").unwrap();
        let told = mode(&format!(
            "postgres://db/kofa?sslmode=require&sslrootcert={path}"
        ));
        assert!(told.unwrap_err().contains("verifies nothing"));
        let local = mode(&format!("postgres://localhost/kofa?sslrootcert={path}"));
        assert_eq!(local.unwrap(), "VerifyFull");
    }
}
