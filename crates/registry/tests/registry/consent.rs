//! Questions by consent code through the front door, on both databases.

use axum::body::Body;
use http::Request;
use kofa_domain::{Clock as _, Environment, Ids, RequestId};
use kofa_registry::rules::{EntityType, Standing, Vrc, VrcScope, standing};
use kofa_registry::{
    AskVrc, Consent, Contents, DropVrc, Entity, FindVrcUses, KEPT_SECONDS, PurgeVrcAnswers,
    PutCompanies, StoreConsent, UseVrc, VRC_ALREADY_USED, VrcClaim, VrcHolder,
};
use kofa_testkit::Reply;
use serde_json::Value;

use crate::profiles::{entity, take};
use crate::tin::tin_world::{World, both, sqlite, where_one_use_is};

const PRICE: i64 = 10_000;
const PATHS: [&str; 5] = [
    "affiliates",
    "share-capital",
    "share-distribution",
    "secure/rc",
    "assets",
];

fn by(path: &str, code: &str) -> String {
    format!("{path}?vrcNumber={code}")
}

#[track_caller]
fn told_again(reply: &Reply, first: &Reply) {
    assert_eq!(reply.charged(200, 0), first.json());
    assert_eq!(reply.bytes, first.bytes, "the same, byte for byte");
    assert_eq!(reply.header("idempotency-replayed"), "true");
}

#[tokio::test]
async fn every_question_is_answered_in_the_documented_shape() {
    for world in both().await {
        for path in PATHS {
            let name = format!("consent_{}", path.replace(['-', '/'], "_"));
            let answer = world.get(&by(path, "SANDBOXVR0")).await;
            insta::assert_json_snapshot!(name, answer.charged(200, PRICE));
        }
        let second = world.get(&by("share-distribution", "SANDBOXVR9")).await;
        insta::assert_json_snapshot!("consent_does_not_add_up", second.charged(200, PRICE));
    }
}

#[tokio::test]
async fn who_only_filed_or_witnessed_is_told_on_request_and_from_the_same_use() {
    let world = sqlite().await;
    let types = |reply: &Value| -> Vec<String> {
        let all = reply["data"]["affiliates"].as_array().unwrap().iter();
        let roles = all.flat_map(|one| one["roles"].as_array().unwrap());
        roles
            .map(|role| role["type"].as_str().unwrap().to_owned())
            .collect()
    };
    let own = world.get("affiliates?vrcNumber=SANDBOXVR9X").await;
    own.refused(422, "invalid_vrc_number");
    let own = world.get("affiliates?vrcNumber=SANDBOXVR0").await;
    let own = types(&own.charged(200, PRICE));
    assert!(
        !own.iter()
            .any(|kind| kind == "PRESENTER" || kind == "WITNESS")
    );
    let all = world
        .get("affiliates?vrcNumber=SANDBOXVR0&include=ALL")
        .await;
    let all = types(&all.charged(200, 0));
    assert!(all.contains(&"PRESENTER".to_owned()) && all.contains(&"WITNESS".to_owned()));
    assert_eq!(all.len(), own.len() + 2);
    let refused = world.get("affiliates?include=some").await;
    let body = refused.refused(422, "missing_field");
    assert_eq!(body["errors"][1]["field"], "include");
}

#[tokio::test]
async fn as_many_affiliates_are_counted_as_are_listed() {
    // One person in two roles, of which one row alone has the month of birth.
    const PEOPLE: &str = "rc,type,surname,firstName,dateOfBirth,shares\n\
        1885308,DIRECTOR,Obi,Ada,,\n1885308,SHAREHOLDER,Obi,Ada,1980-02,1000\n\
        1885308,WITNESS,Eze,Uju,,\n";
    for world in both().await {
        let report = take(&world.store, Contents::People, PEOPLE).await;
        assert_eq!(report.rows_stored, 3, "{:?}", report.first_rejects);
        let code = Vrc::parse("AB12CD34EF").unwrap();
        let sandbox = Environment::Sandbox;
        let keep = StoreConsent {
            environment: sandbox,
            code_digest: code.blind_index(&world.vault, sandbox),
            consent: Consent {
                entity: entity("1885308", EntityType::Company),
                expires_at: world.clock.now().plus_seconds(60),
            },
            issued_by: "test".to_owned(),
            issued_at: world.clock.now(),
        };
        world.store.write(keep).await.unwrap();
        let listed = world.get(&by("affiliates", "AB12CD34EF")).await;
        let counted = world.get(&by("secure/rc", "AB12CD34EF")).await;
        let (listed, counted) = (listed.charged(200, PRICE), counted.charged(200, PRICE));
        let [listed, counted] = [
            &listed["data"]["totalCount"],
            &counted["data"]["affiliatesCount"],
        ];
        assert_eq!(listed, counted);
    }
}

