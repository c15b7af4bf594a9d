//! When the person of an application may go.

use kofa_core::people::Fate;
use kofa_core::retention::DAY_SECONDS;
use kofa_domain::Timestamp;

use crate::lifecycle::State;
use crate::offer::OfferStatus;
use crate::subscription::{PaymentStatus, Status};

/// Where an application is, as far as it decides whether its person may go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    pub(crate) state: State,
    pub(crate) offer: OfferStatus,
    /// Work outside is still to be done for it.
    pub(crate) has_task: bool,
    /// When it last moved.
    pub(crate) moved_at: Timestamp,
}

/// Whether the person of an application may go. Who paid is kept for `paid_kept_days` after the
/// end: those who handle money must be able to say for five years whose it was.
pub(crate) fn fate(of: &Standing, now: Timestamp, paid_kept_days: u32) -> Fate {
    let State {
        status, payment, ..
    } = of.state;
    let has_ended = matches!(
        status,
        Status::Rejected
            | Status::PaymentFailed
            | Status::Expired
            | Status::Cancelled
            | Status::Refunded
            | Status::Credited
    );
    if of.has_task || !has_ended || payment == PaymentStatus::RefundPending {
        return stays("The application is under way: it ends first, or is withdrawn.");
    }
    let takes_more = matches!(
        of.offer,
        OfferStatus::Upcoming | OfferStatus::Open | OfferStatus::Suspended
    );
    if takes_more {
        return stays(
            "The offer may still take applications: no one may apply twice, so the numbers stay \
             until it closes.",
        );
    }
    let kept_until = of
        .moved_at
        .plus_seconds(i64::from(paid_kept_days) * DAY_SECONDS);
    if of.state.is_settled() && now < kept_until {
        let until = kept_until.rfc3339();
        return Fate::Stays(format!(
            "Money was paid: what identifies the payer is kept until {until} (Money Laundering \
             (Prevention and Prohibition) Act 2022, section 8)."
        ));
    }
    Fate::Goes
}

fn stays(why: &str) -> Fate {
    Fate::Stays(why.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subscription::AllotmentStatus;

    #[test]
    fn whose_application_ended_and_was_not_paid_goes_once_the_offer_is_over() {
        let check = |(status, payment), offer, days, expected: &str| {
            let state = State {
                status,
                payment,
                allotment: AllotmentStatus::Pending,
            };
            let standing = Standing {
                state,
                offer,
                has_task: false,
                moved_at: Timestamp::default(),
            };
            let now = Timestamp::default().plus_seconds(10 * DAY_SECONDS);
            let fate = fate(&standing, now, days);
            match fate {
                Fate::Goes => assert_eq!(expected, "", "{status:?}"),
                Fate::Stays(why) => assert!(
                    !expected.is_empty() && why.starts_with(expected),
                    "{status:?} {offer:?}: {why}"
                ),
            }
        };
        use {OfferStatus as O, PaymentStatus as P, Status as S};
        check((S::Expired, P::Failed), O::Listed, 11, "");
        check((S::Expired, P::Failed), O::Closed, 11, "");
        check((S::Expired, P::Failed), O::Open, 11, "The offer may still");
        check(
            (S::Expired, P::Failed),
            O::Suspended,
            11,
            "The offer may still",
        );
        check(
            (S::Accepted, P::Successful),
            O::Closed,
            0,
            "The application",
        );
        check(
            (S::Allotted, P::Successful),
            O::Listed,
            0,
            "The application",
        );
        check(
            (S::Credited, P::RefundPending),
            O::Listed,
            0,
            "The application",
        );
        check(
            (S::Credited, P::Successful),
            O::Listed,
            11,
            "Money was paid",
        );
        check((S::Credited, P::Successful), O::Listed, 10, "");
        check(
            (S::Cancelled, P::Refunded),
            O::Cancelled,
            11,
            "Money was paid",
        );
    }
}
