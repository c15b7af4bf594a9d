//! The servers that a URL names. One of several is the primary; which one changes when it fails.

use std::sync::atomic::{AtomicUsize, Ordering};

use sqlx::postgres::PgConnectOptions;

use super::tls::{self, wrong};
use crate::error::DbError;

/// Servers in one URL. Each gets its share of the time that connecting may take.
const HOSTS_MAX: usize = 4;

/// How to reach each server, and which one was the primary last.
#[derive(Debug)]
pub(crate) struct Hosts {
    each: Vec<PgConnectOptions>,
    primary: AtomicUsize,
}

impl Hosts {
    /// Those of `postgres://user:password@host:port,host:port/database?parameters`. Everything but
    /// host and port is the same for all.
    pub(super) fn of(
        url: &str,
        settled: impl Fn(PgConnectOptions) -> PgConnectOptions,
    ) -> Result<Self, DbError> {
        let each = urls(url)?
            .iter()
            .map(|url| {
                // The parser's message may repeat the password: say only what is wrong.
                let options = url.parse().map_err(|_| wrong("it cannot be read"))?;
                Ok(settled(tls::settled(options, url)?))
            })
            .collect::<Result<_, DbError>>()?;
        Ok(Self {
            each,
            primary: AtomicUsize::new(0),
        })
    }

    pub(super) fn count(&self) -> usize {
        self.each.len()
    }

    /// Each once, beginning with the one that was the primary last.
    pub(super) fn in_turn(&self) -> impl Iterator<Item = (usize, &PgConnectOptions)> {
        let first = self.primary.load(Ordering::Relaxed);
        let positions = (first..self.each.len()).chain(0..first);
        positions.filter_map(|at| Some((at, self.each.get(at)?)))
    }

    pub(super) fn is_primary(&self, at: usize) {
        self.primary.store(at, Ordering::Relaxed);
    }
}

/// The URL of each server in `url`.
fn urls(url: &str) -> Result<Vec<String>, DbError> {
    let Some((scheme, rest)) = url.split_once("://") else {
        return Ok(vec![url.to_owned()]);
    };
    let (place, rest) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let (person, hosts) = place.split_at(place.rfind('@').map_or(0, |at| at + 1));
    let hosts: Vec<&str> = hosts.split(',').collect();
    if hosts.len() > HOSTS_MAX {
        return Err(wrong(&format!("it names more than {HOSTS_MAX} servers")));
    }
    if hosts.len() > 1
        && hosts
            .iter()
            .any(|host| host.is_empty() || host.starts_with(':'))
    {
        return Err(wrong("a server without a host"));
    }
    let all: Vec<String> = hosts
        .iter()
        .map(|host| format!("{scheme}://{person}{host}{rest}"))
        .collect();
    for (name, value) in url::Url::parse(&all[0])
        .iter()
        .flat_map(url::Url::query_pairs)
    {
        let is_place = matches!(&*name, "host" | "hostaddr" | "port");
        if is_place && (hosts.len() > 1 || value.contains(',')) {
            return Err(wrong(&format!(
                "several servers are listed before the database, as h1:5432,h2:5432, and not by \
                 the parameter `{name}`"
            )));
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(url: &str) -> Result<Vec<(String, u16, String)>, String> {
        let hosts = Hosts::of(url, |options| options).map_err(|error| error.to_string())?;
        let told = |options: &PgConnectOptions| {
            let mode = format!("{:?}", options.get_ssl_mode());
            (options.get_host().to_owned(), options.get_port(), mode)
        };
        Ok(hosts.each.iter().map(told).collect())
    }

    #[test]
    fn a_url_names_one_server_or_several() {
        let check = |url: &str, expected: &[(&str, u16, &str)]| {
            let expected = expected
                .iter()
                .map(|it| (it.0.to_owned(), it.1, it.2.to_owned()));
            assert_eq!(hosts(url).unwrap(), expected.collect::<Vec<_>>(), "{url}");
        };
        check(
            "postgres://ada@localhost/kofa",
            &[("localhost", 5432, "Disable")],
        );
        check("postgres://ada@db:6000/kofa", &[("db", 6000, "VerifyFull")]);
        check(
            "postgres://ada:a,b%2Cc@db1:6000,127.0.0.1:6001,[fd00::1]/kofa",
            &[
                ("db1", 6000, "VerifyFull"),
                ("127.0.0.1", 6001, "Disable"),
                ("[fd00::1]", 5432, "VerifyFull"),
            ],
        );
        check(
            "postgres://db1,db2?dbname=kofa&sslmode=disable",
            &[("db1", 5432, "Disable"), ("db2", 5432, "Disable")],
        );
    }

    #[test]
    fn a_list_that_cannot_be_meant_is_refused_without_the_password() {
        for (url, said) in [
            ("postgres://ada:secret@a,b,c,d,e/kofa", "more than 4"),
            ("postgres://ada:secret@a,,b/kofa", "without a host"),
            ("postgres://ada:secret@a,:5432/kofa", "without a host"),
            ("postgres://ada:secret@a,b/kofa?host=c", "parameter `host`"),
            ("postgres://ada:secret@a/kofa?host=b,c", "parameter `host`"),
            (
                "postgres://ada:secret@a:1,b:2/kofa?port=3",
                "parameter `port`",
            ),
            ("postgres://ada:secret@a,b:port/kofa", "cannot be read"),
            (
                "postgres://ada:secret@a,b/kofa?sslmode=prefer",
                "clear text",
            ),
        ] {
            let told = hosts(url).unwrap_err();
            assert!(
                told.contains(said) && !told.contains("secret"),
                "{url}: {told}"
            );
        }
    }

    #[test]
    fn the_last_primary_is_asked_first() {
        let hosts = Hosts::of("postgres://a,b,c/kofa", |options| options).unwrap();
        let turn = || hosts.in_turn().map(|it| it.0).collect::<Vec<_>>();
        assert_eq!(turn(), [0, 1, 2]);
        hosts.is_primary(2);
        assert_eq!(turn(), [2, 0, 1]);
    }
}
