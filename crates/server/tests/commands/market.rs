//! Offers, banks and brokers from the shell.

use serde_json::{Value, json};

use super::Place;

fn plan(id: &str) -> Value {
    json!({
        "id": id, "name": "Iroko Steel Plc Public Offer", "offerType": "PrimaryOffer",
        "issuerName": "Iroko Steel Plc", "symbol": "IROKO", "isin": "NG0BAOBAB004",
        "sector": "Industrial Goods", "priceKobo": 1_250, "minimumShares": 100,
        "multiple": 50, "sharesOnOffer": 1_000_000, "openAt": "2026-01-05T08:00:00+01:00",
        "closeAt": "2090-01-31T17:00:00+01:00", "registrar": {"name": "Ada Registrars"},
    })
}

fn file(place: &Place, name: &str, text: &str) -> String {
    let path = place.folder().join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// As [`file`], as a word of `kofa admin`.
fn at(place: &Place, name: &str, text: &str) -> String {
    format!("@{}", file(place, name, text))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_goes_through_its_life_from_the_shell() {
    for place in Place::both().await {
        let live = |words: &[&str]| {
            let (command, fields) = words.split_first().unwrap();
            let all = [&["admin", command, "environment=live"], fields].concat();
            let owned = |word: &&str| (*word).to_owned();
            all.iter().map(owned).collect::<Vec<String>>()
        };
        let good = |words: &[&str]| {
            let words = live(words);
            place.good(&words.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let refused = |words: &[&str]| {
            let words = live(words);
            place.refused(&words.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let of = "offerId=OFR-IROKO";
        let one = at(&place, "offer.json", &plan("OFR-IROKO").to_string());
        assert!(good(&["createOffer", &one]).contains("\"id\": \"OFR-IROKO\""));
        good(&["createOffer", &one]);
        assert!(good(&["listMarketOffers"]).contains("OFR-IROKO"));
        let shown: Value = serde_json::from_str(&good(&["getOffer", of])).unwrap();
        assert_eq!(shown["status"], "open");
        let possible = json!(["edit", "extend", "suspend", "close", "cancel"]);
        assert_eq!(shown["possible"], possible);
        good(&["suspendOffer", of, "reason=Court order"]);
        assert!(good(&["getOffer", of]).contains("\"Court order\""));
        let said = refused(&["suspendOffer", of]);
        assert!(
            said.contains("the offer is suspended. Possible now: edit"),
            "{said}"
        );
        good(&["resumeOffer", of]);
        let extended = good(&["extendOffer", of, "closeAt=2091-01-31T17:00:00+01:00"]);
        assert!(extended.contains("2091-01-31"), "{extended}");
        assert!(refused(&["extendOffer", of, "closeAt=soon"]).contains("RFC 3339"));
        let change = r#"{"name": "Iroko", "sector": null}"#;
        let change = at(&place, "change.json", change);
        assert!(refused(&["editOffer", of, &change]).contains("`sector` is required."));
        let change = at(&place, "change.json", r#"{"name": "Iroko"}"#);
        assert!(good(&["editOffer", of, &change]).contains("\"name\": \"Iroko\""));
        let twice = r#"{"name": "Iroko", "timeline": {"listingAt": null, "listingAt": null}}"#;
        let twice = at(&place, "twice.json", twice);
        for words in [&["editOffer", of, &twice][..], &["createOffer", &twice]] {
            assert!(refused(words).contains("the file has the same field twice in one object"));
        }
        let marked = at(&place, "marked.json", "\u{feff}{\"name\": \"Iroko\"}");
        good(&["editOffer", of, &marked]);
        assert!(refused(&["editOffer", of, "priceKobo=1"]).contains("`priceKobo` is fixed"));
        assert!(good(&["closeOffer", of]).contains("\"status\": \"closed\""));
        assert!(refused(&["listOfferShares", of]).contains("the offer is closed"));
        let cancelled = good(&["cancelOffer", of, "reason=Over"]);
        assert!(
            cancelled.contains("\"status\": \"cancelled\""),
            "{cancelled}"
        );
        assert!(refused(&["getOffer", "offerId=OFR-NONE"]).contains("There is no such offer."));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_are_imported_from_the_shell() {
    for place in Place::both().await {
        let import = |file: &str| {
            let words = ["investment", "import-offers", file, "--environment", "live"];
            words.map(str::to_owned)
        };
        let many = format!("{}\n{}\n", plan("OFR-A"), plan("OFR-B"));
        let many = file(&place, "offers.jsonl", &many);
        let check = ["investment", "check-import", &many, "--purpose", "offers"];
        let checked = place.good(&[&check[..], &["--environment", "live"]].concat());
        assert!(checked.contains("added                2"), "{checked}");
        assert!(checked.contains("line 2: OFR-B added"), "{checked}");
        assert!(place.refused(&check).contains("--environment"));
        let many = import(&many);
        let said = place.good(&many.each_ref().map(String::as_str));
        assert!(
            said.contains("2 offers created, 0 already existed"),
            "{said}"
        );
        let wrong = import(&file(&place, "wrong.csv", "id,prise\nOFR-C,1\n"));
        let said = place.refused(&wrong.each_ref().map(String::as_str));
        assert!(
            said.contains("Line 1: column 2 is no column of offers."),
            "{said}"
        );
        let unnamed = import(&file(&place, "offer.json", &plan("OFR-A").to_string()));
        let said = place.refused(&unnamed.each_ref().map(String::as_str));
        assert!(said.contains("must end in .csv or .jsonl"), "{said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn banks_and_brokers_are_kept_from_the_shell() {
    for place in Place::both().await {
        let good = |words: &[&str]| place.good(&[&["admin"], words].concat());
        let refused = |words: &[&str]| place.refused(&[&["admin"], words].concat());
        let set = good(&["editBank", "bankId=1", "active=false"]);
        assert!(set.contains("\"active\": false"), "{set}");
        let listed: Value = serde_json::from_str(&good(&["listMarketBanks"])).unwrap();
        assert_eq!(listed["items"][0]["active"], false);
        let said = refused(&["editBank", "bankId=999999", "logoUrl=x"]);
        assert!(
            said.contains("`logoUrl` must be the address of a page"),
            "{said}"
        );
        let (id, broker) = ("id=ada-securities", "brokerId=ada-securities");
        let name = "Ada Securities Limited";
        let added = good(&["addBroker", id, &format!("name={name}"), "code=ADA"]);
        assert!(added.contains("\"ada-securities\""), "{added}");
        let set = good(&["editBroker", broker, "active=false"]);
        assert!(set.contains("\"active\": false"), "{set}");
        good(&["editBroker", broker, "code="]);
        let listed = good(&["listMarketBrokers"]);
        assert!(!listed.contains("\"ADA\""));
        assert!(listed.contains(name) && listed.contains("\"added\": true"));
        let said = refused(&["editBroker", broker, "email=x", "phone=y"]);
        assert!(
            said.contains("`email`") && said.contains("`phone`"),
            "{said}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tenant_gets_its_own_copy_from_the_shell() {
    for place in Place::both().await {
        let tenant = format!("tenantId={}", place.tenant());
        let one = at(&place, "offer.json", &plan("OFR-IROKO").to_string());
        place.good(&["admin", "createOffer", "environment=sandbox", &one]);
        let copy = ["admin", "copySandboxOffer", &tenant, "copyOf=OFR-IROKO"];
        let said = place.good(&[&copy[..], &["offerId=OFR-MINE"]].concat());
        assert!(said.contains("\"id\": \"OFR-MINE\""), "{said}");
        let own = place.good(&["admin", "listSandboxOffers", &tenant]);
        assert!(own.contains("OFR-MINE"), "{own}");
        let all = place.good(&["admin", "listMarketOffers", "environment=sandbox"]);
        assert!(!all.contains("OFR-MINE"));
        let wrong = ["admin", "copySandboxOffer", &tenant, "copyOf=OFR-NONE"];
        assert!(place.refused(&wrong).contains("`copyOf`"));
    }
}
