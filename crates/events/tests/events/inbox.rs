//! The test inbox: what comes to it, who may send there, and what becomes of it.

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use kofa_core::event::EventType;
use kofa_core::{Actor, ActorAt, MemberRole};
use kofa_domain::{Clock as _, Environment, Ids, Result, Sensitive, TenantId};
use kofa_events::delivery::{DeliveryState, ReplayWebhook, RetryDelivery, TestWebhook};
use kofa_events::endpoint::{ChangeWebhook, CreateWebhook, RotateWebhookSecret, Which};
use kofa_events::inbox::{
    ChangeInbox, EmptyInbox, FindInbox, Inbox, InboxAddress, InboxAnswer, InboxMessage, Inboxes,
    ListInboxMessages, MESSAGES_MAX, MakeInbox, PurgeInboxes, ReadInboxMessage, RemoveInbox,
    Verdict,
};
use kofa_events::{Destination, Targets, Webhooks};
use kofa_testkit::{NOW, TestApp, both};
use standardwebhooks::Webhook as Verifier;

use crate::world::{find, log_of};

const SANDBOX: Environment = Environment::Sandbox;

/// A server on this machine that takes what comes to test inboxes, and sends webhooks to the
/// public internet only.
struct Server {
    address: InboxAddress,
    inboxes: Inboxes,
    webhooks: Webhooks,
}

async fn receive(
    State(inboxes): State<Inboxes>,
    Path(token): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    let token = Sensitive::new(token);
    match inboxes.receive(&token, &headers, &body).await {
        Ok(status) => StatusCode::from_u16(status).unwrap(),
        Err(_) => StatusCode::NOT_FOUND,
    }
}

impl Server {
    async fn start(app: &TestApp) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let (store, vault) = (app.store.clone(), app.vault.clone());
        let inboxes = Inboxes::new(store, vault, Arc::new(app.clock.clone()));
        let router = Router::new()
            .route("/hooks/inbox/{token}", post(receive))
            .with_state(inboxes.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        let (store, vault) = (app.store.clone(), app.vault.clone());
        let clock = Arc::new(app.clock.clone());
        let to = (Targets::Public, base.as_str());
        Self {
            address: InboxAddress::new(&base),
            inboxes,
            webhooks: Webhooks::new(store, vault, clock, to).unwrap(),
        }
    }

    async fn endpoint(&self, app: &TestApp, tenant: &TenantId) -> (Which, String) {
        let to = Destination {
            url: self.address.without_token().to_owned(),
            is_inbox: true,
        };
        endpoint(app, tenant, to).await
    }

    /// Sends by hand what anybody could send.
    async fn post(
        &self,
        token: &Sensitive<String>,
        headers: &HeaderMap,
        body: &str,
    ) -> Result<u16> {
        self.inboxes.receive(token, headers, body.as_bytes()).await
    }
}

async fn endpoint(app: &TestApp, tenant: &TenantId, to: Destination) -> (Which, String) {
    // What happened to a new tenant is not sent there.
    app.clock.advance_seconds(1);
    let (with, place) = ((&app.vault, Ids), (tenant.clone(), SANDBOX));
    let (create, secret) = CreateWebhook::new(with, app.by(), place, to, Vec::new()).unwrap();
    let made = app.store.write(create).await.unwrap();
    let of = Which {
        tenant: tenant.clone(),
        environment: SANDBOX,
        webhook: made.id,
    };
    (of, secret.expose().clone())
}

async fn make(app: &TestApp, tenant: &TenantId) -> (Inbox, Sensitive<String>) {
    let make = MakeInbox::new((&app.vault, Ids), app.by(), tenant.clone()).unwrap();
    let inbox = app.store.write(make).await.unwrap();
    let token = inbox.token(&app.vault).unwrap();
    (inbox, token)
}

async fn answer(app: &TestApp, tenant: &TenantId, answer: InboxAnswer) {
    let change = ChangeInbox {
        by: app.by(),
        tenant: tenant.clone(),
        answer,
    };
    assert_eq!(app.store.write(change).await.unwrap().answer, answer);
}

async fn came(app: &TestApp, tenant: &TenantId) -> Vec<InboxMessage> {
    app.store
        .read(ListInboxMessages(tenant.clone()))
        .await
        .unwrap()
}

/// Headers and body of a message.
async fn read(app: &TestApp, tenant: &TenantId, one: &InboxMessage) -> (HeaderMap, String) {
    let read = ReadInboxMessage {
        vault: app.vault.clone(),
        tenant: tenant.clone(),
        id: one.id.clone(),
    };
    let (_, content) = app.store.read(read).await.unwrap();
    let headers = content.headers.into_iter().map(|(name, value)| {
        let name: axum::http::HeaderName = name.parse().unwrap();
        (name, value.parse().unwrap())
    });
    (headers.collect(), content.body.expose().clone())
}

