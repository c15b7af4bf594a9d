//! What an import would do, told from the beginning of its file and what is in the register.
//! Nothing is stored.

use std::io::{BufRead, BufReader};

use kofa_domain::{Environment, Error, Result};
use kofa_objects::ObjectReader;
use kofa_store::Store;

use super::parse::{self, Batch};
use super::shown::Standing;
use super::{
    Contents, ImportOptions, ImportReport, Kind, Note, READ_BYTES, Reject, capital, charge,
    company, person,
};
use crate::profile::Profile;
use crate::{Entity, ProfileOf};

/// What an import would do with the first rows of its file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preview {
    /// Rows that were looked at, without header and empty lines.
    pub rows_read: u64,
    /// Whether these are all.
    pub is_whole: bool,
    pub rows_new: u64,
    pub rows_changed: u64,
    pub rows_same: u64,
    /// Rows that a later one with the same key replaces.
    pub rows_repeated: u64,
    pub rows_rejected: u64,
    /// How the first rows would be stored, and what their columns are.
    pub columns: &'static [&'static str],
    pub sample: Vec<Vec<String>>,
    /// What would be put up with.
    pub notes: Vec<Note>,
    /// The first rows that would be skipped.
    pub first_rejects: Vec<Reject>,
}

/// Looks at the first rows of a source, some 2,000, beside the register of `environment`. People,
/// capital and charges of a company that is not registered count as new.
///
/// # Errors
/// `invalid_register_file` if the source cannot be read so far, or the store's.
pub(crate) async fn preview(
    store: &Store,
    environment: Environment,
    source: ObjectReader,
    options: ImportOptions,
) -> Result<Preview> {
    let source = BufReader::with_capacity(READ_BYTES, source);
    match options.contents {
        Contents::Companies => of::<company::Companies>(store, environment, source, options).await,
        Contents::People => of::<person::People>(store, environment, source, options).await,
        Contents::Capital => of::<capital::Capitals>(store, environment, source, options).await,
        Contents::Charges => of::<charge::Charges>(store, environment, source, options).await,
    }
}

async fn of<K: Kind>(
    store: &Store,
    environment: Environment,
    source: impl BufRead + Send + 'static,
    options: ImportOptions,
) -> Result<Preview> {
    let read = tokio::task::spawn_blocking(move || first::<K>(source, &options));
    let (batch, report) = read.await.map_err(Error::internal)??;
    let mut preview = Preview {
        columns: K::SHOWN,
        rows_read: report.rows_read,
        rows_rejected: report.rows_rejected,
        notes: report.notes,
        first_rejects: report.first_rejects,
        ..Preview::default()
    };
    let Some(batch) = batch else {
        preview.is_whole = true;
        return Ok(preview);
    };
    preview.is_whole = batch
        .progress
        .bytes_total
        .is_none_or(|all| batch.progress.bytes_done >= all);
    preview.rows_repeated = report.rows_stored - batch.items.len() as u64;
    preview.sample = batch.sample;
    // Rows of one entity stand beside each other.
    let mut known: Option<(Entity, Option<Profile>)> = None;
    for item in &batch.items {
        let entity = K::entity(item);
        if known.as_ref().is_none_or(|(of, _)| *of != entity) {
            let read = ProfileOf {
                environment,
                entity: entity.clone(),
                part: K::PART,
            };
            known = Some((entity, store.read(read).await?));
        }
        let profile = known.as_ref().and_then(|(_, profile)| profile.as_ref());
        match profile.map_or(Standing::New, |profile| K::standing(profile, item)) {
            Standing::New => preview.rows_new += 1,
            Standing::Changed => preview.rows_changed += 1,
            Standing::Same => preview.rows_same += 1,
        }
    }
    Ok(preview)
}

/// The first batch of a source.
fn first<K: Kind>(
    source: impl BufRead,
    options: &ImportOptions,
) -> Result<(Option<Batch<K::Item>>, ImportReport)> {
    let mut first = None;
    let report = parse::parse::<K>(source, options, |batch| {
        if first.is_none() {
            first = Some(batch);
        }
        false
    })?;
    Ok((first, report))
}
