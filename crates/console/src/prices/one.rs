//! What one endpoint costs in one environment: since when, for whom, and what another price
//! would have done to the last thirty days.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, RawQuery, State};
use axum::routing::get;
use http::StatusCode;
use kofa_commands::Entry;
use kofa_commands::platform::prices::{NewPrice, SetPrice, SetTenantPrice};
use kofa_core::Right;
use kofa_core::endpoint::Endpoint;
use kofa_domain::{Environment, Error, Kobo, Result, TenantId, Timestamp};
use kofa_identity::price_impact::{IMPACT_DAYS, Impact, PreviewPrice};
use kofa_identity::prices::{
    ListOwnPrices, ListPriceEntries, ListPrices, OwnPrice, Price, PriceEntry, find_endpoint,
};
use kofa_identity::tenants::{FindTenant, Tenant};
use kofa_portal::kit::{
    CommandForm, Faults, Form, Layout, OperatorForm, Page, SignedInOperator, WebState, go, respond,
    show, told_in_naira,
};

use super::path;
use crate::names::Names;
use crate::proposals::or_propose;
use crate::read::{self, Pager};

/// `GET /console/prices/{endpoint}/{environment}`
#[derive(Debug, Template)]
#[template(path = "console/prices/one.html")]
struct One<'a> {
    layout: &'a Layout,
    names: Names,
    place: &'a Place,
    now: Timestamp,
    faults: Faults,
    may: bool,
    price: Price,
    entries: Vec<PriceEntry>,
    own: Vec<OwnPrice>,
    pager: Pager,
    /// What stands in the form: amount, moment.
    typed: [String; 2],
}

/// What `POST` answers first: what the price would have done.
#[derive(Debug, Template)]
#[template(path = "console/prices/preview.html")]
struct Preview<'a> {
    layout: &'a Layout,
    place: &'a Place,
    new: NewPrice,
    impact: Impact,
    typed: [String; 2],
}

/// Which price a page is about.
#[derive(Debug)]
struct Place {
    endpoint: &'static Endpoint,
    environment: Environment,
    /// Whose own price; `None` for the general one.
    tenant: Option<Tenant>,
}

impl Place {
    async fn find(web: &WebState, path: &(String, String), tenant: &str) -> Result<Self> {
        let endpoint = find_endpoint(web.admin.products.endpoints(), &path.0)?;
        let environment = read::environment(&path.1)?;
        let tenant = match tenant {
            "" => None,
            text => {
                let tenant = read::id(text, "tenant")?;
                Some(web.admin.store.read(FindTenant { tenant }).await?.0)
            }
        };
        Ok(Self {
            endpoint,
            environment,
            tenant,
        })
    }

    fn tenant_id(&self) -> Option<TenantId> {
        self.tenant.as_ref().map(|tenant| tenant.id.clone())
    }

    /// Where the page is.
    fn href(&self) -> String {
        let path = path(self.endpoint, self.environment);
        match &self.tenant {
            Some(tenant) => format!("{path}?tenantId={}", tenant.id),
            None => path,
        }
    }

    fn title(&self) -> String {
        let (endpoint, world) = (
            self.endpoint.operation_id,
            show::environment(self.environment),
        );
        match &self.tenant {
            Some(tenant) => format!("{endpoint}, {world}, {}", tenant.name),
            None => format!("{endpoint}, {world}"),
        }
    }
}

pub(super) fn routes() -> Router<Arc<WebState>> {
    Router::new().route(
        "/console/prices/{endpoint}/{environment}",
        get(page).post(set),
    )
}

async fn page(
    State(web): State<Arc<WebState>>,
    Path(path): Path<(String, String)>,
    RawQuery(query): RawQuery,
    signed_in: SignedInOperator,
) -> Page {
    let query = read::query(query);
    let place = Place::find(&web, &path, query.text("tenantId")).await?;
    show_page(
        &web,
        &signed_in,
        &place,
        (&query, &Form::default()),
        Faults::default(),
    )
    .await
}