#[tokio::test]
async fn a_code_is_used_once_and_its_answer_told_again_for_a_while() {
    for world in both().await {
        let before = world.balance().await;
        let code = "AB12C-D34EF";
        let path = by("share-capital", code);
        let first = world.get(&path).await;
        first.charged(200, PRICE);
        told_again(&world.get(&path).await, &first);
        let in_header = Request::builder()
            .uri("/api/v1/company/validation/share-capital")
            .header("x-api-key", &world.key)
            .header("x-vrc-number", "ab12cd34ef");
        let in_header = in_header.body(Body::empty()).unwrap();
        told_again(&world.send(in_header).await, &first);

        // Each endpoint once, and each tenant in its own world.
        let other = world.get(&by("assets", code)).await;
        let other = other.charged(200, PRICE);
        assert_eq!(other["data"]["rcNumber"], first.json()["data"]["rcNumber"]);
        let stranger = world.stranger().await.key;
        let theirs = world.get_as(&stranger, "sandbox", &path).await;
        theirs.charged(200, PRICE);
        assert_eq!(theirs.header("idempotency-replayed"), "");

        world.clock.advance_seconds(KEPT_SECONDS - 1);
        told_again(&world.get(&path).await, &first);
        world.clock.advance_seconds(1);
        let used = world.get(&path).await.refused(409, "vrc_already_used");
        assert_eq!(used["errors"][0]["field"], "vrcNumber");
        let spent = before.get() - world.balance().await.get();
        assert_eq!(spent, 2 * PRICE);
    }
}

#[tokio::test]
async fn a_repetition_needs_no_money() {
    for world in both().await {
        let path = by("assets", "ZX12CD34EF");
        let first = world.get(&path).await;
        first.charged(200, PRICE);
        let rest = world.balance().await.get();
        world.debit(&world.tenant, Environment::Sandbox, rest).await;
        told_again(&world.get(&path).await, &first);
        let new = world.get(&by("assets", "ZX12CD34EG")).await;
        assert_eq!(new.status, 402, "{}", new.json());
    }
}

#[tokio::test]
async fn the_last_digit_of_a_reserved_code_decides() {
    for world in both().await {
        let before = world.balance().await;
        let ask = async |digit: u8| {
            world
                .get(&by("affiliates", &format!("SANDBOXVR{digit}")))
                .await
        };
        ask(1).await.refused(404, "vrc_not_found");
        ask(2).await.refused(409, "vrc_already_used");
        let down = ask(3).await;
        down.refused(503, "upstream_unavailable");
        assert_eq!(down.header("retry-after"), "30");
        ask(7).await.refused(410, "vrc_expired");
        assert_eq!(world.balance().await, before);

        ask(5).await.refused(504, "upstream_timeout");
        let after = ask(5).await;
        after.charged(200, PRICE);
        told_again(&ask(5).await, &after);

        let whole = ask(0).await.charged(200, PRICE);
        let partial = ask(6).await.charged(200, PRICE);
        assert_eq!(partial["data"]["totalCount"], 2);
        assert_eq!(partial["data"]["affiliates"][0]["dateOfBirth"], Value::Null);
        let untidy = ask(8).await.charged(200, PRICE);
        assert_eq!(untidy["data"]["totalCount"], whole["data"]["totalCount"]);
        let second = ask(9).await.charged(200, PRICE);
        assert_ne!(second["data"]["rcNumber"], whole["data"]["rcNumber"]);

        world.clock.advance_seconds(KEPT_SECONDS);
        ask(0).await.charged(200, PRICE);
        ask(9).await.refused(409, "vrc_already_used");
        // A rehearsed time-out can be rehearsed again.
        ask(5).await.refused(504, "upstream_timeout");
        ask(5).await.charged(200, PRICE);
    }
}

