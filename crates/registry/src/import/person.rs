//! Files of people: one row, one person or body in one role. What is personal is cut down
//! here, before anything else sees it.

use kofa_domain::{Environment, Result as Stored, Timestamp};

use super::Kind;
use super::company::{KIND_NAMES, NAME_MAX, NUMBER_NAMES};
use super::fields::{Field, RawRecord};
use super::shown::{Standing, yes};
use super::target::Target;
use super::text::{
    Identity, Notes, TEXT_MAX, clean, count, date, flag, is_removed, items, optional, percent, text,
};
use crate::profile::{
    Control, Corporation, Holding, Part, Party, PartyAddress, Profile, Role, RoleKind,
    read_share_type,
};
use crate::register::profile::RoleKey;
use crate::rules::{mask_email, mask_identity, mask_phone, read_date};
use crate::{Entity, PutRoles, RemoveRoles};

const APPOINTED_NOTE: &str = "appointedOn is not a date: left out";
const RESIGNED_NOTE: &str = "resignedOn is not a date: left out";
const BORN_NOTE: &str = "dateOfBirth is not a date: left out";
const EMAIL_NOTE: &str = "email is not an e-mail address: left out";
const PHONE_NOTE: &str = "phoneNumber is not a phone number: left out";
const GENDER_NOTE: &str = "gender is neither MALE nor FEMALE: left out";
const STATUS_NOTE: &str = "status is neither ACTIVE, INACTIVE nor RESIGNED: left out";
const DIRECT_NOTE: &str = "isDirect or isIndirect is neither yes nor no: left out";
const PERCENT_NOTE: &str = "sharePercentage or votingPercentage is not between 0 and 100: left out";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PersonField {
    RcNumber,
    EntityType,
    ClassificationId,
    Role,
    Id,
    Surname,
    FirstName,
    OtherName,
    Gender,
    DateOfBirth,
    Nationality,
    FormerNationality,
    Occupation,
    Email,
    PhoneNumber,
    IdentityNumber,
    StreetNumber,
    Street,
    City,
    Lga,
    State,
    Country,
    Postcode,
    CorporationName,
    CorporationRcNumber,
    AppointedOn,
    ResignedOn,
    Status,
    SharesAllotted,
    ShareType,
    NatureOfControl,
    IsDirect,
    IsIndirect,
    SharePercentage,
    VotingPercentage,
    AccreditationNumber,
    Remove,
}

use PersonField as F;

impl Field for F {
    const NAMES: &'static [(Self, &'static str, &'static [&'static str])] = &[
        (F::RcNumber, "rcNumber", NUMBER_NAMES),
        (F::EntityType, "entityType", KIND_NAMES),
        (F::ClassificationId, "classificationId", &[]),
        (F::Role, "role", &["affiliatetype", "type", "designation"]),
        (F::Id, "id", &["affiliateid", "partyid"]),
        (F::Surname, "surname", &["lastname", "familyname"]),
        (F::FirstName, "firstName", &["forename", "givenname"]),
        (F::OtherName, "otherName", &["othernames", "middlename"]),
        (F::Gender, "gender", &["sex"]),
        (F::DateOfBirth, "dateOfBirth", &["dob", "birthdate"]),
        (F::Nationality, "nationality", &[]),
        (F::FormerNationality, "formerNationality", &[]),
        (F::Occupation, "occupation", &["profession"]),
        (F::Email, "email", &["emailaddress"]),
        (F::PhoneNumber, "phoneNumber", &["phone", "telephone"]),
        (
            F::IdentityNumber,
            "identityNumber",
            &["idnumber", "identitydocumentnumber"],
        ),
        (F::StreetNumber, "streetNumber", &["housenumber"]),
        (F::Street, "street", &["address", "streetname"]),
        (F::City, "city", &["town"]),
        (F::Lga, "lga", &["localgovernmentarea", "localgovernment"]),
        (F::State, "state", &["statename"]),
        (F::Country, "country", &["countryname"]),
        (F::Postcode, "postcode", &["postalcode", "zipcode"]),
        (F::CorporationName, "corporationName", &["corporatename"]),
        (
            F::CorporationRcNumber,
            "corporationRcNumber",
            &["corporationnumber", "corporaterc"],
        ),
        (
            F::AppointedOn,
            "appointedOn",
            &["dateofappointment", "appointmentdate"],
        ),
        (
            F::ResignedOn,
            "resignedOn",
            &["dateofresignation", "resignationdate", "dateofcessation"],
        ),
        (F::Status, "status", &["affiliatestatus"]),
        (
            F::SharesAllotted,
            "sharesAllotted",
            &["numsharesalloted", "numsharesallotted", "shares"],
        ),
        (F::ShareType, "shareType", &["typeofshares"]),
        (
            F::NatureOfControl,
            "natureOfControl",
            &["pscnature", "naturesofcontrol"],
        ),
        (F::IsDirect, "isDirect", &["direct"]),
        (F::IsIndirect, "isIndirect", &["indirect"]),
        (F::SharePercentage, "sharePercentage", &["percentage"]),
        (F::VotingPercentage, "votingPercentage", &["votingrights"]),
        (
            F::AccreditationNumber,
            "accreditationNumber",
            &["accreditationno"],
        ),
        (F::Remove, "remove", &["removed"]),
    ];
    const REQUIRED: &'static [Self] = &[F::RcNumber, F::Role];

    fn place(self) -> usize {
        self as usize
    }
}

