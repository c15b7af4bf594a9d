//! Tenants: found, taken on, and each with everything about it.

mod keys;
mod list;
mod live;
mod logs;
mod members;
mod money;
mod one;
mod prices;
mod rotate;
mod webhooks;

use std::sync::Arc;

use axum::Router;
use kofa_domain::{Result, TenantId};
use kofa_identity::access::TenantAccess;
use kofa_identity::tenants::{FindTenant, Tenant, TenantStatus};
use kofa_portal::kit::WebState;

use crate::read;

pub(crate) use list::tell_made;

pub(crate) fn routes() -> Router<Arc<WebState>> {
    Router::new()
        .merge(list::routes())
        .merge(one::routes())
        .merge(live::routes())
        .merge(money::routes())
        .merge(keys::routes())
        .merge(rotate::routes())
        .merge(members::routes())
        .merge(prices::routes())
        .merge(logs::routes())
        .merge(webhooks::routes())
}

/// The tenant of a page, and which of its tabs is open.
#[derive(Debug)]
struct Place {
    tenant: Tenant,
    access: TenantAccess,
    tab: &'static str,
}

/// The tabs of a tenant: word in the path, label.
const TABS: [(&str, &str); 8] = [
    ("", "Overview"),
    ("live", "Live"),
    ("wallets", "Wallets"),
    ("keys", "Keys"),
    ("webhooks", "Webhooks"),
    ("members", "Members"),
    ("prices", "Prices"),
    ("calls", "Requests"),
];

impl Place {
    async fn find(web: &WebState, id: &str, tab: &'static str) -> Result<Self> {
        let tenant: TenantId = read::id(id, "tenant")?;
        let (tenant, access) = web.admin.store.read(FindTenant { tenant }).await?;
        Ok(Self {
            tenant,
            access,
            tab,
        })
    }

    /// Where a tab, or what is below it, is.
    fn href(&self, rest: &str) -> String {
        match rest {
            "" => format!("/console/tenants/{}", self.tenant.id),
            rest => format!("/console/tenants/{}/{rest}", self.tenant.id),
        }
    }

    fn is_active(&self) -> bool {
        self.tenant.status == TenantStatus::Active
    }

    /// Word, label, and whether it is open.
    fn tabs(&self) -> [(&'static str, &'static str, bool); 8] {
        TABS.map(|(word, label)| (word, label, word == self.tab))
    }
}
