//! The engine through its front door.

mod documents;
mod hostile;
mod pool;
