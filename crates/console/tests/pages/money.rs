//! Money that an operator moves by hand.

use http::StatusCode;
use kofa_core::OperatorRole;
use kofa_domain::{Environment, Kobo, TenantId};
use kofa_ledger::Verify;
use kofa_ledger::money::find_wallet;

use crate::client::Console;

async fn balance(console: &Console, tenant: &TenantId) -> Kobo {
    let store = &console.web.admin.store;
    let wallet = find_wallet(store, tenant.clone(), Environment::Live).await;
    wallet.unwrap().balance
}

#[tokio::test(flavor = "multi_thread")]
async fn money_moves_once_and_only_after_it_was_seen() {
    let console = Console::new().await;
    let finance = console.operator(OperatorRole::Finance).await;
    let tenant = console.tenant("ada").await.id;
    let path = format!("/console/tenants/{tenant}/wallets/live");
    let form = [
        ("way", "credit"),
        ("amount", "\u{20a6}2,500.50"),
        ("reference", "bank-1"),
        ("reason", "Paid by transfer"),
    ];
    let seen = [&form[..], &[("seen", "yes")]].concat();
    let confirm = finance.post(&path, &form).await;
    assert_eq!(confirm.status, StatusCode::OK);
    assert!(confirm.text.contains("Balance after") && confirm.text.contains("\u{20a6}2,500.50"));
    assert_eq!(
        balance(&console, &tenant).await,
        Kobo::ZERO,
        "looking moves nothing"
    );

    // The button pressed twice, both at once and one after the other.
    let (one, two) = tokio::join!(finance.post(&path, &seen), finance.post(&path, &seen));
    let third = finance.post(&path, &seen).await;
    assert_eq!(
        [one.status, two.status, third.status],
        [StatusCode::SEE_OTHER; 3]
    );
    assert_eq!(balance(&console, &tenant).await, Kobo::new(250_050));
    assert!(third.said().contains("Nothing was changed"));
    let other = [("way", "credit"), ("amount", "1"), ("reference", "bank-1")];
    let other = [&other[..], &[("reason", "x"), ("seen", "yes")]].concat();
    let reused = finance.post(&path, &other).await;
    assert_eq!(reused.status, StatusCode::UNPROCESSABLE_ENTITY);

    let out = |amount| {
        [
            ("way", "debit"),
            ("amount", amount),
            ("reference", "out-1"),
            ("reason", "Correction"),
            ("seen", "yes"),
        ]
    };
    let too_much = finance.post(&path, &out("2500.51")).await;
    assert_eq!(too_much.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(too_much.text.contains("cannot take it below zero"));
    let taken = finance.post(&path, &out("500.50")).await;
    assert!(
        taken.said().contains("The new balance is \u{20a6}2,000.00"),
        "{}",
        taken.said()
    );
    let page = finance
        .page(&format!("/console/tenants/{tenant}/wallets"))
        .await;
    assert!(page.contains("Adjustment") && page.contains("Top-up"));
    let report = console.web.admin.store.read(Verify).await.unwrap();
    assert!(report.ok(), "{:?}", report.problems);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_movement_needs_an_amount_a_reference_and_a_reason() {
    let console = Console::new().await;
    let finance = console.operator(OperatorRole::Finance).await;
    let tenant = console.tenant("ada").await.id;
    let path = format!("/console/tenants/{tenant}/wallets/live");
    let whole = [
        ("way", "credit"),
        ("amount", "1"),
        ("reference", "r"),
        ("reason", "x"),
    ];
    let long = "x".repeat(501);
    for (field, wrong) in [
        ("way", ""),
        ("way", "sideways"),
        ("amount", ""),
        ("amount", "0"),
        ("amount", "-5"),
        ("amount", "1e9"),
        ("amount", "10,000,000,000,000.01"),
        ("amount", "99999999999999999999999"),
        ("reference", ""),
        ("reference", "a\u{7}b"),
        ("reason", ""),
        ("reason", long.as_str()),
    ] {
        let form: Vec<(&str, &str)> = whole
            .iter()
            .map(|&(name, value)| (name, if name == field { wrong } else { value }))
            .chain([("seen", "yes")])
            .collect();
        let refused = finance.post(&path, &form).await;
        let status = refused.status;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{field} {wrong}");
    }
    assert_eq!(balance(&console, &tenant).await, Kobo::ZERO);
}
