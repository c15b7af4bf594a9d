//! What this product adds to the admin API: where jobs stand. Never a document or a result.

mod jobs;

use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use kofa_platform::admin::{Desk, Extension};
use utoipa::OpenApi;

#[derive(OpenApi)]
#[openapi(paths(
    jobs::list_extraction_jobs,
    jobs::list_extraction_queues,
    jobs::get_extraction_attention
))]
struct Description;

/// The routes of jobs, and their description.
pub fn extension() -> Extension {
    Extension {
        routes: Router::<Arc<Desk>>::new()
            .route("/admin/v1/extraction-jobs", get(jobs::list_extraction_jobs))
            .route(
                "/admin/v1/extraction-jobs/queues",
                get(jobs::list_extraction_queues),
            )
            .route(
                "/admin/v1/extraction-jobs/attention",
                get(jobs::get_extraction_attention),
            ),
        document: Description::openapi(),
        commands: Vec::new(),
    }
}
