//! What follows from what a provider says about a payment. Waits for nothing.

use kofa_domain::Kobo;

use crate::provider::{NAIRA, Payment, Stage};
use crate::top_up::Reason;

/// What follows for a top-up that is not settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The wallet is credited with what was asked for.
    Credit,
    /// Money moved, but not as it was asked for.
    Keep(Reason),
    /// Nothing was paid, or not yet.
    Wait,
}

/// Compares what was asked for with what the provider says; `None` if it knows of nothing.
pub(crate) fn judge(reference: &str, amount: Kobo, found: Option<&Payment>) -> Verdict {
    let Some(found) = found else {
        return Verdict::Wait;
    };
    match found.stage {
        Stage::Open | Stage::Failed => Verdict::Wait,
        _ if found.reference != reference => Verdict::Keep(Reason::ReferenceMismatch),
        Stage::Reversed => Verdict::Keep(Reason::Reversed),
        Stage::Paid if found.currency != NAIRA => Verdict::Keep(Reason::CurrencyMismatch),
        Stage::Paid if found.amount != amount => Verdict::Keep(Reason::AmountMismatch),
        Stage::Paid => Verdict::Credit,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn payment() -> impl Strategy<Value = Payment> {
        let stage = prop::sample::select(vec![
            Stage::Open,
            Stage::Failed,
            Stage::Paid,
            Stage::Reversed,
        ]);
        let reference = prop::sample::select(vec!["KFP-1", "KFP-2", ""]);
        let currency = prop::sample::select(vec!["NGN", "USD", "ngn", ""]);
        (stage, reference, 0_i64..4, currency).prop_map(|(stage, reference, kobo, currency)| {
            Payment {
                reference: reference.to_owned(),
                stage,
                amount: Kobo::new(kobo),
                currency: currency.to_owned(),
            }
        })
    }

    proptest! {
        #[test]
        fn only_the_payment_that_was_asked_for_is_credited(found in payment(), kobo in 0_i64..4) {
            let exact = Payment {
                reference: "KFP-1".to_owned(),
                stage: Stage::Paid,
                amount: Kobo::new(kobo),
                currency: "NGN".to_owned(),
            };
            let verdict = judge("KFP-1", Kobo::new(kobo), Some(&found));
            prop_assert_eq!(verdict == Verdict::Credit, found == exact);
            let moved = matches!(found.stage, Stage::Paid | Stage::Reversed);
            prop_assert_eq!(verdict == Verdict::Wait, !moved);
        }
    }

    #[test]
    fn what_the_provider_does_not_know_is_waited_for() {
        assert_eq!(judge("KFP-1", Kobo::new(1), None), Verdict::Wait);
    }
}
