//! Operators at the admin API.

use std::future::ready;
use std::sync::Arc;

use axum::Router;
use http::StatusCode;
use kofa_admin_api::{Extension, router};
use kofa_core::OperatorRole;
use kofa_core::endpoint::{Billable, Endpoint};
use kofa_domain::Kobo;
use kofa_tasks::TaskHandlers;
use kofa_testkit::AdminClient;
use serde_json::{Value, json};

use crate::tasks::{Each, SHARES};
use crate::world::{World, products};

pub(crate) static LIST: Endpoint = Endpoint {
    operation_id: "listThings",
    path: "/api/v1/things",
    default_price: Kobo::new(500),
    billable: &[Billable {
        status: 200,
        when: "found",
    }],
    ..Endpoint::BASE
};

pub(crate) async fn admin_state(world: &World) -> AdminClient {
    let router = routes(world, Vec::new()).await;
    world.admin(&router, OperatorRole::Owner).await
}

/// The API with the routes of products.
pub(crate) async fn routes(world: &World, extensions: Vec<Extension>) -> Router {
    let tasks = TaskHandlers::default().with(&[SHARES], Arc::new(Each(|_| ready(Ok(())))));
    let admin = world.admin_state(products(&[&LIST]), tasks).await;
    router(Arc::new(admin), extensions)
}

/// A new tenant, as the API tells of it.
pub(crate) async fn tenant(owner: &AdminClient) -> Value {
    let body = json!({"name": "Ada Securities", "email": "Ada@Example.com"});
    let answer = owner.call("POST", "/admin/v1/tenants", &body).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
    answer.json()
}
