//! Files of banks and brokers, offers, holders, payments and statements: shown before they are
//! imported, and imported as they were shown.

use kofa_core::OperatorRole::{Finance, Ops, Support};
use kofa_core::Page;
use kofa_core::audit::ListAudit;
use kofa_investment::ops::{CountHolders, ForgetHeldFiles, ListBrokers, ListSettlements};
use kofa_objects::FindObject;

use crate::world::{World, both, plan_of};

const PARTIES: &str = "/console/reference/import";
const BROKERS: [(&str, &str); 1] = [("what", "brokers")];
const FILE: &str = "id,name,active,email\nada-securities,Ada & Sons,yes,desk@ada.example\n\
    meristem-stockbrokers,,no,\nX,,,\nada-securities,,no,\n";
const PAYMENTS: &str = "/console/offers/payments/import";
const SANDBOX: [(&str, &str); 1] = [("environment", "sandbox")];
/// How long an operator may change things after signing in, and a little.
const LATE: i64 = 1_000;

/// How many actions are in the audit log, and whether there is a broker of Ada's.
async fn state(world: &World) -> (usize, bool) {
    let list = ListAudit {
        tenant: None,
        page: Page::read(None, Some("100")).unwrap(),
    };
    let audited = world.store.read(list).await.unwrap().items.len();
    let brokers = world.store.read(ListBrokers).await.unwrap();
    (
        audited,
        brokers.iter().any(|one| one.id == "ada-securities"),
    )
}

#[tokio::test]
async fn a_file_of_brokers_is_shown_before_anything_is_stored() {
    for world in both().await {
        let before = state(&world).await;
        assert!(!before.1);
        let (path, page) = world.check(PARTIES, &BROKERS, ("b.csv", FILE)).await;
        let page = page
            .has("Check b.csv")
            .has("<dt>Rows</dt><dd>4</dd>")
            .has("<dt>Added</dt><dd>1</dd>")
            .has("<dt>Changed</dt><dd>2</dd>")
            .has("<dt>Rejected</dt><dd>1</dd>")
            .has("<span class=\"quiet\">name</span> <b>Ada &#38; Sons</b>")
            .has("<span class=\"quiet\">active</span> yes &rarr; <b>no</b>")
            .has("small letters");
        assert_eq!(state(&world).await, before);
        let done = world.post(&path, &[("plan", plan_of(&page))]).await.is(200);
        done.has("<dt>Added</dt><dd>1</dd>")
            .has("<dt>Changed</dt><dd>2</dd>")
            .has("<dt>Rejected</dt><dd>1</dd>");
        assert!(state(&world).await.1);
        // Sent twice, it is imported once.
        let again = world.post(&path, &[("plan", plan_of(&page))]).await.is(404);
        again.has("no longer here");
        world.get(&path).await.is(404);
    }
}

#[tokio::test]
async fn a_file_is_not_imported_if_it_would_do_something_else_than_was_shown() {
    for world in both().await {
        let (path, page) = world.check(PARTIES, &BROKERS, ("b.csv", FILE)).await;
        let shown = plan_of(&page).to_owned();
        let broker = "/console/reference/brokers/meristem-stockbrokers";
        let off = [
            ("active", "false"),
            ("acceptsNewClients", "true"),
            ("offerTypes", "PrimaryOffer"),
        ];
        world.post(broker, &off).await.is(303);
        let before = state(&world).await;
        for plan in [shown.as_str(), "", "0"] {
            let refused = world.post(&path, &[("plan", plan)]).await.is(422);
            let refused = refused.has("has changed since it was shown");
            assert_ne!(plan_of(&refused), shown);
        }
        assert_eq!(state(&world).await, before);
        let page = world.get(&path).await;
        let page = page.is(200).has("<dt>Unchanged</dt><dd>1</dd>");
        world.post(&path, &[("plan", plan_of(&page))]).await.is(200);
        assert!(state(&world).await.1);
    }
}

