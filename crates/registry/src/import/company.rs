//! Files of companies: one row, one company, and what its file says beyond its row.

use kofa_domain::{Environment, Result as Stored, Timestamp};

use super::Kind;
use super::fields::{Field, RawRecord};
use super::shown::Standing;
use super::target::Target;
use super::text::{
    ADDRESS_MAX, Identity, Notes, TEXT_MAX, clean, date, is_removed, items, optional, text,
};
use crate::profile::{Details, DocumentState, Documents, Part, Profile};
use crate::rules::{CompanyType, RegistrationStatus, activity};
use crate::tin::numbers::pair;
use crate::tin::{TaxNumbers, Tin, is_reserved};
use crate::{Company, Entity, PutCompanies, PutDetails, PutTaxNumbers, RemoveTaxNumbers};

/// Longest name, in characters.
pub(super) const NAME_MAX: usize = 300;

const STATUS_NOTE: &str = "registrationStatus is not a known word: stored as UNKNOWN";
const TYPE_NOTE: &str = "companyType is not a known word: stored as it stands";
const DATE_NOTE: &str = "registrationDate is not a date: left out";
const EMAIL_NOTE: &str = "email is not an e-mail address: left out";
const COUNT_NOTE: &str = "affiliatesCount is not a whole number: left out";
const DOCUMENT_NOTE: &str = "certificate or statusReport is neither available nor unavailable: \
                             taken as available";
const CODE_NOTE: &str = "lineOfBusinessCode is not a code of ISIC Rev. 4, or has no line of \
                         business: left out";
const TIN_NOTE: &str = "tin or previousTin is not a tax number that works in live: left out";

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
    Tin,
    PreviousTin,
    TaxpayerName,
    TaxOffice,
    RemoveTin,
    LineOfBusinessCode,
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
        (F::Tin, "tin", &["taxid", "jtbtin", "taxnumber"]),
        (F::PreviousTin, "previousTin", &["legacytin"]),
        (F::TaxpayerName, "taxpayerName", &[]),
        (F::TaxOffice, "taxOffice", &[]),
        (F::RemoveTin, "removeTin", &[]),
        (
            F::LineOfBusinessCode,
            "lineOfBusinessCode",
            &[
                "lineofbusinesscodes",
                "natureofbusinesscode",
                "isiccode",
                "isic",
            ],
        ),
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
    taxes: Taxes,
}

/// What a row does to the tax numbers of its company.
#[derive(Debug)]
enum Taxes {
    Keep,
    Put(TaxNumbers),
    Remove,
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
            taxes: read_taxes(raw, notes)?,
        })
    }

    fn key(item: &CompanyRow) -> (&str, &'static str) {
        let company = &item.company;
        (company.rc_number.as_str(), company.entity_type.as_str())
    }

    const SHOWN: &'static [&'static str] = &["Number", "Kind", "Name", "Type", "Status", "Address"];

    fn shown(item: &CompanyRow) -> Vec<String> {
        let company = &item.company;
        vec![
            company.rc_number.as_str().to_owned(),
            company.entity_type.as_str().to_owned(),
            company.company_name.clone(),
            company.company_type.clone(),
            company.registration_status.as_str().to_owned(),
            company.registered_address.clone(),
        ]
    }

    const PART: Part = Part::Company;

    fn entity(item: &CompanyRow) -> Entity {
        Entity {
            rc_number: item.company.rc_number.clone(),
            entity_type: item.company.entity_type,
        }
    }

    fn standing(known: &Profile, item: &CompanyRow) -> Standing {
        let details = match &item.details {
            Some((details, documents)) => {
                *details == known.details && *documents == known.documents
            }
            None => true,
        };
        // Its tax numbers are not compared: a row that says some may change them.
        let is_same = known.record.company == item.company && details;
        Standing::of(is_same && matches!(item.taxes, Taxes::Keep))
    }

    async fn store(
        target: &Target,
        environment: Environment,
        items: Vec<CompanyRow>,
        imported_at: Timestamp,
    ) -> Stored<u64> {
        let mut companies = Vec::with_capacity(items.len());
        let (mut details, mut numbers, mut entities) = (Vec::new(), Vec::new(), Vec::new());
        for row in items {
            let company = row.company;
            let entity = || Entity {
                rc_number: company.rc_number.clone(),
                entity_type: company.entity_type,
            };
            if let Some((said, documents)) = row.details {
                details.push((entity(), said, documents));
            }
            match row.taxes {
                Taxes::Keep => {}
                Taxes::Put(known) => numbers.push((entity(), known)),
                Taxes::Remove => entities.push(entity()),
            }
            companies.push(company);
        }
        target
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
            target.write(put).await?;
        }
        if !numbers.is_empty() {
            let put = PutTaxNumbers {
                environment,
                numbers,
                imported_at,
            };
            target.write(put).await?;
        }
        if !entities.is_empty() {
            let remove = RemoveTaxNumbers {
                environment,
                entities,
            };
            return target.write(remove).await;
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
    let (line_of_business, line_of_business_codes) = lines_of_business(raw, notes)?;
    Ok(Company {
        rc_number: entity.rc_number,
        entity_type: entity.entity_type,
        company_name: company_name.into_owned(),
        company_type,
        registration_status: status(raw, notes),
        registered_address: or(F::RegisteredAddress, F::HeadOfficeAddress)?.unwrap_or_default(),
        registration_date: date(raw, F::RegistrationDate, DATE_NOTE, notes),
        line_of_business,
        line_of_business_codes,
        city: optional(raw, F::City, TEXT_MAX)?,
        lga: optional(raw, F::Lga, TEXT_MAX)?,
        state: optional(raw, F::State, TEXT_MAX)?,
        email: email(raw, notes)?,
    })
}

