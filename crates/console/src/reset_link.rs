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
use kofa_portal::kit::{Layout, OperatorForm, Page, WebState, respond, show};

use crate::read;

#[derive(Debug, Template)]
#[template(path = "console/reset-link.html")]
struct Made<'a> {
    layout: &'a Layout,
    link: ResetCreated,
    back: String,
}

pub(crate) fn routes() -> Router<Arc<WebState>> {
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
    State(web): State<Arc<WebState>>,
    Path((tenant, member)): Path<(String, String)>,
    sent: OperatorForm,
) -> Page {
    let of = Whose {
        tenant: read::id(&tenant, "tenant")?,
        member: read::id(&member, "member")?,
    };
    let back = format!("/console/tenants/{tenant}/members");
    make(&web, sent, OpenMemberReset { of }, ("tenants", back)).await
}

async fn of_operator(
    State(web): State<Arc<WebState>>,
    Path(operator): Path<String>,
    sent: OperatorForm,
) -> Page {
    let operator = read::id(&operator, "operator")?;
    let back = "/console/operators".to_owned();
    let open = OpenOperatorReset {
        operator,
        end_tokens: sent.form.is_ticked("endTokens"),
    };
    make(&web, sent, open, ("operators", back)).await
}

/// Makes a link; `here` is the line of the navigation, `back` where its maker came from.
async fn make(
    web: &WebState,
    sent: OperatorForm,
    open: impl Command<Output = ResetCreated>,
    (here, back): (&'static str, String),
) -> Page {
    let link = web.admin.run(sent.signed_in.by.clone(), open).await?;
    let layout = Layout::console(web, &sent.signed_in, here, "Reset link");
    let page = Made {
        layout: &layout,
        link,
        back,
    };
    Ok(respond(web, &layout, StatusCode::CREATED, &page))
}
