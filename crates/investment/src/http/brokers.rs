//! `GET /api/exchange-invest/brokers`

use std::sync::Arc;

use bytes::Bytes;
use kofa_core::endpoint::{Billable, Endpoint};
use kofa_domain::{Error, Kobo, Result};
use kofa_gate::call::Call;
use kofa_gate::{Answer, ProductEndpoint, Reference, Refusal, Request};
use serde::Serialize;
use utoipa::ToSchema;

use crate::brokers::Broker;
use crate::catalogue::Catalogue;
use crate::endpoint::BASE;
use crate::ops::Freshness;
use crate::words::{Age, NoErrors};

/// Lists the brokers; the answers of both environments are ready as bytes.
#[derive(Debug)]
pub struct ListBrokers {
    /// The market in memory.
    pub catalogue: Arc<Catalogue>,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "listBrokers",
    path: "/api/exchange-invest/brokers",
    default_price: Kobo::new(500),
    billable: &[Billable {
        status: 200,
        when: "the list is returned",
    }],
    shown: super::PUBLIC,
    ..BASE
};

impl ProductEndpoint for ListBrokers {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = ();

    async fn read(&self, _call: &Call, _request: &Request) -> Result<()> {
        Ok(())
    }

    async fn run(&self, call: &Call, (): ()) -> Result<Answer, Refusal> {
        let view = self.catalogue.view(call.environment(), call.now()).await?;
        let body = view.brokers_page(brokers_page)?;
        Ok(Answer::bytes(200, "application/json", body))
    }

    fn reference() -> Reference {
        Reference::new(
            "List brokers",
            "The brokers (dealing members) that an application can go through. Applicants without \
             a CHN need one whose `acceptsNewClients` is true. The sandbox has two additional \
             brokers.",
        )
        .answers::<BrokersAnswer<'_>>(200, "The brokers.")
    }
}

/// The answer with `brokers`.
///
/// # Errors
/// `internal_error` if it cannot be written as JSON.
fn brokers_page(brokers: &[Broker], freshness: Option<Freshness>) -> Result<Bytes> {
    let answer = BrokersAnswer {
        success: true,
        message: "Brokers retrieved.",
        data: BrokerList {
            brokers: brokers.iter().map(wire).collect(),
            source: Age::kept(freshness),
        },
        errors: NoErrors,
    };
    let bytes = serde_json::to_vec(&answer).map_err(Error::internal)?;
    Ok(bytes.into())
}

/// The list of brokers.
#[derive(Debug, Serialize, ToSchema)]
struct BrokersAnswer<'a> {
    /// Always true.
    success: bool,
    message: &'static str,
    data: BrokerList<'a>,
    errors: NoErrors,
}

/// All brokers.
#[derive(Debug, Serialize, ToSchema)]
struct BrokerList<'a> {
    brokers: Vec<BrokerRecord<'a>>,
    source: Age,
}

/// A broker. Contact details are null if no public source has them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BrokerRecord<'a> {
    /// The `brokerId` of a subscription.
    #[schema(example = "meristem-stockbrokers")]
    id: &'a str,
    #[schema(example = "Meristem Stockbrokers Limited")]
    name: &'a str,
    /// Dealing member code.
    #[schema(required)]
    code: Option<&'a str>,
    #[schema(required)]
    email: Option<&'a str>,
    #[schema(required)]
    phone: Option<&'a str>,
    #[schema(required)]
    website: Option<&'a str>,
    #[schema(required)]
    address: Option<&'a str>,
    /// Whether applications can go through it.
    active: bool,
    /// Whether it accepts applicants without a CHN.
    accepts_new_clients: bool,
    /// Types of offer it accepts applications for.
    offer_types: Vec<&'static str>,
}

fn wire(broker: &Broker) -> BrokerRecord<'_> {
    BrokerRecord {
        id: &broker.id,
        name: &broker.name,
        code: broker.code.as_deref(),
        email: broker.email.as_deref(),
        phone: broker.phone.as_deref(),
        website: broker.website.as_deref(),
        address: broker.address.as_deref(),
        active: broker.active,
        accepts_new_clients: broker.accepts_new_clients,
        offer_types: broker.offer_types.iter().map(|one| one.as_str()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use kofa_domain::Environment;

    use super::*;
    use crate::brokers::brokers;

    #[test]
    fn live_has_no_fictional_broker() {
        let of = |environment| brokers_page(&brokers(environment, Vec::new()), None).unwrap();
        let ids = |bytes: &Bytes| -> Vec<String> {
            let answer: serde_json::Value = serde_json::from_slice(bytes).unwrap();
            let brokers = answer["data"]["brokers"].as_array().unwrap();
            let id = |broker: &serde_json::Value| broker["id"].as_str().unwrap().to_owned();
            brokers.iter().map(id).collect()
        };
        let (sandbox, live) = (ids(&of(Environment::Sandbox)), ids(&of(Environment::Live)));
        assert_eq!(sandbox.len(), live.len() + 2);
        assert!(live.len() > 30);
        assert!(live.iter().all(|id| !crate::brokers::is_sandbox_broker(id)));
    }

    #[test]
    fn a_broker_has_the_documented_shape() {
        let sandbox = brokers(Environment::Sandbox, Vec::new());
        crate::words::check_schema::<BrokerRecord<'_>>(&wire(&sandbox[1]));
        insta::assert_json_snapshot!(wire(&sandbox[1]));
    }
}
