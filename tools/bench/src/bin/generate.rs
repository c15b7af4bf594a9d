//! Writes fictional companies, or their people, capital or charges, as CSV to standard output,
//! for measuring the import, the look-up and the search: `generate 5000000 people > people.csv`.
//! Same words, same file. Every company has a director who holds its shares, another holder, and
//! a capital; every tenth a charge.

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
    let words: Vec<String> = std::env::args().skip(1).collect();
    let usage = || std::io::Error::other("usage: generate COUNT [people|capital|charges]");
    let count: u64 = words
        .first()
        .and_then(|text| text.parse().ok())
        .ok_or_else(usage)?;
    let what = words.get(1).map_or("companies", String::as_str);
    let mut out = BufWriter::new(std::io::stdout().lock());
    let header = match what {
        "companies" => {
            "rcNumber,entityType,companyName,companyType,registrationStatus,registeredAddress,\
             registrationDate,lineOfBusiness,city,lga,state,email"
        }
        "people" => {
            "rcNumber,entityType,role,surname,firstName,gender,dateOfBirth,nationality,email,\
             phoneNumber,identityNumber,city,state,appointedOn,sharesAllotted,shareType"
        }
        "capital" => "rcNumber,entityType,shareCapital,issuedShares,nominalValuePerShare",
        "charges" => {
            "rcNumber,entityType,chargeId,chargeType,createdOn,amountSecured,personsEntitled,\
             status,isFixed"
        }
        _ => return Err(usage()),
    };
    writeln!(out, "{header}")?;
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for number in 1..=count {
        let (entity, ..) = kind_of(number);
        match what {
            "people" => people(&mut out, number, entity, &mut random)?,
            "capital" => writeln!(out, "{number},{entity},1000000,1000000,1.00")?,
            "charges" if number % 10 == 0 => charge(&mut out, number, entity)?,
            "charges" => {}
            _ => row(&mut out, number, &mut random)?,
        }
    }
    out.flush()
}

fn people(
    out: &mut impl std::io::Write,
    number: u64,
    entity: &str,
    random: &mut Random,
) -> std::io::Result<()> {
    for (role, shares) in [("DIRECTOR", ""), ("SHAREHOLDER", "600000")] {
        let surname = random.pick(&FIRST);
        let (city, _, state) = random.pick(&PLACES);
        let (year, day) = (1950 + random.below(50), random.below(28) + 1);
        writeln!(
            out,
            "{number},{entity},{role},{surname}{number},Adaeze,F,{year}-03-{day:02},NIGERIAN,\
             person{number}@people.example,0800{number:07},X{number:09},{city},{state},\
             2015-06-01,{shares},ORDINARY"
        )?;
    }
    Ok(())
}

fn charge(out: &mut impl std::io::Write, number: u64, entity: &str) -> std::io::Result<()> {
    writeln!(
        out,
        "{number},{entity},CH/{number}/1,DEBENTURE,2018-04-01,250000000,Heron Reserve Bank Plc,\
         OUTSTANDING,yes"
    )
}

/// Of the company with this number, in every file.
fn kind_of(number: u64) -> (&'static str, &'static str, &'static str) {
    let scattered = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 33;
    KINDS[usize::try_from(scattered % KINDS.len() as u64).unwrap_or_default()]
}

fn row(out: &mut impl std::io::Write, number: u64, random: &mut Random) -> std::io::Result<()> {
    let (entity, kind, ending) = kind_of(number);
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
