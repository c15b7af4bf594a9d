//! Addresses in sentences: whose they are, and whether that person lives there.

use crate::parties::{check, of_lines};

const TENANTS: &str = "22 Herbert Macaulay Way, Yaba, Lagos";

#[test]
fn a_tenants_address_is_told_from_the_landlords_in_one_sentence() {
    for parties in [
        &[
            "BETWEEN CHIEF MUSA BELLO of 4 Kofar Mata Road, Kano (Landlord)",
            "AND ADAEZE OKAFOR of 22 Herbert Macaulay Way, Yaba, Lagos (Tenant)",
        ][..],
        &[
            "BETWEEN CHIEF MUSA BELLO of 4 Kofar Mata Road, Kano (Landlord)",
            "and ADAEZE OKAFOR of 22 Herbert Macaulay Way, Yaba, Lagos (Tenant)",
        ],
        &[
            "BETWEEN CHIEF MUSA BELLO of 4 Kofar Mata Road, Kano (Landlord)",
            "AND",
            "ADAEZE OKAFOR of 22 Herbert Macaulay Way, Yaba, Lagos (Tenant)",
        ],
        &[
            "BETWEEN CHIEF MUSA BELLO of 4 Kofar Mata Road, Kano (the Landlord)",
            "AND ADAEZE OKAFOR of 22 Herbert Macaulay Way, Yaba, Lagos (the Tenant)",
        ],
    ] {
        let lines = [&["TENANCY AGREEMENT"][..], parties].concat();
        check(&lines, TENANTS, false);
    }
    let got = of_lines(&[
        "TENANCY AGREEMENT",
        "BETWEEN CHIEF MUSA BELLO of 4 Kofar Mata Road, Kano State (Landlord)",
        "AND ADAEZE OKAFOR of 22 Herbert Macaulay Way, Yaba, Lagos State (Tenant)",
    ]);
    assert_eq!(got.full_address, format!("{TENANTS} State"));
}

#[test]
fn two_parties_without_a_role_are_never_one_address_and_ask_for_review() {
    for and in ["AND", "and"] {
        let second = format!("{and} ADAEZE OKAFOR of {TENANTS}");
        let lines = [
            "TENANCY AGREEMENT",
            "BETWEEN CHIEF MUSA BELLO of 4 Kofar Mata Road, Kano",
            &second,
        ];
        let got = of_lines(&lines);
        let one = ["4 Kofar Mata Road, Kano", TENANTS].contains(&got.full_address.as_str());
        assert!(one && got.requires_review, "{}", got.full_address);
    }
}
