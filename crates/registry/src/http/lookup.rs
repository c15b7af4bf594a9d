//! What every look-up by number reads, asks and refuses in the same way.

use std::borrow::Cow;

use kofa_core::codes::{SANDBOX_VALUE_IN_LIVE, UPSTREAM_NOT_CONFIGURED};
use kofa_core::schema::{choice, integer, text};
use kofa_domain::{Code, Environment, Error, Fault, Result, codes as common};
use kofa_gate::{Answer, Query, Reference, Refusal};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::openapi::schema::Schema;

use crate::codes::{
    COMPANY_NOT_FOUND, ENTITY_TYPE_CONFLICT, INVALID_ENTITY_TYPE, INVALID_RC_NUMBER,
    UPSTREAM_ACCOUNT_PROBLEM, UPSTREAM_INVALID_ANSWER, UPSTREAM_REJECTED, UPSTREAM_TIMEOUT,
    UPSTREAM_UNAVAILABLE,
};
use crate::lookup::disambiguation::{Choice, choose};
use crate::lookup::sources::Sources;
use crate::record::Record;
use crate::rules::{EntityType, RC_NUMBER_PATTERN, RcInput, RcNumber, read_rc_number};
use crate::source_settings::{AGE_SECONDS_MAX, Ask, Operation};
use crate::upstream::UPSTREAM_MS_MAX;

/// Which entity a valid request asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lookup {
    pub(super) number: RcNumber,
    pub(super) prefix: Option<EntityType>,
    pub(super) entity_type: Option<EntityType>,
    pub(super) max_age_seconds: Option<u32>,
}

/// The codes of every look-up by number.
pub(super) const CODES: &[&Code] = &[
    &INVALID_RC_NUMBER,
    &INVALID_ENTITY_TYPE,
    &ENTITY_TYPE_CONFLICT,
    &SANDBOX_VALUE_IN_LIVE,
    &COMPANY_NOT_FOUND,
    &UPSTREAM_REJECTED,
    &UPSTREAM_UNAVAILABLE,
    &UPSTREAM_TIMEOUT,
    &UPSTREAM_INVALID_ANSWER,
    &UPSTREAM_ACCOUNT_PROBLEM,
    &UPSTREAM_NOT_CONFIGURED,
    &common::INVALID_FIELD,
];

/// Longest a call may take that waits for an upstream, in milliseconds: the longest time limit
/// that can be set for one, and some for ourselves.
pub(super) const CALL_MS_MAX: u64 = UPSTREAM_MS_MAX + 5_000;

impl Lookup {
    /// Reads `rcNumber`, `entityType` and `maxAge`.
    ///
    /// # Errors
    /// All faults at once: `missing_field`, `invalid_rc_number`, `invalid_entity_type`,
    /// `entity_type_conflict`, `sandbox_value_in_live`, `invalid_field`.
    pub(super) fn read(environment: Environment, query: &Query) -> Result<Self> {
        let mut faults = Vec::new();
        match Self::read_into(environment, query, &mut faults) {
            Some(lookup) if faults.is_empty() => Ok(lookup),
            _ => Err(Error::faults(faults)),
        }
    }

    /// As [`Lookup::read`], for a request with other parameters too: faults are added to
    /// `faults`. The result counts only if none are there.
    pub(super) fn read_into(
        environment: Environment,
        query: &Query,
        faults: &mut Vec<Fault>,
    ) -> Option<Self> {
        let number = query.filled("rcNumber");
        let number = read_number(environment, number, "rcNumber".into(), faults);
        let entity_type = read_entity_type(query, faults);
        let max_age_seconds = read_max_age(query, faults);
        let lookup = Self::of(number?, entity_type, "entityType".into(), faults);
        Some(Self {
            max_age_seconds,
            ..lookup
        })
    }

