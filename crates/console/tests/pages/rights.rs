//! Every route of the console, every role.

use std::path::Path;

use http::StatusCode;
use kofa_commands::platform::incidents::OpenIncident;
use kofa_commands::platform::live::RequestLive;
use kofa_commands::read;
use kofa_core::OperatorRole;
use kofa_domain::Environment;
use kofa_identity::members::ListMembers;
use kofa_identity::proposals::Propose;
use kofa_identity::tokens::ListTokens;
use kofa_testkit::Browser;
use serde_json::json;

use crate::client::{Console, NOW};

const OWNER: &[OperatorRole] = &[OperatorRole::Owner];
const OPS: &[OperatorRole] = &[OperatorRole::Owner, OperatorRole::Ops];
const MONEY: &[OperatorRole] = &[
    OperatorRole::Owner,
    OperatorRole::Ops,
    OperatorRole::Finance,
];
const ALL: &[OperatorRole] = &OperatorRole::ALL;

/// A route: its path in the source, who may take it, and what a form of it holds. `GET` is a
/// route without a form.
struct Route {
    path: &'static str,
    may: &'static [OperatorRole],
    form: Option<&'static [(&'static str, &'static str)]>,
}

const fn get(path: &'static str) -> Route {
    Route {
        path,
        may: ALL,
        form: None,
    }
}

const fn post(
    path: &'static str,
    may: &'static [OperatorRole],
    form: &'static [(&'static str, &'static str)],
) -> Route {
    Route {
        path,
        may,
        form: Some(form),
    }
}

const ONE: &str = "/console/tenants/{tenant}";
const PRICE: &str = "/console/prices/{endpoint}/{environment}";
const MOVE: &[(&str, &str)] = &[
    ("way", "credit"),
    ("amount", "1"),
    ("reference", "r"),
    ("reason", "x"),
];

const INCIDENT: &[(&str, &str)] = &[
    ("title", "Look-ups fail"),
    ("impact", "degraded"),
    ("state", "investigating"),
    ("affects", "business_validation_registry/live"),
    ("message", "We look into it."),
];
const WORK: &[(&str, &str)] = &[
    ("title", "New disks"),
    ("impact", "degraded"),
    ("affects", "business_validation_registry/live"),
    ("message", "An hour at night."),
    ("startsAt", "2026-11-22T22:00"),
    ("endsAt", "2026-11-22T23:30"),
];

/// All of them. A route that is not here fails the test below.
const ROUTES: &[Route] = &[
    get("/console"),
    get("/console/tenants"),
    post(
        "/console/tenants",
        OPS,
        &[("name", "New"), ("email", "new@example.com")],
    ),
    get("/console/access-requests"),
    post("/console/access-requests/{request}/accept", OPS, &[]),
    post(
        "/console/access-requests/{request}/decline",
        OPS,
        &[("reason", "x")],
    ),
    get(ONE),
    post(
        "/console/tenants/{tenant}/status",
        OPS,
        &[("status", "active"), ("reason", "x")],
    ),
    post(
        "/console/tenants/{tenant}/services",
        OPS,
        &[
            ("scope", "investment_ipo"),
            ("environment", "live"),
            ("enabled", "true"),
        ],
    ),
    post(
        "/console/tenants/{tenant}/limits/{environment}",
        OPS,
        &[("requestsPerSecond", "5"), ("burst", "5")],
    ),
    get("/console/tenants/{tenant}/live"),
    post(
        "/console/tenants/{tenant}/live/agreement",
        OPS,
        &[("reference", "MSA-1")],
    ),
    post(
        "/console/tenants/{tenant}/live/company",
        OPS,
        &[("rcNumber", "RC1885308")],
    ),
    post(
        "/console/tenants/{tenant}/live/{scope}",
        OPS,
        &[("enabled", "true")],
    ),
    post(
        "/console/tenants/{tenant}/live/{scope}/refuse",
        OPS,
        &[("reason", "x")],
    ),
    post("/console/tenants/{tenant}/look", ALL, &[("reason", "x")]),
    get("/console/tenants/{tenant}/wallets"),
    post(
        "/console/tenants/{tenant}/wallets/{environment}",
        MONEY,
        MOVE,
    ),
    get("/console/tenants/{tenant}/keys"),
    get("/console/tenants/{tenant}/webhooks"),
    post("/console/tenants/{tenant}/keys/{key}/revoke", OPS, &[]),
    Route {
        path: "/console/tenants/{tenant}/keys/{key}/rotate",
        may: OPS,
        form: None,
    },
    post(
        "/console/tenants/{tenant}/keys/{key}/rotate",
        OPS,
        &[("graceSeconds", "900"), ("reason", "x")],
    ),
    get("/console/tenants/{tenant}/members"),
    post(
        "/console/tenants/{tenant}/members",
        OPS,
        &[("email", "bola@example.com"), ("role", "viewer")],
    ),
    post("/console/tenants/{tenant}/members/sign-in/remove", OPS, &[]),
    post(
        "/console/tenants/{tenant}/members/{member}/unlink",
        OPS,
        &[],
    ),
    get("/console/tenants/{tenant}/prices"),
    get("/console/tenants/{tenant}/calls"),
    get("/console/prices"),
    get(PRICE),
    post(PRICE, MONEY, &[("amount", "7.50")]),
    get("/console/ledger"),
    post("/console/ledger/prove", ALL, &[]),
    get("/console/operators"),
    post(
        "/console/operators",
        OWNER,
        &[
            ("name", "Eve"),
            ("email", "eve@example.com"),
            ("role", "support"),
        ],
    ),
    post("/console/operators/{operator}/disable", OWNER, &[]),
    post("/console/operators/{operator}/enable", OWNER, &[]),
    post("/console/operators/{operator}/unlink", OWNER, &[]),
    get("/console/proposals"),
    get("/console/readings"),
    get("/console/retention"),
    get("/console/search"),
    post("/console/proposals/{proposal}/confirm", MONEY, &[]),
    post("/console/proposals/{proposal}/reject", MONEY, &[]),
    Route {
        path: "/console/operators/{operator}/tokens",
        may: OWNER,
        form: None,
    },
    post(
        "/console/operators/{operator}/tokens",
        OWNER,
        &[("name", "nightly"), ("role", "support")],
    ),
    post(
        "/console/operators/{operator}/tokens/{token}/rotate",
        OWNER,
        &[("graceSeconds", "0")],
    ),
    post(
        "/console/operators/{operator}/tokens/{token}/revoke",
        OWNER,
        &[],
    ),
    post("/console/operators/{operator}/reset-link", OWNER, &[]),
    post(
        "/console/tenants/{tenant}/members/{member}/reset-link",
        OPS,
        &[],
    ),
    get("/console/tenants/export.csv"),
    post(
        "/console/tenants/status",
        OPS,
        &[
            ("tenant", "{tenant}"),
            ("status", "suspended"),
            ("reason", "x"),
        ],
    ),
    get("/console/audit"),
    get("/console/audit/export"),
    get("/console/incidents"),
    Route {
        path: "/console/incidents/new",
        may: OPS,
        form: None,
    },
    post("/console/incidents/new", OPS, INCIDENT),
    Route {
        path: "/console/incidents/work",
        may: OPS,
        form: None,
    },
    post("/console/incidents/work", OPS, WORK),
    get("/console/incidents/{incident}"),
    post(
        "/console/incidents/{incident}",
        OPS,
        &[("state", "identified"), ("message", "Found.")],
    ),
];

