//! Rows of a bank statement are never its holder's address.

use kofa_address::read::read_here;
use kofa_address::{Extraction, Limits, Options, ReviewReason, extract};
use kofa_samples::Sheet;

fn read(sheet: Sheet) -> Extraction {
    let document = read_here(&sheet.pdf(), &Limits::default()).expect("a text layer");
    extract(&document, &Options::default())
}

/// A statement with these cells in the rows of its table, and lines of a holder.
fn statement(holder: &[&str], rows: &[&[(f32, &str)]]) -> Sheet {
    let mut sheet = Sheet::new();
    sheet.lines(&["ACCOUNT STATEMENT"]).skip(20.0).lines(holder);
    sheet.skip(40.0).row(&[
        (48.0, "Date"),
        (130.0, "Description"),
        (410.0, "Amount"),
        (490.0, "Balance"),
    ]);
    for row in rows {
        sheet.row(row);
    }
    sheet
}

/// Rows of tables as banks print them.
fn tables() -> Vec<Vec<&'static [(f32, &'static str)]>> {
    vec![
        vec![&[(
            48.0,
            "POS PURCHASE AT SHOPRITE LEKKI 12 ADMIRALTY WAY LAGOS 5,000.00",
        )]],
        vec![&[(
            48.0,
            "POS PURCHASE AT 12 ADMIRALTY WAY, LEKKI, LAGOS 5,000.00",
        )]],
        vec![&[(
            48.0,
            "Your POS payment at 12 Admiralty Way, Lekki, Lagos State",
        )]],
        vec![&[
            (48.0, "02/10/2026"),
            (130.0, "POS PURCHASE AT 12 ADMIRALTY WAY, LEKKI, LAGOS"),
            (410.0, "5,000.00"),
        ]],
        // The description goes on in the next line, under a shop that looks like a name.
        vec![
            &[
                (48.0, "02/10/2026"),
                (130.0, "POS PURCHASE"),
                (410.0, "5,000.00"),
            ],
            &[(130.0, "12 ADMIRALTY WAY, LEKKI, LAGOS")],
        ],
        vec![
            &[(130.0, "POS PURCHASE AT SHOPRITE")],
            &[(130.0, "AT 12 ADMIRALTY WAY, LEKKI, LAGOS")],
        ],
        vec![
            &[
                (48.0, "02-Oct-2026"),
                (130.0, "POS Mama Nkechi"),
                (410.0, "5,000.00"),
            ],
            &[(130.0, "Stores Lekki")],
            &[(130.0, "12 Admiralty Way, Lekki, Lagos State")],
        ],
        vec![&[(48.0, "ATM WDL 12 Allen Avenue, Ikeja, Lagos")]],
        vec![&[(
            48.0,
            "Terminal Location: 12 Admiralty Way, Lekki, Lagos State",
        )]],
    ]
}

#[test]
fn where_a_card_was_used_is_nobodys_address() {
    for table in tables() {
        let got = read(statement(&["MRS ADA OBI"], &table));
        assert_eq!(got.full_address, "", "{table:?}: {:#?}", got.candidates);
        assert_eq!(got.review_reasons, [ReviewReason::NoAddress], "{table:?}");
    }
}

#[test]
fn the_holders_address_stands_above_the_rows() {
    let holder = ["MRS ADA OBI", "47 Ogui Road,", "Enugu, Enugu State"];
    for table in tables() {
        let got = read(statement(&holder, &table));
        assert_eq!(
            got.full_address, "47 Ogui Road, Enugu, Enugu State",
            "{table:?}"
        );
        assert!(
            !got.review_reasons.contains(&ReviewReason::CloseCandidates),
            "{table:?}"
        );
    }
}
