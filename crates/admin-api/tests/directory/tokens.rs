//! Admin tokens: many an operator, with role, networks, expiry, rotation and last use.

use std::net::{IpAddr, SocketAddr};

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use http::Request;
use kofa_core::{Actor, ActorAt, OperatorRole, Page, Via};
use kofa_domain::{Ids, OperatorId, Result, Sensitive, Timestamp, TokenId};
use kofa_identity::keys::KeyStatus;
use kofa_identity::operators::{DisableOperator, EnableOperator, FindOperator};
use kofa_identity::resets::{Account, CheckReset, OpenReset, UseReset};
use kofa_identity::rotation::Grace;
use kofa_identity::sessions::{
    Door, EndOtherSessions, FindOperatorSession, OpenSession, Origin, Person,
};
use kofa_identity::token_check::{CheckAdminToken, Presented};
use kofa_identity::tokens::{
    AdminToken, IssueToken, ListTokens, NewToken, RevokeToken, TOKENS_MAX, rotate,
};
use kofa_testkit::{Reply, send};
use serde_json::{Value, json};

use crate::admin::client::routes;
use crate::world::{NOW, World, at, code, shell, worlds};

const PEER: &str = "192.0.2.9";

fn ip(text: &str) -> IpAddr {
    text.parse().unwrap()
}

pub(crate) async fn presented(
    world: &World,
    text: &str,
    now: Timestamp,
) -> Result<Option<Presented>> {
    let check = CheckAdminToken::new(&world.vault, text, ip(PEER), now);
    world.store.read(check).await
}

fn plain(role: Option<OperatorRole>) -> NewToken {
    NewToken {
        name: "nightly".to_owned(),
        role,
        allowed_cidrs: Vec::new(),
        expires_at: None,
    }
}

async fn issue(
    world: &World,
    by: &ActorAt,
    of: &OperatorId,
    new: NewToken,
) -> Result<(AdminToken, String)> {
    let (op, text) = IssueToken::new(&world.vault, Ids, by.clone(), of.clone(), new);
    Ok((world.store.write(op).await?, text.expose().clone()))
}

async fn find(world: &World, of: &OperatorId, token: &TokenId) -> AdminToken {
    let list = ListTokens {
        actor: Actor::Cli,
        operator: of.clone(),
        page: Page::first(),
    };
    let all = world.store.read(list).await.unwrap().items;
    all.into_iter().find(|one| one.id == *token).unwrap()
}

