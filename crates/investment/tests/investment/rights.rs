//! Registers of holders, what they say of a CHN, and applications in a rights issue.

use std::io::Cursor;
use std::path::PathBuf;
use std::sync::Arc;

use kofa_core::{Actor, ActorAt, OperatorRole};
use kofa_domain::{Clock as _, Environment, Error, OperatorId, Result};
use kofa_input::rows::Format;
use kofa_investment::market::{Action, Reason};
use kofa_investment::offer::OfferStatus;
use kofa_investment::ops::{
    BeginHolders, FindEntitlement, FindOffer, FinishHolders, Holding, ImportHolders, MoveOffer,
    PurgeHolders, ReadOffers, SumRights, chn_digest, open_holder_name,
};
use kofa_investment::run_allotment::{self, Allot};
use kofa_investment::sweeps::sweep_ended;
use kofa_investment::{
    HoldersFile, HoldersReport, Progress, import_holders, import_holders_file, rehearse_holders,
};
use kofa_store::{Op, Tx};
use serde_json::{Value, json};

use crate::subscribe::with;
use crate::world::{World, both};

const HEADER: &str = "chn,holderName,sharesHeld,rightsTradedIn,rightsTradedOut\n";
const PRICE: i64 = 2_000;

fn file(world: &World, format: Format) -> HoldersFile {
    HoldersFile {
        by: world.by(),
        environment: Environment::Sandbox,
        offer_id: "OFR-ZUMA".to_owned(),
        format,
        rejects: Some(rejects(world)),
        bytes_total: None,
        replace: false,
    }
}

fn rejects(world: &World) -> PathBuf {
    world.database.folder().join("rejects.csv")
}

/// Imports a file, and holds what was said of it before against what comes of it.
async fn import(world: &World, file: HoldersFile, source: String) -> Result<HoldersReport> {
    let (store, vault) = (&world.store, &world.vault);
    let before = store.read(Dump(HOLDERS)).await?;
    let text = source.clone().into_bytes();
    let said = rehearse_holders(store, vault, file.clone(), text).await;
    assert_eq!(store.read(Dump(HOLDERS)).await?, before, "nothing is kept");
    let done = import_holders(store, vault, file, Cursor::new(source), |_| ()).await?;
    let said = said?;
    if said.is_whole {
        let of = |word: &str| {
            let found = said.outcomes.iter().find(|(one, _)| *one == word);
            found.map(|(_, many)| *many)
        };
        let stored = ["added", "changed", "unchanged"].map(|word| of(word).unwrap_or_default());
        assert_eq!(said.rows, done.rows_read);
        assert_eq!(stored.iter().sum::<u64>(), done.rows_stored);
        assert_eq!(of("rejected"), Some(done.rows_rejected));
        assert_eq!(
            of("removed").unwrap_or_default(),
            done.holders_forgotten.unwrap_or_default()
        );
        let after = store.read(Dump(HOLDERS)).await?.len();
        let grown = before.len() + usize::try_from(stored[0]).unwrap();
        let gone = usize::try_from(done.holders_forgotten.unwrap_or_default()).unwrap();
        assert_eq!(after, grown - gone);
    }
    Ok(done)
}

pub(crate) async fn import_csv(world: &World, rows: &str) -> HoldersReport {
    let source = format!("{HEADER}{rows}");
    import(world, file(world, Format::Csv), source)
        .await
        .unwrap()
}

async fn ask(world: &World, offer: &str, chn: &str) -> Value {
    let path = format!("rights-eligibility?offer={offer}&chn={chn}");
    world.get(&path).await.charged(200, PRICE)
}

async fn holding(world: &World, environment: Environment, chn: &str) -> Holding {
    let read = ReadOffers {
        environment: Environment::Sandbox,
    };
    let offers = world.store.read(read).await.unwrap().offers;
    let offer = offers.iter().find(|one| one.id == "OFR-ZUMA").unwrap();
    let known = Arc::default();
    let find = FindEntitlement::new(&world.vault, &known, &world.tenant, environment, offer, chn);
    world.store.read(find.unwrap()).await.unwrap()
}

fn application(world: &World, number: u32, chn: &str, shares: i64) -> Value {
    with(
        world.body(number),
        json!({"offerId": "OFR-ZUMA", "offerType": "RightsIssue", "numberOfShares": shares,
            "hasExistingChnDepository": true, "chn": chn}),
    )
}

