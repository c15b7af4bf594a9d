//! Nodes, a database between them and a balancer before them, driven by a seed: nothing here
//! waits, and a run is repeated by its seed.

use std::collections::BTreeMap;

use kofa_domain::{Rate, Share, Timestamp};
use rustc_hash::FxHashMap;

use super::cell::{ColdShare, LimitCell, Unused};
use super::protocol::{Delays, Members, Node, Part, Read, Write};

const STEP_MS: i64 = 5;
const BUCKET: &str = "bucket";

/// SplitMix64.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: i64) -> i64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        i64::try_from((mixed ^ (mixed >> 31)) % u64::try_from(most.max(1)).unwrap()).unwrap()
    }

    fn one_in(&mut self, many: i64) -> bool {
        self.below(many) == 0
    }
}

#[derive(Default)]
struct Database {
    version: i64,
    members: Members,
    rows: BTreeMap<String, (i64, Vec<Part>)>,
    clock_ms: i64,
}

impl Database {
    fn read(&self, after: i64) -> Read {
        let newer = self
            .rows
            .iter()
            .filter(|(_, (version, _))| *version > after);
        Read {
            version: self.version,
            now_ms: self.clock_ms,
            members: self.members.clone(),
            buckets: newer
                .map(|(name, row)| (name.clone(), row.1.clone()))
                .collect(),
        }
    }

    fn write(&mut self, write: &Write) -> bool {
        if write.base != self.version {
            return false;
        }
        self.version += 1;
        self.members = write.members.clone();
        for (bucket, parts) in &write.buckets {
            self.rows
                .insert(bucket.clone(), (self.version, parts.clone()));
        }
        for (_, parts) in self.rows.values() {
            let live = |part: &&Part| self.members.all.iter().any(|one| one.node == part.node);
            let sum: u32 = parts.iter().filter(live).map(|part| part.share).sum();
            assert!(sum <= Share::WHOLE.0, "{sum} of a bucket were given");
        }
        let sum: u32 = self.members.all.iter().map(|one| one.share).sum();
        assert!(sum <= Share::WHOLE.0, "{sum} were given");
        true
    }
}

/// What a node waits for. A question is put at `asked_at` and answered at `back_at`.
enum Waits {
    Until(i64),
    Read {
        asked_at: i64,
        back_at: i64,
        started_ms: i64,
        read: Option<Read>,
    },
    Written {
        asked_at: i64,
        back_at: i64,
        write: Write,
        done: Option<bool>,
    },
}

struct Server {
    node: Node,
    cell: LimitCell,
    demand: u32,
    counted_ms: i64,
    cold: ColdShare,
    waits: Waits,
    paused_until: i64,
    serves: bool,
    /// How its clocks go: from where, and how many ppm too fast.
    clock: (i64, i64),
}

impl Server {
    fn new(now: i64, dice: &mut Dice) -> Self {
        Self {
            node: Node::default(),
            cell: LimitCell::default(),
            demand: 0,
            counted_ms: 0,
            cold: ColdShare::default(),
            waits: Waits::Until(now + dice.below(100)),
            paused_until: 0,
            serves: false,
            clock: (dice.below(1_000_000_000), dice.below(400) - 200),
        }
    }

    fn local_us(&self, now: i64) -> i64 {
        self.clock.0 * 1_000 + now * 1_000 + now * self.clock.1 / 1_000
    }

    fn at(&self, now: i64) -> Timestamp {
        Timestamp::from_micros(self.local_us(now))
    }

    /// As `Shares` does.
    fn apply(&mut self, now: i64) {
        if !self.serves && self.node.is_settled() && self.node.me().is_some() {
            self.serves = true;
        }
        let unused = match self.node.unused_ms() {
            _ if !self.node.is_alone() => Unused::Now,
            None => Unused::Ever,
            Some(ms) => Unused::Since(Timestamp::from_micros(self.local_us(now) - ms * 1_000)),
        };
        self.cold.set(self.node.cold(), self.at(now), unused);
        self.cell.set_share(self.node.share(BUCKET), self.at(now));
    }

    fn call(&mut self, rate: Rate, now: i64) -> bool {
        if self.local_us(now) / 1_000 >= self.node.used_until_ms() {
            return false;
        }
        let share = self.cell.share().unwrap_or_else(|| {
            let share = self.node.share(BUCKET);
            self.cell.begin(rate, share, &self.cold);
            share
        });
        self.cell.take(rate, share, self.at(now)).allowed
    }
}

#[derive(Clone, Copy)]
struct Plan {
    nodes: usize,
    rate: Rate,
    /// Calls in 100 of the limit.
    load: i64,
    is_uneven: bool,
    has_faults: bool,
    length_ms: i64,
}

