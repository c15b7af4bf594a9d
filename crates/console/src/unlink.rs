//! Forgetting by which account of a sign-in provider a person came in: they have another one now.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::routing::post;
use kofa_commands::platform::members::Whose;
use kofa_commands::platform::single_sign_on::{UnlinkMember, UnlinkOperator};
use kofa_portal::kit::{OperatorForm, Page, WebState, go};

use crate::read;

const SAID: &str = "Account unlinked. The next account that signs in with their email address is \
                    linked.";

pub(crate) fn routes() -> Router<Arc<WebState>> {
    Router::new()
        .route(
            "/console/tenants/{tenant}/members/{member}/unlink",
            post(member),
        )
        .route("/console/operators/{operator}/unlink", post(operator))
}

async fn member(
    State(web): State<Arc<WebState>>,
    Path((tenant, member)): Path<(String, String)>,
    sent: OperatorForm,
) -> Page {
    let of = Whose {
        tenant: read::id(&tenant, "tenant")?,
        member: read::id(&member, "member")?,
    };
    web.admin
        .run(sent.signed_in.by, UnlinkMember { of })
        .await?;
    Ok(go(
        &web,
        &format!("/console/tenants/{tenant}/members"),
        SAID,
    ))
}

async fn operator(
    State(web): State<Arc<WebState>>,
    Path(operator): Path<String>,
    sent: OperatorForm,
) -> Page {
    let operator = read::id(&operator, "operator")?;
    web.admin
        .run(sent.signed_in.by, UnlinkOperator { operator })
        .await?;
    Ok(go(&web, "/console/operators", SAID))
}
