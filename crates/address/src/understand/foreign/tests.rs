use super::*;

/// Street, city and country, if it is abroad.
#[track_caller]
fn check(text: &str, expected: Option<(&str, &str, &str)>) {
    let found = Foreign::of(&parts(&[text.to_owned()]));
    let shown = found.is_abroad().then(|| {
        let fields = [&found.street, &found.city, &found.country];
        fields.map(|it| it.text.as_str()).into()
    });
    assert_eq!(shown, expected, "{text}");
}

#[test]
fn a_country_or_a_british_postcode_tells() {
    check(
        "Flat 2, 14 Camden Road, London NW1 9DP, United Kingdom",
        Some(("Flat 2, 14 Camden Road", "London", "United Kingdom")),
    );
    check(
        "14 Camden Road, London NW1 9DP",
        Some(("14 Camden Road", "London", "")),
    );
    check(
        "5 Ring Road, Accra, Ghana.",
        Some(("5 Ring Road", "Accra", "Ghana")),
    );
    check(
        "1200 Main Street, Houston, TX 77002, USA",
        Some(("1200 Main Street", "Houston", "USA")),
    );
    check(
        "12 RUE DE LONDRES, 75009 PARIS",
        Some(("12 RUE DE LONDRES", "PARIS", "")),
    );
    check(
        "Uferweg 40, D-63571 Gelnhausen, Germany",
        Some(("Uferweg 40", "Gelnhausen", "Germany")),
    );
    check(
        "215 Vine St, Scranton PA 18503",
        Some(("215 Vine St", "Scranton", "")),
    );
    check(
        "PO Box 644, Scarborough ON M1K 5H1",
        Some(("PO Box 644", "Scarborough", "")),
    );
    check("12 Allen Avenue, 10001 Lagos", None);
    check("Plot 5, 1234 Allen Avenue", None);
    check("12 Allen Avenue, Ikeja, Lagos", None);
    check("3 Bosso Road, Minna, Niger", None);
    check("3 Ghana Street, Maitama, Abuja", None);
    check("Uk Street, Aba", None);
    check("", None);
}

#[test]
fn towns_are_told_from_postcodes_states_and_counties() {
    check(
        "1025 Main St, Apt. 55, Redmond WA, 98052",
        Some(("1025 Main St, Apt. 55", "Redmond", "")),
    );
    check(
        "12 Long Ave, Morrisville, North Carolina 27560, United States",
        Some(("12 Long Ave", "Morrisville", "United States")),
    );
    check(
        "Fakestreet 32, 1025 RX Amsterdam",
        Some(("Fakestreet 32", "Amsterdam", "")),
    );
    check(
        "Weg 15, DE 69876 Frankfurt",
        Some(("Weg 15", "Frankfurt", "")),
    );
    check(
        "Via Roma 26, 70023 Monopoli BA, Italia",
        Some(("Via Roma 26", "Monopoli", "Italia")),
    );
    check(
        "SANTA ANA 45, 3º, MADRID, ESPAÑA 28012",
        Some(("SANTA ANA 45, 3º", "MADRID", "ESPAÑA")),
    );
    check(
        "50 RUE DES FLEURS 11234 LIBOURNE FRANCE",
        Some(("50 RUE DES FLEURS", "LIBOURNE", "FRANCE")),
    );
    check(
        "11 Long Beach Road, PICKERING, Ontario, Canada L1W 3T9",
        Some(("11 Long Beach Road", "PICKERING", "Canada")),
    );
    check(
        "11 Long Beach Road, PICKERING, Ontario, Canada, L1W 3T9",
        Some(("11 Long Beach Road", "PICKERING", "Canada")),
    );
    check(
        "123 High Street, Fakington, Fakeshire, FA1 2KE",
        Some(("123 High Street", "Fakington", "")),
    );
}

#[test]
fn the_last_part_may_be_a_town_that_nobody_knows() {
    let check = |text: &str, expected: Option<(&str, &str)>| {
        let found = Foreign::of(&parts(&[text.to_owned()]));
        let fields = (found.street.text.as_str(), found.city.text.as_str());
        let shown = found.is_somewhere().then_some(fields);
        assert_eq!(shown, expected, "{text}");
    };
    check(
        "123 Avenue A, Metropolis",
        Some(("123 Avenue A", "Metropolis")),
    );
    check("Zimmerman, Nairobi", Some(("", "Nairobi")));
    check(
        "Tower C, Building 5, Gurgaon 122002",
        Some(("Tower C, Building 5", "Gurgaon")),
    );
    check("12 Allen Avenue", None);
    check("Nowhere", None);
}

#[derive(serde::Deserialize)]
struct Row {
    lines: Vec<String>,
    chances: Vec<std::collections::BTreeMap<String, f64>>,
}

#[test]
fn chances_are_those_that_crfsuite_finds() {
    let rows: Vec<Row> = serde_json::from_str(include_str!("chances.json")).expect("rows");
    let chain = CHAIN.as_ref().expect("the table");
    for row in rows {
        let found = chain.chances(&attributes(&pieces(&parts(&row.lines))));
        assert_eq!(found.len(), row.chances.len(), "{:?}", row.lines);
        for (word, expected) in found.iter().zip(&row.chances) {
            for (tag, chance) in chain.tags().iter().zip(word) {
                assert!(
                    (chance - expected[tag]).abs() < 0.03,
                    "{tag} of {:?}",
                    row.lines
                );
            }
        }
    }
}
