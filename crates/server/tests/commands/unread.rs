//! Commands whose answer nobody reads: a pipe with its reader gone.

use std::process::{Command, Stdio};

use kofa_domain::Result;
use kofa_store::{Op, Tx};

use crate::Place;

fn unread(command: &mut Command) -> &mut Command {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    command.stdout(writer)
}

fn code(mut command: Command) -> Option<i32> {
    unread(&mut command).status().unwrap().code()
}

struct Tamper;

impl Op for Tamper {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let sql = "update wallet set balance_kobo = 7 where environment = 'live'";
        Ok(tx.exec_one(sql, &[]).await?)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_is_told_by_the_exit_code() {
    for place in Place::both().await {
        let verify = ["ledger", "verify"];
        place.tenant();
        assert_eq!(code(place.command(&verify)), Some(0));
        place.database.open().await.write(Tamper).await.unwrap();
        assert_eq!(code(place.command(&verify)), Some(1));
        assert_eq!(code(place.command(&["config"])), Some(0));
        let mut wrong = place.command(&["config"]);
        wrong.env("KOFA_BASE_URL", "nowhere");
        assert_eq!(code(wrong), Some(1));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_is_made_whole() {
    for place in Place::both().await {
        let set = "registry sources set all live local --max-age 77";
        let set: Vec<&str> = set.split(' ').collect();
        assert_eq!(code(place.command(&set)), Some(0));
        let shown = place.good(&["registry", "sources"]);
        let (changed, left) = shown
            .lines()
            .filter(|line| line.starts_with("live"))
            .partition::<Vec<&str>, _>(|line| line.contains("max age 77 s"));
        assert_eq!((changed.len(), left), (14, vec![]));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_serves_on() {
    for start in ["demo", "serve"] {
        for place in Place::both_empty().await {
            let ready = place.folder().join("ready.json");
            let mut server = place.command(&[start, "--listen", "127.0.0.1:0", "--ready-file"]);
            unread(server.arg(&ready)).stderr(Stdio::null());
            let mut server = server.spawn().unwrap();
            while !ready.exists() {
                assert!(server.try_wait().unwrap().is_none(), "`{start}` ended");
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
            let pid = server.id().to_string();
            assert!(Command::new("kill").arg(pid).status().unwrap().success());
            assert!(server.wait().unwrap().success(), "a told server ends well");
        }
    }
}
