//! The end of a key, after a look at when it was last used.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use http::StatusCode;
use kofa_commands::platform::keys::RevokeKey;
use kofa_core::Right;
use kofa_domain::Error;
use kofa_identity::keys::ApiKey;

use super::{KeyView, base, find, is_live};
use crate::auth::must_confirm;
use crate::kit::{Layout, MemberForm, Page, SignedInMember, WebState, go, must_be_fresh, respond};

/// `GET /portal/{environment}/keys/{key}/revoke`
#[derive(Debug, Template)]
#[template(path = "tenant/keys/end.html")]
struct EndPage<'a> {
    layout: &'a Layout,
    base: String,
    key: KeyView,
    /// Whether it reaches both environments.
    both: bool,
}

/// Refuses who may not change the key.
fn admit(signed_in: &SignedInMember, key: &ApiKey) -> Result<(), Error> {
    let right = Right::Keys(&key.tenant_id, &key.plan.environments);
    signed_in.by.actor.needs(right)
}

fn place(signed_in: &SignedInMember, key: &ApiKey) -> String {
    format!("{}/{}/revoke", base(signed_in), key.id)
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInMember,
    Path((_, key)): Path<(String, String)>,
) -> Page {
    let key = find(&web, &signed_in, &key).await?;
    admit(&signed_in, &key)?;
    if is_live(&key) {
        must_be_fresh(&signed_in, &place(&signed_in, &key))?;
    }
    let layout = Layout::portal(&web, &signed_in, "keys", "Revoke a key");
    let page = EndPage {
        layout: &layout,
        base: base(&signed_in),
        both: key.plan.environments.len() > 1,
        key: KeyView::new(&web, &key, web.now()),
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

pub(super) async fn end(
    State(web): State<Arc<WebState>>,
    Path((_, key)): Path<(String, String)>,
    MemberForm { signed_in, form }: MemberForm,
) -> Page {
    let key = find(&web, &signed_in, &key).await?;
    admit(&signed_in, &key)?;
    if is_live(&key) {
        must_confirm(&web, &signed_in, &form, &place(&signed_in, &key)).await?;
    }
    let revoke = RevokeKey {
        key: key.id.clone(),
    };
    web.admin.run(signed_in.by.clone(), revoke).await?;
    let to = format!("{}/{}", base(&signed_in), key.id);
    let said = format!("Key \u{201c}{}\u{201d} revoked.", key.plan.name);
    Ok(go(&web, &to, &said))
}