#[tokio::test]
async fn of_calls_that_come_together_one_uses_the_code_and_the_others_hear_its_answer() {
    for world in both().await {
        let before = world.balance().await;
        // A slow one goes the way of an upstream, another the way of a register.
        for code in ["SANDBOXVR4", "TOGETHER01"] {
            let path = by("share-distribution", code);
            let calls = (0..12).map(|_| world.get(&path));
            let replies = futures_util::future::join_all(calls).await;
            let charged: Vec<&Reply> = replies
                .iter()
                .filter(|reply| reply.header("x-charge-amount") != "0")
                .collect();
            assert_eq!(charged.len(), 1, "{code}");
            charged[0].charged(200, PRICE);
            for reply in &replies {
                assert_eq!(reply.bytes, charged[0].bytes);
            }
        }
        assert_eq!(before.get() - world.balance().await.get(), 2 * PRICE);
    }
}

#[tokio::test]
async fn who_hangs_up_finds_the_answer_later() {
    for world in both().await {
        let path = by("secure/rc", "SANDBOXVR4");
        let hung_up = std::time::Duration::from_millis(500);
        let cut = tokio::time::timeout(hung_up, world.get(&path)).await;
        assert!(cut.is_err(), "a slow code takes three seconds");
        let found = world.get(&path).await;
        found.charged(200, 0);
        assert_eq!(found.header("idempotency-replayed"), "true");
    }
}

#[tokio::test]
async fn the_words_of_a_refusal_do_not_repeat_the_code() {
    let world = sqlite().await;
    let differ = Request::builder()
        .uri("/api/v1/company/validation/assets?vrcNumber=QQQQQ11111")
        .header("x-api-key", &world.key)
        .header("x-vrc-number", "QQQQQ11112");
    let differ = world.send(differ.body(Body::empty()).unwrap()).await;
    differ.refused(422, "invalid_vrc_number");
    let text = String::from_utf8(differ.bytes.to_vec()).unwrap();
    assert!(!text.contains("QQQQQ"), "{text}");
    let live = world.get_in("live", &by("assets", "SANDBOXVR0")).await;
    live.refused(422, "sandbox_value_in_live");
    let live = world.get_in("live", &by("assets", "QQQQQ11111")).await;
    assert_ne!(live.status, 200);
}

/// Live with a company in its register, money, and a code of that company.
async fn live(world: &World, code: &str) {
    use kofa_registry::Company;
    use kofa_registry::rules::{RegistrationStatus, read_rc_number};
    let rc_number = read_rc_number("7001").unwrap().number;
    let company = Company {
        rc_number: rc_number.clone(),
        entity_type: EntityType::Company,
        company_name: "Live Company Limited".to_owned(),
        company_type: String::new(),
        registration_status: RegistrationStatus::Active,
        registered_address: String::new(),
        registration_date: None,
        line_of_business: None,
        line_of_business_codes: None,
        city: None,
        lga: None,
        state: None,
        email: None,
    };
    let put = PutCompanies {
        environment: Environment::Live,
        companies: vec![company],
        imported_at: world.clock.now(),
    };
    world.store.write(put).await.unwrap();
    let code = Vrc::parse(code).unwrap();
    let keep = StoreConsent {
        environment: Environment::Live,
        code_digest: code.blind_index(&world.vault, Environment::Live),
        consent: Consent {
            entity: Entity {
                rc_number,
                entity_type: EntityType::Company,
            },
            expires_at: world.clock.now().plus_seconds(7 * 86_400),
        },
        issued_by: "test".to_owned(),
        issued_at: world.clock.now(),
    };
    world.store.write(keep).await.unwrap();
    world
        .credit(&world.tenant, Environment::Live, 1_000_000)
        .await;
}

#[tokio::test]
async fn in_live_a_code_is_used_up_for_everyone() {
    for world in both().await {
        live(&world, "LIVECODE01").await;
        let path = by("secure/rc", "LIVECODE01");
        let unknown = world.get_in("live", &by("secure/rc", "LIVECODE02")).await;
        unknown.refused(404, "vrc_not_found");
        let first = world.get_in("live", &path).await;
        let company = first.charged(200, PRICE);
        assert_eq!(company["data"]["companyName"], "Live Company Limited");
        told_again(&world.get_in("live", &path).await, &first);
        let stranger = world.stranger().await.key;
        let wallet_less = world.get_as(&stranger, "live", &path).await;
        assert_ne!(wallet_less.status, 200, "{}", wallet_less.json());
        let other = world.get_in("live", &by("assets", "LIVECODE01")).await;
        other.charged(200, PRICE);
        // In the sandbox it is a code like any other.
        world.get(&path).await.charged(200, PRICE);
    }
}

