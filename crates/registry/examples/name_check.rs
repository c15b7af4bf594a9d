//! What a name check costs: microseconds of CPU a check, over the labelled list and over the
//! longest names that are taken.

#![expect(clippy::print_stdout, reason = "its purpose")]

use std::hint::black_box;
use std::time::Instant;

use kofa_registry::names::{Registered, compare};

const PAIRS: &str = include_str!("../data/name_pairs.csv");
const ROUNDS: u32 = 200;

fn main() {
    let fields = |line: &'static str| -> Vec<&'static str> { line.splitn(5, ',').collect() };
    let pairs: Vec<_> = PAIRS.lines().skip(1).map(fields).collect();
    report("the labelled list", &pairs, ROUNDS);
    let words = |letter: &str| format!("{}a", letter.repeat(3)).repeat(2) + " ";
    let long: Vec<String> = ["b", "c", "d"].map(|one| words(one).repeat(33)).into();
    let hostile = [vec!["", "", "", long[0].as_str(), long[1].as_str()]];
    report("300 characters", &hostile, 20_000);
}

fn report(what: &str, pairs: &[Vec<&str>], rounds: u32) {
    let begun = Instant::now();
    for _ in 0..rounds {
        for pair in pairs {
            black_box(compare(black_box(pair[3]), Registered::name(pair[4])));
        }
    }
    let checks = f64::from(rounds) * pairs.len() as f64;
    let each = begun.elapsed().as_secs_f64() * 1e6 / checks;
    println!("{what}: {each:.1} microseconds a check");
}
