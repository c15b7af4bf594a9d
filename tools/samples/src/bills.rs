//! Utility bills, invoices and receipts.

use super::{Expected, Font, Sample, Sheet};

/// What varies on an electricity bill.
#[derive(Clone, Copy, Debug)]
pub struct ElectricityBill<'a> {
    /// The customer, an invented one.
    pub customer: &'a str,
    /// Service address, line by line.
    pub address: &'a [&'a str],
    /// For example `October 2026`.
    pub month: &'a str,
    /// For example `18,450.00`, in naira.
    pub total: &'a str,
}

impl Default for ElectricityBill<'_> {
    fn default() -> Self {
        Self {
            customer: "ADAEZE CHINELO OKAFOR",
            address: &[
                "Flat 3, 17 Oladipo Labinjo Crescent",
                "Off Bode Thomas Street",
                "Surulere, Lagos State",
            ],
            month: "October 2026",
            total: "18,450.00",
        }
    }
}

/// An electricity bill of a Lagos distribution company: letterhead and head office above,
/// labelled customer data in two columns, pay points below.
pub fn sample_bill(bill: &ElectricityBill<'_>) -> Vec<u8> {
    let mut sheet = Sheet::new();
    sheet.band(0.0, 70.0).colour(1.0, 1.0, 1.0);
    sheet
        .at(48.0, 36.0)
        .font(Font::Bold, 18.0)
        .lines(&["EKO ELECTRICITY DISTRIBUTION PLC"]);
    sheet
        .font(Font::Regular, 8.0)
        .lines(&["Head Office: 24/25 Marina, Lagos   Tel: 0700 123 4567   www.ekedp.example"]);
    sheet
        .colour(0.0, 0.0, 0.0)
        .at(48.0, 100.0)
        .font(Font::Bold, 13.0);
    sheet
        .lines(&["ELECTRICITY BILL (SPECIMEN)"])
        .font(Font::Regular, 10.0)
        .skip(12.0);
    sheet.row(&[
        (48.0, "Account Name:"),
        (150.0, bill.customer),
        (360.0, "Bill Month:"),
        (450.0, bill.month),
    ]);
    sheet.row(&[
        (48.0, "Account No:"),
        (150.0, "0100 2233 44-01"),
        (360.0, "Tariff Class:"),
        (450.0, "A-NMD"),
    ]);
    let mut lines = bill.address.iter();
    let first = lines.next().copied().unwrap_or_default();
    sheet.row(&[
        (48.0, "Service Address:"),
        (150.0, first),
        (360.0, "Meter No:"),
        (450.0, "04172233445"),
    ]);
    for line in lines {
        sheet.row(&[(150.0, line)]);
    }
    sheet.row(&[
        (48.0, "Business District:"),
        (150.0, "Orile"),
        (360.0, "Feeder:"),
        (450.0, "Ijora 11kV"),
    ]);
    sheet.skip(20.0).font(Font::Bold, 10.0);
    sheet.row(&[
        (48.0, "Description"),
        (260.0, "Units (kWh)"),
        (360.0, "Rate (N)"),
        (460.0, "Amount (N)"),
    ]);
    sheet.font(Font::Regular, 10.0);
    sheet.row(&[
        (48.0, "Energy charge"),
        (260.0, "82.5"),
        (360.0, "209.50"),
        (460.0, "17,283.75"),
    ]);
    sheet.row(&[(48.0, "VAT 7.5%"), (460.0, "1,166.25")]);
    sheet.row(&[(48.0, "Total due"), (460.0, bill.total)]);
    sheet.skip(16.0).font(Font::Regular, 8.0).lines(&[
        "Please pay within 14 days at any of our pay points.",
        "Pay points: 5 Adeola Odeku Street, Victoria Island | 12 Randle Avenue, Surulere",
    ]);
    sheet.pdf()
}

pub(super) fn all() -> Vec<Sample> {
    vec![
        electricity(),
        electricity_in_columns(),
        water(),
        waste(),
        telecom(),
        receipt(),
        run_on(),
    ]
}

fn electricity() -> Sample {
    Sample {
        name: "electricity bill with head office and pay points",
        pdf: sample_bill(&ElectricityBill::default()),
        expected: Expected {
            full_address: "Flat 3, 17 Oladipo Labinjo Crescent, Off Bode Thomas Street, \
                           Surulere, Lagos State",
            street: "Flat 3, 17 Oladipo Labinjo Crescent, Off Bode Thomas Street",
            city: "Surulere",
            lga: "Surulere",
            state: "Lagos",
            country: "Nigeria",
        },
    }
}

