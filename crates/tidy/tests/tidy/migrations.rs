//! The schema's steps stand side by side for both databases.

use std::collections::BTreeSet;

use crate::tree::{files, read};

fn steps(dialect: &str) -> BTreeSet<String> {
    let folder = format!("migrations/{dialect}/");
    files()
        .iter()
        .filter_map(|path| path.strip_prefix(&folder))
        .map(str::to_owned)
        .collect()
}

#[test]
fn both_databases_take_the_same_steps() {
    let sqlite = steps("sqlite");
    assert!(!sqlite.is_empty(), "the search for migrations finds them");
    assert_eq!(sqlite, steps("postgres"));
    let store = read("crates/store/src/migrations.rs");
    for (index, name) in sqlite.iter().enumerate() {
        let number = format!("{:04}_", index + 1);
        assert!(name.starts_with(&number), "{name} has not the next number");
        assert!(
            store.contains(name.as_str()),
            "{name} is not run by the store"
        );
    }
}
