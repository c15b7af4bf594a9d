//! Whose payments are collected beside those for wallets.

use std::fmt;
use std::pin::Pin;

use kofa_tasks::Unfinished;

use crate::ops::NoticeOutcome;

/// A look at a payment, under way.
pub type Look<'a> =
    Pin<Box<dyn Future<Output = std::result::Result<NoticeOutcome, Unfinished>> + Send + 'a>>;

/// The product whose payments providers collect.
pub trait PaymentOwner: fmt::Debug + Send + Sync + 'static {
    /// Asks what became of the payment for `subject` and does what follows, once however often it
    /// is asked. [`NoticeOutcome::Waiting`]: nothing was paid, as far as the provider says.
    fn look<'a>(&'a self, subject: &'a str) -> Look<'a>;
}
