//! The file of rows that were skipped.
//!
//! A process that is killed may leave half a record at its end. Whoever uses the file next cuts
//! it off, so that whole records are all that a finished import leaves.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, BufWriter, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use kofa_domain::no_formula;

use super::csv::quoted;

const HEADER: &[u8] = b"line,reason,row\n";
/// Longest record that is read again, in bytes: far more than one of the longest row, which has
/// 64 KiB, has in quotes.
const RECORD_BYTES_MAX: usize = 1024 * 1024;

/// Only for the one who imports: rows may be personal. What is there stays.
fn open(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Whether the reject file at `rejects` would be the file at `source`, by whatever name: another
/// path, a hard link or a symbolic one. What is not there is no other's.
///
/// # Errors
/// If it cannot be told what is there.
pub fn is_source(source: &Path, rejects: &Path) -> io::Result<bool> {
    match (place_of(source)?, place_of(rejects)?) {
        (Some(source), Some(rejects)) => Ok(source == rejects),
        _ => Ok(false),
    }
}

/// What tells the file at `path` from all others; `None` if there is none.
fn place_of(path: &Path) -> io::Result<Option<impl PartialEq + use<>>> {
    #[cfg(unix)]
    let found = std::fs::metadata(path).map(|about| {
        use std::os::unix::fs::MetadataExt as _;
        (about.dev(), about.ino())
    });
    #[cfg(not(unix))]
    let found = std::fs::canonicalize(path);
    match found {
        Ok(place) => Ok(Some(place)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Writes rejected rows; the file is made at the first.
#[derive(Debug)]
pub struct RejectFile {
    path: Option<PathBuf>,
    /// Whether what an earlier run of the same import wrote stays.
    goes_on: bool,
    file: Option<BufWriter<File>>,
}

impl RejectFile {
    /// At `path`, or nowhere. What is there is overwritten at the first rejected row.
    pub fn new(path: Option<PathBuf>) -> Self {
        Self {
            path,
            goes_on: false,
            file: None,
        }
    }

    /// At `path`, or nowhere, of an import that goes on where an earlier run of the same source
    /// was stopped: what that wrote stays, but for rows that are read again.
    pub fn going_on(path: Option<PathBuf>) -> Self {
        Self {
            goes_on: true,
            ..Self::new(path)
        }
    }

    /// Adds a row, as it stood in the source. Bytes that are not UTF-8 are replaced, and what a
    /// spreadsheet would take for a formula gets an apostrophe before it: whoever sent the file
    /// must not run one at whoever looks at what was wrong with it.
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
                let file = match self.goes_on {
                    true => before(path, line)?,
                    false => begun(open(path)?)?,
                };
                empty.insert(BufWriter::new(file))
            }
        };
        let row = String::from_utf8_lossy(row);
        // In one piece: what is flushed ends with a whole record.
        let record = format!(
            "{line},{},{}\n",
            quoted(&no_formula(reason)),
            quoted(&no_formula(&row))
        );
        file.write_all(record.as_bytes())
    }

    /// Brings what was added so far into the file, so that it outlives the process.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), BufWriter::flush)
    }

    /// Flushes; the path if anything was written. A file of an earlier run that was left as it
    /// is has whole records then.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(self) -> io::Result<Option<PathBuf>> {
        match (self.file, &self.path) {
            (Some(mut file), _) => {
                file.flush()?;
                Ok(self.path)
            }
            (None, Some(path)) if path.is_file() => {
                let file = open(path)?;
                if let Some(bytes) = whole(&file, u64::MAX)? {
                    file.set_len(bytes)?;
                }
                Ok(None)
            }
            (None, _) => Ok(None),
        }
    }
}

/// An empty reject file. What is no file, such as `/dev/null`, cannot be emptied and need not be.
fn begun(mut file: File) -> io::Result<File> {
    if file.metadata()?.is_file() {
        file.set_len(0)?;
        file.rewind()?;
    }
    file.write_all(HEADER)?;
    Ok(file)
}

