//! Kinds of entity, and the finer types the register distinguishes.

use super::fold_word;

/// What sort of entity a number belongs to. Numbers are unique per kind only.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[strum(const_into_str, serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum EntityType {
    /// A company (`RC`).
    Company,
    /// A business name (`BN`): a sole proprietor or a firm.
    BusinessName,
    /// Incorporated trustees (`IT`): associations, churches, foundations.
    IncorporatedTrustee,
    /// A limited partnership (`LP`).
    LimitedPartnership,
    /// A limited liability partnership (`LLP`).
    LimitedLiabilityPartnership,
}

impl EntityType {
    /// All kinds; where a number has several, the first of this order answers.
    pub const ALL: [Self; 5] = kofa_domain::all();

    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// The prefix of its numbers.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Company => "RC",
            Self::BusinessName => "BN",
            Self::IncorporatedTrustee => "IT",
            Self::LimitedPartnership => "LP",
            Self::LimitedLiabilityPartnership => "LLP",
        }
    }

    /// For people: `business name`.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Company => "company",
            Self::BusinessName => "business name",
            Self::IncorporatedTrustee => "incorporated trustee",
            Self::LimitedPartnership => "limited partnership",
            Self::LimitedLiabilityPartnership => "limited liability partnership",
        }
    }

    /// The registry's number of this kind (1 business name, 2 company, 3 trustees,
    /// 4 limited partnership, 5 limited liability partnership).
    pub const fn classification_id(self) -> u8 {
        match self {
            Self::BusinessName => 1,
            Self::Company => 2,
            Self::IncorporatedTrustee => 3,
            Self::LimitedPartnership => 4,
            Self::LimitedLiabilityPartnership => 5,
        }
    }

    /// By the registry's number.
    pub fn of_classification(id: &str) -> Option<Self> {
        let matches = |one: &Self| id.parse() == Ok(one.classification_id());
        Self::ALL.into_iter().find(matches)
    }

    /// By the prefix of a number, in any case.
    pub fn of_prefix(word: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|one| one.prefix().eq_ignore_ascii_case(word))
    }

    /// Reads the canonical word, a short form, or the name of a type of that kind; in any
    /// case, with spaces or hyphens for `_`. `None` if it is none of them.
    pub fn parse(text: &str) -> Option<Self> {
        let word = fold_word(text);
        let canonical = || Self::ALL.into_iter().find(|one| one.as_str() == word);
        canonical()
            .or_else(|| Self::of_prefix(&word))
            .or_else(|| match word.as_str() {
                "CO" => Some(Self::Company),
                "INCORPORATED_TRUSTEES" => Some(Self::IncorporatedTrustee),
                _ => CompanyType::parse(&word).map(CompanyType::entity),
            })
    }

    /// The words [`EntityType::parse`] is documented to take.
    pub const DOCUMENTED: &[&str] = &[
        "COMPANY",
        "BUSINESS_NAME",
        "INCORPORATED_TRUSTEE",
        "LIMITED_PARTNERSHIP",
        "LIMITED_LIABILITY_PARTNERSHIP",
        "RC",
        "CO",
        "BN",
        "IT",
        "LP",
        "LLP",
        "BUSINESS_NAME_FIRM",
        "PRIVATE_COMPANY_LIMITED_BY_SHARES",
    ];
}

/// What exactly a registered entity is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompanyType {
    PrivateLimitedByShares,
    PrivateLimitedByGuarantee,
    PrivateUnlimited,
    PublicLimitedByShares,
    /// Plc without share capital
    PublicLimitedByGuarantee,
    SoleProprietorship,
    Firm,
    /// Trustees of an association
    IncorporatedTrustee,
    LimitedPartnership,
    LimitedLiabilityPartnership,
}

