//! What this product stores and reads. One SQL text for both databases.

mod allotment;
mod approvals;
mod book;
mod claims;
mod clock;
mod desk;
mod events;
mod exchange;
mod exchange_lists;
mod held_files;
mod holders;
mod hurry;
mod market;
mod moves;
mod offer_version;
mod offers;
mod people;
mod provider_refunds;
mod reference;
mod refund_outcome;
mod refunds;
mod register;
mod seen;
mod settlement;
mod state;
mod statement_lists;
mod statements;
mod submission;
mod subscribe;
mod sweeps;
mod tasks;
mod transactions;
mod undo_allotment;
mod views;

pub use allotment::{
    Applicant, BeginAllotment, FindAllotment, FinishAllotment, Parts, Piece, PieceAt,
    ReadApplicants, StoredAllotment, WriteShares, may_allot, terms,
};
pub use approvals::{ApprovalStep, SetApproval};
pub use book::{BookLine, DemandDay, DemandOf, LookUpOffer, SumBook, SumDemand};
pub use claims::IdentityUniqueness;
pub use clock::{SetSandboxDates, refuse_foreign};
pub use desk::{CancelSubscription, Resolution, ResolveSubscription};
pub use exchange::{
    FindUnderWay, FollowExchange, Followed, KeepExchangeLists, NoteExchangeFailure, UnderWay,
};
pub use exchange_lists::{ExchangeLists, Freshness, ReadExchangeBanks};
pub use held_files::{EndHeldFile, FindHeldFile, ForgetHeldFiles, HoldFile};
pub(crate) use held_files::{account_context, gone, object_name};
pub use holders::{
    CountHolders, FindEntitlement, FindHolders, FindPositions, Holder, Holding, KnownHolder,
    RightsTerms, chn_digest, open_holder_name, seal_holder_name,
};
pub(crate) use holders::{name_context, no_register};
pub use hurry::{FindUnderWayAtEnd, HurryPayments};
pub use market::{
    CopySandboxOffer, CreateOffers, Created, EditOffer, FindOffer, ListMarket, MarketOffer,
    MoveOffer, OfferCounts,
};
pub use moves::{Event, Place, SYSTEM, Step, Stored, make_move};
pub use offers::{OFFERS_MAX, OWN_OFFERS_MAX, OffersAsOf, ReadOffers, ReadVersion, SeedOffers};
pub use people::{
    CountOldApplicants, EraseApplicant, FindHoldings, FindOldApplicants, FoundApplicant,
    FoundHolding, ReadApplicant, RecordLook, ScanApplicants, ScanDigests, SealedApplicant,
};
pub use provider_refunds::{ClaimRefund, HurryRefund, ReturnPayment};
pub use reference::{AddBroker, ListBanks, ListBrokers, SetBank, SetBroker};
pub use refund_outcome::{RefundEnd, RefundSaid, SettleRefund, SettleRefundBatch};
pub use refunds::{
    BeginRefundBatch, Begun, CountedBatch, FillRefundBatch, FindRefundBatch, FinishRefundBatch,
    ListRefundBatches, ListRefundPayments, MarkRefundBatchSent, ReadRefunds, SealedRefund,
    TakeRefundFile,
};
pub use register::{
    BeginHolders, FinishHolders, Forgotten, ImportHolders, PurgeHolders, SumRights,
};
pub use seen::{FindSeenOffer, ListSeenOffers, SeenOffer};
pub use settlement::{CountUnsettled, EnterSettlements, Entered, ListSettlements, Unsettled, Via};
pub use statement_lists::{KeptEntry, ListBankEntries, ListStatements, Statement};
pub(crate) use statements::narration_context;
pub use statements::{
    AccountDigest, BeginStatement, EnterBankEntries, EnterStatements, EnteredEntry, FinishStatement,
};
pub use submission::{End, FindBegun, RecordSubmission};
pub use subscribe::{CreateSubscription, FindClaimed};
pub use sweeps::{
    CountRefunds, CountUnasked, EndedOffer, EnqueueRefunds, FindEnded, RecordSweep, Sweep,
    SweepOffer, Swept, SweptTo,
};
pub use tasks::{FinishTask, OpenSubscription, ReadForTask, TaskStep};
pub use transactions::{FindTransaction, ListTransactions, TransactionRow, Transactions};
pub use undo_allotment::UndoAllotment;
pub use views::{FindSubscription, ListSubscriptions, Past, SubscriptionView};
