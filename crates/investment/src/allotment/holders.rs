//! One holder's rights, taken up by several applications.
//!
//! An application is judged by all the rights of its holder: what was applied for through one
//! tenant is nothing to another. So that rights are given once, whoever came first has them here,
//! and the next what is left.

use super::{Demand, Share};

/// What the holder of rights is known by: the first half of the CHN's blind index.
pub type Holder = [u8; 16];

/// A holder with more than one application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Several {
    pub holder: Holder,
    /// Where the applications are in the list, the earliest first.
    pub at: Vec<u32>,
}

/// The holders of several of `applications`: whose each is, and where it is in the list.
pub fn several<'a>(applications: impl Iterator<Item = (Holder, &'a Demand, u32)>) -> Vec<Several> {
    let known =
        |(holder, demand, at): (Holder, &Demand, u32)| (holder, demand.received_at, demand.no, at);
    let mut held: Vec<_> = applications.map(known).collect();
    held.sort_unstable();
    held.chunk_by(|one, other| one.0 == other.0)
        .filter(|chunk| chunk.len() > 1)
        .filter_map(|chunk| {
            let (holder, ..) = *chunk.first()?;
            let at = chunk.iter().map(|(.., at)| *at).collect();
            Some(Several { holder, at })
        })
        .collect()
}

/// Holds the applications of one holder among `demands` together to `rights`, or to what the
/// largest of them was judged to have, if that is more: a register that was corrected since
/// takes nothing from an application that was right when it was made.
pub fn hold_together(demands: &mut [Demand], one: &Several, rights: i64) {
    let entitled = |at: &u32| demands.get(*at as usize).map_or(0, |it| it.entitled);
    let largest = one.at.iter().map(entitled).max().unwrap_or(0);
    let mut left = rights.max(largest);
    for at in &one.at {
        let Some(demand) = demands.get_mut(*at as usize) else {
            continue;
        };
        let given = demand.entitled.min(left);
        demand.entitled = given;
        left -= given;
    }
}

/// Notes in the shares of one holder what the rights covered when an application was made, which
/// `judged` tells by its place, and did not any more.
pub fn note_gone(shares: &mut [Share], one: &Several, judged: impl Fn(usize) -> i64) {
    for at in &one.at {
        let at = *at as usize;
        if let Some(share) = shares.get_mut(at) {
            share.rights_gone = judged(at) - share.entitlement_part;
        }
    }
}
