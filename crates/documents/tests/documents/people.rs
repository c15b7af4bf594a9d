//! A job is found by what its caller said or its answer says, and erased once it is over.

use kofa_core::people::{Fate, Identifier, IdentifierKind, PeopleScope};
use kofa_documents::feedback::people::READINGS_OF_PEOPLE;
use kofa_documents::people::JOBS_OF_PEOPLE;
use kofa_domain::{Clock as _, Sensitive};
use serde_json::json;

use crate::feedback::{read, say};
use crate::jobs::bill;
use crate::world::{World, both};

fn scope(world: &World, email: &str) -> PeopleScope {
    PeopleScope {
        store: world.store.clone(),
        vault: world.vault.clone(),
        now: world.clock.now(),
        who: Identifier {
            kind: IdentifierKind::Email,
            value: Sensitive::new(email.to_owned()),
        },
        paid_kept_days: 0,
    }
}

#[tokio::test]
async fn a_job_is_found_by_its_reference_and_goes_once_it_is_over() {
    for world in both().await {
        let body = json!({"base64_content": bill()["base64_content"], "file_name": "bill.pdf",
            "client_reference": "for ada@example.com"});
        let made = world.create(&world.key, &body).await;
        assert_eq!(made.status, 202, "{}", made.json);
        let id = made.json["request_id"].as_str().unwrap();
        let find = async |email| (JOBS_OF_PEOPLE.find)(scope(&world, email)).await.unwrap();
        assert!(find("bola@example.com").await.is_empty());
        let found = find("ada@example.com").await;
        assert_eq!((found.len(), &*found[0].id), (1, id));
        assert!(matches!(found[0].fate, Fate::Stays(_)));
        let data = found[0].data.expose();
        assert_eq!(data["request"]["client_reference"], "for ada@example.com");
        let erase = async || {
            (JOBS_OF_PEOPLE.erase)(scope(&world, "ada@example.com"))
                .await
                .unwrap()
        };
        assert!(matches!(erase().await[0].fate, Fate::Stays(_)));

        world.clock.advance_seconds(1);
        assert_eq!(world.worker.work_through().await, 1);
        assert_eq!(erase().await[0].fate, Fate::Goes);
        assert!(find("ada@example.com").await.is_empty());
        assert_eq!(world.look(id).await.status, 404);
    }
}

#[tokio::test]
async fn a_reading_is_found_by_what_was_said_of_it_and_goes() {
    for world in both().await {
        let (id, _) = read(&world).await;
        let note = json!({"city": "Aba", "note": "asked by Ada@example.com"});
        assert_eq!(say(&world, &id, &note).await.status, 200);
        let find = async |email| {
            (READINGS_OF_PEOPLE.find)(scope(&world, email))
                .await
                .unwrap()
        };
        assert!(find("bola@example.com").await.is_empty());
        let found = find("ada@example.com").await;
        assert_eq!((found.len(), &*found[0].id), (1, &*id));
        let words = found[0].data.expose()["words"].as_str().unwrap();
        assert!(words.len() > 100, "the page is given out: {words}");
        let erased = (READINGS_OF_PEOPLE.erase)(scope(&world, "ada@example.com")).await;
        assert_eq!(erased.unwrap()[0].fate, Fate::Goes);
        assert!(find("ada@example.com").await.is_empty());
        assert_eq!(say(&world, &id, &note).await.status, 404);
    }
}
