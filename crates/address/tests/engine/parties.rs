//! Several people's addresses on one page, and whose is answered; what else stands on its lines.

use kofa_address::read::read_here;
use kofa_address::{Extraction, Limits, Options, ReviewReason, extract};
use kofa_samples::{Font, Sheet};

const HOME: &str = "14 Bode Thomas Street, Surulere, Lagos";

fn read(sheet: Sheet) -> Extraction {
    let document = read_here(&sheet.pdf(), &Limits::default()).expect("a text layer");
    extract(&document, &Options::default())
}

pub(crate) fn of_lines(lines: &[&str]) -> Extraction {
    let mut sheet = Sheet::new();
    sheet.lines(lines);
    read(sheet)
}

/// What a page of lines answers, and whether a person should look.
#[track_caller]
pub(crate) fn check(lines: &[&str], expected: &str, review: bool) {
    let got = of_lines(lines);
    let said = (got.full_address.as_str(), got.requires_review);
    assert_eq!(
        said,
        (expected, review),
        "{lines:?}: {:?}",
        got.review_reasons
    );
}

/// What a page of lines answers. So short a page may leave it unsure; nothing else asks for review.
#[track_caller]
pub(crate) fn check_unsure(lines: &[&str], expected: &str) {
    let got = of_lines(lines);
    assert_eq!(got.full_address, expected, "{lines:?}");
    let reasons = got.review_reasons;
    let unsure = [ReviewReason::LowConfidence];
    assert!(
        reasons.is_empty() || reasons == unsure,
        "{lines:?}: {reasons:?}"
    );
}

#[test]
fn another_persons_label_never_beats_the_customers() {
    for label in [
        "Guarantor's Residential Address",
        "Witness's Residential Address",
        "Next of Kin Home Address",
        "Landlord's House Address",
        "Employer's Address",
        "Former Residential Address",
        "Business Address",
    ] {
        let theirs = format!("{label}: 9 Oremeji Street, Ojodu, Lagos");
        let home = format!("Customer Address: {HOME}");
        let lines = ["RENMONEY", "Customer Name: Tunde Alli", &home, &theirs];
        check_unsure(&lines, HOME);
        let lines = ["RENMONEY", &theirs, "Customer Name: Tunde Alli", &home];
        check_unsure(&lines, HOME);
    }
}

#[test]
fn another_persons_address_alone_is_no_answer() {
    for label in [
        "Next of Kin Address",
        "Guarantor Address",
        "Landlord's Home Address",
        "Employer's Address",
        "School Address",
        "Spouse Address",
        "Sender Address",
        "Solicitor's Address",
        "Agent's Address",
        "Witness's Residential Address",
        "Guarantor's Residential Address",
        "Emergency Contact Address",
        "Service Centre Address",
    ] {
        let theirs = format!("{label}: 9 Oremeji Street, Ojodu, Lagos");
        check(&["RENMONEY", "Name: TUNDE ALLI", &theirs], "", true);
        let below = ["Name: TUNDE ALLI", label, "9 Oremeji Street, Ojodu, Lagos"];
        let got = of_lines(&below);
        assert!(got.requires_review, "{label}");
    }
}

#[test]
fn a_voucher_is_followed_by_the_vouchers_address() {
    let theirs = "Address: 9 Oremeji Street, Ojodu, Lagos";
    for name in [
        "Guarantor's Name: SADE BELLO",
        "Next of Kin Name: SADE BELLO",
        "Landlord's Name: CHIEF SADE BELLO",
        "Surety's Full Name: SADE BELLO",
    ] {
        check(&["RENMONEY", name, theirs], "", true);
    }
    check(
        &[
            "Father's Name: MUSA ALLI",
            "Name: TUNDE ALLI",
            &format!("Address: {HOME}"),
        ],
        HOME,
        false,
    );
}

