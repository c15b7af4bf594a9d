//! The ring of master keys of the data that is worked on: which of the keys that were given it
//! needs, and how it comes to a new one.

use std::time::Duration;

use anyhow::Context as _;
use kofa_core::master_keys::{
    AddFirstMasterKey, EndRotation, KnownKey, KnownRing, ListMasterKeys, UseMasterKey,
};
use kofa_domain::{Ids, Timestamp};
use kofa_store::{
    CountSealed, DigestChain, KeyedColumns, MasterKey, Relink, Store, Vault, key_mark,
};

use crate::master_key::GivenKey;

/// Every column that depends on the master key. What is not here is lost with the next rotation:
/// a test compares it with the schema.
pub const KEYED: [&KeyedColumns; 12] = [
    &kofa_core::form_answers::KEYED,
    &kofa_core::people_receipts::KEYED,
    &kofa_mail::KEYED,
    &kofa_objects::KEYED,
    &kofa_payments::KEYED,
    &kofa_identity::KEYED,
    &kofa_ledger::KEYED,
    &kofa_insight::KEYED,
    &kofa_events::KEYED,
    &kofa_investment::KEYED,
    &kofa_documents::KEYED,
    &kofa_registry::KEYED,
];

/// Going on would seal new data with another key than the old, and take no key and no person for
/// one that is known.
const OTHER: &str = "the data was written with another master key: name that key's file in \
    `master_key_file`, or give it in KOFA_MASTER_KEY; nothing was changed (if it is lost, what it \
    sealed cannot be read again: begin anew with another `data_dir` or `database_url`)";
/// How often a server looks whether another program still sealed something with an older key, in
/// seconds.
const LOOK_AGAIN_S: u64 = 60;

/// What remains of a column: values that other keys than the newest sealed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    pub column: String,
    pub values: i64,
}

/// The ring of the data with the keys that were given for it.
pub struct Ring {
    pub known: KnownRing,
    keys: Vec<(u8, MasterKey)>,
    /// Given, and not the data's (yet).
    pub unknown: Vec<MasterKey>,
}

impl Ring {
    /// # Errors
    /// If a key is missing that may have sealed something, or one was given under a number that
    /// is another key's.
    fn of(known: KnownRing, given: &[GivenKey]) -> anyhow::Result<Self> {
        let (mut keys, mut unknown) = (Vec::new(), Vec::new());
        for GivenKey { id, key } in given {
            let mark = key_mark(key);
            let Some(one) = known.0.iter().find(|one| one.mark == mark) else {
                unknown.push(key.clone());
                continue;
            };
            anyhow::ensure!(
                id.is_none_or(|id| id == one.id),
                "the master key that is given as number {} is number {} of the data",
                id.unwrap_or_default(),
                one.id
            );
            keys.push((one.id, key.clone()));
        }
        anyhow::ensure!(known.0.is_empty() || !keys.is_empty(), OTHER);
        let ring = Self {
            known,
            keys,
            unknown,
        };
        for one in ring.known.open() {
            ring.key(one)?;
        }
        Ok(ring)
    }

    /// A key of the data.
    fn key(&self, one: &KnownKey) -> anyhow::Result<(u8, &MasterKey)> {
        let mut keys = self.keys.iter();
        let found = keys.find(|(id, _)| *id == one.id);
        let (id, key) = found.with_context(|| match self.known.coming() {
            Some(_) => format!(
                "master key {} is missing: the data is on its way to another key and needs both \
                 until `kofa master-key finish`; nothing was changed",
                one.id
            ),
            None => format!(
                "master key {} is missing: what was given is an older key, which opens nothing \
                 any more; nothing was changed",
                one.id
            ),
        })?;
        Ok((*id, key))
    }

    fn chain(&self) -> anyhow::Result<DigestChain> {
        let holder = self.known.holds_digests().context(OTHER)?;
        let (id, key) = self.key(holder)?;
        match &holder.chain {
            Some(sealed) => {
                let opened = DigestChain::open((id, key), sealed);
                opened.context("the keys of digests do not open with the master key")
            }
            None => Ok(DigestChain::first(key)),
        }
    }

    fn vault(&self) -> anyhow::Result<Vault> {
        let seals = self.key(self.known.seals().context(OTHER)?)?;
        let others = self.known.open().filter(|one| one.id != seals.0);
        let others: Vec<_> = others.map(|one| self.key(one)).collect::<Result<_, _>>()?;
        Ok(Vault::of_ring(seals, &others, &self.chain()?))
    }

    /// Keys that were given and open nothing any more.
    pub fn useless(&self) -> impl Iterator<Item = u8> + '_ {
        let first = self.known.holds_digests().map_or(0, |key| key.id);
        let ids = self.keys.iter().map(|(id, _)| *id);
        ids.filter(move |id| *id < first)
    }
}

