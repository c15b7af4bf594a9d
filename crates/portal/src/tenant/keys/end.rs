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
use crate::enter::must_confirm;
use crate::kit::{House, MemberForm, MemberSeat, Page, Shell, go, must_be_fresh, respond};

/// `GET /portal/{environment}/keys/{key}/revoke`
#[derive(Debug, Template)]
#[template(path = "tenant/keys/end.html")]
struct EndPage<'a> {
    shell: &'a Shell,
    base: String,
    key: KeyView,
    /// Whether it reaches both environments.
    both: bool,
}

/// Refuses who may not change the key.
fn admit(seat: &MemberSeat, key: &ApiKey) -> Result<(), Error> {
    let right = Right::Keys(&key.tenant_id, &key.plan.environments);
    seat.by.actor.needs(right)
}

fn place(seat: &MemberSeat, key: &ApiKey) -> String {
    format!("{}/{}/revoke", base(seat), key.id)
}

pub(super) async fn page(
    State(house): State<Arc<House>>,
    seat: MemberSeat,
    Path((_, key)): Path<(String, String)>,
) -> Page {
    let key = find(&house, &seat, &key).await?;
    admit(&seat, &key)?;
    if is_live(&key) {
        must_be_fresh(&seat, &place(&seat, &key))?;
    }
    let shell = Shell::portal(&house, &seat, "keys", "Revoke a key");
    let page = EndPage {
        shell: &shell,
        base: base(&seat),
        both: key.plan.environments.len() > 1,
        key: KeyView::new(&house, &key, house.now()),
    };
    Ok(respond(&house, &shell, StatusCode::OK, &page))
}

pub(super) async fn end(
    State(house): State<Arc<House>>,
    Path((_, key)): Path<(String, String)>,
    MemberForm { seat, form }: MemberForm,
) -> Page {
    let key = find(&house, &seat, &key).await?;
    admit(&seat, &key)?;
    if is_live(&key) {
        must_confirm(&house, &seat, &form, &place(&seat, &key)).await?;
    }
    let revoke = RevokeKey {
        key: key.id.clone(),
    };
    house.desk.run(seat.by.clone(), revoke).await?;
    let to = format!("{}/{}", base(&seat), key.id);
    let said = format!("The key \u{201c}{}\u{201d} is revoked.", key.plan.name);
    Ok(go(&house, &to, &said))
}
