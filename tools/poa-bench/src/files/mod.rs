//! Real papers, labelled by people: a folder with `files/` and, for each paper, what it says in
//! `truth/NAME.json`.
//!
//! `truth` is the format of the labels, `answer` what the engine said, `verdict` compares the two,
//! `figures` counts verdicts and prints the table.

pub mod answer;
pub mod figures;
pub mod truth;
pub mod verdict;
