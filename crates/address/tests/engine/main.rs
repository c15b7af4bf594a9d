//! The engine through its front door.

mod cells;
mod documents;
mod hidden;
mod hostile;
mod inspect;
mod letters;
mod locked;
mod opinion;
mod parties;
mod pool;
mod scans;
mod sentences;
mod statements;