/// Rows of a table as the store gives them.
pub(crate) struct Dump(pub(crate) &'static str);

impl Op for Dump {
    type Out = Vec<String>;
    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<String>> {
        let rows = tx.rows(self.0, &[]).await.map_err(Error::from)?;
        Ok(rows.iter().map(|row| format!("{row:?}")).collect())
    }
}

const HOLDERS: &str = "select * from rights_holder";

#[tokio::test]
async fn every_reason_of_the_sandbox() {
    for world in both().await {
        let show = |name: &str, answer: Value| insta::assert_json_snapshot!(name, answer);
        show("eligible", ask(&world, "OFR-ZUMA", "C0000000010").await);
        show(
            "not_on_register",
            ask(&world, "OFR-ZUMA", "c-0000000011").await,
        );
        show("fully_traded", ask(&world, "OFR-ZUMA", "C0000000017").await);
        show("not_rights", ask(&world, "OFR-BAOBAB", "C0000000010").await);
        let nobody = ask(&world, "OFR-ZUMA", "C765432100").await;
        assert_eq!(nobody["data"]["reason"], "NOT_ON_REGISTER");
        let body = application(&world, 1, "C0000000010", 1_500);
        world.post("subscribe", &body).await.charged(200, 10_000);
        show("subscribed", ask(&world, "OFR-ZUMA", "C0000000010").await);
        let body = application(&world, 2, "C0000000010", 1_500);
        let again = world.post("subscribe", &body).await;
        again.refused(409, "duplicate_subscription");
        world.clock.advance_seconds(40 * 86_400);
        show("closed", ask(&world, "OFR-ZUMA", "C0000000010").await);
        let nobody = ask(&world, "OFR-ZUMA", "C0000000011").await;
        assert_eq!(nobody["data"]["reason"], "OFFER_CLOSED");
    }
}

/// Asks, and expects just these faults.
async fn wrong(world: &World, query: &str, environment: &str, status: u16, faults: &[&str]) {
    let path = format!("rights-eligibility?{query}");
    let reply = world.get_in(environment, &path).await;
    let errors = reply.json()["errors"].clone();
    let errors: Vec<String> = errors
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            let field = one["field"].as_str().unwrap_or("-");
            format!("{field}: {}", one["code"].as_str().unwrap())
        })
        .collect();
    assert_eq!(errors, faults, "{query}");
    assert_eq!(reply.status.as_u16(), status, "{query}");
    assert_eq!(reply.header("x-charge-amount"), "0");
}

#[tokio::test]
async fn wrong_questions_are_refused_free_and_all_faults_at_once() {
    for world in both().await {
        let check = async |query: &str, status, faults: &[&str]| {
            wrong(&world, query, "sandbox", status, faults).await;
        };
        let missing = ["offer: missing_field", "chn: missing_field"];
        check("", 422, &missing).await;
        check("offer=&chn=%20", 422, &missing).await;
        let long = format!("offer={}&chn=C1%002345", "x".repeat(65));
        let both = ["offer: invalid_field", "chn: invalid_chn"];
        check(&long, 422, &both).await;
        for chn in [
            "C12",
            "C00000000100000",
            "%D0%A1765432100",
            "C7654321'--",
            "C765432%2A",
        ] {
            let query = format!("offer=OFR-ZUMA&chn={chn}");
            check(&query, 422, &["chn: invalid_chn"]).await;
        }
        let nowhere = "offer=OFR-NONE&chn=C0000000010";
        check(nowhere, 404, &["offer: offer_not_found"]).await;
        let reserved = "offer=OFR-ZUMA&chn=C0000000010";
        wrong(
            &world,
            reserved,
            "live",
            422,
            &["chn: sandbox_value_in_live"],
        )
        .await;
        let real = "offer=OFR-ZUMA&chn=C765432100";
        wrong(&world, real, "live", 503, &["-: upstream_not_configured"]).await;
    }
}

