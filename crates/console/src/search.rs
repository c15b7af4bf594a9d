//! The search of the console: pages, tenants, offers and companies.

use std::sync::Arc;

use axum::extract::State;
use kofa_commands::platform::tenants::ListTenants;
use kofa_core::Page as Part;
use kofa_domain::{Environment, Result};
use kofa_investment::ops::ListMarket;
use kofa_portal::kit::{Hit, LOOKED_AT, Layout, Page, SignedInOperator, WebState, search_page};

use crate::asked::Asked;
use crate::register;

const ABOUT: &str = "Pages; tenants by name, email, domain or ID; offers and companies of both \
                     environments by name or number.";

/// `GET /console/search`
pub(crate) async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    asked: Asked,
) -> Page {
    let query = asked.text("q");
    let hits = if query.is_empty() {
        Vec::new()
    } else {
        find(&web, &signed_in, &asked).await?
    };
    let layout = Layout::console(&web, &signed_in, "search", "Search");
    Ok(search_page(&web, &layout, (ABOUT, query), hits))
}

async fn find(web: &WebState, signed_in: &SignedInOperator, asked: &Asked) -> Result<Vec<Hit>> {
    let query = asked.text("q");
    let tenants: ListTenants = asked.command(&web.admin, &[("search", query)])?;
    let tenants = web.admin.run(signed_in.by.clone(), tenants).await?;
    let tenants = tenants.items.into_iter().map(|one| {
        let href = format!("/console/tenants/{}", one.id);
        Hit::new("Tenant", one.name, one.id.to_string(), href)
    });
    let mut hits: Vec<Hit> = tenants.collect();
    for environment in Environment::ALL {
        let offers = ListMarket {
            environment,
            tenant: None,
            page: Part::read(None, Some(LOOKED_AT))?,
        };
        let offers = web.admin.store.read(offers).await?.items.into_iter();
        let offers = offers.map(|one| {
            let href = format!("/console/offers/{environment}/{}", one.offer.id);
            let note = format!("{} · {environment}", one.offer.id);
            Hit::new("Offer", one.offer.name, note, href)
        });
        hits.extend(offers.filter(|hit| hit.fits(query)));
        hits.extend(register::found(web, environment, asked).await?);
    }
    Ok(hits)
}
