//! How the sources outside are.

use kofa_commands::wire::{Paged, environment_schema, moment};
use kofa_commands::{Command, Fields, Services, Spec};
use kofa_core::ActorAt;
use kofa_core::schema::choice;
use kofa_domain::{Environment, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::TAG;
use crate::lookup::sources::Sources;
use crate::upstream::ops::{ListProblems, UpstreamProblem};
use crate::upstream::{State as BreakerState, UpstreamHealth};

/// An external source and its health.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RegistryUpstream)]
pub struct UpstreamView {
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    #[schema(schema_with = upstream_schema)]
    upstream: &'static str,
    /// The address.
    url: String,
    /// The circuit breaker: `open` blocks requests after too many failures in a row;
    /// `half_open` tries the next request.
    #[schema(schema_with = breaker_schema)]
    breaker: &'static str,
    /// Until when requests are blocked; null if they are not.
    #[schema(required, format = "date-time")]
    open_until: Option<String>,
    #[schema(inline)]
    counts: Counts,
    /// When the last response arrived; null if none since the server started.
    #[schema(required, format = "date-time")]
    last_answer_at: Option<String>,
    /// Problems, newest first.
    problems: Vec<ProblemView>,
}

/// Counts since this server started.
#[derive(Debug, Serialize, ToSchema)]
struct Counts {
    /// Requests sent, including retries.
    tries: u64,
    /// Requests with a response, whatever the response.
    answered: u64,
    /// Requests without a response, or with an unusable one.
    failed: u64,
    /// Requests not sent because the breaker was open or too many were in progress.
    refused: u64,
    /// Responses served from the cache.
    recalled: u64,
}

/// A current or past problem.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RegistryUpstreamProblem)]
struct ProblemView {
    /// `account`: it refuses the operator's key, balance or permissions. `unreachable`, `cut`,
    /// `late`, `too_large`, `nonsense`, `server_error`: its response was missing or unusable in
    /// this way. `unknown_fields`: it sends unknown fields, which are ignored.
    #[schema(example = "account")]
    problem: String,
    /// The message. It never contains request or response data.
    message: String,
    /// The request type when it last happened.
    #[schema(example = "company/rc")]
    question: String,
    /// How many times it happened.
    #[schema(minimum = 1)]
    occurrences: i64,
    #[schema(format = "date-time")]
    first_at: String,
    #[schema(format = "date-time")]
    last_at: String,
}

fn upstream_schema() -> utoipa::openapi::schema::Schema {
    choice(&["cac_vas", "contract"])
}

fn breaker_schema() -> utoipa::openapi::schema::Schema {
    choice(&["closed", "open", "half_open"])
}

impl UpstreamView {
    fn new(health: UpstreamHealth, problems: &[UpstreamProblem]) -> Self {
        let is_its = |one: &&UpstreamProblem| {
            one.environment == health.environment && one.upstream == health.upstream
        };
        let client = health.client;
        Self {
            environment: health.environment,
            upstream: health.upstream.as_str(),
            url: health.url,
            breaker: client.breaker.as_str(),
            open_until: match client.breaker {
                BreakerState::Open(until) => Some(moment(until)),
                BreakerState::Closed | BreakerState::HalfOpen => None,
            },
            counts: Counts {
                tries: client.attempts,
                answered: client.answered,
                failed: client.failed,
                refused: client.refused,
                recalled: health.recalled,
            },
            last_answer_at: client.last_answer_at.map(moment),
            problems: problems
                .iter()
                .filter(is_its)
                .map(ProblemView::of)
                .collect(),
        }
    }
}

impl ProblemView {
    fn of(problem: &UpstreamProblem) -> Self {
        Self {
            problem: problem.problem.clone(),
            message: problem.message.clone(),
            question: problem.question.clone(),
            occurrences: problem.occurrences,
            first_at: moment(problem.first_at),
            last_at: moment(problem.last_at),
        }
    }
}

impl Command for ListProblems {
    const SPEC: &'static Spec = &Spec::get("listRegistryUpstreams", "/admin/v1/registry/upstreams")
        .about(
            TAG,
            "List registry upstreams",
            "Lists the connected external sources of the business registry, with their problems.",
        )
        .answers(&[(200, "All items, on one page.")]);
    type Output = Paged<UpstreamView>;

    fn read(_: &mut Fields<'_>) -> Option<Self> {
        Some(Self)
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let sources = services.part::<Sources>()?;
        let problems = services.store.read(self).await?;
        let all = sources.health().into_iter();
        let all = all.map(|health| UpstreamView::new(health, &problems));
        Ok(Paged::whole(all.collect(), |view| view))
    }
}
