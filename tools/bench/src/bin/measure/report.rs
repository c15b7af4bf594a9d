//! Tables as text.

use std::path::Path;

use anyhow::Context as _;

const BEGIN: &str = "<!-- measured: begin -->";
const END: &str = "<!-- measured: end -->";

/// A table of Markdown.
#[derive(Debug)]
pub(crate) struct Table(String);

impl Table {
    pub(crate) fn new(columns: &[&str]) -> Self {
        let mut table = Self(String::new());
        table.row(columns);
        table.row(&vec!["---"; columns.len()]);
        table
    }

    pub(crate) fn row(&mut self, cells: &[impl AsRef<str>]) {
        self.0.push('|');
        for cell in cells {
            self.0.push(' ');
            self.0.push_str(cell.as_ref());
            self.0.push_str(" |");
        }
        self.0.push('\n');
    }

    pub(crate) fn text(self) -> String {
        self.0
    }
}

/// `12,345`
pub(crate) fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

pub(crate) fn ms(microseconds: f64) -> String {
    format!("{:.2}", microseconds / 1e3)
}

/// A target and whether the number keeps it.
pub(crate) fn verdict(target: &str, kept: bool) -> String {
    format!("{target}: {}", if kept { "kept" } else { "**missed**" })
}

/// Puts `text` between the marks of a file.
///
/// # Errors
/// If the file cannot be read or written, or has no marks.
pub(crate) fn replace(file: &Path, text: &str) -> anyhow::Result<()> {
    let old = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let marks = "the file has no marks to write between";
    let (before, rest) = old.split_once(BEGIN).context(marks)?;
    let (_, after) = rest.split_once(END).context(marks)?;
    let new = format!("{before}{BEGIN}\n{}\n{END}{after}", text.trim());
    Ok(std::fs::write(file, new)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_in_groups_of_three() {
        let check = |number: f64, text: &str| assert_eq!(thousands(number), text);
        check(7.4, "7");
        check(999.0, "999");
        check(1_000.0, "1,000");
        check(12_345_678.0, "12,345,678");
    }
}
