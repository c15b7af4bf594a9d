//! What follows the close of an offer: its book summed, allotment, refunds, credit.

use kofa_commands::rules::{Flag, Whole};
use kofa_commands::wire::{Paged, environment_schema, moment};
use kofa_commands::{Body, Command, Fields, Method, Services, Spec};
use kofa_core::schema::choice;
use kofa_core::{ActorAt, Permission};
use kofa_domain::{Environment, Error, Result, codes};
use serde::Serialize;
use utoipa::ToSchema;

use super::offers::Which;
use crate::allotment::Basis;
use crate::ops::{BookLine, FindAllotment, SumBook};
use crate::run_allotment::{self, Allot};
use crate::settlement::ReferenceRule;
use crate::sweeps::After;

/// Seeds up to here are read alike by every reader of JSON.
const SEED_MAX: i64 = (1 << 53) - 1;
/// The seed if none is given.
const SEED: i64 = 1;

/// Totals of an offer's subscriptions in one status, in kobo. Totals above 9223372036854775807
/// are returned as that number.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OfferBookLine)]
pub struct LineView {
    /// The status.
    #[schema(example = "accepted", pattern = "^[a-z_]+$")]
    status: String,
    /// The number of items.
    #[schema(minimum = 1)]
    subscriptions: i64,
    /// Shares requested.
    #[schema(minimum = 0)]
    number_of_shares: i64,
    /// The price of the shares requested.
    #[schema(minimum = 0)]
    amount_kobo: i64,
    /// The amount paid.
    #[schema(minimum = 0)]
    paid_kobo: i64,
    /// Shares allotted.
    #[schema(minimum = 0)]
    shares_allotted: i64,
    /// Refunds due or made.
    #[schema(minimum = 0)]
    refund_kobo: i64,
}

impl From<BookLine> for LineView {
    fn from(line: BookLine) -> Self {
        Self {
            status: line.status,
            subscriptions: line.subscriptions,
            number_of_shares: line.shares,
            amount_kobo: line.amount.get(),
            paid_kobo: line.paid.get(),
            shares_allotted: line.allotted,
            refund_kobo: line.refunds.get(),
        }
    }
}

impl Command for SumBook {
    const SPEC: &'static Spec = &Spec {
        name: "getOfferBook",
        tag: "Offers",
        summary: "Get the book of an offer",
        description: "Totals its subscriptions by status, with shares and amounts. This takes \
                      seconds for millions\nof subscriptions.",
        method: Method::Get,
        path: "/admin/v1/offers/{environment}/{offerId}/book",
        body: Body::None,
        right: Permission::Look,
        success: &[(200, "All statuses, on one page.")],
        ..Spec::BASE
    };
    type Output = Paged<LineView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let Which { environment, id } = Which::read(fields)?;
        Some(Self {
            environment,
            offer_id: id.into_string(),
            tenant_id: None,
        })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let lines = services.store.read(self).await?;
        Ok(Paged::whole(lines, LineView::from))
    }
}

/// An allotment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Allotment)]
pub struct AllotmentView {
    /// The environment.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// The offer's ID.
    offer_id: String,
    /// The state: a dry run, running or done.
    #[schema(schema_with = state_schema)]
    state: &'static str,
    /// The seed of the ballot.
    #[schema(minimum = 0)]
    seed: u64,
    /// When it was started; null for a dry run.
    #[schema(required, format = "date-time")]
    started_at: Option<String>,
    /// Who started it; null for a dry run.
    #[schema(required)]
    started_by: Option<String>,
    /// When it was completed; null while running.
    #[schema(required, format = "date-time")]
    done_at: Option<String>,
    /// The basis of allotment: supply, demand, the rules applied and the table by application
    /// size; null while running. Amounts in kobo.
    #[schema(required, value_type = Object, nullable)]
    pub basis: Option<Basis>,
}

fn state_schema() -> utoipa::openapi::schema::Schema {
    choice(&["dry_run", "running", "done"])
}

/// The allotment of an offer that is closed, or a rehearsal of one.
#[derive(Debug)]
pub struct AllotOffer {
    pub which: Which,
    /// Of the ballot, if there is one.
    pub seed: u64,
    /// Whether it is only computed.
    pub dry_run: bool,
}

