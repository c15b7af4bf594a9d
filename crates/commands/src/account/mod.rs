//! The account as its own tenant's programs read it: wallet, usage, statements, movements, calls,
//! limits and prices, each for a key with the scope `tenant_read`.
//!
//! An `OwnRead` reads its parameters and describes them as a command does, and mostly is one:
//! tenant and environment, which the admin API has in the path, are those of the call.

mod access;
mod calls;
mod money;
mod statements;

use std::fmt;
use std::marker::PhantomData;

use kofa_core::endpoint::Endpoint;
use kofa_core::product::TENANT_READ;
use kofa_core::schema::{integer, text};
use kofa_core::{Actor, ActorAt, PAGE_MAX};
use kofa_domain::{Code, Result};
use kofa_gate::call::Call;
use kofa_gate::{Answer, EndpointOf, ProductEndpoint, Reference, Refusal, Request};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use utoipa::openapi::schema::Schema;

use crate::{Described, Fields, Need, Place, Services};

/// What these endpoints have in common.
const BASE: Endpoint = Endpoint {
    scope: Some(TENANT_READ),
    ..Endpoint::BASE
};
/// Parameters that the call itself answers.
const OF_CALL: [&str; 2] = ["tenantId", "environment"];
/// What a cursor looks like that counts rows: the hex of a number's digits.
const CURSOR: &str = "^(3[0-9]){1,18}$";

/// The endpoints, one entry each.
pub fn endpoints() -> Vec<EndpointOf<Services>> {
    vec![
        entry::<access::GetAccount>(),
        entry::<money::GetWallet>(),
        entry::<money::GetUsage>(),
        entry::<statements::ListStatements>(),
        EndpointOf::new(|services: &Services| statements::GetStatement(services.clone())),
        entry::<money::ListLedger>(),
        entry::<calls::ListRequests>(),
        entry::<calls::GetRequest>(),
        entry::<access::ListLimits>(),
        entry::<access::ListPrices>(),
    ]
}

fn entry<T: OwnRead>() -> EndpointOf<Services> {
    EndpointOf::new(|services: &Services| Own::<T> {
        services: services.clone(),
        reads: PhantomData,
    })
}

/// Something that a tenant's program may know of its own account.
trait OwnRead: Sized + Send + 'static {
    const ENDPOINT: &'static Endpoint;
    /// What it is, in a few words, and in sentences.
    const ABOUT: (&'static str, &'static str);
    /// What the answer is.
    const ANSWER: &'static str;
    /// Its own error codes, beside those of every call.
    const CODES: &'static [&'static Code] = &[];
    type Output: Serialize + ToSchema + Send;

    /// As [`crate::Command::read`].
    fn read(fields: &mut Fields<'_>) -> Option<Self>;

    fn run(
        self,
        services: &Services,
        call: &Call,
    ) -> impl Future<Output = Result<Self::Output>> + Send;
}

/// An [`OwnRead`] as an endpoint.
struct Own<T> {
    services: Services,
    reads: PhantomData<fn() -> T>,
}

impl<T: OwnRead> fmt::Debug for Own<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Own({})", T::ENDPOINT.operation_id)
    }
}

impl<T: OwnRead> ProductEndpoint for Own<T> {
    const ENDPOINT: &'static Endpoint = T::ENDPOINT;
    type Input = T;

    async fn read(&self, call: &Call, request: &Request) -> Result<T> {
        read(&self.services, call, request, T::read)
    }

    async fn run(&self, call: &Call, input: T) -> Result<Answer, Refusal> {
        Ok(Answer::json(200, &input.run(&self.services, call).await?)?)
    }

    fn reference() -> Reference {
        let (summary, description) = T::ABOUT;
        let reference = described(Reference::new(summary, description), T::read);
        reference
            .answers::<T::Output>(200, T::ANSWER)
            .codes(T::CODES)
    }
}

/// Who reads: a key has no right of a person, so that only what asks for none can be run.
fn by(call: &Call) -> ActorAt {
    let actor = Actor::Stranger;
    ActorAt {
        actor,
        at: call.now(),
    }
}

/// Reads the parameters of a request, and of the call what the admin API has in its path.
fn read<T>(
    services: &Services,
    call: &Call,
    request: &Request,
    read: fn(&mut Fields<'_>) -> Option<T>,
) -> Result<T> {
    let query = request.query();
    let mut input = Map::new();
    for field in Described::of(|fields| drop(read(fields))).fields {
        let value = match field.place {
            _ if OF_CALL.contains(&field.name) => continue,
            Place::Path => Some(request.path_parameter(field.name).into()),
            // A parameter with nothing in it was sent all the same.
            _ => query.get(field.name).map(|text| match text.trim() {
                "" => text.into(),
                _ => field.value_of(text),
            }),
        };
        input.extend(value.map(|value| (field.name.to_owned(), value)));
    }
    let own = [call.tenant_id().as_str(), call.environment().as_str()];
    let own = OF_CALL.into_iter().zip(own);
    input.extend(own.map(|(name, value)| (name.to_owned(), Value::from(value))));
    let mut fields = Fields::over(&input, call.now()).among(&services.products, None);
    let found = read(&mut fields);
    fields.faults.finish(found)
}

/// Describes the parameters that `read` asks for.
fn described<T>(mut reference: Reference, read: fn(&mut Fields<'_>) -> Option<T>) -> Reference {
    for field in Described::of(|fields| drop(read(fields))).fields {
        let (schema, docs): (Schema, &str) = match field.name {
            name if OF_CALL.contains(&name) => continue,
            "limit" => (
                integer(1, i64::from(PAGE_MAX)),
                "Maximum number of items. Default: 20.",
            ),
            "cursor" => (text(CURSOR), "The `nextCursor` of the previous page."),
            // What a rule says of itself is a schema; one that is none says nothing.
            _ => (
                serde_json::from_value(field.schema).unwrap_or_else(|_| text("")),
                field.docs,
            ),
        };
        let is_required = field.need == Need::Required;
        reference = match field.place {
            Place::Path => reference.path(field.name, schema, docs),
            _ => reference.query(field.name, is_required, schema, docs),
        };
    }
    reference
}
