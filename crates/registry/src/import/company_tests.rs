use super::*;
use crate::import::text::ASSUMED_NOTE;
use crate::rules::EntityType;

fn read(json: &str) -> (Result<Company, String>, Vec<&'static str>) {
    let mut notes = Vec::new();
    let raw = RawRecord::from_json(json.as_bytes()).unwrap();
    (read_company(&raw, &mut notes), notes)
}

#[test]
fn a_whole_row_is_read() {
    let (company, notes) = read(
        r#"{"rcNumber":"RC 01885308","companyName":"Okun  Mills\tLtd","companyType":"Ltd",
        "registrationStatus":"active","registeredAddress":"4, Mill Road,\nAba",
        "registrationDate":"12/03/2014","lineOfBusiness":["Milling","Baking"],
        "city":"Aba","lga":"N/A","state":"Abia","email":"info@okun.example"}"#,
    );
    assert!(notes.is_empty(), "{notes:?}");
    let company = company.unwrap();
    assert_eq!(company.rc_number.as_str(), "1885308");
    assert_eq!(company.entity_type, EntityType::Company);
    assert_eq!(company.company_name, "Okun Mills Ltd");
    assert_eq!(company.company_type, "PRIVATE_COMPANY_LIMITED_BY_SHARES");
    assert_eq!(company.registration_status, RegistrationStatus::Active);
    assert_eq!(company.registered_address, "4, Mill Road, Aba");
    assert_eq!(company.registration_date.as_deref(), Some("2014-03-12"));
    assert_eq!(company.line_of_business.as_deref(), Some("Milling; Baking"));
    assert_eq!(company.lga, None);
    assert_eq!(company.email.as_deref(), Some("info@okun.example"));
}

#[test]
fn lines_of_business_have_the_codes_that_are_said() {
    let check = |extra: &str, lines: Option<&str>, codes: Option<&str>, is_noted: bool| {
        let json = format!(r#"{{"rcNumber":"RC7","companyName":"A",{extra}}}"#);
        let (company, notes) = read(&json);
        let company = company.unwrap();
        assert_eq!(company.line_of_business.as_deref(), lines, "{extra}");
        assert_eq!(company.line_of_business_codes.as_deref(), codes, "{extra}");
        assert_eq!(notes.contains(&CODE_NOTE), is_noted, "{extra}");
    };
    let two = r#""lineOfBusiness":"Haulage; Storage","lineOfBusinessCode""#;
    let both = Some("Haulage; Storage");
    check(
        &format!(r#"{two}:"4923; 52.10""#),
        both,
        Some("4923; 5210"),
        false,
    );
    check(
        &format!(r#"{two}:["4923","5210"]"#),
        both,
        Some("4923; 5210"),
        false,
    );
    check(&format!(r#"{two}:"-; H5210""#), both, Some("; 5210"), false);
    check(&format!(r#"{two}:"4923""#), both, Some("4923"), false);
    check(
        &format!(r#"{two}:"4923; 9999""#),
        both,
        Some("4923; "),
        true,
    );
    check(
        &format!(r#"{two}:"4923; 5210; 6201""#),
        both,
        Some("4923; 5210; "),
        true,
    );
    check(&format!(r#"{two}:"Haulage""#), both, None, true);
    // Nothing is guessed from words, nor a zero that a spreadsheet ate.
    check(
        r#""lineOfBusiness":"Growing of cereals""#,
        Some("Growing of cereals"),
        None,
        false,
    );
    check(
        r#""lineOfBusiness":"Cereals","isic":111"#,
        Some("Cereals"),
        None,
        true,
    );
    let titles = "Freight transport by road; Warehousing and storage";
    check(
        r#""isic":"4923; -; 5210""#,
        Some(titles),
        Some("4923; 5210"),
        false,
    );
    let title = "Manufacture of soft drinks, production of mineral waters and other bottled \
                 waters";
    check(r#""isic":"1104""#, Some(title), Some("1104"), false);
}

#[test]
fn what_can_be_put_up_with_is_noted() {
    let (company, notes) = read(
        r#"{"rcNumber":7,"companyName":"A","companyType":"cooperative","email":"none at all",
        "registrationStatus":"asleep","registrationDate":"soon"}"#,
    );
    let company = company.unwrap();
    assert_eq!(company.company_type, "cooperative");
    assert_eq!(company.registration_status, RegistrationStatus::Unknown);
    assert_eq!((company.registration_date, company.email), (None, None));
    assert_eq!(
        notes,
        [TYPE_NOTE, ASSUMED_NOTE, STATUS_NOTE, DATE_NOTE, EMAIL_NOTE]
    );
}

#[test]
fn the_kind_is_taken_from_what_says_it() {
    let check = |extra: &str, expected: Result<EntityType, &str>| {
        let (company, _) = read(&format!(r#"{{"companyName":"A",{extra}}}"#));
        let read = company.map(|company| company.entity_type);
        assert_eq!(read, expected.map_err(str::to_owned), "{extra}");
    };
    use EntityType::{BusinessName, Company, IncorporatedTrustee};
    check(r#""rcNumber":"7""#, Ok(Company));
    check(r#""rcNumber":"BN7""#, Ok(BusinessName));
    check(
        r#""rcNumber":7,"classificationId":3"#,
        Ok(IncorporatedTrustee),
    );
    check(r#""rcNumber":7,"companyType":"Firm""#, Ok(BusinessName));
    check(r#""rcNumber":"RC7","entityType":"bn""#, Ok(BusinessName));
    let both = "the row says both COMPANY and BUSINESS_NAME";
    check(r#""rcNumber":"BN7","entityType":"COMPANY""#, Err(both));
    check(
        r#""rcNumber":7,"entityType":"COMPANY","classificationId":1"#,
        Err(both),
    );
    let unknown = "entityType is not a known kind of entity";
    check(r#""rcNumber":7,"entityType":"club""#, Err(unknown));
    check(
        r#""rcNumber":7,"classificationId":9"#,
        Err("classificationId is not 1 to 5"),
    );
}

#[test]
fn a_row_without_key_or_name_or_beyond_bounds_is_refused() {
    let check = |json: &str, part: &str| {
        let why = read(json).0.unwrap_err();
        assert!(why.contains(part), "{json}: {why}");
    };
    check(r#"{"companyName":"A"}"#, "rcNumber is empty");
    check(r#"{"rcNumber":"7"}"#, "companyName is empty");
    check(
        r#"{"rcNumber":"7","companyName":" nil "}"#,
        "companyName is empty",
    );
    check(
        r#"{"rcNumber":"-7","companyName":"A"}"#,
        "must not have a sign",
    );
    check(r#"{"rcNumber":7.5,"companyName":"A"}"#, "whole number");
    let long = format!(r#"{{"rcNumber":7,"companyName":"{}"}}"#, "é".repeat(301));
    check(&long, "companyName has more than 300 characters");
    let most = format!(r#"{{"rcNumber":7,"companyName":"{}"}}"#, "é".repeat(300));
    assert!(read(&most).0.is_ok());
}
