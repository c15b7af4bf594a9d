//! People as upstreams list them: one object a person and role, or one a person with a list
//! of roles. Personal data is masked as it is read. Pure.

use serde_json::Value;

use super::loose::{Loose, objects_of};
use crate::profile::read_share_type;
use crate::profile::{Control, Corporation, Holding, Party, PartyAddress, Role, RoleKind};
use crate::rules::{mask_email, mask_identity, mask_phone};

/// Roles read of one entity; a hostile answer could list any number.
const ROLES_MAX: usize = 20_000;

/// Reads a list of affiliates. `fallback` is the role of one whose type is empty or unknown
/// and whom nothing else tells. Adds names of unknown members to `unknown`.
pub(crate) fn read_roles(
    list: Option<&Value>,
    fallback: RoleKind,
    unknown: &mut Vec<String>,
) -> Vec<Role> {
    let mut roles = Vec::new();
    for affiliate in objects_of(list) {
        if roles.len() >= ROLES_MAX {
            break;
        }
        roles.extend(roles_of(&affiliate, fallback, unknown));
        add_new(unknown, affiliate.unknown());
    }
    roles
}

/// Adds the names that are not there yet.
pub(crate) fn add_new(unknown: &mut Vec<String>, names: Vec<String>) {
    for name in names {
        if !unknown.contains(&name) {
            unknown.push(name);
        }
    }
}

fn roles_of(affiliate: &Loose<'_>, fallback: RoleKind, unknown: &mut Vec<String>) -> Vec<Role> {
    let party = party(affiliate, unknown);
    if party.surname.is_empty() && party.first_name.is_empty() && party.corporation.is_none() {
        // Nobody: upstreams send empty objects.
        affiliate.ignore(ALL_OTHER);
        return Vec::new();
    }
    let base = Role {
        kind: fallback,
        party,
        appointed_on: affiliate.date(APPOINTED),
        resigned_on: affiliate.date(RESIGNED),
        is_active: is_active(affiliate),
        shares: holding(affiliate),
        control: control(affiliate, unknown),
        accreditation_number: affiliate.text(&["accreditationnumber", "accreditationno"]),
    };
    let kinds = affiliate
        .text(TYPE)
        .as_deref()
        .map(kinds_of)
        .unwrap_or_default();
    let chairs = affiliate.flag(&["ischairman", "chairman"]) == Some(true);
    let controls = affiliate.flag(&["ispsc", "psc", "issignificantcontrol"]) == Some(true)
        || base.control.is_some();
    let listed = affiliate.objects(&["roles"]);
    let mut roles: Vec<Role> = if listed.is_empty() {
        let told = kinds.into_iter().map(|kind| with_kind(&base, kind));
        told.collect()
    } else {
        let told = listed.iter().filter_map(|role| listed_role(&base, role));
        told.collect()
    };
    if roles.is_empty() {
        let kind = match () {
            () if chairs => RoleKind::Chairman,
            () if controls => RoleKind::Psc,
            () if base.shares.is_some() => RoleKind::Shareholder,
            () => fallback,
        };
        roles.push(with_kind(&base, kind));
    }
    let has = |roles: &[Role], kind: RoleKind| roles.iter().any(|role| role.kind == kind);
    for (is_said, kind) in [(chairs, RoleKind::Chairman), (controls, RoleKind::Psc)] {
        if is_said && !has(&roles, kind) {
            roles.push(with_kind(&base, kind));
        }
    }
    let holds = base
        .shares
        .as_ref()
        .is_some_and(|shares| shares.allotted > 0);
    if holds && !has(&roles, RoleKind::Shareholder) {
        roles.push(with_kind(&base, RoleKind::Shareholder));
    }
    // Shares and control belong to the roles they are about, and to no other.
    for role in &mut roles {
        if role.kind != RoleKind::Shareholder {
            role.shares = None;
        }
        if role.kind != RoleKind::Psc {
            role.control = None;
        }
    }
    roles
}

const TYPE: &[&str] = &[
    "affiliatetype",
    "affiliatetypename",
    "affiliationtype",
    "designation",
    "role",
    "position",
    "type",
];
const APPOINTED: &[&str] = &[
    "appointedon",
    "dateofappointment",
    "appointmentdate",
    "dateappointed",
];
const RESIGNED: &[&str] = &[
    "resignedon",
    "dateofresignation",
    "resignationdate",
    "dateoftermination",
    "dateresigned",
    "dateofremoval",
];
/// Members that nothing is read from: what the merged form says twice, and the upstream's
/// own bookkeeping.
const ALL_OTHER: &[&str] = &[
    "fullname",
    "percentage",
    "companyid",
    "company",
    "createdat",
    "updatedat",
    "iscarryover",
];

