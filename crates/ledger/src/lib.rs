//! The journal and its projections.
//!
//! A charge is one row of `request_log`: at once the log of the call and the movement of its
//! price from the wallet to revenue, so the two cannot disagree. The charge of a call whose work
//! goes on after its answer is one row of `late_charge`, shown on the call's row. Every other
//! movement (top-up, adjustment) is one row of `transfer`. All are append-only and all have a debit
//! and a credit side of the same amount, so every transaction sums to zero. Balances of
//! wallets and system accounts are projections, moved in the same transaction.

pub mod alerts;
pub mod closing;
pub mod commit_in_doubt;
pub mod gathered;
mod holds;
mod keyed;
pub mod money;
pub mod old_holds;
mod open_holds;
mod post;
pub mod proofs;
mod refusals;
mod row;
pub mod sandbox_money;
pub mod settler;
#[cfg(test)]
mod simulation;
mod transfer;
mod verify;
mod walk;
pub mod wallet;

pub use gathered::Gathered;
pub use holds::Holds;
pub use keyed::KEYED;
pub use old_holds::{ListOldHolds, OldHold};
pub use open_holds::{ListHolds, OpenHold};
pub use post::{
    CallRow, Finished, Hold, Kept, LateCharge, SettleAlone, StoredReply, closed, drop_hold,
    is_closed, post_at_once, post_calls, post_late,
};
pub use refusals::{CountRefused, LogRefused, RefusedCount, RefusedKind};
pub use row::{ReadWallet, WalletState, lock_wallet};
pub use settler::Settler;
pub use transfer::{Credit, Debit, FindTransfer, Posted, TransferKind, below_zero};
pub use verify::{Report, Verify, VerifyHolds};
pub use wallet::{CloseLeases, Lease, Reservation, Wallets, take_out};
