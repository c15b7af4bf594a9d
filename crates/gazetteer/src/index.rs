//! A sorted table of names: one text holds all keys, one vector all entries, and the
//! entries of a key stand together, so that a look-up answers with a slice.

/// Names and what they stand for. Keys are folded by `normalise`.
pub(crate) struct NameIndex<T> {
    /// All distinct keys, sorted, one after the other.
    keys: String,
    /// For each key: where it begins in `keys` and where its entries begin. One more pair
    /// closes the last.
    starts: Vec<(u32, u32)>,
    entries: Vec<T>,
}

impl<T> NameIndex<T> {
    /// Sorts `pairs` by key, and under one key by `rank`, lowest first. Of entries that are
    /// the `same` under one key the first stays.
    pub(crate) fn build<R: Ord>(
        mut pairs: Vec<(String, T)>,
        rank: impl Fn(&T) -> R,
        same: impl Fn(&T, &T) -> bool,
    ) -> Self {
        pairs.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| rank(&a.1).cmp(&rank(&b.1))));
        let mut index = Self {
            keys: String::new(),
            starts: Vec::new(),
            entries: Vec::with_capacity(pairs.len()),
        };
        let mut last: Option<String> = None;
        let mut first_of_key = 0;
        for (key, entry) in pairs {
            if last.as_deref() != Some(key.as_str()) {
                first_of_key = index.entries.len();
                index.close();
                index.keys.push_str(&key);
                last = Some(key);
            } else if index.entries[first_of_key..]
                .iter()
                .any(|known| same(known, &entry))
            {
                continue;
            }
            index.entries.push(entry);
        }
        index.close();
        index
    }

    /// All entries of `key`, best first.
    pub(crate) fn get(&self, key: &str) -> &[T] {
        let at = self.first_not_below(key);
        if at < self.len() && self.key(at) == key {
            self.entries_at(at)
        } else {
            &[]
        }
    }

    /// Every key with its entries, in order of key.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &[T])> {
        (0..self.len()).map(|at| (self.key(at), self.entries_at(at)))
    }

    /// Lets `change` amend the entries of every key.
    pub(crate) fn for_each_key(&mut self, mut change: impl FnMut(&mut [T])) {
        for pair in self.starts.windows(2) {
            change(&mut self.entries[pair[0].1 as usize..pair[1].1 as usize]);
        }
    }

    fn close(&mut self) {
        let (key, entry) = (self.keys.len(), self.entries.len());
        let fits = "the embedded tables are far below four gigabytes";
        self.starts.push((
            u32::try_from(key).expect(fits),
            u32::try_from(entry).expect(fits),
        ));
    }

    fn len(&self) -> usize {
        self.starts.len() - 1
    }

    fn key(&self, at: usize) -> &str {
        &self.keys[self.starts[at].0 as usize..self.starts[at + 1].0 as usize]
    }

    fn entries_at(&self, at: usize) -> &[T] {
        &self.entries[self.starts[at].1 as usize..self.starts[at + 1].1 as usize]
    }

    fn first_not_below(&self, key: &str) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            if self.key(middle) < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_answers_like_a_map(
            pairs in proptest::collection::vec(("[ab]{1,3}", 0_u8..9), 0..40),
            asked in "[abc]{0,4}",
        ) {
            let mut model: BTreeMap<String, Vec<u8>> = BTreeMap::new();
            for (key, value) in &pairs {
                model.entry(key.clone()).or_default().push(*value);
            }
            for values in model.values_mut() {
                values.sort_unstable();
                values.dedup();
            }
            let index = NameIndex::build(pairs, |value| *value, |a, b| a == b);
            let expected = model.get(&asked).map_or(&[][..], |values| values);
            prop_assert_eq!(index.get(&asked), expected);
            let all: Vec<_> = index.iter().map(|(k, v)| (k.to_owned(), v.to_vec())).collect();
            prop_assert_eq!(all, model.into_iter().collect::<Vec<_>>());
        }
    }
}
