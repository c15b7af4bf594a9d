//! Tax numbers through the front door, on both databases.

use std::sync::Arc;

use kofa_domain::{Clock as _, Environment, Ids, codes::CONFLICT};
use kofa_registry::rules::{EntityType, read_rc_number};
use kofa_registry::tin::{FindTin, StoreReply, StoreTin, Tin};
use kofa_registry::{Contents, Format, ImportOptions, import};
use kofa_testkit::Reply;
use serde_json::{Value, json};

#[path = "tin_world.rs"]
pub(crate) mod tin_world;

use tin_world::{World, body, both, sqlite};

const LOOK_UP: i64 = 5_000;
const GENERATE: i64 = 15_000;

fn holder(world: &World, rc_number: &str) -> FindTin {
    FindTin {
        environment: Environment::Sandbox,
        tenant_id: world.tenant.clone(),
        rc_number: read_rc_number(rc_number).unwrap().number,
        entity_type: EntityType::Company,
    }
}

#[tokio::test]
async fn a_number_is_kept_once_for_each_company_tenant_and_world() {
    use kofa_domain::Clock as _;
    for world in both().await {
        let keep = |holder: FindTin, tin: &str| StoreTin {
            holder,
            tin: Tin::parse(tin).unwrap(),
            request_id: Ids.uuid(world.clock.now()),
            generated_at: world.clock.now(),
            turn: None,
        };
        let one = holder(&world, "7");
        assert_eq!(world.store.read(one.clone()).await.unwrap(), None);
        let first = keep(one.clone(), "4123456789012");
        world.store.write(first).await.unwrap();
        let second = keep(one.clone(), "4123456789013");
        let refused = world.store.write(second).await.unwrap_err();
        assert_eq!(refused.code(), &CONFLICT);
        let others = [
            holder(&world, "70"),
            FindTin {
                entity_type: EntityType::BusinessName,
                ..one.clone()
            },
            FindTin {
                environment: Environment::Live,
                ..one.clone()
            },
        ];
        for other in others {
            assert_eq!(world.store.read(other.clone()).await.unwrap(), None);
            world
                .store
                .write(keep(other, "4123456789012"))
                .await
                .unwrap();
        }
        let found = world.store.read(one).await.unwrap().unwrap();
        assert_eq!(found.tin.as_str(), "4123456789012");
        assert_eq!(found.generated_at, world.clock.now());
        world.store.write(StoreReply).await.unwrap();
    }
}

#[tokio::test]
async fn a_company_is_found_with_its_number() {
    for world in both().await {
        let found = world.get("company-tin?rcNumber=RC-1885308").await;
        insta::assert_json_snapshot!("tin_of_company", found.charged(200, LOOK_UP));
        let by = |tin: &str| format!("company/tin?tin={tin}");
        let of_tax_id = world.get(&by("4656854985337")).await;
        insta::assert_json_snapshot!("company_of_tin", of_tax_id.charged(200, LOOK_UP));
        let of_legacy = world.get(&by("0952+1882+0001")).await.charged(200, LOOK_UP);
        assert_eq!(of_legacy["data"]["tin"], "09521882-0001");
        assert_eq!(of_legacy["data"]["taxIdFormat"], "LEGACY");
        assert_eq!(of_legacy["data"]["taxId"], "4656854985337");
        assert_eq!(of_legacy["data"]["rcNumber"], "1885308");

        let shared = world.get("company-tin?rcNumber=0000090").await;
        let shared = shared.charged(200, LOOK_UP);
        assert_eq!(shared["data"]["tin"], "2900000000080");
        assert_eq!(
            shared["data"]["alternatives"][0]["entityType"],
            "BUSINESS_NAME"
        );
        let firm = world
            .get("company-tin?rcNumber=0000090&entityType=BN")
            .await;
        let firm = firm.charged(200, LOOK_UP);
        assert_eq!(firm["data"]["tin"], "2900000000180");
        assert!(firm["data"].get("alternatives").is_none());
        let firm = world.get(&by("2900000000180")).await.charged(200, LOOK_UP);
        assert_eq!(firm["data"]["entityType"], "BUSINESS_NAME");
    }
}

