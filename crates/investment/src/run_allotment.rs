//! Running the allotment of an offer, from its stored applications to its stored results.

use kofa_core::ActorAt;
use kofa_domain::{Clock, Environment, Error, Kind, Result};
use kofa_store::{Store, Vault};

use crate::allotment::holders::{self, Holder, Several};
use crate::allotment::{Allotment, Basis, Demand, allot};
use crate::offer::Offer;
use crate::ops::{
    Applicant, BeginAllotment, FindOffer, FindPositions, FinishAllotment, Piece, PieceAt,
    ReadApplicants, UndoAllotment, WriteShares, chn_digest, may_allot, terms,
};
use crate::sandbox::EVERYBODYS_CHNS;

/// Applications read at once.
const READ_AT_ONCE: i64 = 50_000;
/// Holders looked up at once.
const FOUND_AT_ONCE: usize = 500;
/// Results written in one transaction.
const WRITTEN_AT_ONCE: usize = 20_000;

/// What is to be allotted, and how.
#[derive(Clone, Debug)]
pub struct Allot {
    pub by: ActorAt,
    pub environment: Environment,
    pub offer_id: String,
    /// Of the ballot, if there is one.
    pub seed: u64,
}

/// Computes the allotment of an offer as it stands and changes nothing. Possible at any time,
/// also while the offer is open.
///
/// # Errors
/// `not_found`, `forbidden`, or what [`allot`] finds wrong.
pub async fn rehearse(store: &Store, vault: &Vault, what: &Allot) -> Result<Basis> {
    let find = FindOffer {
        environment: what.environment,
        id: what.offer_id.clone(),
    };
    let offer = store.read(find).await?.offer;
    may_allot(&what.by, &offer)?;
    let (_, allotment) = compute(store, vault, what, offer, what.seed).await?;
    Ok(allotment.basis)
}

/// Allots a closed offer: once. An allotment that was interrupted is taken up where it was,
/// with its own seed.
///
/// # Errors
/// Those of [`BeginAllotment`]; what [`allot`] finds wrong, and the offer is closed again then. If
/// the store cannot serve, the allotment stays `running` and can be run again.
pub async fn run(store: &Store, vault: &Vault, clock: &dyn Clock, what: &Allot) -> Result<Basis> {
    let begin = BeginAllotment {
        by: what.by.clone(),
        environment: what.environment,
        offer_id: what.offer_id.clone(),
        seed: what.seed,
    };
    let (offer, seed) = store.write(begin).await?;
    let price = offer.price;
    let computed = compute(store, vault, what, offer, seed).await;
    if let Err(error) = &computed
        && !matches!(error.kind(), Kind::Unavailable | Kind::Internal)
    {
        let undo = UndoAllotment {
            by: what.by.clone(),
            environment: what.environment,
            offer_id: what.offer_id.clone(),
            reason: error.code().name,
        };
        store.write(undo).await?;
    }
    let (applicants, allotment) = computed?;
    let at = what.by.at;
    let mut results = Vec::with_capacity(WRITTEN_AT_ONCE);
    for (one, share) in applicants.into_iter().zip(allotment.shares) {
        if one.demand.no != share.no {
            return Err(Error::internal("an allotment is out of order"));
        }
        if !one.written {
            results.push((one, share));
        }
        if results.len() == WRITTEN_AT_ONCE {
            let results = std::mem::replace(&mut results, Vec::with_capacity(WRITTEN_AT_ONCE));
            store.write(WriteShares { results, price, at }).await?;
        }
    }
    if !results.is_empty() {
        store.write(WriteShares { results, price, at }).await?;
    }
    let finish = FinishAllotment {
        environment: what.environment,
        offer_id: what.offer_id.clone(),
        basis: allotment.basis.clone(),
        at: clock.now(),
    };
    store.write(finish).await?;
    Ok(allotment.basis)
}

/// The applications in the order of their numbers, and their allotment.
async fn compute(
    store: &Store,
    vault: &Vault,
    what: &Allot,
    offer: Offer,
    seed: u64,
) -> Result<(Vec<Applicant>, Allotment)> {
    let Piece {
        mut applicants,
        mut holders,
        ..
    } = read(store, what, offer.details.rights.is_some()).await?;
    let everybodys = everybodys(vault, what.environment);
    holders.retain(|(_, holder)| !everybodys.contains(holder));
    // Minutes of arithmetic for the largest offers: not on a thread that serves calls.
    let sorted = tokio::task::spawn_blocking(move || {
        applicants.sort_unstable_by_key(|one| one.demand.no);
        let place = |(no, holder): &(i64, Holder)| {
            let at = applicants.binary_search_by_key(no, |one| one.demand.no);
            let at = at.ok()?;
            Some((
                *holder,
                &applicants.get(at)?.demand,
                u32::try_from(at).ok()?,
            ))
        };
        let several = holders::several(holders.iter().filter_map(place));
        (applicants, several)
    });
    let (applicants, several) = sorted.await.map_err(Error::internal)?;
    let rights = rights_of(store, what, &offer, &several).await?;
    let computed = tokio::task::spawn_blocking(move || {
        let mut demands: Vec<Demand> = applicants.iter().map(|one| one.demand).collect();
        for (one, rights) in several.iter().zip(rights) {
            holders::hold_together(&mut demands, one, rights);
        }
        let mut allotment = allot(&terms(&offer, seed), &demands)?;
        let judged = |at: usize| applicants.get(at).map_or(0, |one| one.demand.entitled);
        for one in &several {
            holders::note_gone(&mut allotment.shares, one, judged);
        }
        Ok((applicants, allotment))
    });
    computed.await.map_err(Error::internal)?
}

/// The holders of whom every application of the sandbox has one of its own.
fn everybodys(vault: &Vault, environment: Environment) -> Vec<Holder> {
    let chns = EVERYBODYS_CHNS.iter();
    let chns = chns.filter(|_| environment == Environment::Sandbox);
    let holder = |chn: &&str| chn_digest(vault, environment, chn).first_chunk().copied();
    chns.filter_map(holder).collect()
}

/// All applications that take part.
async fn read(store: &Store, what: &Allot, rights: bool) -> Result<Piece> {
    let mut all = Piece {
        next: Some(PieceAt::default()),
        ..Piece::default()
    };
    while let Some(from) = all.next {
        let read = ReadApplicants {
            environment: what.environment,
            offer_id: what.offer_id.clone(),
            rights,
            from,
            limit: READ_AT_ONCE,
        };
        let piece = store.read(read).await?;
        all.applicants.extend(piece.applicants);
        all.holders.extend(piece.holders);
        all.next = piece.next;
    }
    Ok(all)
}

/// What each of those with several applications has by the register; nothing, if it is not
/// there.
async fn rights_of(
    store: &Store,
    what: &Allot,
    offer: &Offer,
    several: &[Several],
) -> Result<Vec<i64>> {
    let mut all = Vec::with_capacity(several.len());
    let Some(terms) = &offer.details.rights else {
        return Ok(all);
    };
    for some in several.chunks(FOUND_AT_ONCE) {
        let find = FindPositions {
            environment: what.environment,
            offer_id: what.offer_id.clone(),
            holders: some.iter().map(|one| one.holder).collect(),
        };
        for position in store.read(find).await? {
            let rights = match position {
                Some(position) => position.entitlement(0, terms, offer.price)?.available,
                None => 0,
            };
            all.push(rights);
        }
    }
    Ok(all)
}
