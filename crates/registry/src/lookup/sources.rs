//! The sources of both environments, and who of them is asked.
//!
//! The sandbox answers its reserved numbers and codes itself. Everything else goes to the
//! source that the operator chose for the endpoint: the local register, or an upstream.

use std::sync::Arc;

use kofa_core::codes::UPSTREAM_NOT_CONFIGURED;
use kofa_domain::{Clock, Environment, Error, Fault, Result, codes};
use kofa_gate::call::Call;
use kofa_outbound::{AddressRule, ClientDeps, HttpClient, system_random};
use kofa_store::{Store, Vault};

use crate::lookup::source_settings_cache::Choices;
use crate::names::search::NameQuestion;
use crate::profile::{Part, Profile};
use crate::record::Record;
use crate::register::keys::Entity;
use crate::register::named::{CompaniesByName, CompanyFilter, NamedCompanies};
use crate::rules::{EntityType, RcNumber, Vrc};
use crate::source_settings::{Ask, Freshness, Operation, SourceKind, SourceSetting};
use crate::tin::SandboxIssuer;
use crate::upstream::{
    self, Entry, Fetched, TaxEntry, Upstream, UpstreamHealth, UpstreamMetrics, UpstreamSettings,
};
use crate::watch::marks::Marks;
use crate::watch::ops::{IsWatched, NoteMarks};
use crate::{Company, Register, Sandbox};

/// Largest response of an upstream, in bytes: a status report of hundreds of pages.
const RESPONSE_BYTES_MAX: usize = 16 * 1024 * 1024;

/// The sources of both environments. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Sources(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    sandbox: Sandbox,
    live: Register,
    store: Store,
    clock: Arc<dyn Clock>,
    choices: Choices,
    upstreams: Vec<Box<dyn Upstream>>,
}