/// The reject file at `path` with its whole records of rows before `line`, at its end.
fn before(path: &Path, line: u64) -> io::Result<File> {
    let mut file = open(path)?;
    // Who reads what is no file may wait for ever.
    let is_file = file.metadata()?.is_file();
    let found = if is_file { whole(&file, line)? } else { None };
    let Some(bytes) = found else {
        return begun(file);
    };
    file.set_len(bytes)?;
    file.seek(io::SeekFrom::End(0))?;
    Ok(file)
}

/// How many bytes the header and the whole records of rows before `line` have; `None` of what is
/// no reject file. A line break between quotes ends no record.
fn whole(file: &File, line: u64) -> io::Result<Option<u64>> {
    let mut source = BufReader::new(file);
    let mut record = Vec::new();
    source.rewind()?;
    let most = HEADER.len() as u64;
    source.by_ref().take(most).read_to_end(&mut record)?;
    if record != HEADER {
        return Ok(None);
    }
    let mut bytes = most;
    loop {
        record.clear();
        let mut is_quoted = false;
        let is_whole = loop {
            let from = record.len();
            let rest = (RECORD_BYTES_MAX - from) as u64;
            source.by_ref().take(rest).read_until(b'\n', &mut record)?;
            let quotes = record[from..].iter().filter(|byte| **byte == b'"').count();
            is_quoted ^= quotes % 2 == 1;
            if !record[from..].ends_with(b"\n") {
                break false;
            }
            if !is_quoted {
                break true;
            }
        };
        if !is_whole || line_of(&record).is_none_or(|of| of >= line) {
            return Ok(Some(bytes));
        }
        bytes += record.len() as u64;
    }
}