#[tokio::test]
async fn every_company_of_the_sandbox_is_found_by_its_number() {
    let world = sqlite().await;
    let mut seen = std::collections::BTreeSet::new();
    for line in kofa_registry::SANDBOX_COMPANIES.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let (number, kind) = (&line["rcNumber"], &line["entityType"]);
        let path = format!(
            "company-tin?rcNumber={}&entityType={}",
            number.as_str().unwrap(),
            kind.as_str().unwrap()
        );
        let found = world.get(&path).await.charged(200, LOOK_UP);
        for tin in [&found["data"]["tin"], &found["data"]["previousTin"]] {
            let Some(text) = tin.as_str() else { continue };
            assert!(seen.insert(text.to_owned()), "{text} is there twice");
            let back = world.get(&format!("company/tin?tin={text}")).await;
            let back = back.charged(200, LOOK_UP);
            assert_eq!(&back["data"]["rcNumber"], number);
            assert_eq!(&back["data"]["entityType"], kind);
            assert_eq!(back["data"]["nameMatchesRegistry"], true);
        }
    }
    assert!(seen.len() > 70);
}

#[tokio::test]
async fn reserved_numbers_choose_their_outcome() {
    let world = sqlite().await;
    for lead in ["290000000000", "00000000-000"] {
        let get = async |digit: u8| world.get(&format!("company/tin?tin={lead}{digit}")).await;
        let found = get(0).await.charged(200, LOOK_UP);
        assert_eq!(found["data"]["tin"], format!("{lead}0"));
        assert_eq!(found["data"]["rcNumber"], "0000010");
        assert_eq!(found["data"]["nameMatchesRegistry"], true);
        get(1).await.refused(404, "tin_not_found");
        get(2).await.refused(422, "upstream_rejected");
        get(3).await.refused(503, "upstream_unavailable");
        get(5).await.refused(504, "upstream_timeout");
        let partial = get(6).await.charged(200, LOOK_UP);
        assert_eq!(partial["data"]["nameMatchesRegistry"], false);
        let gone = get(7).await.charged(200, LOOK_UP);
        assert_eq!(gone["data"]["registrationStatus"], "STRUCK_OFF");
        assert_eq!(gone["data"]["tinStatus"], "INACTIVE");
        get(8).await.charged(200, LOOK_UP);
        assert_eq!(
            get(9).await.charged(200, LOOK_UP)["data"]["rcNumber"],
            "0000019"
        );
    }
    let get = async |number: &str| world.get(&format!("company-tin?rcNumber={number}")).await;
    get("0000010").await.charged(200, LOOK_UP);
    get("0000011").await.refused(404, "company_not_found");
    get("0000012").await.refused(422, "upstream_rejected");
    get("0000013").await.refused(503, "upstream_unavailable");
    get("0000015").await.refused(504, "upstream_timeout");
    get("0000050").await.refused(404, "tin_not_found");
    get("0000059").await.charged(200, LOOK_UP);
    get("9999998").await.refused(404, "company_not_found");
    for tin in [
        "2900000000090",
        "4123456789012",
        "12345678-0001",
        "12345678-0002",
    ] {
        let reply = world.get(&format!("company/tin?tin={tin}")).await;
        let said = reply.refused(404, "tin_not_found");
        assert!(!said["message"].to_string().contains(tin));
    }
}

