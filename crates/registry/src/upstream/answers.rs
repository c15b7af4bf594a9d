//! What both adapters make of data: entities, tax numbers, what stands behind consent codes,
//! documents. Pure.

use kofa_domain::{Error, Kobo, Result};
use kofa_outbound::HttpResponse;
use serde_json::{Map, Value};

use super::client::Parsed;
use super::loose::{Loose, clean};
use super::people::{read_roles, read_shareholders};
use super::records::{Asked, Entry, member, read_capital, read_charges, read_entry};
use crate::codes::{
    TIN_NOT_FOUND, UPSTREAM_ACCOUNT_PROBLEM, UPSTREAM_INVALID_ANSWER, UPSTREAM_REJECTED,
};
use crate::profile::{Capital, Charge, DocumentState, Documents, Part, Profile, Role, RoleKind};
use crate::record::Record;
use crate::rules::{EntityType, RcNumber};
use crate::tin::numbers::{pair, tin_status};
use crate::tin::{Taxpayer, Tin};

/// Entities read of one answer: at most one of each kind can be under a number.
const ENTRIES_MAX: usize = 20;
/// Longest reason of an upstream that is repeated, in characters.
const REASON_CHARS_MAX: usize = 200;
/// From this length on, a word of a reason with digits in it may be somebody's number.
const NUMBER_CHARS_MIN: usize = 8;

impl<T> Parsed<T> {
    /// A value without members that the adapter does not know.
    pub(crate) fn of(value: T) -> Self {
        Self {
            value,
            unknown: Vec::new(),
        }
    }

    /// The same of what `change` makes of the value.
    pub(crate) fn map<U>(self, change: impl FnOnce(T) -> U) -> Parsed<U> {
        Parsed {
            value: change(self.value),
            unknown: self.unknown,
        }
    }
}

/// The operator's account there does not do; `why` is for the operator.
pub(crate) fn account_problem(why: &str) -> Error {
    Error::plain(&UPSTREAM_ACCOUNT_PROBLEM)
        .with_context(why)
        .with_retry_after(60)
}

/// An answer that cannot be what was asked for; `why` is for the operator.
pub(crate) fn nonsense(why: &str) -> Error {
    Error::plain(&UPSTREAM_INVALID_ANSWER).with_context(why)
}

/// A refusal for a reason of the upstream's own, which is repeated as far as it may be.
pub(crate) fn refused(reason: &str) -> Error {
    let reason = clean(reason).unwrap_or_default();
    let mut words = Vec::new();
    for word in reason.split(' ') {
        let letters = word
            .chars()
            .filter(|letter| letter.is_alphanumeric())
            .count();
        let has_digit = word.chars().any(|letter| letter.is_ascii_digit());
        let is_number = letters >= NUMBER_CHARS_MIN && has_digit;
        words.push(if is_number || word.contains('@') {
            "…"
        } else {
            word
        });
    }
    let reason: String = words.join(" ").chars().take(REASON_CHARS_MAX).collect();
    let reason = reason.trim_end_matches('.');
    match reason {
        "" => Error::new(
            &UPSTREAM_REJECTED,
            "The registry refused the request and gave no reason.",
        ),
        reason => Error::new(
            &UPSTREAM_REJECTED,
            format!("The registry refused the request: {reason}."),
        ),
    }
}

fn objects(data: &Value) -> Result<Vec<&Map<String, Value>>> {
    let objects: Vec<_> = match data {
        Value::Object(object) => vec![object],
        Value::Array(items) => items.iter().filter_map(Value::as_object).collect(),
        _ => Vec::new(),
    };
    if objects.is_empty() && !matches!(data, Value::Array(items) if items.is_empty()) {
        return Err(nonsense("its data is neither an object nor a list of them"));
    }
    Ok(objects)
}

/// Every entity of an answer, at most one of each kind.
pub(crate) fn entries(data: &Value, asked: Asked<'_>) -> Result<Parsed<Vec<Entry>>> {
    let mut unknown = Vec::new();
    let mut entries: Vec<Entry> = Vec::new();
    for object in objects(data)?.into_iter().take(ENTRIES_MAX) {
        let entry = read_entry(&Loose::new(object), asked, &mut unknown).map_err(nonsense)?;
        let kind = entry.company.entity_type;
        let is_new = entries
            .iter()
            .all(|other| other.company.entity_type != kind);
        if is_new && !entry.company.company_name.is_empty() {
            entries.push(entry);
        }
    }
    entries.sort_by_key(|entry| entry.company.entity_type);
    Ok(Parsed {
        value: entries,
        unknown,
    })
}