/// The line a record is about.
fn line_of(record: &[u8]) -> Option<u64> {
    let end = record.iter().position(|byte| *byte == b',')?;
    std::str::from_utf8(&record[..end]).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use kofa_store::Dialect;
    use kofa_store::testing::TestDatabase;

    use super::*;

    const WHOLE: &str = "line,reason,row\n3,bad,x\n5,\"a, b\",\"y\n\"\"z\"\"\"\n";
    /// What a write that was torn leaves behind it.
    const TORN: [&str; 8] = [
        "",
        "9",
        "9,",
        "9,bad",
        "9,bad,\"x\n",
        "9,bad,\"x\"\"\n",
        "9,bad,\"x\"",
        "\"",
    ];

    /// Runs an import that rejects these lines, over a file that `was` there; what is there then.
    async fn run(was: Option<&str>, goes_on: bool, lines: &[u64]) -> Option<String> {
        let database = TestDatabase::new(Dialect::Sqlite).await;
        let path = database.folder().join("rejects.csv");
        if let Some(text) = was {
            std::fs::write(&path, text).unwrap();
        }
        let mut file = match goes_on {
            true => RejectFile::going_on(Some(path.clone())),
            false => RejectFile::new(Some(path.clone())),
        };
        for line in lines {
            file.add(*line, "new", b"\"row\"").unwrap();
        }
        let told = file.finish().unwrap();
        assert_eq!(told, (!lines.is_empty()).then(|| path.clone()));
        std::fs::read_to_string(&path).ok()
    }

    #[tokio::test]
    async fn a_run_over_a_torn_file_leaves_whole_records() {
        let header = "line,reason,row\n";
        let new = |lines: &[u64]| -> String {
            let record = |line| format!("{line},new,\"\"\"row\"\"\"\n");
            lines.iter().map(record).collect()
        };
        for torn in TORN {
            let was = format!("{WHOLE}{torn}");
            let check = async |goes_on: bool, lines: &[u64], expected: &str| {
                let found = run(Some(&was), goes_on, lines).await;
                assert_eq!(found.as_deref(), Some(expected), "{torn:?} {goes_on}");
            };
            // Anew: the first rejected row overwrites it all.
            check(false, &[2], &format!("{header}{}", new(&[2]))).await;
            check(false, &[], WHOLE).await;
            // On: what is not read again stays.
            check(true, &[], WHOLE).await;
            check(true, &[6, 9], &format!("{WHOLE}{}", new(&[6, 9]))).await;
            let again = format!("{header}3,bad,x\n{}", new(&[5]));
            check(true, &[5], &again).await;
            check(true, &[2], &format!("{header}{}", new(&[2]))).await;
        }
    }

    #[tokio::test]
    async fn what_is_no_reject_file_is_cut_by_nobody() {
        let header = "line,reason,row\n";
        let record = "7,new,\"\"\"row\"\"\"\n";
        for goes_on in [false, true] {
            for other in ["line,reas", "", "a,b\n1,\"2"] {
                assert_eq!(run(Some(other), goes_on, &[]).await.as_deref(), Some(other));
                let found = run(Some(other), goes_on, &[7]).await;
                assert_eq!(found, Some(format!("{header}{record}")));
            }
            assert_eq!(run(None, goes_on, &[]).await, None);
            let found = run(None, goes_on, &[7]).await;
            assert_eq!(found, Some(format!("{header}{record}")));
        }
    }

    #[tokio::test]
    async fn a_rejected_row_is_no_formula() {
        let database = TestDatabase::new(Dialect::Sqlite).await;
        let path = database.folder().join("rejects.csv");
        let mut file = RejectFile::new(Some(path.clone()));
        for (line, row) in (2..).zip(["=1+1,A", "@SUM(A1)", "+1", "-5,\"B\"", "7,C"]) {
            file.add(line, "=bad", row.as_bytes()).unwrap();
        }
        file.finish().unwrap();
        let expected = "line,reason,row\n2,'=bad,\"'=1+1,A\"\n3,'=bad,'@SUM(A1)\n4,'=bad,'+1\n\
                        5,'=bad,\"'-5,\"\"B\"\"\"\n6,'=bad,\"7,C\"\n";
        assert_eq!(std::fs::read_to_string(&path).unwrap(), expected);
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn the_source_is_known_by_every_name_it_has() {
        let database = TestDatabase::new(Dialect::Sqlite).await;
        let at = |name: &str| database.folder().join(name);
        let source = at("big.csv");
        std::fs::write(&source, "rcNumber\n").unwrap();
        std::fs::write(at("other.csv"), "rcNumber\n").unwrap();
        std::fs::create_dir(at("folder")).unwrap();
        std::fs::hard_link(&source, at("hard.csv")).unwrap();
        std::os::unix::fs::symlink("big.csv", at("soft.csv")).unwrap();
        std::os::unix::fs::symlink("nowhere.csv", at("loose.csv")).unwrap();
        for (name, expected) in [
            ("big.csv", true),
            ("folder/../big.csv", true),
            ("hard.csv", true),
            ("soft.csv", true),
            ("other.csv", false),
            ("absent.csv", false),
            ("loose.csv", false),
        ] {
            assert_eq!(is_source(&source, &at(name)).unwrap(), expected, "{name}");
            assert_eq!(is_source(&at(name), &source).unwrap(), expected, "{name}");
        }
        assert!(!is_source(&at("absent.csv"), &at("absent.csv")).unwrap());
    }

    #[cfg(unix)]
    #[test]
    fn rows_may_be_rejected_to_what_is_no_file() {
        for goes_on in [false, true] {
            let mut nowhere = match goes_on {
                true => RejectFile::going_on(Some("/dev/null".into())),
                false => RejectFile::new(Some("/dev/null".into())),
            };
            nowhere.add(2, "bad", b"row").unwrap();
            nowhere.flush().unwrap();
            assert!(nowhere.finish().is_ok());
            let mut full = RejectFile::new(Some("/dev/full".into()));
            let error = full.add(2, "bad", b"row").unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        }
    }

    #[tokio::test]
    async fn a_record_without_an_end_is_not_read_whole() {
        let endless = format!("{WHOLE}9,bad,\"{}", "x\n".repeat(RECORD_BYTES_MAX));
        let found = run(Some(&endless), true, &[]).await;
        assert_eq!(found.as_deref(), Some(WHOLE));
    }
}
