//! Events of the floors: wallets, keys, incidents. Those of products are tested with them.

use kofa_core::event::EventType;
use kofa_domain::{Clock as _, Environment, Ids, Kobo, Scope};
use kofa_identity::key_plan::KeyPlan;
use kofa_identity::key_warnings::WarnOfExpiry;
use kofa_ledger::alerts::{AlertPlan, SetAlerts};
use kofa_testkit::{NOW, both};

use crate::world::{HERE, all_of};

const DAY: i64 = 86_400;

#[tokio::test]
async fn credits_and_low_wallets_are_told() {
    for app in both(NOW).await {
        let ada = app.tenant("Ada").await.id;
        let credit = app.entry(&ada, Environment::Live, 500_000).await;
        app.store.write(credit.clone()).await.unwrap();
        app.store.write(credit).await.unwrap();
        let alerts = SetAlerts {
            by: app.by(),
            tenant: ada.clone(),
            environment: Environment::Live,
            plan: AlertPlan {
                balances: vec![Kobo::new(600_000)],
                runway_days: None,
                roles: vec![kofa_core::MemberRole::Owner],
            },
        };
        app.store.write(alerts).await.unwrap();
        let told = all_of(&app, &ada, Environment::Live).await;
        let types: Vec<&str> = told.iter().map(|(of, _)| of.as_str()).collect();
        assert_eq!(
            types,
            ["wallet.credited", "wallet.low"],
            "the second credit is none"
        );
        assert_eq!(told[0].1["amountKobo"], 500_000);
        assert_eq!(told[1].1["threshold"], 600_000);
        assert_eq!(told[1].1["balanceKobo"], 500_000);
    }
}

#[tokio::test]
async fn the_end_of_a_key_is_told_once_for_each_crossing() {
    for app in both(NOW).await {
        let ada = app.tenant("Ada").await.id;
        let plan = KeyPlan {
            name: "checkout".to_owned(),
            scopes: vec![Scope::parse("investment_ipo").unwrap()],
            environments: vec![HERE],
            allowed_cidrs: Vec::new(),
            expires_at: Some(NOW.plus_seconds(31 * DAY)),
        };
        let (key, _) = app.key(&ada, plan).await;
        for _ in 0..40 {
            for _ in 0..2 {
                let now = app.clock.now();
                app.store.write(WarnOfExpiry { now }).await.unwrap();
            }
            app.clock.advance_seconds(DAY);
        }
        let told = all_of(&app, &ada, HERE).await;
        let told: Vec<_> = told
            .iter()
            .filter(|(of, _)| of == EventType::KeyExpiring.as_str())
            .map(|(_, data)| (data["keyId"].clone(), data["withinDays"].clone()))
            .collect();
        let expected = [30, 7, 1].map(|days| (key.id.as_str().into(), days.into()));
        assert_eq!(told, expected);
    }
}

#[tokio::test]
async fn incidents_are_told_where_they_matter() {
    use kofa_core::Service;
    use kofa_insight::status::incident::{Impact, Kind, OpenIncident, State, UpdateIncident};
    use kofa_insight::status::plan::{Change, Plan};
    for app in both(NOW).await {
        let ada = app.tenant("Ada").await.id;
        let plan = Plan {
            kind: Kind::Incident,
            title: "Slow".to_owned(),
            impact: Impact::Degraded,
            state: State::Investigating,
            affects: vec![Service::parse("investment_ipo/live").unwrap()],
            starts_at: NOW,
            ends_at: None,
            message: "We look into it.".to_owned(),
        };
        let opened = OpenIncident::new(Ids, app.by(), plan);
        let id = app.store.write(opened).await.unwrap().id;
        let resolve = UpdateIncident {
            by: app.by(),
            id,
            update: Change {
                state: Some(State::Resolved),
                impact: None,
                ends_at: None,
                message: "It is over.".to_owned(),
            },
        };
        app.store.write(resolve).await.unwrap();
        let told = all_of(&app, &ada, Environment::Live).await;
        let types: Vec<&str> = told.iter().map(|(of, _)| of.as_str()).collect();
        assert_eq!(types, ["incident.opened", "incident.resolved"]);
        let sandbox = all_of(&app, &ada, Environment::Sandbox).await;
        assert!(sandbox.iter().all(|(of, _)| of == "wallet.credited"));
    }
}
