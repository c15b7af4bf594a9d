//! `GET /api/v1/quote`: what a call would cost, before it is made. Free.

use std::sync::Arc;

use kofa_core::codes;
use kofa_core::endpoint::Endpoint;
use kofa_core::schema::text;
use kofa_domain::{Error, Fault, Result};
use kofa_identity::prices::PriceRule;
use kofa_ledger::Wallets;
use serde::Serialize;
use utoipa::ToSchema;

use crate::call::Call;
use crate::{Answer, ProductEndpoint, Reference, Refusal, Request, Snapshot};

#[derive(Debug)]
pub struct GetQuote {
    pub snapshot: Arc<Snapshot>,
    pub wallets: Arc<Wallets>,
    /// What can be quoted.
    pub endpoints: Vec<&'static Endpoint>,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "getQuote",
    path: "/api/v1/quote",
    shown: &["rule"],
    ..Endpoint::BASE
};

/// What a request to an endpoint would cost you now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Quote {
    /// The endpoint, as named in this document.
    #[schema(example = "listOffers")]
    operation_id: &'static str,
    /// The environment the quote is for.
    #[schema(example = "sandbox")]
    environment: &'static str,
    /// Price of one billable response, in kobo. It is reserved, and the most that is charged: a 200
    /// of `generateCompanyTin` is charged like `getCompanyTin`.
    #[schema(example = 500, minimum = 0)]
    amount_kobo: i64,
    /// Always naira.
    #[schema(example = "NGN")]
    currency: &'static str,
    /// Where the price comes from: `default`, the product's own, as nobody set another;
    /// `price_book`, the general price, set for everyone; `tenant_override`, your own price.
    #[schema(schema_with = PriceRule::schema)]
    rule: &'static str,
    /// HTTP statuses that are charged; every other outcome is free.
    billable_statuses: Vec<u16>,
    /// The available balance of the wallet, in kobo.
    available_kobo: i64,
    /// `availableKobo` less `amountKobo`, in kobo: what it would have after one billable
    /// response at that price. Negative if it cannot pay: the call would be 402, and free.
    balance_after_kobo: i64,
}

impl ProductEndpoint for GetQuote {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = &'static Endpoint;

    async fn read(&self, _call: &Call, request: &Request) -> Result<&'static Endpoint> {
        let query = request.query();
        let Some(name) = query.filled("operationId") else {
            return Err(Error::faults(vec![Fault::missing("operationId")]));
        };
        let found = self
            .endpoints
            .iter()
            .find(|endpoint| endpoint.operation_id == name);
        found.copied().ok_or_else(|| {
            Error::on(
                "operationId",
                &codes::UNKNOWN_OPERATION,
                codes::UNKNOWN_OPERATION.title,
            )
        })
    }

    async fn run(&self, call: &Call, input: &'static Endpoint) -> Result<Answer, Refusal> {
        let environment = call.environment();
        let (price, rule) = self
            .snapshot
            .price(input, environment, call.tenant_id(), call.now());
        let available = self
            .wallets
            .available(call.tenant.wallet(environment))
            .await?;
        let mut billable: Vec<u16> = input.billable.iter().map(|one| one.status).collect();
        billable.dedup();
        let quote = Quote {
            operation_id: input.operation_id,
            environment: environment.as_str(),
            amount_kobo: price.get(),
            currency: "NGN",
            rule: rule.as_str(),
            billable_statuses: billable,
            available_kobo: available.get(),
            balance_after_kobo: available.get() - price.get(),
        };
        Ok(Answer::json(200, &quote)?)
    }

    fn reference() -> Reference {
        Reference::new(
            "Get a price quote",
            "Returns what one billable response of an endpoint would cost you now, which price \
             rule applies, and what your wallet balance would be afterwards. Free, with a key of \
             any scope.",
        )
        .query(
            "operationId",
            true,
            text("^[A-Za-z]{3,64}$"),
            "The endpoint to quote.",
        )
        .answers::<Quote>(200, "The quote.")
        .codes(&[&codes::UNKNOWN_OPERATION])
    }
}
