//! Sources outside.
//!
//! * `client`: the client of one upstream of one environment: kept answers, and what the operator
//!   hears of problems.
//! * `loose`, `people`, `records`, `answers`: what upstreams send, read as far as it can be. Pure.
//! * `cac_vas`, `contract`: which question is which request, and what the answers mean.

mod answers;
mod cac_vas;
pub(crate) mod client;
mod contract;
pub(crate) mod kind;
mod loose;
pub mod ops;
mod people;
mod records;

pub use crate::upstream::kind::UpstreamKind;
pub(crate) use answers::{Consented, TaxEntry};
pub(crate) use client::Fetched;
pub(crate) use client::opened_body;
pub use client::{UpstreamHealth, UpstreamMetrics};
pub use kofa_outbound::{ClientHealth, State, is_safe_for_keys};
pub(crate) use records::{Entry, Lines};

use std::fmt;

use cac_vas::CacVas;
use client::RegistryClient;
use contract::Contract;
use futures_util::future::BoxFuture;
use kofa_domain::{Environment, Error, Kind, Result, Sensitive, codes};
use kofa_outbound::ClientDeps;
use kofa_store::{Store, Vault};

use crate::profile::Part;
use crate::rules::{EntityType, RcNumber, Vrc};
use crate::source_settings::{Freshness, SourceKind};
use crate::tin::{Application, Tin};

/// Longest time limit that can be set for a question, in milliseconds.
pub const UPSTREAM_MS_MAX: u64 = 90_000;

/// How to reach an upstream.
#[derive(Clone, Debug)]
pub struct UpstreamSettings {
    pub environment: Environment,
    pub kind: UpstreamKind,
    /// Its address, `http` or `https`, without a slash at the end.
    pub url: String,
    pub key: Sensitive<String>,
    /// Longest wait for an answer, repetitions included, in milliseconds.
    pub timeout_ms_max: u64,
}

/// An answer that is on its way. Its errors are those of [`RegistryClient::fetch`].
pub(crate) type Answer<'a, T> = BoxFuture<'a, Result<Fetched<T>>>;

/// An upstream of one environment: which request each question is, and what the answer means.
pub(crate) trait Upstream: fmt::Debug + Send + Sync {
    /// The client that it asks with.
    fn client(&self) -> &RegistryClient;

    /// Every entity under a number.
    fn by_rc<'a>(&'a self, number: &'a RcNumber, freshness: Freshness) -> Answer<'a, Vec<Entry>>;

    /// The entity of one kind under a number.
    fn of_kind<'a>(
        &'a self,
        number: &'a RcNumber,
        kind: EntityType,
        freshness: Freshness,
    ) -> Answer<'a, Option<Entry>>;

    /// What an entity does; asked where its row does not say.
    fn lines_of_business<'a>(
        &'a self,
        number: &'a RcNumber,
        kind: EntityType,
        freshness: Freshness,
    ) -> Answer<'a, Option<Lines>>;

    /// The entity whose consent `vrc` stands for. Never asked twice: the code is used up.
    /// `upstream_timeout`, `upstream_invalid_answer` and `document_generation_failed` leave open
    /// whether the upstream took the code as used; after any other failure it did not.
    fn consented<'a>(&'a self, vrc: &'a Vrc, part: Part) -> Answer<'a, Consented>;

    /// A company's tax number; `None` if the company is not registered, `tin_not_found` if it
    /// has no number.
    fn tin_of<'a>(
        &'a self,
        number: &'a RcNumber,
        kind: EntityType,
        freshness: Freshness,
    ) -> Answer<'a, Option<TaxEntry>>;

    /// The company of a tax number.
    fn by_tin<'a>(&'a self, tin: &'a Tin, freshness: Freshness) -> Answer<'a, Option<TaxEntry>>;

    /// A new tax number, or `tin_generation_rejected`. Never asked twice.
    fn generate_tin<'a>(&'a self, asked: &'a Application) -> Answer<'a, Tin>;
}

/// Whether an upstream that failed so certainly did nothing: it refused, or was not reached.
pub(crate) fn did_nothing(error: &Error) -> bool {
    match error.kind() {
        Kind::NotFound | Kind::Conflict | Kind::Gone | Kind::Unprocessable => true,
        Kind::Unavailable => *error.code() != codes::SERVICE_UNAVAILABLE,
        _ => false,
    }
}

/// The upstream that `settings` describe.
pub(crate) fn connect(
    settings: UpstreamSettings,
    deps: ClientDeps,
    metrics: &UpstreamMetrics,
    kept_in: (&Store, &Vault),
) -> Box<dyn Upstream> {
    let kind = settings.kind;
    let client = RegistryClient::new(settings, deps, metrics, kept_in);
    match kind {
        UpstreamKind::CacVas => Box::new(CacVas(client)),
        UpstreamKind::Contract => Box::new(Contract(client)),
    }
}

/// Whether `upstream` is the source of this kind in an environment.
pub(crate) fn serves(
    upstream: &dyn Upstream,
    environment: Environment,
    source: SourceKind,
) -> bool {
    let settings = upstream.client().settings();
    let kind = match source {
        SourceKind::Local => return false,
        SourceKind::CacVas => UpstreamKind::CacVas,
        SourceKind::Contract => UpstreamKind::Contract,
    };
    settings.environment == environment && settings.kind == kind
}

/// Reads an answer as that of every question; for `tools/fuzz`, which looks whether anything
/// panics.
pub fn read_anything(body: &[u8]) {
    let response = kofa_outbound::HttpResponse {
        status: 200,
        media_type: String::new(),
        file_name: String::from_utf8_lossy(body).chars().take(64).collect(),
        retry_after: None,
        wallet_balance: None,
        body: body.to_vec().into(),
    };
    let parts = [
        Part::Company,
        Part::Affiliates,
        Part::ShareCapital,
        Part::ShareDistribution,
        Part::Charges,
        Part::Certificate,
        Part::StatusReport,
    ];
    for part in parts {
        let _ = answers::document(&response, part, |_| Ok(()));
    }
    let Ok(data) = serde_json::from_slice(body) else {
        return;
    };
    let _ = answers::entries(&data, records::Asked::default());
    let _ = answers::tax_entry(&data, records::Asked::default());
    let _ = answers::tin_in(&data);
    for part in parts {
        let _ = Consented::read(&data, part);
    }
}