fn electricity_in_columns() -> Sample {
    let mut sheet = Sheet::new();
    sheet
        .font(Font::Bold, 16.0)
        .at(48.0, 50.0)
        .lines(&["AEDC", "Abuja Electricity Distribution Plc"]);
    sheet
        .font(Font::Regular, 8.0)
        .lines(&["1 Ziguinchor Street, Off IBB Way, Wuse Zone 4, Abuja"]);
    sheet
        .at(48.0, 130.0)
        .font(Font::Bold, 10.0)
        .lines(&["CUSTOMER DETAILS"]);
    sheet.font(Font::Regular, 10.0).lines(&[
        "Customer Name",
        "IBRAHIM MUSA DANJUMA",
        "Customer Address",
        "House 12, 21 Crescent, 2nd Avenue",
        "Gwarinpa Estate",
        "Abuja FCT",
        "Account Number",
        "23/44/55/6677-01",
    ]);
    sheet
        .at(320.0, 130.0)
        .font(Font::Bold, 10.0)
        .lines(&["BILL SUMMARY"]);
    sheet.font(Font::Regular, 10.0).lines(&[
        "Area Office",
        "Gwarinpa Area Office",
        "Plot 9 Life Camp Road, Gwarinpa, Abuja",
        "Tariff Class: A-NMD (Band A)",
        "Previous balance: 4,120.00",
        "Payment: 4,120.00",
        "Current charge: 22,310.45",
        "Due date: 14/11/2026",
    ]);
    sheet
        .at(48.0, 800.0)
        .font(Font::Regular, 7.0)
        .lines(&["Customer care: 39 Usuma Street, Maitama, Abuja. Tel: 0803 907 0070. SPECIMEN"]);
    Sample {
        name: "electricity bill in two columns, labels above values",
        pdf: sheet.pdf(),
        expected: Expected {
            full_address: "House 12, 21 Crescent, 2nd Avenue, Gwarinpa Estate, Abuja FCT",
            street: "House 12, 21 Crescent, 2nd Avenue",
            city: "Gwarinpa",
            lga: "Abuja Municipal Area Council",
            state: "FCT",
            country: "Nigeria",
        },
    }
}

fn water() -> Sample {
    let mut sheet = Sheet::new();
    sheet
        .font(Font::Bold, 14.0)
        .lines(&["LAGOS WATER CORPORATION"]);
    sheet
        .font(Font::Regular, 9.0)
        .lines(&["Water House, Ijora, Lagos", "Tel: 01-271 0430"]);
    sheet.skip(20.0).font(Font::Regular, 10.0);
    sheet
        .lines(&["WATER RATE DEMAND NOTICE (SPECIMEN)"])
        .skip(8.0);
    sheet.lines(&[
        "Customer Name: MRS. BOLANLE A. ADEYEMI",
        "Billing Address: P.O. Box 4410, Ikeja, Lagos",
        "Service Address: 9, ALHAJA KUDIRAT STREET, OFF AKERELE ROAD, SURULERE, LAGOS",
        "Account Number: LW/SUR/00921",
        "Area Office: Surulere Area Office, 3 Adelabu Street, Surulere",
    ]);
    sheet
        .skip(12.0)
        .lines(&["Amount due: N3,500.00 by 30 November 2026"]);
    Sample {
        name: "water rate with billing and service address",
        pdf: sheet.pdf(),
        expected: Expected {
            full_address: "9, ALHAJA KUDIRAT STREET, OFF AKERELE ROAD, SURULERE, LAGOS",
            street: "9 Alhaja Kudirat Street, Off Akerele Road",
            city: "Surulere",
            lga: "Surulere",
            state: "Lagos",
            country: "Nigeria",
        },
    }
}

fn waste() -> Sample {
    let mut sheet = Sheet::new();
    sheet
        .font(Font::Bold, 14.0)
        .at(180.0, 50.0)
        .lines(&["LAGOS WASTE MANAGEMENT AUTHORITY"]);
    sheet
        .font(Font::Regular, 9.0)
        .at(230.0, 68.0)
        .lines(&["Ijora Olopa, Ijora Causeway, Lagos"]);
    sheet.at(48.0, 120.0).font(Font::Regular, 10.0);
    sheet.row(&[
        (48.0, "PSP Operator"),
        (170.0, "Cleanways Nigeria Ltd, 4 Ojuelegba Road, Yaba"),
    ]);
    sheet.row(&[
        (48.0, "Property Owner/Occupier"),
        (170.0, "MR. TUNDE BAKARE"),
    ]);
    sheet.row(&[
        (48.0, "Property Address"),
        (170.0, "Block 14, Flat 2, Jakande Estate,"),
    ]);
    sheet.row(&[(170.0, "Oke-Afa, Isolo, Lagos")]);
    sheet.row(&[(48.0, "Property ID"), (170.0, "OSH-004417")]);
    sheet.row(&[(48.0, "Ward"), (170.0, "Oke-Afa / Ejigbo")]);
    sheet.row(&[(48.0, "Amount"), (170.0, "N2,500.00")]);
    sheet
        .skip(30.0)
        .lines(&["SPECIMEN. Thank you for keeping Lagos clean."]);
    Sample {
        name: "waste bill as a form",
        pdf: sheet.pdf(),
        expected: Expected {
            full_address: "Block 14, Flat 2, Jakande Estate, Oke-Afa, Isolo, Lagos",
            street: "Block 14, Flat 2, Jakande Estate",
            city: "Isolo",
            lga: "Oshodi-Isolo",
            state: "Lagos",
            country: "Nigeria",
        },
    }
}

