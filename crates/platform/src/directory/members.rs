//! The people of a tenant.

use kofa_domain::{Error, MemberId, Result, TenantId, Timestamp};
use kofa_store::{Op, Row, Tx};

use super::{MemberRole, tenants};

/// Most members a tenant may have, invited ones included.
pub const MEMBERS_MAX: i64 = 200;

pub(crate) const INSERT_MEMBER: &str = "insert into member \
     (id, tenant_id, email, role, created_at) values ($1, $2, $3, $4, $5)";
const LIST: &str = "select id, tenant_id, email, role, created_at, disabled_at, \
     password_hash is not null as joined from member \
     where tenant_id = $1 order by id limit $2";

/// Whether a member can sign in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberStatus {
    /// Has not accepted the invite yet.
    Invited,
    /// Can.
    Active,
    /// Can no longer.
    Disabled,
}

impl MemberStatus {
    /// `invited`, `active` or `disabled`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Invited => "invited",
            Self::Active => "active",
            Self::Disabled => "disabled",
        }
    }
}

/// A person of a tenant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// `mem_…`
    pub id: MemberId,
    /// Whose.
    pub tenant_id: TenantId,
    /// Also the name to sign in with.
    pub email: String,
    /// What they may do.
    pub role: MemberRole,
    /// Whether they can sign in.
    pub status: MemberStatus,
    /// When they were first invited.
    pub created_at: Timestamp,
}

impl Member {
    fn from_row(row: &Row) -> Result<Self> {
        let role: String = row.get("role")?;
        let disabled: Option<Timestamp> = row.get("disabled_at")?;
        let status = match (disabled, row.get::<bool>("joined")?) {
            (Some(_), _) => MemberStatus::Disabled,
            (None, true) => MemberStatus::Active,
            (None, false) => MemberStatus::Invited,
        };
        Ok(Self {
            id: row.get("id")?,
            tenant_id: row.get("tenant_id")?,
            email: row.get("email")?,
            role: MemberRole::parse(&role)
                .ok_or_else(|| Error::internal("a member's role is of no known kind"))?,
            status,
            created_at: row.get("created_at")?,
        })
    }
}

/// All members of a tenant, the oldest first: there are at most [`MEMBERS_MAX`].
#[derive(Debug)]
pub struct ListMembers {
    /// Whose.
    pub tenant: TenantId,
}

impl Op for ListMembers {
    type Out = Vec<Member>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        tenants::find(tx, &self.tenant).await?;
        let of = [(&self.tenant).into(), MEMBERS_MAX.into()];
        let rows = tx.rows(LIST, &of).await?;
        rows.iter().map(Member::from_row).collect()
    }
}
