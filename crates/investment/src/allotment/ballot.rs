//! The ballot: when there are not enough shares for a minimum each, lots decide.
//!
//! A lot is a hash, not the next number of a generator, so that it belongs to the application
//! whatever the order of the list, and so that anyone can recompute one's own with common tools.

use kofa_domain::{Error, Result};
use sha2::{Digest as _, Sha256};

use super::Share;

/// The lot of an application: the first eight bytes, big-endian, of the SHA-256 of the seed and
/// the number, eight big-endian bytes each. The lowest lots are drawn first; of two equal
/// ones the lower number.
pub fn lot(seed: u64, no: i64) -> u64 {
    let mut digest = Sha256::new();
    digest.update(seed.to_be_bytes());
    digest.update(no.to_be_bytes());
    digest
        .finalize()
        .iter()
        .take(8)
        .fold(0, |lot, byte| lot << 8 | u64::from(*byte))
}

/// Gives the minimum to the lowest lots while it fits. The drawing ends at the first that does
/// not fit, even if a smaller one behind it would: nobody passes a better lot.
pub(super) fn draw(seed: u64, minimum: i64, supply: i64, shares: &mut [Share]) -> Result<()> {
    let mut lots: Vec<(u64, u32)> = Vec::with_capacity(shares.len());
    for (at, share) in (0_u32..).zip(shares.iter_mut()) {
        share.ballot = Some(false);
        lots.push((lot(seed, share.no), at));
    }
    // Shares stand in the order of their numbers, so a position breaks ties as a number does.
    lots.sort_unstable();
    let mut left = supply;
    for (_, at) in lots {
        let share = shares
            .get_mut(at as usize)
            .ok_or_else(|| Error::internal("allotment: a lot without an application"))?;
        let part = share.requested.min(minimum);
        if part > left {
            break;
        }
        left -= part;
        share.minimum_part = part;
        share.ballot = Some(true);
    }
    Ok(())
}
