//! What was typed when the password had to be given again.

use http::StatusCode;
use kofa_core::MemberRole;
use kofa_domain::Environment;
use kofa_identity::keys::{FindKey, KeyStatus};
use kofa_testkit::{Browser, Reply};

use crate::world::{NOW, World, world};

const PASSWORD: (&str, &str) = ("password", "four small words here");

type Fields = Vec<(String, String)>;

/// The hidden fields of a page's form but the form token, as a browser would send them.
fn hidden(page: &str) -> Fields {
    let plain = |text: &str| {
        let named = [
            ("&#60;", "<"),
            ("&#62;", ">"),
            ("&#34;", "\""),
            ("&#39;", "'"),
        ];
        let text = named
            .iter()
            .fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
        text.replace("&#38;", "&")
    };
    let fields = page.split("<input type=\"hidden\" name=\"").skip(1);
    let fields = fields.map(|rest| {
        let mut parts = rest.split('"');
        let (name, _, value) = (parts.next(), parts.next(), parts.next());
        (plain(name.unwrap()), plain(value.unwrap()))
    });
    fields.filter(|(name, _)| name != "form_token").collect()
}

fn borrowed(fields: &Fields) -> Vec<(&str, &str)> {
    let all = fields.iter();
    all.map(|(name, value)| (name.as_str(), value.as_str()))
        .collect()
}

/// Sends a form late, gives the password where it is asked for, and goes on.
async fn late(world: &World, owner: &Browser, path: &str, fields: &[(&str, &str)]) -> Reply {
    world.clock.advance_seconds(11 * 60);
    let asked = owner.post(path, fields).await;
    assert_eq!(
        asked.status,
        StatusCode::FORBIDDEN,
        "{path}: {}",
        asked.text
    );
    assert_eq!(asked.headers["cache-control"], "no-store");
    assert!(asked.text.contains("action=\"/portal/confirm\""), "{path}");
    let held = hidden(&asked.text);

    let wrong = [borrowed(&held), vec![("password", "wrong")]].concat();
    let again = owner.post("/portal/confirm", &wrong).await;
    assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY, "{path}");
    assert_eq!(
        hidden(&again.text),
        held,
        "{path}: still there after a wrong password"
    );

    let right = [borrowed(&held), vec![PASSWORD]].concat();
    let thanks = owner.post("/portal/confirm", &right).await;
    assert_eq!(thanks.status, StatusCode::OK, "{path}: {}", thanks.text);
    assert!(!thanks.text.contains(PASSWORD.1), "{path}");
    assert!(
        thanks.text.contains(&format!("action=\"{path}\"")),
        "{path}"
    );
    let typed = hidden(&thanks.text);
    let sent: Fields = fields
        .iter()
        .map(|(name, value)| ((*name).into(), (*value).into()))
        .collect();
    assert_eq!(typed, sent, "{path}: all that was typed and nothing else");
    owner.post(path, &borrowed(&typed)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_live_key_is_made_as_it_was_typed() {
    let world = world().await;
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    let typed = [
        ("name", "Till \"5\" & <b>co</b>"),
        ("scopes", "investment_ipo"),
        ("scopes", "business_validation_registry"),
        ("environments", "sandbox"),
        ("environments", "live"),
        ("expiresAt", "2026-12-24"),
        ("allowedCidrs", "203.0.113.7\r\n10.0.0.0/8"),
    ];
    let made = late(&world, &owner, "/portal/sandbox/keys/new", &typed).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.text);
    assert!(made.text.contains("kofa_live_"), "{}", made.text);
    let list = owner.get("/portal/live/keys").await.text;
    let at = list.find("/portal/live/keys/key_").unwrap();
    let key = owner.get(list[at..].split('"').next().unwrap()).await.text;
    for shown in [
        "Till &#34;5&#34; &#38; &#60;b&#62;co",
        "203.0.113.7",
        "10.0.0.0/8",
    ] {
        assert!(key.contains(shown), "{shown}: {key}");
    }
    assert_eq!(list.matches("<tr><th scope=\"row\">").count(), 1, "one key");
}

#[tokio::test(flavor = "multi_thread")]
async fn other_forms_go_on_alike() {
    let world = world().await;
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    let status = async |key: &kofa_domain::KeyId| {
        let actor = kofa_core::Actor::Cli;
        let find = FindKey {
            actor,
            key: key.clone(),
        };
        world.web.admin.store.read(find).await.unwrap().status(NOW)
    };
    let key = world.key(&world.ada, &Environment::ALL).await;
    let path = format!("/portal/live/keys/{}/rotate", key.id);
    let made = late(&world, &owner, &path, &[("graceSeconds", "3600")]).await;
    assert!(made.text.contains("kofa_live_"), "{}", made.text);

    let key = world.key(&world.ada, &Environment::ALL).await;
    let path = format!("/portal/live/keys/{}/revoke", key.id);
    let ended = late(&world, &owner, &path, &[]).await;
    assert_eq!(ended.status, StatusCode::SEE_OTHER);
    assert_eq!(status(&key.id).await, KeyStatus::Revoked);

    let typed = [("email", "ngozi@ada.example"), ("role", "finance")];
    let invited = late(&world, &owner, "/portal/live/members/invite", &typed).await;
    assert!(
        invited.text.contains("ngozi@ada.example"),
        "{}",
        invited.text
    );
    let list = owner.get("/portal/live/members").await.text;
    let at = list.find("ngozi@ada.example").unwrap();
    let begin = at + list[at..].find("/portal/live/members/mem_").unwrap();
    let member = list[begin..].split('"').next().unwrap();
    let path = format!("{member}/invite");
    let again = late(&world, &owner, &path, &[("role", "viewer")]).await;
    assert_eq!(again.status, StatusCode::OK, "{}", again.text);
    let taken = late(&world, &owner, &format!("{member}/revoke"), &[]).await;
    assert_eq!(taken.status, StatusCode::SEE_OTHER, "{}", taken.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_sent_on_to_another_place() {
    let world = world().await;
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    for to in [
        "https://evil.test/portal",
        "//evil.test",
        "/console/keys",
        "/portal\\x",
    ] {
        let fields = [
            PASSWORD,
            ("next", "/portal/live/keys"),
            ("to", to),
            ("typed.name", "Till"),
        ];
        let answer = owner.post("/portal/confirm", &fields).await;
        assert_eq!(answer.location(), "/portal/live/keys", "{to}");
    }
    // Without a form that waits, it leads on as ever.
    let fields = [PASSWORD, ("next", "/portal/live/keys/new")];
    let answer = owner.post("/portal/confirm", &fields).await;
    assert_eq!(answer.location(), "/portal/live/keys/new");
}
