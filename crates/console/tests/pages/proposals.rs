//! Four eyes: one operator proposes, another confirms.

use http::StatusCode;
use kofa_commands::{Concern, House};
use kofa_core::OperatorRole;
use kofa_domain::{Environment, Kobo};
use kofa_ledger::money::find_wallet;

use crate::client::Console;

const ALL: &str = "/console/proposals";

async fn watched() -> Console {
    Console::of(House {
        four_eyes: Concern::ALL.to_vec(),
        ..House::default()
    })
    .await
}

/// The newest proposal's form that ends in `word`; empty if there is none.
fn form(page: &str, word: &str) -> String {
    let found = page
        .split('"')
        .find(|it| it.starts_with(ALL) && it.ends_with(word));
    found.unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn live_money_prices_and_switches_wait_for_another_operator() {
    let console = watched().await;
    let one = console.operator(OperatorRole::Ops).await;
    let other = console.operator(OperatorRole::Ops).await;
    let ada = console.tenant("ada").await.id;
    let credit = [
        ("way", "credit"),
        ("amount", "2,500.50"),
        ("reference", "bank-1"),
        ("reason", "Paid"),
        ("seen", "yes"),
    ];
    let live = [
        ("scope", "investment_ipo"),
        ("environment", "live"),
        ("enabled", "true"),
        ("confirm", "ada"),
    ];
    let price = "/console/prices/listThings/live".to_owned();
    let balance = async || {
        let store = &console.web.admin.store;
        let wallet = find_wallet(store, ada.clone(), Environment::Live).await;
        wallet.unwrap().balance
    };
    for (path, fields, done) in [
        (
            format!("/console/tenants/{ada}/wallets/live"),
            &credit[..],
            "wallet",
        ),
        (
            format!("/console/tenants/{ada}/services"),
            &live[..],
            "service",
        ),
        (price, &[("amount", "7.50"), ("seen", "yes")][..], "price"),
    ] {
        let proposed = one.post(&path, fields).await;
        let led = (proposed.status, proposed.location());
        assert_eq!(
            led,
            (StatusCode::SEE_OTHER, ALL),
            "{path}: {}",
            proposed.text
        );
        let own = one.page(ALL).await;
        assert_eq!(form(&own, "/confirm"), "", "not one's own: {done}");
        let confirm = form(&other.page(ALL).await, "/confirm");
        let refused = one.post(&confirm, &[]).await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN, "{done}");
        if done == "wallet" {
            assert_eq!(balance().await, Kobo::ZERO, "nothing is done yet");
        }
        let confirmed = other.post(&confirm, &[]).await;
        assert_eq!(confirmed.location(), ALL, "{done}: {}", confirmed.text);
        let again = other.post(&confirm, &[]).await;
        assert_eq!(
            again.status,
            StatusCode::UNPROCESSABLE_ENTITY,
            "once: {done}"
        );
    }
    assert_eq!(balance().await, Kobo::new(250_050));
    let page = other.page(&format!("/console/tenants/{ada}")).await;
    assert!(page.contains("on in Live"), "{page}");
    let book = other.page("/console/prices/listThings/live").await;
    assert!(book.contains("\u{20a6}7.50"), "{book}");
    let audit = other.page("/console/audit").await;
    assert!(audit.contains("proposal.make") && audit.contains("proposal.confirm"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proposal_is_rejected_expires_or_waits_on_where_it_cannot_be_done() {
    let console = watched().await;
    let one = console.operator(OperatorRole::Ops).await;
    let other = console.operator(OperatorRole::Ops).await;
    let finance = console.operator(OperatorRole::Finance).await;
    let ada = console.tenant("ada").await.id;
    let wallet = format!("/console/tenants/{ada}/wallets/live");
    let debit = [
        ("way", "debit"),
        ("amount", "10"),
        ("reference", "too-much"),
        ("reason", "Wrong"),
        ("seen", "yes"),
    ];
    one.post(&wallet, &debit).await;
    let confirm = form(&other.page(ALL).await, "/confirm");
    let failed = other.post(&confirm, &[]).await;
    assert_ne!(failed.status, StatusCode::SEE_OTHER, "there is no money");
    assert_eq!(
        form(&other.page(ALL).await, "/confirm"),
        confirm,
        "it waits on"
    );
    let reject = form(&one.page(ALL).await, "/reject");
    assert_eq!(
        one.post(&reject, &[("confirm", "yes")]).await.location(),
        ALL
    );
    assert!(other.page(ALL).await.contains(">rejected<"));
    // Off is at once, and so is the sandbox.
    let off = [
        ("scope", "investment_ipo"),
        ("environment", "sandbox"),
        ("enabled", "false"),
    ];
    let at_once = one
        .post(&format!("/console/tenants/{ada}/services"), &off)
        .await;
    assert_eq!(at_once.location(), format!("/console/tenants/{ada}"));
    // Who may not do it may not confirm it.
    let live = [
        ("scope", "investment_ipo"),
        ("environment", "live"),
        ("enabled", "true"),
        ("confirm", "ada"),
    ];
    one.post(&format!("/console/tenants/{ada}/services"), &live)
        .await;
    let confirm = form(&other.page(ALL).await, "/confirm");
    let refused = finance.post(&confirm, &[]).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    console.clock.advance_seconds(72 * 3_600);
    let late = console.operator(OperatorRole::Ops).await;
    assert!(late.page(ALL).await.contains(">expired<"));
    let refused = late.post(&confirm, &[]).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
}
