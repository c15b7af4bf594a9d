//! The tenant of the audit log's filter, by its name, email address or id.

use kofa_core::Page as Part;
use kofa_domain::{Kind, Result, TenantId};
use kofa_identity::tenant_search::{FindTenants, read_search};
use kofa_identity::tenants::{FindTenant, Tenant};
use kofa_portal::kit::{Faults, Form, WebState};

/// Tenants that are offered where several fit.
const OFFERED: &str = "20";

/// Whose changes are asked for.
#[derive(Debug, Default)]
pub(super) struct Whose {
    /// What stands in the field.
    pub(super) shown: String,
    /// Those that it fits, where that is not one.
    pub(super) several: Vec<Offered>,
    pub(super) has_more: bool,
    is_nobody: bool,
}

/// A tenant that may be meant.
#[derive(Debug)]
pub(super) struct Offered {
    pub(super) name: String,
    pub(super) email: String,
    /// The same filter for this tenant.
    pub(super) href: String,
}

impl Whose {
    /// Whether no one tenant is meant although one is asked for.
    pub(super) fn is_unclear(&self) -> bool {
        self.is_nobody || !self.several.is_empty()
    }

    pub(super) fn faults(&self) -> Faults {
        match self.is_nobody {
            true => Faults::general(format!("No tenant matches \u{201c}{}\u{201d}.", self.shown)),
            false => Faults::default(),
        }
    }
}

/// The query with the id of the tenant that its field means.
pub(super) async fn read(web: &WebState, query: Form) -> Result<(Form, Whose)> {
    let (typed, id) = (query.text("tenant"), query.text("tenantId"));
    if typed.is_empty() {
        let shown = match TenantId::parse(id) {
            Some(tenant) => shown(web, tenant).await?,
            None => id.to_owned(),
        };
        let whose = Whose {
            shown,
            ..Whose::default()
        };
        return Ok((query, whose));
    }
    let mut whose = Whose {
        shown: typed.to_owned(),
        ..Whose::default()
    };
    if TenantId::parse(typed).is_some() {
        return Ok((of(&query, typed), whose));
    }
    let (found, has_more) = find(web, typed).await?;
    let mut exact = found.iter().filter(|one| is_named(one, typed));
    let one = match (exact.next(), exact.next()) {
        (Some(one), None) => Some(one),
        (None, _) if found.len() == 1 => found.first(),
        _ => None,
    };
    if let Some(one) = one {
        whose.shown.clone_from(&one.name);
        return Ok((of(&query, one.id.as_str()), whose));
    }
    whose.is_nobody = found.is_empty();
    whose.has_more = has_more;
    let offered = |one: Tenant| Offered {
        href: format!("/console/audit?{}", text_of(&query, one.id.as_str())),
        name: one.name,
        email: one.email,
    };
    whose.several = found.into_iter().map(offered).collect();
    Ok((of(&query, ""), whose))
}

/// The tenants that a text fits, some of them, and whether there are more.
async fn find(web: &WebState, text: &str) -> Result<(Vec<Tenant>, bool)> {
    let Some(search) = read_search(text) else {
        return Ok((Vec::new(), false));
    };
    let page = Part::read(None, Some(OFFERED))?;
    let found = web.admin.store.read(FindTenants { search, page }).await?;
    Ok((found.items, found.next_cursor.is_some()))
}

fn is_named(tenant: &Tenant, text: &str) -> bool {
    let text = read_search(text);
    [&tenant.name, &tenant.email]
        .iter()
        .any(|one| read_search(one) == text)
}

/// The name of a tenant, or its id where others have the same name.
async fn shown(web: &WebState, tenant: TenantId) -> Result<String> {
    let find_one = FindTenant {
        tenant: tenant.clone(),
    };
    let name = match web.admin.store.read(find_one).await {
        Ok((one, _)) => one.name,
        Err(error) if error.kind() == Kind::NotFound => return Ok(tenant.to_string()),
        Err(error) => return Err(error),
    };
    let (found, has_more) = find(web, &name).await?;
    let same = found.iter().filter(|one| is_named(one, &name)).count();
    Ok(match same == 1 && !has_more {
        true => name,
        false => tenant.to_string(),
    })
}

/// The query for this tenant, from its first page.
fn of(query: &Form, tenant: &str) -> Form {
    Form::parse(text_of(query, tenant).as_bytes())
}

fn text_of(query: &Form, tenant: &str) -> String {
    let mut text = form_urlencoded::Serializer::new(String::new());
    let kept = query.typed().filter(|(name, value)| {
        !["tenant", "tenantId", "cursor"].contains(name) && !value.is_empty()
    });
    text.extend_pairs(kept);
    if !tenant.is_empty() {
        text.append_pair("tenantId", tenant);
    }
    text.finish()
}
