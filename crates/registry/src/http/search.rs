//! `GET /api/v1/company/search`

use kofa_core::codes::UPSTREAM_NOT_CONFIGURED;
use kofa_core::endpoint::{Billable, Endpoint};
use kofa_core::schema::{choice, text};
use kofa_domain::{Code, Error, Fault, Kobo, Result, Timestamp, codes as common};
use kofa_gate::call::Call;
use kofa_gate::{Answer, Paging, ProductEndpoint, Query, Reference, Refusal, Request};
use serde::Serialize;
use utoipa::ToSchema;

use super::lookup::read_entity_type;
use super::wire::CompanyRecord;
use crate::codes::{INVALID_ENTITY_NAME, INVALID_ENTITY_TYPE};
use crate::endpoint::BASE;
use crate::lookup::disambiguation::Choice;
use crate::lookup::sources::Sources;
use crate::names::search::NameQuestion;
use crate::register::named::{CompanyFilter, LOOKED_AT_MAX, NamedCompanies};
use crate::rules::{EntityType, RegistrationStatus};

/// Fewest letters and digits that are looked for.
const LETTERS_MIN: usize = 3;
/// Longest name of a state, in characters.
const STATE_CHARS_MAX: usize = 60;
const _: () = assert!(LOOKED_AT_MAX == 1_000, "the description says so too");

/// Finds companies by their names.
#[derive(Clone, Debug)]
pub struct SearchCompanies {
    sources: Sources,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "searchCompanies",
    path: "/api/v1/company/search",
    default_price: Kobo::new(2_500),
    billable: &[Billable {
        status: 200,
        when: "the page has at least one entity",
    }],
    shown: super::SHOWN,
    ..BASE
};

/// What a valid request asks.
#[derive(Debug, PartialEq, Eq)]
pub struct SearchInput {
    question: NameQuestion,
    filter: CompanyFilter,
    paging: Paging,
}

impl SearchCompanies {
    /// Over `sources`.
    pub fn new(sources: Sources) -> Self {
        Self { sources }
    }
}

impl ProductEndpoint for SearchCompanies {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = SearchInput;

    async fn read(&self, call: &Call, request: &Request) -> Result<SearchInput> {
        let input = read_query(&request.query())?;
        self.sources.must_have_register(call.environment()).await?;
        Ok(input)
    }

    async fn run(&self, call: &Call, input: SearchInput) -> Result<Answer, Refusal> {
        let SearchInput {
            question,
            filter,
            paging,
        } = input;
        let found = self
            .sources
            .by_name(call.environment(), question, filter)
            .await?;
        let found = CompanySearchAnswer::new(found, paging, call.now())?;
        let answer = Answer::json(200, &found)?;
        Ok(match found.data.companies.is_empty() {
            true => answer.free(),
            false => answer,
        })
    }

    fn reference() -> Reference {
        Paging::described(
            Reference::new("Search companies by name", DESCRIPTION)
                .query(
                    "name",
                    true,
                    text(""),
                    "Words of the name, with at least three letters or digits besides the legal \
                     form, and at most 10 words or 300 characters: `ifedapo micro`.",
                )
                .query(
                    "entityType",
                    false,
                    choice(EntityType::DOCUMENTED),
                    "Only entities of this type. Case does not matter.",
                )
                .query(
                    "state",
                    false,
                    text(""),
                    "Only entities with a registered address in this state: `Lagos`, up to 60 \
                     characters.",
                )
                .query(
                    "status",
                    false,
                    choice(&RegistrationStatus::ALL.map(RegistrationStatus::as_str)),
                    "Only entities with this status.",
                ),
        )
        .answers::<CompanySearchAnswer>(200, "A page of entities, possibly empty.")
        .codes(CODES)
    }
}

const DESCRIPTION: &str = "Finds entities whose names contain every word of `name`, where the last \
                           word can be the beginning of a word. Accents, case, punctuation and \
                           legal forms do not matter. The closest names come first: the exact \
                           name, then names that start with its words, then names with fewer other \
                           words; active entities before others.\n\nAt most 1,000 matching \
                           entities are considered: `isComplete` says whether there are more, in \
                           which case use a more specific name. `entityType`, `state` and `status` \
                           filter those. The search uses the register that the operator imported, \
                           even if lookups are answered by an external registry. A page without \
                           entities is free.";

