//! Rules about who applies with the applicant, or for them.

use std::borrow::Cow;

use kofa_input::Fields;
use serde_json::Value;

use super::applicant::{ADDRESS_CHARS, Age, date_of_birth, email, gender, name, numbers, phone};
use super::{Reader, WORD_CHARS};
use crate::subscription::{Company, Person, ProfileType, RelatedPerson, Relationship};

/// Longest name of a company, in characters.
pub(crate) const COMPANY_NAME_CHARS: usize = 200;

/// What a field about somebody else gives: nothing where its profile has none, and `None` if it is
/// faulty.
type Read<T> = Option<Option<T>>;

/// Adds to the applicant who applies with them or for them. Without an applicant that is right,
/// only looks for faults.
pub(super) fn add(
    reader: &mut Reader<'_>,
    profile: Option<ProfileType>,
    person: Option<Person>,
) -> Option<Person> {
    let own = person.as_ref();
    let second_applicant = nested(
        reader,
        ("secondApplicant", ProfileType::Joint),
        profile,
        |reader| {
            let adult = Age::Adult("The second applicant must be 18 or older.");
            related(reader, adult, own, false)
        },
    );
    let guardian = nested(
        reader,
        ("guardian", ProfileType::Minor),
        profile,
        |reader| {
            let adult = Age::Adult("The guardian must be 18 or older.");
            related(reader, adult, own, true)
        },
    );
    let company = nested(
        reader,
        ("company", ProfileType::Corporate),
        profile,
        company,
    );
    Some(Person {
        second_applicant: second_applicant?,
        guardian: guardian?,
        company: company?,
        ..person?
    })
}

/// Whether it is registered is asked later.
fn company(reader: &mut Reader<'_>) -> Option<Company> {
    let rc_number = rc_number(reader);
    let entity_type = reader.fields.optional_text("entityType", WORD_CHARS);
    let name = reader.fields.text("name", COMPANY_NAME_CHARS);
    Some(Company {
        rc_number: rc_number?,
        entity_type: entity_type.map(str::to_owned),
        name: name?.to_owned(),
    })
}

/// A registration number, as far as can be told without the registry.
fn rc_number(reader: &mut Reader<'_>) -> Option<String> {
    let text = reader.fields.text("rcNumber", WORD_CHARS)?;
    if !text.bytes().any(|byte| matches!(byte, b'1'..=b'9')) {
        reader
            .fields
            .wrong("rcNumber", "must be a registration number, as RC1885308");
        return None;
    }
    Some(text.to_owned())
}

/// Reads the object `field`, which applications of `only` have, and no others.
fn nested<T>(
    reader: &mut Reader<'_>,
    (field, only): (&'static str, ProfileType),
    profile: Option<ProfileType>,
    read: impl FnOnce(&mut Reader<'_>) -> Option<T>,
) -> Read<T> {
    // Of a profile that is faulty, nothing is known.
    let profile = profile?;
    let object = match (reader.fields.raw(field), profile == only) {
        (None, false) => return Some(None),
        (Some(_), false) => {
            let must = format!("goes with `profileType` {} only", only.as_str());
            reader.fields.wrong(field, &must);
            return None;
        }
        (None, true) => {
            reader.fields.missing(field);
            return None;
        }
        (Some(Value::Object(object)), true) => object,
        (Some(_), true) => {
            reader.fields.wrong(field, "must be an object");
            return None;
        }
    };
    let mut inner = Reader {
        fields: Fields::new(object),
        warnings: Vec::new(),
        context: reader.context,
    };
    let value = read(&mut inner);
    let Reader {
        fields, warnings, ..
    } = inner;
    reader.fields.absorb(field, fields);
    for mut warning in warnings {
        warning.field = Cow::Owned(format!("{field}.{}", warning.field));
        reader.warnings.push(warning);
    }
    value.map(Some)
}

fn related(
    reader: &mut Reader<'_>,
    age: Age,
    applicant: Option<&Person>,
    must_tell_relationship: bool,
) -> Option<RelatedPerson> {
    let first_name = name(reader, "firstName");
    let last_name = name(reader, "lastName");
    let date_of_birth = date_of_birth(reader, age);
    let gender = gender(reader);
    let email = match reader.fields.raw("email") {
        Some(_) => email(reader).map(Some),
        None => Some(None),
    };
    let phone = phone(reader, "phoneNumber");
    let (bvn, nin) = numbers(reader, true);
    let own = applicant.map(|one| (&one.bvn, &one.nin));
    let (own_bvn, own_nin) = own.unwrap_or((&None, &None));
    for (field, own, theirs) in [("bvn", own_bvn, &bvn), ("nin", own_nin, &nin)] {
        if theirs.is_some() && own == theirs {
            reader
                .fields
                .wrong(field, "must be another person's than the applicant's");
        }
    }
    let address = reader.fields.optional_text("address", ADDRESS_CHARS);
    let relationship = match must_tell_relationship || reader.fields.raw("relationship").is_some() {
        true => relationship(reader).map(Some),
        false => Some(None),
    };
    Some(RelatedPerson {
        first_name: first_name?,
        last_name: last_name?,
        date_of_birth: date_of_birth?.to_string(),
        gender: gender?.to_owned(),
        email: email?,
        phone: phone?,
        bvn: bvn?,
        nin: nin?,
        address: address.map(str::to_owned),
        relationship: relationship?.map(|one| one.as_str().to_owned()),
    })
}

fn relationship(reader: &mut Reader<'_>) -> Option<Relationship> {
    reader.word(
        "relationship",
        &Relationship::ALL,
        Relationship::as_str,
        str::eq_ignore_ascii_case,
    )
}
