//! Boosted trees: plain comparisons of features with thresholds. Trained and written by
//! `tools/reader`; the same numbers there and here.

/// A node: the feature to compare, and where to go if it is at most the threshold, or not. What
/// is negative is the leaf `-1 - n` of the tree.
#[derive(Debug)]
struct Node {
    feature: usize,
    at_most: f32,
    yes: i16,
    no: i16,
}

#[derive(Debug)]
struct Tree {
    nodes: Vec<Node>,
    leaves: Vec<f32>,
}

impl Tree {
    fn value(&self, features: &[f32]) -> f64 {
        let mut at = 0_i16;
        while let Some(node) = usize::try_from(at).ok().and_then(|at| self.nodes.get(at)) {
            let feature = features.get(node.feature).copied().unwrap_or(0.0);
            at = if feature <= node.at_most {
                node.yes
            } else {
                node.no
            };
        }
        let leaf = usize::try_from(-1 - i32::from(at)).unwrap_or(0);
        self.leaves.get(leaf).copied().map_or(0.0, f64::from)
    }
}

/// Trees that vote for classes: tree `n` for class `n % classes`.
#[derive(Debug)]
pub struct Forest {
    classes: usize,
    trees: Vec<Tree>,
}

/// Version of the format below.
const VERSION: u32 = 1;

impl Forest {
    /// Reads what `tools/reader` wrote: version, features, classes and trees as 32-bit numbers;
    /// of each tree the number of nodes, the nodes (feature, threshold, yes, no) and one leaf
    /// more than nodes. All of it little-endian. `None` if the bytes are anything else.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let mut input = Input(bytes);
        let [version, features, classes, count] = [(); 4].map(|()| input.number());
        let (features, classes) = (features? as usize, classes? as usize);
        if version? != VERSION || classes == 0 {
            return None;
        }
        let mut trees = Vec::new();
        for _ in 0..count? {
            trees.push(input.tree(features)?);
        }
        input.0.is_empty().then_some(Self { classes, trees })
    }

    /// The chance of each class; of one class alone, the chance that it is right.
    pub fn chances(&self, features: &[f32]) -> Vec<f64> {
        let mut sums = vec![0.0; self.classes];
        for (at, tree) in self.trees.iter().enumerate() {
            sums[at % self.classes] += tree.value(features);
        }
        if self.classes == 1 {
            return vec![1.0 / (1.0 + (-sums[0]).exp())];
        }
        let most = sums.iter().copied().fold(f64::MIN, f64::max);
        let shares: Vec<f64> = sums.iter().map(|sum| (sum - most).exp()).collect();
        let whole: f64 = shares.iter().sum();
        shares.into_iter().map(|share| share / whole).collect()
    }
}

struct Input<'a>(&'a [u8]);

impl Input<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*head)
    }

    fn number(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    /// Children come behind their parent, so that every walk ends.
    fn tree(&mut self, features: usize) -> Option<Tree> {
        let count = i16::try_from(self.number()?).ok()?;
        let mut nodes = Vec::new();
        for at in 0..count {
            let node = Node {
                feature: usize::from(u16::from_le_bytes(self.take()?)),
                at_most: f32::from_le_bytes(self.take()?),
                yes: i16::from_le_bytes(self.take()?),
                no: i16::from_le_bytes(self.take()?),
            };
            let fits = |next: i16| next < count && (next > at || (-1 - count..0).contains(&next));
            if node.feature >= features || !fits(node.yes) || !fits(node.no) {
                return None;
            }
            nodes.push(node);
        }
        let mut leaves = Vec::new();
        for _ in 0..=count {
            leaves.push(f32::from_le_bytes(self.take()?));
        }
        Some(Tree { nodes, leaves })
    }
}
