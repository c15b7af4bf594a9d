//! What a product adds to the admin API.

use std::sync::Arc;

use axum::Router;
use kofa_commands::Entry;

use crate::state::AdminState;

/// What a product adds to the admin API.
#[derive(Default)]
pub struct Extension {
    /// Its routes, under `/admin/v1/`.
    pub routes: Router<Arc<AdminState>>,
    /// Their description. Every route is in it: tests of rights go by the description.
    pub document: utoipa::openapi::OpenApi,
    /// Its commands: they need no routes and describe themselves.
    pub commands: Vec<Entry>,
}