struct World {
    plan: Plan,
    dice: Dice,
    database: Database,
    servers: Vec<Server>,
    /// Writes that nobody waits for any more, and when they happen.
    strays: Vec<(i64, Write)>,
    slow_until: i64,
    now: i64,
    turn: usize,
    due: i64,
    allowed: i64,
    refused: i64,
    refused_late: i64,
    allowed_late: i64,
    /// What a bucket of the whole limit would hold, in calls x 1000, and the most of it.
    level: i64,
    level_max: i64,
}

impl World {
    fn new(plan: Plan, seed: u64) -> Self {
        let mut dice = Dice(seed);
        let servers = (0..plan.nodes).map(|_| Server::new(0, &mut dice)).collect();
        Self {
            plan,
            database: Database {
                clock_ms: dice.below(1_000_000),
                ..Database::default()
            },
            dice,
            servers,
            strays: Vec::new(),
            slow_until: 0,
            now: 0,
            turn: 0,
            due: 0,
            allowed: 0,
            refused: 0,
            refused_late: 0,
            allowed_late: 0,
            level: 0,
            level_max: 0,
        }
    }

    fn run(mut self) -> Self {
        let begin = 3_000;
        while self.now < begin + self.plan.length_ms {
            self.now += STEP_MS;
            self.database.clock_ms += STEP_MS;
            if self.plan.has_faults {
                self.break_something();
            }
            self.happen();
            for no in 0..self.servers.len() {
                self.step(no);
            }
            if self.now > begin {
                self.calls(self.now > begin + self.plan.length_ms / 2);
            }
        }
        self
    }

    fn happen(&mut self) {
        let now = self.now;
        let due: Vec<Write> = self
            .strays
            .extract_if(.., |one| one.0 <= now)
            .map(|it| it.1)
            .collect();
        for write in due {
            self.database.write(&write);
        }
    }

    fn break_something(&mut self) {
        let now = self.now;
        if self.dice.one_in(800) {
            self.slow_until = now + self.dice.below(2_000);
        }
        for no in (0..self.servers.len()).rev() {
            let is_last = self.servers.len() == 1;
            if self.dice.one_in(1_500) {
                self.servers[no].paused_until = now + self.dice.below(4_000);
            }
            if !is_last && self.dice.one_in(4_000) {
                let mut gone = self.servers.remove(no);
                let leaves = self.dice.one_in(2).then(|| gone.node.leave()).flatten();
                if let Some(write) = leaves {
                    self.strays.push((now + self.dice.below(200), write));
                }
            }
        }
        if self.servers.len() < self.plan.nodes + 2 && self.dice.one_in(600) {
            let joins = Server::new(now, &mut self.dice);
            self.servers.push(joins);
        }
    }

    fn latency(&mut self) -> i64 {
        let most = if self.now < self.slow_until { 900 } else { 12 };
        1 + self.dice.below(most)
    }

    fn step(&mut self, no: usize) {
        let now = self.now;
        if self.servers[no].paused_until > now {
            // What it asked is answered all the same.
            self.ask(no);
            return;
        }
        self.ask(no);
        let local_ms = self.servers[no].local_us(now) / 1_000;
        let (ask, back) = (self.latency(), self.latency());
        let is_lost = self.plan.has_faults && self.dice.one_in(60);
        let stray_at = now + self.dice.below(3_000);
        let server = &mut self.servers[no];
        match std::mem::replace(&mut server.waits, Waits::Until(now + 100)) {
            Waits::Until(at) if at <= now => {
                server.waits = Waits::Read {
                    asked_at: now + ask,
                    back_at: now + ask + back,
                    started_ms: local_ms,
                    read: None,
                };
            }
            Waits::Read {
                back_at,
                started_ms,
                read: Some(read),
                ..
            } if back_at <= now => {
                let at = (read.now_ms, started_ms);
                server.node.take_over(read, started_ms);
                server.apply(now);
                let passed = local_ms - server.counted_ms;
                server.counted_ms = local_ms;
                server.demand = server.cell.demand(server.demand, passed);
                let demands: FxHashMap<String, u32> =
                    [(BUCKET.to_owned(), server.demand)].into_iter().collect();
                let write = server.node.plan(at, &demands, Delays::default());
                server.apply(now);
                match write {
                    Some(write) if is_lost => self.strays.push((stray_at, write)),
                    Some(write) => {
                        let (asked_at, back_at) = (now + ask, now + ask + back);
                        server.waits = Waits::Written {
                            asked_at,
                            back_at,
                            write,
                            done: None,
                        };
                    }
                    None => {}
                }
            }
            Waits::Written {
                back_at,
                write,
                done: Some(done),
                ..
            } if back_at <= now => {
                match done {
                    true => server.node.committed(write),
                    false => server.node.refused(&write),
                }
                server.apply(now);
            }
            waits => server.waits = waits,
        }
    }

