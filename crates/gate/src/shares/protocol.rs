//! How nodes divide limits among themselves: pure rules over what is stored and what time it is.
//!
//! One state is stored, and every change of it is made by whoever read the newest version
//! (compare and swap), so changes come one after another. It holds the members with their share
//! of every bucket that is not busy, and the busy buckets with a share of their own for each
//! member. The shares of a bucket never add up to more than the whole limit:
//!
//! * A node changes its own share only. It uses less before it says so, and more only after the
//!   store said that it may; what may grow is what the others have given up.
//! * A node uses its shares for [`USED_MS`] after the start of the read that its last beat was
//!   made from, by its own clock. The others take them after [`KEPT_MS`], by the database's.
//! * Who was taken for dead comes back under a new number, with nothing.

use kofa_domain::Share;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// How long a node uses its shares after the start of the read that it beat from, in
/// milliseconds of its own clock.
pub(super) const USED_MS: i64 = 1_500;
/// How long the others leave them to it, in milliseconds of the database's clock.
pub(super) const KEPT_MS: i64 = 1_800;
/// How often a node beats, in milliseconds.
const BEAT_MS: i64 = 300;

const WHOLE: u64 = Share::WHOLE.0 as u64;
/// The part of a limit that is divided by demand alone where it is all asked for. The rest lets a
/// node without calls take its first ones.
const BY_DEMAND_MAX: u64 = 950_000;
/// Changes of a share or of a demand that are not worth writing, as millionths of the limit.
const SMALL: u32 = 1_000;

/// Number of a node; never used again.
pub(super) type NodeNo = u32;

/// Demand and shares are in millionths of the limit; a demand may be many times the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Part {
    pub(super) node: NodeNo,
    pub(super) share: u32,
    pub(super) demand: u32,
}

/// How soon changes of configuration held on a node, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delays {
    /// Of the last change.
    pub last: i64,
    /// Of 99 of 100 of the last ones.
    pub p99: i64,
    /// Of the slowest since the node started.
    pub worst: i64,
    /// Changes since the node started.
    pub changes: i64,
}

/// A node that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Member {
    pub(super) node: NodeNo,
    /// Its share of every bucket that is not busy.
    pub(super) share: u32,
    /// Its last beat, by the database's clock.
    pub(super) beat_ms: i64,
    #[serde(default)]
    pub(super) delays: Delays,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Members {
    /// The number of the last node that joined.
    pub(super) last: NodeNo,
    pub(super) all: Vec<Member>,
}

impl Members {
    fn get(&self, node: NodeNo) -> Option<&Member> {
        self.all.iter().find(|one| one.node == node)
    }
}

/// What changed since a version.
#[derive(Debug)]
pub(super) struct Read {
    pub(super) version: i64,
    /// The database's clock.
    pub(super) now_ms: i64,
    pub(super) members: Members,
    /// Busy buckets; without parts, those that are busy no more.
    pub(super) buckets: Vec<(String, Vec<Part>)>,
}

/// A change, valid only if `base` is still the newest version.
#[derive(Clone, Debug, Default)]
pub(super) struct Write {
    pub(super) base: i64,
    pub(super) members: Members,
    pub(super) buckets: Vec<(String, Vec<Part>)>,
    started_ms: i64,
}

/// What one node knows.
#[derive(Debug, Default)]
pub(super) struct Node {
    me: Option<NodeNo>,
    version: i64,
    members: Members,
    busy: FxHashMap<String, Vec<Part>>,
    /// Writes whose outcome is not known: each may still happen while `version` is their base.
    open: Vec<Write>,
    used_until_ms: i64,
    /// For how long nobody had used their shares when it joined; `None` is ever.
    unused_ms: Option<i64>,
}

impl Node {
    /// For how long nobody had used anything when it joined, in milliseconds; `None` is ever.
    pub(super) fn unused_ms(&self) -> Option<i64> {
        self.unused_ms
    }

    /// Whether it has all.
    pub(super) fn is_alone(&self) -> bool {
        self.members.all.len() == 1
    }

    pub(super) fn version(&self) -> i64 {
        self.version
    }

    pub(super) fn members(&self) -> &Members {
        &self.members
    }

    pub(super) fn me(&self) -> Option<NodeNo> {
        self.me
    }

    /// Until when its shares are its own, in milliseconds of its own clock.
    pub(super) fn used_until_ms(&self) -> i64 {
        self.used_until_ms
    }

    /// Whether its part of the buckets that are not busy is what it is going to be.
    pub(super) fn is_settled(&self) -> bool {
        let part = WHOLE / (self.members.all.len() as u64).max(1);
        u64::from(self.cold().0) * 10 >= part * 9
    }

