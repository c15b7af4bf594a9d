use proptest::prelude::*;

use super::*;
use crate::profile::Corporation;

fn party(surname: &str, first_name: &str, other_name: &str) -> Party {
    Party {
        surname: surname.to_owned(),
        first_name: first_name.to_owned(),
        other_name: other_name.to_owned(),
        ..Party::default()
    }
}

fn born(party: Party, born: &str) -> Party {
    Party {
        born: Some(born.to_owned()),
        ..party
    }
}

fn body(name: &str, rc_number: Option<&str>) -> Party {
    Party {
        corporation: Some(Corporation {
            name: name.to_owned(),
            rc_number: rc_number.map(str::to_owned),
        }),
        ..Party::default()
    }
}

fn role(kind: RoleKind, party: Party) -> Role {
    Role {
        kind,
        party,
        appointed_on: None,
        resigned_on: None,
        is_active: None,
        shares: None,
        control: None,
        accreditation_number: None,
    }
}

/// Names and roles of the people that `parties`, each a director, become.
fn check(parties: Vec<Party>, expected: &[&[usize]]) {
    let roles: Vec<Role> = parties
        .into_iter()
        .enumerate()
        .map(|(place, party)| Role {
            accreditation_number: Some(place.to_string()),
            ..role(RoleKind::Director, party)
        })
        .collect();
    let mut groups: Vec<Vec<usize>> = merge(roles)
        .iter()
        .map(|person| {
            let number = |role: &Role| role.accreditation_number.as_ref()?.parse().ok();
            let mut places: Vec<usize> = person.roles.iter().filter_map(number).collect();
            places.sort_unstable();
            places
        })
        .collect();
    groups.sort();
    assert_eq!(groups, expected);
}

#[test]
fn a_person_listed_once_a_role_is_one_person() {
    let ada = || party("Obi", "Ada", "");
    check(vec![ada(), ada(), ada()], &[&[0, 1, 2]]);
    check(vec![ada(), party(" OBI", "ADA ", " ")], &[&[0, 1]]);
    check(vec![ada(), party("Ada", "Obi", "")], &[&[0, 1]]);
    check(
        vec![party("Ọbí", "Àdá", ""), party("Obi", "Ada", "")],
        &[&[0, 1]],
    );
    check(
        vec![party("O'Neil", "Ada", ""), party("ONEIL", "ADA", "")],
        &[&[0, 1]],
    );
    check(vec![ada(), party("Obi", "Ade", "")], &[&[0], &[1]]);
}

#[test]
fn what_differs_keeps_namesakes_apart() {
    let ada = || party("Obi", "Ada", "");
    let older = || born(ada(), "1970-01");
    let younger = || born(ada(), "1990-01");
    check(vec![older(), younger()], &[&[0], &[1]]);
    check(vec![older(), ada()], &[&[0, 1]]);
    // Which of the two the third is, nobody can say.
    check(vec![older(), younger(), ada()], &[&[0], &[1], &[2]]);
    check(vec![older(), older(), younger()], &[&[0, 1], &[2]]);
    let woman = Party {
        gender: Some("Female".to_owned()),
        ..ada()
    };
    let man = Party {
        gender: Some("MALE".to_owned()),
        ..ada()
    };
    check(vec![woman, man], &[&[0], &[1]]);
}

#[test]
fn a_middle_name_more_or_less_needs_support() {
    let long = || party("Obi", "Ada", "Grace");
    let short = || party("Obi", "Ada", "");
    check(vec![long(), short()], &[&[0], &[1]]);
    check(
        vec![born(long(), "1970-01"), born(short(), "1970-01")],
        &[&[0, 1]],
    );
    let called = |party: Party| Party {
        phone_masked: Some("0803***4567".to_owned()),
        ..party
    };
    check(vec![called(long()), called(short())], &[&[0, 1]]);
    // Two middle names are two people, whatever else agrees.
    let other = born(party("Obi", "Ada", "Ruth"), "1970-01");
    check(vec![born(long(), "1970-01"), other], &[&[0], &[1]]);
}

