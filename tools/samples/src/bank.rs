//! Bank statements: the branch stands above the holder.

use super::{Expected, Font, Sample, Sheet};

pub(super) fn all() -> Vec<Sample> {
    vec![branch_above_holder(), labelled_branch(), holder_abroad()]
}

fn transactions(sheet: &mut Sheet) {
    sheet.font(Font::Bold, 9.0);
    sheet.row(&[
        (48.0, "Date"),
        (130.0, "Description"),
        (330.0, "Debit"),
        (410.0, "Credit"),
        (490.0, "Balance"),
    ]);
    sheet.font(Font::Regular, 9.0);
    sheet.row(&[
        (48.0, "02/10/2026"),
        (130.0, "POS Shoprite Ikeja City Mall"),
        (330.0, "8,200.00"),
        (490.0, "141,800.00"),
    ]);
    sheet.row(&[
        (48.0, "05/10/2026"),
        (130.0, "Transfer from A Bello"),
        (410.0, "50,000.00"),
        (490.0, "191,800.00"),
    ]);
    sheet.row(&[
        (48.0, "09/10/2026"),
        (130.0, "ATM WDL 12 Allen Avenue Ikeja"),
        (330.0, "20,000.00"),
        (490.0, "171,800.00"),
    ]);
}

fn branch_above_holder() -> Sample {
    let mut sheet = Sheet::new();
    sheet
        .font(Font::Bold, 15.0)
        .lines(&["ZENITH BANK PLC"])
        .font(Font::Regular, 9.0);
    sheet
        .lines(&["Opebi Branch", "61 Opebi Road, Ikeja, Lagos"])
        .skip(24.0);
    sheet.font(Font::Regular, 10.0);
    sheet.lines(&[
        "MR CHUKWUEMEKA DANIEL NWOSU",
        "47, OGUI ROAD,",
        "OPP. POLO PARK,",
        "ENUGU NORTH, ENUGU",
    ]);
    sheet.at(360.0, 110.0).lines(&[
        "Account Number: 1002345678",
        "Account Type: Savings",
        "Currency: NGN",
        "Period: 01/10/2026 - 31/10/2026",
        "Opening Balance: 150,000.00",
    ]);
    sheet.at(48.0, 240.0);
    transactions(&mut sheet);
    sheet
        .at(48.0, 805.0)
        .font(Font::Regular, 7.0)
        .lines(&["Plot 84 Ajose Adeogun Street, Victoria Island, Lagos. SPECIMEN"]);
    Sample {
        name: "statement with the branch above the holder, nothing labelled",
        pdf: sheet.pdf(),
        expected: Expected {
            full_address: "47, OGUI ROAD, OPP. POLO PARK, ENUGU NORTH, ENUGU",
            street: "47 Ogui Road, Opp. Polo Park",
            city: "Enugu",
            lga: "Enugu North",
            state: "Enugu",
            country: "Nigeria",
        },
    }
}

fn labelled_branch() -> Sample {
    let mut sheet = Sheet::new();
    sheet
        .font(Font::Bold, 15.0)
        .lines(&["Guaranty Trust (SPECIMEN)"])
        .font(Font::Regular, 10.0);
    sheet.lines(&[
        "CUSTOMER STATEMENT",
        "Branch: 635 Akin Adesola Street, Victoria Island, Lagos",
        "Address: 26 Unity Road, Tanke, Ilorin South, Kwara State",
        "Account Name: KEMI OYEDIRAN",
        "Account Number: 0123456789",
        "Statement Period: 01-Oct-2026 to 31-Oct-2026",
    ]);
    sheet.skip(30.0);
    transactions(&mut sheet);
    Sample {
        name: "statement with labelled branch and a bare Address",
        pdf: sheet.pdf(),
        expected: Expected {
            full_address: "26 Unity Road, Tanke, Ilorin South, Kwara State",
            street: "26 Unity Road",
            city: "Tanke",
            lga: "Ilorin South",
            state: "Kwara",
            country: "Nigeria",
        },
    }
}

fn holder_abroad() -> Sample {
    let mut sheet = Sheet::new();
    sheet
        .font(Font::Bold, 15.0)
        .lines(&["ACCESS BANK"])
        .font(Font::Regular, 10.0)
        .skip(20.0);
    sheet.lines(&[
        "Mrs Amina Yusuf",
        "Flat 2, 14 Camden Road",
        "London NW1 9DP",
        "United Kingdom",
    ]);
    sheet
        .skip(30.0)
        .lines(&["DOMICILIARY ACCOUNT STATEMENT (SPECIMEN)", "Currency: GBP"]);
    transactions(&mut sheet);
    Sample {
        name: "statement of a holder abroad",
        pdf: sheet.pdf(),
        expected: Expected {
            full_address: "Flat 2, 14 Camden Road, London NW1 9DP, United Kingdom",
            street: "Flat 2, 14 Camden Road",
            city: "London",
            country: "United Kingdom",
            ..Expected::default()
        },
    }
}
