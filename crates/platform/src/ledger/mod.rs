//! The journal and its projections.
//!
//! A charge is one row of `request_log`: at once the log of the call and the movement of its
//! price from the wallet to revenue, so the two cannot disagree. The charge of a call whose work
//! goes on after its answer is one row of `late_charge`, shown on the call's row. Every other
//! movement (top-up, adjustment) is one row of `transfer`. All are append-only and all have a debit
//! and a credit side of the same amount, so every transaction sums to zero. Balances of
//! wallets and system accounts are projections, moved in the same transaction.

mod post;
pub(crate) mod row;
mod transfer;
mod verify;
mod walk;

pub use row::{ReadWallet, WalletState};
pub use transfer::{Credit, Debit, Posted, TransferKind};
pub use verify::{Report, Verify, VerifyHolds};

pub(crate) use row::lock_wallet;
pub(crate) use transfer::{FindTransfer, below_zero};

pub(crate) use post::{
    CallRow, Finished, Hold, Kept, LateCharge, SettleAlone, StoredReply, closed, drop_hold,
    is_closed, post_at_once, post_calls, post_late,
};

pub use crate::calls::journal::{
    CallPage, LedgerPage, LedgerRow, ListCalls, ListLedger, LoggedCall,
};