/// The one entity of an answer.
pub(crate) fn entry(data: &Value, asked: Asked<'_>) -> Result<Parsed<Entry>> {
    let mut unknown = Vec::new();
    let objects = objects(data)?;
    let object = objects
        .first()
        .ok_or_else(|| nonsense("its data is empty"))?;
    let value = read_entry(&Loose::new(object), asked, &mut unknown).map_err(nonsense)?;
    Ok(Parsed { value, unknown })
}

/// A company and what the tax authority knows of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TaxEntry {
    pub(crate) entry: Entry,
    pub(crate) taxpayer: Taxpayer,
}

/// A company with its tax number.
///
/// # Errors
/// `tin_not_found` if the answer has none.
pub(crate) fn tax_entry(data: &Value, asked: Asked<'_>) -> Result<Parsed<TaxEntry>> {
    let Parsed { value, unknown } = entry(data, asked)?;
    let taxpayer = taxpayer(data, &value)?;
    Ok(Parsed {
        value: TaxEntry {
            entry: value,
            taxpayer,
        },
        unknown,
    })
}

fn taxpayer(data: &Value, entry: &Entry) -> Result<Taxpayer> {
    let objects = objects(data)?;
    let object = objects
        .first()
        .ok_or_else(|| nonsense("its data is empty"))?;
    let of = Loose::new(object);
    let tins = [
        &["taxid"][..],
        &["tin", "jittin", "jtbtin"],
        &["previoustin"],
    ];
    let tins = tins
        .iter()
        .filter_map(|names| Tin::parse(&of.text(names)?).ok());
    let (tax_id, legacy) = pair(tins).ok_or_else(|| Error::plain(&TIN_NOT_FOUND))?;
    let said = of.text(&["tinstatus"]).unwrap_or_default();
    let by_status = tin_status(entry.company.registration_status);
    let name = of.text(&["taxpayername", "taxpayer"]);
    Ok(Taxpayer {
        tax_id,
        is_registered: true,
        legacy,
        name: name.unwrap_or_else(|| entry.company.company_name.clone()),
        office: of.text(&["taxoffice"]),
        status: match said.as_str() {
            "" => by_status,
            said if said.eq_ignore_ascii_case("inactive") => "INACTIVE",
            _ => "ACTIVE",
        },
    })
}

/// The tax number of an answer: alone, or a member of an object.
pub(crate) fn tin_in(data: &Value) -> Result<Tin> {
    let text = match data {
        Value::Object(object) => Loose::new(object).text(&["tin", "taxid"]),
        other => super::loose::text_of(other),
    };
    let tin = text.and_then(|text| Tin::parse(&text).ok());
    tin.ok_or_else(|| nonsense("it calls an answer without a tax number a success"))
}

/// What stands behind a consent code, as far as one part tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Consented {
    pub(crate) entry: Entry,
    pub(crate) roles: Vec<Role>,
    pub(crate) capital: Option<Capital>,
    pub(crate) charges: Vec<Charge>,
    pub(crate) documents: Documents,
}

impl Consented {
    /// Reads the data of one part.
    pub(crate) fn read(data: &Value, part: Part) -> Result<Parsed<Self>> {
        let objects = objects(data)?;
        let object = objects
            .first()
            .ok_or_else(|| nonsense("its data is empty"))?;
        let mut unknown = Vec::new();
        let of = Loose::new(object);
        let capital = match part {
            Part::ShareCapital => read_capital(&of),
            Part::ShareDistribution => read_capital(&of).or_else(|| issued_only(&of)),
            _ => None,
        };
        of.ignore(&["unallocatedshares", "percentagetotal", "note", "notes"]);
        let list = |names: &[&str]| member(object, names);
        let roles = match part {
            Part::Affiliates => read_roles(list(&["affiliates"]), RoleKind::Director, &mut unknown),
            Part::ShareDistribution => {
                let holders = list(&["shareholders", "affiliates", "sharesdistribution"]);
                read_shareholders(holders, &mut unknown)
            }
            _ => Vec::new(),
        };
        let charges = match part {
            Part::Charges => read_charges(list(&["charges", "assets"]), &mut unknown),
            _ => Vec::new(),
        };
        let asked = Asked {
            number: None,
            entity_type: kind_of(&roles),
        };
        let told = read_entry(&of, Asked::default(), &mut unknown).map_err(nonsense)?;
        let is_said = member(object, &["entitytype", "classificationid", "companytype"]).is_some();
        let mut entry = told;
        if let (false, Some(kind)) = (is_said, asked.entity_type)
            && entry.company.entity_type == EntityType::Company
        {
            entry.company.entity_type = kind;
        }
        let value = Self {
            entry,
            roles,
            capital,
            charges,
            documents: Documents::default(),
        };
        Ok(Parsed { value, unknown })
    }

