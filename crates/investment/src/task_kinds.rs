//! The kinds of tasks of this product. Their subject is a subscription.

use kofa_core::{Right, TaskKind};

/// The payment is to be collected.
pub const COLLECT_PAYMENT: &str = "collect_payment";
/// The exchange is to be told that the application is paid.
pub const SUBMIT_PAID: &str = "submit_paid";
/// The exchange is to be asked what it did with an application.
pub const RECONCILE: &str = "reconcile_subscription";
/// Money is to go back.
pub const REFUND: &str = "refund_payment";

pub const TASK_KINDS: [TaskKind; 4] = [
    of_market(COLLECT_PAYMENT),
    of_market(SUBMIT_PAID),
    of_market(RECONCILE),
    of_market(REFUND),
];

const fn of_market(name: &'static str) -> TaskKind {
    TaskKind {
        name,
        retry_right: Right::Market,
    }
}