    fn ask(&mut self, no: usize) {
        let now = self.now;
        let server = &mut self.servers[no];
        match &mut server.waits {
            Waits::Read { asked_at, read, .. } if read.is_none() && *asked_at <= now => {
                *read = Some(self.database.read(server.node.version()));
            }
            Waits::Written {
                asked_at,
                write,
                done,
                ..
            } if done.is_none() && *asked_at <= now => {
                *done = Some(self.database.write(write));
            }
            _ => {}
        }
    }

    fn calls(&mut self, is_late: bool) {
        let rate = self.plan.rate;
        let per_step = i64::from(rate.per_second) * self.plan.load * STEP_MS;
        self.due += per_step;
        self.level = (self.level - i64::from(rate.per_second) * STEP_MS).max(0);
        let now = self.now;
        while self.due >= 100_000 {
            self.due -= 100_000;
            let serving: Vec<usize> = (0..self.servers.len())
                .filter(|no| self.servers[*no].serves && self.servers[*no].paused_until <= now)
                .collect();
            if serving.is_empty() {
                continue;
            }
            self.turn += 1;
            let others = serving.len() - 1;
            let no = match self.plan.is_uneven && others > 0 {
                true if self.turn.is_multiple_of(10) => serving[1 + self.turn / 10 % others],
                true => serving[0],
                false => serving[self.turn % serving.len()],
            };
            if self.servers[no].call(rate, now) {
                self.allowed += 1;
                self.allowed_late += i64::from(is_late);
                self.level += 1_000;
                self.level_max = self.level_max.max(self.level);
            } else {
                self.refused += 1;
                self.refused_late += i64::from(is_late);
            }
        }
    }

    fn limit(&self) -> i64 {
        i64::from(self.plan.rate.per_second) * self.plan.length_ms / 1_000
            + i64::from(self.plan.rate.burst)
    }
}

fn plan(nodes: usize, is_uneven: bool) -> Plan {
    Plan {
        nodes,
        rate: Rate {
            per_second: 50,
            burst: 100,
        },
        load: 1_000,
        is_uneven,
        has_faults: false,
        length_ms: 8_000,
    }
}

fn every_plan() -> impl Iterator<Item = Plan> {
    [1, 2, 4, 8]
        .into_iter()
        .flat_map(|nodes| [plan(nodes, false), plan(nodes, true)])
}

fn check_not_over(world: &World, seed: u64) {
    let (limit, plan) = (world.limit(), world.plan);
    let most = limit + limit / 100 + 1;
    let what = format!(
        "seed {seed}, {} nodes, uneven {}",
        plan.nodes, plan.is_uneven
    );
    assert!(
        world.allowed <= most,
        "{what}: {} of {limit}",
        world.allowed
    );
    let burst = i64::from(plan.rate.burst);
    let level = world.level_max / 1_000;
    assert!(
        level <= burst + limit / 100 + 1,
        "{what}: {level} at once of {burst}"
    );
}

#[test]
fn ten_times_the_load_passes_no_more_than_the_limit_whatever_fails() {
    for seed in 0..SEEDS {
        for plan in every_plan() {
            let world = World::new(
                Plan {
                    has_faults: true,
                    ..plan
                },
                seed,
            )
            .run();
            check_not_over(&world, seed);
        }
    }
}

const SEEDS: u64 = 300;

#[test]
fn ten_times_the_load_passes_nearly_all_of_the_limit() {
    for seed in 0..SEEDS / 10 {
        for plan in every_plan() {
            let world = World::new(plan, seed).run();
            check_not_over(&world, seed);
            let due = i64::from(plan.rate.per_second) * plan.length_ms / 2_000;
            let passed = world.allowed_late;
            assert!(
                passed * 100 >= due * 93,
                "{}: {passed} of {due}",
                plan.nodes
            );
        }
    }
}

#[test]
fn below_the_limit_nothing_is_refused_once_shares_have_settled() {
    for seed in 0..SEEDS / 10 {
        for plan in every_plan() {
            let plan = Plan {
                load: 80,
                length_ms: 16_000,
                ..plan
            };
            let world = World::new(plan, seed).run();
            let refused = (world.refused, world.refused_late);
            assert_eq!(
                world.refused_late, 0,
                "{seed} {} {} {refused:?}",
                plan.nodes, plan.is_uneven
            );
        }
    }
}

#[test]
fn a_burst_of_fewer_calls_than_nodes_is_made_up_for() {
    for seed in 0..SEEDS / 10 {
        for plan in every_plan() {
            let rate = Rate {
                per_second: 1,
                burst: 1,
            };
            let world = World::new(
                Plan {
                    rate,
                    length_ms: 40_000,
                    ..plan
                },
                seed,
            )
            .run();
            let (limit, nodes) = (world.limit(), plan.nodes);
            assert!(
                world.allowed <= limit + 1,
                "{seed} {nodes} {}: {} of {limit}",
                plan.is_uneven,
                world.allowed
            );
            assert!(
                world.allowed * 10 >= limit * 7,
                "{nodes}: {} of {limit}",
                world.allowed
            );
        }
    }
}
