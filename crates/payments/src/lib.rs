//! How money comes into wallets from outside: by payment providers and from bank to bank.
//!
//! * [`Payments`]: begins top-ups, takes notices of providers, and asks providers what became of
//!   payments. A notice is a hint: a wallet is credited by what the provider answers when it is
//!   asked, if that is what was asked for, once.
//! * [`provider`]: who collects the money.
//! * [`TopUp`]: a payment that a tenant began.
//! * [`ProductPayment`]: a payment for something else than a wallet. Whose it is asks what became
//!   of it ([`PaymentOwner`]), and says what follows.
//! * [`wallet_reference`]: what a payer writes beside a bank transfer.
//!
//! What waits, waits as a task: nothing is lost by a crash, and nothing is credited twice, because
//! the credit, the state of the top-up and the end of the task are one transaction.

mod codes;
mod collecting;
mod judge;
mod keyed;
mod metrics;
mod ops;
mod owner;
mod payments;
mod product_payment;
pub mod provider;
mod sandbox;
mod task_kinds;
mod top_up;
mod wallet_reference;

pub use codes::CODES;
pub use keyed::KEYED;
pub use metrics::NoticeMetrics;
pub use ops::{
    BankEntry, BankTransfer, BankTransferId, BankTransferIdKind, CountUnmatched, EnterBankTransfer,
    Entered, FindProductPayment, FindProviderRefund, ListBankTransfers, ListNotices, ListTopUps,
    LookAgain, NoticeId, NoticeIdKind, NoticeOutcome, PurgeNotices, ReadTopUp, SettleTopUp,
    StoredNotice, TransferOutcome, Unmatched, apply_payment, claim_refund, is_refund_claimed,
    payment_page, return_payment,
};
pub use owner::{Look, PaymentOwner};
pub use payments::{BankAccount, NewTopUp, Payments, PaymentsParts, Providers};
pub use product_payment::{
    NewProductPayment, PaymentOutcome, ProductPayment, ProductPaymentState, ProviderRefund,
    ProviderRefundState, RefundSent,
};
pub use task_kinds::{APPLY_NOTICE, FOLLOW_TOP_UP, RETURN_PAYMENT, TASK_KINDS};
pub use top_up::{AMOUNT_MAX, AMOUNT_MIN, Reason, TopUp, TopUpId, TopUpIdKind, TopUpState};
pub use wallet_reference::wallet_reference;
