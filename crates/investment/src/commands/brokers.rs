//! Brokers: what the reference data says, and what operators set.

use kofa_commands::wire::Paged;
use kofa_commands::{Body, Command, Fields, Method, Services, Spec};
use kofa_core::{ActorAt, Page, Permission};
use kofa_domain::Result;
use serde::Serialize;
use utoipa::ToSchema;

use super::banks::certainty_schema;
use crate::brokers::Broker;
use crate::market::{BrokerChange, BrokerId, BrokerIdRule};
use crate::ops::{self, ListBrokers, SetBroker};
use crate::words::{OfferTypeWord, Word};

/// A broker.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketBroker)]
pub struct BrokerView {
    /// The `brokerId` of a subscription.
    pub id: String,
    /// Registered name.
    pub name: String,
    /// The dealing member code.
    #[schema(required)]
    code: Option<String>,
    /// Whether it accepts applications.
    pub active: bool,
    /// Whether it accepts applicants without a CHN.
    accepts_new_clients: bool,
    #[schema(required)]
    email: Option<String>,
    #[schema(required)]
    phone: Option<String>,
    #[schema(required)]
    website: Option<String>,
    #[schema(required)]
    address: Option<String>,
    #[schema(inline)]
    offer_types: Vec<OfferTypeWord>,
    /// Whether an operator added it; it is not in the reference data.
    added: bool,
    /// How reliable its reference data is; null if it was added.
    #[schema(required, schema_with = certainty_or_null)]
    certainty: Option<&'static str>,
    /// The sources that list it.
    #[schema(required)]
    provenance: Option<&'static str>,
    /// Its trading status according to the sources.
    #[schema(required)]
    reported_status: Option<&'static str>,
    /// A note in the reference data.
    #[schema(required)]
    note: Option<&'static str>,
}

fn certainty_or_null() -> utoipa::openapi::schema::Schema {
    use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Type};
    OneOfBuilder::new()
        .item(ObjectBuilder::new().schema_type(Type::Null))
        .item(certainty_schema())
        .into()
}

impl From<Broker> for BrokerView {
    fn from(broker: Broker) -> Self {
        let known = broker.reference();
        Self {
            id: broker.id.into_owned(),
            name: broker.name.into_owned(),
            code: broker.code.map(|code| code.into_owned()),
            active: broker.active,
            accepts_new_clients: broker.accepts_new_clients,
            email: broker.email,
            phone: broker.phone,
            website: broker.website,
            address: broker.address,
            offer_types: broker.offer_types.into_iter().map(Word).collect(),
            added: broker.added,
            certainty: known.map(|known| known.certainty.as_str()),
            provenance: known.map(|known| known.evidence),
            reported_status: known.map(|known| known.status),
            note: known.and_then(|known| known.note),
        }
    }
}

/// All brokers but the sandbox's fictional ones.
#[derive(Debug)]
pub struct ListMarketBrokers {
    /// Which part of them.
    pub page: Page,
}

impl Command for ListMarketBrokers {
    const SPEC: &'static Spec = &Spec {
        name: "listMarketBrokers",
        tag: "Banks and brokers",
        summary: "List brokers",
        description: "Lists brokers in the reference data with data confidence, then brokers \
                      that were added. The\nsandbox's fictional brokers can't be changed and are \
                      not listed.",
        method: Method::Get,
        path: "/admin/v1/brokers",
        body: Body::None,
        right: Permission::Look,
        success: &[(200, "A page of brokers.")],
        ..Spec::BASE
    };
    type Output = Paged<BrokerView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        fields.long_page().map(|page| Self { page })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let brokers = services.store.read(ListBrokers).await?;
        let views = brokers.into_iter().map(BrokerView::from).collect();
        Paged::part(views, &self.page, |one| one.id.clone())
    }
}

/// A broker that is not in the reference data.
#[derive(Debug)]
pub struct AddBroker {
    /// Names it for ever.
    pub id: BrokerId,
    /// What is known of it.
    pub change: BrokerChange,
}

impl Command for AddBroker {
    const SPEC: &'static Spec = &Spec {
        name: "addBroker",
        tag: "Banks and brokers",
        summary: "Add broker",
        description: "Adds the broker to both environments within a second.",
        method: Method::Post,
        path: "/admin/v1/brokers",
        body: Body::Json("NewBroker", "A broker that is not in the reference data."),
        right: Permission::Market,
        success: &[(201, "The broker.")],
        ..Spec::BASE
    };
    type Output = BrokerView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let docs = "The broker's permanent ID, such as `ada-securities`.";
        let id = fields.required("id", docs, BrokerIdRule);
        let change = BrokerChange::read_new(fields);
        id.map(|id| Self { id, change })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<BrokerView> {
        let add = ops::AddBroker {
            by,
            id: self.id.into_string(),
            change: self.change,
        };
        services.store.write(add).await.map(BrokerView::from)
    }
}

/// Other settings of a broker.
#[derive(Debug)]
pub struct EditBroker {
    pub id: BrokerId,
    pub change: BrokerChange,
}

impl Command for EditBroker {
    const SPEC: &'static Spec = &Spec {
        name: "editBroker",
        tag: "Banks and brokers",
        summary: "Edit a broker",
        description: "Takes effect within a second. Applications through an inactive broker are \
                      refused.",
        method: Method::Patch,
        path: "/admin/v1/brokers/{brokerId}",
        body: Body::Json(
            "BrokerEdit",
            "The fields to change. Omitted fields stay unchanged; null clears a field.",
        ),
        right: Permission::Market,
        success: &[(200, "The broker.")],
        ..Spec::BASE
    };
    type Output = BrokerView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let id = fields.path("brokerId", "There is no such broker.", BrokerIdRule);
        let change = BrokerChange::read(fields);
        id.map(|id| Self { id, change })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<BrokerView> {
        let set = SetBroker {
            by,
            id: self.id.into_string(),
            change: self.change,
        };
        services.store.write(set).await.map(BrokerView::from)
    }
}
