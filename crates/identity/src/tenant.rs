//! The row of a tenant.

use kofa_domain::{Error, Result, TenantId, Timestamp, codes};
use kofa_store::{Row, Tx};

const FIND: &str = "select * from tenant where id = $1";

/// Whether a tenant's keys work at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TenantStatus {
    Active,
    /// None does, until it is active again.
    Suspended,
}

impl TenantStatus {
    /// `active` or `suspended`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Suspended => "suspended",
        }
    }

    /// Reads the word; `None` for any other.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Active, Self::Suspended]
            .into_iter()
            .find(|one| one.as_str() == text)
    }
}

/// A business that calls the products.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tenant {
    /// `ten_…`
    pub id: TenantId,
    /// How it names itself in product calls: a UUID.
    pub vendor_id: String,
    pub name: String,
    pub email: String,
    /// Whether its keys work.
    pub status: TenantStatus,
    /// When it was made.
    pub created_at: Timestamp,
    /// Whether members without a second factor can do nothing but turn one on.
    pub members_need_second_factor: bool,
}

impl Tenant {
    pub(crate) fn from_row(row: &Row) -> Result<Self> {
        let status: String = row.get("status")?;
        Ok(Self {
            id: row.get("id")?,
            vendor_id: row.get("vendor_id")?,
            name: row.get("name")?,
            email: row.get("email")?,
            status: TenantStatus::parse(&status)
                .ok_or_else(|| Error::internal("a tenant's status is of no known kind"))?,
            created_at: row.get("created_at")?,
            members_need_second_factor: row.get("members_need_second_factor")?,
        })
    }
}

/// Reads the tenant, in an operation of its own or as part of one.
///
/// # Errors
/// 404 `not_found`.
pub async fn find(tx: &mut Tx<'_>, id: &TenantId) -> Result<Tenant> {
    match tx.opt(FIND, &[id.into()]).await? {
        Some(row) => Tenant::from_row(&row),
        None => Err(Error::new(&codes::NOT_FOUND, "There is no such tenant.")),
    }
}
