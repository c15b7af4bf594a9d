//! Requests for access: asked by strangers, decided by operators, or by the link to an address.

use kofa_core::people::People;
use kofa_core::{Actor, ActorAt, OperatorRole, Page};
use kofa_domain::{Clock as _, Ids, Result};
use kofa_identity::access_requests::{
    AcceptAccess, AccessRequest, AskAccess, Asked, CheckSignUp, DeclineAccess, FindAccessRequest,
    KEPT_SECONDS, LINK_SECONDS, ListAccessRequests, PurgeAccessRequests, TypedRequest, UseSignUp,
    WAITING_MAX,
};
use kofa_identity::people::ACCOUNTS;
use kofa_identity::tenants::CreateTenant;
use kofa_mail::Mailer;
use kofa_store::{Op, Tx};
use serde_json::json;

use crate::mails::{Post, deliver};
use crate::world::{NOW, World, at, code, operator, products, shell, worlds};

fn typed(email: &str) -> TypedRequest {
    TypedRequest {
        business: "Eko Foods".to_owned(),
        name: "Bola Ade".to_owned(),
        email: email.to_owned(),
        rc_number: "RC 1".to_owned(),
        purpose: String::new(),
    }
}

async fn ask(world: &World, email: &str, mailer: Option<&Mailer>) -> Asked {
    let secrets = (&world.vault, Ids);
    let with = (mailer, "/request-access");
    let ask = AskAccess::new(secrets, typed(email), with, world.clock.now());
    world.store.write(ask).await.unwrap()
}

async fn listed(world: &World) -> Vec<AccessRequest> {
    let list = ListAccessRequests {
        vault: world.vault.clone(),
        now: world.clock.now(),
        page: Page::first(),
    };
    world.store.read(list).await.unwrap().items
}

fn creating(world: &World, by: ActorAt, of: &AccessRequest) -> CreateTenant {
    let (name, email) = (of.typed.business.clone(), of.typed.email.clone());
    CreateTenant::new(&world.vault, Ids, by, name, email).0
}

fn accepting(world: &World, by: ActorAt, of: &AccessRequest) -> AcceptAccess {
    AcceptAccess {
        by: by.clone(),
        id: of.id.clone(),
        create: creating(world, by, of),
    }
}

fn declining(world: &World, by: ActorAt, of: &AccessRequest) -> DeclineAccess {
    DeclineAccess {
        by,
        vault: world.vault.clone(),
        mailer: None,
        id: of.id.clone(),
        reason: "Not now".to_owned(),
    }
}

