//! What users say of readings, and what is kept so that the reader can learn from it.
//!
//! * `kept`: what is kept of a reading, sealed: the answer and the words of the pages, with long
//!   numbers struck out. The document itself only for tenants who agreed.
//! * `keep`: keeps readings with their answers; `commands`: what operators do.
//! * `said`: what a user says; `right`: which fields that makes right or wrong.
//! * `give`: judges what is said; `reviewing`: what members see of readings, and say of one.
//! * `ops`: the operations. `report`: accuracy, calibration and drift, from outcomes alone.
//! * [`evaluate`]: readers side by side, on papers of which it is known what is right.
//! * [`training`]: what an operator takes out to train on.
//!
//! Of a reading nothing is kept but these rows; [`EraseReading`] removes all of them.

pub(crate) mod commands;
pub mod evaluate;
pub(crate) mod give;
pub(crate) mod keep;
pub(crate) mod kept;
pub(crate) mod ops;
pub mod people;
mod report;
pub(crate) mod reviewing;
pub(crate) mod right;
pub(crate) mod said;
pub mod training;

pub(crate) use crate::keeping::after_days;
pub use crate::keeping::{Keeping, READING_DAYS};
pub use ops::{EraseReading, FindTraining, SetTraining, Training};
pub use report::{Band, FieldRow, GroupRow, Period, ReadingReport, report};
pub use reviewing::{CountToReview, ListReadings, ReadingLine, open_reading, review};

/// How long feedback and what it is about are kept after the last word, in days.
pub(crate) const FEEDBACK_DAYS: i64 = 365;
/// Readings that are kept of a tenant's environment while nobody says anything of them; the
/// oldest go.
pub(crate) const READINGS_MAX: i64 = 10_000;
/// Words that are kept of a document; of a longer one, the answer alone.
pub(crate) const WORDS_MAX: usize = 6_000;
/// Largest document that is kept, in bytes.
pub(crate) const FILE_BYTES_MAX: usize = 10 * 1024 * 1024;

/// The fields that are judged, as they are called in an answer.
pub(crate) const FIELDS: [&str; 6] = ["full_address", "street", "city", "state", "lga", "country"];
