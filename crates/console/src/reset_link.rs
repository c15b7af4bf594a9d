//! Links by which somebody who cannot sign in sets a new password: made here, handed over by
//! people, shown once.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::routing::post;
use http::StatusCode;
use kofa_commands::Command;
use kofa_commands::platform::members::{OpenMemberReset, OpenOperatorReset, ResetCreated, Whose};
use kofa_portal::enter::must_confirm;
use kofa_portal::kit::{House, OperatorForm, Page, Shell, respond, show};

use crate::read;

/// The link, once.
#[derive(Debug, Template)]
#[template(path = "console/reset-link.html")]
struct Made<'a> {
    shell: &'a Shell,
    link: ResetCreated,
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

async fn of_member(
    State(house): State<Arc<House>>,
    Path((tenant, member)): Path<(String, String)>,
    sent: OperatorForm,
) -> Page {
    let of = Whose {
        tenant: read::id(&tenant, "tenant")?,
        member: read::id(&member, "member")?,
    };
    let back = format!("/console/tenants/{tenant}/members");
    make(&house, sent, OpenMemberReset { of }, ("tenants", back)).await
}

async fn of_operator(
    State(house): State<Arc<House>>,
    Path(operator): Path<String>,
    sent: OperatorForm,
) -> Page {
    let operator = read::id(&operator, "operator")?;
    let back = "/console/operators".to_owned();
    make(
        &house,
        sent,
        OpenOperatorReset { operator },
        ("operators", back),
    )
    .await
}

/// Makes a link; `here` is the line of the navigation, `back` where its maker came from.
async fn make(
    house: &House,
    sent: OperatorForm,
    open: impl Command<Output = ResetCreated>,
    (here, back): (&'static str, String),
) -> Page {
    must_confirm(house, &sent.seat, &sent.form, &back).await?;
    let link = house.desk.run(sent.seat.by.clone(), open).await?;
    let shell = Shell::console(house, &sent.seat, here, "Reset link");
    let page = Made {
        shell: &shell,
        link,
        back,
    };
    Ok(respond(house, &shell, StatusCode::CREATED, &page))
}
