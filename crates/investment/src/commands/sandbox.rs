//! Offers that only one tenant's sandbox has.

use kofa_domain::{Environment, Result, TenantId};
use kofa_platform::admin::Paged;
use kofa_platform::command::rules::Rule as _;
use kofa_platform::command::{Body, Command, Fields, Method, Services, Spec};
use kofa_platform::directory::{By, Page, Permission};
use serde_json::json;

use super::offers::list;
use super::shape::{OfferDetailsView, OfferView};
use crate::market::{OFFER_ID_PATTERN, OfferId, OfferIdRule};
use crate::ops::{self, MarketOffer, OfferCounts};

const ID: OfferIdRule = OfferIdRule {
    must: "must have 3 to 40 capital letters, digits and hyphens",
};

/// A copy of an offer of the sandbox.
#[derive(Debug)]
pub struct CopySandboxOffer {
    /// Whose it will be.
    pub tenant: TenantId,
    /// What is copied.
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
        body: Body::Json("NewCopy", "Which offer is copied."),
        right: Permission::Sandbox,
        success: &[(201, "The copy.")],
    };
    type Output = OfferDetailsView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let tenant = fields.path_id("tenantId", "There is no such tenant.");
        let of = ID.told(
            || json!({"type": "string", "pattern": OFFER_ID_PATTERN, "example": "OFR-BAOBAB"}),
        );
        let copy_of = fields.required("copyOf", "An offer of the sandbox.", of);
        // Blank is no name; null or absent lets us choose one.
        let docs = "Absent: made from the symbol and six characters.";
        let id = fields.optional("offerId", docs, ID);
        Some(Self {
            tenant: tenant?,
            copy_of: copy_of?,
            id,
        })
    }

    async fn run(self, services: &Services, by: By) -> Result<OfferDetailsView> {
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

/// The offers of one tenant's own sandbox.
#[derive(Debug)]
pub struct ListSandboxOffers {
    /// Whose.
    pub tenant: TenantId,
    /// Which part of them.
    pub page: Page,
}

impl Command for ListSandboxOffers {
    const SPEC: &'static Spec = &Spec {
        name: "listSandboxOffers",
        tag: "Offers",
        summary: "List a tenant's own sandbox offers",
        description: "By id. The offers that everyone has are in `listMarketOffers`.",
        method: Method::Get,
        path: "/admin/v1/tenants/{tenantId}/sandbox/offers",
        body: Body::None,
        right: Permission::Look,
        success: &[(200, "A page of offers.")],
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

    async fn run(self, services: &Services, by: By) -> Result<Self::Output> {
        let environment = Environment::Sandbox;
        list(services, &by, environment, Some(self.tenant), self.page).await
    }
}