async fn test(app: &TestApp, server: &Server, of: &Which) {
    app.clock.advance_seconds(1);
    let by = app.by();
    let of = of.clone();
    app.store.write(TestWebhook { by, of }).await.unwrap();
    server.webhooks.work_once().await.unwrap();
}

#[tokio::test]
async fn what_comes_is_verified_and_tried_again_as_its_owner_chooses() {
    for app in both(NOW).await {
        let now = kofa_domain::SystemClock.now();
        app.clock
            .advance_seconds(now.micros_since(app.clock.now()) / 1_000_000);
        let (ada, server) = (app.tenant("Ada").await.id, Server::start(&app).await);
        let (_, token) = make(&app, &ada).await;
        let (of, secret) = server.endpoint(&app, &ada).await;
        test(&app, &server, &of).await;
        let one = &came(&app, &ada).await[0];
        assert_eq!((one.verdict, one.tries), (Verdict::Right, 1));
        assert_eq!(one.of.as_deref(), Some(EventType::WebhookTest.as_str()));
        let (headers, body) = read(&app, &ada, one).await;
        let verifier = Verifier::new(&secret).unwrap();
        verifier.verify(body.as_bytes(), &headers).unwrap();
        // Tried again under the same id.
        answer(&app, &ada, InboxAnswer::Error).await;
        test(&app, &server, &of).await;
        let log = log_of(&app, &of).await;
        assert_eq!(
            (log[0].state, log[0].status),
            (DeliveryState::Due, Some(500))
        );
        app.clock.advance_seconds(10);
        answer(&app, &ada, InboxAnswer::Ok).await;
        server.webhooks.work_once().await.unwrap();
        let all = came(&app, &ada).await;
        assert_eq!((all[0].tries, all[0].verdict), (2, Verdict::Right));
        assert_eq!(all[0].event, all[1].event);
        assert_eq!(all[1].answer, InboxAnswer::Error);
        // Both secrets fit in the grace.
        let with = (&app.vault, Ids);
        let rotate = RotateWebhookSecret::new(with, app.by(), of.clone(), 3_600).unwrap();
        app.store.write(rotate.0).await.unwrap();
        app.clock.advance_seconds(1);
        assert_eq!(server.post(&token, &headers, &body).await.unwrap(), 200);
        assert_eq!(came(&app, &ada).await[0].verdict, Verdict::Right);
        // Sent again later by somebody, with other words, or by a stranger.
        app.clock.advance_seconds(301);
        server.post(&token, &headers, &body).await.unwrap();
        app.clock.advance_seconds(1);
        server.post(&token, &headers, "{}").await.unwrap();
        app.clock.advance_seconds(1);
        server
            .post(&token, &HeaderMap::new(), "no json")
            .await
            .unwrap();
        let all = came(&app, &ada).await;
        let said: Vec<Verdict> = all[..3].iter().map(|one| one.verdict).collect();
        assert_eq!(said, [Verdict::Wrong, Verdict::Wrong, Verdict::Expired]);
        assert_eq!((&all[0].event, &all[0].of), (&None, &None));
        // 410 disables.
        answer(&app, &ada, InboxAnswer::Gone).await;
        test(&app, &server, &of).await;
        let disabled = find(&app, &of).await;
        assert!(!disabled.enabled && disabled.disabled_at.is_some());
    }
}

#[tokio::test]
async fn an_endpoint_leads_to_no_inbox_but_its_tenants_own() {
    for app in both(NOW).await {
        let (ada, bola) = (app.tenant("Ada").await.id, app.tenant("Bola").await.id);
        let server = Server::start(&app).await;
        let (_, token) = make(&app, &ada).await;
        make(&app, &bola).await;
        // As if a check had been passed by: the worker knows no other way to this machine.
        let stolen = server.address.with_token(&token).expose().clone();
        let (thief, _) = endpoint(&app, &bola, stolen.into()).await;
        test(&app, &server, &thief).await;
        let log = log_of(&app, &thief).await;
        assert_eq!((log[0].attempts, log[0].status), (1, None));
        assert!(log[0].error.contains("no address"), "{}", log[0].error);
        assert!(came(&app, &ada).await.is_empty());
        let (of, _) = server.endpoint(&app, &bola).await;
        test(&app, &server, &of).await;
        assert!(came(&app, &ada).await.is_empty());
        let own = came(&app, &bola).await;
        assert_eq!(own.len(), 1);
        let foreign = ReadInboxMessage {
            vault: app.vault.clone(),
            tenant: ada,
            id: own[0].id.clone(),
        };
        let missing = app.store.read(foreign).await.unwrap_err();
        assert_eq!(missing.code().name, "not_found");
    }
}

