//! The file of rows that were skipped.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use super::csv::quoted;

/// Only for the one who imports: rows may be personal.
fn create(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Writes rejected rows; the file is made at the first.
#[derive(Debug)]
pub struct RejectFile {
    path: Option<PathBuf>,
    file: Option<BufWriter<File>>,
}

impl RejectFile {
    /// At `path`, or nowhere.
    pub fn new(path: Option<PathBuf>) -> Self {
        Self { path, file: None }
    }

    /// Adds a row, as it stood in the source. Bytes that are not UTF-8 are replaced.
    ///
    /// # Errors
    /// If the file cannot be made or written.
    pub fn add(&mut self, line: u64, reason: &str, row: &[u8]) -> io::Result<()> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let file = match &mut self.file {
            Some(file) => file,
            empty => {
                let file = empty.insert(BufWriter::new(create(path)?));
                file.write_all(b"line,reason,row\n")?;
                file
            }
        };
        let row = String::from_utf8_lossy(row);
        // In one piece, so that a process that is killed leaves no half record.
        let record = format!("{line},{},{}\n", quoted(reason), quoted(&row));
        file.write_all(record.as_bytes())
    }

    /// Brings what was added so far into the file, so that it outlives the process.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), BufWriter::flush)
    }

    /// Flushes; the path if anything was written.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(self) -> io::Result<Option<PathBuf>> {
        match self.file {
            Some(mut file) => {
                file.flush()?;
                Ok(self.path)
            }
            None => Ok(None),
        }
    }
}