#[tokio::test]
async fn bad_look_ups_are_refused_free() {
    let world = sqlite().await;
    let get = async |path: &str| world.get(path).await;
    get("company/tin").await.refused(422, "missing_field");
    get("company/tin?tin=+").await.refused(422, "missing_field");
    for tin in [
        "1",
        "x",
        "12345678--0001",
        "%2B2521933528450",
        "%00",
        "1234567890123456",
    ] {
        let path = format!("company/tin?tin={tin}");
        get(&path).await.refused(422, "invalid_tin");
    }
    get("company-tin").await.refused(422, "missing_field");
    let both = get("company-tin?rcNumber=x&entityType=club").await;
    let said = both.refused(422, "invalid_rc_number");
    assert_eq!(said["errors"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_number_is_generated_once_and_then_retrieved() {
    for world in both().await {
        let before = world.balance().await;
        let by_tin = "company/tin?tin=2900000000040";
        world.get(by_tin).await.refused(404, "tin_not_found");
        let first = world.generate(&body("RC 0000050"), "").await;
        insta::assert_json_snapshot!("tin_generated", first.charged(201, GENERATE));
        world.clock.advance_seconds(60);
        let again = world.generate(&body("0000050"), "").await;
        insta::assert_json_snapshot!("tin_existing", again.charged(200, LOOK_UP));
        let known = world.get("company-tin?rcNumber=0000050").await;
        assert_eq!(known.charged(200, LOOK_UP)["data"]["tin"], "2900000000040");
        let known = world.get(by_tin).await.charged(200, LOOK_UP);
        assert_eq!(known["data"]["rcNumber"], "0000050");

        let had = world
            .generate(&body("1885308"), "")
            .await
            .charged(200, LOOK_UP);
        assert_eq!(had["data"]["status"], "EXISTING");
        assert_eq!(had["data"]["generatedAt"], Value::Null);
        assert_eq!(had["data"]["previousTin"], "09521882-0001");
        let spent = before.get() - world.balance().await.get();
        assert_eq!(spent, GENERATE + 4 * LOOK_UP);

        // Another tenant's sandbox is another world.
        let other = world.stranger().await.key;
        let theirs = world
            .send(world.request_as(&other, "company/tin", &body("0000050")))
            .await;
        theirs.charged(201, GENERATE);
    }
}

#[tokio::test]
async fn a_repeated_request_is_answered_as_the_first() {
    for world in both().await {
        let replayed = async |body: &Value, key: &str, first: &Reply| {
            let again = world.generate(body, key).await;
            assert_eq!(again.status, first.status);
            assert_eq!(again.bytes, first.bytes);
            assert_eq!(again.header("idempotency-replayed"), "true");
            assert_eq!(again.header("x-charge-amount"), "0");
        };
        let new = world.generate(&body("0000050"), "one").await;
        new.charged(201, GENERATE);
        replayed(&body("0000050"), "one", &new).await;
        let known = world.generate(&body("0000050"), "two").await;
        known.charged(200, LOOK_UP);
        replayed(&body("0000050"), "two", &known).await;
        let other = world.generate(&body("1885308"), "one").await;
        other.refused(422, "idempotency_key_reused");
        let no = world.generate(&body("0000052"), "three").await;
        no.refused(422, "tin_generation_rejected");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_32_at_once_one_generates_and_all_get_its_number() {
    for world in both().await {
        let before = world.balance().await;
        let world = Arc::new(world);
        let tasks: Vec<_> = (0..32)
            .map(|n| {
                let world = Arc::clone(&world);
                // A quarter of them repeats one request.
                let key = if n % 4 == 0 { "same" } else { "" };
                tokio::spawn(async move { world.generate(&body("0000050"), key).await })
            })
            .collect();
        let mut charged = 0;
        let mut made = 0;
        for task in tasks {
            let reply = task.await.unwrap();
            if reply.status == 409 {
                reply.refused(409, "idempotency_in_progress");
                continue;
            }
            let said = reply.json();
            assert_eq!(said["data"]["tin"], "2900000000040", "{said}");
            let cost: i64 = reply.header("x-charge-amount").parse().unwrap();
            charged += cost;
            made += i64::from(cost == GENERATE);
            let is_replay = reply.header("idempotency-replayed") == "true";
            let expected: &[i64] = match (is_replay, reply.status.as_u16()) {
                (true, _) => &[0],
                (false, 201) => &[GENERATE],
                _ => &[LOOK_UP],
            };
            assert!(expected.contains(&cost), "{cost} for {said}");
        }
        assert_eq!(made, 1, "one generates");
        assert_eq!(before.get() - world.balance().await.get(), charged);
    }
}

#[tokio::test]
async fn reserved_companies_choose_what_becomes_of_a_request() {
    let world = sqlite().await;
    let ask = async |number: &str| world.generate(&body(number), "").await;
    ask("0000051").await.refused(404, "company_not_found");
    let refused = ask("0000052").await.refused(422, "tin_generation_rejected");
    assert!(refused["message"].as_str().unwrap().contains("withheld"));
    let down = ask("0000053").await;
    down.refused(503, "upstream_unavailable");
    assert_eq!(down.header("retry-after"), "30");
    ask("0000055").await.refused(504, "upstream_timeout");
    ask("0000056").await.charged(201, GENERATE);
    let inactive = ask("0000057").await.refused(422, "tin_generation_rejected");
    assert!(inactive["message"].as_str().unwrap().contains("INACTIVE"));
    ask("0000058").await.charged(201, GENERATE);
    ask("0000059").await.charged(200, LOOK_UP);
    ask("9999998").await.refused(404, "company_not_found");
    let mut firm = body("0000050");
    firm["entityType"] = json!("BUSINESS_NAME");
    let none = world
        .generate(&firm, "")
        .await
        .refused(404, "company_not_found");
    assert_eq!(
        none["message"],
        "No business name is registered under 0000050."
    );
}

#[tokio::test]
async fn a_bad_request_is_told_every_fault_and_nothing_is_kept() {
    for world in both().await {
        let before = world.balance().await;
        let odd = json!({"rcNumber": "x", "state": "Texas", "phone": "08031239876x"});
        let said = world
            .generate(&odd, "key")
            .await
            .refused(422, "invalid_rc_number");
        insta::assert_json_snapshot!("tin_faults", said);
        for text in ["ngozi", "0803123", "Hidden"] {
            assert!(!said.to_string().contains(text));
        }
        let list = world.generate(&json!([1]), "key").await;
        list.refused(422, "invalid_body");
        assert_eq!(world.balance().await, before);
        // The key is free for the mended request.
        world
            .generate(&body("0000050"), "key")
            .await
            .charged(201, GENERATE);
    }
}

#[tokio::test]
async fn live_is_not_connected() {
    for world in both().await {
        let get = async |path: &str| world.get_in("live", path).await;
        let tin = get("company/tin?tin=4656854985337").await;
        tin.refused(503, "upstream_not_configured");
        let number = get("company-tin?rcNumber=1885308").await;
        number.refused(503, "upstream_not_configured");
        for path in [
            "company/tin?tin=2900000000000",
            "company/tin?tin=000000000005",
            "company-tin?rcNumber=0000050",
        ] {
            get(path).await.refused(422, "sandbox_value_in_live");
        }
        let live = |number: &str| {
            let mut request = world.request("company/tin", &body(number));
            let value = "live".parse().unwrap();
            request.headers_mut().insert("x-environment", value);
            request
        };
        let known = world.send(live("1885308")).await;
        known.refused(503, "upstream_not_configured");
        // Nobody is asked for money that would buy nothing.
        let by_number = [
            "company?rcNumber=1885308",
            "company/rc?rcNumber=1885308",
            "company/name?rcNumber=1885308&entityName=Okun",
            "line-of-business?rcNumber=1885308",
        ];
        for path in by_number {
            get(path).await.refused(503, "upstream_not_configured");
        }
        for part in [
            "affiliates",
            "share-capital",
            "share-distribution",
            "secure/rc",
            "assets",
            "certificate",
            "status-report",
        ] {
            let asked = get(&format!("{part}?vrcNumber=AB12CD34EF")).await;
            asked.refused(503, "upstream_not_configured");
        }
        let file = std::io::Cursor::new("rcNumber,companyName\n7,Okun Mills Ltd\n");
        let options = ImportOptions {
            contents: Contents::Companies,
            format: Format::Csv,
            rejects: None,
            bytes_total: None,
            rows_done: 0,
            imported_at: world.clock.now(),
        };
        let into = Environment::Live;
        let imported = import(&world.store, into, file, options, |_| ()).await;
        assert_eq!(imported.unwrap().rows_stored, 1);
        for path in by_number.into_iter().chain(["assets?vrcNumber=AB12CD34EF"]) {
            let asked = get(path).await;
            asked.refused(402, "insufficient_wallet_balance");
        }
        let reserved = world.send(live("0000050")).await;
        reserved.refused(422, "sandbox_value_in_live");
    }
}
