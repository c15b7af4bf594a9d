//! One row of texts to one company.

use std::borrow::Cow;

use super::fields::{Field, RawRecord};
use crate::Company;
use crate::rules::{CompanyType, EntityType, RegistrationStatus, read_date, read_rc_number};

/// Longest name, in characters.
const NAME_MAX: usize = 300;
/// Longest address, in characters.
const ADDRESS_MAX: usize = 1_000;
/// Longest other text, in characters.
const TEXT_MAX: usize = 500;
/// What registers write for nothing.
const NOTHING: [&str; 6] = ["-", "N/A", "NA", "NIL", "NULL", "NONE"];

const STATUS_NOTE: &str = "registrationStatus is not a known word: stored as UNKNOWN";
const TYPE_NOTE: &str = "companyType is not a known word: stored as it stands";
const DATE_NOTE: &str = "registrationDate is not a date: left out";
const EMAIL_NOTE: &str = "email is not an e-mail address: left out";
const ASSUMED_NOTE: &str = "neither entityType, classificationId, companyType nor a prefix says \
                            what kind of entity the number is: stored as COMPANY";

/// Reads a company. What is put up with is added to `notes`.
///
/// # Errors
/// Why the row cannot be stored.
pub(crate) fn read_company(
    raw: &RawRecord<'_>,
    notes: &mut Vec<&'static str>,
) -> Result<Company, String> {
    let number = raw.get(Field::RcNumber);
    if number.trim().is_empty() {
        return Err("rcNumber is empty".to_owned());
    }
    let input = read_rc_number(number).map_err(|fault| fault.message("rcNumber"))?;
    let company_name = text(raw, Field::CompanyName, NAME_MAX)?;
    if company_name.is_empty() {
        return Err("companyName is empty".to_owned());
    }
    let written_type = text(raw, Field::CompanyType, TEXT_MAX)?;
    let company_type = CompanyType::parse(&written_type);
    if company_type.is_none() && !written_type.is_empty() {
        notes.push(TYPE_NOTE);
    }
    let entity_type = entity_type(raw, input.prefix, company_type, notes)?;
    let company_type = match company_type {
        Some(known) => known.as_str().to_owned(),
        None => written_type.into_owned(),
    };
    Ok(Company {
        rc_number: input.number,
        entity_type,
        company_name: company_name.into_owned(),
        company_type,
        registration_status: status(raw, notes),
        registered_address: text(raw, Field::RegisteredAddress, ADDRESS_MAX)?.into_owned(),
        registration_date: date(raw, notes),
        line_of_business: optional(raw, Field::LineOfBusiness, ADDRESS_MAX)?,
        city: optional(raw, Field::City, TEXT_MAX)?,
        lga: optional(raw, Field::Lga, TEXT_MAX)?,
        state: optional(raw, Field::State, TEXT_MAX)?,
        email: email(raw, notes)?,
    })
}

/// Of several that say the kind, the most exact decides; all must agree.
fn entity_type(
    raw: &RawRecord<'_>,
    prefix: Option<EntityType>,
    company_type: Option<CompanyType>,
    notes: &mut Vec<&'static str>,
) -> Result<EntityType, String> {
    let word = clean(raw.get(Field::EntityType));
    let said = match word.as_ref() {
        "" => None,
        word => Some(EntityType::parse(word).ok_or("entityType is not a known kind of entity")?),
    };
    let id = clean(raw.get(Field::ClassificationId));
    let classified = match id.as_ref() {
        "" => None,
        id => Some(EntityType::of_classification(id).ok_or("classificationId is not 1 to 5")?),
    };
    let all = [said, classified, company_type.map(CompanyType::entity)];
    let mut kinds = all.into_iter().flatten();
    let Some(first) = kinds.next() else {
        if prefix.is_none() {
            notes.push(ASSUMED_NOTE);
        }
        return Ok(prefix.unwrap_or(EntityType::Company));
    };
    // `RC` is loosely written before any number; the other prefixes mean what they say.
    let prefix = prefix.filter(|prefix| *prefix != EntityType::Company);
    match kinds.chain(prefix).find(|other| *other != first) {
        Some(other) => Err(format!(
            "the row says both {} and {}",
            first.as_str(),
            other.as_str()
        )),
        None => Ok(first),
    }
}

fn status(raw: &RawRecord<'_>, notes: &mut Vec<&'static str>) -> RegistrationStatus {
    RegistrationStatus::parse(&clean(raw.get(Field::RegistrationStatus))).unwrap_or_else(|| {
        notes.push(STATUS_NOTE);
        RegistrationStatus::Unknown
    })
}

fn date(raw: &RawRecord<'_>, notes: &mut Vec<&'static str>) -> Option<String> {
    let text = clean(raw.get(Field::RegistrationDate));
    let date = read_date(&text);
    if date.is_none() && !text.is_empty() {
        notes.push(DATE_NOTE);
    }
    date
}

fn email(raw: &RawRecord<'_>, notes: &mut Vec<&'static str>) -> Result<Option<String>, String> {
    let email = optional(raw, Field::Email, TEXT_MAX)?;
    let is_one = |email: &String| {
        email
            .split_once('@')
            .is_some_and(|(local, domain)| !local.is_empty() && domain.contains('.'))
            && !email.contains(' ')
    };
    let kept = email.clone().filter(is_one);
    if kept.is_none() && email.is_some() {
        notes.push(EMAIL_NOTE);
    }
    Ok(kept)
}

fn optional(raw: &RawRecord<'_>, field: Field, most: usize) -> Result<Option<String>, String> {
    let text = text(raw, field, most)?;
    Ok((!text.is_empty()).then(|| text.into_owned()))
}

fn text<'a>(raw: &'a RawRecord<'_>, field: Field, most: usize) -> Result<Cow<'a, str>, String> {
    let text = clean(raw.get(field));
    // Bytes bound characters from above; count only where that leaves a doubt.
    if text.len() > most && text.chars().count() > most {
        return Err(format!("{} has more than {most} characters", field.name()));
    }
    Ok(text)
}

/// Without surrounding space; every run of spaces, line breaks and control characters one
/// space; empty for a word that means nothing.
fn clean(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    if NOTHING.iter().any(|one| one.eq_ignore_ascii_case(text)) {
        return Cow::Borrowed("");
    }
    let is_gap = |c: char| c.is_whitespace() || c.is_control();
    let mut after_gap = false;
    let is_tidy = text.chars().all(|c| {
        let ugly = is_gap(c) && (c != ' ' || after_gap);
        after_gap = is_gap(c);
        !ugly
    });
    if is_tidy {
        return Cow::Borrowed(text);
    }
    let words: Vec<&str> = text.split(is_gap).filter(|word| !word.is_empty()).collect();
    Cow::Owned(words.join(" "))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

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

    proptest! {
        #[test]
        fn stored_texts_are_tidy(text in "\\PC{0,30}", gap in "[ \t\n\u{a0}\u{7}]{0,3}") {
            let untidy = format!("{gap}{text}{gap}{text}{gap}");
            let tidy = clean(&untidy);
            prop_assert_eq!(clean(&tidy), tidy.as_ref());
            prop_assert!(!tidy.chars().any(char::is_control));
            prop_assert!(!tidy.contains("  "));
        }
    }
}
