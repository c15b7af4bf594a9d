//! Forgetting by which account of a sign-in provider a person came in: they have another one now.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::routing::post;
use kofa_commands::platform::members::Whose;
use kofa_commands::platform::single_sign_on::{UnlinkMember, UnlinkOperator};
use kofa_core::Right;
use kofa_portal::kit::{OperatorForm, Page, WebState, go};

use crate::ask::{Question, must_be_sure};
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

/// What is asked before somebody's account at the sign-in provider is unlinked.
pub(crate) fn unlinking() -> Question {
    let text = "They are signed out. The next account with their verified email address is linked.";
    Question::new("Unlink this account?", text, "Unlink")
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
    let OperatorForm { signed_in, form } = sent;
    signed_in.by.actor.needs(Right::Members(&of.tenant))?;
    let back = format!("/console/tenants/{tenant}/members");
    must_be_sure(&web, &signed_in, ("tenants", &back), &form, &unlinking())?;
    web.admin.run(signed_in.by, UnlinkMember { of }).await?;
    Ok(go(&web, &back, SAID))
}

async fn operator(
    State(web): State<Arc<WebState>>,
    Path(operator): Path<String>,
    sent: OperatorForm,
) -> Page {
    let operator = read::id(&operator, "operator")?;
    let OperatorForm { signed_in, form } = sent;
    signed_in.by.actor.needs(Right::Operators)?;
    let back = "/console/operators";
    must_be_sure(&web, &signed_in, ("operators", back), &form, &unlinking())?;
    let unlink = UnlinkOperator { operator };
    web.admin.run(signed_in.by, unlink).await?;
    Ok(go(&web, back, SAID))
}
