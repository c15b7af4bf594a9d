//! Keys: made, shown once, rotated, ended.

use http::StatusCode;
use kofa_core::MemberRole;
use kofa_domain::Environment;
use kofa_identity::keys::{FindKey, KeyStatus};

use crate::world::{NOW, world};

const SANDBOX: &[Environment] = &[Environment::Sandbox];
const BOTH: &[Environment] = &Environment::ALL;
const NEW: &[(&str, &str)] = &[
    ("name", "Till <b>5</b>"),
    ("scopes", "investment_ipo"),
    ("scopes", "business_validation_registry"),
    ("environments", "sandbox"),
    ("allowedCidrs", "203.0.113.7\r\n10.0.0.0/8"),
    ("expiresAt", "2026-11-21"),
];

#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_made_shown_once_and_listed() {
    let world = world().await;
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    let empty = owner.get("/portal/sandbox/keys").await;
    assert!(empty.text.contains("No API keys yet"));
    let made = owner.post("/portal/sandbox/keys/new", NEW).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.text);
    let at = made.text.find("kofa_test_").unwrap();
    let end = made.text[at..].find('<').unwrap();
    let text = &made.text[at..at + end];
    assert!(kofa_domain::parse_api_key(text).is_ok(), "{text}");
    assert_eq!(made.headers["cache-control"], "no-store");
    let list = owner.get("/portal/sandbox/keys").await.text;
    assert!(!list.contains(text) && list.contains(&text[..14]));
    assert!(list.contains("Till &#60;b&#62;5") || list.contains("Till &lt;b&gt;5"));
    assert!(list.contains("Expires within a day."));
    let live = owner.get("/portal/live/keys").await.text;
    assert!(
        live.contains("No API keys yet"),
        "it reaches the sandbox only"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_wrong_is_said_beside_what_was_typed() {
    let world = world().await;
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    let long = "x".repeat(5_000);
    let wrong: [&[(&str, &str)]; 4] = [
        &[],
        &[
            ("name", "a\u{0}"),
            ("scopes", "all"),
            ("environments", "moon"),
        ],
        &[
            ("name", "Typed"),
            ("scopes", "investment_ipo"),
            ("environments", "sandbox"),
            ("expiresAt", "2020-01-01"),
            ("allowedCidrs", "here"),
        ],
        &[
            ("name", &long),
            ("scopes", "investment_ipo"),
            ("environments", "sandbox"),
        ],
    ];
    for fields in wrong {
        let refused = owner.post("/portal/sandbox/keys/new", fields).await;
        assert_eq!(
            refused.status,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{fields:?}"
        );
        assert!(refused.text.contains("role=\"alert\""));
    }
    let refused = owner.post("/portal/sandbox/keys/new", wrong[2]).await.text;
    assert!(refused.contains("value=\"Typed\"") && refused.contains("203.0.113.0/24"));
    let none = owner.post("/portal/sandbox/keys/new", &[]).await.text;
    for (page, said) in [
        (
            &refused,
            "Entry 1 of \u{201c}Allowed IP addresses\u{201d} is not valid",
        ),
        (
            &refused,
            "\u{201c}Expires after\u{201d} must be in the future.",
        ),
        (&none, "\u{201c}Services\u{201d} is required."),
    ] {
        assert!(
            page.contains(said),
            "in the words of the form: {said}: {page}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_of_live_keys_asks_for_the_password_again() {
    let world = world().await;
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    let key = world.key(&world.ada, BOTH).await;
    let base = format!("/portal/live/keys/{}", key.id);
    world.clock.advance_seconds(11 * 60);
    for path in [
        "/portal/live/keys/new".to_owned(),
        format!("{base}/rotate"),
        format!("{base}/revoke"),
    ] {
        let asked = owner.get(&path).await;
        assert_eq!(asked.status, StatusCode::SEE_OTHER, "{path}");
        assert!(
            asked
                .location()
                .starts_with("/portal/confirm?next=%2Fportal%2Flive%2Fkeys")
        );
        let mut fields = NEW.to_vec();
        fields.extend([
            ("environments", "live"),
            ("expiresAt", ""),
            ("graceSeconds", "0"),
        ]);
        fields.retain(|(_, value)| *value != "2026-11-21");
        let asked = owner.post(&path, &fields).await;
        assert_eq!(asked.status, StatusCode::FORBIDDEN, "{path}");
        assert!(asked.text.contains("Confirm it’s you"), "{path}");
    }
    let actor = kofa_core::Actor::Cli;
    let found = world
        .web
        .admin
        .store
        .read(FindKey { actor, key: key.id })
        .await
        .unwrap();
    assert_eq!(found.status(NOW), KeyStatus::Active, "nothing was changed");
    let sandbox = owner.get("/portal/sandbox/keys/new").await;
    assert_eq!(sandbox.status, StatusCode::OK, "the sandbox asks nobody");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_rotated_watched_and_ended() {
    let world = world().await;
    let owner = world.sign_in(&world.ada, MemberRole::Developer).await;
    let key = world.key(&world.ada, SANDBOX).await;
    let base = format!("/portal/sandbox/keys/{}", key.id);
    let detail = owner.get(&base).await;
    assert!(
        detail.text.contains("No requests in the last 30 days"),
        "{}",
        detail.text
    );
    assert_eq!(
        owner.get(&format!("{base}/rotation")).await.status,
        StatusCode::NOT_FOUND
    );
    for grace in ["", "5", "-1", "many"] {
        let refused = owner
            .post(&format!("{base}/rotate"), &[("graceSeconds", grace)])
            .await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{grace}");
    }
    let rotate = format!("{base}/rotate");
    let rotated = owner.post(&rotate, &[("graceSeconds", "3600")]).await;
    assert!(rotated.text.contains("kofa_test_"), "{}", rotated.text);
    let again = owner.post(&rotate, &[("graceSeconds", "3600")]).await;
    assert_eq!(
        again.status,
        StatusCode::UNPROCESSABLE_ENTITY,
        "sent twice, done once"
    );
    let watched = owner.get(&format!("{base}/rotation")).await.text;
    assert!(watched.contains("The new key is not in use yet"));
    let ended = owner.post(&format!("{base}/revoke"), &[]).await;
    assert_eq!(ended.location(), base);
    assert_eq!(
        owner.post(&format!("{base}/revoke"), &[]).await.location(),
        base
    );
    let watched = owner.get(&format!("{base}/rotation")).await.text;
    assert!(watched.contains("Rotation complete"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_of_another_tenant_or_environment_is_not_there() {
    let world = world().await;
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    let theirs = world.key(&world.bob, BOTH).await;
    let sandbox = world.key(&world.ada, SANDBOX).await;
    let paths = [
        format!("/portal/live/keys/{}", theirs.id),
        format!("/portal/live/keys/{}", sandbox.id),
        "/portal/live/keys/key_1".to_owned(),
        "/portal/live/keys/%00".to_owned(),
        "/portal/moon/keys".to_owned(),
    ];
    for path in &paths {
        assert_eq!(
            owner.get(path).await.status,
            StatusCode::NOT_FOUND,
            "{path}"
        );
    }
    for word in ["rotate", "revoke"] {
        for path in &paths[..4] {
            let path = format!("{path}/{word}");
            let refused = owner.post(&path, &[("graceSeconds", "0")]).await;
            assert_eq!(refused.status, StatusCode::NOT_FOUND, "{path}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn many_keys_are_shown_a_page_at_a_time() {
    let world = world().await;
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    for _ in 0..65 {
        world.key(&world.ada, BOTH).await;
    }
    let (mut path, mut seen) = ("/portal/live/keys".to_owned(), 0);
    loop {
        let page = owner.get(&path).await.text;
        seen += page.matches("<tr><th scope=\"row\">").count();
        let Some(at) = page.find("rel=\"next\"") else {
            break;
        };
        let link = page[..at].rfind("href=\"").unwrap() + 6;
        path = page[link..].split('"').next().unwrap().to_owned();
    }
    assert_eq!(seen, 65);
    let wrong = owner.get("/portal/live/keys?cursor=zz").await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
}

/// What stands between `begin` and the next quote or tag.
fn cut<'a>(page: &'a str, begin: &str) -> &'a str {
    let at = page.find(begin).unwrap() + begin.len();
    page[at..].split(['"', '<']).next().unwrap()
}

fn key_text(page: &str) -> &str {
    cut(page, "id=\"key-text\">")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_is_sent_twice_makes_one_key() {
    let world = world().await;
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    let new = "/portal/sandbox/keys/new";
    let page = owner.get(new).await.text;
    let once = cut(&page, "name=\"once\" value=\"");
    let fields = |name| {
        [
            ("name", name),
            ("scopes", "investment_ipo"),
            ("environments", "sandbox"),
            ("once", once),
        ]
    };
    let both = (fields("Till"), fields("Till"));
    let (first, second) = tokio::join!(owner.post(new, &both.0), owner.post(new, &both.1));
    assert_eq!(
        (first.status, second.status),
        (StatusCode::OK, StatusCode::OK)
    );
    assert_eq!(key_text(&first.text), key_text(&second.text));
    let changed = owner.post(new, &fields("Other")).await;
    assert_ne!(key_text(&changed.text), key_text(&first.text));
    let bob = world.sign_in(&world.bob, MemberRole::Owner).await;
    let stranger = bob.post(new, &fields("Till")).await;
    assert_ne!(key_text(&stranger.text), key_text(&first.text));
    let list = owner.get("/portal/sandbox/keys").await.text;
    assert_eq!(list.matches("<th scope=\"row\">").count(), 2);
    world.clock.advance_seconds(601);
    let late = owner.post(new, &fields("Till")).await;
    assert_eq!(late.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(late.text.contains("already submitted") && !late.text.contains("key-text"));
    let fresh = owner.post(new, &fields("Till")[..3]).await;
    assert_ne!(key_text(&fresh.text), key_text(&first.text));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_rotated_once_however_often_the_form_is_sent() {
    let world = world().await;
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    let old = world.key(&world.ada, SANDBOX).await;
    let path = format!("/portal/sandbox/keys/{}/rotate", old.id);
    for grace in ["900", "0"] {
        let old = world.key(&world.ada, SANDBOX).await;
        let path = format!("/portal/sandbox/keys/{}/rotate", old.id);
        let page = owner.get(&path).await.text;
        let once = cut(&page, "name=\"once\" value=\"");
        let fields = [("graceSeconds", grace), ("once", once)];
        let first = owner.post(&path, &fields).await;
        let second = owner.post(&path, &fields).await;
        assert_eq!(second.status, StatusCode::OK, "{}", second.text);
        assert_eq!(key_text(&first.text), key_text(&second.text));
    }
    // Without the mark of a form, the second is too late.
    let bare = [("graceSeconds", "900")];
    assert_eq!(owner.post(&path, &bare).await.status, StatusCode::OK);
    let again = owner.post(&path, &bare).await;
    assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(again.text.contains("was rotated already"));
}
