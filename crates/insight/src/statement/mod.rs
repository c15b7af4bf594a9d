//! What moved in a wallet: its statement of a month, its journal, and what is held from it.
//!
//! A statement is a piece of the journal from one position to another: everything from the first
//! movement at or after the beginning of its month (in Lagos) to before the first one of the
//! next. So its opening balance is the one before it, each line follows from the line before,
//! and the months of a wallet have every line once. A call that arrived in the last moment of
//! a month and was settled after the first one of the next stands in the next.
//!
//! * `month`: a month. [`read`]: the sums. [`lines`]: the lines. `holds`: what is held.
//! * `closed`: months whose calls were dropped. `position`: where in the journal a moment is.
//! * [`csv`], [`pdf`]: the statement as files.

mod closed;
pub mod csv;
mod holds;
pub mod lines;
mod month;
pub mod pdf;
pub(crate) mod position;
pub mod read;
mod wallet;

pub use crate::statement::holds::{HeldCall, Holdings, ReadHoldings};
pub use crate::statement::lines::{Line, LineKind, ListMovements, ListStatementLines, Movements};
pub use crate::statement::month::Month;
pub use crate::statement::read::{
    DayTotal, DroppedCharges, EndpointTotal, ReadStatement, Statement,
};
