//! The life of a subscription: three statuses, and the moves between them.
//!
//! [`State::after`] is the only place that says which move is possible when and where it
//! leads. Every move is stored with an event, by [`crate::ops::make_move`] alone.

use kofa_domain::{Error, Kobo, Result};

use crate::codes;
use crate::subscription::{AllotmentStatus, PaymentStatus, Status};

/// Where a subscription is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    pub status: Status,
    pub payment: PaymentStatus,
    pub allotment: AllotmentStatus,
}

/// What can happen to a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum Move {
    /// The exchange registered the application.
    Register,
    /// The exchange refused it, or could not be reached, before anything was paid.
    Refuse,
    /// The payment is under way and its outcome awaited.
    AwaitPayment,
    Pay,
    FailPayment,
    /// It was not paid in time.
    Expire,
    /// The paid application was sent to the exchange.
    Submit,
    /// The exchange took the paid application.
    Accept,
    /// The exchange refused the paid application.
    RefusePaid,
    /// The investor withdrew it, or the offer was called off.
    Cancel,
    /// All shares asked for were allotted.
    AllotAll,
    AllotSome,
    AllotNone,
    /// The refund is under way.
    BeginRefund,
    Refund,
    /// The bank sent the refund back: it is due again.
    ReturnRefund,
    /// The shares are in the depository account.
    Credit,
}

impl Move {
    pub const ALL: [Self; 17] = kofa_domain::all();

    /// The word of histories: `await_payment`.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }
}

impl State {
    /// A kept application of which the exchange has not been heard.
    pub const RECEIVED: Self = Self {
        status: Status::Received,
        payment: PaymentStatus::Pending,
        allotment: AllotmentStatus::Pending,
    };

    /// Where `step` leads; `None` if it is not possible here.
    pub fn after(self, step: Move) -> Option<Self> {
        use PaymentStatus as P;
        use Status as S;
        let to = |status, payment| Self {
            status,
            payment,
            ..self
        };
        let allotted = |status, payment, allotment| Self {
            status,
            payment,
            allotment,
        };
        Some(match (step, self.status, self.payment) {
            (Move::Register, S::Received, P::Pending) => to(S::PaymentPending, P::Pending),
            (Move::Refuse, S::Received, P::Pending) => to(S::Rejected, P::Pending),
            (Move::AwaitPayment, S::PaymentPending, P::Pending) => {
                to(S::PaymentPending, P::Processing)
            }
            (Move::Pay, S::PaymentPending, P::Pending | P::Processing) => {
                to(S::Paid, P::Successful)
            }
            (Move::FailPayment, S::PaymentPending, P::Pending | P::Processing) => {
                to(S::PaymentFailed, P::Failed)
            }
            (Move::Expire, S::PaymentPending, P::Pending | P::Processing) => {
                to(S::Expired, P::Failed)
            }
            (Move::Submit, S::Paid, P::Successful) => to(S::Submitted, P::Successful),
            (Move::Accept, S::Submitted, P::Successful) => to(S::Accepted, P::Successful),
            (Move::RefusePaid, S::Submitted, P::Successful) => to(S::Rejected, P::RefundPending),
            // What was sent to the exchange is withdrawn with the whole offer only, and its
            // shares are not the investor's until they are allotted.
            (Move::Cancel, S::Received | S::PaymentPending, P::Pending | P::Processing) => {
                to(S::Cancelled, P::Failed)
            }
            (Move::Cancel, S::Paid | S::Submitted | S::Accepted, P::Successful) => {
                to(S::Cancelled, P::RefundPending)
            }
            (Move::AllotAll, S::Accepted, P::Successful) => {
                allotted(S::Allotted, P::Successful, AllotmentStatus::Full)
            }
            (Move::AllotSome, S::Accepted, P::Successful) => allotted(
                S::PartiallyAllotted,
                P::RefundPending,
                AllotmentStatus::Partial,
            ),
            (Move::AllotNone, S::Accepted, P::Successful) => {
                allotted(S::NotAllotted, P::RefundPending, AllotmentStatus::None)
            }
            (Move::BeginRefund, S::NotAllotted, P::RefundPending) => {
                to(S::RefundPending, P::RefundPending)
            }
            (Move::Refund, S::RefundPending | S::Cancelled | S::Rejected, P::RefundPending) => {
                match self.status {
                    S::RefundPending => to(S::Refunded, P::Refunded),
                    ended => to(ended, P::Refunded),
                }
            }
            // Of a part the shares and the refund go their own ways, in either order.
            (Move::Refund, S::PartiallyAllotted | S::Credited, P::RefundPending) => {
                to(self.status, P::Refunded)
            }
            (Move::ReturnRefund, S::Refunded, P::Refunded) => {
                to(S::RefundPending, P::RefundPending)
            }
            (Move::ReturnRefund, _, P::Refunded) => to(self.status, P::RefundPending),
            (Move::Credit, S::Allotted, P::Successful)
            | (Move::Credit, S::PartiallyAllotted, P::RefundPending | P::Refunded) => {
                to(S::Credited, self.payment)
            }
            _ => return None,
        })
    }