/// Rooms with a table of their own: `tests/market/roles.rs`.
const ELSEWHERE: [&str; 6] = [
    "imports",
    "offers",
    "reference",
    "register",
    "top_ups",
    "work",
];

/// Path and method of every `.route(…)` in the sources.
fn declared() -> Vec<(String, &'static str)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let room = path.file_stem().and_then(|stem| stem.to_str()).unwrap();
            if ELSEWHERE.contains(&room) {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else {
                let source = std::fs::read_to_string(path).unwrap();
                for part in source.split(".route(").skip(1) {
                    let path = part.split('"').nth(1).unwrap().to_owned();
                    let handlers = part.split('"').nth(2).unwrap_or_default();
                    let handlers = handlers.split(';').next().unwrap_or_default();
                    let handlers = handlers.split("\n}").next().unwrap_or_default();
                    for (call, method) in [("get(", "GET"), ("post(", "POST")] {
                        if handlers.contains(call) {
                            found.push((path.clone(), method));
                        }
                    }
                }
            }
        }
    }
    found
}

#[test]
fn every_route_is_in_the_table() {
    let declared = declared();
    assert!(declared.len() > 20, "the search for routes finds them");
    for (path, method) in &declared {
        let known = ROUTES
            .iter()
            .any(|route| route.path == path && route.form.is_some() == (*method == "POST"));
        assert!(known, "{method} {path} is not in the table of rights");
    }
    assert_eq!(
        declared.len(),
        ROUTES.len(),
        "the table has only routes that there are"
    );
}

async fn open_incident(console: &Console) -> String {
    let admin = &console.web.admin;
    let incident = json!({
        "title": "Look-ups fail",
        "impact": "degraded",
        "affects": ["business_validation_registry/live"],
        "message": "We look into it.",
    });
    let open = read::<OpenIncident>(incident.as_object().unwrap(), NOW, &admin.products).unwrap();
    admin.run(console.by(), open).await.unwrap().id
}

