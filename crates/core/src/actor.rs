//! Who asks for a change, and whether their role allows it.

use std::fmt;

use kofa_domain::{Environment, Error, MemberId, OperatorId, Result, TenantId, Timestamp, TokenId};

use crate::codes::{CONFIRMATION_NEEDED, FORBIDDEN};

/// What an operator of the platform may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OperatorRole {
    /// Everything, also other operators.
    Owner,
    Ops,
    /// Money: wallets and prices.
    Finance,
    Support,
}

impl OperatorRole {
    /// All roles, the widest first.
    pub const ALL: [Self; 4] = [Self::Owner, Self::Ops, Self::Finance, Self::Support];

    /// `owner`, `ops`, `finance` or `support`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Ops => "ops",
            Self::Finance => "finance",
            Self::Support => "support",
        }
    }

    /// Reads the word; `None` for any other.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }

    /// The narrower of two. Each role has all rights of those after it in [`Self::ALL`].
    #[must_use]
    pub fn narrower(self, other: Self) -> Self {
        let mut narrow = Self::ALL.into_iter().rev();
        narrow
            .find(|one| [self, other].contains(one))
            .unwrap_or(self)
    }

    /// Whether `other` has all rights of this one.
    pub fn is_within(self, other: Self) -> bool {
        self.narrower(other) == self
    }
}

/// What a member may do inside their tenant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum MemberRole {
    /// Everything of the tenant, also its members.
    Owner,
    /// Keys of both environments.
    Developer,
    /// Keys of the sandbox only.
    SandboxDeveloper,
    /// Looks at money, changes no key.
    Finance,
    Viewer,
}

impl MemberRole {
    /// All roles, the widest first.
    pub const ALL: [Self; 5] = kofa_domain::all();

    /// `owner`, `developer`, `sandbox_developer`, `finance` or `viewer`.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Reads the word; `None` for any other.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }
}

/// By what an operator acts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Via {
    /// A session in the console.
    Session {
        /// Whether password and second factor were given within ten minutes.
        is_fresh: bool,
    },
    /// A token, at the admin API.
    Token(TokenId),
}

impl Via {
    /// A session of whoever has just given their password.
    pub const FRESH: Self = Self::Session { is_fresh: true };
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    /// Someone with a shell on the machine and the right to read its files: may do everything.
    Cli,
    /// Nobody that is known: may do nothing.
    Stranger,
    /// The server itself, as its settings say: asks for nothing.
    System,
    Operator {
        /// Whose token or session it was.
        id: OperatorId,
        /// Their role at that moment, or the narrower one of the token.
        role: OperatorRole,
        /// By what they act.
        via: Via,
    },
    /// A member of a tenant.
    Member {
        /// Who is signed in.
        id: MemberId,
        tenant: TenantId,
        /// Their role at that moment.
        role: MemberRole,
    },
}

impl fmt::Display for Actor {
    /// As the audit log names them: `shell`, `system`, `stranger`, `operator:opr_…`,
    /// `member:mem_…`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cli => f.write_str("shell"),
            Self::System => f.write_str("system"),
            Self::Stranger => f.write_str("stranger"),
            Self::Operator { id, .. } => write!(f, "operator:{id}"),
            Self::Member { id, .. } => write!(f, "member:{id}"),
        }
    }
}

