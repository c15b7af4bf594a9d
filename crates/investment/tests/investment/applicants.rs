//! Joint, minor and corporate applicants, from the request to the register of who holds what.

use std::sync::Arc;

use kofa_core::codes::UPSTREAM_NOT_CONFIGURED;
use kofa_core::companies::{
    CompanyAnswer, CompanyEnquiry, CompanyFuture, CompanyQuestion, NameVerdict, RegisteredCompany,
};
use kofa_domain::{Error, codes};
use kofa_investment::ports::{Ports, Upstreams};
use serde_json::{Value, json};

use crate::subscribe::{transaction, with};
use crate::world::{World, both};

fn joint(first: u32, second: u32, vendor_id: &str) -> Value {
    let other = related(second);
    let changes = json!({"profileType": "JOINT", "secondApplicant": other});
    with(crate::world::body(vendor_id, first), changes)
}

fn related(number: u32) -> Value {
    json!({
        "firstName": "Chidi", "lastName": "Zz-Partner", "dateOfBirth": "1988-11-02",
        "gender": "Male", "phoneNumber": "08057654321", "bvn": format!("222{number:08}"),
        "nin": format!("815{number:08}"), "relationship": "Parent",
        "email": "chidi.zz@example.com",
    })
}

fn minor(world: &World, name: &str, guardian: u32) -> Value {
    let changes = json!({
        "profileType": "MINOR", "dateOfBirth": "2015-01-01", "bvn": null, "nin": null,
        "firstName": name, "guardian": related(guardian),
    });
    with(world.body(0), changes)
}

fn corporate(world: &World, company: Value) -> Value {
    let changes = json!({
        "profileType": "CORPORATE", "bvn": null, "nin": null, "dateOfBirth": null,
        "gender": null, "maritalStatus": null, "nextOfKinFullName": null,
        "nextOfKinPhone": null, "company": company,
    });
    with(world.body(0), changes)
}

/// A registry that knows what its numbers say.
struct Numbers;

impl CompanyEnquiry for Numbers {
    fn ask<'a>(&'a self, question: CompanyQuestion<'a>) -> CompanyFuture<'a> {
        let digits = question
            .rc_number
            .trim_start_matches(|c: char| !c.is_ascii_digit());
        let found = |status, exists, name| {
            Ok(CompanyAnswer::Registered(RegisteredCompany {
                number: format!("RC{digits}"),
                entity_type: "COMPANY",
                status,
                exists,
                name,
            }))
        };
        let answer = match digits {
            "404" => Ok(CompanyAnswer::NotRegistered),
            "410" => found("DISSOLVED", false, NameVerdict::Exact),
            "409" => found("ACTIVE", true, NameVerdict::Mismatch),
            "299" => found("INACTIVE", true, NameVerdict::Partial),
            "422" => Ok(CompanyAnswer::Unreadable {
                code: &codes::INVALID_FIELD,
                field: "entityType",
                must: "must be a kind".to_owned(),
            }),
            "500" => Err(Error::internal("broken")),
            "503" => Err(Error::plain(&codes::SERVICE_UNAVAILABLE)),
            "504" => return Box::pin(std::future::pending()),
            "501" => Err(Error::plain(&UPSTREAM_NOT_CONFIGURED)),
            _ => found("ACTIVE", true, NameVerdict::Exact),
        };
        Box::pin(std::future::ready(answer))
    }
}

fn with_registry(world: World) -> World {
    let sandbox = Upstreams::sandbox(&world.vault);
    let ports = Ports::new(sandbox, Upstreams::default())
        .with_companies(Arc::new(Numbers))
        .with_limit(std::time::Duration::from_millis(300));
    world.with_ports(ports)
}

#[tokio::test]
async fn two_who_apply_together_count_as_each_of_them() {
    for world in both().await {
        let body = joint(1, 2, &world.vendor_id);
        let answer = world.post("subscribe", &body).await.charged(200, 10_000);
        let id = answer["data"]["localSubscriptionId"].as_str().unwrap();
        let shown = transaction(&world, id).await;
        assert_eq!(
            (
                &shown["subscription"]["investorName"],
                &shown["subscription"]["profileType"]
            ),
            (
                &json!("Ngozi Zubairu-Test and Chidi Zz-Partner"),
                &json!("JOINT")
            )
        );
        for (body, field) in [
            (world.body(2), "bvn"),
            (joint(3, 2, &world.vendor_id), "secondApplicant.bvn"),
            (joint(3, 1, &world.vendor_id), "secondApplicant.bvn"),
            (joint(2, 3, &world.vendor_id), "bvn"),
        ] {
            let reply = world.post("subscribe", &body).await;
            reply.refused(409, "duplicate_subscription");
            assert_eq!(reply.fields(), [field]);
        }
        let body = joint(3, 4, &world.vendor_id);
        world.post("subscribe", &body).await.charged(200, 10_000);
    }
}