/// The path with ids of a world of its own.
async fn filled(console: &Console, path: &str) -> String {
    let admin = &console.web.admin;
    let tenant = console.tenant(&format!("t{}", admin.ids.uuid(NOW))).await;
    let key = console.key(&tenant.id, Environment::Sandbox).await.id;
    let (operator, _) = console.app.operator(OperatorRole::Support).await;
    let list = ListTokens {
        actor: kofa_core::Actor::Cli,
        operator: operator.clone(),
        page: kofa_core::Page::first(),
    };
    let token = admin.store.read(list).await.unwrap().items.remove(0).id;
    let proposed = Propose::new(
        admin.ids,
        kofa_core::ActorAt {
            actor: kofa_core::Actor::Operator {
                id: operator.clone(),
                role: OperatorRole::Owner,
                via: kofa_core::Via::FRESH,
            },
            at: NOW,
        },
        ("prices", "setPrice"),
        json!({"operationId": "listThings", "environment": "live", "amountKobo": 1})
            .as_object()
            .unwrap()
            .clone(),
    );
    let proposal = admin.store.write(proposed).await.unwrap().id;
    // Fewer can be open than there are routes.
    let incident = match path.contains("{incident}") {
        true => open_incident(console).await,
        false => String::new(),
    };
    if path.ends_with("/refuse") {
        let ask = RequestLive {
            tenant: tenant.id.clone(),
            scope: kofa_investment::SCOPE,
            rc_number: None,
        };
        admin.run(console.by(), ask).await.unwrap();
    }
    let request = match path.contains("{request}") {
        true => {
            let email = format!("a{}@example.com", admin.ids.uuid(NOW));
            console.asks_access(&email).await.to_string()
        }
        false => String::new(),
    };
    let member = ListMembers {
        tenant: tenant.id.clone(),
    };
    let member = admin.store.read(member).await.unwrap().remove(0).id;
    path.replace("{incident}", &incident)
        .replace("{request}", &request)
        .replace("{member}", member.as_str())
        .replace("{scope}", kofa_investment::SCOPE.as_str())
        .replace("{tenant}", tenant.id.as_str())
        .replace("{key}", key.as_str())
        .replace("{operator}", operator.as_str())
        .replace("{token}", token.as_str())
        .replace("{proposal}", proposal.as_str())
        .replace("{endpoint}", "listThings")
        .replace("{environment}", Environment::Sandbox.as_str())
}

#[tokio::test(flavor = "multi_thread")]
async fn every_role_gets_what_it_may_and_no_more() {
    for role in OperatorRole::ALL {
        // A world a role: what one may do must not stand in another's way.
        let console = Console::new().await;
        let client = console.operator(role).await;
        let theirs = console.tenant("theirs").await.id;
        let value = |value: &'static str| match value {
            "{tenant}" => theirs.as_str(),
            value => value,
        };
        for route in ROUTES {
            let path = filled(&console, route.path).await;
            let (answer, fine) = match route.form {
                None => (client.get(&path).await, vec![StatusCode::OK]),
                Some(form) => {
                    // A member who has not come yet has no password to be set anew: 409.
                    let done = vec![
                        StatusCode::SEE_OTHER,
                        StatusCode::CREATED,
                        StatusCode::OK,
                        StatusCode::CONFLICT,
                    ];
                    let form = form.iter().map(|(name, text)| (*name, value(text)));
                    let form: Vec<(&str, &str)> = form.collect();
                    (client.post(&path, &form).await, done)
                }
            };
            if route.may.contains(&role) {
                assert!(
                    fine.contains(&answer.status),
                    "{role:?} {path}: {}",
                    answer.status
                );
                assert!(!answer.location().contains("sign-in"));
            } else {
                assert_eq!(answer.status, StatusCode::FORBIDDEN, "{role:?} {path}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_are_led_to_the_door() {
    let console = Console::new().await;
    let (nobody, owner) = (
        Browser::nobody(&console.router),
        console.operator(OperatorRole::Owner).await,
    );
    for route in ROUTES {
        let path = filled(&console, route.path).await;
        let answer = match route.form {
            None => nobody.get(&path).await,
            Some(form) => nobody.post(&path, form).await,
        };
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{path}");
        assert!(answer.location().starts_with("/console/sign-in"), "{path}");
        let Some(form) = route.form else { continue };
        // The cookie alone, as a page of another origin would bring it, does nothing.
        let token = [("form_token", owner.form_token.as_str())];
        let sent = [&token, form].concat();
        let foreign = owner.post_from(&path, &sent, "http://evil.test").await;
        assert_eq!(foreign.status, StatusCode::FORBIDDEN, "{path}");
        let untold = owner.post_from(&path, form, "http://localhost:8080").await;
        assert_eq!(untold.status, StatusCode::FORBIDDEN, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_may_not_change_is_not_shown_how() {
    let console = Console::new().await;
    let support = console.operator(OperatorRole::Support).await;
    for route in ROUTES.iter().filter(|route| route.form.is_none()) {
        let path = filled(&console, route.path).await;
        let answer = support.get(&path).await;
        let forms = answer.text.matches("method=\"post\"").count();
        let harmless = ["/sign-out\"", "/look\"", "/prove\""];
        let expected: usize = harmless
            .iter()
            .map(|one| answer.text.matches(one).count())
            .sum();
        assert_eq!(forms, expected, "{path} shows a form that would be refused");
    }
}
