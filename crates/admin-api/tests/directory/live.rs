//! Going live: the checklist, requests, and that there is one way to live.

use std::sync::Arc;

use kofa_admin_api::router;
use kofa_commands::platform::live::{RequestLive, WithdrawLiveRequest};
use kofa_commands::{Concern, House, Services};
use kofa_core::companies::{
    Companies, CompanyAnswer, CompanyEnquiry, CompanyFuture, CompanyQuestion, NameVerdict,
    RegisteredCompany,
};
use kofa_core::{Actor, ActorAt, MemberRole, OperatorRole, Via};
use kofa_domain::{Environment, Error, Kobo, OperatorId, TenantId, codes};
use kofa_identity::live_checklist::LiveLine;
use kofa_identity::operators::DisableOperator;
use kofa_identity::proposals::{EndProposal, ProposalId};
use kofa_store::{Op, Tx};
use kofa_testkit::AdminClient;
use serde_json::{Value, json};

use crate::world::{LOOK_UPS, NOW, World, code, member, products, worlds};

/// Knows one company; numbers with a letter are none, and 503 is what it says of 503.
struct Register;

impl CompanyEnquiry for Register {
    fn ask<'a>(&'a self, question: CompanyQuestion<'a>) -> CompanyFuture<'a> {
        let answer = match question.rc_number {
            "RC 1885308" => Ok(CompanyAnswer::Registered(RegisteredCompany {
                number: "RC1885308".to_owned(),
                entity_type: "COMPANY",
                status: "ACTIVE",
                exists: true,
                name: match question.name {
                    "Ada" => NameVerdict::Normalized,
                    _ => NameVerdict::Mismatch,
                },
            })),
            "503" => Err(Error::unavailable("the register is away")),
            wrong if wrong.contains('x') => Ok(CompanyAnswer::Unreadable {
                code: &codes::INVALID_FIELD,
                field: "rcNumber",
                must: "must be a number".to_owned(),
            }),
            _ => Ok(CompanyAnswer::NotRegistered),
        };
        Box::pin(std::future::ready(answer))
    }
}

fn house() -> House {
    House {
        live_checklist: LiveLine::ALL.to_vec(),
        ..House::default()
    }
}

/// A platform of this house: commands, and an operator at the admin API.
async fn platform(world: &World, house: House) -> (Services, AdminClient) {
    let mut state = world.admin_state(products(&[]), Default::default()).await;
    state.house = house;
    state.parts.insert(Companies(Arc::new(Register)));
    let state = Arc::new(state);
    let services = state.services();
    let owner = world
        .admin(&router(state, Vec::new()), OperatorRole::Owner)
        .await;
    (services, owner)
}

fn missing(standing: &Value) -> Vec<&str> {
    let lines = standing["checklist"].as_array().unwrap().iter();
    let open = lines.filter(|line| line["required"] == true && line["done"] == false);
    open.map(|line| line["line"].as_str().unwrap()).collect()
}