impl Command for AllotOffer {
    const SPEC: &'static Spec = &Spec {
        name: "allotOffer",
        tag: "Offers",
        summary: "Allot the shares of an offer",
        description: "Runs once, after the close, and cannot be undone. Responds when every \
                      applicant's shares,\nrefund and explanation are stored. An interrupted \
                      allotment continues where it stopped, with\nits original seed.",
        method: Method::Post,
        path: "/admin/v1/offers/{environment}/{offerId}/allotment",
        body: Body::Json("NewAllotment", "The allotment's options."),
        right: Permission::Market,
        success: &[(200, "The allotment.")],
        asks_again: true,
        ..Spec::BASE
    };
    type Output = AllotmentView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let which = Which::read(fields);
        let docs = "Decides the ballot if one is needed. Announce it before the offer closes. \
                    Default: 1.";
        let seed = fields.optional("seed", docs, Whole::within(0, SEED_MAX));
        let docs = "Only calculates the allotment and changes nothing. Possible at any time. \
                    Default: false.";
        let dry_run = fields.optional("dryRun", docs, Flag);
        Some(Self {
            which: which?,
            seed: u64::try_from(seed.unwrap_or(SEED)).ok()?,
            dry_run: dry_run.unwrap_or_default(),
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<AllotmentView> {
        let Which { environment, id } = self.which;
        let what = Allot {
            by,
            environment,
            offer_id: id.into_string(),
            seed: self.seed,
        };
        let (store, vault) = (&services.store, services.vault()?);
        if !self.dry_run {
            run_allotment::run(store, vault, &*services.clock, &what).await?;
            return stored(services, environment, what.offer_id).await;
        }
        let basis = run_allotment::rehearse(store, vault, &what).await?;
        Ok(AllotmentView {
            environment,
            offer_id: what.offer_id,
            state: "dry_run",
            seed: what.seed,
            started_at: None,
            started_by: None,
            done_at: None,
            basis: Some(basis),
        })
    }
}

/// A look at the allotment of an offer.
#[derive(Debug)]
pub struct GetAllotment {
    pub which: Which,
}

impl Command for GetAllotment {
    const SPEC: &'static Spec = &Spec {
        name: "getAllotment",
        tag: "Offers",
        summary: "Get the allotment of an offer",
        description: "Includes the basis of allotment.",
        method: Method::Get,
        path: "/admin/v1/offers/{environment}/{offerId}/allotment",
        body: Body::None,
        right: Permission::Look,
        success: &[(200, "The allotment.")],
        ..Spec::BASE
    };
    type Output = AllotmentView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        Which::read(fields).map(|which| Self { which })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<AllotmentView> {
        let Which { environment, id } = self.which;
        stored(services, environment, id.into_string()).await
    }
}

async fn stored(
    services: &Services,
    environment: Environment,
    offer_id: String,
) -> Result<AllotmentView> {
    let find = FindAllotment {
        environment,
        offer_id: offer_id.clone(),
    };
    let missing = || Error::new(&codes::NOT_FOUND, "This offer has no allotment.");
    let found = services.store.read(find).await?.ok_or_else(missing)?;
    Ok(AllotmentView {
        environment,
        offer_id,
        state: if found.done { "done" } else { "running" },
        seed: found.seed,
        started_at: Some(moment(found.started_at)),
        started_by: Some(found.started_by),
        done_at: found.done_at.map(moment),
        basis: found.basis,
    })
}

/// How many subscriptions were changed.
#[derive(Debug, Serialize, ToSchema)]
pub struct MovedView {
    /// The number of items.
    #[schema(minimum = 0)]
    pub subscriptions: i64,
}

impl Which {
    fn after(self, by: ActorAt) -> After {
        After {
            by,
            environment: self.environment,
            offer_id: self.id.into_string(),
        }
    }
}

/// Refunds of what was not allotted.
#[derive(Debug)]
pub struct RefundOffer {
    pub which: Which,
    /// Of refunds that were made outside; `None` to make them.
    pub reference: Option<String>,
}

impl Command for RefundOffer {
    const SPEC: &'static Spec = &Spec {
        name: "refundOffer",
        tag: "Offers",
        summary: "Refund payments that are due",
        description: "For an allotted or cancelled offer: refunds every payment that is due, in \
                      full or for the\nshares not allotted. Repeating this never refunds twice.",
        method: Method::Post,
        path: "/admin/v1/offers/{environment}/{offerId}/refunds",
        body: Body::Json("NewRefunds", "The reference of refunds made outside Kofa."),
        right: Permission::Money,
        success: &[(200, "The number of refunds.")],
        asks_again: true,
        ..Spec::BASE
    };
    type Output = MovedView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let which = Which::read(fields);
        // A blank reference is a mistake, not the wish to begin the refunds.
        let docs = "The reference of refunds that were made outside this platform, to record \
                    them. Omit to refund through the payment provider.";
        let reference = fields.optional("reference", docs, ReferenceRule);
        which.map(|which| Self { which, reference })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<MovedView> {
        let after = self.which.after(by);
        let subscriptions = match self.reference {
            Some(reference) => after.record_refunds(&services.store, reference).await?,
            None => after.refund(&services.store).await?,
        };
        Ok(MovedView { subscriptions })
    }
}

/// The credit of depository accounts, which the registrar made.
#[derive(Debug)]
pub struct CreditOffer {
    pub which: Which,
    pub reference: String,
}

impl Command for CreditOffer {
    const SPEC: &'static Spec = &Spec {
        name: "creditOffer",
        tag: "Offers",
        summary: "Mark shares as credited",
        description: "For an allotted offer whose registrar has credited the depository \
                      accounts. Subscriptions\nwith shares become `credited`.",
        method: Method::Post,
        path: "/admin/v1/offers/{environment}/{offerId}/credits",
        body: Body::Json("NewCredits", "The registrar's reference."),
        right: Permission::Money,
        success: &[(200, "The number of subscriptions.")],
        asks_again: true,
        ..Spec::BASE
    };
    type Output = MovedView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let which = Which::read(fields);
        let docs = "The registrar's reference for the credit of the depository accounts.";
        let reference = fields.required("reference", docs, ReferenceRule);
        Some(Self {
            which: which?,
            reference: reference?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<MovedView> {
        let after = self.which.after(by);
        let subscriptions = after.credit(&services.store, self.reference).await?;
        Ok(MovedView { subscriptions })
    }
}