/// The vault of a server that begins to serve the data in `store`, and whether there may be more
/// to be sealed anew. Data that had no key is the first key's from now on; a key that was added
/// seals from now on; a rotation whose end was asked for ends.
///
/// # Errors
/// If a key is missing, or all are another data's.
pub async fn take_up(
    store: &Store,
    given: &[GivenKey],
    at: Timestamp,
) -> anyhow::Result<(Vault, bool)> {
    let first = given.first().context("no master key was given")?;
    let mark = key_mark(&first.key);
    let known = store.write(AddFirstMasterKey { mark, at }).await?;
    let mut ring = Ring::of(known, given)?;
    if let Some(coming) = ring.known.coming() {
        let id = coming.id;
        if coming.used_at.is_none() {
            ring.known = store.write(UseMasterKey { id, at }).await?;
            tracing::info!(key = id, "a new master key seals from now on");
        }
        ring = end_if_asked(store, ring, given, at).await?;
    }
    for key in ring.useless() {
        tracing::warn!(
            key,
            "a master key opens nothing any more: take it out of where the keys are kept"
        );
    }
    Ok((ring.vault()?, ring.known.coming().is_some()))
}

async fn end_if_asked(
    store: &Store,
    ring: Ring,
    given: &[GivenKey],
    at: Timestamp,
) -> anyhow::Result<Ring> {
    let asked = ring.known.coming().filter(|key| key.ending_at.is_some());
    let Some(id) = asked.map(|key| key.id) else {
        return Ok(ring);
    };
    if !left(store, id).await?.is_empty() {
        tracing::warn!("something is still sealed with an older master key: it goes on");
        return Ok(ring);
    }
    let rows = end(store, &ring, at).await?;
    tracing::info!(
        key = id,
        rows,
        "the master keys before this one open nothing any more"
    );
    Ring::of(store.read(ListMasterKeys).await?, given)
}

/// Ends a rotation whose end was asked for, while nobody serves the data; how many rows have
/// digests.
///
/// # Errors
/// If the store cannot; nothing is changed then.
pub async fn end(store: &Store, ring: &Ring, at: Timestamp) -> anyhow::Result<u64> {
    let coming = ring.known.coming().context("no rotation is under way")?;
    let (id, newest) = ring.key(coming)?;
    let chain = ring.chain()?.with_link(newest);
    let end = EndRotation {
        id,
        at,
        link: Relink::new(newest),
        chain: chain.seal((id, newest), Ids)?,
        vault: ring.vault()?,
        digests: KEYED.iter().flat_map(|one| one.digests).collect(),
    };
    Ok(store.write(end).await?)
}

/// The ring of data that a command works on.
///
/// # Errors
/// If a key is missing, or all are another data's.
pub async fn ring_of(store: &Store, given: &[GivenKey]) -> anyhow::Result<Ring> {
    Ring::of(store.read(ListMasterKeys).await?, given)
}

/// The vault of a command.
///
/// # Errors
/// If a key is missing, or all are another data's.
pub async fn vault_of(store: &Store, given: &[GivenKey]) -> anyhow::Result<Vault> {
    let ring = ring_of(store, given).await?;
    match (ring.known.0.is_empty(), given) {
        // No server has served it: nothing can be told of its key.
        (true, [first, ..]) => Ok(Vault::new(&first.key)),
        _ => ring.vault(),
    }
}

/// What other keys than the key `id` sealed, by column; empty if nothing.
///
/// # Errors
/// If the store cannot be read.
pub async fn left(store: &Store, id: u8) -> anyhow::Result<Vec<Left>> {
    let mut left = Vec::new();
    for column in KEYED.iter().flat_map(|one| one.sealed) {
        let values = store.read(CountSealed::by_others(column, id)).await?;
        if values > 0 {
            let column = format!("{}.{}", column.table, column.column);
            left.push(Left { column, values });
        }
    }
    Ok(left)
}

/// Seals anew what older keys sealed, while the data is served, until nothing is left.
pub async fn reseal(store: Store, vault: Vault) {
    loop {
        for column in KEYED.iter().flat_map(|one| one.sealed) {
            let name = format!("{}.{}", column.table, column.column);
            match store.reseal(column, &vault).await {
                Ok(done) if done.refused > 0 => {
                    let values = done.refused;
                    tracing::warn!(column = name, values, "sealed values open with no key");
                }
                Ok(_) => {}
                Err(error) => tracing::warn!(column = name, %error, "sealing anew was cut off"),
            }
        }
        match left(&store, vault.seals_with()).await {
            Ok(left) if left.is_empty() => {
                let key = vault.seals_with();
                tracing::info!(key, "all is sealed with the newest master key");
                return;
            }
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, "what is left could not be counted"),
        }
        tokio::time::sleep(Duration::from_secs(LOOK_AGAIN_S)).await;
    }
}
