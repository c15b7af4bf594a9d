//! The two environments that a key may reach.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Sandbox or live. The two never share keys' reach, wallets, logs or records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Environment {
    /// Play money and play data, the same code path.
    Sandbox,
    Live,
}

impl Environment {
    pub const ALL: [Self; 2] = [Self::Sandbox, Self::Live];

    /// `sandbox` or `live`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Sandbox => "sandbox",
            Self::Live => "live",
        }
    }

    /// Reads `sandbox` or `live` in any case; `None` otherwise.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|one| one.as_str().eq_ignore_ascii_case(text))
    }
}

impl fmt::Display for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
