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

/// A source outside, and how it is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RegistryUpstream)]
pub struct UpstreamView {
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    #[schema(schema_with = upstream_schema)]
    upstream: &'static str,
    /// Its address.
    url: String,
    /// Whether it is asked: `open` is no, after too many failures in a row; `half_open` tries
    /// with the next question.
    #[schema(schema_with = breaker_schema)]
    breaker: &'static str,
    /// Until when nothing is asked; null if it is.
    #[schema(required, format = "date-time")]
    open_until: Option<String>,
    #[schema(inline)]
    counts: Counts,
    /// When an answer last came; null if none did since the server started.
    #[schema(required, format = "date-time")]
    last_answer_at: Option<String>,
    /// What went wrong, ever; the newest first.
    problems: Vec<ProblemView>,
}

/// Since this server started.
#[derive(Debug, Serialize, ToSchema)]
struct Counts {
    /// Questions sent, each repetition counted.
    tries: u64,
    /// Those that were answered, whatever the answer.
    answered: u64,
    /// Those that were not, or with nonsense.
    failed: u64,
    /// Questions that were not sent: the breaker was open, or too many were out.
    refused: u64,
    /// Answers given from what was kept.
    recalled: u64,
}

/// Something that is wrong, or was.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RegistryUpstreamProblem)]
struct ProblemView {
    /// `account`: it refuses the operator's key, balance or permissions. `unreachable`, `cut`,
    /// `late`, `too_large`, `nonsense`, `server_error`: what its answer was. `unknown_fields`:
    /// it sends members that are not understood, which costs nothing but them.
    #[schema(example = "account")]
    problem: String,
    /// In words. Never holds what was asked or answered.
    message: String,
    /// What was asked when it last happened.
    #[schema(example = "company/rc")]
    question: String,
    /// How often it happened.
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
            "List upstreams",
            "The connected sources of the business registry outside, with what went wrong.",
        )
        .answers(&[(200, "All, on one page.")]);
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
