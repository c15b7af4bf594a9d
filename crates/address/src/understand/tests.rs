//! Addresses in the observed style, invented: printed form, and what each field must say.

use proptest::prelude::*;

use super::answer::{Infer, ReviewReason, Source};
use super::resolve::resolve;
use super::{Options, split_address};
use crate::Extraction;

const ALL: Infer = Infer {
    lga: true,
    state: true,
    country: true,
};

fn read(text: &str, infer: Infer) -> Extraction {
    let lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    resolve(&lines, 0.95, infer)
}

/// Alternatives are separated by ` / `; a city may name its parts in any order.
#[track_caller]
fn check(text: &str, expected: [&str; 4]) {
    let got = read(text, ALL);
    let found = [&got.street, &got.city, &got.lga, &got.state];
    for ((name, found), expected) in ["street", "city", "lga", "state"]
        .iter()
        .zip(found)
        .zip(expected)
    {
        let fits = expected.split(" / ").any(|one| one == found);
        assert!(
            fits,
            "{name} of {text:?}: {found:?}, not {expected:?}\n{got:#?}"
        );
    }
    assert_eq!(got.country, "Nigeria", "{text}");
}

const AMAC: &str = "Abuja Municipal Area Council";

/// Research table of worked examples; the alternatives are its own or follow from its rules.
const EXAMPLES: &[(&str, [&str; 4])] = &[
    (
        "12B, ADENIRAN OGUNSANYA STREET, SURULERE, LAGOS",
        [
            "12B Adeniran Ogunsanya Street",
            "Surulere",
            "Surulere",
            "Lagos",
        ],
    ),
    (
        "FLAT 4, BLOCK 21, 1004 HOUSING ESTATE, VICTORIA ISLAND, LAGOS STATE",
        [
            "Flat 4, Block 21, 1004 Housing Estate",
            "Victoria Island",
            "Eti-Osa",
            "Lagos",
        ],
    ),
    (
        "PLOT 1234, CADASTRAL ZONE A08, OFF ADEMOLA ADETOKUNBO CRESCENT, WUSE 2, ABUJA, FCT",
        [
            "Plot 1234, Cadastral Zone A08, Off Ademola Adetokunbo Crescent",
            "Wuse 2",
            AMAC,
            "FCT",
        ],
    ),
    (
        "No 5 Yakubu Gowon Crescent, Asokoro District, Abuja",
        ["No 5 Yakubu Gowon Crescent", "Asokoro", AMAC, "FCT"],
    ),
    (
        "House 14, Road 3, Lekki Phase 1, Eti-Osa LGA, Lagos State, Nigeria",
        ["House 14, Road 3", "Lekki Phase 1", "Eti-Osa", "Lagos"],
    ),
    (
        "KM 12, LEKKI-EPE EXPRESSWAY, OPP. CHEVRON, LEKKI, LAGOS",
        [
            "Km 12, Lekki-Epe Expressway, Opp. Chevron",
            "Lekki",
            "Eti-Osa",
            "Lagos",
        ],
    ),
    (
        "HOUSE 7, E CLOSE, 2ND AVENUE, FESTAC TOWN, LAGOS",
        [
            "House 7, E Close, 2nd Avenue",
            "Festac Town",
            "Amuwo-Odofin",
            "Lagos",
        ],
    ),
    (
        "15 Oladipo Close, off College Road, Ogba, Ikeja, Lagos",
        [
            "15 Oladipo Close, off College Road",
            "Ogba",
            "Ikeja / Ifako-Ijaiye",
            "Lagos",
        ],
    ),
    (
        "BLK 5 FLT 12 JAKANDE EST. OKE-AFA ISOLO LAGOS",
        [
            "Blk 5 Flt 12 Jakande Est.",
            "Isolo",
            "Oshodi-Isolo",
            "Lagos",
        ],
    ),
    (
        "NO. 3 BEHIND CENTRAL MOSQUE, SABON GARI, KANO",
        ["No. 3 Behind Central Mosque", "Sabon Gari", "Fagge", "Kano"],
    ),
    (
        "3 Obi Road, Ikeja GRA, Lagos",
        ["3 Obi Road", "Ikeja", "Ikeja", "Lagos"],
    ),
    (
        "33 ABA ROAD, RUMUOMASI, PORT HARCOURT, RIVERS STATE",
        ["33 Aba Road", "Port Harcourt", "Obio/Akpor", "Rivers"],
    ),
    (
        "Plot 45 Trans-Amadi Industrial Layout, P.M.B. 5120, Port Harcourt",
        ["Plot 45", "Port Harcourt", "Port Harcourt", "Rivers"],
    ),
    (
        "8, OKPARA AVENUE, GRA, ENUGU",
        ["8 Okpara Avenue", "Enugu", "Enugu North", "Enugu"],
    ),
    (
        "27 Awolowo Avenue, Old Bodija, Ibadan, Oyo State 200284",
        ["27 Awolowo Avenue", "Ibadan", "Ibadan North", "Oyo"],
    ),
    (
        "NO 5 LAFIA ROAD UNGUWAN RIMI G.R.A KADUNA",
        ["No 5 Lafia Road", "Kaduna", "Kaduna North", "Kaduna"],
    ),
    (
        "House 22, 4th Avenue, Gwarinpa Estate, Abuja FCT",
        ["House 22, 4th Avenue", "Gwarinpa", AMAC, "FCT"],
    ),
    (
        "21 Effurun/Sapele Road, Effurun, Delta State",
        ["21 Effurun/Sapele Road", "Effurun", "Uvwie", "Delta"],
    ),
    (
        "10 SAPELE ROAD BY ADESUWA JUNCTION, BENIN CITY, EDO",
        [
            "10 Sapele Road by Adesuwa Junction",
            "Benin City",
            "Oredo",
            "Edo",
        ],
    ),
    (
        "SW8/1234 RING ROAD, CHALLENGE, IBADAN",
        ["SW8/1234 Ring Road", "Ibadan", "Ibadan South West", "Oyo"],
    ),
    (
        "12 Redemption Avenue, Arepo, Obafemi Owode LGA, Ogun State",
        ["12 Redemption Avenue", "Arepo", "Obafemi Owode", "Ogun"],
    ),
    (
        "C/O MR. A. BELLO, SHOP 14, WUSE MARKET, ZONE 5, WUSE, ABUJA 904101",
        ["Shop 14, Wuse Market", "Wuse Zone 5", AMAC, "FCT"],
    ),
    (
        "Plot 8 Zone 3, Gwarinpa Estate, FCT",
        ["Plot 8 Zone 3", "Gwarinpa", AMAC, "FCT"],
    ),
    (
        "Suite B12, Ikota Shopping Complex, VGC, Ajah, Lagos",
        [
            "Suite B12, Ikota Shopping Complex, VGC",
            "Ajah",
            "Eti-Osa",
            "Lagos",
        ],
    ),
    (
        "26 Unity Road, Tanke, Ilorin South, Kwara State",
        ["26 Unity Road", "Tanke", "Ilorin South", "Kwara"],
    ),
    (
        "Plot 9B, Site II, F.H.A. Lugbe, Airport Road, AMAC, Abuja, Nigeria",
        [
            "Plot 9B, Site II, F.H.A., Airport Road",
            "Lugbe",
            AMAC,
            "FCT",
        ],
    ),
    (
        "47, OGUI ROAD, OPP. POLO PARK, ENUGU NORTH, ENUGU",
        [
            "47 Ogui Road, Opp. Polo Park",
            "Enugu",
            "Enugu North",
            "Enugu",
        ],
    ),
];

