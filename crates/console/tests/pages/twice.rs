//! A form that is sent twice acts once, and its second answer is the first.

use http::StatusCode;
use kofa_core::OperatorRole;

use crate::client::Console;

/// What stands between `begin` and the next quote or tag.
fn cut<'a>(page: &'a str, begin: &str) -> &'a str {
    let rest = page.split(begin).nth(1).unwrap();
    rest.split(['"', '<']).next().unwrap()
}

fn once(page: &str) -> &str {
    cut(page, "name=\"once\" value=\"")
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_is_made_once_and_the_token_shown_in_both_answers() {
    let console = Console::new().await;
    let owner = console.operator(OperatorRole::Owner).await;
    let all = "/console/operators";
    let page = owner.page(all).await;
    let form = |email| {
        [
            ("name", "Eve"),
            ("email", email),
            ("role", "finance"),
            ("password", "a long enough one, 7 words"),
            ("once", once(&page)),
            ("confirm", "LIVE"),
        ]
    };
    let eve = form("eve@kofa.example");
    let (first, second) = tokio::join!(owner.post(all, &eve), owner.post(all, &eve));
    let third = owner.post(all, &eve).await;
    let token = cut(&first.text, "id=\"secret\">");
    assert!(token.starts_with("kofa_admin_"), "{}", first.text);
    for answer in [&second, &third] {
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
        assert_eq!(cut(&answer.text, "id=\"secret\">"), token);
        assert_eq!(answer.headers, first.headers);
    }
    assert_eq!(owner.page(all).await.matches("eve@kofa.example").count(), 1);
    // Changed and sent again, it makes another one; what was refused can be mended.
    let adam = owner.post(all, &form("adam@kofa.example")).await;
    assert_eq!(adam.status, StatusCode::CREATED);
    assert_ne!(cut(&adam.text, "id=\"secret\">"), token);
    let taken = owner.post(all, &eve[..4]).await;
    assert_eq!(taken.status, StatusCode::UNPROCESSABLE_ENTITY);
    // The mark of another session says nothing, nor does one that is too old.
    let other = console.operator(OperatorRole::Owner).await;
    let strange = other.post(all, &eve).await;
    assert_eq!(strange.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(!strange.text.contains("kofa_admin_"));
    console.clock.advance_seconds(600);
    let late = owner.post(all, &eve).await;
    assert!(!late.text.contains("kofa_admin_"), "{}", late.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_incident_is_updated_once() {
    let console = Console::new().await;
    let ops = console.operator(OperatorRole::Ops).await;
    let new = [
        ("title", "Look-ups fail"),
        ("impact", "degraded"),
        ("state", "investigating"),
        ("affects", "business_validation_registry/live"),
        ("message", "We look into it."),
        ("confirm", "LIVE"),
    ];
    let made = ops.post("/console/incidents/new", &new).await;
    let path = made.location().to_owned();
    let page = ops.page(&path).await;
    let form = |state, message| {
        [
            ("state", state),
            ("impact", "degraded"),
            ("message", message),
            ("once", once(&page)),
            ("confirm", "LIVE"),
        ]
    };
    let found = form("identified", "It is a disk.");
    let (first, second) = tokio::join!(ops.post(&path, &found), ops.post(&path, &found));
    let third = ops.post(&path, &found).await;
    for answer in [&first, &second, &third] {
        assert_eq!(answer.location(), path, "{}", answer.text);
        assert_eq!(answer.said(), "The incident is published.");
    }
    let told = ops.page(&path).await;
    assert_eq!(told.matches("<p>It is a disk.</p>").count(), 1, "{told}");
    let over = form("resolved", "It is mended.");
    for _ in 0..2 {
        let resolved = ops.post(&path, &over).await;
        assert_eq!(
            resolved.said(),
            "The incident is resolved.",
            "{}",
            resolved.text
        );
    }
    // From another page the same words are other words.
    let again = ops.post(&path, &[&found[..3], &found[4..]].concat()).await;
    assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_with_planned_work_is_told_in_the_words_of_its_form() {
    let console = Console::new().await;
    let ops = console.operator(OperatorRole::Ops).await;
    let none = ops.post("/console/incidents/work", &[]).await;
    assert_eq!(none.status, StatusCode::UNPROCESSABLE_ENTITY);
    for label in ["Services", "Message", "Starts", "Ends"] {
        let said = format!("\u{201c}{label}\u{201d} is required.");
        assert!(none.text.contains(&said), "{said}: {}", none.text);
    }
}
