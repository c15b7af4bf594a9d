//! A command without its type.

use std::pin::Pin;

use kofa_core::claim::Claimed;
use kofa_core::product::Products;
use kofa_core::{Actor, ActorAt};
use kofa_domain::{Error, Result, Timestamp};
use kofa_identity::proposals::Propose;
use serde_json::{Map, Value};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;
use utoipa::{PartialSchema as _, ToSchema as _};

use super::describe::Described;
use super::fields::Fields;
use super::proposal::ProposalView;
use super::services::Services;
use super::{Command, Spec};

type Running<'a> = Pin<Box<dyn Future<Output = Result<Answer>> + Send + 'a>>;
pub(super) type Schemas = Vec<(String, RefOr<Schema>)>;

/// What a command answered.
#[derive(Debug)]
pub struct Answer {
    /// The status of the admin API.
    pub status: u16,
    /// The output as JSON.
    pub body: Value,
    /// Whether it was given before.
    pub is_replayed: bool,
}

/// A command of a registry: a list of entries.
#[derive(Clone, Copy)]
pub struct Entry {
    /// What it is called, and who may use it.
    pub spec: &'static Spec,
    admits: fn(&Products, &Actor) -> Result<()>,
    describe: fn() -> Described,
    run: for<'a> fn(&'a Services, ActorAt, &'a Map<String, Value>, Claimed) -> Running<'a>,
    output: fn() -> (String, Schemas),
}

impl std::fmt::Debug for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Entry({})", self.spec.name)
    }
}

impl Entry {
    /// The entry of a command.
    pub const fn of<C: Command>() -> Self {
        Self {
            spec: C::SPEC,
            admits: C::admits,
            describe: describe::<C>,
            run: run::<C>,
            output: output::<C>,
        }
    }

    /// As [`Command::admits`].
    ///
    /// # Errors
    /// 403 `forbidden`.
    pub fn admits(&self, products: &Products, actor: &Actor) -> Result<()> {
        (self.admits)(products, actor)
    }

    pub fn described(&self) -> Described {
        (self.describe)()
    }

    /// Runs it on flat fields.
    ///
    /// # Errors
    /// 403 `forbidden`; 422 with every fault of the input; else the command's own. Where the house
    /// wants four eyes on it, it is proposed, and the answer (202) is the proposal.
    pub async fn run(
        &self,
        services: &Services,
        by: ActorAt,
        input: &Map<String, Value>,
    ) -> Result<Answer> {
        self.run_once(services, by, input, None).await
    }

    /// As [`Entry::run`], once for each `Idempotency-Key` where the command takes one.
    pub async fn run_once(
        &self,
        services: &Services,
        by: ActorAt,
        input: &Map<String, Value>,
        claimed: Claimed,
    ) -> Result<Answer> {
        // Before anything is read.
        self.admits(&services.products, &by.actor)?;
        (self.run)(services, by, input, claimed).await
    }

    /// What the description of the API calls its output.
    pub fn output_name(&self) -> String {
        self.output().0
    }

    /// The name of its output's schema, and all schemas that it uses.
    pub(super) fn output(&self) -> (String, Schemas) {
        (self.output)()
    }
}

/// Reads a command from flat fields at `now`, about what there is of `products`.
///
/// # Errors
/// 404 for what a path names and is not there, 422 with every fault otherwise.
pub fn read<C: Command>(
    input: &Map<String, Value>,
    now: Timestamp,
    products: &Products,
) -> Result<C> {
    read_once(input, now, products, None)
}

fn read_once<C: Command>(
    input: &Map<String, Value>,
    now: Timestamp,
    products: &Products,
    claimed: Claimed,
) -> Result<C> {
    let mut fields = Fields::over(input, now).among(products, claimed);
    let command = C::read(&mut fields);
    fields.faults.finish(command)
}

fn describe<C: Command>() -> Described {
    // Without values there is no command.
    Described::of(|fields| drop(C::read(fields)))
}

fn run<'a, C: Command>(
    services: &'a Services,
    by: ActorAt,
    input: &'a Map<String, Value>,
    claimed: Claimed,
) -> Running<'a> {
    Box::pin(async move {
        let command = read_once::<C>(input, by.at, &services.products, claimed)?;
        if let Some(concern) = services.asks_second(&by, &command) {
            if C::SPEC.asks_again {
                by.actor.must_be_fresh()?;
            }
            let named = (concern.as_str(), C::SPEC.name);
            let (now, propose) = (by.at, Propose::new(services.ids, by, named, input.clone()));
            let proposal = services.store.write(propose).await?;
            let view = ProposalView::new(proposal, now);
            return Ok(Answer {
                status: 202,
                is_replayed: false,
                body: serde_json::to_value(&view).map_err(Error::internal)?,
            });
        }
        let output = services.run(by, command).await?;
        Ok(Answer {
            status: C::status(&output),
            is_replayed: C::is_replayed(&output),
            body: serde_json::to_value(&output).map_err(Error::internal)?,
        })
    })
}

fn output<C: Command>() -> (String, Schemas) {
    let name = C::Output::name().into_owned();
    let mut schemas = vec![(name.clone(), C::Output::schema())];
    C::Output::schemas(&mut schemas);
    (name, schemas)
}