#[tokio::test]
async fn an_imported_register_is_asked_and_may_be_imported_again() {
    for world in both().await {
        let rows = "C765432100,Ngozi Adébáyò,1001,20,30\nC765432101,Small Fry,1,0,0\n\
                    C765432102,Bought Rights Ltd,0,400,0\n";
        let report = import_csv(&world, rows).await;
        let counts = (report.rows_read, report.rows_stored, report.rows_rejected);
        assert_eq!(counts, (3, 3, 0));
        assert_eq!((report.shares_held, report.shares_available), (1_002, 890));
        assert_eq!(report.rejects_file, None);
        let answer = ask(&world, "OFR-ZUMA", "C765%20432100").await;
        insta::assert_json_snapshot!("imported", answer);
        let small = ask(&world, "OFR-ZUMA", "C765432101").await;
        assert_eq!(small["data"]["reason"], "RIGHTS_FULLY_TRADED");
        assert_eq!(
            small["message"],
            "The holding is too small for a whole new share."
        );
        let bought = ask(&world, "OFR-ZUMA", "C765432102").await;
        assert_eq!(bought["data"]["rightsAvailable"], 400);
        // Again, with a correction: nothing doubles, the rest stays.
        world.clock.advance_seconds(60);
        import_csv(&world, "C765432100,Ngozi Adébáyò,2000,0,0\n").await;
        let answer = ask(&world, "OFR-ZUMA", "C765432100").await;
        assert_eq!(answer["data"]["rightsAvailable"], 1_000);
        assert_eq!(world.store.read(Dump(HOLDERS)).await.unwrap().len(), 3);
        // A register of another environment is another.
        let live = holding(&world, Environment::Live, "C765432100").await;
        assert_eq!((live.entitlement, live.has_register), (None, false));
        let terms = kofa_investment::offer::Rights {
            additional_allowed: false,
            ..find_terms(&world).await
        };
        assert_eq!(
            live.within(&terms, 1).unwrap_err().code().name,
            "upstream_not_configured"
        );
    }
}

/// Of the whole register: an import may bring a part of it, and a later one correct it.
#[tokio::test]
async fn more_rights_than_shares_on_offer_are_warned_of() {
    for world in both().await {
        let report = import_csv(&world, "C765432100,Ada,20000000000,0,0\n").await;
        assert_eq!(report.register_available, 10_000_000_000);
        assert_eq!(
            (report.shares_on_offer, report.warning()),
            (17_770_000_000, None)
        );
        // 1 has a right to nothing; what was sold counts less.
        let rows = "C765432101,Bisi,20000000001,0,1000000000\nC765432102,Chi,1,7,0\n";
        let report = import_csv(&world, rows).await;
        assert_eq!(report.shares_available, 9_000_000_007);
        assert_eq!(report.register_available, 19_000_000_007);
        let warning = report.warning().unwrap();
        for figure in ["19,000,000,007", "17,770,000,000"] {
            assert!(warning.contains(figure), "{warning}");
        }
        let path = "offers/sandbox/OFR-ZUMA/holders/import";
        let operator = world.operator(OperatorRole::Ops).await;
        let upload = async |rows: &str| {
            let file = format!("{HEADER}{rows}");
            operator.raw("POST", path, "text/csv", &file).await.ok()
        };
        let told = upload("C1,x,1,0,0\n").await;
        assert_eq!(told["warnings"], json!([warning]));
        assert_eq!(told["registerSharesAvailable"], 19_000_000_007_i64);
        assert_eq!(told["sharesOnOffer"], 17_770_000_000_i64);
        let told = upload("C765432101,Bisi,2,0,0\n").await;
        assert_eq!(told["warnings"], json!([]));
        assert_eq!(told["registerSharesAvailable"], 10_000_000_008_i64);
    }
}

/// In pieces of any number, and never beyond what the store can add up.
#[tokio::test]
async fn rights_are_added_up_whatever_they_come_to() {
    for world in both().await {
        let most = 1_000_000_000_000_i64;
        let rows: String = (0..6_000)
            .map(|n| format!("C{n:010},Holder {n},{most},{most},0\n"))
            .collect();
        let report = import_csv(&world, &rows).await;
        assert_eq!(report.register_available, 6_000 * 1_500_000_000_000);
        let rights = kofa_investment::offer::Rights {
            ratio_new: 10_000,
            ratio_held: 1,
            ..find_terms(&world).await
        };
        let sum = SumRights {
            environment: Environment::Sandbox,
            offer_id: "OFR-ZUMA".to_owned(),
            rights,
            after: Vec::new(),
        };
        let (sum, last) = world.store.read(sum).await.unwrap();
        assert_eq!((sum, last), (6_000 * 10_001 * i128::from(most), None));
    }
}