/// A right that a change asks for.
#[derive(Clone, Copy, Debug)]
pub enum Right<'a> {
    /// To make and suspend tenants, switch their services, set limits.
    Tenants,
    /// To credit and debit wallets, set prices.
    Money,
    /// To make operators and their tokens.
    Operators,
    /// To make offers and move them through their life, and to keep banks and brokers.
    Market,
    /// To tell everybody about incidents and planned work.
    Incidents,
    /// To make and move offers in the sandbox of this tenant, which only it sees.
    Sandbox(&'a TenantId),
    /// To make, rotate and revoke keys of this tenant that reach these environments.
    Keys(&'a TenantId, &'a [Environment]),
    /// To invite and remove members of this tenant.
    Members(&'a TenantId),
    /// To say when this tenant is told that a wallet runs low.
    Alerts(&'a TenantId),
    /// To pay money into wallets of this tenant.
    TopUps(&'a TenantId),
    /// To ask for live of this tenant.
    Live(&'a TenantId),
}

/// The sort of a right, whomever it is about: who has no right of the sort need not be heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission {
    /// To look at what operators see.
    Look,
    /// Of [`Right::Tenants`].
    Tenants,
    /// Of [`Right::Money`].
    Money,
    /// Of [`Right::Operators`].
    Operators,
    /// Of [`Right::Market`].
    Market,
    /// Of [`Right::Incidents`].
    Incidents,
    /// Of [`Right::Sandbox`].
    Sandbox,
    /// Of [`Right::Keys`].
    Keys,
    /// Of [`Right::Members`].
    Members,
    /// Of [`Right::Alerts`].
    Alerts,
    /// Of [`Right::TopUps`].
    TopUps,
    /// Of [`Right::Live`].
    Live,
}

impl Permission {
    /// The roles of operators that have it, the widest first.
    pub fn roles(self) -> impl Iterator<Item = OperatorRole> {
        let all = OperatorRole::ALL.into_iter();
        all.filter(move |role| operator_may(*role, self))
    }
}

impl Right<'_> {
    pub const fn permission(&self) -> Permission {
        match self {
            Self::Tenants => Permission::Tenants,
            Self::Money => Permission::Money,
            Self::Operators => Permission::Operators,
            Self::Market => Permission::Market,
            Self::Incidents => Permission::Incidents,
            Self::Sandbox(_) => Permission::Sandbox,
            Self::Keys(..) => Permission::Keys,
            Self::Members(_) => Permission::Members,
            Self::Alerts(_) => Permission::Alerts,
            Self::TopUps(_) => Permission::TopUps,
            Self::Live(_) => Permission::Live,
        }
    }
}

impl Actor {
    /// Of which tenant they are a member.
    pub fn tenant(&self) -> Option<&TenantId> {
        match self {
            Self::Cli | Self::System | Self::Stranger | Self::Operator { .. } => None,
            Self::Member { tenant, .. } => Some(tenant),
        }
    }

    /// Whether this actor has `right`.
    pub fn may(&self, right: Right<'_>) -> bool {
        match self {
            Self::Cli => true,
            Self::System | Self::Stranger => false,
            Self::Operator { role, .. } => operator_may(*role, right.permission()),
            Self::Member { tenant, role, .. } => member_may(tenant, *role, right),
        }
    }

    /// Refuses unless this actor has `right`.
    ///
    /// # Errors
    /// 403 `forbidden`.
    pub fn needs(&self, right: Right<'_>) -> Result<()> {
        self.allowed(self.may(right))
    }

    /// Refuses unless this actor may have a right of the sort, about whomever.
    ///
    /// # Errors
    /// 403 `forbidden`.
    pub fn needs_permission(&self, permission: Permission) -> Result<()> {
        self.allowed(match self {
            Self::Cli => true,
            Self::System | Self::Stranger => false,
            Self::Operator { role, .. } => operator_may(*role, permission),
            Self::Member { role, .. } => member_may_in_own(*role, permission),
        })
    }

    /// Refuses who acts in a session of the console in which password and second factor were given
    /// too long ago.
    ///
    /// # Errors
    /// 403 `confirmation_needed`.
    pub fn must_be_fresh(&self) -> Result<()> {
        match self {
            Self::Operator {
                via: Via::Session { is_fresh: false },
                ..
            } => Err(Error::plain(&CONFIRMATION_NEEDED)),
            _ => Ok(()),
        }
    }

    fn allowed(&self, allowed: bool) -> Result<()> {
        if allowed {
            return Ok(());
        }
        let role = match self {
            Self::Cli => "shell",
            Self::System => "system",
            Self::Stranger => "stranger",
            Self::Operator { role, .. } => role.as_str(),
            Self::Member { role, .. } => role.as_str(),
        };
        Err(Error::new(
            &FORBIDDEN,
            format!("The role `{role}` does not allow this."),
        ))
    }
}

fn operator_may(role: OperatorRole, permission: Permission) -> bool {
    use Permission::{Alerts, Look, Money, Operators, TopUps};
    match role {
        OperatorRole::Owner => true,
        OperatorRole::Ops => permission != Operators,
        OperatorRole::Finance => matches!(permission, Look | Money | Alerts | TopUps),
        OperatorRole::Support => permission == Look,
    }
}

/// Whether the role of a member has rights of the sort in their own tenant.
fn member_may_in_own(role: MemberRole, permission: Permission) -> bool {
    use MemberRole::{Developer, Finance, Owner, SandboxDeveloper};
    match permission {
        Permission::Look
        | Permission::Tenants
        | Permission::Money
        | Permission::Operators
        | Permission::Market
        | Permission::Incidents => false,
        Permission::Members | Permission::Live => role == Owner,
        Permission::Alerts | Permission::TopUps => matches!(role, Owner | Finance),
        Permission::Sandbox | Permission::Keys => {
            matches!(role, Owner | Developer | SandboxDeveloper)
        }
    }
}

fn member_may(own: &TenantId, role: MemberRole, right: Right<'_>) -> bool {
    let is_own = match right {
        Right::Tenants | Right::Money | Right::Operators | Right::Market | Right::Incidents => {
            false
        }
        Right::Members(tenant)
        | Right::Alerts(tenant)
        | Right::TopUps(tenant)
        | Right::Sandbox(tenant)
        | Right::Live(tenant) => tenant == own,
        Right::Keys(tenant, environments) => {
            let mut all = environments.iter();
            let reaches =
                role != MemberRole::SandboxDeveloper || all.all(|&one| one == Environment::Sandbox);
            tenant == own && reaches
        }
    };
    is_own && member_may_in_own(role, right.permission())
}

/// Who changes something, and when: part of every changing operation.
#[derive(Clone, Debug)]
pub struct ActorAt {
    pub actor: Actor,
    /// The present moment for every rule of the change.
    pub at: Timestamp,
}

#[cfg(test)]
mod tests {
    use kofa_domain::Ids;

    use super::*;

    const BOTH: &[Environment] = &Environment::ALL;
    const SANDBOX: &[Environment] = &[Environment::Sandbox];

    #[test]
    fn each_operator_role_has_its_rights_and_no_more() {
        let tenant = Ids.id(Timestamp::default());
        let check = |role, expected: [bool; 11]| {
            let id = Ids.id(Timestamp::default());
            let actor = Actor::Operator {
                id,
                role,
                via: Via::FRESH,
            };
            let rights = [
                Right::Tenants,
                Right::Money,
                Right::Operators,
                Right::Keys(&tenant, BOTH),
                Right::Members(&tenant),
                Right::Market,
                Right::Sandbox(&tenant),
                Right::Alerts(&tenant),
                Right::Incidents,
                Right::TopUps(&tenant),
                Right::Live(&tenant),
            ];
            assert_eq!(rights.map(|right| actor.may(right)), expected, "{role:?}");
        };
        check(OperatorRole::Owner, [true; 11]);
        let ops = [
            true, true, false, true, true, true, true, true, true, true, true,
        ];
        check(OperatorRole::Ops, ops);
        let finance = [
            false, true, false, false, false, false, false, true, false, true, false,
        ];
        check(OperatorRole::Finance, finance);
        check(OperatorRole::Support, [false; 11]);
    }

    #[test]
    fn a_role_has_all_rights_of_the_narrower_ones() {
        use Permission::*;
        let all = [
            Look, Tenants, Money, Operators, Market, Incidents, Sandbox, Keys, Members, Alerts,
            TopUps, Live,
        ];
        for one in OperatorRole::ALL {
            for other in OperatorRole::ALL {
                let has_all = all
                    .iter()
                    .all(|&right| !operator_may(one, right) || operator_may(other, right));
                assert_eq!(one.is_within(other), has_all, "{one:?} {other:?}");
                assert_eq!(one.narrower(other), other.narrower(one));
            }
        }
    }

    #[test]
    fn who_has_no_right_of_a_sort_is_not_heard() {
        let at = Timestamp::default();
        let operator = |role| Actor::Operator {
            id: Ids.id(at),
            role,
            via: Via::FRESH,
        };
        let support = operator(OperatorRole::Support);
        assert!(support.needs_permission(Permission::Look).is_ok());
        let refused = support.needs_permission(Permission::Market).unwrap_err();
        assert_eq!(refused.code(), &FORBIDDEN);
        let member = Actor::Member {
            id: Ids.id(at),
            tenant: Ids.id(at),
            role: MemberRole::Owner,
        };
        assert!(member.needs_permission(Permission::Keys).is_ok());
        assert!(member.needs_permission(Permission::Look).is_err());
        let roles = Permission::Money.roles().map(OperatorRole::as_str);
        assert_eq!(roles.collect::<Vec<_>>(), ["owner", "ops", "finance"]);
    }

    #[test]
    fn a_member_acts_in_their_own_tenant_as_far_as_the_role_goes() {
        let (own, other): (TenantId, TenantId) =
            (Ids.id(Timestamp::default()), Ids.id(Timestamp::default()));
        let check = |role, both, sandbox, members| {
            let id = Ids.id(Timestamp::default());
            let tenant = own.clone();
            let actor = Actor::Member { id, tenant, role };
            assert_eq!(actor.may(Right::Keys(&own, BOTH)), both, "{role:?}");
            assert_eq!(actor.may(Right::Keys(&own, SANDBOX)), sandbox, "{role:?}");
            assert_eq!(actor.may(Right::Members(&own)), members, "{role:?}");
            assert_eq!(actor.may(Right::Live(&own)), members, "{role:?}");
            assert!(!actor.may(Right::Live(&other)), "{role:?}");
            assert_eq!(actor.may(Right::Sandbox(&own)), sandbox, "{role:?}");
            let alerts = matches!(role, MemberRole::Owner | MemberRole::Finance);
            assert_eq!(actor.may(Right::Alerts(&own)), alerts, "{role:?}");
            assert_eq!(actor.may(Right::TopUps(&own)), alerts, "{role:?}");
            assert!(!actor.may(Right::TopUps(&other)), "{role:?}");
            assert!(!actor.may(Right::Alerts(&other)), "{role:?}");
            assert!(!actor.may(Right::Sandbox(&other)), "{role:?}");
            assert!(!actor.may(Right::Keys(&other, SANDBOX)), "{role:?}");
            assert!(!actor.may(Right::Members(&other)), "{role:?}");
            for right in [
                Right::Tenants,
                Right::Money,
                Right::Operators,
                Right::Market,
                Right::Incidents,
            ] {
                assert_eq!(actor.needs(right).unwrap_err().code(), &FORBIDDEN);
            }
        };
        check(MemberRole::Owner, true, true, true);
        check(MemberRole::Developer, true, true, false);
        check(MemberRole::SandboxDeveloper, false, true, false);
        check(MemberRole::Finance, false, false, false);
        check(MemberRole::Viewer, false, false, false);
    }
}
