//! What is answered to documents that can be read.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kofa_samples::{self as samples, ElectricityBill, Sheet, sample_bill};
use serde_json::{Value, json};

use crate::world::{Reply, World, both};

/// The answer without what differs from call to call.
fn shape(reply: &Reply) -> Value {
    reply.charged();
    let mut json = reply.json.clone();
    json["request_id"] = "<the X-Request-Id>".into();
    json
}

#[tokio::test]
async fn each_variant_has_its_shape_and_is_charged_once() {
    let bill = sample_bill(&Default::default());
    let content = STANDARD.encode(&bill);
    let flags = json!({"lga": true, "state": true, "country": true});
    for world in both().await {
        let before = world.balance().await;
        let body = json!({"file_name": "bill.pdf", "content_type": "application/pdf",
            "base64_content": content, "hallucination": flags});
        let with_inference = world.post_json(&body).await;
        insta::assert_json_snapshot!("with_inference", shape(&with_inference));

        let body = json!({"file_name": "bill.pdf", "content_type": "application/pdf",
            "document_base64": content});
        let plain = world.post_json(&body).await;
        insta::assert_json_snapshot!("plain", shape(&plain));

        // The form is the variant with inference.
        let flags = flags.to_string();
        let parts = [("file", &bill[..]), ("hallucination", flags.as_bytes())];
        let form = world.post_form(&parts).await;
        assert_eq!(shape(&form), shape(&with_inference));
        World::paid(before, world.balance().await, 3);
    }
}

#[tokio::test]
async fn each_flag_fills_its_field_only_and_never_the_printed_address() {
    let world = both().await.remove(0);
    // It names neither its LGA nor the country.
    let bill = ElectricityBill {
        address: &["12 Admiralty Way", "Lekki Phase 1, Lagos State"],
        ..Default::default()
    };
    let content = STANDARD.encode(sample_bill(&bill));
    let ask = async |flags: Value| {
        let body = json!({"base64_content": content, "hallucination": flags});
        world.post_json(&body).await.charged().clone()
    };
    let plain = ask(json!({})).await;
    assert_eq!((&plain["country"], &plain["lga"]), (&json!(""), &json!("")));
    for (flag, value) in [("country", "Nigeria"), ("lga", "Eti-Osa")] {
        let filled = ask(json!({flag: true})).await;
        assert_eq!(filled[flag], value);
        assert_eq!(filled["full_address"], plain["full_address"]);
        assert_eq!(filled["state"], "Lagos");
        assert_eq!(filled["field_metadata"]["state"]["source"], "extracted");
        assert_eq!(filled["requires_review"], true);
        let reasons = filled["review_reasons"].as_array().unwrap();
        assert!(reasons.contains(&json!("filled_field")));
        let other = if flag == "lga" { "country" } else { "lga" };
        assert_eq!(filled[other], "");
        assert_eq!(filled["field_metadata"][other]["source"], "not_found");
    }
}

#[tokio::test]
async fn every_sample_is_read_whatever_it_is_declared_to_be() {
    let world = both().await.remove(0);
    for sample in samples::all() {
        let body = json!({"base64_content": STANDARD.encode(&sample.pdf),
            "file_name": "photo.png", "content_type": "image/png",
            "hallucination": {"lga": true, "state": true, "country": true}});
        let reply = world.post_json(&body).await;
        let data = reply.charged();
        let expected = &sample.expected;
        assert_eq!(
            data["full_address"], expected.full_address,
            "{}",
            sample.name
        );
        assert_eq!(data["street"], expected.street, "{}", sample.name);
        assert_eq!(data["city"], expected.city, "{}", sample.name);
        assert_eq!(data["lga"], expected.lga, "{}", sample.name);
        assert_eq!(data["state"], expected.state, "{}", sample.name);
        assert_eq!(data["country"], expected.country, "{}", sample.name);
        let reasons = data["review_reasons"].as_array().unwrap();
        assert_eq!(data["requires_review"], !reasons.is_empty());
    }
}

#[tokio::test]
async fn a_readable_document_without_an_address_is_an_answer() {
    let mut sheet = Sheet::new();
    sheet.lines(&["Minutes of the meeting", "Everybody was there."]);
    let pdf = sheet.pdf();
    for world in both().await {
        let reply = world.post_form(&[("file", &pdf)]).await;
        let data = reply.charged();
        for field in ["full_address", "street", "city", "state", "lga", "country"] {
            assert_eq!(data[field], "", "{field}");
        }
        assert_eq!(data["confidence"], 0.0);
        assert_eq!(data["requires_review"], true);
        assert_eq!(data["review_reasons"], json!(["no_address"]));
        for field in ["lga", "state", "country"] {
            let nothing = json!({"source": "not_found", "confidence": 0.0, "evidence": []});
            assert_eq!(data["field_metadata"][field], nothing);
        }
    }
}

/// Everything under a folder, as one heap of bytes.
pub(crate) fn heap(folder: &std::path::Path) -> Vec<u8> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(heap(&path));
        } else {
            all.extend(std::fs::read(path).unwrap());
        }
    }
    all
}

#[tokio::test]
async fn neither_document_nor_address_is_stored() {
    let world = both().await.remove(0);
    let content = STANDARD.encode(sample_bill(&Default::default()));
    let body = json!({"document_base64": content, "file_name": "zubairu-bill.pdf"});
    let reply = world.post_json(&body).await;
    assert_eq!(reply.charged()["city"], "Surulere");
    let stored = heap(world.database.folder());
    let holds = |text: &str| stored.windows(text.len()).any(|it| it == text.as_bytes());
    // The log row is there, so the search can find something.
    assert!(holds("extractAddressBase64"));
    for secret in [
        "Labinjo",
        "Surulere",
        "OKAFOR",
        "zubairu",
        &content[..24],
        "%PDF-",
    ] {
        assert!(!holds(secret), "{secret}");
    }
}