fn with_kind(base: &Role, kind: RoleKind) -> Role {
    Role {
        kind,
        ..base.clone()
    }
}

/// `DIRECTOR/SHAREHOLDER` is two.
fn kinds_of(text: &str) -> Vec<RoleKind> {
    let whole = RoleKind::parse(text);
    if let Some(kind) = whole {
        return vec![kind];
    }
    let parts = text.split(['/', ',', ';', '&', '+']);
    let mut kinds: Vec<RoleKind> = parts.filter_map(RoleKind::parse).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// One of a person's listed roles.
fn listed_role(base: &Role, role: &Loose<'_>) -> Option<Role> {
    let kind = kinds_of(&role.text(TYPE)?).into_iter().next()?;
    Some(Role {
        appointed_on: role.date(APPOINTED),
        resigned_on: role.date(RESIGNED),
        is_active: is_active(role),
        ..with_kind(base, kind)
    })
}

fn is_active(of: &Loose<'_>) -> Option<bool> {
    let by_flag = of.flag(&["isactive", "active"]);
    let status = of.text(&["status", "affiliatestatus", "rolestatus"]);
    by_flag.or_else(|| match status?.to_ascii_uppercase().as_str() {
        "ACTIVE" | "CURRENT" | "APPROVED" | "1" => Some(true),
        "INACTIVE" | "RESIGNED" | "REMOVED" | "CEASED" | "FORMER" | "DECEASED" | "0" => Some(false),
        _ => None,
    })
}

fn holding(of: &Loose<'_>) -> Option<Holding> {
    let allotted = of.count(&[
        "sharesallotted",
        "numsharesalloted",
        "numsharesallotted",
        "numberofshares",
        "sharesalloted",
        "sharesheld",
        "shares",
    ])?;
    let share_type = of.word(&["sharetype", "typeofshares", "shareclass", "classofshares"]);
    Some(Holding {
        allotted,
        share_type: read_share_type(&share_type.unwrap_or_default()),
    })
}

fn control(affiliate: &Loose<'_>, unknown: &mut Vec<String>) -> Option<Control> {
    let nested = affiliate.object(&["psc", "personwithsignificantcontrol", "pscdetails"]);
    let of = nested.as_ref().unwrap_or(affiliate);
    let control = Control {
        nature: of.texts(&[
            "nature",
            "natureofcontrol",
            "naturesofcontrol",
            "pscnature",
            "natureofsignificantcontrol",
        ]),
        is_direct: of.flag(&["direct", "isdirect", "directholding"]),
        is_indirect: of.flag(&["indirect", "isindirect", "indirectholding"]),
        share_hundredths: of.percentage(&[
            "sharepercentage",
            "percentageofshares",
            "pscheldsharespercentage",
            "directshareholding",
        ]),
        voting_hundredths: of.percentage(&[
            "votingpercentage",
            "votingrightspercentage",
            "percentageofvotingrights",
            "votingrights",
        ]),
    };
    if let Some(nested) = &nested {
        add_new(unknown, nested.unknown());
    }
    (control != Control::default()).then_some(control)
}

fn party(of: &Loose<'_>, unknown: &mut Vec<String>) -> Party {
    of.ignore(ALL_OTHER);
    let corporation = corporation(of);
    let (surname, first_name, other_name) = match corporation {
        Some(_) => {
            of.ignore(SURNAME);
            of.ignore(FIRST_NAME);
            of.ignore(OTHER_NAME);
            Default::default()
        }
        None => names(of),
    };
    Party {
        id: of.text(&["affiliateid", "id", "personid"]),
        surname,
        first_name,
        other_name,
        gender: of.text(&["gender", "sex"]).and_then(|text| gender(&text)),
        born: born(of),
        nationality: of.word(&["nationality", "country", "countryofnationality"]),
        former_nationality: of.word(&["formernationality"]),
        occupation: of.word(&["occupation", "profession"]),
        email_masked: of
            .text(&["email", "emailaddress"])
            .and_then(|text| mask_email(&text)),
        phone_masked: of
            .text(&["phonenumber", "phone", "phoneno", "telephone"])
            .and_then(|text| unless_masked(text, mask_phone)),
        identity_masked: of
            .text(&[
                "identitynumber",
                "identificationnumber",
                "idnumber",
                "nin",
                "passportnumber",
            ])
            .and_then(|text| unless_masked(text, mask_identity)),
        address: address(of, unknown),
        corporation,
    }
}

/// Another server of this contract masks what it sends; what it left must still be little.
fn unless_masked(text: String, mask: impl Fn(&str) -> Option<String>) -> Option<String> {
    let shown = text.chars().filter(|letter| letter.is_alphanumeric());
    match text.contains('*') && shown.count() <= 8 {
        true => Some(text),
        false => mask(&text),
    }
}

const SURNAME: &[&str] = &["surname", "lastname", "familyname"];
const FIRST_NAME: &[&str] = &["firstname", "givenname", "forename"];
const OTHER_NAME: &[&str] = &["othername", "othernames", "middlename"];

/// One name in full is split as registers write it: the family name first.
fn names(of: &Loose<'_>) -> (String, String, String) {
    let (surname, first) = (of.text(SURNAME), of.text(FIRST_NAME));
    let other = of.text(OTHER_NAME).unwrap_or_default();
    if surname.is_some() || first.is_some() {
        return (
            surname.unwrap_or_default(),
            first.unwrap_or_default(),
            other,
        );
    }
    let whole = of
        .text(&["fullname", "name", "affiliatename"])
        .unwrap_or_default();
    let mut words = whole.split(' ').map(|word| word.trim_end_matches(','));
    let surname = words.next().unwrap_or_default().to_owned();
    let first = words.next().unwrap_or_default().to_owned();
    let rest: Vec<&str> = words.collect();
    (surname, first, rest.join(" "))
}

fn corporation(of: &Loose<'_>) -> Option<Corporation> {
    let is_said = of.flag(&["iscorporate", "corporate"]) == Some(true);
    let name = of.text(&["corporationname", "corporatename", "companyname"]);
    let number = of.text(&[
        "corporationrcnumber",
        "corporationregnumber",
        "regnumber",
        "rcnumber",
    ]);
    let name = match (name, is_said) {
        (Some(name), _) => name,
        (None, true) => of.text(&["name", "fullname", "surname"])?,
        (None, false) => return None,
    };
    // Registers repeat the entity's own name on people; only a body is one.
    let has_person = of.text(FIRST_NAME).is_some();
    (is_said || !has_person).then_some(Corporation {
        name,
        rc_number: number,
    })
}

fn gender(text: &str) -> Option<String> {
    let word = match text.to_ascii_uppercase().as_str() {
        "M" | "MALE" => "MALE",
        "F" | "FEMALE" => "FEMALE",
        _ => return None,
    };
    Some(word.to_owned())
}

/// Month of birth; the day is dropped here.
fn born(of: &Loose<'_>) -> Option<String> {
    let names = &["dateofbirth", "dob", "birthdate"];
    let month = || {
        let text = of.text(names)?;
        let (year, month) = text.split_once('-')?;
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let is_month = year.len() == 4
            && digits(year)
            && digits(month)
            && matches!(month.parse(), Ok(1..=12_u8));
        is_month.then_some(text)
    };
    let day = of
        .date(names)
        .and_then(|date| date.get(..7).map(str::to_owned));
    day.or_else(month)
}

fn address(of: &Loose<'_>, unknown: &mut Vec<String>) -> PartyAddress {
    let nested = of.object(&["address", "residentialaddress", "serviceaddress"]);
    let at = nested.as_ref().unwrap_or(of);
    let street = at.text(&["street", "streetname", "streetaddress"]);
    let address = PartyAddress {
        street_number: at.text(&["streetnumber", "housenumber", "streetno"]),
        street: street.or_else(|| match nested {
            Some(_) => None,
            None => of.text(&["address", "residentialaddress", "serviceaddress"]),
        }),
        city: at.word(&["city", "town"]),
        lga: at.word(&["lga", "localgovernmentarea"]),
        state: at.word(&["state", "statename"]),
        country: match &nested {
            Some(nested) => nested.word(&["country", "countryname"]),
            None => of.word(&["countryofresidence", "countryname"]),
        },
        postcode: at.text(&["postcode", "postalcode", "zipcode"]),
    };
    if let Some(nested) = &nested {
        add_new(unknown, nested.unknown());
    }
    address
}

/// The objects of shareholders in another server's list, as affiliates: a name in full.
pub(crate) fn read_shareholders(list: Option<&Value>, unknown: &mut Vec<String>) -> Vec<Role> {
    let mut roles = read_roles(list, RoleKind::Shareholder, unknown);
    roles.retain(|role| matches!(role.kind, RoleKind::Shareholder | RoleKind::Psc));
    roles
}
