//! One holder's rights, taken up by several applications.
//!
//! An application is judged by all the rights of its holder: what was applied for through one
//! tenant is nothing to another. So that rights are given once, whoever came first has them here,
//! and the next what is left.

use super::Demand;

/// What the holder of rights is known by: the first half of the CHN's blind index.
pub type Holder = [u8; 16];

/// A holder with more than one application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Several {
    /// Who.
    pub holder: Holder,
    /// Where the applications are in the list, the earliest first.
    pub at: Vec<u32>,
}

/// The holders of more than one of `applications`, which `of` tells holder and demand of; who
/// has none is nobody's.
pub fn several<T>(
    applications: &[T],
    of: impl Fn(&T) -> (Option<Holder>, &Demand),
) -> Vec<Several> {
    let mut held = Vec::new();
    for (at, one) in (0_u32..).zip(applications) {
        if let (Some(holder), demand) = of(one) {
            held.push((holder, demand.received_at, demand.no, at));
        }
    }
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
        demand.rights_gone = demand.entitled - given;
        demand.entitled = given;
        left -= given;
    }
}
