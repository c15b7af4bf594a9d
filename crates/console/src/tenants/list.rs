//! All tenants: searched, paged, taken on.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{RawQuery, State};
use axum::routing::get;
use http::StatusCode;
use kofa_commands::Entry;
use kofa_commands::platform::tenants::{CreateTenant, ListTenants, TenantView};
use kofa_commands::wire::Paged;
use kofa_core::{Listed, Right};
use kofa_domain::{Sensitive, Timestamp};
use kofa_portal::kit::{
    CommandForm, Faults, Form, Layout, OperatorForm, Page, SignedInOperator, WebState, respond,
    show,
};

use crate::read::{self, Pager};

/// `GET /console/tenants`
#[derive(Debug, Template)]
#[template(path = "console/tenants/list.html")]
struct Tenants<'a> {
    layout: &'a Layout,
    now: Timestamp,
    faults: Faults,
    may: bool,
    search: String,
    tenants: Vec<TenantView>,
    pager: Pager,
    /// What stands in the form: name, e-mail address.
    typed: [String; 2],
}

/// What `POST /console/tenants` answers: the owner's invite, once.
#[derive(Debug, Template)]
#[template(path = "console/tenants/made.html")]
struct Made<'a> {
    layout: &'a Layout,
    tenant: TenantView,
    invite_url: Sensitive<String>,
}

pub(super) fn routes() -> Router<Arc<WebState>> {
    Router::new().route("/console/tenants", get(page).post(create))
}

async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    RawQuery(query): RawQuery,
) -> Page {
    let query = read::query(query);
    show_page(
        &web,
        &signed_in,
        &query,
        &Form::default(),
        Faults::default(),
    )
    .await
}

async fn show_page(
    web: &WebState,
    signed_in: &SignedInOperator,
    query: &Form,
    form: &Form,
    mut faults: Faults,
) -> Page {
    let layout = Layout::console(web, signed_in, "tenants", "Tenants");
    let list = CommandForm::new(Entry::of::<ListTenants>()).with("search", query.text("search"));
    let search = match list.read::<ListTenants>(signed_in.by.at, &web.admin.products) {
        Ok(list) => list.search,
        Err(error) => {
            faults = Faults::of(error)?;
            None
        }
    };
    let page = read::page(query);
    let list = ListTenants { search, page };
    let Paged { items, next_cursor } = web.admin.run(signed_in.by.clone(), list).await?;
    let listed = Listed { items, next_cursor };
    let kept = [("search", query.text("search"))];
    let page = Tenants {
        layout: &layout,
        now: signed_in.by.at,
        may: signed_in.may(Right::Tenants),
        search: query.text("search").to_owned(),
        pager: read::pager("/console/tenants", &kept, query, &listed),
        tenants: listed.items,
        typed: ["name", "email"].map(|name| form.text(name).to_owned()),
        faults,
    };
    Ok(respond(web, &layout, page.faults.status(), &page))
}

async fn create(State(web): State<Arc<WebState>>, sent: OperatorForm) -> Page {
    let OperatorForm { signed_in, form } = sent;
    let create = CommandForm::new(Entry::of::<CreateTenant>()).filled(&form);
    match create
        .run_as::<CreateTenant>(&web.admin, signed_in.by.clone())
        .await
    {
        Ok(made) => {
            let layout = Layout::console(&web, &signed_in, "tenants", "Tenant created");
            let page = Made {
                layout: &layout,
                tenant: made.tenant,
                invite_url: made.invite_url,
            };
            Ok(respond(&web, &layout, StatusCode::CREATED, &page))
        }
        Err(error) => {
            let faults = Faults::of(error)?;
            show_page(&web, &signed_in, &Form::default(), &form, faults).await
        }
    }
}