#[tokio::test]
async fn a_file_waits_for_a_day_or_until_another_comes_or_it_is_deleted() {
    for world in both().await {
        let object = |path: &str| FindObject {
            name: format!("imports/{}", path.rsplit('/').next().unwrap()),
        };
        let (first, _) = world.check(PARTIES, &BROKERS, ("a.csv", FILE)).await;
        let stored = world.store.read(object(&first)).await.unwrap().unwrap();
        assert_eq!(stored.bytes, FILE.len() as u64);
        let (second, _) = world.check(PARTIES, &BROKERS, ("b.csv", FILE)).await;
        world.get(&first).await.is(404).has("no longer here");
        assert!(world.store.read(object(&first)).await.unwrap().is_none());
        // Of something else, both wait.
        let banks = ("c.csv", "bankId,active\n1,no\n");
        let (third, _) = world.check(PARTIES, &[("what", "banks")], banks).await;
        let gone = world.post(&format!("{third}/discard"), &[]).await.is(303);
        assert_eq!(gone.said(), "c.csv was deleted. Nothing was imported.");
        assert_eq!(gone.location(), "/console/reference");
        world.get(&third).await.is(404);
        world.get(&second).await.is(200);
        let now = world.by().at;
        for (now, forgotten) in [(now, 0), (now.plus_seconds(86_401), 1)] {
            let forget = ForgetHeldFiles { now };
            assert_eq!(world.store.write(forget).await.unwrap(), forgotten);
        }
        world.get(&second).await.is(404);
        assert!(world.store.read(object(&second)).await.unwrap().is_none());
        assert!(!state(&world).await.1);
    }
}

#[tokio::test]
async fn who_may_not_import_neither_sees_nor_confirms() {
    for world in both().await {
        let (path, page) = world.check(PARTIES, &BROKERS, ("b.csv", FILE)).await;
        let plan = [("plan", plan_of(&page))];
        let discard = format!("{path}/discard");
        for role in [Finance, Support] {
            world.get_as(role, &path).await.is(403);
            world.post_as(role, &path, &plan).await.is(403);
            world.post_as(role, &discard, &[]).await.is(403);
        }
        assert!(!state(&world).await.1);
        // Another operator who may confirms it.
        world.get_as(Ops, &path).await.is(200);
        world.post_as(Ops, &path, &plan).await.is(200);
        assert!(state(&world).await.1);
    }
}

#[tokio::test]
async fn payments_are_shown_and_confirmed_only_by_who_signed_in_lately() {
    for world in both().await {
        let file = "reference,transactionReference,amount,paidAt\n\
            B-1,KFT-9,5.00,2026-07-01\nB-1,KFT-9,6.00,2026-07-01\nB-3,,x,y\n";
        let list = || ListSettlements {
            environment: kofa_domain::Environment::Sandbox,
            outcome: None,
            page: Page::first(),
        };
        let (path, page) = world.check(PAYMENTS, &SANDBOX, ("bank.csv", file)).await;
        let page = page
            .has("<dt>Rows</dt><dd>3</dd>")
            .has("<dt>Unknown transaction</dt><dd>1</dd>")
            .has("<dt>Reference reused</dt><dd>1</dd>")
            .has("<dt>Rejected</dt><dd>1</dd>")
            .has("Rows to look at");
        assert!(world.store.read(list()).await.unwrap().items.is_empty());
        world.clock.advance_seconds(LATE);
        let plan = [("plan", plan_of(&page))];
        world.post(&path, &plan).await.is(403).has("password");
        assert!(world.store.read(list()).await.unwrap().items.is_empty());
        world.get(&path).await.is(200);
    }
}

