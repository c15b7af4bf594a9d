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
