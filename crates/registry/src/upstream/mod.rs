//! Sources outside.
//!
//! * `breaker`: when to stop asking. Pure.
//! * `line`: the way to one upstream of one environment: time limit, retries where a question
//!   may be repeated, breaker, kept answers, what is told to the operator.
//! * `loose`, `people`, `records`, `answers`: what upstreams send, read as far as it can be. Pure.
//! * `cac_vas`, `contract`: which question is which request, and what the answers mean.

mod answers;
mod breaker;
mod cac_vas;
mod contract;
mod line;
mod loose;
mod people;
mod records;

pub(crate) use answers::{Consented, TaxEntry};
pub use breaker::Standing;
pub use line::{LineHealth, UpstreamMetrics};
pub(crate) use line::{LineTools, Told};
pub(crate) use records::Entry;

use std::sync::Arc;

use kofa_domain::{Environment, Result, Sensitive};

use crate::profile::Part;
use crate::rules::{EntityType, RcNumber, Vrc};
use crate::selection::{Freshness, SourceKind};
use crate::tin::{Application, Tin};
use cac_vas::CacVas;
use contract::Contract;
use line::Line;

/// Longest time limit that can be set for a question, in milliseconds.
pub const UPSTREAM_MS_MAX: u64 = 90_000;

/// What an upstream speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UpstreamKind {
    /// The CAC's value-added service.
    CacVas,
    /// This contract.
    Contract,
}

impl UpstreamKind {
    /// Both.
    pub const ALL: [Self; 2] = [Self::CacVas, Self::Contract];

    /// `cac_vas` or `contract`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::CacVas => "cac_vas",
            Self::Contract => "contract",
        }
    }

    /// By its word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == word)
    }
}

/// How to reach an upstream.
#[derive(Clone, Debug)]
pub struct UpstreamSettings {
    /// For which environment.
    pub environment: Environment,
    /// What it speaks.
    pub kind: UpstreamKind,
    /// Its address, `http` or `https`, without a slash at the end.
    pub url: String,
    /// The operator's key.
    pub key: Sensitive<String>,
    /// Longest wait for an answer, repetitions included, in milliseconds.
    pub timeout_ms_max: u64,
}

/// An upstream of one environment.
#[derive(Debug)]
pub(crate) struct Upstream {
    line: Arc<Line>,
    adapter: Adapter,
}

#[derive(Debug)]
enum Adapter {
    CacVas(CacVas),
    Contract(Contract),
}

/// Each question, to whichever adapter it is.
macro_rules! either {
    ($self:ident, $adapter:ident => $question:expr) => {
        match &$self.adapter {
            Adapter::CacVas($adapter) => $question.await,
            Adapter::Contract($adapter) => $question.await,
        }
    };
}

impl Upstream {
    pub(crate) fn new(settings: UpstreamSettings, tools: LineTools) -> Self {
        let kind = settings.kind;
        let line = Arc::new(Line::new(settings, tools));
        let adapter = match kind {
            UpstreamKind::CacVas => Adapter::CacVas(CacVas::new(Arc::clone(&line))),
            UpstreamKind::Contract => Adapter::Contract(Contract::new(Arc::clone(&line))),
        };
        Self { line, adapter }
    }

    pub(crate) fn is(&self, environment: Environment, source: SourceKind) -> bool {
        let settings = self.line.settings();
        let kind = match source {
            SourceKind::Local => return false,
            SourceKind::CacVas => UpstreamKind::CacVas,
            SourceKind::Contract => UpstreamKind::Contract,
        };
        settings.environment == environment && settings.kind == kind
    }

    pub(crate) fn health(&self) -> LineHealth {
        self.line.health()
    }

    pub(crate) async fn by_rc(
        &self,
        number: &RcNumber,
        freshness: Freshness,
    ) -> Result<Told<Vec<Entry>>> {
        either!(self, it => it.by_rc(number, freshness))
    }

    pub(crate) async fn of_kind(
        &self,
        number: &RcNumber,
        kind: EntityType,
        freshness: Freshness,
    ) -> Result<Told<Option<Entry>>> {
        either!(self, it => it.of_kind(number, kind, freshness))
    }

    pub(crate) async fn lines_of_business(
        &self,
        number: &RcNumber,
        kind: EntityType,
        freshness: Freshness,
    ) -> Result<Told<Option<String>>> {
        either!(self, it => it.lines_of_business(number, kind, freshness))
    }

    pub(crate) async fn consented(&self, vrc: &Vrc, part: Part) -> Result<Told<Consented>> {
        either!(self, it => it.consented(vrc, part))
    }

    pub(crate) async fn tin_of(
        &self,
        number: &RcNumber,
        kind: EntityType,
        freshness: Freshness,
    ) -> Result<Told<Option<TaxEntry>>> {
        either!(self, it => it.tin_of(number, kind, freshness))
    }

    pub(crate) async fn by_tin(
        &self,
        tin: &Tin,
        freshness: Freshness,
    ) -> Result<Told<Option<TaxEntry>>> {
        either!(self, it => it.by_tin(tin, freshness))
    }

    pub(crate) async fn generate_tin(&self, asked: &Application) -> Result<Told<Tin>> {
        either!(self, it => it.generate_tin(asked))
    }
}