/// How many rows hold this text as it is.
struct Readable(&'static str);

impl Op for Readable {
    type Out = i64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        let sql = "select count(*) as n from access_request \
                   where reason like '%' || $1 || '%' or id like '%' || $1 || '%'";
        Ok(tx.one(sql, &[self.0.into()]).await?.get("n")?)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_request_of_an_address_waits_and_is_decided_once() {
    for world in worlds().await {
        assert_eq!(ask(&world, "bola@example.com", None).await, Asked::Taken);
        world.clock.advance_seconds(60);
        assert_eq!(ask(&world, "bola@example.com", None).await, Asked::Taken);
        assert_eq!(ask(&world, "chi@example.com", None).await, Asked::Taken);
        let all = listed(&world).await;
        assert_eq!(all.len(), 2, "{all:?}");
        let [chi, bola] = [&all[0], &all[1]];
        assert_eq!(bola.typed, typed("bola@example.com"));
        assert_eq!(bola.asked_at, NOW.plus_seconds(60), "the last time");
        assert_eq!(world.store.read(Readable("bola")).await.unwrap(), 0);

        let support = operator(OperatorRole::Support);
        let refused = accepting(&world, support.clone(), bola);
        assert_eq!(code(world.store.write(refused).await), "forbidden");
        let refused = declining(&world, support, bola);
        assert_eq!(code(world.store.write(refused).await), "forbidden");
        let accept = || accepting(&world, at(world.clock.now()), bola);
        let tenant = world.store.write(accept()).await.unwrap();
        assert_eq!(tenant.name, "Eko Foods");
        let pending = "access_request_not_pending";
        assert_eq!(code(world.store.write(accept()).await), pending);
        let late = declining(&world, at(world.clock.now()), bola);
        assert_eq!(code(world.store.write(late).await), pending);
        let decline = declining(&world, at(world.clock.now()), chi);
        let declined = world.store.write(decline).await.unwrap();
        assert_eq!(
            (declined.state.as_str(), declined.reason.as_str()),
            ("declined", "Not now")
        );
        let find = FindAccessRequest {
            vault: world.vault.clone(),
            id: bola.id.clone(),
            now: world.clock.now(),
        };
        let found = world.store.read(find).await.unwrap();
        assert_eq!(found.tenant, Some(tenant.id));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_fails_leaves_the_request_waiting() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        ask(&world, &tenant.email, None).await;
        let request = listed(&world).await.remove(0);
        let accept = accepting(&world, shell(), &request);
        assert_eq!(code(world.store.write(accept).await), "email_taken");
        assert_eq!(listed(&world).await[0].state.as_str(), "requested");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_are_bounded_and_forgotten() {
    for world in worlds().await {
        for number in 0..WAITING_MAX {
            let email = format!("n{number}@example.com");
            assert_eq!(ask(&world, &email, None).await, Asked::Taken);
        }
        assert_eq!(ask(&world, "late@example.com", None).await, Asked::Full);
        assert_eq!(ask(&world, "n7@example.com", None).await, Asked::Taken);
        let first = listed(&world).await.remove(0);
        let soon = world.clock.now().plus_seconds(10);
        let decline = declining(&world, at(soon), &first);
        world.store.write(decline).await.unwrap();
        assert_eq!(ask(&world, "late@example.com", None).await, Asked::Taken);
        world.clock.advance_seconds(KEPT_SECONDS);
        let now = world.clock.now();
        assert_eq!(listed(&world).await.len(), 1, "the declined one is newer");
        let accept = accepting(&world, at(now), &first);
        let refused = code(world.store.write(accept).await);
        assert_eq!(refused, "access_request_not_pending");
        let purge = PurgeAccessRequests { now };
        let gone = world.store.write_until_none(purge).await.unwrap();
        assert_eq!(gone, WAITING_MAX.unsigned_abs());
    }
}

fn link(mail: &str) -> String {
    let flat = mail.replace("=\n", "");
    let begin = "https://kofa.example/request-access/";
    let token = flat.split(begin).nth(1).unwrap();
    token.split_whitespace().next().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn where_sign_up_is_open_the_link_to_the_address_decides() {
    for world in worlds().await {
        let post = Post::of(&world).await;
        let mailer = post.state.mailer.clone();
        for _ in 0..2 {
            ask(&world, "bola@example.com", mailer.as_ref()).await;
        }
        deliver(&world, &post.tasks).await;
        let taken = post.stand.taken();
        assert_eq!(taken.len(), 1, "one in fifteen minutes: {taken:?}");
        assert!(!taken[0].contains("Eko"), "no words of a stranger");
        assert!(listed(&world).await.is_empty(), "no operator is asked");
        world.clock.advance_seconds(16 * 60);
        ask(&world, "bola@example.com", mailer.as_ref()).await;
        deliver(&world, &post.tasks).await;
        let [old, new] = [&post.stand.taken()[0], &post.stand.taken()[1]].map(|it| link(it));
        let now = world.clock.now();
        let check = |token: &str, now| CheckSignUp::new(&world.vault, token, now);
        let unknown = "sign_up_link_not_found";
        assert_eq!(code(world.store.read(check(&old, now)).await), unknown);
        assert_eq!(code(world.store.read(check("x", now)).await), unknown);
        let late = now.plus_seconds(LINK_SECONDS);
        assert_eq!(code(world.store.read(check(&new, late)).await), unknown);
        let found = world.store.read(check(&new, now)).await.unwrap();
        let by = UseSignUp::by(now);
        assert_eq!(by.actor, Actor::Stranger);
        let using = || UseSignUp::new(&found, creating(&world, by.clone(), &found), now);
        let tenant = world.store.write(using()).await.unwrap();
        assert_eq!(tenant.email, "bola@example.com");
        assert_eq!(code(world.store.write(using()).await), unknown);
        assert_eq!(listed(&world).await[0].state.as_str(), "accepted");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_decide_over_the_admin_api_and_who_asked_is_told() {
    for world in worlds().await {
        for name in ["bola", "chi"] {
            ask(&world, &format!("{name}@example.com"), None).await;
            world.clock.advance_seconds(1);
        }
        let (stand, tasks, owner) = Post::of(&world).await.admin(&world).await;
        let all = owner.get("access-requests").await.json();
        let [chi, bola] = [&all["items"][0], &all["items"][1]];
        assert_eq!(bola["rcNumber"], "RC 1");
        assert_eq!(bola["purpose"], json!(null));
        let path = |of: &serde_json::Value, what: &str| {
            format!("access-requests/{}/{what}", of["id"].as_str().unwrap())
        };
        let made = owner.post(&path(bola, "accept"), &json!({})).await.is(201);
        let url = made.json()["inviteUrl"].as_str().unwrap().to_owned();
        let again = owner.post(&path(bola, "accept"), &json!({})).await;
        again.refused(409, "access_request_not_pending");
        let empty = owner.post(&path(chi, "decline"), &json!({})).await;
        empty.refused(422, "missing_field");
        let reason = json!({"reason": "We serve lenders only"});
        let declined = owner.post(&path(chi, "decline"), &reason).await.is(200);
        assert_eq!(declined.json()["reason"], "We serve lenders only");
        deliver(&world, &tasks).await;
        let taken = stand.taken();
        let to = |email: &str| {
            let mut all = taken.iter().map(|one| one.replace("=\n", ""));
            all.find(|one| one.contains(email)).unwrap()
        };
        assert_eq!(taken.len(), 2, "{taken:?}");
        assert!(to("bola@example.com").contains(&url));
        assert!(to("chi@example.com").contains("We serve lenders only"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_typed_is_found_and_erased_by_their_address() {
    for world in worlds().await {
        ask(&world, "bola@example.com", None).await;
        let mut state = world.admin_state(products(&[]), Default::default()).await;
        state.parts.insert(People {
            kinds: vec![ACCOUNTS].into(),
            paid_kept_days: 1_827,
        });
        let routes = kofa_admin_api::router(state.into(), Vec::new());
        let owner = world.admin(&routes, OperatorRole::Owner).await;
        let body = json!({"by": "email", "value": "Bola@example.com"});
        let exported = owner.post("people/export", &body).await.json();
        let record = &exported["records"][0];
        assert_eq!(record["kind"], "access_request");
        assert_eq!(record["data"]["name"], "Bola Ade");
        owner.post("people/erase", &body).await.is(200);
        assert!(listed(&world).await.is_empty());
    }
}
