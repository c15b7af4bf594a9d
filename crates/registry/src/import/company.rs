//! Files of companies: one row, one company, and what its file says beyond its row.

use kofa_domain::{Environment, Result as Stored, Timestamp};
use kofa_store::Store;

use super::Kind;
use super::fields::{Field, RawRecord};
use super::text::{ADDRESS_MAX, Identity, Notes, TEXT_MAX, clean, date, items, optional, text};
use crate::profile::{Details, DocumentState, Documents};
use crate::rules::{CompanyType, RegistrationStatus};
use crate::{Company, Entity, PutCompanies, PutDetails};

/// Longest name, in characters.
pub(super) const NAME_MAX: usize = 300;

const STATUS_NOTE: &str = "registrationStatus is not a known word: stored as UNKNOWN";
const TYPE_NOTE: &str = "companyType is not a known word: stored as it stands";
const DATE_NOTE: &str = "registrationDate is not a date: left out";
const EMAIL_NOTE: &str = "email is not an e-mail address: left out";
const COUNT_NOTE: &str = "affiliatesCount is not a whole number: left out";
const DOCUMENT_NOTE: &str = "certificate or statusReport is neither available nor unavailable: \
                             taken as available";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CompanyField {
    RcNumber,
    CompanyName,
    EntityType,
    ClassificationId,
    CompanyType,
    RegistrationStatus,
    RegisteredAddress,
    RegistrationDate,
    LineOfBusiness,
    City,
    Lga,
    State,
    Email,
    Phone,
    BranchAddress,
    HeadOfficeAddress,
    Objectives,
    LastAnnualReturn,
    AffiliatesCount,
    Certificate,
    StatusReport,
}

use CompanyField as F;

impl Field for F {
    const NAMES: &'static [(Self, &'static str, &'static [&'static str])] = &[
        (F::RcNumber, "rcNumber", NUMBER_NAMES),
        (
            F::CompanyName,
            "companyName",
            &["entityname", "name", "registeredname", "approvedname"],
        ),
        (F::EntityType, "entityType", KIND_NAMES),
        (F::ClassificationId, "classificationId", &[]),
        (
            F::CompanyType,
            "companyType",
            &["companytypename", "typeofcompany"],
        ),
        (
            F::RegistrationStatus,
            "registrationStatus",
            &["entitystatus", "companystatus", "status"],
        ),
        (
            F::RegisteredAddress,
            "registeredAddress",
            &["companyaddress", "address", "registeredofficeaddress"],
        ),
        (
            F::RegistrationDate,
            "registrationDate",
            &[
                "dateofregistration",
                "incorporationdate",
                "dateofincorporation",
                "regdate",
            ],
        ),
        (
            F::LineOfBusiness,
            "lineOfBusiness",
            &["natureofbusiness", "natureofbusinessname"],
        ),
        (F::City, "city", &["town"]),
        (F::Lga, "lga", &["localgovernmentarea", "localgovernment"]),
        (F::State, "state", &["statename"]),
        (F::Email, "email", &["companyemail", "emailaddress"]),
        (F::Phone, "phone", &["companyphone", "phonenumber"]),
        (F::BranchAddress, "branchAddress", &["branchofficeaddress"]),
        (F::HeadOfficeAddress, "headOfficeAddress", &["headoffice"]),
        (F::Objectives, "objectives", &["objects", "objectclause"]),
        (
            F::LastAnnualReturn,
            "lastAnnualReturn",
            &["annualreturn", "lastannualreturnyear"],
        ),
        (F::AffiliatesCount, "affiliatesCount", &[]),
        (F::Certificate, "certificate", &["certificateavailable"]),
        (F::StatusReport, "statusReport", &["statusreportavailable"]),
    ];
    const REQUIRED: &'static [Self] = &[F::RcNumber, F::CompanyName];

    fn place(self) -> usize {
        self as usize
    }
}