#[tokio::test]
async fn a_statement_is_shown_without_its_account_and_what_the_bank_wrote() {
    for world in both().await {
        let file = "Date,Narration,Debit,Credit,Balance\n\
            01/07/2026,FROM OBI,50.00,,\"1,950.00\"\n\
            02/07/2026,NIP KFT20260701000000000000,,\"1,000.00\",\"2,950.00\"\n\
            soon,x,1,,0\n";
        let fields = [("environment", "sandbox"), ("account", "0123456789")];
        let path = "/console/offers/statements";
        let (check, page) = world.check(path, &fields, ("bank.csv", file)).await;
        let page = page
            .has("ending in 6789")
            .has("<dt>Unnamed</dt><dd>1</dd>")
            .has("<dt>Unknown transaction</dt><dd>1</dd>")
            .has("<dt>Rejected</dt><dd>1</dd>")
            .has("KFT-20260701-000000000000");
        for hidden in ["0123456789", "OBI"] {
            assert!(!page.text.contains(hidden), "{hidden}");
        }
        world.get(path).await.has("No statements yet");
        let done = world
            .post(&check, &[("plan", plan_of(&page))])
            .await
            .is(200);
        done.has("<dt>Needs review</dt><dd>2</dd>");
        let listed = format!("{path}?environment=sandbox");
        world.get(&listed).await.has("6789").has("FROM OBI");
    }
}

#[tokio::test]
async fn holders_are_shown_masked_with_what_changes_of_them() {
    for world in both().await {
        let path = "/console/offers/sandbox/OFR-ZUMA/holders";
        let header = "chn,holderName,sharesHeld,rightsTradedIn,rightsTradedOut\n";
        let two = format!("{header}C765432100,Ada Obi,1000,0,0\nC765432101,Bisi,500,0,0\n");
        world.import(path, &[], ("a.csv", &two)).await.is(200);
        let next = format!(
            "{header}C765432100,Ada Eze,2000,0,0\nC765432102,Chi,10,0,0\nC765432102,Chi,10,0,0\n"
        );
        let count = || CountHolders {
            environment: kofa_domain::Environment::Sandbox,
            offer_id: "OFR-ZUMA".to_owned(),
        };
        let (_, page) = world.check(path, &[], ("b.csv", &next)).await;
        let page = page
            .has("C*******00")
            .has("<span class=\"quiet\">sharesHeld</span> 1000 &rarr; <b>2000</b>")
            .has("A*** O*** &rarr; <b>A*** E***</b>")
            .has("<dt>Added</dt><dd>1</dd>")
            .has("<dt>Changed</dt><dd>1</dd>")
            .has("An earlier row has the same CHN");
        for hidden in ["765432", "Eze", "Chi"] {
            assert!(!page.text.contains(hidden), "{hidden}");
        }
        assert_eq!(world.store.read(count()).await.unwrap(), 2);
        let clean = format!("{header}C765432100,Ada Obi,1000,0,0\n");
        world.clock.advance_seconds(1);
        let replace = [("replace", "true")];
        let (check, page) = world.check(path, &replace, ("c.csv", &clean)).await;
        let page = page
            .has("<dt>Unchanged</dt><dd>1</dd>")
            .has("<dt>Removed</dt><dd>1</dd>");
        let done = world
            .post(&check, &[("plan", plan_of(&page))])
            .await
            .is(200);
        done.has("<dt>Holders removed</dt><dd>1</dd>");
        assert_eq!(world.store.read(count()).await.unwrap(), 1);
    }
}

#[tokio::test]
async fn a_file_for_live_needs_the_word() {
    for world in both().await {
        let path = "/console/offers/live/OFR-NONE/holders";
        world.get(path).await.is(404);
        let payments = "reference,transactionReference,amount,paidAt\nB-1,KFT-9,5.00,2026-07-01\n";
        let live = [("environment", "live")];
        let (path, page) = world.check(PAYMENTS, &live, ("p.csv", payments)).await;
        let page = page.has("data-word=\"LIVE\"");
        let plan = [("plan", plan_of(&page)), ("confirm", "yes")];
        let asked = world.post(&path, &plan).await.is(200);
        asked.has("Type LIVE to confirm").has(plan_of(&page));
        world.post(&path, &plan[..1]).await.is(200).has("Payments");
        world.get(&path).await.is(404);
    }
}
