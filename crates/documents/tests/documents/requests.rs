//! Requests that are wrong, whatever document they carry.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kofa_address::Limits;
use kofa_samples::sample_bill;
use serde_json::json;

use crate::world::{World, both};

#[tokio::test]
async fn every_fault_is_told_at_once_and_free() {
    for world in both().await {
        let before = world.balance().await;
        let body = json!({"base64_content": "JVBERi0=", "document_base64": "JVBERi0=",
            "file_name": 7, "content_type": "x".repeat(128), "hallucination": {"lga": "yes"}});
        let reply = world.post_json(&body).await;
        reply.refused(422, "invalid_field");
        let expected = [
            ("file_name", "invalid_field"),
            ("content_type", "invalid_field"),
            ("document_base64", "conflicting_content_fields"),
        ];
        assert_eq!(reply.faults(), expected);

        let body = json!({"hallucination": {"lga": 1, "state": "true", "country": []}});
        let reply = world.post_json(&body).await;
        reply.refused(422, "missing_field");
        let expected = [
            ("base64_content", "missing_field"),
            ("hallucination.lga", "invalid_hallucination"),
            ("hallucination.state", "invalid_hallucination"),
            ("hallucination.country", "invalid_hallucination"),
        ];
        assert_eq!(reply.faults(), expected);

        let body = json!({"document_base64": "JVBERi0=", "hallucination": {"lga": true}});
        let reply = world.post_json(&body).await;
        reply.refused(422, "invalid_hallucination");

        let parts: [(&str, &[u8]); 2] = [("hallucination", b"[]"), ("fil", b"%PDF-")];
        let reply = world.post_form(&parts).await;
        reply.refused(422, "missing_file");
        let expected = [
            ("file", "missing_file"),
            ("hallucination", "invalid_hallucination"),
        ];
        assert_eq!(reply.faults(), expected);
        World::paid(before, world.balance().await, 0);
    }
}

#[tokio::test]
async fn what_cannot_be_parsed_at_all_is_400() {
    let world = both().await.remove(0);
    let body = json!({"base64_content": "not base64!"});
    world.post_json(&body).await.refused(400, "invalid_base64");
    let json = "application/json";
    let form = "multipart/form-data; boundary=x";
    let cases: &[(&str, &str, &[u8], u16, &str)] = &[
        ("extract-base64", json, b"{", 400, "malformed_json"),
        ("extract-base64", json, b"[]", 422, "invalid_body"),
        ("extract-base64", json, b"", 400, "malformed_json"),
        ("extract-base64", form, b"{}", 415, "unsupported_media_type"),
        ("extract", json, b"{}", 415, "unsupported_media_type"),
        ("extract", form, b"", 400, "malformed_multipart"),
        ("extract", form, b"--x\r\nA", 400, "malformed_multipart"),
        ("extract", form, b"%PDF-1.7", 400, "malformed_multipart"),
        (
            "extract",
            "multipart/form-data",
            b"--x--",
            400,
            "malformed_multipart",
        ),
    ];
    for (path, content_type, body, status, code) in cases {
        let reply = world.post_raw(path, content_type, body).await;
        reply.refused(*status, code);
    }
    // A form that breaks off in the middle of the file is not half a document.
    let open = b"--x\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n";
    let cut = [&open[..], &sample_bill(&Default::default())].concat();
    let reply = world.post_raw("extract", form, &cut).await;
    reply.refused(400, "malformed_multipart");
}

#[tokio::test]
async fn a_document_of_the_largest_size_is_looked_at_and_a_larger_one_is_not() {
    let world = both().await.remove(0);
    let most = Limits::default().bytes_max as usize;
    // A text in front of a file is allowed within the first kilobyte; the rest is padding.
    let mut document = sample_bill(&Default::default());
    document.resize(most, b'\n');
    world.post_form(&[("file", &document)]).await.charged();
    let content = STANDARD.encode(&document);
    let body = json!({"base64_content": content});
    world.post_json(&body).await.charged();

    document.push(b'\n');
    let reply = world.post_form(&[("file", &document)]).await;
    reply.refused(413, "document_too_large");
    assert_eq!(reply.faults()[0].0, "file");
    let body = json!({"document_base64": STANDARD.encode(&document)});
    let reply = world.post_json(&body).await;
    reply.refused(413, "document_too_large");
    assert_eq!(reply.faults()[0].0, "document_base64");

    document.resize(2 * most, b'\n');
    let reply = world.post_form(&[("file", &document)]).await;
    reply.refused(413, "body_too_large");
}