/// Who knows tax numbers.
pub(crate) enum TaxAuthority<'a> {
    Sandbox(SandboxIssuer),
    /// Nobody whom we could ask: only what the operator imported is known.
    Register(&'a Register),
    /// One outside, and how old its answers may be.
    Upstream(&'a dyn Upstream, Freshness),
}

impl Sources {
    /// Over the local registers of `store`, with the sandbox's reserved numbers and no
    /// upstream.
    pub fn new(store: &Store, vault: &Vault, clock: Arc<dyn Clock>) -> Self {
        Self(Arc::new(Inner::new(store, vault, clock, Vec::new())))
    }

    /// As [`Sources::new`], with upstreams that the operator can choose.
    ///
    /// # Errors
    /// If there are any and no HTTPS client can be made.
    pub fn with_upstreams(
        store: &Store,
        vault: &Vault,
        clock: Arc<dyn Clock>,
        settings: Vec<UpstreamSettings>,
        metrics: UpstreamMetrics,
    ) -> Result<Self> {
        if settings.is_empty() {
            return Ok(Self::new(store, vault, clock));
        }
        let is_safe = |one: &UpstreamSettings| one.url.starts_with("https:");
        let rule = AddressRule::CONFIGURED;
        let http = if settings.iter().any(is_safe) {
            HttpClient::with_tls(RESPONSE_BYTES_MAX, rule)?
        } else {
            HttpClient::plain(RESPONSE_BYTES_MAX, rule)
        };
        let deps = ClientDeps {
            http,
            metrics: metrics.requests.clone(),
            clock: Arc::clone(&clock),
            random: system_random,
        };
        let kept_in = (store, vault);
        let upstreams = settings.into_iter();
        let upstreams =
            upstreams.map(|one| upstream::connect(one, deps.clone(), &metrics, kept_in));
        let upstreams = upstreams.collect();
        Ok(Self(Arc::new(Inner::new(store, vault, clock, upstreams))))
    }

    /// How each upstream is.
    pub fn health(&self) -> Vec<UpstreamHealth> {
        let upstreams = self.0.upstreams.iter();
        upstreams.map(|one| one.client().health()).collect()
    }

    /// Whether there is an upstream of this kind; the local register always is.
    pub fn has(&self, environment: Environment, source: SourceKind) -> bool {
        source == SourceKind::Local || self.0.upstream(environment, source).is_some()
    }

    /// Refuses to send an endpoint where nothing is.
    ///
    /// # Errors
    /// 422 `invalid_field` on `source`.
    pub fn check_connected(
        &self,
        environment: Environment,
        source: SourceKind,
    ) -> std::result::Result<(), Fault> {
        if self.has(environment, source) {
            return Ok(());
        }
        let in_sandbox = match environment {
            Environment::Sandbox => "_sandbox",
            Environment::Live => "",
        };
        let message = format!(
            "`source` {0} is not connected for {environment}: give the settings \
             `registry_{0}{in_sandbox}_url` and `registry_{0}{in_sandbox}_key`.",
            source.as_str()
        );
        Err(Fault::on("source", &codes::INVALID_FIELD, message))
    }

    /// Refuses a question that nothing in live could answer, before the wallet is asked: nobody
    /// should top it up for what is not connected.
    ///
    /// # Errors
    /// `upstream_not_configured`, or the store's.
    pub(crate) async fn must_be_connected(&self, call: &Call) -> Result<()> {
        match Operation::parse(call.operation_id()) {
            Some(operation) => self.must_answer(call.environment(), operation).await,
            None => Ok(()),
        }
    }

    /// As [`Sources::must_be_connected`], of a question that other endpoints ask, too.
    ///
    /// # Errors
    /// As there.
    pub(crate) async fn must_answer(
        &self,
        environment: Environment,
        operation: Operation,
    ) -> Result<()> {
        if environment != Environment::Live {
            return Ok(());
        }
        let setting = self.setting(Environment::Live, operation).await?;
        match setting.source {
            SourceKind::Local => self.0.live.holds_any().await,
            _ => self.0.chosen(&setting).map(drop),
        }
    }

    /// Refuses what only the local register can answer where there is none: no upstream searches
    /// by name.
    ///
    /// # Errors
    /// `upstream_not_configured`, or the store's.
    pub(crate) async fn must_have_register(&self, environment: Environment) -> Result<()> {
        match environment {
            Environment::Sandbox => Ok(()),
            Environment::Live => self.0.live.holds_any().await,
        }
    }

    /// Companies of the local register by their names, the nearest first.
    ///
    /// # Errors
    /// The store's.
    pub(crate) async fn by_name(
        &self,
        environment: Environment,
        question: NameQuestion,
        filter: CompanyFilter,
    ) -> Result<NamedCompanies> {
        let by_name = CompaniesByName {
            environment,
            question,
            filter,
        };
        self.0.store.read(by_name).await
    }

    /// Which source the operator chose.
    ///
    /// # Errors
    /// The store's.
    pub(crate) async fn source_of(
        &self,
        environment: Environment,
        operation: Operation,
    ) -> Result<SourceKind> {
        Ok(self.setting(environment, operation).await?.source)
    }

    /// Makes a change of what the operator chose hold here at once.
    pub fn forget_choices(&self) {
        self.0.choices.forget();
    }

    /// Every entity under a number that will do, in the order of
    /// [`crate::rules::EntityType::ALL`]; none if it is not registered.
    ///
    /// # Errors
    /// `upstream_not_configured`, `upstream_rejected`, `upstream_unavailable`,
    /// `upstream_timeout`, `upstream_invalid_answer`, `upstream_account_problem`, or the
    /// store's.
    pub async fn by_rc(&self, ask: &Ask, number: &RcNumber) -> Result<Vec<Record>> {
        let Some((upstream, freshness)) = self.outside(ask, number).await? else {
            let records = self.0.local_by_rc(ask.environment, number).await?;
            return Ok(records
                .into_iter()
                .map(|it| self.0.judged(ask, it))
                .collect());
        };
        let fetched = self.0.entries(upstream, ask, number, freshness).await?;
        self.0.note_watched(ask.environment, &fetched).await;
        Ok(records_of(fetched)
            .into_iter()
            .map(|(record, _)| record)
            .collect())
    }

    /// As [`Sources::by_rc`], with what else the files of the entities say.
    ///
    /// # Errors
    /// As [`Sources::by_rc`].
    pub async fn by_number(&self, ask: &Ask, number: &RcNumber) -> Result<Vec<Profile>> {
        let Some((upstream, freshness)) = self.outside(ask, number).await? else {
            return self.0.local_by_number(ask, number).await;
        };
        let fetched = self.0.entries(upstream, ask, number, freshness).await?;
        self.0.note_watched(ask.environment, &fetched).await;
        let profile = |(record, details)| Profile {
            details,
            ..Profile::of_record(record)
        };
        Ok(records_of(fetched).into_iter().map(profile).collect())
    }

    /// One entity of the local register of `environment`, at least in `part`: upstreams give
    /// more than the row for a consent code only.
    ///
    /// # Errors
    /// As [`Sources::by_rc`].
    pub async fn profile(
        &self,
        environment: Environment,
        number: &RcNumber,
        entity_type: EntityType,
        part: Part,
    ) -> Result<Option<Profile>> {
        match environment {
            Environment::Sandbox => self.0.sandbox.profile(number, entity_type, part).await,
            Environment::Live => self.0.live.profile(number, entity_type, part).await,
        }
    }

    /// Asks the source that serves `part` in `environment` for the entity behind a consent
    /// code.
    ///
    /// # Errors
    /// `vrc_not_found`, `vrc_already_used`, `vrc_expired`, `document_not_available`, or as
    /// [`Sources::by_rc`]. `upstream_timeout`, `upstream_invalid_answer` and
    /// `document_generation_failed` leave open whether an upstream took the code as used; after
    /// any other failure it did not.
    pub async fn consented(
        &self,
        environment: Environment,
        vrc: &Vrc,
        part: Part,
    ) -> Result<Profile> {
        let is_reserved = environment == Environment::Sandbox && vrc.reserved().is_some();
        let setting = self
            .setting(environment, Operation::Consented(part))
            .await?;
        if is_reserved || setting.source == SourceKind::Local {
            // Who is listed says how many are: rows alone are not people.
            let part = match part {
                Part::Company => Part::Affiliates,
                part => part,
            };
            return match environment {
                Environment::Sandbox => self.0.sandbox.consented(vrc, part).await,
                Environment::Live => self.0.live.consented(vrc, part).await,
            };
        }
        let upstream = self.0.chosen(&setting)?;
        let fetched = upstream.consented(vrc, part).await?;
        let (retrieved_at, cached, stale) = (fetched.retrieved_at, fetched.cached, fetched.stale);
        let profile = fetched.value.into_profile(|company| Record {
            company,
            retrieved_at,
            cached,
            stale,
        });
        Ok(self.0.filled(environment, profile).await)
    }

    /// Whether [`Sources::consented`] uses the code up outside, at an upstream: a call then
    /// has an effect that no transaction here undoes, and its outcome may stay unknown. What
    /// the sandbox reserves never goes outside.
    ///
    /// # Errors
    /// The store's.
    pub async fn spends_outside(&self, environment: Environment, part: Part) -> Result<bool> {
        let setting = self
            .setting(environment, Operation::Consented(part))
            .await?;
        Ok(setting.source != SourceKind::Local)
    }

    /// Who knows the tax numbers that `operation` asks for. The sandbox's reserved numbers
    /// are its own.
    ///
    /// # Errors
    /// `upstream_not_configured`, or the store's.
    pub(crate) async fn tax_authority(
        &self,
        ask: &Ask,
        is_reserved: bool,
    ) -> Result<TaxAuthority<'_>> {
        let own = TaxAuthority::Sandbox(SandboxIssuer);
        if ask.environment == Environment::Sandbox && is_reserved {
            return Ok(own);
        }
        let setting = self.setting(ask.environment, ask.operation).await?;
        match (setting.source, ask.environment) {
            (SourceKind::Local, Environment::Sandbox) => Ok(own),
            (SourceKind::Local, Environment::Live) => {
                let register = &self.0.live;
                register.holds_any().await?;
                register.holds_tins().await?;
                Ok(TaxAuthority::Register(register))
            }
            _ => {
                let freshness = Freshness::of(&setting, ask.max_age_seconds);
                Ok(TaxAuthority::Upstream(self.0.chosen(&setting)?, freshness))
            }
        }
    }

    /// As the local register judges a record by what `ask` wants.
    pub(crate) fn judged(&self, ask: &Ask, record: Record) -> Record {
        self.0.judged(ask, record)
    }

    async fn setting(
        &self,
        environment: Environment,
        operation: Operation,
    ) -> Result<SourceSetting> {
        self.0
            .choices
            .of(&self.0.store, environment, operation)
            .await
    }

    /// The upstream to ask; `None` for what is answered here.
    async fn outside(
        &self,
        ask: &Ask,
        number: &RcNumber,
    ) -> Result<Option<(&dyn Upstream, Freshness)>> {
        if ask.environment == Environment::Sandbox && number.reserved().is_some() {
            return Ok(None);
        }
        let setting = self.setting(ask.environment, ask.operation).await?;
        if setting.source == SourceKind::Local {
            return Ok(None);
        }
        let freshness = Freshness::of(&setting, ask.max_age_seconds);
        Ok(Some((self.0.chosen(&setting)?, freshness)))
    }
}

