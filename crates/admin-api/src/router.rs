//! The routes of the admin API.

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{any, get, post};
use kofa_commands::Command as _;
use kofa_commands::platform::statements::GetStatement;
use kofa_core::codes::METHOD_NOT_ALLOWED;
use kofa_domain::{Error, codes};

use super::problem::{Problem, dress};
use super::{commands, hooks, openapi, public, statements};
use crate::extension::Extension;
use crate::state::AdminState;

/// Everything under `/admin`, that of the products too, and the links that work without an
/// account.
pub fn router(admin: Arc<AdminState>, products: Vec<Extension>) -> Router {
    let document = openapi::document(&admin.products, &products);
    let document = document.to_json().unwrap_or_default();
    let describe = move || std::future::ready(openapi::serve(&document));
    let own = Router::new()
        .merge(of_links())
        .route(GetStatement::SPEC.path, get(statements::get_statement))
        .merge(commands::routes(kofa_commands::platform::all()));
    let add = |router: Router<_>, product: Extension| {
        let commands = commands::routes(product.commands);
        router.merge(product.routes).merge(commands)
    };
    products
        .into_iter()
        .fold(own, add)
        .route("/admin/openapi.json", get(describe))
        .route("/admin", any(not_found))
        .route("/admin/{*rest}", any(not_found))
        .method_not_allowed_fallback(method_not_allowed)
        .layer(from_fn_with_state(Arc::clone(&admin), dress))
        .with_state(admin)
}

fn of_links() -> Router<Arc<AdminState>> {
    Router::new()
        .route(
            "/invite/{token}",
            get(public::get_invite).post(public::accept_invite),
        )
        .route("/setup/{token}", post(public::use_setup))
        .route("/hooks/payments/{provider}", post(hooks::payment_notice))
        .route("/hooks/inbox/{token}", post(hooks::test_webhook))
}

async fn not_found() -> Response {
    Problem(Error::plain(&codes::NOT_FOUND)).into_response()
}

async fn method_not_allowed() -> Response {
    Problem(Error::plain(&METHOD_NOT_ALLOWED)).into_response()
}
