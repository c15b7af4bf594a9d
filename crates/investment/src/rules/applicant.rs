//! Rules about the person.

use jiff::civil::Date;
use kofa_core::codes::INVALID_EMAIL;
use kofa_gazetteer::{
    LgaId, StateId, find_lga_in, find_lgas, find_state, parse_phone, state_by_code,
};

use super::{Reader, WORD_CHARS, is_digits};
use crate::codes;
use crate::countries::{NIGERIA, find_country};
use crate::sandbox::Reserved;
use crate::subscription::{Person, ProfileType};

/// Longest name, in characters.
pub(crate) const NAME_CHARS: usize = 100;
/// Longest address, in characters.
pub(crate) const ADDRESS_CHARS: usize = 300;
/// Longest e-mail address, in characters (RFC 5321).
const EMAIL_CHARS: usize = 254;
/// Age from which one applies alone, in years.
const ADULT_YEARS: i16 = 18;
/// Age above which a date of birth is a slip, in years.
const YEARS_MAX: i16 = 130;

/// The applicant, without whoever applies with them or for them.
pub(super) fn person(
    reader: &mut Reader<'_>,
    profile: Option<ProfileType>,
    chn: Option<String>,
    account_number: Option<String>,
) -> Option<Person> {
    // While the profile is not known, an individual is the likely one.
    let profile_or_usual = profile.unwrap_or(ProfileType::Individual);
    let is_company = profile_or_usual == ProfileType::Corporate;
    let is_adult = matches!(
        profile_or_usual,
        ProfileType::Individual | ProfileType::Joint
    );
    let first_name = name(reader, "firstName");
    let last_name = name(reader, "lastName");
    let date_of_birth = match !is_company || has(reader, "dateOfBirth") {
        true => date_of_birth(reader, profile.map_or(Age::Any, Age::of)).map(Some),
        false => Some(None),
    };
    let gender = match !is_company || has(reader, "gender") {
        true => gender(reader).map(Some),
        false => Some(None),
    };
    let email = email(reader);
    let phone = phone(reader, "phoneNumber");
    let (bvn, nin) = numbers(reader, is_adult);
    let address = reader.fields.text("address", ADDRESS_CHARS);
    let (nationality, state, lga) = home(reader);
    let marital_status = match !is_company || has(reader, "maritalStatus") {
        true => marital_status(reader).map(Some),
        false => Some(None),
    };
    let kin = next_of_kin(reader, is_company, phone.as_deref());
    let (next_of_kin_name, next_of_kin_phone) = kin;
    Some(Person {
        first_name: first_name?,
        last_name: last_name?,
        date_of_birth: date_of_birth?.map(|day| day.to_string()),
        gender: gender?.map(str::to_owned),
        email: email?,
        phone: phone?,
        bvn,
        nin,
        chn,
        address: address?.to_owned(),
        nationality: nationality?.to_owned(),
        state,
        lga,
        marital_status: marital_status?,
        next_of_kin_name: next_of_kin_name?,
        next_of_kin_phone: next_of_kin_phone?,
        account_number: account_number?,
        second_applicant: None,
        guardian: None,
        company: None,
    })
}

/// Whether a field is there at all: what a company need not say is checked if it does.
fn has(reader: &Reader<'_>, field: &str) -> bool {
    reader.fields.raw(field).is_some()
}

/// BVN and NIN.
pub(super) fn numbers(reader: &mut Reader<'_>, required: bool) -> (Option<String>, Option<String>) {
    let (bvn, nin) = (&codes::INVALID_BVN, &codes::INVALID_NIN);
    let bvn = number(reader, "bvn", bvn, Reserved::Bvn, required);
    let nin = number(reader, "nin", nin, Reserved::Nin, required);
    if bvn.as_ref().is_some_and(|bvn| !bvn.starts_with("22")) {
        reader.warn("bvn", "A BVN usually begins with 22.");
    }
    (bvn, nin)
}

/// Name and number of the next of kin, each `None` if it is faulty.
fn next_of_kin(
    reader: &mut Reader<'_>,
    is_company: bool,
    own_phone: Option<&str>,
) -> (Option<Option<String>>, Option<Option<String>>) {
    let name = match !is_company || has(reader, "nextOfKinFullName") {
        true => name(reader, "nextOfKinFullName").map(Some),
        false => Some(None),
    };
    let phone = match !is_company || has(reader, "nextOfKinPhone") {
        true => phone_of_kin(reader, own_phone).map(Some),
        false => Some(None),
    };
    (name, phone)
}

