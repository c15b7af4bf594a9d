//! Lines for a SIEM in a file, which is set aside when it is large.

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::PathBuf;

use anyhow::Context as _;
use kofa_domain::{Clock as _, SystemClock};

/// A file that lines are appended to.
#[derive(Debug)]
pub(crate) struct FileSink {
    pub(crate) path: PathBuf,
    /// A file of so many bytes is set aside under a name with the moment.
    pub(crate) bytes_max: u64,
}

impl FileSink {
    /// Appends whole lines, which are on disk when this returns.
    pub(crate) fn append(&self, lines: &str) -> anyhow::Result<()> {
        self.try_append(lines)
            .with_context(|| format!("{}", self.path.display()))
    }

    fn try_append(&self, lines: &str) -> anyhow::Result<()> {
        let mut file = self.open()?;
        let length = whole_lines(&mut file)?;
        if length > 0 && length.saturating_add(lines.len() as u64) > self.bytes_max {
            std::fs::rename(&self.path, self.aside())?;
            file = self.open()?;
        }
        file.write_all(lines.as_bytes())?;
        Ok(file.sync_data()?)
    }

    fn open(&self) -> std::io::Result<File> {
        let mut open = OpenOptions::new();
        let open = open.read(true).append(true).create(true).mode(0o600);
        open.open(&self.path)
    }

    /// `siem.jsonl.2026-11-25T190000.000Z`
    fn aside(&self) -> PathBuf {
        let moment = SystemClock.now().rfc3339().replace(':', "");
        let mut name = self.path.clone().into_os_string();
        name.push(".");
        name.push(moment);
        name.into()
    }
}

/// How many bytes the file has, once a line is cut off that a killed server left unfinished.
fn whole_lines(file: &mut File) -> std::io::Result<u64> {
    /// Bytes that are looked at at a time.
    const PIECE: u64 = 4_096;
    let length = file.metadata()?.len();
    let mut end = length;
    while end > 0 {
        let from = end.saturating_sub(PIECE);
        let mut piece = Vec::new();
        file.seek(SeekFrom::Start(from))?;
        std::io::Read::take(&mut *file, end - from).read_to_end(&mut piece)?;
        if let Some(at) = piece.iter().rposition(|byte| *byte == b'\n') {
            end = from + at as u64 + 1;
            break;
        }
        end = from;
    }
    if end < length {
        file.set_len(end)?;
    }
    Ok(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torn_line_is_cut_off_and_a_large_file_is_set_aside() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("siem.jsonl");
        let sink = FileSink {
            path: path.clone(),
            bytes_max: 20,
        };
        sink.append("{\"a\":1}\n").unwrap();
        let mut torn = OpenOptions::new().append(true).open(&path).unwrap();
        torn.write_all(b"{\"b\"").unwrap();
        sink.append("{\"c\":1}\n").unwrap();
        assert_eq!(
            std::fs::read_to_string(&path).unwrap(),
            "{\"a\":1}\n{\"c\":1}\n"
        );
        sink.append("{\"d\":1}\n").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "{\"d\":1}\n");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
