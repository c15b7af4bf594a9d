//! The regulator's approval: recorded, confirmed, withdrawn.

use kofa_commands::rules::{Line, REASON, Shaped, Told};
use kofa_commands::wire::line_json;
use kofa_commands::{Body, Command, Fields, Rule as _, Services, Spec};
use kofa_core::{ActorAt, Permission};
use kofa_domain::Result;

use super::offers::Which;
use super::shape::OfferDetailsView;
use crate::ops::{ApprovalStep, SetApproval};

const TAG: &str = "Offers";
const THE_OFFER: &[(u16, &str)] = &[(200, "The offer.")];
const NAME: Line = Line { most: 100 };

fn name() -> Told<Line> {
    NAME.told(|| line_json(NAME.most))
}

async fn set(
    services: &Services,
    by: ActorAt,
    Which { environment, id }: Which,
    step: ApprovalStep,
) -> Result<OfferDetailsView> {
    let at = by.at;
    let set = SetApproval {
        by,
        environment,
        id: id.into_string(),
        step,
    };
    let found = services.store.write(set).await?;
    Ok(OfferDetailsView::new(environment, found, at))
}

/// An approval that one operator has seen.
#[derive(Debug)]
pub struct RecordOfferApproval {
    pub which: Which,
    pub authority: String,
    pub reference: String,
    /// `YYYY-MM-DD`
    pub date: String,
}

fn is_date(text: &str) -> bool {
    let day = format!("{text}T00:00:00Z");
    text.len() == 10 && kofa_domain::Timestamp::parse_rfc3339(&day).is_some()
}

impl Command for RecordOfferApproval {
    const SPEC: &'static Spec = &Spec::put(
        "recordOfferApproval",
        "/admin/v1/offers/{environment}/{offerId}/approval",
    )
    .about(
        TAG,
        "Record the regulator's approval of an offer",
        "For a Live offer run by the operator. Replaces the previous approval. The offer \
         accepts\napplications once another operator has confirmed the approval, until its \
         price, shares or\ndates change.",
    )
    .takes(
        Body::Json("NewOfferApproval", "The regulator's approval of an offer."),
        Permission::Market,
    )
    .asking_again()
    .answers(THE_OFFER);
    type Output = OfferDetailsView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let which = Which::read(fields);
        let authority =
            fields.required("authority", "The authority, such as `SEC Nigeria`.", name());
        let reference = fields.required("reference", "The authority's file reference.", name());
        let day = Shaped {
            most: 10,
            fits: is_date,
            must: "must be a day: YYYY-MM-DD",
            pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
        };
        let date = fields.required("date", "The date of the approval.", day);
        if date.as_ref().is_some_and(|day| *day > today(fields)) {
            fields.faults.wrong("date", "must not be in the future");
        }
        Some(Self {
            which: which?,
            authority: authority?,
            reference: reference?,
            date: date?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<OfferDetailsView> {
        let step = ApprovalStep::Record {
            authority: self.authority,
            reference: self.reference,
            date: self.date,
        };
        set(services, by, self.which, step).await
    }
}

/// The day in Lagos.
fn today(fields: &Fields<'_>) -> String {
    crate::offer::lagos_day(fields.now())
}

/// A second operator's word on an approval.
#[derive(Debug)]
pub struct ConfirmOfferApproval {
    pub which: Which,
    pub reference: String,
}

impl Command for ConfirmOfferApproval {
    const SPEC: &'static Spec = &Spec::post(
        "confirmOfferApproval",
        "/admin/v1/offers/{environment}/{offerId}/approval/confirm",
    )
    .about(
        TAG,
        "Confirm the regulator's approval of an offer",
        "Must be done by a different operator than the one who recorded it, unless the \
         setting\n`offer_approval_by_one` is on. Repeats the recorded reference.",
    )
    .takes(
        Body::Json("OfferApprovalSeen", "The approval that was reviewed."),
        Permission::Market,
    )
    .asking_again()
    .answers(THE_OFFER);
    type Output = OfferDetailsView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let which = Which::read(fields);
        let reference = fields.required("reference", "The recorded reference.", name());
        Some(Self {
            which: which?,
            reference: reference?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<OfferDetailsView> {
        let step = ApprovalStep::Confirm {
            reference: self.reference,
            alone: services.house.offer_approval_by_one,
        };
        set(services, by, self.which, step).await
    }
}

/// An approval that holds no longer.
#[derive(Debug)]
pub struct WithdrawOfferApproval {
    pub which: Which,
    pub reason: String,
}

impl Command for WithdrawOfferApproval {
    const SPEC: &'static Spec = &Spec::post(
        "withdrawOfferApproval",
        "/admin/v1/offers/{environment}/{offerId}/approval/withdraw",
    )
    .about(
        TAG,
        "Withdraw the regulator's approval of an offer",
        "The offer stops accepting applications within a second.",
    )
    .takes(
        Body::Json("OfferApprovalEnd", "Why the approval is withdrawn."),
        Permission::Market,
    )
    .answers(THE_OFFER);
    type Output = OfferDetailsView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let which = Which::read(fields);
        let rule = REASON.told(|| line_json(REASON.most));
        let reason = fields.required("reason", "The reason, recorded in the audit log.", rule);
        Some(Self {
            which: which?,
            reason: reason?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<OfferDetailsView> {
        let step = ApprovalStep::Withdraw {
            reason: self.reason,
        };
        set(services, by, self.which, step).await
    }
}
