//! What was just done is undone by a click, through the same doors.

use http::StatusCode;
use kofa_core::OperatorRole;
use kofa_domain::{Environment, Scope, TenantId};
use kofa_identity::access::TenantAccess;
use kofa_identity::tenants::{FindTenant, TenantStatus};
use kofa_testkit::{Browser, Reply};

use crate::client::Console;

/// Sends the form that a reply offers, and an answer to what is asked before it.
async fn undo(browser: &Browser, reply: &Reply, answer: &[(&str, &str)]) -> Reply {
    let (action, fields) = reply.undo();
    let fields = fields.iter();
    let fields = fields.map(|(name, value)| (name.as_str(), value.as_str()));
    let form: Vec<(&str, &str)> = fields.chain(answer.iter().copied()).collect();
    browser.post(&action, &form).await
}

async fn find(console: &Console, tenant: &TenantId) -> (TenantStatus, TenantAccess) {
    let find = FindTenant {
        tenant: tenant.clone(),
    };
    let (tenant, access) = console.web.admin.store.read(find).await.unwrap();
    (tenant.status, access)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_suspension_is_undone_and_that_is_asked_about_again() {
    let console = Console::new().await;
    let ops = console.operator(OperatorRole::Ops).await;
    let ada = console.tenant("ada").await.id;
    let form = [
        ("status", "suspended"),
        ("reason", "Unpaid"),
        ("confirm", "ada"),
    ];
    let path = format!("/console/tenants/{ada}/status");
    let suspended = ops.post(&path, &form).await;
    assert_eq!(find(&console, &ada).await.0, TenantStatus::Suspended);
    let support = console.operator(OperatorRole::Support).await;
    let refused = undo(&support, &suspended, &[]).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    let resumed = undo(&ops, &suspended, &[]).await;
    assert_eq!(resumed.said(), "ada is now active.");
    assert_eq!(find(&console, &ada).await.0, TenantStatus::Active);
    let asked = undo(&ops, &resumed, &[]).await;
    assert_eq!(asked.status, StatusCode::OK);
    assert!(asked.text.contains("Suspend ada?"), "{}", asked.text);
    assert_eq!(find(&console, &ada).await.0, TenantStatus::Active);
}

#[tokio::test(flavor = "multi_thread")]
async fn several_suspensions_are_undone_for_those_that_were_changed() {
    let console = Console::new().await;
    let ops = console.operator(OperatorRole::Ops).await;
    let [ada, bola] = [
        console.tenant("ada").await.id,
        console.tenant("bola").await.id,
    ];
    let path = "/console/tenants/status";
    let form = |tenants: &[&'static str]| -> Vec<(&'static str, String)> {
        let all = tenants.iter();
        let ids = all.map(|name| if *name == "ada" { &ada } else { &bola });
        ids.map(|id| ("tenant", id.to_string())).collect()
    };
    let suspend = |tenants: Vec<(&'static str, String)>| {
        let ops = &ops;
        async move {
            let mut all: Vec<(&str, &str)> = vec![
                ("status", "suspended"),
                ("reason", "Unpaid"),
                ("confirm", "SUSPEND"),
            ];
            all.extend(tenants.iter().map(|(name, id)| (*name, id.as_str())));
            ops.post(path, &all).await
        }
    };
    suspend(form(&["ada"])).await;
    let more = suspend(form(&["ada", "bola"])).await;
    let back = undo(&ops, &more, &[("confirm", "yes")]).await;
    assert_eq!(back.said(), "1 tenant resumed.");
    assert_eq!(find(&console, &ada).await.0, TenantStatus::Suspended);
    assert_eq!(find(&console, &bola).await.0, TenantStatus::Active);
}

#[tokio::test(flavor = "multi_thread")]
async fn switches_and_limits_go_back_to_what_they_were() {
    let console = Console::new().await;
    let ops = console.operator(OperatorRole::Ops).await;
    let ada = console.tenant("ada").await.id;
    let one = format!("/console/tenants/{ada}");
    let is_on = |access: &TenantAccess| {
        access.is_enabled(Scope::new("investment_ipo"), Environment::Sandbox)
    };
    let before = find(&console, &ada).await.1;
    let enabled = if is_on(&before) { "false" } else { "true" };
    let form = [
        ("scope", "investment_ipo"),
        ("environment", "sandbox"),
        ("enabled", enabled),
        ("reason", "x"),
    ];
    let switched = ops.post(&format!("{one}/services"), &form).await;
    assert_ne!(is_on(&find(&console, &ada).await.1), is_on(&before));
    undo(&ops, &switched, &[]).await;
    assert_eq!(is_on(&find(&console, &ada).await.1), is_on(&before));
    let rate = before.rate(Environment::Live);
    let form = [("requestsPerSecond", "7"), ("burst", "9")];
    let limited = ops.post(&format!("{one}/limits/live"), &form).await;
    let now = find(&console, &ada).await.1.rate(Environment::Live);
    assert_eq!((now.per_second, now.burst), (7, 9));
    undo(&ops, &limited, &[]).await;
    let now = find(&console, &ada).await.1.rate(Environment::Live);
    assert_eq!((now.per_second, now.burst), (rate.per_second, rate.burst));
}