    pub(crate) fn into_profile(self, record: impl FnOnce(crate::Company) -> Record) -> Profile {
        Profile {
            record: record(self.entry.company),
            details: self.entry.details,
            roles: self.roles,
            capital: self.capital,
            charges: self.charges,
            documents: self.documents,
        }
    }
}

/// Of who holds the shares only their number matters, and some upstreams say no more.
fn issued_only(of: &Loose<'_>) -> Option<Capital> {
    Some(Capital {
        currency: "NGN".to_owned(),
        nominal: Kobo::ZERO,
        issued_shares: Some(of.count(&["totalissuedshares", "issuedshares"])?),
        nominal_per_share: None,
        paid_up: None,
    })
}

/// Where an upstream does not say the kind of an entity, its people may: only a business name
/// has a proprietor.
fn kind_of(roles: &[Role]) -> Option<EntityType> {
    let has = |kind: RoleKind| roles.iter().any(|role| role.kind == kind);
    match () {
        () if has(RoleKind::Director) || has(RoleKind::Shareholder) => Some(EntityType::Company),
        () if has(RoleKind::Proprietor) => Some(EntityType::BusinessName),
        () if has(RoleKind::Trustee) => Some(EntityType::IncorporatedTrustee),
        () => None,
    }
}

/// A document: bytes of a PDF, or a JSON answer with one in base64. `failure` says what a JSON
/// answer means otherwise.
pub(crate) fn document(
    response: &HttpResponse,
    part: Part,
    failure: impl FnOnce(&HttpResponse) -> Result<()>,
) -> Result<Parsed<Consented>> {
    let bytes = if is_pdf(&response.body) {
        response.body.to_vec()
    } else if let Some(bytes) = pdf_in_json(&response.body) {
        bytes
    } else {
        failure(response)?;
        return Err(nonsense("it sent something that is no PDF as a document"));
    };
    if !ends_as_pdf(&bytes) {
        return Err(nonsense("it sent a PDF that was cut off"));
    }
    let mut documents = Documents {
        certificate: DocumentState::Unavailable,
        status_report: DocumentState::Unavailable,
    };
    match part {
        Part::StatusReport => documents.status_report = DocumentState::Upstream(bytes),
        _ => documents.certificate = DocumentState::Upstream(bytes),
    }
    let number = number_in_file_name(&response.file_name);
    let company = crate::Company::unknown(number.0, number.1.unwrap_or(EntityType::Company));
    Ok(Parsed {
        value: Consented {
            entry: Entry {
                company,
                details: crate::profile::Details::default(),
            },
            roles: Vec::new(),
            capital: None,
            charges: Vec::new(),
            documents,
        },
        unknown: Vec::new(),
    })
}

/// `RC635930-certificate.pdf` tells whose it is; nothing else in the answer does.
fn number_in_file_name(name: &str) -> (RcNumber, Option<EntityType>) {
    let parts = name.split(|c: char| !c.is_ascii_alphanumeric());
    let mut inputs = parts
        .filter(|part| part.bytes().any(|byte| byte.is_ascii_digit()))
        .filter_map(|part| crate::rules::read_rc_number(part).ok());
    match inputs.next() {
        Some(input) => (input.number, input.prefix),
        None => (RcNumber::unknown(), None),
    }
}

fn is_pdf(bytes: &[u8]) -> bool {
    bytes.starts_with(b"%PDF-")
}