async fn find_terms(world: &World) -> kofa_investment::offer::Rights {
    let read = ReadOffers {
        environment: Environment::Sandbox,
    };
    let offers = world.store.read(read).await.unwrap().offers;
    let offer = offers.into_iter().find(|one| one.id == "OFR-ZUMA");
    offer.unwrap().details.rights.unwrap()
}

#[tokio::test]
async fn applications_take_up_rights_and_may_ask_for_more() {
    for world in both().await {
        import_csv(
            &world,
            "C765432100,Ada,1000,0,0\nC765432101,Bisi,1000,0,500\n",
        )
        .await;
        let sold = application(&world, 1, "C765432101", 10);
        let refused = world.post("subscribe", &sold).await;
        refused.refused(422, "not_eligible_for_rights");
        let nobody = application(&world, 1, "C765432199", 10);
        let refused = world.post("subscribe", &nobody).await;
        refused.refused(422, "not_eligible_for_rights");
        let more = application(&world, 1, "C765432100", 800);
        let dry = world.post("subscribe?validateOnly=true", &more).await;
        assert_eq!(dry.status.as_u16(), 200);
        world.post("subscribe", &more).await.charged(200, 10_000);
        let found = holding(&world, Environment::Sandbox, "C765432100").await;
        let entitlement = found.entitlement.unwrap();
        assert_eq!((entitlement.exercised, entitlement.available), (500, 0));
        assert!(found.is_subscribed);
        let answer = ask(&world, "OFR-ZUMA", "C765432100").await;
        assert_eq!(answer["data"]["reason"], "ALREADY_SUBSCRIBED");
        assert_eq!(answer["data"]["rightsExercised"], 500);
        // What one tenant's customer took up is nothing to another tenant.
        let key = world.stranger().await.key;
        let path = "/api/exchange-invest/rights-eligibility?offer=OFR-ZUMA&chn=C765432100";
        let request = http::Request::get(path)
            .header("x-api-key", key)
            .header("x-environment", "sandbox")
            .body(axum::body::Body::empty());
        let answer = world.send(request.unwrap()).await.charged(200, PRICE);
        assert_eq!(answer["data"]["reason"], "ELIGIBLE");
        assert_eq!(answer["data"]["rightsExercised"], 0);
    }
}

#[tokio::test]
async fn registers_hold_no_number_and_no_name_in_clear() {
    for world in both().await {
        import_csv(
            &world,
            "C765432100,Ngozi Zubairu-Test,1000,0,0\nbad,x,x,x,x\n",
        )
        .await;
        let rows = world.store.read(Dump(HOLDERS)).await.unwrap();
        assert_eq!(rows.len(), 1);
        for secret in ["C765432100", "Zubairu", "Ngozi"] {
            let bytes = format!("{:?}", secret.as_bytes());
            assert!(!rows[0].contains(secret) && !rows[0].contains(bytes.trim_matches(['[', ']'])));
        }
        let digest = chn_digest(&world.vault, Environment::Sandbox, "C765432100");
        let found = holding(&world, Environment::Sandbox, "C765432100").await;
        let sealed = found.holder_name.unwrap();
        let name = open_holder_name(&world.vault, "OFR-ZUMA", &digest, &sealed).unwrap();
        assert_eq!(name.expose(), "Ngozi Zubairu-Test");
        let written = std::fs::read_to_string(rejects(&world)).unwrap();
        assert!(written.starts_with("line,reason,row\n3,"), "{written}");
        assert!(written.ends_with("\"bad,x,x,x,x\"\n"), "{written}");
        let log = world
            .store
            .read(Dump("select * from request_log"))
            .await
            .unwrap();
        assert!(log.iter().all(|row| !row.contains("C765432100")));
    }
}

