//! The names that people know tenants, operators and members by, in place of their ids.

use std::collections::BTreeMap;

use kofa_domain::{Error, Kind, MemberId, OperatorId, Result, TenantId};
use kofa_identity::members::FindMember;
use kofa_identity::operators::FindOperator;
use kofa_identity::tenants::FindTenant;
use kofa_portal::kit::WebState;
use kofa_portal::kit::show::{Html, escape};

/// Names that are looked up for one page; the ids of more stay as they are.
const NAMES_MAX: usize = 200;

/// The names of what a page has the ids of.
#[derive(Debug, Default)]
pub(crate) struct Names(BTreeMap<String, String>);

impl Names {
    /// Looks up `operator:opr_…`, `member:mem_…` with their tenant, and `ten_…`. What there is no
    /// longer keeps its id.
    pub(crate) async fn read(web: &WebState, ids: Vec<(&str, Option<&TenantId>)>) -> Result<Self> {
        let mut asked: BTreeMap<&str, Option<&TenantId>> = BTreeMap::new();
        for (id, tenant) in ids {
            let known = asked.entry(id).or_default();
            *known = known.or(tenant);
        }
        let mut names = BTreeMap::new();
        for (id, tenant) in asked.into_iter().take(NAMES_MAX) {
            if let Some(name) = name_of(web, id, tenant).await? {
                names.insert(id.to_owned(), name);
            }
        }
        Ok(Self(names))
    }

    /// Of operators and tenants.
    pub(crate) async fn of(web: &WebState, ids: Vec<&str>) -> Result<Self> {
        Self::read(web, ids.into_iter().map(|id| (id, None)).collect()).await
    }

    pub(crate) fn get(&self, id: &str) -> Option<&str> {
        self.0.get(id).map(String::as_str)
    }

    /// The name with the id where the pointer rests; the id itself if there is no name.
    pub(crate) fn shown(&self, id: &str) -> Html {
        let name = match id {
            "shell" => Some("Command line"),
            id => self.get(id),
        };
        let mut text = String::new();
        match name {
            Some(name) => {
                text.push_str("<span title=\"");
                escape(&mut text, id);
                text.push_str("\">");
                escape(&mut text, name);
                text.push_str("</span>");
            }
            None => {
                text.push_str("<code>");
                escape(&mut text, id);
                text.push_str("</code>");
            }
        }
        Html(text)
    }

    /// The name of a tenant as a link to its page, with the id where the pointer rests.
    pub(crate) fn tenant(&self, id: &str) -> Html {
        let mut text = String::new();
        for part in ["<a href=\"/console/tenants/", id, "\" title=\"", id, "\">"] {
            match part == id {
                true => escape(&mut text, part),
                false => text.push_str(part),
            }
        }
        escape(&mut text, self.get(id).unwrap_or(id));
        text.push_str("</a>");
        Html(text)
    }
}

async fn name_of(web: &WebState, id: &str, tenant: Option<&TenantId>) -> Result<Option<String>> {
    let store = &web.admin.store;
    let found = match (id.split_once(':'), tenant) {
        (Some(("operator", id)), _) => match OperatorId::parse(id) {
            Some(operator) => store
                .read(FindOperator { operator })
                .await
                .map(|one| one.name),
            None => return Ok(None),
        },
        (Some(("member", id)), Some(tenant)) => match MemberId::parse(id) {
            Some(member) => {
                let tenant = tenant.clone();
                let find = FindMember { tenant, member };
                store.read(find).await.map(|one| one.called())
            }
            None => return Ok(None),
        },
        _ => match TenantId::parse(id) {
            Some(tenant) => store
                .read(FindTenant { tenant })
                .await
                .map(|(one, _)| one.name),
            None => return Ok(None),
        },
    };
    match found {
        Ok(name) => Ok(Some(name)),
        Err(error) if is_missing(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

fn is_missing(error: &Error) -> bool {
    error.kind() == Kind::NotFound
}
