//! Offers: made, looked at, edited, and moved through their life.

use kofa_commands::rules::ENVIRONMENT;
use kofa_commands::wire::{Paged, line_json};
use kofa_commands::{Body, Command, Fields, Made, Method, Rule as _, Services, Spec};
use kofa_core::{ActorAt, Page, Permission};
use kofa_domain::{Environment, Result, TenantId};

use super::shape::{OfferDetailsView, OfferView};
use crate::market::{
    Action, CloseAt, CloseAtRule, LINE, OfferChange, OfferId, OfferIdRule, Planned, Reason,
    ReasonRule, read_new, refuse_past,
};
use crate::offer::Offer;
use crate::ops::{self, CreateOffers, FindOffer, ListMarket, MarketOffer, MoveOffer};

/// Which offer a command is about.
#[derive(Clone, Debug)]
pub struct Which {
    pub environment: Environment,
    pub id: OfferId,
}

impl Which {
    /// Reads it from the path.
    pub(crate) fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let environment = fields.path_environment();
        let rule = OfferIdRule { must: "" };
        let id = fields.path("offerId", "There is no such offer.", rule);
        Some(Self {
            environment: environment?,
            id: id?,
        })
    }
}

const THE_OFFER: &[(u16, &str)] = &[(200, "The offer.")];

/// Those that everyone has.
#[derive(Debug)]
pub struct ListMarketOffers {
    pub environment: Environment,
    /// Which part of them.
    pub page: Page,
}