fn telecom() -> Sample {
    let mut sheet = Sheet::new();
    sheet
        .font(Font::Bold, 20.0)
        .lines(&["MTN"])
        .font(Font::Regular, 8.0);
    sheet.lines(&[
        "MTN Nigeria Communications Plc",
        "MTN Plaza, Falomo, Ikoyi, Lagos",
        "RC 395010  customercare@mtn.example",
    ]);
    sheet.at(48.0, 150.0).font(Font::Regular, 10.0);
    sheet.lines(&[
        "Bill To:",
        "Ngozi Eze",
        "33 Aba Road",
        "Rumuomasi",
        "Port Harcourt, Rivers State",
        "Nigeria",
    ]);
    sheet.at(380.0, 150.0).lines(&[
        "Invoice No: INV-88213",
        "Invoice Date: 01/11/2026",
        "Relationship No: 4471190",
    ]);
    sheet
        .at(48.0, 300.0)
        .row(&[(48.0, "Monthly subscription"), (460.0, "12,000.00")]);
    sheet
        .row(&[(48.0, "Total due"), (460.0, "12,900.00")])
        .lines(&["SPECIMEN"]);
    Sample {
        name: "telephone invoice with the addressee in an envelope window",
        pdf: sheet.pdf(),
        expected: Expected {
            full_address: "33 Aba Road, Rumuomasi, Port Harcourt, Rivers State, Nigeria",
            street: "33 Aba Road",
            city: "Port Harcourt",
            lga: "Obio/Akpor",
            state: "Rivers",
            country: "Nigeria",
        },
    }
}

fn receipt() -> Sample {
    let mut sheet = Sheet::new();
    sheet
        .font(Font::Bold, 12.0)
        .lines(&["IKEJA ELECTRIC PLC"])
        .font(Font::Regular, 9.0);
    sheet.lines(&[
        "Secretariat Road, Obafemi Awolowo Way, Alausa, Ikeja, Lagos",
        "PREPAID TOKEN RECEIPT (SPECIMEN)",
        "Meter No: 0101 5512 334",
        "Token: 4412 9087 1123 5567 0091",
        "Amount: N5,000.00",
        "Units: 72.4 kWh",
        "Date: 12/11/2026 09:14",
        "Vendor: Quickpay Agent, 7 Allen Avenue, Ikeja",
        "Customer care: www.ikejaelectric.example",
    ]);
    Sample {
        name: "prepaid receipt with nobody's address but the issuer's and the agent's",
        pdf: sheet.pdf(),
        expected: Expected::default(),
    }
}

fn run_on() -> Sample {
    let mut sheet = Sheet::new();
    sheet
        .font(Font::Bold, 12.0)
        .lines(&["KADUNA ELECTRIC"])
        .font(Font::Regular, 9.0);
    sheet
        .lines(&["Ahmadu Bello Way, Kaduna"])
        .skip(20.0)
        .font(Font::Regular, 9.0);
    sheet.lines(&[
        "NAME: HAUWA BELLO SANI",
        "ADDRESS: NO 5 LAFIA ROAD UNGUWAN RIMI G.R.A KADUNA",
        "ACCOUNT NO: 331-22-889",
        "AREA OFFICE: DOKA",
        "BILL MONTH: OCT 2026",
        "NET ARREARS: 0.00",
        "TOTAL DUE: 9,210.88",
        "SPECIMEN",
    ]);
    Sample {
        name: "all capitals without a comma",
        pdf: sheet.pdf(),
        expected: Expected {
            full_address: "NO 5 LAFIA ROAD UNGUWAN RIMI G.R.A KADUNA",
            street: "No 5 Lafia Road",
            city: "Kaduna",
            lga: "Kaduna North",
            state: "Kaduna",
            country: "Nigeria",
        },
    }
}