/// What it does and the codes of that, in the same order. Codes without words have their titles
/// for words; words never get a code that is not said.
fn lines_of_business(
    raw: &RawRecord<'_, CompanyField>,
    notes: &mut Notes,
) -> Result<(Option<String>, Option<String>), String> {
    let said = optional(raw, F::LineOfBusiness, ADDRESS_MAX)?;
    let written = text(raw, F::LineOfBusinessCode, ADDRESS_MAX)?;
    let lines = said.as_deref().map(|said| said.split(';').count());
    let mut known = Vec::new();
    let mut is_any_left_out = false;
    for (place, code) in written.split(';').map(clean).enumerate() {
        let has_line = lines.is_none_or(|lines| place < lines);
        known.push(activity(&code).filter(|_| has_line));
        is_any_left_out |= !code.is_empty() && known[place].is_none();
    }
    if is_any_left_out {
        notes.push(CODE_NOTE);
    }
    if known.iter().all(Option::is_none) {
        return Ok(match said {
            Some(said) => (Some(said), None),
            None => (first_objects(raw)?, None),
        });
    }
    if said.is_none() {
        known.retain(Option::is_some);
    }
    let codes = known.iter().map(|one| one.map_or("", |(code, _)| code));
    let codes = codes.collect::<Vec<_>>().join("; ");
    // A `;` in a title would part two lines.
    let titles = known.iter().flatten();
    let titles = titles.map(|(_, title)| title.replace(';', ","));
    let lines = said.unwrap_or_else(|| titles.collect::<Vec<_>>().join("; "));
    Ok((Some(lines), Some(codes)))
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

/// Reads what the row says of its company's tax numbers.
fn read_taxes(raw: &RawRecord<'_, F>, notes: &mut Notes) -> Result<Taxes, String> {
    if is_removed(raw, F::RemoveTin, notes) {
        return Ok(Taxes::Remove);
    }
    let mut said = Vec::new();
    for field in [F::Tin, F::PreviousTin] {
        let text = clean(raw.get(field));
        match Tin::parse(&text) {
            _ if text.is_empty() => {}
            Ok(tin) if !is_reserved(&tin) => said.push(tin),
            _ => notes.push(TIN_NOTE),
        }
    }
    Ok(match pair(said) {
        None => Taxes::Keep,
        Some((tin, previous)) => Taxes::Put(TaxNumbers {
            tin,
            previous,
            name: optional(raw, F::TaxpayerName, NAME_MAX)?,
            office: optional(raw, F::TaxOffice, TEXT_MAX)?,
        }),
    })
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
#[path = "company_tests.rs"]
mod tests;
