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

/// All subscriptions of an offer in one status, summed; money in kobo. A sum that is more than
/// 9223372036854775807 is told as that.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OfferBookLine)]
pub struct LineView {
    /// Their status.
    #[schema(example = "accepted", pattern = "^[a-z_]+$")]
    status: String,
    /// How many.
    #[schema(minimum = 1)]
    subscriptions: i64,
    /// Shares they ask for.
    #[schema(minimum = 0)]
    number_of_shares: i64,
    /// What those cost.
    #[schema(minimum = 0)]
    amount_kobo: i64,
    /// What was paid.
    #[schema(minimum = 0)]
    paid_kobo: i64,
    /// Shares allotted to them.
    #[schema(minimum = 0)]
    shares_allotted: i64,
    /// What goes or went back.
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
        description: "Its subscriptions by status, with shares and money. Reads every \
                      subscription, which takes\nseconds for millions.",
        method: Method::Get,
        path: "/admin/v1/offers/{environment}/{offerId}/book",
        body: Body::None,
        right: Permission::Look,
        success: &[(200, "Every status, on one page.")],
        ..Spec::BASE
    };
    type Output = Paged<LineView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let Which { environment, id } = Which::read(fields)?;
        Some(Self {
            environment,
            offer_id: id.into_string(),
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
    /// Where.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// Of which offer.
    offer_id: String,
    /// Whether it was only computed, is being written, or stands.
    #[schema(schema_with = state_schema)]
    state: &'static str,
    /// Decides a ballot, where one is needed.
    #[schema(minimum = 0)]
    seed: u64,
    /// When it was begun; null of a dry run.
    #[schema(required, format = "date-time")]
    started_at: Option<String>,
    /// By whom; null of a dry run.
    #[schema(required)]
    started_by: Option<String>,
    /// When every result was written; null before.
    #[schema(required, format = "date-time")]
    done_at: Option<String>,
    /// The basis of allotment: supply, demand, the rules as they came out, and the table by
    /// size; null while it is being written. Money in kobo.
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
        description: "Once, after the close. Answers when every applicant's shares, refund and \
                      explanation are\nstored. An allotment that was cut off is taken up where it \
                      was, with its own seed.",
        method: Method::Post,
        path: "/admin/v1/offers/{environment}/{offerId}/allotment",
        body: Body::Json("NewAllotment", "How an offer is to be allotted."),
        right: Permission::Market,
        success: &[(200, "The allotment.")],
        asks_again: true,
        ..Spec::BASE
    };
    type Output = AllotmentView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let which = Which::read(fields);
        let docs = "Decides a ballot, where one is needed: announce it before the close. 1 if \
                    absent.";
        let seed = fields.optional("seed", docs, Whole::within(0, SEED_MAX));
        let docs = "Only computes; possible at any time, changes nothing. False if absent.";
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
        description: "With the basis of allotment.",
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
    let missing = || Error::new(&codes::NOT_FOUND, "There is no allotment of such an offer.");
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

/// How many subscriptions were moved.
#[derive(Debug, Serialize, ToSchema)]
pub struct MovedView {
    /// How many.
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
        summary: "Refund what was not allotted",
        description: "Of an allotted or cancelled offer: every payment that is to go back does, \
                      in full or for\nthe shares that were not allotted. Asking again refunds \
                      nothing twice.",
        method: Method::Post,
        path: "/admin/v1/offers/{environment}/{offerId}/refunds",
        body: Body::Json(
            "NewRefunds",
            "Under which reference something was done outside.",
        ),
        right: Permission::Money,
        success: &[(200, "How many refunds.")],
        asks_again: true,
        ..Spec::BASE
    };
    type Output = MovedView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let which = Which::read(fields);
        // A blank reference is a mistake, not the wish to begin the refunds.
        let docs = "Of refunds that were made outside of this platform: keeps that they were. \
                    Absent: they are made through the payment provider.";
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
        summary: "Keep that the shares were credited",
        description: "Of an allotted offer: the registrar credited the depository accounts. \
                      Subscriptions with\nshares become `credited`.",
        method: Method::Post,
        path: "/admin/v1/offers/{environment}/{offerId}/credits",
        body: Body::Json("NewCredits", "The registrar's reference."),
        right: Permission::Money,
        success: &[(200, "How many subscriptions.")],
        asks_again: true,
        ..Spec::BASE
    };
    type Output = MovedView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let which = Which::read(fields);
        let docs = "Of the credit of the depository accounts.";
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
