//! The words of the audit log as people know them.

use kofa_domain::{Result, TenantId};
use kofa_store::{Op, Row, Tx};

const NAMES: &str = "select id, case when name = '' then email \
     else name || ' (' || email || ')' end as called \
     from member where tenant_id = $1 order by id";

/// The subjects that the actions of a tenant's entries begin with, and what they are called.
pub const SUBJECTS: [(&str, &str); 11] = [
    ("key", "API keys"),
    ("member", "Members"),
    ("invite", "Invites"),
    ("session", "Sign-ins"),
    ("tenant", "The tenant itself"),
    ("service", "Services"),
    ("live", "Going live"),
    ("price", "Prices"),
    ("wallet", "Wallet"),
    ("offer", "Sandbox offers"),
    ("sandbox", "Sandbox clock"),
];

/// The members of a tenant by the names under which the audit log has them, with their own
/// names and e-mail addresses: also those who can no longer sign in.
#[derive(Debug)]
pub struct NameActors {
    pub tenant: TenantId,
}

impl Op for NameActors {
    type Out = Vec<(String, String)>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let rows = tx.rows(NAMES, &[(&self.tenant).into()]).await?;
        let one = |row: &Row| -> Result<(String, String)> {
            let id: String = row.get("id")?;
            Ok((format!("member:{id}"), row.get("called")?))
        };
        rows.iter().map(one).collect()
    }
}
