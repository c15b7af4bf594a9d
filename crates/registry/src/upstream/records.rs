//! Entities, capital and charges as upstreams send them. Pure.

use serde_json::{Map, Value};

use super::loose::{Loose, TEXT_CHARS_MAX, clean, objects_of, text_of};
use super::people::add_new;
use crate::Company;
use crate::profile::{Capital, Charge, ChargeStatus, Details};
use crate::rules::{CompanyType, EntityType, RcNumber, RegistrationStatus, read_rc_number};

/// Charges read of one entity.
const CHARGES_MAX: usize = 10_000;
/// Longest code of a line of business, in characters.
const CODE_CHARS_MAX: usize = 20;

const RC_NUMBER: &[&str] = &["rcnumber", "rc", "registrationnumber", "regnumber", "rcno"];
const ADDRESS: &[&str] = &[
    "registeredaddress",
    "companyaddress",
    "address",
    "registeredofficeaddress",
    "headofficeaddress",
];

/// An entity and its details, as far as they are said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) company: Company,
    pub(crate) details: Details,
}

/// What a question already says of the entity that is asked for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Asked<'a> {
    pub(crate) number: Option<&'a RcNumber>,
    pub(crate) entity_type: Option<EntityType>,
}

/// Why an object is no entity that was asked for. Says nothing about its content.
pub(crate) type NoEntry = &'static str;

/// Reads an entity. What the upstream leaves out is taken from what was asked.
///
/// # Errors
/// If it is another entity than was asked for, or none can be told.
pub(crate) fn read_entry(
    of: &Loose<'_>,
    asked: Asked<'_>,
    unknown: &mut Vec<String>,
) -> Result<Entry, NoEntry> {
    let input = of
        .text(RC_NUMBER)
        .and_then(|text| read_rc_number(&text).ok());
    let prefix = input.as_ref().and_then(|input| input.prefix);
    let told = input.map(|input| input.number);
    let number = match (told, asked.number) {
        (Some(told), Some(wanted)) if told.clone().unreserved() != wanted.clone().unreserved() => {
            return Err("it answered for another registration number");
        }
        (_, Some(wanted)) => wanted.clone(),
        (Some(told), None) => told,
        (None, None) => return Err("it does not say which registration number it means"),
    };
    let written = of.text(&["companytype", "companytypename", "typeofcompany"]);
    let company_type = written.as_deref().and_then(CompanyType::parse);
    let entity_type = entity_type(of, prefix, company_type);
    if let (Some(told), Some(wanted)) = (entity_type, asked.entity_type)
        && told != wanted
    {
        return Err("it answered for another kind of entity");
    }
    let entity_type = entity_type
        .or(asked.entity_type)
        .unwrap_or(EntityType::Company);
    let company_type = company_type.filter(|known| known.entity() == entity_type);
    let (line_of_business, line_of_business_codes) = lines_of_business(of).unzip();
    let company = Company {
        rc_number: number,
        entity_type,
        company_name: name(of).unwrap_or_default(),
        company_type: match company_type {
            Some(known) => known.as_str().to_owned(),
            None => written.unwrap_or_default(),
        },
        registration_status: status(of),
        registered_address: address(of).unwrap_or_default(),
        registration_date: of.date(&[
            "registrationdate",
            "dateofregistration",
            "incorporationdate",
            "dateofincorporation",
            "regdate",
        ]),
        line_of_business,
        line_of_business_codes: line_of_business_codes.flatten(),
        city: of.word(&["city", "town"]),
        lga: of.word(&["lga", "localgovernmentarea"]),
        state: of.word(&["state", "statename"]),
        email: of
            .text(&["email", "companyemail", "emailaddress"])
            .filter(|text| text.contains('@') && !text.contains(' ')),
    };
    let details = details(of);
    of.ignore(OF_NO_USE);
    add_new(unknown, of.unknown());
    Ok(Entry { company, details })
}

/// Members that other readers take, and what this contract says of its own answers.
const OF_NO_USE: &[&str] = &[
    "affiliates",
    "charges",
    "assets",
    "sharecapital",
    "shareholders",
    "tin",
    "taxid",
    "taxidformat",
    "previoustin",
    "taxoffice",
    "tinstatus",
    "taxpayername",
    "namematchesregistry",
    "source",
    "alternatives",
    "delistingstatus",
    "totalcount",
    "id",
    "companyid",
];

fn entity_type(
    of: &Loose<'_>,
    prefix: Option<EntityType>,
    company_type: Option<CompanyType>,
) -> Option<EntityType> {
    let said = of.text(&["entitytype", "classification", "entity"]);
    let said = said.and_then(|text| EntityType::parse(&text));
    let id = of.text(&["classificationid"]);
    let classified = id.and_then(|id| EntityType::of_classification(&id));
    // `RC` is loosely written before any number; the other prefixes mean what they say.
    let prefix = prefix.filter(|prefix| *prefix != EntityType::Company);
    let by_type = company_type.map(CompanyType::entity);
    said.or(classified).or(by_type).or(prefix)
}