    /// Its share of a bucket, as long as its shares are its own.
    pub(super) fn share(&self, bucket: &str) -> Share {
        let Some(me) = self.me else {
            return Share::NONE;
        };
        let Some(parts) = self.busy.get(bucket) else {
            // One of them may have made the bucket busy.
            let open = self.open.iter().filter_map(|write| write.part(me, bucket));
            return Share(open.fold(self.cold().0, u32::min));
        };
        let open = self.open.iter().filter_map(|write| write.part(me, bucket));
        Share(open.fold(part_of(parts, me), u32::min))
    }

    /// Its share of buckets that are not busy.
    pub(super) fn cold(&self) -> Share {
        let of = |members: &Members| {
            let member = self.me.and_then(|me| members.get(me));
            member.map_or(0, |member| member.share)
        };
        let open = self.open.iter().map(|write| of(&write.members));
        Share(open.fold(of(&self.members), u32::min))
    }

    /// Takes over what was read from `started_ms` on, by its own clock.
    pub(super) fn take_over(&mut self, read: Read, started_ms: i64) {
        if read.version < self.version {
            // An older state: the database was set back. Begin again.
            *self = Self::default();
            return;
        }
        if read.version > self.version {
            for write in std::mem::take(&mut self.open) {
                self.confirm(&write, &read.members);
            }
        }
        self.version = read.version;
        self.members = read.members;
        for (bucket, parts) in read.buckets {
            self.put(bucket, parts);
        }
        if self.members.all.iter().any(|one| Some(one.node) != self.me) {
            self.unused_ms = Some(0);
        }
        if self.me.is_some_and(|me| self.members.get(me).is_none()) {
            // Taken for dead: what it had may be another's.
            self.me = None;
            self.used_until_ms = started_ms;
        }
    }

    /// If the beat of `write` is what is stored, it happened.
    fn confirm(&mut self, write: &Write, stored: &Members) {
        let Some(beat) = self.me.and_then(|me| write.members.get(me)) else {
            return;
        };
        if stored.get(beat.node).map(|one| one.beat_ms) == Some(beat.beat_ms) {
            self.used_until_ms = self.used_until_ms.max(write.started_ms + USED_MS);
        }
    }

    fn put(&mut self, bucket: String, parts: Vec<Part>) {
        if parts.is_empty() {
            self.busy.remove(&bucket);
        } else {
            self.busy.insert(bucket, parts);
        }
    }

    /// What it wants to change, given its demand of buckets. What it gives up is given up from
    /// here on, whatever becomes of the write; tell the outcome to [`Node::committed`] or
    /// [`Node::refused`], and neither where it is not known.
    pub(super) fn plan(
        &mut self,
        (now_ms, started_ms): (i64, i64),
        demands: &FxHashMap<String, u32>,
        delays: Delays,
    ) -> Option<Write> {
        let mut members = self.members.clone();
        let me = self.me.unwrap_or(members.last + 1);
        members
            .all
            .retain(|one| one.node == me || one.beat_ms + KEPT_MS > now_ms);
        let mut worth = members != self.members;
        if self.me.is_none() {
            let used_until = self
                .members
                .all
                .iter()
                .map(|one| one.beat_ms + USED_MS)
                .max();
            self.unused_ms = used_until.map(|until| (now_ms - until).max(0));
            members.last = me;
            members.all.push(Member {
                node: me,
                share: 0,
                beat_ms: now_ms,
                delays,
            });
            worth = true;
        }
        let count = members.all.len() as u64;
        let target = share(WHOLE / count.max(1));
        let given = members.all.iter().map(|one| u64::from(one.share)).sum();
        for one in members.all.iter_mut().filter(|one| one.node == me) {
            let next = next_share(one.share, target, given);
            worth |= next != one.share || one.beat_ms + BEAT_MS <= now_ms;
            (one.share, one.beat_ms, one.delays) = (next, now_ms.max(one.beat_ms), delays);
        }
        let buckets = self.plan_buckets(me, &members, demands);
        if !worth && buckets.is_empty() {
            return None;
        }
        let write = Write {
            base: self.version,
            members,
            buckets,
            started_ms,
        };
        if self.me.is_some() {
            self.open.push(write.clone());
        }
        Some(write)
    }

    fn plan_buckets(
        &self,
        me: NodeNo,
        members: &Members,
        demands: &FxHashMap<String, u32>,
    ) -> Vec<(String, Vec<Part>)> {
        let mut changed = Vec::new();
        for (bucket, parts) in &self.busy {
            let demand = demands.get(bucket).copied().unwrap_or(0);
            changed.extend(next_parts(parts, me, members, demand).map(|it| (bucket.clone(), it)));
        }
        let alone = members.all.len() == 1;
        let is_hot = |demand: u32| !alone && u64::from(demand) * 2 > u64::from(self.cold().0);
        for (bucket, &demand) in demands.iter().filter(|(_, demand)| is_hot(**demand)) {
            // It has a share first.
            if self.busy.contains_key(bucket) || self.cold() == Share::NONE {
                continue;
            }
            // What each has of it so far.
            let of = |one: &Member| Part {
                node: one.node,
                share: self.members.get(one.node).map_or(0, |one| one.share),
                demand: 0,
            };
            let parts: Vec<Part> = members.all.iter().map(of).collect();
            let first = next_parts(&parts, me, members, demand);
            changed.push((bucket.clone(), first.unwrap_or(parts)));
        }
        changed
    }