/// Who acts by a token, now.
async fn by(world: &World, text: &str) -> ActorAt {
    let presented = presented(world, text, NOW).await.unwrap().unwrap();
    ActorAt {
        actor: presented.actor,
        at: NOW,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_allows_no_more_than_its_operator_or_its_maker() {
    for world in worlds().await {
        let (ops, ops_token) = world.operator(OperatorRole::Ops).await;
        let (owner, owner_token) = world.operator(OperatorRole::Owner).await;
        let (by_ops, by_owner) = (by(&world, &ops_token).await, by(&world, &owner_token).await);
        let wide = issue(&world, &by_owner, &ops, plain(Some(OperatorRole::Owner))).await;
        assert_eq!(code(wide), "invalid_field");
        let (made, text) = issue(&world, &by_owner, &ops, plain(None)).await.unwrap();
        assert_eq!(made.plan.role, OperatorRole::Ops, "the operator's");
        assert!(text.ends_with(&made.last_four) && !format!("{made:?}").contains(&text));
        // Their own, but nobody else's.
        let narrow = plain(Some(OperatorRole::Support));
        let (narrow, narrow_text) = issue(&world, &by_ops, &ops, narrow).await.unwrap();
        assert_eq!(
            code(issue(&world, &by_ops, &owner, plain(None)).await),
            "forbidden"
        );
        // A narrow token of a wide operator makes narrow ones only, and ends no wider one.
        let by_narrow = by(&world, &narrow_text).await;
        let same = issue(&world, &by_narrow, &ops, plain(None))
            .await
            .unwrap()
            .0;
        assert_eq!(same.plan.role, OperatorRole::Support);
        let wider = plain(Some(OperatorRole::Finance));
        assert_eq!(
            code(issue(&world, &by_narrow, &ops, wider).await),
            "forbidden"
        );
        let revoke = |by: &ActorAt, token: &TokenId| RevokeToken {
            by: by.clone(),
            token: token.clone(),
        };
        let refused = world.store.write(revoke(&by_narrow, &made.id)).await;
        assert_eq!(code(refused), "forbidden");
        let grace = Grace::from_seconds(0).unwrap();
        let turned = rotate(
            &world.store,
            &world.vault,
            Ids,
            by_narrow,
            made.id.clone(),
            grace.into(),
        );
        assert_eq!(
            code(turned.await),
            "forbidden",
            "it would be told a wider one"
        );
        world
            .store
            .write(revoke(&by_ops, &narrow.id))
            .await
            .unwrap();
        assert!(
            presented(&world, &narrow_text, NOW)
                .await
                .unwrap()
                .is_none()
        );
        let strange = world.store.write(revoke(&by_ops, &Ids.id(NOW))).await;
        assert_eq!(code(strange), "not_found");
        let (foreign, _) = issue(&world, &shell(), &owner, plain(None)).await.unwrap();
        let foreign = world.store.write(revoke(&by_ops, &foreign.id)).await;
        assert_eq!(code(foreign), "not_found");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bound_token_makes_none_that_is_not() {
    for world in worlds().await {
        let (owner, _) = world.operator(OperatorRole::Owner).await;
        let end = NOW.plus_seconds(3_600);
        let bound = |cidrs: &[&str], expires_at| NewToken {
            allowed_cidrs: cidrs.iter().map(|text| text.parse().unwrap()).collect(),
            expires_at,
            ..plain(None)
        };
        let new = bound(&["192.0.2.0/24"], Some(end));
        let (token, text) = issue(&world, &shell(), &owner, new).await.unwrap();
        let by_bound = by(&world, &text).await;
        for (cidrs, expires_at) in [
            (&[][..], Some(end)),
            (&["0.0.0.0/0"], Some(end)),
            (&["192.0.2.0/24", "198.51.100.1/32"], Some(end)),
            (&["192.0.2.0/24"], None),
            (&["192.0.2.0/24"], Some(end.plus_seconds(1))),
        ] {
            let refused = issue(&world, &by_bound, &owner, bound(cidrs, expires_at)).await;
            assert_eq!(code(refused), "forbidden", "{cidrs:?} {expires_at:?}");
        }
        let within = bound(&["192.0.2.128/25"], Some(end));
        assert!(issue(&world, &by_bound, &owner, within).await.is_ok());
        let grace = Grace::from_seconds(900).unwrap();
        let turned = rotate(
            &world.store,
            &world.vault,
            Ids,
            by_bound.clone(),
            token.id.clone(),
            grace.into(),
        );
        assert_eq!(
            turned.await.unwrap().0.plan,
            token.plan,
            "itself it may rotate"
        );
        // Nor does it let anybody in by another way.
        let account = Account::Operator(owner.clone());
        let (open, _) = OpenReset::new(&world.vault, Ids, by_bound, account);
        assert_eq!(code(world.store.write(open).await), "forbidden");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_ends_with_its_time_and_its_operator() {
    for world in worlds().await {
        let (ops, first) = world.operator(OperatorRole::Ops).await;
        let end = NOW.plus_seconds(60);
        let new = NewToken {
            expires_at: Some(end),
            ..plain(None)
        };
        let (_, text) = issue(&world, &shell(), &ops, new).await.unwrap();
        assert!(presented(&world, &text, NOW).await.unwrap().is_some());
        assert!(presented(&world, &text, end).await.unwrap().is_none());
        let person = Person::Operator(ops.clone());
        let origin = Origin::default();
        let opened = OpenSession::new(&world.vault, Ids, person, false, origin, NOW);
        world.store.write(opened.0).await.unwrap();
        let session = async || {
            let find = FindOperatorSession::new(&world.vault, opened.1.expose(), NOW);
            world.store.read(find).await.unwrap()
        };
        assert!(session().await.is_some());
        let account = Account::Operator(ops.clone());
        let (open, link) = OpenReset::new(&world.vault, Ids, shell(), account);
        world.store.write(open).await.unwrap();
        let (by, operator) = (shell(), ops.clone());
        world
            .store
            .write(DisableOperator { by, operator })
            .await
            .unwrap();
        assert!(presented(&world, &first, NOW).await.unwrap().is_none());
        let refused = issue(&world, &shell(), &ops, plain(None)).await;
        assert_eq!(code(refused), "conflict");
        let enable = |operator| EnableOperator {
            by: shell(),
            operator,
        };
        world.store.write(enable(ops.clone())).await.unwrap();
        world.store.write(enable(ops.clone())).await.unwrap();
        assert_eq!(
            code(world.store.write(enable(Ids.id(NOW))).await),
            "not_found"
        );
        let operator = ops.clone();
        let found = world.store.read(FindOperator { operator }).await.unwrap();
        assert_eq!(found.disabled_at, None);
        // What had ended stays so.
        assert!(presented(&world, &first, NOW).await.unwrap().is_none());
        assert!(session().await.is_none());
        let link = CheckReset::new(&world.vault, Door::Console, link.expose(), NOW);
        assert_eq!(code(world.store.read(link).await), "reset_used");
        let (_, text) = issue(&world, &shell(), &ops, plain(None)).await.unwrap();
        assert!(presented(&world, &text, NOW).await.unwrap().is_some());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rotation_and_last_use_are_as_of_keys() {
    for world in worlds().await {
        let (ops, _) = world.operator(OperatorRole::Ops).await;
        let (old, text) = issue(&world, &shell(), &ops, plain(None)).await.unwrap();
        let turn = async |seconds, grace| {
            let (by, old) = (at(NOW.plus_seconds(seconds)), old.id.clone());
            let grace = Grace::from_seconds(grace).unwrap();
            rotate(&world.store, &world.vault, Ids, by, old, grace.into()).await
        };
        let (new, new_text) = turn(0, 900).await.unwrap();
        assert_eq!(new.plan, old.plan);
        let found = find(&world, &ops, &old.id).await;
        assert_eq!(found.status(NOW), KeyStatus::Rotating);
        assert_eq!(found.rotated_to, Some(new.id.clone()));
        let late = NOW.plus_seconds(900);
        assert!(presented(&world, &text, NOW).await.unwrap().is_some());
        assert!(presented(&world, &text, late).await.unwrap().is_none());
        assert!(
            presented(&world, new_text.expose(), late)
                .await
                .unwrap()
                .is_some()
        );
        assert_eq!(code(turn(1, 0).await), "key_not_active");

        let used = async |seconds| {
            let now = NOW.plus_seconds(seconds);
            let presented = presented(&world, new_text.expose(), now)
                .await
                .unwrap()
                .unwrap();
            let is_due = presented.touch.is_some();
            if let Some(touch) = presented.touch {
                world.store.write(touch).await.unwrap();
            }
            let last = find(&world, &ops, &new.id).await.last_used.unwrap();
            assert_eq!(last.ip, PEER);
            (is_due, last.at)
        };
        assert_eq!(used(5).await, (true, NOW.plus_seconds(5)));
        assert_eq!(
            used(64).await,
            (false, NOW.plus_seconds(5)),
            "to the minute"
        );
        assert_eq!(used(65).await, (true, NOW.plus_seconds(65)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_has_so_many_tokens() {
    let world = worlds().await.remove(0);
    let (ops, _) = world.operator(OperatorRole::Ops).await;
    // Their first is one.
    for _ in 1..TOKENS_MAX {
        issue(&world, &shell(), &ops, plain(None)).await.unwrap();
    }
    let over = issue(&world, &shell(), &ops, plain(None)).await;
    assert_eq!(code(over), "token_limit_reached");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_signs_out_everywhere_or_resets_ends_tokens_if_they_say_so() {
    for world in worlds().await {
        let (ops, first) = world.operator(OperatorRole::Ops).await;
        let lives = async |text: &str| presented(&world, text, NOW).await.unwrap().is_some();
        let actor = Actor::Operator {
            id: ops.clone(),
            role: OperatorRole::Ops,
            via: Via::FRESH,
        };
        let end = |with_tokens| EndOtherSessions {
            by: ActorAt {
                actor: actor.clone(),
                at: NOW,
            },
            but: Ids.id(NOW),
            with_tokens,
        };
        assert_eq!(world.store.write(end(false)).await.unwrap(), (0, 0));
        assert!(lives(&first).await);
        assert_eq!(world.store.write(end(true)).await.unwrap(), (0, 1));
        assert!(!lives(&first).await);

        let (_, second) = issue(&world, &shell(), &ops, plain(None)).await.unwrap();
        let open = |with_tokens| {
            let account = Account::Operator(ops.clone());
            let (open, link) = OpenReset::new(&world.vault, Ids, shell(), account);
            (open.ending_tokens(with_tokens), link)
        };
        let reset = async |link: &Sensitive<String>, with_tokens| {
            let (vault, text) = (&world.vault, link.expose());
            let check = CheckReset::new(vault, Door::Console, text, NOW);
            let found = world.store.read(check).await.unwrap();
            let chosen = Sensitive::new("correct horse battery".to_owned());
            let using = UseReset::new(vault, Ids, text, &found, chosen, NOW).await;
            let using = using.unwrap().ending_tokens(with_tokens);
            world.store.write(using).await.unwrap();
        };
        let (op, link) = open(false);
        world.store.write(op).await.unwrap();
        reset(&link, false).await;
        assert!(lives(&second).await);
        let (op, link) = open(false);
        world.store.write(op).await.unwrap();
        reset(&link, true).await;
        assert!(!lives(&second).await);
        // Whoever makes the link can end them before it is used.
        let (_, third) = issue(&world, &shell(), &ops, plain(None)).await.unwrap();
        world.store.write(open(true).0).await.unwrap();
        assert!(!lives(&third).await);
    }
}

/// The admin API, called from an address.
struct From<'a> {
    router: &'a Router,
    ip: &'a str,
    token: &'a str,
}

impl From<'_> {
    async fn call(&self, method: &str, path: &str, body: &Value) -> Reply {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("/admin/v1/{path}"))
            .header("authorization", format!("Bearer {}", self.token))
            .header("content-type", "application/json")
            .body(Body::from(body.to_string()))
            .unwrap();
        let peer = SocketAddr::new(ip(self.ip), 4_000);
        request.extensions_mut().insert(ConnectInfo(peer));
        send(self.router, request).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_admin_api_keeps_tokens_to_their_networks_and_notes_their_use() {
    for world in worlds().await {
        let router = routes(&world, Vec::new()).await;
        let (owner, first) = world.operator(OperatorRole::Owner).await;
        let from = |ip, token| From {
            router: &router,
            ip,
            token,
        };
        let all = format!("operators/{owner}/tokens");
        let new = json!({
            "name": "nightly", "role": "finance", "allowedCidrs": ["203.0.113.0/24"],
            "expiresAt": "2027-01-31T00:00:00Z",
        });
        let made = from("192.0.2.1", &first).call("POST", &all, &new).await;
        assert_eq!(made.status, 201, "{}", made.text);
        let made = made.json();
        let text = made["adminToken"].as_str().unwrap();
        let inside = from("203.0.113.77", text);
        assert_eq!(
            inside.call("GET", "operators", &json!({})).await.status,
            200
        );
        let outside = from("192.0.2.1", text)
            .call("GET", "operators", &json!({}))
            .await;
        outside.refused(403, "ip_not_allowed");
        let wide = inside.call("POST", "operators", &json!({})).await;
        wide.refused(403, "forbidden");
        let listed = from("192.0.2.1", &first)
            .call("GET", &all, &json!({}))
            .await
            .json();
        // Made at the same moment, they stand in any order.
        let mut listed = listed["items"].as_array().unwrap().clone();
        listed.sort_by_key(|one| one["name"] == "first");
        assert_eq!(listed.len(), 2);
        assert_eq!(listed[0]["lastUsed"]["ip"], "203.0.113.77");
        assert_eq!(listed[0]["allowedCidrs"], json!(["203.0.113.0/24"]));
        assert_eq!(
            (&listed[0]["role"], &listed[1]["name"]),
            (&json!("finance"), &json!("first"))
        );
        assert!(listed[0].get("adminToken").is_none());

        let id = made["id"].as_str().unwrap();
        let rotate = format!("tokens/{id}/rotate");
        let turned = inside
            .call("POST", &rotate, &json!({"graceSeconds": 0}))
            .await;
        assert_eq!(turned.status, 201, "{}", turned.text);
        let over = inside.call("GET", "operators", &json!({})).await;
        over.refused(401, "unauthorized");
        let turned = turned.json();
        let newest = from("203.0.113.78", turned["adminToken"].as_str().unwrap());
        let revoke = format!("tokens/{}/revoke", turned["id"].as_str().unwrap());
        assert_eq!(
            newest.call("POST", &revoke, &json!({})).await.json()["status"],
            "revoked"
        );
        newest
            .call("GET", "operators", &json!({}))
            .await
            .refused(401, "unauthorized");
        // Those of others are an owner's to see.
        let (_, support) = world.operator(OperatorRole::Support).await;
        let foreign = from("192.0.2.1", &support)
            .call("GET", &all, &json!({}))
            .await;
        foreign.refused(403, "forbidden");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_of_the_version_before_goes_on_with_its_operators_role() {
    for world in worlds().await {
        let (ops, text) = world.operator(OperatorRole::Ops).await;
        world
            .tamper("update admin_token set role = null, last_four = ''")
            .await;
        let by = by(&world, &text).await;
        assert!(matches!(
            by.actor,
            Actor::Operator {
                role: OperatorRole::Ops,
                ..
            }
        ));
        // No token keeps a role that its operator lost.
        world.tamper("update admin_token set role = 'ops'").await;
        world.tamper("update operator set role = 'support'").await;
        let list = ListTokens {
            actor: Actor::Cli,
            operator: ops,
            page: Page::first(),
        };
        let listed = world.store.read(list).await.unwrap().items;
        assert_eq!(listed[0].plan.role, OperatorRole::Support);
    }
}