    /// Where `step` leads.
    ///
    /// # Errors
    /// `subscription_not_in_state` if it is not possible here.
    pub fn make(self, step: Move) -> Result<Self> {
        self.after(step).ok_or_else(|| {
            let possible: Vec<&str> = Move::ALL
                .into_iter()
                .filter(|one| self.after(*one).is_some())
                .map(Move::as_str)
                .collect();
            let message = format!(
                "A subscription that is `{}` with a payment that is `{}` cannot {}; possible: {}.",
                self.status.as_str(),
                self.payment.as_str(),
                step.as_str(),
                if possible.is_empty() {
                    "nothing".to_owned()
                } else {
                    possible.join(", ")
                }
            );
            Error::new(&codes::SUBSCRIPTION_NOT_IN_STATE, message)
        })
    }

    /// Whether its person may not apply again.
    pub fn is_live(self) -> bool {
        !matches!(
            self.status,
            Status::Rejected
                | Status::PaymentFailed
                | Status::Expired
                | Status::Cancelled
                | Status::Refunded
        )
    }

    /// `isSettledPayment`: the money arrived, whatever became of it since.
    pub fn is_settled(self) -> bool {
        matches!(
            self.payment,
            PaymentStatus::Successful | PaymentStatus::RefundPending | PaymentStatus::Refunded
        )
    }
}

/// The fewest moves onwards from one state to another; none if there is no way. A refund that came
/// back is no way onwards.
pub fn path(from: State, to: State) -> Option<Vec<Move>> {
    let mut seen = vec![(from, Vec::new())];
    let mut at = 0;
    while let Some((state, steps)) = seen.get(at).cloned() {
        if state == to {
            return Some(steps);
        }
        at += 1;
        let onwards = |step: &Move| *step != Move::ReturnRefund;
        for step in Move::ALL.into_iter().filter(onwards) {
            if let Some(next) = state.after(step)
                && seen.iter().all(|(known, _)| *known != next)
            {
                seen.push((next, [steps.as_slice(), &[step]].concat()));
            }
        }
    }
    None
}

