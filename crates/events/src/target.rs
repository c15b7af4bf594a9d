//! Where webhooks may be sent.

use kofa_outbound::{AddressRule, URL_CHARS_MAX, any_url, public_url};
use url::Url;

/// Where an endpoint leads.
#[derive(Clone, Debug)]
pub struct Destination {
    pub url: String,
    /// Whether it is the tenant's test inbox: its token is not in `url`.
    pub is_inbox: bool,
}

impl From<String> for Destination {
    fn from(url: String) -> Self {
        let is_inbox = false;
        Self { url, is_inbox }
    }
}

/// Where webhooks may be sent: a setting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Targets {
    /// Hosts of the public internet, over TLS.
    #[default]
    Public,
    /// Any host, also in clear: for development and tests.
    Any,
}

impl Targets {
    /// Of the word `public` or `any`; `None` for any other.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "public" => Some(Self::Public),
            "any" => Some(Self::Any),
            _ => None,
        }
    }

    /// Reads an address that somebody wants events sent to.
    ///
    /// # Errors
    /// What it must be instead.
    pub fn read(self, text: &str) -> Result<Url, &'static str> {
        if text.chars().count() > URL_CHARS_MAX {
            return Err("must have at most 2048 characters");
        }
        match self {
            Self::Public => public_url(text),
            Self::Any => any_url(text),
        }
    }

    /// The same, asked of each address that is connected to.
    pub(crate) fn rule(self) -> AddressRule {
        match self {
            Self::Public => AddressRule::PUBLIC,
            Self::Any => AddressRule::ANY,
        }
    }
}
