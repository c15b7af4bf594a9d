//! All tenants: searched, paged, taken on.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{RawQuery, State};
use axum::response::Response;
use axum::routing::get;
use http::StatusCode;
use kofa_domain::{Sensitive, Timestamp};
use kofa_platform::admin::changes;
use kofa_platform::directory::Right;
use kofa_platform::directory::tenant_search::{FindTenants, read_search};
use kofa_platform::directory::tenants::{ListTenants, Tenant};
use kofa_portal::kit::{Faults, Form, House, OperatorForm, OperatorSeat, Page, Shell};
use kofa_portal::kit::{respond, show};

use crate::read::{self, Pager};

/// `GET /console/tenants`
#[derive(Debug, Template)]
#[template(path = "console/tenants/list.html")]
struct Tenants<'a> {
    shell: &'a Shell,
    now: Timestamp,
    faults: Faults,
    may: bool,
    search: String,
    tenants: Vec<Tenant>,
    pager: Pager,
    /// What stands in the form: name, e-mail address.
    typed: [String; 2],
}

/// What `POST /console/tenants` answers: the owner's invite, once.
#[derive(Debug, Template)]
#[template(path = "console/tenants/made.html")]
struct Made<'a> {
    shell: &'a Shell,
    tenant: Tenant,
    invite_url: Sensitive<String>,
}

pub(super) fn routes() -> Router<Arc<House>> {
    Router::new().route("/console/tenants", get(page).post(create))
}

async fn page(
    State(house): State<Arc<House>>,
    seat: OperatorSeat,
    RawQuery(query): RawQuery,
) -> Page {
    let query = read::query(query);
    show_page(&house, &seat, &query, &Form::default(), Faults::default()).await
}

async fn show_page(
    house: &House,
    seat: &OperatorSeat,
    query: &Form,
    form: &Form,
    mut faults: Faults,
) -> Page {
    let shell = Shell::console(house, seat, "tenants", "Tenants");
    let (store, page) = (&house.desk.store, read::page(query));
    let search = match read_search(query.text("search")) {
        Ok(search) => search,
        Err(error) => {
            faults = Faults::of(error)?;
            None
        }
    };
    let listed = match search {
        Some(search) => store.read(FindTenants { search, page }).await?,
        None => store.read(ListTenants { page }).await?,
    };
    let kept = [("search", query.text("search"))];
    let page = Tenants {
        shell: &shell,
        now: seat.by.at,
        may: seat.may(Right::Tenants),
        search: query.text("search").to_owned(),
        pager: read::pager("/console/tenants", &kept, query, &listed),
        tenants: listed.items,
        typed: ["name", "email"].map(|name| form.text(name).to_owned()),
        faults,
    };
    Ok(respond(house, &shell, page.faults.status(), &page))
}

async fn create(State(house): State<Arc<House>>, sent: OperatorForm) -> Page {
    let OperatorForm { seat, form } = sent;
    match changes::create_tenant(&house.desk, seat.by.clone(), &form.object()).await {
        Ok((tenant, invite_url)) => Ok(made(&house, &seat, tenant, invite_url)),
        Err(error) => {
            let faults = Faults::of(error)?;
            show_page(&house, &seat, &Form::default(), &form, faults).await
        }
    }
}

fn made(
    house: &House,
    seat: &OperatorSeat,
    tenant: Tenant,
    invite_url: Sensitive<String>,
) -> Response {
    let shell = Shell::console(house, seat, "tenants", "Tenant made");
    let page = Made {
        shell: &shell,
        tenant,
        invite_url,
    };
    respond(house, &shell, StatusCode::CREATED, &page)
}
