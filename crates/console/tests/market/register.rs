//! The register: searched, shown, filled in the background, asked elsewhere.

use std::time::Duration;

use kofa_core::audit::ListAudit;
use kofa_core::{OperatorRole, Page};
use kofa_domain::{Clock as _, Environment};
use kofa_objects::FindObject;
use kofa_registry::{
    COUNTED_MAX, Contents, CountRegister, Format, ImportState, Imports, NewImport, RecordImport,
};
use kofa_store::{Type, Value};

use crate::world::{World, both};

const COMPANIES: &str = "rcNumber,companyName,entityType,registrationStatus\n\
    RC1885308,Okun Mills <Nig> Ltd,COMPANY,ACTIVE\nRC77,Ifedapo Micro Ltd,COMPANY,ACTIVE\n\
    nonsense,No Number Ltd,COMPANY,ACTIVE\n";

/// Waits until no import is on its way, and gives the newest.
async fn settled(imports: &Imports) -> kofa_registry::Import {
    for _ in 0..600 {
        let newest = imports.list().await.unwrap().remove(0);
        if matches!(newest.state, ImportState::Done | ImportState::Failed) {
            return newest;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("an import does not end");
}

async fn fill(world: &World, text: &str) -> String {
    let fields = [("environment", "live"), ("contents", "companies")];
    let path = "/console/register/imports";
    let held = world
        .upload(path, &fields, ("companies.csv", text))
        .await
        .is(303);
    let begun = world.post(held.location(), &[]).await.is(303);
    begun.location().to_owned()
}

#[tokio::test]
async fn a_file_is_looked_at_before_anything_is_stored() {
    for world in both().await {
        fill(&world, COMPANIES).await;
        settled(&world.imports).await;
        world.clock.advance_seconds(1);
        let file = "rcNumber,companyName,entityType,registrationStatus,shoe\n\
            RC77,Ifedapo Micro Ltd,COMPANY,ACTIVE,\n\
            RC1885308,Okun Mills Plc,COMPANY,ACTIVE,\n\
            RC78,Old Ltd,COMPANY,ACTIVE,\nRC78,New Ltd,COMPANY,ACTIVE,\nx,No Ltd,COMPANY,,\n";
        let fields = [("environment", "live"), ("contents", "companies")];
        let path = "/console/register/imports";
        let held = world
            .upload(path, &fields, ("more.csv", file))
            .await
            .is(303);
        let one = held.location();
        assert!(one.ends_with("/check"), "{one}");
        let page = world
            .get(one)
            .await
            .is(200)
            .has("What the import does</h2>");
        let count = |name, rows| format!("<dt>{name}</dt><dd>{rows}</dd>");
        for (name, rows) in [
            ("Rows", 5),
            ("New", 1),
            ("Changed", 1),
            ("Unchanged", 1),
            ("Replaced by a later row", 1),
            ("Rejected", 1),
        ] {
            assert!(
                page.text.contains(&count(name, rows)),
                "{name}: {}",
                page.text
            );
        }
        // In the order of the file, and as they are read.
        let rows = page
            .text
            .split("First rows, as they are read")
            .nth(1)
            .unwrap();
        let place = |name| rows.find(name).unwrap();
        assert!(place("Ifedapo Micro Ltd") < place("Okun Mills Plc"));
        assert!(rows.contains("<td>1885308</td>") && rows.contains("<td>Old Ltd</td>"));
        page.has("is not a known column").has("data-word=\"LIVE\"");
        assert_eq!(
            world.imports.list().await.unwrap().len(),
            1,
            "nothing was begun"
        );
        world.get(path).await.has("Waiting for confirmation");
        let search = "/console/register?q=RC-78";
        world.get(search).await.has("No matching companies");
        let refused = world.post_as(OperatorRole::Support, one, &[]).await;
        refused.is(403);
        let asked = world.post(one, &[("confirm", "")]).await.is(200);
        asked.has("Import more.csv into Live?");
        let begun = world.post(one, &[]).await.is(303);
        // Sent twice, it is the same import.
        let again = world.post(one, &[]).await.is(303);
        assert_eq!(again.location(), begun.location());
        let import = settled(&world.imports).await;
        assert_eq!((import.rows_stored, import.rows_rejected), (4, 1));
        world.get(search).await.has("New Ltd");
        world.get(one).await.is(404);
    }
}

#[tokio::test]
async fn a_file_that_nobody_confirms_is_thrown_away() {
    for world in both().await {
        let fields = [("environment", "sandbox"), ("contents", "charges")];
        let path = "/console/register/imports";
        let hold = async |text: &str| {
            let held = world.upload(path, &fields, ("a.csv", text)).await.is(303);
            held.location().to_owned()
        };
        let one = hold("shoe,size\n1,2\n").await;
        world.get(&one).await.is(200).has("has no column");
        let discard = one.replace("/check", "/discard");
        world
            .post_as(OperatorRole::Support, &discard, &[])
            .await
            .is(403);
        let gone = world.post(&discard, &[]).await.is(303);
        assert_eq!(gone.said(), "a.csv was deleted. Nothing was imported.");
        world.post(&discard, &[]).await.is(404);
        world.post(&one, &[]).await.is(404);
        let two = hold("rcNumber,chargeId\n1,2\n").await;
        let id = two.split('/').rev().nth(1).unwrap();
        world.clock.advance_seconds(86_000);
        assert!(world.imports.find_held(id).await.is_ok());
        world.clock.advance_seconds(500);
        let now = kofa_registry::ForgetHeld {
            now: world.clock.now(),
        };
        assert_eq!(world.store.write_until_none(now).await.unwrap(), 1);
        assert!(world.imports.find_held(id).await.is_err());
        let find = FindObject {
            name: format!("imports/{id}"),
        };
        assert_eq!(world.store.read(find).await.unwrap(), None);
        assert!(world.imports.held().await.unwrap().is_empty());
        assert!(world.imports.list().await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn people_capital_and_charges_are_compared_with_what_is_there() {
    for world in both().await {
        fill(&world, COMPANIES).await;
        settled(&world.imports).await;
        let path = "/console/register/imports";
        for (contents, head, row, other, gone) in [
            (
                "people",
                "rcNumber,entityType,role,surname,firstName,nationality,remove",
                "77,COMPANY,DIRECTOR,Bello,Ada,NG,",
                "77,COMPANY,DIRECTOR,Bello,Ada,GH,",
                "77,COMPANY,DIRECTOR,Bello,Ada,NG,yes",
            ),
            (
                "capital",
                "rcNumber,entityType,currency,shareCapital,remove",
                "77,COMPANY,NGN,1000,",
                "77,COMPANY,NGN,2000,",
                "77,COMPANY,NGN,,yes",
            ),
            (
                "charges",
                "rcNumber,entityType,chargeId,status,description,remove",
                "77,COMPANY,C1,OUTSTANDING,House,",
                "77,COMPANY,C1,OUTSTANDING,Boat,",
                "77,COMPANY,C1,OUTSTANDING,House,yes",
            ),
        ] {
            let fields = [("environment", "live"), ("contents", contents)];
            let hold = async |row: &str| {
                world.clock.advance_seconds(1);
                let text = format!("{head}\n{row}\n");
                let held = world.upload(path, &fields, ("a.csv", &text)).await.is(303);
                held.location().to_owned()
            };
            let is = async |held: &str, name: &str| {
                let page = world.get(held).await.is(200);
                let said = format!("<dt>{name}</dt><dd>1</dd>");
                assert!(
                    page.text.contains(&said),
                    "{contents} {name}: {}",
                    page.text
                );
            };
            is(&hold(gone).await, "Unchanged").await;
            let first = hold(row).await;
            is(&first, "New").await;
            world.post(&first, &[]).await.is(303);
            assert_eq!(settled(&world.imports).await.error, None);
            is(&hold(row).await, "Unchanged").await;
            is(&hold(other).await, "Changed").await;
            is(&hold(gone).await, "Changed").await;
        }
    }
}

#[tokio::test]
async fn companies_are_imported_found_and_shown() {
    for world in both().await {
        world.get("/console/register").await.has("No companies yet");
        world
            .get("/console/register/imports")
            .await
            .has("No imports yet");
        let one = fill(&world, COMPANIES).await;
        let import = settled(&world.imports).await;
        assert_eq!(import.error, None);
        assert_eq!((import.rows_stored, import.rows_rejected), (2, 1));
        let page = world
            .get(&one)
            .await
            .is(200)
            .has("done")
            .has("Rejected rows");
        page.has("<th scope=\"row\" class=\"number\">4</th>");
        let rejects = world.get(&format!("{one}/rejects")).await.is(200);
        let rejects = rejects.has("line,reason,row\n4,").has("nonsense");
        assert!(
            rejects.headers["content-disposition"]
                .to_str()
                .unwrap()
                .contains("rejects.csv")
        );
        // Sent twice, or not failed at all.
        world.post(&format!("{one}/resume"), &[]).await.is(303);
        world
            .get("/console/register?q=okun+mil")
            .await
            .has("Okun Mills &#60;Nig&#62; Ltd");
        world
            .get("/console/register?q=RC-77")
            .await
            .has("Ifedapo Micro");
        world
            .get("/console/register?q=RC-78")
            .await
            .has("No matching companies");
        world
            .get("/console/register?environment=sandbox&q=okun")
            .await
            .has("No matching companies");
    }
}

#[tokio::test]
async fn a_company_is_shown_and_given_a_consent_code() {
    for world in both().await {
        fill(&world, COMPANIES).await;
        settled(&world.imports).await;
        let company = "/console/register/live/company/77";
        let page = world
            .get(company)
            .await
            .is(200)
            .has("No officers or shareholders in the register.");
        let page = page.has("Issue a consent code");
        let once = page.text.split("name=\"once\" value=\"").nth(1).unwrap();
        let once = once.split('"').next().unwrap();
        world
            .get("/console/register/sandbox/company/77")
            .await
            .is(404);
        let consent = format!("{company}/consent");
        for wrong in ["soon", "2026-07-01T00:00", "2030-01-01T00:00"] {
            world.post(&consent, &[("expiresAt", wrong)]).await.is(422);
        }
        let form = [("expiresAt", "2026-08-01T12:00"), ("once", once)];
        let issued = world.post(&consent, &form).await.is(200);
        let again = world.post(&consent, &form).await.is(200);
        assert_eq!(again.text, issued.text, "sent twice, issued once");
        let code = issued
            .text
            .split("<code id=\"consent-code\">")
            .nth(1)
            .unwrap();
        let code = code.split('<').next().unwrap().to_owned();
        assert_eq!(code.len(), 10, "{code}");
        assert!(!world.get(company).await.text.contains(&code));
        let list = ListAudit {
            tenant: None,
            page: Page::first(),
        };
        let audit = world.store.read(list).await.unwrap().items;
        let text = format!("{audit:?}");
        assert!(
            text.contains("register.import") && !text.contains(&code),
            "{text}"
        );
        assert_eq!(text.matches("registry_consent.issue").count(), 1);
    }
}

#[tokio::test]
async fn a_file_that_cannot_be_read_fails_and_can_go_on() {
    for world in both().await {
        let one = fill(&world, "shoe,size\n1,2\n").await;
        let import = settled(&world.imports).await;
        assert_eq!(import.state, ImportState::Failed);
        world.get(&one).await.has("Resume import").has("failed");
        let refused = world
            .post_as(OperatorRole::Support, &format!("{one}/resume"), &[])
            .await;
        refused.is(403);
        world.post(&format!("{one}/resume"), &[]).await.is(303);
        assert_eq!(settled(&world.imports).await.state, ImportState::Failed);
        let path = "/console/register/imports";
        let fields = [("environment", "live"), ("contents", "companies")];
        world
            .upload(path, &fields, ("", ""))
            .await
            .is(422)
            .has("Choose a file.");
        world
            .upload(path, &fields, ("a.csv", ""))
            .await
            .is(422)
            .has("The file is empty.");
        world
            .upload(path, &[("environment", "moon")], ("a.csv", "x"))
            .await
            .is(422);
        let shoes = [("environment", "live"), ("contents", "shoes")];
        world.upload(path, &shoes, ("a.csv", "x")).await.is(422);
        assert_eq!(
            world.imports.list().await.unwrap().len(),
            1,
            "what was refused left nothing"
        );
    }
}

#[tokio::test]
async fn a_failed_import_that_is_told_twice_at_once_goes_on_once() {
    for world in both().await {
        fill(&world, "shoe,size\n1,2\n").await;
        let id = settled(&world.imports).await.id;
        let again = || world.imports.resume(world.by(), &id);
        let (one, other) = tokio::join!(again(), again());
        // The first may have failed again before the second is heard.
        let resumed = [one, other].iter().filter(|it| it.is_ok()).count();
        assert!(resumed > 0);
        assert_eq!(settled(&world.imports).await.state, ImportState::Failed);
        let list = ListAudit {
            tenant: None,
            page: Page::first(),
        };
        let audit = format!("{:?}", world.store.read(list).await.unwrap().items);
        let noted = audit.matches("register.import_resume").count();
        assert_eq!(noted, resumed, "{audit}");
    }
}

#[tokio::test]
async fn what_is_long_over_is_forgotten_at_the_next_import() {
    for world in both().await {
        fill(&world, "shoe,size\n1,2\n").await;
        let over = settled(&world.imports).await;
        world.clock.advance_seconds(29 * 86_400);
        let new = || NewImport {
            by: world.by(),
            environment: Environment::Live,
            contents: Contents::Companies,
            format: Format::Csv,
            file_name: String::new(),
        };
        drop(world.imports.begin(new()).await.unwrap());
        assert_eq!(world.imports.list().await.unwrap().len(), 1);
        world.clock.advance_seconds(2 * 86_400);
        drop(world.imports.begin(new()).await.unwrap());
        assert!(world.imports.list().await.unwrap().is_empty());
        // A file that could not be read was still there.
        let find = FindObject {
            name: format!("imports/{}", over.id),
        };
        assert_eq!(world.store.read(find).await.unwrap(), None);
    }
}

#[tokio::test]
async fn nobody_counts_beyond_a_hundred_thousand() {
    for world in both().await {
        let now = world.clock.now();
        let row = |number: i64| -> [Value<'static>; 6] {
            [
                // A company of live.
                ((1 << 48) | (number << 3)).into(),
                "Some Ltd".into(),
                "".into(),
                "ACTIVE".into(),
                "".into(),
                now.into(),
            ]
        };
        let columns = [
            ("entity_id", Type::Int),
            ("company_name", Type::Text),
            ("company_type", Type::Text),
            ("registration_status", Type::Text),
            ("registered_address", Type::Text),
            ("imported_at", Type::Int),
        ];
        world
            .fill_register("company", columns, (1..=100_100).map(row).collect())
            .await;
        world.get("/console/register").await.has("over 100,000");
        world
            .get("/console/register?environment=sandbox")
            .await
            .has("<dd>0</dd>");
        let live = Environment::Live;
        let counts = world
            .store
            .read(CountRegister { environment: live })
            .await
            .unwrap();
        assert_eq!((counts.companies, counts.roles), (COUNTED_MAX + 1, 0));
    }
}

#[tokio::test]
async fn sources_are_chosen_where_they_are_connected() {
    for world in both().await {
        let page = world.get("/console/register/sources").await.is(200);
        page.has("No external source connected")
            .has("generateCompanyTin");
        let one = "/console/register/source/live/getCompany";
        world.get(one).await.is(200).has("Imported register");
        let local = [
            ("source", "local"),
            ("maxAgeSeconds", "60"),
            ("staleSeconds", ""),
        ];
        world.post(one, &local).await.is(303);
        for wrong in [
            ("source", "cac_vas"),
            ("source", "moon"),
            ("maxAgeSeconds", "-1"),
            ("staleSeconds", "9999999999"),
        ] {
            let mut fields = local.to_vec();
            fields.retain(|(name, _)| *name != wrong.0);
            fields.push(wrong);
            world
                .post(one, &fields)
                .await
                .is(422)
                .has("class=\"fault\"");
        }
        world
            .get("/console/register/source/live/makeTea")
            .await
            .is(404);
    }
}

#[tokio::test]
async fn an_import_is_noted_by_those_who_may() {
    for world in both().await {
        let mut by = world.by();
        let note = |by| RecordImport {
            by,
            resumed: false,
            id: "one".to_owned(),
            environment: Environment::Live,
            contents: "people",
            bytes: 7,
        };
        world.store.write(note(by.clone())).await.unwrap();
        by.actor = kofa_core::Actor::Operator {
            id: kofa_domain::Ids.id(by.at),
            role: OperatorRole::Support,
            via: kofa_core::Via::FRESH,
        };
        let refused = world.store.write(note(by)).await;
        assert_eq!(refused.unwrap_err().code().name, "forbidden");
    }
}
