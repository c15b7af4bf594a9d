//! Those who issue BVN, NIN and bank accounts, asked before anything is stored.

use std::future::ready;

use kofa_domain::Fault;

use super::Asked;
use crate::subscription::Application;

/// Who knows people and their accounts. Asking changes nothing outside.
pub trait IdentityEnquiry: Send + Sync + 'static {
    /// Compares the applicant's BVN and NIN, and the name of the account, with the records: all
    /// faults at once, none if everything is right. An upstream that leaves such checks to the
    /// exchange finds none.
    fn check<'a>(&'a self, application: &'a Application) -> Asked<'a, Vec<Fault>>;
}

/// Nobody is asked: BVN, NIN and account are taken as they are written.
#[derive(Clone, Copy, Debug)]
pub struct NotAsked;

impl IdentityEnquiry for NotAsked {
    fn check<'a>(&'a self, _: &'a Application) -> Asked<'a, Vec<Fault>> {
        Box::pin(ready(Ok(Vec::new())))
    }
}
