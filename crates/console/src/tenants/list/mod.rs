//! All tenants: searched, sorted, suspended and resumed together, taken on.

mod export;
mod status;

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::{get, post};
use http::StatusCode;
use kofa_commands::Entry;
use kofa_commands::platform::tenants::{
    CreateTenant, ListTenants as Search, TenantCreated, TenantView,
};
use kofa_core::{Listed, Right};
use kofa_domain::{Environment, Result, Sensitive};
use kofa_identity::access::{ReadAccess, TenantAccess};
use kofa_identity::tenant_search::FindTenants;
use kofa_identity::tenants::{ListTenants, Tenant, TenantStatus};
use kofa_insight::calls::{Rank, RankTenants, ReadStandings, Standing};
use kofa_portal::kit::show::{Html, ago, count, naira};
use kofa_portal::kit::{
    CommandForm, Faults, Form, Layout, OperatorForm, Page, SignedInOperator, WebState, respond,
};

use crate::asked::{Asked, shell_in};

const PATH: &str = "/console/tenants";

/// `GET /console/tenants`
#[derive(Debug, Template)]
#[template(path = "console/tenants/list.html")]
struct Tenants<'a> {
    layout: &'a Layout,
    environment: Environment,
    faults: Faults,
    may: bool,
    search: String,
    /// What the list is sorted by, besides a search; empty for the newest first.
    sort: &'static str,
    columns: Vec<Column>,
    rows: Vec<Row>,
    first: String,
    next: String,
    export: String,
    /// What stands in the form: name, e-mail address.
    typed: [String; 2],
    /// What stands in the form for those that are ticked.
    reason: String,
}

/// The head of a column that the list can be sorted by.
#[derive(Debug)]
struct Column {
    label: &'static str,
    /// Where it is sorted so; empty where it cannot be.
    href: String,
    /// `ascending` or `descending` of the one it is sorted by; else empty.
    order: &'static str,
}

#[derive(Debug)]
struct Row {
    id: String,
    name: String,
    email: String,
    is_active: bool,
    /// Products that are on, of all.
    products: (usize, usize),
    balance: String,
    charge: String,
    calls: String,
    last: Html,
    is_ticked: bool,
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
    Router::new()
        .route("/console/tenants", get(page).post(create))
        .route("/console/tenants/status", post(status::set))
        .route("/console/tenants/export.csv", get(export::csv))
}

/// How a list of tenants is asked for.
struct Wanted {
    environment: Environment,
    search: Option<String>,
    /// By what, and whether the most come first; the newest first without.
    by: Option<(Rank, bool)>,
}

impl Wanted {
    fn read(web: &WebState, asked: &Asked) -> Result<Self> {
        let form = CommandForm::new(Entry::of::<Search>()).with("search", asked.text("search"));
        let Search { search, .. } = form.read::<Search>(web.now(), &web.admin.products)?;
        let by = Rank::ALL
            .into_iter()
            .find(|by| by.as_str() == asked.text("sort"));
        Ok(Self {
            environment: asked.environment()?,
            // What is searched for is sorted by how it fits.
            by: by
                .filter(|_| search.is_none())
                .map(|by| (by, asked.text("order") != "least")),
            search,
        })
    }

    async fn list(
        &self,
        web: &WebState,
        page: kofa_core::Page,
    ) -> Result<Listed<(Tenant, Standing)>> {
        let store = &web.admin.store;
        let environment = self.environment;
        if let Some((by, most_first)) = self.by {
            let rank = RankTenants {
                environment,
                by,
                most_first,
                page,
            };
            return store.read(rank).await;
        }
        let Listed { items, next_cursor } = match self.search.clone() {
            Some(search) => store.read(FindTenants { search, page }).await?,
            None => store.read(ListTenants { page }).await?,
        };
        let tenants = items.iter().map(|one| one.id.clone()).collect();
        let read = ReadStandings {
            environment,
            tenants,
        };
        let standings = store.read(read).await?;
        Ok(Listed {
            items: items.into_iter().zip(standings).collect(),
            next_cursor,
        })
    }
}

/// What tenants of a list may call.
async fn access_of(web: &WebState, listed: &[(Tenant, Standing)]) -> Result<Vec<TenantAccess>> {
    let tenants = listed.iter().map(|(one, _)| one.id.clone()).collect();
    web.admin.store.read(ReadAccess { tenants }).await
}

/// Products that are on in an environment, of all.
fn products_on(web: &WebState, access: &TenantAccess, environment: Environment) -> (usize, usize) {
    let scopes = || web.admin.products.scopes();
    let on = scopes().filter(|scope| access.is_enabled(*scope, environment));
    (on.count(), scopes().count())
}

