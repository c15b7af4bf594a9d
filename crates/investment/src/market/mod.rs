//! What operators say about the market, checked: offers and their life, banks and brokers.
//! Pure: what is there and the moment come in, what will be or all faults come out.
//!
//! * `draft`: the fields of an offer, listed once; [`read_offer`] reads them flat, as one row of a
//!   file has them, [`fields_of`] is the way back, [`edited`] the way of an edit.
//! * [`Action`]: what can happen to an offer, and when.
//! * [`read_file`]: many offers from JSON Lines or separated values.
//! * [`BankChange`], [`BrokerChange`]: settings beyond the reference data.

mod bank;
mod broker;
mod draft;
mod edit;
mod field;
mod file;
mod life;
mod offer;
mod offer_id;
#[cfg(test)]
mod tests;

pub use bank::{BankChange, ListedBank, listed_banks};
pub(crate) use broker::BrokerIdRule;
pub use broker::{BrokerChange, BrokerId};
pub use draft::{OfferChange, fields_of};
pub use edit::{Edited, edited, fixed_because};
pub(crate) use field::LINE;
pub use file::{FILE_BYTES_MAX, FILE_OFFERS_MAX, Planned, read_file, refuse_past};
pub use life::{Action, AfterAllotment, CloseAt, Reason, refuse_in_state};
pub(crate) use life::{CloseAtRule, ReasonRule, allotted, begun, set_dates};
pub(crate) use offer::read_new;
pub use offer::read_offer;
pub(crate) use offer_id::{OFFER_ID_PATTERN, OfferIdRule};
pub use offer_id::{OfferId, is_offer_id};
