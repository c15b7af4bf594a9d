//! What is told of a document beside its holder's address.

use jiff::civil::{Date, date};
use kofa_address::read::read_here;
use kofa_address::{
    Agreement, CheckCode, Document, Extraction, Inquiry, Inspection, Limits, PaperKind, Region,
    Severity, extract, inspect,
};
use kofa_samples::{self as samples, Font, Sheet};

const TODAY: Date = date(2026, 11, 21);

fn inquiry() -> Inquiry {
    Inquiry {
        today: TODAY,
        max_age_days: 90,
        expected_name: None,
        expected_address: None,
    }
}

fn see_with(pdf: &[u8], inquiry: &Inquiry) -> (Extraction, Inspection) {
    let document: Document = read_here(pdf, &Limits::default()).expect("the samples are readable");
    let found = extract(&document, &Default::default());
    let inspection = inspect(&document, &found, inquiry);
    (found, inspection)
}

pub(crate) fn see(pdf: &[u8]) -> (Extraction, Inspection) {
    see_with(pdf, &inquiry())
}

fn sample(name: &str) -> Vec<u8> {
    let found = samples::all().into_iter().find(|it| it.name.contains(name));
    found.expect("there is such a sample").pdf
}

fn fixture(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engine/fixtures/browser");
    std::fs::read(format!("{folder}/{name}.pdf")).expect("there is such a fixture")
}

/// Kind, issuer, issuer's address, holder.
type Told<'a> = (&'a str, &'a str, &'a str, &'a str);

#[track_caller]
fn check(pdf: &[u8], expected: Told<'_>) {
    let (_, seen) = see(pdf);
    let paper = &seen.paper;
    let address = paper.issuer_address.as_ref();
    let told = (
        paper.kind.as_str(),
        paper.issuer_name.as_deref().unwrap_or_default(),
        address.map_or("", |it| it.full_address.as_str()),
        paper.holder_name.as_deref().unwrap_or_default(),
    );
    assert_eq!(told, expected);
}

#[test]
fn papers_say_who_wrote_to_whom_from_where() {
    check(
        &sample("head office and pay points"),
        (
            "utility_bill",
            "EKO ELECTRICITY DISTRIBUTION PLC",
            "24/25 Marina, Lagos",
            "ADAEZE CHINELO OKAFOR",
        ),
    );
    check(
        &sample("waste bill"),
        (
            "utility_bill",
            "LAGOS WASTE MANAGEMENT AUTHORITY",
            "Ijora Olopa, Ijora Causeway, Lagos",
            "MR. TUNDE BAKARE",
        ),
    );
    check(
        &sample("envelope window"),
        (
            "utility_bill",
            "MTN Nigeria Communications Plc",
            "MTN Plaza, Falomo, Ikoyi, Lagos",
            "Ngozi Eze",
        ),
    );
    check(
        &sample("holder abroad"),
        ("bank_statement", "ACCESS BANK", "", "Mrs Amina Yusuf"),
    );
    check(
        &sample("tenancy agreement"),
        (
            "tenancy_agreement",
            "Chief Adewale Martins",
            "5 Awolowo Road, Ikoyi, Lagos",
            "Miss Funke Alabi",
        ),
    );
    check(
        &sample("tax letter"),
        (
            "tax_notice",
            "LAGOS STATE INTERNAL REVENUE SERVICE",
            "The Good Shepherd House, IPM Avenue, Alausa, Ikeja, Lagos",
            "DR. OLUMIDE FASHOLA",
        ),
    );
    check(
        &fixture("form-four-columns"),
        (
            "utility_bill",
            "YOLA ELECTRICITY DISTRIBUTION COMPANY",
            "",
            "AISHA MOHAMMED TUKUR",
        ),
    );
    check(&sample("no address at all"), ("other", "", "", ""));
}

#[test]
fn a_receipt_with_nobodys_address_but_the_issuers_tells_that_one() {
    for pdf in [sample("nobody's address"), fixture("issuer-only")] {
        let (found, seen) = see(&pdf);
        assert_eq!(found.full_address, "");
        assert!(found.requires_review);
        assert_eq!(seen.checks[0].code, CheckCode::MissingAddressInformation);
        assert_eq!(seen.checks[0].severity, Severity::Fail);
        let address = seen.paper.issuer_address.expect("the issuer's address");
        assert!(!address.street.is_empty() && !address.state.is_empty());
        assert!(
            address
                .street
                .starts_with(|first: char| first.is_ascii_digit())
                || address.street.starts_with("Secretariat"),
            "{}",
            address.street
        );
        assert!(address.confidence > 0.0);
    }
}

