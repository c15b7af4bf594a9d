//! Where an entity stands with the registry.

use super::fold_word;

/// The legal standing of a registered entity. It is data, never an error: an inactive
/// company is found like any other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum RegistrationStatus {
    Active,
    /// Annual returns are overdue.
    Inactive,
    /// Struck off the register.
    StruckOff,
    /// Marked for removal for failing its duties.
    Delisted,
    /// Dissolved or wound up.
    Dissolved,
    InLiquidation,
    /// The register does not say, or says it in a word we do not know.
    Unknown,
}

impl RegistrationStatus {
    pub const ALL: [Self; 7] = kofa_domain::all();

    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Reads the canonical word or one in use for it; `None` if it is neither. An empty text
    /// is `UNKNOWN`.
    pub fn parse(text: &str) -> Option<Self> {
        let word = fold_word(text);
        if let Some(known) = Self::ALL.into_iter().find(|one| one.as_str() == word) {
            return Some(known);
        }
        Some(match word.as_str() {
            "REGISTERED" | "APPROVED" | "LIVE" => Self::Active,
            "NOT_ACTIVE" | "DORMANT" | "DEFAULTING" => Self::Inactive,
            "STRUCK" | "STRIKE_OFF" => Self::StruckOff,
            "DE_LISTED" | "REMOVED" => Self::Delisted,
            "WOUND_UP" => Self::Dissolved,
            "LIQUIDATION" | "WINDING_UP" | "UNDER_LIQUIDATION" => Self::InLiquidation,
            "" => Self::Unknown,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standings_are_read_in_every_spelling() {
        let check = |text: &str, expected: Option<RegistrationStatus>| {
            assert_eq!(RegistrationStatus::parse(text), expected, "{text:?}");
        };
        for one in RegistrationStatus::ALL {
            check(one.as_str(), Some(one));
        }
        check("Struck-off", Some(RegistrationStatus::StruckOff));
        check(" active ", Some(RegistrationStatus::Active));
        check("In Liquidation", Some(RegistrationStatus::InLiquidation));
        check("Wound up", Some(RegistrationStatus::Dissolved));
        check("", Some(RegistrationStatus::Unknown));
        check("sleeping", None);
    }
}