#[test]
fn the_registers_own_number_joins_whatever_the_spelling() {
    let numbered = |party: Party, id: &str| Party {
        id: Some(id.to_owned()),
        ..party
    };
    let one = || numbered(party("Obi", "Ada", ""), "7");
    let married = || numbered(party("Eze", "Ada", ""), "7");
    check(vec![one(), married()], &[&[0, 1]]);
    // Numbers may be those of rows: unlike ones keep nobody apart.
    check(
        vec![one(), numbered(party("Obi", "Ada", ""), "8")],
        &[&[0, 1]],
    );
    check(
        vec![born(one(), "1970-01"), born(married(), "1980-01")],
        &[&[0], &[1]],
    );
}

#[test]
fn bodies_are_told_apart_by_their_numbers() {
    check(
        vec![
            body("Pelican Ltd", Some("RC 19")),
            body("PELICAN LIMITED", Some("0000019")),
        ],
        &[&[0, 1]],
    );
    check(
        vec![
            body("Pelican Ltd", Some("19")),
            body("Pelican Ltd", Some("20")),
        ],
        &[&[0], &[1]],
    );
    check(
        vec![body("Pelican Ltd", None), body("Pelican Ltd", Some("20"))],
        &[&[0, 1]],
    );
    check(
        vec![body("Pelican Ltd", None), body("Pelican Plc", None)],
        &[&[0], &[1]],
    );
    check(
        vec![body("Ada Obi", None), party("Obi", "Ada", "")],
        &[&[0], &[1]],
    );
}

#[test]
fn rows_without_a_name_are_nobodys() {
    check(vec![Party::default(), Party::default()], &[&[0], &[1]]);
}

#[test]
fn the_senior_role_still_held_leads_and_resigned_ones_stay_marked() {
    let ada = party("Obi", "Ada", "");
    let resigned = Role {
        resigned_on: Some("2020-01-01".to_owned()),
        is_active: Some(true),
        ..role(RoleKind::Director, ada.clone())
    };
    let people = merge(vec![
        role(RoleKind::Witness, ada.clone()),
        role(RoleKind::Shareholder, ada.clone()),
        resigned.clone(),
    ]);
    let [person] = people.as_slice() else {
        panic!("one person: {people:?}");
    };
    let kinds: Vec<RoleKind> = person.roles.iter().map(|role| role.kind).collect();
    use RoleKind::{Director, Shareholder, Witness};
    assert_eq!(kinds, [Director, Shareholder, Witness]);
    assert_eq!(person.senior_role().unwrap().kind, Shareholder);
    assert_eq!(person.roles[0].status(), RoleStatus::Resigned);
    assert_eq!(person.status(), RoleStatus::Unknown);
    let gone = merge(vec![resigned]);
    assert_eq!(gone[0].senior_role().unwrap().kind, Director);
    assert_eq!(gone[0].status(), RoleStatus::Resigned);
}

#[test]
fn what_rows_know_is_gathered() {
    let full = Party {
        nationality: Some("Nigeria".to_owned()),
        ..born(party("OBI", "ADA", "GRACE"), "1970-01")
    };
    let other = Party {
        occupation: Some("Trader".to_owned()),
        ..born(party("Obi", "Ada", ""), "1970-01")
    };
    let people = merge(vec![
        role(RoleKind::Director, other),
        role(RoleKind::Secretary, full),
    ]);
    assert_eq!(people.len(), 1);
    let party = &people[0].party;
    assert_eq!(party.full_name(), "ADA GRACE OBI");
    assert_eq!(party.nationality.as_deref(), Some("Nigeria"));
    assert_eq!(party.occupation.as_deref(), Some("Trader"));
}

#[test]
fn a_row_listed_twice_counts_once_and_two_holdings_twice() {
    let ada = party("Obi", "Ada", "");
    let holds = |appointed_on: Option<&str>| Role {
        appointed_on: appointed_on.map(str::to_owned),
        shares: Some(Holding {
            allotted: 100,
            share_type: "ORDINARY".to_owned(),
        }),
        ..role(RoleKind::Shareholder, ada.clone())
    };
    let held = |roles| merge(roles)[0].shares_held();
    let dated = Some("2020-01-01");
    assert_eq!(held(vec![holds(dated), holds(dated)]), Some(100));
    assert_eq!(held(vec![holds(None), holds(None)]), Some(200));
    let later = Some("2021-01-01");
    assert_eq!(held(vec![holds(dated), holds(later)]), Some(200));
    let director = role(RoleKind::Director, ada.clone());
    let people = merge(vec![director.clone(), director]);
    assert_eq!(people[0].roles.len(), 1);
    assert_eq!(people[0].shares_held(), None);
}

