//! `kofa evidence DIR`: what an auditor asks for, as files: which settings are in force, who has
//! access, how old keys are, whether the ledger and the audit log add up, which drills there were,
//! what is due to go. Nothing in it is a secret, and every file's digest is in the index.

use std::os::unix::fs::DirBuilderExt as _;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

use crate::cli::context::{CliContext, say};
use crate::{commands, master_key};

/// Says what there is, with the digest of each file; written last.
const INDEX: &str = "index.json";

#[derive(Debug, Args)]
pub(crate) struct Evidence {
    /// A folder that is empty or does not exist yet.
    folder: PathBuf,
}

/// A folder that is being filled.
struct Folder {
    path: PathBuf,
    /// Name, what it is, SHA-256.
    files: Vec<Value>,
}

impl Folder {
    fn make(path: PathBuf) -> anyhow::Result<Self> {
        let mut make = std::fs::DirBuilder::new();
        let made = make.recursive(true).mode(0o700).create(&path);
        made.with_context(|| format!("{}", path.display()))?;
        let is_empty = std::fs::read_dir(&path)?.next().is_none();
        anyhow::ensure!(
            is_empty,
            "{} is not empty: choose another folder",
            path.display()
        );
        let files = Vec::new();
        Ok(Self { path, files })
    }

    fn put(&mut self, name: &str, what: &str, content: &Value) -> anyhow::Result<()> {
        let text = serde_json::to_string_pretty(content)?;
        master_key::write_private(&self.path.join(name), &text)?;
        let digest = data_encoding::HEXLOWER.encode(&Sha256::digest(&text));
        self.files
            .push(json!({"file": name, "what": what, "sha256": digest}));
        say(format_args!("{name:<22} {what}"))
    }
}

/// The output of a command of the admin API; of a list, all of its pages.
async fn answer(cli: &CliContext, name: &str, fields: &[(&str, &str)]) -> anyhow::Result<Value> {
    let mut all = commands::all().into_iter();
    let entry = all.find(|entry| entry.spec.name == name);
    let entry = entry.with_context(|| format!("there is no command `{name}`"))?;
    let services = cli.services()?;
    let text = |(name, value): &(&str, &str)| ((*name).to_owned(), Value::from(*value));
    let mut input: Map<String, Value> = fields.iter().map(text).collect();
    let mut items = Vec::new();
    loop {
        let body = entry.run(&services, cli.by(), &input).await?.body;
        let Some(page) = body["items"].as_array() else {
            return Ok(body);
        };
        items.extend(page.iter().cloned());
        match body["nextCursor"].as_str() {
            Some(next) => input.insert("cursor".to_owned(), next.into()),
            None => return Ok(items.into()),
        };
    }
}

/// A list of every tenant's, each item with its tenant.
async fn of_tenants(cli: &CliContext, tenants: &Value, name: &str) -> anyhow::Result<Value> {
    let mut all = Vec::new();
    for tenant in tenants.as_array().into_iter().flatten() {
        let id = tenant["id"].as_str().unwrap_or_default();
        let items = answer(cli, name, &[("tenantId", id)]).await?;
        for mut item in items.as_array().cloned().unwrap_or_default() {
            item["tenantId"] = id.into();
            all.push(item);
        }
    }
    Ok(all.into())
}

pub(crate) async fn run(command: &Evidence, cli: &CliContext) -> anyhow::Result<()> {
    let mut folder = Folder::make(command.folder.clone())?;
    let at = cli.now().rfc3339();
    let settings = cli.settings().into_iter().map(|(setting, value, origin)| {
        json!({"name": setting.name, "value": value, "from": origin, "about": setting.about})
    });
    let settings: Value = settings.collect();
    folder.put(
        "settings.json",
        "current settings, secrets masked",
        &settings,
    )?;
    people_with_access(&mut folder, cli).await?;

    let proof = answer(cli, "verifyLedger", &[]).await?;
    folder.put(
        "ledger-proof.json",
        "check of the ledger and audit log, run now",
        &proof,
    )?;
    for (name, what, command, fields) in [
        (
            "proofs.json",
            "the last ledger checks",
            "listProofs",
            &[][..],
        ),
        (
            "drills.json",
            "back-ups and restores in the audit log",
            "listAudit",
            &[("action", "data")],
        ),
        (
            "retention.json",
            "retention periods, and what is due for deletion",
            "listRetention",
            &[],
        ),
        (
            "people-receipts.json",
            "receipts of personal data requests",
            "listPeopleReceipts",
            &[],
        ),
    ] {
        folder.put(name, what, &answer(cli, command, fields).await?)?;
    }
    let index = json!({
        "at": at,
        "version": env!("CARGO_PKG_VERSION"),
        "auditEntries": proof["audit"]["entries"],
        "auditNewestHash": proof["audit"]["newestHash"],
        "ledgerAddsUp": proof["ok"],
        "auditAddsUp": proof["audit"]["ok"],
        "files": folder.files,
    });
    folder.put(INDEX, "list of these files, with digests", &index)
}

async fn people_with_access(folder: &mut Folder, cli: &CliContext) -> anyhow::Result<()> {
    let operators = answer(cli, "listOperators", &[]).await?;
    folder.put("operators.json", "operators with their roles", &operators)?;
    let tenants = answer(cli, "listTenants", &[]).await?;
    folder.put("tenants.json", "tenants with their status", &tenants)?;
    let members = of_tenants(cli, &tenants, "listMembers").await?;
    folder.put(
        "members.json",
        "members of tenants with their roles",
        &members,
    )?;
    let keys = of_tenants(cli, &tenants, "listKeys").await?;
    folder.put(
        "keys.json",
        "API keys: created, last used, expiry; without the keys themselves",
        &keys,
    )
}
