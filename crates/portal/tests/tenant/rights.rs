//! Who may do what on every page that changes something.

use http::StatusCode;
use kofa_core::MemberRole;
use kofa_domain::Environment;

use crate::world::world;

/// The step of the overview that leads to the settings.
const FACTOR_STEP: &str = "Turn on two-factor authentication";

#[tokio::test(flavor = "multi_thread")]
async fn roles_hold_on_every_page_of_keys_and_of_the_sandbox() {
    let world = world().await;
    let sandbox = world.key(&world.ada, &[Environment::Sandbox]).await;
    let both = world.key(&world.ada, &Environment::ALL).await;
    use MemberRole::{Developer, Finance, Owner, SandboxDeveloper, Viewer};
    let live: &[MemberRole] = &[Owner, Developer];
    let play: &[MemberRole] = &[Owner, Developer, SandboxDeveloper];
    let asked = |path: &str, may| (path.to_owned(), may);
    let pages = [
        asked("/portal/live/keys/new", live),
        asked("/portal/sandbox/keys/new", play),
        (format!("/portal/sandbox/keys/{}/rotate", sandbox.id), play),
        (format!("/portal/sandbox/keys/{}/rotate", both.id), live),
        (format!("/portal/live/keys/{}/revoke", both.id), live),
    ];
    for role in [Viewer, Finance, SandboxDeveloper, Developer, Owner] {
        let visitor = world.sign_in(&world.ada, role).await;
        for path in ["keys", "sandbox", "audit", "status"] {
            let seen = visitor.get(&format!("/portal/sandbox/{path}")).await;
            assert_eq!(
                seen.status,
                StatusCode::OK,
                "{role:?} {path}: {}",
                seen.text
            );
        }
        let list = visitor.get("/portal/live/keys").await.text;
        assert_eq!(
            list.contains("Create key"),
            live.contains(&role),
            "{role:?}"
        );
        for (path, may) in &pages {
            let expected = match may.contains(&role) {
                true => StatusCode::OK,
                false => StatusCode::FORBIDDEN,
            };
            assert_eq!(visitor.get(path).await.status, expected, "{role:?} {path}");
            if !may.contains(&role) {
                let fields = [
                    ("name", "k"),
                    ("scopes", "investment_ipo"),
                    (
                        "environments",
                        if path.contains("live") {
                            "live"
                        } else {
                            "sandbox"
                        },
                    ),
                    ("graceSeconds", "0"),
                ];
                let refused = visitor.post(path, &fields).await;
                assert_eq!(refused.status, StatusCode::FORBIDDEN, "{role:?} {path}");
            }
        }
        for (path, fields) in [
            ("balance", [("balance", "5")]),
            ("offers", [("copyOf", "OFR-BAOBAB")]),
            ("offers/OFR-BAOBAB/advance", [("to", "open")]),
        ] {
            let path = format!("/portal/sandbox/sandbox/{path}");
            let refused = visitor.post(&path, &fields).await.status == StatusCode::FORBIDDEN;
            assert_eq!(refused, !play.contains(&role), "{role:?} {path}");
        }
    }
}

/// Who looks is not led to what only its members have.
#[tokio::test(flavor = "multi_thread")]
async fn an_operator_who_looks_is_led_to_no_settings() {
    let world = world().await;
    let operator = world.look(&world.ada).await;
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    for environment in ["sandbox", "live"] {
        let path = format!("/portal/{environment}");
        let settings = format!("{path}/settings");
        let (seen, own) = (operator.get(&path).await, owner.get(&path).await.text);
        assert_eq!(seen.status, StatusCode::OK, "{}", seen.text);
        assert!(
            seen.text
                .contains("You are viewing this portal as an operator.")
        );
        assert!(!seen.text.contains(&settings) && own.contains(&settings));
        assert!(!seen.text.contains(FACTOR_STEP) && own.contains(FACTOR_STEP));
    }
}

/// The form that has a file is refused to them as every other.
#[tokio::test(flavor = "multi_thread")]
async fn an_operator_who_looks_sends_no_document() {
    let world = world().await;
    let operator = world.look(&world.ada).await;
    let fields = [("key", "kofa_test_any")];
    let path = "/portal/sandbox/documents/extract";
    let refused = operator.upload(path, &fields, ("bill.pdf", "%PDF")).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN, "{}", refused.text);
    let why = "You are viewing this portal as an operator: you cannot change anything.";
    assert!(refused.text.contains(why), "{}", refused.text);
}