    /// The write happened.
    pub(super) fn committed(&mut self, write: Write) {
        if self.version != write.base {
            // Read since: known from there.
            return;
        }
        self.open.clear();
        let me = write.members.last;
        self.me = self.me.or(Some(me));
        self.version += 1;
        self.used_until_ms = self.used_until_ms.max(write.started_ms + USED_MS);
        self.members = write.members;
        for (bucket, parts) in write.buckets {
            self.put(bucket, parts);
        }
    }

    /// The write did not happen, and never will.
    pub(super) fn refused(&mut self, write: &Write) {
        self.open
            .retain(|one| (one.base, one.started_ms) != (write.base, write.started_ms));
    }

    /// What a node writes that goes: its shares are free at once. It admits nobody any more.
    pub(super) fn leave(&mut self) -> Option<Write> {
        let me = self.me.take()?;
        self.used_until_ms = i64::MIN;
        let mut members = self.members.clone();
        members.all.retain(|one| one.node != me);
        Some(Write {
            base: self.version,
            members,
            buckets: Vec::new(),
            started_ms: 0,
        })
    }
}

impl Write {
    /// The share that `node` has of a bucket after it, if it says so.
    fn part(&self, node: NodeNo, bucket: &str) -> Option<u32> {
        let (_, parts) = self.buckets.iter().find(|(name, _)| name == bucket)?;
        // Busy no more: the share of all others holds, which is no smaller.
        (!parts.is_empty()).then(|| part_of(parts, node))
    }
}

fn part_of(parts: &[Part], node: NodeNo) -> u32 {
    let part = parts.iter().find(|part| part.node == node);
    part.map_or(0, |part| part.share)
}

/// A share on its way to `target`, where all together have `given`.
fn next_share(share_now: u32, target: u32, given: u64) -> u32 {
    let room = share(WHOLE.saturating_sub(given));
    target.min(share_now.saturating_add(room))
}

fn share(of: u64) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}

/// The parts of a busy bucket after `me` has its say; `None` where that is not worth writing,
/// none where the bucket is busy no more.
fn next_parts(parts: &[Part], me: NodeNo, members: &Members, demand: u32) -> Option<Vec<Part>> {
    let of = |one: &Member| {
        let known = parts.iter().find(|part| part.node == one.node);
        known.copied().unwrap_or(Part {
            node: one.node,
            share: 0,
            demand: 0,
        })
    };
    let mut next: Vec<Part> = members.all.iter().map(of).collect();
    let before = *next.iter().find(|part| part.node == me)?;
    // Where all ask for too much, how much too much matters little.
    let asked: u64 = parts.iter().map(|part| u64::from(part.demand)).sum();
    let coarse = if asked > 2 * WHOLE { 3 } else { 8 };
    let said = before.demand.abs_diff(demand) > (before.demand / coarse).max(SMALL * 5);
    for part in next.iter_mut().filter(|part| part.node == me && said) {
        part.demand = demand;
    }
    let count = next.len() as u64;
    let quiet = |part: &Part| u64::from(part.demand) * count * 10 < WHOLE * 3;
    let is_quiet = next.iter().all(quiet);
    let even = share(WHOLE / count);
    let target = if is_quiet { even } else { target(&next, me) };
    let given = next.iter().map(|part| u64::from(part.share)).sum();
    let mine = next_share(before.share, target, given);
    let is_small = mine.abs_diff(before.share) <= (before.share / 50).max(SMALL);
    let moved = mine != before.share && (!is_small || is_quiet);
    for part in next.iter_mut().filter(|part| part.node == me && moved) {
        part.share = mine;
    }
    let cold = |part: &Part| members.get(part.node).map_or(0, |member| member.share);
    if (is_quiet || count == 1) && next.iter().all(|part| part.share <= cold(part)) {
        return Some(Vec::new());
    }
    (said || moved).then_some(next)
}

/// What `me` should have of a bucket: what it asks for, of a limit that all ask too much of in
/// proportion, and some of what nobody asks for.
fn target(parts: &[Part], me: NodeNo) -> u32 {
    let all: u64 = parts.iter().map(|part| u64::from(part.demand)).sum();
    let mine = parts.iter().find(|part| part.node == me);
    let mine = mine.map_or(0, |part| u64::from(part.demand));
    let asked = all.min(BY_DEMAND_MAX);
    let rest = WHOLE - asked;
    let by_demand = (asked + rest / 2) * mine / all.max(1);
    share(by_demand + rest / 2 / (parts.len() as u64).max(1))
}