#[test]
fn the_worked_examples() {
    for (text, expected) in EXAMPLES {
        check(text, *expected);
    }
}

/// State and LGA with the flags given, and where they come from.
#[track_caller]
fn check_inferred(text: &str, infer: Infer, lga: (&str, Source), state: (&str, Source)) {
    let got = read(text, infer);
    assert_eq!(
        (got.lga.as_str(), got.fields.lga.source),
        lga,
        "lga of {text}: {got:?}"
    );
    assert_eq!(
        (got.state.as_str(), got.fields.state.source),
        state,
        "state of {text}: {got:?}"
    );
}

#[test]
fn a_state_comes_from_a_printed_lga_only_if_its_name_is_unique() {
    use Source::{Derived, Extracted, Inferred, NotFound};
    let state = Infer {
        state: true,
        ..Infer::default()
    };
    check_inferred(
        "26 Unity Road, Ilorin South LGA",
        state,
        ("Ilorin South", Extracted),
        ("Kwara", Derived),
    );
    // In Lagos and in Oyo; the district decides, and that is a guess.
    check_inferred(
        "4 Bode Thomas Street, Aguda, Surulere",
        state,
        ("Surulere", Extracted),
        ("Lagos", Inferred),
    );
    let alone = read("3 Market Road, Ifelodun LGA", state);
    assert_eq!(alone.fields.state.source, NotFound);
    assert!(alone.review_reasons.contains(&ReviewReason::AmbiguousPlace));
    check_inferred(
        "3 Market Road, Ifelodun LGA, Kwara State",
        state,
        ("Ifelodun", Extracted),
        ("Kwara", Extracted),
    );
}

