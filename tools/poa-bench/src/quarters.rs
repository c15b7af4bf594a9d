//! Addresses without a tidy house, street and district: roads with numbers for names, floors,
//! bus stops, kilometres, compounds. Written down for the bench, as those of `places` are.

use crate::chance::Chance;
use crate::home::{Home, Truth, typed};
use crate::people;

/// Street with gaps to fill, places as printed, readings of the city, LGA, state as a name.
struct Quarter {
    street: &'static str,
    places: &'static str,
    cities: &'static [&'static str],
    lga: &'static str,
    state: &'static str,
}

const fn quarter(
    street: &'static str,
    places: &'static str,
    cities: &'static [&'static str],
    lga: &'static str,
    state: &'static str,
) -> Quarter {
    Quarter {
        street,
        places,
        cities,
        lga,
        state,
    }
}

const AMAC: &str = "Abuja Municipal Area Council";

/// `#` is a number, `~` the name of a street, `^` that of a landmark.
const QUARTERS: &[Quarter] = &[
    quarter(
        "House #, Road #",
        "Festac Town",
        &["Festac Town"],
        "Amuwo-Odofin",
        "Lagos",
    ),
    quarter(
        "House #, B Close, 4th Avenue",
        "Festac Town",
        &["Festac Town"],
        "Amuwo-Odofin",
        "Lagos",
    ),
    quarter(
        "#, ~ Street, by ^ Bus Stop",
        "Egbeda",
        &["Egbeda"],
        "Alimosho",
        "Lagos",
    ),
    quarter(
        "Block #, Flat #, Jakande Estate",
        "Isolo",
        &["Isolo"],
        "Oshodi-Isolo",
        "Lagos",
    ),
    quarter(
        "Km #, Lagos-Ibadan Expressway",
        "Magboro",
        &["Magboro"],
        "Obafemi Owode",
        "Ogun",
    ),
    quarter(
        "Suite #, 2nd Floor, Peace Plaza, # ~ Way",
        "Utako",
        &["Utako"],
        AMAC,
        "FCT",
    ),
    quarter("BQ, # ~ Crescent", "Wuse 2", &["Wuse 2"], AMAC, "FCT"),
    quarter(
        "Shop #, Unity Shopping Complex",
        "Garki",
        &["Garki"],
        AMAC,
        "FCT",
    ),
    quarter("Plot # ~ Street", "Jabi", &["Jabi"], AMAC, "FCT"),
    quarter(
        "Zone 4, House #, ~ Street",
        "Kuje",
        &["Kuje"],
        "Kuje",
        "FCT",
    ),
    quarter(
        "Plot #, Block #A",
        "Lekki Phase 1",
        &["Lekki Phase 1"],
        "Eti-Osa",
        "Lagos",
    ),
    quarter(
        "# ~ Street",
        "Emene|Enugu",
        &["Enugu", "Emene"],
        "Enugu East",
        "Enugu",
    ),
    quarter(
        "#B, ~ Street, Off ~ Road, Behind Fidelity Bank",
        "Ogba|Ikeja",
        &["Ikeja", "Ogba"],
        "",
        "Lagos",
    ),
    quarter(
        "Beside ^, ~ Road",
        "Ado Ekiti",
        &["Ado Ekiti", "Ado-Ekiti"],
        "Ado Ekiti",
        "Ekiti",
    ),
    quarter(
        "#, 1st Avenue, Gowon Estate",
        "Egbeda",
        &["Egbeda"],
        "Alimosho",
        "Lagos",
    ),
    quarter(
        "Flat #, Rose Court, # ~ Street",
        "Maryland",
        &["Maryland"],
        "",
        "Lagos",
    ),
    quarter(
        "# Old Aba Road",
        "Rumuokoro|Port Harcourt",
        &["Port Harcourt", "Rumuokoro"],
        "Obio/Akpor",
        "Rivers",
    ),
    quarter(
        "# ~ Street",
        "Mafoluku|Oshodi",
        &["Oshodi", "Mafoluku"],
        "Oshodi-Isolo",
        "Lagos",
    ),
    quarter(
        "# ~ Street, 3rd Floor",
        "Lagos Island",
        &["Lagos Island"],
        "Lagos Island",
        "Lagos",
    ),
    quarter(
        "# Lawanson Road, Opp. ^",
        "Itire|Surulere",
        &["Surulere", "Itire"],
        "Surulere",
        "Lagos",
    ),
    quarter(
        "# Freedom Way",
        "Ikate|Lekki",
        &["Lekki", "Ikate"],
        "Eti-Osa",
        "Lagos",
    ),
    quarter(
        "# Hospital Road, Ward #",
        "Gboko",
        &["Gboko"],
        "Gboko",
        "Benue",
    ),
    quarter(
        "No. #, Hammaruwa Way",
        "Jalingo",
        &["Jalingo"],
        "Jalingo",
        "Taraba",
    ),
    quarter(
        "# Airport Road, by ^ Junction",
        "Warri",
        &["Warri"],
        "",
        "Delta",
    ),
    quarter(
        "Quarter #, Federal Housing Estate",
        "Calabar",
        &["Calabar"],
        "",
        "Cross River",
    ),
    quarter("No # Behind ^", "Keffi", &["Keffi"], "Keffi", "Nasarawa"),
];

pub fn home(chance: &mut Chance) -> Home {
    let quarter = &QUARTERS[chance.below(QUARTERS.len())];
    let street = filled(quarter.street, chance);
    let mut parts: Vec<String> = street.split(", ").map(str::to_owned).collect();
    parts.extend(quarter.places.split('|').map(str::to_owned));
    let mut truth = Truth {
        street,
        cities: quarter.cities.iter().map(|it| (*it).to_owned()).collect(),
        lga: quarter.lga.to_owned(),
        state_meant: quarter.state.to_owned(),
        ..Truth::default()
    };
    if chance.percent(85) {
        truth.state = quarter.state.to_owned();
        parts.push(match (quarter.state, chance.percent(50)) {
            ("FCT", true) => "FCT Abuja".to_owned(),
            ("FCT", false) => "Abuja".to_owned(),
            (state, true) => format!("{state} State"),
            (state, false) => state.to_owned(),
        });
    }
    typed(parts, truth, chance)
}

fn filled(pattern: &str, chance: &mut Chance) -> String {
    let mut text = String::new();
    for letter in pattern.chars() {
        match letter {
            '#' => text.push_str(&chance.between(1, 48).to_string()),
            '~' => text.push_str(&people::street(chance).0),
            '^' => text.push_str(people::landmark(chance)),
            other => text.push(other),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lga_is_one_of_its_state() {
        for quarter in QUARTERS {
            let state = kofa_gazetteer::find_state(quarter.state).expect("a state");
            let known = kofa_gazetteer::find_lga_in(state, quarter.lga).is_some();
            assert!(quarter.lga.is_empty() || known, "{}", quarter.lga);
        }
    }
}