impl Command for ListMarketOffers {
    const SPEC: &'static Spec = &Spec {
        name: "listMarketOffers",
        tag: "Offers",
        summary: "List offers",
        description: "Lists offers that are available to all tenants, sorted by ID.",
        method: Method::Get,
        path: "/admin/v1/offers",
        body: Body::None,
        right: Permission::Look,
        success: &[(200, "A page of offers.")],
        ..Spec::BASE
    };
    type Output = Paged<OfferView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let environment = fields.query("environment", "", ENVIRONMENT);
        let page = fields.page();
        Some(Self {
            environment: environment?,
            page: page?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<Self::Output> {
        list(services, &by, self.environment, None, self.page).await
    }
}

pub(super) async fn list(
    services: &Services,
    by: &ActorAt,
    environment: Environment,
    tenant: Option<TenantId>,
    page: Page,
) -> Result<Paged<OfferView>> {
    let list = ListMarket {
        environment,
        tenant,
        page,
    };
    let listed = services.store.read(list).await?;
    Ok(Paged::new(listed, |one| {
        OfferView::new(environment, one, by.at)
    }))
}

/// A new offer for everyone.
#[derive(Debug)]
pub struct CreateOffer {
    pub environment: Environment,
    pub offer: Offer,
}

impl Command for CreateOffer {
    const SPEC: &'static Spec = &Spec {
        name: "createOffer",
        tag: "Offers",
        summary: "Create an offer",
        description: "Creates an offer for all tenants in the environment. Its dates decide when \
                      it opens and\ncloses. Creating the same offer again returns 200 and \
                      changes nothing.",
        method: Method::Post,
        path: "/admin/v1/offers",
        body: Body::Json("NewOffer", "The new offer."),
        right: Permission::Market,
        success: &[(201, "The new offer."), (200, "The offer already exists.")],
        ..Spec::BASE
    };
    type Output = Made<OfferDetailsView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let environment = fields.query("environment", "", ENVIRONMENT);
        let offer = read_new(fields);
        Some(Self {
            environment: environment?,
            offer: offer?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<Self::Output> {
        let Self { environment, offer } = self;
        refuse_past(&offer, by.at)?;
        let (id, at) = (offer.id.clone(), by.at);
        let create = CreateOffers {
            by,
            environment,
            offers: vec![Planned { line: 1, offer }],
        };
        let made = services.store.write(create).await?;
        let found = services.store.read(FindOffer { environment, id }).await?;
        Ok(Made {
            is_new: !made.offers.is_empty(),
            it: OfferDetailsView::new(environment, found, at),
        })
    }

    fn status(made: &Self::Output) -> u16 {
        made.status()
    }
}

/// A look at an offer.
#[derive(Debug)]
pub struct GetOffer {
    pub which: Which,
}

impl Command for GetOffer {
    const SPEC: &'static Spec = &Spec {
        name: "getOffer",
        tag: "Offers",
        summary: "Get an offer",
        description: "Includes its subscriptions by status and the actions available now.",
        method: Method::Get,
        path: "/admin/v1/offers/{environment}/{offerId}",
        body: Body::None,
        right: Permission::Look,
        success: THE_OFFER,
        ..Spec::BASE
    };
    type Output = OfferDetailsView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        Which::read(fields).map(|which| Self { which })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<OfferDetailsView> {
        let Which { environment, id } = self.which;
        let id = id.into_string();
        let found = services.store.read(FindOffer { environment, id }).await?;
        Ok(OfferDetailsView::new(environment, found, by.at))
    }
}

/// Other values for some fields of an offer.
#[derive(Debug)]
pub struct EditOffer {
    pub which: Which,
    pub change: OfferChange,
}

impl Command for EditOffer {
    const SPEC: &'static Spec = &Spec {
        name: "editOffer",
        tag: "Offers",
        summary: "Edit an offer",
        description: "Only the fields that are sent change; null empties one. Price, minimum, \
                      multiple, shares,\nrights and the opening are fixed once the offer has \
                      opened or has a subscription; the\nclose of an open offer is moved by \
                      `extendOffer` and `closeOffer`.",
        method: Method::Patch,
        path: "/admin/v1/offers/{environment}/{offerId}",
        body: Body::Some("Any of the fields of `createOffer`."),
        right: Permission::Market,
        success: THE_OFFER,
        ..Spec::BASE
    };
    type Output = OfferDetailsView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let which = Which::read(fields);
        let change = OfferChange::read(fields);
        which.map(|which| Self { which, change })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<OfferDetailsView> {
        let (Which { environment, id }, at) = (self.which, by.at);
        let edit = ops::EditOffer {
            by,
            environment,
            id: id.into_string(),
            change: self.change,
        };
        let found = services.store.write(edit).await?;
        Ok(OfferDetailsView::new(environment, found, at))
    }
}

async fn moved(
    services: &Services,
    by: ActorAt,
    which: Which,
    action: Action,
) -> Result<OfferDetailsView> {
    let (Which { environment, id }, at) = (which, by.at);
    let act = MoveOffer {
        by,
        environment,
        id: id.into_string(),
        action,
    };
    let found: MarketOffer = services.store.write(act).await?;
    Ok(OfferDetailsView::new(environment, found, at))
}

/// The description of a step of an offer's life.
const fn step(
    name: &'static str,
    path: &'static str,
    (summary, description): (&'static str, &'static str),
    body: Body,
) -> Spec {
    Spec {
        name,
        tag: "Offers",
        summary,
        description,
        method: Method::Post,
        path,
        body,
        right: Permission::Market,
        success: THE_OFFER,
        ..Spec::BASE
    }
}

#[derive(Debug)]
pub struct ExtendOffer {
    pub which: Which,
    pub close_at: CloseAt,
}

