//! Work that waits.

use kofa_core::{Right, TaskKind};

/// The sweep of a top-up; its subject is a [`TopUpId`](crate::TopUpId).
pub const FOLLOW_TOP_UP: TaskKind = TaskKind {
    name: "follow_top_up",
    retry_right: Right::Money,
};
/// What a notice leads to; its subject is a [`NoticeId`](crate::NoticeId).
pub const APPLY_NOTICE: TaskKind = TaskKind {
    name: "apply_payment_notice",
    retry_right: Right::Money,
};
/// A payment for a product that came too late goes back; its subject is the payment's reference.
pub const RETURN_PAYMENT: TaskKind = TaskKind {
    name: "return_payment",
    retry_right: Right::Money,
};
/// All of them.
pub const TASK_KINDS: [TaskKind; 3] = [FOLLOW_TOP_UP, APPLY_NOTICE, RETURN_PAYMENT];
