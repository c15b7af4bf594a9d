//! Offers from their form to their listing, their book and payments.

use kofa_core::OperatorRole::Support;
use kofa_core::audit::VerifyAudit;
use kofa_domain::Environment;
use kofa_investment::ops::{LookUpOffer, SumBook};

use crate::book::subscriptions;
use crate::world::both;

const OFFER: &[(&str, &str)] = &[
    ("name", "Iroko Mills Plc Public Offer"),
    ("offerType", "PrimaryOffer"),
    ("issuerName", "Iroko Mills Plc"),
    ("symbol", "IROKO"),
    ("isin", "NG0BAOBAB004"),
    ("sector", "Consumer goods"),
    ("priceKobo", "1,234.50"),
    ("minimumShares", "10"),
    ("multiple", "10"),
    ("maximumShares", ""),
    ("sharesOnOffer", "1,000,000"),
    ("openAt", "2026-07-10T09:00"),
    ("closeAt", "2026-08-10T17:00"),
    ("paymentMethods", "BANK_TRANSFER"),
    ("paymentMethods", "CARD"),
    ("registrar.name", "First Registrars"),
    ("issuingHouses", "Ada Capital\r\nBola Capital"),
];

fn with<'a>(name: &'a str, value: &'a str) -> Vec<(&'a str, &'a str)> {
    let others = OFFER.iter().filter(|(other, _)| *other != name).copied();
    others.chain([(name, value)]).collect()
}

#[tokio::test]
async fn an_offer_is_made_edited_and_moved_through_its_life() {
    for world in both().await {
        world.get("/console/offers").await.has("No offers yet");
        world
            .get("/console/offers?environment=sandbox")
            .await
            .has("OFR-BAOBAB");
        let made = world.post("/console/offers/live/new", OFFER).await.is(303);
        assert_eq!(made.location(), "/console/offers/live/OFR-IROKO");
        let again = world.post("/console/offers/live/new", OFFER).await.is(303);
        assert_eq!(
            again.said(),
            "This offer already exists. Nothing was changed."
        );
        let one = "/console/offers/live/OFR-IROKO";
        let page = world.get(one).await.is(200).has("\u{20a6}1,234.50");
        page.has("Ada Capital, Bola Capital")
            .has("10 Jul 2026, 09:00:00");
        let edit = format!("{one}/edit");
        world.get(&edit).await.is(200).has("value=\"1234.50\"");
        let changed = with("sector", "Milling");
        world.post(&edit, &changed).await.is(303);
        world.get(one).await.has("Milling");
        // Nothing said, nothing done; an empty form is not a wish to empty everything.
        world.post(&edit, &[]).await.is(422).has("faults");
        let act = |name: &str| format!("{one}/do/{name}");
        let later = [("closeAt", "2026-09-01T17:00")];
        world.post(&act("extend"), &later).await.is(303);
        world.get(one).await.has("First announced close");
        world.post(&act("extend"), &later).await.is(422);
        for wrong in ["", "soon", "2200-01-01T00:00", "2026-13-01T00:00"] {
            world
                .post(&act("extend"), &[("closeAt", wrong)])
                .await
                .is(422);
        }
        world
            .post(&act("suspend"), &[("reason", "A <typo>")])
            .await
            .is(303);
        world
            .get(one)
            .await
            .has("A &#60;typo&#62;")
            .has("Resume offer");
        world.post(&act("resume"), &[]).await.is(303);
        world.post(&act("resume"), &[]).await.is(422);
        world.post(&act("dance"), &[]).await.is(404);
        world.post(&act("cancel"), &[("sure", "yes")]).await.is(422);
        world
            .post(
                &act("cancel"),
                &[("reason", "No more"), ("confirm", "live")],
            )
            .await
            .is(200)
            .has("To confirm, type LIVE exactly.");
        let cancel = [("reason", "No more"), ("sure", "yes")];
        world.post(&act("cancel"), &cancel).await.is(303);
        world.get(one).await.has("cancelled").has("No more");
        world.get_as(Support, &edit).await.is(403);
        let problems = world.store.read(VerifyAudit).await.unwrap();
        assert!(problems.problems.is_empty(), "{problems:?}");
    }
}

