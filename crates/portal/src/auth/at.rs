//! The two doors, and what each is called.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use http::request::Parts;
use kofa_identity::sessions::{Door, SECONDS_MEMBER, SECONDS_OPERATOR};

use crate::kit::{MEMBER_COOKIE, OPERATOR_COOKIE};

#[derive(Debug)]
pub(super) struct Facts {
    pub(super) door: Door,
    /// Begins every path behind it.
    pub(super) base: &'static str,
    /// Of its sign-in page.
    pub(super) title: &'static str,
    pub(super) cookie: &'static str,
    /// Of its cookie among those of devices.
    pub(super) device: usize,
    /// A session's longest life, in seconds.
    pub(super) seconds: i64,
}

/// The door that a request is at, by its path.
#[derive(Clone, Copy, Debug)]
pub(super) struct At(&'static Facts);

pub(super) const PORTAL: At = At(&Facts {
    door: Door::Portal,
    base: "/portal",
    title: "Sign in",
    cookie: MEMBER_COOKIE,
    device: 0,
    seconds: SECONDS_MEMBER,
});
pub(super) const CONSOLE: At = At(&Facts {
    door: Door::Console,
    base: "/console",
    title: "Operator sign-in",
    cookie: OPERATOR_COOKIE,
    device: 1,
    seconds: SECONDS_OPERATOR,
});

impl std::ops::Deref for At {
    type Target = Facts;

    fn deref(&self) -> &Facts {
        self.0
    }
}

impl At {
    /// By a path of ours.
    pub(super) fn of(path: &str) -> Self {
        let rest = path.strip_prefix(CONSOLE.base);
        if rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/')) {
            CONSOLE
        } else {
            PORTAL
        }
    }

    /// A path under this door; anything else leads home.
    pub(super) fn next(self, asked: &str) -> String {
        let rest = asked.strip_prefix(self.base);
        let of_door = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?']));
        let plain = asked
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && byte != b'\\');
        if of_door && plain {
            asked.to_owned()
        } else {
            self.base.to_owned()
        }
    }

    /// The same from a query's `next`.
    pub(super) fn next_of(self, query: Option<&str>) -> String {
        let mut pairs = form_urlencoded::parse(query.unwrap_or_default().as_bytes());
        let asked = pairs.find(|(name, _)| name == "next");
        asked.map_or_else(|| self.base.to_owned(), |(_, asked)| self.next(&asked))
    }

    /// The page `word` of this door, which leads on to `next`.
    pub(super) fn leading(self, word: &str, next: &str) -> String {
        let next: String = form_urlencoded::byte_serialize(next.as_bytes()).collect();
        format!("{}/{word}?next={next}", self.base)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for At {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(parts.uri.path()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_on_is_a_page_behind_the_same_door() {
        let check = |asked: &str, to: &str| assert_eq!(PORTAL.next(asked), to, "{asked}");
        check(
            "/portal/live/logs?status=500",
            "/portal/live/logs?status=500",
        );
        for wrong in [
            "",
            "/console",
            "//evil.test",
            "https://evil.test/portal",
            "/portals",
            "/portal\\x",
            "/portal/\r\nx",
        ] {
            check(wrong, "/portal");
        }
        assert_eq!(
            PORTAL.next_of(Some("a=1&next=%2Fportal%2Flive")),
            "/portal/live"
        );
        assert_eq!(CONSOLE.next_of(None), "/console");
        assert_eq!(At::of("/console/settings").base, "/console");
        assert_eq!(At::of("/consoles").base, "/portal");
    }
}