    /// Of a number and a kind that go together; else `field`, which named the kind, is at fault.
    fn of(
        number: RcInput,
        entity_type: Option<EntityType>,
        field: Cow<'static, str>,
        faults: &mut Vec<Fault>,
    ) -> Self {
        if let Some(message) = entity_type.and_then(|said| number.conflict_with(said)) {
            faults.push(Fault::on(field, &ENTITY_TYPE_CONFLICT, message));
        }
        Self {
            number: number.number,
            prefix: number.prefix,
            entity_type,
            max_age_seconds: None,
        }
    }

    /// Reads `rcNumber` and `entityType` of a JSON object; the names of its fields begin with
    /// `within` in faults, such as `companies[3].`. The result counts only if there are none.
    pub(super) fn read_object(
        environment: Environment,
        (object, within): (&Map<String, Value>, &str),
        faults: &mut Vec<Fault>,
    ) -> Option<Self> {
        let filled = |name: &str| {
            let text = object.get(name).filter(|value| !value.is_null());
            // What is no text is no number and no kind either.
            text.map(|value| value.as_str().unwrap_or("?").trim())
        };
        let field = |name: &str| Cow::from(format!("{within}{name}"));
        let number = filled("rcNumber").filter(|text| !text.is_empty());
        let number = read_number(environment, number, field("rcNumber"), faults);
        let entity_type = match filled("entityType").map(EntityType::parse) {
            Some(None) => {
                faults.push(unknown_kind(field("entityType")));
                None
            }
            read => read.flatten(),
        };
        Some(Self::of(number?, entity_type, field("entityType"), faults))
    }

    /// As it was sent: a number with the prefix that binds, and the kind that was said.
    pub(crate) fn parts(&self) -> (String, Option<EntityType>) {
        let prefix = self.prefix.map_or("", EntityType::prefix);
        (format!("{prefix}{}", self.number), self.entity_type)
    }

    /// The same, for records of at most this age.
    #[must_use]
    pub(crate) fn no_older_than(self, max_age_seconds: Option<u32>) -> Self {
        Self {
            max_age_seconds,
            ..self
        }
    }

    /// Of [`Lookup::parts`].
    pub(crate) fn of_parts(number: &str, entity_type: Option<EntityType>) -> Option<Self> {
        let number = read_rc_number(number).ok()?;
        Some(Self {
            number: number.number,
            prefix: number.prefix,
            entity_type,
            max_age_seconds: None,
        })
    }

    /// The question that this look-up is.
    pub(super) fn ask(&self, environment: Environment, operation: Operation) -> Ask {
        Ask {
            entity_type: self.entity_type,
            hint: self.binding_prefix(),
            max_age_seconds: self.max_age_seconds,
            ..Ask::new(environment, operation)
        }
    }

    /// The kind that the prefix says: `RC` is written before any number; the other prefixes
    /// mean what they say.
    pub(super) fn binding_prefix(&self) -> Option<EntityType> {
        self.prefix.filter(|prefix| *prefix != EntityType::Company)
    }

    /// Chooses among what a source knows.
    ///
    /// # Errors
    /// `company_not_found`.
    pub(super) fn choose_among(&self, records: Vec<Record>) -> Result<Choice> {
        choose(records, self.entity_type, self.prefix).ok_or_else(|| not_found(self))
    }

    /// Asks the source of `environment` and chooses among what it knows.
    ///
    /// # Errors
    /// `company_not_found`, or the source's.
    pub(crate) async fn choose(
        &self,
        sources: &Sources,
        environment: Environment,
        operation: Operation,
    ) -> Result<Choice> {
        let ask = self.ask(environment, operation);
        self.choose_among(sources.by_rc(&ask, &self.number).await?)
    }
}

/// The answer of a look-up. A refusal by the registry counts as executed: it was asked.
///
/// # Errors
/// `found`'s.
pub(super) fn answer(found: Result<impl Serialize>) -> Result<Answer, Refusal> {
    match found {
        Ok(answer) => Ok(Answer::json(200, &answer)?),
        Err(error) if *error.code() == UPSTREAM_REJECTED => Err(Refusal::executed(error)),
        Err(error) => Err(error.into()),
    }
}

