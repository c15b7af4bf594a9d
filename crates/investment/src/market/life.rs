//! What can happen to an offer, and when.

use kofa_commands::rules::Blank;
use kofa_commands::{Rule, Wrong};
use kofa_domain::{Error, Result, Timestamp, codes};
use serde_json::{Value, json};

use super::field::{LINE, MOMENT};
use crate::codes::OFFER_NOT_IN_STATE;
use crate::offer::{Offer, OfferStatus};

/// Something an operator does to an offer as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Moves the close back; what is expected after it moves along.
    Extend { close_at: CloseAt },
    /// Takes no applications for a while.
    Suspend { reason: Option<Reason> },
    /// Ends a suspension: the dates decide again.
    Resume,
    /// Calls the offer off for good.
    Cancel { reason: Reason },
    /// Closes now instead of later.
    Close,
    /// The shares trade from now on.
    List,
}

/// The close of an offer: a moment that an offer can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CloseAt(Timestamp);

impl CloseAt {
    /// Reads a close.
    ///
    /// # Errors
    /// What it must be.
    pub fn parse(text: &str) -> Result<Self, Wrong> {
        CloseAtRule.read(&text.into())
    }
}

/// The rule of [`CloseAt`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct CloseAtRule;

impl Rule for CloseAtRule {
    type Out = CloseAt;
    const BLANK: Blank = Blank::Wrong;

    fn schema(&self) -> Value {
        MOMENT.schema()
    }

    fn read(&self, value: &Value) -> Result<CloseAt, Wrong> {
        MOMENT.read(value).map(CloseAt)
    }

    fn write(&self, out: &CloseAt) -> Value {
        MOMENT.write(&out.0)
    }
}

/// Why an offer is halted or called off, for everyone to read: a line of text without marks of
/// direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason(String);

impl Reason {
    /// Reads a reason.
    ///
    /// # Errors
    /// What it must be.
    pub fn parse(text: &str) -> Result<Self, Wrong> {
        ReasonRule.read(&text.into())
    }
}

/// The rule of [`Reason`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReasonRule;

impl Rule for ReasonRule {
    type Out = Reason;
    const BLANK: Blank = Blank::Absent;

    fn schema(&self) -> Value {
        json!({"type": "string", "maxLength": LINE.most})
    }

    fn read(&self, value: &Value) -> Result<Reason, Wrong> {
        LINE.read(value).map(Reason)
    }

    fn write(&self, out: &Reason) -> Value {
        out.0.as_str().into()
    }
}

/// Names of all that can be done to an offer as an operator, in the order of its life.
const ALL: [&str; 7] = [
    "edit", "extend", "suspend", "resume", "close", "list", "cancel",
];

impl Action {
    /// `extend`, `suspend`, `resume`, `cancel`, `close` or `list`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Extend { .. } => "extend",
            Self::Suspend { .. } => "suspend",
            Self::Resume => "resume",
            Self::Cancel { .. } => "cancel",
            Self::Close => "close",
            Self::List => "list",
        }
    }

    /// As the audit log names it.
    pub const fn audited(&self) -> &'static str {
        match self {
            Self::Extend { .. } => "offer.extend",
            Self::Suspend { .. } => "offer.suspend",
            Self::Resume => "offer.resume",
            Self::Cancel { .. } => "offer.cancel",
            Self::Close => "offer.close",
            Self::List => "offer.list",
        }
    }

    /// What `offer` is after this, done at `now`.
    ///
    /// # Errors
    /// 409 `offer_not_in_state`, with what is possible; 422 `invalid_field` on `closeAt` for an
    /// extension that does not extend.
    pub fn after(&self, offer: &Offer, now: Timestamp) -> Result<Offer> {
        refuse_in_state(offer, self.name(), now)?;
        let mut next = offer.clone();
        next.updated_at = now;
        next.details.status_reason = None;
        match self {
            Self::Extend { close_at } => {
                next.details.status_reason = offer.details.status_reason.clone();
                extend(&mut next, close_at.0, now)?;
            }
            Self::Suspend { reason } => {
                next.operator_status = Some(OfferStatus::Suspended);
                next.details.status_reason = reason.as_ref().map(|reason| reason.0.clone());
            }
            Self::Resume => next.operator_status = None,
            Self::Cancel { reason } => {
                next.operator_status = Some(OfferStatus::Cancelled);
                next.details.status_reason = Some(reason.0.clone());
            }
            Self::Close => close(&mut next, now),
            Self::List => {
                next.operator_status = Some(OfferStatus::Listed);
                next.details.timeline.listing_at = Some(now);
                // What comes before it is not still to come.
                let timeline = &mut next.details.timeline;
                for at in [&mut timeline.allotment_at, &mut timeline.cscs_credit_at] {
                    *at = at.map(|at| at.min(now));
                }
            }
        }
        Ok(next)
    }
}