/// A shop that exists nowhere, without any label.
#[test]
fn a_letterhead_alone_is_enough() {
    let mut sheet = Sheet::new();
    sheet
        .font(Font::Bold, 16.0)
        .lines(&["Mama Titi Provisions"]);
    sheet.font(Font::Regular, 9.0).lines(&[
        "Shop 14, 22 Ogunlana Drive, Surulere, Lagos. Tel: 0803 555 0199",
        "SALES RECEIPT",
        "Date: 12/11/2026 14:02",
        "Rice 5kg      9,500.00",
        "Total         9,500.00",
        "Thank you, call again",
    ]);
    let (found, seen) = see(&sheet.pdf());
    assert_eq!(
        (found.full_address.as_str(), found.requires_review),
        ("", true)
    );
    let paper = seen.paper;
    assert_eq!(paper.issuer_name.as_deref(), Some("Mama Titi Provisions"));
    let address = paper.issuer_address.expect("the letterhead's");
    assert_eq!(
        address.full_address,
        "Shop 14, 22 Ogunlana Drive, Surulere, Lagos"
    );
    assert_eq!(
        (address.city.as_str(), address.state.as_str()),
        ("Surulere", "Lagos")
    );
    assert_eq!(
        (paper.issue_date, paper.age_days),
        (Some(date(2026, 11, 12)), Some(9))
    );
}

#[test]
fn dates_give_age_and_recency() {
    let paper_of = |lines: &[&str]| {
        let mut sheet = Sheet::new();
        sheet
            .lines(&["IKEJA ELECTRIC PLC", "ELECTRICITY BILL"])
            .lines(lines);
        see(&sheet.pdf()).1
    };
    let told = |lines: &[&str]| {
        let paper = paper_of(lines).paper;
        (paper.age_days, paper.is_recent)
    };
    assert_eq!(told(&["Bill Date: 20/11/2026"]), (Some(1), Some(true)));
    assert_eq!(told(&["Date: 23 August, 2026"]), (Some(90), Some(true)));
    assert_eq!(told(&["Date: 22 August, 2026"]), (Some(91), Some(false)));
    assert_eq!(told(&["Due Date: 30/11/2026"]), (None, None));
    assert_eq!(told(&["Bill Month: October 2026"]), (Some(21), Some(true)));
    assert_eq!(told(&["Bill Month: November 2026"]), (Some(0), Some(true)));
    assert_eq!(told(&["Bill Date: 01/12/2026"]), (Some(-10), Some(false)));
    let codes = |lines: &[&str]| -> Vec<CheckCode> {
        paper_of(lines).checks.iter().map(|it| it.code).collect()
    };
    assert!(codes(&["Bill Date: 01/12/2026"]).contains(&CheckCode::FutureIssueDate));
    assert!(codes(&["Bill Date: 01/02/2026"]).contains(&CheckCode::ExpiredDocument));
    assert!(codes(&["Nothing"]).contains(&CheckCode::MissingIssueDate));
    // The first line of a statement is no day of issue.
    let (_, seen) = see(&sample("branch above the holder"));
    assert_eq!(seen.paper.issue_date, None);
    assert_eq!(seen.paper.period_start, Some(date(2026, 10, 1)));
    assert_eq!(seen.paper.period_end, Some(date(2026, 10, 31)));
}

#[test]
fn every_extracted_field_has_its_words_on_the_page() {
    let folded = |text: &str| -> String {
        text.chars()
            .filter(|letter| letter.is_alphanumeric())
            .collect()
    };
    for sample in samples::all() {
        let (found, seen) = see(&sample.pdf);
        let regions = &seen.regions;
        let fields = [
            (&found.fields.full_address, &regions.full_address),
            (&found.fields.street, &regions.street),
            (&found.fields.city, &regions.city),
            (&found.fields.state, &regions.state),
            (&found.fields.lga, &regions.lga),
            (&found.fields.country, &regions.country),
        ];
        for (facts, regions) in fields {
            let printed = facts.source == kofa_address::Source::Extracted;
            assert_eq!(printed, !regions.is_empty(), "{}: {facts:?}", sample.name);
            let inside = |it: &Region| {
                let [[left, top], _, [right, bottom], _] = it.polygon;
                it.page == 1 && 0.0 <= left && left < right && right <= 1.0 && top < bottom
            };
            assert!(regions.iter().all(inside), "{}: {regions:?}", sample.name);
        }
        let whole: String = regions
            .full_address
            .iter()
            .map(|it| folded(&it.text))
            .collect();
        assert_eq!(whole, folded(&found.full_address), "{}", sample.name);
    }
}

#[test]
fn what_is_expected_is_compared_and_checked() {
    let pdf = sample("head office and pay points");
    let ask = |name: &str, address: &str| {
        let inquiry = Inquiry {
            expected_name: Some(name.to_owned()),
            expected_address: Some(address.to_owned()),
            ..inquiry()
        };
        let (_, seen) = see_with(&pdf, &inquiry);
        let codes: Vec<CheckCode> = seen.checks.iter().map(|it| it.code).collect();
        (
            seen.comparison.name.agreement,
            seen.comparison.address.agreement,
            codes,
        )
    };
    let same = ask("Okafor Adaeze", "17 Oladipo Labinjo Cres., Surulere");
    assert_eq!(same, (Agreement::Match, Agreement::Match, vec![]));
    let other = ask("Musa Ibrahim", "12 Allen Avenue, Ikeja");
    let codes = vec![CheckCode::NameMismatch, CheckCode::AddressMismatch];
    assert_eq!(other, (Agreement::Mismatch, Agreement::Mismatch, codes));
    let (_, seen) = see(&pdf);
    assert_eq!(seen.comparison.name.agreement, Agreement::NotChecked);
}

