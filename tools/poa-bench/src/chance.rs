//! Chance that comes out the same on every machine: the seed is the document's number.

/// A sequence of numbers that follows from its seed (SplitMix64, public domain).
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// The sequence of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `count`; 0 if that is 0.
    pub fn below(&mut self, count: usize) -> usize {
        let count = u64::try_from(count).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.next() % count).unwrap_or(0)
    }

    /// A number from `from` to `to`, both included.
    pub fn between(&mut self, from: usize, to: usize) -> usize {
        from + self.below(to.saturating_sub(from) + 1)
    }

    /// True in `percent` of a hundred cases.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }

    /// A number from 0 to 1.
    pub fn unit(&mut self) -> f32 {
        const STEPS: u16 = 10_000;
        f32::from(u16::try_from(self.below(usize::from(STEPS))).unwrap_or(0)) / f32::from(STEPS)
    }

    /// A number from `from` to `to`.
    pub fn real(&mut self, from: f32, to: f32) -> f32 {
        from + (to - from) * self.unit()
    }

    /// A string of digits.
    pub fn digits(&mut self, count: usize) -> String {
        (0..count)
            .map(|_| char::from(b'0' + u8::try_from(self.below(10)).unwrap_or(0)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_is_the_same_chance() {
        let (mut one, mut two) = (Chance::new(7), Chance::new(7));
        for _ in 0..100 {
            assert_eq!(one.below(1_000), two.below(1_000));
        }
        assert_ne!(Chance::new(1).next(), Chance::new(2).next());
        assert_eq!(Chance::new(1).below(0), 0);
    }
}
