//! What an upstream speaks.

/// What an upstream speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UpstreamKind {
    /// The CAC's value-added service.
    CacVas,
    Contract,
}

impl UpstreamKind {
    pub const ALL: [Self; 2] = [Self::CacVas, Self::Contract];

    /// `cac_vas` or `contract`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::CacVas => "cac_vas",
            Self::Contract => "contract",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == word)
    }
}
