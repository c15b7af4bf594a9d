//! A product with one endpoint, all of it in this file: what a new product needs.

use std::sync::Arc;

use kofa_admin_api::running::RunningProduct;
use kofa_core::Service;
use kofa_core::endpoint::{Billable, Endpoint, Envelope, Member};
use kofa_core::product::{Product, SandboxTable, fails, found};
use kofa_core::schema::text;
use kofa_domain::{Code, Error, Fault, Kind, Kobo, Result, Scope};
use kofa_gate::call::Call;
use kofa_gate::{
    Answer, EndpointOf, Gate, ProductEndpoint, ProductRoutes, Reference, Refusal, Request,
    descriptions,
};
use kofa_insight::status::Health;
use kofa_insight::status::probe::Probe;
use serde::Serialize;
use utoipa::ToSchema;

pub(crate) const SCOPE: Scope = Scope::new("greetings_hub");

const ENVELOPE: &Envelope = &Envelope {
    schema: "GreetingFailure",
    media_type: "application/json",
    members: &[("said", Member::Message), ("errors", Member::Errors)],
    link: "page",
};

pub(crate) static PRODUCT: Product = Product {
    scope: SCOPE,
    title: "Greetings",
    purpose: "greetings by name",
    tag: ("Greetings", "Words for somebody."),
    envelope: ENVELOPE,
    prefixes: &["/api/v1/greetings"],
    addresses: &["greetings"],
    endpoints: || descriptions(endpoints()),
    codes: &[&[&HOARSE]],
    sandbox_values: &[SandboxTable {
        anchor: "names",
        title: "Names to greet",
        range: "Sandbox X",
        note: "In `name`.",
        values: &[
            found("Sandbox Ada", "Greeted"),
            fails("Sandbox Echo", "The voice is gone", &HOARSE),
        ],
    }],
    portal_pages: &[("greetings", "Greeting cards")],
    console_pages: &[("voices", "Voices")],
    ..Product::BASE
};

static HOARSE: Code = Code {
    name: "voice_unavailable",
    kind: Kind::Unavailable,
    title: "The voice is gone",
    meaning: "Nobody can be greeted now.",
    remedy: "Wait for the voice to come back.",
};

pub(crate) fn run(gate: &Arc<Gate>) -> RunningProduct {
    let routes = ProductRoutes::new(Arc::clone(gate)).with_all(endpoints(), &());
    let environment = kofa_domain::Environment::Live;
    RunningProduct {
        probes: vec![Probe {
            name: "The voice",
            affects: vec![Service {
                scope: SCOPE,
                environment,
            }],
            without: Health::Down,
            check: Box::new(|| Box::pin(std::future::ready(true))),
        }],
        ..RunningProduct::new(routes)
    }
}

fn endpoints() -> Vec<EndpointOf<()>> {
    vec![EndpointOf::new(|&()| Greet)]
}

struct Greet;

static GREET: Endpoint = Endpoint {
    operation_id: "greet",
    path: "/api/v1/greetings/greet",
    scope: Some(SCOPE),
    envelope: ENVELOPE,
    default_price: Kobo::new(700),
    billable: &[Billable {
        status: 200,
        when: "somebody is greeted",
    }],
    ..Endpoint::BASE
};

/// Words for somebody.
#[derive(Serialize, ToSchema)]
struct Greeting {
    /// What to say.
    greeting: String,
}

impl ProductEndpoint for Greet {
    const ENDPOINT: &'static Endpoint = &GREET;
    type Input = String;

    async fn read(&self, _call: &Call, request: &Request) -> Result<String> {
        let query = request.query();
        let name = query.filled("name").map(str::to_owned);
        name.ok_or_else(|| Error::faults(vec![Fault::missing("name")]))
    }

    async fn run(&self, _call: &Call, name: String) -> Result<Answer, Refusal> {
        if name == "Sandbox Echo" {
            return Err(Error::plain(&HOARSE).into());
        }
        let greeting = format!("Good morning, {name}");
        Ok(Answer::json(200, &Greeting { greeting })?)
    }

    fn reference() -> Reference {
        Reference::new("Greet somebody", "By name.")
            .query("name", true, text(""), "Who is greeted.")
            .answers::<Greeting>(200, "The words.")
            .codes(&[&HOARSE])
    }
}
