//! What this product stores and reads. One SQL text for both databases.

mod offers;

pub use offers::{OffersAsOf, ReadOffers, ReadVersion, SeedOffers};
