//! Invented people and the names of streets.

use crate::chance::Chance;

const FIRST: &[&str] = &[
    "Adaeze",
    "Bolanle",
    "Chinedu",
    "Damilola",
    "Ebuka",
    "Folasade",
    "Gbenga",
    "Hauwa",
    "Ibrahim",
    "Joy",
    "Kelechi",
    "Ladi",
    "Musa",
    "Ngozi",
    "Obinna",
    "Patience",
    "Rukayat",
    "Sani",
    "Tunde",
    "Uche",
    "Victoria",
    "Wale",
    "Yakubu",
    "Zainab",
    "Aisha",
    "Emeka",
    "Funmilayo",
    "Halima",
    "Ifeanyi",
    "Kehinde",
    "Nkechi",
    "Oluwaseun",
    "Precious",
    "Samuel",
    "Terhemba",
    "Ene",
    "Blessing",
    "Osaze",
    "Tamuno",
    "Bassey",
];
const MIDDLE: &[&str] = &[
    "Chinelo",
    "Ayodele",
    "Grace",
    "Olufemi",
    "Nnamdi",
    "Fatima",
    "Peter",
    "Esther",
    "Abubakar",
    "Chukwudi",
    "Mary",
    "Oluwatobi",
    "Danladi",
    "Ifeoma",
];
const LAST: &[&str] = &[
    "Okafor",
    "Adeyemi",
    "Bello",
    "Eze",
    "Danjuma",
    "Ogunleye",
    "Nwosu",
    "Abdullahi",
    "Etim",
    "Okonkwo",
    "Balogun",
    "Lawal",
    "Ojo",
    "Umar",
    "Igwe",
    "Adebayo",
    "Garba",
    "Iheanacho",
    "Olawale",
    "Tanko",
    "Ekpo",
    "Osagie",
    "Briggs",
    "Akande",
    "Mohammed",
    "Chukwu",
    "Dogara",
    "Fashola",
    "Agbo",
    "Ikpeazu",
    "Onuoha",
    "Yusuf",
    "Alabi",
    "Effiong",
    "Kalu",
    "Oyelaran",
];
const TITLES: &[&str] = &[
    "Mr.", "Mrs.", "Miss", "Ms", "Dr.", "Engr.", "Chief", "Alhaji", "Hajiya", "Barr.", "Pastor",
    "Prof.", "MR", "MRS",
];
const STREETS: &[&str] = &[
    "Adeniran Ogunsanya",
    "Olu Akinwande",
    "Bishop Kale",
    "Ahmadu Tijani",
    "Umuezike",
    "Fola Osibo",
    "Aminu Kano",
    "Okigwe",
    "Ogbunike",
    "Emmanuel Keshi",
    "Sultan Dasuki",
    "Alhaja Kudirat",
    "Fidelis Okonkwo",
    "Iyalla",
    "Wilson Mba",
    "Akpan Udo",
    "Chief Nnanna",
    "Oladipo Diya",
    "Shehu Laminu",
    "Captain Okpe",
    "St. Finbarr's College",
    "Nnebisi",
    "Jakpa",
    "Ekenwan",
    "Ibrahim Taiwo",
    "Aguiyi Ironsi",
    "Bode Thomas",
    "Tafawa Balewa",
    "Yakubu Gowon",
    "Mission",
    "Market",
    "Station",
    "Hospital",
    "Old Garage",
    "New Layout",
    "Unity",
    "Redemption",
    "Peace",
    "Progress",
    "Ademola Adetokunbo",
    "Herbert Macaulay",
    "Constitution",
    "Etim Ita",
    "Odani",
    "Rumuji",
    "Ezeagu",
    "Gana",
    "Lobito",
    "Kwame Nkrumah",
    "Libreville",
    "Okpara",
    "Chime",
    "Zik",
    "Nwaniba",
    "Oron",
    "Igbein",
    "Oke Aro",
    "Ajose",
    "Lewis",
    "Ondo",
    "Kafi",
    "Bamidele Ojo",
    "Toyin",
    "Alaka",
    "Ebun Pleasure",
    "Sabo Bakin Zuwo",
    "Maiduguri",
    "Ogui",
    "Ihiala",
    "Mbano",
    "Idowu Rufai",
    "Samuel Ekundayo",
    "Obokun",
    "Agidingbi",
];
const TYPES: &[&str] = &[
    "Street",
    "Street",
    "Street",
    "Street",
    "Road",
    "Road",
    "Road",
    "Avenue",
    "Avenue",
    "Close",
    "Close",
    "Crescent",
    "Crescent",
    "Lane",
    "Drive",
    "Way",
    "Boulevard",
];
const LANDMARKS: &[&str] = &[
    "First Baptist Church",
    "Central Mosque",
    "Total Filling Station",
    "Mobil Filling Station",
    "St. Mary's Hospital",
    "Police Station",
    "Community Primary School",
    "UBA",
    "GTBank",
    "Deeper Life Church",
    "Oando",
    "NNPC Mega Station",
    "General Hospital",
    "Old Motor Park",
];
const ESTATES: &[&str] = &[
    "Peace Estate",
    "Unity Estate",
    "Goshen Estate",
    "Harmony Gardens",
    "Sunrise Estate",
    "Citec Estate",
    "Efab Estate",
    "Golden Estate",
    "Mayfair Gardens",
    "Trademore Estate",
];
const HOUSES: &[&str] = &[
    "Peace Court",
    "Ojukwu House",
    "Rose Villa",
    "Unity Plaza",
    "Grace Court",
    "Silver Heights",
];

/// A name in the orders that papers print.
#[derive(Clone, Debug)]
pub struct Person {
    pub first: &'static str,
    /// Second given name, sometimes empty.
    pub middle: &'static str,
    pub last: &'static str,
    /// As this document prints it.
    pub printed: String,
}

pub fn person(chance: &mut Chance) -> Person {
    let first = chance.pick(FIRST);
    let middle = match chance.percent(55) {
        true => chance.pick(MIDDLE),
        false => "",
    };
    let last = chance.pick(LAST);
    let plain = [first, middle, last].join(" ").replace("  ", " ");
    let initial = middle.chars().next();
    let printed = match chance.below(8) {
        0 | 1 => plain.to_uppercase(),
        2 => plain,
        3 => format!("{} {plain}", chance.pick(TITLES)),
        4 => format!("{} {}", chance.pick(TITLES), plain).to_uppercase(),
        5 => format!("{}, {first} {middle}", last.to_uppercase()),
        6 => initial.map_or_else(|| plain.clone(), |it| format!("{first} {it}. {last}")),
        _ => format!("{last} {first} {middle}").to_uppercase(),
    };
    let printed = printed.trim().to_owned();
    Person {
        first,
        middle,
        last,
        printed,
    }
}

/// `Okafor Olu Street`: a street's name with its type.
pub fn street(chance: &mut Chance) -> (String, &'static str) {
    let name = if chance.percent(75) {
        chance.pick(STREETS).to_owned()
    } else {
        format!("{} {}", chance.pick(FIRST), chance.pick(LAST))
    };
    (name, chance.pick(TYPES))
}

/// Something to stand opposite of.
pub fn landmark(chance: &mut Chance) -> &'static str {
    chance.pick(LANDMARKS)
}

pub fn estate(chance: &mut Chance) -> &'static str {
    chance.pick(ESTATES)
}

/// The name of a building.
pub fn house(chance: &mut Chance) -> &'static str {
    chance.pick(HOUSES)
}
