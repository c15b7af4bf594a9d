//! Entities to draw documents of. All of them are fictional.

use kofa_domain::{Kobo, Timestamp};
use kofa_registry::documents::pdf::Issue;
use kofa_registry::profile::{
    Capital, Charge, ChargeStatus, Control, Corporation, Details, Documents, Holding, Party,
    PartyAddress, Profile, Role, RoleKind,
};
use kofa_registry::rules::{EntityType, RegistrationStatus, read_rc_number};
use kofa_registry::{Company, Record};

/// 21 November 2026, 10:30 in Lagos.
pub(crate) fn noon() -> Timestamp {
    Timestamp::parse_rfc3339("2026-11-21T09:30:00Z").unwrap()
}

/// An issue of the live environment.
pub(crate) fn issue() -> Issue {
    Issue {
        at: noon(),
        code: "7KQM-X2RD-9WTF-H4VB".to_owned(),
        verify_url: "https://kofa.example.ng/verify/7KQM-X2RD-9WTF-H4VB".to_owned(),
        is_specimen: false,
    }
}

/// An entity of which the register knows nothing but its row.
pub(crate) fn bare(name: &str, number: &str, entity_type: EntityType) -> Profile {
    Profile {
        record: Record {
            company: Company {
                rc_number: read_rc_number(number).unwrap().number,
                entity_type,
                company_name: name.to_owned(),
                company_type: String::new(),
                registration_status: RegistrationStatus::Unknown,
                registered_address: String::new(),
                registration_date: None,
                line_of_business: None,
                line_of_business_codes: None,
                city: None,
                lga: None,
                state: None,
                email: None,
            },
            retrieved_at: noon().plus_seconds(-7_200),
            cached: true,
            stale: false,
        },
        details: Details::default(),
        roles: Vec::new(),
        capital: None,
        charges: Vec::new(),
        documents: Documents::default(),
    }
}

fn text(value: &str) -> Option<String> {
    Some(value.to_owned())
}

fn person(surname: &str, first: &str, other: &str) -> Party {
    Party {
        surname: surname.to_owned(),
        first_name: first.to_owned(),
        other_name: other.to_owned(),
        nationality: text("NIGERIAN"),
        address: PartyAddress {
            city: text("Ìbàdàn"),
            state: text("Ọ̀yọ́"),
            country: text("Nigeria"),
            ..PartyAddress::default()
        },
        ..Party::default()
    }
}

fn role(kind: RoleKind, party: Party, since: &str) -> Role {
    Role {
        kind,
        party,
        appointed_on: text(since),
        resigned_on: None,
        is_active: Some(true),
        shares: None,
        control: None,
        accreditation_number: None,
    }
}

fn holder(party: Party, allotted: u64) -> Role {
    let shares = Some(Holding {
        allotted,
        share_type: "ORDINARY".to_owned(),
    });
    Role {
        shares,
        ..role(RoleKind::Shareholder, party, "2021-06-14")
    }
}

/// A company with everything.
pub(crate) fn company() -> Profile {
    let mut profile = bare(
        "Ẹbùnolúwa Harvest Foods & Commodities Limited",
        "1885308",
        EntityType::Company,
    );
    let company = &mut profile.record.company;
    company.company_type = "PRIVATE_COMPANY_LIMITED_BY_SHARES".to_owned();
    company.registration_status = RegistrationStatus::Active;
    company.registered_address =
        "14 Palm Grove Close, off Ọ̀ṣun Crescent, Bodija, Ìbàdàn North, Ọ̀yọ́ State".to_owned();
    company.registration_date = text("2021-06-14");
    company.line_of_business = text("Growing of cereals; Wholesale of agricultural produce");
    company.city = text("Ìbàdàn");
    company.lga = text("Ibadan North");
    company.state = text("Oyo");
    company.email = text("info@ebunoluwa-harvest.example");
    profile.details = Details {
        phone: text("0201 000 0000"),
        head_office_address: text("14 Palm Grove Close, Bodija, Ibadan"),
        objectives: vec![
            "To carry on the business of growing, storing and milling cereals".to_owned(),
            "To deal in agricultural commodities in and outside Nigeria".to_owned(),
            "To provide cold storage and haulage to farmers".to_owned(),
        ],
        last_annual_return: text("2025"),
        ..Details::default()
    };
    profile.roles = people();
    profile.capital = Some(Capital {
        currency: "NGN".to_owned(),
        nominal: Kobo::new(1_000_000_000),
        issued_shares: Some(10_000_000),
        nominal_per_share: Some(Kobo::new(100)),
        paid_up: Some(Kobo::new(750_000_000)),
    });
    profile.charges = vec![charge("CH-0001", ChargeStatus::Outstanding), {
        let mut charge = charge("CH-0002", ChargeStatus::FullySatisfied);
        charge.satisfied_on = text("2024-02-29");
        charge
    }];
    profile
}

