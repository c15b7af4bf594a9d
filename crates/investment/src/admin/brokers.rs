//! Brokers: what the reference data says, and what operators set.

use std::sync::Arc;

use axum::extract::State;
use http::StatusCode;
use kofa_platform::admin::{AdminCall, Desk, PageOf, Reply, json, part};
use kofa_platform::directory::Right;
use serde::Serialize;
use utoipa::ToSchema;

use super::banks::certainty_schema;
use crate::brokers::Broker;
use crate::http::shape::{OfferTypeWord, Word};
use crate::market::{BrokerChange, read_broker_id};
use crate::ops::{AddBroker, ListBrokers, SetBroker};

/// A broker.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketBroker)]
pub(super) struct BrokerView {
    /// The `brokerId` of a subscription.
    id: String,
    name: String,
    /// Dealing member code.
    #[schema(required)]
    code: Option<String>,
    /// Whether applications can go through it.
    active: bool,
    /// Whether it takes applicants without a CHN.
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
    /// An operator added it; the reference data does not know it.
    added: bool,
    /// How well the reference data knows it; null if it was added.
    #[schema(required, schema_with = certainty_or_null)]
    certainty: Option<&'static str>,
    /// Which sources name it.
    #[schema(required)]
    provenance: Option<&'static str>,
    /// What the sources said of its trading.
    #[schema(required)]
    reported_status: Option<&'static str>,
    /// What the data remarks on it.
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

/// List brokers
///
/// Those of the reference data with how well it knows them, then those that were added. The
/// sandbox's fictional brokers are nobody's to change and not here.
#[utoipa::path(
    get, path = "/admin/v1/brokers", operation_id = "listMarketBrokers",
    tag = "Banks and brokers",
    params(("cursor" = inline(Option<String>), Query), ("limit" = inline(Option<u32>), Query)),
    responses((status = 200, body = PageOf<BrokerView>, description = "A page of brokers.")),
)]
pub(super) async fn list_market_brokers(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let asked = call.long_page()?;
    let brokers = desk.store.read(ListBrokers).await?;
    let views = brokers.into_iter().map(BrokerView::from).collect();
    Ok(part(views, &asked, |one: &BrokerView| one.id.to_string())?)
}

/// A broker that the reference data does not know.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the body; `BrokerChange` reads it")]
pub(super) struct NewBroker {
    /// Names it for ever, such as `ada-securities`.
    #[schema(pattern = "^[a-z0-9][a-z0-9-]{1,58}[a-z0-9]$")]
    id: String,
    #[schema(min_length = 1, max_length = 200)]
    name: String,
    #[schema(pattern = "^[A-Z0-9]{2,12}$", nullable)]
    code: Option<String>,
    active: Option<bool>,
    accepts_new_clients: Option<bool>,
    #[schema(nullable)]
    email: Option<String>,
    #[schema(nullable)]
    phone: Option<String>,
    #[schema(nullable)]
    website: Option<String>,
    #[schema(nullable, max_length = 200)]
    address: Option<String>,
    /// All types if absent.
    #[schema(min_items = 1, inline)]
    offer_types: Option<Vec<OfferTypeWord>>,
}

/// Add a broker
///
/// In both environments, within a second on every node.
#[utoipa::path(
    post, path = "/admin/v1/brokers", operation_id = "addBroker", tag = "Banks and brokers",
    request_body = NewBroker,
    responses((status = 201, body = BrokerView, description = "The broker.")),
)]
pub(super) async fn add_broker(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    call.needs(Right::Market)?;
    let object = call.object()?;
    let add = AddBroker {
        id: read_broker_id(&object)?,
        change: BrokerChange::read(&object)?,
        by: call.by,
    };
    let broker = desk.store.write(add).await?;
    Ok(json(StatusCode::CREATED, &BrokerView::from(broker)))
}

/// What changes of a broker; what is absent stays, null empties.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the body; `BrokerChange` reads it")]
pub(super) struct BrokerEdit {
    /// Only of brokers that were added.
    #[schema(min_length = 1, max_length = 200)]
    name: Option<String>,
    #[schema(pattern = "^[A-Z0-9]{2,12}$", nullable)]
    code: Option<String>,
    active: Option<bool>,
    accepts_new_clients: Option<bool>,
    #[schema(nullable)]
    email: Option<String>,
    #[schema(nullable)]
    phone: Option<String>,
    #[schema(nullable)]
    website: Option<String>,
    #[schema(nullable, max_length = 200)]
    address: Option<String>,
    #[schema(min_items = 1, inline)]
    offer_types: Option<Vec<OfferTypeWord>>,
}

/// Edit a broker
///
/// Holds on every node within a second: applications through an inactive one are refused.
#[utoipa::path(
    patch, path = "/admin/v1/brokers/{brokerId}", operation_id = "editBroker",
    tag = "Banks and brokers",
    params(("brokerId" = String, Path, pattern = "^[a-z0-9][a-z0-9-]{1,58}[a-z0-9]$")),
    request_body = BrokerEdit,
    responses((status = 200, body = BrokerView, description = "The broker.")),
)]
pub(super) async fn edit_broker(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    call.needs(Right::Market)?;
    let set = SetBroker {
        id: call.request.path_parameter("brokerId").to_owned(),
        change: BrokerChange::read(&call.object()?)?,
        by: call.by,
    };
    let broker = desk.store.write(set).await?;
    Ok(json(StatusCode::OK, &BrokerView::from(broker)))
}
