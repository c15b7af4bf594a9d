//! Links by which somebody who cannot sign in sets a new password: made here, handed over by
//! people, shown once.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::routing::post;
use http::StatusCode;
use kofa_domain::{MemberId, OperatorId, Sensitive, TenantId};
use kofa_platform::directory::resets::{Account, OpenReset, ResetLink};
use kofa_portal::enter::must_confirm;
use kofa_portal::kit::{House, OperatorForm, Page, Shell, respond, show};

use crate::read;

/// The link, once.
#[derive(Debug, Template)]
#[template(path = "console/reset-link.html")]
struct Made<'a> {
    shell: &'a Shell,
    link: ResetLink,
    url: Sensitive<String>,
    back: String,
}

pub(crate) fn routes() -> Router<Arc<House>> {
    Router::new()
        .route(
            "/console/tenants/{tenant}/members/{member}/reset-link",
            post(of_member),
        )
        .route(
            "/console/operators/{operator}/reset-link",
            post(of_operator),
        )
}

/// Where a link leads, and where its maker came from.
struct Way {
    here: &'static str,
    door: &'static str,
    back: String,
}

async fn of_member(
    State(house): State<Arc<House>>,
    Path((tenant, member)): Path<(String, String)>,
    sent: OperatorForm,
) -> Page {
    let tenant: TenantId = read::id(&tenant, "tenant")?;
    let member: MemberId = read::id(&member, "member")?;
    let way = Way {
        here: "tenants",
        door: "portal",
        back: format!("/console/tenants/{tenant}/members"),
    };
    make(&house, sent, Account::Member(tenant, member), way).await
}

async fn of_operator(
    State(house): State<Arc<House>>,
    Path(operator): Path<String>,
    sent: OperatorForm,
) -> Page {
    let operator: OperatorId = read::id(&operator, "operator")?;
    let way = Way {
        here: "operators",
        door: "console",
        back: "/console/operators".to_owned(),
    };
    make(&house, sent, Account::Operator(operator), way).await
}

async fn make(house: &House, sent: OperatorForm, account: Account, way: Way) -> Page {
    must_confirm(house, &sent.seat, &sent.form, &way.back).await?;
    let desk = &house.desk;
    let (open, token) = OpenReset::new(&desk.vault, desk.ids, sent.seat.by.clone(), account);
    let link = desk.store.write(open).await?;
    let shell = Shell::console(house, &sent.seat, way.here, "Reset link");
    let url = format!("{}/{}/reset/{}", desk.base_url, way.door, token.expose());
    let page = Made {
        shell: &shell,
        link,
        url: Sensitive::new(url),
        back: way.back,
    };
    Ok(respond(house, &shell, StatusCode::CREATED, &page))
}
