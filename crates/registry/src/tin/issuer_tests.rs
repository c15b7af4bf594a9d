use crate::rules::RegistrationStatus;
use proptest::prelude::*;

use super::*;

fn company(number: &str, entity_type: EntityType) -> Company {
    Company {
        rc_number: read_rc_number(number).unwrap().number,
        entity_type,
        company_name: "A".to_owned(),
        company_type: String::new(),
        registration_status: RegistrationStatus::Active,
        registered_address: String::new(),
        registration_date: Some("2001-02-03".to_owned()),
        line_of_business: None,
        line_of_business_codes: None,
        city: None,
        lga: None,
        state: None,
        email: None,
    }
}

fn of(company: &Company) -> Taxpayer {
    SandboxIssuer.taxpayer(company).unwrap()
}

fn behind(text: &str) -> Option<String> {
    let number = SandboxIssuer.behind(&Tin::parse(text).unwrap());
    number.map(|number| number.as_str().to_owned())
}

#[test]
fn the_mixings_can_be_undone() {
    for mixing in [TAX_ID, LEGACY] {
        let product = u128::from(mixing.factor) * u128::from(mixing.inverse);
        assert_eq!(product % u128::from(mixing.modulus), 1);
        for number in [0, 1, 1_885_308, mixing.modulus - 1] {
            let mixed = mixing.mix(number).unwrap();
            assert_eq!(mixing.undo(mixed), Some(number));
        }
        assert_eq!(mixing.mix(mixing.modulus), None);
        assert_eq!(mixing.undo(mixing.modulus), None);
    }
}

#[test]
fn numbers_do_not_change() {
    // Tenants keep them: a change here would break what they stored.
    let check = |number: &str, kind, tax_id: &str, legacy: Option<&str>| {
        let taxpayer = of(&company(number, kind));
        assert_eq!(taxpayer.tax_id.as_str(), tax_id, "{number}");
        assert_eq!(taxpayer.previous().as_deref(), legacy, "{number}");
    };
    use EntityType::{BusinessName, Company};
    check("1885308", Company, "4656854985337", Some("09521882-0001"));
    check("1885308", BusinessName, "3656854985337", None);
    check("0000010", Company, "2900000000000", Some("00000000-0000"));
    check("0000018", Company, "2900000000008", Some("00000000-0008"));
    check(
        "0000020",
        BusinessName,
        "2900000000010",
        Some("00000000-0010"),
    );
    check("0000050", Company, "2900000000040", None);
    check("0000059", Company, "2900000000049", Some("00000000-0049"));
    check("0000090", Company, "2900000000080", Some("00000000-0080"));
    check(
        "0000090",
        BusinessName,
        "2900000000180",
        Some("00000000-0180"),
    );
}

#[test]
fn only_the_company_without_a_number_has_none() {
    let check = |number: &str, expected: bool| {
        let taxpayer = of(&company(number, EntityType::Company));
        assert_eq!(taxpayer.is_registered, expected, "{number}");
    };
    for number in ["0000050", "0000054", "0000057", "0000058"] {
        check(number, false);
    }
    for number in ["0000059", "0000010", "0000099", "50", "1885308"] {
        check(number, true);
    }
}

#[test]
fn companies_of_2026_have_no_legacy_number() {
    let with = |date: Option<&str>| {
        let mut company = company("1885308", EntityType::Company);
        company.registration_date = date.map(str::to_owned);
        of(&company).legacy.is_some()
    };
    assert!(with(Some("2025-12-31")) && with(None));
    assert!(!with(Some("2026-01-01")) && !with(Some("2026-11-21")));
}

#[test]
fn every_reserved_number_leads_back() {
    let mut seen = std::collections::BTreeSet::new();
    for number in 10..100 {
        for kind in [EntityType::Company, EntityType::BusinessName] {
            let digits = format!("{number:07}");
            let taxpayer = of(&company(&digits, kind));
            assert!(is_reserved(&taxpayer.tax_id));
            assert_eq!(behind(taxpayer.tax_id.as_str()), Some(digits.clone()));
            if let Some(legacy) = &taxpayer.legacy {
                assert!(is_reserved(legacy));
                assert_eq!(behind(legacy.as_str()), Some(digits));
            }
            seen.insert(taxpayer.tax_id.to_string());
        }
    }
    assert_eq!(seen.len(), 100, "the ten shared numbers have two each");
    for text in [
        "2900000000090",
        "2900000000179",
        "2900000000190",
        "2900000009999",
    ] {
        assert_eq!(behind(text), None, "{text}");
        assert!(!is_reserved(&Tin::parse(text).unwrap()), "{text}");
    }
    for text in ["00000000-0090", "00000000-9999", "12345678-0002"] {
        assert_eq!(behind(text), None, "{text}");
    }
}

#[test]
fn the_office_is_that_of_the_state() {
    let check = |state: Option<&str>, expected: Option<&str>| {
        let mut company = company("7", EntityType::Company);
        company.state = state.map(str::to_owned);
        assert_eq!(of(&company).office.as_deref(), expected);
    };
    check(None, None);
    check(Some("Lagos"), Some("Lagos Tax Office"));
    check(Some("AKWA  IBOM"), Some("Akwa Ibom Tax Office"));
}

proptest! {
    #[test]
    fn every_number_leads_back_to_its_company(
        number in prop_oneof![1u64..100_000_000, 1u64..1_000_000_000_000],
        kind in prop::sample::select(EntityType::ALL.to_vec()),
    ) {
        let company = company(&number.to_string(), kind);
        let taxpayer = of(&company);
        prop_assert!(taxpayer.is_registered);
        prop_assert_eq!(taxpayer.tax_id.format(), TaxIdFormat::TaxId);
        prop_assert!(!is_reserved(&taxpayer.tax_id));
        let back = SandboxIssuer.behind(&taxpayer.tax_id);
        prop_assert_eq!(back.as_ref(), Some(&company.rc_number));
        if let Some(legacy) = &taxpayer.legacy {
            prop_assert!(!is_reserved(legacy));
            prop_assert_eq!(SandboxIssuer.behind(legacy), Some(company.rc_number));
        }
    }

    #[test]
    fn any_number_has_an_answer(text in "[0-9]{12,13}") {
        let tin = Tin::parse(&text).unwrap();
        if let Some(number) = SandboxIssuer.behind(&tin) {
            prop_assert!(!number.as_str().is_empty());
        }
    }
}