#[test]
fn a_former_home_or_a_workplace_is_answered_last_and_for_review() {
    let old = "3 Onikoyi Lane, Parkview, Ikoyi, Lagos";
    let new = "17 Fola Osibo Road, Lekki Phase 1, Lagos";
    for (was, is) in [
        ("Old address", "New address"),
        ("Previous address", "Current address"),
        ("Former Residential Address", "Address"),
        ("Last known address", "Residential Address"),
    ] {
        let (was, is) = (format!("{was}: {old}"), format!("{is}: {new}"));
        let name = "Name: Folake Majekodunmi";
        check_unsure(&["CHANGE OF ADDRESS", name, &was, &is], new);
        check_unsure(&["CHANGE OF ADDRESS", name, &is, &was], new);
    }
    for label in [
        "Former Address",
        "Old Address",
        "Work Address",
        "Business Address",
    ] {
        let only = format!("{label}: {old}");
        check(&["ACCESS BANK", "Customer: TUNDE ALLI", &only], old, true);
    }
}

#[test]
fn bills_go_to_the_holder_before_goods_do() {
    let bill = "Bill To: Adaeze Okafor, 14 Bode Thomas Street, Surulere, Lagos";
    for label in ["Deliver To", "Ship To", "Delivery Address"] {
        let theirs = format!("{label}: Chidi Okafor, 4 Kofar Mata Road, Kano");
        check(&["INVOICE", bill, &theirs], HOME, true);
        check(&["INVOICE", &theirs, bill], HOME, true);
        let same = format!("{label}: {HOME}");
        check_unsure(&["INVOICE", bill, &same], HOME);
        check_unsure(&["INVOICE", &same], HOME);
    }
}

#[test]
fn letters_set_apart_are_read_as_words() {
    let home = "Service Address: 17 Bode Thomas Street, Surulere, Lagos";
    let mut sheet = Sheet::new();
    sheet.font(Font::Regular, 11.0).apart(3.0);
    sheet.lines(&["IKEJA ELECTRIC", "Name: Adaeze Okafor", home]);
    let got = read(sheet);
    let parts = [&got.street, &got.city, &got.lga, &got.state];
    assert_eq!(
        parts,
        ["17 Bode Thomas Street", "Surulere", "Surulere", "Lagos"]
    );
}

#[test]
fn a_name_before_a_house_is_no_part_of_its_street() {
    for name in ["Adaeze Okafor", "Mrs. A. Okafor", "OKAFOR, ADAEZE"] {
        let line = format!("Bill To: {name}, {HOME}");
        let got = of_lines(&["INVOICE", &line]);
        assert_eq!(got.street, "14 Bode Thomas Street", "{name}");
        assert_eq!(got.full_address, HOME, "{name}");
    }
    for house in [
        "Rose Villa",
        "Freedom Park",
        "Victoria Island",
        "Block A",
        "Unity Estate",
        "Unity Est.",
        "Ojukwu Hse",
    ] {
        let line = format!("Service Address: {house}, {HOME}");
        let got = of_lines(&["INVOICE", &line]);
        assert_eq!(got.full_address, format!("{house}, {HOME}"));
    }
}

#[test]
fn a_company_lives_at_its_business_address() {
    let address = format!("Business Address: {HOME}");
    for name in [
        "Company Name: ADEOLA VENTURES LTD",
        "Taxpayer Name: ADEOLA VENTURES LTD",
        "Customer Name: PALM GROVE STORES NIGERIA LIMITED",
    ] {
        check(&["TAX NOTICE", name, &address], HOME, false);
    }
    check(
        &["TAX NOTICE", "Taxpayer Name: ADA OBI", &address],
        HOME,
        true,
    );
}

#[test]
fn an_envelope_beats_the_service_centre_and_the_next_of_kin() {
    for theirs in [
        "Service Centre Address: 25 Ring Road, Challenge, Ibadan",
        "Next of Kin Address: 25 Ring Road, Challenge, Ibadan",
        "Guarantor's Residential Address: 25 Ring Road, Challenge, Ibadan",
        "Account Officer Address: 25 Ring Road, Challenge, Ibadan",
    ] {
        let mut sheet = Sheet::new();
        sheet
            .at(330.0, 150.0)
            .lines(&[
                "Mr. Tunde Alli",
                "14 Awolowo Avenue",
                "Old Bodija",
                "Ibadan",
            ])
            .at(48.0, 260.0)
            .lines(&["Service Centre: Molete", theirs, "Amount due: 12,000.00"]);
        let got = read(sheet);
        assert_eq!(
            got.full_address, "14 Awolowo Avenue, Old Bodija, Ibadan",
            "{theirs}"
        );
    }
}