struct Count(&'static str);

impl Op for Count {
    type Out = i64;

    async fn run(&self, tx: &mut Tx<'_>) -> kofa_domain::Result<i64> {
        Ok(tx.one(self.0, &[]).await?.get("n")?)
    }
}

const LIVE: Count =
    Count("select count(*) as n from service_access where environment = 'live' and enabled");

#[tokio::test(flavor = "multi_thread")]
async fn live_is_switched_on_when_nothing_is_missing_or_somebody_says_why() {
    for world in worlds().await {
        let (_, owner) = platform(&world, house()).await;
        let tenant = world.tenant("Ada").await.0.id;
        let switch = format!("tenants/{tenant}/services/{LOOK_UPS}/live");
        let (on, off) = (json!({"enabled": true}), json!({"enabled": false}));
        let refused = owner.call("PUT", &switch, &on).await;
        refused.refused(409, "live_checklist_incomplete");
        let all = LiveLine::ALL.map(LiveLine::as_str);
        assert_eq!(refused.fields(), all);
        assert_eq!(world.store.read(LIVE).await.unwrap(), 0);
        // The sandbox asks for nothing, and off is at once.
        let sandbox = format!("tenants/{tenant}/services/{LOOK_UPS}/sandbox");
        owner.call("PUT", &sandbox, &off).await.is(200);
        owner.call("PUT", &sandbox, &on).await.is(200);
        owner.call("PUT", &switch, &off).await.is(200);

        let live = format!("tenants/{tenant}/live");
        let agreed = json!({"reference": "MSA-2026-7"});
        let path = format!("{live}/agreement");
        let standing = owner.call("PUT", &path, &agreed).await.ok();
        assert_eq!(standing["agreement"], "MSA-2026-7");
        assert_eq!(missing(&standing), all[1..]);
        let path = format!("{live}/company");
        let look_up = async |number: &str| {
            let body = json!({"rcNumber": number});
            owner.call("PUT", &path, &body).await
        };
        look_up("1x").await.refused(422, "invalid_field");
        look_up("503").await.refused(503, "service_unavailable");
        let unknown = look_up("9").await.ok();
        assert_eq!(unknown["company"]["found"], false);
        assert_eq!(missing(&unknown), all[1..]);
        let known = look_up("RC 1885308").await.ok();
        let company = json!({"rcNumber": "RC 1885308", "found": true, "status": "ACTIVE",
            "nameMatch": "normalized", "passed": true, "checkedAt": known["company"]["checkedAt"]});
        assert_eq!(known["company"], company);
        assert_eq!(missing(&known), all[2..]);
        world.credit_live(&tenant, Kobo::new(1)).await;
        // Somebody joined: without a mail server the portal is where they read.
        world.tamper("update member set password_hash = 'x'").await;
        let standing = owner.get(&live).await.ok();
        assert_eq!(missing(&standing), ["second_factor"]);
        world
            .tamper(
                "insert into second_factor (person, secret, created_at, confirmed_at, last_step) \
                 select m.id, i.digest, 1, 1, 0 from member m \
                 join invite i on i.tenant_id = m.tenant_id",
            )
            .await;
        assert_eq!(missing(&owner.get(&live).await.ok()), Vec::<&str>::new());
        owner.call("PUT", &switch, &on).await.is(200);
        assert_eq!(world.store.read(LIVE).await.unwrap(), 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reason_stands_in_for_what_is_missing_and_is_audited() {
    for world in worlds().await {
        let (_, owner) = platform(&world, house()).await;
        let tenant = world.tenant("Ada").await.0.id;
        let switch = format!("tenants/{tenant}/services/{LOOK_UPS}/live");
        for blank in [json!(""), json!("  "), json!(null)] {
            let on = json!({"enabled": true, "reason": blank});
            let refused = owner.call("PUT", &switch, &on).await;
            refused.refused(409, "live_checklist_incomplete");
        }
        let on = json!({"enabled": true, "reason": "The pilot that we agreed on."});
        owner.call("PUT", &switch, &on).await.is(200);
        let audit = owner.get("audit?limit=1").await.ok();
        let entry = &audit["items"][0];
        assert_eq!(entry["action"], "service.switch");
        let details = &entry["details"];
        assert_eq!(details["reason"], "The pilot that we agreed on.");
        assert_eq!(
            details["missing"],
            json!(LiveLine::ALL.map(LiveLine::as_str))
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_waits_until_it_is_granted_refused_or_withdrawn() {
    for world in worlds().await {
        let (services, owner) = platform(&world, House::default()).await;
        let (tenant, other) = (
            world.tenant("Ada").await.0.id,
            world.tenant("Bola").await.0.id,
        );
        let ask = |number: Option<&str>| RequestLive {
            tenant: tenant.clone(),
            scope: LOOK_UPS,
            rc_number: number.map(str::to_owned),
        };
        for by in [
            member(&other, MemberRole::Owner),
            member(&tenant, MemberRole::Developer),
            member(&tenant, MemberRole::Finance),
        ] {
            assert_eq!(code(services.run(by, ask(None)).await), "forbidden");
        }
        let by = || member(&tenant, MemberRole::Owner);
        let wrong = services.run(by(), ask(Some("1x"))).await;
        assert_eq!(code(wrong), "invalid_field");
        // That the register is away holds no request up.
        services.run(by(), ask(Some("503"))).await.unwrap();
        let again = services.run(by(), ask(Some("RC 1885308"))).await.unwrap();
        assert_eq!(again.state, "requested");
        let waiting = owner.get("live-requests").await.ok();
        assert_eq!(waiting["items"].as_array().unwrap().len(), 1, "once");
        assert_eq!(waiting["items"][0]["tenant"], "Ada");
        let attention = owner.get("attention").await.ok();
        assert_eq!(attention["liveRequests"][0]["tenantId"], tenant.as_str());

        let path = format!("tenants/{tenant}/live/{LOOK_UPS}");
        let refuse = format!("{path}/refuse");
        owner
            .post(&refuse, &json!({}))
            .await
            .refused(422, "missing_field");
        let why = json!({"reason": "No agreement yet."});
        let refused = owner.post(&refuse, &why).await.ok();
        assert_eq!(
            (&refused["state"], &refused["reason"]),
            (&json!("refused"), &why["reason"])
        );
        owner
            .post(&refuse, &why)
            .await
            .refused(409, "no_live_request");

        // What happened is told once each, to this tenant alone.
        assert_eq!(world.store.read(TOLD).await.unwrap(), 2);
        assert_eq!(world.store.read(ELSEWHERE).await.unwrap(), 0);
    }
}

const TOLD: Count = Count("select count(*) as n from event where type = 'live.updated'");
const ELSEWHERE: Count = Count(
    "select count(*) as n from event e join tenant t on t.id = e.tenant_id \
     where e.type = 'live.updated' and (t.name <> 'Ada' or e.environment <> 'live')",
);

#[tokio::test(flavor = "multi_thread")]
async fn a_request_is_withdrawn_and_made_again() {
    for world in worlds().await {
        let (services, owner) = platform(&world, House::default()).await;
        let tenant = world.tenant("Ada").await.0.id;
        let other = world.tenant("Bola").await.0.id;
        let ask = |number: Option<&str>| RequestLive {
            tenant: tenant.clone(),
            scope: LOOK_UPS,
            rc_number: number.map(str::to_owned),
        };
        let by = || member(&tenant, MemberRole::Owner);
        services.run(by(), ask(None)).await.unwrap();
        let withdraw = || WithdrawLiveRequest {
            tenant: tenant.clone(),
            scope: LOOK_UPS,
        };
        let foreign = member(&other, MemberRole::Owner);
        assert_eq!(code(services.run(foreign, withdraw()).await), "forbidden");
        let withdrawn = services.run(by(), withdraw()).await.unwrap();
        assert_eq!(withdrawn.state, "withdrawn");
        let twice = services.run(by(), withdraw()).await;
        assert_eq!(code(twice), "no_live_request");

        services.run(by(), ask(None)).await.unwrap();
        let switch = format!("tenants/{tenant}/services/{LOOK_UPS}/live");
        owner
            .call("PUT", &switch, &json!({"enabled": true}))
            .await
            .is(200);
        let standing = owner.get(&format!("tenants/{tenant}/live")).await.ok();
        let service = |standing: &Value| {
            let all = standing["services"].as_array().unwrap().clone();
            let ours = all
                .into_iter()
                .find(|one| one["scope"] == LOOK_UPS.as_str());
            ours.unwrap()
        };
        let ours = service(&standing);
        assert_eq!(
            (&ours["enabled"], &ours["request"]["state"]),
            (&json!(true), &json!("granted"))
        );
        assert_eq!(code(services.run(by(), ask(None)).await), "live_already_on");
        let off = json!({"enabled": false, "reason": "They asked."});
        owner.call("PUT", &switch, &off).await.is(200);
        let again = services.run(by(), ask(None)).await.unwrap();
        assert_eq!(again.state, "requested", "it can be asked for again");
        // Asked, withdrawn, asked, granted, off, asked: told once each.
        assert_eq!(world.store.read(TOLD).await.unwrap(), 6);
    }
}

fn operator(id: &OperatorId) -> ActorAt {
    let actor = Actor::Operator {
        id: id.clone(),
        role: OperatorRole::Owner,
        via: Via::FRESH,
    };
    ActorAt { actor, at: NOW }
}

#[tokio::test(flavor = "multi_thread")]
async fn with_four_eyes_live_needs_a_second_operator_who_still_is_one() {
    for world in worlds().await {
        let house = House {
            four_eyes: vec![Concern::Live],
            ..house()
        };
        let (services, owner) = platform(&world, house).await;
        let tenant = world.tenant("Ada").await.0.id;
        let switch = format!("tenants/{tenant}/services/{LOOK_UPS}/live");
        let on = json!({"enabled": true, "reason": "A pilot."});
        let proposed = owner.call("PUT", &switch, &on).await.is(202).json();
        let confirm = format!("proposals/{}/confirm", proposed["id"].as_str().unwrap());
        // The same operator, by whatever token: there is one of them, so that nobody can.
        owner
            .post(&confirm, &json!({}))
            .await
            .refused(403, "own_proposal");
        assert_eq!(world.store.read(LIVE).await.unwrap(), 0);
        // Who proposed it is no operator any more.
        let one = OperatorId::parse(proposed["proposedBy"].as_str().unwrap()).unwrap();
        let (other, _) = world.operator(OperatorRole::Owner).await;
        let disable = DisableOperator {
            by: operator(&other),
            operator: one,
        };
        world.store.write(disable).await.unwrap();
        let id = ProposalId::parse(proposed["id"].as_str().unwrap()).unwrap();
        let end = EndProposal {
            by: operator(&other),
            id,
            is_confirmed: true,
        };
        assert_eq!(code(world.store.write(end).await), "proposal_not_pending");
        assert_eq!(world.store.read(LIVE).await.unwrap(), 0);
        // Two who are.
        let (third, _) = world.operator(OperatorRole::Ops).await;
        let on = kofa_commands::platform::tenants::SwitchService {
            tenant: tenant.clone(),
            scope: LOOK_UPS,
            environment: Environment::Live,
            enabled: true,
            reason: "A pilot.".to_owned(),
        };
        let alone = services.run(operator(&third), on).await;
        assert_eq!(code(alone), "second_operator_needed");
        assert_eq!(world.store.read(LIVE).await.unwrap(), 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_second_operator_confirms_still_needs_the_checklist() {
    for world in worlds().await {
        let house = House {
            four_eyes: vec![Concern::Live],
            ..house()
        };
        let mut state = world.admin_state(products(&[]), Default::default()).await;
        state.house = house;
        let routes = router(Arc::new(state), Vec::new());
        let one = world.admin(&routes, OperatorRole::Ops).await;
        let other = world.admin(&routes, OperatorRole::Ops).await;
        let tenant: TenantId = world.tenant("Ada").await.0.id;
        let switch = format!("tenants/{tenant}/services/{LOOK_UPS}/live");
        let propose = async |body: &Value| {
            let proposed = one.call("PUT", &switch, body).await.is(202).json();
            format!("proposals/{}/confirm", proposed["id"].as_str().unwrap())
        };
        let bare = propose(&json!({"enabled": true})).await;
        let refused = other.post(&bare, &json!({})).await;
        refused.refused(409, "live_checklist_incomplete");
        assert_eq!(world.store.read(LIVE).await.unwrap(), 0);
        let said = propose(&json!({"enabled": true, "reason": "A pilot."})).await;
        other.post(&said, &json!({})).await.is(200);
        assert_eq!(world.store.read(LIVE).await.unwrap(), 1);
    }
}
