//! All tenants: searched, paged, taken on.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{RawQuery, State};
use axum::routing::get;
use http::StatusCode;
use kofa_admin_api::Paged;
use kofa_commands::Entry;
use kofa_commands::platform::tenants::{CreateTenant, ListTenants, TenantView};
use kofa_core::{Listed, Right};
use kofa_domain::{Sensitive, Timestamp};
use kofa_portal::kit::{
    CommandForm, Faults, Form, House, OperatorForm, OperatorSeat, Page, Shell, respond, show,
};

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
    tenants: Vec<TenantView>,
    pager: Pager,
    /// What stands in the form: name, e-mail address.
    typed: [String; 2],
}

/// What `POST /console/tenants` answers: the owner's invite, once.
#[derive(Debug, Template)]
#[template(path = "console/tenants/made.html")]
struct Made<'a> {
    shell: &'a Shell,
    tenant: TenantView,
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
    let list = CommandForm::new(Entry::of::<ListTenants>()).with("search", query.text("search"));
    let search = match list.read::<ListTenants>(seat.by.at, &house.desk.products) {
        Ok(list) => list.search,
        Err(error) => {
            faults = Faults::of(error)?;
            None
        }
    };
    let page = read::page(query);
    let list = ListTenants { search, page };
    let Paged { items, next_cursor } = house.desk.run(seat.by.clone(), list).await?;
    let listed = Listed { items, next_cursor };
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
    let create = CommandForm::new(Entry::of::<CreateTenant>()).filled(&form);
    match create
        .run_as::<CreateTenant>(&house.desk, seat.by.clone())
        .await
    {
        Ok(made) => {
            let shell = Shell::console(&house, &seat, "tenants", "Tenant made");
            let page = Made {
                shell: &shell,
                tenant: made.tenant,
                invite_url: made.invite_url,
            };
            Ok(respond(&house, &shell, StatusCode::CREATED, &page))
        }
        Err(error) => {
            let faults = Faults::of(error)?;
            show_page(&house, &seat, &Form::default(), &form, faults).await
        }
    }
}