#[tokio::test]
async fn where_the_operator_says_so_one_use_is_all_a_code_has() {
    let world = where_one_use_is(VrcScope::PerCode).await;
    live(&world, "LIVECODE01").await;
    let path = by("secure/rc", "LIVECODE01");
    let first = world.get_in("live", &path).await;
    first.charged(200, PRICE);
    told_again(&world.get_in("live", &path).await, &first);
    let other = world.get_in("live", &by("assets", "LIVECODE01")).await;
    other.refused(409, "vrc_already_used");
    // The sandbox's codes serve each endpoint once, whatever holds in live.
    for path in PATHS {
        let answer = world.get(&by(path, "SANDBOXVR9")).await;
        answer.charged(200, PRICE);
    }
}

fn claim(world: &World, operation_id: &'static str, request_id: RequestId) -> VrcClaim {
    VrcClaim {
        code: VrcHolder {
            environment: Environment::Live,
            index: [7; 32],
            holder: String::new(),
        },
        scope: operation_id.to_owned(),
        tenant_id: world.tenant.clone(),
        operation_id,
        request_id,
        at: world.clock.now(),
        is_reusable: false,
    }
}

#[tokio::test]
async fn uses_are_stored_once_and_attempts_can_be_taken_back() {
    for world in both().await {
        let now = world.clock.now();
        let [one, other] = [Ids.uuid(now), Ids.uuid(now)];
        let stands = async || {
            let find = FindVrcUses {
                code: claim(&world, "a", one).code,
                now: world.clock.now(),
            };
            let uses = world.store.read(find).await.unwrap();
            let scope = VrcScope::PerCodeAndEndpoint;
            match standing(&uses, scope, &world.tenant, "a") {
                Standing::Unused => "unused".to_owned(),
                Standing::Unknown => "unknown".to_owned(),
                Standing::Used => "used".to_owned(),
                Standing::Answered(told) => format!("{:?}", told.answer.as_ref().unwrap().0),
            }
        };
        let asked = |id| AskVrc(claim(&world, "a", id));
        let drop = |id| DropVrc {
            claim: claim(&world, "a", id),
            turn: None,
        };
        let used = |id| UseVrc {
            claim: claim(&world, "a", id),
            sealed: vec![1, 2],
            until: world.clock.now().plus_seconds(60),
            turn: None,
        };
        assert_eq!(stands().await, "unused");
        world.store.write(asked(one)).await.unwrap();
        assert_eq!(stands().await, "unknown");
        // Only the call that asked takes it back.
        world.store.write(drop(other)).await.unwrap();
        assert_eq!(stands().await, "unknown");
        world.store.write(drop(one)).await.unwrap();
        assert_eq!(stands().await, "unused");

        world.store.write(asked(one)).await.unwrap();
        world.store.write(used(one)).await.unwrap();
        assert_eq!(stands().await, "[1, 2]");
        for refused in [
            world.store.write(asked(other)).await.unwrap_err(),
            world.store.write(used(other)).await.unwrap_err(),
        ] {
            assert_eq!(refused.code(), &VRC_ALREADY_USED);
        }
        world.store.write(drop(one)).await.unwrap();
        assert_eq!(stands().await, "[1, 2]", "a use is not taken back");

        let forget = |seconds| PurgeVrcAnswers {
            now: now.plus_seconds(seconds),
        };
        assert_eq!(world.store.write(forget(59)).await.unwrap(), 0);
        assert_eq!(world.store.write(forget(60)).await.unwrap(), 1);
        assert_eq!(stands().await, "used");
    }
}

#[tokio::test]
async fn no_code_and_no_answer_is_readable_in_the_database() {
    let world = sqlite().await;
    let code = "SECRETVRC7";
    let reply = world.get(&by("affiliates", code)).await.charged(200, PRICE);
    let name = reply["data"]["companyName"].as_str().unwrap().to_owned();
    let answer = serde_json::to_string(&reply["data"]).unwrap();
    assert!(answer.contains(&name));
    let mut seen = 0;
    for entry in std::fs::read_dir(world.database.folder()).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        seen += bytes.len();
        let holds = |text: &str| {
            let text = text.as_bytes();
            bytes.windows(text.len()).any(|window| window == text)
        };
        assert!(!holds(code) && !holds(&code.to_lowercase()));
        assert!(!holds("\"affiliateType\""), "an answer is sealed");
    }
    assert!(seen > 10_000, "the database was read");
}
