//! Documents through the front door, and their verification, on both databases.

use std::sync::Arc;

use axum::body::Body;
use data_encoding::HEXLOWER;
use http::Request;
use kofa_domain::{Clock as _, Environment, Timestamp};
use kofa_registry::documents::pdf::Document;
use kofa_registry::profile::Profile;
use kofa_registry::rules::{EntityType, RegistrationStatus, Vrc, read_rc_number};
use kofa_registry::{
    Company, Consent, DocumentCode, Entity, FindDocument, Issued, PutCompanies, StoreConsent,
    StoreDocument, Verdict, Verifier,
};
use kofa_testkit::Reply;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::tin::tin_world::{World, both, sqlite};

const PRICE: i64 = 25_000;
const BASE: &str = "/api/v1/company/validation";
const BOTH: [&str; 2] = ["certificate", "status-report"];

/// Asks with a header instead of the query, and says which form is wanted.
async fn ask(world: &World, what: &str, vrc: &str, accept: &str) -> Reply {
    let request = Request::builder()
        .uri(format!("{BASE}/{what}"))
        .header("x-api-key", &world.key)
        .header("x-environment", "sandbox")
        .header("x-vrc-number", vrc)
        .header("accept", accept);
    world.send(request.body(Body::empty()).unwrap()).await
}

fn verifier(world: &World) -> Verifier {
    let clock = Arc::new(world.clock.clone());
    Verifier::new(world.store.clone(), world.vault.clone(), clock)
}

#[tokio::test]
async fn documents_are_files_with_what_a_browser_needs() {
    for world in both().await {
        for what in BOTH {
            let reply = ask(&world, what, "SANDBOXVR0", "*/*").await;
            assert_eq!(reply.status.as_u16(), 200, "{:?}", reply.bytes);
            assert!(reply.bytes.starts_with(b"%PDF-1.7"), "{what}");
            assert_eq!(reply.header("content-type"), "application/pdf");
            let name = format!("RC0000010-{what}.pdf");
            assert_eq!(
                reply.header("content-disposition"),
                format!("attachment; filename=\"{name}\"; filename*=UTF-8''{name}")
            );
            let sha256 = HEXLOWER.encode(&Sha256::digest(&reply.bytes));
            assert_eq!(reply.header("x-document-sha256"), sha256);
            assert_eq!(reply.header("etag"), format!("\"{sha256}\""));
            assert_eq!(reply.header("cache-control"), "private, no-store");
            assert_eq!(reply.header("x-cached"), "false");
            assert_eq!(reply.header("x-retrieved-at"), "2026-11-21T09:30:00.000Z");
            assert_eq!(reply.header("x-charge-amount"), PRICE.to_string());
        }
    }
}

#[tokio::test]
async fn the_json_form_has_the_same_file_and_is_told_again_free() {
    for world in both().await {
        let file = ask(&world, "certificate", "SANDBOXVR9", "application/pdf").await;
        let again = ask(&world, "certificate", "SANDBOXVR9", "application/json").await;
        let body = again.charged(200, 0);
        assert_eq!(again.header("idempotency-replayed"), "true");
        let data = &body["data"];
        let text = data["contentBase64"].as_str().unwrap();
        let decoded = data_encoding::BASE64.decode(text.as_bytes());
        assert_eq!(decoded.unwrap(), file.bytes);
        assert_eq!(data["contentType"], "application/pdf");
        assert_eq!(data["sizeBytes"], file.bytes.len());
        assert_eq!(data["sha256"], file.header("x-document-sha256"));
        assert_eq!(data["generatedAt"], "2026-11-21T09:30:00.000Z");
        assert_eq!(data["source"]["registry"], "CAC");
        let code = data["verificationCode"].as_str().unwrap();
        assert_eq!(
            data["verifyUrl"],
            format!("https://kofa.test/verify/{code}")
        );
        // Told again, nothing is drawn or kept anew; after a quarter of an hour it is used up.
        world.clock.advance_seconds(16 * 60);
        let late = ask(&world, "certificate", "SANDBOXVR9", "*/*").await;
        late.refused(409, "vrc_already_used");
    }
}

