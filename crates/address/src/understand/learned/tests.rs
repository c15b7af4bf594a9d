//! The trees give the chances that the program that trained them gives, and broken bytes no trees.

use super::{Forest, JUDGE, Judge};

/// Rows of features with the chances that Python gives them, as `train.py` wrote them.
#[derive(serde::Deserialize)]
struct Chances {
    lines: Vec<(Vec<f32>, Vec<f64>)>,
    blocks: Vec<(Vec<f32>, Vec<f64>)>,
}

#[test]
fn the_chances_are_those_of_the_program_that_trained_the_trees() {
    let chances: Chances =
        serde_json::from_str(include_str!("chances.json")).expect("chances of the trainer");
    let judge = JUDGE.as_ref().expect("the trees can be read");
    assert!(chances.lines.len() > 3 && chances.blocks.len() > 3);
    let of_lines = chances.lines.iter().map(|it| (&judge.lines, it));
    let of_blocks = chances.blocks.iter().map(|it| (&judge.blocks, it));
    for (forest, (features, expected)) in of_lines.chain(of_blocks) {
        let given = forest.chances(features);
        assert_eq!(given.len(), expected.len());
        for (given, expected) in given.iter().zip(expected) {
            assert!((given - expected).abs() < 1e-4, "{given} is not {expected}");
        }
    }
}

#[test]
fn words_and_forests_are_one_file() {
    let words = include_bytes!("words.tsv");
    let lines = include_bytes!("lines.trees");
    let blocks = include_bytes!("blocks.trees");
    let file = Judge::pack([words, lines, blocks]).expect("a table and trees");
    let judge = Judge::parse(&file).expect("what was packed");
    let row = vec![0.5; 400];
    let own = JUDGE.as_ref().expect("the trees can be read");
    assert_eq!(judge.lines.chances(&row), own.lines.chances(&row));
    assert_eq!(judge.blocks.chances(&row), own.blocks.chances(&row));
    assert!(Judge::pack([words, lines, b""]).is_none());
    assert!(Judge::pack([lines, lines, blocks]).is_none());
    for cut in [0, 7, 11, 12, file.len() / 2, file.len() - 1] {
        assert!(Judge::parse(&file[..cut]).is_none(), "{cut} bytes");
    }
    assert!(Judge::parse(lines).is_none());
}

#[test]
fn other_bytes_are_no_trees() {
    let bytes = include_bytes!("blocks.trees");
    assert!(Forest::parse(bytes).is_some());
    for cut in [0, 3, 16, 20, bytes.len() / 2, bytes.len() - 1] {
        assert!(Forest::parse(&bytes[..cut]).is_none(), "{cut} bytes");
    }
    let mut longer = bytes.to_vec();
    longer.push(0);
    assert!(Forest::parse(&longer).is_none());
    // A node that leads back to itself.
    let mut circle = bytes.to_vec();
    circle[26..28].copy_from_slice(&0_i16.to_le_bytes());
    assert!(Forest::parse(&circle).is_none());
}
