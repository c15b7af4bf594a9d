//! What a request for a tax number must say. Address, phone and e-mail are checked as the
//! tax authority would, sent on to one outside, and not kept.

use kofa_core::codes::SANDBOX_VALUE_IN_LIVE;
use kofa_core::text::{EMAIL_CHARS_MAX, read_email};
use kofa_domain::{Environment, Error, Fault, Result, Sensitive, Wipe};
use kofa_gazetteer::{StateId, find_lga_in, find_lgas, find_state, parse_phone, state_by_code};
use kofa_input::Fields;
use serde_json::{Map, Value};

use crate::codes::{ENTITY_TYPE_CONFLICT, INVALID_ENTITY_TYPE, INVALID_RC_NUMBER};
use crate::rules::{EntityType, RcInput, RcNumber, read_rc_number};

/// Longest number, kind, state, area and phone, in characters.
pub(crate) const TEXT_CHARS: usize = 100;
/// Longest address, in characters.
pub(crate) const ADDRESS_CHARS: usize = 300;
/// Fewest letters and digits that can be an address.
const ADDRESS_LETTERS_MIN: usize = 5;

/// For whom a number is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Application {
    pub(crate) rc_number: RcNumber,
    /// The kind of entity, always said: a number is not given to a guess.
    pub(crate) entity_type: EntityType,
    /// For a tax authority outside; nothing of it is kept here.
    pub(crate) contact: Sensitive<Contact>,
}

/// Where the company is reached. Empty texts in a request with faults.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Contact {
    pub(crate) address: String,
    pub(crate) state: String,
    /// The local government area, as it was written.
    pub(crate) lga: String,
    /// As it was written.
    pub(crate) phone: String,
    /// As it was written.
    pub(crate) email: String,
}

impl Wipe for Contact {
    fn wipe(&mut self) {
        let Self {
            address,
            state,
            lga,
            phone,
            email,
        } = self;
        for text in [address, state, lga, phone, email] {
            text.wipe();
        }
    }
}

/// Reads and checks a request body.
///
/// # Errors
/// All faults at once: `missing_field`, `invalid_field`, `invalid_rc_number`,
/// `invalid_entity_type`, `entity_type_conflict`, `sandbox_value_in_live`, `invalid_email`.
pub(crate) fn read_application(
    environment: Environment,
    body: &Map<String, Value>,
) -> Result<Application> {
    let mut fields = Fields::new(body);
    let number = number(environment, &mut fields);
    let entity_type = entity_type(&mut fields);
    let both = number.as_ref().zip(entity_type);
    if let Some(message) = both.and_then(|(number, said)| number.conflict_with(said)) {
        fields.fault(Fault::on("entityType", &ENTITY_TYPE_CONFLICT, message));
    }
    address(&mut fields);
    let state = state(&mut fields);
    area(&mut fields, state);
    phone(&mut fields);
    email(&mut fields);
    let contact = Sensitive::new(contact(body, state));
    fields.finish()?;
    match (number, entity_type) {
        (Some(number), Some(entity_type)) => Ok(Application {
            rc_number: number.number,
            entity_type,
            contact,
        }),
        _ => Err(Error::internal("a valid application names no company")),
    }
}

fn contact(body: &Map<String, Value>, state: Option<StateId>) -> Contact {
    let text = |name: &str| {
        let text = body.get(name).and_then(Value::as_str).unwrap_or_default();
        text.trim().to_owned()
    };
    Contact {
        address: text("address"),
        state: state.map_or(String::new(), |state| state.get().name.to_owned()),
        lga: text("localGovernmentArea"),
        phone: text("phone"),
        email: text("email"),
    }
}

fn number(environment: Environment, fields: &mut Fields<'_>) -> Option<RcInput> {
    let text = fields.text("rcNumber", TEXT_CHARS)?;
    let input = match read_rc_number(text) {
        Ok(input) => input,
        Err(why) => {
            let message = why.message("rcNumber");
            fields.fault(Fault::on("rcNumber", &INVALID_RC_NUMBER, message));
            return None;
        }
    };
    if environment == Environment::Live && input.number.reserved().is_some() {
        let message = "The numbers 0000010 to 0000099 work in the sandbox only.";
        fields.fault(Fault::on("rcNumber", &SANDBOX_VALUE_IN_LIVE, message));
    }
    Some(input)
}

fn entity_type(fields: &mut Fields<'_>) -> Option<EntityType> {
    let kind = EntityType::parse(fields.text("entityType", TEXT_CHARS)?);
    if kind.is_none() {
        let words = EntityType::ALL.map(EntityType::as_str).join(", ");
        let message = format!("`entityType` must be one of {words}.");
        fields.fault(Fault::on("entityType", &INVALID_ENTITY_TYPE, message));
    }
    kind
}

fn address(fields: &mut Fields<'_>) {
    let Some(text) = fields.text("address", ADDRESS_CHARS) else {
        return;
    };
    let letters = text.chars().filter(|letter| letter.is_alphanumeric());
    let has_word = text.chars().any(char::is_alphabetic);
    if letters.count() < ADDRESS_LETTERS_MIN || !has_word {
        fields.wrong(
            "address",
            "must name a street or place, such as 14 Adeola Odeku Street, Victoria Island",
        );
    } else if text
        .chars()
        .any(|letter| letter.is_control() && letter != '\n')
    {
        fields.wrong("address", "must not hold control characters");
    }
}

fn state(fields: &mut Fields<'_>) -> Option<StateId> {
    let text = fields.text("state", TEXT_CHARS)?;
    let found = find_state(text).or_else(|| state_by_code(text));
    if found.is_none() {
        fields.wrong(
            "state",
            "must be one of the 36 states or the FCT, such as Lagos",
        );
    }
    found
}

fn area(fields: &mut Fields<'_>, state: Option<StateId>) {
    const NAME: &str = "localGovernmentArea";
    let Some(text) = fields.text(NAME, TEXT_CHARS) else {
        return;
    };
    let all = find_lgas(text);
    if all.is_empty() {
        fields.wrong(
            NAME,
            "must be one of the 774 local government areas, such as Eti-Osa",
        );
    } else if let Some(state) = state
        && find_lga_in(state, text).is_none()
    {
        let lies_in: Vec<_> = all.iter().map(|area| area.state().get().name).collect();
        let (lies_in, said) = (lies_in.join(" and "), state.get().name);
        fields.wrong(NAME, &format!("lies in {lies_in}, not in {said}"));
    }
}

fn phone(fields: &mut Fields<'_>) {
    if let Some(text) = fields.text("phone", TEXT_CHARS)
        && let Err(why) = parse_phone(text)
    {
        fields.wrong("phone", &why.to_string());
    }
}

fn email(fields: &mut Fields<'_>) {
    let mut faults = Vec::new();
    if let Some(text) = fields.text("email", EMAIL_CHARS_MAX) {
        let _ = read_email("email", text, &mut faults);
    }
    for fault in faults {
        fields.fault(fault);
    }
}

#[cfg(test)]
#[path = "application_tests.rs"]
mod tests;
