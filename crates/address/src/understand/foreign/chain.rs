//! A linear chain of tags over words (a conditional random field): what each word is, by what it
//! shows and by what its neighbours are. `tools/reader` trains it with CRFsuite.

use std::collections::HashMap;

/// Weights of attributes and of one tag behind another.
#[derive(Debug, Default)]
pub(super) struct Chain {
    tags: Vec<String>,
    /// Of a tag, what each tag behind it is multiplied by.
    follow: Vec<Vec<f64>>,
    attributes: HashMap<String, Vec<(usize, f64)>>,
}

/// The table has 32nds.
const UNIT: f64 = 32.0;

impl Chain {
    /// Reads what `tools/reader` wrote: a line of tags, for each tag a line of weights, then a line
    /// for each attribute: its name and pairs `tag:weight`, parted by tabs. `None` if the text is
    /// anything else.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let tags: Vec<String> = lines.next()?.split('\t').map(str::to_owned).collect();
        let weight = |text: &str| Some(f64::from(text.parse::<i16>().ok()?) / UNIT);
        let mut follow = Vec::new();
        for _ in &tags {
            let factor = |text: &str| weight(text).map(f64::exp);
            let row: Option<Vec<f64>> = lines.next()?.split('\t').map(factor).collect();
            follow.push(row.filter(|row| row.len() == tags.len())?);
        }
        let mut attributes = HashMap::new();
        for line in lines {
            let mut cells = line.split('\t');
            let name = cells.next()?.to_owned();
            let pair = |cell: &str| {
                let (tag, text) = cell.split_once(':')?;
                let tag: usize = tag.parse().ok()?;
                Some((tag, weight(text)?)).filter(|_| tag < tags.len())
            };
            attributes.insert(name, cells.map(pair).collect::<Option<Vec<_>>>()?);
        }
        Some(Self {
            tags,
            follow,
            attributes,
        })
    }

    pub(super) fn tags(&self) -> &[String] {
        &self.tags
    }

    /// The chance of each tag for each word, given as its attributes.
    pub(super) fn chances(&self, words: &[Vec<String>]) -> Vec<Vec<f64>> {
        let own: Vec<Vec<f64>> = words.iter().map(|word| self.own(word)).collect();
        let mut before: Vec<Vec<f64>> = Vec::new();
        for own in &own {
            let next = match before.last() {
                None => own.clone(),
                Some(last) => times(own, |tag| {
                    let of = last.iter().zip(&self.follow);
                    of.map(|(chance, follow)| chance * follow[tag]).sum()
                }),
            };
            before.push(shares(next));
        }
        let mut behind = vec![1.0; self.tags.len()];
        let mut found = Vec::new();
        for (before, own) in before.into_iter().zip(&own).rev() {
            found.push(shares(times(&before, |tag| behind[tag])));
            let ahead = times(own, |tag| behind[tag]);
            let of = |follow: &Vec<f64>| {
                let pairs = follow.iter().zip(&ahead);
                pairs.map(|(follow, ahead)| follow * ahead).sum()
            };
            behind = shares(self.follow.iter().map(of).collect());
        }
        found.reverse();
        found
    }

    /// What a word says by itself.
    fn own(&self, attributes: &[String]) -> Vec<f64> {
        let mut sums = vec![0.0; self.tags.len()];
        for attribute in attributes {
            for (tag, weight) in self.attributes.get(attribute).into_iter().flatten() {
                sums[*tag] += weight;
            }
        }
        let most = sums.iter().copied().fold(f64::MIN, f64::max);
        sums.into_iter().map(|sum| (sum - most).exp()).collect()
    }
}

fn times(of: &[f64], by: impl Fn(usize) -> f64) -> Vec<f64> {
    of.iter().enumerate().map(|(at, it)| it * by(at)).collect()
}

fn shares(of: Vec<f64>) -> Vec<f64> {
    let whole: f64 = of.iter().sum();
    of.into_iter()
        .map(|it| it / whole.max(f64::MIN_POSITIVE))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "a\tb\n0\t32\n-32\t0\nx\t0:32\ny\t1:64\n";

    #[test]
    fn chances_are_those_of_all_paths() {
        let chain = Chain::parse(TABLE).expect("a table");
        let word = |name: &str| vec![name.to_owned()];
        let found = chain.chances(&[word("x"), word("y")]);
        // Of the four paths, ab weighs e^(1+1+2), aa e^1, ba e^-1, bb e^2.
        let paths = [4.0, 1.0, -1.0, 2.0].map(f64::exp);
        let whole: f64 = paths.iter().sum();
        let near =
            |found: f64, right: f64| assert!((found - right).abs() < 1e-9, "{found} {right}");
        near(found[0][0], (paths[0] + paths[1]) / whole);
        near(found[1][1], (paths[0] + paths[3]) / whole);
        assert!(chain.chances(&[]).is_empty());
    }

    #[test]
    fn other_text_is_no_table() {
        for text in [
            "",
            "a\tb\n0\t1\n",
            "a\n0\t1\n",
            "a\n0\nx\t1:2\n",
            "a\n0\nx\t0\n",
        ] {
            assert!(Chain::parse(text).is_none(), "{text:?}");
        }
    }
}
