//! Imported files: tables with any separator, and a JSON object a line.
#![no_main]

use kofa_input::rows::lines::{LINE_BYTES_MAX, Lines};
use kofa_input::rows::{Objects, SEPARATORS, Table, object_of};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    table(bytes);
    let mut lines = Lines::new(bytes);
    let mut objects = Objects::of(&mut lines);
    let mut last = 0;
    while let Ok(Some(line)) = objects.next_line() {
        assert!(line.number > last, "lines are counted upwards");
        last = line.number;
        let _ = object_of(&line);
    }
    assert!(lines.bytes() <= bytes.len() as u64);
});

fn table(bytes: &[u8]) {
    let mut lines = Lines::new(bytes);
    let Ok(Some(mut table)) = Table::begin(&mut lines, SEPARATORS, "things") else {
        return;
    };
    let _ = table.places(["rcNumber", "companyName"]);
    let (columns, mut last) = (table.names().len(), table.line());
    while let Ok(Some(row)) = table.next_row() {
        assert!(row.line > last, "rows are counted upwards");
        last = row.line;
        assert!(row.text.len() <= 2 * LINE_BYTES_MAX, "a row has a bound");
        if let Ok(cells) = table.cells(&row) {
            assert_eq!(cells.len(), columns);
            // Nothing is in a cell that was not in the row.
            assert!(cells.iter().map(|cell| cell.len()).sum::<usize>() <= row.text.len());
        }
    }
}
