//! The way to live, on its tab and on the overview.

use http::StatusCode;
use kofa_commands::House;
use kofa_commands::platform::live::RequestLive;
use kofa_core::OperatorRole;
use kofa_domain::Environment;
use kofa_identity::live_checklist::LiveLine;
use kofa_identity::tenants::FindTenant;
use kofa_investment::SCOPE;

use crate::client::Console;

#[tokio::test(flavor = "multi_thread")]
async fn live_is_granted_and_taken_away_with_a_word_why() {
    let console = Console::of(House {
        live_checklist: LiveLine::ALL.to_vec(),
        ..House::default()
    })
    .await;
    let ops = console.operator(OperatorRole::Ops).await;
    let ada = console.tenant("ada").await.id;
    let ask = RequestLive {
        tenant: ada.clone(),
        scope: SCOPE,
        rc_number: None,
    };
    console.web.admin.run(console.by(), ask).await.unwrap();
    let overview = ops.page("/console").await;
    let tab = format!("/console/tenants/{ada}/live");
    assert!(overview.contains(&format!("{tab}#live-investment_ipo")));
    let is_on = async || {
        let tenant = ada.clone();
        let store = &console.web.admin.store;
        let (_, access) = store.read(FindTenant { tenant }).await.unwrap();
        access.is_enabled(SCOPE, Environment::Live)
    };
    let page = ops.page(&tab).await;
    assert_eq!(page.matches(">Missing<").count(), 5, "{page}");
    let switch = format!("{tab}/investment_ipo");
    let on = |why| [("enabled", "true"), ("reason", why), ("confirm", "ada")];
    let bare = ops.post(&switch, &on(" ")).await;
    assert_eq!(bare.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(bare.text.contains("Signed agreement: it is missing."));
    // The switches of the overview are the same operation.
    let old = [
        ("scope", "investment_ipo"),
        ("environment", "live"),
        ("enabled", "true"),
        ("confirm", "ada"),
    ];
    let old = ops
        .post(&format!("/console/tenants/{ada}/services"), &old)
        .await;
    assert_eq!(old.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(!is_on().await);
    let said = ops.post(&switch, &on("A pilot.")).await;
    assert_eq!(said.location(), tab, "{}", said.text);
    assert!(is_on().await);
    for path in [switch.clone(), format!("/console/tenants/{ada}/services")] {
        let off = [
            ("scope", "investment_ipo"),
            ("environment", "live"),
            ("enabled", "false"),
        ];
        let bare = ops.post(&path, &off).await;
        assert_eq!(bare.status, StatusCode::UNPROCESSABLE_ENTITY, "{path}");
        assert!(is_on().await, "{path}");
    }
    let off = [
        ("enabled", "false"),
        ("reason", "They did not pay."),
        ("confirm", "ada"),
    ];
    assert_eq!(ops.post(&switch, &off).await.location(), tab);
    assert!(!is_on().await);
    let support = console.operator(OperatorRole::Support).await;
    let page = support.page(&tab).await;
    assert!(!page.contains(">Grant<"), "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_recorded_shows() {
    let console = Console::new().await;
    let ops = console.operator(OperatorRole::Ops).await;
    let ada = console.tenant("ada").await.id;
    let tab = format!("/console/tenants/{ada}/live");
    let agreed = ops
        .post(&format!("{tab}/agreement"), &[("reference", "MSA-7")])
        .await;
    assert_eq!(agreed.location(), tab);
    let company = ops
        .post(&format!("{tab}/company"), &[("rcNumber", "RC 9")])
        .await;
    assert_eq!(company.location(), tab);
    let page = ops.page(&tab).await;
    assert!(
        page.contains("MSA-7") && page.contains("not found"),
        "{page}"
    );
    let empty = ops
        .post(&format!("{tab}/agreement"), &[("reference", "")])
        .await;
    assert_eq!(empty.status, StatusCode::UNPROCESSABLE_ENTITY);
}
