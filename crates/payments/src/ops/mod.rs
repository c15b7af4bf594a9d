//! How top-ups, notices and bank transfers are stored.

mod begin;
mod credit;
mod hand;
mod list;
mod notice;
mod transfer;

pub(crate) use begin::{BeginTopUp, NoteRefused, NoteStarted};
pub(crate) use credit::{Applied, ApplyFound, Because, EndNotice, FinishTask, NoteLook};
pub use hand::{LookAgain, SettleTopUp};
pub(crate) use list::FindTopUp;
pub use list::{ListTopUps, ReadTopUp};
pub(crate) use notice::{FindNotice, KeepNotice, context};
pub use notice::{ListNotices, NoticeId, NoticeIdKind, NoticeOutcome, PurgeNotices, StoredNotice};
pub use transfer::{
    BankEntry, BankTransfer, BankTransferId, BankTransferIdKind, EnterBankTransfer, Entered,
    ListBankTransfers, TransferOutcome,
};

/// A top-up with whose it is.
const TOP_UP: &str = "select u.*, w.tenant_id, w.environment, t.name as tenant_name \
     from top_up u join wallet w on w.no = u.wallet_no join tenant t on t.id = w.tenant_id \
     where u.id = $1";