/// What goes back of a payment for `asked` shares of which `allotted` were.
///
/// # Errors
/// `internal_error` if an amount overflows.
pub fn refund(asked: i64, allotted: i64, price: Kobo) -> Result<Kobo> {
    let left = asked.checked_sub(allotted).filter(|left| *left >= 0);
    left.and_then(|left| price.checked_mul(left))
        .ok_or_else(|| Error::internal("a refund overflows"))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Every state that can be reached, with the moves that lead there.
    fn reachable() -> Vec<(State, Vec<Move>)> {
        let mut seen = vec![(State::RECEIVED, Vec::new())];
        let mut at = 0;
        while let Some((state, path)) = seen.get(at).cloned() {
            at += 1;
            for step in Move::ALL {
                if let Some(next) = state.after(step)
                    && seen.iter().all(|(known, _)| *known != next)
                {
                    let path = [path.as_slice(), &[step]].concat();
                    seen.push((next, path));
                }
            }
        }
        seen
    }

    #[test]
    fn a_path_leads_where_it_says_and_never_back() {
        let all = reachable();
        for (from, _) in &all {
            for (to, _) in &all {
                let made = path(*from, *to).map(|steps| {
                    let walk = |state: State, step| state.after(step).unwrap();
                    steps.into_iter().fold(*from, walk)
                });
                assert!(made.is_none_or(|made| made == *to), "{from:?} {to:?}");
                let is_round = from != to && made.is_some() && path(*to, *from).is_some();
                assert!(!is_round, "{from:?} and {to:?} lead to each other");
            }
            assert!(path(State::RECEIVED, *from).is_some(), "{from:?}");
        }
    }

    #[test]
    fn every_status_is_reached_and_every_move_used() {
        let all = reachable();
        for status in Status::ALL {
            assert!(all.iter().any(|(s, _)| s.status == status), "{status:?}");
        }
        for payment in PaymentStatus::ALL {
            assert!(all.iter().any(|(s, _)| s.payment == payment), "{payment:?}");
        }
        for step in Move::ALL {
            assert!(all.iter().any(|(s, _)| s.after(step).is_some()), "{step:?}");
        }
    }

    #[test]
    fn money_is_never_kept_without_shares_nor_returned_without_having_come() {
        for (state, path) in reachable() {
            let paid = path.contains(&Move::Pay);
            assert_eq!(state.is_settled(), paid, "{state:?} by {path:?}");
            if matches!(state.status, Status::Cancelled | Status::Rejected) && paid {
                let back = matches!(
                    state.payment,
                    PaymentStatus::RefundPending | PaymentStatus::Refunded
                );
                assert!(back, "{state:?} by {path:?}");
            }
            if state.payment == PaymentStatus::Refunded {
                assert_eq!(path.iter().filter(|m| **m == Move::Refund).count(), 1);
            }
        }
    }

    #[test]
    fn every_end_is_an_end_and_everything_else_goes_on() {
        let mut ends = HashSet::new();
        for (state, path) in reachable() {
            let is_over = |step: &Move| *step == Move::ReturnRefund || state.after(*step).is_none();
            if Move::ALL.iter().all(is_over) {
                ends.insert(state.status);
                assert_ne!(state.payment, PaymentStatus::RefundPending, "by {path:?}");
                assert_ne!(state.payment, PaymentStatus::Processing, "by {path:?}");
            }
        }
        let expected = [
            Status::Credited,
            Status::Refunded,
            Status::Rejected,
            Status::PaymentFailed,
            Status::Expired,
            Status::Cancelled,
        ];
        assert_eq!(ends, HashSet::from(expected));
    }

    #[test]
    fn no_move_is_possible_twice_in_a_row() {
        for (state, path) in reachable() {
            for step in Move::ALL {
                let Some(next) = state.after(step) else {
                    continue;
                };
                assert!(next.after(step).is_none(), "{step:?} twice after {path:?}");
                assert_ne!(next, state, "{step:?} moves nothing");
            }
        }
    }

    #[test]
    fn a_refund_that_came_back_is_due_as_before() {
        for (state, path) in reachable() {
            let Some(again) = state.after(Move::ReturnRefund) else {
                assert_ne!(state.payment, PaymentStatus::Refunded, "by {path:?}");
                continue;
            };
            assert_eq!(again.payment, PaymentStatus::RefundPending);
            assert_eq!(again.after(Move::Refund), Some(state), "by {path:?}");
        }
    }

    #[test]
    fn an_impossible_move_says_what_is_possible() {
        let error = State::RECEIVED.make(Move::Credit).unwrap_err();
        assert_eq!(error.code().name, "subscription_not_in_state");
        let says = &error.all()[0].message;
        assert!(says.contains("register, refuse, cancel"), "{says}");
    }

    #[test]
    fn a_refund_is_what_was_paid_for_and_not_allotted() {
        let price = Kobo::new(16_900);
        assert_eq!(refund(100, 60, price).unwrap(), Kobo::new(676_000));
        assert_eq!(refund(100, 100, price).unwrap(), Kobo::ZERO);
        assert!(refund(1, 2, price).is_err());
        assert!(refund(i64::MAX, 0, price).is_err());
    }
}