/// Letters, spaces, apostrophes, hyphens and full stops, at least one letter.
pub(super) fn name(reader: &mut Reader<'_>, field: &'static str) -> Option<String> {
    let text = reader.fields.text(field, NAME_CHARS)?;
    let allowed = |c: char| c.is_alphabetic() || is_mark(c) || " '’-.".contains(c);
    if !text.chars().all(allowed) || !text.chars().any(char::is_alphabetic) {
        let must = "may hold letters, spaces, apostrophes, hyphens and full stops only";
        reader.fields.wrong(field, must);
        return None;
    }
    Some(text.to_owned())
}

/// Combining accents and dots below, as Yoruba and Igbo names written in parts have them.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

/// What age somebody must have.
#[derive(Clone, Copy)]
pub(super) enum Age {
    /// Old enough to apply alone, or for another.
    Adult(&'static str),
    /// Too young for that.
    Child,
    Any,
}

impl Age {
    const fn of(profile: ProfileType) -> Self {
        match profile {
            ProfileType::Individual | ProfileType::Joint => {
                Self::Adult("The applicant must be 18 or older; younger ones apply as MINOR.")
            }
            ProfileType::Minor => Self::Child,
            ProfileType::Corporate => Self::Any,
        }
    }
}

pub(super) fn date_of_birth(reader: &mut Reader<'_>, must_be: Age) -> Option<Date> {
    let field = "dateOfBirth";
    let text = reader.fields.text(field, WORD_CHARS)?;
    let shaped = text.len() == 10 && text.is_ascii() && text.as_bytes()[4] == b'-';
    let Some(birth) = text.parse::<Date>().ok().filter(|_| shaped) else {
        let message = "`dateOfBirth` must be a valid date in the form YYYY-MM-DD.";
        reader.fault(field, &codes::INVALID_DATE_OF_BIRTH, message);
        return None;
    };
    let (year, month, day) = reader.context.now.lagos_date();
    let Ok(today) = Date::new(year, month, day) else {
        return None;
    };
    let age = age(birth, today);
    if birth >= today || age > YEARS_MAX {
        let message = format!("`dateOfBirth` must be in the past, at most {YEARS_MAX} years ago.");
        reader.fault(field, &codes::INVALID_DATE_OF_BIRTH, message);
        return None;
    }
    let must = match must_be {
        Age::Adult(must) if age < ADULT_YEARS => must,
        Age::Child if age >= ADULT_YEARS => {
            "A MINOR must be younger than 18; adults apply as INDIVIDUAL."
        }
        _ => return Some(birth),
    };
    reader.fault(field, &codes::AGE_RESTRICTED, must);
    None
}

/// Whole years between two days. Who is born on 29 February has their birthday on
/// 1 March of other years.
fn age(birth: Date, today: Date) -> i16 {
    let had_birthday = (today.month(), today.day()) >= (birth.month(), birth.day());
    today.year() - birth.year() - i16::from(!had_birthday)
}

pub(super) fn gender(reader: &mut Reader<'_>) -> Option<&'static str> {
    let words = ["Male", "Female"];
    reader.word("gender", &words, |word| word, str::eq_ignore_ascii_case)
}

pub(super) fn email(reader: &mut Reader<'_>) -> Option<String> {
    let text = reader.fields.text("email", EMAIL_CHARS)?;
    if !is_email(text) {
        let message = "`email` must have the form name@domain.";
        reader.fault("email", &INVALID_EMAIL, message);
        return None;
    }
    Some(text.to_owned())
}

/// The dot-atom form of RFC 5321 with a domain of at least two labels.
fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else {
        return false;
    };
    let atom = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+/=?^_`{|}~-".contains(c);
    let local_is_right = local.len() <= 64
        && local
            .split('.')
            .all(|part| !part.is_empty() && part.chars().all(atom));
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    local_is_right && domain.contains('.') && domain.split('.').all(label)
}

pub(super) fn phone(reader: &mut Reader<'_>, field: &'static str) -> Option<String> {
    let text = reader.fields.text(field, WORD_CHARS)?;
    match parse_phone(text) {
        Ok(phone) => {
            if !phone.known_prefix() {
                reader.warn(
                    field,
                    "This prefix does not belong to a known mobile operator.",
                );
            }
            Some(phone.e164())
        }
        Err(error) => {
            let message = format!("`{field}` {error}.");
            reader.fault(field, &codes::INVALID_PHONE_NUMBER, message);
            None
        }
    }
}

fn phone_of_kin(reader: &mut Reader<'_>, own: Option<&str>) -> Option<String> {
    let field = "nextOfKinPhone";
    let phone = phone(reader, field)?;
    if own == Some(&phone) {
        reader.warn(field, "This is the applicant's own number.");
    }
    Some(phone)
}

/// A BVN or NIN.
fn number(
    reader: &mut Reader<'_>,
    field: &'static str,
    code: &'static kofa_domain::Code,
    reserved: Reserved,
    required: bool,
) -> Option<String> {
    let text = if required {
        reader.fields.text(field, WORD_CHARS)
    } else {
        reader.fields.optional_text(field, WORD_CHARS)
    }?;
    if !is_digits(text, 11) {
        reader.fault(
            field,
            code,
            format!("`{field}` must have exactly 11 digits."),
        );
        return None;
    }
    reader.refuse_in_live(field, reserved.digit(text).is_some());
    Some(text.to_owned())
}

/// Nationality, state and area: of Nigerians in the gazetteer and in one another, of others
/// free.
fn home(reader: &mut Reader<'_>) -> (Option<&'static str>, Option<String>, Option<String>) {
    let text = reader.fields.text("nationality", NAME_CHARS);
    let country = text.and_then(|text| {
        let country = find_country(text);
        if country.is_none() {
            let message = "`nationality` must be the name or ISO code of a country.";
            reader.fault("nationality", &codes::UNKNOWN_COUNTRY, message);
        }
        country
    });
    if country.is_some_and(|country| country != NIGERIA) {
        let state = reader.fields.optional_text("state", NAME_CHARS);
        let lga = reader.fields.optional_text("lga", NAME_CHARS);
        return (country, state.map(str::to_owned), lga.map(str::to_owned));
    }
    let state = state(reader);
    let lga = lga(reader, state);
    let state = state.map(|state| state.get().name.to_owned());
    (country, state, lga.map(|lga| lga.get().name.to_owned()))
}

fn state(reader: &mut Reader<'_>) -> Option<StateId> {
    let text = reader.fields.text("state", NAME_CHARS)?;
    let found = find_state(text).or_else(|| state_by_code(text));
    if found.is_none() {
        let message = "`state` must be one of the 36 states or the FCT.";
        reader.fault("state", &codes::UNKNOWN_STATE, message);
    }
    found
}

fn lga(reader: &mut Reader<'_>, state: Option<StateId>) -> Option<LgaId> {
    let text = reader.fields.text("lga", NAME_CHARS)?;
    let all = find_lgas(text);
    let Some(first) = all.first().copied() else {
        let message = "`lga` must be one of the 774 local government areas.";
        reader.fault("lga", &codes::UNKNOWN_LGA, message);
        return None;
    };
    let Some(state) = state else {
        return Some(first);
    };
    let found = find_lga_in(state, text);
    if found.is_none() {
        let lies_in: Vec<_> = all.iter().map(|lga| lga.state().get().name).collect();
        let message = format!(
            "`lga` lies in {}, not in {}.",
            lies_in.join(" or "),
            state.get().name
        );
        reader.fault("lga", &codes::LGA_NOT_IN_STATE, message);
    }
    found
}

fn marital_status(reader: &mut Reader<'_>) -> Option<i64> {
    let status = reader.fields.integer("maritalStatus")?;
    if !(0..=5).contains(&status) {
        let must = "must be 0 unknown, 1 single, 2 married, 3 divorced, 4 widowed or 5 separated";
        reader.fields.wrong("maritalStatus", must);
        return None;
    }
    Some(status)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_counted_in_whole_years() {
        let check = |birth: &str, today: &str, years: i16| {
            let of = |text: &str| text.parse::<Date>().unwrap();
            assert_eq!(age(of(birth), of(today)), years, "{birth} on {today}");
        };
        check("2008-07-03", "2026-07-02", 17);
        check("2008-07-03", "2026-07-03", 18);
        check("2008-02-29", "2026-02-28", 17);
        check("2008-02-29", "2026-03-01", 18);
        check("2000-12-31", "2026-01-01", 25);
    }

    #[test]
    fn email_addresses() {
        let check = |text: &str, right: bool| assert_eq!(is_email(text), right, "{text}");
        check("ada@example.com", true);
        check("ada.lovelace+ipo@mail.example.ng", true);
        check("o'neil@example.com", true);
        for wrong in [
            "ada",
            "ada@",
            "@example.com",
            "ada@example",
            "ada@@example.com",
            "a da@example.com",
            "ada@-example.com",
            "ada@example..com",
            ".ada@example.com",
            "ada@exam_ple.com",
            "ada@example.com ",
            "ada@exa\nmple.com",
        ] {
            check(wrong, false);
        }
        check(&format!("{}@example.com", "a".repeat(65)), false);
    }
}
