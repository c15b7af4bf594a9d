//! Who answers which endpoint, and how those outside are.

use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::{Path, State};
use axum::response::Response;
use http::StatusCode;
use kofa_commands::Entry;
use kofa_core::Right;
use kofa_core::codes::UNKNOWN_OPERATION;
use kofa_domain::{Environment, Error, Result};
use kofa_portal::kit::show::{Html, ago, count, environment, moment};
use kofa_portal::kit::{
    CommandForm, Faults, Form, Layout, NavLink, OperatorForm, Page, SignedInOperator, WebState, go,
    labelled, respond,
};
use kofa_registry::commands::SetRegistrySource;
use kofa_registry::source_settings::{Operation, SourceKind, SourceSetting};
use kofa_registry::upstream::{State as BreakerState, UpstreamHealth};
use kofa_registry::{ListProblems, ListSourceSettings, Sources, UpstreamProblem};

use super::tabs;
use crate::asked::{self, Asked, shell_in, words};
use crate::inputs::{Input, Kind, Pick};
use crate::names::Names;
use crate::sheet::{self, Sheet};

const PATH: &str = "/console/register/sources";
const SOURCE: &str = "Source";
const MAX_AGE: &str = "Cache for (seconds)";
const STALE: &str = "Serve stale for (seconds)";

fn label(name: &str) -> Option<&'static str> {
    match name {
        "source" => Some(SOURCE),
        "maxAgeSeconds" => Some(MAX_AGE),
        "staleSeconds" => Some(STALE),
        _ => None,
    }
}

/// `GET /console/register/sources`
#[derive(Debug, Template)]
#[template(path = "console/register/sources.html")]
struct List<'a> {
    layout: &'a Layout,
    tabs: [NavLink; 3],
    may_change: bool,
    rows: Vec<Row>,
    lines: Vec<Line>,
}

#[derive(Debug)]
struct Row {
    href: String,
    operation: &'static str,
    source: &'static str,
    is_connected: bool,
    max_age: String,
    stale: String,
    changed: Html,
}

#[derive(Debug)]
struct Line {
    name: &'static str,
    url: String,
    breaker: String,
    tone: &'static str,
    until: Option<Html>,
    counts: String,
    last: Option<Html>,
    problems: Vec<Problem>,
}

#[derive(Debug)]
struct Problem {
    name: String,
    message: String,
    question: String,
    occurrences: String,
    last: Html,
}

fn source_name(source: SourceKind) -> &'static str {
    match source {
        SourceKind::Local => "Imported register",
        SourceKind::CacVas => "CAC value-added service",
        SourceKind::Contract => "Another server with this API",
    }
}

/// An age as people read it.
fn age(seconds: u32) -> String {
    let seconds = i64::from(seconds);
    let (number, unit) = match seconds {
        0 => return "never".to_owned(),
        1..=119 => (seconds, "s"),
        120..=7_199 => (seconds / 60, "min"),
        7_200..=172_799 => (seconds / 3_600, "h"),
        _ => (seconds / 86_400, "days"),
    };
    format!("{} {unit}", count(number))
}

impl Row {
    fn new(setting: SourceSetting, sources: &Sources, names: &Names) -> Self {
        let (world, operation) = (setting.environment, setting.operation.id());
        let changed = setting
            .changed
            .map(|(_, by)| Html(format!("by {}", names.shown(&by))));
        let may_be_kept = setting.operation.may_be_kept() && setting.source != SourceKind::Local;
        let shown = |seconds| match may_be_kept {
            true => age(seconds),
            false => "–".to_owned(),
        };
        Self {
            href: format!("/console/register/source/{world}/{operation}"),
            operation,
            source: source_name(setting.source),
            is_connected: sources.has(world, setting.source),
            max_age: shown(setting.max_age_seconds),
            stale: shown(setting.stale_seconds),
            changed: changed.unwrap_or_else(|| Html("never".to_owned())),
        }
    }
}