#[tokio::test]
async fn every_field_of_an_offer_tells_its_fault() {
    let world = both().await.remove(0);
    let long = "x".repeat(300);
    for (name, wrong) in [
        ("id", "lower"),
        ("name", ""),
        ("name", &long),
        ("offerType", "Raffle"),
        ("symbol", "a b"),
        ("isin", "NG0BAOBAB005"),
        ("priceKobo", "dear"),
        ("priceKobo", "-1"),
        ("minimumShares", "many"),
        ("multiple", "0"),
        ("maximumShares", "11"),
        ("sharesOnOffer", "99999999999999999999"),
        ("oversubscriptionLimitPct", "101"),
        ("openAt", "soon"),
        ("closeAt", "2026-07-01T09:00"),
        ("dailyCutoff", "25:00"),
        ("timeline.listingAt", "2026-07-01T09:00"),
        ("rights.ratioNew", "1"),
        ("eligibleProfileTypes", "ROBOT"),
        ("paymentMethods", "SHELLS"),
        ("eligibleBanks", "one, two"),
        ("registrar.email", "nobody"),
        ("registrar.phone", "call"),
        ("prospectusUrl", "javascript:alert(1)"),
    ] {
        let answer = world
            .post("/console/offers/live/new", &with(name, wrong))
            .await;
        assert_eq!(answer.status, 422, "{name} {wrong}");
        let shown = answer.text.contains("class=\"fault\"") || name == "rights.ratioNew";
        assert!(shown, "{name} {wrong}: {}", answer.text);
        assert!(!answer.text.contains("javascript:alert(1)\">Prospectus"));
    }
    let dear = with("priceKobo", "10,000,000.01");
    let told = world.post("/console/offers/live/new", &dear).await.is(422);
    told.has(
        "Price per share, in naira\u{201d} must be from \u{20a6}0.01 to \u{20a6}10,000,000.00.",
    );
    let none = world.post("/console/offers/live/new", &[]).await.is(422);
    assert!(!none.text.contains("kobo") && !none.text.contains("Registrar."));
    none.has("Minimum shares per application\u{201d} is required.");
    world.get("/console/offers").await.has("No offers yet");
}

#[tokio::test]
async fn a_register_with_more_rights_than_shares_is_warned_of() {
    for world in both().await {
        let path = "/console/offers/sandbox/OFR-ZUMA/holders";
        let header = "chn,holderName,sharesHeld,rightsTradedIn,rightsTradedOut\n";
        let right = format!("{header}C765432100,Ada,1000,0,0\n");
        let told = world.import(path, &[], ("a.csv", &right)).await.is(200);
        assert!(!told.text.contains("Warning:"));
        told.has("<dt>Shares on offer</dt><dd>17,770,000,000</dd>");
        let wrong = format!("{header}C765432101,Bisi,40000000000,0,0\n");
        let told = world.import(path, &[], ("b.csv", &wrong)).await.is(200);
        told.has("<dt>Shares available to the whole register</dt><dd>20,000,000,500</dd>")
            .has("Warning: The register gives rights to 20,000,000,500 new shares");
    }
}