/// What a registration number is called, in every sort of file.
pub(super) const NUMBER_NAMES: &[&str] = &[
    "rc",
    "rcno",
    "registrationnumber",
    "regnumber",
    "regno",
    "cacregno",
];
/// What the kind of entity is called.
pub(super) const KIND_NAMES: &[&str] = &["classification", "entity"];

#[derive(Debug)]
pub(super) struct Companies;

/// A company, and its details if the row says any.
#[derive(Debug)]
pub(super) struct CompanyRow {
    company: Company,
    details: Option<(Details, Documents)>,
}

impl Kind for Companies {
    type Field = CompanyField;
    type Item = CompanyRow;
    type Key<'a> = (&'a str, &'static str);
    const THINGS: &'static str = "companies";
    const IS_PERSONAL: bool = false;

    fn read(raw: &RawRecord<'_, F>, notes: &mut Notes) -> Result<CompanyRow, String> {
        let company = read_company(raw, notes)?;
        Ok(CompanyRow {
            // Reserved numbers belong to the sandbox; a file means the plain ones.
            company: Company {
                rc_number: company.rc_number.unreserved(),
                ..company
            },
            details: read_details(raw, notes)?,
        })
    }

    fn key(item: &CompanyRow) -> (&str, &'static str) {
        let company = &item.company;
        (company.rc_number.as_str(), company.entity_type.as_str())
    }

    async fn store(
        store: &Store,
        environment: Environment,
        items: Vec<CompanyRow>,
        imported_at: Timestamp,
    ) -> Stored<u64> {
        let mut companies = Vec::with_capacity(items.len());
        let mut details = Vec::new();
        for CompanyRow {
            company,
            details: said,
        } in items
        {
            if let Some((said, documents)) = said {
                let entity = Entity {
                    rc_number: company.rc_number.clone(),
                    entity_type: company.entity_type,
                };
                details.push((entity, said, documents));
            }
            companies.push(company);
        }
        store
            .write(PutCompanies {
                environment,
                companies,
                imported_at,
            })
            .await?;
        if !details.is_empty() {
            let put = PutDetails {
                environment,
                details,
                imported_at,
            };
            store.write(put).await?;
        }
        Ok(0)
    }
}

/// Reads a company. What is put up with is added to `notes`.
///
/// # Errors
/// Why the row cannot be stored.
pub(crate) fn read_company(
    raw: &RawRecord<'_, CompanyField>,
    notes: &mut Notes,
) -> Result<Company, String> {
    let written_type = text(raw, F::CompanyType, TEXT_MAX)?;
    let company_type = CompanyType::parse(&written_type);
    let identity = Identity {
        number: raw.get(F::RcNumber),
        entity_type: raw.get(F::EntityType),
        classification_id: raw.get(F::ClassificationId),
        company_type,
    };
    if company_type.is_none() && !written_type.is_empty() {
        notes.push(TYPE_NOTE);
    }
    let entity = identity.read(notes)?;
    let company_name = text(raw, F::CompanyName, NAME_MAX)?;
    if company_name.is_empty() {
        return Err("companyName is empty".to_owned());
    }
    let company_type = match company_type {
        Some(known) => known.as_str().to_owned(),
        None => written_type.into_owned(),
    };
    // An address of its head office is better than none, and so are its objects.
    let or = |field, other| -> Result<Option<String>, String> {
        Ok(optional(raw, field, ADDRESS_MAX)?.or(optional(raw, other, ADDRESS_MAX)?))
    };
    Ok(Company {
        rc_number: entity.rc_number,
        entity_type: entity.entity_type,
        company_name: company_name.into_owned(),
        company_type,
        registration_status: status(raw, notes),
        registered_address: or(F::RegisteredAddress, F::HeadOfficeAddress)?.unwrap_or_default(),
        registration_date: date(raw, F::RegistrationDate, DATE_NOTE, notes),
        line_of_business: match optional(raw, F::LineOfBusiness, ADDRESS_MAX)? {
            Some(line) => Some(line),
            None => first_objects(raw)?,
        },
        city: optional(raw, F::City, TEXT_MAX)?,
        lga: optional(raw, F::Lga, TEXT_MAX)?,
        state: optional(raw, F::State, TEXT_MAX)?,
        email: email(raw, notes)?,
    })
}

