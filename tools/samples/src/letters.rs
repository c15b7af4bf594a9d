//! Agreements, letters and what has no address at all.

use super::{Expected, Font, Sample, Sheet};

pub(super) fn all() -> Vec<Sample> {
    vec![
        tenancy(),
        tax_letter(),
        employer_letter(),
        no_address(),
        post_box(),
    ]
}

fn tenancy() -> Sample {
    let mut sheet = Sheet::new();
    sheet
        .font(Font::Bold, 14.0)
        .at(200.0, 60.0)
        .lines(&["TENANCY AGREEMENT"]);
    sheet.at(48.0, 100.0).font(Font::Regular, 11.0).lines(&[
        "THIS AGREEMENT is made the 1st day of March 2026 BETWEEN Chief Adewale Martins of",
        "5 Awolowo Road, Ikoyi, Lagos (hereinafter called the Landlord) of the one part AND",
        "Miss Funke Alabi (hereinafter called the Tenant) of the other part.",
        "WHEREAS the Landlord is the owner of the property situate at No. 27 Awolowo Avenue,",
        "Old Bodija, Ibadan, Oyo State (hereinafter called the demised premises) and has agreed",
        "to let it to the Tenant for a term of two years at a rent of N1,200,000.00 a year.",
    ]);
    sheet
        .skip(60.0)
        .lines(&["Signed by the Landlord ....................", "SPECIMEN"]);
    Sample {
        name: "tenancy agreement in prose",
        pdf: sheet.pdf(),
        expected: Expected {
            full_address: "No. 27 Awolowo Avenue, Old Bodija, Ibadan, Oyo State",
            street: "No. 27 Awolowo Avenue",
            city: "Ibadan",
            lga: "Ibadan North",
            state: "Oyo",
            country: "Nigeria",
        },
    }
}

fn tax_letter() -> Sample {
    let mut sheet = Sheet::new();
    sheet
        .font(Font::Bold, 13.0)
        .at(150.0, 50.0)
        .lines(&["LAGOS STATE INTERNAL REVENUE SERVICE"]);
    sheet
        .font(Font::Regular, 8.0)
        .at(160.0, 66.0)
        .lines(&["The Good Shepherd House, IPM Avenue, Alausa, Ikeja, Lagos"]);
    sheet.at(48.0, 120.0).font(Font::Regular, 11.0);
    sheet.lines(&["12 October 2026"]).skip(14.0);
    sheet.lines(&[
        "DR. OLUMIDE FASHOLA",
        "House 14, Road 3,",
        "Lekki Phase 1, Eti-Osa LGA,",
        "Lagos State",
    ]);
    sheet.skip(14.0).lines(&[
        "Dear Sir,",
        "PERSONAL INCOME TAX ASSESSMENT (SPECIMEN)",
        "Please find below your assessment for the year. You may pay at any of our offices",
        "in Ikeja, Surulere or Victoria Island.",
    ]);
    Sample {
        name: "tax letter to an addressee",
        pdf: sheet.pdf(),
        expected: Expected {
            full_address: "House 14, Road 3, Lekki Phase 1, Eti-Osa LGA, Lagos State",
            street: "House 14, Road 3",
            city: "Lekki Phase 1",
            lga: "Eti-Osa",
            state: "Lagos",
            country: "Nigeria",
        },
    }
}

fn employer_letter() -> Sample {
    let mut sheet = Sheet::new();
    sheet
        .font(Font::Bold, 13.0)
        .lines(&["BRIGHTWAY FOODS LIMITED"]);
    sheet.font(Font::Regular, 9.0).lines(&[
        "Plot 45 Trans-Amadi Industrial Layout, Port Harcourt",
        "Tel: 084 230 111   www.brightway.example",
    ]);
    sheet.skip(30.0).font(Font::Regular, 11.0).lines(&[
        "TO WHOM IT MAY CONCERN (SPECIMEN)",
        "This is to confirm that Mr Godwin Ekpo has been in our employment since 2021 and is",
        "residing at 21 Effurun/Sapele Road, Effurun, Delta State. Any help given to him will",
        "be appreciated.",
    ]);
    Sample {
        name: "letter of an employer who confirms a residence",
        pdf: sheet.pdf(),
        expected: Expected {
            full_address: "21 Effurun/Sapele Road, Effurun, Delta State",
            street: "21 Effurun/Sapele Road",
            city: "Effurun",
            lga: "Uvwie",
            state: "Delta",
            country: "Nigeria",
        },
    }
}

fn no_address() -> Sample {
    let mut sheet = Sheet::new();
    sheet
        .font(Font::Bold, 14.0)
        .lines(&["MEETING NOTES (SPECIMEN)"])
        .font(Font::Regular, 11.0);
    sheet.lines(&[
        "The committee met on 4 November 2026 and agreed on the budget.",
        "1. The street lights will be repaired.",
        "2. The next meeting is in January 2027.",
        "Total: 45,000.00",
    ]);
    Sample {
        name: "no address at all",
        pdf: sheet.pdf(),
        expected: Expected::default(),
    }
}

fn post_box() -> Sample {
    let mut sheet = Sheet::new();
    sheet.font(Font::Regular, 11.0).lines(&[
        "Customer Name: SULE GARBA",
        "Postal Address: P.O. Box 118, Minna, Niger State",
        "Account No: 55-1029",
        "SPECIMEN",
    ]);
    Sample {
        name: "nothing but a post-office box",
        pdf: sheet.pdf(),
        expected: Expected {
            full_address: "P.O. Box 118, Minna, Niger State",
            street: "",
            city: "Minna",
            lga: "Chanchaga",
            state: "Niger",
            country: "Nigeria",
        },
    }
}