#[test]
fn a_name_that_districts_of_other_states_bear_too_is_no_rule() {
    use Source::{Derived, Extracted, Inferred};
    let state = Infer {
        state: true,
        ..Infer::default()
    };
    for (text, lga, of) in [
        ("6 Lagos Street, Tudun Wada", "Tudun Wada", "Kano"),
        ("5 Abacha Road, Karu", "Karu", "Nasarawa"),
        ("9 Market Road, Zango", "Zango", "Katsina"),
        ("9 Market Road, Gwaram", "Gwaram", "Jigawa"),
        ("9 Market Road, Wamba", "Wamba", "Nasarawa"),
    ] {
        check_inferred(text, state, (lga, Extracted), (of, Inferred));
        let got = read(text, state);
        let (lga, state) = (&got.fields.lga, &got.fields.state);
        assert!(lga.confidence <= 0.75 && state.confidence <= 0.75, "{text}");
        assert!(got.review_reasons.contains(&ReviewReason::AmbiguousPlace));
    }
    // The cue, the state or a district of it decides.
    for text in [
        "5 Abacha Road, Karu LGA",
        "12 Aso Pada Road, Mararaba, Karu",
        "26 Unity Road, Ilorin South",
    ] {
        let got = read(text, state);
        assert_eq!(got.fields.state.source, Derived, "{text}: {got:?}");
        assert!(!got.review_reasons.contains(&ReviewReason::AmbiguousPlace));
    }
    let said = read("5 Abacha Road, Karu, Nasarawa State", state);
    assert!(said.fields.lga.confidence > 0.8 && said.review_reasons.is_empty());
}

#[test]
fn two_states_on_one_address_are_for_a_person_to_decide() {
    for text in [
        "14 Ota Road, Ado-Odo/Ota, Ogun State, Lagos",
        "12 Allen Avenue, Ikeja, Kano State, Lagos State",
        "7 Broad Street, Eti-Osa LGA, Ogun State",
        "7 Broad Street, Bayelsa, Kaduna",
    ] {
        let got = read(text, Infer::default());
        assert!(
            got.review_reasons.contains(&ReviewReason::AmbiguousPlace),
            "{text}: {got:?}"
        );
    }
    for text in [
        "14 Ogun Street, Surulere, Lagos",
        "2 Kano State Road, Ikeja, Lagos",
        "7 Kaduna Close, off Bayelsa Street, Garki, Abuja",
        "2 Kofar Mata Road, Kano, Kano State",
        "House 22, 4th Avenue, Gwarinpa Estate, Abuja FCT",
    ] {
        let got = read(text, Infer::default());
        assert!(
            !got.review_reasons.contains(&ReviewReason::AmbiguousPlace),
            "{text}: {got:?}"
        );
    }
}

#[test]
fn flags_open_one_field_each() {
    use Source::{Derived, Inferred, NotFound};
    let text = "27 Awolowo Avenue, Old Bodija, Ibadan";
    let none = Infer::default();
    check_inferred(text, none, ("", NotFound), ("", NotFound));
    let lga = Infer { lga: true, ..none };
    check_inferred(text, lga, ("Ibadan North", Inferred), ("", NotFound));
    let state = Infer {
        state: true,
        ..none
    };
    check_inferred(text, state, ("", NotFound), ("Oyo", Inferred));
    let country = Infer {
        country: true,
        ..none
    };
    assert_eq!(
        read(text, country).country,
        "",
        "nothing printed is recognised as Nigerian"
    );
    let printed = read("27 Awolowo Avenue, Old Bodija, Ibadan, Oyo State", country);
    assert_eq!(
        (printed.country.as_str(), printed.fields.country.source),
        ("Nigeria", Derived)
    );
    // A town over five LGAs is no clear evidence.
    check_inferred(
        "12 Broad Way, Ibadan",
        ALL,
        ("", NotFound),
        ("Oyo", Inferred),
    );
}

#[test]
fn what_is_printed_is_never_overwritten() {
    // Ikeja is not in Surulere: both stand as printed, and a person looks.
    let got = read("12 Allen Avenue, Ojota, Surulere LGA, Lagos", ALL);
    assert_eq!(
        (got.lga.as_str(), got.state.as_str()),
        ("Surulere", "Lagos")
    );
    assert!(got.review_reasons.contains(&ReviewReason::AmbiguousPlace));
    let got = read("5 Ring Road, Accra, Ghana", ALL);
    assert_eq!(
        (got.country.as_str(), got.state.as_str(), got.lga.as_str()),
        ("Ghana", "", "")
    );
}