fn ends_as_pdf(bytes: &[u8]) -> bool {
    const MARK: &[u8] = b"%%EOF";
    let tail = &bytes[bytes.len().saturating_sub(1_024)..];
    tail.windows(MARK.len()).any(|window| window == MARK)
}

fn pdf_in_json(body: &[u8]) -> Option<Vec<u8>> {
    let object: Map<String, Value> = serde_json::from_slice(body).ok()?;
    let data = object.get("data")?;
    let text = match data {
        Value::String(text) => text.as_str(),
        Value::Object(data) => {
            let names = ["contentbase64", "content", "base64", "file", "pdf"];
            member(data, &names)?.as_str()?
        }
        _ => return None,
    };
    let text = text.rsplit_once("base64,").map_or(text, |(_, text)| text);
    let bytes = data_encoding::BASE64.decode(text.trim().as_bytes()).ok()?;
    is_pdf(&bytes).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    /// Any JSON, made of the names and words that upstreams use as often as of others.
    fn any_json() -> impl Strategy<Value = Value> {
        let words = prop::sample::select(vec![
            "",
            "N/A",
            "RC 77",
            "77",
            "COMPANY",
            "BN",
            "Y",
            "1,000.50",
            "12/03/2014",
            "DIRECTOR",
            "33.3%",
            "ada@x.example",
            "08031234567",
            "4123456789012",
            "Ọ̀ṣun",
            "-",
        ]);
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            words.prop_map(Value::from),
            "\\PC{0,12}".prop_map(Value::from),
        ];
        let names = prop::sample::select(vec![
            "rc_number",
            "entity_name",
            "entityType",
            "affiliates",
            "charges",
            "share_capital",
            "shareholders",
            "surname",
            "first_name",
            "affiliateType",
            "roles",
            "type",
            "psc",
            "isChairman",
            "address",
            "numSharesAlloted",
            "dateOfBirth",
            "tin",
            "amount",
            "objectives",
            "identityNumber",
            "country",
            "x",
        ]);
        leaf.prop_recursive(5, 60, 6, move |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::vec((names.clone(), inner), 0..8).prop_map(|members| {
                    let members = members.into_iter();
                    Value::Object(members.map(|(name, it)| (name.to_owned(), it)).collect())
                }),
            ]
        })
    }

    proptest! {
        #[test]
        fn any_data_is_read_or_refused(data in any_json()) {
            for part in [Part::Company, Part::Affiliates, Part::ShareDistribution, Part::Charges] {
                let Ok(read) = Consented::read(&data, part) else { continue };
                let told = format!("{:?}", read.value.roles);
                prop_assert!(!told.contains("08031234567") && !told.contains("ada@x"), "{}", told);
            }
            let _ = (entries(&data, Asked::default()), tax_entry(&data, Asked::default()));
            let _ = tin_in(&data);
        }

        #[test]
        fn a_reason_never_repeats_a_long_number(before in "[a-z ]{0,20}", number in "[0-9]{8,14}") {
            let error = refused(&format!("{before} {number} withheld"));
            prop_assert!(!error.message().contains(&number));
        }
    }

    #[test]
    fn a_tax_number_alone_or_in_an_object_is_read() {
        assert_eq!(
            tin_in(&json!("4123456789012")).unwrap().as_str(),
            "4123456789012"
        );
        assert_eq!(
            tin_in(&json!(4_123_456_789_012_i64)).unwrap().as_str(),
            "4123456789012"
        );
        let legacy = tin_in(&json!({"TIN": "12345678-0001"})).unwrap();
        assert_eq!(legacy.as_str(), "12345678-0001");
        assert!(tin_in(&json!({"tin": "pending"})).is_err());
    }

    #[test]
    fn a_file_name_tells_whose_a_document_is() {
        let check = |name: &str, expected: &str, kind: Option<EntityType>| {
            let (number, prefix) = number_in_file_name(name);
            assert_eq!((number.as_str(), prefix), (expected, kind), "{name}");
        };
        check(
            "RC635930-certificate.pdf",
            "635930",
            Some(EntityType::Company),
        );
        check("certificate_BN77.pdf", "77", Some(EntityType::BusinessName));
        check("certificate.pdf", "0", None);
        check("", "0", None);
    }
}
