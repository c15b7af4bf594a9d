//! What an auditor gets: whole, true, and without a secret.

use std::io::Write as _;
use std::process::Stdio;

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::{MASTER_KEY, Place};

#[tokio::test(flavor = "multi_thread")]
async fn an_auditor_gets_what_there_is_and_no_secret() {
    for place in Place::both().await {
        let tenant = place.tenant();
        let fields = [
            &format!("tenantId={tenant}"),
            "name=till",
            "scopes=investment_ipo",
            "environments=sandbox",
        ];
        let key = place.admin(&[&["issueKey"], &fields[..]].concat());
        let key = key["key"].as_str().unwrap();
        let folder = place.folder().join("evidence");
        let words = ["evidence", folder.to_str().unwrap()];
        let mut command = place.command(&words);
        command.env("KOFA_REGISTRY_CONTRACT_URL", "https://registry.example");
        command.env("KOFA_REGISTRY_CONTRACT_KEY", "a-secret-of-the-registry");
        let output = command.output().unwrap();
        assert!(output.status.success(), "{output:?}");

        let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
        let index: Value = serde_json::from_str(&read("index.json")).unwrap();
        assert_eq!(
            (&index["ledgerAddsUp"], &index["auditAddsUp"]),
            (&json!(true), &json!(true))
        );
        let files = index["files"].as_array().unwrap();
        assert_eq!(files.len(), 10, "{index}");
        let mut all = read("index.json");
        for file in files {
            let text = read(file["file"].as_str().unwrap());
            let digest = data_encoding::HEXLOWER.encode(&Sha256::digest(&text));
            assert_eq!(file["sha256"], digest);
            all.push_str(&text);
        }
        let keys: Value = serde_json::from_str(&read("keys.json")).unwrap();
        assert_eq!(keys[0]["tenantId"], tenant);
        assert!(all.contains("<hidden>") && all.contains("registry.example"));
        for secret in [MASTER_KEY, key, "a-secret-of-the-registry"] {
            assert!(!all.contains(secret), "{secret}");
        }
        let said = place.refused(&words);
        assert!(said.contains("is not empty"), "{said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_number_is_read_from_standard_input_alone() {
    for place in Place::both().await {
        let mut command = place.command(&["people", "find", "--by", "bvn"]);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut running = command.spawn().unwrap();
        running
            .stdin
            .take()
            .unwrap()
            .write_all(b"22200000001\n")
            .unwrap();
        let output = running.wait_with_output().unwrap();
        assert!(output.status.success());
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(
            (&report["action"], &report["records"]),
            (&json!("find"), &json!([]))
        );
        let said = place.refused(&["admin", "findPerson", "by=bvn", "value=22200000001"]);
        assert!(
            said.contains("command line") && !said.contains("22200000001"),
            "{said}"
        );
        let receipts = place.admin(&["listPeopleReceipts"]);
        assert_eq!(receipts["items"][0]["id"], report["receiptId"]);
        let audit = place.admin(&["listAudit", "action=people"]);
        assert_eq!(audit["items"][0]["actor"], "shell");
    }
}