#[derive(Debug)]
pub(super) struct People;

/// A role, and whether it is to be stored or to be removed.
#[derive(Debug)]
pub(super) struct PersonRow {
    entity: Entity,
    role: Role,
    key: RoleKey,
    is_removed: bool,
}

impl Kind for People {
    type Field = PersonField;
    type Item = PersonRow;
    type Key<'a> = (&'a str, &'static str, &'a RoleKey);
    const THINGS: &'static str = "people";
    const IS_PERSONAL: bool = true;

    fn read(raw: &RawRecord<'_, F>, notes: &mut Notes) -> Result<PersonRow, String> {
        let (entity, role) = read_role(raw, notes)?;
        Ok(PersonRow {
            entity: entity.unreserved(),
            key: RoleKey::of(&role),
            role,
            is_removed: is_removed(raw, F::Remove, notes),
        })
    }

    fn key(item: &PersonRow) -> Self::Key<'_> {
        let entity = &item.entity;
        (
            entity.rc_number.as_str(),
            entity.entity_type.as_str(),
            &item.key,
        )
    }

    const SHOWN: &'static [&'static str] = &["Number", "Kind", "Role", "Name", "Remove"];

    fn shown(item: &PersonRow) -> Vec<String> {
        let party = &item.role.party;
        let name = match &party.corporation {
            Some(body) => body.name.clone(),
            None => {
                let names = [&party.surname, &party.first_name, &party.other_name];
                let names = names.map(String::as_str);
                names.join(" ").trim().to_owned()
            }
        };
        vec![
            item.entity.rc_number.as_str().to_owned(),
            item.entity.entity_type.as_str().to_owned(),
            item.role.kind.as_str().to_owned(),
            name,
            yes(item.is_removed),
        ]
    }

    const PART: Part = Part::Affiliates;

    fn entity(item: &PersonRow) -> Entity {
        item.entity.clone()
    }

    fn standing(known: &Profile, item: &PersonRow) -> Standing {
        let found = known
            .roles
            .iter()
            .find(|role| RoleKey::of(role) == item.key);
        Standing::beside(found, &item.role, item.is_removed)
    }

    async fn store(
        target: &Target,
        environment: Environment,
        items: Vec<PersonRow>,
        imported_at: Timestamp,
    ) -> Stored<u64> {
        let (removed, kept): (Vec<_>, Vec<_>) = items.into_iter().partition(|one| one.is_removed);
        let pairs = |rows: Vec<PersonRow>| rows.into_iter().map(|one| (one.entity, one.role));
        let roles = pairs(kept).collect();
        target
            .write(PutRoles {
                environment,
                roles,
                imported_at,
            })
            .await?;
        if removed.is_empty() {
            return Ok(0);
        }
        let roles = pairs(removed).collect();
        target.write(RemoveRoles { environment, roles }).await
    }
}

/// Reads one role. What is put up with is added to `notes`.
///
/// # Errors
/// Why the row cannot be stored; never what stood there.
pub(crate) fn read_role(
    raw: &RawRecord<'_, F>,
    notes: &mut Notes,
) -> Result<(Entity, Role), String> {
    let identity = Identity {
        number: raw.get(F::RcNumber),
        entity_type: raw.get(F::EntityType),
        classification_id: raw.get(F::ClassificationId),
        company_type: None,
    };
    let entity = identity.read(notes)?;
    let word = clean(raw.get(F::Role));
    let kind = RoleKind::parse(&word).ok_or_else(|| {
        let all: Vec<&str> = RoleKind::ALL.into_iter().map(RoleKind::as_str).collect();
        format!("role is none of {}", all.join(", "))
    })?;
    let allotted = count(raw, F::SharesAllotted)?;
    let holding = |allotted| Holding {
        allotted,
        share_type: read_share_type(&clean(raw.get(F::ShareType))),
    };
    Ok((
        entity,
        Role {
            kind,
            party: party(raw, notes)?,
            appointed_on: date(raw, F::AppointedOn, APPOINTED_NOTE, notes),
            resigned_on: date(raw, F::ResignedOn, RESIGNED_NOTE, notes),
            is_active: status(raw, notes),
            shares: allotted.map(holding),
            control: control(raw, kind, notes)?,
            accreditation_number: optional(raw, F::AccreditationNumber, TEXT_MAX)?,
        },
    ))
}

