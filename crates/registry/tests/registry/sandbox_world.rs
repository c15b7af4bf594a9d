//! The sandbox's world: every shape of ownership, state of charges and of documents.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use kofa_registry::profile::{ChargeStatus, Details, DocumentState, Part, Profile, Role, RoleKind};
use kofa_registry::rules::EntityType;
use kofa_store::testing::TestDatabase;

use super::AT;
use super::profiles::{entity, profile};

/// How the shares of a company stand to what it issued.
fn shares_of(profile: &Profile) -> Option<Ordering> {
    let issued = profile.capital.as_ref()?.issued_shares?;
    let held = profile.roles.iter().filter_map(|role| role.shares.as_ref());
    Some(held.map(|shares| shares.allotted).sum::<u64>().cmp(&issued))
}

/// Every company of the world, with all its parts.
async fn world() -> Vec<Profile> {
    let database = TestDatabase::new(kofa_store::Dialect::Sqlite).await;
    let store = database.open().await;
    kofa_registry::seed(&store, AT).await.unwrap();
    let mut profiles = Vec::new();
    for line in kofa_registry::SANDBOX_COMPANIES.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let kind = EntityType::parse(line["entityType"].as_str().unwrap()).unwrap();
        let one = entity(line["rcNumber"].as_str().unwrap(), kind);
        let read = profile(&store, one, Part::StatusReport).await;
        profiles.push(read.expect("every company of the world is registered"));
    }
    profiles
}

fn any(profiles: &[Profile], shape: &str, is: impl Fn(&Profile) -> bool) {
    assert!(profiles.iter().any(is), "no company has {shape}");
}

#[tokio::test]
async fn the_sandbox_world_has_every_shape_of_ownership() {
    let profiles = world().await;
    let holders = |one: &Profile| {
        one.roles
            .iter()
            .filter(|role| role.shares.is_some())
            .count()
    };
    let is_body = |role: &Role| role.party.corporation.is_some();
    any(&profiles, "one holder", |one| holders(one) == 1);
    any(&profiles, "a hundred holders", |one| holders(one) >= 100);
    any(&profiles, "a body that holds", |one| {
        one.roles
            .iter()
            .any(|role| role.shares.is_some() && is_body(role))
    });
    any(&profiles, "all shares held", |one| {
        shares_of(one) == Some(Ordering::Equal)
    });
    any(&profiles, "shares left over", |one| {
        shares_of(one) == Some(Ordering::Less)
    });
    any(&profiles, "more held than issued", |one| {
        shares_of(one) == Some(Ordering::Greater)
    });
    any(&profiles, "no known issue", |one| {
        one.capital
            .as_ref()
            .is_some_and(|capital| capital.issued_shares.is_none())
    });
    any(&profiles, "another currency", |one| {
        one.capital
            .as_ref()
            .is_some_and(|capital| capital.currency != "NGN")
    });
    any(&profiles, "people and no capital", |one| {
        one.capital.is_none() && !one.roles.is_empty()
    });
    any(&profiles, "nobody listed but counted", |one| {
        one.roles.is_empty() && one.details.affiliates_count.is_some()
    });
    any(&profiles, "nothing known", |one| {
        one.roles.is_empty() && one.details == Details::default() && one.capital.is_none()
    });
}

#[tokio::test]
async fn the_sandbox_world_has_every_role_charge_and_document() {
    let profiles = world().await;
    let role_is = |is: fn(&Role) -> bool| move |one: &Profile| one.roles.iter().any(is);
    any(
        &profiles,
        "indirect control",
        role_is(|role| {
            let control = role.control.as_ref();
            control.is_some_and(|one| one.is_indirect == Some(true) && one.is_direct == Some(false))
        }),
    );
    any(
        &profiles,
        "who resigned",
        role_is(|role| role.resigned_on.is_some()),
    );
    any(
        &profiles,
        "a foreigner",
        role_is(|role| {
            role.kind == RoleKind::Director && role.party.nationality.as_deref() == Some("BRITISH")
        }),
    );
    any(&profiles, "many charges", |one| one.charges.len() >= 12);
    any(&profiles, "no certificate", |one| {
        one.documents.certificate == DocumentState::Unavailable
    });
    any(&profiles, "no report", |one| {
        one.documents.status_report == DocumentState::Unavailable
    });
    let roles: BTreeSet<_> = profiles
        .iter()
        .flat_map(|one| &one.roles)
        .map(|role| role.kind)
        .collect();
    assert_eq!(roles.len(), RoleKind::ALL.len());
    let states = profiles
        .iter()
        .flat_map(|one| &one.charges)
        .map(|one| one.status.as_str());
    assert_eq!(
        states.collect::<BTreeSet<_>>().len(),
        ChargeStatus::ALL.len()
    );
}
