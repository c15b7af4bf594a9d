//! `kofa backup`, `kofa restore`: the data in files, copied while it is served, and put back.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use kofa_core::{Actor, ActorAt};
use kofa_domain::{Clock as _, SystemClock, Timestamp};
use kofa_identity::revived::{Alive, EndRevived, RecordBackup, Revived};
use kofa_store::{NodeLock, Settings, Store};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::cli::context::say;
use crate::config::Config;
use crate::key_ring;
use crate::master_key::{self, sync_folder};

/// Says what a back-up holds; written last, so that one without it is not whole.
const CONTENTS: &str = "backup.json";

#[derive(Debug, Args)]
pub(crate) struct Backup {
    /// A folder that is empty or does not exist yet.
    folder: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct Restore {
    /// A folder created by `kofa backup`. Omit it for a PostgreSQL database that was restored
    /// with `pg_restore`.
    folder: Option<PathBuf>,
}

/// What a back-up holds.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Contents {
    /// Before it, everything that was answered is in.
    began_at: String,
    version: String,
    files: BTreeMap<String, Part>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Part {
    bytes: u64,
    sha256: String,
}

/// Copies the data, and notes it in the audit log: a copy is whole whether that succeeds or not.
pub(crate) async fn back_up(command: &Backup, config: &Config) -> anyhow::Result<()> {
    let contents = copy(command, config)?;
    if let Err(error) = note(&contents, config).await {
        eprintln!(
            "kofa: the back-up is complete, but could not be recorded in the audit log: \
                   {error:#}"
        );
    }
    Ok(())
}

async fn note(contents: &Contents, config: &Config) -> anyhow::Result<()> {
    let store = Store::open_as_is(&config.store()?).await?;
    let by = ActorAt {
        actor: Actor::Cli,
        at: SystemClock.now(),
    };
    let record = RecordBackup {
        by,
        files: contents.files.len(),
        bytes: contents.files.values().map(|part| part.bytes).sum(),
    };
    Ok(store.write(record).await?)
}

fn copy(command: &Backup, config: &Config) -> anyhow::Result<Contents> {
    let settings = config.store()?;
    let files = Store::files(&settings);
    anyhow::ensure!(
        !files.is_empty(),
        "PostgreSQL is backed up with its own tools, such as `pg_dump`: see docs/operations.md"
    );
    for file in &files {
        anyhow::ensure!(
            file.try_exists()?,
            "no Kofa data: {} does not exist",
            file.display()
        );
    }
    let mut make = std::fs::DirBuilder::new();
    let folder = &command.folder;
    let made = make.recursive(true).mode(0o700).create(folder);
    made.with_context(|| format!("{}", folder.display()))?;
    let is_empty = std::fs::read_dir(folder)?.next().is_none();
    anyhow::ensure!(
        is_empty,
        "{} is not empty: choose another folder",
        folder.display()
    );
    let mut contents = Contents {
        began_at: SystemClock.now().rfc3339(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        files: BTreeMap::new(),
    };
    for file in files {
        let name = name_of(&file);
        let copy = folder.join(&name);
        Store::copy(&file, &copy)?;
        let part = read_through(&copy, &mut std::io::sink())?;
        say(format_args!("copied    {name}, {} bytes", part.bytes))?;
        contents.files.insert(name, part);
    }
    let text = serde_json::to_string_pretty(&contents)?;
    master_key::write_private(&folder.join(CONTENTS), &text)?;
    sync_folder(folder)?;
    say(format_args!("as of     {}", contents.began_at))?;
    say(
        "Store the master key separately: without it, encrypted data in this back-up cannot be \
         read.",
    )?;
    Ok(contents)
}

pub(crate) async fn restore(command: &Restore, config: &Config) -> anyhow::Result<()> {
    let settings = config.store()?;
    let files = Store::files(&settings);
    match (&command.folder, files.is_empty()) {
        (Some(folder), false) => put_back(folder, &files, config)?,
        (None, true) => anyhow::ensure!(
            Store::exists(&settings).await?,
            "the PostgreSQL database is empty: restore it with `pg_restore` first"
        ),
        (Some(_), true) => anyhow::bail!(
            "the database is PostgreSQL: restore it with `pg_restore` first, then run `kofa \
             restore` without a folder"
        ),
        (None, false) => anyhow::bail!("name the folder created by `kofa backup`"),
    }
    let revived = end_revived(&settings, config).await?;
    tell(&revived)
}

/// Copies the files to where there are none. The last of them makes it data.
fn put_back(folder: &Path, files: &[PathBuf], config: &Config) -> anyhow::Result<()> {
    for file in files {
        anyhow::ensure!(
            !file.try_exists()?,
            "{} is there already, and a restore overwrites nothing: name another folder with \
             `--data`, or move what is there away",
            file.display()
        );
    }
    let named = folder.join(CONTENTS);
    let text = std::fs::read_to_string(&named).with_context(|| {
        format!(
            "{} is not a complete back-up: {CONTENTS} cannot be read",
            folder.display()
        )
    })?;
    let contents: Contents =
        serde_json::from_str(&text).with_context(|| format!("{}", named.display()))?;
    config.made_data_dir()?;
    let mut ready = Vec::new();
    for file in files {
        let name = name_of(file);
        let expected = contents.files.get(&name);
        let expected = expected.with_context(|| format!("{name} is not in the back-up"))?;
        let beside = file.with_extension("restoring");
        let mut out = File::options()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(0o600)
            .open(&beside)
            .with_context(|| format!("{}", beside.display()))?;
        let found = read_through(&folder.join(&name), &mut out)?;
        out.sync_all()?;
        anyhow::ensure!(
            found == *expected,
            "{name} does not match the back-up: it was changed or is damaged"
        );
        ready.push((beside, file));
    }
    for (beside, file) in ready {
        std::fs::rename(&beside, file).with_context(|| format!("{}", file.display()))?;
    }
    sync_folder(&config.data_dir())?;
    say(format_args!(
        "restored  {} files as of {}",
        files.len(),
        contents.began_at
    ))
}

/// Signs everybody out of data that no server has yet.
async fn end_revived(settings: &Settings, config: &Config) -> anyhow::Result<Revived> {
    let keys = config.master_keys_if_any()?;
    let lock = NodeLock::take_alone(settings).await?;
    anyhow::ensure!(
        lock.is_some(),
        "a server is running on this data: stop it first"
    );
    let store = Store::open(settings).await?;
    if let Some(keys) = &keys {
        key_ring::vault_of(&store, keys).await?;
    }
    let at = SystemClock.now();
    let by = ActorAt {
        actor: Actor::Cli,
        at,
    };
    Ok(store.write(EndRevived { by }).await?)
}

fn tell(revived: &Revived) -> anyhow::Result<()> {
    let as_of = revived.as_of.map(Timestamp::rfc3339);
    say(format_args!(
        "served    last at {}",
        as_of.as_deref().unwrap_or("an unknown time")
    ))?;
    say(format_args!(
        "ended     {} sessions, {} open links",
        revived.sessions_ended, revived.links_closed
    ))?;
    say(format_args!(
        "alive     {} API keys, {} admin tokens, {} operators, {} members, {} open invites",
        revived.keys_count,
        revived.tokens.len(),
        revived.operators_count,
        revived.members_count,
        revived.invites_count
    ))?;
    let named = |kind: &str, all: &[Alive]| {
        all.iter().try_for_each(|one| {
            let Alive { id, whose, name } = one;
            say(format_args!("{kind:<9} {id} of {whose}: {name}"))
        })
    };
    named("key", &revived.keys)?;
    named("token", &revived.tokens)?;
    say(
        "Changes after the back-up are missing. Before you start the server, revoke again what \
         has been revoked since. Consent codes and Idempotency-Keys used since then can be used \
         again. Requests, top-ups and debits since then must be entered again.",
    )
}

fn name_of(file: &Path) -> String {
    file.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// Copies a file to `out`, and tells what it is.
fn read_through(file: &Path, out: &mut impl std::io::Write) -> anyhow::Result<Part> {
    let what = || format!("{}", file.display());
    let mut source = File::open(file).with_context(what)?;
    let (mut digest, mut bytes) = (Sha256::new(), 0);
    let mut piece = vec![0; 1 << 20];
    loop {
        let length = source.read(&mut piece).with_context(what)?;
        if length == 0 {
            break;
        }
        digest.update(&piece[..length]);
        out.write_all(&piece[..length]).with_context(what)?;
        bytes += length as u64;
    }
    let sha256 = data_encoding::HEXLOWER.encode(&digest.finalize());
    Ok(Part { bytes, sha256 })
}