#[test]
fn a_property_is_the_tenants_though_the_landlord_stands_above() {
    check_unsure(
        &[
            "Landlord: Chief Rotimi Cole",
            "Landlord's Residential Address: 5 Bourdillon Road, Ikoyi, Lagos",
            "Tenant: Blessing Udo",
            "Tenant's Former Address: 9 Aka Road, Uyo",
            "Property let: 22 Bishop Oluwole Street, Victoria Island, Lagos",
        ],
        "22 Bishop Oluwole Street, Victoria Island, Lagos",
    );
}

#[test]
fn the_customers_own_labels_name_other_parties_too() {
    for label in [
        "Service Address",
        "Customer Service Address",
        "Landlord/Tenant Address",
        "Bank Customer Address",
        "Registered Home Address",
        "Contact Address",
    ] {
        let line = format!("{label}: {HOME}");
        check(&["RENMONEY", "Name: TUNDE ALLI", &line], HOME, false);
    }
}

#[test]
fn a_banks_branch_is_not_the_holders_home() {
    for domicile in [
        "Domicile: 2 Kudirat Abiola Way, Oregun, Ikeja",
        "Account domicile: 2 Kudirat Abiola Way, Oregun, Ikeja",
        "Domiciled at: 2 Kudirat Abiola Way, Oregun, Ikeja",
        "Branch of Domicile: 2 Kudirat Abiola Way, Oregun, Ikeja",
        "Domicile: Oregun Branch, 2 Kudirat Abiola Way, Ikeja",
        "Account domiciled at: Oregun Branch, 2 Kudirat Abiola Way, Ikeja",
    ] {
        let mut sheet = Sheet::new();
        sheet
            .at(48.0, 150.0)
            .lines(&["TUNDE ALLI", "14 Bode Thomas Street", "Surulere", "Lagos"])
            .at(330.0, 150.0)
            .lines(&["Account No: 0123456789", domicile, "Currency: NGN"]);
        assert_eq!(read(sheet).full_address, HOME, "{domicile}");
        check(
            &["Wema Bank Plc", "Account name: TUNDE ALLI", domicile],
            "",
            true,
        );
    }
}

#[test]
fn a_branch_under_a_label_of_the_holders_asks_for_review() {
    let branch = "Allen Avenue Branch, 45 Allen Avenue, Ikeja";
    for label in ["Residential Address", "Customer Address", "Address"] {
        let line = format!("{label}: {branch}");
        check(
            &["Wema Bank Plc", "Account name: TUNDE ALLI", &line],
            branch,
            true,
        );
    }
    for beside in [
        "Flat 2, Branch Road, Surulere, Lagos",
        "12 Ojo Road, behind Unity Bank, Ajegunle, Lagos",
        "House 3, Post Office Road, Surulere, Lagos",
    ] {
        let line = format!("Residential Address: {beside}");
        check(
            &["Wema Bank Plc", "Account name: TUNDE ALLI", &line],
            beside,
            false,
        );
    }
}

#[test]
fn numbers_behind_an_address_are_none_of_it() {
    for behind in [
        " 08031234567",
        " Tel: 08031234567",
        ", Tel 0803 123 4567 email ada@example.com",
        " Account No: 0101234567",
        " Meter No: 45701234567",
        ". Phone: +234 803 123 4567",
    ] {
        let line = format!("Service Address: {HOME}{behind}");
        let got = of_lines(&["PHED", "Name: TUNDE ALLI", &line]);
        assert_eq!(got.full_address.trim_end_matches('.'), HOME, "{behind}");
        assert_eq!(
            (got.street.as_str(), got.state.as_str()),
            ("14 Bode Thomas Street", "Lagos")
        );
        let last = format!("Surulere, Lagos{behind}");
        let mut sheet = Sheet::new();
        let block = ["TUNDE ALLI", "14 Bode Thomas Street", &last];
        sheet.at(48.0, 150.0).lines(&block);
        let got = read(sheet).full_address;
        assert_eq!(got.trim_end_matches('.'), HOME, "{behind}");
    }
}