impl Inner {
    fn new(
        store: &Store,
        vault: &Vault,
        clock: Arc<dyn Clock>,
        upstreams: Vec<Box<dyn Upstream>>,
    ) -> Self {
        let register = |environment| {
            let register = Register::new(store.clone(), environment);
            register.with_codes(vault.clone(), Arc::clone(&clock))
        };
        Self {
            sandbox: Sandbox::new(register(Environment::Sandbox), Arc::clone(&clock)),
            live: register(Environment::Live),
            store: store.clone(),
            clock,
            choices: Choices::default(),
            upstreams,
        }
    }

    fn upstream(&self, environment: Environment, source: SourceKind) -> Option<&dyn Upstream> {
        let mut upstreams = self.upstreams.iter().map(AsRef::as_ref);
        upstreams.find(|one| upstream::serves(*one, environment, source))
    }

    /// The upstream that the operator chose.
    fn chosen(&self, setting: &SourceSetting) -> Result<&dyn Upstream> {
        let found = self.upstream(setting.environment, setting.source);
        found.ok_or_else(|| {
            Error::new(
                &UPSTREAM_NOT_CONFIGURED,
                "The operator chose a source for this endpoint that is not connected. Nothing \
                 was charged.",
            )
        })
    }

    async fn local_by_rc(
        &self,
        environment: Environment,
        number: &RcNumber,
    ) -> Result<Vec<Record>> {
        match environment {
            Environment::Sandbox => self.sandbox.by_rc(number).await,
            Environment::Live => self.live.by_rc(number).await,
        }
    }

