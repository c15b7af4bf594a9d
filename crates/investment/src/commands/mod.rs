//! What operators do to the market, as commands: one file a subject.

mod allotment;
mod approval;
mod approval_view;
mod banks;
mod brokers;
mod offers;
mod refunds;
mod sandbox;
mod settlements;
mod shape;
mod statements;
mod subscriptions;

pub use allotment::{AllotOffer, AllotmentView, CreditOffer, GetAllotment, MovedView, RefundOffer};
pub use approval::{ConfirmOfferApproval, RecordOfferApproval, WithdrawOfferApproval};
pub use approval_view::ApprovalView;
pub use banks::{BankView, EditBank, ListMarketBanks};
pub use brokers::{AddBroker, BrokerView, EditBroker, ListMarketBrokers};
pub use offers::*;
pub(crate) use refunds::batch_named;
pub use refunds::{
    BatchMade, BatchView, CountedView, MakeRefundBatch, RefundView, SendRefundBatch, SettleBatch,
    SettleRefund,
};
pub use sandbox::{AdvanceSandboxOffer, CopySandboxOffer, ListSandboxOffers};
pub use settlements::{EnterSettlement, SettlementEntered, SettlementView};
pub use shape::{OfferDetailsView, OfferView};
pub use statements::{EntryView, ListBankEntries, StatementView};
pub use subscriptions::{CancelSubscription, ResolveSubscription, Shown, ShownMove, ShownWhole};

use kofa_commands::Entry;

use crate::ops::{
    FindRefundBatch, FindSubscription, ListRefundBatches, ListRefundPayments, ListSettlements,
    ListStatements, ListSubscriptions, SumBook,
};

pub fn all() -> Vec<Entry> {
    vec![
        Entry::of::<ListMarketOffers>(),
        Entry::of::<CreateOffer>(),
        Entry::of::<GetOffer>(),
        Entry::of::<EditOffer>(),
        Entry::of::<ExtendOffer>(),
        Entry::of::<SuspendOffer>(),
        Entry::of::<ResumeOffer>(),
        Entry::of::<CloseOffer>(),
        Entry::of::<ListOfferShares>(),
        Entry::of::<CancelOffer>(),
        Entry::of::<RecordOfferApproval>(),
        Entry::of::<ConfirmOfferApproval>(),
        Entry::of::<WithdrawOfferApproval>(),
        Entry::of::<SumBook>(),
        Entry::of::<AllotOffer>(),
        Entry::of::<GetAllotment>(),
        Entry::of::<RefundOffer>(),
        Entry::of::<CreditOffer>(),
        Entry::of::<CopySandboxOffer>(),
        Entry::of::<AdvanceSandboxOffer>(),
        Entry::of::<ListSandboxOffers>(),
        Entry::of::<ListMarketBanks>(),
        Entry::of::<EditBank>(),
        Entry::of::<ListMarketBrokers>(),
        Entry::of::<AddBroker>(),
        Entry::of::<EditBroker>(),
        Entry::of::<EnterSettlement>(),
        Entry::of::<ListSettlements>(),
        Entry::of::<ListStatements>(),
        Entry::of::<ListBankEntries>(),
        Entry::of::<MakeRefundBatch>(),
        Entry::of::<ListRefundBatches>(),
        Entry::of::<FindRefundBatch>(),
        Entry::of::<ListRefundPayments>(),
        Entry::of::<SendRefundBatch>(),
        Entry::of::<SettleBatch>(),
        Entry::of::<SettleRefund>(),
        Entry::of::<ListSubscriptions>(),
        Entry::of::<FindSubscription>(),
        Entry::of::<CancelSubscription>(),
        Entry::of::<ResolveSubscription>(),
    ]
}
