//! Whether a consent code may be used, from what it was used for before.

use kofa_domain::{Environment, TenantId};

/// What one use of a code uses up. The registry does not say, so that the operator does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VrcScope {
    PerCode,
    /// The code for one endpoint; each of the others may still be asked with it.
    #[default]
    PerCodeAndEndpoint,
}

impl VrcScope {
    /// What one use uses up in `environment`, where the operator chose `self` for live. The
    /// sandbox's codes serve each endpoint once.
    pub fn in_environment(self, environment: Environment) -> Self {
        match environment {
            Environment::Sandbox => Self::PerCodeAndEndpoint,
            Environment::Live => self,
        }
    }

    /// Reads `per_code` or `per_code_and_endpoint`; `None` if it is neither.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "per_code" => Some(Self::PerCode),
            "per_code_and_endpoint" => Some(Self::PerCodeAndEndpoint),
            _ => None,
        }
    }
}

/// A use of a code, or an attempt at one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VrcUse {
    /// What it uses up: an endpoint by its `operationId`, or empty for all.
    pub scope: String,
    /// Whether it was answered; otherwise it was brought to an upstream, and what became of it
    /// is not known.
    pub is_answered: bool,
    pub tenant_id: TenantId,
    pub operation_id: String,
    /// The sealed answer and the id of the call it was given to, while it is kept.
    pub answer: Option<(Vec<u8>, Vec<u8>)>,
}

/// Where a code stands for one tenant at one endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing<'a> {
    /// It may be used.
    Unused,
    /// This tenant brought it to an upstream before and got no answer. It may be tried again.
    Unknown,
    /// This tenant had this answer from this endpoint a short while ago: it is told again.
    Answered(&'a VrcUse),
    /// It is used up.
    Used,
}

/// Where a code stands for `tenant` at `operation`, given all its uses and attempts.
pub fn standing<'a>(
    uses: &'a [VrcUse],
    scope: VrcScope,
    tenant: &TenantId,
    operation: &str,
) -> Standing<'a> {
    let counts = |one: &&VrcUse| {
        scope == VrcScope::PerCode || one.scope.is_empty() || one.scope == operation
    };
    let counting = || uses.iter().filter(counts);
    let own = |one: &&VrcUse| {
        one.tenant_id == *tenant && one.operation_id == operation && one.is_answered
    };
    if let Some(told) = counting().filter(own).find(|one| one.answer.is_some()) {
        return Standing::Answered(told);
    }
    if counting().any(|one| one.is_answered) {
        return Standing::Used;
    }
    if counting().any(|one| one.tenant_id == *tenant) {
        return Standing::Unknown;
    }
    Standing::Unused
}

#[cfg(test)]
mod tests {
    use kofa_domain::{Ids, Timestamp};
    use proptest::prelude::*;

    use super::*;
    use VrcScope::{PerCode, PerCodeAndEndpoint};

    const AT: Timestamp = Timestamp::from_micros(1_700_000_000_000_000);

    fn tenants() -> [TenantId; 2] {
        [Ids.id(AT), Ids.id(AT)]
    }

    fn one(tenant: &TenantId, operation: &str, is_answered: bool, is_kept: bool) -> VrcUse {
        VrcUse {
            scope: operation.to_owned(),
            is_answered,
            tenant_id: tenant.clone(),
            operation_id: operation.to_owned(),
            answer: is_kept.then(|| (vec![1], vec![2])),
        }
    }

    #[test]
    fn one_use_is_answered_again_to_who_had_it_and_refused_to_all_others() {
        let [ada, bola] = &tenants();
        let uses = [one(ada, "a", true, true)];
        let stands = |tenant, operation, scope| standing(&uses, scope, tenant, operation);
        let told = Standing::Answered(&uses[0]);
        assert_eq!(stands(ada, "a", PerCodeAndEndpoint), told);
        assert_eq!(stands(ada, "a", PerCode), told);
        assert_eq!(stands(bola, "a", PerCodeAndEndpoint), Standing::Used);
        assert_eq!(stands(ada, "b", PerCodeAndEndpoint), Standing::Unused);
        assert_eq!(stands(ada, "b", PerCode), Standing::Used);
    }

    #[test]
    fn an_attempt_without_an_answer_may_be_repeated_by_its_tenant() {
        let [ada, bola] = &tenants();
        let uses = [one(ada, "a", false, false)];
        let stands = |tenant, scope| standing(&uses, scope, tenant, "a");
        assert_eq!(stands(ada, PerCodeAndEndpoint), Standing::Unknown);
        assert_eq!(stands(bola, PerCodeAndEndpoint), Standing::Unused);
        let later = [one(ada, "a", true, false)];
        let stands = standing(&later, PerCode, ada, "a");
        assert_eq!(stands, Standing::Used, "the answer is forgotten");
    }

    #[test]
    fn a_use_of_the_whole_code_counts_everywhere() {
        let [ada, _] = &tenants();
        let whole = VrcUse {
            scope: String::new(),
            ..one(ada, "a", true, true)
        };
        let uses = [whole];
        let stands = |operation| standing(&uses, PerCodeAndEndpoint, ada, operation);
        assert_eq!(stands("b"), Standing::Used);
        assert_eq!(stands("a"), Standing::Answered(&uses[0]));
    }

    proptest! {
        /// However a code was used, one answered use that counts is never used again by
        /// anyone, and nobody is told another's answer.
        #[test]
        fn a_used_code_is_never_unused(
            rows in prop::collection::vec(
                (0..2_usize, 0..3_usize, any::<bool>(), any::<bool>()), 0..6,
            ),
            who in 0..2_usize, at in 0..3_usize, per_code in any::<bool>(),
        ) {
            let tenants = tenants();
            let names = ["a", "b", "c"];
            let uses: Vec<VrcUse> = rows
                .iter()
                .map(|(tenant, name, used, kept)| {
                    one(&tenants[*tenant], names[*name], *used, *used && *kept)
                })
                .collect();
            let scope = if per_code { PerCode } else { PerCodeAndEndpoint };
            let used = uses
                .iter()
                .any(|one| one.is_answered && (per_code || one.operation_id == names[at]));
            match standing(&uses, scope, &tenants[who], names[at]) {
                Standing::Unused | Standing::Unknown => prop_assert!(!used),
                Standing::Used => prop_assert!(used),
                Standing::Answered(told) => {
                    prop_assert!(used && told.answer.is_some());
                    prop_assert_eq!(&told.tenant_id, &tenants[who]);
                    prop_assert_eq!(told.operation_id.as_str(), names[at]);
                }
            }
        }
    }
}