    async fn local_by_number(&self, ask: &Ask, number: &RcNumber) -> Result<Vec<Profile>> {
        let mut profiles = Vec::new();
        for record in self.local_by_rc(ask.environment, number).await? {
            let kind = record.company.entity_type;
            let known = match ask.environment {
                _ if ask.entity_type.is_some_and(|wanted| wanted != kind) => None,
                Environment::Sandbox => self.sandbox.profile(number, kind, Part::Company).await?,
                Environment::Live => self.live.profile(number, kind, Part::Company).await?,
            };
            let mut profile = known.unwrap_or_else(|| Profile::of_record(record));
            profile.record = self.judged(ask, profile.record);
            profiles.push(profile);
        }
        Ok(profiles)
    }

    /// A local record says of itself if it is older than was asked for: there is no fresher.
    fn judged(&self, ask: &Ask, record: Record) -> Record {
        let is_old = ask.max_age_seconds.is_some_and(|seconds| {
            let oldest = self.clock.now().plus_seconds(-i64::from(seconds));
            record.cached && record.retrieved_at < oldest
        });
        Record {
            stale: record.stale || is_old,
            ..record
        }
    }

    async fn entries(
        &self,
        upstream: &dyn Upstream,
        ask: &Ask,
        number: &RcNumber,
        freshness: Freshness,
    ) -> Result<Fetched<Vec<Entry>>> {
        let mut fetched = match ask.entity_type.or(ask.hint) {
            Some(kind) => {
                let one = upstream.of_kind(number, kind, freshness).await?;
                one.map(|entry| entry.into_iter().collect())
            }
            None => upstream.by_rc(number, freshness).await?,
        };
        if ask.operation != Operation::GetLineOfBusiness {
            return Ok(fetched);
        }
        for entry in &mut fetched.value {
            if entry.company.line_of_business.is_none() {
                let kind = entry.company.entity_type;
                let lines = upstream.lines_of_business(number, kind, freshness).await?;
                let (lines, codes) = lines.value.unzip();
                entry.company.line_of_business = lines;
                entry.company.line_of_business_codes = codes.flatten();
            }
        }
        Ok(fetched)
    }