fn party(raw: &RawRecord<'_, F>, notes: &mut Notes) -> Result<Party, String> {
    let name = |field| text(raw, field, NAME_MAX).map(std::borrow::Cow::into_owned);
    let corporation = optional(raw, F::CorporationName, NAME_MAX)?;
    let corporation = match corporation {
        None => None,
        Some(name) => Some(Corporation {
            name,
            rc_number: optional(raw, F::CorporationRcNumber, TEXT_MAX)?,
        }),
    };
    let party = Party {
        id: optional(raw, F::Id, TEXT_MAX)?,
        surname: name(F::Surname)?,
        first_name: name(F::FirstName)?,
        other_name: name(F::OtherName)?,
        gender: gender(raw, notes),
        born: born(raw, notes),
        nationality: optional(raw, F::Nationality, TEXT_MAX)?,
        former_nationality: optional(raw, F::FormerNationality, TEXT_MAX)?,
        occupation: optional(raw, F::Occupation, TEXT_MAX)?,
        email_masked: masked(raw, F::Email, mask_email, EMAIL_NOTE, notes),
        phone_masked: masked(raw, F::PhoneNumber, mask_phone, PHONE_NOTE, notes),
        identity_masked: mask_identity(&clean(raw.get(F::IdentityNumber))),
        address: PartyAddress {
            street_number: optional(raw, F::StreetNumber, TEXT_MAX)?,
            street: optional(raw, F::Street, TEXT_MAX)?,
            city: optional(raw, F::City, TEXT_MAX)?,
            lga: optional(raw, F::Lga, TEXT_MAX)?,
            state: optional(raw, F::State, TEXT_MAX)?,
            country: optional(raw, F::Country, TEXT_MAX)?,
            postcode: optional(raw, F::Postcode, TEXT_MAX)?,
        },
        corporation,
    };
    let is_named = !party.surname.is_empty() || !party.first_name.is_empty();
    if party.corporation.is_none() && !is_named {
        return Err("neither surname, firstName nor corporationName says who it is".to_owned());
    }
    Ok(party)
}

fn masked(
    raw: &RawRecord<'_, F>,
    field: PersonField,
    mask: fn(&str) -> Option<String>,
    note: &'static str,
    notes: &mut Notes,
) -> Option<String> {
    let text = clean(raw.get(field));
    let masked = mask(&text);
    if masked.is_none() && !text.is_empty() {
        notes.push(note);
    }
    masked
}

/// `YYYY-MM`: the day goes no further.
fn born(raw: &RawRecord<'_, F>, notes: &mut Notes) -> Option<String> {
    let text = clean(raw.get(F::DateOfBirth));
    if text.is_empty() {
        return None;
    }
    let whole = read_date(&text).or_else(|| read_date(&format!("{text}-01")));
    let month = whole.and_then(|date| date.get(..7).map(str::to_owned));
    if month.is_none() {
        notes.push(BORN_NOTE);
    }
    month
}

fn gender(raw: &RawRecord<'_, F>, notes: &mut Notes) -> Option<String> {
    let text = clean(raw.get(F::Gender)).to_ascii_uppercase();
    match text.as_str() {
        "M" | "MALE" => Some("MALE".to_owned()),
        "F" | "FEMALE" => Some("FEMALE".to_owned()),
        _ => {
            if !text.is_empty() {
                notes.push(GENDER_NOTE);
            }
            None
        }
    }
}

fn status(raw: &RawRecord<'_, F>, notes: &mut Notes) -> Option<bool> {
    let text = clean(raw.get(F::Status)).to_ascii_uppercase();
    match text.as_str() {
        "ACTIVE" => Some(true),
        "INACTIVE" | "RESIGNED" | "REMOVED" | "CEASED" => Some(false),
        _ => {
            if !text.is_empty() {
                notes.push(STATUS_NOTE);
            }
            None
        }
    }
}

