//! Writes fictional companies as CSV to standard output, for measuring the import and the
//! look-up: `cargo run --release --example generate -- 5000000 > companies.csv`. Same count,
//! same file.

use std::io::{BufWriter, Write as _};

const FIRST: [&str; 12] = [
    "Gurara", "Ikogosi", "Obudu", "Zuma", "Kainji", "Mambilla", "Bonny", "Argungu", "Osun",
    "Yankari", "Jebba", "Lokoja",
];
const SECOND: [&str; 10] = [
    "Harvest", "Freight", "Textile", "Solar", "Paint", "Cement", "Clinic", "Paper", "Fishing",
    "Media",
];
const PLACES: [(&str, &str, &str); 6] = [
    ("Surulere", "Surulere", "Lagos"),
    ("Aba", "Aba South", "Abia"),
    ("Kaduna", "Kaduna North", "Kaduna"),
    ("Benin City", "Oredo", "Edo"),
    ("Ibadan", "Ibadan North", "Oyo"),
    ("Enugu", "Enugu North", "Enugu"),
];
/// (entity type, company type, ending of the name); companies most often, as in life.
const KINDS: [(&str, &str, &str); 4] = [
    ("COMPANY", "PRIVATE_COMPANY_LIMITED_BY_SHARES", "Limited"),
    ("COMPANY", "PUBLIC_COMPANY_LIMITED_BY_SHARES", "Plc"),
    ("BUSINESS_NAME", "BUSINESS_NAME_FIRM", "Ventures"),
    ("INCORPORATED_TRUSTEE", "INCORPORATED_TRUSTEE", "Foundation"),
];

fn main() -> std::io::Result<()> {
    let count = std::env::args().nth(1).and_then(|text| text.parse().ok());
    let Some(count) = count else {
        return Err(std::io::Error::other("usage: generate COUNT"));
    };
    let mut out = BufWriter::new(std::io::stdout().lock());
    writeln!(
        out,
        "rcNumber,entityType,companyName,companyType,registrationStatus,registeredAddress,\
         registrationDate,lineOfBusiness,city,lga,state,email"
    )?;
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for number in 1..=count {
        row(&mut out, number, &mut random)?;
    }
    out.flush()
}

fn row(out: &mut impl std::io::Write, number: u64, random: &mut Random) -> std::io::Result<()> {
    let (entity, kind, ending) = random.pick(&KINDS);
    let first = random.pick(&FIRST);
    let second = random.pick(&SECOND);
    let (city, lga, state) = random.pick(&PLACES);
    let status = if random.below(5) == 0 {
        "INACTIVE"
    } else {
        "ACTIVE"
    };
    let house = random.below(200) + 1;
    let (year, month, day) = (
        1990 + random.below(36),
        random.below(12) + 1,
        random.below(28) + 1,
    );
    writeln!(
        out,
        "{number},{entity},{first} {second} {number} {ending},{kind},{status},\
         \"{house} Market Road, {city}, {state}\",{year}-{month:02}-{day:02},General trade,{city},\
         {lga},{state},office{number}@companies.example"
    )
}

/// A linear congruential generator: the rows need variety, not surprise.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % bound
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        let position = self.below(of.len() as u64);
        of[usize::try_from(position).expect("smaller than the list")]
    }
}