#[test]
fn a_company_of_many_namesakes_is_merged_all_the_same() {
    let holder = |place: usize| {
        let month = format!("{}-{:02}", 1930 + place / 12 % 70, place % 12 + 1);
        let party = born(
            party("Musa", "Ibrahim", &format!("Sani {}", place % 5_000)),
            &month,
        );
        Role {
            accreditation_number: Some(place.to_string()),
            ..role(RoleKind::Shareholder, party)
        }
    };
    let roles: Vec<Role> = (0..20_000).map(holder).collect();
    let people = merge(roles);
    let listed: usize = people.iter().map(|person| person.roles.len()).sum();
    assert_eq!(listed, 20_000);
    assert!(people.len() >= 5_000);
}

fn any_party() -> impl Strategy<Value = Party> {
    let word = || prop::sample::select(vec!["", "Ada", "Obi", "ADA", "Eze"]);
    let month = || prop::option::of(prop::sample::select(vec!["1970-01", "1990-02"]));
    let id = prop::option::weighted(0.3, prop::sample::select(vec!["1", "2"]));
    let phone = prop::option::of(prop::sample::select(vec!["0803***4567", "0805***0000"]));
    (word(), word(), word(), month(), id, phone, 0..8_u8).prop_map(
        |(surname, first, other, month, id, phone, kind)| {
            if kind == 0 {
                return body("Pelican Ltd", id);
            }
            Party {
                born: month.map(str::to_owned),
                id: id.map(str::to_owned),
                phone_masked: phone.map(str::to_owned),
                ..party(surname, first, other)
            }
        },
    )
}

fn any_role() -> impl Strategy<Value = Role> {
    let dates = || prop::option::of(prop::sample::select(vec!["2019-01-01", "2021-05-06"]));
    let shares = prop::option::of(0..1_000_u64);
    let active = prop::option::of(any::<bool>());
    (any_party(), 0..10_usize, dates(), dates(), active, shares).prop_map(
        |(party, kind, appointed, resigned, is_active, shares)| Role {
            appointed_on: appointed.map(str::to_owned),
            resigned_on: resigned.map(str::to_owned),
            is_active,
            shares: shares.map(|allotted| Holding {
                allotted,
                share_type: "ORDINARY".to_owned(),
            }),
            ..role(RoleKind::ALL[kind], party)
        },
    )
}

proptest! {
    /// Whatever the order of the rows, the same people come out, in the same order.
    #[test]
    fn the_order_of_rows_does_not_matter(
        (roles, shuffled) in prop::collection::vec(any_role(), 0..9)
            .prop_flat_map(|roles| (Just(roles.clone()), Just(roles).prop_shuffle())),
    ) {
        prop_assert_eq!(merge(roles), merge(shuffled));
    }

    /// No role is lost but one that is listed twice, none is invented, and nobody is made of
    /// rows that contradict one another.
    #[test]
    fn every_role_is_someones_and_nobody_contradicts_themselves(
        roles in prop::collection::vec(any_role(), 0..9),
    ) {
        let people = merge(roles.clone());
        for role in &roles {
            let said = |of: &Role| {
                let dates = (of.appointed_on.clone(), of.resigned_on.clone());
                (of.kind, dates, of.is_active, of.shares.clone())
            };
            let holds = |person: &&Person| {
                person.roles.iter().any(|one| said(one) == said(role))
            };
            prop_assert!(people.iter().any(|person| holds(&person)), "{:?}", role);
        }
        let count: usize = people.iter().map(|person| person.roles.len()).sum();
        prop_assert!(count <= roles.len());
        for person in &people {
            prop_assert!(!person.roles.is_empty());
            prop_assert!(person.roles.is_sorted_by_key(|role| role.kind));
            let facts: Vec<Facts> =
                person.roles.iter().map(|role| Facts::of(&role.party)).collect();
            for one in &facts {
                prop_assert!(facts.iter().all(|other| !one.contradicts(other)));
            }
        }
    }
}
