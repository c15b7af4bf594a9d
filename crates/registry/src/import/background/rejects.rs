//! What all runs of an import wrote of rejected rows, as one.
//!
//! A run that was cut off may leave half a record at the end, and records of rows that the next run
//! read again: neither is told.

use kofa_domain::Result;
use kofa_store::Vault;

use super::ImportLine;
use super::rows::RejectPiece;

/// Bytes of rejected rows that are handed out at once.
pub(super) const BYTES_MAX: u64 = 8 * 1024 * 1024;
const HEADER: &[u8] = b"line,reason,row\n";

/// What a piece is sealed for.
pub(crate) fn context(import: &str, rows_before: i64, bytes_before: i64) -> String {
    format!("registry-import.rejects/{import}/{rows_before}/{bytes_before}")
}

/// What each run wrote, in their order.
///
/// # Errors
/// `internal_error` if a piece was not sealed for its place with this key.
pub(super) fn opened(
    vault: &Vault,
    import: &str,
    pieces: Vec<RejectPiece>,
) -> Result<Vec<Vec<u8>>> {
    let mut runs: Vec<(i64, Vec<u8>)> = Vec::new();
    for piece in pieces {
        let context = context(import, piece.rows_before, piece.bytes_before);
        let text = vault.open(&context, &piece.sealed)?;
        match runs.last_mut() {
            Some((rows, run)) if *rows == piece.rows_before => {
                run.extend_from_slice(text.expose());
            }
            _ => runs.push((piece.rows_before, text.expose().clone())),
        }
    }
    Ok(runs.into_iter().map(|(_, run)| run).collect())
}

/// The records of all runs, and whether that is all of them.
pub(super) fn joined(runs: &[Vec<u8>]) -> (Vec<u8>, bool) {
    let begins: Vec<Option<u64>> = runs.iter().map(|run| first_line(run)).collect();
    let mut all = HEADER.to_vec();
    for (place, run) in runs.iter().enumerate() {
        let again = begins[place + 1..].iter().flatten().min();
        let room = usize::try_from(BYTES_MAX).unwrap_or(usize::MAX);
        let room = room.saturating_sub(all.len());
        let text = &run[..run.len().min(room + 1)];
        let mut was_read_again = false;
        for record in records(text) {
            was_read_again = again.is_some_and(|first| line_of(record) >= Some(*first));
            if was_read_again {
                break;
            }
            all.extend_from_slice(record);
        }
        if text.len() > room && !was_read_again {
            return (all, false);
        }
    }
    (all, true)
}

/// The first rejected rows of what was [`joined`], at most `most`: where, and why.
pub(super) fn first_of(all: &[u8], most: usize) -> Vec<ImportLine> {
    let reject = |record| {
        Some(ImportLine {
            line: line_of(record)?,
            reason: reason_of(record)?,
        })
    };
    records(all).filter_map(reject).take(most).collect()
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

/// The line of the first record of a run, if it has one.
fn first_line(text: &[u8]) -> Option<u64> {
    text.strip_prefix(HEADER).and_then(line_of)
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
    use super::*;

    fn runs(texts: &[&str]) -> Vec<Vec<u8>> {
        texts.iter().map(|text| text.as_bytes().to_vec()).collect()
    }

    #[test]
    fn runs_that_were_cut_off_leave_no_half_record_and_none_twice() {
        let check = |name: &str, texts: &[&str], expected: &str| {
            let (all, is_all) = joined(&runs(texts));
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
    }

    #[test]
    fn the_first_are_told_with_their_reasons() {
        let (all, _) = joined(&runs(&[
            "line,reason,row\n3,bad,\"a\n4,b,c\"\n9,ba",
            "line,reason,row\n12,\"no \"\"x\"\", or y\",\n13,z,\n",
        ]));
        let told = |most| {
            let first = first_of(&all, most).into_iter();
            first.map(|one| (one.line, one.reason)).collect::<Vec<_>>()
        };
        let line = |line, reason: &str| (line, reason.to_owned());
        let expected = [line(3, "bad"), line(12, "no \"x\", or y"), line(13, "z")];
        assert_eq!(told(50), expected);
        assert_eq!(told(2), expected[..2]);
    }

    #[test]
    fn what_is_too_much_ends_with_a_whole_record() {
        let mut text = String::from_utf8(HEADER.to_vec()).unwrap();
        for line in 2..100_000 {
            text.push_str(&format!("{line},bad,\"{}\n\"\n", "x".repeat(100)));
        }
        let (all, is_all) = joined(&runs(&[&text]));
        assert!(!is_all && all.len() as u64 <= BYTES_MAX);
        assert!(all.len() as u64 > BYTES_MAX - 200);
        assert!(text.as_bytes().starts_with(&all) && all.ends_with(b"\n\"\n"));
    }

    #[test]
    fn pieces_open_in_their_place_only() {
        let vault = Vault::new(&kofa_domain::Sensitive::new([7; 32]));
        let piece = |rows_before: i64, bytes_before: i64, text: &str| {
            let context = context("a", rows_before, bytes_before);
            let sealed = vault.seal(&context, text.as_bytes(), kofa_domain::Ids);
            RejectPiece {
                rows_before,
                bytes_before,
                sealed: sealed.unwrap(),
            }
        };
        let pieces = || vec![piece(0, 0, "li"), piece(0, 2, "ne"), piece(9, 0, "x")];
        assert_eq!(opened(&vault, "a", pieces()).unwrap(), runs(&["line", "x"]));
        assert!(opened(&vault, "b", pieces()).is_err());
        let mut moved = pieces();
        moved[1].bytes_before = 3;
        assert!(opened(&vault, "a", moved).is_err());
    }
}
