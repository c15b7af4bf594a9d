//! The reject files of all runs of an import as one.
//!
//! A run that was cut off may leave half a record at the end of its file, and records of rows
//! that the next run read again: neither is told.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::ImportLine;

/// Bytes of rejected rows that are handed out at once.
const BYTES_MAX: u64 = 8 * 1024 * 1024;
/// Bytes in which the number of the first line stands, with room to spare.
const BEGINNING_BYTES: u64 = 64;
const HEADER: &[u8] = b"line,reason,row\n";

/// The records of all files in `folder`, and whether that is all of them.
pub(super) fn read_rejects(folder: &Path) -> io::Result<(Vec<u8>, bool)> {
    let named = |entry: io::Result<fs::DirEntry>| {
        let path = entry.ok()?.path();
        let name = path.file_name()?.to_str()?;
        name.starts_with("rejects-").then(|| path.clone())
    };
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?.filter_map(named).collect();
    // Their names say after how many rows each run began.
    files.sort();
    let mut begins = Vec::with_capacity(files.len());
    for file in &files {
        begins.push(first_line(file)?);
    }
    let mut all = HEADER.to_vec();
    for (place, file) in files.iter().enumerate() {
        let again = begins[place + 1..].iter().flatten().min();
        let room = BYTES_MAX.saturating_sub(all.len() as u64);
        let text = beginning(file, room + 1)?;
        let mut was_read_again = false;
        for record in records(&text) {
            was_read_again = again.is_some_and(|first| line_of(record) >= Some(*first));
            if was_read_again {
                break;
            }
            all.extend_from_slice(record);
        }
        if text.len() as u64 > room && !was_read_again {
            return Ok((all, false));
        }
    }
    Ok((all, true))
}

/// The first rejected rows of all runs, at most `most`: where, and why.
pub(super) fn first_rejects(folder: &Path, most: usize) -> io::Result<Vec<ImportLine>> {
    let (all, _) = read_rejects(folder)?;
    let reject = |record| {
        Some(ImportLine {
            line: line_of(record)?,
            reason: reason_of(record)?,
        })
    };
    Ok(records(&all).filter_map(reject).take(most).collect())
}

/// Why the row of a record was rejected.
fn reason_of(record: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(record);
    let (_, rest) = text.split_once(',')?;
    let mut is_quoted = false;
    let is_end = |c: char| {
        is_quoted ^= c == '"';
        c == ',' && !is_quoted
    };
    let field = rest.split(is_end).next()?;
    let inner = field.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    Some(inner.map_or_else(|| field.to_owned(), |inner| inner.replace("\"\"", "\"")))
}

fn beginning(file: &Path, bytes: u64) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    fs::File::open(file)?.take(bytes).read_to_end(&mut text)?;
    Ok(text)
}

/// The line of the first record of a file, if it has one.
fn first_line(file: &Path) -> io::Result<Option<u64>> {
    let text = beginning(file, BEGINNING_BYTES)?;
    Ok(text.strip_prefix(HEADER).and_then(line_of))
}

/// The line a record is about.
fn line_of(record: &[u8]) -> Option<u64> {
    let end = record.iter().position(|byte| *byte == b',')?;
    std::str::from_utf8(&record[..end]).ok()?.parse().ok()
}

/// The whole records of a file, without its header. A line break between quotes ends none.
fn records(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut is_quoted = false;
    let records = text.split_inclusive(move |byte| {
        is_quoted ^= *byte == b'"';
        *byte == b'\n' && !is_quoted
    });
    let is_whole = |record: &&[u8]| {
        let quotes = record.iter().filter(|byte| **byte == b'"').count();
        record.ends_with(b"\n") && quotes % 2 == 0
    };
    records.skip(1).filter(is_whole)
}

#[cfg(test)]
mod tests {
    use kofa_store::Dialect;
    use kofa_store::testing::TestDatabase;

    use super::*;

    #[tokio::test]
    async fn runs_that_were_cut_off_leave_no_half_record_and_none_twice() {
        let database = TestDatabase::new(Dialect::Sqlite).await;
        let check = |name: &str, runs: &[&str], expected: &str| {
            let folder = database.folder().join(name);
            fs::create_dir(&folder).unwrap();
            for (place, run) in runs.iter().enumerate() {
                let file = folder.join(format!("rejects-{:012}.csv", place * 2_000));
                fs::write(file, run).unwrap();
            }
            let (all, is_all) = read_rejects(&folder).unwrap();
            assert_eq!(String::from_utf8(all).unwrap(), expected, "{name}");
            assert!(is_all, "{name}");
        };
        let whole = "line,reason,row\n3,bad,x\n5,\"a, b\",\"y\n\"\"z\"\"\"\n";
        check("none", &[], "line,reason,row\n");
        check("one", &[whole], whole);
        let halves = [
            "9",
            "9,bad",
            "9,bad,\"x\n",
            "9,bad,\"x\"\"\n",
            "9,bad,\"x\"",
        ];
        for (place, half) in halves.into_iter().enumerate() {
            let torn = format!("{whole}{half}");
            check(&format!("torn {place}"), &[&torn], whole);
        }
        // The run after it read line 5 again.
        check(
            "again",
            &[whole, "line,reason,row\n5,bad,y\n", "line,reas"],
            "line,reason,row\n3,bad,x\n5,bad,y\n",
        );
        check(
            "on",
            &[whole, "line,reason,row\n12,bad,y\n"],
            &format!("{whole}12,bad,y\n"),
        );
    }

    #[tokio::test]
    async fn the_first_rejected_rows_are_those_of_the_first_run() {
        let database = TestDatabase::new(Dialect::Sqlite).await;
        let folder = database.folder().join("runs");
        fs::create_dir(&folder).unwrap();
        let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
        write(
            "rejects-000000000000.csv",
            "line,reason,row\n3,bad,\"a\n4,b,c\"\n9,ba",
        );
        write(
            "rejects-000000002000.csv",
            "line,reason,row\n12,\"no \"\"x\"\", or y\",\n13,z,\n",
        );
        let told = |most| {
            let first = first_rejects(&folder, most).unwrap().into_iter();
            first.map(|one| (one.line, one.reason)).collect::<Vec<_>>()
        };
        let line = |line, reason: &str| (line, reason.to_owned());
        let all = [line(3, "bad"), line(12, "no \"x\", or y"), line(13, "z")];
        assert_eq!(told(50), all);
        assert_eq!(told(2), all[..2]);
    }

    #[tokio::test]
    async fn what_is_too_much_ends_with_a_whole_record() {
        let database = TestDatabase::new(Dialect::Sqlite).await;
        let mut text = String::from_utf8(HEADER.to_vec()).unwrap();
        for line in 2..100_000 {
            text.push_str(&format!("{line},bad,\"{}\n\"\n", "x".repeat(100)));
        }
        let folder = database.folder().join("much");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("rejects-000000000000.csv"), &text).unwrap();
        let (all, is_all) = read_rejects(&folder).unwrap();
        assert!(!is_all && all.len() as u64 <= BYTES_MAX);
        assert!(all.len() as u64 > BYTES_MAX - 200);
        assert!(text.as_bytes().starts_with(&all) && all.ends_with(b"\n\"\n"));
    }
}
