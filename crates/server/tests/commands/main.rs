//! The commands of the built binary, on data of their own, on both databases.

#![expect(
    clippy::unwrap_used,
    reason = "a step of a test that fails is a failed test, also outside its function"
)]

mod allotments;
mod data;
mod evidence;
mod extract;
mod hosts;
mod live;
mod market;
mod master_keys;
mod products;
mod unread;
mod work;

use std::io::{Read as _, Write as _};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use kofa_store::Settings;
use kofa_store::testing::TestDatabase;
use serde_json::{Value, json};

const MASTER_KEY: &str = "0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f";

/// A folder and a database that `kofa` is run on.
struct Place {
    database: TestDatabase,
}

impl Place {
    /// With the data there, as a server leaves it that has started and stopped.
    async fn both() -> Vec<Self> {
        let places = Self::both_empty().await;
        for place in &places {
            place.database.open().await;
        }
        places
    }

    async fn both_empty() -> Vec<Self> {
        let places = TestDatabase::both().await.into_iter();
        places.map(|database| Self { database }).collect()
    }

    fn folder(&self) -> PathBuf {
        self.database.folder().to_owned()
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kofa"));
        command.env_clear().env("KOFA_MASTER_KEY", MASTER_KEY);
        command.env("KOFA_DATA_DIR", self.folder());
        if let Settings::Postgres { url, .. } = &self.database.settings {
            command.env("KOFA_DATABASE_URL", url);
        }
        command.args(words);
        command
    }

    fn run(&self, words: &[&str]) -> Output {
        self.command(words).output().unwrap()
    }

