use super::*;
use crate::profile::Holding;

fn role(kind: RoleKind, party: &Party) -> Role {
    Role {
        kind,
        party: party.clone(),
        appointed_on: None,
        resigned_on: None,
        is_active: None,
        shares: None,
        control: None,
        accreditation_number: None,
    }
}

fn named(surname: &str, first_name: &str) -> Party {
    Party {
        surname: surname.to_owned(),
        first_name: first_name.to_owned(),
        ..Party::default()
    }
}

fn holder(party: &Party, allotted: u64) -> Role {
    let holding = Holding {
        allotted,
        share_type: "ORDINARY".to_owned(),
    };
    Role {
        shares: Some(holding),
        ..role(RoleKind::Shareholder, party)
    }
}

fn cells(rows: &[Row]) -> Vec<String> {
    rows.iter().map(|row| row.cells.join("|")).collect()
}

#[test]
fn a_person_of_many_rows_is_in_an_office_once() {
    let (one, other) = (named("Okonkwo", "Ada"), named("OKONKWO ", "ada"));
    let roles = vec![
        role(RoleKind::Director, &one),
        role(RoleKind::Chairman, &other),
        role(RoleKind::Director, &other),
        role(RoleKind::Secretary, &named("Bello", "Musa")),
        role(RoleKind::Chairman, &one),
        role(RoleKind::Witness, &one),
    ];
    let people = merge(roles);
    let rows = cells(&officer_rows(&people));
    assert_eq!(
        rows.iter()
            .map(|row| row.to_uppercase())
            .collect::<Vec<_>>(),
        [
            "OKONKWO ADA|CHAIRMAN||NOT RECORDED",
            "OKONKWO ADA|DIRECTOR||NOT RECORDED",
            "BELLO MUSA|SECRETARY||NOT RECORDED",
        ]
    );
}

#[test]
fn parts_of_holders_are_those_of_the_share_distribution() {
    let names = [named("A", "Ade"), named("B", "Bola"), named("C", "Chidi")];
    let mut roles: Vec<Role> = names.iter().map(|party| holder(party, 1)).collect();
    let past = Role {
        is_active: Some(false),
        ..holder(&named("D", "Dayo"), 7)
    };
    roles.extend([past, role(RoleKind::Shareholder, &named("E", "Efe"))]);
    let people = merge(roles);
    let rows = |issued: Option<u64>| {
        let found = distribute(&people, issued);
        cells(&holder_rows(&people, &found, issued))
    };
    assert_eq!(
        rows(Some(3)),
        [
            "A Ade|Ordinary|1|33.34 %",
            "B Bola|Ordinary|1|33.33 %",
            "C Chidi|Ordinary|1|33.33 %",
            "D Dayo (no longer a holder)|Ordinary|7|",
            "E Efe||Not recorded|",
            "Held by those listed||3|100.00 %",
        ]
    );
    for unknown in [None, Some(0)] {
        assert_eq!(rows(unknown)[0], "A Ade|Ordinary|1|–");
        assert_eq!(rows(unknown)[5], "Held by those listed||3|–");
    }
    assert!(holder_rows(&[], &distribute(&[], Some(3)), Some(3)).is_empty());
}