impl Line {
    fn new(
        health: UpstreamHealth,
        problems: &[UpstreamProblem],
        signed_in: &SignedInOperator,
    ) -> Self {
        let its = |one: &&UpstreamProblem| {
            one.environment == health.environment && one.upstream == health.upstream
        };
        let now = signed_in.by.at;
        let number = |one: u64| count(i64::try_from(one).unwrap_or(i64::MAX));
        let problem = |one: &UpstreamProblem| Problem {
            name: words(&one.problem),
            message: one.message.clone(),
            question: one.question.clone(),
            occurrences: count(one.occurrences),
            last: ago(one.last_at, now),
        };
        let client = health.client;
        let (tone, until) = match client.breaker {
            BreakerState::Closed => ("ok", None),
            BreakerState::HalfOpen => ("warn", None),
            BreakerState::Open(until) => ("bad", Some(moment(until))),
        };
        Self {
            problems: problems.iter().filter(its).map(problem).collect(),
            name: health.upstream.as_str(),
            breaker: words(client.breaker.as_str()),
            tone,
            until,
            counts: format!(
                "{} sent, {} succeeded, {} failed, {} not sent, {} served from cache",
                number(client.attempts),
                number(client.answered),
                number(client.failed),
                number(client.refused),
                number(health.recalled)
            ),
            last: client.last_answer_at.map(|at| ago(at, now)),
            url: health.url,
        }
    }
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    Extension(sources): Extension<Sources>,
    signed_in: SignedInOperator,
    asked: Asked,
) -> Page {
    let world = asked.environment()?;
    let chosen = web.admin.store.read(ListSourceSettings).await?;
    let problems = web.admin.store.read(ListProblems).await?;
    let set = Operation::ALL.map(|operation| SourceSetting::of(&chosen, world, operation));
    let by = set
        .iter()
        .filter_map(|one| Some(one.changed.as_ref()?.1.as_str()));
    let names = Names::of(&web, by.collect()).await?;
    let row = |operation| {
        Row::new(
            SourceSetting::of(&chosen, world, operation),
            &sources,
            &names,
        )
    };
    let health = sources.health().into_iter();
    let of_world = health.filter(|line| line.environment == world);
    let href = |one: Environment| format!("{PATH}?environment={one}");
    let layout = shell_in(&web, &signed_in, "register", "Sources", (world, href));
    let page = List {
        layout: &layout,
        tabs: tabs("sources"),
        may_change: signed_in.may(Right::Market),
        rows: Operation::ALL.map(row).into(),
        lines: of_world
            .map(|line| Line::new(line, &problems, &signed_in))
            .collect(),
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

/// The endpoint that a path names.
fn which((world, operation): (String, String)) -> Result<(Environment, Operation)> {
    let operation = Operation::parse(&operation);
    let operation = operation.ok_or_else(|| Error::plain(&UNKNOWN_OPERATION))?;
    Ok((asked::environment(&world)?, operation))
}

async fn find(web: &WebState, world: Environment, operation: Operation) -> Result<SourceSetting> {
    let chosen = web.admin.store.read(ListSourceSettings).await?;
    Ok(SourceSetting::of(&chosen, world, operation))
}

pub(super) async fn one(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    Path(path): Path<(String, String)>,
) -> Page {
    let (world, operation) = which(path)?;
    signed_in.by.actor.needs(Right::Market)?;
    let setting = find(&web, world, operation).await?;
    Ok(show(&web, &signed_in, &setting, None, Faults::default()))
}

fn show(
    web: &WebState,
    signed_in: &SignedInOperator,
    setting: &SourceSetting,
    typed: Option<&Form>,
    faults: Faults,
) -> Response {
    let operation = setting.operation.id();
    let mut layout = Layout::console(web, signed_in, "register", format!("Source of {operation}"));
    layout.world = setting.environment.as_str();
    let value = |name: &str, kept: u32| match typed {
        None => kept.to_string(),
        Some(form) => form.text(name).to_owned(),
    };
    let chosen = typed.map_or(setting.source.as_str(), |form| form.text("source"));
    let picks = SourceKind::ALL.map(|one| {
        let word = one.as_str();
        Pick::new(word, source_name(one), word == chosen)
    });
    let mut inputs = vec![Input::line("source", SOURCE, "").kind(Kind::Choice(picks.into()))];
    if setting.operation.may_be_kept() {
        let kept = value("maxAgeSeconds", setting.max_age_seconds);
        inputs.push(
            Input::line("maxAgeSeconds", MAX_AGE, kept)
                .hint("0 turns caching off. Not used for the imported register."),
        );
        let stale = value("staleSeconds", setting.stale_seconds);
        inputs.push(
            Input::line("staleSeconds", STALE, stale)
                .hint("0 turns this off. Stale responses are marked as stale."),
        );
    }
    let sheet = Sheet {
        lead: "Takes effect within a second. You can select an external source once it is \
               configured."
            .to_owned(),
        facts: vec![
            ("Endpoint", operation.to_owned()),
            ("Environment", environment(setting.environment).to_owned()),
        ],
        inputs,
        action: format!(
            "/console/register/source/{}/{operation}",
            setting.environment
        ),
        back: format!("{PATH}?environment={}", setting.environment),
        button: "Save",
        faults,
    };
    sheet::answer(web, &layout, sheet)
}

pub(super) async fn save(
    State(web): State<Arc<WebState>>,
    Path(path): Path<(String, String)>,
    sent: OperatorForm,
) -> Page {
    let (world, operation) = which(path)?;
    let (signed_in, form) = (sent.signed_in, sent.form);
    signed_in.by.actor.needs(Right::Market)?;
    let set = CommandForm::new(Entry::of::<SetRegistrySource>())
        .with("environment", world.as_str())
        .with("operationId", operation.id())
        .filled(&form);
    match set.run(&web.admin.services(), signed_in.by.clone()).await {
        Ok(_) => {
            let said = format!("Source of {} saved.", operation.id());
            Ok(go(&web, &format!("{PATH}?environment={world}"), &said))
        }
        Err(error) => {
            let faults = Faults::of(labelled(error, label))?;
            let setting = find(&web, world, operation).await?;
            Ok(show(&web, &signed_in, &setting, Some(&form), faults))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_read_in_one_unit() {
        let check = |seconds, expected: &str| assert_eq!(age(seconds), expected);
        check(0, "never");
        check(90, "90 s");
        check(3_600, "60 min");
        check(86_400, "24 h");
        check(604_800, "7 days");
    }
}