#[tokio::test]
async fn offers_are_imported_whole_or_not_at_all() {
    for world in both().await {
        let path = "/console/offers/live/import";
        let none = world.upload(path, &[], ("", "")).await.is(422);
        none.has("Choose a file.");
        let bad = "name,shoe\na,b\n";
        world
            .upload(path, &[], ("a.csv", bad))
            .await
            .is(422)
            .has("column 2");
        let line = "{\"name\":\"A\",\"offerType\":\"PrimaryOffer\",\"issuerName\":\"A\",\
            \"symbol\":\"AAA\",\"isin\":\"NG0BAOBAB004\",\"sector\":\"S\",\"priceKobo\":100,\
            \"minimumShares\":1,\"multiple\":1,\"sharesOnOffer\":10,\
            \"openAt\":\"2026-07-10T09:00:00Z\",\"closeAt\":\"2026-07-20T09:00:00Z\",\
            \"registrar\":{\"name\":\"R\"}}\n";
        world
            .import(path, &[], ("a.jsonl", line))
            .await
            .is(200)
            .has("<dt>Created</dt><dd>1</dd>");
        let again = world.import(path, &[], ("a.jsonl", line)).await.is(200);
        again.has("<dt>Already existed, unchanged</dt><dd>1</dd>");
        world.get("/console/offers/live/OFR-AAA").await.is(200);
    }
}

const BAOBAB: &str = "/console/offers/sandbox/OFR-BAOBAB";

#[tokio::test]
async fn an_unknown_outcome_is_resolved_by_hand() {
    for world in both().await {
        let queue = "/console/offers/reconciliation?environment=sandbox";
        world
            .get(queue)
            .await
            .has("No subscriptions are waiting for the exchange.");
        subscriptions(&world, "received", 60).await;
        let list = world.get(&format!("{BAOBAB}/subscriptions")).await;
        let list = list.is(200).has("Zubairu-Test").has("rel=\"next\"");
        for hidden in ["22212345678", "0000014579", "8031239876"] {
            assert!(!list.text.contains(hidden), "{hidden}");
        }
        let page = world.get(queue).await.has("Zubairu-Test");
        let one = page
            .text
            .split("/console/offers/subscription/")
            .nth(1)
            .unwrap();
        let one = format!(
            "/console/offers/subscription/{}",
            one.split('"').next().unwrap()
        );
        let page = world
            .get(&one)
            .await
            .is(200)
            .has("Record the exchange's decision")
            .has("guardian")
            .has("not found")
            .has("policy warn");
        assert!(!page.text.contains("22212345678"));
        let resolve = format!("{one}/resolve");
        for wrong in [
            vec![],
            vec![("outcome", "lost")],
            vec![("outcome", "registered")],
            vec![("outcome", "refused"), ("reason", " ")],
        ] {
            world.post(&resolve, &wrong).await.is(422);
        }
        let known = [
            ("outcome", "registered"),
            ("exchangeReferenceNumber", "NGX-1"),
            ("exchangeSubscriptionId", "77"),
        ];
        world.post(&resolve, &known).await.is(303);
        world.post(&resolve, &known).await.is(422);
        world.get(&one).await.has("NGX-1").has("operator:opr_");
        let cancel = format!("{one}/cancel");
        let bare = [("reason", "Asked to"), ("confirm", "")];
        world
            .post(&cancel, &bare)
            .await
            .is(200)
            .has("cancelled and any payment");
        let sure = [("reason", "Asked to"), ("sure", "yes")];
        world.post(&cancel, &sure).await.is(303);
        world.get(&one).await.has("Asked to").has("cancelled");
    }
}

