//! Tables as browsers print them: columns set close together, labels over several lines and at
//! the middle of their values, headings over cells. Which words are one cell tells only where
//! they stand.

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
fn a_row_whose_columns_nearly_touch_is_no_line_of_the_address_above() {
    let table = [
        (48.0, 200.0, "Customer name"),
        (132.0, 200.0, "Sunday Olatunbosun"),
        (48.0, 218.0, "Physical address"),
        (132.0, 218.0, "23 Ishaga Road, Mushin"),
        (48.0, 236.0, "Nearest bus stop"),
        (132.0, 236.0, "LUTH gate"),
        (48.0, 254.0, "Suburb"),
        (132.0, 254.0, "Idi-Araba"),
    ];
    check(&table, "23 Ishaga Road, Mushin");
    // Typewriters' spaces are wide and no columns.
    let lines = [
        (48.0, 200.0, "Customer Name : SUNDAY OLATUNBOSUN"),
        (48.0, 212.0, "Address       : 23 ISHAGA ROAD, MUSHIN"),
        (48.0, 224.0, "Tariff        : R2"),
    ];
    check(&lines, "23 ISHAGA ROAD, MUSHIN");
}

#[test]
fn a_label_in_two_lines_has_the_value_beside_its_first() {
    let table = [
        (48.0, 200.0, "Customer"),
        (48.0, 212.0, "Name"),
        (140.0, 200.0, "Amaka Obi"),
        (48.0, 230.0, "Service"),
        (48.0, 242.0, "Address"),
        (140.0, 230.0, "PLOT 1234, CADASTRAL ZONE"),
        (140.0, 242.0, "B06, MABUSHI, ABUJA"),
        (48.0, 260.0, "Account"),
        (48.0, 272.0, "Number"),
        (140.0, 260.0, "4411"),
    ];
    check(&table, "PLOT 1234, CADASTRAL ZONE B06, MABUSHI, ABUJA");
    let insurer = [
        (48.0, 200.0, "Insured"),
        (48.0, 212.0, "Address"),
        (100.0, 200.0, "15 Okigwe Road, Works Layout,"),
        (100.0, 212.0, "Owerri, Imo State"),
        (300.0, 200.0, "Insurer"),
        (300.0, 212.0, "Address"),
        (352.0, 200.0, "25 Obafemi Awolowo Way,"),
        (352.0, 212.0, "Ikeja, Lagos State"),
    ];
    check(&insurer, "15 Okigwe Road, Works Layout, Owerri, Imo State");
    // Fields of their own stay so.
    let fields = [
        (48.0, 200.0, "Customer"),
        (140.0, 200.0, "Amaka Obi"),
        (48.0, 212.0, "Address"),
        (140.0, 212.0, "12 Allen Avenue"),
        (140.0, 224.0, "Ikeja"),
        (48.0, 236.0, "Tariff"),
        (140.0, 236.0, "R2"),
    ];
    check(&fields, "12 Allen Avenue, Ikeja");
}

#[test]
fn a_label_at_the_middle_of_its_value_has_all_of_it_and_no_more() {
    let table = [
        (48.0, 200.0, "Customer Name"),
        (200.0, 200.0, "Grace Dung"),
        (48.0, 224.0, "Service Address"),
        (200.0, 218.0, "12 Hadejia Road"),
        (200.0, 230.0, "Yankaba"),
        (48.0, 260.0, "Branch Address"),
        (200.0, 248.0, "4 Post Office Road"),
        (200.0, 260.0, "Fagge"),
        (200.0, 272.0, "Kano"),
    ];
    check(&table, "12 Hadejia Road, Yankaba");
    let three = [
        (48.0, 200.0, "Customer Name"),
        (200.0, 200.0, "Grace Dung"),
        (48.0, 230.0, "Service Address"),
        (200.0, 218.0, "12 Hadejia Road"),
        (200.0, 230.0, "Yankaba"),
        (200.0, 242.0, "Kano"),
    ];
    check(&three, "12 Hadejia Road, Yankaba, Kano");
    // At its end, too.
    let mut end = three;
    end[2].1 = 242.0;
    check(&end, "12 Hadejia Road, Yankaba, Kano");
}

#[test]
fn a_heading_has_the_cell_that_stands_under_it_alone() {
    let table = [
        (48.0, 200.0, "Customer"),
        (190.0, 200.0, "Service address"),
        (420.0, 200.0, "Meter No"),
        (48.0, 229.0, "Ijeoma Eze"),
        (150.0, 229.0, "Plot 8, Thinkers Corner, Enugu East,"),
        (150.0, 241.0, "Enugu State"),
        (420.0, 229.0, "450188"),
        (490.0, 229.0, "12,300.00"),
    ];
    check(&table, "Plot 8, Thinkers Corner, Enugu East, Enugu State");
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

#[test]
fn a_label_set_flush_with_the_middle_of_its_value_has_all_of_it() {
    // The labels end at 142 points, nearer to the values than words of other columns are.
    for (name, supply, region, ends) in [
        ("Name:", "Supply Address:", "Region:", [112.5, 69.2, 107.5]),
        ("Name", "Supply Address", "Region", [115.3, 72.0, 110.3]),
    ] {
        let table = [
            (ends[0], 200.0, name),
            (150.0, 200.0, "Alhaji Sani Dantata"),
            (150.0, 218.0, "45 Zoo Road,"),
            (ends[1], 230.0, supply),
            (150.0, 230.0, "Gyadi Gyadi,"),
            (150.0, 242.0, "Kano State"),
            (ends[2], 260.0, region),
            (150.0, 260.0, "Kano Central"),
        ];
        check(&table, "45 Zoo Road, Gyadi Gyadi, Kano State");
    }
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
    check_rows(
        &table(heads, &one_line),
        "12 Allen Avenue, Ikeja, Lagos",
        true,
    );
    let plain = ["Name", "Address", "Phone"];
    check_rows(
        &table(plain, &one_line),
        "12 Allen Avenue, Ikeja, Lagos",
        true,
    );
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

#[test]
fn a_narrow_column_is_read_to_its_end() {
    let words = [
        "House 27,",
        "Low Cost",
        "Housing",
        "Estate,",
        "Rantya, Jos",
        "South Local",
        "Government",
        "Area, Plateau",
        "State",
    ];
    let mut cells = vec![
        (48.0, 200.0, "Customer"),
        (128.0, 200.0, "Nanret Dakwak"),
        (48.0, 218.0, "Supply Address"),
    ];
    let lines = words.iter().enumerate();
    cells.extend(lines.map(|(at, text)| (128.0, 218.0 + 12.0 * at as f32, *text)));
    let expected = "House 27, Low Cost, Housing Estate, Rantya, Jos South Local Government, \
                    Area, Plateau State";
    check(&cells, expected);
}
