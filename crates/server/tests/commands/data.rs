//! Commands find the data that is there, and make none.

use crate::Place;

const CREATE: [&str; 4] = ["tenant", "create", "Ada Ltd", "ada@example.com"];

#[tokio::test(flavor = "multi_thread")]
async fn a_command_makes_no_data_where_there_is_none() {
    for place in Place::both_empty().await {
        for words in [&["ledger", "verify"][..], &CREATE, &["outbox", "list"]] {
            let said = place.refused(words);
            assert!(
                said.contains("no Kofa data in") && said.contains("data_dir"),
                "{said}"
            );
        }
        let left = std::fs::read_dir(place.folder()).unwrap().count();
        assert_eq!(left, 0, "nothing is made in the folder");
    }
}
