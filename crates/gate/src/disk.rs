//! Room on the disk of the data, as calls depend on it: what can be missed stops first, and then
//! new calls are refused, so that those that were accepted can still be settled.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// How much room is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Room {
    #[default]
    Enough,
    /// Details of calls and samples of refusals are not kept any more.
    Little,
    /// New calls are refused.
    None,
}

impl Room {
    /// `ok`, `low` or `full`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Enough => "ok",
            Self::Little => "low",
            Self::None => "full",
        }
    }

    /// What `free` bytes are, where calls need `least`; 0 is any.
    pub fn of(free: u64, least: u64) -> Self {
        if free < least {
            Self::None
        } else if free < least.saturating_mul(2) {
            Self::Little
        } else {
            Self::Enough
        }
    }
}

/// The room that was last seen. One per process.
#[derive(Debug, Default)]
pub struct Disk {
    room: AtomicU8,
    free: AtomicU64,
}

impl Disk {
    pub fn room(&self) -> Room {
        match self.room.load(Ordering::Relaxed) {
            0 => Room::Enough,
            1 => Room::Little,
            _ => Room::None,
        }
    }

    /// Free bytes, when they were last counted.
    pub fn free(&self) -> u64 {
        self.free.load(Ordering::Relaxed)
    }

    /// Notes what was seen.
    pub fn note(&self, free: u64, room: Room) {
        self.free.store(free, Ordering::Relaxed);
        self.room.store(room as u8, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_missed_stops_at_twice_what_calls_need() {
        let rooms = [0, 99, 100, 199, 200].map(|free| Room::of(free, 100));
        let [none, little, enough] = [Room::None, Room::Little, Room::Enough];
        assert_eq!(rooms, [none, none, little, little, enough]);
        assert_eq!(Room::of(0, 0), Room::Enough);
        let disk = Disk::default();
        for room in [none, little, enough] {
            disk.note(7, room);
            assert_eq!((disk.free(), disk.room()), (7, room));
        }
    }
}