    /// What a command that succeeds prints.
    fn good(&self, words: &[&str]) -> String {
        let output = self.run(words);
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{words:?}: {complaint}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// What a command of the admin API answers.
    fn admin(&self, words: &[&str]) -> Value {
        serde_json::from_str(&self.good(&[&["admin"], words].concat())).unwrap()
    }

    /// A new tenant's id.
    fn tenant(&self) -> String {
        let made = self.admin(&["createTenant", "name=Ada Ltd", "email=ada@example.com"]);
        made["id"].as_str().unwrap().to_owned()
    }

    /// What a command that is refused complains of.
    fn refused(&self, words: &[&str]) -> String {
        let output = self.run(words);
        assert!(!output.status.success(), "{words:?}");
        assert!(output.stdout.is_empty(), "{words:?}");
        String::from_utf8(output.stderr).unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tenant_is_set_up_and_paid_for_from_the_shell() {
    for place in Place::both().await {
        let made = place.admin(&["createTenant", "name=Ada Ltd", "email=ada@example.com"]);
        let tenant = made["id"].as_str().unwrap();
        let invite = made["inviteUrl"].as_str().unwrap();
        assert!(invite.contains("/invite/kofa_invite_"));
        let whose = format!("tenantId={tenant}");
        assert_eq!(place.admin(&["listTenants"])["items"][0]["id"], *tenant);
        let service = ["scope=investment_ipo", "environment=live", "enabled=true"];
        let switch = [&["switchService", &whose], &service[..]].concat();
        // The shell passes by no checklist.
        let refused = place.refused(&[&["admin"], &switch[..]].concat());
        assert!(refused.contains("Signed agreement"), "{refused}");
        place.admin(&[&switch[..], &["reason=A pilot"]].concat());
        let limit = ["environment=live", "requestsPerSecond=7", "burst=9"];
        place.admin(&[&["setLimit", &whose], &limit[..]].concat());
        place.admin(&["setTenantStatus", &whose, "status=suspended"]);
        let shown = place.admin(&["getTenant", &whose]);
        assert_eq!(shown["status"], "suspended");
        let limit = json!({"environment": "live", "requestsPerSecond": 7, "burst": 9});
        assert_eq!(shown["limits"][1], limit);
        let service = json!({"scope": "investment_ipo", "environment": "live", "enabled": true});
        assert_eq!(shown["services"][1], service);
        let wallet = [&whose[..], "environment=live"];
        let credit = [&["admin", "creditWallet"], &wallet[..]].concat();
        let credit = [&credit[..], &["amountKobo=5000", "reference=bank-1"]].concat();
        assert!(place.good(&credit).contains("\"repeated\": false"));
        assert!(place.good(&credit).contains("\"repeated\": true"));
        let show = [&["admin", "getWallet"], &wallet[..]].concat();
        assert!(place.good(&show).contains("\"balanceKobo\": 5000"));
        let debit = [&["admin", "debitWallet"], &wallet[..]].concat();
        let debit = [
            &debit[..],
            &["amountKobo=1", "reference=r", "reason=Correction"],
        ];
        let refused = place.refused(&debit.concat());
        assert!(refused.contains("only a running server"), "{refused}");
        let price = [
            "operationId=listOffers",
            "environment=live",
            "amountKobo=900",
        ];
        let price = [&["admin", "setPrice"], &price[..]].concat();
        assert!(place.good(&price).contains("\"amountKobo\": 900"));
        let listed = place.good(&["admin", "listPrices"]);
        assert!(listed.contains("\"rule\": \"price_book\""));
        assert!(
            place
                .good(&["ledger", "verify"])
                .contains("the ledger is balanced")
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_printed_once() {
    for place in Place::both().await {
        let whose = format!("tenantId={}", place.tenant());
        let reach = ["name=till", "scopes=investment_ipo", "environments=sandbox"];
        let issued = place.admin(&[&["issueKey", &whose], &reach[..]].concat());
        let text = issued["key"].as_str().unwrap();
        assert!(text.starts_with("kofa_test_"));
        let key = |issued: &Value| format!("keyId={}", issued["id"].as_str().unwrap());
        let rotated = place.admin(&["rotateKey", &key(&issued), "graceSeconds=900"]);
        assert_ne!(rotated["key"], *text);
        place.admin(&["revokeKey", &key(&rotated)]);
        let listed = place.good(&["admin", "listKeys", &whose]);
        assert!(listed.contains("rotating") && listed.contains("revoked"));
        assert!(!listed.contains(text));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_is_said_whole_and_changes_nothing() {
    for place in Place::both().await {
        let create = ["admin", "createTenant"];
        let faults = place.refused(&[&create[..], &["name= ", "email=nobody"]].concat());
        assert!(
            faults.contains("`name`") && faults.contains("`email`"),
            "{faults}"
        );
        let whose = format!("tenantId={}", place.tenant());
        let other = ["name=Other", "email=ada@example.com"];
        let taken = place.refused(&[&create[..], &other].concat());
        assert!(taken.contains("is already used by a member"), "{taken}");
        let words = [
            "admin",
            "issueKey",
            &whose,
            "name=till",
            "scopes=all",
            "environments=sandbox",
            "allowedCidrs=here",
            "expiresAt=2020-01-01T00:00:00Z",
        ];
        let faults = place.refused(&words);
        for field in ["`scopes`", "`allowedCidrs`", "`expiresAt`"] {
            assert!(faults.contains(field), "{faults}");
        }
        let unknown = place.refused(&["admin", "revokeKey", "keyId=key_1"]);
        assert!(unknown.contains("no such key"), "{unknown}");
        let unknown = ["admin", "setPrice", "operationId=nothing"];
        assert!(place.refused(&unknown).contains("operationId"));
        assert_eq!(place.admin(&["listKeys", &whose])["items"], json!([]));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_register_is_imported_and_bad_rows_are_reported() {
    for place in Place::both().await {
        let file = place.folder().join("companies.csv");
        std::fs::write(&file, "rcNumber,companyName\nRC777,Ada Ltd\n,Nameless\n").unwrap();
        let file = file.to_str().unwrap();
        let words = ["registry", "import", file, "--environment", "sandbox"];
        let report = place.good(&words);
        assert!(report.contains("stored    1 companies"), "{report}");
        assert!(report.contains("line 3"), "{report}");
        assert!(place.folder().join("companies.rejects.csv").exists());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_are_shown_masked_and_unknown_ones_named() {
    let place = Place::both().await.remove(0);
    let shown = place.good(&["config"]);
    assert!(!shown.contains(MASTER_KEY) && shown.contains("<hidden>"));
    let file = place.folder().join("kofa.toml");
    std::fs::write(&file, "lisen = 'x'\nport = 1\n").unwrap();
    let complaint = place.refused(&["--config", file.to_str().unwrap(), "config"]);
    assert!(
        complaint.contains("`lisen`") && complaint.contains("`port`"),
        "{complaint}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deployment_keeps_its_own_key_and_makes_its_first_operator_by_link() {
    for place in Place::both_empty().await {
        let without = place
            .command(&["serve", "--listen", "127.0.0.1:0"])
            .env_remove("KOFA_MASTER_KEY")
            .output()
            .unwrap();
        let complaint = String::from_utf8(without.stderr).unwrap();
        assert!(complaint.contains("openssl rand"), "{complaint}");

        let ready = place.folder().join("ready.json");
        let words = ["serve", "--listen", "127.0.0.1:0", "--ready-file"];
        let mut server = place.command(&words);
        server
            .env("KOFA_INVESTMENT_HOSTS", hosts::NAME)
            .arg(&ready)
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut server = server.spawn().unwrap();
        while !ready.exists() {
            assert!(server.try_wait().unwrap().is_none(), "the server ended");
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        let ready: serde_json::Value =
            serde_json::from_str(&std::fs::read_to_string(&ready).unwrap()).unwrap();
        let address = ready["baseUrl"]
            .as_str()
            .unwrap()
            .strip_prefix("http://")
            .unwrap();
        let mut printed = vec![0; 4_096];
        let length = server.stdout.as_mut().unwrap().read(&mut printed).unwrap();
        let printed = String::from_utf8_lossy(&printed[..length]).into_owned();
        let path = printed
            .split_whitespace()
            .find(|word| word.contains("/setup/"))
            .unwrap();
        let path = &path[path.find("/setup/").unwrap()..];
        let body = r#"{"name":"Chi","email":"chi@example.com","password":"correct horse battery"}"#;
        let first = post(address, path, body);
        assert!(
            first.starts_with("HTTP/1.1 201") && first.contains("kofa_admin_"),
            "{first}"
        );
        assert!(post(address, path, body).starts_with("HTTP/1.1 409"));

        hosts::a_named_one_has_its_product_only(address);

        let pid = server.id().to_string();
        assert!(Command::new("kill").arg(pid).status().unwrap().success());
        assert!(server.wait().unwrap().success(), "a told server ends well");
        data::is_of_this_key_alone(&place);
    }
}

fn post(address: &str, path: &str, body: &str) -> String {
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    ask(address, &request)
}

/// The answer to a request, both as they travel.
fn ask(address: &str, request: &str) -> String {
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}