/// A code that the operator issued for an entity of the sandbox's register.
async fn consent(world: &World, rc_number: &str, entity_type: EntityType) -> String {
    let vrc = Vrc::issue(kofa_domain::Ids);
    let keep = StoreConsent {
        environment: Environment::Sandbox,
        code_digest: vrc.blind_index(&world.vault, Environment::Sandbox),
        consent: Consent {
            entity: Entity {
                rc_number: read_rc_number(rc_number).unwrap().number,
                entity_type,
            },
            expires_at: world.clock.now().plus_seconds(3_600),
        },
        issued_by: "test".to_owned(),
        issued_at: world.clock.now(),
    };
    world.store.write(keep).await.unwrap();
    vrc.expose().to_owned()
}

#[tokio::test]
async fn every_company_of_the_sandbox_has_documents_or_says_that_it_has_none() {
    let world = sqlite().await;
    let (mut drawn, mut none) = (0, 0);
    for line in kofa_registry::SANDBOX_COMPANIES.lines() {
        let company: Value = serde_json::from_str(line).unwrap();
        let number = company["rcNumber"].as_str().unwrap();
        let kind = EntityType::parse(company["entityType"].as_str().unwrap()).unwrap();
        // Each has both; asking for one of each keeps the test short.
        let what = BOTH[(drawn + none) % 2];
        let key = match what {
            "certificate" => "certificate",
            _ => "statusReport",
        };
        let vrc = consent(&world, number, kind).await;
        let reply = ask(&world, what, &vrc, "*/*").await;
        if company[key] == "unavailable" {
            reply.refused(404, "document_not_available");
            none += 1;
        } else {
            assert_eq!(reply.status.as_u16(), 200, "{number} {:?}", reply.bytes);
            assert!(reply.bytes.starts_with(b"%PDF-"), "{number} {what}");
            drawn += 1;
        }
    }
    assert!(drawn > 150 && none > 10, "{drawn} drawn, {none} not there");
}

#[tokio::test]
async fn what_is_refused_is_free_and_leaves_nothing() {
    let world = sqlite().await;
    let check = async |vrc: &str, status: u16, code: &str| {
        let reply = ask(&world, "certificate", vrc, "*/*").await;
        let body = reply.refused(status, code);
        assert!(body["data"].is_null(), "{vrc}");
    };
    check("SANDBOXVR1", 404, "vrc_not_found").await;
    check("SANDBOXVR2", 409, "vrc_already_used").await;
    check("SANDBOXVR3", 503, "upstream_unavailable").await;
    check("SANDBOXVR7", 410, "vrc_expired").await;
    check("nonsense", 422, "invalid_vrc_number").await;
}

async fn drawn(world: &World, what: &str, vrc: &str) -> String {
    let reply = ask(world, what, vrc, "application/json").await;
    let body: Value = reply.json();
    assert_eq!(reply.status.as_u16(), 200, "{body}");
    let code = body["data"]["verificationCode"].as_str();
    code.unwrap().to_owned()
}

#[tokio::test]
async fn a_code_tells_what_was_drawn_and_that_it_holds() {
    for world in both().await {
        for what in BOTH {
            let code = drawn(&world, what, "SANDBOXVR0").await;
            let verifier = verifier(&world);
            let told = verifier.verify(&code).await.unwrap().unwrap();
            assert_eq!(told.code, code);
            assert_eq!(told.verdict, Verdict::Holds, "{what}");
            assert_eq!(told.issued.document.as_str(), what);
            assert_eq!(told.issued.environment, Environment::Sandbox);
            assert_eq!(told.issued.issued_at, world.clock.now());
            let typed = code.to_lowercase().replace('-', " ");
            assert_eq!(verifier.verify(&typed).await.unwrap().unwrap(), told);
        }
    }
}