/// As many of its objects as a line of business may be long.
fn first_objects(raw: &RawRecord<'_, CompanyField>) -> Result<Option<String>, String> {
    let mut line = String::new();
    for item in items(raw, F::Objectives)? {
        if line.len() + item.len() > ADDRESS_MAX {
            break;
        }
        if !line.is_empty() {
            line.push_str("; ");
        }
        line.push_str(&item);
    }
    Ok((!line.is_empty()).then_some(line))
}

/// Reads what the row says beyond the company; `None` if it says nothing.
fn read_details(
    raw: &RawRecord<'_, CompanyField>,
    notes: &mut Notes,
) -> Result<Option<(Details, Documents)>, String> {
    let of = [
        F::Phone,
        F::BranchAddress,
        F::HeadOfficeAddress,
        F::Objectives,
        F::LastAnnualReturn,
        F::AffiliatesCount,
        F::Certificate,
        F::StatusReport,
    ];
    if of.iter().all(|field| clean(raw.get(*field)).is_empty()) {
        return Ok(None);
    }
    let details = Details {
        phone: optional(raw, F::Phone, TEXT_MAX)?,
        branch_address: optional(raw, F::BranchAddress, ADDRESS_MAX)?,
        head_office_address: optional(raw, F::HeadOfficeAddress, ADDRESS_MAX)?,
        objectives: items(raw, F::Objectives)?,
        last_annual_return: optional(raw, F::LastAnnualReturn, TEXT_MAX)?,
        affiliates_count: affiliates_count(raw, notes),
    };
    let documents = Documents {
        certificate: document(raw, F::Certificate, notes),
        status_report: document(raw, F::StatusReport, notes),
    };
    Ok(Some((details, documents)))
}

fn affiliates_count(raw: &RawRecord<'_, CompanyField>, notes: &mut Notes) -> Option<u32> {
    let text = clean(raw.get(F::AffiliatesCount));
    let count = text.parse().ok();
    if count.is_none() && !text.is_empty() {
        notes.push(COUNT_NOTE);
    }
    count
}

fn document(
    raw: &RawRecord<'_, CompanyField>,
    field: CompanyField,
    notes: &mut Notes,
) -> DocumentState {
    match clean(raw.get(field)).to_ascii_lowercase().as_str() {
        "" | "available" | "yes" | "true" | "1" => DocumentState::FromRecord,
        "unavailable" | "no" | "false" | "0" => DocumentState::Unavailable,
        _ => {
            notes.push(DOCUMENT_NOTE);
            DocumentState::FromRecord
        }
    }
}

fn status(raw: &RawRecord<'_, CompanyField>, notes: &mut Notes) -> RegistrationStatus {
    let text = clean(raw.get(F::RegistrationStatus));
    RegistrationStatus::parse(&text).unwrap_or_else(|| {
        notes.push(STATUS_NOTE);
        RegistrationStatus::Unknown
    })
}

fn email(raw: &RawRecord<'_, CompanyField>, notes: &mut Notes) -> Result<Option<String>, String> {
    let email = optional(raw, F::Email, TEXT_MAX)?;
    let is_one = |email: &String| {
        email
            .split_once('@')
            .is_some_and(|(local, domain)| !local.is_empty() && domain.contains('.'))
            && !email.contains(' ')
    };
    let is_known = email.is_some();
    let kept = email.filter(is_one);
    if kept.is_none() && is_known {
        notes.push(EMAIL_NOTE);
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
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
}