#[tokio::test]
async fn everybody_is_looked_up() {
    for world in both().await {
        let mut body = joint(1, 2, &world.vendor_id);
        body["bvn"] = json!("22222222221");
        body["secondApplicant"]["nin"] = json!("70123456787");
        let reply = world.post("subscribe", &body).await;
        reply.refused(422, "bvn_not_found");
        assert_eq!(
            reply.faults(),
            [
                ("bvn".to_owned(), "bvn_not_found".to_owned()),
                (
                    "secondApplicant.nin".to_owned(),
                    "nin_watchlisted".to_owned()
                ),
            ]
        );
        let mut child = minor(&world, "Ada", 1);
        child["guardian"]["bvn"] = json!("22222222226");
        let reply = world.post("subscribe", &child).await;
        reply.refused(422, "bvn_name_mismatch");
        assert_eq!(reply.fields(), ["guardian.bvn"]);
    }
}

#[tokio::test]
async fn a_guardian_applies_for_each_child_once() {
    for world in both().await {
        for name in ["Ada", "Eze"] {
            let body = minor(&world, name, 1);
            let answer = world.post("subscribe", &body).await.charged(200, 10_000);
            let id = answer["data"]["localSubscriptionId"].as_str().unwrap();
            let shown = transaction(&world, id).await;
            let name = format!("{name} Zubairu-Test, by Chidi Zz-Partner");
            assert_eq!(shown["subscription"]["investorName"], name.as_str());
        }
        let again = world.post("subscribe", &minor(&world, "ADA", 1)).await;
        again.refused(409, "duplicate_subscription");
        assert_eq!(again.fields(), ["firstName"]);
        // The guardian has not applied yet.
        let body = world.body(1);
        world.post("subscribe", &body).await.charged(200, 10_000);
    }
}

#[tokio::test]
async fn a_company_is_looked_up_and_applies_once() {
    for world in both().await.into_iter().map(with_registry) {
        let company = |number: &str| {
            let company = json!({"rcNumber": number, "name": "Zebra Zz Limited"});
            corporate(&world, company)
        };
        for (number, field, status, code) in [
            ("404", "company.rcNumber", 422, "company_not_registered"),
            ("410", "company.rcNumber", 422, "company_not_active"),
            ("409", "company.name", 422, "company_name_mismatch"),
            ("422", "company.entityType", 422, "invalid_field"),
        ] {
            let reply = world.post("subscribe", &company(number)).await;
            reply.refused(status, code);
            assert_eq!(reply.fields(), [field], "{number}");
        }
        for number in ["503", "504"] {
            let reply = world.post("subscribe", &company(number)).await;
            reply.refused(503, "company_unavailable");
            assert_eq!(reply.header("retry-after"), "5");
        }
        let reply = world.post("subscribe", &company("500")).await;
        reply.refused(500, "internal_error");
        for (number, fields) in [
            ("299", vec!["company.name", "company.rcNumber"]),
            ("501", vec!["company.rcNumber"]),
            ("1885308", vec![]),
        ] {
            let path = "subscribe?validateOnly=true";
            let dry = world.post(path, &company(number)).await.json();
            let warnings = dry["data"]["warnings"].as_array().unwrap().iter();
            let of: Vec<_> = warnings.map(|one| one["field"].as_str().unwrap()).collect();
            assert_eq!(of, fields, "{number}");
        }
        let body = company("RC-001885308");
        let answer = world.post("subscribe", &body).await.charged(200, 10_000);
        let id = answer["data"]["localSubscriptionId"].as_str().unwrap();
        let shown = transaction(&world, id).await;
        assert_eq!(shown["subscription"]["investorName"], "Zebra Zz Limited");
        let again = world.post("subscribe", &company("1885308")).await;
        again.refused(409, "duplicate_subscription");
        assert_eq!(again.fields(), ["company.rcNumber"]);
    }
}

#[tokio::test]
async fn without_a_registry_a_company_is_taken_at_its_word() {
    for world in both().await {
        let company = json!({"rcNumber": "RC1885308", "name": "Zebra Zz Limited"});
        let body = corporate(&world, company);
        let dry = world
            .post("subscribe?validateOnly=true", &body)
            .await
            .json();
        assert_eq!(dry["data"]["warnings"][0]["field"], "company.rcNumber");
        world.post("subscribe", &body).await.charged(200, 10_000);
        let again = world.post("subscribe", &body).await;
        again.refused(409, "duplicate_subscription");
    }
}