impl Command for ExtendOffer {
    const SPEC: &'static Spec = &step(
        "extendOffer",
        "/admin/v1/offers/{environment}/{offerId}/extend",
        (
            "Extend an offer",
            "Moves its close to a later time, and the expected dates after it too. The first \
             close stays\navailable as `originalCloseAt`.",
        ),
        Body::Json("Extension", "The new close."),
    );
    type Output = OfferDetailsView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let which = Which::read(fields);
        let close_at = fields.required(
            "closeAt",
            "Must be later than the current close.",
            CloseAtRule,
        );
        Some(Self {
            which: which?,
            close_at: close_at?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<OfferDetailsView> {
        let action = Action::Extend {
            close_at: self.close_at,
        };
        moved(services, by, self.which, action).await
    }
}

/// No applications for a while.
#[derive(Debug)]
pub struct SuspendOffer {
    pub which: Which,
    pub reason: Option<Reason>,
}

impl Command for SuspendOffer {
    const SPEC: &'static Spec = &step(
        "suspendOffer",
        "/admin/v1/offers/{environment}/{offerId}/suspend",
        (
            "Suspend an offer",
            "The offer accepts no applications until it is resumed. Takes effect within a second.",
        ),
        Body::MayBeEmpty("Halt", "The reason for the suspension."),
    );
    type Output = OfferDetailsView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let which = Which::read(fields);
        let reason = fields.optional("reason", "Visible to everyone.", ReasonRule);
        Some(Self {
            which: which?,
            reason,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<OfferDetailsView> {
        let action = Action::Suspend {
            reason: self.reason,
        };
        moved(services, by, self.which, action).await
    }
}

/// The end of a suspension.
#[derive(Debug)]
pub struct ResumeOffer {
    pub which: Which,
}

impl Command for ResumeOffer {
    const SPEC: &'static Spec = &step(
        "resumeOffer",
        "/admin/v1/offers/{environment}/{offerId}/resume",
        (
            "Resume an offer",
            "Ends a suspension. The offer is open or closed according to its dates.",
        ),
        Body::None,
    );
    type Output = OfferDetailsView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        Which::read(fields).map(|which| Self { which })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<OfferDetailsView> {
        moved(services, by, self.which, Action::Resume).await
    }
}

/// A close before the announced one.
#[derive(Debug)]
pub struct CloseOffer {
    pub which: Which,
}

impl Command for CloseOffer {
    const SPEC: &'static Spec = &step(
        "closeOffer",
        "/admin/v1/offers/{environment}/{offerId}/close",
        (
            "Close an offer now",
            "Closes the offer before its announced close. Unpaid subscriptions expire.",
        ),
        Body::None,
    );
    type Output = OfferDetailsView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        Which::read(fields).map(|which| Self { which })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<OfferDetailsView> {
        moved(services, by, self.which, Action::Close).await
    }
}

/// Shares that trade from now on.
#[derive(Debug)]
pub struct ListOfferShares {
    pub which: Which,
}

impl Command for ListOfferShares {
    const SPEC: &'static Spec = &step(
        "listOfferShares",
        "/admin/v1/offers/{environment}/{offerId}/list",
        (
            "Mark the shares as listed",
            "After the allotment, once they trade on the exchange.",
        ),
        Body::None,
    );
    type Output = OfferDetailsView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        Which::read(fields).map(|which| Self { which })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<OfferDetailsView> {
        moved(services, by, self.which, Action::List).await
    }
}

/// An offer called off for good.
#[derive(Debug)]
pub struct CancelOffer {
    pub which: Which,
    pub reason: Reason,
}

impl Command for CancelOffer {
    const SPEC: &'static Spec = &step(
        "cancelOffer",
        "/admin/v1/offers/{environment}/{offerId}/cancel",
        (
            "Cancel an offer",
            "Cancels the offer before its allotment and refunds all payments. This cannot be \
             undone.",
        ),
        Body::MayBeEmpty("CallOff", "The reason for the cancellation."),
    );
    type Output = OfferDetailsView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let which = Which::read(fields);
        let rule = ReasonRule.told(|| line_json(LINE.most));
        let reason = fields.required("reason", "", rule);
        Some(Self {
            which: which?,
            reason: reason?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<OfferDetailsView> {
        let action = Action::Cancel {
            reason: self.reason,
        };
        moved(services, by, self.which, action).await
    }
}