/// Who is what in [`company`]: three holders who leave a part over, and someone who left.
fn people() -> Vec<Role> {
    let ayo = || person("Adéyẹmí", "Ọláwálé", "Ayọ̀");
    let binta = || person("Ɗanjuma", "Binta", "Ƙaura");
    let holding = Party {
        corporation: Some(Corporation {
            name: "Kwararafa Ventures Plc".to_owned(),
            rc_number: text("RC 88213"),
        }),
        ..Party::default()
    };
    let mut gone = role(
        RoleKind::Director,
        person("Okafor", "Chụkwụemeka", ""),
        "2021-06-14",
    );
    gone.resigned_on = text("2023-05-03");
    gone.is_active = Some(false);
    let mut psc = role(RoleKind::Psc, ayo(), "2021-06-14");
    psc.control = Some(Control {
        nature: vec!["holds more than 5 % of the shares".to_owned()],
        is_direct: Some(true),
        is_indirect: Some(false),
        share_hundredths: Some(5_500),
        voting_hundredths: Some(5_500),
    });
    vec![
        role(RoleKind::Director, ayo(), "2021-06-14"),
        role(RoleKind::Director, binta(), "2022-01-10"),
        gone,
        role(
            RoleKind::Secretary,
            person("Eze", "Ngọzi", "Adaeze"),
            "2021-06-14",
        ),
        holder(ayo(), 5_500_000),
        holder(binta(), 2_500_000),
        holder(holding, 1_750_000),
        psc,
    ]
}

fn charge(id: &str, status: ChargeStatus) -> Charge {
    Charge {
        id: id.to_owned(),
        code: None,
        kind: text("DEBENTURE"),
        description: None,
        created_on: text("2022-03-01"),
        registered_on: text("2022-03-18"),
        satisfied_on: None,
        status,
        secured: Some(Kobo::new(25_000_000_000)),
        currency: "NGN".to_owned(),
        persons_entitled: vec!["First Savannah Bank Plc".to_owned()],
        particulars: text("All plant and machinery at the Bodija mill, present and future."),
        is_fixed: Some(true),
        is_floating: Some(true),
        has_negative_pledge: Some(true),
    }
}

/// A company with `count` holders.
pub(crate) fn crowd(count: u32) -> Profile {
    let mut profile = company();
    profile.record.company.company_name = "Gurara Cooperative Investment Company Plc".to_owned();
    profile.record.company.company_type = "PUBLIC_COMPANY_LIMITED_BY_SHARES".to_owned();
    profile
        .roles
        .retain(|role| role.kind != RoleKind::Shareholder);
    for number in 0..count {
        let first = ["Ọlá", "Ngozi", "Musa", "Ẹniọlá", "Halima"][number as usize % 5];
        let surname = format!("Holder-{number:04}");
        profile.roles.push(holder(
            person(&surname, first, "Ayọ̀"),
            1_000 + u64::from(number),
        ));
    }
    profile
}

/// Names and texts that are too long for everything.
pub(crate) fn long() -> Profile {
    let mut profile = company();
    let company = &mut profile.record.company;
    company.company_name = "The Incorporated Trustees of the Pan-Nigerian Association of Growers, \
        Processors, Packers, Transporters, Warehousers and Exporters of Cassava, Yam, \
        Cocoyam, Sweet Potato and Other Root and Tuber Crops of the Middle Belt, Lower Niger \
        and Cross River Basins (Limited by Guarantee)"
        .to_owned();
    company.registered_address = "Antidisestablishmentarianism".repeat(12);
    company.registration_status = RegistrationStatus::StruckOff;
    profile.charges[0].particulars =
        Some("Every parcel of land listed in the schedule. ".repeat(180));
    profile.roles[0].party.surname = "Wolfeschlegelsteinhausenbergerdorff".repeat(3);
    profile
}