#[tokio::test]
async fn a_wrong_code_tells_nothing() {
    for world in both().await {
        let code = drawn(&world, "certificate", "SANDBOXVR0").await;
        let other = DocumentCode::of_copy(&world.vault, "never drawn").text();
        let verifier = verifier(&world);
        for wrong in ["", "x", &code[1..], &format!("{code}2"), &other, "'; --"] {
            assert_eq!(verifier.verify(wrong).await.unwrap(), None, "{wrong}");
        }
        assert!(verifier.verify(&code).await.unwrap().is_some());
    }
}

/// A company of the live register, as it was read at `read`.
fn company(name: &str, status: RegistrationStatus) -> Company {
    Company {
        rc_number: read_rc_number("4711").unwrap().number,
        entity_type: EntityType::Company,
        company_name: name.to_owned(),
        company_type: String::new(),
        registration_status: status,
        registered_address: "1 Test Road, Jos".to_owned(),
        registration_date: Some("2020-02-29".to_owned()),
        line_of_business: None,
        line_of_business_codes: None,
        city: None,
        lga: None,
        state: None,
        email: None,
    }
}

async fn put(world: &World, company: Company, at: Timestamp) {
    let put = PutCompanies {
        environment: Environment::Live,
        companies: vec![company],
        imported_at: at,
    };
    world.store.write(put).await.unwrap();
}

/// Issues a certificate of the live company by the law of the storage alone.
async fn issue(world: &World, profile: &Profile) -> String {
    let code = DocumentCode::of_copy(&world.vault, "live");
    let company = &profile.record.company;
    let keep = StoreDocument {
        code_digest: code.digest(&world.vault),
        issued: Issued {
            environment: Environment::Live,
            document: Document::Certificate,
            rc_number: company.rc_number.clone(),
            entity_type: company.entity_type,
            company_name: company.company_name.clone(),
            registration_status: company.registration_status,
            registration_date: company.registration_date.clone(),
            retrieved_at: profile.record.retrieved_at,
            issued_at: world.clock.now(),
            sha256: [1; 32],
            says: Issued::says(Document::Certificate, profile),
        },
        request_id: kofa_domain::Ids.uuid(world.clock.now()),
    };
    // The same copy is kept once, whoever draws it again.
    world.store.write(keep.clone()).await.unwrap();
    world.store.write(keep.clone()).await.unwrap();
    let find = FindDocument {
        code_digest: keep.code_digest,
    };
    assert_eq!(world.store.read(find).await.unwrap(), Some(keep.issued));
    code.text()
}

#[tokio::test]
async fn a_change_of_the_register_is_told_and_an_older_register_tells_nothing() {
    for world in both().await {
        let now = world.clock.now();
        let name = "Ìrètí Mills Limited";
        put(&world, company(name, RegistrationStatus::Active), now).await;
        let number = read_rc_number("4711").unwrap().number;
        let register = kofa_registry::Register::new(world.store.clone(), Environment::Live);
        let profile = register.profile(
            &number,
            EntityType::Company,
            kofa_registry::profile::Part::Certificate,
        );
        let profile = profile.await.unwrap().unwrap();
        let code = issue(&world, &profile).await;
        let verifier = verifier(&world);
        let verdict = async || verifier.verify(&code).await.unwrap().unwrap().verdict;
        assert_eq!(verdict().await, Verdict::Holds);

        let later = now.plus_seconds(86_400);
        put(&world, company(name, RegistrationStatus::StruckOff), later).await;
        let Verdict::Changed(changed) = verdict().await else {
            panic!("the status is another");
        };
        assert_eq!(changed.company_name, None);
        assert_eq!(
            changed.registration_status,
            Some(RegistrationStatus::StruckOff)
        );

        let earlier = now.plus_seconds(-86_400);
        put(
            &world,
            company("Ireti Mill", RegistrationStatus::Active),
            earlier,
        )
        .await;
        assert_eq!(verdict().await, Verdict::Unknown);
    }
}