#[tokio::test]
async fn many_batches_and_a_register_replaced_whole() {
    for world in both().await {
        let rows = |from: usize, to: usize| -> String {
            let row = |n| format!("C{n:010},Holder {n},{},0,0\n", 2 * n);
            (from..to).map(row).collect()
        };
        let path = world.database.folder().join("register.csv");
        std::fs::write(&path, format!("{HEADER}{}", rows(20, 12_020))).unwrap();
        let mut seen: Vec<Progress> = Vec::new();
        let (store, vault, options) = (&world.store, &world.vault, file(&world, Format::Csv));
        let report = import_holders_file(store, vault, &path, options, |one| seen.push(one)).await;
        assert_eq!(report.unwrap().rows_stored, 12_000);
        let stored: Vec<u64> = seen.iter().map(|one| one.rows_stored).collect();
        assert_eq!(stored, [5_000, 10_000, 12_000]);
        let last = seen.last().unwrap();
        assert_eq!(Some(last.bytes_done), last.bytes_total);
        world.clock.advance_seconds(1);
        let replacing = HoldersFile {
            replace: true,
            ..file(&world, Format::Csv)
        };
        let broken = format!("{HEADER}{}bad,row,1,0,0\n", rows(20, 30));
        let report = import(&world, replacing.clone(), broken).await.unwrap();
        assert_eq!(
            report.holders_forgotten, None,
            "a rejected row may have named them"
        );
        world.clock.advance_seconds(1);
        let replacing = HoldersFile {
            by: world.by(),
            ..replacing
        };
        let source = format!("{HEADER}{}", rows(11_000, 11_010));
        let report = import(&world, replacing, source).await.unwrap();
        assert_eq!(report.holders_forgotten, Some(11_990));
        assert_eq!(world.store.read(Dump(HOLDERS)).await.unwrap().len(), 10);
    }
}

#[tokio::test]
async fn a_slower_import_gives_nobody_up_to_a_later_one_that_replaces() {
    for world in both().await {
        let earlier = world.by();
        world.clock.advance_seconds(1);
        let later = world.by();
        let store = async |by: &ActorAt, first: u8, last: u8| {
            let holder = |digest| kofa_investment::ops::Holder {
                chn_digest: [digest; 32],
                holder_name: vec![1],
                position: Default::default(),
            };
            let put = ImportHolders {
                by: by.clone(),
                environment: Environment::Sandbox,
                offer_id: "OFR-ZUMA".to_owned(),
                holders: (first..=last).map(holder).collect(),
            };
            world.store.write(put).await.unwrap();
        };
        // The earlier one alone names 1, both name 2 and 3.
        store(&earlier, 1, 2).await;
        store(&later, 2, 3).await;
        store(&earlier, 3, 3).await;
        let forget = PurgeHolders {
            by: later,
            environment: Environment::Sandbox,
            offer_id: "OFR-ZUMA".to_owned(),
            after: Vec::new(),
        };
        assert_eq!(world.store.write(forget).await.unwrap().count, 1);
        assert_eq!(world.store.read(Dump(HOLDERS)).await.unwrap().len(), 2);
    }
}

#[tokio::test]
async fn registers_belong_to_rights_issues() {
    for world in both().await {
        let check = async |offer_id: &str, code: &str| {
            let file = HoldersFile {
                offer_id: offer_id.to_owned(),
                ..file(&world, Format::Csv)
            };
            let source = format!("{HEADER}C765432100,Ada,1000,0,0\n");
            let error = import(&world, file, source).await.unwrap_err();
            assert_eq!(error.code().name, code);
        };
        check("OFR-NONE", "not_found").await;
        check("OFR-BAOBAB", "offer_not_rights").await;
        // Even the operations alone keep to what is there.
        let orphan = ImportHolders {
            by: world.by(),
            environment: Environment::Live,
            offer_id: "OFR-ZUMA".to_owned(),
            holders: vec![kofa_investment::ops::Holder {
                chn_digest: [1; 32],
                holder_name: vec![1],
                position: Default::default(),
            }],
        };
        assert!(world.store.write(orphan).await.is_err());
        let nothing = PurgeHolders {
            by: world.by(),
            environment: Environment::Live,
            offer_id: "OFR-ZUMA".to_owned(),
            after: Vec::new(),
        };
        let error = world.store.write(nothing).await.unwrap_err();
        assert_eq!(error.code().name, "not_found");
    }
}

