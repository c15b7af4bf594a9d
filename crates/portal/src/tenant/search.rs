//! The search of a tenant's pages: pages, requests, API keys, applications and companies. Each is
//! found through an index, or among few.

use std::sync::Arc;

use axum::extract::{RawQuery, State};
use kofa_core::Page as Part;
use kofa_core::text::is_name;
use kofa_domain::{RequestId, Result};
use kofa_insight::calls::FindCall;
use kofa_insight::key_reach::ListReach;

use super::asked::Asked;
use super::{applications, companies};
use crate::kit::{Hit, LOOKED_AT, Layout, Page, SignedInMember, WebState, search_page};

const ABOUT: &str = "Pages, API keys, request IDs, applications by ID or reference, and companies \
                     by RC number, of this environment.";

/// `GET /portal/{environment}/search`
pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInMember,
    RawQuery(query): RawQuery,
) -> Page {
    let asked = Asked::read(query.as_deref());
    let query = asked.text("q");
    let hits = find(&web, &signed_in, query).await?;
    let layout = Layout::portal(&web, &signed_in, "search", "Search");
    Ok(search_page(&web, &layout, (ABOUT, query), hits))
}

async fn find(web: &WebState, signed_in: &SignedInMember, query: &str) -> Result<Vec<Hit>> {
    if query.is_empty() {
        return Ok(Vec::new());
    }
    let base = format!("/portal/{}", signed_in.environment);
    let mut hits = Vec::new();
    if let Ok(request_id) = RequestId::try_parse(query) {
        let find = FindCall {
            tenant: signed_in.of.tenant.clone(),
            environment: signed_in.environment,
            request_id,
        };
        if let Some(call) = web.admin.store.read(find).await? {
            let href = format!("{base}/logs/{request_id}");
            let status = call.status.to_string();
            hits.push(Hit::new("Request", request_id.to_string(), status, href));
        }
    }
    if is_name(query) {
        hits.extend(applications::found(web, signed_in, query).await?);
        hits.extend(companies::found(signed_in, query));
    }
    let keys = ListReach {
        tenant: signed_in.of.tenant.clone(),
        environment: signed_in.environment,
        page: Part::read(None, Some(LOOKED_AT))?,
    };
    let keys = web.admin.store.read(keys).await?.items.into_iter();
    let keys = keys.map(|one| {
        let href = format!("{base}/keys/{}", one.id);
        Hit::new("API key", one.plan.name, one.id.to_string(), href)
    });
    hits.extend(keys.filter(|hit| hit.fits(query)));
    Ok(hits)
}