/// The control: that of a person with significant control, or what a row says of another.
fn control(
    raw: &RawRecord<'_, F>,
    kind: RoleKind,
    notes: &mut Notes,
) -> Result<Option<Control>, String> {
    let control = Control {
        nature: items(raw, F::NatureOfControl)?,
        is_direct: flag(raw, F::IsDirect, DIRECT_NOTE, notes),
        is_indirect: flag(raw, F::IsIndirect, DIRECT_NOTE, notes),
        share_hundredths: percent(raw, F::SharePercentage, PERCENT_NOTE, notes),
        voting_hundredths: percent(raw, F::VotingPercentage, PERCENT_NOTE, notes),
    };
    let says_any = kind == RoleKind::Psc || control != Control::default();
    Ok(says_any.then_some(control))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::EntityType;

    fn read(json: &str) -> (Result<(Entity, Role), String>, Notes) {
        let mut notes = Vec::new();
        let raw = RawRecord::from_json(json.as_bytes()).unwrap();
        (read_role(&raw, &mut notes), notes)
    }

    #[test]
    fn a_person_is_cut_down_on_the_way_in() {
        let (read, notes) = read(
            r#"{"rcNumber":"RC 77","entityType":"COMPANY","affiliateType":"Director",
            "surname":" OBI ","firstName":"Adaeze","dob":"14/02/1971","gender":"f",
            "email":"adaeze.obi@example.ng","phone":"0803 123 4567",
            "identityNumber":"70123456789","country":{"id":1,"name":"Nigeria"},
            "dateOfAppointment":"2012-05-01","status":"active"}"#,
        );
        assert!(notes.is_empty(), "{notes:?}");
        let (entity, role) = read.unwrap();
        assert_eq!(entity.rc_number.as_str(), "77");
        assert_eq!(role.kind, RoleKind::Director);
        assert_eq!(role.party.born.as_deref(), Some("1971-02"));
        assert_eq!(role.party.gender.as_deref(), Some("FEMALE"));
        assert_eq!(role.party.address.country.as_deref(), Some("Nigeria"));
        assert_eq!((role.is_active, role.control.as_ref()), (Some(true), None));
        let told = format!("{role:?}");
        for personal in [
            "adaeze.obi",
            "1234567\"",
            "0803123",
            "70123456",
            "1971-02-14",
        ] {
            assert!(!told.contains(personal), "{personal} in {told}");
        }
        assert!(told.contains("a***@example.ng") && told.contains("0803***4567"));
        assert!(told.contains("*******6789"));
    }

    #[test]
    fn holders_and_controllers_are_read() {
        let (read, notes) = read(
            r#"{"rcNumber":7,"entityType":"COMPANY","role":"shareholder",
            "corporationName":"Okun Mills Ltd","corporationRcNumber":"RC 9","shares":"1,500,000",
            "typeOfShares":"Preference shares","natureOfControl":["Holds shares","Holds votes"],
            "direct":"Y","indirect":0,"percentage":"33.333%"}"#,
        );
        assert!(notes.is_empty(), "{notes:?}");
        let (entity, role) = read.unwrap();
        assert_eq!(entity.entity_type, EntityType::Company);
        let shares = role.shares.unwrap();
        assert_eq!(shares.allotted, 1_500_000);
        assert_eq!(shares.share_type, "PREFERENCE");
        let control = role.control.unwrap();
        assert_eq!(control.nature, ["Holds shares", "Holds votes"]);
        assert_eq!(
            (control.is_direct, control.is_indirect),
            (Some(true), Some(false))
        );
        assert_eq!(control.share_hundredths, Some(3_333));
        assert_eq!(role.party.corporation.unwrap().name, "Okun Mills Ltd");
    }

    #[test]
    fn what_cannot_be_a_role_is_refused_without_repeating_it() {
        let check = |json: &str, part: &str| {
            let why = read(json).0.unwrap_err();
            assert!(why.contains(part), "{json}: {why}");
            assert!(!why.contains("Secret"), "{why}");
        };
        check(
            r#"{"role":"DIRECTOR","surname":"Secret"}"#,
            "rcNumber is empty",
        );
        check(
            r#"{"rcNumber":7,"role":"Secret"}"#,
            "role is none of CHAIRMAN",
        );
        check(r#"{"rcNumber":7,"role":"PSC"}"#, "neither surname");
        check(
            r#"{"rcNumber":7,"role":"SHAREHOLDER","surname":"A","shares":"Secret"}"#,
            "sharesAllotted is not a whole number",
        );
    }

    #[test]
    fn what_can_be_put_up_with_is_noted() {
        let (read, notes) = read(
            r#"{"rcNumber":"RC7","role":"PSC","surname":"A","dob":"1971","gender":"x",
            "email":"no","phone":"no","appointedOn":"soon","resignedOn":"late","status":"?",
            "isDirect":"maybe","sharePercentage":"101"}"#,
        );
        let (_, role) = read.unwrap();
        assert_eq!(role.control, Some(Control::default()));
        assert_eq!(
            notes,
            [
                GENDER_NOTE,
                BORN_NOTE,
                EMAIL_NOTE,
                PHONE_NOTE,
                APPOINTED_NOTE,
                RESIGNED_NOTE,
                STATUS_NOTE,
                DIRECT_NOTE,
                PERCENT_NOTE,
            ]
        );
        let (_, notes) = super::tests::read(
            r#"{"rcNumber":"RC7","role":"PSC","surname":"A",
            "dob":"1971-02"}"#,
        );
        assert!(notes.is_empty(), "{notes:?}");
    }
}
