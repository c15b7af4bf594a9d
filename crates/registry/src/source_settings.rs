//! Which source answers which endpoint, and how old its answers may be.

use kofa_domain::{Environment, Timestamp};

use crate::profile::Part;
use crate::rules::EntityType;

/// Longest age that can be allowed, in seconds: a year.
pub const AGE_SECONDS_MAX: u32 = 366 * 86_400;

/// An endpoint of the registry, as the operator chooses a source for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// By number and kind.
    GetCompany,
    GetCompanyByRc,
    /// A name against a number.
    ValidateCompanyName,
    GetLineOfBusiness,
    /// The tax number of a company.
    GetCompanyTin,
    /// The company of a tax number.
    GetCompanyByTin,
    /// A new tax number.
    GenerateCompanyTin,
    /// One behind a consent code, by the part it needs.
    Consented(Part),
}

impl Operation {
    pub const ALL: [Self; 14] = [
        Self::GetCompany,
        Self::GetCompanyByRc,
        Self::ValidateCompanyName,
        Self::GetLineOfBusiness,
        Self::GetCompanyTin,
        Self::GetCompanyByTin,
        Self::GenerateCompanyTin,
        Self::Consented(Part::Affiliates),
        Self::Consented(Part::ShareCapital),
        Self::Consented(Part::ShareDistribution),
        Self::Consented(Part::Company),
        Self::Consented(Part::Charges),
        Self::Consented(Part::Certificate),
        Self::Consented(Part::StatusReport),
    ];

    /// Its `operationId`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::GetCompany => "getCompany",
            Self::GetCompanyByRc => "getCompanyByRc",
            Self::ValidateCompanyName => "validateCompanyName",
            Self::GetLineOfBusiness => "getLineOfBusiness",
            Self::GetCompanyTin => "getCompanyTin",
            Self::GetCompanyByTin => "getCompanyByTin",
            Self::GenerateCompanyTin => "generateCompanyTin",
            Self::Consented(Part::Affiliates) => "getAffiliates",
            Self::Consented(Part::ShareCapital) => "getShareCapital",
            Self::Consented(Part::ShareDistribution) => "getShareDistribution",
            Self::Consented(Part::Company) => "getSecureCompany",
            Self::Consented(Part::Charges) => "getAssets",
            Self::Consented(Part::Certificate) => "getCertificate",
            Self::Consented(Part::StatusReport) => "getStatusReport",
        }
    }

    /// By its `operationId`.
    pub fn parse(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.id() == id)
    }

    /// Whether an answer may be given again: one that used up a consent code, or made a tax
    /// number, may not.
    pub const fn may_be_kept(self) -> bool {
        !matches!(self, Self::GenerateCompanyTin | Self::Consented(_))
    }
}

/// Where answers come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SourceKind {
    /// The register that the operator imported.
    Local,
    /// The CAC's value-added service.
    CacVas,
    /// Another server that speaks this contract.
    Contract,
}

impl SourceKind {
    pub const ALL: [Self; 3] = [Self::Local, Self::CacVas, Self::Contract];

    /// `local`, `cac_vas` or `contract`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Local => "local",
            Self::CacVas => "cac_vas",
            Self::Contract => "contract",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == word)
    }
}

/// What an operator chose for one endpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceSetting {
    pub environment: Environment,
    pub operation: Operation,
    pub source: SourceKind,
    /// How old an answer kept from an upstream may be to be given again; 0 for never.
    pub max_age_seconds: u32,
    /// How old one may be to be given, marked as stale, while the upstream is down; 0 for
    /// never.
    pub stale_seconds: u32,
    /// When and by whom; `None` where nobody chose.
    pub changed: Option<(Timestamp, String)>,
}

impl SourceSetting {
    /// What holds for an endpoint, where `chosen` is what operators chose.
    pub fn of(chosen: &[Self], environment: Environment, operation: Operation) -> Self {
        let is_it = |one: &&Self| one.environment == environment && one.operation == operation;
        let found = chosen.iter().find(is_it).cloned();
        found.unwrap_or_else(|| Self::default_of(environment, operation))
    }

