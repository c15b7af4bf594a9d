//! Addresses in sentences: whose they are, and whether that person lives there.

use crate::parties::{check_unsure, of_lines};

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
        check_unsure(&lines, TENANTS);
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

#[test]
fn where_somebody_does_not_live_is_no_answer_without_review() {
    let home = "17 Bode Thomas Street, Surulere, Lagos State";
    for denied in [
        "Adaeze Okafor does NOT reside at",
        "Adaeze Okafor no longer lives at",
        "Adaeze Okafor never lived at",
        "Adaeze Okafor does not currently reside at",
        "Adaeze Okafor doesn't live at",
        "Not resident at:",
        "No longer resident at:",
        "Adaeze Okafor is no longer resident at",
        "Adaeze Okafor, formerly of",
    ] {
        let line = format!("{denied} {home}");
        let lines = ["AFFIDAVIT", "TO WHOM IT MAY CONCERN", &line];
        let got = of_lines(&lines);
        assert!(got.requires_review, "{line}: {}", got.full_address);
        let known = ["", home].contains(&got.full_address.as_str());
        assert!(known, "{line}: {}", got.full_address);
        let lives = "She resides at 5 Adeniran Ogunsanya Street, Surulere, Lagos State.";
        let lines = ["AFFIDAVIT", &format!("{line}."), lives];
        let expected = "5 Adeniran Ogunsanya Street, Surulere, Lagos State";
        check_unsure(&lines, expected);
    }
    let line = format!("Adaeze Okafor does not owe and resides at {home}.");
    check_unsure(&["AFFIDAVIT", &line], home);
}

#[test]
fn words_of_law_lead_on_to_the_address() {
    let home = "Flat 2, No. 18 Egbu Road, Owerri, Imo State";
    for cue in [
        "situate at and known as",
        "situate, lying and being at",
        "known and described as",
    ] {
        let line = format!("the premises {cue} {home} (hereinafter called the premises)");
        check_unsure(&[&line], home);
    }
    check_unsure(
        &["I, Hauwa Bitrus, female, Christian, Nigerian citizen of 18 Narayi Road, Narayi,"],
        "18 Narayi Road, Narayi",
    );
    let got = of_lines(&[
        "This certifies that Ada Obi resides at No 3, Peace Avenue, Arepo within Obafemi Owode",
        "Local Government Area of Ogun State since 2015.",
    ]);
    let fields = [&got.street, &got.city, &got.lga, &got.state];
    assert_eq!(
        fields,
        ["No 3 Peace Avenue", "Arepo", "Obafemi Owode", "Ogun"]
    );
}