impl CompanyType {
    pub const ALL: [Self; 10] = [
        Self::PrivateLimitedByShares,
        Self::PrivateLimitedByGuarantee,
        Self::PrivateUnlimited,
        Self::PublicLimitedByShares,
        Self::PublicLimitedByGuarantee,
        Self::SoleProprietorship,
        Self::Firm,
        Self::IncorporatedTrustee,
        Self::LimitedPartnership,
        Self::LimitedLiabilityPartnership,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::PrivateLimitedByShares => "PRIVATE_COMPANY_LIMITED_BY_SHARES",
            Self::PrivateLimitedByGuarantee => "PRIVATE_COMPANY_LIMITED_BY_GUARANTEE",
            Self::PrivateUnlimited => "PRIVATE_COMPANY_UNLIMITED",
            Self::PublicLimitedByShares => "PUBLIC_COMPANY_LIMITED_BY_SHARES",
            Self::PublicLimitedByGuarantee => "PUBLIC_COMPANY_LIMITED_BY_GUARANTEE",
            Self::SoleProprietorship => "BUSINESS_NAME_SOLE_PROPRIETORSHIP",
            Self::Firm => "BUSINESS_NAME_FIRM",
            Self::IncorporatedTrustee => "INCORPORATED_TRUSTEE",
            Self::LimitedPartnership => "LIMITED_PARTNERSHIP",
            Self::LimitedLiabilityPartnership => "LIMITED_LIABILITY_PARTNERSHIP",
        }
    }

    /// The kind of entity it is a type of.
    pub const fn entity(self) -> EntityType {
        match self {
            Self::PrivateLimitedByShares
            | Self::PrivateLimitedByGuarantee
            | Self::PrivateUnlimited
            | Self::PublicLimitedByShares
            | Self::PublicLimitedByGuarantee => EntityType::Company,
            Self::SoleProprietorship | Self::Firm => EntityType::BusinessName,
            Self::IncorporatedTrustee => EntityType::IncorporatedTrustee,
            Self::LimitedPartnership => EntityType::LimitedPartnership,
            Self::LimitedLiabilityPartnership => EntityType::LimitedLiabilityPartnership,
        }
    }

    /// Reads the canonical word or a name in use for it, in any case and punctuation; `None`
    /// if it is neither.
    pub fn parse(text: &str) -> Option<Self> {
        let word = fold_word(text);
        if let Some(known) = Self::ALL.into_iter().find(|one| one.as_str() == word) {
            return Some(known);
        }
        Some(match word.as_str() {
            "LTD"
            | "LIMITED"
            | "PRIVATE_LIMITED_COMPANY"
            | "PRIVATE_COMPANY_LIMITED"
            | "PRIVATE_LIMITED_LIABILITY_COMPANY"
            | "LIMITED_LIABILITY_COMPANY"
            | "PRIVATE_LIMITED_BY_SHARES" => Self::PrivateLimitedByShares,
            "LTD_GTE" | "LIMITED_BY_GUARANTEE" | "COMPANY_LIMITED_BY_GUARANTEE" => {
                Self::PrivateLimitedByGuarantee
            }
            "UNLTD" | "UNLIMITED" | "UNLIMITED_COMPANY" | "PRIVATE_UNLIMITED_COMPANY" => {
                Self::PrivateUnlimited
            }
            "PLC" | "PUBLIC_LIMITED_COMPANY" | "PUBLIC_COMPANY" | "PUBLIC_LIMITED_BY_SHARES" => {
                Self::PublicLimitedByShares
            }
            "SOLE_PROPRIETORSHIP" | "SOLE_PROPRIETOR" => Self::SoleProprietorship,
            "FIRM" | "PARTNERSHIP_FIRM" => Self::Firm,
            "INCORPORATED_TRUSTEES" | "NGO" => Self::IncorporatedTrustee,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_read_in_every_spelling() {
        let check = |text: &str, expected: Option<EntityType>| {
            assert_eq!(EntityType::parse(text), expected, "{text:?}");
        };
        check("COMPANY", Some(EntityType::Company));
        check(" company ", Some(EntityType::Company));
        check("rc", Some(EntityType::Company));
        check("CO", Some(EntityType::Company));
        check("Business Name", Some(EntityType::BusinessName));
        check("business-name-firm", Some(EntityType::BusinessName));
        check("BN", Some(EntityType::BusinessName));
        check(
            "Incorporated Trustees",
            Some(EntityType::IncorporatedTrustee),
        );
        check("lp", Some(EntityType::LimitedPartnership));
        check("LLP", Some(EntityType::LimitedLiabilityPartnership));
        check(
            "PRIVATE_COMPANY_LIMITED_BY_SHARES",
            Some(EntityType::Company),
        );
        for text in ["", "_", "COMPANIES", "R C", "BUSINESS", "LLLP", "ç"] {
            check(text, None);
        }
        for word in EntityType::DOCUMENTED {
            assert!(EntityType::parse(word).is_some(), "{word}");
        }
    }

    #[test]
    fn words_and_numbers_lead_back_to_their_kind() {
        for one in EntityType::ALL {
            assert_eq!(EntityType::parse(one.as_str()), Some(one));
            assert_eq!(EntityType::of_prefix(one.prefix()), Some(one));
            let id = one.classification_id().to_string();
            assert_eq!(EntityType::of_classification(&id), Some(one));
        }
        for id in ["", "0", "6", "-1", "1.0", "999999999999"] {
            assert_eq!(EntityType::of_classification(id), None, "{id}");
        }
        for one in CompanyType::ALL {
            assert_eq!(CompanyType::parse(one.as_str()), Some(one));
        }
        assert_eq!(
            CompanyType::parse("Ltd/Gte"),
            Some(CompanyType::PrivateLimitedByGuarantee)
        );
        assert_eq!(
            CompanyType::parse("Plc."),
            Some(CompanyType::PublicLimitedByShares)
        );
        assert_eq!(CompanyType::parse("cooperative"), None);
    }
}
