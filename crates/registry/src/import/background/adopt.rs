//! Imports of versions without an object store: each in a folder of its own, with its file and a
//! record. They are taken over once, at start.

use std::fs;
use std::io::Read as _;
use std::path::Path;

use bytes::Bytes;
use kofa_domain::{Error, Ids, Result};
use kofa_objects::Stored;

use super::rejects::{BYTES_MAX, context};
use super::rows::{AdoptImport, RejectPiece};
use super::{Import, ImportState, Imports, file_name};

const RECORD: &str = "import.json";
/// The record as it was written, before it took the place of the one before.
const FRESH: &str = "import.json.new";
const FILE: &str = "file";
/// Bytes that are read at a time.
const READ_BYTES: usize = 4 * 1024 * 1024;

impl Imports {
    /// Takes over what versions before left in this server's folder. What cannot be read stays.
    ///
    /// # Errors
    /// As the store's and the object store's; what was not taken over is, at the next start.
    pub async fn adopt(&self) -> Result<()> {
        let Ok(entries) = fs::read_dir(&self.0.folder) else {
            return Ok(());
        };
        for entry in entries.flatten() {
            let folder = entry.path();
            if !folder.is_dir() {
                // Rejected rows of a run that was cut off.
                let _ = fs::remove_file(&folder);
                continue;
            }
            let text = fs::read(folder.join(RECORD)).unwrap_or_default();
            match serde_json::from_slice::<Import>(&text) {
                Ok(one) if entry.file_name().to_str() == Some(&one.id) => {
                    self.adopt_one(one, &folder).await?;
                }
                _ if holds_whole(&folder) => {
                    tracing::warn!(
                        folder = %folder.display(),
                        "the record of an import cannot be read: bring its file again, and remove \
                         the folder"
                    );
                    continue;
                }
                _ => {}
            }
            let _ = fs::remove_dir_all(&folder);
        }
        Ok(())
    }

    async fn adopt_one(&self, mut one: Import, folder: &Path) -> Result<()> {
        let object = match one.state {
            ImportState::Done => None,
            _ => self.upload(&one.id, &folder.join(FILE)).await?,
        };
        if one.is_open() {
            one.state = ImportState::Waiting;
        }
        let id = one.id.clone();
        let rejects = self.adopted_rejects(&id, folder)?;
        let adopt = AdoptImport {
            import: one,
            object,
            rejects,
        };
        if self.0.store.write(adopt).await? {
            tracing::info!(import = id, "an import was taken over from a folder");
        }
        Ok(())
    }

    /// Puts a file into the object store, if there is one.
    async fn upload(&self, id: &str, path: &Path) -> Result<Option<Stored>> {
        let Ok(mut file) = fs::File::open(path) else {
            return Ok(None);
        };
        let mut upload = self.0.objects.begin(&file_name(id));
        loop {
            let mut piece = Vec::with_capacity(READ_BYTES);
            let read = file
                .by_ref()
                .take(READ_BYTES as u64)
                .read_to_end(&mut piece);
            if read.map_err(Error::unavailable)? == 0 {
                return upload.finish().await.map(Some);
            }
            upload.write(Bytes::from(piece)).await?;
        }
    }

    /// The reject files of its runs, whose names say after how many rows each began.
    fn adopted_rejects(&self, id: &str, folder: &Path) -> Result<Vec<RejectPiece>> {
        let mut pieces = Vec::new();
        for entry in fs::read_dir(folder).map_err(Error::unavailable)?.flatten() {
            let name = entry.file_name();
            let rows = name.to_str().and_then(|name| {
                let digits = name.strip_prefix("rejects-")?.strip_suffix(".csv")?;
                digits.parse::<i64>().ok()
            });
            let Some(rows_before) = rows else { continue };
            let mut text = Vec::new();
            let file = fs::File::open(entry.path()).map_err(Error::unavailable)?;
            let read = file.take(BYTES_MAX + 1).read_to_end(&mut text);
            read.map_err(Error::unavailable)?;
            let sealed = self
                .0
                .vault
                .seal(&context(id, rows_before, 0), &text, Ids)?;
            pieces.push(RejectPiece {
                rows_before,
                bytes_before: 0,
                sealed,
            });
        }
        Ok(pieces)
    }
}

/// Whether the folder holds a file that arrived whole: a record was begun no sooner.
fn holds_whole(folder: &Path) -> bool {
    let has = |name: &str| folder.join(name).exists();
    has(FILE) && (has(RECORD) || has(FRESH))
}
