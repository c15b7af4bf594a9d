//! People, capital and charges of the two companies that the sandbox's reserved consent codes
//! lead to. Fictional, like all of the sandbox. The first has one of everything; the shares of
//! the second do not add up.

use kofa_domain::Kobo;

use crate::profile::{
    Capital, Charge, ChargeStatus, Control, Corporation, Details, Holding, Party, PartyAddress,
    Profile, Role, RoleKind,
};
use crate::record::Record;
use crate::rules::RcNumber;

/// The persona that has people.
const PERSONA: u8 = 1;

/// What the sandbox says of the entity under the reserved `number`.
pub(crate) fn of(record: Record, number: &RcNumber) -> Profile {
    let profile = Profile::of_record(record);
    let reserved = number.reserved();
    match reserved
        .filter(|of| of.persona == PERSONA)
        .map(|of| of.outcome)
    {
        Some(6) => partial(profile),
        Some(8) => untidy(kingfisher(profile)),
        Some(9) => pelican(profile),
        Some(_) => kingfisher(profile),
        None => profile,
    }
}

fn naira(amount: i64) -> Kobo {
    Kobo::new(amount * 100)
}

fn text(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn person(surname: &str, first_name: &str, other_name: &str, born: &str) -> Party {
    Party {
        surname: surname.to_owned(),
        first_name: first_name.to_owned(),
        other_name: other_name.to_owned(),
        born: text(born),
        nationality: text("Nigeria"),
        ..Party::default()
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

fn role(kind: RoleKind, party: &Party, appointed_on: &str) -> Role {
    Role {
        kind,
        party: party.clone(),
        appointed_on: text(appointed_on),
        resigned_on: None,
        is_active: Some(true),
        shares: None,
        control: None,
        accreditation_number: None,
    }
}

fn holder(party: &Party, allotted: u64, appointed_on: &str) -> Role {
    let share_type = "ORDINARY".to_owned();
    Role {
        shares: Some(Holding {
            allotted,
            share_type,
        }),
        ..role(RoleKind::Shareholder, party, appointed_on)
    }
}

fn ngozi() -> Party {
    Party {
        gender: text("FEMALE"),
        occupation: text("Food scientist"),
        email_masked: text("n***@sandbox.example"),
        phone_masked: text("0803***0010"),
        identity_masked: text("*******0010"),
        address: PartyAddress {
            street_number: text("9"),
            street: text("Kingfisher Street"),
            city: text("Lekki"),
            lga: text("Eti-Osa"),
            state: text("Lagos"),
            country: text("Nigeria"),
            postcode: text("106104"),
        },
        ..person("Okonkwo-Sandbox", "Ngozi", "Adaeze", "1978-04")
    }
}

fn tunde() -> Party {
    Party {
        gender: text("MALE"),
        occupation: text("Engineer"),
        email_masked: text("t***@sandbox.example"),
        phone_masked: text("0805***0020"),
        ..person("Balogun-Sandbox", "Tunde", "", "1983-11")
    }
}

fn halima() -> Party {
    Party {
        gender: text("FEMALE"),
        occupation: text("Accountant"),
        ..person("Bello-Sandbox", "Halima", "Zainab", "1969-02")
    }
}

fn control(nature: &[&str], is_direct: bool, share: u32, voting: u32) -> Control {
    Control {
        nature: nature.iter().copied().map(str::to_owned).collect(),
        is_direct: Some(is_direct),
        is_indirect: Some(!is_direct),
        share_hundredths: Some(share),
        voting_hundredths: Some(voting),
    }
}

/// Everyone there is: founders, a holder that is a company, who controls it, who left, and who
/// only filed and witnessed the papers.
fn kingfisher(profile: Profile) -> Profile {
    let founded = "2014-03-12";
    let (ngozi, tunde) = (ngozi(), tunde());
    let pelican = body("Sandbox Pelican Shipping Limited", Some("0000019"));
    let registrars = body("Sandbox Heron Registrars Limited", None);
    let amina = person("Lawal-Sandbox", "Amina", "", "1971-09");
    let shares_and_votes = ["HOLDS_SHARES", "HOLDS_VOTING_RIGHTS"];
    let roles = vec![
        role(RoleKind::Chairman, &ngozi, "2019-07-01"),
        role(RoleKind::Director, &ngozi, founded),
        role(RoleKind::Director, &tunde, founded),
        Role {
            resigned_on: text("2019-06-30"),
            is_active: Some(false),
            ..role(RoleKind::Director, &halima(), founded)
        },
        Role {
            accreditation_number: text("CAC/AGENT/0010"),
            ..role(RoleKind::Secretary, &registrars, "2016-01-15")
        },
        Role {
            control: Some(control(&shares_and_votes, true, 5_000, 5_000)),
            ..role(RoleKind::Psc, &ngozi, "2020-11-02")
        },
        Role {
            control: Some(control(&["HOLDS_SHARES"], false, 1_200, 1_200)),
            ..role(RoleKind::Psc, &amina, "2020-11-02")
        },
        holder(&ngozi, 4_000_000, founded),
        holder(&tunde, 2_400_000, founded),
        holder(&pelican, 1_600_000, "2018-05-20"),
        role(
            RoleKind::Presenter,
            &person("Eze-Sandbox", "Chidi", "", "1988-01"),
            founded,
        ),
        role(
            RoleKind::Witness,
            &person("Adeyemi-Sandbox", "Funke", "", "1990-06"),
            founded,
        ),
    ];
    Profile {
        details: Details {
            phone: text("08030000010"),
            branch_address: text("22 Heron Road, Trans Amadi, Port Harcourt, Rivers"),
            head_office_address: text("9 Kingfisher Street, Lekki Phase 1, Lekki, Lagos"),
            objectives: vec![
                "To process, pack and sell fish and fish products".to_owned(),
                "To import and export foodstuffs".to_owned(),
            ],
            last_annual_return: text("2026-04-30"),
            affiliates_count: None,
        },
        roles,
        capital: Some(Capital {
            currency: "NGN".to_owned(),
            nominal: naira(10_000_000),
            issued_shares: Some(8_000_000),
            nominal_per_share: Some(naira(1)),
            paid_up: Some(naira(8_000_000)),
        }),
        charges: charges(),
        ..profile
    }
}

/// One charge in each state.
fn charges() -> Vec<Charge> {
    let bank = "Sandbox Weaver Bank Plc";
    let base = |id: &str, kind: &str, created: &str, status, amount| Charge {
        id: id.to_owned(),
        code: None,
        kind: text(kind),
        description: None,
        created_on: text(created),
        registered_on: text(created),
        satisfied_on: None,
        status,
        secured: Some(naira(amount)),
        currency: "NGN".to_owned(),
        persons_entitled: vec![bank.to_owned()],
        particulars: None,
        is_fixed: Some(true),
        is_floating: Some(false),
        has_negative_pledge: None,
    };
    vec![
        Charge {
            code: text("CH-2021-0010"),
            description: text("All-assets debenture"),
            particulars: text("All present and future assets of the company"),
            is_floating: Some(true),
            has_negative_pledge: Some(true),
            ..base(
                "1",
                "DEBENTURE",
                "2021-02-18",
                ChargeStatus::Outstanding,
                250_000_000,
            )
        },
        Charge {
            particulars: text("Cold store at Kilometre 12, Lekki-Epe Expressway"),
            ..base(
                "2",
                "LEGAL_MORTGAGE",
                "2018-08-06",
                ChargeStatus::PartSatisfied,
                90_000_000,
            )
        },
        Charge {
            satisfied_on: text("2020-12-01"),
            ..base(
                "3",
                "BILL_OF_SALE",
                "2016-10-24",
                ChargeStatus::FullySatisfied,
                12_500_000,
            )
        },
    ]
}

/// A foreign director, and shares of which some are nobody's.
fn pelican(profile: Profile) -> Profile {
    let founded = "2010-01-10";
    let musa = person("Danjuma-Sandbox", "Musa", "", "1965-12");
    let claire = Party {
        nationality: text("France"),
        ..person("Martin-Sandbox", "Claire", "", "1974-03")
    };
    Profile {
        roles: vec![
            role(RoleKind::Director, &musa, founded),
            role(RoleKind::Director, &claire, "2015-05-05"),
            holder(&musa, 600_000, founded),
            holder(&claire, 250_000, "2015-05-05"),
        ],
        capital: Some(Capital {
            currency: "NGN".to_owned(),
            nominal: naira(1_000_000),
            issued_shares: Some(1_000_000),
            nominal_per_share: Some(naira(1)),
            paid_up: None,
        }),
        ..profile
    }
}

/// Names of two people and nothing else.
fn partial(profile: Profile) -> Profile {
    let bare = |party: Party| Role {
        party: Party {
            born: None,
            nationality: None,
            ..party
        },
        appointed_on: None,
        is_active: None,
        ..role(RoleKind::Director, &Party::default(), "")
    };
    let people = [
        person("Okonkwo-Sandbox", "Ngozi", "", ""),
        person("Balogun-Sandbox", "Tunde", "", ""),
    ];
    Profile {
        roles: people.map(bare).into(),
        ..profile
    }
}

/// The same as a careless clerk keys it: capitals, names without their middle, roles twice,
/// nothing said about who is active.
fn untidy(profile: Profile) -> Profile {
    let mut roles = profile.roles;
    let doubled: Vec<Role> = roles.iter().take(3).cloned().collect();
    roles.extend(doubled);
    for (place, role) in roles.iter_mut().enumerate() {
        let party = &mut role.party;
        party.surname = party.surname.to_uppercase();
        party.first_name = format!(" {} ", party.first_name.to_uppercase());
        if place % 2 == 0 {
            party.other_name.clear();
        }
        role.is_active = None;
    }
    Profile { roles, ..profile }
}
