//! Tables as browsers print them: headings over cells, and lists of several customers. Which words
//! are one cell tells only where they stand.

use kofa_address::read::read_here;
use kofa_address::{Extraction, Limits, Options, ReviewReason, extract};
use kofa_samples::Sheet;

type Cell = (f32, f32, &'static str);

/// A page of words at these places, from the left and the top, in points.
fn read(cells: &[Cell]) -> Extraction {
    let mut sheet = Sheet::new();
    for (x, y, text) in cells {
        sheet.at(*x, *y).lines(&[text]);
    }
    let document = read_here(&sheet.pdf(), &Limits::default()).expect("a text layer");
    extract(&document, &Options::default())
}

/// What such a page answers.
#[track_caller]
fn check(cells: &[Cell], expected: &str) {
    let got = read(cells);
    assert_eq!(got.full_address, expected, "{:#?}", got.candidates);
}

#[test]
fn a_heading_has_the_cell_that_stands_under_it_alone() {
    // The next row is another customer's.
    let list = [
        (48.0, 200.0, "Customer"),
        (150.0, 200.0, "Service address"),
        (48.0, 218.0, "Imo Bassey"),
        (150.0, 218.0, "22 Abak Road, Uyo, Akwa Ibom State"),
        (48.0, 236.0, "Ada Eze"),
        (150.0, 236.0, "7 Oron Road, Uyo, Akwa Ibom State"),
    ];
    check(&list, "22 Abak Road, Uyo, Akwa Ibom State");
}

/// Headings over rows of cells, and further lines of a cell, 12 points apart.
fn table(heads: [&'static str; 3], rows: &[[&'static [&'static str]; 3]]) -> Vec<Cell> {
    let lefts = [48.0, 150.0, 400.0];
    let mut y = 200.0;
    let mut cells: Vec<Cell> = std::iter::zip(lefts, heads)
        .map(|(x, head)| (x, y, head))
        .collect();
    for row in rows {
        y += 18.0;
        let lines = row.iter().map(|lines| lines.len()).max().unwrap_or(1);
        for (x, cell) in std::iter::zip(lefts, row) {
            // Cells stand at the middle of their rows, as browsers set them.
            let from = y + 6.0 * (lines - cell.len()) as f32;
            let below = cell.iter().enumerate();
            cells.extend(below.map(|(at, text)| (x, from + 12.0 * at as f32, *text)));
        }
        y += 12.0 * (lines - 1) as f32;
    }
    cells
}

/// What is answered of a table, and whether other rows fit about as well.
#[track_caller]
fn check_rows(cells: &[Cell], expected: &str, close: bool) {
    let got = read(cells);
    assert_eq!(got.full_address, expected, "{:#?}", got.candidates);
    let said = got.review_reasons.contains(&ReviewReason::CloseCandidates);
    assert_eq!(said, close, "{:#?}", got.candidates);
    assert_eq!(got.requires_review, close, "{:?}", got.review_reasons);
}

#[test]
fn a_list_of_customers_is_for_a_person_to_look_at() {
    let heads = ["Customer Name", "Service Address", "Amount"];
    let one_line: [[&[&str]; 3]; 3] = [
        [
            &["Ada Obi"],
            &["12 Allen Avenue, Ikeja, Lagos"],
            &["2,000.00"],
        ],
        [
            &["Musa Bello"],
            &["4 Toyin Street, Ikeja, Lagos"],
            &["3,000.00"],
        ],
        [
            &["Bola Ade"],
            &["77 Opebi Road, Ikeja, Lagos"],
            &["1,000.00"],
        ],
    ];
    // The judge takes any of the rows.
    for heads in [heads, ["Name", "Address", "Phone"]] {
        let got = read(&table(heads, &one_line));
        let rows = one_line.map(|[_, address, _]| address[0]);
        assert!(rows.contains(&got.full_address.as_str()), "{got:?}");
        assert!(got.requires_review, "{:?}", got.review_reasons);
    }
    // Without a state nothing but the rows says that one address ends.
    let no_state: [[&[&str]; 3]; 3] = [
        [&["Ada Obi"], &["12 Allen Avenue, Ikeja"], &["2,000.00"]],
        [&["Musa Bello"], &["4 Toyin Street, Ikeja"], &["3,000.00"]],
        [&["Bola Ade"], &["77 Opebi Road, Ikeja"], &["1,000.00"]],
    ];
    check_rows(&table(heads, &no_state), "12 Allen Avenue, Ikeja", true);
    let two_lines: [[&[&str]; 3]; 2] = [
        [
            &["Ada Obi"],
            &["12 Allen Avenue,", "Ikeja, Lagos"],
            &["2,000.00"],
        ],
        [
            &["Musa Bello"],
            &["4 Toyin Street,", "Ikeja, Lagos"],
            &["3,000.00"],
        ],
    ];
    check_rows(
        &table(heads, &two_lines),
        "12 Allen Avenue, Ikeja, Lagos",
        true,
    );
}

#[test]
fn several_services_of_one_customer_are_one_address() {
    let heads = ["Service", "Service Address", "Amount"];
    let services: [[&[&str]; 3]; 3] = [
        [
            &["Water"],
            &["12 Allen Avenue, Ikeja, Lagos"],
            &["2,000.00"],
        ],
        [
            &["Sewage"],
            &["12 Allen Avenue, Ikeja, Lagos"],
            &["3,000.00"],
        ],
        [&["Refuse"], &["12 ALLEN AVENUE, IKEJA"], &["1,000.00"]],
    ];
    check_rows(
        &table(heads, &services),
        "12 Allen Avenue, Ikeja, Lagos",
        false,
    );
    let three_lines: [[&[&str]; 3]; 1] = [[
        &["Water"],
        &[
            "Flat 3, Rose Court,",
            "12 Allen Avenue, Ikeja,",
            "Lagos State",
        ],
        &["2,000.00"],
    ]];
    let expected = "Flat 3, Rose Court, 12 Allen Avenue, Ikeja, Lagos State";
    check_rows(&table(heads, &three_lines), expected, false);
    // What else stands below, without cells beside it, is no row.
    let mut footer = table(heads, &services);
    footer.push((150.0, 280.0, "9 Oremeji Street, Ojodu, Lagos"));
    check_rows(&footer, "12 Allen Avenue, Ikeja, Lagos", false);
}
