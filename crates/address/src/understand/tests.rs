//! Addresses in the observed style, invented: printed form, and what each field must say.

use super::answer::Infer;
use super::resolve::resolve;
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
            "Oke-Afa, Isolo",
            "Oshodi-Isolo",
            "Lagos",
        ],
    ),
    (
        "NO. 3 BEHIND CENTRAL MOSQUE, SABON GARI, KANO",
        ["No. 3 Behind Central Mosque", "Sabon Gari", "Fagge", "Kano"],
    ),
    (
        "33 ABA ROAD, RUMUOMASI, PORT HARCOURT, RIVERS STATE",
        [
            "33 Aba Road",
            "Rumuomasi, Port Harcourt",
            "Obio/Akpor",
            "Rivers",
        ],
    ),
    (
        "Plot 45 Trans-Amadi Industrial Layout, P.M.B. 5120, Port Harcourt",
        [
            "Plot 45",
            "Trans Amadi, Port Harcourt",
            "Port Harcourt",
            "Rivers",
        ],
    ),
    (
        "8, OKPARA AVENUE, GRA, ENUGU",
        ["8 Okpara Avenue", "GRA, Enugu", "Enugu North", "Enugu"],
    ),
    (
        "27 Awolowo Avenue, Old Bodija, Ibadan, Oyo State 200284",
        [
            "27 Awolowo Avenue",
            "Old Bodija, Ibadan",
            "Ibadan North",
            "Oyo",
        ],
    ),
    (
        "NO 5 LAFIA ROAD UNGUWAN RIMI G.R.A KADUNA",
        [
            "No 5 Lafia Road",
            "Ungwan Rimi, Kaduna",
            "Kaduna North",
            "Kaduna",
        ],
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
        [
            "SW8/1234 Ring Road",
            "Challenge, Ibadan",
            "Ibadan South West",
            "Oyo",
        ],
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
