//! What operators say about the market, checked: offers and their life, banks and brokers.
//! Pure: what is there and the moment come in, what will be or all faults come out.
//!
//! * [`read_offer`]: an offer from flat fields, as one JSON object or one row of a file has
//!   them; [`fields_of`] is the way back, [`edited`] the way of an edit.
//! * [`Action`]: what can happen to an offer, and when.
//! * [`read_file`]: many offers from JSON Lines or separated values.
//! * [`BankChange`], [`BrokerChange`]: settings beyond the reference data.

mod bank;
mod broker;
mod edit;
mod file;
mod life;
mod offer;
mod reader;
#[cfg(test)]
mod tests;

pub use bank::{BankChange, ListedBank, listed_banks};
pub use broker::{BROKER_ID_PATTERN, BrokerChange, read_broker_id};
pub use edit::{Edited, edited, fixed_because};
pub use file::{FILE_BYTES_MAX, FILE_OFFERS_MAX, Planned, read_file, refuse_past};
pub use life::{Action, AfterAllotment, refuse_in_state};
pub(crate) use life::{allotted, begun, set_dates};
pub use offer::{OFFER_ID_PATTERN, fields_of, flat, is_offer_id, read_offer};
