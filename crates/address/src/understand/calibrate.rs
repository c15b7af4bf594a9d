//! From how sure the rules are to how often they are right, for each way a page came to be. The
//! numbers were read off the open layouts of `kofa-poa-bench`; what they do on the sealed ones is
//! in docs/proof-of-address.md.

use super::answer::two_decimals;
use super::answer::{Extraction, Source};
use crate::Capture;

/// Said by the rules, and right. Between two, a straight line; what asked for a person's look
/// below 0.8 still does.
type Steps = &'static [(f64, f64)];

/// Invented papers are tidier than real ones, so this stays below what was measured.
const TEXT: Steps = &[
    (0.0, 0.0),
    (0.68, 0.68),
    (0.72, 0.78),
    (0.79, 0.79),
    (0.88, 0.94),
    (0.95, 0.97),
    (1.0, 1.0),
];
const SCAN: Steps = &[
    (0.0, 0.0),
    (0.68, 0.68),
    (0.72, 0.78),
    (0.79, 0.79),
    (0.85, 0.95),
    (0.93, 0.985),
    (1.0, 1.0),
];
const PHOTO: Steps = &[
    (0.0, 0.0),
    (0.68, 0.68),
    (0.72, 0.78),
    (0.79, 0.79),
    (0.85, 0.94),
    (0.93, 0.98),
    (1.0, 1.0),
];

/// Puts what was measured in the place of what the rules say.
pub(super) fn calibrate(answer: &mut Extraction, capture: Capture) {
    let steps = match capture {
        Capture::BornDigital => TEXT,
        Capture::Scan => SCAN,
        Capture::Photo => PHOTO,
    };
    for facts in answer.fields.all_mut() {
        if facts.source == Source::Extracted {
            facts.confidence = two_decimals(measured(steps, facts.confidence));
        }
    }
}

fn measured(steps: Steps, said: f64) -> f64 {
    let above = steps.iter().position(|(from, _)| *from >= said);
    match above.and_then(|at| Some((steps.get(at.checked_sub(1)?)?, steps.get(at)?))) {
        Some(((from, low), (to, high))) => low + (said - from) / (to - from) * (high - low),
        None => said,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn confidence_rises_with_what_is_said_and_reviews_stay() {
        for steps in [TEXT, SCAN, PHOTO] {
            let mapped: Vec<f64> = (0..=100)
                .map(|at| measured(steps, f64::from(at) / 100.0))
                .collect();
            assert!(
                mapped.windows(2).all(|pair| pair[0] <= pair[1]),
                "{mapped:?}"
            );
            assert!(mapped.iter().all(|it| (0.0..=1.0).contains(it)));
            assert!(measured(steps, 0.75) < 0.8 && measured(steps, 0.6) == 0.6);
        }
        assert!((measured(TEXT, 0.88) - 0.94).abs() < 1e-9);
    }
}
