//! What the next page says of a change, and the form beside it that undoes the change.

use http::HeaderMap;

use super::cookies::SAID_COOKIE;
use crate::kit::web_state::WebState;

/// The name of the pair that begins an undo, in the cookie.
const UNDO: &str = "undo";
/// Longest cookie that browsers are sure to keep, in bytes, less its name and attributes.
const COOKIE_BYTES_MAX: usize = 3_500;

/// A form of ours that does the opposite of what was just done. It goes through the same handler
/// as the page's own form, so rights and questions are those.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undo {
    action: String,
    fields: Vec<(String, String)>,
}

impl Undo {
    /// A form that is sent to `action`, a path of the portal or the console.
    pub fn new(action: impl Into<String>) -> Self {
        Self {
            action: action.into(),
            fields: Vec::new(),
        }
    }

    /// With a field.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.fields.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn action(&self) -> &str {
        &self.action
    }

    pub fn fields(&self) -> &[(String, String)] {
        &self.fields
    }

    /// Whether it goes to a page of ours: what a browser brings may be anything.
    fn is_ours(&self) -> bool {
        let rooms = ["/portal/", "/console/"];
        let path = &self.action;
        rooms.iter().any(|room| path.starts_with(room))
            && path.bytes().all(|byte| byte.is_ascii_graphic())
    }
}

/// What a page has to say of what was done before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    pub text: String,
    /// The form that undoes it, if that is possible.
    pub undo: Option<Undo>,
}

impl Said {
    /// From the cookie of the page before.
    pub(crate) fn read(web: &WebState, headers: &HeaderMap) -> Option<Self> {
        let text = web.cookies.get(headers, SAID_COOKIE)?;
        let mut pairs = form_urlencoded::parse(text.as_bytes()).into_owned();
        let (text, _) = pairs.next()?;
        let begins = pairs.next().filter(|(name, _)| name == UNDO);
        let undo = begins.map(|(_, action)| Undo {
            action,
            fields: pairs.collect(),
        });
        Some(Self {
            text,
            undo: undo.filter(Undo::is_ours),
        })
    }

    /// The value of the cookie. An undo that would make it too long is left out.
    pub(crate) fn written(text: &str, undo: Option<&Undo>) -> String {
        let mut value: String = form_urlencoded::byte_serialize(text.as_bytes()).collect();
        if let Some(undo) = undo {
            let mut pairs = form_urlencoded::Serializer::new(String::new());
            pairs.append_pair(UNDO, &undo.action);
            pairs.extend_pairs(&undo.fields);
            let pairs = pairs.finish();
            if value.len() + pairs.len() < COOKIE_BYTES_MAX {
                value.push('&');
                value.push_str(&pairs);
            }
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_of_ours_are_sent_to_and_long_ones_left_out() {
        for (action, ours) in [
            ("/console/tenants/ten_1/status", true),
            ("/portal/live/webhooks/whk_1/switch", true),
            ("//evil.test/console/", false),
            ("https://evil.test/portal/", false),
            ("/console/\nx", false),
            ("/docs", false),
        ] {
            assert_eq!(Undo::new(action).is_ours(), ours, "{action}");
        }
        let undo = Undo::new("/console/x").with("a", "1 & 2");
        let value = Said::written("Done & dusted.", Some(&undo));
        assert_eq!(value, "Done+%26+dusted.&undo=%2Fconsole%2Fx&a=1+%26+2");
        let many = (0..200).fold(undo, |undo, _| undo.with("tenant", "ten_00000000000000"));
        assert_eq!(Said::written("Done.", Some(&many)), "Done.");
    }
}
