//! Offers that only one tenant's sandbox has.

use std::sync::Arc;

use kofa_commands::rules::{Rule as _, Word};
use kofa_commands::wire::Paged;
use kofa_commands::{Body, Command, Fields, Method, Services, Spec};
use kofa_core::{ActorAt, Page, Permission};
use kofa_domain::{Environment, Result, TenantId};
use kofa_tasks::TaskHandlers;
use serde_json::json;

use super::offers::list;
use super::shape::{OfferDetailsView, OfferView};
use crate::market::{OFFER_ID_PATTERN, OfferId, OfferIdRule};
use crate::ops::{self, FindOffer, MarketOffer, OfferCounts};
use crate::test_clock::{Stage, TestClock};

const ID: OfferIdRule = OfferIdRule {
    must: "must have 3 to 40 capital letters, digits and hyphens",
};

/// A copy of an offer of the sandbox.
#[derive(Debug)]
pub struct CopySandboxOffer {
    /// Whose it will be.
    pub tenant: TenantId,
    pub copy_of: OfferId,
    /// Its id; `None` to have one made.
    pub id: Option<OfferId>,
}

impl Command for CopySandboxOffer {
    const SPEC: &'static Spec = &Spec {
        name: "copySandboxOffer",
        tag: "Offers",
        summary: "Copy an offer into a tenant's sandbox",
        description: "Only this tenant sees the copy, and can go through its whole life with it \
                      without\ndisturbing anyone. Its dates are those of the original. At most \
                      20 a tenant.",
        method: Method::Post,
        path: "/admin/v1/tenants/{tenantId}/sandbox/offers",
        body: Body::Json("NewCopy", "The offer to copy."),
        right: Permission::Sandbox,
        success: &[(201, "The copy.")],
        ..Spec::BASE
    };
    type Output = OfferDetailsView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let tenant = fields.path_id("tenantId", "There is no such tenant.");
        let of = ID.told(
            || json!({"type": "string", "pattern": OFFER_ID_PATTERN, "example": "OFR-BAOBAB"}),
        );
        let copy_of = fields.required("copyOf", "The sandbox offer to copy.", of);
        // Blank is no name; null or absent lets us choose one.
        let docs = "The ID of the copy. Default: the symbol and six characters.";
        let id = fields.optional("offerId", docs, ID);
        Some(Self {
            tenant: tenant?,
            copy_of: copy_of?,
            id,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<OfferDetailsView> {
        let at = by.at;
        let (of, id) = (
            self.copy_of.into_string(),
            self.id.map(OfferId::into_string),
        );
        let copy = ops::CopySandboxOffer::new(services.ids, by, self.tenant, of, id);
        let one = MarketOffer {
            offer: services.store.write(copy).await?,
            counts: OfferCounts::default(),
        };
        Ok(OfferDetailsView::new(Environment::Sandbox, one, at))
    }
}

/// A tenant's own sandbox offer moved through its life.
#[derive(Debug)]
pub struct AdvanceSandboxOffer {
    pub tenant: TenantId,
    pub id: OfferId,
    /// Where the test clock goes.
    pub to: Stage,
}

const STAGE: Word<Stage> = Word {
    all: &Stage::ALL,
    as_str: Stage::as_str,
    parse: Stage::parse,
    must: "",
};

impl Command for AdvanceSandboxOffer {
    const SPEC: &'static Spec = &Spec {
        name: "advanceSandboxOffer",
        tag: "Offers",
        summary: "Advance a tenant's own sandbox offer",
        description: "The test clock: takes the offer through every stage up to the target \
                      within seconds. `open`\nopens it for 30 days, `closed` expires unpaid \
                      subscriptions, `allotted` allots with seed 1,\n`refunded` makes the \
                      refunds due, `credited` credits the shares, `listed` lists them. It\nonly \
                      moves forward. Create a tenant's own offer with `copySandboxOffer`.",
        method: Method::Post,
        path: "/admin/v1/tenants/{tenantId}/sandbox/offers/{offerId}/clock",
        body: Body::Json("ClockTarget", "The target of the test clock."),
        right: Permission::Sandbox,
        success: &[(200, "The offer.")],
        ..Spec::BASE
    };
    type Output = OfferDetailsView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let tenant = fields.path_id("tenantId", "There is no such tenant.");
        let rule = OfferIdRule { must: "" };
        let id = fields.path("offerId", "There is no such offer.", rule);
        let to = fields.required("to", "The target stage.", STAGE);
        Some(Self {
            tenant: tenant?,
            id: id?,
            to: to?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<OfferDetailsView> {
        let clock = TestClock {
            store: services.store.clone(),
            vault: services.vault()?.clone(),
            clock: Arc::clone(&services.clock),
            tasks: services.part::<TaskHandlers>()?.clone(),
        };
        let id = self.id.into_string();
        clock.advance(&by, &self.tenant, &id, self.to).await?;
        let environment = Environment::Sandbox;
        let found = services.store.read(FindOffer { environment, id }).await?;
        Ok(OfferDetailsView::new(
            environment,
            found,
            services.clock.now(),
        ))
    }
}

/// The offers of one tenant's own sandbox.
#[derive(Debug)]
pub struct ListSandboxOffers {
    pub tenant: TenantId,
    /// Which part of them.
    pub page: Page,
}

impl Command for ListSandboxOffers {
    const SPEC: &'static Spec = &Spec {
        name: "listSandboxOffers",
        tag: "Offers",
        summary: "List a tenant's own sandbox offers",
        description: "Sorted by ID. Offers for all tenants are in `listMarketOffers`.",
        method: Method::Get,
        path: "/admin/v1/tenants/{tenantId}/sandbox/offers",
        body: Body::None,
        right: Permission::Look,
        success: &[(200, "A page of offers.")],
        ..Spec::BASE
    };
    type Output = Paged<OfferView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let tenant = fields.path_id("tenantId", "There is no such tenant.");
        let page = fields.page();
        Some(Self {
            tenant: tenant?,
            page: page?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<Self::Output> {
        let environment = Environment::Sandbox;
        list(services, &by, environment, Some(self.tenant), self.page).await
    }
}
