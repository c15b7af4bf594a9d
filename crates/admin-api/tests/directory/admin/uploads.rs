//! Bodies that take long to arrive, from operators who are not there any more at their end.

use std::convert::Infallible;
use std::net::Ipv4Addr;

use axum::Router;
use axum::body::Body;
use axum::routing::post;
use futures_util::{StreamExt as _, stream};
use http::{Request, StatusCode};
use kofa_admin_api::{AdminStream, AdminUpload, Extension, Reply};
use kofa_commands::wire::json;
use kofa_core::{Actor, OperatorRole};
use kofa_identity::operators::DisableOperator;
use kofa_identity::token_check::CheckAdminToken;
use kofa_testkit::AdminClient;
use utoipa::OpenApi;

use super::client::routes;
use crate::world::{NOW, shell, worlds};

#[derive(OpenApi)]
#[openapi()]
struct Nothing;

async fn whole(AdminUpload(call): AdminUpload<64>) -> Reply {
    Ok(json(StatusCode::OK, &call.request.body.len()))
}

async fn pieces(mut stream: AdminStream) -> Reply {
    let mut bytes = 0;
    while let Some(piece) = stream.piece().await? {
        bytes += piece.len();
    }
    Ok(json(StatusCode::OK, &bytes))
}

fn product() -> Extension {
    Extension {
        routes: Router::new()
            .route("/admin/v1/whole", post(whole))
            .route("/admin/v1/pieces", post(pieces)),
        document: Nothing::openapi(),
        commands: Vec::new(),
    }
}

/// Does something when half of the body has arrived.
async fn send(
    client: &AdminClient,
    path: &str,
    meanwhile: impl Future<Output = ()> + Send + 'static,
) -> kofa_testkit::Reply {
    let body = stream::once(async { Ok::<_, Infallible>("one,") });
    let body = body.chain(stream::once(async {
        meanwhile.await;
        Ok("two")
    }));
    client
        .send(Request::post(path), Body::from_stream(body))
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_disabled_while_a_body_arrives_is_a_stranger_at_its_end() {
    for world in worlds().await {
        let router = routes(&world, vec![product()]).await;
        for (path, role) in [
            ("/admin/v1/whole", OperatorRole::Ops),
            ("/admin/v1/pieces", OperatorRole::Support),
        ] {
            let client = world.admin(&router, role).await;
            let taken = send(&client, path, async {}).await;
            assert_eq!((taken.status, &*taken.text), (StatusCode::OK, "7"));
            let here = Ipv4Addr::LOCALHOST.into();
            let check = CheckAdminToken::new(&world.vault, &client.token, here, NOW);
            let presented = world.store.read(check).await.unwrap().unwrap();
            let Actor::Operator { id: operator, .. } = presented.actor else {
                panic!("{presented:?} is no operator");
            };
            let disable = DisableOperator {
                by: shell(),
                operator,
            };
            let store = world.store.clone();
            let disabling = async move { store.write(disable).await.unwrap() };
            let refused = send(&client, path, disabling).await;
            assert_eq!(refused.status, StatusCode::UNAUTHORIZED, "{path}");
            assert_eq!(refused.code(), "unauthorized");
        }
    }
}
