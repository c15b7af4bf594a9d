//! How top-ups, notices and bank transfers are stored.

mod begin;
mod credit;
mod hand;
mod list;
mod notice;
mod product;
mod refund;
mod transfer;

pub(crate) use begin::{BeginTopUp, NoteRefused, NoteStarted};
pub(crate) use credit::{
    Applied, ApplyFound, Because, EndNotice, FinishTask, NoteLook, NoteNoticeLook,
};
pub use hand::{LookAgain, SettleTopUp};
pub(crate) use list::FindTopUp;
pub use list::{CountUnmatched, ListTopUps, ReadTopUp, Unmatched};
pub(crate) use notice::{FindNotice, KeepNotice, context};
pub use notice::{ListNotices, NoticeId, NoticeIdKind, NoticeOutcome, PurgeNotices, StoredNotice};
pub(crate) use product::{BeginPayment, NoteFound, NotePage, ReadPaymentsOf, known};
pub use product::{FindProductPayment, apply_payment, payment_page, return_payment};
pub(crate) use refund::{ClaimLate, EndRefund, HasRefund, NoteSent};
pub use refund::{FindProviderRefund, claim_refund, is_refund_claimed};
pub use transfer::{
    BankEntry, BankTransfer, BankTransferId, BankTransferIdKind, EnterBankTransfer, Entered,
    ListBankTransfers, TransferOutcome,
};

/// A top-up with whose it is.
const TOP_UP: &str = "select u.*, w.tenant_id, w.environment, t.name as tenant_name \
     from top_up u join wallet w on w.no = u.wallet_no join tenant t on t.id = w.tenant_id \
     where u.id = $1";