#[tokio::test]
async fn an_offer_is_rehearsed_allotted_refunded_credited_and_listed() {
    for world in both().await {
        subscriptions(&world, "accepted", 50).await;
        world
            .get(BAOBAB)
            .await
            .has("<a class=\"pill ok\"")
            .has("\u{20a6}40,000.00")
            .has("2,000 shares asked for of ")
            .has("3 Jul 2026: 50 applications for 2,000 shares")
            .has("Shares asked for by size of application");
        let path = format!("{BAOBAB}/allotment");
        let rehearsal = format!("{path}/rehearsal");
        for wrong in ["", "-1", "x", "9007199254740992"] {
            world.post(&rehearsal, &[("seed", wrong)]).await.is(422);
        }
        let seen = world.post(&rehearsal, &[("seed", "5")]).await.is(200);
        let seen = seen.has("Nothing was changed.").has("50 in full");
        assert!(!seen.text.contains("Seeds compared"));
        seen.has(": 2,000 of 2,000 shares allotted, 50 applications in full");
        let both = world.post(&rehearsal, &[("seed", "5, 6,5")]).await.is(200);
        let both = both.has("Seeds compared").has("No ballot is needed");
        both.has("<th scope=\"col\" class=\"number\">6</th>");
        let many = world.post(&rehearsal, &[("seed", "1,2,3,4,5")]).await;
        many.is(422).has("Compare at most 4 seeds at once.");
        // It is open still.
        let sure = [("seed", "5"), ("sure", "yes")];
        world.post(&path, &sure).await.is(422);
        let bare = [("confirm", "")];
        let asked = world.post(&format!("{BAOBAB}/do/close"), &bare).await;
        asked.is(200).has("Close offer?");
        world
            .post(&format!("{BAOBAB}/do/close"), &[("sure", "yes")])
            .await
            .is(303);
        world.post(&path, &[("seed", "5")]).await.is(422);
        let done = world.post(&path, &sure).await.is(303);
        assert_eq!(done.said(), "Allotted 2,000 shares to 50 applications.");
        world.post(&path, &sure).await.is(422);
        world
            .get(&path)
            .await
            .is(200)
            .has("Basis of allotment")
            .has("stands");
        let refunds = format!("{BAOBAB}/refunds");
        let none = world.post(&refunds, &[("sure", "yes")]).await.is(303);
        assert_eq!(none.said(), "0 refunds started.");
        let credits = format!("{BAOBAB}/credits");
        world.post(&credits, &[("sure", "yes")]).await.is(422);
        let credit = [("sure", "yes"), ("reference", "REG-1")];
        let done = world.post(&credits, &credit).await.is(303);
        assert_eq!(done.said(), "50 subscriptions marked as credited.");
        let list = format!("{BAOBAB}/do/list");
        world.post(&list, &[("sure", "yes")]).await.is(303);
        world.get(BAOBAB).await.has("listed");
        let of = SumBook {
            environment: Environment::Sandbox,
            offer_id: "OFR-BAOBAB".to_owned(),
            tenant_id: None,
        };
        let lines = world.store.read(of).await.unwrap();
        assert_eq!(
            (lines.len(), lines[0].allotted, lines[0].status.as_str()),
            (1, 2_000, "credited")
        );
        assert_eq!(lines[0].paid.get(), 50 * 40 * 2_000);
    }
}

#[tokio::test]
async fn a_book_of_a_hundred_thousand_is_summed_when_asked() {
    for world in both().await {
        subscriptions(&world, "accepted", 100_000).await;
        world
            .get(BAOBAB)
            .await
            .is(200)
            .has("Total the book")
            .has("100,000 subscriptions");
        let large = world.get(BAOBAB).await;
        assert!(
            !large.text.contains("shares asked for"),
            "nothing is summed unasked"
        );
        world
            .get("/console/offers?environment=sandbox")
            .await
            .is(200)
            .has("100,000");
        let list = format!("{BAOBAB}/subscriptions?status=accepted");
        world.get(&list).await.is(200).has("rel=\"next\"");
        world
            .get(&format!("{BAOBAB}/subscriptions"))
            .await
            .is(200)
            .has("Zubairu-Test");
        world
            .get(&format!("{BAOBAB}?count=1"))
            .await
            .is(200)
            .has("\u{20a6}80,000,000.00")
            .has("4,000,000 shares asked for");
        let look_up = LookUpOffer {
            environment: Environment::Sandbox,
            id: "OFR-BAOBAB".to_owned(),
        };
        assert_eq!(world.store.read(look_up).await.unwrap().counts.all, 100_000);
    }
}

