//! What follows the close of an offer, from the shell.

use serde_json::json;

use super::Place;

/// A command about live offers.
fn live<'w>(words: &[&'w str]) -> Vec<&'w str> {
    [&["investment"], words, &["--environment", "live"]].concat()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_is_rehearsed_closed_allotted_and_finished_from_the_shell() {
    for place in Place::both().await {
        let plan = json!({
            "id": "OFR-UDALA", "name": "Udala Plc Public Offer", "offerType": "PrimaryOffer",
            "issuerName": "Udala Plc", "symbol": "UDALA", "isin": "NG0BAOBAB004",
            "sector": "Agriculture", "priceKobo": 1_250, "minimumShares": 100,
            "multiple": 50, "sharesOnOffer": 1_000_000, "openAt": "2026-01-05T08:00:00+01:00",
            "closeAt": "2090-01-31T17:00:00+01:00", "registrar": {"name": "Ada Registrars"},
        });
        let path = place.folder().join("udala.json");
        std::fs::write(&path, plan.to_string()).unwrap();
        place.good(&live(&["offers", "create", path.to_str().unwrap()]));
        let tried = place.good(&live(&["allotments", "rehearse", "OFR-UDALA"]));
        assert!(tried.contains("nothing is changed"), "{tried}");
        let said = place.refused(&live(&["allotments", "run", "OFR-UDALA"]));
        assert!(said.contains("only one that is `closed`"), "{said}");
        let said = place.refused(&live(&["allotments", "show", "OFR-UDALA"]));
        assert!(said.contains("no allotment"), "{said}");
        let said = place.refused(&live(&["allotments", "refund", "OFR-UDALA"]));
        assert!(said.contains("needs one that is allotted"), "{said}");
        place.good(&live(&["offers", "close", "OFR-UDALA"]));
        let ran = place.good(&live(&["allotments", "run", "OFR-UDALA", "--seed", "9"]));
        assert!(ran.contains("allotted      0"), "{ran}");
        let said = place.refused(&live(&["allotments", "run", "OFR-UDALA"]));
        assert!(said.contains("allotted"), "{said}");
        assert!(
            place
                .good(&live(&["allotments", "show", "OFR-UDALA"]))
                .contains("begun")
        );
        let said = place.good(&live(&["allotments", "refund", "OFR-UDALA"]));
        assert!(said.contains("0 refunds"), "{said}");
        let credit = ["allotments", "credit", "OFR-UDALA", "--reference", "CSCS-9"];
        assert!(place.good(&live(&credit)).contains("0 subscriptions"));
    }
}
