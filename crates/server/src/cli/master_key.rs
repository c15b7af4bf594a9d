//! `kofa master-key`: how the data comes to another master key.

use anyhow::Context as _;
use clap::Subcommand;
use kofa_core::master_keys::{AddMasterKey, AskRotationEnd, KnownKey};
use kofa_domain::Timestamp;
use kofa_store::{NodeLock, key_mark};

use crate::cli::context::{CliContext, say};
use crate::config::KeyPlace;
use crate::key_ring::{self, Ring};
use crate::master_key;

#[derive(Debug, Subcommand)]
pub(crate) enum MasterKeyCommand {
    /// Add a new key. The server encrypts with it from its next start on.
    Rotate,
    /// Show the keys of the data, and what older keys still encrypt.
    Status,
    /// End a rotation once nothing is encrypted with an older key. Older keys then decrypt
    /// nothing.
    Finish,
}

pub(crate) async fn run(command: &MasterKeyCommand, cli: &CliContext) -> anyhow::Result<()> {
    // Says why where there is no key.
    cli.vault()?;
    let ring = key_ring::ring_of(&cli.store, &cli.config.master_keys()?).await?;
    match command {
        MasterKeyCommand::Rotate => rotate(ring, cli).await,
        MasterKeyCommand::Status => status(&ring, cli).await,
        MasterKeyCommand::Finish => finish(&ring, cli).await,
    }
}

async fn rotate(ring: Ring, cli: &CliContext) -> anyhow::Result<()> {
    let last = ring.known.0.last();
    let last = last.context("no server has run on this data yet: start one first")?;
    anyhow::ensure!(
        last.ended_at.is_some(),
        "a rotation to key {} is in progress: see `kofa master-key status`",
        last.id
    );
    let next = last.id.checked_add(1);
    let next = next.context("there can be at most 255 master keys")?;
    let key = match (ring.unknown.as_slice(), cli.config.key_place()) {
        // It may have been added before this was cut off.
        ([one], _) => one.clone(),
        ([], KeyPlace::File(file)) => {
            let key = master_key::add(&file, next)?;
            say(format_args!("added   key {next} to {}", file.display()))?;
            key
        }
        ([], KeyPlace::Setting | KeyPlace::Command) => anyhow::bail!(
            "the master key comes from a setting or a command: make it provide a second line \
             with a key from `openssl rand -hex 32`, and run this again"
        ),
        _ => anyhow::bail!("several keys do not belong to this data: keep only one of them"),
    };
    let mark = key_mark(&key);
    let id = cli.store.write(AddMasterKey { by: cli.by(), mark }).await?;
    say(format_args!(
        "next    restart the server, which then seals with key {id} and seals anew what key {} \
         sealed; watch `kofa master-key status`",
        last.id
    ))?;
    say("keep    a copy of both keys elsewhere until the rotation has ended")
}

fn since(at: Option<Timestamp>) -> String {
    match at {
        Some(at) if at.micros() > 0 => at.rfc3339(),
        Some(_) => "unknown date".to_owned(),
        None => "not yet".to_owned(),
    }
}

fn standing(key: &KnownKey, ring: &Ring) -> &'static str {
    let is = |one: Option<&KnownKey>| one.is_some_and(|one| one.id == key.id);
    let opens = ring.known.open().any(|one| one.id == key.id);
    match (is(ring.known.seals()), opens) {
        (true, _) => "seals",
        (false, true) if key.used_at.is_none() => "waiting for a server restart",
        (false, true) => "opens",
        (false, false) => "no longer used",
    }
}

async fn status(ring: &Ring, cli: &CliContext) -> anyhow::Result<()> {
    for key in &ring.known.0 {
        let (added, used) = (since(Some(key.added_at)), since(key.used_at));
        let standing = standing(key, ring);
        say(format_args!(
            "key {:<3} {standing}; added {added}, seals since {used}",
            key.id
        ))?;
    }
    let Some(coming) = ring.known.coming() else {
        return say("rotation  none in progress");
    };
    say(format_args!("rotation  to key {}", coming.id))?;
    for left in key_ring::left(&cli.store, coming.id).await? {
        let key_ring::Left { column, values } = left;
        say(format_args!("left      {values} in {column}"))?;
    }
    match coming.ending_at {
        Some(_) => say("next      restart the server: it converts digests before it starts"),
        None => Ok(()),
    }
}

async fn finish(ring: &Ring, cli: &CliContext) -> anyhow::Result<()> {
    let coming = ring.known.coming().context("no rotation is in progress")?;
    let id = coming.id;
    anyhow::ensure!(
        coming.used_at.is_some(),
        "no server encrypts with key {id} yet: restart it"
    );
    let left = key_ring::left(&cli.store, id).await?;
    let told: Vec<String> = left
        .iter()
        .map(|one| format!("{} in {}", one.values, one.column))
        .collect();
    anyhow::ensure!(
        left.is_empty(),
        "older keys still encrypt {}: the server is working on it; see `kofa master-key status`",
        told.join(", ")
    );
    let by = cli.by();
    cli.store.write(AskRotationEnd { by, id }).await?;
    match NodeLock::take_alone(&cli.config.store()?).await? {
        Some(_lock) => {
            let rows = key_ring::end(&cli.store, ring, cli.now()).await?;
            say(format_args!("ended   {rows} rows of digests carried over"))?;
            say("next    remove the older keys from where the keys are stored")
        }
        None => say(format_args!(
            "next    restart the server: before it serves, it carries the digests over to key \
             {id}, and older keys open nothing any more"
        )),
    }
}