impl Offer {
    /// What an operator can do with it at `now`: words such as `extend`.
    pub fn possible(&self, now: Timestamp) -> Vec<&'static str> {
        let status = self.status(now);
        ALL.into_iter()
            .filter(|action| self.can(action, status, now))
            .collect()
    }

    fn can(&self, action: &str, status: OfferStatus, now: Timestamp) -> bool {
        use OfferStatus::{Allotted, Cancelled, Closed, Listed, Open, Suspended, Upcoming};
        match action {
            "edit" => !matches!(status, Listed | Cancelled),
            "extend" => matches!(status, Upcoming | Open | Suspended),
            "suspend" => matches!(status, Upcoming | Open),
            "resume" => status == Suspended,
            "close" => status == Open || (status == Suspended && now > self.open_at),
            "list" => status == Allotted,
            // Once shares are being allotted, people own them: there is no way back.
            "cancel" => matches!(status, Upcoming | Open | Suspended | Closed),
            _ => false,
        }
    }
}

/// Refuses what cannot be done to `offer` at `now`.
///
/// # Errors
/// 409 `offer_not_in_state`, naming the state and what is possible.
pub fn refuse_in_state(offer: &Offer, action: &str, now: Timestamp) -> Result<()> {
    let possible = offer.possible(now);
    if possible.contains(&action) {
        return Ok(());
    }
    let status = offer.status(now).as_str();
    let open_to = match possible.as_slice() {
        [] => "Nothing can be changed any more.".to_owned(),
        some => format!("Possible now: {}.", some.join(", ")),
    };
    let message = format!("`{action}` is not possible: the offer is {status}. {open_to}");
    Err(Error::new(&OFFER_NOT_IN_STATE, message)
        .with_detail("status", status)
        .with_detail("possible", possible))
}

fn extend(offer: &mut Offer, close_at: Timestamp, now: Timestamp) -> Result<()> {
    let latest = offer.close_at.max(now);
    if close_at <= latest {
        let message = format!("`closeAt` must be later than {}.", latest.rfc3339());
        return Err(Error::on("closeAt", &codes::INVALID_FIELD, message));
    }
    offer.original_close_at = offer.original_close_at.or(Some(offer.close_at));
    set_dates(offer, offer.open_at, close_at);
    Ok(())
}

/// Gives `offer` other dates, and moves along what hangs on them: with the close what follows it,
/// with the opening the day on which holders qualify.
pub(crate) fn set_dates(offer: &mut Offer, open_at: Timestamp, close_at: Timestamp) {
    let moved = |from: Timestamp, to: Timestamp| {
        let by_micros = to.micros_since(from);
        move |at: Timestamp| Timestamp::from_micros(at.micros().saturating_add(by_micros))
    };
    let with_open = moved(offer.open_at, open_at);
    let with_close = moved(offer.close_at, close_at);
    let timeline = &mut offer.details.timeline;
    for at in [
        &mut timeline.allotment_at,
        &mut timeline.refund_initiation_at,
        &mut timeline.refund_deadline_at,
        &mut timeline.cscs_credit_at,
        &mut timeline.listing_at,
    ] {
        *at = at.map(with_close);
    }
    if let Some(rights) = &mut offer.details.rights {
        rights.qualification_at = with_open(rights.qualification_at);
        // It may be open for a shorter time than before.
        let end = with_close(rights.rights_trading_end_at);
        rights.rights_trading_end_at = match end > open_at {
            true => end.min(close_at),
            false => close_at,
        };
    }
    (offer.open_at, offer.close_at) = (open_at, close_at);
}

/// Says of `offer` that its shares were allotted at `now`: nothing that follows is before it.
pub(crate) fn allotted(offer: &mut Offer, now: Timestamp) {
    offer.operator_status = Some(OfferStatus::Allotted);
    offer.updated_at = now;
    let timeline = &mut offer.details.timeline;
    timeline.allotment_at = Some(now);
    for at in [
        &mut timeline.refund_initiation_at,
        &mut timeline.refund_deadline_at,
        &mut timeline.cscs_credit_at,
        &mut timeline.listing_at,
    ] {
        *at = at.map(|at| at.max(now));
    }
}

/// What can begin once shares are allotted, earlier than it was planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterAllotment {
    /// Depository accounts are credited.
    Credit,
    Refund,
}

/// Has `offer` say that `what` is no later than `now`; whether it said otherwise. Of an offer that
/// was called off nothing of this comes.
pub(crate) fn begun(offer: &mut Offer, what: AfterAllotment, now: Timestamp) -> bool {
    let timeline = &mut offer.details.timeline;
    let planned = match what {
        AfterAllotment::Credit => &mut timeline.cscs_credit_at,
        AfterAllotment::Refund => &mut timeline.refund_initiation_at,
    };
    let is_later = planned.is_some_and(|at| at > now);
    if !is_later || offer.operator_status == Some(OfferStatus::Cancelled) {
        return false;
    }
    *planned = Some(now);
    offer.updated_at = now;
    true
}

fn close(offer: &mut Offer, now: Timestamp) {
    offer.operator_status = None;
    if now >= offer.close_at {
        return;
    }
    offer.original_close_at = offer.original_close_at.or(Some(offer.close_at));
    // A close is after its opening, even of an offer that opened this very moment.
    let earliest = Timestamp::from_micros(offer.open_at.micros().saturating_add(1));
    offer.close_at = now.max(earliest);
    if let Some(rights) = &mut offer.details.rights {
        rights.rights_trading_end_at = rights.rights_trading_end_at.min(offer.close_at);
    }
}