    /// Compares what an upstream answered just now with what was known of companies that are
    /// watched. Whoever looks them up gets them all the same.
    async fn note_watched(&self, environment: Environment, fetched: &Fetched<Vec<Entry>>) {
        for entry in fetched.value.iter().filter(|_| !fetched.cached) {
            let company = &entry.company;
            let entity = Entity {
                rc_number: company.rc_number.clone(),
                entity_type: company.entity_type,
            };
            let marks = Marks::of_company(company);
            if let Err(error) = self.note(environment, entity, marks).await {
                tracing::warn!(%error, "a watched company could not be compared");
            }
        }
    }

    async fn note(&self, environment: Environment, entity: Entity, marks: Marks) -> Result<()> {
        let is_watched = IsWatched {
            environment,
            entity: entity.clone(),
        };
        if !self.store.read(is_watched).await? {
            return Ok(());
        }
        let now = self.clock.now();
        let note = NoteMarks {
            environment,
            entity,
            marks,
            now,
        };
        self.store.write(note).await?;
        Ok(())
    }

    /// Fills in the name of an entity that an upstream gave a part of only, from the local
    /// register: not having it there is no failure.
    async fn filled(&self, environment: Environment, mut profile: Profile) -> Profile {
        let company = &profile.record.company;
        if !company.company_name.is_empty() {
            return profile;
        }
        let known = self.local_by_rc(environment, &company.rc_number).await;
        let mut known = known.unwrap_or_default().into_iter();
        if let Some(found) = known.find(|it| it.company.entity_type == company.entity_type) {
            profile.record.company = Company {
                rc_number: company.rc_number.clone(),
                ..found.company
            };
        }
        profile
    }
}

fn records_of(fetched: Fetched<Vec<Entry>>) -> Vec<(Record, crate::profile::Details)> {
    let record = |entry: Entry| {
        let record = Record {
            company: entry.company,
            retrieved_at: fetched.retrieved_at,
            cached: fetched.cached,
            stale: fetched.stale,
        };
        (record, entry.details)
    };
    fetched.value.into_iter().map(record).collect()
}

/// The record of what a tax authority outside answered.
pub(crate) fn tax_record(fetched: Fetched<TaxEntry>) -> (Record, crate::tin::Taxpayer) {
    let TaxEntry { entry, taxpayer } = fetched.value;
    let record = Record {
        company: entry.company,
        retrieved_at: fetched.retrieved_at,
        cached: fetched.cached,
        stale: fetched.stale,
    };
    (record, taxpayer)
}