pub(crate) fn name(of: &Loose<'_>) -> Option<String> {
    of.text(&[
        "companyname",
        "entityname",
        "approvedname",
        "registeredname",
        "name",
    ])
}

fn status(of: &Loose<'_>) -> RegistrationStatus {
    let said = of.text(&[
        "registrationstatus",
        "entitystatus",
        "companystatus",
        "status",
    ]);
    let said = said.as_deref().and_then(RegistrationStatus::parse);
    let by_flag = || match of.flag(&["active", "isactive"])? {
        true => Some(RegistrationStatus::Active),
        false => Some(RegistrationStatus::Inactive),
    };
    said.or_else(by_flag).unwrap_or(RegistrationStatus::Unknown)
}

/// In one line, also where it comes in parts.
fn address(of: &Loose<'_>) -> Option<String> {
    in_one_line(of, ADDRESS)
}

fn in_one_line(of: &Loose<'_>, names: &[&'static str]) -> Option<String> {
    let Some(parts) = of.object(names) else {
        return of.text(names);
    };
    let street = [
        &["streetnumber", "housenumber"][..],
        &["street", "streetname", "address"],
    ];
    let street: Vec<String> = street
        .iter()
        .filter_map(|names| parts.text(names))
        .collect();
    let rest = [&["city", "town"][..], &["lga"], &["state", "statename"]];
    let rest = rest.iter().filter_map(|names| parts.word(names));
    let all: Vec<String> = std::iter::once(street.join(" ")).chain(rest).collect();
    clean(&all.join(", ")).map(|text| text.trim_start_matches(", ").to_owned())
}

/// What an entity does, the main line first, joined as the register keeps lines; and their codes,
/// likewise, if there are any.
pub(crate) type Lines = (String, Option<String>);

pub(crate) fn lines_of(company: Company) -> Option<Lines> {
    Some((company.line_of_business?, company.line_of_business_codes))
}

fn lines_of_business(of: &Loose<'_>) -> Option<Lines> {
    const NAMES: &[&str] = &[
        "lineofbusiness",
        "linesofbusiness",
        "natureofbusiness",
        "natureofbusinessname",
        "businessnature",
    ];
    let coded = coded_lines(&of.objects(NAMES));
    if coded.iter().any(|(_, code)| !code.is_empty()) {
        let (lines, codes): (Vec<String>, Vec<String>) = coded.into_iter().unzip();
        return Some((clean(&lines.join("; "))?, Some(codes.join("; "))));
    }
    let mut lines = of.texts(NAMES);
    lines.dedup();
    Some((clean(&lines.join("; "))?, None))
}

/// Lines that came as objects, each with the code that it has there, which is passed on as it is.
/// As many as the text of all may be long: what is cut off must not move the codes.
fn coded_lines(objects: &[Loose<'_>]) -> Vec<(String, String)> {
    let mut lines: Vec<(String, String)> = Vec::new();
    let mut chars = 0;
    for object in objects {
        let code = object.text(&["code", "isiccode", "isic", "activitycode"]);
        let code = code.filter(|code| {
            let is_plain = |c: char| c.is_ascii_alphanumeric() || ".-".contains(c);
            code.len() <= CODE_CHARS_MAX && code.chars().all(is_plain)
        });
        let Some(name) = object.text(&["name", "label", "title", "description"]) else {
            continue;
        };
        let name = name.replace(';', ",");
        chars += name.chars().count() + 2;
        if chars > TEXT_CHARS_MAX {
            break;
        }
        let line = (name, code.unwrap_or_default());
        if lines.last() != Some(&line) {
            lines.push(line);
        }
    }
    lines
}

fn details(of: &Loose<'_>) -> Details {
    Details {
        phone: of.text(&["phone", "phonenumber", "companyphone"]),
        branch_address: in_one_line(of, &["branchaddress"]),
        head_office_address: in_one_line(of, &["headofficeaddress"]),
        objectives: of.texts(&["objectives", "objects", "companyobjectives"]),
        last_annual_return: of.text(&["lastannualreturn", "annualreturnyear", "lastannualreturns"]),
        affiliates_count: of
            .count(&["affiliatescount", "numberofaffiliates"])
            .and_then(|count| count.try_into().ok()),
    }
}

/// Share capital: a number that stands alone, or an object of parts.
pub(crate) fn read_capital(of: &Loose<'_>) -> Option<Capital> {
    let nested = of.object(&["sharecapital", "capital"]);
    let from = nested.as_ref().unwrap_or(of);
    let nominal = from.amount(&[
        "sharecapital",
        "nominalcapital",
        "authorisedcapital",
        "amount",
    ]);
    let issued_shares = from.count(&[
        "issuedshares",
        "totalissuedshares",
        "dividedinto",
        "numberofshares",
    ]);
    let per_share = from.amount(&[
        "nominalvaluepershare",
        "ofeach",
        "pricepershare",
        "sharevalue",
    ]);
    let nominal = nominal.or_else(|| {
        let (shares, each) = (i64::try_from(issued_shares?).ok()?, per_share?);
        Some(kofa_domain::Kobo::new(each.get().checked_mul(shares)?))
    })?;
    from.ignore(&["sharecapitalinwords", "unissuedcapital", "source"]);
    Some(Capital {
        currency: currency(from),
        nominal,
        issued_shares,
        nominal_per_share: per_share,
        paid_up: from.amount(&["paidupcapital", "paidsharecapital", "paidup"]),
    })
}

/// ISO 4217; naira where nothing is said.
fn currency(of: &Loose<'_>) -> String {
    let said = of.word(&["currency", "currencycode"]).unwrap_or_default();
    let said = said.to_ascii_uppercase();
    match said.as_str() {
        code if code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase()) => said,
        _ => "NGN".to_owned(),
    }
}

