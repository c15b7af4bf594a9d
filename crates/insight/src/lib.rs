//! What is told of calls and services: the request log, usage, statements, the status page, what
//! needs attention.

pub mod attention;
pub mod calls;
pub mod first_steps;
pub mod key_reach;
mod keyed;
pub mod notices;
pub mod operator_alerts;
pub mod operator_notices;
pub mod retention;
pub mod sandbox_letters;
pub mod siem;
pub mod statement;
pub mod status;

pub use keyed::KEYED;