/// Describes `rcNumber` and `entityType`.
pub(super) fn parameters(reference: Reference) -> Reference {
    let reference = reference
        .query(
            "rcNumber",
            true,
            text(RC_NUMBER_PATTERN),
            "The registration number, with or without the prefix `RC`, `BN`, `IT`, `LP` or `LLP`: \
             `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is accepted \
             with any type of entity; the other prefixes find only their own type.",
        )
        .query(
            "entityType",
            false,
            choice(EntityType::DOCUMENTED),
            "Finds only this type of entity. Case does not matter.",
        );
    max_age_parameter(reference)
}

/// The schema of `rcNumber` in a body.
pub(super) fn rc_number_schema() -> Schema {
    text(RC_NUMBER_PATTERN)
}

/// Describes `maxAge`.
pub(super) fn max_age_parameter(reference: Reference) -> Reference {
    reference.query(
        "maxAge",
        false,
        integer(0, i64::from(AGE_SECONDS_MAX)),
        "The maximum age of the record, in seconds: 0 queries the registry now. You can only ask \
         for fresher data than the operator's setting; an imported register cannot be fresher than \
         its import, and then returns `stale`.",
    )
}

/// `maxAge` of a query.
pub(super) fn read_max_age(query: &Query, faults: &mut Vec<Fault>) -> Option<u32> {
    let text = query.filled("maxAge")?;
    let is_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let seconds = text
        .parse()
        .ok()
        .filter(|it| is_digits && *it <= AGE_SECONDS_MAX);
    if seconds.is_none() {
        let message =
            format!("`maxAge` must be a whole number of seconds, 0 to {AGE_SECONDS_MAX}.");
        faults.push(Fault::on("maxAge", &common::INVALID_FIELD, message));
    }
    seconds
}

fn read_number(
    environment: Environment,
    text: Option<&str>,
    field: Cow<'static, str>,
    faults: &mut Vec<Fault>,
) -> Option<RcInput> {
    let Some(text) = text else {
        faults.push(Fault::missing(field));
        return None;
    };
    let input = match read_rc_number(text) {
        Ok(input) => input,
        Err(why) => {
            let message = why.message(&field);
            faults.push(Fault::on(field, &INVALID_RC_NUMBER, message));
            return None;
        }
    };
    if environment == Environment::Live && input.number.reserved().is_some() {
        faults.push(Fault::on(
            field,
            &SANDBOX_VALUE_IN_LIVE,
            "The numbers 0000010 to 0000099 work in the sandbox only.",
        ));
    }
    Some(input)
}

/// `entityType` of a query.
pub(super) fn read_entity_type(query: &Query, faults: &mut Vec<Fault>) -> Option<EntityType> {
    let word = query.get("entityType")?;
    let kind = EntityType::parse(word);
    if kind.is_none() {
        faults.push(unknown_kind("entityType".into()));
    }
    kind
}

fn unknown_kind(field: Cow<'static, str>) -> Fault {
    let words = EntityType::ALL.map(EntityType::as_str).join(", ");
    let message = format!("`{field}` must be one of {words}.");
    Fault::on(field, &INVALID_ENTITY_TYPE, message)
}

pub(super) fn not_found(input: &Lookup) -> Error {
    let number = &input.number;
    let message = match (input.entity_type, input.binding_prefix()) {
        (Some(kind), _) => format!("No {} is registered under {number}.", kind.in_words()),
        (None, Some(kind)) => format!(
            "No {} is registered under {number}. Without the prefix {}, any type of entity is \
             found.",
            kind.in_words(),
            kind.prefix()
        ),
        (None, None) => format!("No entity is registered under {number}."),
    };
    Error::on("rcNumber", &COMPANY_NOT_FOUND, message)
}
