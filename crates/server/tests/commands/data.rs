//! Commands find the data that is there, and no other; and only with the key it was written with.

use std::process::Command;

use serde_json::json;

use crate::{MASTER_KEY, Place};

/// Runs it, and gives what it complains of.
fn complaint(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(!output.status.success(), "{command:?}");
    assert!(output.stdout.is_empty(), "{command:?}");
    String::from_utf8(output.stderr).unwrap()
}

const SERVE: [&str; 3] = ["serve", "--listen", "127.0.0.1:0"];
const CREATE: [&str; 4] = [
    "admin",
    "createTenant",
    "name=Ada Ltd",
    "email=ada@example.com",
];

/// Of data that a server with [`MASTER_KEY`] has served.
pub(crate) fn is_of_this_key_alone(place: &Place) {
    for words in [&SERVE[..], &CREATE] {
        let mut command = place.command(words);
        let said = complaint(command.env("KOFA_MASTER_KEY", MASTER_KEY.replace('f', "e")));
        assert!(
            said.contains("another master key") && said.contains("master_key_file"),
            "{said}"
        );
    }
    assert_eq!(place.admin(&["listTenants"])["items"], json!([]));
    place.good(&CREATE);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_makes_no_data_where_there_is_none() {
    for place in Place::both_empty().await {
        for words in [&["ledger", "verify"][..], &CREATE, &["admin", "listTasks"]] {
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

#[tokio::test(flavor = "multi_thread")]
async fn a_command_changes_no_schema() {
    for place in Place::both().await {
        let older = "delete from schema_migration where number > 6";
        place.database.run_script(older).await;
        for words in [&["ledger", "verify"][..], &CREATE, &["admin", "listTasks"]] {
            let said = place.refused(words);
            assert!(
                said.contains("earlier version") && said.contains("back-up"),
                "{said}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_demo_makes_no_second_key_for_data_that_has_one() {
    for place in Place::both().await {
        let mut demo = place.command(&["demo", "--listen", "127.0.0.1:0"]);
        let said = complaint(demo.env_remove("KOFA_MASTER_KEY"));
        assert!(said.contains("is gone from"), "{said}");
        assert!(!place.folder().join("master.key").exists());
    }
}