/// Reads a list of charges; one without any number is given its place in the list.
pub(crate) fn read_charges(list: Option<&Value>, unknown: &mut Vec<String>) -> Vec<Charge> {
    let mut charges = Vec::new();
    for (place, of) in objects_of(list).iter().enumerate().take(CHARGES_MAX) {
        charges.push(read_charge(of, place + 1));
        add_new(unknown, of.unknown());
    }
    charges
}

fn read_charge(of: &Loose<'_>, place: usize) -> Charge {
    let satisfied_on = of.date(&["satisfiedon", "dateofsatisfaction", "satisfactiondate"]);
    let kind = of.word(&["type", "chargetype", "kind"]);
    let about = format!(
        "{} ",
        kind.as_deref().unwrap_or_default().to_ascii_uppercase()
    );
    let says = |word: &str| about.contains(word).then_some(true);
    let status = of.text(&["status", "chargestatus", "satisfactionstatus"]);
    let status = status.as_deref().and_then(ChargeStatus::parse);
    let by_date = match satisfied_on {
        Some(_) => ChargeStatus::FullySatisfied,
        None => ChargeStatus::Outstanding,
    };
    Charge {
        id: of
            .text(&["chargeid", "id", "chargenumber", "chargeno"])
            .unwrap_or_else(|| place.to_string()),
        code: of.text(&["chargecode", "code"]),
        description: of.text(&["description", "shortdescription", "title"]),
        created_on: of.date(&["createdon", "dateofcreation", "creationdate", "datecreated"]),
        registered_on: of.date(&["registeredon", "dateofregistration", "registrationdate"]),
        satisfied_on,
        status: status.unwrap_or(by_date),
        secured: of.amount(&["amountsecured", "securedamount", "amount", "chargeamount"]),
        currency: currency(of),
        persons_entitled: persons_entitled(of),
        particulars: of.text(&["particulars", "propertycharged", "assetscharged"]),
        is_fixed: of.flag(&["containsfixedcharge", "fixed"]).or(says("FIXED")),
        is_floating: of
            .flag(&["containsfloatingcharge", "floating"])
            .or(says("FLOATING")),
        has_negative_pledge: of.flag(&["containsnegativepledge", "negativepledge"]),
        kind,
    }
}

fn persons_entitled(of: &Loose<'_>) -> Vec<String> {
    let names = &[
        "personsentitled",
        "personentitled",
        "chargee",
        "lender",
        "bank",
    ];
    let listed = of.objects(names);
    if listed.is_empty() {
        return of.texts(names);
    }
    let named = listed
        .iter()
        .filter_map(|one| one.text(&["name", "fullname"]));
    named.collect()
}

/// An object's member, whatever the case and punctuation of its name.
pub(crate) fn member<'a>(object: &'a Map<String, Value>, names: &[&str]) -> Option<&'a Value> {
    let folded = |key: &str| -> String {
        let letters = key.chars().filter(char::is_ascii_alphanumeric);
        letters.map(|letter| letter.to_ascii_lowercase()).collect()
    };
    names.iter().find_map(|name| {
        let mut members = object.iter();
        members
            .find(|(key, value)| folded(key) == *name && !value.is_null())
            .map(|(_, it)| it)
    })
}

/// The text of a member, for messages of upstreams.
pub(crate) fn text_member(object: &Map<String, Value>, names: &[&str]) -> Option<String> {
    text_of(member(object, names)?)
}
