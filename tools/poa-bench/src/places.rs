//! Well-known places, written down for this measurement and not taken from the tables that
//! the engine reads: what is missing there is meant to show here.

/// A place that people live at: as printed, and where it lies.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// District or suburb, empty if the town alone is printed.
    pub district: &'static str,
    /// Town, empty where people print none before the state (Lagos, Abuja).
    pub town: &'static str,
    /// LGA by its official name; empty where the place reaches into several.
    pub lga: &'static str,
    /// State, `FCT` for the capital territory.
    pub state: &'static str,
}

type Row = (&'static str, &'static str, &'static str);

/// A state at the head of each group.
const GROUPS: &[(&str, &[Row])] = &[
    (
        "Lagos",
        &[
            ("Surulere", "", "Surulere"),
            ("Opebi", "", "Ikeja"),
            ("Alausa", "", "Ikeja"),
            ("Oregun", "", "Ikeja"),
            ("Yaba", "", "Lagos Mainland"),
            ("Ebute Metta", "", "Lagos Mainland"),
            ("Festac Town", "", "Amuwo-Odofin"),
            ("Satellite Town", "", "Amuwo-Odofin"),
            ("Lekki Phase 1", "", "Eti-Osa"),
            ("Victoria Island", "", "Eti-Osa"),
            ("Ikoyi", "", "Eti-Osa"),
            ("Ajah", "", "Eti-Osa"),
            ("Gbagada", "", "Kosofe"),
            ("Ketu", "", "Kosofe"),
            ("Bariga", "", "Shomolu"),
            ("Egbeda", "", "Alimosho"),
            ("Ipaja", "", "Alimosho"),
            ("Ikotun", "", "Alimosho"),
            ("Isolo", "", "Oshodi-Isolo"),
            ("Ejigbo", "", "Oshodi-Isolo"),
            ("Okota", "", "Oshodi-Isolo"),
            ("Mushin", "", "Mushin"),
            ("Agege", "", "Agege"),
            ("Ikorodu", "", "Ikorodu"),
            ("Badagry", "", "Badagry"),
            ("Apapa", "", "Apapa"),
            ("Iju Ishaga", "", "Ifako-Ijaiye"),
        ],
    ),
    (
        "FCT",
        &[
            ("Wuse 2", "", "Abuja Municipal Area Council"),
            ("Wuse Zone 5", "", "Abuja Municipal Area Council"),
            ("Garki", "", "Abuja Municipal Area Council"),
            ("Maitama", "", "Abuja Municipal Area Council"),
            ("Asokoro", "", "Abuja Municipal Area Council"),
            ("Gwarinpa", "", "Abuja Municipal Area Council"),
            ("Jabi", "", "Abuja Municipal Area Council"),
            ("Utako", "", "Abuja Municipal Area Council"),
            ("Lugbe", "", "Abuja Municipal Area Council"),
            ("Nyanya", "", "Abuja Municipal Area Council"),
            ("Kubwa", "", "Bwari"),
            ("Gwagwalada", "", "Gwagwalada"),
        ],
    ),
    (
        "Rivers",
        &[
            ("Rumuomasi", "Port Harcourt", "Obio/Akpor"),
            ("Rumuola", "Port Harcourt", "Obio/Akpor"),
            ("Woji", "Port Harcourt", "Obio/Akpor"),
            ("Trans-Amadi", "Port Harcourt", "Port Harcourt"),
            ("D-Line", "Port Harcourt", "Port Harcourt"),
            ("Diobu", "Port Harcourt", "Port Harcourt"),
        ],
    ),
    (
        "Oyo",
        &[
            ("Bodija", "Ibadan", "Ibadan North"),
            ("Challenge", "Ibadan", "Ibadan South West"),
            ("Moniya", "Ibadan", "Akinyele"),
            ("", "Iseyin", "Iseyin"),
            ("", "Saki", "Saki West"),
        ],
    ),
    (
        "Ogun",
        &[
            ("Arepo", "", "Obafemi Owode"),
            ("Mowe", "", "Obafemi Owode"),
            ("Agbara", "", "Ado-Odo/Ota"),
            ("Sango Ota", "", "Ado-Odo/Ota"),
            ("Oke Ilewo", "Abeokuta", "Abeokuta South"),
            ("Ibara", "Abeokuta", "Abeokuta South"),
            ("", "Sagamu", "Sagamu"),
            ("", "Ijebu Ode", "Ijebu Ode"),
        ],
    ),
    (
        "Kano",
        &[
            ("Sabon Gari", "", "Fagge"),
            ("Hotoro", "", ""),
            ("Sharada", "", "Kano Municipal"),
        ],
    ),
    (
        "Kaduna",
        &[
            ("Barnawa", "Kaduna", "Kaduna South"),
            ("Ungwan Rimi", "Kaduna", "Kaduna North"),
            ("Sabon Tasha", "Kaduna", "Chikun"),
            ("Samaru", "Zaria", "Sabon Gari"),
            ("", "Kafanchan", "Jema'a"),
        ],
    ),
    (
        "Enugu",
        &[
            ("New Haven", "Enugu", "Enugu North"),
            ("Uwani", "Enugu", "Enugu South"),
            ("Trans Ekulu", "Enugu", "Enugu East"),
            ("Achara Layout", "Enugu", "Enugu South"),
            ("", "Nsukka", "Nsukka"),
        ],
    ),
    (
        "Anambra",
        &[
            ("", "Awka", "Awka South"),
            ("", "Nnewi", "Nnewi North"),
            ("Fegge", "Onitsha", "Onitsha South"),
        ],
    ),
    (
        "Imo",
        &[
            ("", "Owerri", ""),
            ("", "Orlu", "Orlu"),
            ("", "Okigwe", "Okigwe"),
        ],
    ),
    (
        "Abia",
        &[("", "Umuahia", ""), ("Ariaria", "Aba", ""), ("", "Aba", "")],
    ),
    ("Ebonyi", &[("", "Abakaliki", "Abakaliki")]),
    (
        "Delta",
        &[
            ("", "Effurun", "Uvwie"),
            ("", "Asaba", "Oshimili South"),
            ("", "Warri", ""),
            ("", "Sapele", "Sapele"),
            ("Okpanam", "Asaba", ""),
        ],
    ),
    (
        "Edo",
        &[
            ("", "Benin City", ""),
            ("Ugbowo", "Benin City", ""),
            ("", "Ekpoma", "Esan West"),
            ("", "Auchi", "Etsako West"),
        ],
    ),
    ("Bayelsa", &[("", "Yenagoa", "Yenagoa")]),
    (
        "Akwa Ibom",
        &[
            ("", "Uyo", "Uyo"),
            ("", "Ikot Ekpene", "Ikot Ekpene"),
            ("", "Eket", "Eket"),
        ],
    ),
    (
        "Cross River",
        &[
            ("", "Calabar", ""),
            ("", "Ikom", "Ikom"),
            ("", "Ogoja", "Ogoja"),
        ],
    ),
    ("Ekiti", &[("", "Ado Ekiti", "Ado Ekiti")]),
    (
        "Ondo",
        &[("", "Akure", ""), ("", "Owo", "Owo"), ("", "Ore", "Odigbo")],
    ),
    ("Osun", &[("", "Osogbo", "Osogbo"), ("", "Ile-Ife", "")]),
    (
        "Kwara",
        &[("Tanke", "Ilorin", "Ilorin South"), ("", "Offa", "Offa")],
    ),
    (
        "Kogi",
        &[
            ("", "Lokoja", "Lokoja"),
            ("", "Okene", "Okene"),
            ("", "Anyigba", "Dekina"),
        ],
    ),
    (
        "Benue",
        &[
            ("", "Makurdi", "Makurdi"),
            ("", "Gboko", "Gboko"),
            ("", "Otukpo", "Otukpo"),
        ],
    ),
    (
        "Plateau",
        &[
            ("Rayfield", "Jos", "Jos South"),
            ("Angwan Rukuba", "Jos", "Jos North"),
            ("", "Bukuru", "Jos South"),
        ],
    ),
    (
        "Nasarawa",
        &[
            ("", "Lafia", "Lafia"),
            ("Mararaba", "", "Karu"),
            ("", "Keffi", "Keffi"),
        ],
    ),
    (
        "Niger",
        &[
            ("", "Minna", "Chanchaga"),
            ("", "Suleja", "Suleja"),
            ("", "Bida", "Bida"),
        ],
    ),
    ("Sokoto", &[("Mabera", "Sokoto", "")]),
    ("Kebbi", &[("", "Birnin Kebbi", "Birnin Kebbi")]),
    ("Zamfara", &[("", "Gusau", "Gusau")]),
    (
        "Katsina",
        &[("", "Funtua", "Funtua"), ("", "Daura", "Daura")],
    ),
    (
        "Jigawa",
        &[("", "Dutse", "Dutse"), ("", "Hadejia", "Hadejia")],
    ),
    ("Bauchi", &[("", "Azare", "Katagum")]),
    ("Gombe", &[("", "Kumo", "Akko")]),
    (
        "Adamawa",
        &[("Jimeta", "Yola", "Yola North"), ("", "Numan", "Numan")],
    ),
    (
        "Taraba",
        &[("", "Jalingo", "Jalingo"), ("", "Wukari", "Wukari")],
    ),
    ("Borno", &[("", "Maiduguri", ""), ("", "Biu", "Biu")]),
    (
        "Yobe",
        &[("", "Damaturu", "Damaturu"), ("", "Potiskum", "Potiskum")],
    ),
];

pub fn spots() -> Vec<Spot> {
    let groups = GROUPS.iter();
    groups
        .flat_map(|(state, rows)| {
            rows.iter().map(|(district, town, lga)| Spot {
                district,
                town,
                lga,
                state,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lga_is_one_of_its_state() {
        for spot in spots() {
            let state = kofa_gazetteer::find_state(spot.state).expect("a state");
            let known = kofa_gazetteer::find_lga_in(state, spot.lga).is_some();
            assert!(spot.lga.is_empty() || known, "{spot:?}");
        }
    }
}