const CODES: &[&Code] = &[
    &INVALID_ENTITY_NAME,
    &INVALID_ENTITY_TYPE,
    &UPSTREAM_NOT_CONFIGURED,
    &common::INVALID_FIELD,
];

fn read_query(query: &Query) -> Result<SearchInput> {
    let mut faults = Vec::new();
    let question = read_name(query, &mut faults);
    let filter = CompanyFilter {
        entity_type: read_entity_type(query, &mut faults),
        state: read_state(query, &mut faults),
        status: read_status(query, &mut faults),
    };
    let paging = Paging::from_query(query, &mut faults);
    match question {
        Some(question) if faults.is_empty() => Ok(SearchInput {
            question,
            filter,
            paging,
        }),
        _ => Err(Error::faults(faults)),
    }
}

fn read_name(query: &Query, faults: &mut Vec<Fault>) -> Option<NameQuestion> {
    let Some(name) = query.filled("name") else {
        faults.push(Fault::missing("name"));
        return None;
    };
    let question = NameQuestion::read(name);
    let must = match &question {
        Ok(question) if question.letters() < LETTERS_MIN => {
            format!("must have at least {LETTERS_MIN} letters or digits")
        }
        Ok(_) => return question.ok(),
        Err(wrong) => wrong.must.to_string(),
    };
    faults.push(Fault::on(
        "name",
        &INVALID_ENTITY_NAME,
        format!("`name` {must}."),
    ));
    None
}

fn read_state(query: &Query, faults: &mut Vec<Fault>) -> Option<String> {
    let state = query.filled("state")?;
    if state.chars().count() > STATE_CHARS_MAX || state.chars().any(char::is_control) {
        let message = format!("`state` must be a name of at most {STATE_CHARS_MAX} characters.");
        faults.push(Fault::on("state", &common::INVALID_FIELD, message));
    }
    Some(state.to_owned())
}

fn read_status(query: &Query, faults: &mut Vec<Fault>) -> Option<RegistrationStatus> {
    let word = query.filled("status")?;
    let status = RegistrationStatus::parse(word);
    if status.is_none() {
        let words = RegistrationStatus::ALL
            .map(RegistrationStatus::as_str)
            .join(", ");
        let message = format!("`status` must be one of {words}.");
        faults.push(Fault::on("status", &common::INVALID_FIELD, message));
    }
    status
}

/// A page of entities.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompanySearchAnswer {
    /// The HTTP status.
    #[schema(minimum = 200, maximum = 200, example = 200)]
    status_code: u16,
    /// Always true: an empty page is a valid result.
    success: bool,
    /// A human-readable message with the number of results.
    #[schema(example = "2 entities found.")]
    message: String,
    data: CompanySearchPage,
}

/// What was found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompanySearchPage {
    /// Closest names first.
    companies: Vec<CompanyRecord>,
    /// From 1.
    #[schema(minimum = 1)]
    page: i64,
    #[schema(minimum = 1, maximum = 100)]
    size: i64,
    #[schema(minimum = 0)]
    total_pages: i64,
    /// Number of matching entities among those considered.
    #[schema(minimum = 0, maximum = 1_000)]
    total_count: i64,
    /// Whether all entities with such a name were considered; otherwise only the first 1,000 were.
    is_complete: bool,
}

impl CompanySearchAnswer {
    fn new(found: NamedCompanies, paging: Paging, now: Timestamp) -> Result<Self> {
        let total = i64::try_from(found.records.len()).map_err(Error::internal)?;
        let shown = paging.cut(found.records).into_iter();
        let companies = shown.map(|record| CompanyRecord::new(Choice::only(record), now));
        let entities = if total == 1 { "entity" } else { "entities" };
        let more = if found.is_complete {
            ""
        } else {
            " There are more: use a more specific name."
        };
        Ok(Self {
            status_code: 200,
            success: true,
            message: format!("{total} {entities} found.{more}"),
            data: CompanySearchPage {
                companies: companies.collect(),
                page: paging.page,
                size: paging.size,
                total_pages: paging.pages(total),
                total_count: total,
                is_complete: found.is_complete,
            },
        })
    }
}