#[tokio::test]
async fn payments_are_entered_once_and_imported_line_by_line() {
    for world in both().await {
        let path = "/console/offers/payments";
        world.get(path).await.has("No payments yet");
        let entry = [
            ("environment", "sandbox"),
            ("reference", "BANK-1"),
            ("transactionReference", "kft-unknown"),
            ("amount", "1,000.00"),
            ("paidAt", "2026-07-02T12:00"),
        ];
        let done = world.post(path, &entry).await.is(303);
        assert!(
            done.said().starts_with("No subscription"),
            "{}",
            done.said()
        );
        let again = world.post(path, &entry).await.is(303);
        assert!(again.said().contains("entered before"), "{}", again.said());
        let mut other = entry;
        other[3] = ("amount", "2,000.00");
        world.post(path, &other).await.is(422);
        for (at, wrong) in [
            (1, ""),
            (2, ""),
            (3, "dear"),
            (3, "0"),
            (4, "tomorrow"),
            (4, ""),
        ] {
            let mut bad = entry;
            bad[at].1 = wrong;
            world.post(path, &bad).await.is(422).has("class=\"fault\"");
        }
        let mut nowhere = entry;
        nowhere[0].1 = "moon";
        world.post(path, &nowhere).await.is(404);
        let file = "reference,transactionReference,amount,paidAt\n\
            BANK-1,kft-unknown,\"1,000.00\",2026-07-02T12:00:00+01:00\n\
            BANK-2,KFT-9,5.00,2026-07-01\nBANK-3,,x,y\n";
        let sandbox = [("environment", "sandbox")];
        let import = format!("{path}/import");
        let told = world
            .import(&import, &sandbox, ("bank.csv", file))
            .await
            .is(200);
        told.has("<dt>Already entered</dt><dd>1</dd>")
            .has("<dt>Unknown transaction</dt><dd>1</dd>")
            .has("<dt>Unreadable</dt><dd>1</dd>");
        world
            .upload(&import, &sandbox, ("b.csv", "nonsense\n"))
            .await
            .is(422);
        let listed = world.get(&format!("{path}?environment=sandbox")).await;
        listed.has("BANK-1").has("BANK-2");
        let only = format!("{path}?environment=sandbox&outcome=applied");
        world.get(&only).await.has("No payments yet");
    }
}

#[tokio::test]
async fn a_statement_is_imported_once_and_its_differences_are_shown() {
    for world in both().await {
        let path = "/console/offers/statements";
        world.get(path).await.has("No statements yet");
        let file = "Date,Narration,Debit,Credit,Balance\n\
            01/07/2026,STAMP <DUTY>,50.00,,\"1,950.00\"\n\
            02/07/2026,NIP KFT20260701000000000000,,\"1,000.00\",\"2,950.00\"\n\
            soon,x,1,,0\n";
        let sandbox = [("environment", "sandbox"), ("account", "0123456789")];
        let import = || world.import(path, &sandbox, ("bank.csv", file));
        let told = import().await.is(200);
        told.has("<dt>Needs review</dt><dd>2</dd>")
            .has("<dt>Unreadable</dt><dd>1</dd>");
        import()
            .await
            .is(200)
            .has("<dt>Already entered</dt><dd>2</dd>");
        let listed = world.get(&format!("{path}?environment=sandbox")).await;
        let listed = listed.has("6789").has("KFT-20260701-000000000000");
        assert!(
            listed.text.contains("STAMP &#60;DUTY&#62;"),
            "{}",
            listed.text
        );
        world
            .upload(path, &sandbox, ("b.xml", "<Document>"))
            .await
            .is(422)
            .has("breaks off");
        world.get(path).await.has("No statements yet");
        let refunds = "/console/offers/refunds";
        let none = world.post(refunds, &sandbox[..1]).await.is(422);
        none.has("No refund due");
    }
}
