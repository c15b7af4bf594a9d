//! The engine through its front door.

mod documents;
mod hostile;
mod inspect;
mod opinion;
mod pool;
mod scans;
