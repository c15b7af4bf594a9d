//! Offers, banks and brokers from the shell.

use serde_json::{Value, json};

use super::{Place, after};

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

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_goes_through_its_life_from_the_shell() {
    for place in Place::both().await {
        let offers = |words: &[&str]| {
            let all = [&["investment", "offers"], words, &["--environment", "live"]];
            all.concat()
                .iter()
                .map(|word| (*word).to_owned())
                .collect::<Vec<_>>()
        };
        let good = |words: &[&str]| {
            let words = offers(words);
            place.good(&words.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let refused = |words: &[&str]| {
            let words = offers(words);
            place.refused(&words.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let one = file(&place, "offer.json", &plan("OFR-IROKO").to_string());
        assert!(good(&["create", &one]).contains("OFR-IROKO is made in live"));
        assert!(good(&["create", &one]).contains("was there already"));
        assert!(good(&["list"]).contains("OFR-IROKO"));
        let shown = good(&["show", "OFR-IROKO"]);
        assert_eq!(after(&shown, "status"), "open");
        assert!(shown.contains("possible  edit, extend, suspend, close, cancel"));
        good(&["suspend", "OFR-IROKO", "--reason", "Court order"]);
        assert!(good(&["show", "OFR-IROKO"]).contains("because   Court order"));
        let said = refused(&["suspend", "OFR-IROKO"]);
        assert!(
            said.contains("the offer is suspended. Possible now: edit"),
            "{said}"
        );
        good(&["resume", "OFR-IROKO"]);
        assert!(good(&["extend", "OFR-IROKO", "2091-01-31T17:00:00+01:00"]).contains("2091-01-31"));
        assert!(refused(&["extend", "OFR-IROKO", "soon"]).contains("RFC 3339"));
        let change = file(
            &place,
            "change.json",
            r#"{"name": "Iroko", "sector": null}"#,
        );
        assert!(refused(&["edit", "OFR-IROKO", &change]).contains("`sector` is required."));
        let change = file(&place, "change.json", r#"{"name": "Iroko"}"#);
        assert!(good(&["edit", "OFR-IROKO", &change]).contains("name      Iroko\n"));
        let twice = r#"{"name": "Iroko", "timeline": {"listingAt": null, "listingAt": null}}"#;
        let twice = file(&place, "twice.json", twice);
        for command in ["edit OFR-IROKO", "create"] {
            let words: Vec<&str> = command.split(' ').chain([twice.as_str()]).collect();
            assert!(refused(&words).contains("the file names a field twice in one object"));
        }
        let marked = file(&place, "marked.json", "\u{feff}{\"name\": \"Iroko\"}");
        good(&["edit", "OFR-IROKO", &marked]);
        let terms = file(&place, "terms.json", r#"{"priceKobo": 1}"#);
        assert!(refused(&["edit", "OFR-IROKO", &terms]).contains("`priceKobo` is fixed"));
        assert!(good(&["close", "OFR-IROKO"]).contains("is closed"));
        assert!(refused(&["list-shares", "OFR-IROKO"]).contains("the offer is closed"));
        assert!(good(&["cancel", "OFR-IROKO", "--reason", "Over"]).contains("is cancelled"));
        assert!(refused(&["show", "OFR-NONE"]).contains("There is no such offer."));
        let many = format!("{}\n{}\n", plan("OFR-A"), plan("OFR-B"));
        let many = file(&place, "offers.jsonl", &many);
        assert!(good(&["import", &many]).contains("2 offers made, 0 were there already"));
        let wrong = file(&place, "wrong.csv", "id,prise\nOFR-C,1\n");
        assert!(refused(&["import", &wrong]).contains("Line 1: column 2 is no column of offers."));
        assert!(refused(&["import", &one]).contains("must end in .csv or .jsonl"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn banks_and_brokers_are_kept_from_the_shell() {
    for place in Place::both().await {
        let words = ["investment", "banks", "set", "1", "--active", "false"];
        assert!(
            place
                .good(&words)
                .contains("is inactive, without direct debit")
        );
        let listed = place.good(&["investment", "banks", "list"]);
        assert!(listed.lines().next().unwrap().contains("inactive"));
        let words = ["investment", "banks", "set", "999999", "--logo", "x"];
        assert!(
            place
                .refused(&words)
                .contains("`logoUrl` must be the address of a page")
        );
        let name = "Ada Securities Limited";
        let words = [
            "investment",
            "brokers",
            "add",
            "ada-securities",
            name,
            "--code",
            "ADA",
        ];
        assert!(place.good(&words).contains("ada-securities is added"));
        let words = [
            "investment",
            "brokers",
            "set",
            "ada-securities",
            "--active",
            "false",
        ];
        assert!(place.good(&words).contains("ada-securities is inactive"));
        let words = [
            "investment",
            "brokers",
            "set",
            "ada-securities",
            "--code",
            "",
        ];
        place.good(&words);
        let listed = place.good(&["investment", "brokers", "list"]);
        assert!(!listed.contains("ADA"));
        assert!(listed.contains(name) && listed.contains("added"));
        let words = [
            "investment",
            "brokers",
            "set",
            "ada-securities",
            "--email",
            "x",
            "--phone",
            "y",
        ];
        let said = place.refused(&words);
        assert!(
            said.contains("`email`") && said.contains("`phone`"),
            "{said}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tenant_gets_its_own_copy_from_the_shell() {
    for place in Place::both().await {
        let tenant = place.tenant();
        let one = file(&place, "offer.json", &plan("OFR-IROKO").to_string());
        let base = ["investment", "offers"];
        place.good(&[&base[..], &["create", &one, "--environment", "sandbox"]].concat());
        let copy = ["copy", &tenant, "OFR-IROKO", "--id", "OFR-MINE"];
        let said = place.good(&[&base[..], &copy].concat());
        assert!(said.contains("OFR-MINE is in the sandbox of ten_"));
        let list = ["list", "--environment", "sandbox", "--tenant", &tenant];
        assert!(
            place
                .good(&[&base[..], &list].concat())
                .contains("OFR-MINE")
        );
        let all = place.good(&[&base[..], &["list", "--environment", "sandbox"]].concat());
        assert!(!all.contains("OFR-MINE"));
        let wrong = ["copy", &tenant, "OFR-NONE"];
        assert!(
            place
                .refused(&[&base[..], &wrong].concat())
                .contains("`copyOf`")
        );
    }
}