async fn page(State(web): State<Arc<WebState>>, signed_in: SignedInOperator, asked: Asked) -> Page {
    show_page(
        &web,
        &signed_in,
        &asked,
        &Form::default(),
        Faults::default(),
    )
    .await
}

async fn show_page(
    web: &WebState,
    signed_in: &SignedInOperator,
    asked: &Asked,
    form: &Form,
    mut faults: Faults,
) -> Page {
    let wanted = match Wanted::read(web, asked) {
        Ok(wanted) => wanted,
        Err(error) => {
            faults = Faults::of(error)?;
            Wanted {
                environment: Environment::Live,
                search: None,
                by: None,
            }
        }
    };
    let environment = wanted.environment;
    let page = asked.page().or_else(|_| Asked::default().page())?;
    let listed = wanted.list(web, page).await?;
    let access = access_of(web, &listed.items).await?;
    let href = |one: Environment| asked.but(PATH, &[("environment", one.as_str())]);
    let layout = shell_in(web, signed_in, "tenants", "Tenants", (environment, href));
    let ticked = form.all("tenant");
    let row = |((tenant, standing), access): ((Tenant, Standing), TenantAccess)| Row {
        is_ticked: ticked.contains(&tenant.id.as_str()),
        id: tenant.id.to_string(),
        name: tenant.name,
        email: tenant.email,
        is_active: tenant.status == TenantStatus::Active,
        products: products_on(web, &access, environment),
        balance: naira(standing.balance),
        charge: naira(standing.charge),
        calls: count(standing.calls),
        last: standing
            .last_at
            .map(|at| ago(at, signed_in.by.at))
            .unwrap_or_default(),
    };
    let page = Tenants {
        layout: &layout,
        environment,
        may: signed_in.may(Right::Tenants),
        search: asked.text("search").to_owned(),
        sort: wanted.by.map_or("", |(by, _)| by.as_str()),
        columns: columns(asked, &wanted),
        rows: listed.items.into_iter().zip(access).map(row).collect(),
        first: asked.first(PATH),
        next: asked.next(PATH, listed.next_cursor.as_ref()),
        export: asked.but(
            "/console/tenants/export.csv",
            &[("sort", ""), ("order", "")],
        ),
        typed: ["name", "email"].map(|name| form.text(name).to_owned()),
        reason: form.text("reason").to_owned(),
        faults,
    };
    Ok(respond(web, &layout, page.faults.status(), &page))
}

/// Each leads to the most first, and back.
fn columns(asked: &Asked, wanted: &Wanted) -> Vec<Column> {
    let column = |(label, by): (&'static str, Rank)| {
        let here = wanted
            .by
            .filter(|(one, _)| *one == by)
            .map(|(_, most_first)| most_first);
        let order = if here == Some(true) { "least" } else { "" };
        let href = asked.but(PATH, &[("sort", by.as_str()), ("order", order)]);
        Column {
            label,
            href: if wanted.search.is_some() {
                String::new()
            } else {
                href
            },
            order: match here {
                Some(true) => "descending",
                Some(false) => "ascending",
                None => "",
            },
        }
    };
    let all = [
        ("Balance", Rank::Balance),
        ("Spent in 30 days", Rank::Charge),
        ("Requests in 30 days", Rank::Calls),
        ("Last request", Rank::LastCall),
    ];
    all.into_iter().map(column).collect()
}

async fn create(State(web): State<Arc<WebState>>, asked: Asked, sent: OperatorForm) -> Page {
    let OperatorForm { signed_in, form } = sent;
    let create = CommandForm::new(Entry::of::<CreateTenant>()).filled(&form);
    match create
        .run_as::<CreateTenant>(&web.admin, signed_in.by.clone())
        .await
    {
        Ok(made) => Ok(tell_made(&web, &signed_in, made)),
        Err(error) => {
            let faults = Faults::of(error)?;
            show_page(&web, &signed_in, &asked, &form, faults).await
        }
    }
}

/// The page of a tenant that was just made, with the invite of its owner.
pub(crate) fn tell_made(
    web: &WebState,
    signed_in: &SignedInOperator,
    made: TenantCreated,
) -> Response {
    let layout = Layout::console(web, signed_in, "tenants", "Tenant created");
    let page = Made {
        layout: &layout,
        tenant: made.tenant,
        invite_url: made.invite_url,
    };
    respond(web, &layout, StatusCode::CREATED, &page)
}
