//! What follows the close of an offer, from the shell.

use serde_json::json;

use super::Place;

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
        let file = format!("@{}", path.display());
        place.good(&["admin", "createOffer", "environment=live", &file]);
        let params = ["environment=live", "offerId=OFR-UDALA"];
        let admin = |words: &[&'static str]| -> Vec<&'static str> {
            [&["admin"], &words[..1], &params, &words[1..]].concat()
        };
        let tried = place.good(&admin(&["allotOffer", "dryRun=true"]));
        assert!(tried.contains("\"state\": \"dry_run\""), "{tried}");
        let said = place.refused(&admin(&["allotOffer"]));
        assert!(said.contains("only one that is `closed`"), "{said}");
        let said = place.refused(&admin(&["getAllotment"]));
        assert!(said.contains("no allotment"), "{said}");
        let said = place.refused(&admin(&["refundOffer"]));
        assert!(said.contains("needs one that is allotted"), "{said}");
        place.good(&admin(&["closeOffer"]));
        let ran = place.good(&admin(&["allotOffer", "seed=9"]));
        assert!(ran.contains("\"allotted\": 0"), "{ran}");
        let said = place.refused(&admin(&["allotOffer"]));
        assert!(said.contains("allotted"), "{said}");
        let shown = place.good(&admin(&["getAllotment"]));
        assert!(shown.contains("\"startedBy\": \"shell\""), "{shown}");
        for moved in [&["refundOffer"][..], &["creditOffer", "reference=CSCS-9"]] {
            let said = place.good(&admin(moved));
            assert!(said.contains("\"subscriptions\": 0"), "{said}");
        }
    }
}
