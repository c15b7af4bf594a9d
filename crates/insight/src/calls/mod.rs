//! Calls as people look at them: what was called when, how it went, what it cost.
//!
//! The request log (`request_log`, see [`kofa_ledger`]) is written by settlements alone and
//! has no index but its order. What people ask of it is answered beside it:
//!
//! * [`digest`]: a worker that reads what is new and counts it by hour and day, and notes for
//!   each block of 1,024 rows which kinds of calls are among them.
//! * [`usage`]: those counts; [`latency`]: how long calls took, by bucket; [`took`]: the same of
//!   each wallet. [`analytics`]: what a tenant's pages draw of both.
//! * `parts`: a walk through a long log by the notes: what no block can have is not read.
//!   [`find`] finds the calls that fit a [`CallFilter`] so, `charged` those of the journal.
//! * [`record`]: what is kept of a call beyond its row ([`detail`]), after its settlement;
//!   `redact` says what never is.
//! * [`tail`]: calls as they come, for those who watch.
//! * [`standing`]: what each wallet did lately, to list tenants by.
//! * [`replay`]: sandbox calls sent again from the portal; [`views`]: filters that members keep.

pub mod analytics;
pub(crate) mod charged;
pub mod detail;
pub mod digest;
pub mod filter;
pub mod find;
pub mod journal;
mod kinds;
pub mod latency;
pub mod newer;
mod parts;
pub mod record;
mod redact;
pub mod replay;
pub mod span;
pub mod standing;
pub mod tail;
pub mod took;
pub mod usage;
pub mod views;

pub use crate::calls::analytics::{Analytics, CountCalls, Period, ReadAnalytics};
pub use crate::calls::detail::{
    CallDetail, CountOldDetails, Exchange, FindDetail, KeptBody, PurgeDetails, TrimDetails,
};
pub use crate::calls::digest::{
    FindUndigested, ReadUndigested, StoreDigest, digest_all, digest_calls,
};
pub use crate::calls::filter::{CallFilter, StatusFilter};
pub use crate::calls::find::{FindCall, FindCalls, FoundCalls};
pub use crate::calls::journal::{
    CallPage, LedgerPage, LedgerRow, ListCalls, ListLedger, LoggedCall,
};
pub use crate::calls::latency::{Latencies, LatencyHour, ReadLatency, SumLatency};
pub use crate::calls::newer::FindNewer;
pub use crate::calls::record::Seen;
pub use crate::calls::record::{Recorder, keep_details};
pub use crate::calls::redact::REDACTED;
pub use crate::calls::replay::{ListKeyNames, OnBehalf, RecordReplay, RecordTry};
pub use crate::calls::span::{Grain, RECENT_SECONDS};
pub use crate::calls::standing::{
    Rank, RankTenants, ReadStandings, RollStandings, STANDING_DAYS, Standing,
};
pub use crate::calls::tail::{ReadNews, Tails};
pub use crate::calls::took::Took;
pub use crate::calls::usage::{DAYS_MAX, ListUsage, Outcome, PurgeOldHours, Span, SumUsage, Usage};
pub use crate::calls::views::{DeleteView, ListViews, SaveView, SavedView};