async fn show_page(
    web: &WebState,
    signed_in: &SignedInOperator,
    place: &Place,
    (query, form): (&Form, &Form),
    faults: Faults,
) -> Page {
    let (store, now) = (&web.admin.store, signed_in.by.at);
    let layout = Layout::console(web, signed_in, "prices", place.title());
    let (endpoint, environment) = (place.endpoint, place.environment);
    let list = ListPrices {
        tenant: place.tenant_id(),
        endpoints: vec![endpoint],
        now,
    };
    let mut prices = store.read(list).await?.into_iter();
    let price = prices
        .find(|price| price.environment == environment)
        .ok_or_else(|| Error::internal("an endpoint has a price in each environment"))?;
    let entries = ListPriceEntries {
        endpoint,
        environment,
        tenant: place.tenant_id(),
    };
    let own = ListOwnPrices {
        endpoint,
        environment,
        now,
        page: read::page(query),
    };
    let own = store.read(own).await?;
    let entries = store.read(entries).await?;
    let names = Names::of(
        web,
        entries.iter().map(|one| one.created_by.as_str()).collect(),
    )
    .await?;
    let page = One {
        pager: read::pager(&path(endpoint, environment), &[], query, &own),
        names,
        entries,
        typed: ["amount", "effectiveAt"].map(|name| form.text(name).to_owned()),
        may: signed_in.may(Right::Money),
        own: own.items,
        layout: &layout,
        place,
        now,
        price,
        faults,
    };
    Ok(respond(web, &layout, page.faults.status(), &page))
}

fn filled(place: &Place, form: &Form, command: Entry) -> CommandForm {
    CommandForm::new(command)
        .with("operationId", place.endpoint.operation_id)
        .with("environment", place.environment.as_str())
        .filled(form)
}

/// The price that is asked for.
fn asked(
    web: &WebState,
    signed_in: &SignedInOperator,
    place: &Place,
    form: &Form,
) -> Result<NewPrice> {
    let set = filled(place, form, Entry::of::<SetPrice>());
    let set = set.read::<SetPrice>(signed_in.by.at, &web.admin.products);
    set.map(|set| set.0)
}

/// `POST`: shows what the price would have done, and sets it when that was seen.
async fn set(
    State(web): State<Arc<WebState>>,
    Path(path): Path<(String, String)>,
    sent: OperatorForm,
) -> Page {
    let OperatorForm { signed_in, form } = sent;
    signed_in.by.actor.needs(Right::Money)?;
    let place = Place::find(&web, &path, form.text("tenantId")).await?;
    let price = match asked(&web, &signed_in, &place, &form) {
        Ok(price) => price,
        Err(error) => {
            let faults = Faults::of(told_in_naira(error))?;
            return show_page(&web, &signed_in, &place, (&Form::default(), &form), faults).await;
        }
    };
    if form.is_ticked("seen") {
        let (admin, by) = (&web.admin, signed_in.by.clone());
        let set = match place.tenant_id() {
            None => admin.run(by, SetPrice(price)).await,
            Some(tenant) => admin.run(by, SetTenantPrice(tenant, price)).await,
        };
        if let Err(error) = set {
            let asked = || match place.tenant_id() {
                None => filled(&place, &form, Entry::of::<SetPrice>()),
                Some(_) => filled(&place, &form, Entry::of::<SetTenantPrice>()),
            };
            return or_propose(&web, &signed_in, error, asked).await?;
        }
        let said = format!(
            "{} costs {} from {}.",
            place.title(),
            show::naira(price.amount),
            show::day(price.effective_at)
        );
        return Ok(go(&web, &place.href(), &said));
    }
    let preview = PreviewPrice {
        endpoint: place.endpoint,
        environment: place.environment,
        tenant: place.tenant_id(),
        amount: price.amount,
        now: signed_in.by.at,
    };
    let layout = Layout::console(&web, &signed_in, "prices", "Price preview");
    let page = Preview {
        layout: &layout,
        place: &place,
        impact: web.admin.store.read(preview).await?,
        new: price,
        typed: ["amount", "effectiveAt"].map(|name| form.text(name).to_owned()),
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

/// A share as `4.2 %`, signed; empty of nothing.
fn share(part: Kobo, whole: Kobo) -> String {
    if whole.get() == 0 {
        return String::new();
    }
    let tenths = i128::from(part.get()) * 1_000 / i128::from(whole.get());
    let sign = match tenths {
        ..0 => "\u{2212}",
        0 => "",
        _ => "+",
    };
    let tenths = tenths.unsigned_abs();
    format!("{sign}{}.{} %", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_signed_and_exact_to_a_tenth() {
        let check = |part, whole, expected: &str| {
            assert_eq!(share(Kobo::new(part), Kobo::new(whole)), expected);
        };
        check(42, 1_000, "+4.2 %");
        check(-5, 100, "\u{2212}5.0 %");
        check(0, 100, "0.0 %");
        check(5, 0, "");
        check(i64::MAX, 1, "+922337203685477580700.0 %");
    }
}
