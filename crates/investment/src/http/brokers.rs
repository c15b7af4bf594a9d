//! `GET /api/exchange-invest/brokers`

use bytes::Bytes;
use kofa_domain::{Environment, Error, Kobo, Result, Scope};
use kofa_platform::endpoint::{Billable, Call, Endpoint, Envelope};
use kofa_platform::http::{Answer, ProductEndpoint, Reference, Refusal, Request};
use serde::Serialize;
use utoipa::ToSchema;

use super::shape::NoErrors;
use crate::brokers::{Broker, brokers};
use crate::offer::OfferType;

/// Lists the brokers; the answers of both environments are ready as bytes.
#[derive(Debug)]
pub struct ListBrokers {
    sandbox: Bytes,
    live: Bytes,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "listBrokers",
    path: "/api/exchange-invest/brokers",
    scope: Some(Scope::InvestmentIpo),
    envelope: Envelope::Investment,
    default_price: Kobo::new(500),
    billable: &[Billable {
        status: 200,
        when: "the list is answered",
    }],
    ..Endpoint::BASE
};

impl ListBrokers {
    /// Renders the answers.
    ///
    /// # Errors
    /// `internal_error` if they cannot be written as JSON.
    pub fn new() -> Result<Self> {
        Ok(Self {
            sandbox: render(&brokers(Environment::Sandbox))?,
            live: render(&brokers(Environment::Live))?,
        })
    }
}

impl ProductEndpoint for ListBrokers {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = ();

    async fn read(&self, _call: &Call, _request: &Request) -> Result<()> {
        Ok(())
    }

    async fn run(&self, call: &Call, (): ()) -> Result<Answer, Refusal> {
        let body = match call.environment() {
            Environment::Sandbox => &self.sandbox,
            Environment::Live => &self.live,
        };
        Ok(Answer::bytes(200, "application/json", body.clone()))
    }

    fn reference() -> Reference {
        Reference::new(
            "List brokers",
            "The dealing members that an application can go through. Applicants without a \
             CHN need one whose `acceptsNewClients` is true. The sandbox adds two of its own.",
        )
        .answers::<BrokersAnswer>(200, "The brokers.")
    }
}

fn render(brokers: &[Broker]) -> Result<Bytes> {
    let answer = BrokersAnswer {
        success: true,
        message: "Brokers retrieved.",
        data: BrokerList {
            brokers: brokers.iter().map(wire).collect(),
        },
        errors: NoErrors,
    };
    let bytes = serde_json::to_vec(&answer).map_err(Error::internal)?;
    Ok(bytes.into())
}

/// The list of brokers.
#[derive(Debug, Serialize, ToSchema)]
struct BrokersAnswer {
    /// Always true.
    success: bool,
    message: &'static str,
    data: BrokerList,
    errors: NoErrors,
}

/// All brokers.
#[derive(Debug, Serialize, ToSchema)]
struct BrokerList {
    brokers: Vec<BrokerRecord>,
}

/// A broker. Contact data is null where no public source gives it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BrokerRecord {
    /// The `brokerId` of a subscription.
    #[schema(example = "meristem-stockbrokers")]
    id: &'static str,
    #[schema(example = "Meristem Stockbrokers Limited")]
    name: &'static str,
    /// Dealing member code.
    #[schema(required)]
    code: Option<&'static str>,
    #[schema(required)]
    email: Option<&'static str>,
    #[schema(required)]
    phone: Option<&'static str>,
    #[schema(required)]
    website: Option<&'static str>,
    #[schema(required)]
    address: Option<&'static str>,
    /// Whether applications can go through it.
    active: bool,
    /// Whether it takes applicants without a CHN.
    accepts_new_clients: bool,
    /// Types of offer it takes applications for.
    offer_types: Vec<&'static str>,
}

fn wire(broker: &Broker) -> BrokerRecord {
    BrokerRecord {
        id: broker.id,
        name: broker.name,
        code: broker.code,
        email: None,
        phone: None,
        website: None,
        address: None,
        active: broker.active,
        accepts_new_clients: broker.accepts_new_clients,
        offer_types: OfferType::ALL.map(OfferType::as_str).to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn live_has_no_fictional_broker() {
        let list = ListBrokers::new().unwrap();
        let ids = |bytes: &Bytes| -> Vec<String> {
            let answer: serde_json::Value = serde_json::from_slice(bytes).unwrap();
            let brokers = answer["data"]["brokers"].as_array().unwrap();
            let id = |broker: &serde_json::Value| broker["id"].as_str().unwrap().to_owned();
            brokers.iter().map(id).collect()
        };
        let (sandbox, live) = (ids(&list.sandbox), ids(&list.live));
        assert_eq!(sandbox.len(), live.len() + 2);
        assert!(live.len() > 30);
        assert!(live.iter().all(|id| !crate::brokers::is_sandbox_broker(id)));
    }

    #[test]
    fn a_broker_has_the_documented_shape() {
        let sandbox = brokers(Environment::Sandbox);
        crate::http::shape::check_schema::<BrokerRecord>(&wire(&sandbox[1]));
        insta::assert_json_snapshot!(wire(&sandbox[1]));
    }
}