#[test]
fn the_issuers_telephone_makes_its_letterhead_no_answer() {
    let mut sheet = Sheet::new();
    sheet
        .lines(&[
            "PALM TRUST BANK PLC",
            "12 Allen Avenue, Ikeja, Lagos Tel: 0700 123 4567",
        ])
        .skip(60.0)
        .lines(&["Thank you for banking with us."]);
    assert_eq!(read(sheet).full_address, "");
}

#[test]
fn parts_under_labels_of_their_own_are_one_address() {
    let region = [
        "City: Surulere",
        "LGA: Surulere",
        "State: Lagos",
        "Country: Nigeria",
    ];
    for first in [
        &["Address: 14 Bode Thomas Street"][..],
        &["Address Line 1: 14 Bode Thomas Street"],
        &["House No: 14", "Street Name: Bode Thomas Street"],
        &["House Number: 14", "Street: Bode Thomas Street"],
        &["Street: 14 Bode Thomas Street"],
        &["Residential Address: 14 Bode Thomas Street"],
    ] {
        let lines = [&["LIRS", "Taxpayer: AMAKA EZENWA"], first, &region].concat();
        let got = of_lines(&lines);
        let parts = [&got.street, &got.city, &got.lga, &got.state, &got.country];
        let expected = [
            "14 Bode Thomas Street",
            "Surulere",
            "Surulere",
            "Lagos",
            "Nigeria",
        ];
        assert_eq!(parts, expected, "{first:?}");
    }
    let lines = ["LIRS", "Taxpayer: AMAKA EZENWA", "Street: 5 Ipaja Road"];
    let got = of_lines(&[&lines[..], &["LGA: N/A", "State: Lagos"]].concat());
    assert_eq!(got.full_address, "5 Ipaja Road, Lagos");
    let lines = [
        "Name: ADA OBI",
        "Address Line 1: Flat 4",
        "Address Line 2: 14 Bode Thomas Street",
    ];
    let got = of_lines(&[&lines[..], &["Town: Surulere", "State: Lagos"]].concat());
    assert_eq!(
        got.full_address,
        "Flat 4, 14 Bode Thomas Street, Surulere, Lagos"
    );
}

#[test]
fn fields_below_a_whole_address_are_no_part_of_it() {
    let whole = format!("Address: {HOME}");
    for below in [
        "LGA: Ikeja",
        "State of Origin: Anambra",
        "State: Lagos",
        "Country: Nigeria",
    ] {
        check_unsure(&["LIRS", "Name: ADA OBI", &whole, below], HOME);
    }
    let street = "Address: 12 Allen Avenue, Ikeja";
    let expected = "12 Allen Avenue, Ikeja";
    for below in [
        "State of Origin: Anambra",
        "LGA of Birth: Aba North",
        "City Code: 041",
    ] {
        check_unsure(&["LIRS", "Name: ADA OBI", street, below], expected);
    }
    for lines in [
        ["Name: ADA OBI", "State: Lagos"],
        ["Street: Lagos", "Meter No: 12"],
    ] {
        assert_eq!(of_lines(&lines).full_address, "", "{lines:?}");
    }
}

#[test]
fn the_title_of_a_statement_announces_nobodys_address() {
    check_unsure(
        &[
            "BANK STATEMENT",
            "Mr. Godwin Abah",
            "24 New Otukpo Road, Makurdi, Benue State",
        ],
        "24 New Otukpo Road, Makurdi, Benue State",
    );
    check_unsure(
        &["Received from: Mrs. Ronke Adebowale, 12 Cocoa Road, Bodija, Ibadan"],
        "12 Cocoa Road, Bodija, Ibadan",
    );
}
