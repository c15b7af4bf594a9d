//! What the house asks of its operators and tenants.

use kofa_domain::Kobo;
use kofa_events::Targets;
use kofa_identity::access_requests::SignUp;
use kofa_identity::live_checklist::LiveLine;

/// What the house asks of its operators and tenants: settings, the same for all of them.
#[derive(Clone, Debug, Default)]
pub struct House {
    /// Whether operators without a second factor can do nothing in the console but turn one on.
    pub operators_need_second_factor: bool,
    /// What one operator proposes and another confirms.
    pub four_eyes: Vec<Concern>,
    /// What a tenant needs before a product is switched on for it in live.
    pub live_checklist: Vec<LiveLine>,
    /// Whether an operator may confirm the regulator's approval of an offer that they recorded.
    pub offer_approval_by_one: bool,
    /// What our accounts at upstreams should have: operators are alerted below it. Zero is never.
    pub upstream_balance_min: Kobo,
    /// Who may become a tenant without being invited.
    pub sign_up: SignUp,
    /// Where tenants may have webhooks sent.
    pub webhook_targets: Targets,
}

/// What a command is about that the house may want four eyes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Concern {
    /// Live money that is moved by hand.
    Money,
    /// Prices.
    Prices,
    /// Products that are switched on in live.
    Live,
}

impl Concern {
    pub const ALL: [Self; 3] = [Self::Money, Self::Prices, Self::Live];

    /// `money`, `prices` or `live`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Money => "money",
            Self::Prices => "prices",
            Self::Live => "live",
        }
    }

    /// Reads the word; `None` for any other.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }
}
