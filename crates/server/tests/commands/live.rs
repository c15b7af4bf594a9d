//! There is one way to live: whatever command an operator, a member or a shell runs, and whatever
//! it is given, no product is on in live while the checklist lacks a line and nobody says why.

use std::path::Path;
use std::sync::Arc;

use kofa_commands::{Concern, Entry, Field, House, Kind, Services};
use kofa_core::{Actor, ActorAt, MemberRole, OperatorRole, Via};
use kofa_domain::{Environment, Ids, TenantId};
use kofa_identity::live_checklist::LiveLine;
use kofa_store::{Op, Tx};
use kofa_testkit::{Left, NOW, TestApp, both};
use serde_json::{Map, Value, json};

struct CountLive;

impl Op for CountLive {
    type Out = i64;

    async fn run(&self, tx: &mut Tx<'_>) -> kofa_domain::Result<i64> {
        let sql = "select count(*) as n from service_access \
             where environment = 'live' and enabled";
        Ok(tx.one(sql, &[]).await?.get("n")?)
    }
}

async fn services(app: &TestApp, four_eyes: Vec<Concern>) -> Services {
    let products = kofa_server::products::all();
    let mut state = app.admin_state(products, Default::default()).await;
    state.house = House {
        live_checklist: LiveLine::ALL.to_vec(),
        four_eyes,
        ..House::default()
    };
    Arc::new(state).services()
}

/// A value that a field may take, leaning to live.
fn value(field: &Field, tenant: &TenantId) -> Value {
    match field.name {
        "tenantId" => return json!(tenant.as_str()),
        "scope" => return json!("investment_ipo"),
        "environment" => return json!("live"),
        "environments" => return json!(["live"]),
        "scopes" => return json!(["investment_ipo"]),
        "email" => return json!("eve@example.com"),
        _ => {}
    }
    if let Some(words) = field.schema["enum"].as_array() {
        return words.last().cloned().unwrap_or_default();
    }
    match field.kind() {
        Kind::Flag => json!(true),
        Kind::Whole => json!(field.schema["minimum"].as_i64().unwrap_or(1)),
        Kind::Moment => json!("2089-01-01T00:00:00Z"),
        Kind::Texts => json!(["x"]),
        Kind::Wholes => json!([1]),
        Kind::Text => json!("x"),
    }
}

fn input(entry: &Entry, tenant: &TenantId, with_all: bool) -> Map<String, Value> {
    let described = entry.described();
    let said = described.fields.iter().filter(|field| {
        let is_reason_of_switch = entry.spec.name == "switchService" && field.name == "reason";
        !is_reason_of_switch && (with_all || field.need == kofa_commands::Need::Required)
    });
    said.map(|field| (field.name.to_owned(), value(field, tenant)))
        .collect()
}

fn actors(tenant: &TenantId) -> Vec<Actor> {
    let operator = |role| Actor::Operator {
        id: Ids.id(NOW),
        role,
        via: Via::FRESH,
    };
    let member = |role| Actor::Member {
        id: Ids.id(NOW),
        tenant: tenant.clone(),
        role,
    };
    vec![
        Actor::Cli,
        operator(OperatorRole::Owner),
        operator(OperatorRole::Ops),
        member(MemberRole::Owner),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn no_command_passes_the_checklist_by() {
    for app in both(NOW).await {
        for left in [Left::Books, Left::Tasks] {
            app.leaves(left);
        }
        for four_eyes in [Vec::new(), vec![Concern::Live]] {
            let services = services(&app, four_eyes).await;
            let name = format!("Ada {}", Ids.uuid(NOW));
            let tenant = app.tenant(&name).await.id;
            let mut ran = 0;
            for entry in kofa_server::commands::all() {
                for actor in actors(&tenant) {
                    for with_all in [true, false] {
                        let input = input(&entry, &tenant, with_all);
                        let by = ActorAt {
                            actor: actor.clone(),
                            at: NOW,
                        };
                        ran += usize::from(entry.run(&services, by, &input).await.is_ok());
                        let live = app.store.read(CountLive).await.unwrap();
                        assert_eq!(live, 0, "{} by {actor}", entry.spec.name);
                    }
                }
            }
            assert!(ran > 100, "most commands that look do run: {ran}");
        }
        // With a word why it is on: the test above would notice.
        let services = services(&app, Vec::new()).await;
        let tenant = app.tenant("Bola").await.id;
        let all = kofa_server::commands::all().into_iter();
        let mut all = all.filter(|entry| entry.spec.name == "switchService");
        let switch = all.next().unwrap();
        let mut input = input(&switch, &tenant, true);
        input.insert("reason".to_owned(), json!("A pilot."));
        switch.run(&services, app.by(), &input).await.unwrap();
        assert_eq!(app.store.read(CountLive).await.unwrap(), 1);
        assert_eq!(input["environment"], Environment::Live.as_str());
    }
}

/// The files below `folder` whose text writes to the table of switches.
fn writers(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            writers(&path, found);
        } else if path.extension().is_some_and(|it| it == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let words = ["insert into service_access", "update service_access"];
            if words.iter().any(|word| text.contains(word)) || text.contains("\"service_access\"") {
                found.push(path.file_name().unwrap().to_str().unwrap().to_owned());
            }
        }
    }
}

#[test]
fn one_operation_writes_switches() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut found = Vec::new();
    for one in std::fs::read_dir(crates).unwrap() {
        let sources = one.unwrap().path().join("src");
        if sources.is_dir() {
            writers(&sources, &mut found);
        }
    }
    found.sort();
    assert_eq!(found, ["service_switch.rs"]);
}
