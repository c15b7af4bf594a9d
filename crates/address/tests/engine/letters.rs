//! Whose address stands above a letter, in a sentence, and between the boxes of a form.

use kofa_address::read::read_here;
use kofa_address::{Limits, Options, extract};
use kofa_samples::Sheet;

fn address(sheet: Sheet) -> String {
    let document = read_here(&sheet.pdf(), &Limits::default()).expect("a text layer");
    extract(&document, &Options::default()).full_address
}

/// A letter to a bank: the writer's lines above, and how it ends.
fn letter(above: &[(f32, &str)], end: &[&str]) -> Sheet {
    let mut sheet = Sheet::new();
    for (at, (x, line)) in above.iter().enumerate() {
        sheet.at(*x, 56.0 + 13.0 * at as f32).lines(&[line]);
    }
    sheet
        .at(48.0, 150.0)
        .lines(&["The Branch Manager,", "Palm Trust Bank Plc,"])
        .lines(&["9 Station Road, Aba, Abia State"])
        .skip(14.0)
        .lines(&["Dear Sir,", "REQUEST FOR A STATEMENT"])
        .lines(&["Kindly send me the statement of my account."])
        .skip(30.0)
        .lines(end);
    sheet
}

const ADA: &[&str] = &["Yours faithfully,", "Ada Chinelo Obi"];

#[test]
fn who_signs_a_letter_to_an_office_lives_where_its_head_says() {
    let block = [
        (360.0, "Rose Villa,"),
        (360.0, "12 Bode Thomas Street,"),
        (360.0, "Surulere, Lagos."),
        (360.0, "3 November 2026"),
    ];
    let whole = "Rose Villa, 12 Bode Thomas Street, Surulere, Lagos";
    assert_eq!(address(letter(&block, ADA)).trim_end_matches('.'), whole);
    // Each line a step further in.
    let stepped: Vec<(f32, &str)> = block
        .iter()
        .enumerate()
        .map(|(at, (_, line))| (320.0 + 14.0 * at as f32, *line))
        .collect();
    assert_eq!(address(letter(&stepped, ADA)).trim_end_matches('.'), whole);
}

#[test]
fn a_firm_that_writes_has_no_residence() {
    let block = [
        (360.0, "12 Bode Thomas Street,"),
        (360.0, "Surulere, Lagos."),
        (360.0, "3 November 2026"),
    ];
    let firm = &[
        "Yours faithfully,",
        "For: Adamawa Textiles Limited",
        "Musa Bello",
    ];
    assert_eq!(address(letter(&block, firm)), "");
}

#[test]
fn the_tenant_is_told_from_the_landlord_and_the_next_of_kin_from_the_patient() {
    let mut sheet = Sheet::new();
    sheet.lines(&[
        "THIS AGREEMENT is made BETWEEN Musa Bello of 4 Unity Close, Keffi, Nasarawa State",
        "(hereinafter called \"the Landlord\") AND Ada Obi of Rose Villa, 12 Bode Thomas Street,",
        "Surulere, Lagos (hereinafter called \"the Tenant\") of the other part. The Landlord lets",
        "and the Tenant takes the flat.",
    ]);
    assert_eq!(
        address(sheet),
        "Rose Villa, 12 Bode Thomas Street, Surulere, Lagos"
    );
    let mut sheet = Sheet::new();
    sheet.lines(&[
        "Patient: Ada Obi",
        "Add: 12 Bode Thomas Street, Surulere, Lagos",
        "Address of next of kin: 4 Unity Close, Keffi, Nasarawa State",
    ]);
    assert_eq!(address(sheet), "12 Bode Thomas Street, Surulere, Lagos");
}

#[test]
fn a_narrow_box_beside_empty_fields_is_read_to_its_end() {
    let mut sheet = Sheet::new();
    sheet
        .row(&[(48.0, "Surname:"), (120.0, "OBI"), (300.0, "Address:")])
        .row(&[
            (48.0, "First Name:"),
            (120.0, "ADA"),
            (300.0, "12 Bode Thomas"),
        ])
        .row(&[(48.0, "Middle Name:"), (300.0, "Street, Surulere,")])
        .row(&[(48.0, "Gender:"), (120.0, "F"), (300.0, "Lagos")]);
    assert_eq!(address(sheet), "12 Bode Thomas Street, Surulere, Lagos");
}

#[test]
fn the_occupier_lives_behind_all_lines_of_an_envelope() {
    let mut sheet = Sheet::new();
    sheet.at(48.0, 140.0).lines(&[
        "The Occupier,",
        "Flat 4,",
        "12 Bode Thomas Street,",
        "Surulere, Lagos",
    ]);
    assert_eq!(
        address(sheet),
        "Flat 4, 12 Bode Thomas Street, Surulere, Lagos"
    );
}
