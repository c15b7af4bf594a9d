//! The two worlds a key may reach, and the three products it may call.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Sandbox or live. The two never share keys' reach, wallets, logs or records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Environment {
    /// Play money and play data, the same code path.
    Sandbox,
    /// The real thing.
    Live,
}

impl Environment {
    /// Both, sandbox first.
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

/// What a key may call: one scope per product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// IPO subscriptions.
    InvestmentIpo,
    /// Proof-of-address extraction.
    AiProcessingHub,
    /// Business-registry validation.
    BusinessValidationRegistry,
}

impl Scope {
    /// All scopes, in the order of the contract.
    pub const ALL: [Self; 3] = [
        Self::InvestmentIpo,
        Self::AiProcessingHub,
        Self::BusinessValidationRegistry,
    ];

    /// The contract's word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InvestmentIpo => "investment_ipo",
            Self::AiProcessingHub => "ai_processing_hub",
            Self::BusinessValidationRegistry => "business_validation_registry",
        }
    }

    /// Reads the contract's word; `None` otherwise.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