    /// What holds where nobody chose: the local register.
    pub const fn default_of(environment: Environment, operation: Operation) -> Self {
        Self {
            environment,
            operation,
            source: SourceKind::Local,
            max_age_seconds: 0,
            stale_seconds: 0,
            changed: None,
        }
    }
}

/// Who asks for what by number, and how fresh it must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    pub environment: Environment,
    pub operation: Operation,
    /// Nothing else will do.
    pub entity_type: Option<EntityType>,
    /// The kind that a prefix of the number names: an upstream is asked for it alone, and the
    /// local register tells the others under the number too.
    pub hint: Option<EntityType>,
    /// How old an answer may be at most, in seconds. It can only ask for fresher than the
    /// operator allows.
    pub max_age_seconds: Option<u32>,
}

impl Ask {
    /// For `operation` in `environment`, any kind of entity, as fresh as the operator allows.
    pub const fn new(environment: Environment, operation: Operation) -> Self {
        Self {
            environment,
            operation,
            entity_type: None,
            hint: None,
            max_age_seconds: None,
        }
    }
}

/// How old a kept answer may be to be given, in seconds; 0 for never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Freshness {
    pub(crate) instead: u32,
    pub(crate) after_failure: u32,
}

impl Freshness {
    /// What the operator allows and the caller accepts. A caller who says how old an answer
    /// may be is not given an older one, even if there is no other.
    pub(crate) fn of(setting: &SourceSetting, asked_max: Option<u32>) -> Self {
        if !setting.operation.may_be_kept() {
            return Self::default();
        }
        let most = asked_max.unwrap_or(u32::MAX);
        Self {
            instead: setting.max_age_seconds.min(most),
            after_failure: setting.stale_seconds.max(setting.max_age_seconds).min(most),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lead_back_to_what_they_name() {
        for one in Operation::ALL {
            assert_eq!(Operation::parse(one.id()), Some(one));
        }
        for one in SourceKind::ALL {
            assert_eq!(SourceKind::parse(one.as_str()), Some(one));
        }
        assert_eq!(Operation::parse("listOffers"), None);
        assert_eq!(SourceKind::parse("LOCAL"), None);
    }

    #[test]
    fn every_endpoint_of_the_registry_has_a_source() {
        let endpoints = (crate::PRODUCT.endpoints)();
        // Those about many companies ask no source of their own: a batch asks that of
        // `getCompanyByRc`.
        let asks_itself = |path: &str| path.starts_with("/api/v1/company/validation/");
        let of_one = endpoints.iter().filter(|one| asks_itself(one.path));
        let mut ids: Vec<&str> = of_one.map(|one| one.operation_id).collect();
        let mut known = Operation::ALL.map(Operation::id);
        ids.sort_unstable();
        known.sort_unstable();
        assert_eq!(known, *ids);
    }

    #[test]
    fn a_caller_can_only_ask_for_fresher() {
        let check = |max_age: u32, stale: u32, asked: Option<u32>, instead: u32, after: u32| {
            let setting = SourceSetting {
                max_age_seconds: max_age,
                stale_seconds: stale,
                ..SourceSetting::default_of(Environment::Live, Operation::GetCompany)
            };
            let expected = Freshness {
                instead,
                after_failure: after,
            };
            assert_eq!(Freshness::of(&setting, asked), expected);
        };
        check(600, 3_600, None, 600, 3_600);
        check(600, 3_600, Some(60), 60, 60);
        check(600, 3_600, Some(1_000), 600, 1_000);
        check(600, 3_600, Some(0), 0, 0);
        check(600, 0, None, 600, 600);
        check(0, 0, Some(900), 0, 0);
        let code = Operation::Consented(Part::Affiliates);
        let setting = SourceSetting {
            max_age_seconds: 600,
            stale_seconds: 600,
            ..SourceSetting::default_of(Environment::Live, code)
        };
        assert_eq!(Freshness::of(&setting, None), Freshness::default());
    }
}