#[tokio::test]
async fn the_latest_are_kept_for_a_week_at_a_bounded_rate() {
    for app in both(NOW).await {
        let (ada, server) = (app.tenant("Ada").await.id, Server::start(&app).await);
        let (_, token) = make(&app, &ada).await;
        let none = HeaderMap::new();
        for n in 0..100 {
            server.post(&token, &none, &n.to_string()).await.unwrap();
        }
        let refused = server.post(&token, &none, "").await.unwrap_err();
        assert_eq!(refused.code().name, "rate_limit_exceeded");
        for n in 100..110 {
            app.clock.advance_seconds(1);
            server.post(&token, &none, &n.to_string()).await.unwrap();
        }
        let all = came(&app, &ada).await;
        assert_eq!(all.len() as i64, MESSAGES_MAX);
        assert_eq!(read(&app, &ada, &all[0]).await.1, "109");
        app.clock.advance_seconds(7 * 86_400 + 1);
        server.post(&token, &none, "new").await.unwrap();
        let now = app.clock.now();
        let purged = app.store.write_until_none(PurgeInboxes { now }).await;
        assert_eq!(purged.unwrap(), 99);
        assert_eq!(came(&app, &ada).await.len(), 1);
    }
}

#[tokio::test]
async fn a_removed_inbox_takes_nothing_and_its_endpoints_wait_for_the_next() {
    for app in both(NOW).await {
        let (ada, server) = (app.tenant("Ada").await.id, Server::start(&app).await);
        let (inbox, token) = make(&app, &ada).await;
        assert!(inbox.has(&app.vault, &token));
        let second = MakeInbox::new((&app.vault, Ids), app.by(), ada.clone()).unwrap();
        let second = app.store.write(second).await.unwrap_err();
        assert_eq!(second.code().name, "conflict");
        let (of, _) = server.endpoint(&app, &ada).await;
        test(&app, &server, &of).await;
        let (by, tenant) = (app.by(), ada.clone());
        assert_eq!(app.store.write(EmptyInbox { by, tenant }).await.unwrap(), 1);
        let (by, tenant) = (app.by(), ada.clone());
        app.store.write(RemoveInbox { by, tenant }).await.unwrap();
        let found = app.store.read(FindInbox(ada.clone())).await.unwrap();
        assert!(found.is_none() && !find(&app, &of).await.enabled);
        let gone = server.post(&token, &HeaderMap::new(), "{}").await;
        assert_eq!(gone.unwrap_err().code().name, "not_found");
        // Asked to send all the same, it finds nothing.
        test(&app, &server, &of).await;
        assert_eq!(log_of(&app, &of).await[0].status, Some(404));
        make(&app, &ada).await;
        let enable = ChangeWebhook {
            by: app.by(),
            of: of.clone(),
            to: None,
            types: None,
            enabled: Some(true),
        };
        let enabled = app.store.write(enable).await.unwrap();
        assert!(enabled.is_inbox, "what is not changed stays");
        let retry = RetryDelivery {
            by: app.by(),
            of: of.clone(),
            delivery: log_of(&app, &of).await[0].id,
        };
        app.store.write(retry).await.unwrap();
        let replay = ReplayWebhook {
            by: app.by(),
            of,
            from: NOW,
            to: app.clock.now(),
        };
        app.store.write(replay).await.unwrap();
        server.webhooks.work_once().await.unwrap();
        assert!(!came(&app, &ada).await.is_empty());
    }
}

#[tokio::test]
async fn who_only_looks_changes_nothing() {
    for app in both(NOW).await {
        let (ada, server) = (app.tenant("Ada").await.id, Server::start(&app).await);
        let (_, token) = make(&app, &ada).await;
        let by = |role| {
            let (id, tenant) = (Ids.id(NOW), ada.clone());
            let actor = Actor::Member { id, tenant, role };
            let at = app.clock.now();
            ActorAt { actor, at }
        };
        let change = |role| ChangeInbox {
            by: by(role),
            tenant: ada.clone(),
            answer: InboxAnswer::Slow,
        };
        let refused = app.store.write(change(MemberRole::Viewer)).await;
        assert_eq!(refused.unwrap_err().code().name, "forbidden");
        let changed = app.store.write(change(MemberRole::SandboxDeveloper)).await;
        changed.unwrap();
        // Slow answers end with the server.
        server.inboxes.close();
        let slow = server.post(&token, &HeaderMap::new(), "{}").await;
        assert_eq!(slow.unwrap(), 200);
        assert_eq!(came(&app, &ada).await.len(), 1);
    }
}