#[test]
fn people_are_called_like_towns_and_houses() {
    let home = "14 Bode Thomas Street, Surulere, Lagos";
    for name in ["Taiwo Ojo", "Ojo Taiwo", "Grace Court"] {
        let mut sheet = Sheet::new();
        let line = format!("Customer Name: {name}");
        let address = format!("Service Address: {home}");
        sheet.lines(&["IKEJA ELECTRIC PLC", "ELECTRICITY BILL", &line, &address]);
        let (found, seen) = see(&sheet.pdf());
        assert_eq!(seen.paper.holder_name.as_deref(), Some(name));
        assert_eq!(found.full_address, home);
    }
    for line in [
        "Street Name: Bode Thomas",
        "Name: Lagos State",
        "Building Name: Grace Court",
    ] {
        let mut sheet = Sheet::new();
        sheet.lines(&["ELECTRICITY BILL", line]);
        let (_, seen) = see(&sheet.pdf());
        assert_ne!(
            seen.paper.holder_name.as_deref(),
            Some("Grace Court"),
            "{line}"
        );
        assert_ne!(
            seen.paper.holder_name.as_deref(),
            Some("Lagos State"),
            "{line}"
        );
    }
}

#[test]
fn what_is_expected_and_not_printed_is_told() {
    let mut sheet = Sheet::new();
    sheet.lines(&[
        "IKEJA ELECTRIC PLC",
        "ELECTRICITY BILL",
        "Bill date: 1 November 2026",
        "Service Address: 14 Bode Thomas Street, Surulere, Lagos",
    ]);
    let pdf = sheet.pdf();
    let ask = |name: Option<&str>| {
        let inquiry = Inquiry {
            expected_name: name.map(str::to_owned),
            ..inquiry()
        };
        let (_, seen) = see_with(&pdf, &inquiry);
        assert_eq!(seen.comparison.name.agreement, Agreement::NotChecked);
        let checks = seen.checks.iter().map(|it| (it.code, it.severity));
        checks.collect::<Vec<_>>()
    };
    assert_eq!(ask(None), []);
    let told = [(CheckCode::NameMismatch, Severity::Review)];
    assert_eq!(ask(Some("Kehinde Adamu")), told);
}

#[test]
fn text_pasted_over_text_is_noticed() {
    let mut sheet = Sheet::new();
    sheet.lines(&["IKEJA ELECTRIC PLC", "ELECTRICITY BILL"]);
    sheet
        .at(48.0, 200.0)
        .lines(&["Account Name: ADAEZE OKAFOR"]);
    sheet
        .at(48.0, 200.0)
        .lines(&["Account Name: IBRAHIM SANUSI"]);
    let (_, seen) = see(&sheet.pdf());
    let codes: Vec<CheckCode> = seen.checks.iter().map(|it| it.code).collect();
    assert!(
        codes.contains(&CheckCode::SuspectedManipulation),
        "{codes:?}"
    );
    // The same words twice are a bold face.
    let mut sheet = Sheet::new();
    sheet.lines(&["IKEJA ELECTRIC PLC"]);
    for left in [48.0, 48.3] {
        sheet
            .at(left, 200.0)
            .lines(&["Account Name: ADAEZE OKAFOR"]);
    }
    let (_, seen) = see(&sheet.pdf());
    let codes: Vec<CheckCode> = seen.checks.iter().map(|it| it.code).collect();
    assert!(
        !codes.contains(&CheckCode::SuspectedManipulation),
        "{codes:?}"
    );
}

#[test]
fn other_languages_and_papers_are_named() {
    let mut sheet = Sheet::new();
    sheet.lines(&[
        "Facture pour votre compte",
        "Le montant de la facture est dans le tableau",
        "Adresse du client et date de paiement pour la rue",
        "Nous vous remercions de votre paiement",
    ]);
    let (_, seen) = see(&sheet.pdf());
    assert_eq!(seen.paper.language, Some("fr"));
    let codes: Vec<CheckCode> = seen.checks.iter().map(|it| it.code).collect();
    assert!(codes.contains(&CheckCode::UnsupportedLanguage));
    assert_eq!(seen.paper.kind, PaperKind::Other);
    assert!(codes.contains(&CheckCode::UnsupportedDocument));
}

#[test]
fn nothing_of_a_person_is_in_what_debug_shows() {
    let inquiry = Inquiry {
        expected_name: Some("Adaeze Okafor".to_owned()),
        ..inquiry()
    };
    let (_, seen) = see_with(&sample("head office and pay points"), &inquiry);
    let shown = format!("{inquiry:?} {seen:?} {:?}", seen.regions);
    for secret in ["Adaeze", "ADAEZE", "Labinjo", "Surulere"] {
        assert!(!shown.contains(secret), "{shown}");
    }
}
