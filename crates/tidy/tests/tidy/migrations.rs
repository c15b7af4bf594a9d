//! The schema's steps are numbered, and the store runs each.

use crate::tree::{files, read};

#[test]
fn every_step_is_run_by_the_store() {
    let store = read("crates/store/src/migrations.rs");
    let steps: Vec<String> = files()
        .into_iter()
        .filter(|path| path.starts_with("migrations/") && path.ends_with(".sql"))
        .collect();
    assert!(!steps.is_empty(), "the search for migrations finds them");
    for (index, path) in steps.iter().enumerate() {
        let name = path.trim_start_matches("migrations/");
        let number = format!("{:04}_", index + 1);
        assert!(name.starts_with(&number), "{name} has not the next number");
        assert!(store.contains(path), "{name} is not run by the store");
    }
}