#[tokio::test]
async fn only_the_market_may_import_and_the_audit_chain_tells() {
    for world in both().await {
        let source = || format!("{HEADER}C765432100,Ada Zubairu,1000,0,0\nC1,x,1,0,0\n");
        let clerk = ActorAt {
            actor: Actor::Operator {
                id: OperatorId::parse("opr_00000000000000000000000000000000").unwrap(),
                role: OperatorRole::Finance,
                via: kofa_core::Via::FRESH,
            },
            at: world.clock.now(),
        };
        let file_of = |by: ActorAt| HoldersFile {
            by,
            ..file(&world, Format::Csv)
        };
        let error = import(&world, file_of(clerk), source()).await.unwrap_err();
        assert_eq!(error.code().name, "forbidden");
        assert!(world.store.read(Dump(HOLDERS)).await.unwrap().is_empty());
        import(&world, file_of(world.by()), source()).await.unwrap();
        let chain = Dump("select action, subject, details from audit where action like 'holders%'");
        let chain = world.store.read(chain).await.unwrap();
        assert_eq!(chain.len(), 2, "begun and done: {chain:?}");
        for line in &chain {
            assert!(line.contains("OFR-ZUMA") && !line.contains("C765") && !line.contains("Ada"));
        }
        // The operations alone ask for the right, too.
        let finish = FinishHolders {
            by: world.by(),
            environment: Environment::Sandbox,
            offer_id: "OFR-BAOBAB".to_owned(),
            rows_stored: 0,
            rows_rejected: 0,
            holders_forgotten: 0,
        };
        let error = world.store.write(finish).await.unwrap_err();
        assert_eq!(error.code().name, "offer_not_rights");
        let begin = BeginHolders {
            by: world.by(),
            environment: Environment::Sandbox,
            offer_id: "OFR-ZUMA".to_owned(),
            replace: false,
        };
        assert_eq!(world.store.write(begin).await.unwrap().price.get(), 1_975);
    }
}

/// The data are wrong, so nothing is allotted: and nobody's money is locked up with it.
#[tokio::test]
async fn more_rights_than_shares_leave_the_offer_closed() {
    for world in both().await {
        let holders = ["C765432100", "C765432101"];
        let rows = holders.map(|chn| format!("{chn},Ngozi Zubairu-Test,20000000000,0,0\n"));
        import_csv(&world, &rows.concat()).await;
        for (number, chn) in (1..).zip(holders) {
            let body = application(&world, number, chn, 10_000_000_000);
            world.post("subscribe", &body).await.charged(200, 10_000);
        }
        world.work().await;
        let act = async |action: Action| {
            let act = MoveOffer {
                by: world.by(),
                environment: Environment::Sandbox,
                id: "OFR-ZUMA".to_owned(),
                action,
            };
            world.store.write(act).await.unwrap();
        };
        act(Action::Close).await;
        world.clock.advance_seconds(1);
        sweep_ended(&world.store, world.clock.now()).await.unwrap();
        let allot = Allot {
            by: world.by(),
            environment: Environment::Sandbox,
            offer_id: "OFR-ZUMA".to_owned(),
            seed: 7,
        };
        for _ in 0..2 {
            let refused =
                run_allotment::run(&world.store, &world.vault, &world.clock, &allot).await;
            assert_eq!(refused.unwrap_err().code().name, "conflict");
            let find = FindOffer {
                environment: Environment::Sandbox,
                id: "OFR-ZUMA".to_owned(),
            };
            let offer = world.store.read(find).await.unwrap().offer;
            assert_eq!(offer.status(world.clock.now()), OfferStatus::Closed);
        }
        let undone = "select action from audit where action = 'offer.allot_undone'";
        assert_eq!(world.store.read(Dump(undone)).await.unwrap().len(), 2);
        act(Action::Cancel {
            reason: Reason::parse("The register was wrong").unwrap(),
        })
        .await;
        sweep_ended(&world.store, world.clock.now()).await.unwrap();
        world.work().await;
        let found = world.post("transactions", &json!({})).await.json();
        for one in found["data"]["transactions"].as_array().unwrap() {
            assert_eq!(one["paymentStatus"], "refunded", "{one}");
            assert_eq!(one["refundAmount"], json!(197_500_000_000_i64));
        }
        assert_eq!(found["data"]["totalCount"], 2);
    }
}