#[test]
fn a_name_that_means_a_state_and_more() {
    check(
        "3 Bosso Road, Minna, Niger State",
        ["3 Bosso Road", "Minna", "Chanchaga / Bosso", "Niger"],
    );
    check(
        "9 Ado Road, Ado-Ekiti, Ekiti",
        ["9 Ado Road", "Ado Ekiti / Ado-Ekiti", "Ado Ekiti", "Ekiti"],
    );
    check(
        "1 Keffi Road, Lafia, Nasarawa State",
        ["1 Keffi Road", "Lafia", "Lafia", "Nasarawa"],
    );
    check(
        "2 Kofar Mata Road, Kano, Kano State",
        ["2 Kofar Mata Road", "Kano", "Kano Municipal / ", "Kano"],
    );
    check(
        "14 Kubwa Road, Kubwa, Abuja",
        ["14 Kubwa Road", "Kubwa", "Bwari", "FCT"],
    );
    check(
        "7 Gana Street, Maitama, Abuja",
        ["7 Gana Street", "Maitama", AMAC, "FCT"],
    );
}

#[test]
fn lines_break_anywhere() {
    check(
        "12 Adeola Odeku\nStreet, Victoria\nIsland, Lagos",
        [
            "12 Adeola Odeku Street",
            "Victoria Island",
            "Eti-Osa",
            "Lagos",
        ],
    );
    check(
        "No 4, Ishola Street\nMushin\nLagos State.\nNigeria.",
        ["No 4 Ishola Street", "Mushin", "Mushin", "Lagos"],
    );
    check(
        "Block C Flat 9,\nLSDPC Estate,\nOgudu,\nKosofe LGA\nLagos",
        ["Block C Flat 9, LSDPC Estate", "Ogudu", "Kosofe", "Lagos"],
    );
}

#[test]
fn confidence_is_the_least_of_what_was_extracted() {
    let lines = ["12 Allen Avenue, Ikeja, Lagos".to_owned()];
    let got = split_address(
        &lines,
        &Options {
            infer: ALL,
            ..Options::default()
        },
    );
    let least = got
        .fields
        .all()
        .iter()
        .filter(|field| field.source == Source::Extracted)
        .map(|field| field.confidence)
        .fold(1.0, f64::min);
    assert_eq!(got.confidence, least);
    assert!(
        got.review_reasons.contains(&ReviewReason::FilledField),
        "the country was derived"
    );
    let none = split_address(&[], &Options::default());
    assert_eq!((none.confidence, none.requires_review), (0.0, true));
}

fn address_like() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "12",
        "Allen",
        "Avenue",
        "Ikeja",
        "Lagos",
        "State",
        "LGA",
        ",",
        "\n",
        "GRA",
        "Off",
        "Opp.",
        "Abuja",
        "FCT",
        "Surulere",
        "Kano",
        "P.O.",
        "Box",
        "C/O",
        "Nigeria",
        "Niger",
        "Estate",
        "Street",
        "St.",
        "No",
        "Plot",
        "-",
        "200284",
        "Port",
        "Harcourt",
        "Ghana",
        "(",
        ".",
        "Wuse",
        "Zone",
        "5",
        "Bassa",
        "Obi",
        "Nasarawa",
        "\u{301}",
        "Ẹ̀kọ́",
    ]);
    prop::collection::vec(words, 0..24).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn whatever_the_text_the_rules_hold(
        text in prop_oneof![address_like(), "\\PC{0,120}"],
        lga: bool, state: bool, country: bool,
    ) {
        let lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        let infer = Infer { lga, state, country };
        let plain = split_address(&lines, &Options::default());
        let full = split_address(&lines, &Options { infer, ..Options::default() });
        // Nothing but white space and commas is added to what is printed.
        let letters = |text: &str| -> String {
            text.chars().filter(|it| it.is_alphanumeric()).collect()
        };
        prop_assert!(letters(&text).contains(&letters(&full.full_address)) );
        prop_assert_eq!(&plain.full_address, &full.full_address);
        let values = |it: &crate::Extraction| {
            [it.lga.clone(), it.state.clone(), it.country.clone()]
        };
        let facts = [&full.fields.lga, &full.fields.state, &full.fields.country];
        let was = [&plain.fields.lga, &plain.fields.state, &plain.fields.country];
        for (at, allowed) in [lga, state, country].into_iter().enumerate() {
            let (value, before) = (&values(&full)[at], &values(&plain)[at]);
            match facts[at].source {
                Source::Extracted => prop_assert!(value == before && !value.is_empty()),
                Source::NotFound => prop_assert!(value.is_empty() && facts[at].confidence == 0.0),
                Source::Derived | Source::Inferred => {
                    prop_assert!(allowed && was[at].source == Source::NotFound);
                    prop_assert!(full.requires_review && !facts[at].evidence.is_empty());
                }
            }
        }
        for facts in full.fields.all() {
            let cents = facts.confidence * 100.0;
            prop_assert!((0.0..=1.0).contains(&facts.confidence));
            prop_assert!((cents - cents.round()).abs() < 1e-9);
        }
    }
}
