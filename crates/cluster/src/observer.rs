//! Who is gone, as one node sees it.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;

use crate::NodeNo;
use crate::ops::NodeRow;

/// How long a beat stands still before its node is closed.
pub const GONE_AFTER: Duration = Duration::from_secs(3);
/// Longest pause between two looks: after a longer one everybody is given the whole time again, for
/// it was this node, or the database, that did not answer.
const GAP_MAX: Duration = Duration::from_millis(1_500);

#[derive(Debug, Default)]
pub(crate) struct Observer {
    looked: Option<Instant>,
    nodes: BTreeMap<NodeNo, Heard>,
}

#[derive(Clone, Copy, Debug)]
struct Heard {
    beat: i64,
    /// Since when it is known to stand.
    since: Instant,
}

impl Observer {
    /// Takes in what was read at `now`; answers with those whose beat has stood still for too long,
    /// and where it stands.
    pub(crate) fn see(
        &mut self,
        now: Instant,
        rows: &[NodeRow],
        me: NodeNo,
    ) -> Vec<(NodeNo, Option<i64>)> {
        let gap = self.looked.map(|before| now.duration_since(before));
        if gap.is_some_and(|gap| gap > GAP_MAX) {
            self.nodes.clear();
        }
        self.looked = Some(now);
        self.nodes
            .retain(|no, _| rows.iter().any(|row| row.no == *no && row.open));
        let mut gone = Vec::new();
        for row in rows.iter().filter(|row| row.open && row.no != me) {
            let new = Heard {
                beat: row.beat,
                since: now,
            };
            let heard = self.nodes.entry(row.no).or_insert(new);
            if heard.beat != row.beat {
                *heard = new;
            } else if now.duration_since(heard.since) >= GONE_AFTER {
                gone.push((row.no, Some(row.beat)));
            }
        }
        gone
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(no: i64, beat: i64) -> NodeRow {
        NodeRow {
            no: NodeNo(no),
            beat,
            open: true,
        }
    }

    #[test]
    fn who_stands_still_is_gone_and_who_is_slow_is_not() {
        let (mut observer, me) = (Observer::default(), NodeNo(1));
        let start = Instant::now();
        let mut see = |ms: u64, beats: [i64; 2]| {
            let rows = [row(1, 7), row(2, beats[0]), row(3, beats[1])];
            observer.see(start + Duration::from_millis(ms), &rows, me)
        };
        for step in 0..6 {
            // Node 3 beats once in two seconds.
            let gone = see(step * 500, [5, step.div_euclid(4).cast_signed()]);
            assert_eq!(gone, [], "after {step} looks");
        }
        assert_eq!(see(3_000, [5, 1]), [(NodeNo(2), Some(5))]);
        assert_eq!(see(3_400, [6, 2]), [], "it came back before it was closed");
    }

    #[test]
    fn an_observer_that_was_away_itself_gives_everybody_the_whole_time() {
        let (mut observer, me) = (Observer::default(), NodeNo(1));
        let start = Instant::now();
        let mut see = |ms: u64| {
            let rows = [row(1, 7), row(2, 5)];
            !observer
                .see(start + Duration::from_millis(ms), &rows, me)
                .is_empty()
        };
        assert!(!see(0) && !see(1_000));
        // The database was silent for everybody.
        assert!(!see(9_000) && !see(10_000) && !see(11_000));
        assert!(see(12_000));
    }
}
