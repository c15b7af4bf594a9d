//! How the services do: for everybody, and for one tenant.

use http::StatusCode;
use kofa_core::{MemberRole, Service};
use kofa_domain::{Environment, Ids};
use kofa_insight::status::days::{RecordDays, Tally, lagos_midnight};
use kofa_insight::status::incident::{Impact, Incident, Kind, OpenIncident, State, UpdateIncident};
use kofa_insight::status::plan::{Change, MESSAGE_CHARS_MAX, Plan};
use kofa_portal::kit::show;

use crate::world::{NOW, World, products, world};

fn plan(kind: Kind, title: &str) -> Plan {
    let work = kind == Kind::Maintenance;
    Plan {
        kind,
        title: title.to_owned(),
        impact: Impact::Down,
        state: if work {
            State::Scheduled
        } else {
            State::Investigating
        },
        affects: vec![Service {
            scope: kofa_registry::SCOPE,
            environment: Environment::Live,
        }],
        message: "<b>".repeat(MESSAGE_CHARS_MAX / 3),
        starts_at: NOW,
        ends_at: work.then(|| NOW.plus_seconds(3_600)),
    }
}

async fn told(world: &World, kind: Kind, title: &str) -> Incident {
    let open = OpenIncident::new(Ids, world.by(), plan(kind, title));
    let incident = world.web.admin.store.write(open).await.unwrap();
    world.web.status.read_incidents().await.unwrap();
    incident
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_sees_what_is_wrong() {
    let world = world().await;
    let anybody = world.sign_in(&world.ada, MemberRole::Viewer).await;
    let well = anybody.get("/status").await.text;
    assert!(well.contains("All services are operational.") && well.contains("No incidents"));
    let incident = told(&world, Kind::Incident, "Look-ups <fail>").await;
    let page = anybody.get("/status").await.text;
    assert!(page.contains("Some services are down.") && !page.contains("<fail>"));
    let one = anybody.get(&format!("/status/{}", incident.id)).await;
    assert_eq!(one.status, StatusCode::OK);
    for unknown in ["x", "inc_0", "%00"] {
        let missing = anybody.get(&format!("/status/{unknown}")).await;
        assert_eq!(missing.status, StatusCode::NOT_FOUND);
    }
    let json: serde_json::Value =
        serde_json::from_str(&anybody.get("/status.json").await.text).unwrap();
    assert_eq!(
        json["services"].as_array().unwrap().len(),
        products().services().len()
    );
    assert_eq!(json["services"][2]["status"], "down");
    assert_eq!(json["incidents"][0]["id"], incident.id.as_str());
    assert_eq!(json["isOld"], false);
    let feed = anybody.get("/status.atom").await;
    assert!(
        feed.headers["content-type"]
            .to_str()
            .unwrap()
            .starts_with("application/atom+xml")
    );
    assert!(feed.text.contains("<entry>") && !feed.text.contains("<fail>"));
    world.clock.advance_seconds(120);
    let old = anybody.get("/status").await;
    assert_eq!(old.status, StatusCode::OK);
    assert!(
        old.text.contains("cannot reach our database"),
        "what is old is called old"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn portals_that_it_touches_say_so_above_every_page() {
    let world = world().await;
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    let incident = told(&world, Kind::Incident, "Look-ups fail").await;
    let link = format!("/portal/live/status/{}", incident.id);
    assert!(owner.get("/portal/live/keys").await.text.contains(&link));
    let sandbox = owner.get("/portal/sandbox/keys").await.text;
    assert!(
        !sandbox.contains("Look-ups fail"),
        "it does not touch the sandbox"
    );
    let page = owner.get("/portal/live/status").await.text;
    assert!(
        page.contains("None of your requests failed because of this"),
        "{page}"
    );
    assert!(
        !page.contains("No incidents") && page.contains("No other incidents."),
        "{page}"
    );
    let well = owner.get("/portal/sandbox/status").await.text;
    assert!(well.contains("No incidents"), "{well}");
    let one = owner.get(&link).await;
    assert!(one.text.contains("None of your requests failed"));
    assert_eq!(
        owner.get("/portal/live/status/x").await.status,
        StatusCode::NOT_FOUND
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn planned_work_that_is_called_off_is_told_as_such() {
    let world = world().await;
    let mut plan = plan(Kind::Maintenance, "Look-ups move");
    plan.starts_at = NOW.plus_seconds(7 * 86_400);
    plan.ends_at = Some(NOW.plus_seconds(7 * 86_400 + 3_600));
    let open = OpenIncident::new(Ids, world.by(), plan);
    let store = &world.web.admin.store;
    let planned = store.write(open).await.unwrap();
    let off = UpdateIncident {
        by: world.by(),
        id: planned.id.clone(),
        update: Change {
            state: Some(State::Resolved),
            impact: None,
            ends_at: None,
            message: "We do not need it.".to_owned(),
        },
    };
    store.write(off).await.unwrap();
    world.web.status.read_incidents().await.unwrap();
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    for page in [
        "/status".to_owned(),
        format!("/status/{}", planned.id),
        format!("/portal/live/status/{}", planned.id),
    ] {
        let text = owner.get(&page).await.text;
        assert!(text.contains("Cancelled"), "{page}: {text}");
        assert!(!text.contains(">Completed<"), "{page}: {text}");
        assert!(!text.contains("of your requests failed"), "{page}: {text}");
        let span = show_span(&planned);
        assert!(text.contains(&span), "{page}: {span}: {text}");
    }
    let feed = owner.get("/status.atom").await.text;
    assert!(feed.contains("<title>Cancelled: Look-ups move"), "{feed}");
}

/// As pages write it.
fn show_span(one: &Incident) -> String {
    let ends_at = one.ends_at.unwrap();
    format!(
        "{} to {}",
        show::moment(one.starts_at),
        show::moment(ends_at)
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn full_pages_stay_light() {
    let world = world().await;
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    let mut days = Vec::new();
    for back in 0..90 {
        for service in products().services() {
            let at = lagos_midnight(NOW).plus_seconds(-back * 86_400);
            let mut day = Tally::none(service, at);
            (day.calls, day.failed, day.latency_us) = (1_000, back % 3, 5_000_000);
            days.push(day);
        }
    }
    let record = RecordDays { days, now: NOW };
    world.web.admin.store.write(record).await.unwrap();
    for n in 0..40 {
        told(
            &world,
            Kind::Incident,
            &format!("{n} {}", "Look-ups fail ".repeat(6)),
        )
        .await;
    }
    world.web.status.count(NOW).await.unwrap();
    // Each is held to 60 KB where it is received.
    for path in [
        "/status",
        "/status?environment=sandbox",
        "/portal/live/status",
        "/portal/live",
    ] {
        let page = owner.get(path).await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
    }
    let page = owner.get("/status").await.text;
    assert!(page.contains("99.90 %"), "{page}");
}
